#include <algorithm>

#include "deployment/readers.hpp"
#include "kvplan/error.hpp"

namespace kvplan::deployment {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// "|", ">", "|-", ">2+" at a line's end, as the last word.
char block_sign(std::string_view line) {
  const std::size_t comment = line.find(" #");
  line = line.substr(0, comment);
  while (line.ends_with(' ')) line.remove_suffix(1);
  while (!line.empty() &&
         (line.back() == '-' || line.back() == '+' || (line.back() >= '0' && line.back() <= '9'))) {
    line.remove_suffix(1);
  }
  const bool sign = line.ends_with('|') || line.ends_with('>');
  const bool alone =
      line.size() < 2 || line[line.size() - 2] == ' ' || line[line.size() - 2] == ':';
  return sign && alone ? line.back() : '\0';
}

/// One of a stream's, whose errors too have the line of the file: read again behind blank lines.
Document yaml_document(const std::string& text, const std::string& file, int first_line) {
  const auto document = [&](const std::string& source, int first) {
    return Document(parse_structured(source, file, FileFormat::yaml), file, source, first);
  };
  try {
    return document(text, first_line);
  } catch (const Error&) {
    return document(std::string(static_cast<std::size_t>(first_line) - 1, '\n') + text, 1);
  }
}

}  // namespace

Document::Document(StructuredFile tree, std::string file, std::string_view source, int first_line)
    : tree_(std::move(tree)),
      file_(std::move(file)),
      lines_(lines_of(source)),
      first_line_(first_line) {}

Origin Document::origin(const ConfigNode& node) const {
  return {file_, first_line_ - 1 + tree_.line(node.pointer())};
}

std::string Document::plain(const ConfigNode& node) {
  if (node.is_string()) return node.as_string();
  if (node.is_object() || node.is_array()) return {};
  return node.dump();
}

std::optional<Given> Document::given(const ConfigNode& node, std::string_view key) const {
  if (!node.is_object()) return std::nullopt;
  const auto found = node.find(key);
  if (!found || found->is_object() || found->is_array()) return std::nullopt;
  return Given{plain(*found), origin(*found)};
}

std::string Document::string_or_empty(const ConfigNode& node, std::string_view key) {
  const auto found = node.is_object() ? node.find(key) : std::nullopt;
  return found ? plain(*found) : std::string{};
}

Word Document::source_text(const ConfigNode& node) const {
  const int line = origin(node).line;
  const auto index = static_cast<std::size_t>(tree_.line(node.pointer()));
  const bool block = index >= 1 && index <= lines_.size() && block_sign(lines_[index - 1]) != '\0';
  if (!block) return {plain(node), line};
  Word text{"", line + 1};
  std::optional<std::size_t> base;
  for (std::size_t i = index; i < lines_.size(); ++i) {
    const std::string& each = lines_[i];
    const std::size_t indent = indent_of(each);
    if (indent == each.size()) {
      text.text += '\n';
      continue;
    }
    if (!base) base = indent;
    if (indent < *base) break;
    text.text += each.substr(*base) + '\n';
  }
  return text;
}

std::vector<Document> documents_of(std::string_view text, const std::string& file) {
  const FileFormat format = format_of(file);
  std::vector<Document> found;
  if (format != FileFormat::yaml) {
    found.emplace_back(parse_structured(text, file, format), file, text);
    return found;
  }
  std::string current;
  int first = 1;
  int number = 0;
  bool something = false;
  const auto finish = [&] {
    if (something) found.push_back(yaml_document(current, file, first));
    first = number;
    current.clear();
    something = false;
  };
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (line == "---" || line.starts_with("--- ")) {
      finish();
      current += '\n';
      continue;
    }
    const bool says = line.find_first_not_of(" \t") != std::string::npos &&
                      line[line.find_first_not_of(" \t")] != '#' && !line.starts_with('%');
    something = something || says;
    current += line.starts_with('%') ? "\n" : line + "\n";
  }
  finish();
  return found;
}

std::optional<ConfigNode> member(ConfigNode node, std::initializer_list<std::string_view> path) {
  for (const std::string_view key : path) {
    if (!node.is_object()) return std::nullopt;
    auto next = node.find(key);
    if (!next) return std::nullopt;
    node = std::move(*next);
  }
  return node;
}

}  // namespace kvplan::deployment
