"""What the documentation says is run: the examples in the docstrings, and the worked numbers in the comments of the headers."""

from typing import Any
import doctest
import importlib
import json
import os
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import kvplan
from kvplan import lib

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "lib" / "include" / "kvplan"


def modules() -> Any:
    names = [name for _, name, _ in pkgutil.iter_modules(kvplan.__path__, "kvplan.") if "__main__" not in name]
    return [kvplan, *(importlib.import_module(name) for name in names)]


def test_the_examples_in_the_docstrings_give_what_they_show() -> None:
    failed, tried = 0, 0
    for module in modules():
        result = doctest.testmod(module, extraglobs={"kvplan": kvplan, "lib": lib, "Bytes": kvplan.Bytes})
        failed, tried = failed + result.failed, tried + result.attempted
    assert failed == 0
    assert tried > 15


LLAMA = str(ROOT / "models" / "meta-llama--Meta-Llama-3.1-8B")
STORY = str(ROOT / "models" / "local-inference-lab--Qwen3.8-Flash-Next-NVFP4")


def plan_of(path: Any, **options: Any) -> Any:
    model = lib.read_model(path)
    given = lib.EngineOptions(**options)
    platform, rules = lib.find_platform("gb10"), lib.find_engine("").rules
    return model, given, platform, lib.resolve(model.architecture, given, platform, rules)


def llama_weights() -> Any:
    model, options, platform, serving = plan_of(LLAMA)
    return int(lib.weights(model.config, None, options, serving, platform).total())


def story_state() -> Any:
    model, _, _, serving = plan_of(STORY)
    states = [kind for layer in model.architecture.layers for kind in layer.keeps if lib.is_state(kind)]
    return {int(lib.state_bytes(state, serving, 0)) for state in states}


def latent_bytes(dtype: Any) -> Any:
    kind = lib.LatentAttention(kv_lora_rank=512, rope_head_dim=64)
    return int(lib.bytes_per_token(kind, lib.Serving(cache_dtype=dtype)).amount)


def away(layout: Any) -> Any:
    request = lib.request_from(
        kvplan.question("Qwen3.8-Flash-Next-NVFP4", util=0.74, kv_cache_dtype="fp8", restart=660, fault_every_days=30),
        kvplan.data_dir(),
    )
    rows = {row.layout_id: row for row in lib.availability(request, lib.compare(request).layouts)}
    return rows[layout]


#: Header, what stands in its comment, and the same from the library.
NUMBERS = [
    ("units.hpp", "17 tokens in blocks of 16 take 2.", lambda: int(lib.blocks_for(lib.Tokens(17), lib.TokensPerBlock(lib.Tokens(16)))), 2),
    ("units.hpp", '"0.74" for (0.74, 2)', lambda: lib.format_fixed(0.74, 2), "0.74"),
    ("units.hpp", '"71.83 GiB"', lambda: lib.format_gib(lib.Bytes(77_127_000_000)), "71.83 GiB"),
    ("units.hpp", '"499,110"', lambda: lib.format_count(499_110), "499,110"),
    ("units.hpp", '"27 k", "312"', lambda: [lib.format_short(n) for n in (27_000, 312)], ["27 k", "312"]),
    ("cache_spec.hpp", "48·128·128·4 + 10,240·3·2 = 3,207,168 B", lambda: 3_207_168 in story_state(), True),
    ("cache_spec.hpp", "8 × (128 + 128) × 2 = 4,096 B", lambda: int(lib.bytes_per_token(plan_of(LLAMA)[0].architecture.layers[0].keeps[0], plan_of(LLAMA)[3]).amount), 4096),
    ("dtype.hpp", "656 B a token", lambda: latent_bytes("fp8_ds_mla"), 656),
    ("dtype.hpp", "352 B a token", lambda: latent_bytes("nvfp4_ds_mla"), 352),
    ("weights.hpp", "16,094,077,440 B", llama_weights, 16_094_077_440),
    ("availability.hpp", "a split over two boxes is away for 268 minutes a\n/// year", lambda: round(away("split-1xtp2").without.low), 268),
    ("availability.hpp", "two copies serve with half for 268", lambda: round(away("replicated-2xtp1").with_part.low), 268),
    ("trace.hpp", '"512~0.8" (lognormal', lambda: lib.spelled(lib.parse_length("512~0.8", "--in")), "512~0.8"),
    ("fleets.hpp", "200 requests, 2.000 a second, Poisson, 512 in and 256 out", lambda: lib.spelled(lib.Generator(rate=2, requests=200, in_=lib.parse_length("512", ""), out=lib.parse_length("256", ""))), "200 requests, 2.000 a second, Poisson, 512 in and 256 out"),
    ("fleets.hpp", "the second copy goes away after 600 s for 300 s", lambda: lib.parse_restart("2@600:300"), lib.Restart(copy=1, at_s=600, seconds=300)),
]  # fmt: skip


@pytest.mark.parametrize(("header", "text", "compute", "expected"), NUMBERS, ids=[n[0] + ": " + n[1][:30] for n in NUMBERS])
def test_a_worked_number_in_a_comment_is_what_the_library_computes(header: Any, text: Any, compute: Any, expected: Any) -> None:
    assert text in (HEADERS / header).read_text(encoding="utf-8")
    assert compute() == expected


def test_every_formula_with_a_result_in_bytes_is_among_them() -> None:
    worked = re.compile(r"///.*(?:= |: )([\d,]{4,} B)\b")
    said = {
        (path.name, match[1])
        for path in HEADERS.glob("*.hpp")
        for line in path.read_text(encoding="utf-8").splitlines()
        if (match := worked.search(line))
    }
    held = {(header, found) for header, text, _, _ in NUMBERS for found in re.findall(r"[\d,]{4,} B", text)}
    assert said - held == set()


def test_the_documentation_is_built_with_both_languages_on_a_page(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pdoc")
    # A script beside what it imports, which PYTHONSAFEPATH hides.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    script = ROOT / "python" / "generate" / "docs.py"
    subprocess.run([sys.executable, script, HEADERS, tmp_path, "headers"], check=True, env=environment)
    page = (tmp_path / "cache_spec.html").read_text(encoding="utf-8")
    assert "BytesPerToken bytes_per_token(const CacheKind&amp; kind, const Serving&amp; serving);" in page
    assert "bytes_per_token(kind: " in page
    assert "8 × (128 + 128) × 2 = 4,096 B" in page
    assert 'href="cache_spec.html#state_bytes"' in (tmp_path / "index.html").read_text(encoding="utf-8")


NOTE = re.compile(r"\b(vllm|vllm-versions|GB10|users|FINDINGS|DEPLOYMENT)\.md(?:,? section)? ((?:[A-J0-9](?:\.\d+)?(?:, | and | to )?)+)")
SECTION = re.compile(r"[A-J](?:\.\d+)?|\d(?:\.\d)?")


def test_every_note_that_a_comment_cites_has_its_line_in_the_sources() -> None:
    known: dict[str, set[str]] = {}
    for line in (ROOT / "lib" / "SOURCES.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## ([\w-]+)\.md:", line):
            sections = known.setdefault(heading[1], set())
        elif row := re.match(r"\| ([^|]+) \|", line):
            sections.update(SECTION.findall(row[1]))
    cited = [
        (note, section, path.name)
        for folder in ("lib", "tools")
        for path in sorted((ROOT / folder).rglob("*.[ch]pp"))
        for note, sections in NOTE.findall(path.read_text(encoding="utf-8"))
        for section in SECTION.findall(sections)
    ]
    assert len(cited) > 60
    assert [one for one in cited if one[1] not in known[one[0]]] == []


def test_the_readme_counts_the_golden_rows() -> None:
    golden = ROOT / "tests" / "golden"
    vectors = [json.loads(line) for name in ("vectors", "extra") for line in (golden / "vllm-0.33" / f"{name}.jsonl").open()]
    created = sum(1 for _ in (golden / "weights" / "created.jsonl").open())
    versions = {json.loads(line).get("version") for line in (golden / "vllm-versions" / "versions.jsonl").open()} - {None}
    weighed = sum(row.get("weights") is not None for row in vectors)
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"{len(vectors)} results of vLLM 0.33's own planning code" in text
    assert f"for {weighed} of these and {created} further rows" in text
    assert f"{len(versions)} releases from 0.9.1 on" in text
