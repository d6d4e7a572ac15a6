// What a file is: by its name where that says it, else by its content.
#include <algorithm>
#include <array>

#include "deployment/readers.hpp"
#include "deployment/vllm_flags.hpp"
#include "kvplan/error.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;
using deployment::Document;

struct NameRow {
  FileKind kind;
  std::string_view name;
};
constexpr std::array names{NameRow{FileKind::script, "script"},
                           NameRow{FileKind::recipe, "recipe"},
                           NameRow{FileKind::compose, "compose"},
                           NameRow{FileKind::unit, "unit"},
                           NameRow{FileKind::docker_inspect, "docker inspect"},
                           NameRow{FileKind::kubernetes, "kubernetes"},
                           NameRow{FileKind::helm_values, "helm values"},
                           NameRow{FileKind::engine_config, "engine config"},
                           NameRow{FileKind::haproxy, "haproxy"},
                           NameRow{FileKind::nginx, "nginx"},
                           NameRow{FileKind::litellm, "litellm"},
                           NameRow{FileKind::prometheus, "prometheus"},
                           NameRow{FileKind::environment, "environment"},
                           NameRow{FileKind::other, "other"}};

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

template <std::size_t N>
bool one_of(std::string_view text, const std::array<std::string_view, N>& list) {
  return std::ranges::find(list, text) != list.end();
}

/// The first words of each line that is no comment.
std::vector<std::string_view> first_words(std::string_view text) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    if (line.empty() || line.front() == '#' || line.front() == '\r') continue;
    found.push_back(line.substr(0, line.find_first_of(" \t\r")));
  }
  return found;
}

bool is_haproxy(const std::vector<std::string_view>& words) {
  static constexpr std::array<std::string_view, 3> sections{"backend", "frontend", "listen"};
  const bool section = std::ranges::any_of(words, [](auto word) { return one_of(word, sections); });
  const bool own = std::ranges::any_of(words, [](auto word) {
    return word == "bind" || word == "balance" || word == "default_backend" || word == "server";
  });
  return section && own;
}

/// Blocks that open at a line's end and directives that end with a semicolon.
bool is_nginx(std::string_view text) {
  static constexpr std::array<std::string_view, 6> signs{"upstream ", "proxy_pass", "server {",
                                                         "server{",   "location ",  "http {"};
  const bool ends =
      has(text, ";\n") || has(text, ";\r\n") || has(text, "; ") || text.ends_with(';');
  return ends && has(text, "{") &&
         std::ranges::any_of(signs, [&](std::string_view sign) { return has(text, sign); });
}

bool is_environment(std::string_view text) {
  bool something = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    if (line.starts_with("export ")) line.remove_prefix(7);
    if (line.empty() || line.front() == '#' || line.front() == '\r') continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) return false;
    const bool name = std::ranges::all_of(line.substr(0, equals), [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (!name) return false;
    something = true;
  }
  return something;
}

bool starts_engine(std::string_view text) {
  return has(text, "vllm serve") || has(text, "vllm.entrypoints") || has(text, "docker run") ||
         has(text, "podman run") || has(text, "sglang.launch_server");
}

/// Fields of vLLM's --config: mostly its own option names.
bool is_engine_config(const ConfigNode& root) {
  std::size_t known = 0;
  const std::vector<std::string> keys = root.keys();
  for (const std::string& key : keys) known += deployment::find_vllm_flag("--" + key) ? 1U : 0U;
  return known >= 2 && known * 2 > keys.size();
}

FileKind kind_of_tree(const ConfigNode& root) {
  if (root.is_array()) {
    const std::vector<ConfigNode> items = root.items();
    const bool inspected = !items.empty() && items[0].is_object() && items[0].has("Config") &&
                           items[0].has("HostConfig");
    return inspected ? FileKind::docker_inspect : FileKind::other;
  }
  if (root.has("Config") && root.has("HostConfig")) return FileKind::docker_inspect;
  if (root.has("apiVersion") && root.has("kind")) return FileKind::kubernetes;
  if (root.has("servingEngineSpec")) return FileKind::helm_values;
  if (root.has("scrape_configs")) return FileKind::prometheus;
  if (root.has("model_list")) return FileKind::litellm;
  if (const auto services = root.find("services"); services && services->is_object())
    return FileKind::compose;
  const bool recipe = root.has("defaults") || root.has("recipe_version") || root.has("container");
  if (recipe && (root.has("command") || root.has("model"))) return FileKind::recipe;
  return is_engine_config(root) ? FileKind::engine_config : FileKind::other;
}

std::optional<FileKind> kind_by_name(const fs::path& file, std::string_view text) {
  static constexpr std::array<std::string_view, 7> units{".service", ".timer", ".socket", ".path",
                                                         ".target",  ".mount", ".slice"};
  static constexpr std::array<std::string_view, 12> others{".py", ".js",   ".ts",    ".go",
                                                           ".rs", ".md",   ".rst",   ".ipynb",
                                                           ".rb", ".html", ".rules", ".cron"};
  const std::string ending = file.extension().string();
  const std::string name = file.filename().string();
  if (one_of(ending, units)) return FileKind::unit;
  if (ending == ".sh" || ending == ".bash") return FileKind::script;
  if (text.starts_with("#!")) {
    const std::string_view first = text.substr(0, text.find('\n'));
    return has(first, "sh") ? FileKind::script : FileKind::other;
  }
  if (one_of(ending, others) || name == "crontab" || name == "LICENSE") return FileKind::other;
  if (ending == ".env" || name == ".env" || name.starts_with(".env.")) return FileKind::environment;
  return std::nullopt;
}

Error not_understood(const fs::path& file, const std::string& found) {
  return invalid({file.string(), ""},
                 "a serve line, recipe, compose file, unit, manifest or proxy configuration",
                 found);
}

}  // namespace

std::string_view name(FileKind kind) {
  const auto* row = std::ranges::find(names, kind, &NameRow::kind);
  return row == names.end() ? "" : row->name;
}

FileKind kind_of(std::string_view text, const fs::path& file) {
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
    throw invalid({file.string(), "line " + std::to_string(line)}, "text", "a NUL byte");
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw not_understood(file, "an empty file");
  }
  if (const auto known = kind_by_name(file, text)) return *known;
  const std::string ending = file.extension().string();
  const std::vector<std::string_view> words = first_words(text);
  const bool tree = ending == ".yaml" || ending == ".yml" || ending == ".json" || ending == ".toml";
  if (!tree) {
    if (std::ranges::any_of(words,
                            [](auto word) { return word == "[Unit]" || word == "[Service]"; })) {
      return FileKind::unit;
    }
    if (ending == ".cfg" && is_haproxy(words)) return FileKind::haproxy;
    if (is_nginx(text)) return FileKind::nginx;
    if (is_haproxy(words)) return FileKind::haproxy;
    if (is_environment(text)) return FileKind::environment;
    if (starts_engine(text)) return FileKind::script;
    const bool json = text[text.find_first_not_of(" \t\r\n")] == '[' ||
                      text[text.find_first_not_of(" \t\r\n")] == '{';
    const bool named = ending == ".conf" || ending == ".cfg" || ending == ".nginx";
    if (named && (has(text, "{") || has(text, ";"))) return FileKind::nginx;
    if (!json) throw not_understood(file, "text that is none of them");
  }
  const std::vector<Document> documents = deployment::documents_of(text, file.string());
  if (documents.empty()) throw not_understood(file, "an empty file");
  const ConfigNode& root = documents.front().root();
  if (!root.is_object() && !root.is_array()) throw not_understood(file, "a single value");
  return kind_of_tree(root);
}

}  // namespace kvplan
