#!/usr/bin/env python3
"""libFuzzer over the kinds of input, two at a time (the program: preset `fuzz`; `./dev fuzz` builds it and calls this).

    tests/fuzz/fuzz.py [--seconds 60] [--seed N] [KIND…]   each kind, or those named, for so long
    tests/fuzz/fuzz.py --until HH:MM [KIND…]               rounds of eight minutes, always the kind that had least CPU so far
    tests/fuzz/fuzz.py --cpu 3600 [KIND…]                  the same, until each has had so many seconds of it; or with --until

Corpora grow in build/fuzz/corpus/KIND; what was found lies in build/fuzz/found/KIND, and is an exit of 1. What was run is added up in
the table of ran.md beside this file, in rounds always, else with --count.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import datetime
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parents[1] / "build/fuzz"
PROGRAM = BUILD / "kvplan_fuzz"
RAN = HERE / "ran.md"
AT_A_TIME = 2
ROUND_SECONDS = 480
SLOW_SECONDS = 10
# Of an input: 64 KiB, ten seconds, 1 GiB.
LIMITS = ["-max_len=65536", f"-timeout={SLOW_SECONDS}", "-rss_limit_mb=2048", "-malloc_limit_mb=1024"]


@dataclasses.dataclass
class Total:
    """What was run of one kind: executions and CPU seconds of all runs, features and edges of the run that saw most."""

    targets: list[str]
    executions: int = 0
    features: int = 0
    edges: int = 0
    cpu_seconds: float = 0

    def add(self, run: Run) -> None:
        self.executions += run.executions
        self.features, self.edges = max((self.features, self.edges), (run.features, run.edges))
        self.cpu_seconds += run.cpu_seconds


@dataclasses.dataclass
class Run:
    executions: int
    features: int
    edges: int
    cpu_seconds: float
    found: str


def targets() -> dict[str, list[tuple[str, str]]]:
    """Kind → (letter, target) of each of its targets; the letter is empty where a kind has one target."""
    listed = subprocess.run([PROGRAM], env={}, capture_output=True, text=True, check=False).stdout
    kinds: dict[str, list[tuple[str, str]]] = {}
    for line in listed.splitlines():
        kind, letter, target = line.split()
        kinds.setdefault(kind, []).append((letter.replace("-", ""), target))
    return dict(sorted(kinds.items()))


def write_seeds(kind: str, of_kind: list[tuple[str, str]]) -> pathlib.Path:
    """Seeds and regressions of the tree, each behind the letter of its target."""
    into = BUILD / "seeds" / kind
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for letter, target in of_kind:
        for folder in ("seeds", "regressions"):
            for seed in (HERE / folder / target).glob("*"):
                (into / f"{target}-{seed.name}").write_bytes(letter.encode() + seed.read_bytes())
    return into


def cpu_of(command: list[str], env: dict[str, str], log: pathlib.Path) -> tuple[int, float]:
    """Exit code and CPU seconds."""
    with log.open("wb") as out, subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def is_starved(kind: str, env: dict[str, str], said: str) -> bool:
    """A time limit that was the machine's fault: alone, the input takes less CPU."""
    slow = re.search(r"Test unit written to (\S*/timeout-\w+)", said)
    if not slow:
        return False
    code, seconds = cpu_of([str(PROGRAM), slow[1]], env, BUILD / f"{kind}-again.log")
    if code == 0 and seconds < SLOW_SECONDS:
        pathlib.Path(slow[1]).unlink()
        return True
    return False


def fuzz(kind: str, of_kind: list[tuple[str, str]], seconds: int, seed: int) -> Run:
    corpus, found = BUILD / "corpus" / kind, BUILD / "found" / kind
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    log = BUILD / f"{kind}.log"
    env = {**os.environ, "KVPLAN_FUZZ_KIND": kind}
    command = [str(PROGRAM), *LIMITS, f"-max_total_time={seconds}", f"-seed={seed}",
               f"-artifact_prefix={found}/", str(corpus), str(write_seeds(kind, of_kind))]
    code, cpu_seconds = cpu_of(command, env, log)
    said = log.read_text(errors="replace")
    executions = [int(line[1]) for line in re.finditer(r"^#(\d+)\t", said, re.M)]
    seen = re.findall(r"^#\d+\t.* cov: (\d+) ft: (\d+)", said, re.M)
    edges, features = (int(number) for number in seen[-1]) if seen else (0, 0)
    broken = code != 0 and not is_starved(kind, env, said)
    reason = re.search(r"^SUMMARY: .*", said, re.M)
    return Run(max(executions, default=0), features, edges, cpu_seconds, (reason[0] if reason else f"exit {code}") if broken else "")


def read_totals(kinds: dict[str, list[tuple[str, str]]]) -> dict[str, Total]:
    totals = {kind: Total(sorted(target for _, target in of_kind)) for kind, of_kind in kinds.items()}
    for line in RAN.read_text().splitlines():
        cells = [cell.strip().replace(",", "") for cell in line.strip("|").split("|")]
        if cells[0] in totals:
            features, edges = cells[3].split(" / ")
            row = totals[cells[0]]
            row.executions, row.features, row.edges, row.cpu_seconds = int(cells[2]), int(features), int(edges), int(cells[4])
    return totals


def write_totals(totals: dict[str, Total]) -> None:
    rows = ["| kind | targets | executions | features / edges | CPU s |", "|---|---|---:|---:|---:|"]
    for kind, row in totals.items():
        rows.append(f"| {kind} | {', '.join(row.targets)} | {row.executions:,} | {row.features:,} / {row.edges:,} | {row.cpu_seconds:,.0f} |")
    executions, seconds = (sum(getattr(row, what) for row in totals.values()) for what in ("executions", "cpu_seconds"))
    rows.append(f"| all | | {executions:,} | | {seconds:,.0f} |")
    before = RAN.read_text().split("| kind |")[0]
    RAN.write_text(before + "\n".join(rows) + "\n")


class Campaign:
    """What is still to be fuzzed, and what was."""

    def __init__(self, given: argparse.Namespace) -> None:
        known = targets()
        if not known:
            sys.exit(f"{PROGRAM}: expected its targets, a line each, found none")
        unknown = [kind for kind in given.kinds if kind not in known]
        if unknown:
            sys.exit(f"{unknown[0]}: expected one of {', '.join(known)}")
        self.given = given
        self.in_rounds = bool(given.until or given.cpu)
        self.kinds = {kind: known[kind] for kind in given.kinds or known}
        self.totals = read_totals(known)
        self.waiting = list(self.kinds)
        self.found: list[str] = []
        self.lock = threading.Lock()

    def seconds_left(self, kind: str) -> int:
        """Of its next run."""
        if not self.in_rounds:
            return self.given.seconds
        left = [ROUND_SECONDS]
        if self.given.until:
            left.append(int((self.given.until - datetime.datetime.now()).total_seconds()))
        if self.given.cpu:
            left.append(math.ceil(self.given.cpu - self.totals[kind].cpu_seconds))
        return min(left)

    def take(self) -> tuple[str, int] | None:
        """A kind and its seconds; never 0, which libFuzzer takes for no end."""
        with self.lock:
            if not self.waiting:
                return None
            chosen = min(self.waiting, key=lambda kind: self.totals[kind].cpu_seconds) if self.in_rounds else self.waiting[0]
            seconds = self.seconds_left(chosen)
            if seconds <= 0:
                return None
            self.waiting.remove(chosen)
            return chosen, seconds

    def count(self, kind: str, run: Run) -> None:
        with self.lock:
            print(f"{kind}: {run.executions:,} executions in {run.cpu_seconds:.0f} s of CPU, {run.features:,} features {run.found}", flush=True)
            self.totals[kind].add(run)
            if self.in_rounds or self.given.count:
                write_totals(self.totals)
            if run.found:
                self.found.append(kind)
            elif self.in_rounds:
                self.waiting.append(kind)

    def work(self) -> None:
        while taken := self.take():
            kind, seconds = taken
            self.count(kind, fuzz(kind, self.kinds[kind], seconds, self.given.seed))


def time_of_day(text: str) -> datetime.datetime:
    """The next time that a clock shows it."""
    now = datetime.datetime.now()
    then = datetime.datetime.combine(now.date(), datetime.datetime.strptime(text, "%H:%M").time())
    return then if then > now else then + datetime.timedelta(days=1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="of each kind")
    parser.add_argument("--until", type=time_of_day, metavar="HH:MM")
    parser.add_argument("--cpu", type=int, metavar="SECONDS", help="that each kind has had in all")
    parser.add_argument("--seed", type=int, default=0, help="another one each time where it is 0")
    parser.add_argument("--count", action="store_true", help="add to ran.md")
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    campaign = Campaign(parser.parse_args())
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        for worker in [pool.submit(campaign.work) for _ in range(AT_A_TIME)]:
            worker.result()
    if campaign.found:
        print(f"found something in: {' '.join(campaign.found)} ({BUILD}/KIND.log)", file=sys.stderr)
    return 1 if campaign.found else 0


if __name__ == "__main__":
    sys.exit(main())
