#!/usr/bin/env python3
"""What the README shows is what the program prints: its plan, whole up to the assumptions, and each command of its lists.

    tests/tools/readme_test.py --program build/dev/kvplan --update    puts the plan of today there; look at the diff
"""

from __future__ import annotations

import argparse
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
README = ROOT / "README.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    text = README.read_text(encoding="utf-8")
    command = re.search(r"^\./dev plan (.*?)\s+#", text, re.MULTILINE)[1]
    done = subprocess.run([options.program, *shlex.split(command)], capture_output=True, text=True, check=True, cwd=ROOT)
    printed = done.stdout.split("\n\nAssumed\n")[0]
    shown = re.search(r"```text\n(.*?)\n```", text, re.DOTALL)
    if options.update:
        README.write_text(text[: shown.start(1)] + printed + text[shown.end(1) :], encoding="utf-8")
        return 0
    wrong = [] if shown[1] == printed else ["the plan in README.md is not what the program prints (--update)"]
    words = set(re.findall(r"^kvplan ([a-z]+)", text, re.MULTILINE)) | set(re.findall(r"; kvplan ([a-z]+)", text))
    for word in sorted(words):
        if subprocess.run([options.program, word, "--help"], capture_output=True, check=False).returncode:
            wrong.append(f"README.md: kvplan {word}: no such command")
    if len(words) < 10:
        wrong.append("README.md: expected the commands to be listed")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
