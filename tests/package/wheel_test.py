#!/usr/bin/env python3
"""The wheel as a user gets it: built by pip, installed in a new venv, its program the same as the C++ one, its module tested.

It is built with the flags, beside the folder and with the pybind11 of the development build, so that ccache has all of it
already.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "wheel"


def run(*command: str | pathlib.Path, **options) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build(options: argparse.Namespace) -> pathlib.Path:
    packed = ROOT / "build" / "wheel-test"
    shutil.rmtree(packed, ignore_errors=True)
    settings = {
        "build-dir": "build/wheel",
        "cmake.build-type": options.build_type,
        "cmake.define.CMAKE_COLOR_DIAGNOSTICS": "ON",
        "cmake.define.CMAKE_CXX_FLAGS": options.flags,
        f"cmake.define.CMAKE_CXX_FLAGS_{options.build_type.upper()}": options.build_type_flags,
    }
    run(
        *(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", packed, ROOT),
        *(f"--config-settings={name}={value}" for name, value in settings.items()),
        cwd=ROOT,
        env=os.environ | {"CXX": options.compiler},
    )
    (wheel,) = packed.glob("*.whl")
    return wheel


def install(wheel: pathlib.Path) -> pathlib.Path:
    """In a new venv that sees pytest and what the tests compare with, of the venv this runs in, after its own packages."""
    venv = ROOT / "build" / "wheel-venv"
    shutil.rmtree(venv, ignore_errors=True)
    run(sys.executable, "-m", "venv", venv)
    python = venv / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (pathlib.Path(site) / "tools-of-the-tests.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("program", "compiler", "build-type", "flags", "build-type-flags"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    python = install(build(options))
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PYTHONSAFEPATH": "1"}
    for arguments in (["--version"], ["plan-of-nothing"], ["--model", "tests/golden/configs/no-such.json"], ["man"]):
        answers = [
            subprocess.run([str(word) for word in [*program, *arguments]], capture_output=True, cwd=ROOT, env=outside, check=False)
            for program in ([options.program], [python.parent / "kvplan"], [python, "-m", "kvplan"])
        ]
        for answer in answers[1:]:
            if (answer.stdout, answer.stderr, answer.returncode) != (answers[0].stdout, answers[0].stderr, answers[0].returncode):
                sys.exit(f"kvplan {' '.join(arguments)}: the wheel's program answers\n{answer}\nnot\n{answers[0]}")
    print(run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "tests" / "python", cwd=ROOT / "build", env=outside))


if __name__ == "__main__":
    main()
