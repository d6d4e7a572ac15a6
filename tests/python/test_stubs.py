# Stubs are generated, for hand-kept ones drift; with Debian's pybind11, as ./dev test builds the module. To write them anew:
#   PYTHONPATH=build/dev/package build/venv/bin/pybind11-stubgen kvplan._core -o build/stubs
#   cp build/stubs/kvplan/_core.pyi python/kvplan/
import pathlib
import subprocess
import sys

import pytest

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_stubs_are_those_of_the_module(tmp_path):
    pytest.importorskip("pybind11_stubgen", reason="pybind11-stubgen is not installed")
    if hasattr(kvplan.Bytes, "_pybind11_conduit_v1_"):
        pytest.skip("newer releases of pybind11 than Debian 12's 2.10 word some signatures otherwise")
    run = subprocess.run(
        [sys.executable, "-m", "pybind11_stubgen", "kvplan._core", "--exit-code", "-o", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    made = (tmp_path / "kvplan" / "_core.pyi").read_text(encoding="utf-8")
    assert made == (ROOT / "python" / "kvplan" / "_core.pyi").read_text(encoding="utf-8")
