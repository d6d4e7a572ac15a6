#include "estimate/calibrated.hpp"

#include <algorithm>
#include <cmath>

#include "estimate/rank_view.hpp"

namespace kvplan::estimate {
namespace {

/// One term that is the whole figure.
Estimate whole(Band bytes) {
  Estimate estimate;
  bytes.low = std::max(Bytes{0}, bytes.low);
  bytes.likely = std::max(bytes.low, bytes.likely);
  bytes.high = std::max(bytes.likely, bytes.high);
  estimate.total = bytes;
  estimate.terms.push_back({"calibrated", "", std::move(bytes)});
  return estimate;
}

Band less(const Band& whole, Bytes part) {
  return {whole.low - part, whole.likely - part, whole.high - part,
          whole.source + "; less the weights of the plan"};
}

/// Boots of one start on shared memory differ by 0.9 GiB (five boots, GB10.md 4).
constexpr Bytes unified_spread = 922_MiB;
constexpr Bytes discrete_spread = 128_MiB;

/// What the runs, of whatever model, took outside of torch; or as much as all they took.
std::optional<Band> device_part(const Calibration& known, const Band& assumed, Bytes spread) {
  std::vector<Bytes> measured;
  std::optional<Bytes> most;
  for (const CalibrationRun& run : known.runs) {
    // What ranks hold to talk to each other is a term of its own.
    const bool alone =
        run.tensor_parallel.value_or(1) == 1 && run.pipeline_parallel.value_or(1) == 1;
    if (run.non_torch && alone) measured.push_back(*run.non_torch);
    if (run.other) most = std::max(most.value_or(*run.other), *run.other);
  }
  if (!measured.empty()) {
    std::ranges::sort(measured);
    Band part{std::max(Bytes{0}, measured.front() - spread), measured[measured.size() / 2],
              measured.back() + spread,
              "measured: outside torch in " + std::to_string(measured.size()) +
                  " starts of other models on this box, and what boots differ by"};
    part.likely = std::max(part.low, part.likely);
    // Never wider than without: what is measured adds to what public start-ups say.
    part.low = std::max(part.low, std::min(assumed.low, part.likely));
    return part;
  }
  if (!most || *most + spread >= assumed.high) return std::nullopt;
  Band part{assumed.low, assumed.likely, std::max(assumed.low, *most + spread),
            "assumed, and bounded by all that starts of other models took on this box"};
  part.likely = std::clamp(part.likely, part.low, part.high);
  return part;
}

}  // namespace

Estimate calibrated(Estimate assumed, const Calibration& known, const PlannedStart& start,
                    const Band& weights, bool unified) {
  if (const auto beside = beside_cache(known, start)) return whole(less(*beside, weights.likely));
  if (const auto other = other_inside_budget(known, start)) return whole(*other);
  const auto term =
      std::ranges::find(assumed.terms, std::string_view("device_overhead"), &EstimateTerm::name);
  if (term == assumed.terms.end()) return assumed;
  const auto part = device_part(known, term->bytes, unified ? unified_spread : discrete_spread);
  if (!part || part->high - part->low >= term->bytes.high - term->bytes.low) return assumed;
  term->bytes = *part;
  return summed(std::move(assumed.terms),
                assumed.total.source + ", with this box's own part calibrated");
}

Box calibrated(Box box, const Calibration& known) {
  const CalibrationTerm* total = known.find("total");
  if (total != nullptr) {
    const double ratio =
        static_cast<double>(total->bytes.likely.count()) / static_cast<double>(box.total.count());
    if (std::abs(ratio - 1) > 0.05) return box;
    box.total = total->bytes.likely;
  }
  const CalibrationTerm* system = known.find("system");
  const CalibrationTerm* outside = known.find("outside_budget");
  if (box.unified && system != nullptr && outside != nullptr) {
    const Band sum{system->bytes.low + outside->bytes.low,
                   system->bytes.likely + outside->bytes.likely,
                   system->bytes.high + outside->bytes.high,
                   "measured: system, and engine outside its budget, by the calibration"};
    if (sum.low >= Bytes{0}) box.reserve = sum;
  }
  return box;
}

}  // namespace kvplan::estimate
