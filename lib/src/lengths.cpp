#include "kvplan/lengths.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "file_status.hpp"
#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "plain_integer.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

constexpr const char* option = "--need-lengths";
constexpr std::int64_t longest_length = std::int64_t{1} << 40;
constexpr std::size_t most_points = 2048;

/// Collects requests by length.
class LengthCounter {
 public:
  explicit LengthCounter(Error::Where where) : where_(std::move(where)) {}

  void add(std::int64_t length, double weight, const Error::Where& where) {
    if (length < 1 || length > longest_length) {
      throw invalid(where, "a length of 1 to 2^40 tokens", std::to_string(length));
    }
    if (!(weight >= 0) || !std::isfinite(weight)) {
      throw invalid(where, "a weight of 0 or more", std::to_string(weight));
    }
    if (weight > 0) weights_[length] += weight;
  }

  [[nodiscard]] RequestLengths finish(std::string source) && {
    double all = 0;
    for (const auto& [length, weight] : weights_) all += weight;
    if (weights_.empty() || !std::isfinite(all)) {
      throw invalid(where_, "requests with lengths", weights_.empty() ? "none" : "too many");
    }
    RequestLengths result;
    result.source = std::move(source);
    // Of too many lengths neighbours count as the longer.
    const double step = weights_.size() > most_points ? all / most_points : 0;
    double pending = 0;
    for (auto it = weights_.begin(); it != weights_.end(); ++it) {
      pending += it->second;
      if (pending < step && std::next(it) != weights_.end()) continue;
      result.shares.push_back({Tokens{it->first}, pending / all});
      pending = 0;
    }
    return result;
  }

 private:
  Error::Where where_;
  std::map<std::int64_t, double> weights_;
};

std::optional<std::int64_t> length_of(const std::string& text) {
  const auto number = plain_number(plain_integer(text));
  if (!number || *number < 0 || *number > static_cast<double>(longest_length)) return std::nullopt;
  return static_cast<std::int64_t>(std::ceil(*number));
}

std::vector<std::string> fields(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '"') {
      parts.back() += c;
    }
  }
  return parts;
}

/// Quantiles: name ("p50", "p99.9", "max") → length.
class Quantiles {
 public:
  explicit Quantiles(Error::Where where) : where_(std::move(where)) {}

  void add(const std::string& name, const std::optional<std::int64_t>& length) {
    const auto percent = name == "max"           ? std::optional(100.0)
                         : name.starts_with('p') ? plain_number(name.substr(1))
                                                 : std::nullopt;
    if (!percent || !(*percent > 0 && *percent <= 100) || !length) {
      throw invalid(where_, "quantiles such as p50=8k,p90=32k,max=200k", '"' + name + '"');
    }
    lengths_[*percent] = *length;
  }

  [[nodiscard]] RequestLengths finish(std::string source) && {
    if (lengths_.empty() || lengths_.rbegin()->first < 100) {
      throw invalid(where_, "the longest request too (max=…)", "quantiles below it");
    }
    LengthCounter counter(where_);
    double below = 0;
    std::int64_t before = 0;
    for (const auto& [percent, length] : lengths_) {
      if (length < before) throw invalid(where_, "quantiles that rise", std::to_string(length));
      counter.add(length, percent - below, where_);
      below = percent;
      before = length;
    }
    return std::move(counter).finish(std::move(source));
  }

 private:
  Error::Where where_;
  std::map<double, std::int64_t> lengths_;
};

/// "Input_Length", "input-length" and "input length" are one name.
std::string plain_name(const std::string& name) {
  std::string plain = lowered(name);
  std::erase_if(plain, [](char c) { return c == '_' || c == '-' || c == ' '; });
  return plain;
}

/// What a column or member means. Spellings: Azure, BurstGPT and Mooncake traces, vLLM's,
/// GuideLLM's and AIPerf's files.
enum class Column { length, prompt, answer, count };

std::optional<Column> column_of(const std::string& name) {
  constexpr std::array<std::pair<const char*, Column>, 24> names{
      {{"length", Column::length},
       {"tokens", Column::length},
       {"totaltokens", Column::length},
       {"upto", Column::length},
       {"in", Column::prompt},
       {"input", Column::prompt},
       {"inputlength", Column::prompt},
       {"inputtokens", Column::prompt},
       {"inputlen", Column::prompt},
       {"prompttokens", Column::prompt},
       {"promptlen", Column::prompt},
       {"contexttokens", Column::prompt},
       {"requesttokens", Column::prompt},
       {"inputsequencelength", Column::prompt},
       {"out", Column::answer},
       {"output", Column::answer},
       {"outputlength", Column::answer},
       {"outputtokens", Column::answer},
       {"outputlen", Column::answer},
       {"completiontokens", Column::answer},
       {"generatedtokens", Column::answer},
       {"responsetokens", Column::answer},
       {"count", Column::count},
       {"weight", Column::count}}};
  const std::string plain = plain_name(name);
  const auto* found =
      std::ranges::find_if(names, [&](const auto& row) { return plain == row.first; });
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

/// One request, or one bin, from its named numbers.
class Row {
 public:
  void set(Column column, double value) { values_[column] = value; }

  void count_in(LengthCounter& counter, const Error::Where& where) const {
    const auto whole = values_.find(Column::length);
    const auto prompt = values_.find(Column::prompt);
    const auto answer = values_.find(Column::answer);
    if (whole == values_.end() && (prompt == values_.end() || answer == values_.end())) {
      throw invalid(where, "a length, or prompt and answer (in, out)",
                    prompt == values_.end() ? "neither" : "no answer");
    }
    const double length = whole != values_.end() ? whole->second : prompt->second + answer->second;
    const auto count = values_.find(Column::count);
    if (!(std::abs(length) <= static_cast<double>(longest_length))) {
      throw invalid(where, "a length of 1 to 2^40 tokens", std::to_string(length));
    }
    // A failed request of a trace has no tokens at all.
    if (length == 0) return;
    counter.add(static_cast<std::int64_t>(std::ceil(length)),
                count == values_.end() ? 1 : count->second, where);
  }

 private:
  std::map<Column, double> values_;
};

Row row_of(const ConfigNode& node) {
  Row row;
  if (node.is_number()) row.set(Column::length, node.as_number());
  for (const std::string& key : node.keys()) {
    const auto column = column_of(key);
    const auto value = node.find(key);
    if (column && value) row.set(*column, value->as_number());
  }
  return row;
}

RequestLengths from_csv(const std::string& text, const std::string& file) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::vector<std::optional<Column>> columns;
  for (const std::string& name : fields(line, ',')) columns.push_back(column_of(name));
  const bool known = std::ranges::any_of(
      columns, [](const auto& c) { return c && (*c == Column::length || *c == Column::prompt); });
  if (!known) {
    throw invalid({file, "line 1"}, "a head with length, or in and out",
                  '"' + line.substr(0, 60) + '"');
  }
  LengthCounter counter({file, ""});
  for (int number = 2; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const Error::Where where{file, "line " + std::to_string(number)};
    const auto cells = fields(line, ',');
    if (cells.size() < columns.size()) {
      throw invalid(where, std::to_string(columns.size()) + " columns",
                    std::to_string(cells.size()));
    }
    Row row;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!columns[i]) continue;
      const auto value = plain_number(cells[i]);
      if (!value) throw invalid(where, "a number", '"' + cells[i].substr(0, 60) + '"');
      row.set(*columns[i], *value);
    }
    row.count_in(counter, where);
  }
  return std::move(counter).finish(file);
}

RequestLengths from_json_lines(const std::string& text, const std::string& file) {
  std::istringstream lines(text);
  std::string line;
  LengthCounter counter({file, ""});
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = "line " + std::to_string(number);
    row_of(parse_json(line, file + ": " + where)).count_in(counter, {file, where});
  }
  return std::move(counter).finish(file);
}

void count_items(const std::vector<ConfigNode>& items, LengthCounter& counter) {
  for (const ConfigNode& item : items) {
    row_of(item).count_in(counter, {item.file(), item.pointer()});
  }
}

/// `vllm bench serve --save-detailed`: two lists, side by side.
void count_benchmark(const ConfigNode& root, LengthCounter& counter) {
  const auto prompts = root.at("input_lens").items();
  const auto answers = root.at("output_lens").items();
  for (std::size_t i = 0; i < std::min(prompts.size(), answers.size()); ++i) {
    Row row;
    row.set(Column::prompt, prompts[i].as_number());
    row.set(Column::answer, answers[i].as_number());
    row.count_in(counter, {prompts[i].file(), prompts[i].pointer()});
  }
}

RequestLengths from_json(const std::string& text, const std::string& file) {
  const ConfigNode root = parse_json(text, file);
  LengthCounter counter({file, ""});
  if (const auto quantiles = root.find("quantiles")) {
    Quantiles collected({file, quantiles->pointer()});
    for (const std::string& name : quantiles->keys()) {
      collected.add(name, quantiles->integer(name));
    }
    return std::move(collected).finish(file);
  }
  if (root.is_array()) {
    count_items(root.items(), counter);
  } else if (root.has("input_lens")) {
    count_benchmark(root, counter);
  } else if (const auto bins = root.find("histogram")) {
    count_items(bins->items(), counter);
  } else {
    count_items(root.at("lengths").items(), counter);
  }
  return std::move(counter).finish(file);
}

}  // namespace

Tokens RequestLengths::mean() const {
  double all = 0;
  for (const auto& [length, share] : shares) all += static_cast<double>(length.count()) * share;
  return Tokens{static_cast<std::int64_t>(std::ceil(all - 1e-6))};
}

double RequestLengths::longer_than(Tokens length) const {
  double longer = 0;
  for (const LengthShare& part : shares) longer += part.length > length ? part.share : 0;
  return longer;
}

std::int64_t parse_tokens(const std::string& text, const std::string& named) {
  const std::string plain = plain_integer(text);
  std::int64_t tokens = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), tokens);
  if (error != std::errc() || end != plain.data() + plain.size() || tokens < 0) {
    throw invalid({named, ""}, "tokens, such as 32000, 32k or 1M", '"' + text + '"');
  }
  return tokens;
}

RequestLengths parse_lengths(std::string_view text) {
  const Error::Where where{option, ""};
  const std::string wanted = "a file, p50=8k,…,max=200k or 8k:60,200k:10";
  Quantiles quantiles(where);
  LengthCounter counter(where);
  const bool by_quantile = text.find('=') != std::string_view::npos;
  for (const std::string& part : fields(text, ',')) {
    const std::size_t at = part.find(by_quantile ? '=' : ':');
    const auto first = part.substr(0, at);
    const auto second = at == std::string::npos ? std::string("1") : part.substr(at + 1);
    if (by_quantile) {
      if (at == std::string::npos) throw invalid(where, wanted, '"' + part + '"');
      quantiles.add(first, length_of(second));
      continue;
    }
    const auto length = length_of(first);
    const auto weight = plain_number(second);
    if (!length || !weight) throw invalid(where, wanted, '"' + std::string(text) + '"');
    counter.add(*length, *weight, where);
  }
  return by_quantile ? std::move(quantiles).finish("given") : std::move(counter).finish("given");
}

RequestLengths read_lengths(const std::string& file) {
  constexpr std::uintmax_t largest = std::uintmax_t{1} << 30;
  const std::string text = read_text(file, largest);
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string::npos) throw invalid({file, ""}, "requests with lengths", "nothing");
  if (file.ends_with(".jsonl")) return from_json_lines(text, file);
  return text[first] == '{' || text[first] == '[' ? from_json(text, file) : from_csv(text, file);
}

RequestLengths lengths_from(const std::string& file_or_text) {
  return is_there(file_or_text) ? read_lengths(file_or_text) : parse_lengths(file_or_text);
}

}  // namespace kvplan
