from typing import Any
import json
import pathlib
import pickle
import subprocess

import pytest

import kvplan

MODEL = "Qwen3.8-Flash-Next-NVFP4"


def failure(*arguments: Any, **keywords: Any) -> Any:
    with pytest.raises(kvplan.Error) as caught:
        kvplan.plan(*arguments, **keywords)
    return caught.value


def config(folder: pathlib.Path, **fields: Any) -> Any:
    path = folder / "config.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    return path


LLAMA = dict(
    architectures=["LlamaForCausalLM"],
    model_type="llama",
    hidden_size=4096,
    intermediate_size=14336,
    num_hidden_layers=32,
    num_attention_heads=32,
    num_key_value_heads=8,
    max_position_embeddings=131072,
    vocab_size=128256,
    torch_dtype="bfloat16",
)


def test_a_model_type_without_a_family_cannot_be_judged(tmp_path: pathlib.Path) -> None:
    path = config(tmp_path, **{**LLAMA, "architectures": ["AcmeForCausalLM"], "model_type": "acme"})
    error = failure(path)
    assert error.kind == "unknown"
    assert error.file == str(path)
    assert error.pointer == "/model_type"
    assert error.found == '"acme"'


def test_a_broken_config_is_named_with_file_and_pointer(tmp_path: pathlib.Path) -> None:
    path = config(tmp_path, **{**LLAMA, "num_key_value_heads": "8"})
    error = failure(path)
    assert error.kind == "invalid"
    assert error.file == str(path)
    assert error.pointer == "/num_key_value_heads"
    assert error.found == '"8"'
    assert str(error) == f"{path}: /num_key_value_heads: expected {error.expected}, found \"8\""


def test_a_config_that_is_no_json_is_named_with_its_line(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{\n"model_type": }', encoding="utf-8")
    error = failure(path)
    assert error.kind == "invalid"
    assert error.file == str(path)


def test_the_message_is_the_command_lines(program: pathlib.Path, tmp_path: pathlib.Path) -> None:
    path = config(tmp_path, **{**LLAMA, "num_key_value_heads": "8"})
    for keywords, arguments in [
        (dict(model=path), ["--model", path]),
        (dict(model=MODEL, util=1.5), ["--model", MODEL, "--util", "1.5"]),
        (dict(model=MODEL, headroom="5G"), ["--model", MODEL, "--headroom", "5G"]),
        (dict(model=MODEL, layout="diagonal"), ["--model", MODEL, "--layout", "diagonal"]),
        (dict(model=MODEL, max_num_seqs="many"), ["--model", MODEL, "--max-num-seqs", "many"]),
    ]:
        run = subprocess.run([program, *arguments], capture_output=True, text=True)
        with pytest.raises(kvplan.Error) as caught:
            kvplan.plan(**keywords)
        assert f"kvplan: {caught.value}\n" == run.stderr
        assert run.returncode == 2


@pytest.mark.parametrize(
    "keywords, option",
    [
        (dict(util=0), "--util"),
        (dict(util=float("nan")), "--util"),
        (dict(util=[0.7, 0.7, 0.7]), "--util"),
        (dict(services={"postgres": "6GiB@nowhere"}), "--service"),
        (dict(weights="heavy"), "--weights"),
        (dict(weights=""), "--weights"),
        (dict(need_requests=-1), "--need-requests"),
        (dict(need_tokens=-1), "--need-tokens"),
        (dict(box="gb11"), "--box"),
        (dict(speculative_config="mtp"), "--speculative-config"),
        (dict(kv_cache_dtype_skip_layers="[0"), "--kv-cache-dtype-skip-layers"),
        (dict(max_model_len=0), "--max-model-len"),
    ],
)
def test_an_option_out_of_range_is_named(keywords: Any, option: Any) -> None:
    error = failure(MODEL, **keywords)
    assert error.kind == "invalid"
    assert error.file == option


@pytest.mark.parametrize(
    "keywords, name",
    [
        (dict(kv_cache_dtyp="fp8"), "'kv_cache_dtyp'"),
        (dict(utl=None), "'utl'"),
        (dict(box="gb10", boxes=["gb10"]), "boxes or box"),
        (dict(boxes="gb10"), "box="),
        (dict(boxes=[]), "boxes"),
        (dict(util=0.7, gpu_memory_utilization=0.7), "gpu_memory_utilization"),
        (dict(headroom=1.5), "--headroom"),
        (dict(max_num_seqs=object()), "max_num_seqs"),
    ],
)
def test_a_call_that_makes_no_sense_is_a_type_error(keywords: Any, name: Any) -> None:
    with pytest.raises(TypeError, match=name):
        kvplan.plan(MODEL, **keywords)


def test_a_plan_without_a_model_is_an_error() -> None:
    assert failure().file == "--model"


def test_an_error_survives_pickling() -> None:
    error = failure(MODEL, util=1.5)
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert (copy.kind, copy.file, copy.found) == ("invalid", "--util", error.found)


def test_a_number_beyond_64_bits_is_an_error_not_a_crash() -> None:
    with pytest.raises((kvplan.Error, OverflowError)):
        kvplan.plan(MODEL, max_model_len=2**64)
