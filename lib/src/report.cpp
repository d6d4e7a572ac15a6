#include "kvplan/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "kvplan/calibration.hpp"
#include "kvplan/guards.hpp"
#include "kvplan/tensor_files.hpp"
#include "start_plan.hpp"
#include "too_large.hpp"

namespace kvplan {
namespace {

/// A fresh, idle box leaves its host at least this; below it hosts froze (vllm.md A.3).
constexpr Bytes uneasy_rest = default_headroom;

void warn_about_engine(const PlanRequest& request, std::vector<Warning>& warnings) {
  const EngineChoice& engine = request.engine;
  if (engine.assumed) {
    warnings.push_back({"engine_version_assumed", "no rules for " + engine.asked + ": those of " +
                                                      engine.rules.name + "@" +
                                                      engine.rules.version + " were taken"});
  }
  if (!engine.rules.note.empty()) warnings.push_back({"engine_inferred", engine.rules.note});
}

/// A quantization that vLLM gave away to a package of its own.
struct OutOfTree {
  std::string_view method;
  std::string_view name;
  Release since;
  std::string_view release;
  std::string_view package;
};
/// Source: vllm-project/vllm #43529, unslothai/unsloth-zoo #1197; vllm-project/vllm #39612,
/// gpustack/runner #222.
constexpr std::array out_of_tree{
    OutOfTree{"bitsandbytes", "bitsandbytes", {0, 28, 0, 0}, "0.28", "vllm-bnb-plugin"},
    OutOfTree{"gguf", "GGUF", {0, 24, 0, 0}, "0.24", "vllm-gguf-plugin"},
};

/// Files of llama.cpp name no method: their tensors' own names tell.
std::string method_of(const PlanRequest& request) {
  const bool gguf = request.files && std::ranges::any_of(request.files->tensors, [](const auto& t) {
                      return t.name == "token_embd.weight";
                    });
  return gguf ? "gguf"
              : request.options.quantization.value_or(request.model->config.quant_method());
}

void warn_about_quantization(const PlanRequest& request, std::vector<Warning>& warnings) {
  const std::string method = method_of(request);
  const auto* row = std::ranges::find(out_of_tree, method, &OutOfTree::method);
  if (row == out_of_tree.end() || request.engine.rules.release < row->since) return;
  warnings.push_back({method + "_plugin", "vLLM has no " + std::string(row->name) +
                                              " of its own since " + std::string(row->release) +
                                              ": the package " + std::string(row->package) +
                                              " must be installed beside it"});
}

void warn_about_length(const PlanRequest& request, const Comparison& comparison,
                       std::vector<Warning>& warnings) {
  if (!comparison.layouts.front().cache->serving.beyond_derived) return;
  warnings.push_back({"max_model_len_above_derived",
                      "the model's own length is " +
                          format_count(request.model->architecture.derived_max_model_len.count()) +
                          "; vLLM starts beyond it only with VLLM_ALLOW_LONG_MAX_MODEL_LEN=1"});
}

/// The highest utilization, in steps of 0.01, at which the box's services fit.
std::optional<double> utilization_for_services(const PlanRequest& request, const Ledger& ledger,
                                               std::size_t box) {
  const auto total = static_cast<double>(ledger.total.count());
  const double lacking = static_cast<double>(ledger.shortfall.count()) / total;
  const double share = std::floor((request.utilization[box] - lacking) * 100 + 1e-9) / 100;
  return share > 0 ? std::optional(share) : std::nullopt;
}

void warn_about_boxes(const PlanRequest& request, const LayoutPlan& plan,
                      std::vector<Warning>& warnings) {
  if (!plan.fits) return;  // nothing runs that services could lie beside
  for (std::size_t i = 0; i < plan.ledgers.size(); ++i) {
    const Ledger& ledger = plan.ledgers[i];
    if (ledger.shortfall > Bytes{0}) {
      std::string text =
          ledger.box + ": the services and the headroom lack " + format_gib(ledger.shortfall);
      if (const auto share = utilization_for_services(request, ledger, i)) {
        text += "; they fit at --util " + format_fixed(*share, 2);
      }
      warnings.push_back({"services_do_not_fit", text});
    } else if (request.boxes[i].unified && could_be_free(ledger) < uneasy_rest) {
      warnings.push_back(
          {"little_left_for_host", ledger.box + ": " + format_gib(could_be_free(ledger)) +
                                       " left on shared memory; hosts freeze below 4 to 6 GiB"});
    }
  }
}

void warn_about_start(const StartUp& start, bool unified, std::vector<Warning>& warnings) {
  const std::string asks = start.box + ": the engine starts only with " +
                           format_gib(start.requested) + " free (" + start.compared + "); ";
  const std::string free =
      format_gib(start.free.low) +
      (start.free.low == start.free.high ? "" : " to " + format_gib(start.free.high)) + ", " +
      start.free.source;
  const std::string up_to = "; sure to start up to --util " + format_fixed(start.highest_util, 2);
  if (start.stuck) {
    std::string order;
    for (const std::string& engine : start.order) order += (order.empty() ? "" : ", ") + engine;
    warnings.push_back({"start_order_does_not_fit", start.box + ": in the best order (" + order +
                                                        ") " + *start.stuck + " is refused"});
  } else if (start.verdict == StartVerdict::fails) {
    warnings.push_back({"start_check_fails", asks + free + up_to});
  } else if (start.verdict == StartVerdict::may_fail) {
    warnings.push_back({"start_check_may_fail", asks + free + up_to});
  }
  const StartPhase& tight = start.tightest();
  if (unified && tight.left.likely < uneasy_rest && start.verdict != StartVerdict::fails) {
    warnings.push_back({"start_peak_tight", start.box + ": while it starts (" + tight.name +
                                                ") about " + format_gib(tight.left.likely) +
                                                " are left; hosts freeze below 4 to 6 GiB"});
  }
}

void warn_about_starts(const PlanRequest& request, const LayoutPlan& plan,
                       std::vector<Warning>& warnings) {
  if (!plan.fits) return;
  for (const StartUp& start : plan.starts) {
    const auto box = std::ranges::find(request.boxes, start.box, &Box::name);
    warn_about_start(start, box != request.boxes.end() && box->unified, warnings);
  }
}

/// The models of a calibration's starts, with what may keep them from being taken.
std::string starts_of(const Calibration& known) {
  std::string text;
  for (const CalibrationRun& run : known.runs) {
    std::string one = run.model.value_or("a model that is not named");
    if (run.max_num_batched_tokens) {
      one += " with " + format_count(run.max_num_batched_tokens->count()) + " batched tokens";
    }
    if (run.tensor_parallel.value_or(1) > 1) one += ", TP " + std::to_string(*run.tensor_parallel);
    if (run.speculative_config) one += ", drafts";
    if (run.enforce_eager == true) one += ", eager";
    if (text.find(one) == std::string::npos) text += (text.empty() ? "" : "; ") + one;
  }
  return text.empty() ? "none" : text;
}

/// A calibration that says nothing of this model is no error, but its user would think it does.
void warn_about_calibration(const PlanRequest& request, const LayoutPlan& plan,
                            std::vector<Warning>& warnings) {
  if (!request.calibration || !plan.estimates || plan.estimates->empty()) return;
  const Estimate& inside = plan.estimates->front().inside;
  if (inside.terms.size() == 1 && inside.terms.front().name == "calibrated") return;
  const bool part = inside.total.source.find("calibrated") != std::string::npos;
  warnings.push_back(
      {"calibration_of_other_starts",
       "the calibration has no start of " + request.model->config.name +
           " with these options (its starts: " + starts_of(*request.calibration) + "): " +
           (part ? "only the device's own part is taken from it"
                 : "the engine's other use is estimated as without it; where a log has another "
                   "name for the model, give `kvplan calibrate --model`")});
}

void warn_about_guards(const PlanRequest& request, std::vector<Warning>& warnings) {
  if (std::ranges::none_of(request.boxes, &Box::unified)) return;
  for (const Guard guard : request.guards) {
    const auto facts = guard_facts();
    const auto fact = std::ranges::find(facts, guard, &GuardFact::guard);
    warnings.push_back({std::string(fact->warning_id),
                        std::string(fact->text) + " (" + std::string(fact->source) + ")"});
  }
}

}  // namespace

int Report::exit_code() const {
  const bool beside = std::ranges::all_of(
      neighbours, [](const NeighbourPlan& neighbour) { return neighbour.plan.fits; });
  return recommendation.layout && recommendation.need_met && beside ? 0 : 1;
}

std::vector<std::string> not_measured(const Report& report) {
  std::vector<std::string> lines;
  const EngineChoice& engine = report.request.engine;
  if (engine.assumed) lines.push_back("the rules of " + engine.asked);
  for (const Ledger& ledger : report.layouts[report.recommendation.layout.value_or(0)].ledgers) {
    for (const LedgerRow& row : ledger.rows) {
      if (is_assumed(row.bytes)) {
        lines.push_back(row.label + " on " + ledger.box + " (" + row.bytes.source + ")");
      }
    }
  }
  return lines;
}

namespace {

NeighbourPlan planned_beside(const PlanRequest& request) {
  return {request.model->config.name, request.boxes.front().name, request.utilization.front(),
          compare(request).layouts.front()};
}

Report planned(const PlanRequest& request) {
  Report report;
  report.request = request;
  Comparison comparison = compare(request);
  report.recommendation = recommend(request, comparison.layouts);
  warn_about_engine(request, report.warnings);
  warn_about_quantization(request, report.warnings);
  warn_about_length(request, comparison, report.warnings);
  for (LayoutPlan& layout : comparison.layouts) layout.starts = start_plan(request, layout);
  const std::size_t shown = report.recommendation.layout.value_or(0);
  warn_about_boxes(request, comparison.layouts[shown], report.warnings);
  warn_about_starts(request, comparison.layouts[shown], report.warnings);
  warn_about_calibration(request, comparison.layouts[shown], report.warnings);
  warn_about_guards(request, report.warnings);
  report.layouts = std::move(comparison.layouts);
  report.left_out = std::move(comparison.left_out);
  for (const auto& beside : request.beside) report.neighbours.push_back(planned_beside(*beside));
  return report;
}

}  // namespace

Report plan(const PlanRequest& request) {
  return within_64_bits(request, [&] { return planned(request); });
}

}  // namespace kvplan
