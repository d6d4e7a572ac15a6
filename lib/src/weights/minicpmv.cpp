// MiniCPM-V 4.6: a SigLIP tower with a merger of windows inside, a merger behind it, and Qwen3.5's
// language model. Source: vLLM 0.33, models/minicpmv4_6.py.
#include "weights/blocks.hpp"
#include "weights/models.hpp"
#include "weights/vision.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

/// Attention within 2 × 2 patches, then an MLP over the four of them.
void window_merger(Builder& b, const std::string& prefix, const ConfigNode& vision) {
  const std::int64_t hidden = vision.integer("hidden_size");
  const std::int64_t heads = vision.integer("num_attention_heads");
  const std::int64_t own = product(b.share(heads), hidden / heads);
  const std::int64_t wide = product(vision.integer("intermediate_size"), 4);
  b.sharded(prefix + ".self_attn.qkv_proj", kind, Sharding::qkv, {own, own, own}, hidden,
            {.bias = true});
  b.row(prefix + ".self_attn.out_proj", kind, hidden, hidden, {.bias = true});
  b.layer_norm(prefix + ".layer_norm1", hidden);
  b.layer_norm(prefix + ".pre_norm", 4 * hidden);
  b.replicated(prefix + ".linear_1", kind, {wide}, 4 * hidden, {.bias = true, .quantize = false});
  b.replicated(prefix + ".linear_2", kind, {hidden}, wide, {.bias = true, .quantize = false});
}

void merger(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t out) {
  const ConfigNode& root = b.config().root;
  auto kernel = root.integers("merge_kernel_size", 1);
  if (kernel.empty()) kernel = {2, 2};
  if (kernel.size() != 2) throw Unknowable{};
  const std::int64_t merged = product(hidden, product(kernel[0], kernel[1]));
  const std::int64_t times = root.integer_or("merger_times", 1);
  if (times > 100) throw Unknowable{};
  for (std::int64_t i = 0; i < times; ++i) {
    const std::string own = prefix + ".mlp." + std::to_string(i);
    b.layer_norm(own + ".pre_norm", merged);
    b.replicated(own + ".linear_1", kind, {merged}, merged, {.bias = true, .quantize = false});
    b.replicated(own + ".linear_2", kind, {i + 1 == times ? out : hidden}, merged,
                 {.bias = true, .quantize = false});
  }
}

}  // namespace

void minicpmv4_6(Builder& b) {
  const ConfigNode& root = b.config().root;
  if (!b.options().language_model_only) {
    const ConfigNode vision = root.at("vision_config");
    const std::int64_t layers = vision.integer("num_hidden_layers");
    b.first_stage();
    idefics2(b, "vpm", vision,
             root.boolean_or("drop_vision_last_layer", false) ? layers - 1 : layers);
    window_merger(b, "vit_merger", vision);
    merger(b, "merger", vision.integer("hidden_size"), b.text().integer("hidden_size"));
  }
  qwen3_5_language(b, "language_model.");
}

}  // namespace kvplan::modules
