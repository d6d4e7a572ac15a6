"""The types hold, by mypy --strict: of the package, and of what the notebooks do with it."""

import json
import os
import pathlib
import subprocess
import sys
import sysconfig

import pytest

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(kvplan.__file__).parent
NOTEBOOKS = ROOT / "examples" / "notebooks"


def code_of(notebook: pathlib.Path) -> str:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def test_mypy_strict_has_nothing_to_say(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    notebooks = list(NOTEBOOKS.glob("*.ipynb"))
    scripts = [tmp_path / f"{notebook.stem}.py" for notebook in notebooks]
    assert len(scripts) > 5
    for notebook, script in zip(notebooks, scripts):
        script.write_text(code_of(notebook), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "tests" / "python" / "mypy.ini"]
    command += ["--cache-dir", tmp_path / "cache", PACKAGE, *scripts]
    installed = PACKAGE.parent == pathlib.Path(sysconfig.get_path("purelib"))
    environment = {**os.environ, "MYPYPATH": "" if installed else str(PACKAGE.parent)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
