#include "traffic/delimited.hpp"

#include <algorithm>

#include "kvplan/error.hpp"
#include "text.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

char delimiter_of(std::string_view text) {
  const std::string_view head = text.substr(0, text.find('\n'));
  const auto count = [head](char c) { return std::ranges::count(head, c); };
  if (count(',') > 0) return ',';
  return count(';') >= count('\t') ? ';' : '\t';
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, char delimiter)
      : text_(text), file_(file), delimiter_(delimiter) {}

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }

  CsvRow row() {
    CsvRow row{.line = line_, .cells = {}};
    do {
      row.cells.push_back(cell());
    } while (!done() && text_[at_ - 1] == delimiter_);
    return row;
  }

 private:
  /// Reads one cell and the delimiter or line end behind it.
  std::string cell() {
    std::string value;
    bool quoted = false;
    bool blank = true;
    const auto append = [&](char c) {
      value += c;
      blank = blank && trimmed({&c, 1}).empty();
    };
    const std::size_t opened = line_;
    while (!done()) {
      const char c = text_[at_++];
      if (c == '\n') ++line_;
      if (c == '"' && quoted && !done() && text_[at_] == '"') {
        append(c);
        ++at_;
      } else if (c == '"' && (quoted || blank)) {
        quoted = !quoted;
      } else if (!quoted && (c == delimiter_ || c == '\n')) {
        return std::string(trimmed(value));
      } else {
        append(c);
      }
    }
    if (quoted) {
      throw invalid({file_, line_name(opened)}, "a closing quote", "the end of the file");
    }
    at_ = text_.size() + 1;  // so that what stood before it is no delimiter
    return std::string(trimmed(value));
  }

  std::string_view text_;
  const std::string& file_;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

std::vector<CsvRow> csv_rows(std::string_view text, const std::string& file) {
  std::string_view rest = text;
  while (!rest.empty() && rest.front() == '#') {
    const std::size_t end = rest.find('\n');
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  Reader reader(text, file, delimiter_of(rest));
  std::vector<CsvRow> rows;
  while (!reader.done()) {
    CsvRow row = reader.row();
    const bool empty = std::ranges::all_of(row.cells, &std::string::empty);
    if (!empty && !row.cells.front().starts_with('#')) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kvplan::traffic
