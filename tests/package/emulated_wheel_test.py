#!/usr/bin/env python3
"""The wheel for another machine, through the emulator: pip takes it for that machine, its Python imports it, and the tests of
the module that start no other program pass. It is made from the wheel that wheel_test.py leaves."""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import shutil
import sys

from wheel_test import ROOT, run

TESTS = ROOT / "tests" / "python"
#: Those of the values, and of what computes without starting a program.
NAMES = ("batch", "calibration", "check", "fit", "sweep", "traffic", "units", "values")


def wheel_of(build: pathlib.Path) -> pathlib.Path:
    own = list((ROOT / "build" / "wheel-test").glob("*.whl"))
    if not own:
        sys.exit("build/wheel-test has no wheel: ctest --preset dev -R wheel makes it")
    out = build / "wheels"
    shutil.rmtree(out, ignore_errors=True)
    return pathlib.Path(run(sys.executable, ROOT / "python" / "wheel_of_build.py", own[0], build, out).strip())


def install(wheel: pathlib.Path, site: pathlib.Path) -> None:
    """With numpy and pytest for the machine that the wheel is for."""
    shutil.rmtree(site, ignore_errors=True)
    version, machine = re.search(r"-cp3(\d+)-linux_(\w+)\.whl$", wheel.name).groups()  # type: ignore[union-attr]
    run(
        *(sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", site, "--only-binary=:all:"),
        *(f"--python-version=3.{version}", f"--platform=manylinux2014_{machine}", f"--platform=linux_{machine}"),
        *(wheel, "pytest"),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--root", type=pathlib.Path, required=True, help="holds usr/bin/python3.X and its libraries")
    parser.add_argument("--emulator", required=True)
    options = parser.parse_args()
    site = options.build / "site-packages"
    install(wheel_of(options.build), site)
    (python,) = (options.root / "usr" / "bin").glob("python3.??")
    libraries = [str(path) for path in (*options.root.glob("usr/lib/*-linux-gnu"), *options.root.glob("lib/*-linux-gnu"))]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    settings = {"PYTHONHOME": options.root / "usr", "PYTHONPATH": site, "LD_LIBRARY_PATH": ":".join(libraries)}
    given = [part for name, value in settings.items() for part in ("-E", f"{name}={value}")]
    tests = [TESTS / f"test_{name}.py" for name in NAMES]
    command = [*options.emulator.split(), *given, python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    print(run(*command, cwd=options.build, env=outside))


if __name__ == "__main__":
    main()
