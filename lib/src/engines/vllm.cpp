// vLLM's rules by release, newest first. A row says only what was different from the next newer
// release; one without a change is here because that release was read too. Source of each: the
// releases' own code, as noted in the project's engine facts (vllm.md section J,
// vllm-versions.md); checked against tests/golden/.
#include <algorithm>
#include <array>
#include <string_view>

#include "engines/table.hpp"

namespace kvplan::engines {
namespace {

struct Row {
  std::string_view version;
  void (*went_back)(EngineRules&);  ///< from the next newer release's rules to this one's
};

void unchanged(EngineRules&) {}

constexpr std::array history{
    Row{"0.33", unchanged},
    Row{"0.32",
        [](EngineRules& r) {
          r.checkpoint.gated_delta = false;
          r.align_to_checkpoint = false;
          r.async_with_other_drafts = false;
        }},
    Row{"0.31",
        [](EngineRules& r) {
          r.checkpoint.mamba2 = false;
          r.cache_mode_all = true;
          r.align = AlignRule::first_backend;
          r.step_by_state_chunk = true;
          r.stride_alignment = false;
          r.sparse_fp8_on_sm10x = false;
        }},
    Row{"0.30", [](EngineRules& r) { r.latent_block = LatentBlockRule::first_backend; }},
    Row{"0.29",
        [](EngineRules& r) {
          r.yarn_length_as_given = false;
          r.rings_are_state_buckets = false;
        }},
    Row{"0.28",
        [](EngineRules& r) {
          r.runner = RunnerRule::v2_dense;
          r.null_block_in_fit_check = false;
          r.unify = UnifyRule::pads_states;
          r.packed = PackedRule::tuples_widest;
          r.checkpoint.kimi_delta = false;
        }},
    Row{"0.27.1",
        [](EngineRules& r) {
          r.one_line = false;
          r.state_caching = StateCachingRule::on_request;
          r.cache_mode = CacheModeRule::all_where_declared;
          r.large_device_tier = false;
        }},
    Row{"0.27", unchanged},
    Row{"0.26",
        [](EngineRules& r) {
          r.non_cache = NonCacheRule::weights_peak_and_other;
          r.concurrency_by_first_page = true;
          r.latent_window_fallback = false;
          r.packed = PackedRule::tuples_by_page;
          r.latent_step = 1;
        }},
    Row{"0.25.1",
        [](EngineRules& r) {
          r.in_flight_counts_batches = false;
          r.unify = UnifyRule::pads_strided_attention;
        }},
    Row{"0.25", unchanged},
    Row{"0.24", unchanged},
    Row{"0.23",
        [](EngineRules& r) {
          r.unify = UnifyRule::by_block_size;
          r.latent_list_for_12x = false;
        }},
    Row{"0.22.1", [](EngineRules& r) { r.packed = PackedRule::tuples_padded; }},
    Row{"0.22", unchanged},
    Row{"0.21",
        [](EngineRules& r) {
          r.runner = RunnerRule::v1;
          r.cache_mode_all_adds_drafts = false;
          r.cache_mode = CacheModeRule::all_where_declared_undrafted;
          r.checkpoint_overrides_given = true;
        }},
    Row{"0.20.2", [](EngineRules& r) { r.v_head_dim_window = false; }},
    Row{"0.20.1", unchanged},
    Row{"0.20",
        [](EngineRules& r) {
          r.tokens = TokenRule::blocks_per_group;
          r.block_override = OverrideRule::blocks_after_check;
        }},
    Row{"0.19.1",
        [](EngineRules& r) {
          r.gpu_memory_utilization = 0.9;
          r.graphs = GraphRule::logged;
          r.shared_memory = SharedMemoryRule::available_by_capability;
          r.packed = PackedRule::none;
          r.cache_mode = CacheModeRule::all_where_declared;
          r.state_dtype = StateDtypeRule::config_or_float16;
          r.align = AlignRule::fixed;
          r.latent_step = 64;
          r.modelopt_4bit_cache_dtype = false;
          r.async_for_pooling = true;
        }},
    Row{"0.19", unchanged},
    Row{"0.18.1", [](EngineRules& r) { r.need = NeedRule::first_group; }},
    Row{"0.18", unchanged},
    Row{"0.17.1",
        [](EngineRules& r) {
          r.graphs = GraphRule::not_estimated;
          r.group_size_ratio = 1.25;
          r.flashinfer_step_32 = true;
          r.latent_block = LatentBlockRule::by_device;
          r.sparse_cache = SparseCacheRule::fp8_packed;
        }},
    Row{"0.17", unchanged},
    Row{"0.16",
        [](EngineRules& r) {
          r.need_of_whole_model = true;
          r.align_with_drafts = false;
        }},
    Row{"0.15.1", unchanged},
    Row{"0.15", unchanged},
    Row{"0.14.1",
        [](EngineRules& r) {
          r.state_blocks = StateBlockRule::by_mamba_block;
          r.state_caching = StateCachingRule::declared;
          r.latent_blackwell = LatentBackendRule::cutlass;
          r.compressed_tensors_cache_dtype = false;
          r.checkpoint_overrides_given = false;
          r.async_with_pipeline = false;
        }},
    Row{"0.14", unchanged},
    Row{"0.13",
        [](EngineRules& r) {
          r.need = NeedRule::each_layer;
          r.need_of_whole_model = false;
          r.auto_fit = false;
          r.async_by_default = false;
          r.hybrid_manager_for_chunks = false;
          r.modelopt_cache_dtype = false;
          r.v_head_dim_full = false;
        }},
    Row{"0.12", [](EngineRules& r) { r.state_dtype = StateDtypeRule::model; }},
    Row{"0.11.2",
        [](EngineRules& r) {
          r.group_size_ratio = 1;
          r.unify = UnifyRule::refused;
          r.state_block_follows_attention = false;
        }},
    Row{"0.11.1", unchanged},
    Row{"0.11",
        [](EngineRules& r) {
          r.shared_memory = SharedMemoryRule::cuda_free;
          r.state_caching = StateCachingRule::refused;
          r.step_by_state_chunk = false;
          r.flashinfer_step_32 = false;
          r.latent_step = 16;
          r.sparse_cache = SparseCacheRule::auto_packed;
        }},
    Row{"0.10.2",
        [](EngineRules& r) {
          r.uniform_type_groups = false;
          r.strided_groups = false;
          r.group_by_whole_model = false;
        }},
    Row{"0.10.1.1", [](EngineRules& r) { r.context_parallel = false; }},
    Row{"0.10.1", unchanged},
    Row{"0.10",
        [](EngineRules& r) {
          r.cap_seqs_by_batch = false;
          r.separate_state_dtypes = false;
          r.hybrid_manager_for_chunks = true;
          r.latent_blackwell = LatentBackendRule::none;
        }},
    Row{"0.9.2",
        [](EngineRules& r) {
          r.align = AlignRule::none;
          r.hybrid_manager_for_chunks = false;  // chunked layers are kept in full
          r.cpu_max_num_seqs = 32;
        }},
    Row{"0.9.1", [](EngineRules& r) { r.block_override = OverrideRule::nothing; }},
};

}  // namespace

std::vector<EngineRules> vllm_rows() {
  std::vector<EngineRules> rows;
  EngineRules rules;
  rules.name = "vllm";
  for (const Row& row : history) {
    row.went_back(rules);
    rules.version = row.version;
    rules.release = release_of(row.version);
    rows.push_back(rules);
  }
  return rows;
}

std::vector<EngineRules> vllm_b12x_rows() {
  // The community build that the story ran: inferred from its published pools (1.08 M against
  // 0.76 M tokens for 0.04 of utilization) and its author's words on compact draft records.
  const auto rows = vllm_rows();
  EngineRules b12x =
      *std::ranges::find_if(rows, [](const EngineRules& row) { return row.version == "0.32"; });
  b12x.name = "vllm-b12x";
  b12x.note = "inferred: drafts are not charged state rows of their own; page layout not known";
  b12x.draft_state_rows = false;
  return {b12x};
}

}  // namespace kvplan::engines
