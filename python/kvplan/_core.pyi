"""
kvplan's C++ library.
"""
from __future__ import annotations
import numpy
import typing
__all__: list[str] = ['Action', 'Batch', 'Blocks', 'BoxFit', 'Bytes', 'Calibration', 'CalibrationTerm', 'Cap', 'CapChange', 'Change', 'Check', 'Copy', 'CopyResult', 'EmitOptions', 'Emitted', 'EmittedFile', 'Engine', 'Family', 'Finding', 'Fit', 'Flip', 'Layout', 'Ledger', 'LedgerRow', 'LeftOut', 'LimitResult', 'Linted', 'Measurement', 'Measurements', 'PlannedStart', 'Question', 'Rank', 'Reason', 'Recommendation', 'Report', 'ShareFlip', 'SimulateInputs', 'SimulatedRun', 'SimulationReport', 'SweepRows', 'Tokens', 'TrafficClass', 'TrafficLevel', 'TrafficQuestion', 'TrafficReport', 'Warning', 'calibrate', 'check', 'emit', 'engines', 'families', 'fit', 'is_engine_option', 'lint', 'model_names', 'parse_size', 'plan', 'read_calibration', 'read_measurements', 'simulate', 'source_data_dir', 'sweep', 'traffic_report', 'version']
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
    def _repr_markdown_(self) -> str:
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
class CalibrationTerm:
    """
    One learned figure; low ≤ bytes ≤ high.
    """
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Bytes:
        ...
    @property
    def engine(self) -> str:
        ...
    @property
    def high_bytes(self) -> Bytes:
        ...
    @property
    def low_bytes(self) -> Bytes:
        ...
    @property
    def model(self) -> str:
        """
        whose runs it was learned from; '' for any model's
        """
    @property
    def name(self) -> str:
        ...
    @property
    def residual_bytes(self) -> Bytes | None:
        """
        of a fit: the largest miss over its runs, or None
        """
    @property
    def runs(self) -> int:
        """
        how many it was learned from
        """
    @property
    def slope(self) -> float | None:
        """
        of a fit: bytes of one token or sequence, or None
        """
    @property
    def source(self) -> str:
        """
        from what, and whether measured or fitted
        """
class PlannedStart:
    """
    A start that has not happened yet.
    """
    enforce_eager: bool | None
    engine: str
    max_num_batched_tokens: Tokens | None
    max_num_seqs: int | None
    model: str
    pipeline_parallel: int
    tensor_parallel: int
    def __init__(self) -> None:
        ...
class Calibration:
    """
    What boxes really take beside weights and cache; plan(calibration=…) takes it.
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def available_at(self, start: PlannedStart, utilization: float) -> tuple[Bytes, Bytes, Bytes] | None:
        """
        (low, likely, high) bytes for the cache of one rank at another utilization:
        ceil(total × utilization) − what lies beside the cache. None where no run of that model
        with those options is known.
        """
    def find(self, name: str, model: str = '') -> CalibrationTerm | None:
        """
        A term, or None where it was not learned.
        """
    def to_json(self) -> str:
        """
        The text of `kvplan calibrate --format json`, which read_calibration() reads.
        """
    @property
    def contradictions(self) -> list[str]:
        """
        runs that do not agree, one sentence each
        """
    @property
    def notes(self) -> list[str]:
        ...
    @property
    def runs(self) -> int:
        """
        how many starts it was learned from; to_json() lists them
        """
    @property
    def terms(self) -> list[CalibrationTerm]:
        ...
class Question:
    """
    What kvplan.plan() asks, as text. Empty means: not given.
    """
    boxes: list[str]
    engine: str
    engine_options: dict[str, str]
    free: list[str]
    guards: list[str]
    headroom: str
    kv_cache_memory: str
    layout: str
    model: str
    models_dir: str
    need_requests: int | None
    need_tokens: int | None
    other_engines: list[str]
    services: list[str]
    speculative_config: str
    util: str
    vllm_args: str
    weights: str
    def __init__(self) -> None:
        ...
    @property
    def calibration(self) -> str:
        """
        a file
        """
    @calibration.setter
    def calibration(self, arg0: str) -> None:
        ...
    @property
    def learned(self) -> Calibration:
        """
        a Calibration, in place of the file
        """
    @learned.setter
    def learned(self, arg0: Calibration) -> None:
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
class BoxFit:
    """
    What one box has room for. Shares of its memory are in hundredths, rounded down.
    """
    def __repr__(self) -> str:
        ...
    @property
    def box(self) -> str:
        ...
    @property
    def headroom_bytes(self) -> Bytes:
        ...
    @property
    def kv_cache_memory_bytes(self) -> Bytes | None:
        """
        whole blocks that fit at the high end of other use, or None
        """
    @property
    def least(self) -> float | None:
        """
        that the need asks for; None where no share holds it
        """
    @property
    def most(self) -> float:
        """
        that services, headroom and page cache leave
        """
    @property
    def most_if_pushed_out(self) -> float:
        """
        the same where services may push the page cache out
        """
    @property
    def reason(self) -> str:
        """
        why that is safer here
        """
    @property
    def safer(self) -> str:
        """
        'gpu_memory_utilization' or 'kv_cache_memory_bytes'
        """
    @property
    def services_bytes(self) -> Bytes:
        ...
    @property
    def starts(self) -> float:
        """
        that the check of free memory lets in, likely
        """
    @property
    def total_bytes(self) -> Bytes:
        ...
    @property
    def utilization(self) -> float | None:
        """
        the answer: the smaller of most and starts; None where there is none
        """
class Fit:
    """
    The shares that leave services and headroom their memory.
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def to_json(self) -> str:
        """
        The text of `kvplan fit --format json`.
        """
    @property
    def boxes(self) -> list[BoxFit]:
        ...
    @property
    def exit_code(self) -> int:
        ...
    @property
    def lacking(self) -> str:
        """
        what is short where it is not met
        """
    @property
    def layout_id(self) -> str:
        ...
    @property
    def met(self) -> bool:
        """
        it starts, holds the need, and leaves services and headroom their memory
        """
    @property
    def met_by_bytes(self) -> bool:
        """
        the cache in bytes as named holds the need too
        """
class Measurement:
    """
    One run of a benchmark, or one level of concurrency.
    """
    def __repr__(self) -> str:
        ...
    @property
    def concurrency(self) -> float:
        """
        requests in flight in the copy
        """
    @property
    def file(self) -> str:
        ...
    @property
    def output_tok_s(self) -> float | None:
        """
        output tokens a second, or None
        """
    @property
    def output_tokens(self) -> float | None:
        """
        mean of a request, or None
        """
    @property
    def place(self) -> str:
        """
        JSON pointer or 'line 7'
        """
    @property
    def prompt_tokens(self) -> float | None:
        """
        mean of a request, or None
        """
    @property
    def req_s(self) -> float | None:
        """
        requests a second, or None
        """
    @property
    def tool(self) -> str:
        """
        'vllm bench serve', 'CSV', …
        """
    @property
    def traffic_class(self) -> str:
        ...
class Measurements:
    """
    What files hold of a running service.
    """
    def __len__(self) -> int:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def notes(self) -> list[str]:
        """
        what was left out or assumed while reading
        """
    @property
    def points(self) -> list[Measurement]:
        ...
class TrafficQuestion:
    """
    What traffic_report() asks; times in seconds.
    """
    copies: int
    e2e_limit_s: float | None
    extrapolate: bool
    max_num_seqs: int | None
    mix: list[tuple[str, float]]
    percentile: float
    present: float | None
    request_tokens: float | None
    tpot_limit_s: float | None
    ttft_limit_s: float | None
    def __init__(self) -> None:
        ...
    def set_ceilings(self, report: Report) -> None:
        """
        Of the recommended layout of a plan: its slots and its cache.
        """
class Cap:
    """
    Requests in flight per copy; low ≤ value ≤ high.
    """
    @property
    def extrapolated(self) -> bool:
        """
        beyond the last level measured
        """
    @property
    def high(self) -> float | None:
        ...
    @property
    def low(self) -> float | None:
        ...
    @property
    def value(self) -> float | None:
        """
        whole; None where no level keeps the limits
        """
class CapChange:
    """
    From the present cap to the recommended one. Shares: 0.2 is +20 %.
    """
    @property
    def from_(self) -> float:
        ...
    @property
    def interpolated(self) -> bool:
        ...
    @property
    def requests(self) -> float | None:
        ...
    @property
    def requests_high(self) -> float | None:
        ...
    @property
    def requests_low(self) -> float | None:
        ...
    @property
    def seconds(self) -> float | None:
        """
        of the time that a request is in flight
        """
    @property
    def seconds_high(self) -> float | None:
        ...
    @property
    def seconds_low(self) -> float | None:
        ...
    @property
    def throughput(self) -> float:
        ...
    @property
    def throughput_high(self) -> float:
        ...
    @property
    def throughput_low(self) -> float:
        ...
    @property
    def to(self) -> float:
        ...
class TrafficLevel:
    """
    All that was measured at one concurrency.
    """
    @property
    def concurrency(self) -> float:
        ...
    @property
    def highest(self) -> float:
        """
        of its repetitions
        """
    @property
    def keeps_limits(self) -> bool | None:
        """
        None without limits
        """
    @property
    def lowest(self) -> float:
        """
        of its repetitions
        """
    @property
    def repetitions(self) -> int:
        ...
    @property
    def req_s(self) -> float | None:
        """
        requests a second, mean, or None
        """
    @property
    def seconds_in_flight(self) -> float | None:
        """
        measured, else by Little's law; or None
        """
    @property
    def throughput(self) -> float:
        """
        mean, in the class's unit
        """
class TrafficClass:
    """
    One class of traffic: its levels, knee, peak and cap.
    """
    def __repr__(self) -> str:
        ...
    @property
    def binds(self) -> str:
        """
        what the cap comes from: knee, growth, limits, slots, …
        """
    @property
    def cache_ceiling(self) -> int | None:
        ...
    @property
    def cap(self) -> Cap:
        ...
    @property
    def change(self) -> CapChange | None:
        """
        against the present cap, or None
        """
    @property
    def confidence(self) -> str:
        """
        'firm', 'fair', 'weak' or 'none'
        """
    @property
    def knee(self) -> float | None:
        """
        the smallest level from which on no doubling of the requests in flight adds 10 % of throughput; None where the data shows none
        """
    @property
    def knee_high(self) -> float | None:
        ...
    @property
    def knee_low(self) -> float | None:
        ...
    @property
    def levels(self) -> list[TrafficLevel]:
        ...
    @property
    def measure_next(self) -> list[float]:
        """
        levels that would narrow the cap
        """
    @property
    def name(self) -> str:
        ...
    @property
    def notes(self) -> list[str]:
        ...
    @property
    def peak(self) -> float | None:
        """
        the level of the largest throughput where a later one falls behind it by more than noise, or None
        """
    @property
    def peak_high(self) -> float | None:
        ...
    @property
    def peak_low(self) -> float | None:
        ...
    @property
    def shape(self) -> str:
        """
        'grows to the last level', 'knee', 'falls', 'flat', 'one level' or 'none'
        """
    @property
    def slots_ceiling(self) -> int | None:
        ...
    @property
    def tokens(self) -> bool:
        """
        throughput is output tokens a second, else requests a second
        """
class TrafficReport:
    """
    Requests in flight per copy, by class of traffic.
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def _repr_svg_(self) -> str:
        ...
    def to_json(self) -> str:
        """
        The text of `kvplan traffic --format json`.
        """
    def to_markdown(self) -> str:
        ...
    def to_svg(self) -> str:
        """
        Points, fitted curve, knee and cap of each class; self-contained.
        """
    @property
    def classes(self) -> list[TrafficClass]:
        ...
    @property
    def exit_code(self) -> int:
        """
        0; 1 when limits were given and a class keeps them at no level
        """
    @property
    def notes(self) -> list[str]:
        ...
class SimulateInputs:
    """
    What simulate() takes beside the question.
    """
    acceptance: float
    arrivals: str
    benchmark: str
    by: str
    cap: int
    cap_at_proxy: bool
    routings: list[str]
    search_long_share: bool
    sessions_share_prefix: bool
    trace: str
    def __init__(self) -> None:
        ...
    def set_all_reduce(self, arg0: float) -> None:
        ...
    def set_bin(self, arg0: float) -> None:
        ...
    def set_generator(self, arg0: float, arg1: float, arg2: int, arg3: float, arg4: int, arg5: float, arg6: int) -> None:
        ...
    def set_in(self, arg0: str) -> None:
        ...
    def set_long_in(self, arg0: str) -> None:
        ...
    def set_long_out(self, arg0: str) -> None:
        ...
    def set_out(self, arg0: str) -> None:
        ...
    def set_prefill(self, arg0: float) -> None:
        ...
    def set_seed(self, arg0: int) -> None:
        ...
    def set_trace_options(self, arg0: dict[str, str], arg1: int, arg2: float, arg3: int) -> None:
        ...
class CopyResult:
    """
    One copy of a simulated layout.
    """
    @property
    def completed(self) -> int:
        ...
    @property
    def most_blocks(self) -> int:
        """
        held at once
        """
    @property
    def most_running(self) -> int:
        """
        requests
        """
    @property
    def most_waiting(self) -> int:
        """
        requests
        """
    @property
    def preemptions(self) -> int:
        ...
    @property
    def series(self) -> dict:
        """
        The time series as numpy arrays, one value a bin: from_s, to_s (float64, seconds); arrived, completed, preemptions (int64, requests); prompt_tokens_computed, output_tokens, prefix_hits (int64, tokens); running_mean, waiting_mean (float64, requests); kv_cache_usage_mean (float64, share of the blocks)
        """
    @property
    def usable_blocks(self) -> int:
        ...
class SimulatedRun:
    """
    One layout with one routing.
    """
    def __repr__(self) -> str:
        ...
    @property
    def arrived(self) -> int:
        ...
    @property
    def completed(self) -> int:
        ...
    @property
    def copies(self) -> list[CopyResult]:
        ...
    @property
    def duration_s(self) -> float:
        """
        seconds from the first arrival to the last completion
        """
    @property
    def e2e_s(self) -> dict[str, float | None]:
        """
        seconds of the whole request
        """
    @property
    def itl_s(self) -> dict[str, float | None]:
        """
        seconds between tokens
        """
    @property
    def layout_id(self) -> str:
        ...
    @property
    def output_tok_s(self) -> float:
        ...
    @property
    def preemptions(self) -> int:
        ...
    @property
    def queue_s(self) -> dict[str, float | None]:
        """
        seconds from arrival to the first step
        """
    @property
    def rejected(self) -> int:
        """
        requests longer than max_model_len, or than the whole cache
        """
    @property
    def req_s(self) -> float:
        ...
    @property
    def routing(self) -> str:
        ...
    @property
    def step_time_source(self) -> str:
        """
        'calibrated: …' or 'roofline: …'
        """
    @property
    def tpot_s(self) -> dict[str, float | None]:
        """
        seconds a further token
        """
    @property
    def ttft_s(self) -> dict[str, float | None]:
        """
        seconds to the first token: count, mean, p50, p90, p95, p99, max
        """
class ShareFlip:
    """
    Where the best layout changes.
    """
    @property
    def after(self) -> int:
        """
        index into the report's runs
        """
    @property
    def before(self) -> int:
        """
        index into the report's runs
        """
    @property
    def from_(self) -> float:
        """
        the last share looked at with the old winner
        """
    @property
    def to(self) -> float:
        """
        the first with the new one
        """
class SimulationReport:
    """
    What was simulated and what came out.
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def to_csv(self) -> str:
        """
        The time series: a line for each run, copy and bin.
        """
    def to_json(self) -> str:
        """
        The text of `kvplan traffic simulate --format json`.
        """
    @property
    def arrivals(self) -> str:
        ...
    @property
    def flips(self) -> list[ShareFlip]:
        """
        of a search over the share of long requests
        """
    @property
    def left_out(self) -> list[str]:
        """
        layouts that were not simulated, and why
        """
    @property
    def model(self) -> str:
        ...
    @property
    def runs(self) -> list[SimulatedRun]:
        ...
class EmitOptions:
    """
    What a plan does not know: addresses, ports, names.
    """
    addresses: list[str]
    allow_public: bool
    answer_seconds: int
    cap: int | None
    config_dir: str
    copy_port: int
    drain_seconds: int
    image: str
    interface: str
    key_file: str
    layout: str | None
    listen: str
    master_port: int
    memory_floor: Bytes
    nginx_ban_seconds: int
    old_units: list[str]
    paths: list[str]
    pin_cache_bytes: bool
    port: int
    prefill_tok_s: int | None
    proxy: str
    queue_seconds: int
    run_dir: str
    serve_args: list[str]
    serve_model: str
    served_model_name: str
    split_backend: str
    start_seconds: int | None
    status: str
    status_port: int
    tool_threshold: float
    user: str
    vllm: str
    def __init__(self) -> None:
        ...
class EmittedFile:
    """
    One file of a deployment; nothing is written.
    """
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    @property
    def mode(self) -> int:
        """
        permissions, such as 0o755
        """
    @property
    def path(self) -> str:
        """
        below the folder
        """
    @property
    def text(self) -> str:
        ...
class Emitted:
    """
    The files that run a plan (`kvplan emit`).
    """
    def __repr__(self) -> str:
        ...
    @property
    def files(self) -> list[EmittedFile]:
        """
        README.md first
        """
    @property
    def notes(self) -> list[str]:
        """
        what was assumed and is worth a look
        """
    @property
    def refused(self) -> str | None:
        """
        why the plan should not be run (there are no files then), or None
        """
class Finding:
    """
    What a rule of lint() has to say about a line.
    """
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Bytes | None:
        """
        the consequence as memory, or None
        """
    @property
    def file(self) -> str:
        ...
    @property
    def fix(self) -> str:
        ...
    @property
    def line(self) -> int:
        ...
    @property
    def rule(self) -> str:
        ...
    @property
    def seconds(self) -> float | None:
        """
        the consequence as a time, or None
        """
    @property
    def severity(self) -> str:
        """
        'note', 'warning' or 'error'
        """
    @property
    def text(self) -> str:
        ...
class Linted:
    """
    The findings of lint(), by file, line and rule.
    """
    def __len__(self) -> int:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        ...
    def to_json(self) -> str:
        """
        The text of `kvplan lint --format json`.
        """
    def to_sarif(self) -> str:
        """
        SARIF 2.1.0.
        """
    @property
    def files(self) -> int:
        """
        how many were read
        """
    @property
    def findings(self) -> list[Finding]:
        ...
def calibrate(files: list[str], weights: Bytes | None, total: Bytes | None) -> Calibration:
    """
    Learns from start-up logs, /proc/meminfo and /metrics, told apart by content.
    """
def check(policy: str, today: str, data_dir: str) -> Check:
    """
    Checks a policy's plan against its limits; an ignore counts until its day.
    """
def emit(report: Report, options: EmitOptions) -> Emitted:
    """
    The files that run a plan.
    """
def engines() -> list[Engine]:
    """
    Every release whose rules kvplan has, newest first in each engine.
    """
def families() -> list[Family]:
    """
    Every model family, in the order of `kvplan models`.
    """
def fit(question: Question, data_dir: str) -> Fit:
    """
    The way back: from what else lies on the boxes to their shares.
    """
def is_engine_option(name: str) -> bool:
    """
    True for an engine option that kvplan knows, by vLLM's name with underscores.
    """
def lint(paths: list[str], question: Question, restart_seconds: float | None, longest_answer_seconds: float, data_dir: str) -> Linted:
    """
    Judges the files that start, front and watch engines.
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
def read_calibration(file: str) -> Calibration:
    """
    Reads a file that `kvplan calibrate --format json` wrote.
    """
def read_measurements(files: list[str], seconds: float | None) -> Measurements:
    """
    Reads files of any known format, told apart by what is in them.
    """
def simulate(question: Question, inputs: SimulateInputs, data_dir: str) -> SimulationReport:
    """
    Replays a trace, or generated requests, against the layouts of a plan.
    """
def source_data_dir() -> str:
    """
    The source tree that this module was built from; it holds models/ and boxes/.
    """
def sweep(question: Question, axes: list[tuple[str, list[str]]], data_dir: str) -> SweepRows:
    """
    Answers a question for each point of a grid; data_dir holds models/ and boxes/.
    """
def traffic_report(measurements: Measurements, question: TrafficQuestion) -> TrafficReport:
    """
    Curves of throughput by concurrency, the knee, the peak and a cap with its interval.
    """
def version() -> str:
    ...
