// What all readers need: numbers out of text and JSON, with the place in the error.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "kvplan/error.hpp"
#include "kvplan/units.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

double checked(const ConfigNode& node, double min) {
  const double value = node.as_number();
  if (!std::isfinite(value) || value < min) {
    throw invalid({node.file(), node.pointer()},
                  "a number of at least " + format_fixed(min, min == std::floor(min) ? 0 : 3),
                  node.text());
  }
  return value;
}

}  // namespace

double number_at(const ConfigNode& node, std::string_view key, double min) {
  return checked(node.at(key), min);
}

std::optional<double> maybe_number(const ConfigNode& node, std::string_view key, double min) {
  const auto member = node.find(key);
  if (!member) return std::nullopt;
  return checked(*member, min);
}

std::optional<ConfigNode> find_path(const ConfigNode& node,
                                    std::initializer_list<std::string_view> path) {
  std::optional<ConfigNode> at = node;
  for (const std::string_view key : path) {
    if (!at->is_object()) return std::nullopt;
    at = at->find(key);
    if (!at) return std::nullopt;
  }
  return at;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> cell_number(std::string_view cell, const Error::Where& where,
                                  std::string_view what) {
  if (cell.empty()) return std::nullopt;
  const auto value = parse_number(cell);
  if (!value) {
    throw invalid(where, std::string(what) + " as a finite number",
                  '"' + std::string(cell.substr(0, 60)) + '"');
  }
  return value;
}

std::string line_name(std::size_t number) { return "line " + std::to_string(number); }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

Latency summarized(std::vector<double> values) {
  Latency latency;
  if (values.empty()) return latency;
  std::ranges::sort(values);
  double total = 0;
  for (const double value : values) total += value;
  latency.mean = total / static_cast<double>(values.size());
  for (const double percentile : {50.0, 90.0, 95.0, 99.0}) {
    // Linear between the two nearest ranks, as numpy does, so that numbers agree with vLLM's own.
    const double rank = percentile / 100 * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    latency.percentiles[percentile] =
        values[below] + (values[above] - values[below]) * (rank - static_cast<double>(below));
  }
  return latency;
}

}  // namespace kvplan::traffic

namespace kvplan {

std::optional<double> Latency::typical() const {
  const auto median = percentiles.find(50);
  return median != percentiles.end() ? std::optional(median->second) : mean;
}

}  // namespace kvplan
