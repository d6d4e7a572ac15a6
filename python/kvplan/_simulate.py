"""simulate(): a trace, or generated requests, against the layouts of a plan."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Sequence, Union

from ._core import lib
from ._plan import Path, question, request_of
from ._progress import progress

Length = Union[int, str, lib.Length]


def simulate(
    model: Optional[Path] = None,
    *,
    trace: Optional[Path] = None,
    columns: Optional[Mapping[str, str]] = None,
    hash_block: int = 0,
    speed: float = 1,
    limit: int = 0,
    rate: Optional[float] = None,
    clients: int = 0,
    burstiness: float = 1,
    think_s: float = 0,
    requests: int = 1000,
    in_: Length = 512,
    out: Length = 256,
    long_share: float = 0,
    long_in: Optional[Length] = None,
    long_out: Optional[Length] = None,
    shared_prefix: int = 0,
    routing: Union[str, Sequence[str]] = "least_conn",
    cap: int = 0,
    cap_at: str = "copy",
    restarts: Sequence[Union[str, lib.Restart]] = (),
    lost: str = "retry",
    sessions_share_prefix: bool = False,
    acceptance: float = 0.7,
    benchmark: Union[Path, Mapping[str, Path], None] = None,
    prefill_tok_s: float = 0,
    all_reduce_s: float = -1,
    seed: int = 1,
    bin_s: float = 0,
    by: str = "e2e_p95",
    search_long_share: bool = False,
    **inputs: Any,
) -> lib.SimulationReport:
    """Every layout of a plan behind a proxy, step by step, with continuous batching and a paged cache.

    trace      CSV or JSON Lines: kvplan's own (t, in, out), Azure, BurstGPT, Mooncake, Bailian; else generated:
    rate       requests a second, or clients, a closed loop of so many; requests is how many in all
    in_, out   tokens of prompt and answer: 512, "100..900", "512~exp", "512~0.8" (lognormal)
    long_share of the requests that have long_in and long_out tokens
    routing    least_conn, round_robin, sticky, prefix_aware; one or several
    cap        requests in flight per copy; cap_at "copy": the engine queues the rest, "proxy": the proxy does
    restarts   "2@600:300": the second copy goes away after 600 s for 300 s; what that cuts is sent again, or, with
               lost="fail", is not
    acceptance chance of a draft token, given those before it
    benchmark  results that calibrate the step time, as read_measurements() reads them, or {layout: results}; a roofline
               of the box otherwise
    prefill_tok_s, all_reduce_s  tokens a second, seconds: for the roofline
    bin_s      seconds of a bin of the time series
    by         e2e_mean, e2e_p95, ttft_mean, ttft_p95, tpot_p95, duration: what a search looks at
    search_long_share  looks for the share of long requests at which the best layout changes
    inputs     the same as plan()'s

    The same inputs give the same result everywhere. Raises kvplan.Error for a trace that cannot be read.

    >>> report = kvplan.simulate("Meta-Llama-3.1-8B", rate=1, requests=1, in_=100, out=1, util=0.5, layout="replicated")
    >>> report.runs[0].result.completed
    1
    """
    if (trace is not None) + (rate is not None) + (clients > 0) != 1:
        raise TypeError("simulate() takes one of trace, rate and clients")
    for name, value, known in (("cap_at", cap_at, ("copy", "proxy")), ("lost", lost, ("retry", "fail"))):
        if value not in known:
            raise ValueError(f"{name}: expected {known[0]!r} or {known[1]!r}, found {value!r}")
    if search_long_share and trace is not None:
        raise TypeError("simulate() searches over generated requests, not over a trace")
    generator = lib.Generator(
        rate=rate or 0,
        burstiness=burstiness,
        clients=clients,
        think_s=think_s,
        requests=requests,
        in_=_length(in_, "--in"),
        out=_length(out, "--out"),
        long_share=long_share,
        long_in=_length(in_ if long_in is None else long_in, "--long-in"),
        long_out=_length(out if long_out is None else long_out, "--long-out"),
        shared_prefix=shared_prefix,
        seed=seed,
    )
    options = lib.FleetOptions(
        routings=[lib.parse_routing(text) for text in ([routing] if isinstance(routing, str) else routing)],
        cap=cap,
        cap_at_proxy=cap_at == "proxy",
        restarts=[lib.parse_restart(text) if isinstance(text, str) else text for text in restarts],
        retry_lost=lost == "retry",
        sessions_share_prefix=sessions_share_prefix,
        acceptance=acceptance,
        benchmarks=_benchmarks(benchmark),
        roofline=lib.Roofline(prefill_tokens_per_s=prefill_tok_s, all_reduce_s=all_reduce_s),
    )
    if not 0 <= bin_s <= 1e6:
        raise ValueError(f"bin_s: expected 0 to 1000000 seconds, found {bin_s!r}")
    simulation = lib.SimulationOptions(seed=seed, bin_s=bin_s)
    request = request_of(question(model, **inputs))
    read = None
    arrivals = lib.spelled(generator)
    if trace is not None:
        read = lib.read_trace(
            trace,
            lib.TraceOptions(columns=dict(columns or {}), hash_block=hash_block, speed=speed, limit=limit),
        )
        arrivals = f"{os.fspath(trace)} ({read.format()}, {len(read):,} requests)"
    found = lib.fleets_of(request, options)
    runs = []
    for fleet in progress(found.fleets, "layouts"):
        source = lib.generate(generator) if read is None else lib.replay(read)
        runs.append(lib.SimulatedRun(fleet=fleet, result=lib.simulate(fleet, source, simulation)))
    report = lib.SimulationReport(
        model=request.model.config.name if request.model else "",
        arrivals=arrivals,
        seed=seed,
        runs=runs,
        left_out=found.left_out,
        measure=lib.parse_measure(by),
    )
    if search_long_share:
        report.search = lib.search_long_share(found.fleets, generator, report.measure, simulation)
    return report


def _length(length: Length, option: str) -> lib.Length:
    return length if isinstance(length, lib.Length) else lib.parse_length(str(length), option)


def _benchmarks(benchmark: Union[Path, Mapping[str, Path], None]) -> list[str]:
    if benchmark is None:
        return []
    if isinstance(benchmark, Mapping):
        return [f"{layout}={os.fspath(file)}" for layout, file in benchmark.items()]
    return [os.fspath(benchmark)]
