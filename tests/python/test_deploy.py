# Expected: tests/cli/emit/copies-dry-run and tests/cli/lint/incidents-as-json.
import json
import pathlib

import pytest

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]
STORY = "Qwen3.8-Flash-Next-NVFP4"


def test_a_plan_becomes_files() -> None:
    report = kvplan.plan(STORY, util=0.74, kv_cache_dtype="fp8", max_num_seqs=12)
    made = kvplan.emit(report, cap=12, addresses=["10.0.0.1", "10.0.0.2"], prefill_tok_s=2000)
    paths = [file.path for file in made.files]
    assert made.refused is None
    assert paths[0] == "README.md"
    assert {"proxy/haproxy.cfg", "box-2/launch-copy-2.sh", "changeover.sh", "back.sh"} <= set(paths)
    assert "10.0.0.2" in next(file.text for file in made.files if file.path == "proxy/haproxy.cfg")


def test_a_plan_that_does_not_fit_has_no_files() -> None:
    made = kvplan.emit(kvplan.plan(STORY, util=0.3, layout="replicated"))
    assert made.refused and not made.files


def test_options_that_are_none_are_refused() -> None:
    report = kvplan.plan(STORY, util=0.74, kv_cache_dtype="fp8")
    with pytest.raises(TypeError, match="colour"):
        kvplan.emit(report, colour="red")
    with pytest.raises(TypeError, match="EmitOptions.proxy: expected .*ProxyKind, found 'apache'"):
        kvplan.emit(report, proxy="apache")


def test_an_incident_has_its_finding_with_line_and_seconds() -> None:
    incidents = ROOT / "tests" / "golden" / "incidents"
    found = kvplan.lint(incidents / "1-ban-after-both-down" / "nginx.conf")
    first = found.findings[0]
    assert (first.rule, first.severity, first.line, first.seconds) == ("ban-outlasts-restart", "error", 7, 30.0)
    assert json.loads(found.to_json())["schema_version"] == 1
    assert len(kvplan.lint(incidents / "clean")) == 0
