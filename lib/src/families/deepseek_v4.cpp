// DeepSeek V4: every layer keeps the latents of a short window; most keep compressed latents of
// all tokens too, one for 4 or for 128 tokens, and what their compressor has not folded yet. A
// layer of ratio 4 selects by an indexer with compressed keys and a compressor of its own:
//
//   ratio   window  compressed  compressor  index keys  indexer's compressor
//     0       x
//     4       x         x           x           x               x
//   128       x         x           x
#include <map>

#include "families/deepseek_v4.hpp"
#include "families/families.hpp"
#include "families/latent.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t selective_ratio = 4;
constexpr std::int64_t heavy_ratio = 128;
constexpr std::int64_t latent_dim = 512;  // the only one that vLLM's compressor serves
constexpr std::int64_t index_dim = 128;

/// Compressors of ratio 4 overlap: they look at two groups and keep twice the width.
CompressorState compressor(std::int64_t head_dim, std::int64_t ratio) {
  const bool overlaps = ratio == selective_ratio;
  const std::int64_t times = overlaps ? 2 : 1;
  return {.width = product(2 * times, head_dim),  // values and scores
          .window = Tokens{times * ratio},
          .block = overlaps ? Tokens{4} : Tokens{8}};
}

std::int64_t checked_dim(const ConfigNode& text, std::string_view key, std::int64_t served) {
  const std::int64_t dim = text.integer_or(key, served);
  if (dim != served) {
    throw invalid({text.file(), text.pointer() + "/" + std::string(key)}, std::to_string(served),
                  std::to_string(dim));
  }
  return dim;
}

Layer layer_of_ratio(const ConfigNode& text, std::int64_t ratio) {
  const std::int64_t dim = checked_dim(text, "head_dim", latent_dim);
  const LatentWindow window{.head_dim = dim,
                            .window = Tokens{text.integer_or("sliding_window", 128)}};
  if (ratio <= 1) return {{window}};
  Layer layer;
  if (ratio == selective_ratio) {
    const std::int64_t keys = checked_dim(text, "index_head_dim", index_dim);
    layer.keeps = {IndexKeys{.head_dim = keys, .compress_ratio = ratio}, compressor(keys, ratio)};
  }
  layer.keeps.insert(
      layer.keeps.end(),
      {window, CompressedLatent{.head_dim = dim, .compress_ratio = ratio}, compressor(dim, ratio)});
  return layer;
}

Error bad_ratio(const ConfigNode& at) {
  return invalid({at.file(), at.pointer()}, "0, 4 or 128", at.text());
}

/// Tokens that each kind of layer folds into one.
std::map<std::string, std::int64_t> rates(const ConfigNode& text) {
  std::map<std::string, std::int64_t> rates{{"sliding_attention", 0},
                                            {"compressed_sparse_attention", selective_ratio},
                                            {"heavily_compressed_attention", heavy_ratio}};
  const auto set = [&](const std::string& type, const ConfigNode& value) {
    const std::int64_t rate = value.as_integer(0);
    if (rate > 1 && rate != selective_ratio && rate != heavy_ratio) throw bad_ratio(value);
    rates[type] = rate;
  };
  if (const auto given = text.find("compress_rates")) {
    for (const std::string& type : given->keys()) set(type, given->at(type));
  }
  if (const auto rate = text.find("compress_rate_csa")) set("compressed_sparse_attention", *rate);
  if (const auto rate = text.find("compress_rate_hca")) set("heavily_compressed_attention", *rate);
  return rates;
}

}  // namespace

std::vector<std::int64_t> compression_ratios(const ConfigNode& text) {
  const auto layers = static_cast<std::size_t>(num_layers(text));
  std::vector<std::int64_t> result;
  const auto types = layer_types(text);
  const auto by_type = rates(text);
  if (!types.empty()) {
    for (std::size_t i = 0; i < layers; ++i) {
      const auto rate = by_type.find(types[i]);
      if (rate == by_type.end()) {
        throw unknown({text.file(), text.pointer() + "/layer_types/" + std::to_string(i)},
                      "a kind of DeepSeek-V4 layer", '"' + types[i] + '"');
      }
      result.push_back(rate->second);
    }
    return result;
  }
  const auto given = text.find("compress_ratios");
  if (!given) {
    for (std::size_t i = 0; i < layers; ++i) {
      const bool selective = i >= 2 && i % 2 == 1;
      result.push_back(
          by_type.at(selective ? "compressed_sparse_attention" : "heavily_compressed_attention"));
    }
    return result;
  }
  const auto items = given->items();
  if (items.size() < layers) {
    throw invalid({given->file(), given->pointer()},
                  "at least " + std::to_string(layers) + " entries", std::to_string(items.size()));
  }
  for (std::size_t i = 0; i < layers; ++i) {
    const std::int64_t ratio = items[i].as_integer(0);
    if (ratio != 0 && ratio != selective_ratio && ratio != heavy_ratio) throw bad_ratio(items[i]);
    result.push_back(ratio);
  }
  return result;
}

Architecture describe_deepseek_v4(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "deepseek_v4");
  for (const std::int64_t ratio : compression_ratios(text)) {
    model.layers.push_back(layer_of_ratio(text, ratio));
    // Only the indexer's kernels ask for caches that lie block by block.
    model.traits.block_outermost = model.traits.block_outermost || ratio == selective_ratio;
  }
  model.mtp_layers.assign(bounded(text, "num_nextn_predict_layers", 1), layer_of_ratio(text, 0));
  model.traits.compressed_latents = true;
  return model;
}

}  // namespace kvplan::families
