"""simulate(): a trace, or generated requests, against the layouts of a plan."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Sequence, Union

from . import _core
from ._data import data_dir
from ._plan import Path, question_of


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
    in_: Union[int, str] = 512,
    out: Union[int, str] = 256,
    long_share: float = 0,
    long_in: Union[int, str, None] = None,
    long_out: Union[int, str, None] = None,
    shared_prefix: int = 0,
    routing: Union[str, Sequence[str]] = "least_conn",
    cap: int = 0,
    cap_at: str = "copy",
    sessions_share_prefix: bool = False,
    acceptance: float = 0.7,
    benchmark: Optional[Path] = None,
    prefill_tok_s: float = 0,
    all_reduce_s: float = -1,
    seed: int = 1,
    bin_s: float = 0,
    by: str = "e2e_p95",
    search_long_share: bool = False,
    **inputs: Any,
) -> _core.SimulationReport:
    """Every layout of a plan behind a proxy, step by step, with continuous batching and a paged cache.

    trace      CSV or JSON Lines: kvplan's own (t, in, out), Azure, BurstGPT, Mooncake, Bailian; else generated:
    rate       requests a second, or clients, a closed loop of so many; requests is how many in all
    in_, out   tokens of prompt and answer: 512, "100..900", "512~exp", "512~0.8" (lognormal)
    long_share of the requests that have long_in and long_out tokens
    routing    least_conn, round_robin, sticky, prefix_aware; one or several
    cap        requests in flight per copy; cap_at "copy": the engine queues the rest, "proxy": the proxy does
    acceptance chance of a draft token, given those before it
    benchmark  results that calibrate the step time, as read_measurements() reads them; a roofline of the box otherwise
    prefill_tok_s, all_reduce_s  tokens a second, seconds: for the roofline
    bin_s      seconds of a bin of the time series
    by         e2e_mean, e2e_p95, ttft_mean, ttft_p95, tpot_p95, duration: what a search looks at
    search_long_share  looks for the share of long requests at which the best layout changes
    inputs     the same as plan()'s

    The same inputs give the same result everywhere. Raises kvplan.Error for a trace that cannot be read.
    """
    if (trace is not None) + (rate is not None) + (clients > 0) != 1:
        raise TypeError("simulate() takes one of trace, rate and clients")
    if cap_at not in ("copy", "proxy"):
        raise ValueError(f"cap_at: expected 'copy' or 'proxy', found {cap_at!r}")
    if cap < 0 or bin_s < 0 or not 0 <= acceptance <= 1:
        raise ValueError("simulate(): expected cap and bin_s of 0 or more, and acceptance from 0 to 1")
    if search_long_share and trace is not None:
        raise TypeError("simulate() searches over generated requests, not over a trace")
    asked = _core.SimulateInputs()
    asked.trace = "" if trace is None else os.fspath(trace)
    asked.set_trace_options(dict(columns or {}), hash_block, speed, limit)
    asked.set_generator(rate or 0, burstiness, clients, think_s, requests, long_share, shared_prefix)
    asked.set_in(str(in_))
    asked.set_out(str(out))
    asked.set_long_in(str(in_ if long_in is None else long_in))
    asked.set_long_out(str(out if long_out is None else long_out))
    asked.set_seed(seed)
    asked.set_bin(bin_s)
    asked.set_prefill(prefill_tok_s)
    asked.set_all_reduce(all_reduce_s)
    arriving = f"{clients} clients in a closed loop" if clients else f"{rate} a second"
    asked.arrivals = f"{requests:,} requests, {arriving}, {in_} in and {out} out"
    asked.routings = [routing] if isinstance(routing, str) else list(routing)
    asked.cap = cap
    asked.cap_at_proxy = cap_at == "proxy"
    asked.sessions_share_prefix = sessions_share_prefix
    asked.acceptance = acceptance
    asked.benchmark = "" if benchmark is None else os.fspath(benchmark)
    asked.by = by
    asked.search_long_share = search_long_share
    return _core.simulate(question_of(model, **inputs), asked, str(data_dir()))
