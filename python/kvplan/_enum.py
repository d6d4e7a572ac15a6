"""The library's enumerations."""

from __future__ import annotations

import enum


class TextEnum(str, enum.Enum):
    """A word that knows its kind: RowKind.device == "device", and str() of it is "device"."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    __hash__ = str.__hash__
