"""read_measurements() and traffic_report(): what was measured → requests in flight per copy."""

from __future__ import annotations

import os
from typing import Mapping, Optional, Sequence, Union

from ._core import Report, lib
from ._plan import Path


def read_measurements(files: Union[Path, Sequence[Path]], *, seconds: Optional[float] = None) -> lib.Measurements:
    """Reads benchmark results, CSVs, access logs and /metrics, told apart by what is in them.

    seconds  between two /metrics snapshots, which they do not hold themselves

    Raises kvplan.Error with the file, the pointer or line, and the field that is missing.
    """
    names = [os.fspath(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)]
    return lib.read_measurements(names, lib.ReadOptions(seconds=seconds))


def traffic_report(
    measurements: lib.Measurements,
    *,
    ttft_limit_s: Optional[float] = None,
    tpot_limit_s: Optional[float] = None,
    e2e_limit_s: Optional[float] = None,
    percentile: float = 99,
    present: Optional[float] = None,
    copies: int = 1,
    extrapolate: bool = False,
    max_num_seqs: Optional[int] = None,
    request_tokens: Optional[float] = None,
    mix: Optional[Mapping[str, float]] = None,
    plan: Union[Report, lib.Report, None] = None,
) -> lib.TrafficReport:
    """Curves of throughput by concurrency, the knee and the peak where the data shows them, and a cap.

    ttft_limit_s, tpot_limit_s, e2e_limit_s  limits in seconds, that `percentile` of the requests must keep
    present   the cap that is set now: gain and cost against it
    copies    the files were measured before so many; answers are per copy
    max_num_seqs  a ceiling where there is no plan
    request_tokens  prompt and output of a request, for the cache's ceiling
    mix       {"short": 0.8, "long": 0.2}: shares of requests, answered as a class of its own
    plan      whose recommended layout's slots and cache are ceilings

    Raises kvplan.Error for a limit or a mix that makes no sense, and for a limit on what was not measured.
    """
    question = lib.TrafficQuestion(
        ttft_limit_s=ttft_limit_s,
        tpot_limit_s=tpot_limit_s,
        e2e_limit_s=e2e_limit_s,
        percentile=percentile,
        present=present,
        copies=copies,
        extrapolate=extrapolate,
        max_num_seqs=max_num_seqs,
        request_tokens=request_tokens,
        mix=list((mix or {}).items()),
        ceilings=None if plan is None else lib.ceilings_of(plan if isinstance(plan, lib.Report) else plan.values),
    )
    return lib.traffic_report(measurements, question)
