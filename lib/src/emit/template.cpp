#include "emit/template.hpp"

#include <set>
#include <stdexcept>

#include "embedded.hpp"

namespace kvplan::emit_detail {
namespace {

std::logic_error mismatch(std::string_view name, std::string_view what) {
  return std::logic_error("template " + std::string(name) + ": " + std::string(what));
}

/// One line with its places filled.
class Line {
 public:
  Line(std::string_view text, const Values& values, std::string_view name,
       std::set<std::string>& used)
      : text_(text), name_(name), values_(values), used_(used) {}

  /// Nothing where the line was only a place for an empty value.
  std::string filled() {
    const std::size_t indent = text_.find_first_not_of(' ');
    const bool only_place = indent != std::string_view::npos &&
                            text_.substr(indent).starts_with("@{") &&
                            text_.find('}', indent) == text_.size() - 1;
    if (only_place) {
      const std::string& value = value_of(text_.substr(indent + 2, text_.size() - indent - 3));
      return value.empty() ? "" : indented(value, indent) + "\n";
    }
    std::string line;
    std::size_t at = 0;
    for (std::size_t place = text_.find("@{"); place != std::string_view::npos;
         place = text_.find("@{", at)) {
      const std::size_t end = text_.find('}', place);
      if (end == std::string_view::npos) throw mismatch(name_, "a place that never ends");
      line += text_.substr(at, place - at);
      line += value_of(text_.substr(place + 2, end - place - 2));
      at = end + 1;
    }
    return line.append(text_.substr(at)) + "\n";
  }

 private:
  const std::string& value_of(std::string_view place) {
    const auto found = values_.find(place);
    if (found == values_.end()) throw mismatch(name_, "no value for " + std::string(place));
    used_.insert(found->first);
    return found->second;
  }

  static std::string indented(const std::string& value, std::size_t indent) {
    std::string text(indent, ' ');
    for (const char c : value) {
      text += c;
      if (c == '\n') text.append(indent, ' ');
    }
    return text;
  }

  std::string_view text_;
  std::string_view name_;
  const Values& values_;
  std::set<std::string>& used_;
};

}  // namespace

std::string fill(std::string_view template_name, const Values& values) {
  const auto found = embedded::find(embedded::templates, template_name);
  if (!found) throw mismatch(template_name, "there is none");
  std::string_view rest = *found;
  std::string text;
  std::set<std::string> used;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    text += Line(rest.substr(0, end), values, template_name, used).filled();
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  for (const auto& [name, value] : values) {
    if (!used.contains(name)) throw mismatch(template_name, "no place for " + name);
  }
  return text;
}

}  // namespace kvplan::emit_detail
