"""What the library's values need of Python: their enumerations, and how pickle makes them again."""

from __future__ import annotations

import enum
from typing import Any, Mapping


class TextEnum(str, enum.Enum):
    """A word that knows its kind: RowKind.device == "device", and str() of it is "device"."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    __hash__ = str.__hash__


def restored(kind: type[Any], fields: Mapping[str, Any]) -> Any:
    return kind(**fields)
