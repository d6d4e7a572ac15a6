"""emit() and lint(): the files that run a plan, and what is wrong with those that people have."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Union

from . import _core
from ._data import data_dir
from ._plan import Path, question_of


def emit(report: _core.Report, **options: Any) -> _core.Emitted:
    """The files that run a plan, as text: launch, proxy, health, watchdog, changeover and back. Writes nothing.

    options  by EmitOptions' names: addresses=["10.0.0.1", …], cap=12, proxy="nginx", listen="127.0.0.1", …

    Raises kvplan.Error naming the field or the option; TypeError for a keyword that is no option.
    """
    asked = _core.EmitOptions()
    for name, value in options.items():
        if name.startswith("_") or not hasattr(asked, name):
            raise TypeError(f"emit() got an unexpected keyword argument {name!r}")
        setattr(asked, name, value)
    return _core.emit(report, asked)


def lint(
    paths: Union[Path, Sequence[Path]],
    *,
    restart_seconds: Optional[float] = None,
    longest_answer_seconds: float = 600,
    model: Optional[Path] = None,
    **inputs: Any,
) -> _core.Linted:
    """Judges files that start, front and watch engines, together.

    paths                   files, or folders with them
    restart_seconds         that a copy needs to start; the model's own where it is known
    longest_answer_seconds  of the longest prefill, or answer without streaming
    model, inputs           the same as plan()'s; the model that the files name when left out
    """
    names = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    question = question_of(model, **inputs)
    return _core.lint(names, question, restart_seconds, longest_answer_seconds, str(data_dir()))
