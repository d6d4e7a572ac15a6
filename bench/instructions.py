#!/usr/bin/env python3
"""Instructions of a few commands against bench/instructions.json: a regression shows here on any machine, however busy, where a
time would not. Counted by callgrind in a copy of the program without debug information.

    bench/instructions.py --program build/dev/kvplan            compares; exit 1 where a command takes more than MARGIN more
    bench/instructions.py --program build/dev/kvplan --update   writes the counts anew; say in the commit why they moved

The counts are those of the `dev` build (-O1 -D_GLIBCXX_ASSERTIONS), because the tests build it anyway. Counts of another compiler's build say nothing here and are only shown.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "bench" / "instructions.json"
MARGIN = 0.10
VECTORS = ROOT / "tests" / "golden" / "vllm-0.33"
COMMANDS = {
    "start and nothing else": ["--version"],
    "a cold plan": ["--model", "Meta-Llama-3.1-8B", "--util", "0.74"],
    "a cold plan of a hybrid model, as JSON": ["--model", "Qwen3-Next-80B-A3B-Instruct", "--util", "0.74", "--format", "json"],
    "explain": ["explain", "--model", "nvidia--Qwen3.5-122B-A10B-NVFP4", "--util", "0.74"],
    "batch, 300 mixed lines": ["batch", "--root", str(VECTORS)],
    "sweep, 50,000 points": ["sweep", "--model", "Meta-Llama-3.1-8B", "--axis", "util=0.5:0.9:0.0016", "--axis", "max_num_seqs=1:100:1"],
    "simulate 2,000 requests": ["traffic", "simulate", "--model", "Meta-Llama-3.1-8B", "--util", "0.74", "--poisson", "1.5", "--requests", "2000"],
}  # fmt: skip


def compiler_of(program):
    """The compiler's version, as it writes it into the program."""
    shown = subprocess.run(["readelf", "-p", ".comment", program], capture_output=True, text=True, errors="replace").stdout
    found = re.search(r"(?:GCC|clang)[^\n]*?(\d+)\.\d+", shown)
    return found.group(0).strip() if found else "unknown"


def instructions(program, arguments):
    lines = b"".join((VECTORS / "vectors.jsonl").read_bytes().splitlines(keepends=True)[:300])
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(program), *arguments]
    done = subprocess.run(command, input=lines, capture_output=True, cwd=ROOT, timeout=600)
    counted = re.search(rb"Collected : (\d+)", done.stderr)
    if done.returncode not in (0, 1) or not counted:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return int(counted.group(1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "dev" / "kvplan")
    parser.add_argument("--update", action="store_true")
    given = parser.parse_args()
    if not shutil.which("valgrind"):
        print("no valgrind: nothing was counted")
        return 0
    compiler = compiler_of(given.program)
    with tempfile.TemporaryDirectory() as folder:
        bare = pathlib.Path(folder) / "kvplan"
        subprocess.run(["strip", "-o", bare, given.program], check=True)
        counts = {name: instructions(bare, arguments) for name, arguments in COMMANDS.items()}
    if given.update:
        BASELINE.write_text(json.dumps({"compiler": compiler, "instructions": counts}, indent=1) + "\n")
    baseline = json.loads(BASELINE.read_text())
    same = baseline["compiler"] == compiler
    failed = 0
    for name, count in counts.items():
        before = baseline["instructions"].get(name)
        change = count / before - 1 if before else float("inf")
        worse = same and change > MARGIN
        failed += worse
        print(f"{'FAILED ' if worse else ''}{name}: {count:,} instructions, {change:+.1%}")
    if not same:
        print(f"built by {compiler}, the baseline by {baseline['compiler']}: not compared")
    print(f"{len(counts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
