#include "kvplan/sweep_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "parallel.hpp"
#include "render/escape.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

/// Points whose rows one thread makes at a time.
constexpr std::size_t points_a_piece = 1024;
/// Bytes that a row of numbers takes at most, its inputs beside.
constexpr std::size_t usual_row = 224;

/// Behind the digits at the front.
std::string_view behind_digits(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
}

/// A number as RFC 8259 writes it (6): no + and no 0 before another digit, digits around a point.
bool is_json_number(std::string_view text) {
  const auto skip = [&](std::string_view any_of) {
    const bool there = !text.empty() && any_of.find(text.front()) != std::string_view::npos;
    if (there) text.remove_prefix(1);
    return there;
  };
  const auto digits = [&] {
    const std::size_t before = text.size();
    text = behind_digits(text);
    return text.size() < before;
  };
  skip("-");
  if (!skip("0") && !digits()) return false;
  if (skip(".") && !digits()) return false;
  if (!skip("eE")) return text.empty();
  skip("+-");
  return digits() && text.empty();
}

/// A value as it stands in a row.
std::string cell(const std::string& text, SweepFormat format) {
  if (format == SweepFormat::csv) return render::csv_cell(text);
  return is_json_number(text) ? text : render::JsonWriter().value(text).text();
}

/// Appends the members of one row.
class Line {
 public:
  Line(std::string& out, SweepFormat format)
      : out_(out), json_(format == SweepFormat::json_lines) {}

  void text(std::string_view name, std::string_view value) {
    begin(name);
    (out_ += value) += ',';
  }
  template <class Number>
  void number(std::string_view name, bool known, Number value) {
    begin(name);
    if (known) {
      std::array<char, 32> buffer{};
      const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
      out_.append(buffer.data(), end);
    } else {
      out_ += nothing();
    }
    out_ += ',';
  }
  [[nodiscard]] std::string_view nothing() const { return json_ ? "null" : ""; }

 private:
  void begin(std::string_view name) {
    if (json_) ((out_ += '"') += name) += "\":";
  }
  std::string& out_;
  bool json_;
};

void append_numbers(Line line, const SweepColumns& columns, std::size_t row) {
  const bool fits = columns.state[row] == SweepState::fits;
  const bool known = columns.state[row] != SweepState::refused;
  line.text("fits", fits ? "true" : known ? "false" : line.nothing());
  line.number("available_kv_bytes", known, columns.available_kv_bytes[row]);
  line.number("num_blocks", fits, columns.num_blocks[row]);
  line.number("kv_cache_tokens", fits, columns.kv_cache_tokens[row]);
  line.number("full_context_requests", known, columns.full_context_requests[row]);
  line.number("largest_request_tokens", known, columns.largest_request_tokens[row]);
  line.number("max_concurrency", fits, columns.max_concurrency[row]);
}

}  // namespace

SweepText::SweepText(const Sweep& sweep, SweepFormat format) : sweep_(sweep), format_(format) {
  for (const SweepAxis& axis : sweep.axes()) {
    members_.emplace_back();
    for (const std::string& value : axis.values) {
      members_.back().push_back(member(axis.name, value));
    }
  }
  for (const std::string& id : sweep.layouts()) layouts_.push_back(member("layout", id));
}

std::string SweepText::member(const std::string& name, const std::string& value) const {
  const std::string key = format_ == SweepFormat::json_lines ? '"' + name + "\":" : "";
  return key + cell(value, format_) + ',';
}

std::string SweepText::head() const {
  if (format_ == SweepFormat::json_lines) return "";
  std::string text;
  for (const SweepAxis& axis : sweep_.axes()) text += axis.name + ",";
  return text +
         "layout,fits,available_kv_bytes,num_blocks,kv_cache_tokens,full_context_requests,"
         "largest_request_tokens,max_concurrency\n";
}

std::string SweepText::inputs(const std::vector<std::size_t>& place) const {
  std::string text = format_ == SweepFormat::json_lines ? "{" : "";
  for (std::size_t i = 0; i < members_.size(); ++i) text += members_[i][place[i]];
  return text;
}

std::string SweepText::piece(std::size_t first, std::size_t count) const {
  const SweepColumns columns = sweep_.at(first, count, 1);
  std::string out;
  out.reserve(columns.size() * usual_row);
  for (std::size_t row = 0; row < columns.size();) {
    const std::string point = inputs(sweep_.place_of(first * layouts_.size() + row));
    for (const std::string& layout : layouts_) {
      (out += point) += layout;
      append_numbers({out, format_}, columns, row++);
      out.pop_back();  // the last comma
      out += format_ == SweepFormat::json_lines ? "}\n" : "\n";
    }
  }
  return out;
}

std::vector<std::string> SweepText::lines(std::size_t first, std::size_t count,
                                          std::size_t threads) const {
  const std::size_t end = std::min(sweep_.points(), first + std::min(count, sweep_.points()));
  if (first >= end) return {};
  std::vector<std::string> pieces((end - first + points_a_piece - 1) / points_a_piece);
  in_parallel(
      pieces.size(), 1,
      [&](std::size_t i) {
        const std::size_t from = first + i * points_a_piece;
        pieces[i] = piece(from, std::min(points_a_piece, end - from));
      },
      threads);
  return pieces;
}

}  // namespace kvplan
