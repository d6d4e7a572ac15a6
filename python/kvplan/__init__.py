"""KV-cache capacity planner for vLLM."""

from ._core import version

__version__ = version

__all__ = ["version"]
