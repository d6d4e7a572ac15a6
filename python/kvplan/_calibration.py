"""calibrate() and read_calibration(): what boxes really take."""

from __future__ import annotations

import os
import pathlib
from typing import Optional, Sequence, Union

from ._core import lib
from ._plan import Path, Size, _size


def calibrate(
    files: Union[Path, Sequence[Path]], *, weights: Optional[Size] = None, total: Optional[Size] = None
) -> lib.Calibration:
    """Learns from start-up logs, /proc/meminfo and /metrics what a box takes beside weights and cache.

    files    one or several; told apart by what is in them
    weights  of the model, all ranks together, for logs that do not say
    total    memory of the box, for logs that do not say

    Sizes are "71GiB", Bytes, or an int of bytes. Raises kvplan.Error for a file that is none of the three, and when
    there is nothing to learn from. plan(calibration=…), fit() and simulate() take the result.
    """
    evidence = lib.CalibrationInput(weights=_bytes("--weights", weights), total=_bytes("--total", total))
    for file in [files] if isinstance(files, (str, os.PathLike)) else files:
        lib.add_evidence(evidence, lib.read_text(pathlib.Path(file)), os.fspath(file))
    return lib.calibrate(evidence)


def read_calibration(file: Path) -> lib.Calibration:
    """Reads what `kvplan calibrate --format json` or Calibration.to_json() wrote.

    Raises kvplan.Error with file and JSON pointer for a wrong value.
    """
    return lib.read_calibration(file)


def _bytes(option: str, size: Optional[Size]) -> Optional[lib.Bytes]:
    return None if size is None else lib.Bytes(int(_size(option, size)))
