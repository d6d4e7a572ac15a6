// A plan made with another at hand is the plan made alone.
#include "kvplan/allocation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/error.hpp"
#include "lib/planned.hpp"

namespace kvplan {
namespace {

bool same(const CacheGroup& a, const CacheGroup& b) {
  return a.specs == b.specs && a.layers_by_spec == b.layers_by_spec && a.layers == b.layers &&
         a.block_size == b.block_size && a.page == b.page && a.by_stage == b.by_stage;
}

bool same(const CacheGroups& a, const CacheGroups& b) {
  const auto all_same = [](const auto& left, const auto& right) {
    return std::ranges::equal(left, right, [](const auto& x, const auto& y) { return same(x, y); });
  };
  return all_same(a.groups, b.groups) && all_same(a.checked_layers, b.checked_layers) &&
         a.bytes_per_block == b.bytes_per_block &&
         a.checked_bytes_per_block == b.checked_bytes_per_block &&
         a.max_in_flight_tokens == b.max_in_flight_tokens &&
         a.decode_context_parallel == b.decode_context_parallel;
}

/// Options that change the layers' specs, what is counted beside them, or neither.
std::vector<EngineOptions> varied() {
  std::vector<EngineOptions> all(8);
  all[1].max_model_len = 4096_tokens;
  all[2].kv_cache_dtype = "fp8";
  all[3].max_num_batched_tokens = 16384_tokens;
  all[4].tensor_parallel_size = 2;
  all[5].pipeline_parallel_size = 2;
  all[6].disable_hybrid_kv_cache_manager = true;
  all[7].tensor_parallel_size = 2;
  all[7].decode_context_parallel_size = 2;
  return all;
}

std::optional<CachePlan> plan_if_served(const Model& model, const EngineOptions& options,
                                        const EngineRules& rules, const CachePlan* known) {
  const Platform platform = find_platform("gb10").value();
  try {
    return known == nullptr ? plan_cache(model, options, platform, rules)
                            : plan_cache(model, options, platform, rules, *known);
  } catch (const Error&) {
    return std::nullopt;  // the engine refuses these options of this model
  }
}

}  // namespace

TEST_CASE("a plan with another of the same model at hand is the plan made alone") {
  int compared = 0;
  const auto models = tests::source_dir() / "models";
  for (const std::string_view release : {"vllm@0.20", "vllm@0.33"}) {
    const EngineRules rules = find_engine(release).rules;
    for (const std::string& name : model_names(models)) {
      const Model model = read_model(find_model(name, models));
      for (const EngineOptions& before : varied()) {
        const auto known = plan_if_served(model, before, rules, nullptr);
        if (!known) continue;
        for (const EngineOptions& after : varied()) {
          const auto alone = plan_if_served(model, after, rules, nullptr);
          const auto changed = plan_if_served(model, after, rules, &*known);
          REQUIRE(alone.has_value() == changed.has_value());
          if (!alone) continue;
          ++compared;
          CHECK_MESSAGE(same(alone->groups, changed->groups), name, " ", release);
        }
      }
    }
  }
  CHECK(compared > 500);
}

}  // namespace kvplan
