"""python -m kvplan ARGS runs the program kvplan: the packaged one, else the one on PATH."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
from typing import Optional


def program() -> Optional[str]:
    packaged = pathlib.Path(__file__).resolve().parent / "bin" / "kvplan"
    if os.access(packaged, os.X_OK):
        return str(packaged)
    found = shutil.which("kvplan")
    if found is None:
        return None
    with open(found, "rb") as file:
        script = file.read(2) == b"#!"  # this package's own entry point, which would call itself
    return None if script else found


def main() -> int:
    path = program()
    if path is None:
        print("kvplan: the program kvplan is neither in this package nor on PATH", file=sys.stderr)
        return 2
    sys.stdout.flush()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
