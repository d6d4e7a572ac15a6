"""KV-cache capacity planner for vLLM.

>>> import kvplan
>>> report = kvplan.plan("Qwen3.8-Flash-Next-NVFP4", util=0.74, kv_cache_dtype="fp8")
>>> print(report)

The same answers as the program kvplan gives. Sizes are unit types (Bytes, Tokens, Blocks) that add to their own kind
only; int(…) is the number.
"""

from __future__ import annotations

import os
from typing import Optional, Union

from ._core import (
    Action,
    Blocks,
    Bytes,
    Change,
    Check,
    Copy,
    Engine,
    Family,
    Flip,
    Layout,
    LeftOut,
    Ledger,
    LedgerRow,
    LimitResult,
    Rank,
    Reason,
    Recommendation,
    Report,
    Tokens,
    Warning,
    engines,
    families,
    parse_size,
)
from . import _core
from ._batch import batch
from ._check import check
from ._data import data_dir
from ._error import Error
from ._plan import plan
from ._sweep import Sweep, sweep

version = _core.version()
__version__ = version


def models(models: Optional[Union[str, "os.PathLike[str]"]] = None) -> list[str]:
    """The names that plan(model=…) knows: the shipped models, or those of another folder."""
    return _core.model_names(str(data_dir() / "models") if models is None else os.fspath(models))


__all__ = [
    "Action",
    "Blocks",
    "Bytes",
    "Change",
    "Check",
    "Copy",
    "Engine",
    "Error",
    "Family",
    "Flip",
    "Layout",
    "LeftOut",
    "Ledger",
    "LedgerRow",
    "LimitResult",
    "Rank",
    "Reason",
    "Recommendation",
    "Report",
    "Sweep",
    "Tokens",
    "Warning",
    "batch",
    "check",
    "engines",
    "families",
    "models",
    "parse_size",
    "plan",
    "sweep",
    "version",
]
