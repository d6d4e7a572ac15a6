# Stubs are generated, for hand-kept ones drift; with the pybind11 of requirements.txt, as ./dev test builds the module. To write
# them anew: ./dev stubs
import pathlib
import subprocess
import sys

import pytest

import kvplan

STUBS = pathlib.Path(__file__).resolve().parents[2] / "python" / "kvplan" / "_core"


def test_the_stubs_are_those_of_the_module(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pybind11_stubgen", reason="pybind11-stubgen is not installed")
    if not hasattr(kvplan.Bytes, "_pybind11_conduit_v1_"):
        pytest.skip("older releases of pybind11 than requirements.txt's word some signatures otherwise")
    run = subprocess.run(
        [sys.executable, STUBS.parents[1] / "generate" / "stubs.py", tmp_path], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    made = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "kvplan" / "_core").glob("*.pyi")}
    assert made == {path.name: path.read_text(encoding="utf-8") for path in STUBS.glob("*.pyi")}
