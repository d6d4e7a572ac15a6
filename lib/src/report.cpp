#include "kvplan/report.hpp"

#include <cmath>
#include <optional>

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

}  // namespace

int Report::exit_code() const { return recommendation.layout && recommendation.need_met ? 0 : 1; }

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

Report plan(const PlanRequest& request) {
  Report report;
  report.request = request;
  Comparison comparison = compare(request);
  report.recommendation = recommend(request, comparison.layouts);
  warn_about_engine(request, report.warnings);
  warn_about_length(request, comparison, report.warnings);
  const std::size_t shown = report.recommendation.layout.value_or(0);
  warn_about_boxes(request, comparison.layouts[shown], report.warnings);
  report.layouts = std::move(comparison.layouts);
  report.left_out = std::move(comparison.left_out);
  return report;
}

}  // namespace kvplan
