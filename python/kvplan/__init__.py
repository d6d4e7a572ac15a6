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
    BoxFit,
    Bytes,
    Calibration,
    CalibrationTerm,
    Cap,
    CapChange,
    Change,
    Check,
    Copy,
    CopyResult,
    Emitted,
    EmittedFile,
    Engine,
    Family,
    Finding,
    Fit,
    Flip,
    Layout,
    Ledger,
    LedgerRow,
    LeftOut,
    LimitResult,
    Linted,
    Measurement,
    Measurements,
    PlannedStart,
    Rank,
    Reason,
    Recommendation,
    Report,
    ShareFlip,
    SimulatedRun,
    SimulationReport,
    Tokens,
    TrafficClass,
    TrafficLevel,
    TrafficReport,
    Warning,
    engines,
    families,
    parse_size,
)
from . import _core
from ._batch import batch
from ._calibration import calibrate, read_calibration
from ._check import check
from ._data import data_dir
from ._deploy import emit, lint
from ._error import Error
from ._fit import fit
from ._plan import plan
from ._simulate import simulate
from ._sweep import Sweep, sweep
from ._traffic import read_measurements, traffic_report

version = _core.version()
__version__ = version


def models(models: Optional[Union[str, "os.PathLike[str]"]] = None) -> list[str]:
    """The names that plan(model=…) knows: the shipped models, or those of another folder."""
    return _core.model_names(str(data_dir() / "models") if models is None else os.fspath(models))


__all__ = [
    "Action",
    "Blocks",
    "BoxFit",
    "Bytes",
    "Calibration",
    "CalibrationTerm",
    "Cap",
    "CapChange",
    "Change",
    "Check",
    "Copy",
    "CopyResult",
    "Emitted",
    "EmittedFile",
    "Engine",
    "Error",
    "Family",
    "Finding",
    "Fit",
    "Flip",
    "Layout",
    "Ledger",
    "LedgerRow",
    "LeftOut",
    "LimitResult",
    "Linted",
    "Measurement",
    "Measurements",
    "PlannedStart",
    "Rank",
    "Reason",
    "Recommendation",
    "Report",
    "ShareFlip",
    "SimulatedRun",
    "SimulationReport",
    "Sweep",
    "Tokens",
    "TrafficClass",
    "TrafficLevel",
    "TrafficReport",
    "Warning",
    "batch",
    "calibrate",
    "check",
    "emit",
    "engines",
    "families",
    "fit",
    "lint",
    "models",
    "parse_size",
    "plan",
    "read_calibration",
    "read_measurements",
    "simulate",
    "sweep",
    "traffic_report",
    "version",
]
