"""KV-cache capacity planner for vLLM.

>>> import kvplan
>>> report = kvplan.plan("Qwen3.8-Flash-Next-NVFP4", util=0.74, kv_cache_dtype="fp8")
>>> report
<kvplan.Report local-inference-lab--Qwen3.8-Flash-Next-NVFP4: replicated-2xtp1>

The same answers as the program kvplan gives: print(report) is what it prints. Sizes are unit types (Bytes, Tokens, Blocks)
that add to their own kind only; int(…) is the number. kvplan.lib is the C++ library, name by name.
"""

from __future__ import annotations

from typing import Optional

from . import lib
from ._batch import batch
from ._calibration import calibrate, read_calibration
from ._changeover import changeover
from ._check import check
from ._compare import compare
from ._core import Copy, Layout, Rank, Recommendation, Report
from ._core.lib import (
    Action,
    Blocks,
    BoxFit,
    Bytes,
    BytesPerBlock,
    BytesPerToken,
    Calibration,
    CalibrationTerm,
    Cap,
    CapChange,
    Change,
    Changeover,
    Check,
    CopyResult,
    EmittedFile,
    EngineRules,
    Family,
    Finding,
    Fit,
    Flip,
    Ledger,
    LedgerRow,
    LeftOut,
    LimitResult,
    Measurement,
    Measurements,
    PlannedStart,
    Question,
    Reason,
    ShareFlip,
    SimulatedRun,
    SimulationReport,
    Tokens,
    TokensPerBlock,
    TrafficClass,
    TrafficLevel,
    TrafficReport,
    Warning,
)
from ._data import data_dir
from ._deploy import Emitted, Linted, emit, lint
from ._error import Error
from ._fit import fit
from ._plan import Path, plan, question
from ._simulate import simulate
from ._sweep import Sweep, sweep
from ._traffic import read_measurements, traffic_report

version = lib.version
__version__ = version


def models(models: Optional[Path] = None) -> list[str]:
    """The names that plan(model=…) knows: the shipped models, or those of another folder."""
    return lib.model_names(data_dir() / "models" if models is None else models)


def parse_size(text: str, what: str = "size") -> Bytes:
    """Reads a size as people write it: "71GiB", "5.5 GiB", "128GB", "1000" (bytes).

    A fraction of a byte is dropped. `what` is the name that an error shows. Raises kvplan.Error (invalid) for anything
    else.

    >>> kvplan.parse_size("71GiB")
    Bytes(71.00 GiB)
    """
    return lib.parse_size(text, what)


def engines() -> list[EngineRules]:
    """Every release whose rules kvplan has, newest first in each engine; plan(engine=…) takes one."""
    return lib.engine_table()


def families() -> list[Family]:
    """Every model family, in the order of `kvplan models`."""
    return lib.family_table()


__all__ = [
    "Action",
    "Blocks",
    "BoxFit",
    "Bytes",
    "BytesPerBlock",
    "BytesPerToken",
    "Calibration",
    "CalibrationTerm",
    "Cap",
    "CapChange",
    "Change",
    "Changeover",
    "Check",
    "Copy",
    "CopyResult",
    "Emitted",
    "EmittedFile",
    "EngineRules",
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
    "Question",
    "Rank",
    "Reason",
    "Recommendation",
    "Report",
    "ShareFlip",
    "SimulatedRun",
    "SimulationReport",
    "Sweep",
    "Tokens",
    "TokensPerBlock",
    "TrafficClass",
    "TrafficLevel",
    "TrafficReport",
    "Warning",
    "batch",
    "calibrate",
    "changeover",
    "check",
    "compare",
    "data_dir",
    "emit",
    "engines",
    "families",
    "fit",
    "lib",
    "lint",
    "models",
    "parse_size",
    "plan",
    "question",
    "read_calibration",
    "read_measurements",
    "simulate",
    "sweep",
    "traffic_report",
    "version",
]
