"""check(): the gate before a deployment."""

from __future__ import annotations

import datetime
import os
from typing import Optional

from . import _core
from ._data import data_dir
from ._plan import Path


def check(policy: Path = "kvplan.toml", *, today: Optional[datetime.date] = None) -> _core.Check:
    """A policy (TOML, JSON or YAML) against its plan; an ignore counts until its day.

    today  the day that ignores are held against; today in UTC when left out

    Raises kvplan.Error for a policy that cannot be read, with its line.
    """
    day = today or datetime.datetime.now(datetime.timezone.utc).date()
    return _core.check(os.fspath(policy), day.isoformat(), str(data_dir()))
