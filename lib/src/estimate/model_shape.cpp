#include "estimate/model_shape.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "experts.hpp"
#include "overloaded.hpp"

namespace kvplan::estimate {
namespace {

/// The first of the names that the config has as an integer in range; 0 without one. Another type
/// is no error here: what decides capacity has read the config already.
double first_of(const ConfigNode& node, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const double number = node.number_if_any(name).value_or(0);
    if (number >= 1 && number < 1e9) return number;
  }
  return 0;
}

/// Projection and convolution of a state layer, before any sharding: what goes in (q, k, v and the
/// gate), their copies for the convolution, and what comes out before and after the gated norm.
double state_width(const CacheKind& kind) {
  const auto wide = [](auto... numbers) { return (static_cast<double>(numbers) + ...); };
  return std::visit(
      Overloaded{
          [&](const GatedDeltaState& s) {
            const double keys = wide(s.key_heads) * wide(s.key_dim);
            const double values = wide(s.value_heads) * wide(s.value_dim);
            return 6 * keys + 6 * values;
          },
          [&](const Mamba2State& s) {
            return 5 * wide(s.inner) + 4 * wide(s.groups) * wide(s.state_dim);
          },
          [&](const Mamba1State& s) { return 5 * wide(s.inner); },
          [&](const KimiDeltaState& s) { return 10 * wide(s.heads) * wide(s.head_dim); },
          [&](const LinearAttentionState& s) { return 5 * wide(s.heads) * wide(s.head_dim); },
          [&](const auto&) { return 0.0; }},
      kind);
}

TowerShape tower_of(const ModelConfig& config, const Architecture& architecture) {
  const auto vision = config.root.find("vision_config");
  TowerShape tower;
  if (!vision || !vision->is_object()) return tower;
  tower.hidden = first_of(*vision, {"embed_dim", "hidden_size", "vt_hidden_size", "width"});
  tower.intermediate = first_of(*vision, {"intermediate_size", "vt_intermediate_size", "mlp_dim"});
  if (tower.intermediate == 0) tower.intermediate = 4 * tower.hidden;
  const double own_merge = first_of(*vision, {"spatial_merge_size", "pooling_kernel_size"});
  const double root_merge = first_of(config.root, {"spatial_merge_size"});
  const double merge = std::max({own_merge, root_merge, 1.0});
  tower.patches_per_token = merge * merge;
  const auto bounded = static_cast<double>(architecture.traits.largest_mm_item.count());
  const double image = first_of(*vision, {"image_size"});
  const double patch = first_of(*vision, {"patch_size"});
  if (bounded > 0) {
    tower.tokens_per_item = bounded;
  } else if (image > 0 && patch > 0) {
    const double patches = (image / patch) * (image / patch);
    const double tokens = first_of(config.root, {"mm_tokens_per_image"});
    if (tokens > 0) tower.patches_per_token = patches / tokens;
    tower.tokens_per_item = patches / tower.patches_per_token;
  } else {
    // Qwen's processors allow 16,777,216 pixels an image: 16,384 tokens of 32 × 32.
    tower.tokens_per_item = 16384;
  }
  return tower;
}

bool is_four_bit(const ModelConfig& config) {
  std::string method = config.quant_method();
  if (method == "compressed-tensors" && config.quantization) {
    method = config.quantization->string_or("format", "");
  }
  constexpr std::array names{"fp4", "awq", "gptq", "pack"};
  return std::ranges::any_of(
      names, [&](const char* name) { return method.find(name) != std::string::npos; });
}

ModelShape shape_of(const ModelConfig& config, const Architecture& architecture) {
  const ConfigNode& text = config.text;
  ModelShape shape;
  shape.hidden = first_of(text, {"hidden_size", "n_embd", "d_model", "dim"});
  shape.vocabulary = first_of(text, {"vocab_size"});
  shape.query_heads = static_cast<double>(architecture.num_attention_heads);
  shape.head_dim = std::max(first_of(text, {"head_dim"}), first_of(text, {"global_head_dim"}));
  if (shape.head_dim == 0 && shape.query_heads > 0) {
    shape.head_dim = shape.hidden / shape.query_heads;
  }
  shape.kv_heads = first_of(text, {"num_key_value_heads"});
  shape.value_dim = first_of(text, {"v_head_dim"});
  const auto experts = experts_of(text);
  shape.experts = experts ? static_cast<double>(experts->count) : 0;
  const double dense = first_of(text, {"intermediate_size", "ffn_hidden_size", "n_inner"});
  if (shape.experts > 1) {
    shape.experts_per_token = static_cast<double>(experts->per_token);
    shape.expert_intermediate =
        first_of(text, {"moe_intermediate_size", "expert_intermediate_size", "intermediate_size"});
    shape.expert_input = first_of(text, {"moe_latent_size"});
    if (shape.expert_input == 0) shape.expert_input = shape.hidden;
    shape.four_bit_experts = is_four_bit(config);
    shape.intermediate = std::max(
        {shape.expert_intermediate,
         first_of(text, {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size"}),
         text.has("first_k_dense_replace") || text.has("enable_moe_block") ? dense : 0});
  } else {
    shape.intermediate = dense;
  }
  for (const Layer& layer : architecture.layers) {
    for (const CacheKind& kind : layer.keeps) {
      shape.state_width = std::max(shape.state_width, state_width(kind));
    }
  }
  shape.tower = tower_of(config, architecture);
  return shape;
}

}  // namespace

ModelShapes shapes_of(const Model& model) {
  const bool drafts = model.draft && model.draft_config;
  return {shape_of(model.config, model.architecture),
          drafts ? shape_of(*model.draft_config, *model.draft) : ModelShape{}};
}

}  // namespace kvplan::estimate
