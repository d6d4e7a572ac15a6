"""Writes the stubs of kvplan._core, which must be importable, to OUT/kvplan/_core/: stubs.py OUT"""

from __future__ import annotations

import subprocess
import sys


def main(out: str) -> int:
    command = [sys.executable, "-m", "pybind11_stubgen", "kvplan._core", "--exit-code", "-o", out]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
