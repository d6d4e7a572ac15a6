"""emit() and lint(): the files that run a plan, and what is wrong with those that people have."""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Optional, Sequence, Union

from ._core import Report, lib
from ._data import data_dir
from ._plan import Path, question


@dataclasses.dataclass(frozen=True)
class Emitted:
    """The files that run a plan (`kvplan emit`)."""

    #: why the plan should not be run (there are no files then), or None
    refused: Optional[str] = None
    #: README.md first
    files: Sequence[lib.EmittedFile] = ()
    #: what was assumed and is worth a look
    notes: Sequence[str] = ()


@dataclasses.dataclass(frozen=True)
class Linted:
    """The findings of lint(), by file, line and rule."""

    findings: Sequence[lib.Finding]
    #: how many were read
    files: int

    def __len__(self) -> int:
        return len(self.findings)

    def __str__(self) -> str:
        return lib.render_findings_text(list(self.findings), self.files, False)

    def to_json(self) -> str:
        """The text of `kvplan lint --format json`."""
        return lib.render_findings_json(list(self.findings))

    def to_sarif(self) -> str:
        """SARIF 2.1.0."""
        return lib.render_sarif("kvplan lint", list(self.findings), lib.finding_rules())


def emit(report: Union[Report, lib.Report], **options: Any) -> Emitted:
    """The files that run a plan, as text: launch, proxy, health, watchdog, changeover and back. Writes nothing.

    options  by EmitOptions' names: addresses=["10.0.0.1", …], cap=12, proxy="nginx", listen="127.0.0.1", …

    Raises kvplan.Error naming the field or the option; TypeError for a keyword that is no option.
    """
    asked = lib.EmitOptions(**options)
    plan = lib.parse_json(report.to_json(), "the plan")
    refused = lib.refusal(plan, asked)
    if refused is not None:
        return Emitted(refused)
    deployment = lib.deployment_from(plan, asked)
    return Emitted(None, lib.emit(deployment), deployment.notes)


def lint(
    paths: Union[Path, Sequence[Path]],
    *,
    restart_seconds: Optional[float] = None,
    longest_answer_seconds: float = 600,
    model: Optional[Path] = None,
    **inputs: Any,
) -> Linted:
    """Judges files that start, front and watch engines, together.

    paths                   files, or folders with them
    restart_seconds         that a copy needs to start; the model's own where it is known
    longest_answer_seconds  of the longest prefill, or answer without streaming
    model, inputs           the same as plan()'s; the model that the files name when left out
    """
    files = lib.read_deployment([paths] if isinstance(paths, (str, os.PathLike)) else list(paths))
    options = lib.LintOptions(
        question=question(model, **inputs),
        data_dir=data_dir(),
        restart_seconds=restart_seconds,
        longest_answer_seconds=longest_answer_seconds,
    )
    return Linted(lib.lint(files, options), len(files.files))
