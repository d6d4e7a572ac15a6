"""sweep(): a grid over a plan's inputs as numpy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional

import numpy as np

from . import _core
from ._core import lib
from ._plan import Path, _text, question, request_of
from ._progress import bar

if TYPE_CHECKING:
    import pandas


class Sweep:
    """The rows of a grid. Each column is a read-only array of shape (values of each axis …, layouts).

    axes     {name: values}, in the order of the shape; the utilization is always the last
    layouts  ids, the last axis of the shape
    fits     bool; where it is False the counts are 0
    refused  bool: the engine does not serve this layout with these options

    available_kv_bytes (int64, bytes per rank), num_blocks (int64, of one copy), kv_cache_tokens (int64, all copies),
    full_context_requests (int64, all copies), largest_request_tokens (int64), max_concurrency (float64, of one copy).
    """

    COLUMNS = (
        "available_kv_bytes",
        "num_blocks",
        "kv_cache_tokens",
        "full_context_requests",
        "largest_request_tokens",
        "max_concurrency",
    )

    def __init__(self, rows: _core.SweepRows, axes: Mapping[str, list[Any]]) -> None:
        self.axes: dict[str, list[Any]] = {axis.name: list(axes[axis.name]) for axis in rows.axes}
        self.layouts: list[str] = rows.layouts
        state = rows.state
        self.fits: np.ndarray[Any, Any] = state == 0
        self.refused: np.ndarray[Any, Any] = state == 2
        self.available_kv_bytes: np.ndarray[Any, Any] = rows.available_kv_bytes
        self.num_blocks: np.ndarray[Any, Any] = rows.num_blocks
        self.kv_cache_tokens: np.ndarray[Any, Any] = rows.kv_cache_tokens
        self.full_context_requests: np.ndarray[Any, Any] = rows.full_context_requests
        self.largest_request_tokens: np.ndarray[Any, Any] = rows.largest_request_tokens
        self.max_concurrency: np.ndarray[Any, Any] = rows.max_concurrency

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.fits.shape)

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name}: {len(values)}" for name, values in self.axes.items())
        return f"<kvplan.Sweep {sizes}, layouts: {len(self.layouts)}>"

    def to_frame(self) -> "pandas.DataFrame":
        """A row a point and layout (needs pandas); the counts of what does not fit are missing."""
        import pandas

        names = [*self.axes, "layout"]
        grid = np.meshgrid(*(np.arange(n) for n in self.shape), indexing="ij")
        values = [*self.axes.values(), self.layouts]
        frame = pandas.DataFrame(
            {name: [value[i] for i in index.ravel()] for name, value, index in zip(names, values, grid)}
        )
        frame["fits"] = self.fits.ravel()
        for column in self.COLUMNS:
            missing = self.refused if column == "available_kv_bytes" else ~self.fits
            frame[column] = pandas.Series(getattr(self, column).ravel()).mask(missing.ravel())
        return frame

    def plot(self, y: str = "kv_cache_tokens", *, x: Optional[str] = None, ax: Any = None) -> Any:
        """One line a layout of column `y` over axis `x`, the first that has several values (needs matplotlib). The other
        axes stand at their first value. Returns matplotlib's axes."""
        import matplotlib.pyplot

        names = list(self.axes)
        if x is None:
            x = next((name for name in names if len(self.axes[name]) > 1), names[0])
        place: list[Any] = [0] * len(names) + [slice(None)]
        place[names.index(x)] = slice(None)
        values = np.where(self.fits, getattr(self, y), np.nan)[tuple(place)]
        if ax is None:
            _, ax = matplotlib.pyplot.subplots()
        for i, layout in enumerate(self.layouts):
            ax.plot(self.axes[x], values[:, i], label=layout)
        ax.set_xlabel(x)
        ax.set_ylabel(y)
        ax.legend()
        return ax


def sweep(model: Optional[Path] = None, *, axes: Mapping[str, Iterable[Any]], **inputs: Any) -> Sweep:
    """plan() for each point of a grid, on all cores.

    axes    {"util": np.linspace(0.6, 0.9, 31), "kv_cache_dtype": ["fp8", "bfloat16"]}: util, weights, or options of the
            engine by vLLM's names, but for its parallel sizes
    inputs  the same as plan()'s

    >>> grid = kvplan.sweep("Qwen3.8-Flash-Next-NVFP4", axes={"util": [0.74, 0.78]}, kv_cache_dtype="fp8")
    >>> grid.num_blocks[:, grid.layouts.index("replicated-2xtp1")]
    array([281, 408])
    """
    named = {"gpu_memory_utilization" if name == "util" else name: list(values) for name, values in axes.items()}
    grid = [
        lib.SweepAxis(name=name, values=[_text(name, _plain(value)) for value in values]) for name, values in named.items()
    ]
    shown = bar(0, "rows")
    if shown is None:
        return Sweep(_core.sweep(request_of(question(model, **inputs)), grid), named)

    def done(rows: int, of: int) -> None:
        shown.total = of
        shown.update(rows)

    try:
        return Sweep(_core.sweep(request_of(question(model, **inputs)), grid, done), named)
    finally:
        shown.close()


def _plain(value: Any) -> Any:
    """numpy's numbers as Python's, sizes as digits."""
    if isinstance(value, np.generic):
        return value.item()
    return str(int(value)) if isinstance(value, lib.Bytes) else value
