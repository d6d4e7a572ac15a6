"""What `kvplan check` writes for others is read by others: each format by a consumer that is not ours."""

import pathlib
from typing import Any
import json
import subprocess
import xml.etree.ElementTree

import junitparser
import pytest
from fluidattacks_core import sarif  # pydantic models made from OASIS' own SARIF 2.1.0 schema
from tap.parser import Parser

POLICY = """\
schema_version = 1
model = "Qwen3.8-Flash-Next-NVFP4"
[[box]]
name = "gb10"
count = 2
util = {util}
[engine]
kv_cache_dtype = "fp8"
[limits]
min_full_context_requests = 40
min_kv_cache_tokens = 1_000
layouts = ["replicated", "split"]
"""


@pytest.fixture
def written(program: pathlib.Path, tmp_path: pathlib.Path) -> Any:
    """The program's answer to a policy of which one limit is missed, in one format."""
    (tmp_path / "kvplan.toml").write_text(POLICY.format(util=0.74))

    def write(output_format: Any) -> Any:
        done = subprocess.run(
            [program, "check", "--format", output_format], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (1, "")
        return done.stdout

    return write


def test_sarif_is_valid_by_its_schema(written: Any) -> None:
    text = written("sarif")
    assert len(sarif.SarifLog.model_validate_json(text).runs) == 1
    (result,) = json.loads(text)["runs"][0]["results"]
    assert result["ruleId"] == "min_full_context_requests"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "kvplan.toml"
    assert place["region"]["startLine"] == 10


def test_junit_counts_what_failed(written: Any) -> None:
    report = junitparser.JUnitXml.fromstring(written("junit").encode())
    (suite,) = report
    cases = {case.name: case.result for case in suite}
    assert (suite.tests, suite.failures) == (3, 1)
    assert isinstance(cases["min_full_context_requests"][0], junitparser.Failure)
    assert cases["layouts"] == []


def test_tap_is_parsed(written: Any) -> None:
    lines = list(Parser().parse_text(written("tap")))
    tests = [line for line in lines if line.category == "test"]
    assert [test.ok for test in tests] == [False, True, True]
    assert [line.expected_tests for line in lines if line.category == "plan"] == [3]
    assert tests[0].yaml_block["at"] == "kvplan.toml:10"


def test_gitlab_has_the_fields_that_gitlab_asks_for(written: Any) -> None:
    (issue,) = json.loads(written("gitlab"))
    assert issue["location"] == {"path": "kvplan.toml", "lines": {"begin": 10}}
    assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
    assert issue["description"] and issue["check_name"] and len(issue["fingerprint"]) == 16


def test_github_names_file_line_and_title(written: Any) -> None:
    assert written("github").startswith(
        "::error file=kvplan.toml,line=10,title=min_full_context_requests::min_full_context_requests: "
    )


def test_text_of_a_hostile_policy_stays_inside_its_format(program: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "a<b>&\"c'"
    folder.mkdir()
    (folder / "kvplan.toml").write_text(POLICY.format(util=0.74))
    for output_format, parse in (
        ("junit", xml.etree.ElementTree.fromstring),
        ("sarif", sarif.SarifLog.model_validate_json),
        ("gitlab", json.loads),
    ):
        done = subprocess.run(
            [program, "check", "--policy", folder / "kvplan.toml", "--format", output_format],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        parse(done.stdout)
