#include "lint/context.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "file_status.hpp"
#include "kvplan/catalog.hpp"
#include "kvplan/error.hpp"
#include "lint/findings.hpp"

namespace kvplan {
namespace lint_rules_of {
namespace {

/// Something asks for a few tokens to know whether a copy lives.
bool asks_for_tokens(const DeploymentFile& file) {
  return file.text.find("/completions") != std::string::npos &&
         file.text.find("max_tokens") != std::string::npos;
}

/// The model's own start time, where the plan's facts have one.
std::optional<Restart> restart_of_model(const LintOptions& options, const std::string& model) {
  const auto shipped = options.question.models_dir.empty()
                           ? options.data_dir / "models"
                           : std::filesystem::path(options.question.models_dir);
  try {
    const auto path = find_model(model, shipped);
    const auto folder = is_folder(path) ? path : path.parent_path();
    const ModelFacts facts = read_facts(folder);
    if (!facts.copy_start) return std::nullopt;
    return Restart{static_cast<double>(facts.copy_start->low),
                   static_cast<double>(facts.copy_start->high), true, "this model's own starts"};
  } catch (const Error&) {
    return std::nullopt;
  }
}

Restart restart_of(const DeploymentFiles& files, const LintOptions& options) {
  if (options.restart_seconds)
    return {*options.restart_seconds, *options.restart_seconds, true, "given"};
  std::vector<std::string> models;
  if (!options.question.model.empty()) models.push_back(options.question.model);
  for (const ServeCommand& start : files.engines) {
    if (start.model)
      models.push_back(std::filesystem::path(start.model->value).filename().string());
  }
  for (const std::string& model : models) {
    if (const auto found = restart_of_model(options, model)) return *found;
  }
  return {};
}

}  // namespace

Context::Context(const DeploymentFiles& given, const LintOptions& chosen)
    : files(given), options(chosen), restart(restart_of(given, chosen)) {
  const std::string name = chosen.question.boxes.empty() ? "gb10" : chosen.question.boxes.front();
  box = find_box(name, chosen.data_dir / "boxes");
  asks_completion = std::ranges::any_of(files.files, asks_for_tokens);
}

void Context::add(std::string_view rule, const Origin& where, What what) {
  const auto rules = lint_rules();
  const auto row = std::ranges::find(rules, rule, &LintRule::id);
  Finding finding;
  finding.rule = rule;
  finding.severity = what.severity.value_or(row->severity);
  finding.file = where.file;
  finding.line = std::max(where.line, 1);
  finding.text = std::move(what.text);
  finding.seconds = what.seconds;
  finding.bytes = what.bytes;
  finding.fix = std::move(what.fix);
  findings_.push_back(std::move(finding));
}

std::vector<Finding> Context::take() && {
  const auto order = [&](const Finding& finding) {
    const auto file = std::ranges::find(files.files, finding.file, &DeploymentFile::file);
    return std::tuple(file - files.files.begin(), finding.line, finding.rule, finding.text);
  };
  std::ranges::stable_sort(findings_, {}, order);
  const auto same = [](const Finding& a, const Finding& b) {
    return a.rule == b.rule && a.file == b.file && a.line == b.line && a.text == b.text;
  };
  findings_.erase(std::unique(findings_.begin(), findings_.end(), same), findings_.end());
  return std::move(findings_);
}

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

bool same_host(const std::string& a, const std::string& b) {
  return a == b || (is_loopback(a) && is_loopback(b));
}

std::string time_text(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 3600;
  if (seconds >= 2 * hour) return format_fixed(seconds / hour, 2) + " h";
  const bool whole = std::floor(seconds) == seconds;
  if (seconds < 10 * minute || !whole) return format_fixed(seconds, whole ? 0 : 1) + " s";
  return format_fixed(seconds / minute, std::fmod(seconds, minute) == 0 ? 0 : 1) + " min";
}

double ban_tail(const Context& context, double ban) {
  const Restart& restart = context.restart;
  return restart.known && ban > restart.low ? ban - restart.low : ban;
}

}  // namespace lint_rules_of

namespace {

/// What is wrong with the options given beside the files is said of them, before any file is
/// judged. Without a model any shipped one stands in: only what holds for all models is checked
/// then.
/// @throws Error as request_from(); with a model also where the engine refuses the options
void check_question(const LintOptions& options) {
  Question question = options.question;
  const bool own = !question.model.empty() || !question.vllm_args.empty() || !question.from.empty();
  if (!own) {
    const std::vector<std::string> shipped = model_names(options.data_dir / "models");
    if (shipped.empty()) return;
    question.model = shipped.front();
    question.models_dir.clear();
  }
  const PlanRequest request = request_from(question, options.data_dir);
  try {
    if (own || request.layout) static_cast<void>(compare(request));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::invalid) throw;  // weights that are not known are no mistake
  }
}

}  // namespace

std::vector<Finding> findings_in(const DeploymentFiles& files, const LintOptions& options) {
  using namespace lint_rules_of;
  Context context(files, options);
  lint_nginx(context);
  lint_haproxy(context);
  lint_litellm(context);
  lint_engines(context);
  lint_flags(context);
  lint_keys(context);
  lint_units(context);
  lint_fleet(context);
  lint_memory(context);
  return std::move(context).take();
}

std::vector<Finding> lint(const DeploymentFiles& files, const LintOptions& options) {
  check_question(options);
  return findings_in(files, options);
}

}  // namespace kvplan
