from typing import Any
import json
import pathlib
import subprocess

import numpy
import pytest

import kvplan
from kvplan import Blocks, Bytes, Tokens, lib

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = "Qwen3.8-Flash-Next-NVFP4"


@pytest.fixture(scope="module")
def story() -> Any:
    return kvplan.plan(MODEL, util=0.74, kv_cache_dtype="fp8")


def layout(report: kvplan.Report, family: Any) -> Any:
    return next(layout for layout in report.layouts if layout.layout == family)


def test_the_story_at_074_is_a_copy_on_each_box(story: kvplan.Report) -> None:
    assert story.recommendation.layout == "replicated"
    assert story.recommendation.layout_id == "replicated-2xtp1"
    assert story.recommendation.need_met
    assert story.exit_code == 0
    copies = layout(story, "replicated").per_copy
    assert len(copies) == 2
    for copy in copies:
        assert copy.kv_cache_tokens == Tokens(759406)
        assert copy.num_blocks == Blocks(281)
        assert copy.bytes_per_block == Bytes(40943616)
        assert copy.blocks_per_request == Blocks(97)
        assert copy.block_size == Tokens(3136)
        assert copy.full_context_requests == 2
        assert copy.deficit_bytes == Bytes(0)
    assert [copy.boxes for copy in copies] == [["gb10-1"], ["gb10-2"]]


def test_a_layout_adds_over_its_copies(story: kvplan.Report) -> None:
    replicated = layout(story, "replicated")
    assert replicated.fits
    assert replicated.services_fit
    assert replicated.copies == 2
    assert replicated.kv_cache_tokens == Tokens(2 * 759406)
    assert replicated.full_context_requests == 4
    assert replicated.largest_request_tokens == Tokens(262144)
    assert replicated.serves_with_one_box_down
    assert (replicated.tensor_parallel_size, replicated.pipeline_parallel_size) == (1, 1)
    assert replicated.start_seconds == (300, 780)


def test_a_split_has_a_rank_on_each_box(story: kvplan.Report) -> None:
    split = layout(story, "split")
    assert split.copies == 1
    assert [rank.box for rank in split.per_copy[0].ranks] == ["gb10-1", "gb10-2"]
    assert [rank.rank for rank in split.per_copy[0].ranks] == [0, 1]
    assert not split.serves_with_one_box_down


def test_a_need_of_eight_at_076_in_bfloat16_is_a_split() -> None:
    report = kvplan.plan(MODEL, util=0.76, kv_cache_dtype="bfloat16", need_requests=8)
    assert report.recommendation.layout == "split"
    assert report.recommendation.need_met


def test_what_does_not_fit_is_an_answer() -> None:
    report = kvplan.plan(MODEL, box="gb10", util=0.5, kv_cache_dtype="fp8")
    assert report.exit_code == 1
    assert report.recommendation.layout == "none"
    assert report.recommendation.layout_id is None
    assert report.recommendation.changes
    (single,) = report.layouts
    assert not single.fits
    assert single.kv_cache_tokens is None
    assert single.full_context_requests == 0
    (copy,) = single.per_copy
    assert copy.num_blocks is None
    assert copy.kv_cache_tokens is None
    assert copy.max_concurrency is None
    assert copy.deficit_bytes > Bytes(0)


def test_a_ledger_sums_to_its_box(story: kvplan.Report) -> None:
    for ledger in layout(story, "replicated").ledgers:
        assert ledger.total == Bytes(130663886848)
        assert sum((row.bytes.likely for row in ledger.rows), Bytes(0)) == ledger.total
        assert all(row.bytes.low <= row.bytes.likely <= row.bytes.high for row in ledger.rows)
        assert {row.kind for row in ledger.rows} <= {"device", "host", "reclaimable", "service", "system", "free"}


def test_the_recommendation_says_why_and_what_would_change_it(story: kvplan.Report) -> None:
    recommendation = story.recommendation
    assert recommendation.decided_by
    assert all(reason.rule and reason.text for reason in recommendation.reasons)
    assert {action.id for action in recommendation.actions} == {
        "copy_on_each",
        "split_only_if_needed",
        "proxy_only",
        "metrics_direct",
        "own_share",
        "cap_from_traffic",
        "plan_the_changeover",
    }
    flip = next(flip for flip in recommendation.flips_when if flip.input == "need_requests")
    assert (flip.from_, flip.to, flip.layout) == (4, 5, "split")
    assert recommendation.changes == []


def test_a_report_outlives_nothing_that_was_taken_from_it() -> None:
    rank = kvplan.plan(MODEL, util=0.74, kv_cache_dtype="fp8").layouts[0].per_copy[0].ranks[0]
    assert rank.num_blocks == Blocks(281)


def test_objects_and_document_say_the_same(story: kvplan.Report) -> None:
    document = story.to_dict()
    assert document["schema_version"] == 1
    for view, layout in zip(story.layouts, document["layouts"]):
        assert view.id == layout["id"]
        assert int(view.kv_cache_tokens) == layout["kv_cache_tokens"]
        for copy, expected in zip(view.per_copy, layout["per_copy"]):
            for name in ("weights_bytes", "available_kv_bytes", "available_kv_low_bytes", "available_kv_high_bytes"):
                assert int(getattr(copy, name)) == expected[name]
            assert int(copy.num_blocks) == expected["num_blocks"]
            assert copy.max_concurrency == expected["max_concurrency"]
        for ledger, expected in zip(view.ledgers, layout["ledgers"]):
            assert int(ledger.left_for_others) == expected["left_for_others_bytes"]
            assert int(ledger.shortfall) == expected["shortfall_bytes"]
    assert [dict(reason.values) for reason in story.recommendation.reasons] == [
        reason["values"] for reason in document["recommendation"]["reasons"]
    ]
    assert [warning.id for warning in story.warnings] == [warning["id"] for warning in document["warnings"]]


def test_every_form_of_a_report_shows_the_number(story: kvplan.Report) -> None:
    assert json.loads(story.to_json()) == story.to_dict()
    assert "759,406" in str(story)
    assert "\x1b" not in str(story)
    assert "759,406" in story.to_markdown()
    assert story._repr_markdown_() == story.to_markdown()
    assert "40,943,616" in story.explain()
    assert repr(story) == "<kvplan.Report local-inference-lab--Qwen3.8-Flash-Next-NVFP4: replicated-2xtp1>"
    assert repr(story.layouts[0]) == "<kvplan.Layout replicated-2xtp1: 1,518,812 tokens>"


QUESTIONS = [
    (dict(util=0.74, kv_cache_dtype="fp8"), ["--util", "0.74", "--kv-cache-dtype", "fp8"]),
    (
        dict(util=[0.74, 0.78], kv_cache_dtype="fp8", services={"postgres": "6GiB@gb10-1"}, headroom="5GiB"),
        ["--util=0.74,0.78", "--kv-cache-dtype=fp8", "--service=postgres=6GiB@gb10-1", "--headroom=5GiB"],
    ),
    (
        dict(boxes=["gb10", "gb10-119"], need_tokens=Tokens(2_000_000), speculative_config="mtp:4", engine="vllm@0.33"),
        ["--box=gb10", "--box=gb10-119", "--need-tokens=2000000", "--speculative-config=mtp:4", "--engine=vllm@0.33"],
    ),
    (
        dict(weights=Bytes(70 * 2**30), kv_cache_memory_bytes=12 * 2**30, layout="split", max_model_len="128K"),
        ["--weights=70GiB", "--kv-cache-memory-bytes=12GiB", "--layout=split", "--max-model-len=128K"],
    ),
    (dict(need_tokens="900k", context="32K", in_flight=4), ["--need-tokens=900k", "--context=32K", "--in-flight=4"]),
    (dict(box="gb10", util=0.5, enable_prefix_caching=False), ["--box=gb10", "--util=0.5", "--no-enable-prefix-caching"]),
]


@pytest.mark.parametrize("keywords, arguments", QUESTIONS)
def test_python_and_the_command_line_say_the_same(program: pathlib.Path, keywords: Any, arguments: Any) -> None:
    run = subprocess.run([program, "--model", MODEL, *arguments, "--format", "json"], capture_output=True, text=True)
    report = kvplan.plan(MODEL, **keywords)
    assert report.to_json() == run.stdout
    assert report.exit_code == run.returncode


def same(first: Any, second: Any) -> Any:
    return kvplan.plan(MODEL, **first).to_json() == kvplan.plan(MODEL, **second).to_json()


def test_the_same_thing_may_be_said_in_several_ways() -> None:
    assert same(dict(util=0.74), dict(gpu_memory_utilization=0.74))
    assert same(dict(util=0.74), dict(util="0.74,0.74"))
    assert same(dict(util=0.74), dict(util=numpy.array([0.74, 0.74])))
    assert same(dict(box="gb10"), dict(boxes=["gb10"]))
    assert same(dict(box="gb10"), dict(box=ROOT / "boxes" / "gb10.json"))
    assert same(dict(max_model_len=131072), dict(max_model_len=numpy.int64(131072)))
    assert same(dict(max_model_len=131072), dict(max_model_len="128K", max_num_seqs=None))
    assert same(
        dict(speculative_config="mtp:4"), dict(speculative_config={"method": "mtp", "num_speculative_tokens": 4})
    )
    assert same(dict(services={"postgres": "6GiB"}), dict(services=["postgres=6GiB"]))
    assert same(dict(services={"postgres": "6GiB"}), dict(services={"postgres": Bytes(6 * 2**30)}))


def test_a_serve_line_is_a_question_too() -> None:
    pasted = kvplan.plan(vllm_args=f"vllm serve {MODEL} --kv-cache-dtype fp8 --gpu-memory-utilization 0.74 --port 8000")
    assert pasted.to_json() == kvplan.plan(MODEL, util=0.74, kv_cache_dtype="fp8").to_json()


def test_what_is_only_assumed_is_named(story: kvplan.Report) -> None:
    assert story.not_measured
    assert all(isinstance(line, str) for line in story.not_measured)


def test_a_service_takes_memory_from_its_box_alone() -> None:
    report = kvplan.plan(MODEL, util=0.74, kv_cache_dtype="fp8", services={"postgres": "6GiB@gb10-2"})
    first, second = layout(report, "replicated").ledgers
    assert [row.bytes.likely for row in first.rows if row.kind == "service"] == []
    assert [row.bytes.likely for row in second.rows if row.kind == "service"] == [Bytes(6 * 2**30)]


def test_layers_may_keep_the_models_own_dtype() -> None:
    model = ROOT / "models" / "meta-llama--Meta-Llama-3.1-8B"
    fp8 = kvplan.plan(model, box="gb10", util=0.5, kv_cache_dtype="fp8")
    mixed = kvplan.plan(model, box="gb10", util=0.5, kv_cache_dtype="fp8", kv_cache_dtype_skip_layers=[0, "31"])
    assert mixed.layouts[0].kv_cache_tokens < fp8.layouts[0].kv_cache_tokens


def test_the_catalog_names_what_plan_takes() -> None:
    assert "local-inference-lab--Qwen3.8-Flash-Next-NVFP4" in kvplan.models()
    assert kvplan.models(ROOT / "models") == kvplan.models()
    llama = next(family for family in kvplan.families() if family.name == "llama")
    assert "llama" in llama.model_types
    assert llama.covers
    assert lib.find_family("llama") == llama and lib.find_family("nothing") is None
    newest = kvplan.engines()[0]
    assert (newest.name, newest.version) == ("vllm", "0.33")
    assert same(dict(engine=newest), dict())
