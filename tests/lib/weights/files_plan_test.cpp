// A folder of headers planned: what each rank takes of the files' bytes, and the table that adds up
// to them. The folders are tests/golden/weights/tiny-*; sizes by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kvplan/kvplan.hpp"
#include "lib/planned.hpp"
#include "render/explain_weights.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

Report report_of(const std::string& model, const std::string& layout,
                 const std::map<std::string, std::string>& options = {}) {
  Question question;
  question.model = kvplan::tests::source_dir().string() + "/tests/golden/weights/" + model;
  question.layout = layout;
  question.engine_options = options;
  if (layout == "single") question.boxes = {"gb10"};
  return plan(request_from(question, tests::source_dir()));
}

std::vector<std::int64_t> rank_bytes(const Report& report) {
  std::vector<std::int64_t> bytes;
  for (const RankPlan& rank : report.layouts.front().copies.front().ranks) {
    bytes.push_back(rank.weights.likely.count());
  }
  return bytes;
}

bool says(const Report& report, const std::string& text) {
  const auto lines = render::explained_weights(report, report.layouts.front());
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

// tiny-llama, bf16: embedding and head 256 x 64, five layers of q 64 x 64, k and v 32 x 64,
// o 64 x 64, three 128 x 64 and two norms of 64, a last norm.
constexpr std::int64_t table = 256 * 64 * 2;
constexpr std::int64_t matrices = (64 * 64 + 2 * 32 * 64 + 64 * 64 + 3 * 128 * 64) * 2;
constexpr std::int64_t norms = 2 * 64 * 2;
constexpr std::int64_t last_norm = 64 * 2;

}  // namespace

TEST_CASE("one rank takes all bytes of the files, and the table adds up to them") {
  const Report report = report_of("tiny-llama", "single");
  CHECK(rank_bytes(report) ==
        std::vector<std::int64_t>{2 * table + 5 * (matrices + norms) + last_norm});
  CHECK(says(report, "sum of the table: 435,584 B"));
  CHECK(says(report, "source: file header (2 files)"));
}

TEST_CASE("ranks of a split hold half of each matrix and all norms") {
  CHECK(rank_bytes(report_of("tiny-llama", "split")) ==
        std::vector<std::int64_t>(2, table + 5 * (matrices / 2 + norms) + last_norm));
}

TEST_CASE("head and worker of a pipeline differ: embedding and three layers, head and two") {
  const auto ranks =
      rank_bytes(report_of("tiny-llama", "pipeline", {{"pipeline_parallel_size", "2"}}));
  CHECK(ranks == std::vector<std::int64_t>{table + 3 * (matrices + norms),
                                           table + 2 * (matrices + norms) + last_norm});
}

TEST_CASE("without the vision tower its files' bytes are not loaded, and the table says so") {
  // Two layers of four 32 x 32, 64 x 32 and 32 x 64, and a projection of 32 x 64.
  constexpr std::int64_t tower = 2 * (4 * 32 * 32 + 2 * 64 * 32) * 2 + 32 * 64 * 2;
  const auto whole = rank_bytes(report_of("tiny-gemma3", "single"));
  const Report text = report_of("tiny-gemma3", "single", {{"language_model_only", "true"}});
  CHECK(whole.front() - rank_bytes(text).front() == tower);
  CHECK(says(text, "vision tower, with --language-model-only: 36,864 B"));
  CHECK(says(text, "sum of the table: 402,816 B"));
}

TEST_CASE("a plain checkpoint under --quantization fp8 takes half of its matrices when loaded") {
  const Report report = report_of("tiny-llama", "single", {{"quantization", "fp8"}});
  CHECK(rank_bytes(report) ==
        std::vector<std::int64_t>{2 * table + 5 * (matrices / 2 + norms) + last_norm});
  CHECK(says(report, "makes it smaller while it loads: 184,320 B"));  // 5 x matrices / 2
}
