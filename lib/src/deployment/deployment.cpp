// A set of files → what they say together.
#include <algorithm>
#include <charconv>
#include <set>

#include "deployment/readers.hpp"
#include "file_status.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;
using namespace deployment;

constexpr std::uintmax_t largest_file = std::uintmax_t{8} << 20;
constexpr std::size_t most_files = 5000;

DeploymentFile load(const fs::path& path) {
  DeploymentFile file{path.string(), FileKind::other, read_text(path, largest_file)};
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (file.text.starts_with(mark)) file.text.erase(0, mark.size());
  file.kind = kind_of(file.text, path);
  return file;
}

/// A folder's files that are of a known kind; others are passed over, for nobody named them.
void add_folder(std::vector<DeploymentFile>& files, const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code failure;
  fs::recursive_directory_iterator each(folder, fs::directory_options::skip_permission_denied,
                                        failure);
  if (failure) throw invalid({folder.string(), ""}, "a readable folder", failure.message());
  for (; each != fs::recursive_directory_iterator(); each.increment(failure)) {
    if (failure) break;
    const std::string name = each->path().filename().string();
    if (each->is_directory(failure) && name.starts_with('.')) {
      each.disable_recursion_pending();
    } else if (each->is_regular_file(failure)) {
      paths.push_back(each->path());
    }
    if (paths.size() > most_files)
      throw invalid({folder.string(), ""}, "at most 5000 files", "more");
  }
  std::ranges::sort(paths);
  for (const fs::path& path : paths) {
    std::string text;
    try {
      text = read_text(path, largest_file);
      (void)kind_of(text, path);
    } catch (const Error&) {
      static constexpr std::array<std::string_view, 6> ours{".service", ".yaml", ".yml",
                                                            ".conf",    ".cfg",  ".sh"};
      if (std::ranges::find(ours, path.extension().string()) != ours.end()) throw;
      continue;
    }
    files.push_back(load(path));
  }
}

std::vector<DeploymentFile> load_all(std::span<const fs::path> paths) {
  std::vector<DeploymentFile> files;
  std::set<std::string> seen;
  for (const fs::path& path : paths) {
    std::error_code failure;
    if (!seen.insert(fs::weakly_canonical(path, failure).string()).second) continue;
    if (is_folder(path)) {
      add_folder(files, path);
    } else {
      files.push_back(load(path));
    }
  }
  return files;
}

/// Finds what a file names: among the files by name, or in the file's own folder.
class Finder {
 public:
  explicit Finder(const std::vector<DeploymentFile>& files) : files_(files) {}

  std::optional<DeploymentFile> operator()(const std::string& from,
                                           const std::string& named) const {
    const fs::path name(named);
    if (named.empty() || named.find('*') != std::string::npos || name.filename().empty())
      return std::nullopt;
    const fs::path folder = fs::path(from).parent_path();
    const fs::path beside = folder / (name.is_absolute() ? name.filename() : name);
    for (const DeploymentFile& file : files_) {
      if (file.file == from) continue;
      if (fs::path(file.file).lexically_normal() == beside.lexically_normal()) return file;
    }
    for (const DeploymentFile& file : files_) {
      if (file.file != from && fs::path(file.file).filename() == name.filename()) return file;
    }
    std::error_code failure;
    if (!is_file(beside) || fs::file_size(beside, failure) > largest_file) return std::nullopt;
    try {
      DeploymentFile file{beside.string(), FileKind::other, read_text(beside, largest_file)};
      return file.text.find('\0') == std::string::npos ? std::optional(std::move(file))
                                                       : std::nullopt;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

 private:
  const std::vector<DeploymentFile>& files_;
};

void read_structured_kind(DeploymentFiles& all, const DeploymentFile& file, const FindText& find) {
  Expansions made;
  for (const Document& document : documents_of(file.text, file.file)) {
    switch (file.kind) {
      case FileKind::recipe:
        read_recipe(all, document, made);
        break;
      case FileKind::compose:
        read_compose(all, document, find, made);
        break;
      case FileKind::docker_inspect:
        read_docker_inspect(all, document, made);
        break;
      case FileKind::kubernetes:
        read_kubernetes(all, document, made);
        break;
      case FileKind::helm_values:
        read_helm_values(all, document);
        break;
      case FileKind::engine_config:
        read_engine_config(all, document);
        break;
      case FileKind::litellm:
        read_litellm(all, document);
        break;
      case FileKind::prometheus:
        read_prometheus(all, document);
        break;
      default:
        break;
    }
  }
}

void read_file(DeploymentFiles& all, const DeploymentFile& file, const FindText& find) {
  switch (file.kind) {
    case FileKind::script:
      read_script(all, file);
      break;
    case FileKind::unit:
      read_unit(all, file, find);
      break;
    case FileKind::nginx:
      read_nginx(all, file, find);
      break;
    case FileKind::haproxy:
      read_haproxy(all, file);
      break;
    case FileKind::environment:
    case FileKind::other:
      break;
    default:
      read_structured_kind(all, file, find);
  }
  const bool proxy = file.kind == FileKind::nginx || file.kind == FileKind::haproxy ||
                     file.kind == FileKind::litellm || file.kind == FileKind::prometheus;
  if (!proxy) read_calls(all, file.text, file.file);
}

/// "8g" of the engine's human-readable integers → bytes; others as they are.
/// Source: vLLM 0.33 utils/argparse_utils.py, human_readable_int: k, m, g, t decimal; K, M, G, T
/// binary.
std::string plain_bytes(const std::string& text) {
  if (text.size() < 2) return text;
  constexpr std::array<std::pair<char, std::int64_t>, 8> suffixes{{{'k', 1000},
                                                                   {'m', 1000000},
                                                                   {'g', 1000000000},
                                                                   {'t', 1000000000000},
                                                                   {'K', 1LL << 10},
                                                                   {'M', 1LL << 20},
                                                                   {'G', 1LL << 30},
                                                                   {'T', 1LL << 40}}};
  const auto* suffix =
      std::ranges::find(suffixes, text.back(), &std::pair<char, std::int64_t>::first);
  if (suffix == suffixes.end()) return text;
  double number = 0;
  const char* end = text.data() + text.size() - 1;
  const auto read = std::from_chars(text.data(), end, number);
  constexpr double most = 9e18;
  const double bytes = number * static_cast<double>(suffix->second);
  if (read.ec != std::errc{} || read.ptr != end || !(bytes >= 0 && bytes < most)) return text;
  return std::to_string(static_cast<std::int64_t>(bytes));
}

bool is_plain_json(const std::string& text) {
  if (text == "true" || text == "false" || text == "null") return true;
  return !text.empty() && text.find_first_not_of("-0123456789.") == std::string::npos;
}

/// --speculative-config.method mtp … and --spec-method mtp … → the JSON that they stand for.
std::string speculative_json(const ServeCommand& start) {
  std::map<std::string, std::string> fields;
  for (const EngineOption& option : start.options) {
    const std::string dotted = "speculative-config.";
    if (option.name.starts_with(dotted)) {
      fields[option.name.substr(dotted.size())] = option.value;
    } else if (option.name == "spec-method") {
      fields["method"] = option.value;
    } else if (option.name == "spec-model") {
      fields["model"] = option.value;
    } else if (option.name == "spec-tokens") {
      fields["num_speculative_tokens"] = option.value;
    }
  }
  if (fields.empty()) return "";
  std::string json;
  for (auto& [name, value] : fields) {
    const bool plain = is_plain_json(value) && value.find('"') == std::string::npos;
    std::erase_if(
        value, [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' '; });
    json += (json.empty() ? "{\"" : ",\"") + name + "\":" + (plain ? value : '"' + value + '"');
  }
  return json + "}";
}

}  // namespace

double ServerRule::seconds_until_back() const { return downinter + (rise - 1) * fastinter; }

DeploymentFiles deployment::read_loaded(std::vector<DeploymentFile> files) {
  DeploymentFiles all;
  all.files = std::move(files);
  const FindText find = Finder(all.files);
  for (const DeploymentFile& file : all.files) read_file(all, file, find);
  return all;
}

DeploymentFiles read_deployment(std::span<const fs::path> paths) {
  return read_loaded(load_all(paths));
}

Question with_options_of(const ServeCommand& start, Question question) {
  if (question.model.empty() && start.model) question.model = start.model->value;
  const auto fill = [](std::string& field, const std::string& value) {
    if (field.empty()) field = value;
  };
  const std::map<std::string, std::string> asked = std::move(question.engine_options);
  question.engine_options.clear();
  std::string util;
  std::string memory;
  std::string speculative;
  for (const EngineOption& each : start.options) {
    std::string option = each.name;
    std::ranges::replace(option, '-', '_');
    if (option == "gpu_memory_utilization") {
      util = each.value;
    } else if (option == "kv_cache_memory_bytes" || option == "kv_cache_memory") {
      memory = plain_bytes(each.value);
    } else if (option == "speculative_config") {
      speculative = each.value;
    } else if (option == "kv_cache_dtype_skip_layers") {
      question.engine_options[option] =
          each.value.starts_with('[') ? each.value : "[\"" + each.value + "\"]";
    } else if (is_engine_option(option)) {
      question.engine_options[option] = each.value;
    } else if (option.starts_with("no_") && is_engine_option(option.substr(3))) {
      question.engine_options[option.substr(3)] = "false";
    }
  }
  if (speculative.empty()) speculative = speculative_json(start);
  if (!(asked.contains("kv_cache_memory_bytes"))) fill(question.kv_cache_memory, memory);
  fill(question.util, util);
  fill(question.speculative_config, speculative);
  for (const auto& [name, value] : asked) question.engine_options[name] = value;
  return question;
}

ServeCommand read_engine_start(const std::string& file_and_name) {
  std::string file = file_and_name;
  std::string wanted;
  const std::size_t colon = file.rfind(':');
  if (!is_there(file) && colon != std::string::npos && colon > 0) {
    wanted = file.substr(colon + 1);
    file.resize(colon);
  }
  const std::array<fs::path, 1> paths{file};
  DeploymentFiles all = read_deployment(paths);
  std::string names;
  std::vector<ServeCommand> found;
  for (ServeCommand& start : all.engines) {
    names += (names.empty() ? "" : ", ") +
             (start.name.empty() ? "line " + std::to_string(start.origin.line) : start.name);
    if (wanted.empty() || start.name == wanted) found.push_back(std::move(start));
  }
  if (names.empty()) throw invalid({file, ""}, "the start of an engine (vllm serve …)", "none");
  if (found.empty()) throw invalid({file, ""}, "one of " + names, '"' + wanted + '"');
  if (found.size() > 1) throw invalid({file, ""}, "one engine, or FILE:NAME", names);
  return std::move(found.front());
}

}  // namespace kvplan
