#!/usr/bin/env python3
"""The same trace through vllm-sr-sim and `kvplan traffic simulate`, in one run: wall time of each.

    python3 -m venv /tmp/sim && /tmp/sim/bin/pip install --pre vllm-sr-sim
    /tmp/sim/bin/python bench/compare_simulators.py build/release/kvplan [requests]

vllm-sr-sim steps from request to request (no token steps, cache as slots); kvplan plans each
step of the engine and each block. Times are whole programs: kvplan reads the trace and prints,
vllm-sr-sim reads it and runs, without its import of Python modules.
"""
import json
import random
import subprocess
import sys
import tempfile
import time

from fleet_sim.core.fleet import Fleet, FleetConfig, PoolConfig
from fleet_sim.gpu_profiles.profiles import A100_80GB
from fleet_sim.workload.trace import TraceWorkload

RATE = 2.0  # requests a second, before two copies


def write_trace(path, requests):
    draw = random.Random(20261129)
    now = 0.0
    with open(path, "w") as out:
        out.write("TIMESTAMP,ContextTokens,GeneratedTokens\n")
        for _ in range(requests):
            now += draw.expovariate(RATE)
            prompt = min(max(int(draw.lognormvariate(6.5, 1.0)), 16), 7000)
            answer = min(max(int(draw.expovariate(1 / 200)), 1), 1000)
            out.write(f"{now:.6f},{prompt},{answer}\n")


def other(path):
    began = time.perf_counter()
    arrivals = TraceWorkload(path, fmt="azure_csv").generate()
    pool = PoolConfig("all", A100_80GB, 2, 8192)
    fleet = Fleet(FleetConfig([pool], "LengthRouter", {"threshold": 8192}))
    result = fleet.run(arrivals)
    return time.perf_counter() - began, len(result.completed)


def own(program, path):
    command = [program, "traffic", "simulate", "--model", "Meta-Llama-3.1-8B", "--layout", "replicated",
               "--util", "0.5", "--max-model-len", "8192", "--prefill-tok-s", "8000", "--trace", path, "--format", "json"]
    began = time.perf_counter()
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - began, json.loads(run.stdout)


def main():
    program = sys.argv[1]
    requests = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.NamedTemporaryFile(suffix=".csv") as trace:
        write_trace(trace.name, requests)
        theirs, ours = [], []
        for _ in range(3):  # in turns, so that a busy machine slows both
            seconds, completed = other(trace.name)
            theirs.append(seconds)
            seconds, report = own(program, trace.name)
            ours.append(seconds)
    run = (report.get("runs") or report.get("fleets") or report.get("layouts"))[0]
    print(f"vllm-sr-sim: {min(theirs):.2f} s, {requests / min(theirs):,.0f} requests/s, {completed:,} completed")
    print(f"kvplan:      {min(ours):.2f} s, {requests / min(ours):,.0f} requests/s")
    print(f"ratio:       {min(theirs) / min(ours):.1f}")
    print(json.dumps(run)[:1500])


main()
