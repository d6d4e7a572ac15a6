// The transient peak of the profile's run: the forward pass over a full batch, the sampler over
// every request's logits, the vision tower over a full budget of images.
#include <algorithm>
#include <cmath>

#include "estimate/rank_view.hpp"

namespace kvplan::estimate {
namespace {

/// Numbers a token that the widest layer of a model holds at once (vllm.md A.5): the streams of
/// residual, normed and layer output, and the widest of attention, MLP and state.
double forward_width(const ModelShape& shape, double ranks) {
  constexpr double streams = 4;
  const double query = shape.query_heads * shape.head_dim / ranks;
  const double key_value = std::max(1.0, shape.kv_heads / ranks) * shape.head_dim;
  const double attention = 3 * query + 2 * key_value;  // with a gate, or q, k and v's copies
  const double mlp = 3 * shape.intermediate / ranks;
  const double state = shape.state_width / ranks;
  return streams * shape.hidden + std::max({attention, mlp, state});
}

EstimateTerm forward(const RankView& view) {
  const double width = forward_width(view.shape, view.ranks);
  return {
      "forward_pass", "peak",
      around(view.batch * width * view.element, 0.6, 2.0,
             formula(view, "batched tokens ", view.batch, " x ", width,
                     " numbers of the widest layer x ", view.element, " B (vLLM's profile_run)"))};
}

/// A draft's own pass, beside the hidden states of the target that it reads.
EstimateTerm draft_pass(const RankView& view) {
  const ModelShape& draft = view.draft.hidden > 0 ? view.draft : view.shape;
  const double width = forward_width(draft, view.ranks);
  return {"draft_pass", "peak",
          around(view.batch * width * view.element, 0.3, 1.6,
                 formula(view, "batched tokens ", view.batch, " x ", width,
                         " numbers of the draft's widest layer x ", view.element,
                         " B (vLLM's profile_run)"))};
}

/// Bytes of one logit at the sampler's peak. Measured as printed peaks less the hidden states that
/// stay: 38.3 to 38.6 B in ten starts of 0.10.2 to 0.15.1 (H100, H200, A100; R 256 and 1,024),
/// where PyTorch sorts for top-k and top-p; 16.2 B since a kernel does (A100, R 256). Runner V2:
/// logits, fp32 copy, probabilities, 2 + 4 + 4 B (vllm.md A.5), and once more fp32 in the second
/// pass of 0.33.
struct SamplerCost {
  double each = 0;
  double low = 0;
  double high = 0;
  const char* how = "";
};

SamplerCost sampler_cost(const ProfileRules& rules) {
  if (rules.runner_v2) {
    return {rules.second_sampler_pass ? 14.0 : 10.0, 0.7, 1.6, "runner V2"};
  }
  if (rules.sorted_sampler) return {38.4, 0.8, 1.1, "runner V1, sorted"};
  return {16.2, 0.85, 1.5, "runner V1"};
}

EstimateTerm sampler(const RankView& view) {
  const double numbers = view.rows * view.shape.vocabulary;
  const SamplerCost cost = sampler_cost(view.rules);
  const double kept = view.batch * view.shape.hidden * view.element;
  return {"sampler", "peak",
          around(numbers * cost.each + kept, cost.low, cost.high,
                 formula(view, "requests ", view.rows, " x vocabulary ", view.shape.vocabulary,
                         " x ", format_fixed(cost.each, 1), " B + hidden states of ", view.batch,
                         " tokens (", cost.how, "; vLLM's profile_run)"))};
}

/// The tower's peak, and its embeddings that stay while the text runs (vllm.md A.8).
EstimateTerm encoder(const RankView& view) {
  const TowerShape& tower = view.shape.tower;
  const double item = std::min(tower.tokens_per_item, view.length);
  const double items = std::max(1.0, std::floor(std::max(view.batch, item) / item));
  const double tokens = items * item;
  const double patches = tokens * tower.patches_per_token;
  // Input, residual and norm; then the two sides of the MLP, or q, k, v with rotated copies.
  const double width = 3 * tower.hidden + std::max(2 * tower.intermediate, 6 * tower.hidden);
  const double kept = tokens * view.shape.hidden;
  return {"encoder", "peak",
          around((patches * width + kept) * view.element, 0.25, 1.6,
                 formula(view, "profile of ", items, " items of ", item, " tokens, ", patches,
                         " patches x ", width, " numbers x ", view.element,
                         " B (vLLM's encoder budget)"))};
}

/// Dense latent attention brings a chunk of the context back to full heads.
EstimateTerm latent_context(const RankView& view, const LatentAttention& latent, double block) {
  const double asked = std::max(8 * view.length, 4 * view.requests * block);
  const double rows = std::min(asked, 65536.0);
  const double heads = static_cast<double>(latent.query_heads) / view.ranks;
  const double value =
      view.shape.value_dim > 0 ? view.shape.value_dim : static_cast<double>(latent.nope_head_dim);
  const double width = heads * (static_cast<double>(latent.nope_head_dim) + value);
  return {"mla_context", "",
          around(rows * width * view.element, 0.5, 1.25,
                 formula(view, rows, " rows x ", width, " numbers x ", view.element,
                         " B (vLLM's profile_run)"))};
}

const LatentAttention* latent_of(const Architecture& model) {
  for (const Layer& layer : model.layers) {
    for (const CacheKind& kind : layer.keeps) {
      if (const auto* latent = std::get_if<LatentAttention>(&kind)) return latent;
    }
  }
  return nullptr;
}

}  // namespace

void add_activations(const RankView& view, std::vector<EstimateTerm>& terms) {
  const Model& model = *view.in->model;
  if (view.shape.hidden > 0) terms.push_back(forward(view));
  if (view.drafts > 0 && view.shape.hidden > 0) terms.push_back(draft_pass(view));
  if (!model.architecture.pooling && view.shape.vocabulary > 0) terms.push_back(sampler(view));
  if (view.shape.tower.hidden > 0 && !view.in->options->language_model_only) {
    terms.push_back(encoder(view));
  }
  const LatentAttention* latent = latent_of(model.architecture);
  if (latent != nullptr && latent->index_topk == 0) {
    terms.push_back(latent_context(
        view, *latent,
        static_cast<double>(final_block_size(view.in->cache->groups).amount.count())));
  }
}

}  // namespace kvplan::estimate
