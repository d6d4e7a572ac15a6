"""calibrate() and read_calibration(): what boxes really take."""

from __future__ import annotations

import os
from typing import Optional, Sequence, Union

from . import _core
from ._plan import Path, Size, _size


def calibrate(
    files: Union[Path, Sequence[Path]], *, weights: Optional[Size] = None, total: Optional[Size] = None
) -> _core.Calibration:
    """Learns from start-up logs, /proc/meminfo and /metrics what a box takes beside weights and cache.

    files    one or several; told apart by what is in them
    weights  of the model, all ranks together, for logs that do not say
    total    memory of the box, for logs that do not say

    Sizes are "71GiB", Bytes, or an int of bytes. Raises kvplan.Error for a file that is none of the three, and when
    there is nothing to learn from. plan(calibration=…), fit() and simulate() take the result.
    """
    names = [os.fspath(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)]
    return _core.calibrate(names, _bytes("--weights", weights), _bytes("--total", total))


def read_calibration(file: Path) -> _core.Calibration:
    """Reads what `kvplan calibrate --format json` or Calibration.to_json() wrote.

    Raises kvplan.Error with file and JSON pointer for a wrong value.
    """
    return _core.read_calibration(os.fspath(file))


def _bytes(option: str, size: Optional[Size]) -> Optional[_core.Bytes]:
    return None if size is None else _core.Bytes(int(_size(option, size)))
