"""check(): the gate before a deployment."""

from __future__ import annotations

import datetime
from typing import Optional

from ._core import lib
from ._data import data_dir
from ._plan import Path


def check(policy: Path = "kvplan.toml", *, today: Optional[datetime.date] = None) -> lib.Check:
    """A policy (TOML, JSON or YAML) against its plan; an ignore counts until its day.

    The deployment's files that the policy names are read with it, as `kvplan check` reads them.

    today  the day that ignores are held against; today in UTC when left out

    Raises kvplan.Error for a policy that cannot be read, with its line. kvplan.Report(check.report) is its plan.
    """
    day = today or datetime.datetime.now(datetime.timezone.utc).date()
    return lib.check(lib.read_policy(policy), lib.Question(), data_dir(), day.isoformat())
