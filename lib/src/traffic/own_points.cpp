// kvplan's own points: the CSV of the contract, and the same names as JSON Lines.
//
//   concurrency,output_tok_s[,req_s][,ttft_p50_s][,itl_p50_s][,class]
//
// Further columns that are understood: ttft, tpot, itl, e2e (also as latency) with _mean_s or
// _pNN_s; copy, prompt_tokens, output_tokens, requests, failed. In JSON also ttft_s: {"p50": …}.
#include <array>
#include <cmath>
#include <functional>

#include "kvplan/error.hpp"
#include "traffic/delimited.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

/// A latency's name in front of a column: "e2e_p99_s" → e2e.
Latency* latency_of(Measurement& point, std::string_view name) {
  if (name == "ttft") return &point.ttft;
  if (name == "tpot") return &point.tpot;
  if (name == "itl") return &point.itl;
  if (name == "e2e" || name == "e2el" || name == "latency") return &point.e2e;
  return nullptr;
}

/// "p50" or "p99.9" → the percentile; nothing for another word.
std::optional<double> percentile_of(std::string_view word) {
  if (word == "median") return 50;
  if (word.size() < 2 || word.front() != 'p') return std::nullopt;
  const auto value = parse_number(word.substr(1));
  return value && *value > 0 && *value <= 100 ? value : std::nullopt;
}

using Setter = std::function<void(Measurement&, double)>;

/// Sets the statistic ("mean", "p50") of a latency; nothing for another word.
std::optional<Setter> statistic_setter(std::string_view latency, std::string_view statistic) {
  Measurement probe;
  if (latency_of(probe, latency) == nullptr) return std::nullopt;
  const std::string name(latency);
  if (statistic == "mean" || statistic == "avg") {
    return [name](Measurement& point, double value) { latency_of(point, name)->mean = value; };
  }
  const auto percentile = percentile_of(statistic);
  if (!percentile) return std::nullopt;
  return [name, percentile](Measurement& point, double value) {
    latency_of(point, name)->percentiles[*percentile] = value;
  };
}

struct Field {
  std::string_view name;
  std::optional<double> Measurement::*member;
};
constexpr std::array fields{
    Field{"output_tok_s", &Measurement::output_tok_s},
    Field{"req_s", &Measurement::req_s},
    Field{"prompt_tokens", &Measurement::prompt_tokens},
    Field{"output_tokens", &Measurement::output_tokens},
    Field{"requests", &Measurement::requests},
    Field{"failed", &Measurement::failed},
};

std::optional<Setter> setter_of(std::string_view column) {
  for (const Field& field : fields) {
    if (field.name == column) {
      return [member = field.member](Measurement& point, double value) { point.*member = value; };
    }
  }
  if (!column.ends_with("_s")) return std::nullopt;
  column.remove_suffix(2);
  const std::size_t cut = column.rfind('_');
  if (cut == std::string_view::npos) return std::nullopt;
  return statistic_setter(column.substr(0, cut), column.substr(cut + 1));
}

double positive(double value, const Error::Where& where, const std::string& found) {
  if (value > 0) return value;
  throw invalid(where, "concurrency above 0", found);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ", ";
    text += word;
    if (text.size() > 80) return text.substr(0, 80) + " …";
  }
  return text;
}

class CsvPoints {
 public:
  CsvPoints(const CsvRow& head, std::string file) : head_(head), file_(std::move(file)) {
    for (const std::string& name : head.cells) setters_.push_back(setter_of(name));
    concurrency_ = column("concurrency");
    throughput_ = column("output_tok_s");
    class_ = maybe_column("class");
    copy_ = maybe_column("copy");
  }

  [[nodiscard]] Measurement point(const CsvRow& row) const {
    const Error::Where where{file_, line_name(row.line)};
    if (row.cells.size() > head_.cells.size()) {
      throw invalid(where, std::to_string(head_.cells.size()) + " cells as in the head line",
                    std::to_string(row.cells.size()));
    }
    Measurement point{.tool = "CSV", .file = file_, .place = where.pointer};
    point.concurrency =
        positive(required(row, concurrency_, where), where, cell(row, concurrency_));
    point.output_tok_s = required(row, throughput_, where);
    for (std::size_t i = 0; i < setters_.size(); ++i) {
      if (!setters_[i]) continue;
      const auto value = cell_number(cell(row, i), where, head_.cells[i]);
      if (!value) continue;
      if (*value < 0) throw invalid(where, head_.cells[i] + " of at least 0", cell(row, i));
      (*setters_[i])(point, *value);
    }
    if (class_) point.traffic_class = cell(row, *class_);
    if (copy_) point.copy = cell(row, *copy_);
    return point;
  }

  [[nodiscard]] std::vector<std::string> passed_over() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < head_.cells.size(); ++i) {
      if (!setters_[i] && i != concurrency_ && i != class_ && i != copy_) {
        names.push_back(head_.cells[i]);
      }
    }
    return names;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> maybe_column(std::string_view name) const {
    for (std::size_t i = 0; i < head_.cells.size(); ++i) {
      if (head_.cells[i] == name) return i;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::size_t column(std::string_view name) const {
    if (const auto at = maybe_column(name)) return *at;
    throw invalid({file_, line_name(head_.line)}, "a column \"" + std::string(name) + '"',
                  "the columns " + joined(head_.cells));
  }
  static std::string cell(const CsvRow& row, std::size_t at) {
    return at < row.cells.size() ? row.cells[at] : "";
  }
  [[nodiscard]] double required(const CsvRow& row, std::size_t at,
                                const Error::Where& where) const {
    if (const auto value = cell_number(cell(row, at), where, head_.cells[at])) return *value;
    throw invalid(where, head_.cells[at] + " as a finite number", "an empty cell");
  }

  const CsvRow& head_;
  std::string file_;
  std::vector<std::optional<Setter>> setters_;
  std::size_t concurrency_ = 0;
  std::size_t throughput_ = 0;
  std::optional<std::size_t> class_;
  std::optional<std::size_t> copy_;
};

void read_json_statistics(const ConfigNode& item, Measurement& point) {
  for (const std::string& key : item.keys()) {
    const auto member = item.find(key);
    if (!member) continue;
    if (member->is_number()) {
      if (const auto set = setter_of(key)) (*set)(point, number_at(item, key));
    } else if (member->is_object() && key.ends_with("_s")) {
      for (const std::string& statistic : member->keys()) {
        const auto set = statistic_setter(key.substr(0, key.size() - 2), statistic);
        if (set && member->has(statistic)) (*set)(point, number_at(*member, statistic));
      }
    }
  }
}

}  // namespace

void read_csv_points(std::string_view text, const std::string& file, Measurements& out) {
  const auto rows = csv_rows(text, file);
  const CsvPoints reader(rows.front(), file);
  if (rows.size() == 1) {
    throw invalid({file, line_name(rows.front().line)}, "lines of data below the head line",
                  "none");
  }
  for (std::size_t i = 1; i < rows.size(); ++i) out.points.push_back(reader.point(rows[i]));
  const auto passed = reader.passed_over();
  if (!passed.empty()) out.notes.push_back(file + ": columns not used: " + joined(passed));
}

void read_own_json(const ConfigNode& item, Measurements& out) {
  Measurement point{.tool = "JSON", .file = item.file(), .place = item.pointer()};
  const ConfigNode concurrency = item.at("concurrency");
  point.concurrency =
      positive(number_at(item, "concurrency"), {item.file(), concurrency.pointer()}, "0");
  point.output_tok_s = number_at(item, "output_tok_s");
  read_json_statistics(item, point);
  point.traffic_class = item.string_or("class", item.string_or("label", ""));
  point.copy = item.string_or("copy", "");
  out.points.push_back(std::move(point));
}

}  // namespace kvplan::traffic
