// Qwen4-exp's n-gram tables: one prime of rows for each head, consecutive from the base on; a
// second table takes the next ones. Sums of primes by trial division, elsewhere than here.
#include <doctest/doctest.h>

#include <string>

#include "kvplan/engine.hpp"
#include "kvplan/family.hpp"
#include "kvplan/weights.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

/// Rows of the tables of two layers, with 16 heads (ngram_size 3, 8 heads a length).
std::vector<std::int64_t> rows_of_tables(std::int64_t base, std::int64_t unit) {
  const ConfigNode published = read_json(kvplan::tests::source_dir().string() +
                                         "/models/local-inference-lab--Qwen3.8-Flash-Next-NVFP4"
                                         "/config.json");
  const ConfigNode text =
      published.at("text_config")
          .with_members(parse_json(R"({"ple_layer_ids": [2, 6],
      "ngram_vocab_size_base": )" + std::to_string(base) +
                                       R"(, "make_ngram_vocab_size_divisible_by": )" +
                                       std::to_string(unit) + "}",
                                   "")
                            .members());
  const ModelConfig model =
      config_from(published.with_members(
                      {{"text_config", text}, {"quantization_config", parse_json("null", "")}}),
                  "test");
  const Platform device = *find_platform("gb10");
  const Serving serving = resolve(describe(model), {}, device, find_engine("vllm@0.33").rules);
  const auto table = weights(model, nullptr, {}, serving, device);
  REQUIRE(table.has_value());
  std::vector<std::int64_t> rows;
  for (const WeightTensor& tensor : table->tensors) {
    if (tensor.name.ends_with("ngram_embedding.weight")) rows.push_back(tensor.shape.front());
  }
  return rows;
}

}  // namespace

TEST_CASE("n-gram tables have consecutive primes of rows from the base on") {
  using Rows = std::vector<std::int64_t>;
  CHECK(rows_of_tables(1, 1) == Rows{381, 1470});  // 2 + 3 + … + 53; 59 + … + 131
  CHECK(rows_of_tables(2, 1) == Rows{381, 1470});
  CHECK(rows_of_tables(3, 1) == Rows{438, 1548});  // 3 + … + 59
  CHECK(rows_of_tables(4, 1) == Rows{496, 1626});  // 5 + … + 61
  CHECK(rows_of_tables(1000, 1) == Rows{16826, 18634});
  CHECK(rows_of_tables(20'000'000, 1) == Rows{320001446, 320005046});
}

TEST_CASE("n-gram tables' rows are padded to the unit") {
  // 320,001,446 is 2,500,011 times 128 and 38 more.
  CHECK(rows_of_tables(20'000'000, 128) == std::vector<std::int64_t>{320001536, 320005120});
}
