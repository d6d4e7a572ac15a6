"""The examples for continuous integration: valid by the published schemas, and their commands run as they are written."""

from typing import Any
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
import yaml

CI = pathlib.Path(__file__).resolve().parents[2] / "examples" / "ci"
GATE = CI.parent / "gate"


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("action.yml", "vendor.github-actions"),
        ("gitlab-ci.yml", "vendor.gitlab-ci"),
    ],
)
def test_an_example_is_valid_by_its_schema(name: Any, schema: Any) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, CI / name], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.fixture
def folder(program: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    """A repository with a policy and its files, and the program on PATH."""
    shutil.copytree(GATE, tmp_path, dirs_exist_ok=True)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "kvplan").symlink_to(program)
    (tmp_path / "bin" / "pip").write_text("#!/bin/sh\nexit 0\n")
    (tmp_path / "bin" / "pip").chmod(0o755)
    return tmp_path


def run_script(folder: pathlib.Path, script: Any, **environment: Any) -> Any:
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=folder, env={**os.environ, "PATH": path, **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_action_annotates_and_summarizes(folder: pathlib.Path) -> None:
    (step,) = yaml.safe_load((CI / "action.yml").read_text())["runs"]["steps"]
    for name in ("kvplan.toml", "box-1/vllm-copy.service", "box-2/vllm-copy.service"):
        file = folder / name
        file.write_text(file.read_text().replace("0.74", "0.86"))
    files = {"KVPLAN": "kvplan", "POLICY": "kvplan.toml", "SARIF": "kvplan.sarif", "GITHUB_STEP_SUMMARY": "summary.md"}
    done = run_script(folder, step["run"], **files)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=kvplan.toml,line=26,title=min_headroom::")
    # The headroom, and lint's own word on the same memory.
    assert (folder / "summary.md").read_text().startswith("# FAIL: 2 of 9 limits missed")
    assert '"ruleId": "min_headroom"' in (folder / "kvplan.sarif").read_text()


def test_the_gitlab_job_writes_both_reports(folder: pathlib.Path) -> None:
    job = yaml.safe_load((CI / "gitlab-ci.yml").read_text())["kvplan"]
    done = run_script(folder, "\n".join(job["script"]))
    assert done.returncode == 0, done.stderr
    assert (folder / "kvplan-quality.json").read_text() == "[]\n"
    assert 'failures="0"' in (folder / "kvplan-junit.xml").read_text()


def test_the_hook_runs_the_gate(folder: pathlib.Path) -> None:
    (hook,) = yaml.safe_load((CI / "pre-commit-hooks.yaml").read_text())
    assert run_script(folder, hook["entry"]).returncode == 0
