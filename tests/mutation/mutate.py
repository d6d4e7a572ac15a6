#!/usr/bin/env python3
"""Mutation testing of the core arithmetic: one operator or constant of a source file is changed, the file alone is compiled
(without optimization), linked before the library, and the unit tests are run. A mutant that no test notices is a survivor.

    tests/mutation/mutate.py --build build/dev [--sample 200] [--seed 1] [--only groups.cpp] [--again FILE]

Needs the targets kvplan and kvplan_tests of that build. README.md beside this file says what was found, and why the survivors
that are left change nothing.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [
    "lib/src/groups.cpp",
    "lib/src/cache_spec.cpp",
    "lib/src/latent_spec.cpp",
    "lib/src/capacity.cpp",
    "lib/src/budget.cpp",
    "lib/src/units.cpp",
]

# Two runs a mutant: what kills most of them in two seconds, then all but what takes long and looks at none of these files.
TESTS = [
    "'-sf=*vllm_vectors_test.cpp,*units_test.cpp,*engine_test.cpp,*lib/families/*,*lib/engines/*,*box_test.cpp,*layout_test.cpp'",
    "'-tce=waiting for*,no recommendation*,a fuzzed header*,few long*,hostile files*,An alias*,the simulation*'",
]

# What replaces what. Binary operators stand between spaces (clang-format sees to it), so `*`, `&` and `<` of types are left alone.
OPERATORS = {
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="],
}  # fmt: skip
CALLS = {
    "std::min": "std::max", "std::max": "std::min", "product": "sum", "sum": "product", "round_up": "mutant::as_it_is",
    "ceil_div": "mutant::floor_div", "blocks_for": "mutant::whole_blocks", "std::lcm": "std::gcd", "std::gcd": "std::lcm",
    "std::ranges::all_of": "std::ranges::any_of", "std::ranges::any_of": "std::ranges::all_of",
    "std::ranges::max_element": "std::ranges::min_element", "std::ranges::min_element": "std::ranges::max_element",
    "std::ceil": "std::floor", "std::floor": "std::ceil",
}  # fmt: skip
HELPERS = """
#include <algorithm>
#include <numeric>
#include "kvplan/units.hpp"
namespace mutant {
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b; }
constexpr std::int64_t as_it_is(std::int64_t a, std::int64_t) { return a; }
constexpr kvplan::Blocks whole_blocks(kvplan::Tokens need, kvplan::TokensPerBlock size) {
  return kvplan::Blocks{need.count() / size.amount.count()};
}
}  // namespace mutant
namespace kvplan { namespace mutant = ::mutant; }
"""


def blanked(text):
    """The same text with comments, strings and directives made blank: places stay what they are."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^#[^\n]*'
    return re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S | re.M)


def mutants_of(text):
    """(start, end, replacement) of every change."""
    code = blanked(text)
    for found in re.finditer(r"(?<=[ \n])([-+*/%<>=!&|]+)(?=[ \n])", code):
        for other in OPERATORS.get(found[1], []):
            yield found.start(1), found.end(1), other
    for found in re.finditer(r"(?<![\w:.])([a-z_]+(?:::[a-z_]+)*)(?=\()", code):
        if found[1] in CALLS and code[: found.start()].rstrip()[-1:] in "(,=<>+-*/?:{;&|!" + "n":
            yield found.start(1), found.end(1), CALLS[found[1]]
    for found in re.finditer(r"(?<![\w.'\"])(\d+)(?=[\s,;)}:_])", code):
        value = int(found[1])
        for other in {0: [1], 1: [0, 2]}.get(value, [value + 1]):
            yield found.start(1), found.end(1), str(other)
    for found in re.finditer(r"\b(true|false)\b", code):
        yield found.start(1), found.end(1), "false" if found[1] == "true" else "true"
    for found in re.finditer(r"(?<![\w)])!(?=[\w(])", code):
        yield found.start(), found.end(), ""
    for found in re.finditer(r"\bif \((?!const |auto )", code):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        if ";" not in code[found.end() : end]:
            for forced in ("true", "false"):
                yield found.end(), end - 1, f"{forced} || ({text[found.end():end - 1]})" if forced == "true" else f"false && ({text[found.end():end - 1]})"
    for found in re.finditer(r"(?<=\n)( *)((?!return|throw|const|using|case|static|constexpr|std::|auto|break|struct|class)[\w.\[\]>-]+(?: [-+]?= |\.push_back\(|\()[^;{}]*;)", code):
        if found[1]:
            yield found.start(2), found.end(2), ";"


def described(text, mutant):
    start, end, other = mutant
    line = text.count("\n", 0, start) + 1
    whole = text.split("\n")[line - 1].strip()
    was = " ".join(text[start:end].split())
    return {"line": line, "code": whole, "was": was, "is": " ".join(other.split()) if other != ";" else "(removed)"}


class Bench:
    """Compiles, links and runs."""

    def __init__(self, build, folder):
        self.build = build
        self.folder = folder
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = {str(pathlib.Path(one["file"]).resolve()): one for one in commands}
        self.tests = sorted((build / "tests/CMakeFiles/kvplan_tests.dir").rglob("*.o"))
        libraries = re.search(r"LINK_LIBRARIES = (.*)", self.link_rule())
        self.libraries = [word if not word.endswith("libkvplan.a") else str(folder / "libkvplan.a") for word in shlex.split(libraries[1])]
        (folder / "mutant.hpp").write_text(HELPERS)
        # Without what debuggers want a link takes a second instead of ten.
        subprocess.run(["objcopy", "--strip-debug", build / "lib/libkvplan.a", folder / "libkvplan.a"], check=True)
        self.objects = []
        for number, one in enumerate(self.tests):
            self.objects.append(str(folder / f"test-{number}.o"))
            subprocess.run(["objcopy", "--strip-debug", one, self.objects[-1]], check=True)

    def link_rule(self):
        text = (self.build / "build.ninja").read_text()
        return text[text.index("build kvplan_tests: ") :][:100000].split("\n\n")[0]

    def made(self, file, text):
        """The test program with this text for the file; None where it does not compile."""
        source = self.folder / pathlib.Path(file).name
        source.write_text(text)
        given = self.commands[str(ROOT / file)]
        words = [word for word in shlex.split(given["command"]) if not re.match(r"-W|-g$|-O\d", word)]
        words = words[words.index(next(word for word in words if word.endswith(("c++", "g++", "g++-12", "clang++")))) :]
        output = str(self.folder / "mutant.o")
        words[words.index("-o") + 1] = output
        words[words.index("-c") + 1] = str(source)
        words += ["-w", "-O0", "-include", str(self.folder / "mutant.hpp"), f"-iquote{(ROOT / file).parent}"]
        if subprocess.run(words, cwd=given["directory"], capture_output=True).returncode:
            return None
        program = self.folder / "mutant_tests"
        link = ["c++", "-o", str(program), "-fuse-ld=gold", output, *self.objects, *self.libraries]
        done = subprocess.run(link, cwd=self.build, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        return program

    def killer(self, program, filters, seconds):
        """The first failing run's words; None where all passed. `seconds` of CPU time for each run."""
        for words, most in zip(filters, seconds):
            limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most))  # noqa: B023, E731
            command = [program, "--abort-after=1", "--no-colors=true", *words]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, preexec_fn=limit)
            if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                return "time"
            if done.returncode:
                case = re.search(r"TEST CASE:\s+(.*)", done.stdout)
                return case[1][:100] if case else f"signal {-done.returncode}"
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build/dev", type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=200, help="mutants, shared among the files by how many each has; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--tests", action="append", default=[], help="doctest options of one run, e.g. --tests=-sf=*groups_test.cpp")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("build/mutation.jsonl"), help="appended to; what is there is not run again")
    parser.add_argument("--survivors-again", action="store_true", help="run what survived in --results once more, after new tests")
    parser.add_argument("--until", default="", help="HH:MM after which no mutant is begun")
    given = parser.parse_args()
    filters = [shlex.split(one) for one in given.tests or TESTS]

    everything = []
    texts = {}
    for file in FILES:
        if given.only and not any(one in file for one in given.only):
            continue
        texts[file] = (ROOT / file).read_text()
        everything += [(file, mutant) for mutant in sorted(set(mutants_of(texts[file])))]
    chosen = everything
    random.Random(given.seed).shuffle(chosen)

    known = {}
    if given.results.exists():
        for line in given.results.read_text().splitlines():
            one = json.loads(line)
            known[(one["file"], one["code"], one["was"], one["is"], one["nth"])] = one

    folder = tempfile.TemporaryDirectory(prefix="kvplan-mutants-")
    bench = Bench(given.build.resolve(), pathlib.Path(folder.name))
    first = next(iter(texts))
    program = bench.made(first, texts[first])
    limits = []
    for words in filters:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if bench.killer(program, [words], [600]):
            raise SystemExit("the tests fail without a change")
        limits.append(5 + int(3 * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)))
    tally = collections.defaultdict(collections.Counter)
    done = 0
    for file, mutant in chosen:
        if given.sample and done >= given.sample:
            break
        if given.until and time.strftime("%H:%M") >= given.until:
            break
        row = {"file": file, **described(texts[file], mutant)}
        row["nth"] = texts[file][: mutant[0]].split("\n")[-1].count(row["was"]) if row["is"] != "(removed)" else 0
        key = (file, row["code"], row["was"], row["is"], row["nth"])
        if key in known and not (given.survivors_again and known[key]["result"] == "survived"):
            tally[file][known[key]["result"]] += 1
            done += known[key]["result"] != "stillborn"
            continue
        if given.survivors_again and key not in known:
            continue
        changed = texts[file][: mutant[0]] + mutant[2] + texts[file][mutant[1] :]
        program = bench.made(file, changed)
        row["killer"] = bench.killer(program, filters, limits) if program else None
        row["result"] = "stillborn" if not program else "killed" if row["killer"] else "survived"
        done += row["result"] != "stillborn"
        tally[file][row["result"]] += 1
        known[key] = row
        with given.results.open("a") as out:
            out.write(json.dumps(row) + "\n")
        if row["result"] == "survived":
            print(f"{file}:{row['line']}: {row['was']} → {row['is']}    {row['code']}", flush=True)
    for file, counts in tally.items():
        ran = counts["killed"] + counts["survived"]
        print(f"{file}: {counts['killed']} of {ran} killed ({counts['stillborn']} did not compile)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
