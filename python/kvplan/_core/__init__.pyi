"""
kvplan's C++ library.
"""
from __future__ import annotations
import collections.abc
import numpy
import typing
from . import lib
__all__: list[str] = ['Copy', 'Layout', 'Rank', 'Recommendation', 'Report', 'SweepRows', 'lib', 'source_data_dir', 'sweep']
class Rank:
    """
    One rank of a copy: a process on one GPU.
    """
    __hash__: typing.ClassVar[None] = None
    def __eq__(self, arg0: Rank) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    @property
    def available_kv_bytes(self) -> lib.Bytes:
        ...
    @property
    def box(self) -> str:
        ...
    @property
    def bytes_per_block(self) -> lib.Bytes:
        ...
    @property
    def num_blocks(self) -> lib.Blocks | None:
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
    def values(self) -> lib.RankPlan:
        """
        the same as lib.RankPlan
        """
    @property
    def weights_bytes(self) -> lib.Bytes:
        ...
class Copy:
    """
    One engine. Bytes are per rank, of the rank that binds; `ranks` lists all.
    """
    __hash__: typing.ClassVar[None] = None
    def __eq__(self, arg0: Copy) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    @property
    def available_kv_bytes(self) -> lib.Bytes:
        ...
    @property
    def available_kv_high_bytes(self) -> lib.Bytes:
        ...
    @property
    def available_kv_low_bytes(self) -> lib.Bytes:
        ...
    @property
    def block_size(self) -> lib.Tokens:
        """
        tokens in a block
        """
    @property
    def blocks_per_request(self) -> lib.Blocks:
        ...
    @property
    def boxes(self) -> list[str]:
        ...
    @property
    def bytes_per_block(self) -> lib.Bytes:
        ...
    @property
    def deficit_bytes(self) -> lib.Bytes:
        """
        what the cache lacks before the engine starts; 0 where it fits
        """
    @property
    def full_context_requests(self) -> int:
        """
        whole requests of max_model_len
        """
    @property
    def kv_cache_tokens(self) -> lib.Tokens | None:
        """
        as the engine prints it; None where it does not fit
        """
    @property
    def max_concurrency(self) -> float | None:
        """
        the engine's own figure at full precision; None where it does not fit
        """
    @property
    def num_blocks(self) -> lib.Blocks | None:
        """
        the null block included, as the engine counts; None where it does not fit
        """
    @property
    def ranks(self) -> list[Rank]:
        ...
    @property
    def values(self) -> lib.CopyPlan:
        """
        the same as lib.CopyPlan
        """
    @property
    def weights_bytes(self) -> lib.Bytes:
        ...
class Layout:
    """
    A way to place the model on the boxes, and what fits.
    """
    __hash__: typing.ClassVar[None] = None
    def __eq__(self, arg0: Layout) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
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
    def kv_cache_tokens(self) -> lib.Tokens | None:
        """
        over all copies; None where it does not fit
        """
    @property
    def largest_request_tokens(self) -> lib.Tokens:
        """
        min(max_model_len, the engine's estimate of the longest length)
        """
    @property
    def layout(self) -> lib.LayoutFamily:
        """
        'single', 'replicated', 'split', 'pipeline' or 'mixed'
        """
    @property
    def ledgers(self) -> list[lib.Ledger]:
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
    @property
    def values(self) -> lib.LayoutPlan:
        """
        the same as lib.LayoutPlan
        """
class Recommendation:
    """
    Which layout, why, and what would change it.
    """
    __hash__: typing.ClassVar[None] = None
    def __eq__(self, arg0: Recommendation) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    @property
    def actions(self) -> list[lib.Action]:
        ...
    @property
    def availability(self) -> list[lib.Availability]:
        ...
    @property
    def certainty(self) -> lib.Certainty:
        ...
    @property
    def changes(self) -> list[lib.Change]:
        """
        empty when the need is met
        """
    @property
    def common_causes(self) -> list[lib.CommonCause]:
        ...
    @property
    def decided_by(self) -> str:
        ...
    @property
    def flips_when(self) -> list[lib.Flip]:
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
    def reasons(self) -> list[lib.Reason]:
        ...
    @property
    def sensitivities(self) -> list[lib.Sensitivity]:
        """
        the widest swing of tokens first
        """
    @property
    def speeds(self) -> list[lib.Speed]:
        ...
    @property
    def values(self) -> lib.Recommendation:
        """
        the same as lib.Recommendation
        """
class Report:
    """
    A plan: the layouts of the boxes, which is recommended, and why.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> Report:
        ...
    def __deepcopy__(self, memo: dict) -> Report:
        ...
    def __eq__(self, arg0: Report) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __init__(self, values: lib.Report) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
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
    def left_out(self) -> list[lib.LeftOut]:
        ...
    @property
    def neighbours(self) -> list[lib.NeighbourPlan]:
        """
        other models on the boxes (beside=…)
        """
    @property
    def not_measured(self) -> list[str]:
        """
        figures of the recommended layout that are only assumed, one line each; the command line exits 4 on them under --trust measured
        """
    @property
    def recommendation(self) -> Recommendation:
        ...
    @property
    def request(self) -> lib.PlanRequest:
        ...
    @property
    def values(self) -> lib.Report:
        """
        the same as lib.Report, which the functions of kvplan.lib take; they take this too
        """
    @property
    def warnings(self) -> list[lib.Warning]:
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
    def axes(self) -> list[lib.SweepAxis]:
        """
        each axis with its values, as in the shape
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
def source_data_dir() -> str:
    """
    The source tree that this module was built from; it holds models/ and boxes/.
    """
def sweep(request: lib.PlanRequest, axes: collections.abc.Sequence[lib.SweepAxis], done: collections.abc.Callable[[int, int], None] = None) -> SweepRows:
    """
    Answers a request for each point of a grid; done(rows, all) hears of the progress.
    """
