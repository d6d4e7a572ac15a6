"""
The library, name by name: what the headers in lib/include/kvplan declare.
"""
from __future__ import annotations
import builtins
import collections.abc
import kvplan._core
import kvplan._values
import os
import pathlib
import typing
__all__: list[str] = ['Action', 'Activity', 'Address', 'AlignRule', 'Alternatives', 'AnsweredQuestion', 'Architecture', 'Arrival', 'ArrivalSource', 'AttentionNeeds', 'AttentionTraits', 'Availability', 'Avoidable', 'Backend', 'Band', 'Batch', 'Bin', 'BlockIndexKeys', 'Blocks', 'Box', 'BoxEstimate', 'BoxFit', 'BoxLoad', 'BoxSnapshot', 'Bytes', 'BytesPerBlock', 'BytesPerToken', 'CacheDtype', 'CacheGroup', 'CacheGroups', 'CacheModeRule', 'CachePlan', 'CacheSpec', 'Calibration', 'CalibrationInput', 'CalibrationRun', 'CalibrationTerm', 'Call', 'Cap', 'CapChange', 'Capability', 'Capacity', 'CapacityReport', 'Case', 'Cause', 'Certainty', 'Change', 'ChangedInput', 'Changeover', 'ChangeoverPhase', 'ChangeoverQuestion', 'ChangeoverStep', 'Check', 'CheckpointCache', 'CheckpointRule', 'ChunkedAttention', 'ClosedLoopPoint', 'CommonCause', 'Comparison', 'CompressedIndexKeys', 'CompressedLatent', 'CompressorState', 'ConfigNode', 'CopyCeilings', 'CopyFigures', 'CopyPlacement', 'CopyPlan', 'CopyResult', 'CopyStatus', 'CrossAttention', 'DeployedBox', 'DeployedCopy', 'DeployedNode', 'Deployment', 'DeploymentFile', 'DeploymentFiles', 'Difference', 'DoctorFinding', 'Dtype', 'Edge', 'EmitOptions', 'EmittedFile', 'EngineChoice', 'EngineCommand', 'EngineOption', 'EngineOptions', 'EngineRules', 'EngineStart', 'Estimate', 'EstimateInputs', 'EstimateTerm', 'EveryBlock', 'EveryToken', 'Exposition', 'Family', 'FileFormat', 'FileKind', 'FileTensor', 'Finding', 'FindingRule', 'Fit', 'FixedBlocks', 'Fleet', 'FleetFile', 'FleetOptions', 'FleetStatus', 'Fleets', 'Flip', 'FullAttention', 'GatedDeltaState', 'Generator', 'Given', 'GivenFree', 'GraphRule', 'Guard', 'GuardFact', 'HealthCheck', 'Histogram', 'HistogramBucket', 'HostPart', 'IndexKeys', 'KernelBlock', 'KimiDeltaState', 'LastTokens', 'Latencies', 'Latency', 'LatencyFit', 'LatentAttention', 'LatentBackendRule', 'LatentBlockRule', 'LatentNeeds', 'LatentWindow', 'Layer', 'LayerSpec', 'Layout', 'LayoutCurve', 'LayoutFamily', 'LayoutPlan', 'Ledger', 'LedgerRow', 'LeftOut', 'Length', 'LengthShape', 'LengthShare', 'LimitResult', 'LimitState', 'LinearAttentionState', 'LintOptions', 'LintRule', 'Lock', 'Mamba1State', 'Mamba2State', 'Measure', 'Measurement', 'Measurements', 'MemInfo', 'MinutesBand', 'MixCapacity', 'MixDemand', 'MixLimit', 'Model', 'ModelConfig', 'ModelFacts', 'Moved', 'Need', 'NeedRule', 'Neighbour', 'NeighbourPlan', 'NextMeasure', 'NonCacheRule', 'Operation', 'Origin', 'OtherEngine', 'Outcome', 'OverrideRule', 'PackedRule', 'Percentiles', 'PercentilesState', 'PiecewiseFit', 'PlanRequest', 'PlannedStart', 'Platform', 'Policy', 'PolicyFiles', 'PolicyIgnore', 'PolicyLimits', 'PolicyPlace', 'PresentChunk', 'Proxy', 'ProxyKind', 'ProxyRule', 'PublishedPort', 'Question', 'Random', 'RankFigures', 'RankPlan', 'RawKeyRing', 'ReadOptions', 'Reason', 'Recommendation', 'Report', 'RequestLengths', 'RequestMix', 'RequestRecord', 'RequestTimes', 'Restart', 'Roofline', 'Routing', 'RowKind', 'RunnerRule', 'Sample', 'SecondsBand', 'Sensitivity', 'ServeCommand', 'ServerRule', 'Service', 'Serving', 'Severity', 'Sharding', 'ShareFlip', 'ShareRow', 'ShareSearch', 'SharedMemoryRule', 'ShortConvState', 'SimulatedEngine', 'SimulatedGroup', 'SimulatedRun', 'SimulatedSpeculation', 'SimulationOptions', 'SimulationReport', 'SimulationResult', 'SizeBy', 'SlidingWindow', 'SourcedBytes', 'SourcedInteger', 'SourcedNumber', 'SourcedText', 'SparseCacheRule', 'SpecType', 'SpeculativeConfig', 'Speed', 'SplitBackend', 'StartInputs', 'StartOrder', 'StartPhase', 'StartRole', 'StartUp', 'StartVerdict', 'StartupRun', 'StateBlockRule', 'StateCachingRule', 'StateDtype', 'StateDtypeRule', 'StepLoad', 'StepTime', 'StoredType', 'StructuredFile', 'Sweep', 'SweepAxis', 'SweepColumns', 'SweepFormat', 'SweepState', 'SweepText', 'TensorFiles', 'TokenRule', 'Tokens', 'TokensPerBlock', 'Trace', 'TraceOptions', 'TrafficClass', 'TrafficLevel', 'TrafficQuestion', 'TrafficReport', 'UnifyRule', 'Unit', 'UnitAction', 'UslFit', 'UslTerms', 'Verdict', 'Warning', 'WeightKind', 'WeightRow', 'WeightShares', 'WeightTensor', 'WeightsTable', 'add_evidence', 'add_to_snapshot', 'add_up', 'after_profile', 'answer_all', 'assumed_free', 'availability', 'available_at', 'balances', 'ban_tail', 'bare_bytes_per_token', 'beside_cache', 'best_layout', 'beyond_reserve', 'block_sparse_backend', 'block_stride_alignment', 'blocks_for', 'blocks_for_request', 'blocks_in', 'box_from', 'bytes_per_gib', 'bytes_per_token', 'cache_specs', 'calibrate', 'calibrated', 'calibration_from', 'capacity', 'capacity_report', 'cases_of', 'ceil_div', 'ceilings_of', 'certainty', 'changeover', 'changes_that_fit', 'check', 'checkpoint_bytes', 'closed_loop_points', 'common_causes', 'compare', 'compressed_latent_backend', 'config_from', 'copies_after_loading', 'copy_status', 'could_be_free', 'default_block_size', 'default_headroom', 'deployment_from', 'describe', 'difference', 'difference_rules', 'draft_copies_after_loading', 'dump_headers', 'emit', 'engine_command', 'engine_starts', 'engine_table', 'exactly', 'examine', 'family_table', 'final_block_size', 'find_box', 'find_engine', 'find_family', 'find_guard', 'find_model', 'find_platform', 'finding_rules', 'findings_of', 'fit', 'fit_latency', 'fit_piecewise', 'fit_usl', 'fleet', 'fleet_of', 'fleets_of', 'flips', 'format_count', 'format_fixed', 'format_gib', 'format_of', 'format_short', 'generate', 'gib', 'group', 'guard_facts', 'headline', 'holds_need', 'indexer_backend', 'inside_budget', 'is_assumed', 'is_draft', 'is_engine_option', 'is_native', 'is_state', 'isotonic', 'kind_of', 'largest_text_file', 'layouts_of', 'ledger_of', 'lengths_from', 'limit_rules', 'limits_with', 'lint', 'lint_rules', 'lock_of', 'longest_ps', 'looks_like_meminfo', 'looks_like_startup_log', 'measured', 'meets_need', 'missing_copy', 'mixed', 'model_names', 'native_cache_dtype', 'not_measured', 'number_boxes', 'option_of_input', 'options_from', 'other_inside_budget', 'outcome_of', 'overridden', 'parse_cache_dtype', 'parse_dtype', 'parse_exposition', 'parse_json', 'parse_length', 'parse_lengths', 'parse_measure', 'parse_measurements', 'parse_meminfo', 'parse_proxy', 'parse_restart', 'parse_routing', 'parse_seconds', 'parse_size', 'parse_structured', 'parse_tokens', 'parse_trace', 'pipeline_stage', 'plan', 'plan_again', 'plan_cache', 'plan_layout', 'plan_with_options', 'platforms', 'port_in', 'port_of', 'portable_exp', 'portable_log', 'printable', 'ps_per_second', 'question_of', 'questions_of', 'read_box', 'read_calibration', 'read_config', 'read_deployment', 'read_engine_start', 'read_facts', 'read_gguf', 'read_header_dump', 'read_index', 'read_json', 'read_lengths', 'read_lock', 'read_measurements', 'read_model', 'read_policy', 'read_policy_files', 'read_safetensors', 'read_snapshot', 'read_startup_log', 'read_structured', 'read_tensor_files', 'read_text', 'read_trace', 'recommend', 'refusal', 'render_csv', 'render_engines', 'render_explanation', 'render_findings_html', 'render_findings_json', 'render_findings_markdown', 'render_findings_text', 'render_github', 'render_gitlab', 'render_html', 'render_json', 'render_junit', 'render_markdown', 'render_picture', 'render_sarif', 'render_simulation_csv', 'render_simulation_json', 'render_simulation_text', 'render_svg', 'render_tap', 'render_text', 'replay', 'request_from', 'requested_memory', 'requests_held', 'requests_in_cache', 'resolve', 'roofline', 'round_up', 'rows_of', 'rule_of', 'same_model', 'saved_while_loading', 'schema_version', 'search_long_share', 'select_backend', 'sensitivities', 'set_option', 'set_option_text', 'sharding_of', 'simulate', 'size_of', 'spec_kernels', 'speeds', 'spelled', 'start_order', 'start_up', 'state_bytes', 'step_for', 'stored', 'survives_a_box', 'traffic_report', 'unified_diff', 'version', 'weights', 'weights_if_known', 'with_limits', 'with_options_of', 'write_lock']
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
    def __copy__(self) -> Bytes:
        ...
    def __deepcopy__(self, memo: dict) -> Bytes:
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
    def __init__(self, count: int = 0) -> None:
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
    def __rmul__(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> Bytes:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def __str__(self) -> str:
        ...
    def __sub__(self, arg0: Bytes) -> Bytes:
        ...
    def count(self) -> int:
        """
        The number.
        """
class Tokens:
    """
    A number of tokens. Adds to and compares with its own kind only; int(t) is the number.
    """
    def __add__(self, arg0: Tokens) -> Tokens:
        ...
    def __bool__(self) -> bool:
        ...
    def __copy__(self) -> Tokens:
        ...
    def __deepcopy__(self, memo: dict) -> Tokens:
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
    def __init__(self, count: int = 0) -> None:
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
    def __rmul__(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> Tokens:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def __str__(self) -> str:
        ...
    def __sub__(self, arg0: Tokens) -> Tokens:
        ...
    def count(self) -> int:
        """
        The number.
        """
class Blocks:
    """
    A number of cache blocks. Adds to and compares with its own kind only; int(b) is the number.
    """
    def __add__(self, arg0: Blocks) -> Blocks:
        ...
    def __bool__(self) -> bool:
        ...
    def __copy__(self) -> Blocks:
        ...
    def __deepcopy__(self, memo: dict) -> Blocks:
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
    def __init__(self, count: int = 0) -> None:
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
    def __rmul__(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> Blocks:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def __str__(self) -> str:
        ...
    def __sub__(self, arg0: Blocks) -> Blocks:
        ...
    def count(self) -> int:
        """
        The number.
        """
class BytesPerToken:
    """
    Bytes for every token.
    """
    def __copy__(self) -> BytesPerToken:
        ...
    def __deepcopy__(self, memo: dict) -> BytesPerToken:
        ...
    def __eq__(self, arg0: BytesPerToken) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, amount: Bytes = ...) -> None:
        ...
    def __lt__(self, arg0: BytesPerToken) -> bool:
        ...
    def __ne__(self, arg0: BytesPerToken) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def __rmul__(self, arg0: Tokens) -> Bytes:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    @property
    def amount(self) -> Bytes:
        ...
class BytesPerBlock:
    """
    A page: bytes for every block.
    """
    def __copy__(self) -> BytesPerBlock:
        ...
    def __deepcopy__(self, memo: dict) -> BytesPerBlock:
        ...
    def __eq__(self, arg0: BytesPerBlock) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, amount: Bytes = ...) -> None:
        ...
    def __lt__(self, arg0: BytesPerBlock) -> bool:
        ...
    def __ne__(self, arg0: BytesPerBlock) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def __rmul__(self, arg0: Blocks) -> Bytes:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    @property
    def amount(self) -> Bytes:
        ...
class TokensPerBlock:
    """
    A block size: tokens in every block.
    """
    def __copy__(self) -> TokensPerBlock:
        ...
    def __deepcopy__(self, memo: dict) -> TokensPerBlock:
        ...
    def __eq__(self, arg0: TokensPerBlock) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self, amount: Tokens = ...) -> None:
        ...
    def __lt__(self, arg0: TokensPerBlock) -> bool:
        ...
    def __ne__(self, arg0: TokensPerBlock) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def __rmul__(self, arg0: Blocks) -> Tokens:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    @property
    def amount(self) -> Tokens:
        ...
class Dtype(kvplan._values.TextEnum):
    """
    An element type, as torch and Hugging Face spell it.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['float32', 'float16', 'bfloat16', 'fp8', 'uint8']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    bfloat16: typing.ClassVar[Dtype]
    float16: typing.ClassVar[Dtype]
    float32: typing.ClassVar[Dtype]
    fp8: typing.ClassVar[Dtype]
    uint8: typing.ClassVar[Dtype]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class CacheDtype(kvplan._values.TextEnum):
    """
    `--kv-cache-dtype`, as vLLM spells it ("auto" is resolved before this type is used).
    
    fp8: fp8, fp8_e4m3, fp8_e5m2, fp8_inc: one byte, scales outside the cache
    nvfp4: fp4 with one fp8 scale per 16
    fp8_ds_mla: DeepSeek's packed latent: 656 B a token
    nvfp4_ds_mla: 352 B a token
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['float32', 'float16', 'bfloat16', 'fp8', 'int8_per_token_head', 'fp8_per_token_head', 'int4_per_token_head', 'nvfp4', 'turboquant_k8v4', 'turboquant_4bit_nc', 'turboquant_k3v4_nc', 'turboquant_3bit_nc', 'ultraquant_4bit', 'fp8_ds_mla', 'nvfp4_ds_mla']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    bfloat16: typing.ClassVar[CacheDtype]
    float16: typing.ClassVar[CacheDtype]
    float32: typing.ClassVar[CacheDtype]
    fp8: typing.ClassVar[CacheDtype]
    fp8_ds_mla: typing.ClassVar[CacheDtype]
    fp8_per_token_head: typing.ClassVar[CacheDtype]
    int4_per_token_head: typing.ClassVar[CacheDtype]
    int8_per_token_head: typing.ClassVar[CacheDtype]
    nvfp4: typing.ClassVar[CacheDtype]
    nvfp4_ds_mla: typing.ClassVar[CacheDtype]
    turboquant_3bit_nc: typing.ClassVar[CacheDtype]
    turboquant_4bit_nc: typing.ClassVar[CacheDtype]
    turboquant_k3v4_nc: typing.ClassVar[CacheDtype]
    turboquant_k8v4: typing.ClassVar[CacheDtype]
    ultraquant_4bit: typing.ClassVar[CacheDtype]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class StateDtype(kvplan._values.TextEnum):
    """
    The recurrent state's element type when neither the user nor the config names one.
    
    model: the model's dtype
    float32: Nemotron-H since vLLM 0.20, Kimi's KDA
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['model', 'float32']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    float32: typing.ClassVar[StateDtype]
    model: typing.ClassVar[StateDtype]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class TokenRule(kvplan._values.TextEnum):
    """
    What "GPU KV cache size: N tokens" means.
    
    blocks_times_block_size: num_blocks × block_size
    blocks_per_group: (num_blocks // groups) × the smallest block_size
    concurrency_times_length: int(max_concurrency × max_model_len)
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['blocks_times_block_size', 'blocks_per_group', 'concurrency_times_length']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    blocks_per_group: typing.ClassVar[TokenRule]
    blocks_times_block_size: typing.ClassVar[TokenRule]
    concurrency_times_length: typing.ClassVar[TokenRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class NeedRule(kvplan._values.TextEnum):
    """
    The need that the engine compares with the memory before it starts.
    
    each_layer: Σ over layers of their own pages, before promotion and padding
    first_group: the first group's blocks only: hybrids that hold no full request do start
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['each_layer', 'first_group', 'all_groups']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    all_groups: typing.ClassVar[NeedRule]
    each_layer: typing.ClassVar[NeedRule]
    first_group: typing.ClassVar[NeedRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class OverrideRule(kvplan._values.TextEnum):
    """
    What `num_gpu_blocks_override` replaces.
    
    nothing: it was logged and not applied
    blocks_after_check: the count, once the profiled memory has passed the fit check
    memory: the memory itself, before the check
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['nothing', 'blocks_after_check', 'memory']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    blocks_after_check: typing.ClassVar[OverrideRule]
    memory: typing.ClassVar[OverrideRule]
    nothing: typing.ClassVar[OverrideRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class UnifyRule(kvplan._values.TextEnum):
    """
    How layers with unequal pages come to one page; each rule includes those before it.
    
    by_block_size: a page that divides the largest gets a larger block
    pads_strided_attention: attention is padded where its backend indexes by block stride
    pads_attention: any attention but latent
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['refused', 'by_block_size', 'pads_strided_attention', 'pads_states', 'pads_attention']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    by_block_size: typing.ClassVar[UnifyRule]
    pads_attention: typing.ClassVar[UnifyRule]
    pads_states: typing.ClassVar[UnifyRule]
    pads_strided_attention: typing.ClassVar[UnifyRule]
    refused: typing.ClassVar[UnifyRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class PackedRule(kvplan._values.TextEnum):
    """
    Models whose caches lie block by block (DeepSeek-V4 first).
    
    tuples_padded: window pages padded; a block costs Σ full pages × the most tuples
    tuples_by_page: window pages padded; a block costs Σ over page sizes of the longest list
    tuples_widest: unpadded; a block costs the widest group
    any_block_layout: the same groups for every such model
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['none', 'tuples_padded', 'tuples_by_page', 'tuples_widest', 'any_block_layout']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    any_block_layout: typing.ClassVar[PackedRule]
    none: typing.ClassVar[PackedRule]
    tuples_by_page: typing.ClassVar[PackedRule]
    tuples_padded: typing.ClassVar[PackedRule]
    tuples_widest: typing.ClassVar[PackedRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class StateBlockRule(kvplan._values.TextEnum):
    """
    Blocks of one request in a state group (S: draft tokens, K: checkpoint block).
    
    by_mamba_block: cdiv(max_model_len, mamba block): 1 without prefix caching
    by_mode: none: 1 + S; align: 2 + S + K; all: cdiv(max_model_len, block)
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['by_mamba_block', 'by_mode']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    by_mamba_block: typing.ClassVar[StateBlockRule]
    by_mode: typing.ClassVar[StateBlockRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class StateCachingRule(kvplan._values.TextEnum):
    """
    Prefix caching of models with states.
    
    refused: forced off, or an error
    declared: off by default; silently off for models that do not declare it
    on_request: off by default
    by_default: on for hybrids
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['refused', 'declared', 'on_request', 'by_default']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    by_default: typing.ClassVar[StateCachingRule]
    declared: typing.ClassVar[StateCachingRule]
    on_request: typing.ClassVar[StateCachingRule]
    refused: typing.ClassVar[StateCachingRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class CacheModeRule(kvplan._values.TextEnum):
    """
    mamba_cache_mode where prefix caching is on and no mode was given.
    
    all_where_declared: "all" for Mamba 1 and 2, "align" for the others
    all_where_declared_undrafted: the same, but "align" with speculative decoding
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['all_where_declared', 'all_where_declared_undrafted', 'align']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    align: typing.ClassVar[CacheModeRule]
    all_where_declared: typing.ClassVar[CacheModeRule]
    all_where_declared_undrafted: typing.ClassVar[CacheModeRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class StateDtypeRule(kvplan._values.TextEnum):
    """
    The recurrent state's type where a model asks for more than its own dtype (Nemotron-H).
    
    model: the model's dtype, whatever the config says
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['model', 'config_or_float16', 'config_or_float32']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    config_or_float16: typing.ClassVar[StateDtypeRule]
    config_or_float32: typing.ClassVar[StateDtypeRule]
    model: typing.ClassVar[StateDtypeRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class AlignRule(kvplan._values.TextEnum):
    """
    The step of the attention block that is grown to hold a state page.
    
    none: not grown: a state page that is larger is an error
    fixed: 16, and `latent_step` for latent attention
    first_backend: the smallest kernel of the first attention backend, or --block-size
    every_backend: and a multiple of every backend's kernel
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['none', 'fixed', 'first_backend', 'every_backend']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    every_backend: typing.ClassVar[AlignRule]
    first_backend: typing.ClassVar[AlignRule]
    fixed: typing.ClassVar[AlignRule]
    none: typing.ClassVar[AlignRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class SparseCacheRule(kvplan._values.TextEnum):
    """
    What a sparse latent cache in fp8 is stored as.
    
    auto_packed: fp8_ds_mla even for "auto"
    fp8_packed: fp8 is fp8_ds_mla on every backend
    by_backend: where the backend reads nothing else
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['auto_packed', 'fp8_packed', 'by_backend']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    auto_packed: typing.ClassVar[SparseCacheRule]
    by_backend: typing.ClassVar[SparseCacheRule]
    fp8_packed: typing.ClassVar[SparseCacheRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class LatentBlockRule(kvplan._values.TextEnum):
    """
    Where the default block size of latent attention comes from.
    
    by_device: before a backend is chosen: 64, or 128 for CUTLASS MLA
    first_backend: 16, or the first backend's smallest kernel
    every_backend: 16, or the least common multiple over all backends
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['by_device', 'first_backend', 'every_backend']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    by_device: typing.ClassVar[LatentBlockRule]
    every_backend: typing.ClassVar[LatentBlockRule]
    first_backend: typing.ClassVar[LatentBlockRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class LatentBackendRule(kvplan._values.TextEnum):
    """
    The first choice among latent kernels on compute capability 10.x.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['none', 'cutlass', 'flashinfer']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    cutlass: typing.ClassVar[LatentBackendRule]
    flashinfer: typing.ClassVar[LatentBackendRule]
    none: typing.ClassVar[LatentBackendRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class RunnerRule(kvplan._values.TextEnum):
    """
    Which models run on runner V2.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['v1', 'v2_dense', 'v2']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    v1: typing.ClassVar[RunnerRule]
    v2: typing.ClassVar[RunnerRule]
    v2_dense: typing.ClassVar[RunnerRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class NonCacheRule(kvplan._values.TextEnum):
    """
    What the engine takes off its share besides the cache.
    
    weights_peak_and_other: weights + growth of torch's peak + growth outside torch
    consumed_and_headroom: free memory before − after, + the transient peak's headroom
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['weights_peak_and_other', 'consumed_and_headroom']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    consumed_and_headroom: typing.ClassVar[NonCacheRule]
    weights_peak_and_other: typing.ClassVar[NonCacheRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class GraphRule(kvplan._values.TextEnum):
    """
    What becomes of the CUDA-graph estimate.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['not_estimated', 'logged', 'subtracted']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    logged: typing.ClassVar[GraphRule]
    not_estimated: typing.ClassVar[GraphRule]
    subtracted: typing.ClassVar[GraphRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class SharedMemoryRule(kvplan._values.TextEnum):
    """
    How free memory is read where CPU and GPU share it.
    
    cuda_free: cudaMemGetInfo, page cache counted as used
    available_by_capability: MemAvailable on compute capability 8.7, 11.0, 12.1
    available_where_integrated: MemAvailable where the device says it is integrated
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['cuda_free', 'available_by_capability', 'available_where_integrated']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    available_by_capability: typing.ClassVar[SharedMemoryRule]
    available_where_integrated: typing.ClassVar[SharedMemoryRule]
    cuda_free: typing.ClassVar[SharedMemoryRule]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class SpecType(kvplan._values.TextEnum):
    """
    The classes by which vLLM decides what may share a group.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['attention', 'latent', 'state', 'ring']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    attention: typing.ClassVar[SpecType]
    latent: typing.ClassVar[SpecType]
    ring: typing.ClassVar[SpecType]
    state: typing.ClassVar[SpecType]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class LayoutFamily(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['single', 'replicated', 'split', 'pipeline', 'mixed']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    mixed: typing.ClassVar[LayoutFamily]
    pipeline: typing.ClassVar[LayoutFamily]
    replicated: typing.ClassVar[LayoutFamily]
    single: typing.ClassVar[LayoutFamily]
    split: typing.ClassVar[LayoutFamily]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class RowKind(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['device', 'host', 'reclaimable', 'service', 'system', 'free']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    device: typing.ClassVar[RowKind]
    free: typing.ClassVar[RowKind]
    host: typing.ClassVar[RowKind]
    reclaimable: typing.ClassVar[RowKind]
    service: typing.ClassVar[RowKind]
    system: typing.ClassVar[RowKind]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class MixLimit(kvplan._values.TextEnum):
    """
    slots: max_num_seqs of every copy
    cache: no copy has room for the next request
    copy: the copy that the next request landed on has not, another has
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['slots', 'cache', 'copy']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    cache: typing.ClassVar[MixLimit]
    copy: typing.ClassVar[MixLimit]
    slots: typing.ClassVar[MixLimit]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Guard(kvplan._values.TextEnum):
    """
    Something on the boxes that is to keep memory in bounds.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['container_limit', 'earlyoom', 'systemd_oomd', 'swap', 'ray_monitor']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    container_limit: typing.ClassVar[Guard]
    earlyoom: typing.ClassVar[Guard]
    ray_monitor: typing.ClassVar[Guard]
    swap: typing.ClassVar[Guard]
    systemd_oomd: typing.ClassVar[Guard]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class StartRole(kvplan._values.TextEnum):
    """
    The rôle of a box's engine process in its copy: the head carries the API server and, over
    several boxes, whatever starts the others.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['alone', 'head', 'worker']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    alone: typing.ClassVar[StartRole]
    head: typing.ClassVar[StartRole]
    worker: typing.ClassVar[StartRole]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class StartVerdict(kvplan._values.TextEnum):
    """
    passes: at the low end of what is free too
    may_fail: only above the low end
    fails: even at the high end
    not_checked: this version does not compare
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['passes', 'may_fail', 'fails', 'not_checked']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    fails: typing.ClassVar[StartVerdict]
    may_fail: typing.ClassVar[StartVerdict]
    not_checked: typing.ClassVar[StartVerdict]
    passes: typing.ClassVar[StartVerdict]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Edge(kvplan._values.TextEnum):
    """
    Which end of what is not known exactly (weights, the engine's other use) is taken; `low` is
    the end with the least left for the cache.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['low', 'likely', 'high']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    high: typing.ClassVar[Edge]
    likely: typing.ClassVar[Edge]
    low: typing.ClassVar[Edge]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class FileKind(kvplan._values.TextEnum):
    """
    script: a shell script, or pasted lines
    unit: systemd: service, timer, target, drop-in
    engine_config: vLLM's --config
    other: well-formed, and nothing that starts, fronts or scrapes an engine
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['script', 'recipe', 'compose', 'unit', 'docker_inspect', 'kubernetes', 'helm_values', 'engine_config', 'haproxy', 'nginx', 'litellm', 'prometheus', 'environment', 'other']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    compose: typing.ClassVar[FileKind]
    docker_inspect: typing.ClassVar[FileKind]
    engine_config: typing.ClassVar[FileKind]
    environment: typing.ClassVar[FileKind]
    haproxy: typing.ClassVar[FileKind]
    helm_values: typing.ClassVar[FileKind]
    kubernetes: typing.ClassVar[FileKind]
    litellm: typing.ClassVar[FileKind]
    nginx: typing.ClassVar[FileKind]
    other: typing.ClassVar[FileKind]
    prometheus: typing.ClassVar[FileKind]
    recipe: typing.ClassVar[FileKind]
    script: typing.ClassVar[FileKind]
    unit: typing.ClassVar[FileKind]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class UslTerms(kvplan._values.TextEnum):
    """
    Points of one curve: (concurrency, throughput above 0). Non-negative least squares of
    N/X = (1 + α(N−1) + βN(N−1)) / λ, weighted so that relative errors count alike.
    Nothing for fewer than two levels; two levels have no β.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['all', 'without_beta']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    all: typing.ClassVar[UslTerms]
    without_beta: typing.ClassVar[UslTerms]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Severity(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['note', 'warning', 'error']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    error: typing.ClassVar[Severity]
    note: typing.ClassVar[Severity]
    warning: typing.ClassVar[Severity]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Verdict(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['pass_', 'fail', 'unjudged']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    fail: typing.ClassVar[Verdict]
    pass_: typing.ClassVar[Verdict]
    unjudged: typing.ClassVar[Verdict]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class LimitState(kvplan._values.TextEnum):
    """
    ignored: missed, and the policy says why that is accepted until a day
    unjudged: a figure is only assumed where a measured one was asked for
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['met', 'missed', 'ignored', 'unjudged']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    ignored: typing.ClassVar[LimitState]
    met: typing.ClassVar[LimitState]
    missed: typing.ClassVar[LimitState]
    unjudged: typing.ClassVar[LimitState]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class ProxyKind(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['haproxy', 'nginx']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    haproxy: typing.ClassVar[ProxyKind]
    nginx: typing.ClassVar[ProxyKind]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class SplitBackend(kvplan._values.TextEnum):
    """
    How the ranks of one copy over several boxes are started.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['mp', 'ray']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    mp: typing.ClassVar[SplitBackend]
    ray: typing.ClassVar[SplitBackend]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class SizeBy(kvplan._values.TextEnum):
    """
    Which of the two ways to size the cache is safer on a box.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['gpu_memory_utilization', 'kv_cache_memory_bytes']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    gpu_memory_utilization: typing.ClassVar[SizeBy]
    kv_cache_memory_bytes: typing.ClassVar[SizeBy]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class LengthShape(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['fixed', 'uniform', 'exponential', 'lognormal']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    exponential: typing.ClassVar[LengthShape]
    fixed: typing.ClassVar[LengthShape]
    lognormal: typing.ClassVar[LengthShape]
    uniform: typing.ClassVar[LengthShape]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Routing(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['least_conn', 'round_robin', 'sticky', 'prefix_aware']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    least_conn: typing.ClassVar[Routing]
    prefix_aware: typing.ClassVar[Routing]
    round_robin: typing.ClassVar[Routing]
    sticky: typing.ClassVar[Routing]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Measure(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['e2e_mean', 'e2e_p95', 'ttft_mean', 'ttft_p95', 'tpot_p95', 'duration']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    duration: typing.ClassVar[Measure]
    e2e_mean: typing.ClassVar[Measure]
    e2e_p95: typing.ClassVar[Measure]
    tpot_p95: typing.ClassVar[Measure]
    ttft_mean: typing.ClassVar[Measure]
    ttft_p95: typing.ClassVar[Measure]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Cause(kvplan._values.TextEnum):
    """
    What moved a number: another question, or the same one under other rules.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['input', 'rules']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    input: typing.ClassVar[Cause]
    rules: typing.ClassVar[Cause]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class FileFormat(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['json', 'yaml', 'toml']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    json: typing.ClassVar[FileFormat]
    toml: typing.ClassVar[FileFormat]
    yaml: typing.ClassVar[FileFormat]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class SweepState(kvplan._values.TextEnum):
    """
    refused: the engine does not serve this layout with these options
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['fits', 'does_not_fit', 'refused']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    does_not_fit: typing.ClassVar[SweepState]
    fits: typing.ClassVar[SweepState]
    refused: typing.ClassVar[SweepState]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class SweepFormat(kvplan._values.TextEnum):
    """
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['csv', 'json_lines']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    csv: typing.ClassVar[SweepFormat]
    json_lines: typing.ClassVar[SweepFormat]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class WeightKind(kvplan._values.TextEnum):
    """
    What a tensor is for.
    
    state: linear attention, Mamba, short convolutions
    buffer: rotary tables, scales of the cache, scratch of a kernel
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['embedding', 'attention', 'state', 'dense_mlp', 'routed_experts', 'shared_experts', 'router', 'norm', 'head', 'vision', 'ngram_table', 'buffer', 'other']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    attention: typing.ClassVar[WeightKind]
    buffer: typing.ClassVar[WeightKind]
    dense_mlp: typing.ClassVar[WeightKind]
    embedding: typing.ClassVar[WeightKind]
    head: typing.ClassVar[WeightKind]
    ngram_table: typing.ClassVar[WeightKind]
    norm: typing.ClassVar[WeightKind]
    other: typing.ClassVar[WeightKind]
    routed_experts: typing.ClassVar[WeightKind]
    router: typing.ClassVar[WeightKind]
    shared_experts: typing.ClassVar[WeightKind]
    state: typing.ClassVar[WeightKind]
    vision: typing.ClassVar[WeightKind]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class Sharding(kvplan._values.TextEnum):
    """
    How a tensor is spread over the tensor-parallel ranks.
    
    column: output features divided (one matrix or several merged)
    qkv: heads divided; fewer key-value heads than ranks are repeated
    row: input features divided
    vocabulary: rows of a vocabulary padded to 64
    experts: every expert's width divided, or whole experts dealt out (expert parallelism)
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['replicated', 'column', 'qkv', 'row', 'vocabulary', 'experts']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    column: typing.ClassVar[Sharding]
    experts: typing.ClassVar[Sharding]
    qkv: typing.ClassVar[Sharding]
    replicated: typing.ClassVar[Sharding]
    row: typing.ClassVar[Sharding]
    vocabulary: typing.ClassVar[Sharding]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class StoredType(kvplan._values.TextEnum):
    """
    An element type of a stored tensor, as torch spells it.
    """
    _member_map_: typing.ClassVar[dict]
    _member_names_: typing.ClassVar[list] = ['float32', 'float16', 'bfloat16', 'float8_e4m3fn', 'float8_e8m0fnu', 'uint8', 'int8', 'int32', 'int64', 'boolean', 'complex64']
    _unhashable_values_: typing.ClassVar[list] = list()
    _use_args_: typing.ClassVar[bool] = True
    _value2member_map_: typing.ClassVar[dict]
    bfloat16: typing.ClassVar[StoredType]
    boolean: typing.ClassVar[StoredType]
    complex64: typing.ClassVar[StoredType]
    float16: typing.ClassVar[StoredType]
    float32: typing.ClassVar[StoredType]
    float8_e4m3fn: typing.ClassVar[StoredType]
    float8_e8m0fnu: typing.ClassVar[StoredType]
    int32: typing.ClassVar[StoredType]
    int64: typing.ClassVar[StoredType]
    int8: typing.ClassVar[StoredType]
    uint8: typing.ClassVar[StoredType]
    _member_type_ = builtins.str
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
                Generate the next value when not given.
        
                name: the name of the member
                start: the initial start value or None
                count: the number of existing members
                last_values: the list of values assigned
                
        """
    @staticmethod
    def _new_member_(type, *args, **kwargs):
        """
        Create and return a new object.  See help(type) for accurate signature.
        """
    @classmethod
    def __new__(cls, value):
        ...
    def _value_repr_(self):
        """
        Return repr(self).
        """
class FullAttention:
    """
    Keys and values of every token (multi-head, grouped-query and multi-query attention).
    """
    __hash__: typing.ClassVar[None] = None
    head_dim: int
    kv_heads: int
    v_head_dim: int
    def __copy__(self) -> FullAttention:
        ...
    def __deepcopy__(self, memo: dict) -> FullAttention:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, kv_heads: int = ..., head_dim: int = ..., v_head_dim: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class SlidingWindow:
    """
    Keys and values of the last `window` tokens.
    """
    __hash__: typing.ClassVar[None] = None
    heads: FullAttention
    window: Tokens
    def __copy__(self) -> SlidingWindow:
        ...
    def __deepcopy__(self, memo: dict) -> SlidingWindow:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, heads: FullAttention = ..., window: Tokens = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class ChunkedAttention:
    """
    Keys and values of the present chunk (Llama 4).
    """
    __hash__: typing.ClassVar[None] = None
    chunk: Tokens
    heads: FullAttention
    def __copy__(self) -> ChunkedAttention:
        ...
    def __deepcopy__(self, memo: dict) -> ChunkedAttention:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, heads: FullAttention = ..., chunk: Tokens = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class CrossAttention:
    """
    Keys and values of the encoder's output, which a decoder's cross attention reads (Whisper).
    vLLM sets aside room for as many encoder tokens as one batch holds, at any request length.
    """
    __hash__: typing.ClassVar[None] = None
    heads: FullAttention
    def __copy__(self) -> CrossAttention:
        ...
    def __deepcopy__(self, memo: dict) -> CrossAttention:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, heads: FullAttention = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class LatentAttention:
    """
    One latent vector a token instead of keys and values (multi-head latent attention, MLA).
    Every tensor-parallel rank holds all of it.
    """
    __hash__: typing.ClassVar[None] = None
    index_topk: int
    kv_lora_rank: int
    query_heads: int
    rope_head_dim: int
    def __copy__(self) -> LatentAttention:
        ...
    def __deepcopy__(self, memo: dict) -> LatentAttention:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, kv_lora_rank: int = ..., rope_head_dim: int = ..., nope_head_dim: int = ..., query_heads: int = ..., index_topk: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def nope_head_dim(self) -> int:
        """
        Not in the cache, but kernels ask for them: the rest of a query's width, the query's heads
        (of all ranks), and the tokens that an indexer selects (0: attends to all).
        """
    @nope_head_dim.setter
    def nope_head_dim(self, arg0: int) -> None:
        ...
class CompressedLatent:
    """
    One latent of `head_dim` numbers for every `compress_ratio` tokens (DeepSeek-V4); replicated.
    """
    __hash__: typing.ClassVar[None] = None
    compress_ratio: int
    head_dim: int
    def __copy__(self) -> CompressedLatent:
        ...
    def __deepcopy__(self, memo: dict) -> CompressedLatent:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, head_dim: int = ..., compress_ratio: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class LatentWindow:
    """
    The uncompressed latents of the last `window` tokens (DeepSeek-V4); replicated.
    """
    __hash__: typing.ClassVar[None] = None
    head_dim: int
    window: Tokens
    def __copy__(self) -> LatentWindow:
        ...
    def __deepcopy__(self, memo: dict) -> LatentWindow:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, head_dim: int = ..., window: Tokens = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class CompressorState:
    """
    What a compressor still has to fold (DeepSeek-V4): `width` fp32 numbers for each of the last
    `window` tokens, in blocks of `block` tokens; replicated.
    """
    __hash__: typing.ClassVar[None] = None
    block: Tokens
    width: int
    window: Tokens
    def __copy__(self) -> CompressorState:
        ...
    def __deepcopy__(self, memo: dict) -> CompressorState:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, width: int = ..., window: Tokens = ..., block: Tokens = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class IndexKeys:
    """
    Index keys by which sparse attention (DSA, DeepSeek-V3.2) selects tokens: fp8 with one fp32
    scale for every 128 numbers, whatever the cache dtype; replicated on every rank. DeepSeek-V4
    keeps one for every `compress_ratio` tokens.
    """
    __hash__: typing.ClassVar[None] = None
    compress_ratio: int
    head_dim: int
    def __copy__(self) -> IndexKeys:
        ...
    def __deepcopy__(self, memo: dict) -> IndexKeys:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, head_dim: int = ..., compress_ratio: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class BlockIndexKeys:
    """
    Index keys by which block-sparse attention (MiniMax-M3) selects blocks of 128 tokens: bf16,
    one a token, whatever the cache dtype; replicated.
    """
    __hash__: typing.ClassVar[None] = None
    head_dim: int
    def __copy__(self) -> BlockIndexKeys:
        ...
    def __deepcopy__(self, memo: dict) -> BlockIndexKeys:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, head_dim: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class CompressedIndexKeys:
    """
    Index keys of Qwen's sparse attention (QSA): one bf16 key for every `compress_ratio` tokens,
    whatever the cache dtype; replicated on every rank.
    """
    __hash__: typing.ClassVar[None] = None
    compress_ratio: int
    head_dim: int
    def __copy__(self) -> CompressedIndexKeys:
        ...
    def __deepcopy__(self, memo: dict) -> CompressedIndexKeys:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, head_dim: int = ..., compress_ratio: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class RawKeyRing:
    """
    The raw keys that QSA has not compressed yet: a ring of round_up(compress_ratio + drafts,
    compress_ratio) slots, one block a request. `slot_dim` counts bf16 numbers of a slot.
    """
    __hash__: typing.ClassVar[None] = None
    compress_ratio: int
    slot_dim: int
    def __copy__(self) -> RawKeyRing:
        ...
    def __deepcopy__(self, memo: dict) -> RawKeyRing:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, slot_dim: int = ..., compress_ratio: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Mamba1State:
    """
    Mamba 1: convolution and state-space state of `inner` channels.
    """
    __hash__: typing.ClassVar[None] = None
    conv_kernel: int
    inner: int
    state_dim: int
    def __copy__(self) -> Mamba1State:
        ...
    def __deepcopy__(self, memo: dict) -> Mamba1State:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, inner: int = ..., state_dim: int = ..., conv_kernel: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Mamba2State:
    """
    Mamba 2: heads × head_dim × state_dim, with `groups` of B and C in the convolution.
    """
    __hash__: typing.ClassVar[None] = None
    conv_kernel: int
    groups: int
    head_dim: int
    heads: int
    inner: int
    state_dim: int
    def __copy__(self) -> Mamba2State:
        ...
    def __deepcopy__(self, memo: dict) -> Mamba2State:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, inner: int = ..., heads: int = ..., head_dim: int = ..., groups: int = ..., state_dim: int = ..., conv_kernel: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class GatedDeltaState:
    """
    Gated delta net (GDN): value_heads × value_dim × key_dim.
    """
    __hash__: typing.ClassVar[None] = None
    conv_kernel: int
    key_dim: int
    key_heads: int
    value_dim: int
    value_heads: int
    def __copy__(self) -> GatedDeltaState:
        ...
    def __deepcopy__(self, memo: dict) -> GatedDeltaState:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, key_heads: int = ..., value_heads: int = ..., key_dim: int = ..., value_dim: int = ..., conv_kernel: int = ..., flashinfer: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def flashinfer(self) -> bool:
        """
        the engine's layer knows FlashInfer's prefill (OLMo's does not)
        """
    @flashinfer.setter
    def flashinfer(self, arg0: bool) -> None:
        ...
class KimiDeltaState:
    """
    Kimi delta attention (KDA): heads × head_dim × head_dim; query, key and value are as wide.
    """
    __hash__: typing.ClassVar[None] = None
    conv_kernel: int
    head_dim: int
    heads: int
    def __copy__(self) -> KimiDeltaState:
        ...
    def __deepcopy__(self, memo: dict) -> KimiDeltaState:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, heads: int = ..., head_dim: int = ..., conv_kernel: int = ..., full_rank_gate: bool = ..., bounded_gate: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bounded_gate(self) -> bool:
        """
        with the full-rank gate: FlashKDA serves it, with checkpoints
        """
    @bounded_gate.setter
    def bounded_gate(self, arg0: bool) -> None:
        ...
    @property
    def full_rank_gate(self) -> bool:
        """
        Kimi-K3's own layer. The shared one keeps its state in float32 whatever the option says.
        """
    @full_rank_gate.setter
    def full_rank_gate(self, arg0: bool) -> None:
        ...
class LinearAttentionState:
    """
    Lightning (linear) attention: heads × head_dim × head_dim, and no convolution.
    """
    __hash__: typing.ClassVar[None] = None
    head_dim: int
    heads: int
    def __copy__(self) -> LinearAttentionState:
        ...
    def __deepcopy__(self, memo: dict) -> LinearAttentionState:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, heads: int = ..., head_dim: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class ShortConvState:
    """
    A short convolution's last inputs: `rows` × `channels`.
    """
    __hash__: typing.ClassVar[None] = None
    channels: int
    rows: int
    def __copy__(self) -> ShortConvState:
        ...
    def __deepcopy__(self, memo: dict) -> ShortConvState:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, channels: int = ..., rows: int = ..., replicated: bool = ..., checkpoints: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def checkpoints(self) -> bool:
        """
        The engine can write a checkpoint of it at any token (vLLM: alignment 1), which counts
        for the blocks of every state group of the model.
        """
    @checkpoints.setter
    def checkpoints(self, arg0: bool) -> None:
        ...
    @property
    def replicated(self) -> bool:
        """
        on every tensor-parallel rank (Qwen4-exp's PLE)
        """
    @replicated.setter
    def replicated(self, arg0: bool) -> None:
        ...
class Layer:
    """
    """
    __hash__: typing.ClassVar[None] = None
    keeps: list[FullAttention | SlidingWindow | ChunkedAttention | LatentAttention | CompressedLatent | LatentWindow | CompressorState | IndexKeys | BlockIndexKeys | CompressedIndexKeys | RawKeyRing | Mamba1State | Mamba2State | GatedDeltaState | ShortConvState | KimiDeltaState | LinearAttentionState | CrossAttention]
    def __copy__(self) -> Layer:
        ...
    def __deepcopy__(self, memo: dict) -> Layer:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, keeps: list[FullAttention | SlidingWindow | ChunkedAttention | LatentAttention | CompressedLatent | LatentWindow | CompressorState | IndexKeys | BlockIndexKeys | CompressedIndexKeys | RawKeyRing | Mamba1State | Mamba2State | GatedDeltaState | ShortConvState | KimiDeltaState | LinearAttentionState | CrossAttention] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class AttentionTraits:
    """
    How a kernel choice of the engine depends on the model.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> AttentionTraits:
        ...
    def __deepcopy__(self, memo: dict) -> AttentionTraits:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, sinks: bool = ..., mm_prefix: bool = ..., softcap: bool = ..., non_causal: bool = ..., mixed_head_dims: bool = ..., largest_mm_item: Tokens = ..., block_outermost: bool = ..., qsa: bool = ..., one_stage: bool = ..., compressed_latents: bool = ..., bfloat16_is_auto: bool = ..., fp8_on_sm10x: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bfloat16_is_auto(self) -> bool:
        """
        --kv-cache-dtype bfloat16 means "auto" (DeepSeek-V3.2)
        """
    @bfloat16_is_auto.setter
    def bfloat16_is_auto(self, arg0: bool) -> None:
        ...
    @property
    def block_outermost(self) -> bool:
        """
        caches packed block by block (Qwen4-exp, DeepSeek-V4)
        """
    @block_outermost.setter
    def block_outermost(self, arg0: bool) -> None:
        ...
    @property
    def compressed_latents(self) -> bool:
        """
        DeepSeek-V4's own kernels
        """
    @compressed_latents.setter
    def compressed_latents(self, arg0: bool) -> None:
        ...
    @property
    def fp8_on_sm10x(self) -> bool:
        """
        "auto" is fp8_e4m3 on compute capability 10.x (GLM-5)
        """
    @fp8_on_sm10x.setter
    def fp8_on_sm10x(self, arg0: bool) -> None:
        ...
    @property
    def largest_mm_item(self) -> Tokens:
        """
        With mm_prefix an image or video is prefilled in one piece; 0: vLLM does not bound it.
        """
    @largest_mm_item.setter
    def largest_mm_item(self, arg0: Tokens) -> None:
        ...
    @property
    def mixed_head_dims(self) -> bool:
        """
        full and sliding heads differ in size (Gemma 4)
        """
    @mixed_head_dims.setter
    def mixed_head_dims(self, arg0: bool) -> None:
        ...
    @property
    def mm_prefix(self) -> bool:
        """
        bidirectional attention inside images (Gemma 3)
        """
    @mm_prefix.setter
    def mm_prefix(self, arg0: bool) -> None:
        ...
    @property
    def non_causal(self) -> bool:
        """
        a draft that sees its block in both directions (DFlash)
        """
    @non_causal.setter
    def non_causal(self, arg0: bool) -> None:
        ...
    @property
    def one_stage(self) -> bool:
        """
        the engine refuses pipeline stages (n-gram embeddings)
        """
    @one_stage.setter
    def one_stage(self, arg0: bool) -> None:
        ...
    @property
    def qsa(self) -> bool:
        """
        Qwen4-exp's own sparse attention kernels
        """
    @qsa.setter
    def qsa(self, arg0: bool) -> None:
        ...
    @property
    def sinks(self) -> bool:
        """
        learned attention sinks (gpt-oss)
        """
    @sinks.setter
    def sinks(self, arg0: bool) -> None:
        ...
    @property
    def softcap(self) -> bool:
        """
        attention logits are capped (Gemma 2)
        """
    @softcap.setter
    def softcap(self, arg0: bool) -> None:
        ...
class CheckpointCache:
    """
    What the engine reads of a checkpoint's quantization to choose the cache dtype for "auto".
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> CheckpointCache:
        ...
    def __deepcopy__(self, memo: dict) -> CheckpointCache:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, dtype: CacheDtype | None = ..., spelling: str = ..., source: str = ..., compressed_tensors: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def compressed_tensors(self) -> bool:
        """
        that format's kv_cache_scheme; else ModelOpt's
        """
    @compressed_tensors.setter
    def compressed_tensors(self, arg0: bool) -> None:
        ...
    @property
    def dtype(self) -> CacheDtype | None:
        """
        nothing: the model's own dtype
        """
    @dtype.setter
    def dtype(self, arg0: CacheDtype | None) -> None:
        ...
    @property
    def source(self) -> str:
        """
        the config field, for people
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
    @property
    def spelling(self) -> str:
        """
        as the engine shows it: "fp8_e4m3", "fp8", …
        """
    @spelling.setter
    def spelling(self, arg0: str) -> None:
        ...
class Architecture:
    """
    The whole model, before any sharding.
    """
    __hash__: typing.ClassVar[None] = None
    checkpoint_cache: CheckpointCache
    default_ssm_dtype: StateDtype
    dtype: Dtype
    layers: list[Layer]
    traits: AttentionTraits
    def __copy__(self) -> Architecture:
        ...
    def __deepcopy__(self, memo: dict) -> Architecture:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, family: str = ..., model_class: str = ..., dtype: Dtype = ..., derived_max_model_len: Tokens = ..., names_length: bool = ..., yarn_max_model_len: Tokens | None = ..., num_attention_heads: int = ..., layers: list[Layer] = ..., mtp_layers: list[Layer] = ..., ssm_dtype: Dtype | None = ..., state_chunk: int = ..., default_ssm_dtype: StateDtype = ..., fixed_ssm_dtype: bool = ..., traits: AttentionTraits = ..., checkpoint_cache: CheckpointCache = ..., pooling: bool = ..., served_until: list[int] | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def has_attention(self) -> bool:
        """
        any layer with a cache that grows
        """
    def has_states(self) -> bool:
        """
        any layer with a state
        """
    @property
    def derived_max_model_len(self) -> Tokens:
        """
        vLLM's derivation from the config
        """
    @derived_max_model_len.setter
    def derived_max_model_len(self, arg0: Tokens) -> None:
        ...
    @property
    def family(self) -> str:
        """
        the row of the family table
        """
    @family.setter
    def family(self, arg0: str) -> None:
        ...
    @property
    def fixed_ssm_dtype(self) -> bool:
        """
        --mamba-ssm-cache-dtype changes nothing
        """
    @fixed_ssm_dtype.setter
    def fixed_ssm_dtype(self, arg0: bool) -> None:
        ...
    @property
    def model_class(self) -> str:
        """
        config.json architectures[0]
        """
    @model_class.setter
    def model_class(self, arg0: str) -> None:
        ...
    @property
    def mtp_layers(self) -> list[Layer]:
        """
        the checkpoint's own draft (method "mtp"); may be empty
        """
    @mtp_layers.setter
    def mtp_layers(self, arg0: list[Layer]) -> None:
        ...
    @property
    def names_length(self) -> bool:
        """
        false: the config has no length, that one is a fallback
        """
    @names_length.setter
    def names_length(self, arg0: bool) -> None:
        ...
    @property
    def num_attention_heads(self) -> int:
        """
        must divide by the tensor parallelism
        """
    @num_attention_heads.setter
    def num_attention_heads(self, arg0: int) -> None:
        ...
    @property
    def pooling(self) -> bool:
        """
        an embedding or reranking model
        """
    @pooling.setter
    def pooling(self, arg0: bool) -> None:
        ...
    @property
    def served_until(self) -> list[int] | None:
        """
        The last vLLM release that serves it, as numbers (EngineRules::release).
        """
    @served_until.setter
    def served_until(self, arg0: list[int] | None) -> None:
        ...
    @property
    def ssm_dtype(self) -> Dtype | None:
        """
        the config's own choice for the recurrent state
        """
    @ssm_dtype.setter
    def ssm_dtype(self, arg0: Dtype | None) -> None:
        ...
    @property
    def state_chunk(self) -> int:
        """
        tokens of a chunk of the states' prefill kernel
        """
    @state_chunk.setter
    def state_chunk(self, arg0: int) -> None:
        ...
    @property
    def yarn_max_model_len(self) -> Tokens | None:
        """
        original length × factor: up to vLLM 0.29
        """
    @yarn_max_model_len.setter
    def yarn_max_model_len(self, arg0: Tokens | None) -> None:
        ...
class CheckpointRule:
    """
    Which states can write a checkpoint during prefill, and so hold one more block a request.
    """
    __hash__: typing.ClassVar[None] = None
    mamba2: bool
    def __copy__(self) -> CheckpointRule:
        ...
    def __deepcopy__(self, memo: dict) -> CheckpointRule:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, mamba2: bool = ..., gated_delta: bool = ..., kimi_delta: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def gated_delta(self) -> bool:
        """
        only where the prefill kernel is FlashInfer's
        """
    @gated_delta.setter
    def gated_delta(self, arg0: bool) -> None:
        ...
    @property
    def kimi_delta(self) -> bool:
        """
        KDA
        """
    @kimi_delta.setter
    def kimi_delta(self, arg0: bool) -> None:
        ...
class EngineRules:
    """
    The defaults are those of the newest release; the rows of older ones say what was different.
    """
    __hash__: typing.ClassVar[None] = None
    align: AlignRule
    async_by_default: bool
    async_for_pooling: bool
    async_with_pipeline: bool
    block_override: OverrideRule
    cache_mode: CacheModeRule
    checkpoint: CheckpointRule
    gpu_memory_utilization: float
    graphs: GraphRule
    latent_blackwell: LatentBackendRule
    latent_block: LatentBlockRule
    modelopt_4bit_cache_dtype: bool
    need: NeedRule
    non_cache: NonCacheRule
    null_block_in_fit_check: bool
    packed: PackedRule
    release: list[int]
    shared_memory: SharedMemoryRule
    sparse_cache: SparseCacheRule
    state_blocks: StateBlockRule
    state_caching: StateCachingRule
    state_dtype: StateDtypeRule
    tokens: TokenRule
    unify: UnifyRule
    v_head_dim_window: bool
    def __copy__(self) -> EngineRules:
        ...
    def __deepcopy__(self, memo: dict) -> EngineRules:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., version: str = ..., note: str = ..., release: list[int] = ..., tokens: TokenRule = ..., one_line: bool = ..., concurrency_by_first_page: bool = ..., gpu_memory_utilization: float = ..., graphs: GraphRule = ..., non_cache: NonCacheRule = ..., shared_memory: SharedMemoryRule = ..., need: NeedRule = ..., need_of_whole_model: bool = ..., null_block_in_fit_check: bool = ..., block_override: OverrideRule = ..., auto_fit: bool = ..., large_device_tier: bool = ..., cap_seqs_by_batch: bool = ..., cpu_max_num_seqs: int = ..., async_by_default: bool = ..., async_with_pipeline: bool = ..., async_with_other_drafts: bool = ..., async_for_pooling: bool = ..., in_flight_counts_batches: bool = ..., runner: RunnerRule = ..., yarn_length_as_given: bool = ..., group_size_ratio: float = ..., strided_groups: bool = ..., group_by_whole_model: bool = ..., uniform_type_groups: bool = ..., unify: UnifyRule = ..., latent_window_fallback: bool = ..., packed: PackedRule = ..., rings_are_state_buckets: bool = ..., hybrid_manager_for_chunks: bool = ..., context_parallel: bool = ..., checkpoint: CheckpointRule = ..., state_blocks: StateBlockRule = ..., state_caching: StateCachingRule = ..., cache_mode: CacheModeRule = ..., cache_mode_all: bool = ..., cache_mode_all_adds_drafts: bool = ..., align_with_drafts: bool = ..., draft_state_rows: bool = ..., state_block_follows_attention: bool = ..., separate_state_dtypes: bool = ..., state_dtype: StateDtypeRule = ..., align: AlignRule = ..., align_to_checkpoint: bool = ..., latent_step: int = ..., step_by_state_chunk: bool = ..., flashinfer_step_32: bool = ..., stride_alignment: bool = ..., latent_block: LatentBlockRule = ..., latent_blackwell: LatentBackendRule = ..., latent_list_for_12x: bool = ..., modelopt_cache_dtype: bool = ..., modelopt_4bit_cache_dtype: bool = ..., compressed_tensors_cache_dtype: bool = ..., checkpoint_overrides_given: bool = ..., sparse_cache: SparseCacheRule = ..., sparse_fp8_on_sm10x: bool = ..., v_head_dim_full: bool = ..., v_head_dim_window: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def align_to_checkpoint(self) -> bool:
        """
        In align mode the attention block is a multiple of the states' checkpoint alignment too.
        """
    @align_to_checkpoint.setter
    def align_to_checkpoint(self, arg0: bool) -> None:
        ...
    @property
    def align_with_drafts(self) -> bool:
        """
        mode "align" allows speculative decoding
        """
    @align_with_drafts.setter
    def align_with_drafts(self, arg0: bool) -> None:
        ...
    @property
    def async_with_other_drafts(self) -> bool:
        """
        ngram, suffix
        """
    @async_with_other_drafts.setter
    def async_with_other_drafts(self, arg0: bool) -> None:
        ...
    @property
    def auto_fit(self) -> bool:
        """
        --max-model-len -1 exists
        """
    @auto_fit.setter
    def auto_fit(self, arg0: bool) -> None:
        ...
    @property
    def cache_mode_all(self) -> bool:
        """
        mode "all" exists
        """
    @cache_mode_all.setter
    def cache_mode_all(self, arg0: bool) -> None:
        ...
    @property
    def cache_mode_all_adds_drafts(self) -> bool:
        """
        S more blocks in it
        """
    @cache_mode_all_adds_drafts.setter
    def cache_mode_all_adds_drafts(self, arg0: bool) -> None:
        ...
    @property
    def cap_seqs_by_batch(self) -> bool:
        """
        default max_num_seqs is at most max_num_batched_tokens
        """
    @cap_seqs_by_batch.setter
    def cap_seqs_by_batch(self, arg0: bool) -> None:
        ...
    @property
    def checkpoint_overrides_given(self) -> bool:
        """
        compressed-tensors wins over an explicit dtype
        """
    @checkpoint_overrides_given.setter
    def checkpoint_overrides_given(self, arg0: bool) -> None:
        ...
    @property
    def compressed_tensors_cache_dtype(self) -> bool:
        """
        "auto" reads compressed-tensors
        """
    @compressed_tensors_cache_dtype.setter
    def compressed_tensors_cache_dtype(self, arg0: bool) -> None:
        ...
    @property
    def concurrency_by_first_page(self) -> bool:
        """
        Concurrency divides by the request's bytes over the first group's page, not by blocks.
        """
    @concurrency_by_first_page.setter
    def concurrency_by_first_page(self, arg0: bool) -> None:
        ...
    @property
    def context_parallel(self) -> bool:
        """
        --decode-context-parallel-size exists
        """
    @context_parallel.setter
    def context_parallel(self, arg0: bool) -> None:
        ...
    @property
    def cpu_max_num_seqs(self) -> int:
        """
        a rank
        """
    @cpu_max_num_seqs.setter
    def cpu_max_num_seqs(self, arg0: int) -> None:
        ...
    @property
    def draft_state_rows(self) -> bool:
        """
        Draft tokens get state rows, and blocks, of their own.
        """
    @draft_state_rows.setter
    def draft_state_rows(self, arg0: bool) -> None:
        ...
    @property
    def flashinfer_step_32(self) -> bool:
        """
        32 on CC 10.x with head size 256 and FlashInfer
        """
    @flashinfer_step_32.setter
    def flashinfer_step_32(self, arg0: bool) -> None:
        ...
    @property
    def group_by_whole_model(self) -> bool:
        """
        before: each pipeline stage by itself
        """
    @group_by_whole_model.setter
    def group_by_whole_model(self, arg0: bool) -> None:
        ...
    @property
    def group_size_ratio(self) -> float:
        """
        group_size = the largest bucket when it is below ratio × the smallest; 1: always smallest.
        """
    @group_size_ratio.setter
    def group_size_ratio(self, arg0: float) -> None:
        ...
    @property
    def hybrid_manager_for_chunks(self) -> bool:
        """
        chunked attention: on unless switched off
        """
    @hybrid_manager_for_chunks.setter
    def hybrid_manager_for_chunks(self, arg0: bool) -> None:
        ...
    @property
    def in_flight_counts_batches(self) -> bool:
        """
        In-flight tokens count concurrent batches; before: max_num_batched_tokens alone.
        """
    @in_flight_counts_batches.setter
    def in_flight_counts_batches(self, arg0: bool) -> None:
        ...
    @property
    def large_device_tier(self) -> bool:
        """
        16,384 batched tokens and 1,024 requests from 160 GiB
        """
    @large_device_tier.setter
    def large_device_tier(self, arg0: bool) -> None:
        ...
    @property
    def latent_list_for_12x(self) -> bool:
        """
        compute capability 12.x has a list of its own
        """
    @latent_list_for_12x.setter
    def latent_list_for_12x(self, arg0: bool) -> None:
        ...
    @property
    def latent_step(self) -> int:
        """
        at least so much for latent attention; see AlignRule
        """
    @latent_step.setter
    def latent_step(self, arg0: int) -> None:
        ...
    @property
    def latent_window_fallback(self) -> bool:
        """
        latent + window pages that differ: all kept in full
        """
    @latent_window_fallback.setter
    def latent_window_fallback(self, arg0: bool) -> None:
        ...
    @property
    def modelopt_cache_dtype(self) -> bool:
        """
        "auto" reads a ModelOpt checkpoint
        """
    @modelopt_cache_dtype.setter
    def modelopt_cache_dtype(self, arg0: bool) -> None:
        ...
    @property
    def name(self) -> str:
        """
        "vllm"
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def need_of_whole_model(self) -> bool:
        """
        each pipeline stage is charged with all layers
        """
    @need_of_whole_model.setter
    def need_of_whole_model(self, arg0: bool) -> None:
        ...
    @property
    def note(self) -> str:
        """
        empty, or what is inferred about these rules
        """
    @note.setter
    def note(self, arg0: str) -> None:
        ...
    @property
    def one_line(self) -> bool:
        """
        size and concurrency stand in one line of the log
        """
    @one_line.setter
    def one_line(self, arg0: bool) -> None:
        ...
    @property
    def rings_are_state_buckets(self) -> bool:
        """
        packed groups of rings are split as states are
        """
    @rings_are_state_buckets.setter
    def rings_are_state_buckets(self, arg0: bool) -> None:
        ...
    @property
    def runner(self) -> RunnerRule:
        """
        Runner V2: one batch more under pipeline parallelism with async scheduling.
        """
    @runner.setter
    def runner(self, arg0: RunnerRule) -> None:
        ...
    @property
    def separate_state_dtypes(self) -> bool:
        """
        convolution and recurrent state; before: one dtype
        """
    @separate_state_dtypes.setter
    def separate_state_dtypes(self, arg0: bool) -> None:
        ...
    @property
    def sparse_fp8_on_sm10x(self) -> bool:
        """
        "auto" is fp8 for GLM-5's sparse attention there
        """
    @sparse_fp8_on_sm10x.setter
    def sparse_fp8_on_sm10x(self, arg0: bool) -> None:
        ...
    @property
    def state_block_follows_attention(self) -> bool:
        """
        Without prefix caching, or in that rule's release always, a state's block spans the request.
        """
    @state_block_follows_attention.setter
    def state_block_follows_attention(self, arg0: bool) -> None:
        ...
    @property
    def step_by_state_chunk(self) -> bool:
        """
        in mode "all": a multiple of mamba_chunk_size too
        """
    @step_by_state_chunk.setter
    def step_by_state_chunk(self, arg0: bool) -> None:
        ...
    @property
    def stride_alignment(self) -> bool:
        """
        pages keep whole kernel blocks of the backend
        """
    @stride_alignment.setter
    def stride_alignment(self, arg0: bool) -> None:
        ...
    @property
    def strided_groups(self) -> bool:
        """
        group i of n takes every n-th layer; before: neighbours
        """
    @strided_groups.setter
    def strided_groups(self, arg0: bool) -> None:
        ...
    @property
    def uniform_type_groups(self) -> bool:
        """
        one group for layers of one type with unequal pages
        """
    @uniform_type_groups.setter
    def uniform_type_groups(self, arg0: bool) -> None:
        ...
    @property
    def v_head_dim_full(self) -> bool:
        """
        full layers store the V head's own size
        """
    @v_head_dim_full.setter
    def v_head_dim_full(self, arg0: bool) -> None:
        ...
    @property
    def version(self) -> str:
        """
        "0.33", "0.20.1"
        """
    @version.setter
    def version(self, arg0: str) -> None:
        ...
    @property
    def yarn_length_as_given(self) -> bool:
        """
        max_position_embeddings is YaRN's own length; before: original length × factor.
        """
    @yarn_length_as_given.setter
    def yarn_length_as_given(self, arg0: bool) -> None:
        ...
class EngineChoice:
    """
    """
    __hash__: typing.ClassVar[None] = None
    rules: EngineRules
    def __copy__(self) -> EngineChoice:
        ...
    def __deepcopy__(self, memo: dict) -> EngineChoice:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, rules: EngineRules = ..., asked: str = ..., assumed: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def asked(self) -> str:
        """
        as given
        """
    @asked.setter
    def asked(self, arg0: str) -> None:
        ...
    @property
    def assumed(self) -> bool:
        """
        No rules for exactly that version: those of rules.version, the nearest older release that
        was read, were taken. A build between releases (0.20.1.dev0) is such a version.
        """
    @assumed.setter
    def assumed(self, arg0: bool) -> None:
        ...
class ConfigNode:
    """
    One value of a JSON document, with its place. Cheap to copy; keeps its document alive.
    A member that is `null` counts as absent, as it does for Hugging Face.
    """
    def __copy__(self) -> ConfigNode:
        ...
    def __deepcopy__(self, memo: dict) -> ConfigNode:
        ...
    def __eq__(self, arg0: ConfigNode) -> bool:
        ...
    def __getstate__(self) -> tuple[str, str, str]:
        ...
    def __hash__(self) -> int:
        ...
    def __init__(self) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def as_boolean(self) -> bool:
        ...
    def as_integer(self, min: typing.SupportsInt | typing.SupportsIndex = 1) -> int:
        """
        The value itself. Raises kvplan.Error (invalid) when it is of another type or out of range.
        """
    def as_number(self) -> float:
        ...
    def as_string(self) -> str:
        ...
    def at(self, key: str) -> ConfigNode:
        """
        Raises kvplan.Error (invalid) when the member is missing
        """
    def boolean_or(self, key: str, fallback: bool) -> bool:
        ...
    def contains(self, key: str) -> bool:
        """
        There, even as null: a class's default then does not apply.
        """
    def dump(self) -> str:
        """
        The whole value as compact JSON.
        """
    def file(self) -> str:
        ...
    def find(self, key: str) -> ConfigNode | None:
        ...
    def has(self, key: str) -> bool:
        ...
    def integer(self, key: str, min: typing.SupportsInt | typing.SupportsIndex = 1) -> int:
        """
        A member. The forms with a default take it when the member is absent or null.
        """
    def integer_or(self, key: str, fallback: typing.SupportsInt | typing.SupportsIndex, min: typing.SupportsInt | typing.SupportsIndex = 1) -> int:
        ...
    def integers(self, key: str, min: typing.SupportsInt | typing.SupportsIndex = 0) -> list[int]:
        ...
    def is_array(self) -> bool:
        ...
    def is_number(self) -> bool:
        ...
    def is_object(self) -> bool:
        ...
    def is_string(self) -> bool:
        ...
    def items(self) -> list[ConfigNode]:
        """
        of an array, else empty
        """
    def keys(self) -> list[str]:
        """
        of an object, else empty
        """
    def maybe_integer(self, key: str, min: typing.SupportsInt | typing.SupportsIndex = 1) -> int | None:
        ...
    def members(self) -> list[tuple[str, ConfigNode]]:
        """
        Keys and values of an object, those that are null too; else empty.
        """
    def number_if_any(self, key: str) -> float | None:
        """
        A member that is a number; nothing where it is absent or anything else.
        """
    def number_or(self, key: str, fallback: typing.SupportsFloat | typing.SupportsIndex) -> float:
        ...
    def pointer(self) -> str:
        ...
    def string_or(self, key: str, fallback: str) -> str:
        ...
    def strings(self, key: str) -> list[str]:
        ...
    def text(self) -> str:
        """
        The value as compact JSON, cut to what fits in an error line.
        """
    def to_python(self) -> typing.Any:
        """
        The value as dicts, lists and numbers.
        """
    def with_members(self, members: collections.abc.Sequence[tuple[str, ConfigNode]]) -> ConfigNode:
        """
        A copy of the object with `members` in place of its own, or beside them; null takes one away.
        It is a document of its own, of the same file.
        """
class ModelConfig:
    """
    A model as its config.json describes it, with hf_quant_config.json merged by the engine's own
    rule: the side file counts only when config.json has no quantization_config and the side
    file names a producer.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> ModelConfig:
        ...
    def __deepcopy__(self, memo: dict) -> ModelConfig:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, root: ConfigNode = ..., text: ConfigNode = ..., quantization: ConfigNode | None = ..., name: str = ..., unrecognized_quantization: str | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def architecture(self) -> str:
        """
        architectures[0], "" when absent
        """
    def model_type(self) -> str:
        """
        of the root, "" when absent
        """
    def quant_method(self) -> str:
        """
        quant_method as vLLM normalizes it: "fp8", "compressed-tensors", "modelopt_fp4", …; a file
        of ModelOpt's older form is known by its producer. "" for an unquantized model.
        """
    @property
    def name(self) -> str:
        """
        for people: folder or file stem
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def quantization(self) -> ConfigNode | None:
        """
        quantization_config, wherever it was found
        """
    @quantization.setter
    def quantization(self, arg0: ConfigNode | None) -> None:
        ...
    @property
    def root(self) -> ConfigNode:
        """
        the whole config.json
        """
    @root.setter
    def root(self, arg0: ConfigNode) -> None:
        ...
    @property
    def text(self) -> ConfigNode:
        """
        the language model's part; the root when not nested
        """
    @text.setter
    def text(self, arg0: ConfigNode) -> None:
        ...
    @property
    def unrecognized_quantization(self) -> str | None:
        """
        A hf_quant_config.json that the engine does not recognize: how the weights are stored
        cannot be known from here.
        """
    @unrecognized_quantization.setter
    def unrecognized_quantization(self, arg0: str | None) -> None:
        ...
class SpeculativeConfig:
    """
    --speculative-config. The draft's own architecture, where it has one, travels beside it.
    """
    __hash__: typing.ClassVar[None] = None
    num_speculative_tokens: int
    def __copy__(self) -> SpeculativeConfig:
        ...
    def __deepcopy__(self, memo: dict) -> SpeculativeConfig:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, method: str = ..., num_speculative_tokens: int = ..., model: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def method(self) -> str:
        """
        mtp, eagle, eagle3, dflash, draft_model, ngram, …
        """
    @method.setter
    def method(self, arg0: str) -> None:
        ...
    @property
    def model(self) -> str:
        """
        path of the draft's config; empty for mtp and ngram
        """
    @model.setter
    def model(self, arg0: str) -> None:
        ...
class EngineOptions:
    """
    """
    __hash__: typing.ClassVar[None] = None
    async_scheduling: bool | None
    attention_backend: str | None
    block_size: int | None
    data_parallel_size: int
    decode_context_parallel_size: int
    disable_hybrid_kv_cache_manager: bool
    dtype: Dtype | None
    enable_expert_parallel: bool
    enable_prefix_caching: bool | None
    enforce_eager: bool
    gpu_memory_utilization: float | None
    kv_cache_dtype: str | None
    language_model_only: bool
    mamba_cache_dtype: str | None
    mamba_cache_mode: str | None
    mamba_ssm_cache_dtype: str | None
    max_num_batched_tokens: Tokens | None
    max_num_seqs: int | None
    num_gpu_blocks_override: int | None
    pipeline_parallel_size: int
    quantization: str | None
    speculative_config: SpeculativeConfig | None
    tensor_parallel_size: int
    def __copy__(self) -> EngineOptions:
        ...
    def __deepcopy__(self, memo: dict) -> EngineOptions:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, max_model_len: Tokens | None = ..., max_num_seqs: int | None = ..., max_num_batched_tokens: Tokens | None = ..., block_size: int | None = ..., kv_cache_dtype: str | None = ..., kv_cache_dtype_skip_layers: list[str] = ..., dtype: Dtype | None = ..., quantization: str | None = ..., enable_prefix_caching: bool | None = ..., mamba_cache_mode: str | None = ..., mamba_cache_dtype: str | None = ..., mamba_ssm_cache_dtype: str | None = ..., attention_backend: str | None = ..., tensor_parallel_size: int = ..., pipeline_parallel_size: int = ..., decode_context_parallel_size: int = ..., data_parallel_size: int = ..., enable_expert_parallel: bool = ..., disable_hybrid_kv_cache_manager: bool = ..., async_scheduling: bool | None = ..., num_gpu_blocks_override: int | None = ..., language_model_only: bool = ..., enforce_eager: bool = ..., speculative_config: SpeculativeConfig | None = ..., gpu_memory_utilization: float | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def kv_cache_dtype_skip_layers(self) -> list[str]:
        """
        layer indices, or "sliding_window"
        """
    @kv_cache_dtype_skip_layers.setter
    def kv_cache_dtype_skip_layers(self, arg0: list[str]) -> None:
        ...
    @property
    def max_model_len(self) -> Tokens | None:
        """
        -1: auto-fit
        """
    @max_model_len.setter
    def max_model_len(self, arg0: Tokens | None) -> None:
        ...
class Capability:
    """
    """
    __hash__: typing.ClassVar[None] = None
    major: int
    minor: int
    def __copy__(self) -> Capability:
        ...
    def __deepcopy__(self, memo: dict) -> Capability:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, major: int = ..., minor: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Platform:
    """
    """
    __hash__: typing.ClassVar[None] = None
    sm_count: int
    def __copy__(self) -> Platform:
        ...
    def __deepcopy__(self, memo: dict) -> Platform:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., capability: Capability = ..., total_memory: Bytes = ..., sm_count: int = ..., integrated: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def is_cpu(self) -> bool:
        ...
    @property
    def capability(self) -> Capability:
        """
        CUDA compute capability; 0.0 for the CPU backend
        """
    @capability.setter
    def capability(self, arg0: Capability) -> None:
        ...
    @property
    def integrated(self) -> bool:
        """
        CPU and GPU share the memory (cudaDeviceProp.integrated)
        """
    @integrated.setter
    def integrated(self, arg0: bool) -> None:
        ...
    @property
    def name(self) -> str:
        """
        "gb10", "h100", … or the user's own
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def total_memory(self) -> Bytes:
        """
        as the CUDA runtime reports it
        """
    @total_memory.setter
    def total_memory(self, arg0: Bytes) -> None:
        ...
class Serving:
    """
    """
    __hash__: typing.ClassVar[None] = None
    async_scheduling: bool
    cache_dtype: CacheDtype
    conv_dtype: Dtype
    decode_context_parallel: int
    dtype: Dtype
    enable_prefix_caching: bool
    hybrid_manager: bool
    max_in_flight_tokens: Tokens
    max_model_len: Tokens
    max_num_batched_tokens: Tokens
    max_num_seqs: int
    num_speculative_tokens: int
    pipeline_parallel: int
    ssm_dtype: Dtype
    tensor_parallel: int
    def __copy__(self) -> Serving:
        ...
    def __deepcopy__(self, memo: dict) -> Serving:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, dtype: Dtype = ..., cache_dtype: CacheDtype = ..., kv_cache_dtype: str = ..., kv_cache_dtype_source: str = ..., max_model_len: Tokens = ..., auto_fit: bool = ..., beyond_derived: bool = ..., max_num_seqs: int = ..., max_num_batched_tokens: Tokens = ..., max_in_flight_tokens: Tokens = ..., async_scheduling: bool = ..., enable_prefix_caching: bool = ..., align_states: bool = ..., keep_states: bool = ..., conv_dtype: Dtype = ..., ssm_dtype: Dtype = ..., num_speculative_tokens: int = ..., gdn_flashinfer: bool = ..., tensor_parallel: int = ..., pipeline_parallel: int = ..., decode_context_parallel: int = ..., hybrid_manager: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def align_states(self) -> bool:
        """
        mamba_cache_mode "align"
        """
    @align_states.setter
    def align_states(self, arg0: bool) -> None:
        ...
    @property
    def auto_fit(self) -> bool:
        """
        max_model_len -1: the capacity step shortens it
        """
    @auto_fit.setter
    def auto_fit(self, arg0: bool) -> None:
        ...
    @property
    def beyond_derived(self) -> bool:
        """
        longer than the model's own length
        """
    @beyond_derived.setter
    def beyond_derived(self, arg0: bool) -> None:
        ...
    @property
    def gdn_flashinfer(self) -> bool:
        """
        GDN's prefill kernel is FlashInfer's
        """
    @gdn_flashinfer.setter
    def gdn_flashinfer(self, arg0: bool) -> None:
        ...
    @property
    def keep_states(self) -> bool:
        """
        mamba_cache_mode "all"; both false: "none"
        """
    @keep_states.setter
    def keep_states(self, arg0: bool) -> None:
        ...
    @property
    def kv_cache_dtype(self) -> str:
        """
        as the engine shows it: "auto", "fp8", …
        """
    @kv_cache_dtype.setter
    def kv_cache_dtype(self, arg0: str) -> None:
        ...
    @property
    def kv_cache_dtype_source(self) -> str:
        """
        "given", or the config field that decided
        """
    @kv_cache_dtype_source.setter
    def kv_cache_dtype_source(self, arg0: str) -> None:
        ...
class EveryToken:
    """
    How the blocks of one request grow with its length.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> EveryToken:
        ...
    def __deepcopy__(self, memo: dict) -> EveryToken:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class LastTokens:
    """
    """
    __hash__: typing.ClassVar[None] = None
    window: Tokens
    def __copy__(self) -> LastTokens:
        ...
    def __deepcopy__(self, memo: dict) -> LastTokens:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, window: Tokens = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class PresentChunk:
    """
    """
    __hash__: typing.ClassVar[None] = None
    chunk: Tokens
    def __copy__(self) -> PresentChunk:
        ...
    def __deepcopy__(self, memo: dict) -> PresentChunk:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, chunk: Tokens = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class FixedBlocks:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> FixedBlocks:
        ...
    def __deepcopy__(self, memo: dict) -> FixedBlocks:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, blocks: Blocks = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def blocks(self) -> Blocks:
        """
        a request holds so many, whatever its length
        """
    @blocks.setter
    def blocks(self, arg0: Blocks) -> None:
        ...
class EveryBlock:
    """
    A state kept at the end of every block ("all" of mamba_cache_mode), and some more.
    """
    __hash__: typing.ClassVar[None] = None
    more: Blocks
    def __copy__(self) -> EveryBlock:
        ...
    def __deepcopy__(self, memo: dict) -> EveryBlock:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, more: Blocks = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class CacheSpec:
    """
    What one block of one layer holds. Two specs that are equal may share a group.
    """
    __hash__: typing.ClassVar[None] = None
    block_size: TokensPerBlock
    dcp_sharded: bool
    head_dim: int
    prefix_cacheable: bool
    retention: EveryToken | LastTokens | PresentChunk | FixedBlocks | EveryBlock
    tokens_per_state: int
    type: SpecType
    v_head_dim: int
    def __copy__(self) -> CacheSpec:
        ...
    def __deepcopy__(self, memo: dict) -> CacheSpec:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, type: SpecType = ..., retention: EveryToken | LastTokens | PresentChunk | FixedBlocks | EveryBlock = ..., heads: int = ..., head_dim: int = ..., v_head_dim: int = ..., storage: int = ..., tokens_per_state: int = ..., stride_alignment: int = ..., page_alignment: int = ..., replicated: bool = ..., dcp_sharded: bool = ..., prefix_cacheable: bool = ..., page_is_fixed: bool = ..., block_size: TokensPerBlock = ..., content: BytesPerBlock = ..., page: BytesPerBlock = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def content(self) -> BytesPerBlock:
        """
        bytes used
        """
    @content.setter
    def content(self, arg0: BytesPerBlock) -> None:
        ...
    @property
    def heads(self) -> int:
        """
        on this rank; 0 for a state
        """
    @heads.setter
    def heads(self, arg0: int) -> None:
        ...
    @property
    def page(self) -> BytesPerBlock:
        """
        bytes taken: content and padding
        """
    @page.setter
    def page(self, arg0: BytesPerBlock) -> None:
        ...
    @property
    def page_alignment(self) -> int:
        """
        a page is padded to a multiple of so many bytes
        """
    @page_alignment.setter
    def page_alignment(self, arg0: int) -> None:
        ...
    @property
    def page_is_fixed(self) -> bool:
        """
        padded beside skipped layers; a longer block cannot fill it
        """
    @page_is_fixed.setter
    def page_is_fixed(self, arg0: bool) -> None:
        ...
    @property
    def replicated(self) -> bool:
        """
        a state on every rank
        """
    @replicated.setter
    def replicated(self, arg0: bool) -> None:
        ...
    @property
    def storage(self) -> int:
        """
        tells element types apart (fp8 from bf16)
        """
    @storage.setter
    def storage(self, arg0: int) -> None:
        ...
    @property
    def stride_alignment(self) -> int:
        """
        of the backend; see Backend
        """
    @stride_alignment.setter
    def stride_alignment(self, arg0: int) -> None:
        ...
class LayerSpec:
    """
    One cache of one layer, and where it lives.
    """
    __hash__: typing.ClassVar[None] = None
    draft: bool
    spec: CacheSpec
    def __copy__(self) -> LayerSpec:
        ...
    def __deepcopy__(self, memo: dict) -> LayerSpec:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, spec: CacheSpec = ..., layer: int = ..., stage: int = ..., draft: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def layer(self) -> int:
        """
        index; draft layers count on after the model's
        """
    @layer.setter
    def layer(self, arg0: int) -> None:
        ...
    @property
    def stage(self) -> int:
        """
        pipeline stage
        """
    @stage.setter
    def stage(self, arg0: int) -> None:
        ...
class CacheGroup:
    """
    """
    __hash__: typing.ClassVar[None] = None
    block_size: TokensPerBlock
    layers: int
    def __copy__(self) -> CacheGroup:
        ...
    def __deepcopy__(self, memo: dict) -> CacheGroup:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, specs: list[CacheSpec] = ..., layers_by_spec: list[int] = ..., layers: int = ..., block_size: TokensPerBlock = ..., page: BytesPerBlock = ..., by_stage: list[BytesPerBlock] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def by_stage(self) -> list[BytesPerBlock]:
        """
        all pages of the group, on each pipeline stage
        """
    @by_stage.setter
    def by_stage(self, arg0: list[BytesPerBlock]) -> None:
        ...
    @property
    def layers_by_spec(self) -> list[int]:
        """
        how many layers have each
        """
    @layers_by_spec.setter
    def layers_by_spec(self, arg0: list[int]) -> None:
        ...
    @property
    def page(self) -> BytesPerBlock:
        """
        as vLLM reports it: of one layer, or of all if they differ
        """
    @page.setter
    def page(self, arg0: BytesPerBlock) -> None:
        ...
    @property
    def specs(self) -> list[CacheSpec]:
        """
        the distinct ones, in order of appearance
        """
    @specs.setter
    def specs(self, arg0: list[CacheSpec]) -> None:
        ...
class CacheGroups:
    """
    """
    __hash__: typing.ClassVar[None] = None
    decode_context_parallel: int
    groups: list[CacheGroup]
    max_in_flight_tokens: Tokens
    def __copy__(self) -> CacheGroups:
        ...
    def __deepcopy__(self, memo: dict) -> CacheGroups:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, groups: list[CacheGroup] = ..., bytes_per_block: list[BytesPerBlock] = ..., checked_bytes_per_block: list[BytesPerBlock] = ..., checked_layers: list[CacheGroup] = ..., max_in_flight_tokens: Tokens = ..., decode_context_parallel: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bytes_per_block(self) -> list[BytesPerBlock]:
        """
        one block id, on each pipeline stage
        """
    @bytes_per_block.setter
    def bytes_per_block(self, arg0: list[BytesPerBlock]) -> None:
        ...
    @property
    def checked_bytes_per_block(self) -> list[BytesPerBlock]:
        """
        The same as the fit check counts it, where that differs; else empty.
        """
    @checked_bytes_per_block.setter
    def checked_bytes_per_block(self, arg0: list[BytesPerBlock]) -> None:
        ...
    @property
    def checked_layers(self) -> list[CacheGroup]:
        """
        Layers by equal specs, under NeedRule::each_layer; else empty.
        """
    @checked_layers.setter
    def checked_layers(self, arg0: list[CacheGroup]) -> None:
        ...
class Capacity:
    """
    """
    __hash__: typing.ClassVar[None] = None
    fits: bool
    def __copy__(self) -> Capacity:
        ...
    def __deepcopy__(self, memo: dict) -> Capacity:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, fits: bool = ..., max_model_len: Tokens = ..., blocks_per_request: Blocks = ..., bytes_for_one_request: Bytes = ..., min_available: Bytes = ..., deficit: Bytes = ..., estimated_max_model_len: Tokens = ..., num_blocks: Blocks = ..., tokens: Tokens | None = ..., max_concurrency: float = ..., full_context_requests: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def blocks_per_request(self) -> Blocks:
        """
        at the configured length
        """
    @blocks_per_request.setter
    def blocks_per_request(self, arg0: Blocks) -> None:
        ...
    @property
    def bytes_for_one_request(self) -> Bytes:
        """
        on the stage that needs most
        """
    @bytes_for_one_request.setter
    def bytes_for_one_request(self, arg0: Bytes) -> None:
        ...
    @property
    def deficit(self) -> Bytes:
        """
        min_available − available where that is above zero
        """
    @deficit.setter
    def deficit(self, arg0: Bytes) -> None:
        ...
    @property
    def estimated_max_model_len(self) -> Tokens:
        """
        the longest request that would fit, at most max_model_len
        """
    @estimated_max_model_len.setter
    def estimated_max_model_len(self, arg0: Tokens) -> None:
        ...
    @property
    def full_context_requests(self) -> int:
        """
        whole requests: (num_blocks − null block) ÷ need
        """
    @full_context_requests.setter
    def full_context_requests(self, arg0: int) -> None:
        ...
    @property
    def max_concurrency(self) -> float:
        """
        at full precision
        """
    @max_concurrency.setter
    def max_concurrency(self, arg0: float) -> None:
        ...
    @property
    def max_model_len(self) -> Tokens:
        """
        after auto-fit
        """
    @max_model_len.setter
    def max_model_len(self, arg0: Tokens) -> None:
        ...
    @property
    def min_available(self) -> Bytes:
        """
        with less, the engine does not start
        """
    @min_available.setter
    def min_available(self, arg0: Bytes) -> None:
        ...
    @property
    def num_blocks(self) -> Blocks:
        """
        the null block included, as the engine counts
        """
    @num_blocks.setter
    def num_blocks(self, arg0: Blocks) -> None:
        ...
    @property
    def tokens(self) -> Tokens | None:
        """
        as printed; nothing for a model without a cache
        """
    @tokens.setter
    def tokens(self, arg0: Tokens | None) -> None:
        ...
class Model:
    """
    A model as read, with its draft where the speculative method has one of its own.
    """
    __hash__: typing.ClassVar[None] = None
    architecture: Architecture
    config: ModelConfig
    draft: Architecture | None
    draft_config: ModelConfig | None
    def __copy__(self) -> Model:
        ...
    def __deepcopy__(self, memo: dict) -> Model:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, config: ModelConfig = ..., architecture: Architecture = ..., draft: Architecture | None = ..., draft_config: ModelConfig | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class CachePlan:
    """
    What does not depend on the memory at hand.
    """
    __hash__: typing.ClassVar[None] = None
    groups: CacheGroups
    serving: Serving
    specs: list[LayerSpec]
    def __copy__(self) -> CachePlan:
        ...
    def __deepcopy__(self, memo: dict) -> CachePlan:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, serving: Serving = ..., specs: list[LayerSpec] = ..., groups: CacheGroups = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Band:
    """
    A figure that is not known exactly: low ≤ likely ≤ high, and where it comes from.
    """
    __hash__: typing.ClassVar[None] = None
    high: Bytes
    likely: Bytes
    low: Bytes
    source: str
    def __copy__(self) -> Band:
        ...
    def __deepcopy__(self, memo: dict) -> Band:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, low: Bytes = ..., likely: Bytes = ..., high: Bytes = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Box:
    """
    """
    __hash__: typing.ClassVar[None] = None
    bandwidth_bytes_per_s: float
    capability: Capability
    gpus: int
    name: str
    sm_count: int
    def __copy__(self) -> Box:
        ...
    def __deepcopy__(self, memo: dict) -> Box:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., unified: bool = ..., total: Bytes = ..., gpus: int = ..., capability: Capability = ..., sm_count: int = ..., bandwidth_bytes_per_s: float = ..., link_bytes_per_s: float = ..., reserve: Band = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def platform(self) -> Platform:
        ...
    @property
    def link_bytes_per_s(self) -> float:
        """
        to the next box; 0: not known
        """
    @link_bytes_per_s.setter
    def link_bytes_per_s(self, arg0: float) -> None:
        ...
    @property
    def reserve(self) -> Band:
        """
        system and engine processes outside the engine's budget
        """
    @reserve.setter
    def reserve(self, arg0: Band) -> None:
        ...
    @property
    def total(self) -> Bytes:
        """
        of one GPU, as the CUDA runtime reports it
        """
    @total.setter
    def total(self, arg0: Bytes) -> None:
        ...
    @property
    def unified(self) -> bool:
        """
        CPU and GPU share total_bytes
        """
    @unified.setter
    def unified(self, arg0: bool) -> None:
        ...
class CopyPlacement:
    """
    What holds one cache (a copy of the model, or one rank of data parallelism) and the boxes that
    its ranks lie on.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> CopyPlacement:
        ...
    def __deepcopy__(self, memo: dict) -> CopyPlacement:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, boxes: list[int] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def boxes(self) -> list[int]:
        """
        indices; one of the boxes' GPUs for each rank
        """
    @boxes.setter
    def boxes(self, arg0: list[int]) -> None:
        ...
class Layout:
    """
    """
    __hash__: typing.ClassVar[None] = None
    copies: list[CopyPlacement]
    expert_parallel: bool
    family: LayoutFamily
    pipeline_parallel: int
    tensor_parallel: int
    def __copy__(self) -> Layout:
        ...
    def __deepcopy__(self, memo: dict) -> Layout:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, family: LayoutFamily = ..., tensor_parallel: int = ..., pipeline_parallel: int = ..., copies: list[CopyPlacement] = ..., data_parallel: int = ..., expert_parallel: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def id(self) -> str:
        """
        "replicated-2xtp1", "split-1xtp2", "pipeline-1xpp2", "mixed-2xtp1dp2ep"
        """
    def world(self) -> int:
        """
        GPUs of one copy.
        """
    @property
    def data_parallel(self) -> int:
        """
        Above 1: the copies are ranks of one engine that wait for one another at every step. Each has
        its own cache; the experts lie once over all of them.
        """
    @data_parallel.setter
    def data_parallel(self, arg0: int) -> None:
        ...
class HostPart:
    """
    A part of a model that stays in the host's memory.
    """
    __hash__: typing.ClassVar[None] = None
    bytes: Band
    label: str
    def __copy__(self) -> HostPart:
        ...
    def __deepcopy__(self, memo: dict) -> HostPart:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, label: str = ..., reclaimable: bool = ..., bytes: Band = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def reclaimable(self) -> bool:
        """
        page cache of a mapped file, which a service may push out
        """
    @reclaimable.setter
    def reclaimable(self, arg0: bool) -> None:
        ...
class SecondsBand:
    """
    """
    __hash__: typing.ClassVar[None] = None
    high: int
    low: int
    def __copy__(self) -> SecondsBand:
        ...
    def __deepcopy__(self, memo: dict) -> SecondsBand:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, low: int = ..., high: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class ModelFacts:
    """
    """
    __hash__: typing.ClassVar[None] = None
    host_parts: list[HostPart]
    def __copy__(self) -> ModelFacts:
        ...
    def __deepcopy__(self, memo: dict) -> ModelFacts:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, weights: Band | None = ..., drafts_included: bool = ..., other_use: Band | None = ..., host_parts: list[HostPart] = ..., copy_start: SecondsBand | None = ..., split_start: SecondsBand | None = ..., config_note: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def config_note(self) -> str:
        """
        "reconstructed: …" where config.json is not as published
        """
    @config_note.setter
    def config_note(self, arg0: str) -> None:
        ...
    @property
    def copy_start(self) -> SecondsBand | None:
        """
        from start to serving, one box
        """
    @copy_start.setter
    def copy_start(self, arg0: SecondsBand | None) -> None:
        ...
    @property
    def drafts_included(self) -> bool:
        """
        the weights hold the checkpoint's own draft layers too
        """
    @drafts_included.setter
    def drafts_included(self, arg0: bool) -> None:
        ...
    @property
    def other_use(self) -> Band | None:
        """
        the engine's other use inside its budget, on one rank
        """
    @other_use.setter
    def other_use(self, arg0: Band | None) -> None:
        ...
    @property
    def split_start(self) -> SecondsBand | None:
        """
        the same over several boxes
        """
    @split_start.setter
    def split_start(self, arg0: SecondsBand | None) -> None:
        ...
    @property
    def weights(self) -> Band | None:
        """
        on the device, all ranks together
        """
    @weights.setter
    def weights(self, arg0: Band | None) -> None:
        ...
class EstimateTerm:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> EstimateTerm:
        ...
    def __deepcopy__(self, memo: dict) -> EstimateTerm:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., shares: str = ..., bytes: Band = ..., counted: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Band:
        """
        with the formula, its numbers and its source
        """
    @bytes.setter
    def bytes(self, arg0: Band) -> None:
        ...
    @property
    def counted(self) -> bool:
        """
        false: a larger term of the same group covers it
        """
    @counted.setter
    def counted(self, arg0: bool) -> None:
        ...
    @property
    def name(self) -> str:
        """
        "sampler", "cuda_graphs", …: what calibrations name too
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def shares(self) -> str:
        """
        "peak", "workspace"; empty: lies beside all others
        """
    @shares.setter
    def shares(self, arg0: str) -> None:
        ...
class Estimate:
    """
    """
    __hash__: typing.ClassVar[None] = None
    terms: list[EstimateTerm]
    def __copy__(self) -> Estimate:
        ...
    def __deepcopy__(self, memo: dict) -> Estimate:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, terms: list[EstimateTerm] = ..., total: Band = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def total(self) -> Band:
        """
        Σ of the counted terms. Their errors are independent, so that distances from the likely
        figure add in squares; the high end also covers a group's widest term.
        """
    @total.setter
    def total(self, arg0: Band) -> None:
        ...
class EstimateInputs:
    """
    What the terms are functions of: one rank of one layout.
    """
    __hash__: typing.ClassVar[None] = None
    box: Box | None
    model: Model | None
    options: EngineOptions | None
    rules: EngineRules | None
    def __copy__(self) -> EstimateInputs:
        ...
    def __deepcopy__(self, memo: dict) -> EstimateInputs:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, model: Model | None = ..., facts: ModelFacts | None = ..., options: EngineOptions | None = ..., cache: CachePlan | None = ..., box: Box | None = ..., rules: EngineRules | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def cache(self) -> CachePlan | None:
        """
        of these options on this box
        """
    @cache.setter
    def cache(self, arg0: CachePlan | None) -> None:
        ...
    @property
    def facts(self) -> ModelFacts | None:
        """
        or nullptr
        """
    @facts.setter
    def facts(self, arg0: ModelFacts | None) -> None:
        ...
class LedgerRow:
    """
    """
    __hash__: typing.ClassVar[None] = None
    bytes: Band
    kind: RowKind
    label: str
    def __copy__(self) -> LedgerRow:
        ...
    def __deepcopy__(self, memo: dict) -> LedgerRow:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, label: str = ..., kind: RowKind = ..., bytes: Band = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Ledger:
    """
    """
    __hash__: typing.ClassVar[None] = None
    box: str
    rows: list[LedgerRow]
    total: Bytes
    def __copy__(self) -> Ledger:
        ...
    def __deepcopy__(self, memo: dict) -> Ledger:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, box: str = ..., total: Bytes = ..., rows: list[LedgerRow] = ..., left_for_others: Bytes = ..., shortfall: Bytes = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def left_for_others(self) -> Bytes:
        """
        the free row; below zero when the box is overcommitted
        """
    @left_for_others.setter
    def left_for_others(self, arg0: Bytes) -> None:
        ...
    @property
    def shortfall(self) -> Bytes:
        """
        what the named services and the headroom lack
        """
    @shortfall.setter
    def shortfall(self, arg0: Bytes) -> None:
        ...
class Service:
    """
    """
    __hash__: typing.ClassVar[None] = None
    bytes: Bytes
    name: str
    def __copy__(self) -> Service:
        ...
    def __deepcopy__(self, memo: dict) -> Service:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., bytes: Bytes = ..., box: str | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def box(self) -> str | None:
        """
        nothing: on every box
        """
    @box.setter
    def box(self, arg0: str | None) -> None:
        ...
class BoxLoad:
    """
    What the ledger of one box is made of.
    """
    __hash__: typing.ClassVar[None] = None
    box: Box | None
    cache: Band
    headroom: Bytes
    host_parts: list[HostPart]
    def __copy__(self) -> BoxLoad:
        ...
    def __deepcopy__(self, memo: dict) -> BoxLoad:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, box: Box | None = ..., weights: Band | None = ..., other: Band = ..., after: Band | None = ..., cache: Band = ..., host_parts: list[HostPart] = ..., services: list[Service] = ..., headroom: Bytes = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def after(self) -> Band | None:
        """
        after_profile(), as far as the box's reserve does not hold it
        """
    @after.setter
    def after(self, arg0: Band | None) -> None:
        ...
    @property
    def other(self) -> Band:
        """
        inside_budget() of estimate.hpp
        """
    @other.setter
    def other(self, arg0: Band) -> None:
        ...
    @property
    def services(self) -> list[Service]:
        """
        those on this box
        """
    @services.setter
    def services(self, arg0: list[Service]) -> None:
        ...
    @property
    def weights(self) -> Band | None:
        """
        nothing: no engine on this box
        """
    @weights.setter
    def weights(self, arg0: Band | None) -> None:
        ...
class LengthShare:
    """
    """
    __hash__: typing.ClassVar[None] = None
    length: Tokens
    def __copy__(self) -> LengthShare:
        ...
    def __deepcopy__(self, memo: dict) -> LengthShare:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, length: Tokens = ..., share: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def share(self) -> float:
        """
        of all requests
        """
    @share.setter
    def share(self, arg0: float) -> None:
        ...
class RequestLengths:
    """
    """
    __hash__: typing.ClassVar[None] = None
    source: str
    def __copy__(self) -> RequestLengths:
        ...
    def __deepcopy__(self, memo: dict) -> RequestLengths:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, shares: list[LengthShare] = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def longer_than(self, length: Tokens) -> float:
        """
        Share of requests longer than this.
        """
    def longest(self) -> Tokens:
        ...
    def mean(self) -> Tokens:
        """
        rounded up
        """
    @property
    def shares(self) -> list[LengthShare]:
        """
        ascending, distinct, above zero; they add up to 1
        """
    @shares.setter
    def shares(self, arg0: list[LengthShare]) -> None:
        ...
class RequestMix:
    """
    A distribution of lengths with requests drawn from it: the same draws for every layout.
    """
    __hash__: typing.ClassVar[None] = None
    def __eq__(self, arg0: RequestMix) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    def __init__(self, lengths: RequestLengths) -> None:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    def drawn(self, mix: typing.SupportsInt | typing.SupportsIndex, i: typing.SupportsInt | typing.SupportsIndex) -> int:
        """
        The i-th request of a mix, as an index into lengths().shares.
        """
    def lengths(self) -> RequestLengths:
        ...
class MixCapacity:
    """
    """
    __hash__: typing.ClassVar[None] = None
    cache_share: float
    copy_share: float
    high: int
    likely: int
    def __copy__(self) -> MixCapacity:
        ...
    def __deepcopy__(self, memo: dict) -> MixCapacity:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, low: int = ..., likely: int = ..., high: int = ..., binds: MixLimit = ..., slots_share: float = ..., cache_share: float = ..., copy_share: float = ..., too_long: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def binds(self) -> MixLimit:
        """
        in most mixes
        """
    @binds.setter
    def binds(self, arg0: MixLimit) -> None:
        ...
    @property
    def low(self) -> int:
        """
        Requests at once over all copies: 19 of 20 mixes hold `low` or more, half hold `likely`, one
        of 20 holds more than `high`.
        """
    @low.setter
    def low(self, arg0: int) -> None:
        ...
    @property
    def slots_share(self) -> float:
        """
        of the mixes, that this limit binds
        """
    @slots_share.setter
    def slots_share(self, arg0: float) -> None:
        ...
    @property
    def too_long(self) -> float:
        """
        share of the requests that max_model_len or every copy's cache refuses
        """
    @too_long.setter
    def too_long(self, arg0: float) -> None:
        ...
class MixDemand:
    """
    The draws as blocks of one layout's cache, added up along each copy: what does not depend on
    the memory.
    """
    def __init__(self, mix: RequestMix | None, groups: CacheGroups, max_model_len: Tokens, slots: typing.SupportsInt | typing.SupportsIndex, copies: typing.SupportsInt | typing.SupportsIndex) -> None:
        """
        slots  max_num_seqs of a copy
        """
    def held_by(self, pools: collections.abc.Sequence[Blocks]) -> MixCapacity:
        """
        pools  num_blocks of each copy, the null block included
        """
class Need:
    """
    What the cache must hold, over the whole fleet. A request lies in one copy's cache.
    """
    __hash__: typing.ClassVar[None] = None
    tokens: Tokens | None
    def __copy__(self) -> Need:
        ...
    def __deepcopy__(self, memo: dict) -> Need:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, requests: int | None = ..., tokens: Tokens | None = ..., longest: Tokens | None = ..., mix: RequestMix | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def at_least_requests(self) -> int:
        ...
    @property
    def longest(self) -> Tokens | None:
        """
        the longest single request
        """
    @longest.setter
    def longest(self, arg0: Tokens | None) -> None:
        ...
    @property
    def mix(self) -> RequestMix | None:
        """
        How long the requests are: `requests` counts requests of this mix then.
        """
    @mix.setter
    def mix(self, arg0: RequestMix | None) -> None:
        ...
    @property
    def requests(self) -> int | None:
        """
        whole requests of full context, or of the mix
        """
    @requests.setter
    def requests(self, arg0: int | None) -> None:
        ...
class GivenFree:
    """
    Free memory of a box when the engine starts, as --free gives it.
    """
    __hash__: typing.ClassVar[None] = None
    bytes: Bytes
    def __copy__(self) -> GivenFree:
        ...
    def __deepcopy__(self, memo: dict) -> GivenFree:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, bytes: Bytes = ..., box: str | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def box(self) -> str | None:
        """
        nothing: of every box
        """
    @box.setter
    def box(self, arg0: str | None) -> None:
        ...
class OtherEngine:
    """
    Another engine on a box: its share decides when it can start, its size what it then takes.
    """
    __hash__: typing.ClassVar[None] = None
    name: str
    utilization: float
    def __copy__(self) -> OtherEngine:
        ...
    def __deepcopy__(self, memo: dict) -> OtherEngine:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., utilization: float = ..., uses: Bytes | None = ..., box: str | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def box(self) -> str | None:
        """
        nothing: on every box
        """
    @box.setter
    def box(self, arg0: str | None) -> None:
        ...
    @property
    def uses(self) -> Bytes | None:
        """
        nothing: its share, and what it takes outside of it
        """
    @uses.setter
    def uses(self, arg0: Bytes | None) -> None:
        ...
class FleetFile:
    """
    A file that the deployment is made of (a unit, a compose file, a launch script), as text.
    """
    __hash__: typing.ClassVar[None] = None
    name: str
    text: str
    def __copy__(self) -> FleetFile:
        ...
    def __deepcopy__(self, memo: dict) -> FleetFile:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., text: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Operation:
    """
    How the fleet is run: for the rows on speed and availability. Memory does not depend on it.
    """
    __hash__: typing.ClassVar[None] = None
    files: list[FleetFile]
    def __copy__(self) -> Operation:
        ...
    def __deepcopy__(self, memo: dict) -> Operation:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, restart: SecondsBand | None = ..., fault_every_days: float | None = ..., in_flight: int | None = ..., context: Tokens | None = ..., measured_tok_s: dict[str, float] = ..., files: list[FleetFile] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def context(self) -> Tokens | None:
        """
        of a request in flight, on average
        """
    @context.setter
    def context(self, arg0: Tokens | None) -> None:
        ...
    @property
    def fault_every_days(self) -> float | None:
        """
        of each box
        """
    @fault_every_days.setter
    def fault_every_days(self, arg0: float | None) -> None:
        ...
    @property
    def in_flight(self) -> int | None:
        """
        requests at once over all copies
        """
    @in_flight.setter
    def in_flight(self, arg0: int | None) -> None:
        ...
    @property
    def measured_tok_s(self) -> dict[str, float]:
        """
        by layout id or family
        """
    @measured_tok_s.setter
    def measured_tok_s(self, arg0: dict[str, float]) -> None:
        ...
    @property
    def restart(self) -> SecondsBand | None:
        """
        of a copy, in place of the model's own facts
        """
    @restart.setter
    def restart(self, arg0: SecondsBand | None) -> None:
        ...
class PlanRequest:
    """
    """
    __hash__: typing.ClassVar[None] = None
    boxes: list[Box]
    engine: EngineChoice
    facts: ModelFacts
    guards: list[Guard]
    headroom: Bytes | None
    model: Model | None
    need: Need
    operation: Operation
    options: EngineOptions
    other_engines: list[OtherEngine]
    services: list[Service]
    def __copy__(self) -> PlanRequest:
        ...
    def __deepcopy__(self, memo: dict) -> PlanRequest:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, model: Model | None = ..., facts: ModelFacts = ..., files: TensorFiles | None = ..., boxes: list[Box] = ..., utilization: list[float] = ..., options: EngineOptions = ..., engine: EngineChoice = ..., weights: Band | None = ..., kv_cache_memory: Bytes | None = ..., services: list[Service] = ..., headroom: Bytes | None = ..., need: Need = ..., operation: Operation = ..., layout: str | None = ..., calibration: Calibration | None = ..., free: list[GivenFree] = ..., other_engines: list[OtherEngine] = ..., guards: list[Guard] = ..., beside: list[PlanRequest | None] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def beside(self) -> list[PlanRequest | None]:
        """
        Other models' engines (`--beside`), each on one of the boxes; their shares are services too.
        """
    @beside.setter
    def beside(self, arg0: list[PlanRequest | None]) -> None:
        ...
    @property
    def calibration(self) -> Calibration | None:
        """
        what these boxes really take
        """
    @calibration.setter
    def calibration(self, arg0: Calibration | None) -> None:
        ...
    @property
    def files(self) -> TensorFiles | None:
        """
        headers or index of the model's folder
        """
    @files.setter
    def files(self, arg0: TensorFiles | None) -> None:
        ...
    @property
    def free(self) -> list[GivenFree]:
        """
        nothing: assumed
        """
    @free.setter
    def free(self, arg0: list[GivenFree]) -> None:
        ...
    @property
    def kv_cache_memory(self) -> Bytes | None:
        """
        --kv-cache-memory-bytes: per rank, replaces the budget
        """
    @kv_cache_memory.setter
    def kv_cache_memory(self, arg0: Bytes | None) -> None:
        ...
    @property
    def layout(self) -> str | None:
        """
        plan only this one: a family or an id
        """
    @layout.setter
    def layout(self, arg0: str | None) -> None:
        ...
    @property
    def utilization(self) -> list[float]:
        """
        one a box
        """
    @utilization.setter
    def utilization(self, arg0: list[float]) -> None:
        ...
    @property
    def weights(self) -> Band | None:
        """
        given by the user: all ranks together
        """
    @weights.setter
    def weights(self, arg0: Band | None) -> None:
        ...
class StartPhase:
    """
    What a box has left at one moment of the start: low is the tight end.
    """
    __hash__: typing.ClassVar[None] = None
    left: Band
    def __copy__(self) -> StartPhase:
        ...
    def __deepcopy__(self, memo: dict) -> StartPhase:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., left: Band = ..., seconds: SecondsBand | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def name(self) -> str:
        """
        "before", "loading", "profile", "cache", "ready"
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def seconds(self) -> SecondsBand | None:
        """
        how long it lasts, where there are measurements
        """
    @seconds.setter
    def seconds(self, arg0: SecondsBand | None) -> None:
        ...
class StartUp:
    """
    """
    __hash__: typing.ClassVar[None] = None
    box: str
    phases: list[StartPhase]
    role: StartRole
    stuck: str | None
    verdict: StartVerdict
    def __copy__(self) -> StartUp:
        ...
    def __deepcopy__(self, memo: dict) -> StartUp:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, box: str = ..., role: StartRole = ..., compared: str = ..., requested: Bytes = ..., free: Band = ..., verdict: StartVerdict = ..., short_at_low: Bytes = ..., highest_util: float = ..., short_after_restart: Bytes = ..., phases: list[StartPhase] = ..., order: list[str] = ..., stuck: str | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def tightest(self) -> StartPhase:
        """
        the phase with the least left, likely
        """
    @property
    def compared(self) -> str:
        """
        what the check reads: "MemAvailable", "cudaMemGetInfo's free memory"
        """
    @compared.setter
    def compared(self, arg0: str) -> None:
        ...
    @property
    def free(self) -> Band:
        """
        at the start, given or assumed
        """
    @free.setter
    def free(self, arg0: Band) -> None:
        ...
    @property
    def highest_util(self) -> float:
        """
        that the low end of free lets in
        """
    @highest_util.setter
    def highest_util(self, arg0: float) -> None:
        ...
    @property
    def order(self) -> list[str]:
        """
        Several engines on the box: the order in which they start, and the first that is refused.
        """
    @order.setter
    def order(self, arg0: list[str]) -> None:
        ...
    @property
    def requested(self) -> Bytes:
        """
        what must be free, whatever --kv-cache-memory-bytes says
        """
    @requested.setter
    def requested(self, arg0: Bytes) -> None:
        ...
    @property
    def short_after_restart(self) -> Bytes:
        """
        Lacking right after an engine of the same size was stopped and has given nothing back yet.
        """
    @short_after_restart.setter
    def short_after_restart(self, arg0: Bytes) -> None:
        ...
    @property
    def short_at_low(self) -> Bytes:
        """
        requested − the low end of free; 0 where it passes
        """
    @short_at_low.setter
    def short_at_low(self, arg0: Bytes) -> None:
        ...
class StartInputs:
    """
    """
    __hash__: typing.ClassVar[None] = None
    box: Box | None
    requested: Bytes
    role: StartRole
    rules: EngineRules | None
    weights: Band
    def __copy__(self) -> StartInputs:
        ...
    def __deepcopy__(self, memo: dict) -> StartInputs:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, box: Box | None = ..., rules: EngineRules | None = ..., role: StartRole = ..., requested: Bytes = ..., free: Bytes | None = ..., system: Band | None = ..., services: Bytes = ..., engines: Bytes = ..., weights: Band = ..., other: Band = ..., cache: Bytes = ..., after: Band = ..., pinned: Bytes = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def after(self) -> Band:
        """
        allocated after the profile
        """
    @after.setter
    def after(self, arg0: Band) -> None:
        ...
    @property
    def cache(self) -> Bytes:
        """
        that is allocated
        """
    @cache.setter
    def cache(self, arg0: Bytes) -> None:
        ...
    @property
    def engines(self) -> Bytes:
        """
        other engines that start before this one
        """
    @engines.setter
    def engines(self, arg0: Bytes) -> None:
        ...
    @property
    def free(self) -> Bytes | None:
        """
        given, before other engines; else assumed from the box
        """
    @free.setter
    def free(self, arg0: Bytes | None) -> None:
        ...
    @property
    def other(self) -> Band:
        """
        inside the budget, less the cache
        """
    @other.setter
    def other(self, arg0: Band) -> None:
        ...
    @property
    def pinned(self) -> Bytes:
        """
        parts of the model on the host
        """
    @pinned.setter
    def pinned(self, arg0: Bytes) -> None:
        ...
    @property
    def services(self) -> Bytes:
        """
        that run already
        """
    @services.setter
    def services(self, arg0: Bytes) -> None:
        ...
    @property
    def system(self) -> Band | None:
        """
        measured use before any engine; services are part of it
        """
    @system.setter
    def system(self, arg0: Band | None) -> None:
        ...
class EngineStart:
    """
    One of several engines of a box.
    """
    __hash__: typing.ClassVar[None] = None
    name: str
    def __copy__(self) -> EngineStart:
        ...
    def __deepcopy__(self, memo: dict) -> EngineStart:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., requested: Bytes = ..., uses: Bytes = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def requested(self) -> Bytes:
        """
        compared with what is free
        """
    @requested.setter
    def requested(self, arg0: Bytes) -> None:
        ...
    @property
    def uses(self) -> Bytes:
        """
        what it then takes, outside of its share too
        """
    @uses.setter
    def uses(self, arg0: Bytes) -> None:
        ...
class StartOrder:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> StartOrder:
        ...
    def __deepcopy__(self, memo: dict) -> StartOrder:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, order: list[int] = ..., free_before: list[Bytes] = ..., stuck: int | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def free_before(self) -> list[Bytes]:
        """
        along the order
        """
    @free_before.setter
    def free_before(self, arg0: list[Bytes]) -> None:
        ...
    @property
    def order(self) -> list[int]:
        """
        indices; the order in which most can start
        """
    @order.setter
    def order(self, arg0: list[int]) -> None:
        ...
    @property
    def stuck(self) -> int | None:
        """
        the first along the order that is refused
        """
    @stuck.setter
    def stuck(self, arg0: int | None) -> None:
        ...
class RankPlan:
    """
    """
    __hash__: typing.ClassVar[None] = None
    available: Bytes
    box: int
    bytes_per_block: BytesPerBlock
    num_blocks: Blocks
    pipeline_stage: int
    rank: int
    weights: Band
    def __copy__(self) -> RankPlan:
        ...
    def __deepcopy__(self, memo: dict) -> RankPlan:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, box: int = ..., rank: int = ..., pipeline_stage: int = ..., weights: Band = ..., available: Bytes = ..., bytes_per_block: BytesPerBlock = ..., num_blocks: Blocks = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class CopyPlan:
    """
    """
    __hash__: typing.ClassVar[None] = None
    block_size: TokensPerBlock
    boxes: list[int]
    bytes_per_block: BytesPerBlock
    capacity: Capacity
    ranks: list[RankPlan]
    def __copy__(self) -> CopyPlan:
        ...
    def __deepcopy__(self, memo: dict) -> CopyPlan:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, boxes: list[int] = ..., ranks: list[RankPlan] = ..., binding_rank: int = ..., available: Band = ..., capacity: Capacity = ..., block_size: TokensPerBlock = ..., bytes_per_block: BytesPerBlock = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def available(self) -> Band:
        """
        of that rank
        """
    @available.setter
    def available(self, arg0: Band) -> None:
        ...
    @property
    def binding_rank(self) -> int:
        """
        with the fewest blocks; of none, the least memory
        """
    @binding_rank.setter
    def binding_rank(self, arg0: int) -> None:
        ...
class BoxEstimate:
    """
    What the engine takes on one box beside weights and cache.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> BoxEstimate:
        ...
    def __deepcopy__(self, memo: dict) -> BoxEstimate:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, inside: Estimate = ..., after: Estimate = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def after(self) -> Estimate:
        """
        its profile
        """
    @after.setter
    def after(self, arg0: Estimate) -> None:
        ...
    @property
    def inside(self) -> Estimate:
        """
        its budget
        """
    @inside.setter
    def inside(self, arg0: Estimate) -> None:
        ...
class WeightShares:
    """
    What one rank of each pipeline stage takes of the whole model's weights, and what the config's
    own formula says where it can.
    """
    __hash__: typing.ClassVar[None] = None
    source: str
    def __copy__(self) -> WeightShares:
        ...
    def __deepcopy__(self, memo: dict) -> WeightShares:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, by_stage: list[float] = ..., formula: list[Bytes] | None = ..., formula_host: Bytes | None = ..., formula_draft: Bytes = ..., whole_by_kind: dict[str, Bytes] | None = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def by_stage(self) -> list[float]:
        """
        rank bytes ÷ whole model's bytes
        """
    @by_stage.setter
    def by_stage(self, arg0: list[float]) -> None:
        ...
    @property
    def formula(self) -> list[Bytes] | None:
        """
        rank bytes, drafts included
        """
    @formula.setter
    def formula(self, arg0: list[Bytes] | None) -> None:
        ...
    @property
    def formula_draft(self) -> Bytes:
        """
        of the draft, on a rank of the last stage
        """
    @formula_draft.setter
    def formula_draft(self, arg0: Bytes) -> None:
        ...
    @property
    def formula_host(self) -> Bytes | None:
        """
        tables that the engine pins in host memory
        """
    @formula_host.setter
    def formula_host(self, arg0: Bytes | None) -> None:
        ...
    @property
    def whole_by_kind(self) -> dict[str, Bytes] | None:
        """
        The whole model's by WeightsTable::by_kind(), where the shares are taken of them.
        """
    @whole_by_kind.setter
    def whole_by_kind(self, arg0: dict[str, Bytes] | None) -> None:
        ...
class LayoutPlan:
    """
    """
    __hash__: typing.ClassVar[None] = None
    copies: list[CopyPlan]
    full_context_requests: int
    largest_request: Tokens
    layout: Layout
    serves_with_one_box_down: bool
    services_fit: bool
    shares: WeightShares | None
    start: SecondsBand | None
    def __copy__(self) -> LayoutPlan:
        ...
    def __deepcopy__(self, memo: dict) -> LayoutPlan:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layout: Layout = ..., shares: WeightShares | None = ..., cache: CachePlan | None = ..., estimates: list[BoxEstimate] | None = ..., demand: MixDemand | None = ..., copies: list[CopyPlan] = ..., ledgers: list[Ledger] = ..., fits: bool = ..., services_fit: bool = ..., kv_cache_tokens: Tokens = ..., full_context_requests: int = ..., at_once: MixCapacity | None = ..., largest_request: Tokens = ..., serves_with_one_box_down: bool = ..., start: SecondsBand | None = ..., starts: list[StartUp] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def at_once(self) -> MixCapacity | None:
        """
        requests of the need's mix; where the layout starts
        """
    @at_once.setter
    def at_once(self, arg0: MixCapacity | None) -> None:
        ...
    @property
    def cache(self) -> CachePlan | None:
        """
        what does not depend on the memory
        """
    @cache.setter
    def cache(self, arg0: CachePlan | None) -> None:
        ...
    @property
    def demand(self) -> MixDemand | None:
        """
        where the need has a mix; as `cache`
        """
    @demand.setter
    def demand(self, arg0: MixDemand | None) -> None:
        ...
    @property
    def estimates(self) -> list[BoxEstimate] | None:
        """
        one a box
        """
    @estimates.setter
    def estimates(self, arg0: list[BoxEstimate] | None) -> None:
        ...
    @property
    def fits(self) -> bool:
        """
        every copy starts
        """
    @fits.setter
    def fits(self, arg0: bool) -> None:
        ...
    @property
    def kv_cache_tokens(self) -> Tokens:
        """
        over all copies
        """
    @kv_cache_tokens.setter
    def kv_cache_tokens(self, arg0: Tokens) -> None:
        ...
    @property
    def ledgers(self) -> list[Ledger]:
        """
        one a box
        """
    @ledgers.setter
    def ledgers(self, arg0: list[Ledger]) -> None:
        ...
    @property
    def starts(self) -> list[StartUp]:
        """
        one a box; filled by plan() alone
        """
    @starts.setter
    def starts(self, arg0: list[StartUp]) -> None:
        ...
class LeftOut:
    """
    A layout that the engine refuses, and why.
    """
    __hash__: typing.ClassVar[None] = None
    layout: str
    why: str
    def __copy__(self) -> LeftOut:
        ...
    def __deepcopy__(self, memo: dict) -> LeftOut:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layout: str = ..., why: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Comparison:
    """
    """
    __hash__: typing.ClassVar[None] = None
    layouts: list[LayoutPlan]
    left_out: list[LeftOut]
    def __copy__(self) -> Comparison:
        ...
    def __deepcopy__(self, memo: dict) -> Comparison:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layouts: list[LayoutPlan] = ..., left_out: list[LeftOut] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class MinutesBand:
    """
    """
    __hash__: typing.ClassVar[None] = None
    high: float
    low: float
    def __copy__(self) -> MinutesBand:
        ...
    def __deepcopy__(self, memo: dict) -> MinutesBand:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, low: float = ..., high: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Availability:
    """
    Minutes a year of 365.25 days, over the band of the restart.
    """
    __hash__: typing.ClassVar[None] = None
    layout_id: str
    def __copy__(self) -> Availability:
        ...
    def __deepcopy__(self, memo: dict) -> Availability:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layout_id: str = ..., without: MinutesBand = ..., with_part: MinutesBand = ..., restart: SecondsBand = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def restart(self) -> SecondsBand:
        """
        what was counted with
        """
    @restart.setter
    def restart(self, arg0: SecondsBand) -> None:
        ...
    @property
    def with_part(self) -> MinutesBand:
        """
        some copies serve, not all: half of them, of two
        """
    @with_part.setter
    def with_part(self, arg0: MinutesBand) -> None:
        ...
    @property
    def without(self) -> MinutesBand:
        """
        no copy serves
        """
    @without.setter
    def without(self, arg0: MinutesBand) -> None:
        ...
class CommonCause:
    """
    Something in the input that takes several copies, or the way to them, at once.
    """
    __hash__: typing.ClassVar[None] = None
    text: str
    def __copy__(self) -> CommonCause:
        ...
    def __deepcopy__(self, memo: dict) -> CommonCause:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., text: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def id(self) -> str:
        """
        "proxy_on_a_box", "same_image_tag", "units_conflict"
        """
    @id.setter
    def id(self, arg0: str) -> None:
        ...
class KernelBlock:
    """
    A block size that a kernel accepts: exactly `tokens`, or any multiple of it.
    """
    __hash__: typing.ClassVar[None] = None
    multiple: bool
    tokens: int
    def __copy__(self) -> KernelBlock:
        ...
    def __deepcopy__(self, memo: dict) -> KernelBlock:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, tokens: int = ..., multiple: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Backend:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> Backend:
        ...
    def __deepcopy__(self, memo: dict) -> Backend:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., blocks: list[KernelBlock] = ..., stride_alignment: int = ...) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def accepts(self, block_size: typing.SupportsInt | typing.SupportsIndex) -> bool:
        ...
    def smallest_block(self) -> int:
        ...
    @property
    def blocks(self) -> list[KernelBlock]:
        ...
    @property
    def name(self) -> str:
        """
        as vLLM spells it: FLASH_ATTN, FLASHINFER, …
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def stride_alignment(self) -> int:
        """
        Only fixed kernel sizes: a cache block holds whole kernel blocks of this many tokens, which
        makes the engine's spec a different one. 0: no such constraint.
        """
    @stride_alignment.setter
    def stride_alignment(self, arg0: int) -> None:
        ...
class LatentNeeds:
    """
    What a layer with a latent cache asks of its kernel beside.
    """
    __hash__: typing.ClassVar[None] = None
    shape: LatentAttention
    def __copy__(self) -> LatentNeeds:
        ...
    def __deepcopy__(self, memo: dict) -> LatentNeeds:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, shape: LatentAttention = ..., query_heads: int = ..., kv_cache_dtype: str = ..., context_parallel: int = ..., block_size: int | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def block_size(self) -> int | None:
        """
        --block-size
        """
    @block_size.setter
    def block_size(self, arg0: int | None) -> None:
        ...
    @property
    def context_parallel(self) -> int:
        """
        decode_context_parallel_size
        """
    @context_parallel.setter
    def context_parallel(self, arg0: int) -> None:
        ...
    @property
    def kv_cache_dtype(self) -> str:
        """
        as given or resolved: "auto", "fp8_e4m3", …
        """
    @kv_cache_dtype.setter
    def kv_cache_dtype(self, arg0: str) -> None:
        ...
    @property
    def query_heads(self) -> int:
        """
        on one rank
        """
    @query_heads.setter
    def query_heads(self, arg0: int) -> None:
        ...
class AttentionNeeds:
    """
    What a layer asks of its kernel.
    """
    __hash__: typing.ClassVar[None] = None
    cache_dtype: CacheDtype
    head_dim: int
    latent: LatentNeeds | None
    mm_prefix: bool
    model_dtype: Dtype
    qsa: bool
    sinks: bool
    sliding: bool
    v_head_dim: int
    def __copy__(self) -> AttentionNeeds:
        ...
    def __deepcopy__(self, memo: dict) -> AttentionNeeds:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, head_dim: int = ..., v_head_dim: int = ..., model_dtype: Dtype = ..., cache_dtype: CacheDtype = ..., kv_cache_dtype: str = ..., sinks: bool = ..., mm_prefix: bool = ..., sliding: bool = ..., softcap: bool = ..., mixed_head_dims: bool = ..., non_causal: bool = ..., context_parallel: bool = ..., packed_elsewhere: bool = ..., block_size: int | None = ..., qsa: bool = ..., latent: LatentNeeds | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def block_size(self) -> int | None:
        """
        --block-size
        """
    @block_size.setter
    def block_size(self, arg0: int | None) -> None:
        ...
    @property
    def context_parallel(self) -> bool:
        """
        decode context parallelism above 1
        """
    @context_parallel.setter
    def context_parallel(self, arg0: bool) -> None:
        ...
    @property
    def kv_cache_dtype(self) -> str:
        """
        its spelling: fp8_e5m2 and fp8 have other kernels
        """
    @kv_cache_dtype.setter
    def kv_cache_dtype(self, arg0: str) -> None:
        ...
    @property
    def mixed_head_dims(self) -> bool:
        """
        other layers of the model have another head size
        """
    @mixed_head_dims.setter
    def mixed_head_dims(self, arg0: bool) -> None:
        ...
    @property
    def non_causal(self) -> bool:
        """
        a draft that sees its block in both directions (DFlash)
        """
    @non_causal.setter
    def non_causal(self, arg0: bool) -> None:
        ...
    @property
    def packed_elsewhere(self) -> bool:
        """
        other layers keep a TurboQuant cache
        """
    @packed_elsewhere.setter
    def packed_elsewhere(self, arg0: bool) -> None:
        ...
    @property
    def softcap(self) -> bool:
        """
        attention logits are capped (Gemma 2)
        """
    @softcap.setter
    def softcap(self, arg0: bool) -> None:
        ...
class Batch:
    """
    """
    def __init__(self, root: str | os.PathLike[str]) -> None:
        """
        root  the folder that relative config paths start from
        """
    def answer(self, line: str) -> str:
        """
        The answer to one line, without a newline; a bad line gets an answer with its error.
        Never throws for what the line says. Safe to call from several threads.
        """
    def answers(self, lines: collections.abc.Sequence[str], threads: typing.SupportsInt | typing.SupportsIndex = 0) -> list[str]:
        """
        answer() for each of the lines, in the same order. threads  0: on all cores
        """
class MemInfo:
    """
    """
    __hash__: typing.ClassVar[None] = None
    file: str
    free: Bytes | None
    swap_free: Bytes | None
    swap_total: Bytes | None
    total: Bytes
    def __copy__(self) -> MemInfo:
        ...
    def __deepcopy__(self, memo: dict) -> MemInfo:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, file: str = ..., total: Bytes = ..., available: Bytes | None = ..., free: Bytes | None = ..., cached: Bytes | None = ..., swap_total: Bytes | None = ..., swap_free: Bytes | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def used(self) -> Bytes | None:
        """
        total − available.
        """
    @property
    def available(self) -> Bytes | None:
        """
        MemAvailable: free plus what the kernel can take back
        """
    @available.setter
    def available(self, arg0: Bytes | None) -> None:
        ...
    @property
    def cached(self) -> Bytes | None:
        """
        page cache
        """
    @cached.setter
    def cached(self, arg0: Bytes | None) -> None:
        ...
class Sample:
    """
    """
    __hash__: typing.ClassVar[None] = None
    line: int
    def __copy__(self) -> Sample:
        ...
    def __deepcopy__(self, memo: dict) -> Sample:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., labels: list[tuple[str, str]] = ..., value: float = ..., line: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def label(self, key: str) -> str | None:
        ...
    @property
    def labels(self) -> list[tuple[str, str]]:
        """
        unescaped, in their order
        """
    @labels.setter
    def labels(self, arg0: list[tuple[str, str]]) -> None:
        ...
    @property
    def name(self) -> str:
        """
        whole, such as vllm:generation_tokens_total
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def value(self) -> float:
        """
        may be NaN or infinite
        """
    @value.setter
    def value(self, arg0: float) -> None:
        ...
class Histogram:
    """
    One histogram; buckets are cumulative, sorted by their upper bound, the last one +Inf.
    """
    __hash__: typing.ClassVar[None] = None
    buckets: list[HistogramBucket]
    count: float
    sum: float
    def __copy__(self) -> Histogram:
        ...
    def __deepcopy__(self, memo: dict) -> Histogram:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, buckets: list[HistogramBucket] = ..., sum: float = ..., count: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def mean(self) -> float | None:
        ...
    def quantile(self, q: typing.SupportsFloat | typing.SupportsIndex) -> float | None:
        """
        Linear inside a bucket, as Prometheus does; nothing for an empty histogram. A quantile beyond
        the last finite bound is that bound.
        """
class HistogramBucket:
    """
    """
    __hash__: typing.ClassVar[None] = None
    count: float
    upper: float
    def __copy__(self) -> HistogramBucket:
        ...
    def __deepcopy__(self, memo: dict) -> HistogramBucket:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, upper: float = ..., count: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Exposition:
    """
    """
    __hash__: typing.ClassVar[None] = None
    samples: list[Sample]
    unreadable_lines: int
    def __copy__(self) -> Exposition:
        ...
    def __deepcopy__(self, memo: dict) -> Exposition:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, source: str = ..., samples: list[Sample] = ..., types: dict[str, str] = ..., problems: list[str] = ..., unreadable_lines: int = ..., cut: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def find(self, name: str, where: collections.abc.Sequence[tuple[str, str]] = []) -> list[Sample]:
        """
        Samples of one name whose labels have these values.
        """
    def has(self, name: str) -> bool:
        ...
    def histogram(self, name: str, where: collections.abc.Sequence[tuple[str, str]] = []) -> Histogram | None:
        """
        The series of `name` added bucket by bucket. Nothing where there is none.
        """
    def label(self, name: str, key: str) -> str | None:
        """
        A label of the first sample of that name, absent where it is the text "None".
        """
    def largest(self, name: str, where: collections.abc.Sequence[tuple[str, str]] = []) -> float | None:
        ...
    def sum(self, name: str, where: collections.abc.Sequence[tuple[str, str]] = []) -> float | None:
        """
        Over all series of that name, such as the engines behind one endpoint. NaN counts as absent;
        nothing where no series has a value.
        """
    @property
    def cut(self) -> bool:
        """
        The last line has no end: what follows, or its last digits, may be missing.
        """
    @cut.setter
    def cut(self, arg0: bool) -> None:
        ...
    @property
    def problems(self) -> list[str]:
        """
        Lines that are no samples, "line 7: …"; the first few of them.
        """
    @problems.setter
    def problems(self, arg0: list[str]) -> None:
        ...
    @property
    def source(self) -> str:
        """
        file or URL
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
    @property
    def types(self) -> dict[str, str]:
        """
        by the name in its # TYPE line
        """
    @types.setter
    def types(self, arg0: dict[str, str]) -> None:
        ...
class RankFigures:
    """
    What one worker prints. GiB values carry two decimals, so bytes are good to ±5 MiB; where the
    engine prints whole bytes they are exact.
    """
    __hash__: typing.ClassVar[None] = None
    available_kv: Bytes | None
    free_at_start: Bytes | None
    load_seconds: float | None
    max_concurrency: float | None
    non_torch: Bytes | None
    num_blocks: int | None
    peak_activation: Bytes | None
    tokens: Tokens | None
    total: Bytes | None
    def __copy__(self) -> RankFigures:
        ...
    def __deepcopy__(self, memo: dict) -> RankFigures:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, rank: str = ..., total: Bytes | None = ..., free_at_start: Bytes | None = ..., requested: Bytes | None = ..., weights: Bytes | None = ..., available_kv: Bytes | None = ..., consumed: Bytes | None = ..., peak_activation: Bytes | None = ..., non_torch: Bytes | None = ..., graphs_estimated: Bytes | None = ..., graphs: Bytes | None = ..., load_seconds: float | None = ..., num_blocks: int | None = ..., tokens: Tokens | None = ..., max_concurrency: float | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def consumed(self) -> Bytes | None:
        """
        weights + all that is not torch's (0.27 on; CPU: its RSS)
        """
    @consumed.setter
    def consumed(self, arg0: Bytes | None) -> None:
        ...
    @property
    def graphs(self) -> Bytes | None:
        """
        as captured
        """
    @graphs.setter
    def graphs(self, arg0: Bytes | None) -> None:
        ...
    @property
    def graphs_estimated(self) -> Bytes | None:
        """
        taken off the cache from 0.20.0 on
        """
    @graphs_estimated.setter
    def graphs_estimated(self, arg0: Bytes | None) -> None:
        ...
    @property
    def rank(self) -> str:
        """
        "TP0", "PP1", "" where the log names none
        """
    @rank.setter
    def rank(self, arg0: str) -> None:
        ...
    @property
    def requested(self) -> Bytes | None:
        """
        the budget: ceil(total × utilization)
        """
    @requested.setter
    def requested(self, arg0: Bytes | None) -> None:
        ...
    @property
    def weights(self) -> Bytes | None:
        """
        target and draft, as the allocator counts them
        """
    @weights.setter
    def weights(self, arg0: Bytes | None) -> None:
        ...
class StartupRun:
    """
    One start of an engine.
    """
    __hash__: typing.ClassVar[None] = None
    compile_seconds: float | None
    enable_prefix_caching: bool | None
    enforce_eager: bool | None
    engine: str
    engine_version: str | None
    estimated_max_model_len: Tokens | None
    file: str
    gpu_memory_utilization: float | None
    host_available_before_load: Bytes | None
    init_seconds: float | None
    kv_cache_dtype: str | None
    max_concurrency: float | None
    max_model_len: Tokens | None
    max_num_batched_tokens: Tokens | None
    max_num_seqs: int | None
    model: str | None
    pipeline_parallel: int | None
    ranks: list[RankFigures]
    tensor_parallel: int | None
    def __copy__(self) -> StartupRun:
        ...
    def __deepcopy__(self, memo: dict) -> StartupRun:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, file: str = ..., line: int = ..., stream: str = ..., engine: str = ..., engine_version: str | None = ..., backend: str | None = ..., model: str | None = ..., options: dict[str, str] = ..., gpu_memory_utilization: float | None = ..., kv_cache_memory: Bytes | None = ..., kv_cache_dtype: str | None = ..., tensor_parallel: int | None = ..., pipeline_parallel: int | None = ..., max_num_batched_tokens: Tokens | None = ..., max_num_seqs: int | None = ..., enforce_eager: bool | None = ..., enable_prefix_caching: bool | None = ..., block_size: int | None = ..., checkpoint: Bytes | None = ..., host_available_before_load: Bytes | None = ..., ranks: list[RankFigures] = ..., bound: RankFigures = ..., tokens: Tokens | None = ..., max_concurrency: float | None = ..., max_model_len: Tokens | None = ..., init_seconds: float | None = ..., compile_seconds: float | None = ..., refused: str | None = ..., needed: Bytes | None = ..., estimated_max_model_len: Tokens | None = ..., complete: bool = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def beside_cache(self) -> Bytes | None:
        """
        Budget minus cache: weights and all other use of one rank. Nothing where the cache was given
        in bytes, for then nothing was measured.
        """
    def other(self) -> Bytes | None:
        """
        Budget minus weights minus cache: what the engine takes inside its budget. On the CPU backend
        the weights are those of the checkpoint.
        """
    def weights(self) -> Bytes | None:
        """
        Of the rank that binds; on the CPU backend the checkpoint's share.
        """
    @property
    def backend(self) -> str | None:
        """
        "cuda", "cpu", …
        """
    @backend.setter
    def backend(self, arg0: str | None) -> None:
        ...
    @property
    def block_size(self) -> int | None:
        """
        of attention, where the log says it
        """
    @block_size.setter
    def block_size(self, arg0: int | None) -> None:
        ...
    @property
    def bound(self) -> RankFigures:
        """
        The rank that binds: the one with the least for its cache. Where the log splits one rank's
        lines over several processes they are one.
        """
    @bound.setter
    def bound(self, arg0: RankFigures) -> None:
        ...
    @property
    def checkpoint(self) -> Bytes | None:
        """
        size of the files
        """
    @checkpoint.setter
    def checkpoint(self, arg0: Bytes | None) -> None:
        ...
    @property
    def complete(self) -> bool:
        """
        it came to the size of the cache
        """
    @complete.setter
    def complete(self, arg0: bool) -> None:
        ...
    @property
    def kv_cache_memory(self) -> Bytes | None:
        """
        given in bytes: nothing was profiled
        """
    @kv_cache_memory.setter
    def kv_cache_memory(self, arg0: Bytes | None) -> None:
        ...
    @property
    def line(self) -> int:
        """
        where this start begins
        """
    @line.setter
    def line(self, arg0: int) -> None:
        ...
    @property
    def needed(self) -> Bytes | None:
        """
        a refusal's: the cache of one request
        """
    @needed.setter
    def needed(self, arg0: Bytes | None) -> None:
        ...
    @property
    def notes(self) -> list[str]:
        """
        What is missing or does not agree, one sentence each.
        """
    @notes.setter
    def notes(self, arg0: list[str]) -> None:
        ...
    @property
    def options(self) -> dict[str, str]:
        """
        The options that were given, by vLLM's names; values as Python prints them, text unquoted.
        """
    @options.setter
    def options(self, arg0: dict[str, str]) -> None:
        ...
    @property
    def refused(self) -> str | None:
        """
        why the engine did not start, in few words
        """
    @refused.setter
    def refused(self, arg0: str | None) -> None:
        ...
    @property
    def stream(self) -> str:
        """
        a compose service or a unit, where one file holds several
        """
    @stream.setter
    def stream(self, arg0: str) -> None:
        ...
    @property
    def tokens(self) -> Tokens | None:
        """
        as printed; the smallest where ranks printed their own
        """
    @tokens.setter
    def tokens(self, arg0: Tokens | None) -> None:
        ...
class CalibrationRun:
    """
    What of a start counts for a plan. Bytes are of one rank, the one that binds.
    """
    __hash__: typing.ClassVar[None] = None
    available_kv: Bytes | None
    backend: str | None
    enforce_eager: bool | None
    engine: str
    engine_version: str | None
    file: str
    free_at_start: Bytes | None
    gpu_memory_utilization: float | None
    graphs: Bytes | None
    graphs_estimated: Bytes | None
    kv_cache_dtype: str | None
    line: int
    max_concurrency: float | None
    max_model_len: Tokens | None
    max_num_batched_tokens: Tokens | None
    max_num_seqs: int | None
    model: str | None
    non_torch: Bytes | None
    notes: list[str]
    peak_activation: Bytes | None
    pipeline_parallel: int | None
    refused: str | None
    requested: Bytes | None
    tensor_parallel: int | None
    tokens: Tokens | None
    total: Bytes | None
    weights: Bytes | None
    def __copy__(self) -> CalibrationRun:
        ...
    def __deepcopy__(self, memo: dict) -> CalibrationRun:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, file: str = ..., line: int = ..., engine: str = ..., engine_version: str | None = ..., backend: str | None = ..., model: str | None = ..., gpu_memory_utilization: float | None = ..., max_num_batched_tokens: Tokens | None = ..., max_num_seqs: int | None = ..., tensor_parallel: int | None = ..., pipeline_parallel: int | None = ..., enforce_eager: bool | None = ..., kv_cache_dtype: str | None = ..., speculative_config: str | None = ..., total: Bytes | None = ..., requested: Bytes | None = ..., free_at_start: Bytes | None = ..., weights: Bytes | None = ..., available_kv: Bytes | None = ..., kv_cache_memory: Bytes | None = ..., beside_cache: Bytes | None = ..., other: Bytes | None = ..., peak_activation: Bytes | None = ..., non_torch: Bytes | None = ..., graphs_estimated: Bytes | None = ..., graphs: Bytes | None = ..., tokens: Tokens | None = ..., max_concurrency: float | None = ..., max_model_len: Tokens | None = ..., refused: str | None = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def beside_cache(self) -> Bytes | None:
        """
        requested − available_kv: weights and other use
        """
    @beside_cache.setter
    def beside_cache(self, arg0: Bytes | None) -> None:
        ...
    @property
    def kv_cache_memory(self) -> Bytes | None:
        """
        given in bytes: available_kv is that, not measured
        """
    @kv_cache_memory.setter
    def kv_cache_memory(self, arg0: Bytes | None) -> None:
        ...
    @property
    def other(self) -> Bytes | None:
        """
        requested − weights − available_kv
        """
    @other.setter
    def other(self, arg0: Bytes | None) -> None:
        ...
    @property
    def speculative_config(self) -> str | None:
        """
        as given; tells runs with drafts apart
        """
    @speculative_config.setter
    def speculative_config(self, arg0: str | None) -> None:
        ...
class CalibrationTerm:
    """
    One learned figure. Names that terms have:
      total               memory of the box, as the engine or the kernel counts it
      system              used before the engine came: total − free at its start
      other_inside_budget beside weights and cache, inside one rank's budget
      beside_cache        weights and other use together, where the weights are not known
      beside_cache_fixed, per_batched_token, per_seq   a line through runs that vary an option:
                          beside_cache = fixed + batched tokens × slope + sequences × slope
      per_utilization     slope of beside_cache over utilization (bytes for 1.00), only where it
                          moves more than boots differ; an engine's arithmetic has none
      peak_activation, non_torch, graphs, graphs_estimated  parts of other_inside_budget
      outside_budget      of the engine beyond its budget, on a box whose memory is shared
      api_server          resident memory of the API server's process
    """
    __hash__: typing.ClassVar[None] = None
    name: str
    runs: int
    def __copy__(self) -> CalibrationTerm:
        ...
    def __deepcopy__(self, memo: dict) -> CalibrationTerm:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., model: str = ..., engine: str = ..., bytes: Band = ..., runs: int = ..., residual: Bytes | None = ..., slope: float | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Band:
        """
        source: from what, and whether measured or fitted
        """
    @bytes.setter
    def bytes(self, arg0: Band) -> None:
        ...
    @property
    def engine(self) -> str:
        """
        "vllm 0.20", or empty
        """
    @engine.setter
    def engine(self, arg0: str) -> None:
        ...
    @property
    def model(self) -> str:
        """
        whose runs it was learned from; empty: any model's
        """
    @model.setter
    def model(self, arg0: str) -> None:
        ...
    @property
    def residual(self) -> Bytes | None:
        """
        of a fit: the largest miss over its runs; needs a spare run
        """
    @residual.setter
    def residual(self, arg0: Bytes | None) -> None:
        ...
    @property
    def slope(self) -> float | None:
        """
        For a slope: bytes of one token or sequence, at full precision; `bytes` is it rounded.
        """
    @slope.setter
    def slope(self, arg0: float | None) -> None:
        ...
class Calibration:
    """
    """
    __hash__: typing.ClassVar[None] = None
    notes: list[str]
    runs: list[CalibrationRun]
    terms: list[CalibrationTerm]
    def __copy__(self) -> Calibration:
        ...
    def __deepcopy__(self, memo: dict) -> Calibration:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, runs: list[CalibrationRun] = ..., terms: list[CalibrationTerm] = ..., contradictions: list[str] = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        render_text() of it.
        """
    def find(self, name: str, model: str = '') -> CalibrationTerm:
        ...
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_json(self) -> str:
        """
        Contract: JSON of calibrate, which is the calibration file too.
        """
    @property
    def contradictions(self) -> list[str]:
        """
        runs that do not agree, one sentence each
        """
    @contradictions.setter
    def contradictions(self, arg0: list[str]) -> None:
        ...
class CalibrationInput:
    """
    """
    __hash__: typing.ClassVar[None] = None
    meminfo: list[MemInfo]
    metrics: list[Exposition]
    starts: list[StartupRun]
    def __copy__(self) -> CalibrationInput:
        ...
    def __deepcopy__(self, memo: dict) -> CalibrationInput:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, starts: list[StartupRun] = ..., meminfo: list[MemInfo] = ..., metrics: list[Exposition] = ..., weights: Bytes | None = ..., total: Bytes | None = ..., model: str | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def model(self) -> str | None:
        """
        What the starts serve, where a log has only a path such as /models/target.
        """
    @model.setter
    def model(self, arg0: str | None) -> None:
        ...
    @property
    def total(self) -> Bytes | None:
        """
        The box's total, where no input says it (logs at INFO level of older releases do not).
        """
    @total.setter
    def total(self, arg0: Bytes | None) -> None:
        ...
    @property
    def weights(self) -> Bytes | None:
        """
        given by the user, all ranks together: for logs that do not say
        """
    @weights.setter
    def weights(self, arg0: Bytes | None) -> None:
        ...
class PlannedStart:
    """
    A start that has not happened yet.
    """
    __hash__: typing.ClassVar[None] = None
    enforce_eager: bool | None
    engine: str
    max_num_batched_tokens: Tokens | None
    max_num_seqs: int | None
    pipeline_parallel: int
    tensor_parallel: int
    def __copy__(self) -> PlannedStart:
        ...
    def __deepcopy__(self, memo: dict) -> PlannedStart:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, model: str = ..., engine: str = ..., tensor_parallel: int = ..., pipeline_parallel: int = ..., max_num_batched_tokens: Tokens | None = ..., max_num_seqs: int | None = ..., enforce_eager: bool | None = ..., drafts: bool = ..., version: str = ..., unified: bool | None = ..., utilization: float | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def drafts(self) -> bool:
        """
        speculative decoding
        """
    @drafts.setter
    def drafts(self, arg0: bool) -> None:
        ...
    @property
    def model(self) -> str:
        """
        a name or a path; compared by its last part, without org
        """
    @model.setter
    def model(self, arg0: str) -> None:
        ...
    @property
    def unified(self) -> bool | None:
        """
        memory shared with the CPU, where boots differ more
        """
    @unified.setter
    def unified(self, arg0: bool | None) -> None:
        ...
    @property
    def utilization(self) -> float | None:
        """
        for what was found to move with it
        """
    @utilization.setter
    def utilization(self, arg0: float | None) -> None:
        ...
    @property
    def version(self) -> str:
        """
        "0.33": starts of this release count before others
        """
    @version.setter
    def version(self, arg0: str) -> None:
        ...
class Question:
    """
    As given; nothing is checked before request_from(). Empty means: not given.
    """
    __hash__: typing.ClassVar[None] = None
    need_longest: int | None
    need_requests: int | None
    need_tokens: int | None
    def __copy__(self) -> Question:
        ...
    def __deepcopy__(self, memo: dict) -> Question:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, model: str = ..., models_dir: str = ..., boxes: list[str] = ..., util: str = ..., kv_cache_memory: str = ..., engine_options: dict[str, str] = ..., speculative_config: str = ..., weights: str = ..., services: list[str] = ..., headroom: str = ..., need_requests: int | None = ..., need_tokens: int | None = ..., need_longest: int | None = ..., need_lengths: str = ..., restart: str = ..., fault_every_days: float | None = ..., in_flight: int | None = ..., context: int | None = ..., measured_tok_s: list[str] = ..., deployment_files: list[str] = ..., beside: list[str] = ..., layout: str = ..., calibration: str = ..., free: list[str] = ..., other_engines: list[str] = ..., guards: list[str] = ..., engine: str = ..., vllm_args: str = ..., from_: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def beside(self) -> list[str]:
        """
        MODEL=SHARE[@BOX]: other models on the boxes
        """
    @beside.setter
    def beside(self, arg0: list[str]) -> None:
        ...
    @property
    def boxes(self) -> list[str]:
        """
        names or files; empty: gb10 twice
        """
    @boxes.setter
    def boxes(self, arg0: list[str]) -> None:
        ...
    @property
    def calibration(self) -> str:
        """
        a file that `kvplan calibrate` wrote
        """
    @calibration.setter
    def calibration(self, arg0: str) -> None:
        ...
    @property
    def context(self) -> int | None:
        """
        tokens of such a request
        """
    @context.setter
    def context(self, arg0: int | None) -> None:
        ...
    @property
    def deployment_files(self) -> list[str]:
        """
        units, compose files, scripts
        """
    @deployment_files.setter
    def deployment_files(self, arg0: list[str]) -> None:
        ...
    @property
    def engine(self) -> str:
        """
        "vllm@0.33"; empty: the newest vLLM covered
        """
    @engine.setter
    def engine(self, arg0: str) -> None:
        ...
    @property
    def engine_options(self) -> dict[str, str]:
        """
        By vLLM's name, underscores: max_model_len → "8k". Lists are JSON: "[0, 1]".
        """
    @engine_options.setter
    def engine_options(self, arg0: dict[str, str]) -> None:
        ...
    @property
    def fault_every_days(self) -> float | None:
        """
        of each box
        """
    @fault_every_days.setter
    def fault_every_days(self, arg0: float | None) -> None:
        ...
    @property
    def free(self) -> list[str]:
        """
        SIZE or SIZE@BOX
        """
    @free.setter
    def free(self, arg0: list[str]) -> None:
        ...
    @property
    def from_(self) -> str:
        """
        A file that starts an engine (recipe, compose, unit, script, manifest …), FILE or FILE:NAME;
        what is given beside it wins (deployment.hpp).
        """
    @from_.setter
    def from_(self, arg0: str) -> None:
        ...
    @property
    def guards(self) -> list[str]:
        """
        container-limit, earlyoom, systemd-oomd, swap, ray
        """
    @guards.setter
    def guards(self, arg0: list[str]) -> None:
        ...
    @property
    def headroom(self) -> str:
        """
        a size
        """
    @headroom.setter
    def headroom(self, arg0: str) -> None:
        ...
    @property
    def in_flight(self) -> int | None:
        """
        requests at once, all boxes
        """
    @in_flight.setter
    def in_flight(self, arg0: int | None) -> None:
        ...
    @property
    def kv_cache_memory(self) -> str:
        """
        a size; per rank, replaces the budget
        """
    @kv_cache_memory.setter
    def kv_cache_memory(self, arg0: str) -> None:
        ...
    @property
    def layout(self) -> str:
        """
        a family or an id
        """
    @layout.setter
    def layout(self, arg0: str) -> None:
        ...
    @property
    def measured_tok_s(self) -> list[str]:
        """
        LAYOUT=TOKENS_PER_SECOND
        """
    @measured_tok_s.setter
    def measured_tok_s(self, arg0: list[str]) -> None:
        ...
    @property
    def model(self) -> str:
        """
        config.json, a folder with one, or a shipped model's name
        """
    @model.setter
    def model(self, arg0: str) -> None:
        ...
    @property
    def models_dir(self) -> str:
        """
        folder of models instead of the shipped one
        """
    @models_dir.setter
    def models_dir(self, arg0: str) -> None:
        ...
    @property
    def need_lengths(self) -> str:
        """
        a file or "p50=8k,p90=32k,max=200k" (lengths.hpp)
        """
    @need_lengths.setter
    def need_lengths(self, arg0: str) -> None:
        ...
    @property
    def other_engines(self) -> list[str]:
        """
        NAME=SHARE, NAME=SHARE:SIZE, either with @BOX
        """
    @other_engines.setter
    def other_engines(self, arg0: list[str]) -> None:
        ...
    @property
    def restart(self) -> str:
        """
        seconds, or a band: "660", "300-780"
        """
    @restart.setter
    def restart(self, arg0: str) -> None:
        ...
    @property
    def services(self) -> list[str]:
        """
        NAME=SIZE or NAME=SIZE@BOX
        """
    @services.setter
    def services(self, arg0: list[str]) -> None:
        ...
    @property
    def speculative_config(self) -> str:
        """
        JSON, or METHOD:TOKENS such as "mtp:4"
        """
    @speculative_config.setter
    def speculative_config(self, arg0: str) -> None:
        ...
    @property
    def util(self) -> str:
        """
        "0.74", or one share a box: "0.74,0.78"
        """
    @util.setter
    def util(self, arg0: str) -> None:
        ...
    @property
    def vllm_args(self) -> str:
        """
        A whole `vllm serve …` line as pasted. What is given beside it wins; options that do not
        steer memory (ports, names) are passed over.
        """
    @vllm_args.setter
    def vllm_args(self, arg0: str) -> None:
        ...
    @property
    def weights(self) -> str:
        """
        a size; all ranks together
        """
    @weights.setter
    def weights(self, arg0: str) -> None:
        ...
class Origin:
    """
    """
    __hash__: typing.ClassVar[None] = None
    file: str
    def __copy__(self) -> Origin:
        ...
    def __deepcopy__(self, memo: dict) -> Origin:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, file: str = ..., line: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def line(self) -> int:
        """
        from 1; 0: not known
        """
    @line.setter
    def line(self, arg0: int) -> None:
        ...
class Given:
    """
    A value as it was written, and where.
    """
    __hash__: typing.ClassVar[None] = None
    origin: Origin
    value: str
    def __copy__(self) -> Given:
        ...
    def __deepcopy__(self, memo: dict) -> Given:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, value: str = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class EngineOption:
    """
    One option of an engine's command line.
    """
    __hash__: typing.ClassVar[None] = None
    origin: Origin
    def __copy__(self) -> EngineOption:
        ...
    def __deepcopy__(self, memo: dict) -> EngineOption:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., spelled: str = ..., value: str = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def name(self) -> str:
        """
        the long name without dashes: "tensor-parallel-size"
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def spelled(self) -> str:
        """
        as written: "-tp"; a field's name where there is no command line
        """
    @spelled.setter
    def spelled(self, arg0: str) -> None:
        ...
    @property
    def value(self) -> str:
        """
        "true" for a flag; several values are joined by spaces
        """
    @value.setter
    def value(self, arg0: str) -> None:
        ...
class PublishedPort:
    """
    A port that a container gives away: 127.0.0.1:8000:8000.
    """
    __hash__: typing.ClassVar[None] = None
    container: int
    host: int
    origin: Origin
    def __copy__(self) -> PublishedPort:
        ...
    def __deepcopy__(self, memo: dict) -> PublishedPort:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, address: str = ..., host: int = ..., container: int = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def address(self) -> str:
        """
        "" for all interfaces
        """
    @address.setter
    def address(self, arg0: str) -> None:
        ...
class HealthCheck:
    """
    A question by which something decides whether a copy lives.
    """
    __hash__: typing.ClassVar[None] = None
    origin: Origin
    def __copy__(self) -> HealthCheck:
        ...
    def __deepcopy__(self, memo: dict) -> HealthCheck:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, text: str = ..., budget_seconds: float = ..., kills: bool = ..., because: str | None = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def because(self) -> str | None:
        """
        what the budget was computed from
        """
    @because.setter
    def because(self, arg0: str | None) -> None:
        ...
    @property
    def budget_seconds(self) -> float:
        """
        how long a start may take before it counts as dead
        """
    @budget_seconds.setter
    def budget_seconds(self, arg0: float) -> None:
        ...
    @property
    def kills(self) -> bool:
        """
        and is then stopped
        """
    @kills.setter
    def kills(self, arg0: bool) -> None:
        ...
    @property
    def text(self) -> str:
        """
        command or path
        """
    @text.setter
    def text(self, arg0: str) -> None:
        ...
class ServeCommand:
    """
    One start of an engine.
    """
    __hash__: typing.ClassVar[None] = None
    checks: list[HealthCheck]
    environment: dict[str, Given]
    image: Given | None
    origin: Origin
    published: list[PublishedPort]
    stop_origin: Origin
    def __copy__(self) -> ServeCommand:
        ...
    def __deepcopy__(self, memo: dict) -> ServeCommand:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., engine: str = ..., model: Given | None = ..., options: list[EngineOption] = ..., environment: dict[str, Given] = ..., image: Given | None = ..., contained: bool = ..., host_network: bool = ..., published: list[PublishedPort] = ..., restart: Given | None = ..., memory_limit: Given | None = ..., stop_seconds: float | None = ..., stop_origin: Origin = ..., checks: list[HealthCheck] = ..., template_only: bool = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def find(self, long_name: str) -> EngineOption:
        """
        The value that counts: the last one. Nothing: not given.
        """
    def host(self) -> str:
        """
        Where it listens: --host and --port, or the engine's defaults "" (all) and 8000.
        """
    def number(self, long_name: str) -> float | None:
        ...
    def port(self) -> int:
        ...
    @property
    def contained(self) -> bool:
        """
        in a container: its --host is the container's
        """
    @contained.setter
    def contained(self, arg0: bool) -> None:
        ...
    @property
    def engine(self) -> str:
        """
        or "sglang", "llama.cpp"
        """
    @engine.setter
    def engine(self, arg0: str) -> None:
        ...
    @property
    def host_network(self) -> bool:
        """
        but with the host's interfaces
        """
    @host_network.setter
    def host_network(self, arg0: bool) -> None:
        ...
    @property
    def memory_limit(self) -> Given | None:
        """
        mem_limit, MemoryMax, limits.memory, as written
        """
    @memory_limit.setter
    def memory_limit(self, arg0: Given | None) -> None:
        ...
    @property
    def model(self) -> Given | None:
        """
        as the engine is told
        """
    @model.setter
    def model(self, arg0: Given | None) -> None:
        ...
    @property
    def name(self) -> str:
        """
        service, unit, recipe or container; may be empty
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def options(self) -> list[EngineOption]:
        """
        in order
        """
    @options.setter
    def options(self, arg0: list[EngineOption]) -> None:
        ...
    @property
    def restart(self) -> Given | None:
        """
        "on-failure", "always", "no", as written
        """
    @restart.setter
    def restart(self, arg0: Given | None) -> None:
        ...
    @property
    def stop_seconds(self) -> float | None:
        """
        between the polite and the hard signal, where it is said
        """
    @stop_seconds.setter
    def stop_seconds(self, arg0: float | None) -> None:
        ...
    @property
    def template_only(self) -> bool:
        """
        values of a chart: the images' and probes' defaults apply
        """
    @template_only.setter
    def template_only(self, arg0: bool) -> None:
        ...
class Neighbour:
    """
    A service beside the engines that has a limit of its own.
    """
    __hash__: typing.ClassVar[None] = None
    bytes: Bytes
    name: str
    origin: Origin
    def __copy__(self) -> Neighbour:
        ...
    def __deepcopy__(self, memo: dict) -> Neighbour:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., bytes: Bytes = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Address:
    """
    Where something listens, or is expected to.
    """
    __hash__: typing.ClassVar[None] = None
    host: str
    origin: Origin
    port: int
    def __copy__(self) -> Address:
        ...
    def __deepcopy__(self, memo: dict) -> Address:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, host: str = ..., port: int = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class ServerRule:
    """
    When a proxy leaves a server out and takes it back, in seconds; what is not given is the proxy's
    default. Sources: ngx_http_upstream_module; HAProxy configuration manual, 5.2.
    """
    __hash__: typing.ClassVar[None] = None
    fail_timeout: float
    def __copy__(self) -> ServerRule:
        ...
    def __deepcopy__(self, memo: dict) -> ServerRule:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, used: bool = ..., checked: bool = ..., max_fails: float = ..., fail_timeout: float = ..., downinter: float = ..., fastinter: float = ..., rise: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def seconds_until_back(self) -> float:
        """
        HAProxy: from healthy to back, at most. The first good answer comes within downinter, each
        further one fastinter later (srv_getinter in HAProxy's check.c).
        """
    @property
    def checked(self) -> bool:
        """
        HAProxy asks it
        """
    @checked.setter
    def checked(self, arg0: bool) -> None:
        ...
    @property
    def downinter(self) -> float:
        """
        between questions to a server that is down; else inter
        """
    @downinter.setter
    def downinter(self, arg0: float) -> None:
        ...
    @property
    def fastinter(self) -> float:
        """
        between its first good answer and the rest; else inter
        """
    @fastinter.setter
    def fastinter(self, arg0: float) -> None:
        ...
    @property
    def max_fails(self) -> float:
        """
        nginx; 0: no ban
        """
    @max_fails.setter
    def max_fails(self, arg0: float) -> None:
        ...
    @property
    def rise(self) -> float:
        """
        good answers until it is back
        """
    @rise.setter
    def rise(self, arg0: float) -> None:
        ...
    @property
    def used(self) -> bool:
        """
        not taken out by hand ("down", "disabled")
        """
    @used.setter
    def used(self, arg0: bool) -> None:
        ...
class Proxy:
    """
    What a proxy serves: where it listens, and the copies behind it.
    """
    __hash__: typing.ClassVar[None] = None
    kind: FileKind
    name: str
    servers: list[Address]
    def __copy__(self) -> Proxy:
        ...
    def __deepcopy__(self, memo: dict) -> Proxy:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, kind: FileKind = ..., name: str = ..., listens: list[Address] = ..., servers: list[Address] = ..., rules: list[ServerRule] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def listens(self) -> list[Address]:
        """
        host "" for all interfaces
        """
    @listens.setter
    def listens(self, arg0: list[Address]) -> None:
        ...
    @property
    def rules(self) -> list[ServerRule]:
        """
        of its servers, in order
        """
    @rules.setter
    def rules(self, arg0: list[ServerRule]) -> None:
        ...
class Unit:
    """
    A systemd unit, as far as starting and stopping goes.
    """
    __hash__: typing.ClassVar[None] = None
    conflicts: list[Given]
    origin: Origin
    def __copy__(self) -> Unit:
        ...
    def __deepcopy__(self, memo: dict) -> Unit:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., conflicts: list[Given] = ..., installed: Given | None = ..., starts_unit: str = ..., commands: list[Given] = ..., origin: Origin = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def commands(self) -> list[Given]:
        """
        ExecStart= and the like
        """
    @commands.setter
    def commands(self, arg0: list[Given]) -> None:
        ...
    @property
    def installed(self) -> Given | None:
        """
        WantedBy= or RequiredBy=
        """
    @installed.setter
    def installed(self, arg0: Given | None) -> None:
        ...
    @property
    def name(self) -> str:
        """
        "vllm.service", "vllm@.service"
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def starts_unit(self) -> str:
        """
        of a timer or path unit
        """
    @starts_unit.setter
    def starts_unit(self, arg0: str) -> None:
        ...
class UnitAction:
    """
    `systemctl VERB UNIT` in a script or unit.
    """
    __hash__: typing.ClassVar[None] = None
    origin: Origin
    verb: str
    def __copy__(self) -> UnitAction:
        ...
    def __deepcopy__(self, memo: dict) -> UnitAction:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, verb: str = ..., unit: str = ..., origin: Origin = ..., guarded: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def guarded(self) -> bool:
        """
        the same file asks is-enabled first
        """
    @guarded.setter
    def guarded(self, arg0: bool) -> None:
        ...
    @property
    def unit(self) -> str:
        """
        with its suffix
        """
    @unit.setter
    def unit(self, arg0: str) -> None:
        ...
class Call:
    """
    An address that something talks to.
    """
    __hash__: typing.ClassVar[None] = None
    host: str
    origin: Origin
    path: str
    port: int
    def __copy__(self) -> Call:
        ...
    def __deepcopy__(self, memo: dict) -> Call:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, host: str = ..., port: int = ..., path: str = ..., origin: Origin = ..., scrape: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def scrape(self) -> bool:
        """
        Prometheus, or a script that reads /metrics
        """
    @scrape.setter
    def scrape(self, arg0: bool) -> None:
        ...
class DeploymentFile:
    """
    """
    __hash__: typing.ClassVar[None] = None
    file: str
    kind: FileKind
    text: str
    def __copy__(self) -> DeploymentFile:
        ...
    def __deepcopy__(self, memo: dict) -> DeploymentFile:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, file: str = ..., kind: FileKind = ..., text: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class DeploymentFiles:
    """
    What a set of files says together.
    """
    __hash__: typing.ClassVar[None] = None
    actions: list[UnitAction]
    calls: list[Call]
    engines: list[ServeCommand]
    files: list[DeploymentFile]
    neighbours: list[Neighbour]
    proxies: list[Proxy]
    units: list[Unit]
    def __copy__(self) -> DeploymentFiles:
        ...
    def __deepcopy__(self, memo: dict) -> DeploymentFiles:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, files: list[DeploymentFile] = ..., engines: list[ServeCommand] = ..., neighbours: list[Neighbour] = ..., proxies: list[Proxy] = ..., units: list[Unit] = ..., actions: list[UnitAction] = ..., calls: list[Call] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Change:
    """
    A change that makes the plan meet its need, as flags to paste: one input at its smallest
    step, or two where no single one is enough.
    """
    __hash__: typing.ClassVar[None] = None
    flag: str
    gives_up: str
    def __copy__(self) -> Change:
        ...
    def __deepcopy__(self, memo: dict) -> Change:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, flag: str = ..., gives_up: str = ..., layout_id: str = ..., rank: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def layout_id(self) -> str:
        """
        what is recommended then
        """
    @layout_id.setter
    def layout_id(self, arg0: str) -> None:
        ...
    @property
    def rank(self) -> int:
        """
        what is given up, from 0 (nothing) up
        """
    @rank.setter
    def rank(self, arg0: int) -> None:
        ...
class Flip:
    """
    The first value of an input, all else equal, at which another layout is recommended.
    """
    __hash__: typing.ClassVar[None] = None
    input: str
    to: int | float | str
    def __copy__(self) -> Flip:
        ...
    def __deepcopy__(self, memo: dict) -> Flip:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, input: str = ..., type: str = ..., from_: int | float | str = ..., to: int | float | str = ..., layout: str = ..., layout_id: str = ..., with_utilization: list[float] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def from_(self) -> int | float | str:
        """
        the last value at which the present one is
        """
    @from_.setter
    def from_(self, arg0: int | float | str) -> None:
        ...
    @property
    def layout(self) -> str:
        """
        family, or "none"
        """
    @layout.setter
    def layout(self, arg0: str) -> None:
        ...
    @property
    def layout_id(self) -> str:
        """
        "none" likewise
        """
    @layout_id.setter
    def layout_id(self, arg0: str) -> None:
        ...
    @property
    def type(self) -> str:
        """
        "integer", "number", "string"
        """
    @type.setter
    def type(self, arg0: str) -> None:
        ...
    @property
    def with_utilization(self) -> list[float]:
        """
        Only for `services_bytes` (further services on every box): they act through the share that
        they leave to the engine, which is this at `to`, one for each box. Else empty.
        """
    @with_utilization.setter
    def with_utilization(self, arg0: list[float]) -> None:
        ...
class Outcome:
    """
    What a set of layouts comes to.
    """
    __hash__: typing.ClassVar[None] = None
    family: str
    def __copy__(self) -> Outcome:
        ...
    def __deepcopy__(self, memo: dict) -> Outcome:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., family: str = ..., signs: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def id(self) -> str:
        """
        of the layout to take; "none"
        """
    @id.setter
    def id(self, arg0: str) -> None:
        ...
    @property
    def signs(self) -> str:
        """
        Which layouts start and hold the need: between two inputs with equal signs nothing changed.
        """
    @signs.setter
    def signs(self, arg0: str) -> None:
        ...
class Sensitivity:
    """
    What one input does to the recommended layout, all else equal.
    """
    __hash__: typing.ClassVar[None] = None
    high: int | float | str
    input: str
    requests_high: int
    requests_low: int
    tokens_high: Tokens
    def __copy__(self) -> Sensitivity:
        ...
    def __deepcopy__(self, memo: dict) -> Sensitivity:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, input: str = ..., low: int | float | str = ..., high: int | float | str = ..., tokens_low: Tokens = ..., tokens_high: Tokens = ..., requests_low: int = ..., requests_high: int = ..., uncertain: bool = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def low(self) -> int | float | str:
        """
        the input's own value at the end with fewer tokens
        """
    @low.setter
    def low(self, arg0: int | float | str) -> None:
        ...
    @property
    def source(self) -> str:
        """
        of the band, or what the step is
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
    @property
    def tokens_low(self) -> Tokens:
        """
        over all copies; 0 where it does not start
        """
    @tokens_low.setter
    def tokens_low(self, arg0: Tokens) -> None:
        ...
    @property
    def uncertain(self) -> bool:
        """
        a band of what is not known; else a step that one can take
        """
    @uncertain.setter
    def uncertain(self, arg0: bool) -> None:
        ...
class NextMeasure:
    """
    A figure whose exact value would make the decision surer, and how to get it.
    """
    __hash__: typing.ClassVar[None] = None
    how: str
    input: str
    def __copy__(self) -> NextMeasure:
        ...
    def __deepcopy__(self, memo: dict) -> NextMeasure:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, input: str = ..., how: str = ..., decides: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def decides(self) -> bool:
        """
        with it alone exact, both ends agree
        """
    @decides.setter
    def decides(self, arg0: bool) -> None:
        ...
class Certainty:
    """
    The decision at both ends of what is not known exactly.
    """
    __hash__: typing.ClassVar[None] = None
    at_high: str
    holds_at_high: bool
    def __copy__(self) -> Certainty:
        ...
    def __deepcopy__(self, memo: dict) -> Certainty:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, decided: bool = ..., at_low: str = ..., at_high: str = ..., holds_at_low: bool = ..., holds_at_high: bool = ..., measure: NextMeasure | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def at_low(self) -> str:
        """
        layout id where the least is left for the cache
        """
    @at_low.setter
    def at_low(self, arg0: str) -> None:
        ...
    @property
    def decided(self) -> bool:
        """
        both ends take the same layout and agree on whether it holds
        """
    @decided.setter
    def decided(self, arg0: bool) -> None:
        ...
    @property
    def holds_at_low(self) -> bool:
        """
        the need
        """
    @holds_at_low.setter
    def holds_at_low(self, arg0: bool) -> None:
        ...
    @property
    def measure(self) -> NextMeasure | None:
        """
        nothing where all is known
        """
    @measure.setter
    def measure(self, arg0: NextMeasure | None) -> None:
        ...
class Speed:
    """
    Output tokens a second over all copies. Estimates have two digits, the ends of their band
    rounded outwards.
    """
    __hash__: typing.ClassVar[None] = None
    high: float
    layout_id: str
    likely: float
    low: float
    measured: bool
    source: str
    def __copy__(self) -> Speed:
        ...
    def __deepcopy__(self, memo: dict) -> Speed:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layout_id: str = ..., in_flight: int | None = ..., low: float = ..., likely: float = ..., high: float = ..., measured: bool = ..., source: str = ..., bound: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bound(self) -> str:
        """
        what a step spends most on: "weights", "cache", "link", "overhead"
        """
    @bound.setter
    def bound(self, arg0: str) -> None:
        ...
    @property
    def in_flight(self) -> int | None:
        """
        requests at once; nothing: as measured
        """
    @in_flight.setter
    def in_flight(self, arg0: int | None) -> None:
        ...
class Reason:
    """
    """
    __hash__: typing.ClassVar[None] = None
    rule: str
    text: str
    values: list[tuple[str, int | float | str]]
    def __copy__(self) -> Reason:
        ...
    def __deepcopy__(self, memo: dict) -> Reason:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, rule: str = ..., text: str = ..., values: list[tuple[str, int | float | str]] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Action:
    """
    """
    __hash__: typing.ClassVar[None] = None
    id: str
    text: str
    def __copy__(self) -> Action:
        ...
    def __deepcopy__(self, memo: dict) -> Action:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., text: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Recommendation:
    """
    """
    __hash__: typing.ClassVar[None] = None
    actions: list[Action]
    availability: list[Availability]
    common_causes: list[CommonCause]
    decided_by: str
    flips: list[Flip]
    need_met: bool
    reasons: list[Reason]
    speeds: list[Speed]
    def __copy__(self) -> Recommendation:
        ...
    def __deepcopy__(self, memo: dict) -> Recommendation:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layout: int | None = ..., need_met: bool = ..., decided_by: str = ..., reasons: list[Reason] = ..., actions: list[Action] = ..., certainty: Certainty = ..., flips: list[Flip] = ..., sensitivities: list[Sensitivity] = ..., speeds: list[Speed] = ..., availability: list[Availability] = ..., common_causes: list[CommonCause] = ..., changes: list[Change] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def certainty(self) -> Certainty:
        """
        where a layout was found
        """
    @certainty.setter
    def certainty(self, arg0: Certainty) -> None:
        ...
    @property
    def changes(self) -> list[Change]:
        """
        empty when the need is met
        """
    @changes.setter
    def changes(self, arg0: list[Change]) -> None:
        ...
    @property
    def layout(self) -> int | None:
        """
        index into Report::layouts; nothing: none fits
        """
    @layout.setter
    def layout(self, arg0: int | None) -> None:
        ...
    @property
    def sensitivities(self) -> list[Sensitivity]:
        """
        of the recommended layout
        """
    @sensitivities.setter
    def sensitivities(self, arg0: list[Sensitivity]) -> None:
        ...
class Warning:
    """
    """
    __hash__: typing.ClassVar[None] = None
    id: str
    text: str
    def __copy__(self) -> Warning:
        ...
    def __deepcopy__(self, memo: dict) -> Warning:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., text: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class NeighbourPlan:
    """
    Another model's engine on the same boxes: its own share, its own cache.
    """
    __hash__: typing.ClassVar[None] = None
    box: str
    model: str
    utilization: float
    def __copy__(self) -> NeighbourPlan:
        ...
    def __deepcopy__(self, memo: dict) -> NeighbourPlan:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, model: str = ..., box: str = ..., utilization: float = ..., plan: LayoutPlan = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def plan(self) -> LayoutPlan:
        """
        on that box alone
        """
    @plan.setter
    def plan(self, arg0: LayoutPlan) -> None:
        ...
class Report:
    """
    """
    __hash__: typing.ClassVar[None] = None
    layouts: list[LayoutPlan]
    left_out: list[LeftOut]
    neighbours: list[NeighbourPlan]
    recommendation: Recommendation
    request: PlanRequest
    warnings: list[Warning]
    def __copy__(self) -> Report:
        ...
    def __deepcopy__(self, memo: dict) -> Report:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    @typing.overload
    def __init__(self, **kwargs) -> None:
        """
        __init__(self: kvplan._core.lib.Report, *, request: kvplan._core.lib.PlanRequest = ..., layouts: List[kvplan._core.lib.LayoutPlan] = ..., left_out: List[kvplan._core.lib.LeftOut] = ..., recommendation: kvplan._core.lib.Recommendation = ..., warnings: List[kvplan._core.lib.Warning] = ..., neighbours: List[kvplan._core.lib.NeighbourPlan] = ...) -> None
        """
    @typing.overload
    def __init__(self, view: kvplan._core.Report) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        For a person with ten seconds: 80 columns, the verdict first. colour  ANSI colours
        """
    def _repr_html_(self) -> str:
        """
        The picture of a plan's memory under its verdict, as an HTML fragment: for a notebook's cell.
        """
    def _repr_markdown_(self) -> str:
        """
        render_markdown() of it.
        """
    def exit_code(self) -> int:
        """
        0 fits and meets the need, 1 not, by the contract.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_json(self) -> str:
        """
        Contract: `--format json` of a plan.
        """
    def to_markdown(self) -> str:
        """
        render_markdown() of it.
        """
class ProxyRule:
    """
    How a proxy treats copies that were away. Sources: DEPLOYMENT.md 2, 3 and 8 (measured with
    nginx 1.22.1 and HAProxy 2.6.12 before two real copies), the proxies' own manuals.
    """
    __hash__: typing.ClassVar[None] = None
    fail_timeout_seconds: int
    source: str
    def __copy__(self) -> ProxyRule:
        ...
    def __deepcopy__(self, memo: dict) -> ProxyRule:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, kind: str = ..., max_fails: int = ..., fail_timeout_seconds: int = ..., check_seconds: int = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def check_seconds(self) -> int:
        """
        of an active check (haproxy: downinter + (rise − 1) × fastinter); 0: none
        """
    @check_seconds.setter
    def check_seconds(self, arg0: int) -> None:
        ...
    @property
    def kind(self) -> str:
        """
        "nginx", "haproxy", "none"
        """
    @kind.setter
    def kind(self, arg0: str) -> None:
        ...
    @property
    def max_fails(self) -> int:
        """
        nginx's default; 0: no ban
        """
    @max_fails.setter
    def max_fails(self, arg0: int) -> None:
        ...
class ChangeoverQuestion:
    """
    What a changeover is planned with. Bands in seconds.
    """
    __hash__: typing.ClassVar[None] = None
    proxy: ProxyRule
    def __copy__(self) -> ChangeoverQuestion:
        ...
    def __deepcopy__(self, memo: dict) -> ChangeoverQuestion:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, from_: str = ..., to: str = ..., restart_copy: int | None = ..., start: SecondsBand | None = ..., drain: SecondsBand = ..., stop: SecondsBand = ..., memory: SecondsBand = ..., proxy: ProxyRule = ..., proxy_reloaded: bool = ..., old_units: list[str] = ..., requests_a_minute: float | None = ..., copy_requests_a_minute: float | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def copy_requests_a_minute(self) -> float | None:
        """
        that one copy answers
        """
    @copy_requests_a_minute.setter
    def copy_requests_a_minute(self, arg0: float | None) -> None:
        ...
    @property
    def drain(self) -> SecondsBand:
        """
        requests in flight on a copy that is taken out finish
        """
    @drain.setter
    def drain(self, arg0: SecondsBand) -> None:
        ...
    @property
    def from_(self) -> str:
        """
        a layout of the report: id or family; "none": nothing runs yet
        """
    @from_.setter
    def from_(self, arg0: str) -> None:
        ...
    @property
    def memory(self) -> SecondsBand:
        """
        until the memory is given back (users.md A.3: 3 minutes seen)
        """
    @memory.setter
    def memory(self, arg0: SecondsBand) -> None:
        ...
    @property
    def old_units(self) -> list[str]:
        """
        watchdogs and units that must not come back
        """
    @old_units.setter
    def old_units(self, arg0: list[str]) -> None:
        ...
    @property
    def proxy_reloaded(self) -> bool:
        """
        the proxy is reloaded once a copy answers: no ban is left
        """
    @proxy_reloaded.setter
    def proxy_reloaded(self, arg0: bool) -> None:
        ...
    @property
    def requests_a_minute(self) -> float | None:
        """
        that arrive
        """
    @requests_a_minute.setter
    def requests_a_minute(self, arg0: float | None) -> None:
        ...
    @property
    def restart_copy(self) -> int | None:
        """
        from 1: this copy of `from` alone
        """
    @restart_copy.setter
    def restart_copy(self, arg0: int | None) -> None:
        ...
    @property
    def start(self) -> SecondsBand | None:
        """
        of a copy; else the model's facts
        """
    @start.setter
    def start(self, arg0: SecondsBand | None) -> None:
        ...
    @property
    def stop(self) -> SecondsBand:
        """
        SIGTERM until the process is gone (DEPLOYMENT.md 1 and 7)
        """
    @stop.setter
    def stop(self, arg0: SecondsBand) -> None:
        ...
    @property
    def to(self) -> str:
        """
        likewise; empty with restart_copy
        """
    @to.setter
    def to(self, arg0: str) -> None:
        ...
class ChangeoverStep:
    """
    """
    __hash__: typing.ClassVar[None] = None
    end: SecondsBand
    id: str
    text: str
    def __copy__(self) -> ChangeoverStep:
        ...
    def __deepcopy__(self, memo: dict) -> ChangeoverStep:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., text: str = ..., requires_first: list[str] = ..., boxes: list[str] = ..., start: SecondsBand = ..., end: SecondsBand = ..., serving: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def boxes(self) -> list[str]:
        """
        where; empty: the proxy, or everywhere
        """
    @boxes.setter
    def boxes(self, arg0: list[str]) -> None:
        ...
    @property
    def requires_first(self) -> list[str]:
        """
        what must be true before
        """
    @requires_first.setter
    def requires_first(self, arg0: list[str]) -> None:
        ...
    @property
    def serving(self) -> int:
        """
        copies that serve once the step is done
        """
    @serving.setter
    def serving(self, arg0: int) -> None:
        ...
    @property
    def start(self) -> SecondsBand:
        """
        since the beginning
        """
    @start.setter
    def start(self, arg0: SecondsBand) -> None:
        ...
class ChangeoverPhase:
    """
    A stretch of time with so many copies; times by the slow ends of all bands.
    """
    __hash__: typing.ClassVar[None] = None
    from_seconds: int
    serving: int
    to_seconds: int
    def __copy__(self) -> ChangeoverPhase:
        ...
    def __deepcopy__(self, memo: dict) -> ChangeoverPhase:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, from_seconds: int = ..., to_seconds: int = ..., serving: int = ..., of: int = ..., refused: bool = ..., requests_held: int = ..., waiting: int | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def of(self) -> int:
        """
        copies that the layout of that time has
        """
    @of.setter
    def of(self, arg0: int) -> None:
        ...
    @property
    def refused(self) -> bool:
        """
        the proxy refuses although copies serve
        """
    @refused.setter
    def refused(self, arg0: bool) -> None:
        ...
    @property
    def requests_held(self) -> int:
        """
        by the copies that serve
        """
    @requests_held.setter
    def requests_held(self, arg0: int) -> None:
        ...
    @property
    def waiting(self) -> int | None:
        """
        requests at its end, where the rates are known
        """
    @waiting.setter
    def waiting(self, arg0: int | None) -> None:
        ...
class Avoidable:
    """
    """
    __hash__: typing.ClassVar[None] = None
    id: str
    saves: SecondsBand
    text: str
    def __copy__(self) -> Avoidable:
        ...
    def __deepcopy__(self, memo: dict) -> Avoidable:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., text: str = ..., saves: SecondsBand = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Changeover:
    """
    """
    __hash__: typing.ClassVar[None] = None
    avoidable: list[Avoidable]
    from_: str
    phases: list[ChangeoverPhase]
    steps: list[ChangeoverStep]
    to: str
    total: SecondsBand
    def __copy__(self) -> Changeover:
        ...
    def __deepcopy__(self, memo: dict) -> Changeover:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, from_: str = ..., to: str = ..., steps: list[ChangeoverStep] = ..., phases: list[ChangeoverPhase] = ..., without: SecondsBand = ..., tail: SecondsBand = ..., with_part: SecondsBand = ..., total: SecondsBand = ..., avoidable: list[Avoidable] = ..., going_back: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        80 columns.
        """
    def _repr_markdown_(self) -> str:
        """
        render_markdown() of it.
        """
    def _repr_svg_(self) -> str:
        """
        A self-contained picture: boxes, proxy and model over the minutes.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_html(self) -> str:
        """
        The picture with the same under it, as one page that stands alone.
        """
    def to_json(self) -> str:
        """
        render_json() of it.
        """
    def to_markdown(self) -> str:
        """
        render_markdown() of it.
        """
    def to_svg(self) -> str:
        """
        A self-contained picture: boxes, proxy and model over the minutes.
        """
    @property
    def going_back(self) -> list[str]:
        """
        the script of the way back, in words
        """
    @going_back.setter
    def going_back(self, arg0: list[str]) -> None:
        ...
    @property
    def tail(self) -> SecondsBand:
        """
        then the proxy still refuses
        """
    @tail.setter
    def tail(self, arg0: SecondsBand) -> None:
        ...
    @property
    def with_part(self) -> SecondsBand:
        """
        some copies serve, not all
        """
    @with_part.setter
    def with_part(self, arg0: SecondsBand) -> None:
        ...
    @property
    def without(self) -> SecondsBand:
        """
        no copy serves
        """
    @without.setter
    def without(self, arg0: SecondsBand) -> None:
        ...
class Latency:
    """
    A latency as it was summed up, in seconds. Empty where it was not measured.
    """
    __hash__: typing.ClassVar[None] = None
    mean: float | None
    def __copy__(self) -> Latency:
        ...
    def __deepcopy__(self, memo: dict) -> Latency:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, mean: float | None = ..., percentiles: dict[float, float] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def known(self) -> bool:
        ...
    def typical(self) -> float | None:
        """
        The median where there is one, else the mean.
        """
    @property
    def percentiles(self) -> dict[float, float]:
        """
        50 → the median; 99; …
        """
    @percentiles.setter
    def percentiles(self, arg0: dict[float, float]) -> None:
        ...
class RequestTimes:
    """
    One request of a run that kept them, in seconds.
    """
    __hash__: typing.ClassVar[None] = None
    e2e: float | None
    tpot: float | None
    ttft: float | None
    def __copy__(self) -> RequestTimes:
        ...
    def __deepcopy__(self, memo: dict) -> RequestTimes:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, ttft: float | None = ..., tpot: float | None = ..., e2e: float | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Measurement:
    """
    """
    __hash__: typing.ClassVar[None] = None
    e2e: Latency
    failed: float | None
    file: str
    itl: Latency
    req_s: float | None
    times: list[RequestTimes]
    tpot: Latency
    ttft: Latency
    def __copy__(self) -> Measurement:
        ...
    def __deepcopy__(self, memo: dict) -> Measurement:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, concurrency: float = ..., output_tok_s: float | None = ..., req_s: float | None = ..., ttft: Latency = ..., itl: Latency = ..., tpot: Latency = ..., e2e: Latency = ..., prompt_tokens: float | None = ..., output_tokens: float | None = ..., requests: float | None = ..., failed: float | None = ..., traffic_class: str = ..., copy: str = ..., tool: str = ..., file: str = ..., place: str = ..., times: list[RequestTimes] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def concurrency(self) -> float:
        """
        requests in flight in the copy
        """
    @concurrency.setter
    def concurrency(self, arg0: float) -> None:
        ...
    @property
    def copy(self) -> str:
        """
        empty: one copy, or not named
        """
    @copy.setter
    def copy(self, arg0: str) -> None:
        ...
    @property
    def output_tok_s(self) -> float | None:
        """
        all of them together
        """
    @output_tok_s.setter
    def output_tok_s(self, arg0: float | None) -> None:
        ...
    @property
    def output_tokens(self) -> float | None:
        """
        mean of a request
        """
    @output_tokens.setter
    def output_tokens(self, arg0: float | None) -> None:
        ...
    @property
    def place(self) -> str:
        """
        JSON pointer or "line 7"
        """
    @place.setter
    def place(self, arg0: str) -> None:
        ...
    @property
    def prompt_tokens(self) -> float | None:
        """
        mean of a request
        """
    @prompt_tokens.setter
    def prompt_tokens(self, arg0: float | None) -> None:
        ...
    @property
    def requests(self) -> float | None:
        """
        completed
        """
    @requests.setter
    def requests(self, arg0: float | None) -> None:
        ...
    @property
    def tool(self) -> str:
        """
        "vllm bench serve", "CSV", …
        """
    @tool.setter
    def tool(self, arg0: str) -> None:
        ...
    @property
    def traffic_class(self) -> str:
        """
        empty: not named by the file
        """
    @traffic_class.setter
    def traffic_class(self, arg0: str) -> None:
        ...
class Measurements:
    """
    """
    __hash__: typing.ClassVar[None] = None
    points: list[Measurement]
    def __copy__(self) -> Measurements:
        ...
    def __deepcopy__(self, memo: dict) -> Measurements:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, points: list[Measurement] = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def notes(self) -> list[str]:
        """
        what was left out or assumed while reading
        """
    @notes.setter
    def notes(self, arg0: list[str]) -> None:
        ...
class ReadOptions:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> ReadOptions:
        ...
    def __deepcopy__(self, memo: dict) -> ReadOptions:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, seconds: float | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def seconds(self) -> float | None:
        """
        Time between two /metrics snapshots of a copy, which the snapshots themselves do not hold.
        """
    @seconds.setter
    def seconds(self, arg0: float | None) -> None:
        ...
class UslFit:
    """
    X(N) = λN / (1 + α(N−1) + βN(N−1)), α and β at least 0 (Gunther's Universal Scalability Law).
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> UslFit:
        ...
    def __deepcopy__(self, memo: dict) -> UslFit:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, lambda_: float = ..., alpha: float = ..., beta: float = ..., free_parameters: int = ..., degrees_of_freedom: int = ..., relative_error: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def at(self, concurrency: typing.SupportsFloat | typing.SupportsIndex) -> float:
        ...
    def peak(self) -> float | None:
        """
        √((1 − α) / β); nothing where β is 0 or α is 1 or more. May lie beyond the data.
        """
    def where_slope_is(self, slope: typing.SupportsFloat | typing.SupportsIndex) -> float | None:
        """
        Where the slope d ln X / d ln N falls to `slope`; nothing where it never does.
        """
    @property
    def alpha(self) -> float:
        """
        contention
        """
    @alpha.setter
    def alpha(self, arg0: float) -> None:
        ...
    @property
    def beta(self) -> float:
        """
        coherence: above 0 there is a peak
        """
    @beta.setter
    def beta(self, arg0: float) -> None:
        ...
    @property
    def degrees_of_freedom(self) -> int:
        """
        measurements − free parameters
        """
    @degrees_of_freedom.setter
    def degrees_of_freedom(self, arg0: int) -> None:
        ...
    @property
    def free_parameters(self) -> int:
        """
        without those held at 0 by their bound
        """
    @free_parameters.setter
    def free_parameters(self, arg0: int) -> None:
        ...
    @property
    def lambda_(self) -> float:
        """
        throughput of one request in flight
        """
    @lambda_.setter
    def lambda_(self, arg0: float) -> None:
        ...
    @property
    def relative_error(self) -> float:
        """
        root mean square of (measured ÷ curve − 1)
        """
    @relative_error.setter
    def relative_error(self, arg0: float) -> None:
        ...
class PiecewiseFit:
    """
    Two straight pieces that meet, the second flatter than the first.
    """
    __hash__: typing.ClassVar[None] = None
    breakpoint: float
    degrees_of_freedom: int
    relative_error: float
    slope_after: float
    slope_before: float
    def __copy__(self) -> PiecewiseFit:
        ...
    def __deepcopy__(self, memo: dict) -> PiecewiseFit:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, breakpoint: float = ..., slope_before: float = ..., slope_after: float = ..., degrees_of_freedom: int = ..., relative_error: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class LatencyFit:
    """
    a + b·N, neither below 0: how a latency grows.
    """
    __hash__: typing.ClassVar[None] = None
    base_s: float
    degrees_of_freedom: int
    per_request_s: float
    def __copy__(self) -> LatencyFit:
        ...
    def __deepcopy__(self, memo: dict) -> LatencyFit:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, base_s: float = ..., per_request_s: float = ..., degrees_of_freedom: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class TrafficLevel:
    """
    All that was measured at one concurrency.
    """
    __hash__: typing.ClassVar[None] = None
    concurrency: float
    e2e: Latency
    highest: float
    itl: Latency
    repetitions: int
    req_s_highest: float | None
    req_s_lowest: float | None
    tpot: Latency
    ttft: Latency
    def __copy__(self) -> TrafficLevel:
        ...
    def __deepcopy__(self, memo: dict) -> TrafficLevel:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, concurrency: float = ..., throughput: float = ..., lowest: float = ..., highest: float = ..., repetitions: int = ..., req_s: float | None = ..., req_s_lowest: float | None = ..., req_s_highest: float | None = ..., tokens_per_request: float | None = ..., seconds_in_flight: float | None = ..., keeps_limits: bool | None = ..., good_share_low: float | None = ..., good_share_high: float | None = ..., ttft: Latency = ..., tpot: Latency = ..., e2e: Latency = ..., itl: Latency = ..., standard_error: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def good_share_high(self) -> float | None:
        """
        at most
        """
    @good_share_high.setter
    def good_share_high(self, arg0: float | None) -> None:
        ...
    @property
    def good_share_low(self) -> float | None:
        """
        of its requests within all limits, at least
        """
    @good_share_low.setter
    def good_share_low(self, arg0: float | None) -> None:
        ...
    @property
    def keeps_limits(self) -> bool | None:
        """
        nothing without limits
        """
    @keeps_limits.setter
    def keeps_limits(self, arg0: bool | None) -> None:
        ...
    @property
    def lowest(self) -> float:
        """
        of its repetitions
        """
    @lowest.setter
    def lowest(self, arg0: float) -> None:
        ...
    @property
    def req_s(self) -> float | None:
        """
        mean
        """
    @req_s.setter
    def req_s(self, arg0: float | None) -> None:
        ...
    @property
    def seconds_in_flight(self) -> float | None:
        """
        Time of a request: measured, else by Little's law N ÷ requests a second.
        """
    @seconds_in_flight.setter
    def seconds_in_flight(self, arg0: float | None) -> None:
        ...
    @property
    def standard_error(self) -> float:
        """
        of the mean, relative
        """
    @standard_error.setter
    def standard_error(self, arg0: float) -> None:
        ...
    @property
    def throughput(self) -> float:
        """
        mean, in the class's unit
        """
    @throughput.setter
    def throughput(self, arg0: float) -> None:
        ...
    @property
    def tokens_per_request(self) -> float | None:
        """
        output
        """
    @tokens_per_request.setter
    def tokens_per_request(self, arg0: float | None) -> None:
        ...
class CopyCeilings:
    """
    What one copy can hold, from a plan.
    """
    __hash__: typing.ClassVar[None] = None
    cache: CachePlan | None
    layout_id: str
    max_num_seqs: int
    num_blocks: Blocks
    def __copy__(self) -> CopyCeilings:
        ...
    def __deepcopy__(self, memo: dict) -> CopyCeilings:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, max_num_seqs: int = ..., cache: CachePlan | None = ..., num_blocks: Blocks = ..., layout_id: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class TrafficQuestion:
    """
    """
    __hash__: typing.ClassVar[None] = None
    ceilings: CopyCeilings | None
    e2e_limit_s: float | None
    extrapolate: bool
    tpot_limit_s: float | None
    ttft_limit_s: float | None
    def __copy__(self) -> TrafficQuestion:
        ...
    def __deepcopy__(self, memo: dict) -> TrafficQuestion:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, ttft_limit_s: float | None = ..., tpot_limit_s: float | None = ..., e2e_limit_s: float | None = ..., percentile: float = ..., present: float | None = ..., copies: int = ..., extrapolate: bool = ..., max_num_seqs: int | None = ..., request_tokens: float | None = ..., ceilings: CopyCeilings | None = ..., mix: list[tuple[str, float]] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def copies(self) -> int:
        """
        measurements were taken before so many copies: shares of one are meant
        """
    @copies.setter
    def copies(self, arg0: int) -> None:
        ...
    @property
    def max_num_seqs(self) -> int | None:
        """
        when there is no plan
        """
    @max_num_seqs.setter
    def max_num_seqs(self, arg0: int | None) -> None:
        ...
    @property
    def mix(self) -> list[tuple[str, float]]:
        """
        Shares of requests by class; the mix is answered as a class of its own.
        """
    @mix.setter
    def mix(self, arg0: list[tuple[str, float]]) -> None:
        ...
    @property
    def percentile(self) -> float:
        """
        that limits hold for; the nearest lower one where a file lacks it
        """
    @percentile.setter
    def percentile(self, arg0: float) -> None:
        ...
    @property
    def present(self) -> float | None:
        """
        the cap that is set now
        """
    @present.setter
    def present(self, arg0: float | None) -> None:
        ...
    @property
    def request_tokens(self) -> float | None:
        """
        prompt and output; else from the measurements
        """
    @request_tokens.setter
    def request_tokens(self, arg0: float | None) -> None:
        ...
class Cap:
    """
    """
    __hash__: typing.ClassVar[None] = None
    extrapolated: bool
    high: float | None
    low: float | None
    def __copy__(self) -> Cap:
        ...
    def __deepcopy__(self, memo: dict) -> Cap:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, value: float | None = ..., low: float | None = ..., high: float | None = ..., extrapolated: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def value(self) -> float | None:
        """
        whole; nothing where no level keeps the limits
        """
    @value.setter
    def value(self, arg0: float | None) -> None:
        ...
class CapChange:
    """
    From the present cap to the recommended one. Shares: 0.2 is +20 %. Low and high by the
    repetitions of both levels.
    """
    __hash__: typing.ClassVar[None] = None
    from_: float
    interpolated: bool
    requests: float | None
    requests_high: float | None
    requests_low: float | None
    seconds: float | None
    seconds_high: float | None
    seconds_low: float | None
    throughput: float
    throughput_high: float
    throughput_low: float
    to: float
    def __copy__(self) -> CapChange:
        ...
    def __deepcopy__(self, memo: dict) -> CapChange:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, from_: float = ..., to: float = ..., throughput: float = ..., throughput_low: float = ..., throughput_high: float = ..., requests: float | None = ..., requests_low: float | None = ..., requests_high: float | None = ..., seconds: float | None = ..., seconds_low: float | None = ..., seconds_high: float | None = ..., interpolated: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class TrafficClass:
    """
    """
    __hash__: typing.ClassVar[None] = None
    cache_ceiling: int | None
    cap: Cap
    change: CapChange | None
    itl_fit: LatencyFit | None
    knee: float | None
    knee_high: float | None
    knee_low: float | None
    levels: list[TrafficLevel]
    measure_next: list[float]
    name: str
    noise_source: str
    notes: list[str]
    peak: float | None
    peak_high: float | None
    peak_low: float | None
    piecewise: PiecewiseFit | None
    request_tokens: float | None
    slots_ceiling: int | None
    usl: UslFit | None
    def __copy__(self) -> TrafficClass:
        ...
    def __deepcopy__(self, memo: dict) -> TrafficClass:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., tokens: bool = ..., points: list[Measurement] = ..., levels: list[TrafficLevel] = ..., usl: UslFit | None = ..., piecewise: PiecewiseFit | None = ..., isotonic_drop: float | None = ..., itl_fit: LatencyFit | None = ..., noise: float | None = ..., noise_source: str = ..., knee: float | None = ..., knee_low: float | None = ..., knee_high: float | None = ..., peak: float | None = ..., peak_low: float | None = ..., peak_high: float | None = ..., shape: str = ..., cap: Cap = ..., binds: str = ..., slots_ceiling: int | None = ..., cache_ceiling: int | None = ..., request_tokens: float | None = ..., change: CapChange | None = ..., confidence: str = ..., agreement: float = ..., measure_next: list[float] = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def agreement(self) -> float:
        """
        share of resamplings with the same cap
        """
    @agreement.setter
    def agreement(self, arg0: float) -> None:
        ...
    @property
    def binds(self) -> str:
        """
        what the cap comes from: knee, growth, limits, slots, cache, …
        """
    @binds.setter
    def binds(self, arg0: str) -> None:
        ...
    @property
    def confidence(self) -> str:
        """
        "firm", "fair", "weak", "none"
        """
    @confidence.setter
    def confidence(self, arg0: str) -> None:
        ...
    @property
    def isotonic_drop(self) -> float | None:
        """
        largest fall below the best non-decreasing curve
        """
    @isotonic_drop.setter
    def isotonic_drop(self, arg0: float | None) -> None:
        ...
    @property
    def noise(self) -> float | None:
        """
        of one measurement, relative; nothing: not known
        """
    @noise.setter
    def noise(self, arg0: float | None) -> None:
        ...
    @property
    def points(self) -> list[Measurement]:
        """
        by concurrency
        """
    @points.setter
    def points(self, arg0: list[Measurement]) -> None:
        ...
    @property
    def shape(self) -> str:
        """
        "grows to the last level", "knee", "falls", "flat", "one level", "none"
        """
    @shape.setter
    def shape(self, arg0: str) -> None:
        ...
    @property
    def tokens(self) -> bool:
        """
        throughput is output tokens a second, else requests a second
        """
    @tokens.setter
    def tokens(self, arg0: bool) -> None:
        ...
class TrafficReport:
    """
    """
    __hash__: typing.ClassVar[None] = None
    classes: list[TrafficClass]
    notes: list[str]
    question: TrafficQuestion
    def __copy__(self) -> TrafficReport:
        ...
    def __deepcopy__(self, memo: dict) -> TrafficReport:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, question: TrafficQuestion = ..., classes: list[TrafficClass] = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        For people: tables, a plot in characters, the cap in the first lines.
        """
    def _repr_markdown_(self) -> str:
        """
        render_markdown() of it.
        """
    def _repr_svg_(self) -> str:
        """
        Points, fitted curve, knee and cap of each class; self-contained.
        """
    def exit_code(self) -> int:
        """
        0; 1 when limits were given and a class keeps them at no level.
        """
    def to_csv(self) -> str:
        """
        The levels: class, concurrency, output_tok_s, req_s, lowest, highest, repetitions, cap; by RFC
        4180.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_html(self) -> str:
        """
        The same with the curves of render_svg(), as one page that stands alone.
        """
    def to_json(self) -> str:
        """
        Contract: `--format json` of `traffic`.
        """
    def to_markdown(self) -> str:
        """
        render_markdown() of it.
        """
    def to_svg(self) -> str:
        """
        Points, fitted curve, knee and cap of each class; self-contained.
        """
class LayoutCurve:
    """
    One layout's answer over an input: (input, answer) in rising order of the input.
    """
    __hash__: typing.ClassVar[None] = None
    points: list[tuple[float, float]]
    def __copy__(self) -> LayoutCurve:
        ...
    def __deepcopy__(self, memo: dict) -> LayoutCurve:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layout: str = ..., points: list[tuple[float, float]] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def layout(self) -> str:
        """
        id
        """
    @layout.setter
    def layout(self, arg0: str) -> None:
        ...
class CapacityReport:
    """
    """
    __hash__: typing.ClassVar[None] = None
    report: Report
    def __copy__(self) -> CapacityReport:
        ...
    def __deepcopy__(self, memo: dict) -> CapacityReport:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, report: Report = ..., tokens_by_utilization: list[LayoutCurve] = ..., highest_utilization_for_services: float | None = ..., requests_by_length: list[LayoutCurve] = ..., most_requests_by_slots: int = ..., traffic: TrafficReport | None = ..., changeover: Changeover | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def _repr_markdown_(self) -> str:
        """
        The same without the pictures, their numbers as tables.
        """
    def to_html(self) -> str:
        """
        One self-contained page: inline SVG and CSS, no script, no request to anywhere; light and dark,
        printable on A4.
        """
    def to_markdown(self) -> str:
        """
        The same without the pictures, their numbers as tables.
        """
    @property
    def changeover(self) -> Changeover | None:
        """
        The way to the recommended layout: from what is said to run, else from the other family of
        split and copies where that starts. Nothing where neither is, or a start's time is not known.
        """
    @changeover.setter
    def changeover(self, arg0: Changeover | None) -> None:
        ...
    @property
    def highest_utilization_for_services(self) -> float | None:
        """
        The highest utilization, in steps of 0.005, at which the services and the headroom of the
        shown layout keep their memory; nothing where they never do, or where there are none.
        """
    @highest_utilization_for_services.setter
    def highest_utilization_for_services(self, arg0: float | None) -> None:
        ...
    @property
    def most_requests_by_slots(self) -> int:
        """
        max_num_seqs × copies of the shown layout
        """
    @most_requests_by_slots.setter
    def most_requests_by_slots(self, arg0: int) -> None:
        ...
    @property
    def requests_by_length(self) -> list[LayoutCurve]:
        """
        Whole requests against their length, each at most max_num_seqs a copy.
        """
    @requests_by_length.setter
    def requests_by_length(self, arg0: list[LayoutCurve]) -> None:
        ...
    @property
    def tokens_by_utilization(self) -> list[LayoutCurve]:
        """
        Cache tokens over all copies against the utilization of every box, 0.40 to 0.95; 0 where the
        layout does not start.
        """
    @tokens_by_utilization.setter
    def tokens_by_utilization(self, arg0: list[LayoutCurve]) -> None:
        ...
    @property
    def traffic(self) -> TrafficReport | None:
        """
        where measurements were given
        """
    @traffic.setter
    def traffic(self, arg0: TrafficReport | None) -> None:
        ...
class Finding:
    """
    """
    __hash__: typing.ClassVar[None] = None
    file: str
    fix: str
    line: int
    rule: str
    severity: Severity
    text: str
    def __copy__(self) -> Finding:
        ...
    def __deepcopy__(self, memo: dict) -> Finding:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, rule: str = ..., severity: Severity = ..., file: str = ..., line: int = ..., text: str = ..., seconds: float | None = ..., bytes: Bytes | None = ..., fix: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Bytes | None:
        """
        or as memory
        """
    @bytes.setter
    def bytes(self, arg0: Bytes | None) -> None:
        ...
    @property
    def seconds(self) -> float | None:
        """
        the consequence as a time
        """
    @seconds.setter
    def seconds(self, arg0: float | None) -> None:
        ...
class FindingRule:
    """
    What stands behind a finding's rule.
    """
    __hash__: typing.ClassVar[None] = None
    id: str
    def __copy__(self) -> FindingRule:
        ...
    def __deepcopy__(self, memo: dict) -> FindingRule:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., summary: str = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def source(self) -> str:
        """
        where that is known from
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
    @property
    def summary(self) -> str:
        """
        one sentence
        """
    @summary.setter
    def summary(self, arg0: str) -> None:
        ...
class Case:
    """
    One thing that was looked at: passed when it has no finding.
    """
    __hash__: typing.ClassVar[None] = None
    finding: Finding | None
    name: str
    def __copy__(self) -> Case:
        ...
    def __deepcopy__(self, memo: dict) -> Case:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., finding: Finding | None = ..., skipped: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def skipped(self) -> bool:
        """
        the finding is accepted, or could not be judged: the text says which
        """
    @skipped.setter
    def skipped(self, arg0: bool) -> None:
        ...
class PolicyPlace:
    """
    Where something stands in the policy.
    """
    __hash__: typing.ClassVar[None] = None
    file: str
    line: int
    def __copy__(self) -> PolicyPlace:
        ...
    def __deepcopy__(self, memo: dict) -> PolicyPlace:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, file: str = ..., line: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class PolicyLimits:
    """
    """
    __hash__: typing.ClassVar[None] = None
    min_full_context_requests: int | None
    min_kv_cache_tokens: Tokens | None
    min_largest_request_tokens: Tokens | None
    def __copy__(self) -> PolicyLimits:
        ...
    def __deepcopy__(self, memo: dict) -> PolicyLimits:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, min_full_context_requests: int | None = ..., min_kv_cache_tokens: Tokens | None = ..., min_largest_request_tokens: Tokens | None = ..., min_headroom: Bytes | None = ..., start_up_fits: bool = ..., layouts: list[str] = ..., require_measured: list[str] = ..., max_lint: str | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def layouts(self) -> list[str]:
        """
        families or ids; empty: any
        """
    @layouts.setter
    def layouts(self, arg0: list[str]) -> None:
        ...
    @property
    def max_lint(self) -> str | None:
        """
        the worst finding allowed: none, note, warning
        """
    @max_lint.setter
    def max_lint(self, arg0: str | None) -> None:
        ...
    @property
    def min_headroom(self) -> Bytes | None:
        """
        free on every box beside the services
        """
    @min_headroom.setter
    def min_headroom(self, arg0: Bytes | None) -> None:
        ...
    @property
    def require_measured(self) -> list[str]:
        """
        "weights", "engine, inside its budget", …: ledger rows; "all"
        """
    @require_measured.setter
    def require_measured(self, arg0: list[str]) -> None:
        ...
    @property
    def start_up_fits(self) -> bool:
        """
        the start is not refused at the likely free memory
        """
    @start_up_fits.setter
    def start_up_fits(self, arg0: bool) -> None:
        ...
class PolicyIgnore:
    """
    A limit that may be missed, or a rule of lint that may be broken, until a day.
    """
    __hash__: typing.ClassVar[None] = None
    place: PolicyPlace
    reason: str
    def __copy__(self) -> PolicyIgnore:
        ...
    def __deepcopy__(self, memo: dict) -> PolicyIgnore:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, limit: str = ..., reason: str = ..., until: str = ..., place: PolicyPlace = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def limit(self) -> str:
        """
        a limit's name, or the id of a rule
        """
    @limit.setter
    def limit(self, arg0: str) -> None:
        ...
    @property
    def until(self) -> str:
        """
        "2026-12-31", that day included
        """
    @until.setter
    def until(self, arg0: str) -> None:
        ...
class Policy:
    """
    """
    __hash__: typing.ClassVar[None] = None
    file: str
    ignores: list[PolicyIgnore]
    limits: PolicyLimits
    def __copy__(self) -> Policy:
        ...
    def __deepcopy__(self, memo: dict) -> Policy:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, file: str = ..., question: Question = ..., files: list[str] = ..., limits: PolicyLimits = ..., ignores: list[PolicyIgnore] = ..., limit_lines: list[tuple[str, int]] = ..., input_lines: dict[str, int] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def place_of(self, limit: str) -> PolicyPlace:
        ...
    @property
    def files(self) -> list[str]:
        """
        Files of the deployment (policy_files.hpp): what they start is what is planned.
        """
    @files.setter
    def files(self, arg0: list[str]) -> None:
        ...
    @property
    def input_lines(self) -> dict[str, int]:
        """
        Where each input stands, by its option: "--util", "--kv-cache-dtype", "--service postgres".
        """
    @input_lines.setter
    def input_lines(self, arg0: dict[str, int]) -> None:
        ...
    @property
    def limit_lines(self) -> list[tuple[str, int]]:
        """
        line of each limit that is set
        """
    @limit_lines.setter
    def limit_lines(self, arg0: list[tuple[str, int]]) -> None:
        ...
    @property
    def question(self) -> Question:
        """
        the model, boxes, services and engine options
        """
    @question.setter
    def question(self, arg0: Question) -> None:
        ...
class PolicyFiles:
    """
    """
    __hash__: typing.ClassVar[None] = None
    lint: list[Finding]
    def __copy__(self) -> PolicyFiles:
        ...
    def __deepcopy__(self, memo: dict) -> PolicyFiles:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, question: Question = ..., starts: list[str] = ..., differences: list[Finding] = ..., lint: list[Finding] = ..., files: int = ..., places: dict[str, PolicyPlace] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def place_of(self, option: str) -> PolicyPlace | None:
        """
        Where a change of that option is to be made; nothing where that is not known.
        """
    @property
    def differences(self) -> list[Finding]:
        """
        rule "policy-differs", at the file's line
        """
    @differences.setter
    def differences(self, arg0: list[Finding]) -> None:
        ...
    @property
    def files(self) -> int:
        """
        that were read; 0: lint judged the policy's own options
        """
    @files.setter
    def files(self, arg0: int) -> None:
        ...
    @property
    def places(self) -> dict[str, PolicyPlace]:
        """
        Where an input of the plan stands, by its option ("--util").
        """
    @places.setter
    def places(self, arg0: dict[str, PolicyPlace]) -> None:
        ...
    @property
    def question(self) -> Question:
        """
        What to plan: the policy's model, boxes and services; the options of the engine from the files
        where one of them starts it, else from the policy; over both what was given beside it.
        """
    @question.setter
    def question(self, arg0: Question) -> None:
        ...
    @property
    def starts(self) -> list[str]:
        """
        where an engine is started: "compose.yaml:3"
        """
    @starts.setter
    def starts(self, arg0: list[str]) -> None:
        ...
class LimitResult:
    """
    """
    __hash__: typing.ClassVar[None] = None
    place: PolicyPlace
    required: int | str | list[str]
    state: LimitState
    def __copy__(self) -> LimitResult:
        ...
    def __deepcopy__(self, memo: dict) -> LimitResult:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., state: LimitState = ..., required: int | str | list[str] = ..., found: int | str | list[str] | None = ..., place: PolicyPlace = ..., text: str = ..., smallest_change: str | None = ..., change_place: PolicyPlace | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def met(self) -> bool:
        ...
    @property
    def change_place(self) -> PolicyPlace | None:
        """
        Where that change is to be made: the line of the input in the policy, or of the option in the
        file that starts the engine; nothing where it stands in neither.
        """
    @change_place.setter
    def change_place(self, arg0: PolicyPlace | None) -> None:
        ...
    @property
    def found(self) -> int | str | list[str] | None:
        """
        nothing: cannot be known
        """
    @found.setter
    def found(self, arg0: int | str | list[str] | None) -> None:
        ...
    @property
    def id(self) -> str:
        """
        its name in the policy
        """
    @id.setter
    def id(self, arg0: str) -> None:
        ...
    @property
    def smallest_change(self) -> str | None:
        """
        what would meet it; nothing where met
        """
    @smallest_change.setter
    def smallest_change(self, arg0: str | None) -> None:
        ...
    @property
    def text(self) -> str:
        """
        one sentence for people
        """
    @text.setter
    def text(self, arg0: str) -> None:
        ...
class Check:
    """
    """
    __hash__: typing.ClassVar[None] = None
    limits: list[LimitResult]
    policy: Policy
    report: Report
    def __copy__(self) -> Check:
        ...
    def __deepcopy__(self, memo: dict) -> Check:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, policy: Policy = ..., report: Report = ..., limits: list[LimitResult] = ..., findings: list[Finding] = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        Text for a terminal; JSON by the contract; a Markdown table for a job's summary; a page that
        stands alone.
        """
    def _repr_markdown_(self) -> str:
        """
        render_markdown() of it.
        """
    def exit_code(self) -> int:
        """
        0, 1 or 4 by the contract.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_html(self) -> str:
        """
        render_html() of it.
        """
    def to_json(self) -> str:
        """
        render_json() of it.
        """
    def to_markdown(self) -> str:
        """
        render_markdown() of it.
        """
    def verdict(self) -> Verdict:
        """
        fail where a limit is missed; else unjudged where one is.
        """
    @property
    def findings(self) -> list[Finding]:
        """
        In the deployment's files, each at its own line: lint's, and where a file says another thing
        than the policy (rule "policy-differs"). Without those that are ignored.
        """
    @findings.setter
    def findings(self, arg0: list[Finding]) -> None:
        ...
    @property
    def notes(self) -> list[str]:
        """
        ignores that are over, or that nothing needs
        """
    @notes.setter
    def notes(self, arg0: list[str]) -> None:
        ...
class CopyFigures:
    """
    What is not in a copy's answer stays empty.
    """
    __hash__: typing.ClassVar[None] = None
    generation_tokens_total: float | None
    inter_token_latency: Histogram | None
    max_concurrency: float | None
    num_blocks: Blocks | None
    num_preemptions_total: float | None
    num_requests_running: float | None
    num_requests_waiting: float | None
    prefix_cache_hits_total: float | None
    prompt_tokens_total: float | None
    requests_finished_total: float | None
    spec_decode_num_accepted_tokens_total: float | None
    spec_decode_num_draft_tokens_total: float | None
    spec_decode_num_drafts_total: float | None
    time_to_first_token: Histogram | None
    def __copy__(self) -> CopyFigures:
        ...
    def __deepcopy__(self, memo: dict) -> CopyFigures:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, num_requests_running: float | None = ..., num_requests_waiting: float | None = ..., kv_cache_usage_perc: float | None = ..., kv_cache_usage_max: float | None = ..., generation_tokens_total: float | None = ..., prompt_tokens_total: float | None = ..., num_preemptions_total: float | None = ..., prefix_cache_queries_total: float | None = ..., prefix_cache_hits_total: float | None = ..., requests_finished_total: float | None = ..., spec_decode_num_drafts_total: float | None = ..., spec_decode_num_draft_tokens_total: float | None = ..., spec_decode_num_accepted_tokens_total: float | None = ..., kv_cache_tokens: Tokens | None = ..., num_blocks: Blocks | None = ..., max_concurrency: float | None = ..., time_to_first_token: Histogram | None = ..., inter_token_latency: Histogram | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def draft_acceptance(self) -> float | None:
        ...
    def prefix_cache_hit_rate(self) -> float | None:
        ...
    @property
    def kv_cache_tokens(self) -> Tokens | None:
        """
        as the engine reports them
        """
    @kv_cache_tokens.setter
    def kv_cache_tokens(self, arg0: Tokens | None) -> None:
        ...
    @property
    def kv_cache_usage_max(self) -> float | None:
        """
        of the fullest engine
        """
    @kv_cache_usage_max.setter
    def kv_cache_usage_max(self, arg0: float | None) -> None:
        ...
    @property
    def kv_cache_usage_perc(self) -> float | None:
        """
        0…1 of the blocks that requests may take
        """
    @kv_cache_usage_perc.setter
    def kv_cache_usage_perc(self, arg0: float | None) -> None:
        ...
    @property
    def prefix_cache_queries_total(self) -> float | None:
        """
        tokens
        """
    @prefix_cache_queries_total.setter
    def prefix_cache_queries_total(self, arg0: float | None) -> None:
        ...
class CopyStatus:
    """
    """
    __hash__: typing.ClassVar[None] = None
    figures: CopyFigures
    model: str
    notes: list[str]
    up: bool
    url: str
    def __copy__(self) -> CopyStatus:
        ...
    def __deepcopy__(self, memo: dict) -> CopyStatus:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, url: str = ..., up: bool = ..., error: str = ..., model: str = ..., start_time: float | None = ..., figures: CopyFigures = ..., restarted: bool = ..., several_behind: bool = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def error(self) -> str:
        """
        why it is not up
        """
    @error.setter
    def error(self, arg0: str) -> None:
        ...
    @property
    def restarted(self) -> bool:
        """
        between two readings
        """
    @restarted.setter
    def restarted(self, arg0: bool) -> None:
        ...
    @property
    def several_behind(self) -> bool:
        """
        answers alternate: a proxy, not a copy
        """
    @several_behind.setter
    def several_behind(self, arg0: bool) -> None:
        ...
    @property
    def start_time(self) -> float | None:
        """
        unix seconds, of its API server
        """
    @start_time.setter
    def start_time(self, arg0: float | None) -> None:
        ...
class FleetStatus:
    """
    """
    __hash__: typing.ClassVar[None] = None
    copies: list[CopyStatus]
    notes: list[str]
    total: CopyFigures
    def __copy__(self) -> FleetStatus:
        ...
    def __deepcopy__(self, memo: dict) -> FleetStatus:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, copies: list[CopyStatus] = ..., total: CopyFigures = ..., planned_tokens: Tokens | None = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        render_text() of it.
        """
    def _repr_markdown_(self) -> str:
        """
        render_markdown() of it.
        """
    def all_up(self) -> bool:
        ...
    def to_csv(self) -> str:
        """
        A row a copy, without the total: a table adds by itself.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_html(self) -> str:
        """
        render_html() of it.
        """
    def to_json(self) -> str:
        """
        Contract: JSON of metrics.
        """
    def to_markdown(self) -> str:
        """
        render_markdown() of it.
        """
    @property
    def planned_tokens(self) -> Tokens | None:
        """
        Cache of one copy by the plan, where there is one.
        """
    @planned_tokens.setter
    def planned_tokens(self, arg0: Tokens | None) -> None:
        ...
class EngineCommand:
    """
    The command line of an engine's server. Values of keys and tokens are struck out.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> EngineCommand:
        ...
    def __deepcopy__(self, memo: dict) -> EngineCommand:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, where: str = ..., words: list[str] = ..., line: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def line(self) -> str:
        """
        the same, quoted for a shell
        """
    @line.setter
    def line(self, arg0: str) -> None:
        ...
    @property
    def where(self) -> str:
        """
        "pid 1234", or the file it was saved in
        """
    @where.setter
    def where(self, arg0: str) -> None:
        ...
    @property
    def words(self) -> list[str]:
        """
        as the kernel gives them
        """
    @words.setter
    def words(self, arg0: list[str]) -> None:
        ...
class BoxSnapshot:
    """
    """
    __hash__: typing.ClassVar[None] = None
    engines: list[EngineCommand]
    def __copy__(self) -> BoxSnapshot:
        ...
    def __deepcopy__(self, memo: dict) -> BoxSnapshot:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, engines: list[EngineCommand] = ..., evidence: CalibrationInput = ..., has_gpu: bool | None = ..., silent: list[str] = ..., skipped: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def evidence(self) -> CalibrationInput:
        """
        meminfo, /metrics, start-up logs
        """
    @evidence.setter
    def evidence(self, arg0: CalibrationInput) -> None:
        ...
    @property
    def has_gpu(self) -> bool | None:
        """
        nothing: not looked at; saved as a file `gpu`, none or some
        """
    @has_gpu.setter
    def has_gpu(self, arg0: bool | None) -> None:
        ...
    @property
    def silent(self) -> list[str]:
        """
        /metrics that did not answer, with the reason
        """
    @silent.setter
    def silent(self, arg0: list[str]) -> None:
        ...
    @property
    def skipped(self) -> list[str]:
        """
        files of the folder that are nothing known
        """
    @skipped.setter
    def skipped(self, arg0: list[str]) -> None:
        ...
class DoctorFinding:
    """
    """
    __hash__: typing.ClassVar[None] = None
    declared: str | None
    planned: str | None
    running: str | None
    severity: Severity
    text: str
    def __copy__(self) -> DoctorFinding:
        ...
    def __deepcopy__(self, memo: dict) -> DoctorFinding:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., severity: Severity = ..., declared: str | None = ..., running: str | None = ..., planned: str | None = ..., bytes: Bytes | None = ..., text: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Bytes | None:
        """
        what the difference costs
        """
    @bytes.setter
    def bytes(self, arg0: Bytes | None) -> None:
        ...
    @property
    def id(self) -> str:
        """
        an option's name, or what is wrong: memory_available, utilization_sum, …
        """
    @id.setter
    def id(self, arg0: str) -> None:
        ...
class EmitOptions:
    """
    What a plan does not know: addresses, ports, names, and how long things take here.
    """
    __hash__: typing.ClassVar[None] = None
    config_dir: str
    drain_seconds: int
    key_file: str
    memory_floor: Bytes
    proxy: ProxyKind
    run_dir: str
    split_backend: SplitBackend
    tool_threshold: float
    vllm: str
    def __copy__(self) -> EmitOptions:
        ...
    def __deepcopy__(self, memo: dict) -> EmitOptions:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, proxy: ProxyKind = ..., split_backend: SplitBackend = ..., layout: str | None = ..., cap: int | None = ..., pin_cache_bytes: bool = ..., addresses: list[str] = ..., listen: str = ..., status: str = ..., allow_public: bool = ..., port: int = ..., copy_port: int = ..., status_port: int = ..., master_port: int = ..., interface: str = ..., paths: list[str] = ..., serve_model: str = ..., served_model_name: str = ..., vllm: str = ..., image: str = ..., user: str = ..., config_dir: str = ..., run_dir: str = ..., key_file: str = ..., start_seconds: int | None = ..., prefill_tok_s: int | None = ..., answer_seconds: int = ..., queue_seconds: int = ..., drain_seconds: int = ..., nginx_ban_seconds: int = ..., tool_threshold: float = ..., memory_floor: Bytes = ..., old_units: list[str] = ..., serve_args: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def addresses(self) -> list[str]:
        """
        one private address a box
        """
    @addresses.setter
    def addresses(self, arg0: list[str]) -> None:
        ...
    @property
    def allow_public(self) -> bool:
        """
        listens that are not local or private
        """
    @allow_public.setter
    def allow_public(self, arg0: bool) -> None:
        ...
    @property
    def answer_seconds(self) -> int:
        """
        longest answer that is not streamed
        """
    @answer_seconds.setter
    def answer_seconds(self, arg0: int) -> None:
        ...
    @property
    def cap(self) -> int | None:
        """
        requests in flight per copy; nothing: max_num_seqs
        """
    @cap.setter
    def cap(self, arg0: int | None) -> None:
        ...
    @property
    def copy_port(self) -> int:
        """
        of the first copy; the next ones follow
        """
    @copy_port.setter
    def copy_port(self, arg0: int) -> None:
        ...
    @property
    def image(self) -> str:
        """
        empty: vllm/vllm-openai of the plan's release
        """
    @image.setter
    def image(self, arg0: str) -> None:
        ...
    @property
    def interface(self) -> str:
        """
        of the link between the boxes, for NCCL
        """
    @interface.setter
    def interface(self, arg0: str) -> None:
        ...
    @property
    def layout(self) -> str | None:
        """
        family or id; nothing: the recommended one
        """
    @layout.setter
    def layout(self, arg0: str | None) -> None:
        ...
    @property
    def listen(self) -> str:
        """
        of the proxy
        """
    @listen.setter
    def listen(self, arg0: str) -> None:
        ...
    @property
    def master_port(self) -> int:
        """
        where the ranks of a split meet
        """
    @master_port.setter
    def master_port(self, arg0: int) -> None:
        ...
    @property
    def nginx_ban_seconds(self) -> int:
        """
        0: none
        """
    @nginx_ban_seconds.setter
    def nginx_ban_seconds(self, arg0: int) -> None:
        ...
    @property
    def old_units(self) -> list[str]:
        """
        UNIT or UNIT@BOX, in the order to stop them
        """
    @old_units.setter
    def old_units(self, arg0: list[str]) -> None:
        ...
    @property
    def paths(self) -> list[str]:
        """
        beside those that clients of a chat model need
        """
    @paths.setter
    def paths(self, arg0: list[str]) -> None:
        ...
    @property
    def pin_cache_bytes(self) -> bool:
        """
        the cache in bytes in place of the utilization
        """
    @pin_cache_bytes.setter
    def pin_cache_bytes(self, arg0: bool) -> None:
        ...
    @property
    def port(self) -> int:
        """
        of the proxy
        """
    @port.setter
    def port(self, arg0: int) -> None:
        ...
    @property
    def prefill_tok_s(self) -> int | None:
        """
        nothing: the slowest measured on a GB10
        """
    @prefill_tok_s.setter
    def prefill_tok_s(self, arg0: int | None) -> None:
        ...
    @property
    def queue_seconds(self) -> int:
        """
        a client's patience
        """
    @queue_seconds.setter
    def queue_seconds(self, arg0: int) -> None:
        ...
    @property
    def serve_args(self) -> list[str]:
        """
        further options of `vllm serve`
        """
    @serve_args.setter
    def serve_args(self, arg0: list[str]) -> None:
        ...
    @property
    def serve_model(self) -> str:
        """
        what `vllm serve` is given; empty: by the plan's name
        """
    @serve_model.setter
    def serve_model(self, arg0: str) -> None:
        ...
    @property
    def served_model_name(self) -> str:
        """
        what clients ask for; empty: the same
        """
    @served_model_name.setter
    def served_model_name(self, arg0: str) -> None:
        ...
    @property
    def start_seconds(self) -> int | None:
        """
        nothing: the plan's
        """
    @start_seconds.setter
    def start_seconds(self, arg0: int | None) -> None:
        ...
    @property
    def status(self) -> str:
        """
        of its own metrics
        """
    @status.setter
    def status(self, arg0: str) -> None:
        ...
    @property
    def status_port(self) -> int:
        """
        of the proxy's own metrics
        """
    @status_port.setter
    def status_port(self, arg0: int) -> None:
        ...
    @property
    def user(self) -> str:
        """
        whom the copies run as
        """
    @user.setter
    def user(self, arg0: str) -> None:
        ...
class EmittedFile:
    """
    """
    __hash__: typing.ClassVar[None] = None
    mode: int
    text: str
    def __copy__(self) -> EmittedFile:
        ...
    def __deepcopy__(self, memo: dict) -> EmittedFile:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, path: str = ..., mode: int = ..., text: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def path(self) -> str:
        """
        below the folder: letters, digits, dots, dashes, slashes
        """
    @path.setter
    def path(self, arg0: str) -> None:
        ...
class SourcedBytes:
    """
    A value and where it comes from, for the comment beside it.
    """
    __hash__: typing.ClassVar[None] = None
    source: str
    value: Bytes
    def __copy__(self) -> SourcedBytes:
        ...
    def __deepcopy__(self, memo: dict) -> SourcedBytes:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, value: Bytes = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class SourcedNumber:
    """
    A value and where it comes from, for the comment beside it.
    """
    __hash__: typing.ClassVar[None] = None
    source: str
    value: float
    def __copy__(self) -> SourcedNumber:
        ...
    def __deepcopy__(self, memo: dict) -> SourcedNumber:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, value: float = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class SourcedInteger:
    """
    A value and where it comes from, for the comment beside it.
    """
    __hash__: typing.ClassVar[None] = None
    source: str
    value: int
    def __copy__(self) -> SourcedInteger:
        ...
    def __deepcopy__(self, memo: dict) -> SourcedInteger:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, value: int = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class SourcedText:
    """
    A value and where it comes from, for the comment beside it.
    """
    __hash__: typing.ClassVar[None] = None
    source: str
    value: str
    def __copy__(self) -> SourcedText:
        ...
    def __deepcopy__(self, memo: dict) -> SourcedText:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, value: str = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class DeployedBox:
    """
    """
    __hash__: typing.ClassVar[None] = None
    name: str
    services: list[tuple[str, Bytes]]
    total: Bytes
    utilization: SourcedNumber
    def __copy__(self) -> DeployedBox:
        ...
    def __deepcopy__(self, memo: dict) -> DeployedBox:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., address: str = ..., utilization: SourcedNumber = ..., total: Bytes = ..., services: list[tuple[str, Bytes]] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def address(self) -> str:
        """
        127.0.0.1 for the box of the proxy when nobody else must reach it
        """
    @address.setter
    def address(self, arg0: str) -> None:
        ...
class DeployedNode:
    """
    One process of a copy: the whole copy, or its ranks on one of several boxes.
    """
    __hash__: typing.ClassVar[None] = None
    rank: int
    def __copy__(self) -> DeployedNode:
        ...
    def __deepcopy__(self, memo: dict) -> DeployedNode:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., box: int = ..., rank: int = ..., free_at_start: SourcedBytes = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def box(self) -> int:
        """
        index into boxes
        """
    @box.setter
    def box(self, arg0: int) -> None:
        ...
    @property
    def free_at_start(self) -> SourcedBytes:
        """
        what the engine's own check asks for
        """
    @free_at_start.setter
    def free_at_start(self, arg0: SourcedBytes) -> None:
        ...
    @property
    def id(self) -> str:
        """
        "1"; "1-node-2" for the second box of copy 1
        """
    @id.setter
    def id(self, arg0: str) -> None:
        ...
class DeployedCopy:
    """
    """
    __hash__: typing.ClassVar[None] = None
    nodes: list[DeployedNode]
    number: int
    port: int
    tokens: Tokens
    def __copy__(self) -> DeployedCopy:
        ...
    def __deepcopy__(self, memo: dict) -> DeployedCopy:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, number: int = ..., listen: str = ..., port: int = ..., nodes: list[DeployedNode] = ..., cache_bytes: SourcedBytes = ..., tokens: Tokens = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def cache_bytes(self) -> SourcedBytes:
        """
        a rank
        """
    @cache_bytes.setter
    def cache_bytes(self, arg0: SourcedBytes) -> None:
        ...
    @property
    def listen(self) -> str:
        """
        of its head
        """
    @listen.setter
    def listen(self, arg0: str) -> None:
        ...
class Deployment:
    """
    Everything that the files say, checked: hosts, ports and paths hold no character that any of
    the formats could take for its own.
    """
    __hash__: typing.ClassVar[None] = None
    boxes: list[DeployedBox]
    cap: SourcedInteger
    copies: list[DeployedCopy]
    image: str
    kv_cache_dtype: SourcedText
    largest_request: Tokens
    layout_id: str
    max_model_len: SourcedText
    max_num_batched_tokens: SourcedInteger
    max_num_seqs: SourcedInteger
    options: EmitOptions
    pipeline_parallel: int
    start_seconds: SourcedInteger
    tensor_parallel: int
    def __copy__(self) -> Deployment:
        ...
    def __deepcopy__(self, memo: dict) -> Deployment:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, options: EmitOptions = ..., plan_text: str = ..., layout_id: str = ..., engine: str = ..., drains: bool = ..., queue_limit: bool = ..., model: str = ..., served_name: str = ..., image: str = ..., cap: SourcedInteger = ..., max_num_seqs: SourcedInteger = ..., max_model_len: SourcedText = ..., kv_cache_dtype: SourcedText = ..., max_num_batched_tokens: SourcedInteger = ..., arguments: list[str] = ..., tensor_parallel: int = ..., pipeline_parallel: int = ..., boxes: list[DeployedBox] = ..., copies: list[DeployedCopy] = ..., largest_request: Tokens = ..., start_seconds: SourcedInteger = ..., first_token_seconds: SourcedInteger = ..., read_seconds: SourcedInteger = ..., notes: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def arguments(self) -> list[str]:
        """
        other options of the engine, as --name=value
        """
    @arguments.setter
    def arguments(self, arg0: list[str]) -> None:
        ...
    @property
    def drains(self) -> bool:
        """
        the release knows --shutdown-timeout
        """
    @drains.setter
    def drains(self, arg0: bool) -> None:
        ...
    @property
    def engine(self) -> str:
        """
        "vllm 0.33"
        """
    @engine.setter
    def engine(self, arg0: str) -> None:
        ...
    @property
    def first_token_seconds(self) -> SourcedInteger:
        """
        until everything that the cache holds is read
        """
    @first_token_seconds.setter
    def first_token_seconds(self, arg0: SourcedInteger) -> None:
        ...
    @property
    def model(self) -> str:
        """
        what `vllm serve` is given
        """
    @model.setter
    def model(self, arg0: str) -> None:
        ...
    @property
    def notes(self) -> list[str]:
        """
        what was assumed and is worth a look
        """
    @notes.setter
    def notes(self, arg0: list[str]) -> None:
        ...
    @property
    def plan_text(self) -> str:
        """
        its JSON, for the folder's own record
        """
    @plan_text.setter
    def plan_text(self, arg0: str) -> None:
        ...
    @property
    def queue_limit(self) -> bool:
        """
        the release knows --max-num-queued-reqs
        """
    @queue_limit.setter
    def queue_limit(self, arg0: bool) -> None:
        ...
    @property
    def read_seconds(self) -> SourcedInteger:
        """
        the proxy's patience with a silent copy
        """
    @read_seconds.setter
    def read_seconds(self, arg0: SourcedInteger) -> None:
        ...
    @property
    def served_name(self) -> str:
        """
        what clients ask for
        """
    @served_name.setter
    def served_name(self, arg0: str) -> None:
        ...
class Family:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> Family:
        ...
    def __deepcopy__(self, memo: dict) -> Family:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., model_types: list[str] = ..., covers: str = ...) -> None:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def covers(self) -> str:
        """
        one line for `kvplan models`
        """
    @covers.setter
    def covers(self, arg0: str) -> None:
        ...
    @property
    def model_types(self) -> list[str]:
        """
        config.json "model_type" values
        """
    @property
    def name(self) -> str:
        """
        "llama"
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
class BoxFit:
    """
    Shares are in hundredths, rounded down: what is named fits.
    """
    __hash__: typing.ClassVar[None] = None
    box: str
    headroom: Bytes
    safer: SizeBy
    services: Bytes
    total: Bytes
    unified: bool
    def __copy__(self) -> BoxFit:
        ...
    def __deepcopy__(self, memo: dict) -> BoxFit:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, box: str = ..., total: Bytes = ..., unified: bool = ..., services: Bytes = ..., headroom: Bytes = ..., outside: Band = ..., pinned: Bytes = ..., page_cache: Bytes = ..., most: float = ..., most_if_pushed_out: float = ..., most_at_high: float = ..., starts: float = ..., least: float | None = ..., utilization: float | None = ..., kv_cache_memory: Bytes | None = ..., safer: SizeBy = ..., reason: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def kv_cache_memory(self) -> Bytes | None:
        """
        whole blocks that fit at the high end of other use
        """
    @kv_cache_memory.setter
    def kv_cache_memory(self, arg0: Bytes | None) -> None:
        ...
    @property
    def least(self) -> float | None:
        """
        that the need asks for; nothing: no share holds it
        """
    @least.setter
    def least(self, arg0: float | None) -> None:
        ...
    @property
    def most(self) -> float:
        """
        that services, headroom and page cache leave
        """
    @most.setter
    def most(self, arg0: float) -> None:
        ...
    @property
    def most_at_high(self) -> float:
        """
        the same as `most` with what is outside at its high end
        """
    @most_at_high.setter
    def most_at_high(self, arg0: float) -> None:
        ...
    @property
    def most_if_pushed_out(self) -> float:
        """
        the same where services may push the page cache out
        """
    @most_if_pushed_out.setter
    def most_if_pushed_out(self, arg0: float) -> None:
        ...
    @property
    def outside(self) -> Band:
        """
        system and engine outside the budget
        """
    @outside.setter
    def outside(self, arg0: Band) -> None:
        ...
    @property
    def page_cache(self) -> Bytes:
        """
        of the model's mapped files, which serving wants to keep
        """
    @page_cache.setter
    def page_cache(self, arg0: Bytes) -> None:
        ...
    @property
    def pinned(self) -> Bytes:
        """
        parts of the model on the host
        """
    @pinned.setter
    def pinned(self, arg0: Bytes) -> None:
        ...
    @property
    def reason(self) -> str:
        """
        why that is safer here
        """
    @reason.setter
    def reason(self, arg0: str) -> None:
        ...
    @property
    def starts(self) -> float:
        """
        that the check of free memory lets in, likely
        """
    @starts.setter
    def starts(self, arg0: float) -> None:
        ...
    @property
    def utilization(self) -> float | None:
        """
        The answer: the smaller of most (on a card of its own most_at_high) and starts.
        """
    @utilization.setter
    def utilization(self, arg0: float | None) -> None:
        ...
class Fit:
    """
    """
    __hash__: typing.ClassVar[None] = None
    boxes: list[BoxFit]
    def __copy__(self) -> Fit:
        ...
    def __deepcopy__(self, memo: dict) -> Fit:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, request: PlanRequest = ..., layout: LayoutPlan = ..., boxes: list[BoxFit] = ..., met: bool = ..., met_by_bytes: bool = ..., lacking: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        render_text() of it.
        """
    def _repr_markdown_(self) -> str:
        """
        render_markdown() of it.
        """
    def to_csv(self) -> str:
        """
        A row a box.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_html(self) -> str:
        """
        render_html() of it.
        """
    def to_json(self) -> str:
        """
        render_json() of it.
        """
    def to_markdown(self) -> str:
        """
        render_markdown() of it.
        """
    @property
    def lacking(self) -> str:
        """
        what is short where it is not met
        """
    @lacking.setter
    def lacking(self, arg0: str) -> None:
        ...
    @property
    def layout(self) -> LayoutPlan:
        """
        at those shares
        """
    @layout.setter
    def layout(self, arg0: LayoutPlan) -> None:
        ...
    @property
    def met(self) -> bool:
        """
        starts, holds the need, and leaves services and headroom their memory
        """
    @met.setter
    def met(self, arg0: bool) -> None:
        ...
    @property
    def met_by_bytes(self) -> bool:
        """
        The cache in bytes as named holds the need too.
        """
    @met_by_bytes.setter
    def met_by_bytes(self, arg0: bool) -> None:
        ...
    @property
    def request(self) -> PlanRequest:
        """
        with the shares found
        """
    @request.setter
    def request(self, arg0: PlanRequest) -> None:
        ...
class Percentiles:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __eq__(self, arg0: Percentiles) -> bool:
        ...
    def __getstate__(self) -> tuple:
        ...
    @typing.overload
    def __init__(self) -> None:
        ...
    @typing.overload
    def __init__(self, state: PercentilesState) -> None:
        """
        Raises kvplan.Error (invalid) for a state that none of them has
        """
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple) -> None:
        ...
    @typing.overload
    def add(self, value: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @typing.overload
    def add(self, value: typing.SupportsInt | typing.SupportsIndex, times: typing.SupportsInt | typing.SupportsIndex) -> None:
        """
        The same value so many times. Many at once go to the buckets.
        """
    def add_all(self, other: Percentiles) -> None:
        """
        All of another stream's values too.
        """
    def at(self, share: typing.SupportsFloat | typing.SupportsIndex) -> float | None:
        """
        share  0.95 for p95. Between two values linearly, as numpy does.
        """
    def count(self) -> int:
        ...
    def exact(self) -> bool:
        ...
    def max(self) -> int | None:
        ...
    def mean(self) -> float | None:
        ...
    def state(self) -> PercentilesState:
        ...
class PercentilesState:
    """
    All that it holds: the values, sorted, while they are exact; else counts by bucket.
    """
    __hash__: typing.ClassVar[None] = None
    buckets: list[int]
    count: int
    max: int
    sum: float
    values: list[int]
    def __copy__(self) -> PercentilesState:
        ...
    def __deepcopy__(self, memo: dict) -> PercentilesState:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, values: list[int] = ..., buckets: list[int] = ..., count: int = ..., sum: float = ..., max: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class StepLoad:
    """
    What one step computes.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> StepLoad:
        ...
    def __deepcopy__(self, memo: dict) -> StepLoad:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, tokens: int = ..., decoding: int = ..., context: int = ..., prefill_attention: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def context(self) -> int:
        """
        tokens whose cache those requests read
        """
    @context.setter
    def context(self, arg0: int) -> None:
        ...
    @property
    def decoding(self) -> int:
        """
        requests that generate
        """
    @decoding.setter
    def decoding(self, arg0: int) -> None:
        ...
    @property
    def prefill_attention(self) -> int:
        """
        Σ prompt tokens × tokens before them
        """
    @prefill_attention.setter
    def prefill_attention(self, arg0: int) -> None:
        ...
    @property
    def tokens(self) -> int:
        """
        of prompts and of answers
        """
    @tokens.setter
    def tokens(self, arg0: int) -> None:
        ...
class StepTime:
    """
    fixed + max(weights[tokens], per_token × tokens) + per_request × decoding +
    per_context × context + per_attention × prefill_attention, all in picoseconds.
    """
    __hash__: typing.ClassVar[None] = None
    fixed: int
    per_attention: int
    per_context: int
    per_request: int
    per_token: int
    def __copy__(self) -> StepTime:
        ...
    def __deepcopy__(self, memo: dict) -> StepTime:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, fixed: int = ..., per_token: int = ..., per_request: int = ..., per_context: int = ..., per_attention: int = ..., weights: list[int] = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def of(self, load: StepLoad) -> int:
        """
        Saturates at longest_ps.
        """
    @property
    def source(self) -> str:
        """
        "calibrated: …", "roofline: …", "given"
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
    @property
    def weights(self) -> list[int]:
        """
        Reading the weights for 0, 1, 2, … tokens; the last one stands for more. A mixture of experts
        reads more of them the more tokens there are.
        """
    @weights.setter
    def weights(self, arg0: list[int]) -> None:
        ...
class ClosedLoopPoint:
    """
    One measured point: so many requests in flight all the time, the next begins as one ends.
    """
    __hash__: typing.ClassVar[None] = None
    concurrency: int
    duration_s: float
    requests: int
    def __copy__(self) -> ClosedLoopPoint:
        ...
    def __deepcopy__(self, memo: dict) -> ClosedLoopPoint:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, concurrency: int = ..., requests: int = ..., input_tokens: int = ..., output_tokens: int = ..., duration_s: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def input_tokens(self) -> int:
        """
        of each request
        """
    @input_tokens.setter
    def input_tokens(self, arg0: int) -> None:
        ...
    @property
    def output_tokens(self) -> int:
        """
        of each request
        """
    @output_tokens.setter
    def output_tokens(self, arg0: int) -> None:
        ...
class Roofline:
    """
    What a roofline needs to know beside the plan.
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> Roofline:
        ...
    def __deepcopy__(self, memo: dict) -> Roofline:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, prefill_tokens_per_s: float = ..., all_reduce_s: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def all_reduce_s(self) -> float:
        """
        Seconds of one all-reduce over boxes (below 0: the default).
        """
    @all_reduce_s.setter
    def all_reduce_s(self, arg0: float) -> None:
        ...
    @property
    def prefill_tokens_per_s(self) -> float:
        """
        Prompt tokens a second of one copy where nothing else binds; 0: from the device's peak.
        """
    @prefill_tokens_per_s.setter
    def prefill_tokens_per_s(self, arg0: float) -> None:
        ...
class Arrival:
    """
    One request as it arrives.
    """
    __hash__: typing.ClassVar[None] = None
    hash_block: int
    def __copy__(self) -> Arrival:
        ...
    def __deepcopy__(self, memo: dict) -> Arrival:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, at_ps: int = ..., in_: int = ..., out: int = ..., session: int = ..., hashes: list[int] = ..., hash_block: int = ..., is_long: bool = ...) -> None:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def at_ps(self) -> int:
        """
        picoseconds since the first one
        """
    @at_ps.setter
    def at_ps(self, arg0: int) -> None:
        ...
    @property
    def hashes(self) -> list[int]:
        """
        Names of the prompt's pieces of `hash_block` tokens, the last may be shorter. Two prompts
        whose first k names are equal begin with the same k pieces.
        """
    @property
    def in_(self) -> int:
        """
        prompt tokens
        """
    @in_.setter
    def in_(self, arg0: int) -> None:
        ...
    @property
    def is_long(self) -> bool:
        """
        of a generator's long class
        """
    @is_long.setter
    def is_long(self, arg0: bool) -> None:
        ...
    @property
    def out(self) -> int:
        """
        tokens of the answer
        """
    @out.setter
    def out(self, arg0: int) -> None:
        ...
    @property
    def session(self) -> int:
        """
        0: none
        """
    @session.setter
    def session(self, arg0: int) -> None:
        ...
class ArrivalSource:
    """
    Where requests come from, in order of time.
    """
    def __iter__(self) -> typing.Any:
        ...
    def __next__(self) -> Arrival:
        ...
    def clients(self) -> int:
        """
        So many clients, each of which sends its next request when its last one is answered; 0: times
        are the arrivals' own.
        """
    def next(self) -> Arrival | None:
        """
        The next one; nothing at the end. Its spans live until the source does.
        """
    def think_ps(self) -> int:
        """
        What a client does between an answer and its next request.
        """
class TraceOptions:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> TraceOptions:
        ...
    def __deepcopy__(self, memo: dict) -> TraceOptions:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, columns: dict[str, str] = ..., hash_block: int = ..., speed: float = ..., limit: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def columns(self) -> dict[str, str]:
        """
        The column of a file for one of t, in, out, session, hash_ids.
        """
    @columns.setter
    def columns(self, arg0: dict[str, str]) -> None:
        ...
    @property
    def hash_block(self) -> int:
        """
        tokens of one of hash_ids; 0: the format's own
        """
    @hash_block.setter
    def hash_block(self, arg0: int) -> None:
        ...
    @property
    def limit(self) -> int:
        """
        only so many of the first; 0: all
        """
    @limit.setter
    def limit(self, arg0: int) -> None:
        ...
    @property
    def speed(self) -> float:
        """
        2: the same requests in half the time
        """
    @speed.setter
    def speed(self, arg0: float) -> None:
        ...
class Trace:
    """
    A whole trace, sorted by time; the first request arrives at 0.
    """
    def __getitem__(self, i: typing.SupportsInt | typing.SupportsIndex) -> Arrival:
        ...
    def __len__(self) -> int:
        ...
    def format(self) -> str:
        ...
    def has_hashes(self) -> bool:
        ...
    def has_sessions(self) -> bool:
        ...
    def seconds(self) -> float:
        ...
    def size(self) -> int:
        ...
    def skipped(self) -> int:
        """
        Rows that stand for no request: no answer, or no prompt (BurstGPT's failures).
        """
class Length:
    """
    A length that varies from request to request; at least 1.
    """
    __hash__: typing.ClassVar[None] = None
    mean: float
    shape: LengthShape
    def __copy__(self) -> Length:
        ...
    def __deepcopy__(self, memo: dict) -> Length:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, shape: LengthShape = ..., mean: float = ..., low: float = ..., high: float = ..., variation: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def high(self) -> float:
        """
        of uniform
        """
    @high.setter
    def high(self, arg0: float) -> None:
        ...
    @property
    def low(self) -> float:
        """
        of uniform
        """
    @low.setter
    def low(self, arg0: float) -> None:
        ...
    @property
    def variation(self) -> float:
        """
        of lognormal: standard deviation ÷ mean
        """
    @variation.setter
    def variation(self, arg0: float) -> None:
        ...
class Generator:
    """
    A generated trace. The same seed draws the same arrivals, whatever the share of long requests.
    """
    __hash__: typing.ClassVar[None] = None
    in_: Length
    long_in: Length
    long_out: Length
    out: Length
    requests: int
    seed: int
    think_s: float
    def __copy__(self) -> Generator:
        ...
    def __deepcopy__(self, memo: dict) -> Generator:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, rate: float = ..., burstiness: float = ..., clients: int = ..., think_s: float = ..., requests: int = ..., in_: Length = ..., out: Length = ..., long_share: float = ..., long_in: Length = ..., long_out: Length = ..., shared_prefix: int = ..., seed: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def burstiness(self) -> float:
        """
        shape of the gaps' gamma distribution: 1 Poisson, below: bursts
        """
    @burstiness.setter
    def burstiness(self, arg0: float) -> None:
        ...
    @property
    def clients(self) -> int:
        """
        a closed loop of so many, instead of a rate
        """
    @clients.setter
    def clients(self, arg0: int) -> None:
        ...
    @property
    def long_share(self) -> float:
        """
        of the requests: this many have the lengths below
        """
    @long_share.setter
    def long_share(self, arg0: float) -> None:
        ...
    @property
    def rate(self) -> float:
        """
        requests a second; 0 with clients
        """
    @rate.setter
    def rate(self, arg0: float) -> None:
        ...
    @property
    def shared_prefix(self) -> int:
        """
        tokens with which every prompt begins
        """
    @shared_prefix.setter
    def shared_prefix(self, arg0: int) -> None:
        ...
class SimulatedGroup:
    """
    One group of layers, as its requests take blocks.
    """
    __hash__: typing.ClassVar[None] = None
    prefix_cacheable: bool
    retention: EveryToken | LastTokens | PresentChunk | FixedBlocks | EveryBlock
    def __copy__(self) -> SimulatedGroup:
        ...
    def __deepcopy__(self, memo: dict) -> SimulatedGroup:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, retention: EveryToken | LastTokens | PresentChunk | FixedBlocks | EveryBlock = ..., block_size: int = ..., prefix_cacheable: bool = ..., aligned_state: bool = ..., draft_blocks: int = ..., prefill_checkpoint: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def aligned_state(self) -> bool:
        """
        A state whose content at block boundaries is cached (mamba_cache_mode "align"): a request
        holds the running one and, for one step after a boundary, the one before.
        """
    @aligned_state.setter
    def aligned_state(self, arg0: bool) -> None:
        ...
    @property
    def block_size(self) -> int:
        """
        tokens, over all ranks that share a request
        """
    @block_size.setter
    def block_size(self, arg0: int) -> None:
        ...
    @property
    def draft_blocks(self) -> int:
        """
        of an aligned state: one a draft token
        """
    @draft_blocks.setter
    def draft_blocks(self, arg0: int) -> None:
        ...
    @property
    def prefill_checkpoint(self) -> bool:
        """
        of an aligned state: one more in the last prefill step
        """
    @prefill_checkpoint.setter
    def prefill_checkpoint(self, arg0: bool) -> None:
        ...
class SimulatedSpeculation:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> SimulatedSpeculation:
        ...
    def __deepcopy__(self, memo: dict) -> SimulatedSpeculation:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, tokens: int = ..., lookahead: int = ..., acceptance: float = ..., drops_last_block: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def acceptance(self) -> float:
        """
        of the first draft, and of each further one after it
        """
    @acceptance.setter
    def acceptance(self, arg0: float) -> None:
        ...
    @property
    def drops_last_block(self) -> bool:
        """
        a prefix hit loses its last block (MTP, EAGLE)
        """
    @drops_last_block.setter
    def drops_last_block(self, arg0: bool) -> None:
        ...
    @property
    def lookahead(self) -> int:
        """
        slots that the drafter needs beyond them
        """
    @lookahead.setter
    def lookahead(self, arg0: int) -> None:
        ...
    @property
    def tokens(self) -> int:
        """
        drafts a step
        """
    @tokens.setter
    def tokens(self, arg0: int) -> None:
        ...
class SimulatedEngine:
    """
    One copy of the engine.
    """
    __hash__: typing.ClassVar[None] = None
    groups: list[SimulatedGroup]
    max_in_flight_tokens: int
    max_model_len: int
    max_num_batched_tokens: int
    max_num_seqs: int
    prefix_caching: bool
    speculation: SimulatedSpeculation
    step: StepTime
    def __copy__(self) -> SimulatedEngine:
        ...
    def __deepcopy__(self, memo: dict) -> SimulatedEngine:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, num_blocks: int = ..., groups: list[SimulatedGroup] = ..., max_model_len: int = ..., max_num_seqs: int = ..., max_num_batched_tokens: int = ..., max_in_flight_tokens: int = ..., prefix_caching: bool = ..., align_states: bool = ..., speculation: SimulatedSpeculation = ..., step: StepTime = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def align_states(self) -> bool:
        """
        prefill chunks end where a state must be cached
        """
    @align_states.setter
    def align_states(self, arg0: bool) -> None:
        ...
    @property
    def num_blocks(self) -> int:
        """
        the null block included, as the engine counts
        """
    @num_blocks.setter
    def num_blocks(self, arg0: int) -> None:
        ...
class Restart:
    """
    A copy goes away and comes back empty.
    """
    __hash__: typing.ClassVar[None] = None
    at_s: float
    copy: int
    seconds: float
    def __copy__(self) -> Restart:
        ...
    def __deepcopy__(self, memo: dict) -> Restart:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, copy: int = ..., at_s: float = ..., seconds: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Fleet:
    """
    """
    __hash__: typing.ClassVar[None] = None
    copies: list[SimulatedEngine]
    name: str
    restarts: list[Restart]
    routing: Routing
    def __copy__(self) -> Fleet:
        ...
    def __deepcopy__(self, memo: dict) -> Fleet:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., copies: list[SimulatedEngine] = ..., routing: Routing = ..., proxy_cap: int = ..., restarts: list[Restart] = ..., retry_lost: bool = ..., sessions_share_prefix: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def proxy_cap(self) -> int:
        """
        In flight per copy at most, kept by the proxy, which queues the rest; 0: no cap.
        """
    @proxy_cap.setter
    def proxy_cap(self, arg0: int) -> None:
        ...
    @property
    def retry_lost(self) -> bool:
        """
        a client sends again what a restart cut
        """
    @retry_lost.setter
    def retry_lost(self, arg0: bool) -> None:
        ...
    @property
    def sessions_share_prefix(self) -> bool:
        """
        Turns of a session begin with all of the turns before.
        """
    @sessions_share_prefix.setter
    def sessions_share_prefix(self, arg0: bool) -> None:
        ...
class Latencies:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> Latencies:
        ...
    def __deepcopy__(self, memo: dict) -> Latencies:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, ttft: Percentiles = ..., tpot: Percentiles = ..., itl: Percentiles = ..., e2e: Percentiles = ..., queue: Percentiles = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def e2e(self) -> Percentiles:
        """
        arrival to last token
        """
    @e2e.setter
    def e2e(self, arg0: Percentiles) -> None:
        ...
    @property
    def itl(self) -> Percentiles:
        """
        gaps between the steps that gave a request tokens
        """
    @itl.setter
    def itl(self, arg0: Percentiles) -> None:
        ...
    @property
    def queue(self) -> Percentiles:
        """
        arrival to the first step
        """
    @queue.setter
    def queue(self, arg0: Percentiles) -> None:
        ...
    @property
    def tpot(self) -> Percentiles:
        """
        (last token − first) ÷ (tokens − 1), of answers of two tokens or more
        """
    @tpot.setter
    def tpot(self, arg0: Percentiles) -> None:
        ...
    @property
    def ttft(self) -> Percentiles:
        """
        arrival to first token, picoseconds as all of these
        """
    @ttft.setter
    def ttft(self, arg0: Percentiles) -> None:
        ...
class Activity:
    """
    What happened in a stretch of time, or to a copy in all.
    """
    __hash__: typing.ClassVar[None] = None
    arrived: int
    busy_s: float
    completed: int
    output_tokens: int
    preemptions: int
    steps: int
    def __copy__(self) -> Activity:
        ...
    def __deepcopy__(self, memo: dict) -> Activity:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, arrived: int = ..., completed: int = ..., prompt_tokens: int = ..., output_tokens: int = ..., token_steps: int = ..., steps: int = ..., preemptions: int = ..., prefix_queries: int = ..., prefix_hits: int = ..., busy_s: float = ..., running_s: float = ..., waiting_s: float = ..., blocks_s: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def blocks_s(self) -> float:
        """
        ∫ blocks held by requests dt
        """
    @blocks_s.setter
    def blocks_s(self, arg0: float) -> None:
        ...
    @property
    def prefix_hits(self) -> int:
        """
        tokens found
        """
    @prefix_hits.setter
    def prefix_hits(self, arg0: int) -> None:
        ...
    @property
    def prefix_queries(self) -> int:
        """
        tokens looked up on admission
        """
    @prefix_queries.setter
    def prefix_queries(self, arg0: int) -> None:
        ...
    @property
    def prompt_tokens(self) -> int:
        """
        computed, again after a preemption too
        """
    @prompt_tokens.setter
    def prompt_tokens(self, arg0: int) -> None:
        ...
    @property
    def running_s(self) -> float:
        """
        ∫ running requests dt
        """
    @running_s.setter
    def running_s(self, arg0: float) -> None:
        ...
    @property
    def token_steps(self) -> int:
        """
        Σ over steps of the requests that generated
        """
    @token_steps.setter
    def token_steps(self, arg0: int) -> None:
        ...
    @property
    def waiting_s(self) -> float:
        """
        ∫ requests that wait at the copy dt
        """
    @waiting_s.setter
    def waiting_s(self, arg0: float) -> None:
        ...
class Bin:
    """
    """
    __hash__: typing.ClassVar[None] = None
    activity: Activity
    from_s: float
    to_s: float
    def __copy__(self) -> Bin:
        ...
    def __deepcopy__(self, memo: dict) -> Bin:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, from_s: float = ..., to_s: float = ..., activity: Activity = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class CopyResult:
    """
    """
    __hash__: typing.ClassVar[None] = None
    bins: list[Bin]
    latencies: Latencies
    most_running: int
    most_waiting: int
    total: Activity
    usable_blocks: int
    def __copy__(self) -> CopyResult:
        ...
    def __deepcopy__(self, memo: dict) -> CopyResult:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, total: Activity = ..., latencies: Latencies = ..., usable_blocks: int = ..., most_blocks: int = ..., blocks_at_end: int = ..., most_running: int = ..., most_waiting: int = ..., bins: list[Bin] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def blocks_at_end(self) -> int:
        """
        held when all is done: 0, or a block leaked
        """
    @blocks_at_end.setter
    def blocks_at_end(self, arg0: int) -> None:
        ...
    @property
    def most_blocks(self) -> int:
        """
        held at once
        """
    @most_blocks.setter
    def most_blocks(self, arg0: int) -> None:
        ...
    @property
    def series(self) -> dict:
        """
        The time series as numpy arrays, one value a bin: from_s, to_s (float64, seconds); arrived, completed, preemptions (int64, requests); prompt_tokens_computed, output_tokens, prefix_hits (int64, tokens); running_mean, waiting_mean (float64, requests); kv_cache_usage_mean (float64, share of the blocks)
        """
class SimulationResult:
    """
    """
    __hash__: typing.ClassVar[None] = None
    arrived: int
    completed: int
    copies: list[CopyResult]
    fleet: str
    most_at_proxy: int
    retried: int
    total: Activity
    def __copy__(self) -> SimulationResult:
        ...
    def __deepcopy__(self, memo: dict) -> SimulationResult:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, fleet: str = ..., arrived: int = ..., completed: int = ..., rejected: int = ..., failed: int = ..., retried: int = ..., cut: int = ..., duration_s: float = ..., most_at_proxy: int = ..., at_proxy_s: float = ..., latencies: Latencies = ..., long_latencies: Latencies = ..., total: Activity = ..., copies: list[CopyResult] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def output_tok_s(self) -> float:
        ...
    def requests_per_s(self) -> float:
        ...
    @property
    def at_proxy_s(self) -> float:
        """
        ∫ requests that wait at the proxy dt
        """
    @at_proxy_s.setter
    def at_proxy_s(self, arg0: float) -> None:
        ...
    @property
    def cut(self) -> int:
        """
        answers that max_model_len ended
        """
    @cut.setter
    def cut(self, arg0: int) -> None:
        ...
    @property
    def duration_s(self) -> float:
        """
        first arrival to last completion
        """
    @duration_s.setter
    def duration_s(self, arg0: float) -> None:
        ...
    @property
    def failed(self) -> int:
        """
        cut by a restart and not sent again
        """
    @failed.setter
    def failed(self, arg0: int) -> None:
        ...
    @property
    def latencies(self) -> Latencies:
        """
        over all copies
        """
    @latencies.setter
    def latencies(self, arg0: Latencies) -> None:
        ...
    @property
    def long_latencies(self) -> Latencies:
        """
        of a generator's long class alone
        """
    @long_latencies.setter
    def long_latencies(self, arg0: Latencies) -> None:
        ...
    @property
    def rejected(self) -> int:
        """
        longer than max_model_len, or than the whole cache
        """
    @rejected.setter
    def rejected(self, arg0: int) -> None:
        ...
class RequestRecord:
    """
    What one request saw; times in picoseconds.
    """
    __hash__: typing.ClassVar[None] = None
    arrived: int
    copy: int
    done: int
    first_token: int
    in_: int
    is_long: bool
    out: int
    preemptions: int
    scheduled: int
    def __copy__(self) -> RequestRecord:
        ...
    def __deepcopy__(self, memo: dict) -> RequestRecord:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, copy: int = ..., arrived: int = ..., scheduled: int = ..., first_token: int = ..., done: int = ..., in_: int = ..., out: int = ..., preemptions: int = ..., is_long: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class SimulationOptions:
    """
    """
    __hash__: typing.ClassVar[None] = None
    on_done: typing.Callable[[RequestRecord], None]
    def __copy__(self) -> SimulationOptions:
        ...
    def __deepcopy__(self, memo: dict) -> SimulationOptions:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, seed: int = ..., bin_s: float = ..., jump: bool = ..., on_done: typing.Callable[[RequestRecord], None] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bin_s(self) -> float:
        """
        of the time series; 0: as wide as keeps them below 256
        """
    @bin_s.setter
    def bin_s(self, arg0: float) -> None:
        ...
    @property
    def jump(self) -> bool:
        """
        false: step by step also where nothing changes (for tests)
        """
    @jump.setter
    def jump(self, arg0: bool) -> None:
        ...
    @property
    def seed(self) -> int:
        """
        of what is drawn inside: accepted drafts
        """
    @seed.setter
    def seed(self, arg0: int) -> None:
        ...
class ShareRow:
    """
    """
    __hash__: typing.ClassVar[None] = None
    best: int
    long_share: float
    def __copy__(self) -> ShareRow:
        ...
    def __deepcopy__(self, memo: dict) -> ShareRow:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, long_share: float = ..., values: list[float | None] = ..., best: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def values(self) -> list[float | None]:
        """
        one a fleet
        """
    @values.setter
    def values(self, arg0: list[float | None]) -> None:
        ...
class ShareFlip:
    """
    """
    __hash__: typing.ClassVar[None] = None
    after: int
    before: int
    def __copy__(self) -> ShareFlip:
        ...
    def __deepcopy__(self, memo: dict) -> ShareFlip:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, from_: float = ..., to: float = ..., before: int = ..., after: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def from_(self) -> float:
        """
        the last share looked at with the old winner
        """
    @from_.setter
    def from_(self, arg0: float) -> None:
        ...
    @property
    def to(self) -> float:
        """
        the first with the new one
        """
    @to.setter
    def to(self, arg0: float) -> None:
        ...
class ShareSearch:
    """
    """
    __hash__: typing.ClassVar[None] = None
    flips: list[ShareFlip]
    def __copy__(self) -> ShareSearch:
        ...
    def __deepcopy__(self, memo: dict) -> ShareSearch:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, rows: list[ShareRow] = ..., flips: list[ShareFlip] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def rows(self) -> list[ShareRow]:
        """
        by share
        """
    @rows.setter
    def rows(self, arg0: list[ShareRow]) -> None:
        ...
class FleetOptions:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> FleetOptions:
        ...
    def __deepcopy__(self, memo: dict) -> FleetOptions:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, routings: list[Routing] = ..., cap: int = ..., cap_at_proxy: bool = ..., restarts: list[Restart] = ..., retry_lost: bool = ..., sessions_share_prefix: bool = ..., acceptance: float = ..., benchmarks: list[str] = ..., roofline: Roofline = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def acceptance(self) -> float:
        """
        chance of a draft token, given those before it
        """
    @acceptance.setter
    def acceptance(self, arg0: float) -> None:
        ...
    @property
    def benchmarks(self) -> list[str]:
        """
        [LAYOUT=]FILE: results that calibrate the step time
        """
    @benchmarks.setter
    def benchmarks(self, arg0: list[str]) -> None:
        ...
    @property
    def cap(self) -> int:
        """
        requests in flight per copy at most; 0: no cap
        """
    @cap.setter
    def cap(self, arg0: int) -> None:
        ...
    @property
    def cap_at_proxy(self) -> bool:
        """
        the proxy queues the rest; else the engine does
        """
    @cap_at_proxy.setter
    def cap_at_proxy(self, arg0: bool) -> None:
        ...
    @property
    def restarts(self) -> list[Restart]:
        """
        those of copies that a layout has count for it
        """
    @restarts.setter
    def restarts(self, arg0: list[Restart]) -> None:
        ...
    @property
    def retry_lost(self) -> bool:
        """
        a client sends again what a restart cut
        """
    @retry_lost.setter
    def retry_lost(self, arg0: bool) -> None:
        ...
    @property
    def roofline(self) -> Roofline:
        """
        where no benchmark is of a layout
        """
    @roofline.setter
    def roofline(self, arg0: Roofline) -> None:
        ...
    @property
    def routings(self) -> list[Routing]:
        """
        One fleet each for layouts of several copies; a single copy has the first alone.
        """
    @routings.setter
    def routings(self, arg0: list[Routing]) -> None:
        ...
    @property
    def sessions_share_prefix(self) -> bool:
        """
        a turn of a session begins with all turns before
        """
    @sessions_share_prefix.setter
    def sessions_share_prefix(self, arg0: bool) -> None:
        ...
class Fleets:
    """
    """
    __hash__: typing.ClassVar[None] = None
    fleets: list[Fleet]
    def __copy__(self) -> Fleets:
        ...
    def __deepcopy__(self, memo: dict) -> Fleets:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, fleets: list[Fleet] = ..., left_out: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def left_out(self) -> list[str]:
        """
        layouts that are not simulated, and why
        """
    @left_out.setter
    def left_out(self, arg0: list[str]) -> None:
        ...
class GuardFact:
    """
    """
    __hash__: typing.ClassVar[None] = None
    guard: Guard
    source: str
    def __copy__(self) -> GuardFact:
        ...
    def __deepcopy__(self, memo: dict) -> GuardFact:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, guard: Guard = ..., name: str = ..., sees_engine: bool = ..., warning_id: str = ..., text: str = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def name(self) -> str:
        """
        as --guard takes it
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def sees_engine(self) -> bool:
        """
        on shared memory: weights and cache count for it
        """
    @sees_engine.setter
    def sees_engine(self, arg0: bool) -> None:
        ...
    @property
    def text(self) -> str:
        """
        what it does there
        """
    @text.setter
    def text(self, arg0: str) -> None:
        ...
    @property
    def warning_id(self) -> str:
        """
        of a plan whose boxes have it
        """
    @warning_id.setter
    def warning_id(self, arg0: str) -> None:
        ...
class LintRule:
    """
    """
    __hash__: typing.ClassVar[None] = None
    id: str
    def __copy__(self) -> LintRule:
        ...
    def __deepcopy__(self, memo: dict) -> LintRule:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, id: str = ..., severity: Severity = ..., summary: str = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def severity(self) -> Severity:
        """
        the usual one; a finding may be milder or graver, with its reason
        """
    @severity.setter
    def severity(self, arg0: Severity) -> None:
        ...
    @property
    def source(self) -> str:
        """
        where that is known from
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
    @property
    def summary(self) -> str:
        """
        one sentence
        """
    @summary.setter
    def summary(self, arg0: str) -> None:
        ...
class LintOptions:
    """
    """
    __hash__: typing.ClassVar[None] = None
    def __copy__(self) -> LintOptions:
        ...
    def __deepcopy__(self, memo: dict) -> LintOptions:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, question: Question = ..., data_dir: str | os.PathLike[str] = ..., restart_seconds: float | None = ..., longest_answer_seconds: float = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def data_dir(self) -> str | os.PathLike[str]:
        """
        models/ and boxes/
        """
    @data_dir.setter
    def data_dir(self, arg0: str | os.PathLike[str]) -> None:
        ...
    @property
    def longest_answer_seconds(self) -> float:
        """
        The longest prefill, or answer without streaming, that a proxy must wait for.
        """
    @longest_answer_seconds.setter
    def longest_answer_seconds(self, arg0: float) -> None:
        ...
    @property
    def question(self) -> Question:
        """
        Model, boxes, services, headroom and engine options of the plan; all may be left open: the
        model is then the one that the files name, the box gb10.
        """
    @question.setter
    def question(self, arg0: Question) -> None:
        ...
    @property
    def restart_seconds(self) -> float | None:
        """
        What a copy needs to start. Nothing: of the plan, or not known.
        """
    @restart_seconds.setter
    def restart_seconds(self, arg0: float | None) -> None:
        ...
class Lock:
    """
    """
    __hash__: typing.ClassVar[None] = None
    kvplan_version: str
    def __copy__(self) -> Lock:
        ...
    def __deepcopy__(self, memo: dict) -> Lock:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, kvplan_version: str = ..., engine: str = ..., inputs: dict[str, str] = ..., recommended: str = ..., layouts: dict[str, dict[str, int]] = ..., sources: dict[str, str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def engine(self) -> str:
        """
        rules that were used: "vllm 0.33"
        """
    @engine.setter
    def engine(self, arg0: str) -> None:
        ...
    @property
    def inputs(self) -> dict[str, str]:
        """
        the question as given, and the model's digest
        """
    @inputs.setter
    def inputs(self, arg0: dict[str, str]) -> None:
        ...
    @property
    def layouts(self) -> dict[str, dict[str, int]]:
        """
        By layout id, then by the plan's own field names: num_blocks, kv_cache_tokens,
        full_context_requests, largest_request_tokens, left_for_others_bytes (the least of the boxes),
        shortfall_bytes (the most), weights_bytes, available_kv_bytes. What does not fit has no cache.
        """
    @layouts.setter
    def layouts(self, arg0: dict[str, dict[str, int]]) -> None:
        ...
    @property
    def recommended(self) -> str:
        """
        layout id, or "none"
        """
    @recommended.setter
    def recommended(self, arg0: str) -> None:
        ...
    @property
    def sources(self) -> dict[str, str]:
        """
        of the ledger's rows
        """
    @sources.setter
    def sources(self, arg0: dict[str, str]) -> None:
        ...
class Moved:
    """
    """
    __hash__: typing.ClassVar[None] = None
    cause: Cause
    field: str
    layout: str
    to: int | None
    def __copy__(self) -> Moved:
        ...
    def __deepcopy__(self, memo: dict) -> Moved:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, layout: str = ..., field: str = ..., from_: int | None = ..., to: int | None = ..., cause: Cause = ..., regression: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def from_(self) -> int | None:
        """
        nothing: the layout was not there, or had no cache
        """
    @from_.setter
    def from_(self, arg0: int | None) -> None:
        ...
    @property
    def regression(self) -> bool:
        """
        of the layout that was recommended, beyond what is allowed
        """
    @regression.setter
    def regression(self, arg0: bool) -> None:
        ...
class ChangedInput:
    """
    """
    __hash__: typing.ClassVar[None] = None
    name: str
    to: str
    def __copy__(self) -> ChangedInput:
        ...
    def __deepcopy__(self, memo: dict) -> ChangedInput:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., from_: str = ..., to: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def from_(self) -> str:
        """
        "": not given
        """
    @from_.setter
    def from_(self, arg0: str) -> None:
        ...
class Difference:
    """
    """
    __hash__: typing.ClassVar[None] = None
    after: Lock
    before: Lock
    inputs: list[ChangedInput]
    layout_changed: bool
    moved: list[Moved]
    def __copy__(self) -> Difference:
        ...
    def __deepcopy__(self, memo: dict) -> Difference:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, before: Lock = ..., after: Lock = ..., inputs: list[ChangedInput] = ..., moved: list[Moved] = ..., layout_changed: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        render_text() of it.
        """
    def _repr_markdown_(self) -> str:
        """
        A table fit for a pull request.
        """
    def regressed(self) -> bool:
        ...
    def to_csv(self) -> str:
        """
        layout, field, from, to, cause, regression: with a head, by RFC 4180.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_html(self) -> str:
        """
        render_html() of it.
        """
    def to_json(self) -> str:
        """
        render_json() of it.
        """
    def to_markdown(self) -> str:
        """
        A table fit for a pull request.
        """
class AnsweredQuestion:
    """
    A question and its plan, or why there is none.
    """
    __hash__: typing.ClassVar[None] = None
    error: str
    question: Question
    report: Report | None
    def __copy__(self) -> AnsweredQuestion:
        ...
    def __deepcopy__(self, memo: dict) -> AnsweredQuestion:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, question: Question = ..., report: Report | None = ..., error: str = ..., status: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def status(self) -> int:
        """
        0, 1, 2 or 4: what the question alone would have exited with.
        """
    @status.setter
    def status(self, arg0: int) -> None:
        ...
class Alternatives:
    """
    What is compared: each combination of the lists, in their order, is one question; an empty list
    leaves the question's own.
    """
    __hash__: typing.ClassVar[None] = None
    engines: list[str]
    kv_cache_dtypes: list[str]
    models: list[str]
    utils: list[str]
    def __copy__(self) -> Alternatives:
        ...
    def __deepcopy__(self, memo: dict) -> Alternatives:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, models: list[str] = ..., utils: list[str] = ..., kv_cache_dtypes: list[str] = ..., engines: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class Random:
    """
    A stream of random numbers (xoshiro256**; Blackman and Vigna 2018).
    """
    def __init__(self, seed: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    def bits(self) -> int:
        ...
    def exponential(self) -> float:
        """
        mean 1
        """
    def gamma(self, shape: typing.SupportsFloat | typing.SupportsIndex) -> float:
        """
        Mean 1 and a squared coefficient of variation of 1 ÷ shape (Marsaglia and Tsang 2000).
        """
    def lognormal(self, variation: typing.SupportsFloat | typing.SupportsIndex) -> float:
        """
        Mean 1 and this coefficient of variation.
        """
    def normal(self) -> float:
        """
        mean 0, variance 1
        """
    def uniform(self) -> float:
        """
        in [0, 1), 53 bits
        """
class SimulatedRun:
    """
    """
    __hash__: typing.ClassVar[None] = None
    fleet: Fleet
    result: SimulationResult
    def __copy__(self) -> SimulatedRun:
        ...
    def __deepcopy__(self, memo: dict) -> SimulatedRun:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, fleet: Fleet = ..., result: SimulationResult = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
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
    def queue_s(self) -> dict[str, float | None]:
        """
        seconds from arrival to the first step
        """
    @property
    def req_s(self) -> float:
        ...
    @property
    def routing(self) -> Routing:
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
class SimulationReport:
    """
    """
    __hash__: typing.ClassVar[None] = None
    measure: Measure
    model: str
    runs: list[SimulatedRun]
    seed: int
    def __copy__(self) -> SimulationReport:
        ...
    def __deepcopy__(self, memo: dict) -> SimulationReport:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, model: str = ..., arrivals: str = ..., seed: int = ..., runs: list[SimulatedRun] = ..., left_out: list[str] = ..., measure: Measure = ..., search: ShareSearch | None = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def __str__(self) -> str:
        """
        render_simulation_text() of it.
        """
    def to_csv(self) -> str:
        """
        The time series: a line for each run, copy and bin.
        """
    def to_dict(self) -> typing.Any:
        """
        The document of to_json().
        """
    def to_json(self) -> str:
        """
        render_simulation_json() of it.
        """
    @property
    def arrivals(self) -> str:
        """
        "2.00 requests a second, Poisson", "trace.csv (azure, 8,819 requests)"
        """
    @arrivals.setter
    def arrivals(self, arg0: str) -> None:
        ...
    @property
    def left_out(self) -> list[str]:
        """
        layouts that were not simulated, and why
        """
    @left_out.setter
    def left_out(self, arg0: list[str]) -> None:
        ...
    @property
    def search(self) -> ShareSearch | None:
        """
        Where a search was asked for: over `runs`, in their order.
        """
    @search.setter
    def search(self, arg0: ShareSearch | None) -> None:
        ...
class StructuredFile:
    """
    """
    __hash__: typing.ClassVar[None] = None
    root: ConfigNode
    def __copy__(self) -> StructuredFile:
        ...
    def __deepcopy__(self, memo: dict) -> StructuredFile:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, root: ConfigNode = ..., lines: dict[str, int] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def line(self, pointer: str) -> int:
        """
        The line of a value; where it is not known, of what holds it.
        """
    @property
    def lines(self) -> dict[str, int]:
        """
        by JSON pointer, from 1
        """
    @lines.setter
    def lines(self, arg0: dict[str, int]) -> None:
        ...
class SweepAxis:
    """
    One input and the values that it takes, as text, as on the command line.
    `gpu_memory_utilization` (or `util`), `weights` (a size), or an option of the engine.
    """
    __hash__: typing.ClassVar[None] = None
    name: str
    values: list[str]
    def __copy__(self) -> SweepAxis:
        ...
    def __deepcopy__(self, memo: dict) -> SweepAxis:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., values: list[str] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
class SweepColumns:
    """
    Columns of equal length; of what does not fit the numbers are 0, of what is refused all are.
    """
    __hash__: typing.ClassVar[None] = None
    full_context_requests: list[int]
    largest_request_tokens: list[int]
    state: list[SweepState]
    def __copy__(self) -> SweepColumns:
        ...
    def __deepcopy__(self, memo: dict) -> SweepColumns:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, state: list[SweepState] = ..., available_kv_bytes: list[int] = ..., num_blocks: list[int] = ..., kv_cache_tokens: list[int] = ..., full_context_requests: list[int] = ..., largest_request_tokens: list[int] = ..., max_concurrency: list[float] = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def resize(self, rows: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    def size(self) -> int:
        ...
    @property
    def available_kv_bytes(self) -> list[int]:
        """
        per rank, of the rank that binds
        """
    @available_kv_bytes.setter
    def available_kv_bytes(self, arg0: list[int]) -> None:
        ...
    @property
    def kv_cache_tokens(self) -> list[int]:
        """
        over all copies
        """
    @kv_cache_tokens.setter
    def kv_cache_tokens(self, arg0: list[int]) -> None:
        ...
    @property
    def max_concurrency(self) -> list[float]:
        """
        of one copy, as printed
        """
    @max_concurrency.setter
    def max_concurrency(self, arg0: list[float]) -> None:
        ...
    @property
    def num_blocks(self) -> list[int]:
        """
        of one copy
        """
    @num_blocks.setter
    def num_blocks(self, arg0: list[int]) -> None:
        ...
class Sweep:
    """
    """
    def __init__(self, request: PlanRequest, axes: collections.abc.Sequence[SweepAxis]) -> None:
        """
        Raises kvplan.Error (invalid) for an axis that is unknown, empty or given twice, a value that
                cannot be read, or a grid of more than 2^53 rows; as compare() for the request itself
        """
    def all(self) -> SweepColumns:
        """
        All rows at once.
        """
    def at(self, first: typing.SupportsInt | typing.SupportsIndex, count: typing.SupportsInt | typing.SupportsIndex, threads: typing.SupportsInt | typing.SupportsIndex = 0) -> SweepColumns:
        """
        The rows of some points, the same for any number of threads. threads  0: all cores
        """
    def axes(self) -> list[SweepAxis]:
        """
        In the order of the rows: the last runs fastest, and within a point the layouts.
        """
    def layouts(self) -> list[str]:
        ...
    def place_of(self, row: typing.SupportsInt | typing.SupportsIndex) -> list[int]:
        """
        The index into each axis' values, then into the layouts.
        """
    def points(self) -> int:
        """
        A point has a row for each layout.
        """
    def rows(self) -> int:
        ...
    def stripe_rows(self) -> int:
        """
        A stripe: all utilizations of one choice of the other inputs.
        """
    def stripes(self, first: typing.SupportsInt | typing.SupportsIndex, count: typing.SupportsInt | typing.SupportsIndex) -> SweepColumns:
        """
        The rows of some stripes, on all cores.
        """
class SweepText:
    """
    Refers to its sweep.
    """
    def __init__(self, sweep: Sweep, format: SweepFormat) -> None:
        ...
    def head(self) -> str:
        """
        The line of names above the rows; empty where each row has them.
        """
    def lines(self, first: typing.SupportsInt | typing.SupportsIndex, count: typing.SupportsInt | typing.SupportsIndex, threads: typing.SupportsInt | typing.SupportsIndex = 0) -> list[str]:
        """
        The lines of some points' rows, in pieces whose order is that of the rows; the same for any
        number of threads. threads  0: all cores
        """
class WeightTensor:
    """
    A parameter or buffer of one rank, and its equals in the layers that are alike.
    """
    __hash__: typing.ClassVar[None] = None
    buffer: bool
    kind: WeightKind
    sharding: Sharding
    type: StoredType
    def __copy__(self) -> WeightTensor:
        ...
    def __deepcopy__(self, memo: dict) -> WeightTensor:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., kind: WeightKind = ..., sharding: Sharding = ..., type: StoredType = ..., shape: list[int] = ..., stage: int = ..., buffer: bool = ..., host: bool = ..., draft: bool = ..., count: int = ..., unquantized: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def bytes(self) -> Bytes:
        """
        of all `count`
        """
    @property
    def count(self) -> int:
        """
        equal ones, in as many layers of the stage
        """
    @count.setter
    def count(self, arg0: int) -> None:
        ...
    @property
    def draft(self) -> bool:
        """
        of the draft model, after sharing with the target
        """
    @draft.setter
    def draft(self, arg0: bool) -> None:
        ...
    @property
    def host(self) -> bool:
        """
        in the host's memory, outside the engine's budget
        """
    @host.setter
    def host(self, arg0: bool) -> None:
        ...
    @property
    def name(self) -> str:
        """
        In the engine's module tree: "model.layers.0.mlp.down_proj.weight". Of equals, the first.
        """
    @name.setter
    def name(self, arg0: str) -> None:
        ...
    @property
    def shape(self) -> list[int]:
        """
        on the rank; empty for a single number
        """
    @shape.setter
    def shape(self, arg0: list[int]) -> None:
        ...
    @property
    def stage(self) -> int:
        """
        pipeline stage
        """
    @stage.setter
    def stage(self, arg0: int) -> None:
        ...
    @property
    def unquantized(self) -> str:
        """
        Why it is stored plainly although the checkpoint is quantized: "ignore list: lm_head",
        "pattern: *.self_attn.*", "module kind: …". Empty where that is no question.
        """
    @unquantized.setter
    def unquantized(self, arg0: str) -> None:
        ...
class WeightsTable:
    """
    What one rank of each stage holds. Ranks of one stage are equal; with experts that do not
    divide evenly it is the first rank, which has the most.
    """
    __hash__: typing.ClassVar[None] = None
    tensors: list[WeightTensor]
    def __copy__(self) -> WeightsTable:
        ...
    def __deepcopy__(self, memo: dict) -> WeightsTable:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, tensors: list[WeightTensor] = ..., source: str = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def buffers(self, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> Bytes:
        ...
    def by_kind(self, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> dict[str, Bytes]:
        ...
    def by_type(self, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> dict[str, Bytes]:
        ...
    def draft_total(self) -> Bytes:
        ...
    def host_total(self, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> Bytes:
        """
        Tables of the target that the engine keeps in host memory, on one stage.
        """
    def total(self, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> Bytes:
        """
        Device memory of the target model on one stage.
        """
    @property
    def source(self) -> str:
        """
        "config formula", "index", "file header", "given by the user"
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
class FileTensor:
    """
    One tensor of a file, under the checkpoint's own name.
    """
    __hash__: typing.ClassVar[None] = None
    kind: WeightKind
    name: str
    def __copy__(self) -> FileTensor:
        ...
    def __deepcopy__(self, memo: dict) -> FileTensor:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, name: str = ..., dtype: str = ..., shape: list[int] = ..., bytes: Bytes = ..., kind: WeightKind = ..., draft: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Bytes:
        """
        0 in an index, which has no sizes
        """
    @bytes.setter
    def bytes(self, arg0: Bytes) -> None:
        ...
    @property
    def draft(self) -> bool:
        """
        of the checkpoint's own draft (MTP): loaded only for speculation
        """
    @draft.setter
    def draft(self, arg0: bool) -> None:
        ...
    @property
    def dtype(self) -> str:
        """
        as the file says it: "BF16", "F8_E4M3", "Q4_K"
        """
    @dtype.setter
    def dtype(self, arg0: str) -> None:
        ...
    @property
    def shape(self) -> list[int]:
        """
        outermost first
        """
    @shape.setter
    def shape(self, arg0: list[int]) -> None:
        ...
class TensorFiles:
    """
    """
    __hash__: typing.ClassVar[None] = None
    files: int
    tensors: list[FileTensor]
    def __copy__(self) -> TensorFiles:
        ...
    def __deepcopy__(self, memo: dict) -> TensorFiles:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, tensors: list[FileTensor] = ..., total: Bytes = ..., source: str = ..., files: int = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    def by_dtype(self) -> dict[str, Bytes]:
        ...
    def by_kind(self) -> dict[str, Bytes]:
        ...
    def draft(self) -> Bytes:
        ...
    def loaded(self, speculates: bool) -> Bytes:
        """
        Bytes that a server loads: without the draft's where `speculates` is false.
        """
    def of_kind(self, kind: WeightKind) -> Bytes:
        """
        Of the model itself, without its draft.
        """
    @property
    def source(self) -> str:
        """
        "file header" or "index"
        """
    @source.setter
    def source(self, arg0: str) -> None:
        ...
    @property
    def total(self) -> Bytes:
        """
        of all tensors
        """
    @total.setter
    def total(self, arg0: Bytes) -> None:
        ...
class WeightRow:
    """
    Tensors of one kind, type, shape and sharding.
    """
    __hash__: typing.ClassVar[None] = None
    draft: bool
    host: bool
    kind: WeightKind
    sharding: Sharding
    def __copy__(self) -> WeightRow:
        ...
    def __deepcopy__(self, memo: dict) -> WeightRow:
        ...
    def __eq__(self, arg0: typing.Any) -> bool:
        ...
    def __init__(self, *, kind: WeightKind = ..., type: str = ..., sharding: Sharding = ..., shape: list[int] = ..., count: int = ..., bytes: Bytes = ..., modules: list[str] = ..., unquantized: str = ..., draft: bool = ..., host: bool = ...) -> None:
        ...
    def __reduce__(self) -> tuple:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def bytes(self) -> Bytes:
        """
        of all together
        """
    @bytes.setter
    def bytes(self, arg0: Bytes) -> None:
        ...
    @property
    def count(self) -> int:
        """
        so many of them
        """
    @count.setter
    def count(self, arg0: int) -> None:
        ...
    @property
    def modules(self) -> list[str]:
        """
        without numbers: "mlp.down_proj.weight"
        """
    @modules.setter
    def modules(self, arg0: list[str]) -> None:
        ...
    @property
    def shape(self) -> list[int]:
        """
        of one; of a file, before any sharding
        """
    @shape.setter
    def shape(self, arg0: list[int]) -> None:
        ...
    @property
    def type(self) -> str:
        """
        as torch or the file spells it
        """
    @type.setter
    def type(self, arg0: str) -> None:
        ...
    @property
    def unquantized(self) -> str:
        """
        why it is stored plainly where the checkpoint is quantized
        """
    @unquantized.setter
    def unquantized(self, arg0: str) -> None:
        ...
def add_evidence(input: CalibrationInput, text: str, file: str) -> None:
    """
    Adds a file by what is in it: a start-up log, /proc/meminfo or /metrics.
    Raises kvplan.Error (invalid) when it is none of them
    """
def add_to_snapshot(snapshot: BoxSnapshot, text: str, file: str) -> None:
    """
    Adds a file of a snapshot by what is in it.
    """
def add_up(copies: collections.abc.Sequence[CopyStatus]) -> CopyFigures:
    """
    The copies that are up, together. A figure that one of them lacks is added over the others.
    """
def after_profile(inputs: EstimateInputs) -> Estimate:
    """
    After the profile: block tables, kernels' workspaces that no profile sees, CUDA graphs where the
    version does not subtract them. Out of the share that was not asked for.
    """
def answer_all(questions: collections.abc.Sequence[Question], data_dir: str | os.PathLike[str], answered: collections.abc.Callable[[int], None] = None) -> list[AnsweredQuestion]:
    """
    Plans each; a question that cannot be planned keeps its error and does not stop the others.
    answered  told after each question how many are done
    """
def assumed_free(box: Box, beside: Bytes) -> Band:
    """
    Free memory of a box before an engine comes, when nobody measured it.
    """
def availability(request: PlanRequest, layouts: collections.abc.Sequence[LayoutPlan]) -> list[Availability]:
    """
    Each box faults on its own, once in `fault_every_days`, and is back after the restart; a copy is
    away while any of its boxes is. Common causes are not in these numbers: see common_causes().
    A restart of 660 s and a fault every 30 days: a split over two boxes is away for 268 minutes a
    year; two copies serve with half for 268 and are both away for 2 seconds.
    Returns one row a layout; nothing where no fault rate was given or no restart is known
    """
def available_at(calibration: Calibration, start: PlannedStart, utilization: typing.SupportsFloat | typing.SupportsIndex) -> Band | None:
    """
    What the cache gets at another utilization: ceil(total × utilization) − beside_cache.
    """
def balances(ledger: Ledger) -> bool:
    """
    True when the rows sum to the total.
    """
def ban_tail(proxy: ProxyRule) -> SecondsBand:
    """
    Seconds for which a proxy refuses clients although a copy serves again: nginx bans a dead copy
    for fail_timeout and up to a second, and tries it once at the end of each ban.
    """
def bare_bytes_per_token(cache: CachePlan) -> float:
    """
    Bytes that one more token adds over all layers that grow, on one rank: what a step reads of the
    cache for each token of context.
    """
def beside_cache(calibration: Calibration, start: PlannedStart) -> Band | None:
    """
    Weights and other use together, on one rank, from runs of the same model and options: the band
    holds all of them and the spread that boots of one start show (GB10.md 4: 0.9 GiB over five
    boots; a card of its own 0.25 GiB; the CPU backend 0.1 GiB). Runs of another release count only
    where there are none of this one, with twice the spread. Options that the calibration fitted may
    differ. Nothing where there is no such run.
    """
def best_layout(layouts: collections.abc.Sequence[LayoutPlan], need: Need) -> int | None:
    """
    The layout to take: of those that hold the need the first of single, replicated, mixed, split,
    pipeline, data parallel with shared experts; where none does, the roomiest that starts.
    Returns an index; nothing where no layout starts
    """
def beyond_reserve(after: Estimate) -> Band | None:
    """
    What a box's reserve, measured on usual start-ups, holds of the engine's later allocations:
    block tables and slot mappings of 0.1 to 0.2 GiB. More than that is a row of its own.
    """
def block_sparse_backend(dtype: CacheDtype, platform: Platform) -> Backend:
    """
    MiniMax-M3's own kernels, whose block holds one sparse block of 128 tokens.
    Raises kvplan.Error (invalid) for a cache dtype that they do not read on this device
    """
def block_stride_alignment(spec: CacheSpec) -> int:
    """
    Bytes that the distance of two blocks must be a multiple of, for whole kernel blocks.
    """
def blocks_for(need: Tokens, block_size: TokensPerBlock) -> Blocks:
    """
    Rounds up: a started block is a used block. 17 tokens in blocks of 16 take 2.
    """
@typing.overload
def blocks_for_request(group: CacheGroup, length: Tokens, groups: CacheGroups) -> Blocks:
    """
    Blocks that one request of `length` tokens holds in a group. Windows count the tokens in
    flight, and one block more, for a window may start inside a block.
    """
@typing.overload
def blocks_for_request(length: Tokens, groups: CacheGroups) -> Blocks:
    """
    The same over all groups.
    """
def blocks_in(pool: Bytes, page: BytesPerBlock) -> Blocks:
    """
    Rounds down: half a page holds nothing. A pool below zero holds nothing either.
    """
def box_from(node: ConfigNode) -> Box:
    ...
def bytes_per_token(kind: FullAttention | SlidingWindow | ChunkedAttention | LatentAttention | CompressedLatent | LatentWindow | CompressorState | IndexKeys | BlockIndexKeys | CompressedIndexKeys | RawKeyRing | Mamba1State | Mamba2State | GatedDeltaState | ShortConvState | KimiDeltaState | LinearAttentionState | CrossAttention, serving: Serving) -> BytesPerToken:
    """
    What one token adds to one attention layer's cache on one rank.
    kv_heads × (head_dim + v_head_dim) × bytes per element, for full attention; heads fewer than
    the ranks are replicated. Llama-3.1-8B, bf16, one rank: 8 × (128 + 128) × 2 = 4,096 B.
    """
def cache_specs(model: Architecture, draft: Architecture, serving: Serving, options: EngineOptions, platform: Platform, rules: EngineRules) -> list[LayerSpec]:
    """
    draft  the draft model's own architecture (eagle3, draft_model, …), or nullptr
    Raises kvplan.Error (invalid) for options that the engine refuses
    """
def calibrate(input: CalibrationInput) -> Calibration:
    """
    Raises kvplan.Error (unknown) when there is nothing to learn from; a start that holds too little is a
            run with gaps, not an error
    """
def calibrated(engine: SimulatedEngine, points: collections.abc.Sequence[ClosedLoopPoint]) -> StepTime:
    """
    The step time with which simulated closed loops take as long as the measured ones did: least
    squares of the relative errors, no term below zero.
    engine  what was measured; its step is not looked at
    Raises kvplan.Error (invalid) for no points
    """
def calibration_from(node: ConfigNode) -> Calibration:
    ...
def capacity(groups: CacheGroups, available: collections.abc.Sequence[Bytes], serving: Serving, options: EngineOptions, rules: EngineRules) -> Capacity:
    """
    available  bytes for the cache on each pipeline stage (its poorest rank)
    """
@typing.overload
def capacity_report(request: PlanRequest) -> CapacityReport:
    """
    Raises kvplan.Error as plan()
    """
@typing.overload
def capacity_report(report: Report) -> CapacityReport:
    """
    The same around a plan that is there.
    """
@typing.overload
def cases_of(check: Check) -> list[Case]:
    """
    The limits as a test suite: a missed one fails, an ignored or unjudged one is skipped.
    """
@typing.overload
def cases_of(difference: Difference, file: str) -> list[Case]:
    """
    What moved as a test suite on the lock's file: less than is allowed fails, other changes are
    skipped with their text.
    """
def ceil_div(a: typing.SupportsInt | typing.SupportsIndex, b: typing.SupportsInt | typing.SupportsIndex) -> int:
    """
    ⌈a / b⌉ for a ≥ 0, b > 0.
    """
def ceilings_of(report: Report) -> CopyCeilings | None:
    """
    Of the recommended layout; nothing where none fits.
    """
def certainty(request: PlanRequest, layouts: collections.abc.Sequence[LayoutPlan]) -> Certainty:
    ...
def changeover(report: Report, question: ChangeoverQuestion) -> Changeover:
    """
    Raises kvplan.Error (invalid) for a layout that the report does not have or that does not start, and
            (unknown) where the time of a start is not known
    """
def changes_that_fit(request: PlanRequest, layouts: collections.abc.Sequence[LayoutPlan]) -> list[Change]:
    """
    The cheapest first: another layout, memory of the box, precision of the cache, drafts,
    requests at a time, length of the context.
    """
@typing.overload
def check(policy: Policy, request: PlanRequest, today: str, files: PolicyFiles = ...) -> Check:
    """
    today  "2026-11-29": an ignore counts until its day
    files  what the deployment's files say
    Raises kvplan.Error as plan()
    """
@typing.overload
def check(policy: Policy, given: Question, data_dir: str | os.PathLike[str], today: str) -> Check:
    """
    The same from the policy's own files.
    given     options beside the policy, which win over it and over its files
    data_dir  the folder with models/ and boxes/
    Raises kvplan.Error as plan() and read_policy_files()
    """
def checkpoint_bytes(model: Model, serving: Serving, platform: Platform) -> Bytes | None:
    """
    What the checkpoint's files hold by the config, whatever of it is loaded: towers, tables kept on
    the host and layers of multi-token prediction, no buffers. A publisher's total_size counts that,
    as does the engine's "Checkpoint size". An embedding and head that a draft's layer repeats are
    not in it, for not every release repeats them: DeepSeek V3 does (0.5 % of its files), GLM-4.6
    not.
    Returns nothing where weights() is nothing
    Qwen3.5-122B-A10B in NVFP4: 83.48 GB, of which the draft 5.05.
    """
def closed_loop_points(measurements: collections.abc.Sequence[Measurement]) -> list[ClosedLoopPoint]:
    """
    The points of a benchmark's runs; a run that does not say how many requests it had counts eight
    for each in flight.
    Raises kvplan.Error (invalid) for a run that lacks its prompt's or answer's tokens or its throughput
    """
def common_causes(request: PlanRequest) -> list[CommonCause]:
    """
    Looks at the services (a proxy that lies on one box) and at the deployment's files (image tags,
    `Conflicts=`). An empty list means: none found in what was given.
    """
def compare(request: PlanRequest) -> Comparison:
    """
    Every layout of the request's boxes that the engine serves, or those that were asked for.
    Raises kvplan.Error as plan_layout, when the engine serves none of them
    """
def compressed_latent_backend(platform: Platform, forced: str | None) -> Backend:
    """
    DeepSeek-V4's own kernels. Raises kvplan.Error (invalid) for a backend that does not serve it
    """
def config_from(root: ConfigNode, name: str) -> ModelConfig:
    """
    The same from a JSON value at hand (no side file).
    """
def copies_after_loading(table: WeightsTable, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> Bytes:
    """
    W_UK and W_UV of latent attention, which the engine makes beside kv_b_proj when it has loaded:
    in the model's dtype, on one rank of a stage. In no total here.
    Source: vllm.md F.2; not measured.
    """
@typing.overload
def copy_status(metrics: Exposition) -> CopyStatus:
    ...
@typing.overload
def copy_status(readings: collections.abc.Sequence[CopyStatus]) -> CopyStatus:
    """
    Readings of one URL one after the other → its last state, and whether it restarted between them
    (another start time, counters that fall) or the answers come from several processes in turn.
    """
def could_be_free(ledger: Ledger) -> Bytes:
    """
    What is free, and what page cache gives back when a service wants it.
    """
def default_block_size(backends: collections.abc.Sequence[Backend], preferred: typing.SupportsInt | typing.SupportsIndex) -> int:
    """
    The block size without --block-size: `preferred` when every backend accepts it, else the
    smallest size that all accept.
    """
def deployment_from(plan: ConfigNode, options: EmitOptions) -> Deployment:
    """
    plan  `--format json` of a plan
    Raises kvplan.Error (invalid) naming the field or the option
    """
def describe(config: ModelConfig) -> Architecture:
    """
    Raises kvplan.Error (unknown) for a model_type without a row, (invalid) for a field out of range
    """
def difference(before: Lock, replayed: Lock | None, after: Lock, allowed: typing.SupportsFloat | typing.SupportsIndex) -> Difference:
    """
    replayed  the locked question planned today: what differs from `before` is due to rules,
                     the rest to the inputs; nothing where it cannot be planned any more
    allowed   share of a number that may be lost: 0.05 for 5 %
    """
def difference_rules() -> list[FindingRule]:
    ...
def draft_copies_after_loading(table: WeightsTable) -> Bytes:
    """
    The rows of keys and values of a DFlash or DSpark draft, which the engine joins once more for
    all its layers when it has loaded, where they are not quantized: on one rank of the last stage.
    In no total here; without biases, which are a few kB.
    Source: vLLM 0.33, models/qwen3_dflash.py, _build_context_kv_buffers; not measured.
    """
def dump_headers(files: TensorFiles) -> str:
    """
    The headers as JSON, small enough to share; no weights are in it.
    """
def emit(deployment: Deployment) -> list[EmittedFile]:
    """
    All files, in the order in which a reader wants them; README.md first.
    """
def engine_command(text: str, where: str) -> EngineCommand | None:
    """
    A running server's command, or nothing for any other process.
    text  /proc/PID/cmdline (words end with NUL), or a line as a shell takes it
    """
def engine_starts(text: str, file: str) -> list[ServeCommand]:
    """
    The engine starts of a pasted text (`vllm serve …` in any shape).
    file  the name that errors and origins show
    """
def engine_table() -> list[EngineRules]:
    """
    Every set of rules, newest first in each engine.
    """
def exactly(size: Bytes, source: str) -> Band:
    ...
def examine(snapshot: BoxSnapshot, question: Question, data_dir: str | os.PathLike[str]) -> list[DoctorFinding]:
    """
    question  the plan; what it leaves open (model, options) comes from the engine's command
    data_dir  the folder with models/ and boxes/
    """
def family_table() -> list[Family]:
    """
    Every family, in the order of the table.
    """
def final_block_size(groups: CacheGroups) -> TokensPerBlock:
    """
    The block size that the engine ends with: the smallest over groups that take part in prefix
    caching; 0 without a cache.
    """
def find_box(box: str, boxes: str | os.PathLike[str]) -> Box:
    """
    box  a box file, the name of one in `boxes`, or of one that is built in (the shipped
    boxes/)
    Raises kvplan.Error (invalid)
    """
def find_engine(text: str) -> EngineChoice:
    """
    text  "vllm", "vllm@0.33", "vllm@0.19.2rc1.dev134+g0", "vllm-b12x"; empty: the newest
                 vLLM covered
    Raises kvplan.Error (invalid) for an unknown engine or a version older than any covered
    """
def find_family(model_type: str) -> Family:
    """
    The row of a model_type, or nullptr.
    """
def find_guard(name: str) -> Guard:
    """
    Raises kvplan.Error (invalid) for a name that no guard has
    """
def find_model(model: str, models: str | os.PathLike[str]) -> pathlib.Path:
    """
    Where a model's config lies.
    model   a config.json, a folder that holds one, or the name of a folder under `models`,
                   with or without its `org--`
    Raises kvplan.Error (invalid) when there is none, or a name without org fits several
    """
def find_platform(name: str) -> Platform | None:
    ...
def finding_rules() -> list[FindingRule]:
    """
    The same for render_sarif().
    """
def findings_of(check: Check) -> list[Finding]:
    """
    Every finding: of the limits at their lines in the policy, and those of the files.
    """
def fit(request: PlanRequest) -> Fit:
    """
    The layout to take by the rule of the recommendation, each box at the most that the rest of it
    leaves. The request's own shares do not matter.
    Raises kvplan.Error as compare()
    """
def fit_latency(points: collections.abc.Sequence[tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]]) -> LatencyFit | None:
    """
    Nothing for fewer than three levels.
    """
def fit_piecewise(points: collections.abc.Sequence[tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]]) -> PiecewiseFit | None:
    """
    Nothing for fewer than four levels.
    """
def fit_usl(points: collections.abc.Sequence[tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]], terms: UslTerms = ...) -> UslFit | None:
    ...
def fleet(copies: collections.abc.Sequence[CopyStatus], planned_tokens: Tokens | None = None) -> FleetStatus:
    """
    Adds, and says what does not look right over the copies.
    """
def fleet_of(request: PlanRequest, plan: LayoutPlan, step: StepTime) -> Fleet:
    """
    The engines of a planned layout. Raises kvplan.Error (invalid) where it does not fit, (unknown) for
    pipeline stages, which are not simulated
    """
def fleets_of(request: PlanRequest, options: FleetOptions) -> Fleets:
    """
    Every layout of the plan that fits and can be simulated.
    Raises kvplan.Error (invalid) for a cap or an acceptance out of range; as compare() and step_for()
    """
def flips(request: PlanRequest, layouts: collections.abc.Sequence[LayoutPlan]) -> list[Flip]:
    """
    Nearest first, by the distance in shares of the present value. Inputs: need_requests,
    need_tokens, gpu_memory_utilization (of the first box; the others move along), weights_bytes,
    max_model_len, kv_cache_dtype, services_bytes.
    """
def format_count(n: typing.SupportsInt | typing.SupportsIndex) -> str:
    """
    "499,110": thousands by commas.
    """
def format_fixed(value: typing.SupportsFloat | typing.SupportsIndex, decimals: typing.SupportsInt | typing.SupportsIndex) -> str:
    """
    "0.74" for (0.74, 2): rounded to so many decimals, by a point in every locale.
    """
def format_gib(size: Bytes) -> str:
    """
    "71.83 GiB": two decimals, always with the i.
    """
def format_of(file: str | os.PathLike[str]) -> FileFormat:
    """
    By the name's ending; nothing known: YAML, of which JSON is a part.
    """
def format_short(n: typing.SupportsInt | typing.SupportsIndex) -> str:
    """
    "0.76 M", "27 k", "312": for people, three significant digits or fewer.
    """
def generate(generator: Generator) -> ArrivalSource:
    """
    Raises kvplan.Error (invalid) for a rate, share or shape out of range
    """
def gib(size: Bytes) -> float:
    """
    A size for people and for ratios only; bytes stay integers to the end.
    """
def group(layers: collections.abc.Sequence[LayerSpec], model: Architecture, serving: Serving, rules: EngineRules) -> CacheGroups:
    """
    Raises kvplan.Error (invalid) where vLLM refuses to group
    """
def guard_facts() -> list[GuardFact]:
    """
    Every guard, on boxes whose memory CPU and GPU share. On a card of its own memory none of them
    sees the device, and none has to: the device's limit is hard.
    """
def headline(check: Check) -> str:
    """
    "PASS: 6 limits met", "FAIL: 2 of 6 limits missed".
    """
def holds_need(plan: LayoutPlan, need: Need) -> bool:
    """
    True when a layout starts and its cache holds the need.
    """
def indexer_backend(keys: IndexKeys) -> Backend:
    """
    The indexer's own backend, beside that of the sparse attention.
    """
def inside_budget(inputs: EstimateInputs) -> Estimate:
    """
    Inside the budget. Where the model's facts name the whole figure, it is moved by what the terms
    say of --max-num-batched-tokens, --max-num-seqs and --enforce-eager if those were given.
    Source: vllm.md A.4 to A.8 (formulas), public start-ups (the constants, GB10.md 4); how far it
    is off: tests/golden/startups/other_use.jsonl and tests/lib/estimate_test.cpp.
    """
def is_assumed(band: Band) -> bool:
    """
    True where the source says "assumed", "fitted" or "inferred": nobody measured, computed or gave
    the figure for this model and box.
    """
def is_draft(name: str, layers: typing.SupportsInt | typing.SupportsIndex | None) -> bool:
    """
    True for the checkpoint's own draft: "mtp.…", or a layer behind the model's last one.
    layers  the model's own, where known
    """
def is_engine_option(name: str) -> bool:
    """
    True for the names that set_option takes.
    """
def is_native(dtype: CacheDtype) -> bool:
    """
    True when the cache stores 16 or 32 bit numbers as the model computes them.
    """
def is_state(kind: FullAttention | SlidingWindow | ChunkedAttention | LatentAttention | CompressedLatent | LatentWindow | CompressorState | IndexKeys | BlockIndexKeys | CompressedIndexKeys | RawKeyRing | Mamba1State | Mamba2State | GatedDeltaState | ShortConvState | KimiDeltaState | LinearAttentionState | CrossAttention) -> bool:
    """
    True for what a request keeps once, whatever its length, in a block of its own.
    """
def isotonic(values: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex]) -> list[float]:
    """
    The non-decreasing values nearest to these (pool adjacent violators).
    """
@typing.overload
def kind_of(text: str, file: str | os.PathLike[str]) -> FileKind:
    """
    The kind of a file, by content and name.
    Raises kvplan.Error (invalid) for a file that is none of them
    """
@typing.overload
def kind_of(name: str) -> WeightKind:
    """
    What a tensor is for, by the usual names of checkpoints.
    """
def layouts_of(boxes: collections.abc.Sequence[Box]) -> list[Layout]:
    """
    Every layout of these boxes: a copy on each box (and on each GPU), tensor parallel over 2, 4,
    8 … and over all, stages, copies of pairs, data parallel with shared experts. A copy over
    several boxes takes as many GPUs of each as the smallest has; where the boxes do not divide,
    some stay idle. What the engine refuses is left to the step that asks it.
    """
def ledger_of(load: BoxLoad) -> Ledger:
    ...
def lengths_from(file_or_text: str) -> RequestLengths:
    """
    A file where there is one of that name, else the text itself.
    """
def limit_rules() -> list[FindingRule]:
    """
    What each limit asks for and what each rule says, as the rules of a SARIF report.
    """
def limits_with(limits: PolicyLimits, given: Question) -> PolicyLimits:
    """
    The policy's limits, where a need or a headroom was given beside it with that one in its place.
    """
def lint(files: DeploymentFiles, options: LintOptions) -> list[Finding]:
    """
    Findings by file, line and rule.
    Raises kvplan.Error (invalid) for plan options that make no sense
    """
def lint_rules() -> list[LintRule]:
    """
    Every rule, in the order in which they are documented.
    """
def lock_of(question: Question, report: Report) -> Lock:
    ...
def looks_like_meminfo(text: str) -> bool:
    ...
def looks_like_startup_log(text: str) -> bool:
    """
    True when the text has a line that only an engine's start-up prints.
    """
def measured(result: SimulationResult, measure: Measure) -> float | None:
    ...
def meets_need(plan: LayoutPlan, need: Need) -> bool:
    """
    True when a layout starts, meets the need, and leaves the named services their memory.
    """
def missing_copy(url: str, error: str) -> CopyStatus:
    ...
@typing.overload
def mixed(bits: typing.SupportsInt | typing.SupportsIndex) -> int:
    """
    Bits well mixed: equal inputs give equal outputs, neighbours share nothing (SplitMix64's
    finalizer; Steele, Lea and Flood 2014).
    """
@typing.overload
def mixed(a: typing.SupportsInt | typing.SupportsIndex, b: typing.SupportsInt | typing.SupportsIndex) -> int:
    """
    One number of two, order counts.
    """
def model_names(models: str | os.PathLike[str]) -> list[str]:
    """
    The folders under `models` that hold a config.json, sorted.
    """
def native_cache_dtype(model_dtype: Dtype) -> CacheDtype:
    """
    The cache type that stores a model's own dtype unchanged.
    """
def not_measured(report: Report) -> list[str]:
    """
    Figures of the recommended layout that are only assumed, one line each; empty when all are
    measured, computed or given (`--trust measured`).
    """
def number_boxes(boxes: collections.abc.Sequence[Box]) -> list[Box]:
    """
    Gives boxes of one name numbers: gb10, gb10 → gb10-1, gb10-2.
    """
def option_of_input(input: str) -> str:
    """
    The option that sets an input of the engine: "kv_cache_dtype" → "--kv-cache-dtype"; the share of
    memory is "--util".
    """
def options_from(node: ConfigNode) -> EngineOptions:
    """
    Options of a JSON object. Raises kvplan.Error (invalid) as set_option
    """
def other_inside_budget(calibration: Calibration, start: PlannedStart) -> Band | None:
    """
    The same without the weights.
    """
def outcome_of(layouts: collections.abc.Sequence[LayoutPlan], need: Need) -> Outcome:
    ...
def overridden(file: Question, given: Question) -> Question:
    """
    A question whose fields, where given, win over those of a file.
    """
def parse_cache_dtype(text: str) -> CacheDtype | None:
    """
    Every spelling of vLLM's option but "auto".
    """
def parse_dtype(text: str) -> Dtype | None:
    """
    "bfloat16", "bf16", "half", "torch.float16", … ; nothing for other words.
    """
def parse_exposition(text: str, source: str) -> Exposition:
    """
    source  the name that errors show
    Raises kvplan.Error (invalid) when the text holds not one sample
    """
def parse_json(text: str, file: str) -> ConfigNode:
    """
    Parses JSON; `file` is only the name that errors show.
    Raises kvplan.Error (invalid) with the line of a syntax error
    """
def parse_length(text: str, option: str) -> Length:
    """
    "512", "100..900", "512~exp", "512~0.8" (lognormal, coefficient of variation).
    Raises kvplan.Error (invalid) naming the option
    """
def parse_lengths(text: str) -> RequestLengths:
    """
    `p50=8k,p90=32k,max=200k` (quantiles) or `8k:60,32k:30,200k:10` (length:weight).
    Between two quantiles every request counts as long as the upper one: never too short.
    Raises kvplan.Error (invalid) naming `--need-lengths`
    """
def parse_measure(text: str) -> Measure:
    """
    "e2e_p95", … Raises kvplan.Error (invalid) naming `--by`
    """
def parse_measurements(text: str, file: str) -> Measurements:
    """
    The same from one text at hand (not /metrics, which come in pairs).
    """
def parse_meminfo(text: str, file: str) -> MemInfo:
    """
    Raises kvplan.Error (invalid) without a MemTotal line, or for a number that is none
    """
def parse_proxy(text: str) -> ProxyRule:
    """
    `nginx`, `nginx:max_fails=3,fail_timeout=30s`, `haproxy:inter=1s,rise=1`, `none`, or a file of
    nginx or HAProxy (FILE:NAME where it holds several upstreams or backends). Words come first.
    Raises kvplan.Error (invalid) naming `--proxy`
    """
def parse_restart(text: str) -> Restart:
    """
    "2@600:300": the second copy goes away after 600 s for 300 s.
    Raises kvplan.Error (invalid) naming `--restart`
    """
def parse_routing(text: str) -> Routing:
    """
    "least_conn", … Raises kvplan.Error (invalid) naming `--routing`
    """
def parse_seconds(text: str, option: str) -> SecondsBand:
    """
    "660", or a band "300-780".
    Raises kvplan.Error (invalid) naming the option
    """
def parse_size(text: str, what: str) -> Bytes:
    """
    Reads a size as people write it: "71GiB", "5.5 GiB", "128GB", "512MiB", "1000" (bytes).
    A fraction of a byte is dropped.
    Raises kvplan.Error (invalid) for anything else; `what` names the option in its message.
    """
def parse_structured(text: str, file: str, format: FileFormat) -> StructuredFile:
    """
    Dates and times of TOML become text; YAML's anchors and merge keys are resolved, its tags are
    not. The first document of several.
    Raises kvplan.Error (invalid) with the line of a syntax error, for too deep a nesting, or for aliases
            that would blow up
    """
def parse_tokens(text: str, option: str) -> int:
    """
    Tokens as vLLM lets one write them: 32000, 32k (thousands), 32K (× 1,024), 1M.
    Raises kvplan.Error (invalid) naming `option`
    """
def parse_trace(text: str, file: str, options: TraceOptions) -> Trace:
    """
    CSV with a head line, or JSON Lines. Known by their columns: kvplan's own
    (t, in, out[, session][, hash_ids]; seconds), Azure (TIMESTAMP, ContextTokens, GeneratedTokens),
    BurstGPT (Timestamp, Session ID, Request tokens, Response tokens), Mooncake (timestamp in ms,
    input_length, output_length, hash_ids of 512 tokens), Bailian (chat_id, parent_chat_id,
    timestamp in s, input_length, output_length, hash_ids of 16 tokens).
    Raises kvplan.Error (invalid) naming the line and the column
    """
def pipeline_stage(layer: typing.SupportsInt | typing.SupportsIndex, layers: typing.SupportsInt | typing.SupportsIndex, stages: typing.SupportsInt | typing.SupportsIndex) -> int:
    """
    The layers that a pipeline stage holds: [first, last). vLLM gives the remainder to the stages
    before the last. Raises kvplan.Error (invalid) when there are more stages than layers
    """
def plan(request: PlanRequest) -> Report:
    """
    Raises kvplan.Error (unknown) when the weights are not known: nothing can be judged then
    """
def plan_again(request: PlanRequest, known: LayoutPlan, edge: Edge = ...) -> LayoutPlan:
    """
    The same layout at another utilization, weight or need, with the cache plan and the shares of
    `known`: what a search repeats many times.
    """
@typing.overload
def plan_cache(model: Model, options: EngineOptions, platform: Platform, rules: EngineRules) -> CachePlan:
    ...
@typing.overload
def plan_cache(model: Model, options: EngineOptions, platform: Platform, rules: EngineRules, known: CachePlan) -> CachePlan:
    """
    The same where the model's plan with other options, of the same release, is at hand: groups
    that cannot differ are taken from it.
    """
def plan_layout(request: PlanRequest, layout: Layout) -> LayoutPlan:
    """
    One layout of a request.
    Raises kvplan.Error (invalid) for what the engine refuses, (unknown) when the weights are not known
    """
def plan_with_options(request: PlanRequest, known: LayoutPlan) -> LayoutPlan:
    """
    The same layout with other engine options: a new cache plan, the shares of `known`.
    Raises kvplan.Error (invalid) for what the engine refuses
    """
def platforms() -> list[Platform]:
    """
    gb10, h100, b200, l40s, a100, rtxpro6000, cpu.
    Source: vLLM's own figures as the project's vectors pretend them (total memory of each card
    as its driver reports it; capabilities and SM counts from NVIDIA's data sheets).
    """
def port_in(source: str) -> int | None:
    """
    The port in a URL, or in the name of a file that was saved from one: metrics-8201.prom.
    """
def port_of(command: EngineCommand) -> int:
    """
    The port it listens on: --port, else 8000 (vLLM) or 30000 (SGLang).
    """
def portable_exp(x: typing.SupportsFloat | typing.SupportsIndex) -> float:
    """
    eˣ, likewise, for |x| < 700.
    """
def portable_log(x: typing.SupportsFloat | typing.SupportsIndex) -> float:
    """
    ln(x) for x > 0 by +, −, ×, ÷ alone; within 1e-15 of the true value, relatively.
    """
def printable(text: str) -> str:
    """
    Valid UTF-8 on one line that does not move a terminal's cursor: a control character (C0, DEL,
    C1) is shown as "?", a byte that is no UTF-8 as U+FFFD.
    """
def question_of(lock: Lock) -> Question:
    """
    The question that a lock's plan answered.
    """
def questions_of(common: Question, alternatives: Alternatives) -> list[Question]:
    ...
def read_box(file: str | os.PathLike[str]) -> Box:
    """
    A box file (contract: "A box file is JSON").
    Raises kvplan.Error (invalid) naming the field
    """
def read_calibration(file: str | os.PathLike[str]) -> Calibration:
    """
    Raises kvplan.Error (invalid) with file and JSON pointer for another schema_version or a wrong value
    """
def read_config(path: str | os.PathLike[str]) -> ModelConfig:
    """
    path  a config.json, or a folder that holds one. Beside `X.json` its sibling
                 `X.hf_quant_config.json` is read, inside a folder `hf_quant_config.json`.
    Raises kvplan.Error (invalid) when it cannot be read
    """
def read_deployment(files: collections.abc.Sequence[str | os.PathLike[str]]) -> DeploymentFiles:
    """
    Reads files, and those of a folder that are of a known kind. A unit's wrapper script, an
    environment file and what a proxy's configuration includes are read too where they lie beside
    it or are among the files.
    Raises kvplan.Error (invalid) for a file that cannot be read or understood
    """
def read_engine_start(file_and_name: str) -> ServeCommand:
    """
    The one start of a file: FILE, or FILE:NAME where it holds several.
    Raises kvplan.Error (invalid) for none, for several without a name, or a name that is not there
    """
def read_facts(model_folder: str | os.PathLike[str]) -> ModelFacts:
    """
    facts.json beside a config, or no facts where there is none.
    Raises kvplan.Error (invalid) for a facts file that cannot be read
    """
def read_gguf(file: str | os.PathLike[str], layers: typing.SupportsInt | typing.SupportsIndex | None = None) -> TensorFiles:
    """
    The header of one *.gguf file (version 2 or 3).
    Raises kvplan.Error (invalid) as above
    """
def read_header_dump(file: str | os.PathLike[str], layers: typing.SupportsInt | typing.SupportsIndex | None = None) -> TensorFiles:
    """
    Raises kvplan.Error (invalid) for anything that dump_headers did not write
    """
def read_index(file: str | os.PathLike[str], layers: typing.SupportsInt | typing.SupportsIndex | None = None) -> TensorFiles:
    """
    A model.safetensors.index.json: names and the total, no sizes of single tensors.
    """
def read_json(file: str | os.PathLike[str]) -> ConfigNode:
    """
    Raises kvplan.Error (invalid) when the file cannot be read or is not JSON
    """
def read_lengths(file: str) -> RequestLengths:
    """
    The same from a file: CSV with a head (`length` or `in,out`, as the public traces spell them;
    `count` or `weight`), JSON Lines of the same, or JSON: `{"lengths": []}`, `{"histogram":
    [{"up_to", "count"}]}`, `{"quantiles": {"p50"}}`, or a `vllm bench serve` result.
    Raises kvplan.Error (invalid) with file and line or pointer
    """
def read_lock(file: str | os.PathLike[str]) -> Lock:
    """
    Raises kvplan.Error (invalid) when it cannot be read or is none
    """
def read_measurements(files: collections.abc.Sequence[str], options: ReadOptions = ...) -> Measurements:
    """
    Reads files of any known format, told apart by what is in them:
    `vllm bench serve --save-result` (plain, detailed, JSON Lines of --append-result), llama-benchy
    (JSON, CSV, Markdown), GuideLLM, AIPerf (JSON, CSV, JSON Lines), inference-perf (stage, summary,
    per request), kvplan's own CSV or JSON Lines (concurrency, output_tok_s, …), access logs of
    nginx and HAProxy, and vLLM's /metrics, two snapshots a copy in the order before, after.
    Raises kvplan.Error (invalid) naming the file, the pointer or line, and the field that is missing
    """
def read_model(path: str | os.PathLike[str]) -> Model:
    """
    Raises kvplan.Error as read_config and describe do
    """
def read_policy(file: str | os.PathLike[str]) -> Policy:
    """
    Paths inside (a model, box files, deployment files) are relative to the policy's folder. A model
    that is a `vllm serve …` line or a file that starts an engine stands for that start.
    Raises kvplan.Error (invalid) with the line: an unknown key, a wrong type, a size without a unit, an
            ignore without a reason or a day, a schema_version other than 1
    """
def read_policy_files(policy: Policy, given: Question, data_dir: str | os.PathLike[str]) -> PolicyFiles:
    """
    given     options beside the policy (the command line, the environment), which win
    data_dir  the folder with models/ and boxes/
    Raises kvplan.Error (invalid) for a file that cannot be read or understood
    """
def read_safetensors(file: str | os.PathLike[str], layers: typing.SupportsInt | typing.SupportsIndex | None = None) -> TensorFiles:
    """
    The header of one *.safetensors file. A file that ends behind its header is read too.
    Raises kvplan.Error (invalid) for a header that is truncated, too long, no JSON, or whose offsets
            do not fit the shapes, each other, or the file
    """
def read_snapshot(folder: str | os.PathLike[str]) -> BoxSnapshot:
    """
    Every file of a folder and of the folders in it.
    Raises kvplan.Error (invalid) for no folder, or one with nothing to look at
    """
def read_startup_log(text: str, file: str) -> list[StartupRun]:
    """
    Every start in the text, in order.
    file  the name that errors and runs show
    Raises kvplan.Error (invalid) when not one line of an engine is in it
    """
def read_structured(file: str | os.PathLike[str]) -> StructuredFile:
    """
    Raises kvplan.Error (invalid) also when the file cannot be read
    """
def read_tensor_files(folder: str | os.PathLike[str], layers: typing.SupportsInt | typing.SupportsIndex | None = None) -> TensorFiles | None:
    """
    Everything that a folder holds: its *.safetensors (those of the index where there is one), else
    *.gguf, else the index alone, else a dump of headers (kvplan_headers.json).
    Returns nothing where there is none of them
    Raises kvplan.Error (invalid) as above, and where index and files contradict each other
    """
def read_text(file: str | os.PathLike[str], largest: typing.SupportsInt | typing.SupportsIndex = 268435456) -> str:
    """
    largest  bytes; a bigger file is refused before it is read
    Raises kvplan.Error (invalid) for nothing of that name, a folder, a pipe, a device, a file that is
            too large or cannot be read
    """
def read_trace(file: str | os.PathLike[str], options: TraceOptions) -> Trace:
    ...
def recommend(request: PlanRequest, layouts: collections.abc.Sequence[LayoutPlan]) -> Recommendation:
    """
    The story's rule: a copy on each box where that meets the need; split only where it does not.
    """
def refusal(plan: ConfigNode, options: EmitOptions) -> str | None:
    """
    Why the files of this plan should not be run: it does not fit, its services lack memory, its
    need is not met. Nothing: they may.
    """
@typing.overload
def render_csv(report: TrafficReport) -> str:
    """
    The levels: class, concurrency, output_tok_s, req_s, lowest, highest, repetitions, cap; by RFC
    4180.
    """
@typing.overload
def render_csv(findings: collections.abc.Sequence[Finding]) -> str:
    """
    rule, severity, file, line, text, seconds, bytes, fix: with a head, by RFC 4180.
    """
@typing.overload
def render_csv(status: FleetStatus) -> str:
    """
    A row a copy, without the total: a table adds by itself.
    """
@typing.overload
def render_csv(findings: collections.abc.Sequence[DoctorFinding]) -> str:
    """
    The contract's fields as columns: with a head, by RFC 4180.
    """
@typing.overload
def render_csv(fit: Fit) -> str:
    """
    A row a box.
    """
@typing.overload
def render_csv(difference: Difference) -> str:
    """
    layout, field, from, to, cause, regression: with a head, by RFC 4180.
    """
@typing.overload
def render_csv(answers: collections.abc.Sequence[AnsweredQuestion]) -> str:
    """
    The same rows with bytes as integers, by RFC 4180.
    """
def render_engines(reports: collections.abc.Sequence[Report]) -> str:
    """
    The same plan under the rules of several engines: the numbers side by side, and which rules
    differ.
    """
def render_explanation(report: Report) -> str:
    """
    The chain from config field to the answer, with formulas, numbers and sources.
    """
def render_findings_html(findings: collections.abc.Sequence[Finding], files: typing.SupportsInt | typing.SupportsIndex) -> str:
    ...
def render_findings_json(findings: collections.abc.Sequence[Finding]) -> str:
    """
    The contract's JSON of `lint`.
    """
def render_findings_markdown(findings: collections.abc.Sequence[Finding], files: typing.SupportsInt | typing.SupportsIndex) -> str:
    """
    The same as a page of either language: counts, then a table.
    """
def render_findings_text(findings: collections.abc.Sequence[Finding], files: typing.SupportsInt | typing.SupportsIndex, colour: bool) -> str:
    """
    Grouped by file, the gravest first named in the last line: for people.
    """
def render_github(findings: collections.abc.Sequence[Finding]) -> str:
    """
    GitHub's workflow commands: at most 10 errors, 10 warnings and 10 notices, which is what it
    shows of one step; the last of a kind then says how many more there are.
    """
def render_gitlab(findings: collections.abc.Sequence[Finding]) -> str:
    """
    GitLab's code quality report.
    """
@typing.overload
def render_html(change: Changeover) -> str:
    """
    The picture with the same under it, as one page that stands alone.
    """
@typing.overload
def render_html(report: TrafficReport) -> str:
    """
    The same with the curves of render_svg(), as one page that stands alone.
    """
@typing.overload
def render_html(report: CapacityReport) -> str:
    """
    One self-contained page: inline SVG and CSS, no script, no request to anywhere; light and dark,
    printable on A4.
    """
@typing.overload
def render_html(check: Check) -> str:
    ...
@typing.overload
def render_html(status: FleetStatus) -> str:
    ...
@typing.overload
def render_html(snapshot: BoxSnapshot, findings: collections.abc.Sequence[DoctorFinding]) -> str:
    ...
@typing.overload
def render_html(fit: Fit) -> str:
    ...
@typing.overload
def render_html(difference: Difference) -> str:
    ...
@typing.overload
def render_html(answers: collections.abc.Sequence[AnsweredQuestion]) -> str:
    ...
@typing.overload
def render_json(calibration: Calibration) -> str:
    """
    Contract: JSON of calibrate, which is the calibration file too.
    """
@typing.overload
def render_json(change: Changeover) -> str:
    ...
@typing.overload
def render_json(report: TrafficReport) -> str:
    """
    Contract: `--format json` of `traffic`.
    """
@typing.overload
def render_json(check: Check) -> str:
    ...
@typing.overload
def render_json(status: FleetStatus) -> str:
    """
    Contract: JSON of metrics.
    """
@typing.overload
def render_json(findings: collections.abc.Sequence[DoctorFinding]) -> str:
    """
    Contract: JSON of doctor.
    """
@typing.overload
def render_json(fit: Fit) -> str:
    ...
@typing.overload
def render_json(difference: Difference) -> str:
    ...
@typing.overload
def render_json(answers: collections.abc.Sequence[AnsweredQuestion]) -> str:
    ...
@typing.overload
def render_json(report: Report) -> str:
    """
    Contract: `--format json` of a plan.
    """
def render_junit(suite: str, cases: collections.abc.Sequence[Case]) -> str:
    ...
@typing.overload
def render_markdown(change: Changeover) -> str:
    ...
@typing.overload
def render_markdown(report: TrafficReport) -> str:
    ...
@typing.overload
def render_markdown(report: CapacityReport) -> str:
    """
    The same without the pictures, their numbers as tables.
    """
@typing.overload
def render_markdown(check: Check) -> str:
    ...
@typing.overload
def render_markdown(status: FleetStatus) -> str:
    ...
@typing.overload
def render_markdown(snapshot: BoxSnapshot, findings: collections.abc.Sequence[DoctorFinding]) -> str:
    ...
@typing.overload
def render_markdown(fit: Fit) -> str:
    ...
@typing.overload
def render_markdown(difference: Difference) -> str:
    """
    A table fit for a pull request.
    """
@typing.overload
def render_markdown(answers: collections.abc.Sequence[AnsweredQuestion]) -> str:
    ...
@typing.overload
def render_markdown(report: Report) -> str:
    ...
def render_picture(report: Report) -> str:
    """
    The picture of a plan's memory under its verdict, as an HTML fragment: for a notebook's cell.
    """
def render_sarif(tool: str, findings: collections.abc.Sequence[Finding], rules: collections.abc.Sequence[FindingRule]) -> str:
    """
    SARIF 2.1.0 for one run of `tool`. Paths are relative to the folder it ran in; one that leads
    out of it is given as its file name alone.
    """
def render_simulation_csv(report: SimulationReport) -> str:
    """
    The time series: a line for each run, copy and bin.
    """
def render_simulation_json(report: SimulationReport) -> str:
    ...
def render_simulation_text(report: SimulationReport) -> str:
    ...
@typing.overload
def render_svg(change: Changeover) -> str:
    """
    A self-contained picture: boxes, proxy and model over the minutes.
    """
@typing.overload
def render_svg(report: TrafficReport) -> str:
    """
    Points, fitted curve, knee and cap of each class; self-contained.
    """
def render_tap(cases: collections.abc.Sequence[Case]) -> str:
    """
    TAP 14.
    """
@typing.overload
def render_text(calibration: Calibration, colour: bool) -> str:
    ...
@typing.overload
def render_text(change: Changeover, colour: bool) -> str:
    """
    80 columns.
    """
@typing.overload
def render_text(report: TrafficReport, colour: bool) -> str:
    """
    For people: tables, a plot in characters, the cap in the first lines.
    """
@typing.overload
def render_text(check: Check, colour: bool) -> str:
    """
    Text for a terminal; JSON by the contract; a Markdown table for a job's summary; a page that
    stands alone.
    """
@typing.overload
def render_text(status: FleetStatus, colour: bool) -> str:
    ...
@typing.overload
def render_text(snapshot: BoxSnapshot, findings: collections.abc.Sequence[DoctorFinding], colour: bool) -> str:
    ...
@typing.overload
def render_text(fit: Fit, colour: bool) -> str:
    ...
@typing.overload
def render_text(difference: Difference, colour: bool) -> str:
    ...
@typing.overload
def render_text(answers: collections.abc.Sequence[AnsweredQuestion], colour: bool) -> str:
    """
    A row for each question and layout; the recommended layout is marked.
    """
@typing.overload
def render_text(report: Report, colour: bool) -> str:
    """
    For a person with ten seconds: 80 columns, the verdict first. colour  ANSI colours
    """
def replay(trace: Trace) -> ArrivalSource:
    ...
def request_from(question: Question, data_dir: str | os.PathLike[str], learned: Calibration | None = None) -> PlanRequest:
    """
    Reads the model, its draft and its facts, and the boxes.
    
    data_dir  the folder that holds models/ and boxes/ for names that are no path
    learned   a calibration at hand, in place of the question's file
    Raises kvplan.Error (invalid, unknown) whose file is the option as the command line spells it
            ("--need-requests"), or the file that cannot be read
    """
def requested_memory(total: Bytes, utilization: typing.SupportsFloat | typing.SupportsIndex) -> Bytes:
    """
    ceil(total × utilization), as vLLM asks for it.
    """
def requests_held(plan: LayoutPlan) -> int:
    """
    Requests that a layout holds at once: of the need's mix (in 19 of 20 mixes) where there is one,
    else of full context.
    """
def requests_in_cache(ceilings: CopyCeilings, each: Tokens) -> int:
    """
    Whole requests of that many tokens that the copy's blocks hold at once.
    """
def resolve(model: Architecture, options: EngineOptions, platform: Platform, rules: EngineRules) -> Serving:
    """
    Raises kvplan.Error (invalid) for options that the engine refuses
    """
def roofline(request: PlanRequest, plan: LayoutPlan, extra: Roofline) -> StepTime:
    """
    What one rank of a layout reads and computes, at the box's bandwidth and peak.
    Raises kvplan.Error (unknown) where the box has no bandwidth or the model's tensors are not known
    """
def round_up(a: typing.SupportsInt | typing.SupportsIndex, step: typing.SupportsInt | typing.SupportsIndex) -> int:
    """
    The smallest multiple of `step` that is at least `a`, for a ≥ 0, step > 0.
    """
@typing.overload
def rows_of(table: WeightsTable, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> list[WeightRow]:
    """
    What one rank of a stage holds, largest kind first. The rows that are neither draft's nor
    host's sum to table.total(stage).
    """
@typing.overload
def rows_of(files: TensorFiles) -> list[WeightRow]:
    """
    The tensors of files, whole: before any sharding. An index has no bytes of single tensors.
    """
def rule_of(proxy: Proxy) -> ProxyRule:
    """
    Of its servers that are used, the one that clients wait for longest.
    Raises kvplan.Error (invalid) where none is used
    """
def same_model(a: str, b: str) -> bool:
    """
    True when two names mean one model: "Qwen/Qwen3.6-35B" and "/models/qwen3.6-35b/".
    """
def saved_while_loading(table: WeightsTable, method: str, stage: typing.SupportsInt | typing.SupportsIndex = 0) -> Bytes:
    """
    What `--quantization METHOD` on a plain checkpoint makes smaller while it loads, of a rank of a
    stage: the matrices are created in the model's dtype, and each layer is turned into another
    type before the next one is read. fp8 and mxfp8 take all but embedding, head and what the
    engine never quantizes; int8 and nvfp4 the routed experts alone. Scales are a few kB, mxfp8's
    a byte for each 32 numbers. In no total of the table.
    Source: vLLM 0.33, model_executor/layers/quantization/online/. Qwen3-8B in fp8: 6.47 GiB less.
    """
def search_long_share(fleets: collections.abc.Sequence[Fleet], generator: Generator, measure: Measure, options: SimulationOptions, precision: typing.SupportsFloat | typing.SupportsIndex = 0.001) -> ShareSearch:
    """
    Which fleet is best as the share of long requests grows, and where the answer changes: a coarse
    walk, then halving until two shares are `precision` apart.
    """
def select_backend(needs: AttentionNeeds, platform: Platform, forced: str | None) -> Backend:
    """
    forced  --attention-backend, or nothing
    Raises kvplan.Error (invalid) when no backend of the device serves these needs
    """
def sensitivities(request: PlanRequest, layouts: collections.abc.Sequence[LayoutPlan], chosen: typing.SupportsInt | typing.SupportsIndex) -> list[Sensitivity]:
    """
    chosen  the recommended layout, of `layouts`; the widest swing of tokens first
    """
def set_option(options: EngineOptions, name: str, value: ConfigNode) -> None:
    """
    Sets one option by the engine's own name, such as "max_model_len".
    Raises kvplan.Error (invalid) for an unknown name or a value out of range
    """
def set_option_text(options: EngineOptions, name: str, text: str) -> None:
    """
    Sets one option of the engine from text, as the command line spells its value ("8k", "mtp:4").
    Raises kvplan.Error (invalid) for an unknown name or a value out of range
    """
def sharding_of(name: str) -> Sharding:
    """
    How the engine divides a checkpoint's tensor, by its usual names.
    """
def simulate(fleet: Fleet, arrivals: ArrivalSource, options: SimulationOptions) -> SimulationResult:
    """
    The same inputs give the same result, on every platform.
    Raises kvplan.Error (invalid) for an engine that cannot be, a restart of no copy, or more than 92 days
    """
@typing.overload
def size_of(dtype: Dtype) -> int:
    ...
@typing.overload
def size_of(type: StoredType) -> int:
    ...
def spec_kernels(backend: Backend, needs: AttentionNeeds, platform: Platform) -> Backend:
    """
    The kernels that a layer's spec is made for. vLLM asks for them without the model's config, so
    that FlashAttention 4 on SM10x claims its 128-token pages for every head size of 256.
    """
def speeds(request: PlanRequest, layouts: collections.abc.Sequence[LayoutPlan]) -> list[Speed]:
    """
    For one request and for the operation's `in_flight` (16 where none was given), each layout; the
    measured ones first. A layout whose bandwidth or active weights are not known has no row.
    """
@typing.overload
def spelled(length: Length) -> str:
    """
    What parse_length() reads: "512", "100..900", "512~exp", "512~0.8".
    """
@typing.overload
def spelled(generator: Generator) -> str:
    """
    A generator in words: "200 requests, 2.000 a second, Poisson, 512 in and 256 out".
    """
def start_order(free: Bytes, engines: collections.abc.Sequence[EngineStart]) -> StartOrder:
    """
    The order that lets all start whenever any order does: those first whose request exceeds their
    use the most, for a request must be free once while a use stays taken.
    """
def start_up(inputs: StartInputs) -> StartUp:
    """
    Source of the figures: public start-ups on GB10 (free at start 101.3 to 114.5 of 121.69 GiB;
    peaks 0 to 23 GiB over the budget within ten seconds of the profile; page cache of the shards).
    """
def state_bytes(kind: FullAttention | SlidingWindow | ChunkedAttention | LatentAttention | CompressedLatent | LatentWindow | CompressorState | IndexKeys | BlockIndexKeys | CompressedIndexKeys | RawKeyRing | Mamba1State | Mamba2State | GatedDeltaState | ShortConvState | KimiDeltaState | LinearAttentionState | CrossAttention, serving: Serving, drafts: typing.SupportsInt | typing.SupportsIndex) -> Bytes:
    """
    Bytes of a state on one rank, with room for `drafts` more convolution rows.
    Qwen3.8-Flash-Next, one rank, no drafts: 48·128·128·4 + 10,240·3·2 = 3,207,168 B.
    Raises kvplan.Error (invalid) when the tensor parallelism does not divide its heads
    """
def step_for(request: PlanRequest, plan: LayoutPlan, options: FleetOptions) -> StepTime:
    """
    The step time of a layout: calibrated by the first benchmark that is of it, else a roofline. A
    benchmark without a layout is of every layout; where there are several, of single boxes.
    Raises kvplan.Error as calibrated(), roofline() and read_measurements()
    """
def stored(dtype: Dtype) -> StoredType:
    ...
def survives_a_box(layout: Layout, boxes: typing.SupportsInt | typing.SupportsIndex) -> bool:
    """
    True when every box can be away and a copy still serves.
    """
def traffic_report(measurements: Measurements, question: TrafficQuestion) -> TrafficReport:
    """
    Raises kvplan.Error (invalid) for a limit or a mix that makes no sense, (unknown) for a limit on what
            a class's files do not hold
    """
def unified_diff(before: str | None, after: EmittedFile) -> str:
    """
    A unified diff with three lines around each change; empty when the texts are the same.
    before  nothing: there is no such file yet
    """
def weights(config: ModelConfig, draft: ModelConfig, options: EngineOptions, serving: Serving, platform: Platform) -> WeightsTable | None:
    """
    draft   the draft model's config, where the speculative method has one of its own
    Returns nothing where the tensors cannot be known from the config: an architecture or a
            quantization without a description here
    Raises kvplan.Error (invalid) for a field out of range
    Llama-3.1-8B: 16,094,077,440 B (bf16, rotary table included).
    """
def weights_if_known(model: Model, options: EngineOptions, serving: Serving, platform: Platform) -> WeightsTable | None:
    """
    weights() of a model and its own draft, and nothing too where the config says enough for the
    cache but not for the weights.
    """
def with_limits(request: PlanRequest, limits: PolicyLimits) -> PlanRequest:
    """
    The request with the policy's limits as its need: the recommended layout is the one that is
    judged.
    """
def with_options_of(start: ServeCommand, question: Question) -> Question:
    """
    Fills what the question leaves open with the options of a start.
    """
def write_lock(lock: Lock) -> str:
    ...
bytes_per_gib: int = 1073741824
default_headroom: Bytes
largest_text_file: int = 268435456
longest_ps: int = 8000000000000000000
ps_per_second: int = 1000000000000
schema_version: int = 1
version: str = '0.1.0'
