# Expected numbers: tests/lib/calibration_test.cpp and tests/cli/calibrate, which hold what the engine printed.
from typing import Any
import json
import pathlib

import pytest

import kvplan
from kvplan import lib

LOGS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden" / "logs"
GIB = 2**30


@pytest.fixture(scope="module")
def learned() -> Any:
    return kvplan.calibrate(LOGS / "llama--util0.3-len8192-eager.log")


def test_a_log_gives_what_lies_beside_the_cache(learned: kvplan.Calibration) -> None:
    term = learned.find("other_inside_budget", "tiny-llama")
    assert tuple(map(int, (term.bytes.likely, term.bytes.low, term.bytes.high))) == (1_009_317_314, 901_943_132, 1_116_691_496)
    assert json.loads(learned.to_json())["runs"][0]["available_kv_bytes"] == 6_539_087_708
    assert learned.find("no_such_term") is None


def test_one_log_tells_the_cache_at_another_utilization(learned: kvplan.Calibration) -> None:
    cache = lib.available_at(learned, kvplan.PlannedStart(model="tiny-llama"), 0.92)
    assert int(cache.likely) / GIB == pytest.approx(20.69, abs=0.1)  # measured
    assert cache.low < cache.likely < cache.high
    assert lib.available_at(learned, kvplan.PlannedStart(model="another"), 0.92) is None


def test_a_calibration_survives_its_file(learned: kvplan.Calibration, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "calibration.json"
    file.write_text(learned.to_json())
    assert kvplan.read_calibration(file).to_json() == learned.to_json()


def test_a_plan_takes_a_calibration_as_an_object_and_as_a_file(learned: kvplan.Calibration, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "calibration.json"
    file.write_text(learned.to_json())
    asked = dict(box="gb10", util=0.5, kv_cache_dtype="bfloat16")
    without, of_object, of_file = (
        kvplan.plan("Meta-Llama-3.1-8B", calibration=given, **asked).to_json() for given in (None, learned, file)
    )
    assert of_object == of_file
    assert of_object != without


def test_what_is_no_evidence_is_named(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("nothing\n")
    with pytest.raises(kvplan.Error, match="notes.txt"):
        kvplan.calibrate([file])
