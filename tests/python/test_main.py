import os
import pathlib
import subprocess
import sys

import pytest

import kvplan


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "kvplan", *arguments], capture_output=True, text=True, env={**os.environ, **environment}
    )


def test_the_module_runs_the_program(program):
    direct = subprocess.run([program, "--version"], capture_output=True, text=True)
    module = run("--version", PATH=str(program.parent))
    assert (module.returncode, module.stdout, module.stderr) == (0, direct.stdout, "")
    refused = run("--model", "nothing-like-it", PATH=str(program.parent))
    assert refused.returncode == 2
    assert refused.stderr.startswith("kvplan: --model: ")


@pytest.mark.skipif(
    (pathlib.Path(kvplan.__file__).parent / "bin" / "kvplan").exists(), reason="the installed package holds the program"
)
def test_without_the_program_the_module_says_so(tmp_path):
    result = run("--version", PATH=str(tmp_path))
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == "kvplan: the program kvplan is neither in this package nor on PATH\n"
