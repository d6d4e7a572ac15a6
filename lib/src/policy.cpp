#include "kvplan/policy.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "day.hpp"
#include "file_status.hpp"
#include "kvplan/error.hpp"
#include "kvplan/lint.hpp"
#include "kvplan/structured_file.hpp"
#include "kvplan/text_file.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_boxes = 1024;

constexpr std::array limit_names{"min_full_context_requests",
                                 "min_kv_cache_tokens",
                                 "min_largest_request_tokens",
                                 "min_headroom",
                                 "start_up_fits",
                                 "layouts",
                                 "require_measured",
                                 "max_lint"};

std::string listed(std::span<const char* const> names) {
  std::string text;
  for (const char* name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

/// Reads the policy's tree; every error has the line of what is wrong.
class PolicyReader {
 public:
  PolicyReader(const fs::path& path, const StructuredFile& file)
      : folder_(path.parent_path()), file_(file) {
    policy_.file = path.string();
  }

  Policy read() {
    const ConfigNode& root = file_.root;
    if (!root.is_object()) throw wrong(root, "a table", root.text());
    refuse_nothing(root);
    only(root, std::array{"schema_version", "model", "weights", "box", "service", "engine", "files",
                          "limits", "ignore"});
    const ConfigNode version = needed(root, "schema_version");
    if (integer(version) != 1) throw wrong(version, "1", version.text());
    if (const auto files = root.find("files")) {
      for (const std::string& name : strings(*files)) policy_.files.push_back(beside(name));
      policy_.limit_lines.emplace_back("files", file_.line(files->pointer()));
    }
    if (const auto model = root.find("model")) read_model(*model);
    if (const auto size = root.find("weights")) read_weights(*size);
    for (const ConfigNode& box : tables(root, "box")) read_box(box);
    for (const ConfigNode& service : tables(root, "service")) read_service(service);
    if (const auto engine = root.find("engine")) read_engine(*engine);
    if (!names_a_model()) static_cast<void>(needed(root, "model"));
    if (const auto limits = root.find("limits")) read_limits(*limits);
    for (const ConfigNode& ignore : tables(root, "ignore")) read_ignore(ignore);
    return std::move(policy_);
  }

 private:
  [[nodiscard]] Error wrong(const ConfigNode& node, std::string expected, std::string found) const {
    const std::string name = node.pointer().empty() ? "" : " (" + node.pointer() + ")";
    return invalid({policy_.file, "line " + std::to_string(file_.line(node.pointer())) + name},
                   std::move(expected), std::move(found));
  }

  /// A name without a value is a value that somebody forgot.
  void refuse_nothing(const ConfigNode& node) const {
    if (!node.is_object() && !node.is_array() && node.dump() == "null") {
      throw wrong(node, "a value", "none");
    }
    for (const auto& [name, value] : node.members()) refuse_nothing(value);
    for (const ConfigNode& item : node.items()) refuse_nothing(item);
  }

  /// Two names for one thing: one of them would not count.
  void one_of(const ConfigNode& table, const char* name, const char* other) const {
    if (!table.has(name) || !table.has(other)) return;
    throw wrong(table.at(other), std::string(name) + " or " + other, "both");
  }

  void only(const ConfigNode& table, std::span<const char* const> known) const {
    for (const std::string& key : table.keys()) {
      if (std::ranges::find(known, key) == known.end()) {
        throw invalid(
            {policy_.file, "line " + std::to_string(file_.line(table.pointer() + "/" + key))},
            "one of " + listed(known), '"' + key + '"');
      }
    }
  }

  [[nodiscard]] ConfigNode needed(const ConfigNode& table, std::string_view key) const {
    if (auto value = table.find(key)) return *std::move(value);
    throw wrong(table, "\"" + std::string(key) + "\"", "nothing");
  }

  /// An array of tables, or one table where one is enough.
  [[nodiscard]] std::vector<ConfigNode> tables(const ConfigNode& root, std::string_view key) const {
    const auto node = root.find(key);
    if (!node) return {};
    std::vector<ConfigNode> all = node->is_array() ? node->items() : std::vector<ConfigNode>{*node};
    for (const ConfigNode& table : all) {
      if (!table.is_object()) throw wrong(table, "a table", table.text());
    }
    return all;
  }

  [[nodiscard]] std::string text(const ConfigNode& node) const {
    if (!node.is_string()) throw wrong(node, "text", node.text());
    return node.as_string();
  }
  [[nodiscard]] std::vector<std::string> strings(const ConfigNode& node) const {
    if (node.is_string()) return {node.as_string()};
    if (!node.is_array()) throw wrong(node, "a list of names", node.text());
    std::vector<std::string> all;
    for (const ConfigNode& item : node.items()) all.push_back(text(item));
    return all;
  }
  /// Of a limit: none would limit nothing.
  [[nodiscard]] std::vector<std::string> one_or_more(const ConfigNode& node) const {
    std::vector<std::string> all = strings(node);
    if (all.empty()) throw wrong(node, "a list of names", "an empty one");
    return all;
  }
  [[nodiscard]] std::int64_t integer(const ConfigNode& node) const {
    try {
      return node.as_integer(0);
    } catch (const Error& error) {
      throw wrong(node, error.expected(), error.found());
    }
  }
  [[nodiscard]] bool yes(const ConfigNode& node) const {
    try {
      return node.as_boolean();
    } catch (const Error& error) {
      throw wrong(node, error.expected(), error.found());
    }
  }
  /// "5GiB", or a bare number of bytes.
  [[nodiscard]] std::string size_text(const ConfigNode& node) const {
    std::string given = node.is_string() ? node.as_string() : std::to_string(integer(node));
    try {
      static_cast<void>(parse_size(given, ""));
    } catch (const Error& error) {
      throw wrong(node, error.expected(), error.found());
    }
    return given;
  }

  /// A path beside the policy where there is one, else the name as it is.
  [[nodiscard]] std::string beside(const std::string& name) const {
    const fs::path path = folder_ / name;
    return is_there(path) ? path.string() : name;
  }

  void stands_at(const std::string& option, const ConfigNode& node) {
    policy_.input_lines.emplace(option, file_.line(node.pointer()));
  }

  [[nodiscard]] bool names_a_model() const {
    const Question& question = policy_.question;
    return !question.model.empty() || !question.vllm_args.empty() || !question.from.empty() ||
           !policy_.files.empty();
  }

  void read_model(const ConfigNode& model) {
    const ConfigNode name = !model.is_object()  ? model
                            : model.has("path") ? model.at("path")
                                                : needed(model, "name");
    if (model.is_object()) {
      only(model, std::array{"path", "name", "weights"});
      if (const auto size = model.find("weights")) read_weights(*size);
    }
    const std::string given = text(name);
    if (given.find("vllm serve ") != std::string::npos) {
      policy_.question.vllm_args = given;
      return stands_at("--vllm-args", name);
    }
    const std::string path = beside(given);
    if (starts_an_engine(path)) {
      policy_.files.push_back(path);
      policy_.limit_lines.emplace_back("files", file_.line(name.pointer()));
    } else {
      policy_.question.model = path;
      stands_at("--model", name);
    }
  }

  /// A recipe, unit, compose file or script in place of a config.json or a folder of one.
  static bool starts_an_engine(const fs::path& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return false;
    try {
      const FileKind kind = kind_of(read_text(path), path);
      return kind != FileKind::other && kind != FileKind::environment;
    } catch (const Error&) {
      return false;  // a config.json is none of these; what is wrong with it is said later
    }
  }

  void read_weights(const ConfigNode& size) {
    policy_.question.weights = size_text(size);
    stands_at("--weights", size);
  }

  void read_box(const ConfigNode& box) {
    only(box, std::array{"name", "file", "util", "gpu_memory_utilization", "count"});
    one_of(box, "util", "gpu_memory_utilization");
    const std::string name = beside(text(box.has("file") ? box.at("file") : needed(box, "name")));
    const auto count = box.find("count");
    const auto share = box.find(box.has("util") ? "util" : "gpu_memory_utilization");
    if (share && !share->is_number()) throw wrong(*share, "a share such as 0.74", share->text());
    const std::int64_t times = count ? integer(*count) : 1;
    if (times < 1 || times > most_boxes) throw wrong(*count, "1 to 1024", count->text());
    if (static_cast<std::int64_t>(policy_.question.boxes.size()) + times > most_boxes) {
      throw wrong(count ? *count : box, "at most 1,024 boxes in all", "more");
    }
    std::string& shares = policy_.question.util;
    if (!policy_.question.boxes.empty() && share.has_value() == shares.empty()) {
      throw wrong(box, "a utilization for every box or for none", "one without");
    }
    if (share) stands_at("--util", *share);
    for (std::int64_t i = 0; i < times; ++i) {
      policy_.question.boxes.push_back(name);
      if (share) shares += (shares.empty() ? "" : ",") + share->dump();
    }
  }

  void read_service(const ConfigNode& service) {
    only(service, std::array{"name", "size", "bytes", "box"});
    one_of(service, "size", "bytes");
    const ConfigNode size = service.has("bytes") ? service.at("bytes") : needed(service, "size");
    const std::string name = text(needed(service, "name"));
    stands_at("--service " + name, size);
    std::string given = name + "=" + size_text(size);
    if (const auto box = service.find("box")) given += "@" + text(*box);
    policy_.question.services.push_back(std::move(given));
  }

  /// [engine]: name and version, and the engine's own options beside them or under
  /// [engine.options].
  void read_engine(const ConfigNode& engine) {
    if (engine.is_string()) {
      policy_.question.engine = text(engine);
      return;
    }
    if (!engine.is_object()) throw wrong(engine, "a table", engine.text());
    std::string name = engine.has("name") ? text(engine.at("name")) : "vllm";
    if (const auto version = engine.find("version")) {
      const std::string given = version->is_string() ? version->as_string() : version->dump();
      if (!version->is_string() && given.size() < std::string_view("0.33").size()) {
        throw wrong(*version, "a version in quotes: 0.30 as a number is 0.3", given);
      }
      if (given.find('@') != std::string::npos && engine.has("name")) {
        throw wrong(*version, "a version, beside the engine's name", '"' + given + '"');
      }
      name = given.find('@') == std::string::npos ? name + "@" + given : given;
    }
    policy_.question.engine = name;
    for (const std::string& key : engine.keys()) {
      if (key != "name" && key != "version" && key != "options") read_option(key, engine.at(key));
    }
    if (const auto options = engine.find("options")) {
      if (!options->is_object()) throw wrong(*options, "a table", options->text());
      for (const std::string& key : options->keys()) read_option(key, options->at(key));
    }
  }

  void read_option(std::string key, const ConfigNode& value) {
    std::ranges::replace(key, '-', '_');
    Question& question = policy_.question;
    const std::string given = value.is_string() ? value.as_string() : value.dump();
    if (!options_read_.insert(key == "util" ? "gpu_memory_utilization" : key).second) {
      throw wrong(value, "each option once", '"' + key + "\" again");
    }
    stands_at(option_of_input(key), value);
    if (key == "gpu_memory_utilization" || key == "util") {
      question.util = given;
    } else if (key == "kv_cache_memory_bytes") {
      question.kv_cache_memory = size_text(value);
    } else if (key == "speculative_config") {
      question.speculative_config = given;
    } else if (key == "vllm_args") {
      question.vllm_args = given;
    } else if (key == "from") {
      question.from = beside(given);
    } else if (is_engine_option(key)) {
      question.engine_options[key] = given;
    } else {
      throw wrong(value, "an option of the engine by vLLM's name", '"' + key + '"');
    }
  }

  void read_limits(const ConfigNode& limits) {
    if (!limits.is_object()) throw wrong(limits, "a table", limits.text());
    only(limits, limit_names);
    PolicyLimits& set = policy_.limits;
    for (const char* name : limit_names) {
      const auto value = limits.find(name);
      if (!value) continue;
      policy_.limit_lines.emplace_back(name, file_.line(value->pointer()));
      const std::string_view limit = name;
      if (limit == "min_full_context_requests") set.min_full_context_requests = integer(*value);
      if (limit == "min_kv_cache_tokens") set.min_kv_cache_tokens = Tokens{integer(*value)};
      if (limit == "min_largest_request_tokens") {
        set.min_largest_request_tokens = Tokens{integer(*value)};
      }
      if (limit == "min_headroom") set.min_headroom = parse_size(size_text(*value), name);
      if (limit == "start_up_fits") set.start_up_fits = yes(*value);
      if (limit == "layouts") set.layouts = one_or_more(*value);
      if (limit == "require_measured") set.require_measured = one_or_more(*value);
      if (limit == "max_lint") set.max_lint = lint_level(*value);
    }
  }

  [[nodiscard]] std::string lint_level(const ConfigNode& node) const {
    constexpr std::array levels{"none", "note", "warning", "error"};
    std::string level = text(node);
    if (std::ranges::find(levels, level) == levels.end()) {
      throw wrong(node, "one of " + listed(levels), node.text());
    }
    return level;
  }

  void read_ignore(const ConfigNode& ignore) {
    only(ignore, std::array{"limit", "rule", "reason", "until"});
    const bool rule = ignore.has("rule");
    PolicyIgnore read{text(rule ? ignore.at("rule") : needed(ignore, "limit")),
                      text(needed(ignore, "reason")),
                      text(needed(ignore, "until")),
                      {policy_.file, file_.line(ignore.pointer())}};
    if (rule) {
      known_rule(ignore.at("rule"), read.limit);
    } else if (read.limit != "files" && read.limit != "services" &&
               std::ranges::find(limit_names, read.limit) == limit_names.end()) {
      throw wrong(ignore.at("limit"), "one of " + listed(limit_names) + ", files, services",
                  '"' + read.limit + '"');
    }
    if (read.reason.find_first_not_of(' ') == std::string::npos) {
      throw wrong(ignore.at("reason"), "a reason", "none");
    }
    if (!is_day(read.until)) {
      throw wrong(ignore.at("until"), "a day such as 2026-12-31", '"' + read.until + '"');
    }
    policy_.ignores.push_back(std::move(read));
  }

  void known_rule(const ConfigNode& node, const std::string& id) const {
    if (std::ranges::find(lint_rules(), id, &LintRule::id) == lint_rules().end()) {
      throw wrong(node, "a rule of `kvplan lint --rules`", '"' + id + '"');
    }
  }

  fs::path folder_;
  const StructuredFile& file_;
  Policy policy_;
  std::set<std::string> options_read_;  // of [engine] and [engine.options]
};

}  // namespace

PolicyPlace Policy::place_of(std::string_view limit) const {
  for (const auto& [name, line] : limit_lines) {
    if (name == limit) return {file, line};
  }
  return {file, 1};
}

std::string option_of_input(std::string_view input) {
  if (input == "gpu_memory_utilization" || input == "gpu-memory-utilization") return "--util";
  std::string option = "--" + std::string(input);
  std::ranges::replace(option, '_', '-');
  return option;
}

Policy read_policy(const fs::path& file) {
  const StructuredFile tree = read_structured(file);
  return PolicyReader(file, tree).read();
}

}  // namespace kvplan
