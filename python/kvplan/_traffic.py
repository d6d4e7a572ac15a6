"""traffic(): what was measured → requests in flight per copy."""

from __future__ import annotations

import os
from typing import Mapping, Optional, Sequence, Union

from . import _core
from ._plan import Path


def read_measurements(files: Union[Path, Sequence[Path]], *, seconds: Optional[float] = None) -> _core.Measurements:
    """Reads benchmark results, CSVs, access logs and /metrics, told apart by what is in them.

    seconds  between two /metrics snapshots, which they do not hold themselves

    Raises kvplan.Error with the file, the pointer or line, and the field that is missing.
    """
    names = [os.fspath(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)]
    return _core.read_measurements(names, seconds)


def traffic_report(
    measurements: _core.Measurements,
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
    plan: Optional[_core.Report] = None,
) -> _core.TrafficReport:
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
    question = _core.TrafficQuestion()
    question.ttft_limit_s = ttft_limit_s
    question.tpot_limit_s = tpot_limit_s
    question.e2e_limit_s = e2e_limit_s
    question.percentile = percentile
    question.present = present
    question.copies = copies
    question.extrapolate = extrapolate
    question.max_num_seqs = max_num_seqs
    question.request_tokens = request_tokens
    question.mix = list((mix or {}).items())
    if plan is not None:
        question.set_ceilings(plan)
    return _core.traffic_report(measurements, question)
