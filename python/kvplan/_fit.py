"""fit(): the way back."""

from __future__ import annotations

from ._core import lib
from ._plan import Asked, asking, question, request_of


def _fit(asked: Asked) -> lib.Fit:
    """From services, headroom and need to the share of each box's memory, or to the bytes of its cache.

    The arguments are question()'s; util does not matter. Raises kvplan.Error as plan() does.
    """
    return lib.fit(request_of(asked))


_fit.__name__ = _fit.__qualname__ = "fit"
fit = asking(_fit, question)
