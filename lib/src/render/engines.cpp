// `explain` with several engines: why an old log and a new one of the same box differ.
#include <array>

#include "kvplan/render.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

const CopyPlan& copy_of(const Report& report) { return shown_layout(report).copies.front(); }
const Serving& serving_of(const Report& report) { return shown_layout(report).cache->serving; }
const EngineRules& rules_of(const Report& report) { return report.request.engine.rules; }

std::string count_or_dash(const Report& report, std::int64_t count) {
  return copy_of(report).capacity.fits ? format_count(count) : "does not start";
}

std::string engine_name(const Report& report) {
  return rules_of(report).name + " " + rules_of(report).version;
}
std::string default_share(const Report& report) {
  return format_fixed(rules_of(report).gpu_memory_utilization, 2);
}
std::string graphs(const Report& report) {
  switch (rules_of(report).graphs) {
    case GraphRule::not_estimated:
      return "not estimated";
    case GraphRule::logged:
      return "logged only";
    case GraphRule::subtracted:
      return "subtracted";
  }
  return "";
}
std::string in_flight(const Report& report) {
  return format_count(serving_of(report).max_in_flight_tokens.count());
}
std::string prefix_caching(const Report& report) {
  return serving_of(report).enable_prefix_caching ? "on" : "off";
}
std::string block(const Report& report) {
  return format_count(copy_of(report).block_size.amount.count());
}
std::string groups(const Report& report) {
  return format_count(static_cast<std::int64_t>(shown_layout(report).cache->groups.groups.size()));
}
std::string bytes_per_block(const Report& report) {
  return format_count(copy_of(report).bytes_per_block.amount.count()) + " B";
}
std::string request_blocks(const Report& report) {
  return format_count(copy_of(report).capacity.blocks_per_request.count());
}
std::string blocks(const Report& report) {
  return count_or_dash(report, copy_of(report).capacity.num_blocks.count());
}
std::string concurrency(const Report& report) {
  return copy_of(report).capacity.fits
             ? format_fixed(copy_of(report).capacity.max_concurrency, 2) + "x"
             : "-";
}
std::string tokens(const Report& report) {
  const auto& printed = copy_of(report).capacity.tokens;
  return printed ? count_or_dash(report, printed->count()) : "-";
}
std::string meaning(const Report& report) {
  switch (rules_of(report).tokens) {
    case TokenRule::blocks_times_block_size:
      return "blocks x block";
    case TokenRule::blocks_per_group:
      return "blocks / groups x block";
    case TokenRule::concurrency_times_length:
      return "concurrency x length";
  }
  return "";
}
std::string null_block(const Report& report) {
  return rules_of(report).null_block_in_fit_check ? "set aside" : "not counted";
}

struct EngineRow {
  const char* label;
  std::string (*value)(const Report&);
};
constexpr std::array rows{EngineRow{"", engine_name},
                          EngineRow{"utilization by default", default_share},
                          EngineRow{"CUDA-graph estimate", graphs},
                          EngineRow{"tokens in flight", in_flight},
                          EngineRow{"prefix caching", prefix_caching},
                          EngineRow{"groups", groups},
                          EngineRow{"block, tokens", block},
                          EngineRow{"bytes a block", bytes_per_block},
                          EngineRow{"blocks a request", request_blocks},
                          EngineRow{"null block at the fit check", null_block},
                          EngineRow{"blocks", blocks},
                          EngineRow{"concurrency", concurrency},
                          EngineRow{"tokens as printed", tokens},
                          EngineRow{"which are", meaning}};

}  // namespace

std::string render_engines(std::span<const Report> reports) {
  std::string out = "Side by side (rows marked * differ)\n";
  for (const EngineRow& row : rows) {
    std::vector<std::string> cells;
    bool differs = false;
    for (const Report& report : reports) {
      cells.push_back(row.value(report));
      differs = differs || cells.back() != cells.front();
    }
    std::string line = std::string(differs && *row.label != '\0' ? " * " : "   ") + row.label;
    line.resize(32, ' ');
    for (const std::string& cell : cells) {
      line += cell + std::string(cell.size() < 24 ? 24 - cell.size() : 1, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace kvplan
