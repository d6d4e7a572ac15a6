"""A wheel for another machine: a wheel of this one with the module and the program of a cross build in their places.

    wheel_of_build.py WHEEL BUILD OUT

prints the path of the new wheel in OUT. Its Python is the one whose headers BUILD was made with."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def wheel_command(*arguments: str | pathlib.Path) -> None:
    subprocess.run([sys.executable, "-m", "wheel", *arguments], check=True, stdout=subprocess.DEVNULL)


def exchange(folder: pathlib.Path, build: pathlib.Path) -> str:
    """Puts the binaries of the build into an unpacked wheel; returns the wheel's new tag."""
    package = folder / "kvplan"
    (own,) = package.glob("_core.*.so")
    own.unlink()
    (module,) = (build / "package" / "kvplan").glob("_core.*.so")
    version, machine = re.fullmatch(r"_core\.cpython-(\d+)-(\w+)-linux-gnu\.so", module.name).groups()  # type: ignore[union-attr]
    shutil.copy2(module, package)
    shutil.copy2(build / "kvplan-online", package / "bin" / "kvplan")  # alone in a wheel, it is the one that can fetch
    return f"cp{version}-cp{version}-linux_{machine}"


def main(wheel: str, build: str, out: str) -> None:
    pathlib.Path(out).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        wheel_command("unpack", "-d", scratch, wheel)
        (folder,) = pathlib.Path(scratch).iterdir()
        tag = exchange(folder, pathlib.Path(build))
        (facts,) = folder.glob("*.dist-info/WHEEL")
        facts.write_text(re.sub(r"(?m)^Tag: .*$", f"Tag: {tag}", facts.read_text(encoding="utf-8")), encoding="utf-8")
        wheel_command("pack", "-d", out, folder)
    print(pathlib.Path(out) / f"{folder.name}-{tag}.whl")


if __name__ == "__main__":
    main(*sys.argv[1:])
