"""compare(): several questions side by side."""

from __future__ import annotations

from typing import Iterable, Sequence

from ._core import lib
from ._data import data_dir


class Comparison(Sequence[lib.AnsweredQuestion]):
    """Questions and their plans, or why there is none; a row for each question and layout when shown."""

    def __init__(self, answers: Sequence[lib.AnsweredQuestion]) -> None:
        self._answers = list(answers)

    def __getitem__(self, i):  # type: ignore[no-untyped-def]
        return self._answers[i]

    def __len__(self) -> int:
        return len(self._answers)

    def __str__(self) -> str:
        return lib.render_text(self._answers, False)

    def to_json(self) -> str:
        """The text of `kvplan compare --format json`."""
        return lib.render_json(self._answers)

    def to_markdown(self) -> str:
        return lib.render_markdown(self._answers)

    def to_csv(self) -> str:
        return lib.render_csv(self._answers)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def compare(questions: Iterable[lib.Question]) -> Comparison:
    """Plans each question; one that cannot be planned keeps its error and does not stop the others.

    >>> asked = [kvplan.question("Meta-Llama-3.1-8B", util=util) for util in (0.5, 0.1, 2)]
    >>> [answer.status for answer in kvplan.compare(asked)]
    [0, 1, 2]
    """
    return Comparison(lib.answer_all(list(questions), data_dir()))
