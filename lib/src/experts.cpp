#include "experts.hpp"

#include <algorithm>
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

std::optional<Experts> experts_of(const ConfigNode& text) {
  constexpr std::array counts{"num_experts", "num_local_experts", "n_routed_experts",
                              "moe_num_experts", "num_moe_experts"};
  constexpr std::array chosen{"num_experts_per_tok",
                              "num_experts_per_token",
                              "experts_per_token",
                              "top_k_experts",
                              "moe_topk",
                              "moe_top_k",
                              "moe_k"};
  const std::int64_t count = first_of(text, counts);
  if (count < 2) return std::nullopt;
  return Experts{count, std::min(count, first_of(text, chosen))};
}

}  // namespace kvplan
