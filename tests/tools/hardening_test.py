#!/usr/bin/env python3
"""The release program is what SECURITY.md says: position-independent, full RELRO, no executable stack, guarded stacks, checked copies.

    tests/tools/hardening_test.py --program build/release/kvplan --static
    tests/tools/hardening_test.py --program build/release/kvplan-online
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys


def readelf(option, program):
    return subprocess.run(["readelf", "-W", option, program], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/release/kvplan-online")
    parser.add_argument("--static", action="store_true", help="a program that no loader starts: it names no interpreter")
    options = parser.parse_args()
    program = options.program
    header, segments, dynamic, symbols = (readelf(option, program) for option in ("-h", "-l", "-d", "--dyn-syms"))
    stack = re.search(r"GNU_STACK\s.*\s(R\w*)\s+0x", segments)
    checks = {
        "position-independent (-pie)": "DYN" in header and ("INTERP" in segments) != options.static,
        "relocations are read-only (-z relro)": "GNU_RELRO" in segments,
        "all of them at start (-z now)": re.search(r"\(FLAGS(_1)?\).*NOW", dynamic) is not None,
        "no executable stack (-z noexecstack)": stack is not None and "E" not in stack[1],
        "no path to load libraries from": "RPATH" not in dynamic and "RUNPATH" not in dynamic,
    }
    if not options.static:  # libc's own objects hold these names; the static program is made of the other one's objects
        checks |= {
            "guarded stacks (-fstack-protector-strong)": "__stack_chk_fail" in symbols,
            "checked copies (-D_FORTIFY_SOURCE)": re.search(r"__\w+_chk\b(?<!__stack_chk)", symbols) is not None,
        }
    for what, holds in checks.items():
        if not holds:
            print(f"{program}: not {what}")
    failed = sum(not holds for holds in checks.values())
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
