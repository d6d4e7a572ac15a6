// A grid over the inputs, as CSV or JSON Lines; rows are written as they are computed.
#include "kvplan/sweep_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iostream>

#include "commands.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"
#include "progress.hpp"

namespace kvplan::tool {
namespace {

std::vector<std::string> listed(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c == separator && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

double number_of(const std::string& text, const std::string& axis) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  if (!whole || !std::isfinite(number)) {
    throw invalid({"--axis " + axis, ""}, "FROM:TO:STEP in numbers", '"' + text + '"');
  }
  return number;
}

std::string shortest(double number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

/// Without an exponent; as many decimals as tell it from others, where none are given.
template <class... Decimals>
std::string in_full(double number, Decimals... decimals) {
  std::array<char, 1400> buffer{};  // 309 digits before the point, 1,074 behind it
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::fixed, decimals...)
                       .ptr;
  return {buffer.data(), end};
}

int decimals_of(double number) {
  const std::string text = in_full(number);
  return static_cast<int>(text.size() - std::min(text.find('.'), text.size() - 1) - 1);
}

/// FROM:TO:STEP, both ends included, free of the noise of adding steps.
std::vector<std::string> range_of(const std::vector<std::string>& parts, const std::string& axis) {
  constexpr double most = 1e8;
  const double from = number_of(parts[0], axis);
  const double to = number_of(parts[1], axis);
  const double step = number_of(parts[2], axis);
  const double count = (to - from) / step + 1e-9;
  if (!(step > 0) || !(count >= 0 && count < most)) {
    throw invalid({"--axis " + axis, ""}, "FROM:TO:STEP with FROM ≤ TO and STEP > 0",
                  '"' + parts[0] + ":" + parts[1] + ":" + parts[2] + '"');
  }
  const int decimals = std::max(decimals_of(from), decimals_of(step));
  std::vector<std::string> values;
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(count); ++i) {
    const double value = from + static_cast<double>(i) * step;
    values.push_back(shortest(number_of(in_full(value, decimals), axis)));
  }
  return values;
}

/// NAME=V1,V2,… or NAME=FROM:TO:STEP
SweepAxis axis_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw invalid({"--axis", ""}, "NAME=V1,V2,… or NAME=FROM:TO:STEP", '"' + text + '"');
  }
  SweepAxis axis{text.substr(0, equals), {}};
  const std::string values = text.substr(equals + 1);
  const auto parts = listed(values, ':');
  axis.values = parts.size() == 3 ? range_of(parts, axis.name) : listed(values, ',');
  return axis;
}

void write_rows(const Sweep& sweep, const SweepText& text, std::ostream& out) {
  constexpr std::size_t points_at_once = 1U << 15U;
  Progress progress(sweep.rows(), "rows");
  out << text.head();
  for (std::size_t first = 0; first < sweep.points() && out; first += points_at_once) {
    for (const std::string& lines : text.lines(first, points_at_once)) out << lines;
    progress.at(first * sweep.layouts().size());
  }
  out.flush();
}

}  // namespace

int run_sweep(int argc, char** argv) {
  CommandLine app{"Plans a grid of inputs: a row for each point and layout.", "kvplan sweep"};
  Question options;
  std::vector<std::string> axes;
  std::string format = "csv";
  app.option("--axis", axes, "NAME=V1,V2,… or NAME=FROM:TO:STEP; repeatable");
  app.option("--format", format, "csv, or json: a JSON object a line").one_of({"csv", "json"});
  add_plan_options(app, options);
  add_engine_option(app, options);
  if (const auto over = app.parse(argc, argv)) return *over;
  std::vector<SweepAxis> grid;
  grid.reserve(axes.size());
  for (const std::string& axis : axes) grid.push_back(axis_of(axis));
  const Sweep sweep(plan_request(options), std::move(grid));
  const auto rows = format == "json" ? SweepFormat::json_lines : SweepFormat::csv;
  write_rows(sweep, SweepText(sweep, rows), std::cout);
  return 0;
}

}  // namespace kvplan::tool
