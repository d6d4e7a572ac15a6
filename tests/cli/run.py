#!/usr/bin/env python3
"""Runs the cases in tests/cli/<command>/<case>/: arguments in; stdout, stderr and exit code beside them.

cmd          the arguments, one shell-like line (or several); paths are relative to the root of the project
env          NAME=VALUE lines for the environment, which has no KVPLAN_ else
stdin        what the program reads (nothing, if there is no such file)
exit         the exit code (0, if there is no such file)
stdout       all of the output, to the letter
stdout.json  what the output must contain as JSON: of an object the keys given here, of an array its first elements; output of
             several lines, each JSON, counts as an array
stderr       all that is said beside the output, to the letter

What has no file is not checked, but one of the last three must be there. $TMP in cmd is an empty folder of that case; in the output its path reads $TMP again.

    tests/cli/run.py                        all cases, with build/release/kvplan
    tests/cli/run.py batch plan/two-boxes   those whose name begins so
    tests/cli/run.py --update plan          writes anew what stands in stdout and stderr; look at the diff before you commit it
"""

from __future__ import annotations

import argparse
import concurrent.futures
import difflib
import json
import math
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

CASES = pathlib.Path(__file__).resolve().parent
ROOT = CASES.parent.parent
SECONDS = 120


def differences(expected, found, pointer=""):
    """Where `found` does not contain `expected`, one line each, by JSON pointer."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            where = f"{pointer}/{key}"
            if key in found:
                yield from differences(value, found[key], where)
            else:
                yield f"{where}: expected {short(value)}, found no such key"
    elif isinstance(expected, list) and isinstance(found, list):
        if len(found) < len(expected):
            yield f"{pointer}: expected at least {len(expected)} elements, found {len(found)}"
        for i, (value, other) in enumerate(zip(expected, found)):
            yield from differences(value, other, f"{pointer}/{i}")
    elif not same(expected, found):
        yield f"{pointer or '/'}: expected {short(expected)}, found {short(found)}"


def same(expected, found):
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return math.isclose(expected, found, rel_tol=1e-9)
    return type(expected) is type(found) and expected == found


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else text[:97] + "..."


def parse(text):
    """One JSON document, or one a line."""
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def text_diff(name, expected, found):
    lines = difflib.unified_diff(
        expected.splitlines(), found.splitlines(), f"expected {name}", f"found {name}", lineterm=""
    )
    return list(lines) or [f"{name}: differs in the end of a line only"]


def run_case(case, program, update):
    """What is wrong with one case, as lines; none if it passes. `program`: the words that start it."""
    with tempfile.TemporaryDirectory(prefix="kvplan-cli-") as tmp:
        line = (case / "cmd").read_text(encoding="utf-8")
        arguments = [word.replace("$TMP", tmp) for word in shlex.split(line, comments=True)]
        stdin = case / "stdin"
        environment = {k: v for k, v in os.environ.items() if not k.startswith("KVPLAN_")}
        environment |= {"LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb"}
        if (case / "env").exists():
            environment |= dict(
                line.split("=", 1) for line in (case / "env").read_text("utf-8").splitlines()
            )
        try:
            done = subprocess.run(
                [*program, *arguments],
                input=stdin.read_bytes() if stdin.exists() else b"",
                capture_output=True,
                cwd=ROOT,
                env=environment,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return [f"took more than {SECONDS} s"]
        found = {
            name: text.decode("utf-8", "backslashreplace").replace(tmp, "$TMP")
            for name, text in (("stdout", done.stdout), ("stderr", done.stderr))
        }

    wrong = []
    if not any((case / name).exists() for name in ("stdout", "stdout.json", "stderr")):
        wrong.append("nothing is expected of it but its exit code: give it stdout, stdout.json or stderr")
    exit_file = case / "exit"
    code = int(exit_file.read_text()) if exit_file.exists() else 0
    if done.returncode != code:
        wrong.append(f"exit: expected {code}, found {done.returncode}")
        if not (case / "stderr").exists():
            wrong += found["stderr"].splitlines()[:20]
    for name in ("stdout", "stderr"):
        file = case / name
        if not file.exists():
            continue
        if update:
            file.write_text(found[name], encoding="utf-8")
        elif found[name] != (expected := file.read_text(encoding="utf-8")):
            wrong += text_diff(name, expected, found[name])
    json_file = case / "stdout.json"
    if json_file.exists():
        expected = json.loads(json_file.read_text(encoding="utf-8"))
        try:
            wrong += differences(expected, parse(found["stdout"]))
        except ValueError as error:
            wrong += [f"stdout: expected JSON, found: {error}", *found["stdout"].splitlines()[:5]]
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="CASE", help="only the cases whose name begins so")
    parser.add_argument("--program", default=ROOT / "build/release/kvplan", type=pathlib.Path)
    parser.add_argument("--emulator", default="", help="what runs a program of another architecture, with its options")
    parser.add_argument("--update", action="store_true", help="write stdout and stderr files anew")
    options = parser.parse_args()
    program = options.program.resolve()
    if not program.exists():
        parser.error(f"{program}: no such program; ./dev build makes it")
    command = [*options.emulator.split(), program]

    cases = {file.parent.relative_to(CASES).as_posix(): file.parent for file in sorted(CASES.rglob("cmd"))}
    if options.names:
        cases = {name: case for name, case in cases.items() if name.startswith(tuple(options.names))}

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda case: run_case(case, command, options.update), cases.values())
        for name, wrong in zip(cases, results):
            if wrong:
                failed += 1
                line = " ".join((CASES / name / "cmd").read_text(encoding="utf-8").split())
                print(f"FAILED {name}: kvplan {line}", *wrong, sep="\n    ")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
