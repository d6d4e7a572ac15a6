"""The types of the package, the tests and the notebooks hold: mypy --strict."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(kvplan.__file__).parent


def notebook_as_module(notebook: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    module = folder / f"{notebook.stem}.py"
    module.write_text("\n\n".join(code) + "\n", encoding="utf-8")
    return module


def test_mypy_strict_has_nothing_to_say(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "notebooks").mkdir()
    notebooks = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
    assert len(notebooks) >= 7
    checked = [notebook_as_module(notebook, tmp_path / "notebooks") for notebook in notebooks]
    generate = ROOT / "python" / "generate"
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "tests" / "python" / "mypy.ini"]
    command += ["--cache-dir", tmp_path / "cache", PACKAGE, *sorted((ROOT / "tests" / "python").glob("*.py")), *checked]
    path = os.pathsep.join([str(PACKAGE.parent), str(generate)])
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MYPYPATH": path}, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
