// A grid over the inputs, as CSV or JSON Lines; rows are written as they are computed.
#include "kvplan/sweep.hpp"

#include <algorithm>
#include <array>
#include <charconv>
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
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    throw invalid({"--axis " + axis, ""}, "FROM:TO:STEP in numbers", '"' + text + '"');
  }
  return number;
}

std::string shortest(double number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
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
  const std::size_t point = parts[2].find('.');
  const auto decimals =
      static_cast<int>(point == std::string::npos ? 0 : parts[2].size() - point - 1);
  std::vector<std::string> values;
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(count); ++i) {
    const double value = from + static_cast<double>(i) * step;
    values.push_back(shortest(number_of(format_fixed(value, std::max(decimals, 6)), axis)));
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

/// Writes rows of a sweep in one format.
class RowWriter {
 public:
  RowWriter(const Sweep& sweep, bool json) : sweep_(sweep), json_(json) {
    for (const SweepAxis& axis : sweep.axes()) names_.push_back(axis.name);
    names_.emplace_back("layout");
    for (const SweepAxis& axis : sweep.axes()) {
      values_.emplace_back();
      for (const std::string& value : axis.values) values_.back().push_back(cell(value));
    }
    values_.emplace_back();
    for (const std::string& id : sweep.layouts()) values_.back().push_back(cell(id));
  }

  [[nodiscard]] std::string head() const {
    if (json_) return "";
    std::string text;
    for (const std::string& name : names_) text += name + ",";
    return text +
           "fits,available_kv_bytes,num_blocks,kv_cache_tokens,full_context_requests,"
           "largest_request_tokens,max_concurrency\n";
  }

  void append(std::string& out, const SweepColumns& columns, std::size_t i, std::size_t row) const {
    const std::vector<std::size_t> place = sweep_.place_of(row);
    if (json_) out += '{';
    for (std::size_t k = 0; k < place.size(); ++k) member(out, names_[k], values_[k][place[k]]);
    const SweepState state = columns.state[i];
    const bool fits = state == SweepState::fits;
    const bool known = state != SweepState::refused;
    member(out, "fits", fits ? "true" : known ? "false" : nothing());
    number(out, "available_kv_bytes", known, columns.available_kv_bytes[i]);
    number(out, "num_blocks", fits, columns.num_blocks[i]);
    number(out, "kv_cache_tokens", fits, columns.kv_cache_tokens[i]);
    number(out, "full_context_requests", known, columns.full_context_requests[i]);
    number(out, "largest_request_tokens", known, columns.largest_request_tokens[i]);
    member(out, "max_concurrency", fits ? shortest(columns.max_concurrency[i]) : nothing());
    out.back() = json_ ? '}' : '\n';
    if (json_) out += '\n';
  }

 private:
  [[nodiscard]] std::string nothing() const { return json_ ? "null" : ""; }
  /// A value as it stands in a row: bare where it is a number.
  [[nodiscard]] std::string cell(const std::string& text) const {
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc{} && read.ptr == text.data() + text.size()) return text;
    const bool plain = text.find_first_of(",\"\n") == std::string::npos;
    if (!json_ && plain) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? (json_ ? "\\\"" : "\"\"") : std::string(1, c);
    return quoted + "\"";
  }
  void member(std::string& out, std::string_view name, std::string_view value) const {
    if (json_) ((out += '"') += name) += "\":";
    (out += value) += ',';
  }
  void number(std::string& out, std::string_view name, bool known, std::int64_t value) const {
    std::array<char, 24> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    const auto size = static_cast<std::size_t>(end - buffer.data());
    member(out, name, known ? std::string_view(buffer.data(), size) : json_ ? "null" : "");
  }

  const Sweep& sweep_;
  bool json_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> values_;
};

void write_rows(const Sweep& sweep, const RowWriter& writer, std::ostream& out) {
  constexpr std::size_t rows_at_once = 1U << 16U;
  const std::size_t at_once = std::max<std::size_t>(1, rows_at_once / sweep.stripe_rows());
  const std::size_t stripes = sweep.rows() / sweep.stripe_rows();
  Progress progress(sweep.rows(), "rows");
  out << writer.head();
  for (std::size_t first = 0; first < stripes && out; first += at_once) {
    const SweepColumns columns = sweep.stripes(first, at_once);
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      writer.append(text, columns, i, first * sweep.stripe_rows() + i);
    }
    out << text;
    progress.at(first * sweep.stripe_rows());
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
  for (const std::string& axis : axes) grid.push_back(axis_of(axis));
  const Sweep sweep(plan_request(options), std::move(grid));
  write_rows(sweep, RowWriter(sweep, format == "json"), std::cout);
  return 0;
}

}  // namespace kvplan::tool
