"""batch(): many questions at once."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, Mapping, Union

from ._core import lib


def batch(
    questions: Union[str, Iterable[Union[str, Mapping[str, Any]]]], root: Union[str, "os.PathLike[str]"] = "."
) -> list[dict[str, Any]]:
    """Answers many questions on all cores, as `kvplan batch` does; the GIL is free meanwhile.

    questions  dicts, or lines of JSON, or one text of such lines: {"config": "path/to/config.json", "options":
               {"kv_cache_dtype": "fp8"}, "platform": "gb10", "engine": "vllm@0.33", "available_bytes": 21474836480}
    root       the folder that relative config paths start from

    Returns one dict for each question, in the same order: "status" (0 fits, 1 does not, 2 bad input, 4 cannot be
    judged), "error", "num_blocks", "tokens", … A bad question gets an answer with its error and raises nothing.
    """
    if isinstance(questions, str):
        questions = [line for line in questions.splitlines() if line.strip()]
    lines = [question if isinstance(question, str) else json.dumps(question) for question in questions]
    return [json.loads(answer) for answer in lib.Batch(root).answers(lines)]
