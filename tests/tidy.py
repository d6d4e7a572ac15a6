#!/usr/bin/env python3
"""clang-tidy, 16 files at a time: nearly all of its time goes into the headers that they share.

    tests/tidy.py --build build/tidy [FILE…]

Prints what clang-tidy says, each line once, and exits 1 where it says anything. BUILD is a configured folder with its compile
commands; FILEs are paths in the tree (all that it compiles where none is given). Files whose own names meet when they
stand in one translation unit are read in different ones.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOGETHER = 16
CLANG, TIDY = "clang++-14", "clang-tidy-14"


def flags_by_file(build: pathlib.Path) -> dict[pathlib.Path, tuple[str, ...]]:
    """The source files of the tree, each with the flags it is compiled with; what the build wrote is left out."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if not file.is_relative_to(build):
            words = shlex.split(entry["command"])
            found[file] = tuple(words[1 : words.index("-o")])
    return found


def clashing(unit: pathlib.Path, flags: tuple[str, ...]) -> set[pathlib.Path]:
    """Files of the unit that do not compile beside those before them."""
    command = [CLANG, *flags, "-w", "-fno-color-diagnostics", "-ferror-limit=0", "-fsyntax-only", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    return {pathlib.Path(name) for name in re.findall(r"^(\S+\.cpp):\d+:\d+: (?:fatal )?error", said, re.M)}


def read_together(files: list[pathlib.Path], flags: tuple[str, ...]) -> tuple[set[str], list[pathlib.Path]]:
    """What clang-tidy says of the files that can stand together, and the files that are left."""
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "unit.cpp"
        left: list[pathlib.Path] = []
        while True:
            unit.write_text("".join(f'#include "{file}"\n' for file in files))
            refused = clashing(unit, flags) - {files[0]}
            if not refused:
                break
            left += [file for file in files if file in refused]
            files = [file for file in files if file not in refused]
        command = [TIDY, "--quiet", f"--config-file={ROOT}/.clang-tidy", "--checks=-bugprone-suspicious-include",
                   f"--header-filter={ROOT}/(lib|tools|python|examples)/", str(unit), "--", *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = set(re.findall(r"^\S+?:\d+:\d+: (?:error|warning): .*", done.stdout, re.M))
    if done.returncode and not said:
        said.add(done.stderr.strip())
    return said, left


def read_all(queues: dict[tuple[str, ...], list[pathlib.Path]]) -> set[str]:
    """Rounds of groups, as many at a time as there are processors; files that clashed are read in the next round, fewer together."""
    said: set[str] = set()
    together = TOGETHER
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        while any(queues.values()):
            groups = [(files[i : i + together], flags) for flags, files in queues.items() for i in range(0, len(files), together)]
            queues = {flags: [] for flags in queues}
            together = max(1, together // 2)
            for (_, flags), (warnings, left) in zip(groups, pool.map(lambda group: read_together(*group), groups)):
                said |= warnings
                queues[flags] += left
    return said


def unused_names(file: pathlib.Path) -> set[str]:
    """Names that a file takes and does not use: clang-tidy would find the use in the next file."""
    text = re.sub(r'//.*|"(?:\\.|[^"\\\n])*"', "", file.read_text())
    taken = re.finditer(r"^[ ]*(?:using [\w:]+::(\w+);|namespace (\w+) = )", text, re.M)
    names = ((found[1] or found[2], text.count("\n", 0, found.start()) + 1) for found in taken)
    return {f"{file}:{line}: error: '{name}' is not used" for name, line in names if len(re.findall(rf"\b{name}\b", text)) == 1}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    known = flags_by_file(given.build.resolve())
    wanted = [file.resolve() for file in given.files] or sorted(known)
    unknown = [str(file) for file in wanted if file not in known]
    if unknown:
        print(f"{unknown[0]}: expected a source file that {given.build} compiles", file=sys.stderr)
        return 2
    queues: dict[tuple[str, ...], list[pathlib.Path]] = {}
    for file in wanted:
        queues.setdefault(known[file], []).append(file)
    said = read_all(queues).union(*map(unused_names, wanted))
    print("".join(line.replace(f"{ROOT}/", "") + "\n" for line in sorted(said)), end="")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
