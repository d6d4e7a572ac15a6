"""plan(): Python values → the texts of a Question, which the library reads as it reads the command line's."""

from __future__ import annotations

import json
import operator
import os
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from . import _core
from ._core import Bytes, Report, Tokens
from ._data import data_dir

Path = Union[str, "os.PathLike[str]"]
Size = Union[str, int, Bytes]
Share = Union[float, str]


def plan(
    model: Optional[Path] = None,
    *,
    box: Optional[Path] = None,
    boxes: Optional[Sequence[Path]] = None,
    util: Union[Share, Iterable[Share], None] = None,
    kv_cache_memory_bytes: Optional[Size] = None,
    weights: Optional[Size] = None,
    services: Union[Mapping[str, Size], Sequence[str], None] = None,
    headroom: Optional[Size] = None,
    need_requests: Optional[int] = None,
    need_tokens: Union[int, Tokens, None] = None,
    layout: Optional[str] = None,
    engine: Union[str, _core.Engine, None] = None,
    models: Optional[Path] = None,
    calibration: Union[Path, _core.Calibration, None] = None,
    free: Union[str, Sequence[str], None] = None,
    other_engines: Optional[Sequence[str]] = None,
    guards: Optional[Sequence[str]] = None,
    vllm_args: Optional[str] = None,
    speculative_config: Union[str, Mapping[str, Any], None] = None,
    **engine_options: Any,
) -> Report:
    """What fits on the boxes: split against a copy on each, the recommendation, and why.

    model       a config.json, a folder that holds one, or the name of a shipped model
    box, boxes  names or files; two GB10 when neither is given
    util        share of a box's memory for the engine, in (0, 1]; one, or one a box. The engine's own default when
                left out; gpu_memory_utilization is the same
    kv_cache_memory_bytes  cache of each rank, in place of the budget
    weights     bytes of the weights, all ranks together, where the config's own formula is not to be used
    services    {"postgres": "6GiB"} on every box, {"postgres": "6GiB@gb10-1"} on one; or the command line's
                ["postgres=6GiB@gb10-1", …]
    headroom    memory to leave beside the services
    need_requests, need_tokens  what must fit, over all boxes; one request of full context when neither is given
    layout      only this one: a family ("split") or an id ("split-1xtp2")
    engine      "vllm@0.33" or one of engines(); the newest vLLM covered when left out
    models      folder of models in place of the shipped one
    calibration a Calibration, or a file that `kvplan calibrate` wrote: what these boxes really take
    free        memory free when the engine starts: "100GiB", or ["100GiB@gb10-1", …]
    other_engines  engines that run beside it: ["NAME=SHARE", "NAME=SHARE:SIZE@BOX", …]
    guards      what stops a process that takes too much: container-limit, earlyoom, systemd-oomd, swap, ray
    vllm_args   a whole `vllm serve …` line as pasted; what is given beside it wins, and model may be left to it
    speculative_config  {"method": "mtp", "num_speculative_tokens": 4}, or "mtp:4"
    engine_options  the engine's own, by vLLM's names: max_model_len, kv_cache_dtype, tensor_parallel_size, …; None
                counts as not given

    Sizes are "71GiB", "128GB", Bytes, or an int of bytes.

    Raises kvplan.Error: kind "invalid" for an input that cannot be read or that the engine refuses, "unknown" where
    the architecture or the weights are not known. Raises TypeError for a keyword that is no option of the engine.

    >>> report = kvplan.plan("Qwen3.8-Flash-Next-NVFP4", util=0.74, kv_cache_dtype="fp8")
    >>> report.recommendation.layout
    'replicated'
    >>> report.layouts[0].per_copy[0].kv_cache_tokens
    Tokens(759,406)
    """
    given = dict(locals())
    return _core.plan(question_of(**given.pop("engine_options"), **given), str(data_dir()))


def question_of(
    model: Optional[Path] = None,
    *,
    box: Optional[Path] = None,
    boxes: Optional[Sequence[Path]] = None,
    util: Union[Share, Iterable[Share], None] = None,
    kv_cache_memory_bytes: Optional[Size] = None,
    weights: Optional[Size] = None,
    services: Union[Mapping[str, Size], Sequence[str], None] = None,
    headroom: Optional[Size] = None,
    need_requests: Optional[int] = None,
    need_tokens: Union[int, Tokens, None] = None,
    layout: Optional[str] = None,
    engine: Union[str, _core.Engine, None] = None,
    models: Optional[Path] = None,
    calibration: Union[Path, _core.Calibration, None] = None,
    free: Union[str, Sequence[str], None] = None,
    other_engines: Optional[Sequence[str]] = None,
    guards: Optional[Sequence[str]] = None,
    vllm_args: Optional[str] = None,
    speculative_config: Union[str, Mapping[str, Any], None] = None,
    **engine_options: Any,
) -> _core.Question:
    """plan()'s arguments as the texts that the library reads."""
    if "gpu_memory_utilization" in engine_options:
        _only_one("util", util, "gpu_memory_utilization")
        util = engine_options.pop("gpu_memory_utilization")
    if box is not None:
        _only_one("boxes", boxes, "box")
        boxes = [box]
    question = _core.Question()
    question.model = "" if model is None else os.fspath(model)
    question.models_dir = "" if models is None else os.fspath(models)
    question.boxes = _boxes(boxes)
    question.util = _shares(util)
    question.kv_cache_memory = _size("--kv-cache-memory-bytes", kv_cache_memory_bytes)
    question.weights = _size("--weights", weights)
    question.services = _services(services)
    question.headroom = _size("--headroom", headroom)
    question.need_requests = None if need_requests is None else operator.index(need_requests)
    question.need_tokens = int(need_tokens) if isinstance(need_tokens, Tokens) else need_tokens
    question.layout = layout or ""
    question.engine = "" if engine is None else str(engine)
    if isinstance(calibration, _core.Calibration):
        question.learned = calibration
    elif calibration is not None:
        question.calibration = os.fspath(calibration)
    question.free = [free] if isinstance(free, str) else list(free or ())
    question.other_engines = list(other_engines or ())
    question.guards = list(guards or ())
    question.vllm_args = vllm_args or ""
    question.speculative_config = _speculative(speculative_config)
    question.engine_options = _engine_options(engine_options)
    return question


def _only_one(name: str, value: object, other: str) -> None:
    if value is not None:
        raise TypeError(f"plan() takes {name} or {other}, not both")


def _boxes(boxes: Optional[Sequence[Path]]) -> list[str]:
    if boxes is None:
        return []
    if isinstance(boxes, (str, os.PathLike)):
        raise TypeError(f"boxes: expected a list of names or files, found {boxes!r}; for a single one there is box=")
    if not boxes:
        raise TypeError("boxes: expected at least one name or file, found none")
    return [os.fspath(box) for box in boxes]


def _shares(util: Union[Share, Iterable[Share], None]) -> str:
    if util is None:
        return ""
    if isinstance(util, str):
        return util
    if isinstance(util, Iterable):
        return ",".join(map(_shares, util))
    return repr(float(util))


def _size(option: str, size: Optional[Size]) -> str:
    """Bytes as digits. Text is read here already, for the library takes an empty one as not given."""
    if size is None:
        return ""
    if isinstance(size, str):
        size = _core.parse_size(size, option)
    if isinstance(size, Bytes):
        return str(int(size))
    try:
        return str(operator.index(size))
    except TypeError:
        raise TypeError(f"{option}: expected a size such as '71GiB', an int or Bytes, found {size!r}") from None


def _services(services: Union[Mapping[str, Size], Sequence[str], None]) -> list[str]:
    if services is None:
        return []
    if isinstance(services, Mapping):
        return [
            f"{name}={size if isinstance(size, str) else _size('--service', size)}" for name, size in services.items()
        ]
    if isinstance(services, str):
        raise TypeError(f"services: expected a dict or a list, found {services!r}")
    return list(services)


def _speculative(config: Union[str, Mapping[str, Any], None]) -> str:
    if config is None:
        return ""
    return config if isinstance(config, str) else json.dumps(dict(config))


def _engine_options(options: Mapping[str, Any]) -> dict[str, str]:
    for name in options:
        if not _core.is_engine_option(name):
            raise TypeError(f"plan() got an unexpected keyword argument {name!r}")
    return {name: _text(name, value) for name, value in options.items() if value is not None}


def _text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Tokens):
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return json.dumps(value)
    if isinstance(value, float):
        return repr(float(value))
    try:
        return str(operator.index(value))
    except TypeError:
        raise TypeError(f"{name}: expected an engine option's value, found {value!r}") from None
