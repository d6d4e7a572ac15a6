"""Where models/ and boxes/ are."""

from __future__ import annotations

import pathlib

from . import _core


def data_dir() -> pathlib.Path:
    """kvplan/data in an installed package, else the source tree that it was built from."""
    packaged = pathlib.Path(__file__).resolve().parent / "data"
    return packaged if (packaged / "models").is_dir() else pathlib.Path(_core.source_data_dir())
