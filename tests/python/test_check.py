import pathlib
from typing import Any
import datetime

import pytest

import kvplan

POLICY = """\
schema_version = 1
model = "Qwen3.8-Flash-Next-NVFP4"
[engine]
kv_cache_dtype = "fp8"
util = 0.74
[limits]
min_full_context_requests = 5
layouts = ["split"]
[[ignore]]
limit = "layouts"
reason = "the second box is on its way"
until = 2026-12-31
"""


@pytest.fixture
def policy(tmp_path: pathlib.Path) -> Any:
    file = tmp_path / "kvplan.toml"
    file.write_text(POLICY)
    return file


def test_a_policy_is_checked_with_the_line_of_each_limit(policy: pathlib.Path) -> None:
    checked = kvplan.check(policy, today=datetime.date(2026, 12, 31))
    requests, layouts = checked.limits
    assert checked.verdict() == "pass"  # five requests ask for the split, which holds them
    assert (requests.id, requests.met(), requests.place.line) == ("min_full_context_requests", True, 7)
    assert layouts.met() and kvplan.Report(checked.report).recommendation.layout == "split"


def test_an_ignore_ends_with_its_day(policy: pathlib.Path) -> None:
    policy.write_text(POLICY.replace('["split"]', '["replicated"]'))
    assert kvplan.check(policy, today=datetime.date(2026, 12, 31)).verdict() == "pass"
    late = kvplan.check(policy, today=datetime.date(2027, 1, 1))
    assert (late.verdict(), late.exit_code()) == ("fail", 1)
    assert [limit.state for limit in late.limits] == ["met", "missed"]


def test_a_wrong_policy_names_its_line(policy: pathlib.Path) -> None:
    policy.write_text(POLICY.replace("util = 0.74", "utl = 0.74"))
    with pytest.raises(kvplan.Error, match="line 5"):
        kvplan.check(policy)
