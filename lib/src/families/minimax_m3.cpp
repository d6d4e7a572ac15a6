// MiniMax-M3: grouped-query attention; most layers select blocks of tokens by an index key that
// they keep beside keys and values.
#include "families/common.hpp"
#include "families/families.hpp"
#include "families/latent.hpp"

namespace kvplan::families {

Architecture describe_minimax_m3(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "minimax_m3");
  const Layer dense{{grouped_query(text)}};
  const auto sparse_config = text.find("sparse_attention_config");
  Layer sparse = dense;
  std::vector<std::int64_t> flags;
  if (sparse_config) {
    const BlockIndexKeys keys{.head_dim = sparse_config->integer("sparse_index_dim")};
    sparse.keeps.insert(sparse.keeps.begin(), keys);
    flags = sparse_config->integers("sparse_attention_freq");
  }
  const auto layers = static_cast<std::size_t>(num_layers(text));
  for (std::size_t i = 0; i < layers; ++i) {
    model.layers.push_back(i < flags.size() && flags[i] != 0 ? sparse : dense);
  }
  if (sparse_config) model.mtp_layers.assign(bounded(text, "num_mtp_modules", 1), sparse);
  return model;
}

}  // namespace kvplan::families
