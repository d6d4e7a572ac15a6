"""What every value of the library can: ==, repr, copy, pickle, keyword arguments, assignment."""

import pathlib
from typing import Any
import copy
import enum
import inspect
import pickle
import threading
import time

import pytest

import kvplan
from kvplan import lib

MODEL = "Qwen3.8-Flash-Next-NVFP4"
VALUES = [
    struct
    for _, struct in inspect.getmembers(lib, inspect.isclass)
    if ", *, " in (struct.__init__.__doc__ or "")
]


@pytest.fixture(scope="module")
def report() -> Any:
    return kvplan.plan(MODEL, util=0.74, kv_cache_dtype="fp8")


def test_most_of_the_library_is_values() -> None:
    assert len(VALUES) > 140


@pytest.mark.parametrize("struct", VALUES, ids=lambda struct: struct.__name__)
def test_a_value_compares_prints_copies_and_is_not_a_key(struct: Any) -> None:
    assert struct() == struct()
    assert not struct() != struct()
    assert struct() != 1
    assert repr(struct()) == f"{struct.__name__}()"
    assert copy.copy(struct()) == struct() == copy.deepcopy(struct())
    with pytest.raises(TypeError, match="unhashable"):
        hash(struct())
    with pytest.raises(TypeError, match="there is no such field"):
        struct(nothing_like_it=1)


def test_a_value_takes_its_fields_as_keywords_and_shows_those_that_differ() -> None:
    heads = lib.FullAttention(kv_heads=8, head_dim=128)
    assert repr(heads) == "FullAttention(kv_heads=8, head_dim=128)"
    assert heads != lib.FullAttention(kv_heads=8)
    heads.v_head_dim = 64
    assert heads.v_head_dim == 64
    with pytest.raises(TypeError) as wrong:
        heads.head_dim = "wide"
    assert str(wrong.value) == "FullAttention.head_dim: expected int, found 'wide'"
    with pytest.raises(TypeError, match="^Box.total: expected kvplan._core.lib.Bytes, found 5$"):
        lib.Box(total=5)


def test_what_lies_inside_a_value_is_changed_in_place_and_lists_are_copies() -> None:
    request = lib.PlanRequest()
    request.options.max_model_len = kvplan.Tokens(4096)
    assert request.options.max_model_len == kvplan.Tokens(4096)
    request.utilization.append(0.5)
    assert request.utilization == []
    request.utilization = [0.5]
    assert request.utilization == [0.5]


def test_what_is_shared_in_the_library_cannot_be_changed_from_outside(report: kvplan.Report) -> None:
    request = report.request
    request.model.architecture.family = "other"
    assert request.model.architecture.family != "other"


def test_an_enumeration_is_text_that_knows_its_kind() -> None:
    assert issubclass(lib.RowKind, enum.Enum)
    assert lib.RowKind.device == "device" == str(lib.RowKind.device)
    assert repr(lib.RowKind.device) == "RowKind.device"
    assert {lib.RowKind.device: 1}["device"] == 1
    assert pickle.loads(pickle.dumps(lib.RowKind.device)) is lib.RowKind.device
    assert lib.size_of("float32") == lib.size_of(lib.Dtype.float32) == 4
    with pytest.raises(TypeError):
        lib.LedgerRow(kind=lib.Dtype.fp8)
    with pytest.raises(TypeError):
        lib.LedgerRow(kind="nothing like it")


def test_a_whole_report_compares_and_pickles(report: kvplan.Report) -> None:
    again = kvplan.plan(MODEL, util=0.74, kv_cache_dtype="fp8")
    other = kvplan.plan(MODEL, util=0.75, kv_cache_dtype="fp8")
    assert report == again and report != other
    back = pickle.loads(pickle.dumps(report))
    assert back == report
    assert back.to_json() == report.to_json()
    assert back.explain() == report.explain()
    assert copy.deepcopy(report) == report


def test_parts_of_a_report_pickle(report: kvplan.Report) -> None:
    layout = report.layouts[0]
    for part in (layout, layout.per_copy[0], layout.per_copy[0].ranks[0], report.recommendation, layout.ledgers[0]):
        assert pickle.loads(pickle.dumps(part)) == part
        assert copy.copy(part) == part
    assert layout != report.layouts[1]


def test_a_config_keeps_its_place_through_pickle(report: kvplan.Report) -> None:
    config = report.request.model.config
    back = pickle.loads(pickle.dumps(config))
    assert back == config
    assert (back.text.file(), back.text.pointer()) == (config.text.file(), config.text.pointer())
    with pytest.raises(kvplan.Error) as error:
        back.text.at("nothing_like_it")
    assert error.value.pointer == config.text.pointer() + "/nothing_like_it"


def test_results_of_a_simulation_pickle() -> None:
    made = kvplan.simulate("Meta-Llama-3.1-8B", rate=2, requests=20, in_=100, out=5, util=0.5, layout="replicated")
    back = pickle.loads(pickle.dumps(made))
    assert back == made
    assert back.to_json() == made.to_json()


def test_units_show_themselves_and_are_keys() -> None:
    assert repr(kvplan.BytesPerBlock(kvplan.Bytes(4096))) == "BytesPerBlock(4,096 B)"
    page, block = kvplan.BytesPerBlock(kvplan.Bytes(4096)), kvplan.TokensPerBlock(kvplan.Tokens(16))
    assert kvplan.Blocks(3) * page == kvplan.Bytes(12288)
    assert lib.blocks_for(kvplan.Tokens(17), block) == kvplan.Blocks(2)
    assert {page: 1, kvplan.Tokens(1): 2}[kvplan.BytesPerBlock(kvplan.Bytes(4096))] == 1
    for unit in (page, block, kvplan.Bytes(1), kvplan.Tokens(2), kvplan.Blocks(3)):
        assert pickle.loads(pickle.dumps(unit)) == unit == copy.copy(unit) == copy.deepcopy(unit)
    with pytest.raises(TypeError):
        kvplan.Tokens(1) * page


def test_a_step_of_the_pipeline_alone_gives_the_handworked_number() -> None:
    heads = lib.FullAttention(kv_heads=8, head_dim=128, v_head_dim=128)
    assert lib.bytes_per_token(heads, lib.Serving()) == kvplan.BytesPerToken(kvplan.Bytes(8 * 256 * 2))


def test_a_snapshot_of_metrics_is_read() -> None:
    text = "vllm:num_requests_running 3\nvllm:num_requests_waiting 1\n"
    status = lib.copy_status(lib.parse_exposition(text, "copy 1"))
    assert (status.figures.num_requests_running, status.figures.num_requests_waiting) == (3, 1)
    assert lib.fleet([status]).total.num_requests_running == 3


def test_a_lock_is_written_read_and_held_against_another(tmp_path: pathlib.Path) -> None:
    before, after = (kvplan.question(MODEL, util=util, kv_cache_dtype="fp8") for util in (0.74, 0.78))
    first, second = (
        lib.lock_of(asked, kvplan.plan(MODEL, util=float(asked.util), kv_cache_dtype="fp8")) for asked in (before, after)
    )
    (tmp_path / "lock.json").write_text(lib.write_lock(first))
    assert lib.read_lock(tmp_path / "lock.json") == first
    difference = lib.difference(first, first, second, 0)
    assert [(moved.name, moved.to) for moved in difference.inputs] == [("util", "0.78")]
    assert not difference.regressed()


def test_the_gil_is_free_while_the_library_works() -> None:
    order, begun = [], threading.Event()

    def work() -> None:
        begun.set()
        kvplan.simulate("Meta-Llama-3.1-8B", clients=64, requests=20_000, in_=500, out=300, util=0.5, layout="replicated")
        order.append("the library is done")

    working = threading.Thread(target=work)
    working.start()
    begun.wait()
    time.sleep(0.05)
    order.append("others ran meanwhile")
    working.join()
    assert order == ["others ran meanwhile", "the library is done"]
