"""Writes the stubs of kvplan._core, which must be importable, to OUT/kvplan/_core/: stubs.py OUT"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys


def main(out: str) -> int:
    command = [sys.executable, "-m", "pybind11_stubgen", "kvplan._core", "--exit-code", "-o", out]
    done = subprocess.run(command).returncode
    for stub in pathlib.Path(out, "kvplan", "_core").glob("*.pyi"):
        # pybind11 takes a str for a path too, whether it says so or not.
        text = re.sub(r"(str \| )?os\.PathLike(\[str\])?( \| str)?( \| bytes)?", "str | os.PathLike[str]", stub.read_text(encoding="utf-8"))
        stub.write_text(text, encoding="utf-8")
    return done


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
