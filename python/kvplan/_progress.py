"""Progress of what takes long, where tqdm is installed."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any, Iterator, Optional, Sequence, TypeVar

Item = TypeVar("Item")


def bar(total: int, unit: str) -> Optional[Any]:
    """A bar of tqdm that shows itself after a second; None without tqdm or without somebody who could see it."""
    notebook = "ipykernel" in sys.modules
    if not notebook and not sys.stderr.isatty():
        return None
    widgets = notebook and importlib.util.find_spec("ipywidgets")  # without them tqdm.auto warns in the reader's notebook
    try:
        tqdm = importlib.import_module("tqdm.auto" if widgets else "tqdm").tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit=f" {unit}", unit_scale=True, delay=1, leave=False)


def progress(items: Sequence[Item], unit: str) -> Iterator[Item]:
    shown = bar(len(items), unit) if len(items) > 1 else None
    for item in items:
        yield item
        if shown is not None:
            shown.update(1)
    if shown is not None:
        shown.close()
