// What an engine's share leaves: the story's incident 5. With a model that is known the whole plan
// counts, else total − share − what the system and the engine take beside it on such a box.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "assigned.hpp"
#include "deployment/readers.hpp"
#include "kvplan/error.hpp"
#include "lint/context.hpp"

namespace kvplan::lint_rules_of {
namespace {

/// Below 4 to 6 GiB hosts freeze (vllm.md A.3: public reports on GB10).
constexpr Bytes floor_of_host = 6_GiB;

class MemoryRules {
 public:
  explicit MemoryRules(Context& context) : context_(context), files_(context.files) {}

  void run() {
    for (const ServeCommand& start : files_.engines) {
      if (start.engine != "vllm") continue;
      check_limit(start);
      if (is_small_helper(start)) continue;
      check_left(start);
    }
    check_shares();
  }

 private:
  [[nodiscard]] double share_of(const ServeCommand& start) const {
    const double given = start.number("gpu-memory-utilization").value_or(0);
    if (given > 0 && given <= 1) return given;
    return find_engine(context_.options.question.engine).rules.gpu_memory_utilization;
  }
  [[nodiscard]] static Origin share_origin(const ServeCommand& start) {
    for (const std::string_view name : {"kv-cache-memory-bytes", "gpu-memory-utilization"}) {
      if (const EngineOption* option = start.find(name)) return option->origin;
    }
    return start.origin;
  }
  /// An embedder at 0.1 beside the model: the shares' sum is what counts (check_shares).
  [[nodiscard]] bool is_small_helper(const ServeCommand& start) const {
    constexpr double small = 0.5;
    return share_of(start) < small && start.find("gpu-memory-utilization") != nullptr;
  }

  /// Services of the files: what their limits allow, which is more than they mostly take.
  [[nodiscard]] std::vector<std::string> limited_services() const {
    std::vector<std::string> found;
    for (const Neighbour& each : files_.neighbours) {
      std::string name = each.name;
      std::erase_if(name, [](char c) { return c == '=' || c == '@'; });
      found.push_back(name + "=" + std::to_string(each.bytes.count()));
    }
    return found;
  }

  struct Left {
    Bytes free;                        ///< beside the engine, and the services where some are named
    Bytes services;                    ///< named, all together
    std::optional<Bytes> shortfall{};  ///< what the services and the headroom lack
    bool planned = false;
  };

  [[nodiscard]] Bytes headroom() const {
    const std::string& asked = context_.options.question.headroom;
    return asked.empty() ? default_headroom : parse_size(asked, "--headroom");
  }

  [[nodiscard]] static Left left_by(const Ledger& ledger) {
    Left left{ledger.left_for_others, Bytes{0}, ledger.shortfall, true};
    for (const LedgerRow& row : ledger.rows) {
      if (row.kind == RowKind::service) left.services += row.bytes.likely;
    }
    return left;
  }

  /// A variable that is filled in elsewhere has no value to judge.
  [[nodiscard]] static bool is_open(const EngineOption& option) {
    return option.value.find('$') != std::string::npos ||
           option.value.find("{{") != std::string::npos;
  }

  /// Said once of a start. A model that kvplan does not have is no mistake of the file's.
  void add_refusal(const ServeCommand& start, const Error& error) {
    if (error.kind() != ErrorKind::invalid || !error.file().starts_with("--")) return;
    const std::string name =
        error.file() == "--util" ? "gpu-memory-utilization" : error.file().substr(2);
    std::string underscored = name;
    std::ranges::replace(underscored, '-', '_');
    const EngineOption* option = start.find(name);
    if (name == "model" || (option == nullptr && !is_engine_option(underscored))) return;
    const bool open =
        option != nullptr ? is_open(*option) : std::ranges::any_of(start.options, is_open);
    if (open || !refused_.insert(&start).second) return;
    context_.add("option-refused", option != nullptr ? option->origin : start.origin,
                 {"the engine refuses --" + name + ": expected " + error.expected() + ", found " +
                      error.found(),
                  error.expected()});
  }

  [[nodiscard]] static Assigned assigned(const std::string& service) {
    return parse_assigned(service, "--service", "NAME=SIZE or NAME=SIZE@BOX");
  }

  /// The start as a request, where its model is at hand and the engine takes its options.
  [[nodiscard]] std::optional<PlanRequest> accepted(const ServeCommand& start,
                                                    const Question& question) {
    try {
      PlanRequest request = request_from(question, context_.options.data_dir);
      static_cast<void>(plan_cache(*request.model, request.options, context_.box.platform(),
                                   request.engine.rules));
      return request;
    } catch (const Error& error) {
      add_refusal(start, error);
      return std::nullopt;
    }
  }

  /// The plan of this start on its boxes, where its model's config is at hand.
  [[nodiscard]] std::optional<Left> planned(const ServeCommand& start,
                                            const std::vector<std::string>& services) {
    if (!start.model && context_.options.question.model.empty()) return std::nullopt;
    Question question = context_.options.question;
    if (question.model.empty()) {
      question.model = std::filesystem::path(start.model->value).filename().string();
    }
    question.util.clear();  // the file's own share is what is judged
    question.layout.clear();
    question = with_options_of(start, std::move(question));
    const double ranks = start.number("tensor-parallel-size").value_or(1) *
                         start.number("pipeline-parallel-size").value_or(1);
    constexpr double most_boxes = 16;
    const bool plannable = ranks >= 1 && ranks <= most_boxes;  // else its options are looked at
    question.boxes.assign(plannable ? static_cast<std::size_t>(ranks) : 1,
                          question.boxes.empty() ? "gb10" : question.boxes.front());
    question.services.clear();
    for (const std::string& service : services) {
      const Assigned given = assigned(service);
      question.services.push_back(given.name + "=" + given.value);
    }
    const auto request = accepted(start, question);
    if (!request || !plannable) return std::nullopt;
    try {
      const Report report = plan(*request);
      for (const LayoutPlan& layout : report.layouts) {
        const bool right = layout.copies.size() == 1 && !layout.ledgers.empty() &&
                           layout.copies[0].boxes.size() == question.boxes.size();
        if (right) return left_by(layout.ledgers.front());
      }
    } catch (const Error&) {
      return std::nullopt;  // a layout that these boxes do not have, weights that are not known
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Left> estimated(const ServeCommand& start,
                                              const std::vector<std::string>& services) const {
    // A cache in bytes says nothing of the weights; a default share was not chosen.
    if (start.find("kv-cache-memory-bytes") != nullptr) return std::nullopt;
    if (start.find("gpu-memory-utilization") == nullptr) return std::nullopt;
    Left left;
    left.free = context_.box.total - requested_memory(context_.box.total, share_of(start)) -
                context_.box.reserve.likely;
    for (const std::string& text : services)
      left.services += parse_size(assigned(text).value, "--service");
    left.shortfall = std::max(Bytes{0}, left.services + headroom() - left.free);
    left.free -= left.services;
    return left;
  }

  [[nodiscard]] std::optional<Left> left_of(const ServeCommand& start,
                                            const std::vector<std::string>& services) {
    try {
      auto left = planned(start, services);
      if (refused_.contains(&start)) return std::nullopt;
      return left ? left : estimated(start, services);
    } catch (const std::overflow_error&) {
      return std::nullopt;  // options or limits that no box has
    }
  }

  [[nodiscard]] std::string share_words(const ServeCommand& start) const {
    if (const EngineOption* bytes = start.find("kv-cache-memory-bytes")) {
      return "--kv-cache-memory-bytes " + bytes->value;
    }
    const EngineOption* given = start.find("gpu-memory-utilization");
    if (given != nullptr) return "utilization " + given->value;
    return "the default utilization " + format_fixed(share_of(start), 2);
  }

  /// The share that gives back what is missing, rounded down to a hundredth.
  [[nodiscard]] std::string better_share(const ServeCommand& start, Bytes missing) const {
    const double part =
        static_cast<double>(missing.count()) / static_cast<double>(context_.box.total.count());
    const double better = std::floor((share_of(start) - part) * 100) / 100;
    constexpr double smallest = 0.05;
    if (better < smallest) return "fewer services on this box";
    return "--gpu-memory-utilization " + format_fixed(better, 2) + ", and restart only this copy";
  }

  void check_left(const ServeCommand& start) {
    const std::vector<std::string>& named = context_.options.question.services;
    const auto left = left_of(start, named);
    if (!left || !context_.box.unified) return;
    const std::string basis =
        left->planned ? "by the plan" : "by what the system and an engine take beside the share";
    if (!named.empty()) {
      if (*left->shortfall > Bytes{0})
        add_shortfall(start, *left, "the named services", basis, std::nullopt);
      return;
    }
    const Bytes floor = std::max(floor_of_host, headroom());
    if (left->free < floor) {
      context_.add(
          "memory-too-little", share_origin(start),
          {share_words(start) + " leaves " + format_gib(left->free) + " of " + context_.box.name +
               " for other services and the host, " + basis + "; below 4 to 6 GiB hosts freeze",
           better_share(start, floor - left->free), std::nullopt, left->free,
           left->planned ? Severity::error : Severity::warning});
      return;
    }
    const std::vector<std::string> limited = limited_services();
    const auto beside = limited.empty() ? std::nullopt : left_of(start, limited);
    if (beside && *beside->shortfall > Bytes{0}) {
      add_shortfall(start, *beside, "what the other services' limits allow", basis,
                    Severity::warning);
    }
  }

  void add_shortfall(const ServeCommand& start, const Left& left, const std::string& what,
                     const std::string& basis, std::optional<Severity> severity) {
    context_.add("memory-too-little", share_origin(start),
                 {share_words(start) + " leaves " + what + " (" + format_gib(left.services) +
                      ") and " + format_gib(headroom()) + " of headroom on " + context_.box.name +
                      " " + format_gib(*left.shortfall) + " too little, " + basis,
                  better_share(start, *left.shortfall), std::nullopt, left.shortfall, severity});
  }

  void check_limit(const ServeCommand& start) {
    if (!context_.box.unified || !start.memory_limit) return;
    const auto file =
        std::ranges::find(files_.files, start.memory_limit->origin.file, &DeploymentFile::file);
    const bool decimal = file != files_.files.end() && file->kind == FileKind::kubernetes;
    const auto limit = deployment::memory_of(start.memory_limit->value, decimal);
    if (!limit || limit->count() == 0) return;
    const Bytes budget = requested_memory(context_.box.total, share_of(start));
    const Bytes unseen = budget - *limit;
    context_.add(
        "limit-does-not-bind", start.memory_limit->origin,
        {"the limit of " + format_gib(*limit) + " does not see CUDA's memory on a " +
             context_.box.name + ": the engine takes its " + format_gib(budget) + " all the same",
         "bound the engine by --kv-cache-memory-bytes or its share, and the box by a guard on "
         "MemAvailable",
         std::nullopt, unseen > Bytes{0} ? std::optional(unseen) : std::nullopt});
  }

  /// Engines of one file that start together: a compose file is one box.
  void check_shares() {
    if (!context_.box.unified) return;
    std::map<std::string, std::vector<const ServeCommand*>> by_file;
    for (const ServeCommand& start : files_.engines) {
      const auto file = std::ranges::find(files_.files, start.origin.file, &DeploymentFile::file);
      const bool compose = file != files_.files.end() && file->kind == FileKind::compose;
      const bool chosen = compose && (file->text.find("device_ids") != std::string::npos ||
                                      file->text.find("VISIBLE_DEVICES") != std::string::npos ||
                                      file->text.find("profiles:") != std::string::npos);
      if (compose && !chosen && start.engine == "vllm")
        by_file[start.origin.file].push_back(&start);
    }
    for (const auto& [file, starts] : by_file) {
      if (starts.size() < 2) continue;
      double sum = 0;
      for (const ServeCommand* start : starts) sum += share_of(*start);
      const Bytes wanted = requested_memory(context_.box.total, sum);
      const Bytes beside = context_.box.reserve.likely;
      if (wanted + beside <= context_.box.total) continue;
      const bool impossible = wanted > context_.box.total;
      context_.add(
          "shares-exceed-memory", share_origin(*starts.back()),
          {"the " + std::to_string(starts.size()) + " engines of this file ask for " +
               format_fixed(sum, 2) + " of " + context_.box.name + ", and " + format_gib(beside) +
               " go to the system and the engines beside their shares",
           "shares that add up to " +
               format_fixed(std::floor((1 - static_cast<double>(beside.count()) /
                                                static_cast<double>(context_.box.total.count())) *
                                       100) /
                                100,
                            2) +
               " or less",
           std::nullopt, wanted + beside - context_.box.total,
           impossible ? Severity::error : Severity::warning});
    }
  }

  Context& context_;
  const DeploymentFiles& files_;
  std::set<const ServeCommand*> refused_;  // those whose options the engine refuses
};

}  // namespace

void lint_memory(Context& context) { MemoryRules(context).run(); }

}  // namespace kvplan::lint_rules_of
