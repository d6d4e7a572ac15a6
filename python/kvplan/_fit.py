"""fit(): the way back."""

from __future__ import annotations

from typing import Any, Optional

from . import _core
from ._data import data_dir
from ._plan import Path, question_of


def fit(model: Optional[Path] = None, **inputs: Any) -> _core.Fit:
    """From services, headroom and need to the share of each box's memory, or to the bytes of its cache.

    inputs  the same as plan()'s; util does not matter

    Raises kvplan.Error as plan() does.
    """
    return _core.fit(question_of(model, **inputs), str(data_dir()))
