"""The one exception type of the library."""

from __future__ import annotations


class Error(Exception):
    """An input that cannot be read, or a question that cannot be judged.

    str(error) is the line that the command line shows. "It does not fit" is no error but an answer.
    """

    #: "invalid" (the command line exits 2) or "unknown", such as an unknown architecture (4)
    kind: str
    #: path, or option as the command line spells it ("--util"); may be empty
    file: str
    #: JSON pointer such as "/text_config/head_dim", or "line 7"; may be empty
    pointer: str
    #: what would have been right
    expected: str
    #: what was there
    found: str

    def __init__(self, message: str, kind: str, file: str, pointer: str, expected: str, found: str) -> None:
        super().__init__(message, kind, file, pointer, expected, found)
        self.kind = kind
        self.file = file
        self.pointer = pointer
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return str(self.args[0])


Error.__module__ = "kvplan"
