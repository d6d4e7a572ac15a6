// `explain` with several engines: the figures that each release printed, beside one another.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "kvplan/render.hpp"
#include "lib/planned.hpp"

namespace kvplan {
namespace {

/// Llama-3.1-8B with 8,192 batched tokens, as tests/golden/vllm-versions asked the releases.
Report asked(const std::string& engine, Bytes cache) {
  PlanRequest request = tests::story(0.74);
  const auto folder = find_model("Meta-Llama-3.1-8B", tests::source_dir() / "models");
  request.model = std::make_shared<const Model>(read_model(folder));
  request.facts = {};
  request.options = {};
  request.options.max_num_batched_tokens = 8192_tokens;
  request.engine = find_engine(engine);
  request.kv_cache_memory = cache;
  return plan(request);
}

/// The cells of a row, and whether it is marked as one that differs.
struct Row {
  bool marked = false;
  std::string cells;
};
Row row(const std::string& table, const std::string& label) {
  const std::size_t at = table.find(" " + label + "  ");
  if (at == std::string::npos) FAIL("no row " << label);
  const std::size_t end = table.find('\n', at);
  Row found{at > 0 && table[at - 1] == '*', ""};
  for (const char c : table.substr(at + label.size() + 1, end - at - label.size() - 1)) {
    if (c != ' ' || (!found.cells.empty() && found.cells.back() != ' ')) found.cells += c;
  }
  return found;
}

}  // namespace

TEST_CASE("engines side by side show what each release printed, and mark what differs") {
  constexpr Bytes cache{21474848825};
  const std::string table =
      render_engines(std::vector{asked("vllm@0.9.1", cache), asked("vllm@0.33", cache)});
  CHECK(row(table, "blocks").cells == "10,240 10,240");
  CHECK_FALSE(row(table, "blocks").marked);
  CHECK(row(table, "concurrency").cells == "1.25x 1.25x");
  CHECK(row(table, "tokens as printed").cells == "163,840 163,840");
  CHECK(row(table, "tokens in flight").cells == "8,192 16,384");
  CHECK(row(table, "tokens in flight").marked);
  CHECK(row(table, "bytes a block").cells == "2,097,152 B 2,097,152 B");  // 32 x 65,536
}

TEST_CASE("an engine that does not start has no blocks beside one that does") {
  const std::string table = render_engines(
      std::vector{asked("vllm@0.33", Bytes{8053063680}), asked("vllm@0.33", Bytes{21474848825})});
  CHECK(row(table, "blocks").cells == "does not start 10,240");
  CHECK(row(table, "concurrency").cells == "- 1.25x");
}

}  // namespace kvplan
