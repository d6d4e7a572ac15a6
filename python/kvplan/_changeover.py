"""changeover(): the way from one layout to another."""

from __future__ import annotations

from typing import Any, Optional, Union

from ._core import Report, lib
from ._plan import Seconds, seconds_band


def changeover(
    report: Union[Report, lib.Report],
    from_: str,
    to: str = "",
    *,
    start: Optional[Seconds] = None,
    drain: Optional[Seconds] = None,
    stop: Optional[Seconds] = None,
    memory: Optional[Seconds] = None,
    proxy: Union[str, lib.ProxyRule] = "nginx",
    **options: Any,
) -> lib.Changeover:
    """The steps from one layout of a plan to another, how long the model is away, and what would make it shorter.

    from_, to   layouts of the report, by id or family; from_="none": nothing runs yet. With restart_copy=1 `to` is left
                out: that copy of `from_` alone is restarted
    start       seconds of a start: 660, (300, 780), "300-780"; the model's own facts when left out
    drain, stop, memory  seconds until requests are done, the process is gone, its memory is given back
    proxy       "nginx", "nginx:max_fails=3,fail_timeout=30s", "haproxy:inter=1s,rise=1", "none", or a file of either
    options     further fields of lib.ChangeoverQuestion: proxy_reloaded, old_units, requests_a_minute, …

    Raises kvplan.Error for a layout that the report does not have, and where the time of a start is not known.

    >>> report = kvplan.plan("Qwen3.8-Flash-Next-NVFP4", util=0.74, kv_cache_dtype="fp8")
    >>> kvplan.changeover(report, "split", "replicated", start=660).steps[0].id
    'check_way_back'
    """
    bands = {"--start": start, "--drain": drain, "--stop": stop, "--memory": memory}
    given: dict[str, Any] = {option[2:]: seconds_band(option, band) for option, band in bands.items() if band is not None}
    asked = lib.ChangeoverQuestion(
        from_=from_,
        to=to,
        proxy=lib.parse_proxy(proxy) if isinstance(proxy, str) else proxy,
        **given,
        **options,
    )
    return lib.changeover(report if isinstance(report, lib.Report) else report.values, asked)
