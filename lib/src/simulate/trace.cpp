#include "kvplan/trace.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "digit.hpp"
#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "kvplan/random.hpp"
#include "kvplan/step_time.hpp"
#include "kvplan/text_file.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

constexpr std::int64_t most_tokens = std::int64_t{1} << 40;

/// A format is its columns.
struct Format {
  std::string_view name;
  std::string_view t, in, out, session, hashes;
  double t_unit = 1;  ///< seconds of one
  std::int64_t hash_block = 0;
  std::string_view only_here;  ///< a column by which it is known; empty: by t, in, out
};
// Sources: users.md E.3, and the traces' own descriptions.
constexpr std::array formats{
    Format{"kvplan", "t", "in", "out", "session", "hash_ids", 1, 64, ""},
    Format{"azure", "TIMESTAMP", "ContextTokens", "GeneratedTokens", "", "", 1, 0, ""},
    Format{"burstgpt", "Timestamp", "Request tokens", "Response tokens", "Session ID", "", 1, 0,
           ""},
    Format{"bailian", "timestamp", "input_length", "output_length", "chat_id", "hash_ids", 1, 16,
           "chat_id"},
    Format{"mooncake", "timestamp", "input_length", "output_length", "", "hash_ids", 0.001, 512,
           ""},
};

/// Fields of one CSV line; quoted ones may hold commas, and "" for a quote.
std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  for (std::string& field : fields) field = std::string(trimmed(field));
  return fields;
}

/// A field as text, wherever it came from.
class Row {
 public:
  virtual ~Row() = default;
  [[nodiscard]] virtual std::optional<std::string> get(std::string_view column) const = 0;
};

class CsvRow : public Row {
 public:
  CsvRow(const std::vector<std::string>& head, std::vector<std::string> fields)
      : head_(&head), fields_(std::move(fields)) {}
  [[nodiscard]] std::optional<std::string> get(std::string_view column) const override {
    for (std::size_t i = 0; i < head_->size() && i < fields_.size(); ++i) {
      if ((*head_)[i] == column && !fields_[i].empty()) return fields_[i];
    }
    return std::nullopt;
  }

 private:
  const std::vector<std::string>* head_;
  std::vector<std::string> fields_;
};

class JsonRow : public Row {
 public:
  explicit JsonRow(ConfigNode node) : node_(std::move(node)) {}
  [[nodiscard]] std::optional<std::string> get(std::string_view column) const override {
    const auto value = node_.find(column);
    if (!value) return std::nullopt;
    return value->is_string() ? value->as_string() : value->dump();
  }

 private:
  ConfigNode node_;
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::int64_t days_since_1970(std::int64_t year, std::int64_t month, std::int64_t day) {
  // Days of the civil calendar (H. Hinnant's chrono algorithms, public domain).
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t of_era = year - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719'468;
}

/// `n` digits from `at` on.
std::optional<std::int64_t> digits(std::string_view text, std::size_t at, std::size_t n) {
  if (at + n > text.size()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text.substr(at, n)) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// "+02:00", "-0730", "+01", "Z" or nothing: seconds ahead of UTC.
std::optional<std::int64_t> zone_seconds(std::string_view zone) {
  if (zone.empty() || zone == "Z") return 0;
  const auto hours = digits(zone, 1, 2);
  if (!hours || (zone.front() != '+' && zone.front() != '-')) return std::nullopt;
  std::string_view rest = zone.substr(3);
  if (rest.starts_with(':')) rest.remove_prefix(1);
  const auto minutes = rest.empty() ? std::optional<std::int64_t>(0) : digits(rest, 0, 2);
  if (!minutes || rest.size() > 2) return std::nullopt;
  return (zone.front() == '-' ? -60 : 60) * (*hours * 60 + *minutes);
}

/// "2023-11-16 18:15:46.6805900", with a T or a zone "+00:00" too: nanoseconds since 1970.
std::optional<std::int64_t> date_ns(std::string_view text) {
  const auto year = digits(text, 0, 4);
  const auto month = digits(text, 5, 2);
  const auto day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2);
  const auto minute = digits(text, 14, 2);
  const auto second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second || text[4] != '-' || *month < 1 ||
      *month > 12) {
    return std::nullopt;
  }
  std::int64_t ns = 0;
  std::size_t at = 19;
  if (at < text.size() && text[at] == '.') {
    std::int64_t unit = 100'000'000;
    for (++at; at < text.size() && is_digit(text[at]); ++at, unit /= 10) {
      ns += (text[at] - '0') * unit;
    }
  }
  const auto ahead = zone_seconds(trimmed(text.substr(at)));
  if (!ahead) return std::nullopt;
  const std::int64_t whole =
      ((days_since_1970(*year, *month, *day) * 24 + *hour) * 60 + *minute) * 60 + *second - *ahead;
  constexpr std::int64_t most = 9'000'000'000;  // years 1684 to 2255; nanoseconds beyond do not fit
  if (whole < -most || whole > most) return std::nullopt;
  return whole * 1'000'000'000 + ns;
}

class Reader {
 public:
  Reader(const std::string& file, const TraceOptions& options) : file_(file), options_(options) {}

  void choose(const Row& first, std::size_t line) {
    for (const Format& format : formats) {
      const auto has = [&](std::string_view key, std::string_view column) {
        return first.get(column_of(key, column)).has_value();
      };
      if (!format.only_here.empty() && !first.get(format.only_here)) continue;
      if (has("t", format.t) && has("in", format.in) && has("out", format.out)) {
        format_ = &format;
        return;
      }
    }
    throw invalid({file_, "line " + std::to_string(line)},
                  "columns t, in, out (or those of Azure, BurstGPT, Mooncake or Bailian; "
                  "--map in=COLUMN names others)",
                  "none of these formats");
  }

  [[nodiscard]] std::string_view column_of(std::string_view key, std::string_view fallback) const {
    const auto named = options_.columns.find(key);
    return named == options_.columns.end() ? fallback : std::string_view(named->second);
  }
  [[nodiscard]] const Format* format() const { return format_; }

  [[nodiscard]] std::string need(const Row& row, std::string_view key, std::string_view fallback,
                                 std::size_t line) const {
    const std::string_view column = column_of(key, fallback);
    auto value = row.get(column);
    if (!value) fail(line, column, "a value", "nothing");
    return *value;
  }

  [[nodiscard]] std::int64_t tokens(const Row& row, std::string_view key, std::string_view fallback,
                                    std::size_t line) const {
    const std::string text = need(row, key, fallback, line);
    const auto value = number(text);
    if (!value || *value < 0 || *value > static_cast<double>(most_tokens) ||
        *value != std::floor(*value)) {
      fail(line, column_of(key, fallback), "a whole number of tokens", '"' + text + '"');
    }
    return static_cast<std::int64_t>(*value);
  }

  /// Nanoseconds on the file's own clock.
  [[nodiscard]] std::int64_t time_ns(const Row& row, std::size_t line) const {
    const std::string text = need(row, "t", format_->t, line);
    if (const auto value = number(text)) {
      const double ns = *value * format_->t_unit * 1e9;
      if (std::abs(ns) < 9e18) return static_cast<std::int64_t>(std::floor(ns + 0.5));
    } else if (const auto date = date_ns(text)) {
      return *date;
    }
    fail(line, column_of("t", format_->t), "a time", '"' + text + '"');
  }

  [[nodiscard]] std::uint64_t session(const Row& row) const {
    const std::string_view column = column_of("session", format_->session);
    if (column.empty()) return 0;
    const auto text = row.get(column);
    if (!text || *text == "-1") return 0;
    std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a
    for (const char c : *text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return hash == 0 ? 1 : hash;
  }

  void hashes(const Row& row, std::size_t line, std::vector<std::uint64_t>& into) const {
    const std::string_view column = column_of("hash_ids", format_->hashes);
    if (column.empty()) return;
    const auto text = row.get(column);
    if (!text) return;
    std::string_view rest = *text;
    const auto is_between = [](char c) {
      return c == ' ' || c == ',' || c == ';' || c == '[' || c == ']' || c == '"';
    };
    while (!rest.empty()) {
      if (is_between(rest.front())) {
        rest.remove_prefix(1);
        continue;
      }
      std::size_t n = 0;
      std::uint64_t hash = 0xCBF29CE484222325ULL;
      while (n < rest.size() && !is_between(rest[n])) {
        hash = (hash ^ static_cast<unsigned char>(rest[n++])) * 0x100000001B3ULL;
      }
      if (rest.front() == '{') fail(line, column, "a list of names", *text);
      into.push_back(hash);
      rest.remove_prefix(n);
    }
  }

  [[noreturn]] void fail(std::size_t line, std::string_view column, std::string expected,
                         std::string found) const {
    throw invalid({file_, "line " + std::to_string(line)},
                  std::string(column) + ": " + std::move(expected), std::move(found));
  }

 private:
  const std::string& file_;
  const TraceOptions& options_;
  const Format* format_ = nullptr;
};

}  // namespace

Arrival Trace::operator[](std::size_t i) const {
  const Row& row = rows_[i];
  Arrival arrival;
  arrival.at_ps = row.at_ps;
  arrival.in = row.in;
  arrival.out = row.out;
  arrival.session = row.session;
  arrival.hashes = std::span(hashes_).subspan(row.first_hash, row.hash_count);
  arrival.hash_block = hash_block_;
  return arrival;
}

bool Trace::has_sessions() const {
  return std::ranges::any_of(rows_, [](const Row& row) { return row.session != 0; });
}

double Trace::seconds() const {
  return rows_.empty()
             ? 0
             : static_cast<double>(rows_.back().at_ps) / static_cast<double>(ps_per_second);
}

Trace parse_trace(std::string_view text, const std::string& file, const TraceOptions& options) {
  if (!(options.speed > 0)) throw invalid({"--speed", ""}, "a number above 0", "0 or less");
  Trace trace;
  Reader reader(file, options);
  std::vector<std::string> head;
  std::size_t line_number = 0;
  const bool json = text.find_first_not_of(" \t\r\n") < text.size() &&
                    text[text.find_first_not_of(" \t\r\n")] == '{';
  struct Timed {
    std::int64_t ns;
    Trace::Row row;
  };
  std::vector<Timed> rows;
  std::unordered_map<std::string, std::uint64_t> roots;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(text.substr(at, end - at));
    at = end + 1;
    ++line_number;
    if (line.empty()) continue;
    if (!json && head.empty()) {
      head = csv_fields(line);
      if (head.front().starts_with("\xEF\xBB\xBF")) head.front().erase(0, 3);
      continue;
    }
    std::optional<CsvRow> csv;
    std::optional<JsonRow> object;
    const ::kvplan::Row* row = nullptr;
    if (json) {
      row = &object.emplace(parse_json(line, file + ": line " + std::to_string(line_number)));
    } else {
      row = &csv.emplace(head, csv_fields(line));
    }
    if (reader.format() == nullptr) reader.choose(*row, line_number);
    const Format& format = *reader.format();
    Timed timed{reader.time_ns(*row, line_number), {}};
    timed.row.in = reader.tokens(*row, "in", format.in, line_number);
    timed.row.out = reader.tokens(*row, "out", format.out, line_number);
    if (timed.row.in == 0 || timed.row.out == 0) {
      ++trace.skipped_;
      continue;
    }
    timed.row.session = reader.session(*row);
    if (const auto parent = row->get("parent_chat_id"); parent && format.name == "bailian") {
      // Turns name the turn before; a session is known by its first.
      const auto before = roots.find(*parent);
      if (before != roots.end()) timed.row.session = before->second;
      roots[row->get(reader.column_of("session", format.session)).value_or("")] = timed.row.session;
    }
    timed.row.first_hash = trace.hashes_.size();
    reader.hashes(*row, line_number, trace.hashes_);
    timed.row.hash_count = trace.hashes_.size() - timed.row.first_hash;
    rows.push_back(timed);
    if (options.limit > 0 && static_cast<std::int64_t>(rows.size()) >= options.limit) break;
  }
  if (rows.empty()) throw invalid({file, ""}, "a request or more", "none");
  trace.format_ = reader.format()->name;
  trace.hash_block_ = options.hash_block > 0 ? options.hash_block : reader.format()->hash_block;
  std::ranges::stable_sort(rows, {}, &Timed::ns);
  __extension__ using Wide = __int128;
  const Wide first = rows.front().ns;
  for (Timed& timed : rows) {
    const Wide behind = Wide{timed.ns} - first;
    const double ps = static_cast<double>(behind) * 1000 / options.speed;
    if (ps > static_cast<double>(longest_ps)) {
      throw invalid({file, ""}, "a trace of at most 92 days", "a longer one");
    }
    timed.row.at_ps = options.speed == 1 ? static_cast<std::int64_t>(behind) * 1000
                                         : static_cast<std::int64_t>(ps);
    trace.rows_.push_back(timed.row);
  }
  return trace;
}

Trace read_trace(const std::filesystem::path& file, const TraceOptions& options) {
  return parse_trace(read_text(file), file.string(), options);
}

namespace {

class Replay : public ArrivalSource {
 public:
  explicit Replay(const Trace& trace) : trace_(&trace) {}
  [[nodiscard]] std::optional<Arrival> next() override {
    if (at_ == trace_->size()) return std::nullopt;
    return (*trace_)[at_++];
  }

 private:
  const Trace* trace_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<ArrivalSource> replay(const Trace& trace) {
  return std::make_unique<Replay>(trace);
}

}  // namespace kvplan
