#include "experts.hpp"

#include <array>
#include <span>

namespace kvplan {
namespace {

std::int64_t first_of(const ConfigNode& config, std::span<const char* const> names) {
  for (const char* name : names) {
    const auto node = config.find(name);
    if (node && node->is_number() && node->as_number() >= 1 && node->as_number() < 1e9) {
      return static_cast<std::int64_t>(node->as_number());
    }
  }
  return 0;
}

}  // namespace

std::optional<Experts> experts_of(const Model& model) {
  constexpr std::array counts{"num_experts", "num_local_experts", "n_routed_experts",
                              "moe_num_experts", "num_moe_experts"};
  constexpr std::array chosen{
      "num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk", "moe_k",
      "top_k_experts"};
  const std::int64_t count = first_of(model.config.text, counts);
  if (count < 2) return std::nullopt;
  return Experts{count, first_of(model.config.text, chosen)};
}

}  // namespace kvplan
