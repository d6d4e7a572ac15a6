# Expected numbers: tests/cli/simulate/one-request, worked out by hand; the flip is that of tests/cli/simulate/flip.
import json
import pathlib

import numpy as np
import pytest

import kvplan

TRACE = pathlib.Path(__file__).resolve().parents[1] / "cli" / "simulate" / "one-request" / "trace.csv"
LLAMA = "Meta-Llama-3.1-8B"


def test_one_request_alone() -> None:
    report = kvplan.simulate(LLAMA, trace=TRACE, util=0.5, layout="replicated", prefill_tok_s=1000)
    (run,) = report.runs
    assert (run.layout_id, run.routing, run.result.completed) == ("replicated-2xtp1", "least_conn", 1)
    assert run.ttft_s["p50"] == pytest.approx(1.006358635)
    assert run.result.duration_s == pytest.approx(1.061820365245)
    assert json.loads(report.to_json())["layouts"][0]["ttft_s"]["p50"] == run.ttft_s["p50"]


def test_the_series_sum_to_the_whole() -> None:
    report = kvplan.simulate(LLAMA, rate=1, requests=200, util=0.5, layout="replicated", cap=8, cap_at="proxy")
    (run,) = report.runs
    series = [copy.series for copy in run.result.copies]
    assert series[0]["completed"].dtype == np.int64
    assert sum(int(s["completed"].sum()) for s in series) == run.result.completed == 200
    assert max(copy.most_running for copy in run.result.copies) <= 8
    assert series[0]["from_s"].shape == series[0]["kv_cache_usage_mean"].shape


def test_more_long_requests_ask_for_one_pool() -> None:
    report = kvplan.simulate(
        "Qwen3.8-Flash-Next-NVFP4",
        util=0.74,
        kv_cache_dtype="fp8",
        speculative_config="mtp:4",
        rate=0.25,
        requests=300,
        in_="2000~0.8",
        out="300~exp",
        long_in=240000,
        long_out=1000,
        search_long_share=True,
    )
    flip = report.search.flips[0]
    assert report.runs[flip.before].layout_id == "replicated-2xtp1"
    assert report.runs[flip.after].layout_id == "split-1xtp2"
    assert 0 < flip.to - flip.from_ <= 0.001


def test_a_step_time_is_calibrated_by_a_benchmark() -> None:
    runs = TRACE.parents[3] / "golden" / "vllm-0.32-cpu" / "throughput.jsonl"
    report = kvplan.simulate(LLAMA, clients=8, requests=100, util=0.5, layout="replicated", benchmark=runs)
    assert report.runs[0].step_time_source.startswith("calibrated")


def test_arrivals_are_asked_for_once() -> None:
    with pytest.raises(TypeError):
        kvplan.simulate(LLAMA)
    with pytest.raises(TypeError):
        kvplan.simulate(LLAMA, trace=TRACE, rate=1)
    with pytest.raises(kvplan.Error, match="least_conn"):
        kvplan.simulate(LLAMA, rate=1, requests=2, util=0.5, routing="random")
