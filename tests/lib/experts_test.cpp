#include "experts.hpp"

#include <doctest/doctest.h>

#include <string>

namespace kvplan {
namespace {

std::optional<Experts> of(const std::string& config) {
  return experts_of(parse_json(config, "config.json"));
}

}  // namespace

TEST_CASE("experts are found under every name that configs use") {
  for (const char* count : {"num_experts", "num_local_experts", "n_routed_experts",
                            "moe_num_experts", "num_moe_experts"}) {
    for (const char* chosen : {"num_experts_per_tok", "num_experts_per_token", "experts_per_token",
                               "top_k_experts", "moe_topk", "moe_top_k", "moe_k"}) {
      CAPTURE(count);
      CAPTURE(chosen);
      const auto found = of(std::string("{\"") + count + "\": 128, \"" + chosen + "\": 8}");
      REQUIRE(found.has_value());
      CHECK(found->count == 128);
      CHECK(found->per_token == 8);
    }
  }
}

TEST_CASE("a dense model has none, and what a config does not say is not made up") {
  CHECK_FALSE(of("{}").has_value());
  CHECK_FALSE(of(R"({"num_experts": 1, "num_experts_per_tok": 1})").has_value());
  CHECK(of(R"({"num_experts": 64})").value().per_token == 0);
  CHECK(of(R"({"num_experts": 4, "num_experts_per_tok": 9})").value().per_token == 4);
  CHECK(of(R"({"num_experts": 64, "num_experts_per_tok": -3})").value().per_token == 0);
}

}  // namespace kvplan
