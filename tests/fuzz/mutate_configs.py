#!/usr/bin/env python3
"""Asks `kvplan batch` about broken models: fields of valid configs set to zero, negative, huge, float, null, text, nested,
or removed, and the class that of another model; every third model is whole but for a few numbers up to 2^53, whose products
leave 64 bits. Whatever the field, each line has an answer with a contract's status within the memory and CPU time that are
allowed, no number of an answer is below zero, and an error is one line that names its place. Some of the models are then asked
about alone: the exit code is the status.

    tests/fuzz/mutate_configs.py --program build/asan/kvplan --lines 20000 --seed 1
    tests/fuzz/mutate_configs.py --lines 20000 --seed 1 --write build/fuzz/corpus/batch    # each line a file, for the fuzzers
"""

from __future__ import annotations

import argparse
import collections
import copy
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "golden" / "vllm-0.33" / "configs"
CONFIGS = [json.loads(file.read_text()) for file in sorted(FOLDER.glob("*.json"))]
CLASSES = sorted({name for config in CONFIGS for name in config.get("architectures", [])})
VALUES = [
    0, 1, -1, 3, 7, 2**31 - 1, 2**31, 2**53, -(2**62), 2**63, 1e300, -0.5, 0.1, None, True, "", "8", "full_attention",
    "bfloat16", [], {}, [1], [None, "x"], {"a": {"b": []}}, [[[[]]]], "\u0000", "x" * 5000,
]  # fmt: skip
OPTIONS = {
    "max_model_len": [1, 16, 4096, 131072, -1, 0, 2**40],
    "max_num_seqs": [1, 256, 0, -5, 2**31],
    "max_num_batched_tokens": [1, 2048, 65536, 0, 2**40],
    "block_size": [1, 16, 48, 128, 0, -16, 2**33],
    "kv_cache_dtype": ["auto", "fp8", "bfloat16", "fp8_ds_mla", "nvfp4", "?"],
    "tensor_parallel_size": [1, 2, 3, 8, 64, 0],
    "pipeline_parallel_size": [1, 2, 5, 1000],
    "enable_prefix_caching": [True, False, "yes"],
    "num_gpu_blocks_override": [1, 100, 0, 2**60],
    "speculative_config": [{"method": "mtp", "num_speculative_tokens": 4}, {"method": "eagle"}, {}, "mtp"],
    "gpu_memory_utilization": [0.5, 0, 2, -1],
}


def places(node, path=()):
    """Every member of a JSON value, by its path."""
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in members:
        yield (*path, key)
        yield from places(value, (*path, key))


def mutated(config, rng):
    broken = copy.deepcopy(config)
    if rng.random() < 0.1:
        broken["architectures"] = [rng.choice(CLASSES)]
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        spots = list(places(broken))
        if not spots:
            break
        *path, last = rng.choice(spots)
        node = broken
        for key in path:
            node = node[key]
        if rng.random() < 0.1:
            del node[last]
        else:
            node[last] = copy.deepcopy(rng.choice(VALUES))
    return broken


HUGE = [2**53, 2**53 - 1, 2**52 + 1, 2**40, 2**32 + 1, 2**31]


def integers(node, path=()):
    """The members that are whole numbers and no counts of layers, of which there may be ten thousand."""
    for place in places(node, path):
        value = node
        for key in place:
            value = value[key]
        if type(value) is int and "layers" not in str(place[-1]):
            yield place


def enlarged(config, rng):
    large = copy.deepcopy(config)
    spots = list(integers(large))
    for *path, last in rng.sample(spots, min(len(spots), rng.choice([1, 2, 3, 6]))):
        node = large
        for key in path:
            node = node[key]
        node[last] = rng.choice(HUGE)
    return large


def question_of_products(config, rng, number):
    chances = {"max_model_len": [4096, 2**40, 2**53], "block_size": [48, 2**40, 2**53], "tensor_parallel_size": [2, 8],
               "max_num_seqs": [2**53], "max_num_batched_tokens": [2**53]}  # fmt: skip
    options = {name: rng.choice(values) for name, values in chances.items() if rng.random() < 0.3}
    return {"id": number, "config": enlarged(config, rng), "options": options, "available_bytes": rng.choice([2**40, 2**53])}


def question(config, rng, number):
    if number % 3 == 2:
        return question_of_products(config, rng, number)
    options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.12}
    memory = rng.choice([2**34, 2**37, 2**34, 0, -1, 2**62])
    line = {"id": number, "config": mutated(config, rng), "options": options}
    if "gpu_memory_utilization" not in options:
        line["available_bytes"] = memory
    return line


def below_zero(value):
    """Anything but the low end of a band, which may lie below what is there."""
    if isinstance(value, dict):
        return any(below_zero(member) for name, member in value.items() if name != "id" and not name.endswith("_low_bytes"))
    if isinstance(value, list):
        return any(map(below_zero, value))
    return isinstance(value, (int, float)) and value < 0


def fault_of(answer, number):
    """What is wrong with an answer of batch; None where nothing is."""
    status, error = answer["status"], answer["error"]
    if answer["id"] != number or status not in (0, 1, 2, 4):
        return "no answer of the contract"
    if below_zero(answer):
        return "a number below zero"
    if status in (2, 4) and (not error or "\n" in error or ": " not in error):
        return "no error of one line with its place"
    if error and "exceeds 64 bits" in error:
        return "an overflow without its place"
    return None


def fault_alone(program, config, folder):
    """The same model asked about by itself."""
    file = folder / "config.json"
    file.write_text(json.dumps(config))
    command = [program, "--model", str(file), "--util", "0.74", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    lines = len(done.stderr.splitlines())
    if done.returncode in (0, 1):
        copies = [layout["per_copy"] for layout in json.loads(done.stdout)["layouts"] if layout["fits"]]
        return "a number below zero" if done.returncode == 0 and below_zero(copies) else None
    if done.returncode not in (2, 4):
        return f"exit {done.returncode}: {done.stderr[-500:]}"
    return None if done.returncode == 4 or lines == 1 else f"{lines} lines on stderr: {done.stderr[:500]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/dev/kvplan")
    parser.add_argument("--lines", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", type=int, default=40, help="so many are also asked about without batch")
    parser.add_argument("--memory", type=int, default=1024, help="MiB at the peak; 0: any, under the sanitizers")
    parser.add_argument("--write", type=pathlib.Path, help="only write the questions there")
    given = parser.parse_args()
    rng = random.Random(given.seed)
    questions = [json.dumps(question(rng.choice(CONFIGS), rng, n)) for n in range(given.lines)]
    if given.write:
        given.write.mkdir(parents=True, exist_ok=True)
        for n, line in enumerate(questions):
            (given.write / f"mutated-{given.seed}-{n}.jsonl").write_text(line + "\n")
        return 0
    done = subprocess.run(
        [given.program, "batch"], input="\n".join(questions) + "\n", capture_output=True, text=True, timeout=900,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (600, 600)),
    )  # fmt: skip
    answers = done.stdout.splitlines()
    statuses = collections.Counter()
    wrong = []
    for n, line in enumerate(answers):
        answer = json.loads(line)
        statuses[answer["status"]] += 1
        if fault := fault_of(answer, n):
            wrong.append(f"{fault}: {line[:1000]} to {questions[n]}")
    if done.returncode != 0 or len(answers) != given.lines:
        wrong.append(questions[len(answers)] if len(answers) < given.lines else "")
        print(done.stderr[-3000:], file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="kvplan-mutated-") as folder:
        for n in rng.sample(range(given.lines), min(given.alone, given.lines)):
            if fault := fault_alone(given.program, json.loads(questions[n])["config"], pathlib.Path(folder)):
                wrong.append(f"alone: {fault} to {questions[n]}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    if given.memory and peak > given.memory:
        wrong.append(f"{peak} MiB at the peak, above {given.memory}")
    print(f"{peak} MiB at the peak")
    print(f"seed {given.seed}: {dict(sorted(statuses.items()))}, exit {done.returncode}")
    for line in wrong[:5]:
        print("wrong:", line[:2000], file=sys.stderr)
    print(f"{len(answers) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
