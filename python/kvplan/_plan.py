"""question(): Python values → the texts of a Question, which the library reads as it reads the command line's; and plan(),
which answers it."""

from __future__ import annotations

import functools
import inspect
import json
import operator
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Sequence, TypeVar, Union

from ._core import Report, lib
from ._core.lib import Bytes, Tokens
from ._data import data_dir

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")

Path = Union[str, "os.PathLike[str]"]
Size = Union[str, int, Bytes]
Share = Union[float, str]
Count = Union[int, str, Tokens]
Seconds = Union[int, str, Sequence[int], lib.SecondsBand]
Answer = TypeVar("Answer")


class Asked(lib.Question):
    """A question whose calibration may be one at hand in place of a file."""

    learned: Optional[lib.Calibration] = None


def question(
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
    need_tokens: Optional[Count] = None,
    need_longest: Optional[Count] = None,
    need_lengths: Optional[Path] = None,
    restart: Optional[Seconds] = None,
    fault_every_days: Optional[float] = None,
    in_flight: Optional[int] = None,
    context: Optional[Count] = None,
    measured_tok_s: Union[Mapping[str, float], Sequence[str], None] = None,
    deployment_files: Optional[Sequence[Path]] = None,
    beside: Union[Mapping[str, float], Sequence[str], None] = None,
    layout: Optional[str] = None,
    engine: Union[str, lib.EngineRules, None] = None,
    models: Optional[Path] = None,
    calibration: Union[Path, lib.Calibration, None] = None,
    free: Union[str, Sequence[str], None] = None,
    other_engines: Optional[Sequence[str]] = None,
    guards: Optional[Sequence[Union[str, lib.Guard]]] = None,
    vllm_args: Optional[str] = None,
    from_: Optional[Path] = None,
    speculative_config: Union[str, Mapping[str, Any], None] = None,
    **engine_options: Any,
) -> Asked:
    """A question as plan(), fit(), sweep(), simulate() and lint() ask it: their keywords are these.

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
    need_longest  tokens of the longest single request
    need_lengths  how long the requests are: a file, or "p50=8k,p90=32k,max=200k"; need_requests counts these then
    restart     seconds that a copy needs to start, or a band: 660, (300, 780), "300-780"
    fault_every_days  of each box: what availability is computed with
    in_flight, context  requests at once over all boxes and their tokens: what speed is computed with
    measured_tok_s  {"replicated": 61.3}: measured tokens a second, by layout
    deployment_files  units, compose files, scripts: what takes several boxes at once is looked for there
    beside      {"Meta-Llama-3.1-8B": 0.2}: other models on every box, with their share; or ["MODEL=SHARE@BOX", …]
    layout      only this one: a family ("split") or an id ("split-1xtp2")
    engine      "vllm@0.33" or one of engines(); the newest vLLM covered when left out
    models      folder of models in place of the shipped one
    calibration a Calibration, or a file that `kvplan calibrate` wrote: what these boxes really take
    free        memory free when the engine starts: "100GiB", or ["100GiB@gb10-1", …]
    other_engines  engines that run beside it: ["NAME=SHARE", "NAME=SHARE:SIZE@BOX", …]
    guards      what stops a process that takes too much: container-limit, earlyoom, systemd-oomd, swap, ray
    vllm_args   a whole `vllm serve …` line as pasted; what is given beside it wins, and model may be left to it
    from_       a file that starts an engine (recipe, compose, unit, script, manifest), FILE or FILE:NAME; likewise
    speculative_config  {"method": "mtp", "num_speculative_tokens": 4}, or "mtp:4"
    engine_options  the engine's own, by vLLM's names: max_model_len, kv_cache_dtype, tensor_parallel_size, …; None
                counts as not given

    Sizes are "71GiB", "128GB", Bytes, or an int of bytes; tokens are an int, Tokens, "900k" or "1M". Raises TypeError for a keyword that is no option of the engine.

    >>> kvplan.question("Meta-Llama-3.1-8B", util=0.5, need_tokens=100_000)
    Question(model='Meta-Llama-3.1-8B', util='0.5', need_tokens=100000)
    """
    if "gpu_memory_utilization" in engine_options:
        _only_one("util", util, "gpu_memory_utilization")
        util = engine_options.pop("gpu_memory_utilization")
    if box is not None:
        _only_one("boxes", boxes, "box")
        boxes = [box]
    asked = Asked(
        model=_path(model),
        models_dir=_path(models),
        boxes=_boxes(boxes),
        util=_shares(util),
        kv_cache_memory=_size("--kv-cache-memory-bytes", kv_cache_memory_bytes),
        weights=_size("--weights", weights),
        services=_services(services),
        headroom=_size("--headroom", headroom),
        need_requests=None if need_requests is None else operator.index(need_requests),
        need_tokens=_count("--need-tokens", need_tokens),
        need_longest=_count("--need-longest", need_longest),
        need_lengths=_path(need_lengths),
        restart=_seconds(restart),
        fault_every_days=fault_every_days,
        in_flight=None if in_flight is None else operator.index(in_flight),
        context=_count("--context", context),
        measured_tok_s=_pairs("measured_tok_s", measured_tok_s),
        deployment_files=[os.fspath(file) for file in deployment_files or ()],
        beside=_pairs("beside", beside),
        layout=layout or "",
        engine=_engine(engine),
        free=[free] if isinstance(free, str) else list(free or ()),
        other_engines=list(other_engines or ()),
        guards=[str(guard) for guard in guards or ()],
        vllm_args=vllm_args or "",
        from_=_path(from_),
        speculative_config=_speculative(speculative_config),
        engine_options=_engine_options(engine_options),
    )
    if isinstance(calibration, lib.Calibration):
        asked.learned = calibration
    elif calibration is not None:
        asked.calibration = os.fspath(calibration)
    return asked


def request_of(asked: Asked) -> lib.PlanRequest:
    """The question with its model, boxes and options read and checked."""
    return lib.request_from(asked, data_dir(), asked.learned)


def asking(answer: Callable[[Asked], Answer], asks: "Callable[P, Asked]") -> "Callable[P, Answer]":
    """A function that takes question()'s arguments; name and docstring are the answer's."""

    @functools.wraps(answer)
    def ask(*args: Any, **keywords: Any) -> Answer:
        try:
            asked = asks(*args, **keywords)
        except TypeError as error:  # says which function was called
            raise TypeError(str(error).replace("question()", f"{answer.__name__}()", 1)) from None
        return answer(asked)

    of_question = inspect.signature(asks)
    returns = inspect.signature(answer).return_annotation
    ask.__signature__ = of_question.replace(return_annotation=returns)  # type: ignore[attr-defined]
    ask.__annotations__ = {**asks.__annotations__, "return": returns}
    return ask


def _plan(asked: Asked) -> Report:
    """What fits on the boxes: split against a copy on each, the recommendation, and why.

    The arguments are question()'s: model, box or boxes, util, services, need_requests, kv_cache_dtype, …

    Raises kvplan.Error: kind "invalid" for an input that cannot be read or that the engine refuses, "unknown" where
    the architecture or the weights are not known. Raises TypeError for a keyword that is no option of the engine.

    >>> report = kvplan.plan("Qwen3.8-Flash-Next-NVFP4", util=0.74, kv_cache_dtype="fp8")
    >>> report.recommendation.layout
    'replicated'
    >>> report.layouts[0].per_copy[0].kv_cache_tokens
    Tokens(759,406)
    """
    return Report(lib.plan(request_of(asked)))


_plan.__name__ = _plan.__qualname__ = "plan"
plan = asking(_plan, question)


def _path(path: Optional[Path]) -> str:
    return "" if path is None else os.fspath(path)


def _count(option: str, count: Optional[Count]) -> Optional[int]:
    if count is None:
        return None
    if isinstance(count, str):
        return lib.parse_tokens(count, option)
    return int(count) if isinstance(count, Tokens) else operator.index(count)


def _seconds(seconds: Optional[Seconds]) -> str:
    if seconds is None:
        return ""
    if isinstance(seconds, (str, int)):
        return str(seconds)
    low, high = (seconds.low, seconds.high) if isinstance(seconds, lib.SecondsBand) else seconds
    return f"{low}-{high}"


def seconds_band(option: str, seconds: Seconds) -> lib.SecondsBand:
    return seconds if isinstance(seconds, lib.SecondsBand) else lib.parse_seconds(_seconds(seconds), option)


def _pairs(name: str, pairs: Union[Mapping[str, float], Sequence[str], None]) -> list[str]:
    if isinstance(pairs, str):
        raise TypeError(f"{name}: expected a dict or a list, found {pairs!r}")
    if isinstance(pairs, Mapping):
        return [f"{key}={value}" for key, value in pairs.items()]
    return list(pairs or ())


def _engine(engine: Union[str, lib.EngineRules, None]) -> str:
    if isinstance(engine, lib.EngineRules):
        return f"{engine.name}@{engine.version}"
    return engine or ""


def _only_one(name: str, value: object, other: str) -> None:
    if value is not None:
        raise TypeError(f"question() takes {name} or {other}, not both")


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
        size = lib.parse_size(size, option)
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
        if not lib.is_engine_option(name):
            raise TypeError(f"question() got an unexpected keyword argument {name!r}")
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
