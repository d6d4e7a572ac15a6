#!/usr/bin/env python3
"""What `./dev bench` measures: the program from cold beside other programs, and Google Benchmark's pairs, each side of a ratio in
the same run. All figures go to build/bench/results/*.json, one table of ratios to standard output.

    bench/run.py --program build/release/kvplan --benchmarks build/bench/kvplan_bench [--peers build/bench/peers] [FILTER]

The peers are installed in a folder of their own (--peers, a virtual environment) and run offline on the same config. One that cannot
be installed, or fails, is a row that says so.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import pathlib
import platform
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = [
    "Meta-Llama-3.1-8B",
    "Qwen3.8-Flash-Next-NVFP4",
    "NVIDIA-Nemotron-3-Super-120B-A12B-NVFP4",
    "Qwen3.5-122B-A10B-NVFP4",
]
PYTHON = ["/usr/bin/python3", "-S", "-E", "-c", "pass"]
OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "NO_COLOR": "1"}
# A figure, what it is set beside, what is compared: seconds (lower is better) or items a second.
PAIRS = [
    ("one_plan/llama", "one_plan_plain_loop", "one plan of a parsed model ÷ a plain loop over its layers"),
    ("sweep_columns/points:1000000/threads:1/real_time", "sweep_plain_loop/1000000/real_time", "a point of a grid ÷ the formula alone"),
    ("sweep_columns/points:1000000/threads:2/real_time", "sweep_columns/points:1000000/threads:1/real_time", "a grid on 2 threads ÷ on 1"),
    ("batch/threads:2/real_time", "batch/threads:1/real_time", "batch on 2 threads ÷ on 1"),
]  # fmt: skip
PEERS = ["vllm-wizard", "aiconfigurator"]


def peer_commands(peers: pathlib.Path, model: pathlib.Path) -> dict[str, list[str]]:
    """As they are asked for the memory of a model on one box of 121.69 GiB at 0.74."""
    return {
        "vllm-wizard": [
            str(peers / "bin" / "vllm-wizard"), "plan", "--model", str(model), "--vram-gb", "121.69",
            "--gpu-memory-utilization", "0.74", "--json",
        ],
        "aiconfigurator": [
            str(peers / "bin" / "aiconfigurator"), "cli", "estimate", "--model-path", str(model), "--system", "h200_sxm",
            "--backend", "vllm", "--isl", "1024", "--osl", "128", "--batch-size", "1",
        ],
    }  # fmt: skip


def install(peers: pathlib.Path) -> dict[str, str]:
    """Each peer that cannot be installed, and why."""
    pip = peers / "bin" / "pip"
    if not pip.exists():
        subprocess.run(["/usr/bin/python3", "-m", "venv", str(peers)], capture_output=True)
    missing = {}
    for name in PEERS:
        if (peers / "bin" / name).exists():
            continue
        command = [str(pip), "install", "--quiet", "--disable-pip-version-check", name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=900)
            failed = done.stderr.strip().splitlines()[-1] if done.returncode else ""
        except (OSError, subprocess.TimeoutExpired) as error:
            failed = str(error)
        if failed or not (peers / "bin" / name).exists():
            missing[name] = "not installed: " + (failed or "it brings no such program")[:80]
    return missing


def peak(command: list[str]) -> str:
    """By GNU time, whose own memory is small: a child of this process would begin with Python's."""
    try:
        done = subprocess.run(
            ["/usr/bin/time", "-f", "%M", *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=os.environ | OFFLINE
        )
    except OSError:
        return "not measured: no /usr/bin/time"
    return f"{int(done.stderr.split()[-1]) / 1024:.1f} MiB"


def hyperfine(commands: dict[str, list[str]], results: pathlib.Path) -> list[dict]:
    """All in one run; the least time of each, for a busy machine only ever adds."""
    arguments = []
    for name, command in commands.items():
        arguments += ["--command-name", name, shlex.join(command)]
    subprocess.run(
        ["hyperfine", "--shell=none", "--warmup", "1", "--min-runs", "3", "--style", "none", "--ignore-failure",
         "--export-json", str(results), *arguments],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | OFFLINE,
    )  # fmt: skip
    return json.loads(results.read_text())["results"]


def cold_rows(program: pathlib.Path, model: str, peers: pathlib.Path, missing: dict[str, str], results: pathlib.Path) -> list[list[str]]:
    folder = next((ROOT / "models").glob(f"*--{model}"))
    commands = {"kvplan": [str(program), "--model", model, "--util", "0.74"], "python3 -S -E -c pass": PYTHON}
    for name, command in peer_commands(peers, folder).items():
        if name not in missing:
            commands[name] = command
    measured = hyperfine(commands, results / f"cold-{model}.json")
    own, rows = None, []
    for row in measured:
        name = row["command"]
        codes = [code for code in row["exit_codes"] if code != 0]
        least, spent = row["min"], row["user"] + row["system"]
        own = own or (least, spent)
        answer = f"; exit {codes[0]}" if codes else ""
        rows.append([
            f"cold `{name}`, {model}", f"{least * 1e3:.1f} ms ({spent * 1e3:.1f} of CPU)",
            f"{peak(commands[name])}{answer}", "1" if name == "kvplan" else f"{least / own[0]:.2f}",
        ])  # fmt: skip
    return rows + [[f"cold `{name}`, {model}", why, "", ""] for name, why in missing.items()]


def google(benchmarks: pathlib.Path, filters: list[str], results: pathlib.Path) -> list[dict]:
    file = results / "benchmarks.json"
    chosen = [f"--benchmark_filter={filters[0]}"] if filters else []
    subprocess.run(
        [str(benchmarks), f"--benchmark_out={file}", "--benchmark_out_format=json", "--benchmark_color=false", *chosen],
        check=True, stdout=sys.stderr,
    )  # fmt: skip
    return json.loads(file.read_text())["benchmarks"]


def readable(row: dict) -> str:
    if "rms" in row:
        return f"{row['rms'] * 100:.0f} % root mean square off a straight line"
    if "token_steps/s" in row:
        return f"{row['requests/s']:,.0f} requests, {row['token_steps/s'] / 1e6:.1f} million token-steps a second"
    if "items_per_second" in row:
        return f"{row['items_per_second']:,.0f} a second"
    return f"{row['real_time']:.3g} {row['time_unit']}"


def pair_rows(rows: list[dict]) -> list[list[str]]:
    def each(row: dict) -> float:
        return 1 / row["items_per_second"] if "items_per_second" in row else row["real_time"]

    by_name = {row["name"]: row for row in rows}
    return [
        [what, readable(by_name[one]), readable(by_name[other]), f"{each(by_name[one]) / each(by_name[other]):.2f}"]
        for one, other, what in PAIRS
        if one in by_name and other in by_name
    ]


def table(rows: list[list[str]], head: list[str]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "release" / "kvplan")
    parser.add_argument("--benchmarks", type=pathlib.Path, default=ROOT / "build" / "bench" / "kvplan_bench")
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / "build" / "bench" / "peers")
    parser.add_argument("filter", nargs="*", help="of Google Benchmark, which then runs alone")
    given = parser.parse_args()
    results = ROOT / "build" / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    print(f"{datetime.date.today()}, {os.cpu_count()} × {processor}, load {os.getloadavg()[0]:.1f}\n")
    if not given.filter:
        missing = install(given.peers)
        cold = [row for model in MODELS for row in cold_rows(given.program, model, given.peers, missing, results)]
        print(table(cold, ["what", "least time", "most memory", "÷ kvplan"]))
    rows = google(given.benchmarks, given.filter, results)
    print(table(pair_rows(rows), ["pair", "one", "other", "time ÷ time"]))
    print(table([[f"`{row['name']}`", readable(row)] for row in rows if row["name"][-5:] != "_BigO"], ["benchmark", "figure"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
