"""`python -m kvplan`, and the command `kvplan` of a wheel, are the C++ program: byte for byte, with its exit codes."""

from typing import Any
import os
import pathlib
import re
import subprocess
import sys

import pytest

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: What a wheel's `kvplan` runs, by pyproject.toml's [project.scripts].
SCRIPT = "import sys\nfrom kvplan.__main__ import main\nsys.exit(main())\n"
STORY = ["--model", "Qwen3.8-Flash-Next-NVFP4", "--util", "0.74", "--kv-cache-dtype", "fp8"]
#: Arguments, and the exit code where it is worth saying.
CASES = [
    (["--version"], 0),
    ([*STORY], 0),
    ([*STORY, "--format", "json"], 0),
    ([*STORY, "--colour", "always"], None),
    (["explain", *STORY, "--models", "models"], 0),  # names the model's file, which a wheel has its own copy of
    (["--model", "Qwen3.8-Flash-Next-NVFP4", "--util", "0.3"], 1),
    (["--model", "nothing-like-it"], 2),
    (["--model", "tests/golden/unknown.json"], None),
    (["--no-such-option"], 2),
    (["check", "--policy", "examples/gate/kvplan.toml", "--format", "sarif"], None),
    (["lint", "tests/golden/incidents/1-ban-after-both-down", "--format", "json"], None),
    (["batch"], None),
    (["models", "--format", "json"], None),
]


def commands(program: pathlib.Path) -> Any:
    text = subprocess.run([program, "--help"], capture_output=True, text=True).stdout
    names = re.findall(r"^  (\w+)  +", text.split("Commands:", 1)[1], re.MULTILINE)
    assert {"explain", "sweep", "check", "lint", "emit"} <= set(names)
    return names


def answers(arguments: Any, program: pathlib.Path, cwd: Any=ROOT, given: Any=b'{"config": "nothing"}\n\n') -> Any:
    """Of the program, of `python -m kvplan` and of the wheel's command: exit code, stdout, stderr."""
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    ways = ([program], [sys.executable, "-m", "kvplan"], [sys.executable, "-c", SCRIPT])
    for way in ways:
        done = subprocess.run([*way, *arguments], capture_output=True, cwd=cwd, env=environment, input=given)
        yield done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("arguments", "code"), CASES, ids=lambda case: " ".join(case) if isinstance(case, list) else "")
def test_an_answer_is_the_programs_own(program: pathlib.Path, arguments: Any, code: Any) -> None:
    direct, module, script = answers(arguments, program)
    assert module == direct
    assert script == direct
    assert direct[1] or direct[2]
    assert code is None or direct[0] == code


def test_the_help_of_every_command_is_the_programs_own(program: pathlib.Path) -> None:
    for command in commands(program):
        direct, module, _ = answers([command, "--help"], program)
        assert direct[0] == 0 and direct[1]
        assert module == direct


@pytest.mark.skipif(
    (pathlib.Path(kvplan.__file__).parent / "bin" / "kvplan").exists(), reason="the installed package holds the program"
)
def test_without_the_program_the_module_says_so(tmp_path: pathlib.Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kvplan", "--version"],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kvplan: the program kvplan is neither in this package nor on PATH\n"
