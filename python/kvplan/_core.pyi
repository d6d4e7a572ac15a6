"""
kvplan's C++ library.
"""
from __future__ import annotations
import numpy
import typing
__all__: list[str] = ['Action', 'Batch', 'Blocks', 'Bytes', 'Change', 'Check', 'Copy', 'Engine', 'Family', 'Flip', 'Layout', 'Ledger', 'LedgerRow', 'LeftOut', 'LimitResult', 'Question', 'Rank', 'Reason', 'Recommendation', 'Report', 'SweepRows', 'Tokens', 'Warning', 'check', 'engines', 'families', 'is_engine_option', 'model_names', 'parse_size', 'plan', 'source_data_dir', 'sweep', 'version']
class Bytes:
    """
    A size in bytes. Adds to and compares with its own kind only; int(b) is the number.
    
    >>> Bytes(71 * 2**30)
    Bytes(71.00 GiB)
    """
    def __add__(self, arg0: Bytes) -> Bytes:
        ...
    def __bool__(self) -> bool:
        ...
    def __eq__(self, arg0: Bytes) -> bool:
        ...
    def __ge__(self, arg0: Bytes) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __gt__(self, arg0: Bytes) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, count: int) -> None:
        """
        A whole number of this unit.
        """
    def __int__(self) -> int:
        ...
    def __le__(self, arg0: Bytes) -> bool:
        ...
    def __lt__(self, arg0: Bytes) -> bool:
        ...
    def __ne__(self, arg0: Bytes) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def __str__(self) -> str:
        ...
    def __sub__(self, arg0: Bytes) -> Bytes:
        ...
class Tokens:
    """
    A number of tokens. Adds to and compares with its own kind only; int(t) is the number.
    """
    def __add__(self, arg0: Tokens) -> Tokens:
        ...
    def __bool__(self) -> bool:
        ...
    def __eq__(self, arg0: Tokens) -> bool:
        ...
    def __ge__(self, arg0: Tokens) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __gt__(self, arg0: Tokens) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, count: int) -> None:
        """
        A whole number of this unit.
        """
    def __int__(self) -> int:
        ...
    def __le__(self, arg0: Tokens) -> bool:
        ...
    def __lt__(self, arg0: Tokens) -> bool:
        ...
    def __ne__(self, arg0: Tokens) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def __str__(self) -> str:
        ...
    def __sub__(self, arg0: Tokens) -> Tokens:
        ...
class Blocks:
    """
    A number of cache blocks. Adds to and compares with its own kind only; int(b) is the number.
    """
    def __add__(self, arg0: Blocks) -> Blocks:
        ...
    def __bool__(self) -> bool:
        ...
    def __eq__(self, arg0: Blocks) -> bool:
        ...
    def __ge__(self, arg0: Blocks) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __gt__(self, arg0: Blocks) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, count: int) -> None:
        """
        A whole number of this unit.
        """
    def __int__(self) -> int:
        ...
    def __le__(self, arg0: Blocks) -> bool:
        ...
    def __lt__(self, arg0: Blocks) -> bool:
        ...
    def __ne__(self, arg0: Blocks) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def __str__(self) -> str:
        ...
    def __sub__(self, arg0: Blocks) -> Blocks:
        ...
class LedgerRow:
    """
    One use of a box's memory; low ≤ bytes ≤ high.
    """
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Bytes:
        ...
    @property
    def high_bytes(self) -> Bytes:
        ...
    @property
    def kind(self) -> str:
        """
        'device', 'host', 'reclaimable', 'service', 'system' or 'free'
        """
    @property
    def label(self) -> str:
        ...
    @property
    def low_bytes(self) -> Bytes:
        ...
    @property
    def source(self) -> str:
        ...
class Ledger:
    """
    Where every byte of a box goes: the rows sum to its total.
    """
    def __repr__(self) -> str:
        ...
    @property
    def box(self) -> str:
        ...
    @property
    def left_for_others_bytes(self) -> Bytes:
        """
        the free row; below zero when the box is overcommitted
        """
    @property
    def rows(self) -> list[LedgerRow]:
        ...
    @property
    def shortfall_bytes(self) -> Bytes:
        """
        what the named services and the headroom lack
        """
    @property
    def total_bytes(self) -> Bytes:
        ...
class Rank:
    """
    One rank of a copy: a process on one GPU.
    """
    @property
    def available_kv_bytes(self) -> Bytes:
        ...
    @property
    def box(self) -> str:
        ...
    @property
    def bytes_per_block(self) -> Bytes:
        ...
    @property
    def num_blocks(self) -> Blocks | None:
        """
        None where the copy does not fit
        """
    @property
    def pipeline_stage(self) -> int:
        ...
    @property
    def rank(self) -> int:
        ...
    @property
    def weights_bytes(self) -> Bytes:
        ...
class Copy:
    """
    One engine. Bytes are per rank, of the rank that binds; `ranks` lists all.
    """
    @property
    def available_kv_bytes(self) -> Bytes:
        ...
    @property
    def available_kv_high_bytes(self) -> Bytes:
        ...
    @property
    def available_kv_low_bytes(self) -> Bytes:
        ...
    @property
    def block_size(self) -> Tokens:
        """
        tokens in a block
        """
    @property
    def blocks_per_request(self) -> Blocks:
        ...
    @property
    def boxes(self) -> list[str]:
        ...
    @property
    def bytes_per_block(self) -> Bytes:
        ...
    @property
    def deficit_bytes(self) -> Bytes:
        """
        what the cache lacks before the engine starts; 0 where it fits
        """
    @property
    def full_context_requests(self) -> int:
        """
        whole requests of max_model_len
        """
    @property
    def kv_cache_tokens(self) -> Tokens | None:
        """
        as the engine prints it; None where it does not fit
        """
    @property
    def max_concurrency(self) -> float | None:
        """
        the engine's own figure at full precision; None where it does not fit
        """
    @property
    def num_blocks(self) -> Blocks | None:
        """
        the null block included, as the engine counts; None where it does not fit
        """
    @property
    def ranks(self) -> list[Rank]:
        ...
    @property
    def weights_bytes(self) -> Bytes:
        ...
class Layout:
    """
    A way to place the model on the boxes, and what fits.
    """
    def __repr__(self) -> str:
        ...
    @property
    def copies(self) -> int:
        ...
    @property
    def fits(self) -> bool:
        """
        every copy starts
        """
    @property
    def full_context_requests(self) -> int:
        """
        whole requests of max_model_len, over all copies
        """
    @property
    def id(self) -> str:
        """
        'replicated-2xtp1'
        """
    @property
    def kv_cache_tokens(self) -> Tokens | None:
        """
        over all copies; None where it does not fit
        """
    @property
    def largest_request_tokens(self) -> Tokens:
        """
        min(max_model_len, the engine's estimate of the longest length)
        """
    @property
    def layout(self) -> str:
        """
        'single', 'replicated', 'split', 'pipeline' or 'mixed'
        """
    @property
    def ledgers(self) -> list[Ledger]:
        """
        one a box
        """
    @property
    def per_copy(self) -> list[Copy]:
        ...
    @property
    def pipeline_parallel_size(self) -> int:
        ...
    @property
    def serves_with_one_box_down(self) -> bool:
        ...
    @property
    def services_fit(self) -> bool:
        """
        the named services and the headroom have their memory on every box
        """
    @property
    def start_seconds(self) -> tuple[int, int] | None:
        """
        (low, high) from start to serving, or None where not known
        """
    @property
    def tensor_parallel_size(self) -> int:
        ...
class LeftOut:
    """
    A layout that the engine refuses, and why.
    """
    def __repr__(self) -> str:
        ...
    @property
    def layout(self) -> str:
        ...
    @property
    def why(self) -> str:
        ...
class Reason:
    """
    Why: a rule, in words, with its numbers.
    """
    def __repr__(self) -> str:
        ...
    @property
    def rule(self) -> str:
        ...
    @property
    def text(self) -> str:
        ...
    @property
    def values(self) -> dict[str, int | float | str]:
        ...
class Action:
    """
    What to do next.
    """
    def __repr__(self) -> str:
        ...
    @property
    def id(self) -> str:
        ...
    @property
    def text(self) -> str:
        ...
class Flip:
    """
    The first value of an input, all else equal, at which another layout is recommended.
    """
    def __repr__(self) -> str:
        ...
    @property
    def from_(self) -> int | float | str:
        """
        the last value at which the present layout is
        """
    @property
    def input(self) -> str:
        ...
    @property
    def layout(self) -> str:
        """
        the layout's family, or 'none'
        """
    @property
    def to(self) -> int | float | str:
        ...
    @property
    def type(self) -> str:
        """
        'integer', 'number' or 'string'
        """
class Change:
    """
    The smallest single change that makes the plan meet its need.
    """
    def __repr__(self) -> str:
        ...
    @property
    def flag(self) -> str:
        """
        to paste on the command line
        """
    @property
    def gives_up(self) -> str:
        ...
class Recommendation:
    """
    Which layout, why, and what would change it.
    """
    def __repr__(self) -> str:
        ...
    @property
    def actions(self) -> list[Action]:
        ...
    @property
    def changes(self) -> list[Change]:
        """
        empty when the need is met
        """
    @property
    def decided_by(self) -> str:
        ...
    @property
    def flips_when(self) -> list[Flip]:
        """
        nearest first
        """
    @property
    def layout(self) -> str:
        """
        the layout's family; 'none' where nothing fits
        """
    @property
    def layout_id(self) -> str | None:
        """
        None where nothing fits
        """
    @property
    def need_met(self) -> bool:
        ...
    @property
    def reasons(self) -> list[Reason]:
        ...
class Warning:
    def __repr__(self) -> str:
        ...
    @property
    def id(self) -> str:
        ...
    @property
    def text(self) -> str:
        ...
class Report:
    """
    A plan: the layouts of the boxes, which is recommended, and why.
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def _repr_html_(self) -> str:
        ...
    def explain(self) -> str:
        """
        The text of `kvplan explain`: each step from config field to the answer, with its
        formula, its numbers and its source.
        """
    def to_dict(self) -> dict:
        """
        The document of `kvplan --format json` (schema_version 1) as a dict.
        """
    def to_html(self) -> str:
        """
        The page of `kvplan report`: the plan again with its pictures, self-contained.
        """
    def to_json(self) -> str:
        """
        The text of `kvplan --format json`.
        """
    def to_markdown(self) -> str:
        """
        The text of `kvplan --format markdown`.
        """
    @property
    def exit_code(self) -> int:
        """
        what the command line ends with: 0 fits and meets the need, 1 not
        """
    @property
    def layouts(self) -> list[Layout]:
        """
        every layout that the engine serves on these boxes
        """
    @property
    def left_out(self) -> list[LeftOut]:
        ...
    @property
    def not_measured(self) -> list[str]:
        """
        figures of the recommended layout that are only assumed, one line each; the command line exits 4 on them under --trust measured
        """
    @property
    def recommendation(self) -> Recommendation:
        ...
    @property
    def warnings(self) -> list[Warning]:
        ...
class Question:
    """
    What kvplan.plan() asks, as text. Empty means: not given.
    """
    boxes: list[str]
    engine: str
    engine_options: dict[str, str]
    headroom: str
    kv_cache_memory: str
    layout: str
    model: str
    models_dir: str
    need_requests: int | None
    need_tokens: int | None
    services: list[str]
    speculative_config: str
    util: str
    vllm_args: str
    weights: str
    def __init__(self) -> None:
        ...
class Batch:
    """
    Answers JSON Lines; each config file is parsed once.
    """
    def __init__(self, root: str) -> None:
        ...
    def answers(self, lines: list[str]) -> list[str]:
        """
        One JSON document for each line, in the same order, on all cores.
        """
class Family:
    """
    A family of models that is described by one set of rules.
    """
    def __repr__(self) -> str:
        ...
    @property
    def covers(self) -> str:
        """
        one line: which models, and what of them
        """
    @property
    def model_types(self) -> list[str]:
        """
        config.json "model_type" values
        """
    @property
    def name(self) -> str:
        ...
class Engine:
    """
    An engine's release whose rules kvplan has.
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        As plan(engine=…) takes it: 'vllm@0.33'.
        """
    @property
    def gpu_memory_utilization(self) -> float:
        """
        the default of that release
        """
    @property
    def name(self) -> str:
        ...
    @property
    def note(self) -> str:
        """
        empty, or what is inferred about these rules
        """
    @property
    def version(self) -> str:
        ...
class SweepRows:
    """
    The rows of a grid as read-only numpy arrays of shape (values of each axis …, layouts).
    
    The numbers are 0 where state is not 0.
    """
    @property
    def available_kv_bytes(self) -> numpy.ndarray:
        """
        int64, bytes: for the cache, per rank, of the rank that binds
        """
    @property
    def axes(self) -> list[tuple[str, list[str]]]:
        """
        (name, values) of each axis, as in the shape
        """
    @property
    def full_context_requests(self) -> numpy.ndarray:
        """
        int64, whole requests over all copies
        """
    @property
    def kv_cache_tokens(self) -> numpy.ndarray:
        """
        int64, tokens over all copies
        """
    @property
    def largest_request_tokens(self) -> numpy.ndarray:
        """
        int64, tokens of the longest request
        """
    @property
    def layouts(self) -> list[str]:
        ...
    @property
    def max_concurrency(self) -> numpy.ndarray:
        """
        float64, requests of full context in one copy, as the engine prints it
        """
    @property
    def num_blocks(self) -> numpy.ndarray:
        """
        int64, blocks of one copy
        """
    @property
    def state(self) -> numpy.ndarray:
        """
        uint8: 0 fits, 1 does not fit, 2 refused by the engine
        """
class LimitResult:
    """
    One limit of a policy against a plan.
    """
    def __repr__(self) -> str:
        ...
    @property
    def file(self) -> str:
        ...
    @property
    def found(self) -> int | str | list[str] | None:
        """
        the same of the plan; None: cannot be known
        """
    @property
    def id(self) -> str:
        """
        its name in the policy
        """
    @property
    def line(self) -> int:
        ...
    @property
    def met(self) -> bool:
        ...
    @property
    def required(self) -> int | str | list[str]:
        """
        a count, bytes (min_headroom), or a list of words
        """
    @property
    def smallest_change(self) -> str | None:
        """
        a flag that would meet it, or None
        """
    @property
    def state(self) -> str:
        """
        'met', 'missed', 'ignored' or 'unjudged'
        """
    @property
    def text(self) -> str:
        ...
class Check:
    """
    A policy's limits against a plan (`kvplan check`).
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def to_json(self) -> str:
        ...
    def to_markdown(self) -> str:
        ...
    @property
    def exit_code(self) -> int:
        """
        0, 1 or 4
        """
    @property
    def limits(self) -> list[LimitResult]:
        ...
    @property
    def notes(self) -> list[str]:
        ...
    @property
    def report(self) -> Report:
        ...
    @property
    def verdict(self) -> str:
        """
        'pass', 'fail' or 'unjudged'
        """
def check(policy: str, today: str, data_dir: str) -> Check:
    """
    Checks a policy's plan against its limits; an ignore counts until its day.
    """
def engines() -> list[Engine]:
    """
    Every release whose rules kvplan has, newest first in each engine.
    """
def families() -> list[Family]:
    """
    Every model family, in the order of `kvplan models`.
    """
def is_engine_option(name: str) -> bool:
    """
    True for an engine option that kvplan knows, by vLLM's name with underscores.
    """
def model_names(models: str) -> list[str]:
    """
    The folders under `models` that hold a config.json, sorted.
    """
def parse_size(text: str, what: str = 'size') -> Bytes:
    """
    Reads a size as people write it: '71GiB', '5.5 GiB', '128GB', '1000' (bytes).
    
    A fraction of a byte is dropped. `what` is the name that an error shows.
    Raises kvplan.Error (invalid) for anything else.
    
    >>> parse_size('71GiB')
    Bytes(71.00 GiB)
    """
def plan(question: Question, data_dir: str) -> Report:
    """
    Answers a question; data_dir holds models/ and boxes/.
    """
def source_data_dir() -> str:
    """
    The source tree that this module was built from; it holds models/ and boxes/.
    """
def sweep(question: Question, axes: list[tuple[str, list[str]]], data_dir: str) -> SweepRows:
    """
    Answers a question for each point of a grid; data_dir holds models/ and boxes/.
    """
def version() -> str:
    ...
