"""The types of the package hold: mypy --strict."""

import os
import pathlib
import subprocess
import sys

import pytest

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(kvplan.__file__).parent


def test_mypy_strict_has_nothing_to_say(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "tests" / "python" / "mypy.ini"]
    command += ["--cache-dir", tmp_path / "cache", PACKAGE]
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
