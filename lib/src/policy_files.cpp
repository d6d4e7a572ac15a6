#include "kvplan/policy_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>

#include "file_status.hpp"
#include "kvplan/error.hpp"
#include "kvplan/lint.hpp"
#include "kvplan/lock.hpp"
#include "lint/findings.hpp"
#include "serve_line.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;

/// The engine's options of a question, all under their names.
using Options = std::map<std::string, std::string>;

Options options_of(const Question& question) {
  Options options = question.engine_options;
  if (!question.util.empty()) options["gpu_memory_utilization"] = question.util;
  if (!question.kv_cache_memory.empty()) {
    options["kv_cache_memory_bytes"] = question.kv_cache_memory;
  }
  if (!question.speculative_config.empty()) {
    options["speculative_config"] = question.speculative_config;
  }
  return options;
}

Question without_options(Question question) {
  question.engine_options.clear();
  question.util.clear();
  question.kv_cache_memory.clear();
  question.speculative_config.clear();
  question.vllm_args.clear();
  question.from.clear();
  return question;
}

void set(Question& question, const std::string& name, const std::string& value) {
  if (name == "gpu_memory_utilization") {
    question.util = value;
  } else if (name == "kv_cache_memory_bytes") {
    question.kv_cache_memory = value;
  } else if (name == "speculative_config") {
    question.speculative_config = value;
  } else {
    question.engine_options[name] = value;
  }
}

/// A start whose engine answers: no further rank of a split, no other engine.
bool answers(const ServeCommand& start) {
  return start.engine == "vllm" && start.find("headless") == nullptr &&
         start.number("node-rank").value_or(0) == 0;
}

/// An embedder beside the model: it has a share of its own and is not what the policy is about.
bool is_helper(const ServeCommand& start) {
  constexpr double small = 0.5;
  return start.number("gpu-memory-utilization").value_or(1) < small;
}

std::vector<ServeCommand> main_starts(const DeploymentFiles& files) {
  std::vector<ServeCommand> starts;
  std::ranges::copy_if(files.engines, std::back_inserter(starts), answers);
  if (std::ranges::any_of(starts, std::not_fn(is_helper))) std::erase_if(starts, is_helper);
  return starts;
}

std::int64_t ranks_of(const ServeCommand& start) {
  const auto size = [&](std::string_view name) {
    const double given = start.number(name).value_or(1);
    return given >= 1 && given < 1e6 ? static_cast<std::int64_t>(given) : 1;
  };
  return size("tensor-parallel-size") * size("pipeline-parallel-size");
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

std::optional<double> number_of(const std::string& text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

/// Two spellings of one value: 8k and 8192, 0.740 and 0.74, mtp:4 and its JSON.
bool same_value(const std::string& name, const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (const auto x = number_of(a), y = number_of(b); x && y) return *x == *y;
  try {
    if (name == "kv_cache_memory_bytes") return parse_size(a, "") == parse_size(b, "");
    EngineOptions first;
    EngineOptions second;
    set_option_text(first, name, a);
    set_option_text(second, name, b);
    const auto words = serve_arguments(first);
    return !words.empty() && words == serve_arguments(second);
  } catch (const Error&) {
    return false;
  }
}

std::string name_of_model(const std::string& model) {
  const fs::path path(model);
  std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  if (const std::size_t org = name.find("--"); org != std::string::npos) name.erase(0, org + 2);
  return lowered(std::move(name));
}

/// What the engine is told to load, as kvplan finds it: a path that is here, else its last part.
std::string model_at_hand(const std::string& told) {
  if (is_there(told)) return told;
  const fs::path path(told);
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

/// Whether an option is the engine's, or one of the plan around it.
bool is_engines(std::string_view option) {
  constexpr std::array around{"--box", "--service", "--weights", "--model"};
  return std::ranges::none_of(around, [&](const char* each) { return option.starts_with(each); });
}

class Reader {
 public:
  Reader(const Policy& policy, const Question& given, const fs::path& data_dir)
      : policy_(policy), given_(given), data_dir_(data_dir) {}

  PolicyFiles read() {
    const std::vector<fs::path> paths(policy_.files.begin(), policy_.files.end());
    if (!paths.empty()) files_ = read_deployment(paths);
    found_.files = files_.files.size();
    starts_ = policy_.question.from.empty()
                  ? main_starts(files_)
                  : std::vector<ServeCommand>{read_engine_start(policy_.question.from)};
    for (const auto& [option, line] : policy_.input_lines) {
      found_.places[option] = {policy_.file, line};
    }
    found_.question = overridden(planned(), given_);
    forget_what_is_given();
    for (std::size_t i = 0; i < starts_.size(); ++i) compare(i);
    judge();
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t boxes() const {
    return policy_.question.boxes.empty() ? 2 : policy_.question.boxes.size();
  }
  /// One start a box, each with its own share.
  [[nodiscard]] bool one_start_a_box() const {
    return starts_.size() == boxes() &&
           std::ranges::all_of(starts_, [](const auto& each) { return ranks_of(each) == 1; });
  }

  /// A start of one rank on one box is a copy; of several ranks its own sizes say the layout.
  [[nodiscard]] std::string layout_of(const ServeCommand& start) const {
    const bool alone = ranks_of(start) == 1 && start.number("data-parallel-size").value_or(1) == 1;
    return alone && boxes() > 1 ? std::string(name(LayoutFamily::replicated)) : "";
  }

  /// The share that a start takes: its own, or the engine's.
  [[nodiscard]] std::string share_of(const ServeCommand& start) const {
    const EngineOption* share = start.find("gpu-memory-utilization");
    if (share != nullptr) return share->value;
    const double usual = find_engine(policy_.question.engine).rules.gpu_memory_utilization;
    return format_fixed(usual, 2);
  }

  Question planned() {
    if (starts_.empty()) return policy_.question;
    const ServeCommand& first = starts_.front();
    Question question = with_options_of(first, without_options(policy_.question));
    if (policy_.question.model.empty()) question.model = model_at_hand(question.model);
    if (question.layout.empty()) question.layout = layout_of(first);
    std::vector<std::string> shares;
    for (const ServeCommand& start : starts_) shares.push_back(share_of(start));
    question.util = one_start_a_box() ? joined(shares) : shares.front();
    for (const ServeCommand& start : starts_) {
      found_.starts.push_back(start.origin.file + ":" + std::to_string(start.origin.line));
    }
    // Options of the engine stand in the start from now on, not in the policy.
    std::erase_if(found_.places, [](const auto& each) { return is_engines(each.first); });
    found_.places["engine"] = place(first.origin);
    for (const EngineOption& option : first.options) {
      found_.places[option_of_input(option.name)] = place(option.origin);
    }
    if (policy_.question.model.empty() && first.model) {
      found_.places["--model"] = place(first.model->origin);
    }
    return question;
  }

  /// What was given beside the policy stands in no file.
  void forget_what_is_given() {
    const auto forget = [&](const std::string& option) { found_.places[option] = {"", 0}; };
    if (!given_.model.empty()) forget("--model");
    if (!given_.weights.empty()) forget("--weights");
    for (const auto& [name, ignored] : options_of(given_)) forget(option_of_input(name));
  }

  static PolicyPlace place(const Origin& origin) { return {origin.file, std::max(origin.line, 1)}; }

  /// The policy's options against those of one start.
  void compare(std::size_t i) {
    const ServeCommand& start = starts_[i];
    compare_model(start);
    Question said = with_options_of(start, {});
    said.util = share_of(start);
    const Options here = options_of(said);
    for (auto [name, wanted] : options_of(policy_.question)) {
      if (name == "gpu_memory_utilization") wanted = share_wanted(wanted, i);
      const auto value = here.find(name);
      const EngineOption* option = written(start, name);
      if (value == here.end() ? !matters(name, wanted) : same_value(name, value->second, wanted)) {
        continue;
      }
      differs(option_of_input(name), option ? option->origin : start.origin,
              value == here.end() ? std::string("not given")
                                  : value->second + (option ? "" : ", the engine's own value"),
              wanted);
    }
  }

  [[nodiscard]] std::string share_wanted(const std::string& shares, std::size_t i) const {
    const auto parts = split(shares, ',');
    return parts.size() == boxes() && one_start_a_box() ? parts[i] : parts.front();
  }

  static const EngineOption* written(const ServeCommand& start, std::string name) {
    std::ranges::replace(name, '_', '-');
    if (const EngineOption* option = start.find(name)) return option;
    return start.find("no-" + name);
  }

  void compare_model(const ServeCommand& start) {
    const std::string& wanted = policy_.question.model;
    if (wanted.empty() || !start.model || is_there(wanted)) return;
    if (name_of_model(wanted) == name_of_model(start.model->value)) return;
    differs("--model", start.model->origin, start.model->value, wanted);
  }

  /// Whether an option that a start leaves out would change a number of its plan.
  [[nodiscard]] bool matters(const std::string& name, const std::string& value) const {
    Question with = found_.question;
    set(with, name, value);
    const auto numbers = [&](const Question& question) {
      return lock_of(question, plan(request_from(question, data_dir_))).layouts;
    };
    try {
      return numbers(found_.question) != numbers(with);
    } catch (const Error&) {
      return true;  // what is wrong is said by the plan itself
    }
  }

  void differs(const std::string& option, const Origin& where, const std::string& here,
               const std::string& wanted) {
    Finding finding;
    finding.rule = "policy-differs";
    finding.severity = Severity::error;
    finding.file = where.file;
    finding.line = std::max(where.line, 1);
    finding.text = option + " is " + here + "; the policy says " + wanted;
    const auto line = policy_.input_lines.find(option);
    if (line != policy_.input_lines.end()) {
      finding.text += " (" + policy_.file + ":" + std::to_string(line->second) + ")";
    }
    finding.fix = option + " " + wanted + ", or change the policy";
    found_.differences.push_back(std::move(finding));
  }

  void judge() {
    LintOptions options;
    options.question = without_options(found_.question);
    if (const auto& headroom = policy_.limits.min_headroom; headroom && given_.headroom.empty()) {
      options.question.headroom = std::to_string(headroom->count());
    }
    options.data_dir = data_dir_;
    if (files_.engines.empty()) files_.engines.push_back(own_start());
    found_.lint = findings_in(files_, options);
  }

  /// The start that the policy itself describes: only its options are known, so only the rules on
  /// these have something to say.
  [[nodiscard]] ServeCommand own_start() const {
    ServeCommand start;
    start.template_only = true;
    start.origin = {policy_.file, 1};
    const auto origin = [&](const std::string& option) {
      const auto line = policy_.input_lines.find(option);
      return Origin{policy_.file, line == policy_.input_lines.end() ? 1 : line->second};
    };
    if (!policy_.question.vllm_args.empty()) {
      for (const ServeCommand& pasted : engine_starts(policy_.question.vllm_args, policy_.file)) {
        start.options = pasted.options;
        start.model = pasted.model;
      }
      for (EngineOption& option : start.options) option.origin = origin("--vllm-args");
    }
    if (!found_.question.model.empty()) {
      start.model = Given{found_.question.model, origin("--model")};
    }
    for (const auto& [name, value] : options_of(found_.question)) {
      EngineOption option{name, name, value, origin(option_of_input(name))};
      if (name == "gpu_memory_utilization") option.value = largest_of(value);
      std::ranges::replace(option.name, '_', '-');
      std::erase_if(start.options, [&](const auto& each) { return each.name == option.name; });
      start.options.push_back(std::move(option));
    }
    return start;
  }

  /// The share of the box that keeps the least for others.
  static std::string largest_of(const std::string& shares) {
    const auto parts = split(shares, ',');
    return *std::ranges::max_element(
        parts, {}, [](const std::string& part) { return number_of(part).value_or(0); });
  }

  const Policy& policy_;
  const Question& given_;
  const fs::path& data_dir_;
  DeploymentFiles files_;
  std::vector<ServeCommand> starts_;
  PolicyFiles found_;
};

}  // namespace

std::optional<PolicyPlace> PolicyFiles::place_of(std::string_view option) const {
  if (const auto found = places.find(option); found != places.end()) {
    return found->second.file.empty() ? std::nullopt : std::optional(found->second);
  }
  const auto engine = places.find("engine");
  if (engine == places.end() || !is_engines(option)) return std::nullopt;
  return engine->second;  // an option that the start does not have yet
}

PolicyFiles read_policy_files(const Policy& policy, const Question& given,
                              const fs::path& data_dir) {
  return Reader(policy, given, data_dir).read();
}

}  // namespace kvplan
