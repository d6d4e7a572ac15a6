#include "kvplan/structured_file.hpp"

#include <yaml-cpp/yaml.h>

// "[[ ]" fails an assertion of toml++ 3.3 that its own check comes after: without, it is an error.
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

#include <charconv>
#include <set>
#include <sstream>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

constexpr int deepest = 100;
constexpr int most_values = 1'000'000;  // an alias that repeats itself grows without end

std::string member_pointer(const std::string& pointer, std::string_view key) {
  std::string escaped;
  for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer + "/" + escaped;
}

Error at_line(const std::string& file, int line, std::string expected, std::string found) {
  return invalid({file, "line " + std::to_string(line)}, std::move(expected), std::move(found));
}

/// Writes the tree as JSON and notes where each value stood.
class Tree {
 public:
  explicit Tree(std::string file) : file_(std::move(file)) {}

  render::JsonWriter& json() { return json_; }
  void enter(const std::string& pointer, int line, int depth) {
    lines_.emplace(pointer, line);
    if (depth > deepest) throw at_line(file_, line, "at most 100 levels", "more");
    if (++values_ > most_values) throw at_line(file_, line, "at most 1,000,000 values", "more");
  }
  [[nodiscard]] const std::string& file() const { return file_; }
  StructuredFile take() && {
    return {parse_json(std::move(json_).text(), file_), std::move(lines_)};
  }

 private:
  std::string file_;
  render::JsonWriter json_;
  std::map<std::string, int, std::less<>> lines_;
  int values_ = 0;
};

template <class Number>
std::optional<Number> whole(std::string_view text, int base = 10) {
  Number number{};
  const char* end = text.data() + text.size();
  std::from_chars_result read{};
  if constexpr (std::is_floating_point_v<Number>) {
    read = std::from_chars(text.data(), end, number);
  } else {
    read = std::from_chars(text.data(), end, number, base);
  }
  return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

// --- YAML

/// A plain scalar by YAML 1.2's core schema; a quoted one is text.
void write_scalar(render::JsonWriter& json, const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() != "?") {
    json.value(text);
  } else if (text == "true" || text == "True" || text == "TRUE") {
    json.value(true);
  } else if (text == "false" || text == "False" || text == "FALSE") {
    json.value(false);
  } else if (const auto hex =
                 text.starts_with("0x") ? whole<std::int64_t>(text.substr(2), 16) : std::nullopt) {
    json.value(*hex);
  } else if (const auto integer = whole<std::int64_t>(text)) {
    json.value(*integer);
  } else if (const auto number = whole<double>(text);
             number && text.find_first_of("0123456789") != std::string::npos) {
    json.value(*number);
  } else {
    json.value(text);
  }
}

void write_yaml(Tree& tree, const YAML::Node& node, const std::string& pointer, int depth);

/// The members of a map after its merge keys: its own first.
std::vector<std::pair<std::string, YAML::Node>> members(const Tree& tree, const YAML::Node& map,
                                                        int depth) {
  if (depth > deepest)
    throw at_line(tree.file(), map.Mark().line + 1, "at most 100 levels", "more");
  std::vector<std::pair<std::string, YAML::Node>> found;
  std::vector<YAML::Node> merged;
  std::set<std::string> names;
  for (const auto& member : map) {
    const int line = member.first.Mark().line + 1;
    if (!member.first.IsScalar()) throw at_line(tree.file(), line, "a name", "a list or map");
    const std::string& name = member.first.Scalar();
    if (name == "<<") {
      merged.push_back(member.second);
    } else if (!names.insert(name).second) {
      throw at_line(tree.file(), line, "each name once", '"' + name + "\" again");
    } else {
      found.emplace_back(name, member.second);
    }
  }
  for (const YAML::Node& source : merged) {
    const std::vector<YAML::Node> maps = source.IsSequence()
                                             ? std::vector<YAML::Node>(source.begin(), source.end())
                                             : std::vector<YAML::Node>{source};
    for (const YAML::Node& from : maps) {
      if (!from.IsMap()) throw at_line(tree.file(), from.Mark().line + 1, "a map", "no map");
      for (auto& member : members(tree, from, depth + 1)) {
        if (names.insert(member.first).second) found.push_back(std::move(member));
      }
    }
  }
  return found;
}

void write_yaml(Tree& tree, const YAML::Node& node, const std::string& pointer, int depth) {
  tree.enter(pointer, node.Mark().line + 1, depth);
  if (node.IsMap()) {
    tree.json().begin_object();
    for (const auto& [name, value] : members(tree, node, depth)) {
      tree.json().key(name);
      write_yaml(tree, value, member_pointer(pointer, name), depth + 1);
    }
    tree.json().end_object();
  } else if (node.IsSequence()) {
    tree.json().begin_array();
    for (std::size_t i = 0; i < node.size(); ++i) {
      write_yaml(tree, node[i], pointer + "/" + std::to_string(i), depth + 1);
    }
    tree.json().end_array();
  } else if (node.IsScalar()) {
    write_scalar(tree.json(), node);
  } else {
    tree.json().null();
  }
}

YAML::Node yaml_document(std::string_view text, const std::string& file) {
  try {
    return YAML::Load(std::string(text));
  } catch (const YAML::Exception& failure) {
    throw at_line(file, failure.mark.is_null() ? 1 : failure.mark.line + 1, "YAML", failure.msg);
  }
}

StructuredFile parse_yaml(std::string_view text, const std::string& file) {
  Tree tree(file);
  write_yaml(tree, yaml_document(text, file), "", 0);
  return std::move(tree).take();
}

// --- TOML

std::string iso_text(const auto& date_or_time) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << date_or_time;
  return std::move(text).str();
}

void write_toml(Tree& tree, const toml::node& node, const std::string& pointer, int depth) {
  tree.enter(pointer, static_cast<int>(node.source().begin.line), depth);
  render::JsonWriter& json = tree.json();
  if (const toml::table* table = node.as_table()) {
    json.begin_object();
    for (const auto& [key, value] : *table) {
      json.key(key.str());
      write_toml(tree, value, member_pointer(pointer, key.str()), depth + 1);
    }
    json.end_object();
  } else if (const toml::array* array = node.as_array()) {
    json.begin_array();
    for (std::size_t i = 0; i < array->size(); ++i) {
      write_toml(tree, (*array)[i], pointer + "/" + std::to_string(i), depth + 1);
    }
    json.end_array();
  } else {
    node.visit([&](const auto& value) {
      using Value = std::decay_t<decltype(value)>;
      if constexpr (toml::is_string<Value>) {
        json.value(*value);
      } else if constexpr (toml::is_boolean<Value> || toml::is_integer<Value> ||
                           toml::is_floating_point<Value>) {
        json.value(*value);
      } else if constexpr (toml::is_value<Value>) {
        json.value(iso_text(*value));
      }
    });
  }
}

StructuredFile parse_toml(std::string_view text, const std::string& file) {
  try {
    const toml::table table = toml::parse(text, file);
    Tree tree(file);
    write_toml(tree, table, "", 0);
    return std::move(tree).take();
  } catch (const toml::parse_error& failure) {
    throw at_line(file, static_cast<int>(failure.source().begin.line), "TOML",
                  std::string(failure.description()));
  }
}

// --- JSON

/// JSON is YAML but for a few escapes; a text that has those is known by pointers alone.
std::map<std::string, int, std::less<>> json_lines(std::string_view text, const std::string& file) {
  try {
    return parse_yaml(text, file).lines;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

int StructuredFile::line(std::string_view pointer) const {
  while (true) {
    if (const auto known = lines.find(pointer); known != lines.end()) return known->second;
    if (pointer.empty()) return 1;
    pointer = pointer.substr(0, pointer.rfind('/'));
  }
}

FileFormat format_of(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".toml") return FileFormat::toml;
  return ending == ".json" ? FileFormat::json : FileFormat::yaml;
}

StructuredFile parse_structured(std::string_view text, const std::string& file, FileFormat format) {
  if (format == FileFormat::toml) return parse_toml(text, file);
  if (format == FileFormat::yaml) return parse_yaml(text, file);
  return {parse_json(text, file), json_lines(text, file)};
}

StructuredFile read_structured(const std::filesystem::path& file) {
  return parse_structured(read_text(file), file.string(), format_of(file));
}

}  // namespace kvplan
