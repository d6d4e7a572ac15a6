"""What `kvplan check` and its like write for others is read by others: each format by a consumer that is not ours."""

import csv
import html.parser
import io
import json
import pathlib
import re
import subprocess
import xml.etree.ElementTree
from typing import Any

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


STORY = "--model Qwen3.8-Flash-Next-NVFP4 --kv-cache-dtype fp8 --service postgres=5GiB --need-requests 4".split()


@pytest.fixture
def differing(program, tmp_path):
    """A lock at 0.78, and the answer of a plan at 0.74 to it, in one format."""
    lock = [program, "diff", *STORY, "--util", "0.78", "--write"]
    assert subprocess.run(lock, cwd=tmp_path, capture_output=True, check=False).returncode == 0

    def write(output_format, *options):
        done = subprocess.run(
            [program, "diff", *STORY, "--util", "0.74", "--format", output_format, *options],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (1, "")
        return done.stdout

    return write


# 408 → 281 blocks, 8 → 4 requests a fleet: tests/lib/report_test.cpp.
def test_a_diff_is_a_suite_whose_losses_fail(differing):
    (suite,) = junitparser.JUnitXml.fromstring(differing("junit").encode())
    failed = {case.name for case in suite if any(isinstance(r, junitparser.Failure) for r in case.result)}
    assert failed == {"replicated-2xtp1 full_context_requests", "replicated-2xtp1 kv_cache_tokens"}
    tests = [line for line in Parser().parse_text(differing("tap")) if line.category == "test"]
    assert {test.description.removeprefix("- ") for test in tests if not test.ok} == failed


def test_a_diffs_losses_are_findings_on_the_lock(differing):
    text = differing("sarif")
    sarif.SarifLog.model_validate_json(text)
    (run,) = json.loads(text)["runs"]
    assert {result["ruleId"] for result in run["results"]} == {"capacity-regression"}
    assert len(run["results"]) == 2
    assert {issue["location"]["path"] for issue in json.loads(differing("gitlab"))} == {"kvplan.lock.json"}
    assert differing("github").count("::error file=kvplan.lock.json,line=1,title=capacity-regression::") == 2


def test_a_diffs_table_has_both_numbers_and_their_cause(differing):
    assert "| replicated-2xtp1 | num_blocks | 408 | 281 | -31.1 % | inputs |" in differing("markdown")
    rows = list(csv.DictReader(io.StringIO(differing("csv"))))
    (row,) = [r for r in rows if (r["layout"], r["field"]) == ("replicated-2xtp1", "full_context_requests")]
    assert (row["from"], row["to"], row["cause"], row["regression"]) == ("8", "4", "input", "true")


def test_bf16_to_fp8_gains_and_is_no_loss(program, tmp_path):
    def run(*options):
        return subprocess.run(
            [program, "diff", "--model", "Qwen3.8-Flash-Next-NVFP4", "--util", "0.74", *options],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert run("--kv-cache-dtype", "bfloat16", "--write").returncode == 0
    done = run("--kv-cache-dtype", "fp8", "--format", "json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer["inputs"] == [{"name": "engine.kv_cache_dtype", "from": "bfloat16", "to": "fp8"}]
    (tokens,) = [m for m in answer["moved"] if (m["layout"], m["field"]) == ("replicated-2xtp1", "kv_cache_tokens")]
    assert (tokens["to"], tokens["cause"], tokens["regression"]) == (1518812, "input", False)
    assert tokens["from"] < tokens["to"]


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert not any(name.startswith("on") or name in {"src", "href"} for name, _ in attrs)


PAGE = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "ul", "ol", "li", "div", "table", "caption", "thead",
    "tbody", "tr", "th", "td", "code",
}  # fmt: skip


def cells(line):
    return len(re.findall(r"(?<!\\)\|", line))


def assert_inside(page, text):
    """HTML of known tags alone, Markdown whose table rows have as many cells as their head."""
    tags = Tags()
    tags.feed(page)
    assert tags.tags <= PAGE
    lines = text.splitlines()
    for before, line in zip(lines, lines[1:]):
        if before.startswith("|") and line.startswith("|"):
            assert cells(before) == cells(line)
    assert not re.search(r"<[a-z/]", text)


HOSTILE = 'x|</td><script>alert(1)</script>[y](http://z)`"*'


def test_a_hostile_name_stays_inside_pages(program, tmp_path):
    folder = tmp_path / HOSTILE.replace("/", "∕")
    folder.mkdir()
    (folder / "kvplan.toml").write_text(POLICY.format(util=0.74))
    (folder / "launch.sh").write_text("vllm serve m --gpu-memory-utilization 0.95 --max-num-seq 8\n")
    service = ["--service", f"{HOSTILE}=1GiB"]
    lock = folder / "kvplan.lock.json"
    subprocess.run([program, "diff", *STORY, "--lock", lock, "--write"], check=True)
    commands = (
        ["check", "--policy", folder / "kvplan.toml"],
        ["diff", *STORY, *service, "--util", "0.74", "--lock", lock],
        ["lint", folder / "launch.sh"],
        ["compare", "--model", HOSTILE, "--model", "Qwen3.8-Flash-Next-NVFP4"],
    )
    for command in commands:
        page, text = (
            subprocess.run([program, *command, "--format", kind], capture_output=True, text=True, check=False).stdout
            for kind in ("html", "markdown")
        )
        assert page and text
        assert_inside(page, text)


@pytest.mark.parametrize(
    ("command", "has"),
    [
        (["check"], "text, json, markdown, html, csv, junit, tap, sarif, github or gitlab"),
        (["diff", *STORY], "text, json, markdown, html, csv, junit, tap, sarif, github or gitlab"),
        (["lint", "launch.sh"], "text, json, markdown, html, csv, junit, tap, sarif, github or gitlab"),
        (["compare", *STORY], "text, json, markdown, html or csv"),
        (STORY, "text, json, markdown, html or csv"),
        (["report", *STORY], "html, markdown or json"),
    ],
)
def test_an_unknown_format_is_refused_with_those_there_are(program, tmp_path, command, has):
    (tmp_path / "kvplan.toml").write_text(POLICY.format(util=0.74))
    (tmp_path / "launch.sh").write_text("vllm serve m --host 127.0.0.1\n")
    subprocess.run([program, "diff", *STORY, "--write"], cwd=tmp_path, check=True)
    done = subprocess.run(
        [program, *command, "--output", "json=kept.json", "--output", "yaml=not.yaml"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f'kvplan: --format: expected {has}, found "yaml"\n'
    assert not (tmp_path / "kept.json").exists()
