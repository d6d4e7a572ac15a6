#!/usr/bin/env python3
"""Asks `kvplan batch` about broken models: fields of valid configs set to zero, negative, huge, float, null, text, nested,
or removed. Whatever the field, each line has an answer with a contract's status, and the program lives.

    tests/fuzz/mutate_configs.py --program build/asan/kvplan --lines 20000 --seed 1
"""

from __future__ import annotations

import argparse
import collections
import copy
import json
import pathlib
import random
import subprocess
import sys

CONFIGS = pathlib.Path(__file__).resolve().parents[1] / "golden" / "vllm-0.33" / "configs"
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
            node[last] = rng.choice(VALUES)
    return broken


def question(config, rng, number):
    options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.12}
    memory = rng.choice([2**34, 2**37, 0, -1, 2**62])
    line = {"id": number, "config": mutated(config, rng), "options": options}
    if "gpu_memory_utilization" not in options:
        line["available_bytes"] = memory
    return line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/dev/kvplan")
    parser.add_argument("--lines", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    configs = [json.loads(file.read_text()) for file in sorted(CONFIGS.glob("*.json"))]
    questions = [json.dumps(question(rng.choice(configs), rng, n)) for n in range(given.lines)]
    done = subprocess.run(
        [given.program, "batch"], input="\n".join(questions) + "\n", capture_output=True, text=True, timeout=600
    )
    answers = done.stdout.splitlines()
    statuses = collections.Counter()
    wrong = []
    for n, line in enumerate(answers):
        answer = json.loads(line)
        statuses[answer["status"]] += 1
        if answer["id"] != n or answer["status"] not in (0, 1, 2, 4):
            wrong.append(questions[n])
        if answer["status"] == 2 and (not answer["error"] or "\n" in answer["error"]):
            wrong.append(questions[n])
    if done.returncode != 0 or len(answers) != given.lines:
        wrong.append(questions[len(answers)] if len(answers) < given.lines else "")
        print(done.stderr[-3000:], file=sys.stderr)
    print(f"seed {given.seed}: {dict(sorted(statuses.items()))}, exit {done.returncode}")
    for line in wrong[:5]:
        print("wrong:", line[:2000], file=sys.stderr)
    print(f"{len(answers) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
