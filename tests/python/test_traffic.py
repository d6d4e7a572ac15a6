# Expected numbers: tests/lib/traffic_test.cpp and the story's own figures.
import json
import pathlib

import pytest

import kvplan

TRAFFIC = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden" / "traffic"


def test_the_story_has_no_knee_for_short_prompts_and_a_peak_for_long_ones() -> None:
    report = kvplan.traffic_report(kvplan.read_measurements(TRAFFIC / "story.csv"))
    short, long = report.classes
    assert (short.name, short.knee, short.peak, short.cap.value) == ("short", None, None, 16)
    assert (long.peak, long.cap.value, long.cap.low, long.cap.high) == (8, 8, 6, 11)
    assert long.measure_next == [6, 11]


def test_a_real_engine_grows_to_32_with_short_prompts_and_to_8_with_long_ones() -> None:
    read = kvplan.read_measurements([TRAFFIC / "engine-throughput.jsonl"])
    report = kvplan.traffic_report(read)
    assert [c.cap.value for c in report.classes] == [32, 8]
    assert report.classes[0].name == "prompt 32" and report.classes[0].knee is None


def test_the_afternoon_says_what_the_cap_gains_and_costs() -> None:
    report = kvplan.traffic_report(kvplan.read_measurements(TRAFFIC / "afternoon.csv"), present=8)
    change = report.classes[0].change
    assert (change.from_, change.to) == (8, 12)
    assert change.requests_low == pytest.approx(0.182, rel=0.005)
    assert change.seconds_high == pytest.approx(0.269, rel=0.005)


def test_slots_are_a_ceiling() -> None:
    report = kvplan.traffic_report(kvplan.read_measurements(TRAFFIC / "story.csv"), max_num_seqs=12)
    assert report.classes[0].cap.value == 12
    assert report.classes[0].slots_ceiling == 12


def test_the_report_has_every_dress() -> None:
    report = kvplan.traffic_report(kvplan.read_measurements(TRAFFIC / "story.csv"))
    assert json.loads(report.to_json())["schema_version"] == 1
    assert report.to_svg().startswith("<svg")
    assert "| " in report.to_markdown()
    assert "short" in str(report)


def test_errors_pass_through() -> None:
    with pytest.raises(kvplan.Error, match="output_tok_s"):
        kvplan.read_measurements(TRAFFIC / "bad-missing-column.csv")
    with pytest.raises(kvplan.Error) as raised:
        kvplan.traffic_report(kvplan.read_measurements(TRAFFIC / "story.csv"), ttft_limit_s=1)
    assert raised.value.kind == "unknown"
