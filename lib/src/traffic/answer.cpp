// The answer for each class: levels → decision → limits → ceilings → cap, with how sure it is.
#include <algorithm>
#include <cmath>
#include <limits>

#include "checked.hpp"
#include "kvplan/error.hpp"
#include "kvplan/traffic.hpp"
#include "kvplan/units.hpp"
#include "traffic/decision.hpp"
#include "traffic/levels.hpp"
#include "traffic/notes.hpp"
#include "traffic/resample.hpp"

namespace kvplan {
namespace {

using namespace traffic;

NoiseKind noise_kind(const TrafficClass& traffic) {
  if (traffic.noise_source.starts_with("assumed")) return NoiseKind::assumed;
  return traffic.noise_source.starts_with("what the fitted") ? NoiseKind::residuals
                                                             : NoiseKind::measured;
}

std::vector<CurvePoint> curve_of(const TrafficClass& traffic) {
  std::vector<CurvePoint> curve;
  for (const TrafficLevel& level : traffic.levels) {
    curve.push_back({.concurrency = level.concurrency,
                     .throughput = level.throughput,
                     .repetitions = level.repetitions,
                     .standard_error = level.standard_error});
  }
  return curve;
}

/// Requests in flight are whole; a level such as 7.96 of a run with 8 streams is 8.
double whole(double concurrency) { return std::max(1.0, std::floor(concurrency + 0.1)); }

/// The largest level up to which every limit is kept. Latency grows with the requests in flight,
/// so what breaks once is held broken above.
std::optional<std::size_t> last_within_limits(const TrafficClass& traffic) {
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < traffic.levels.size(); ++i) {
    if (!traffic.levels[i].keeps_limits.value_or(true)) break;
    last = i;
  }
  return last;
}

/// Half way, by ratio, to the neighbours: where nothing was measured in between, that much is open.
Interval half_way(const TrafficClass& traffic, std::size_t level) {
  const auto& levels = traffic.levels;
  const double at = levels[level].concurrency;
  const double below = level > 0 ? levels[level - 1].concurrency : at;
  const double above = level + 1 < levels.size() ? levels[level + 1].concurrency : at;
  return {std::sqrt(below * at), std::sqrt(at * above)};
}

bool mix_differs(const TrafficClass& traffic) {
  return std::ranges::any_of(traffic.notes, [](const std::string& note) {
    return note.starts_with("tokens per request differ");
  });
}

/// Low and high: what resampling gives; where the fitted curve does not pin it, half way to the
/// neighbouring levels; and the level below where growth may be the mix alone.
void set_interval(TrafficClass& traffic, const Decision& decision, const Resampled& resampled) {
  const std::size_t level = *decision.cap_level;
  double low = traffic.levels[level].concurrency;
  double high = low;
  const auto cover = [&](const std::optional<Interval>& interval) {
    if (!interval) return;
    low = std::min(low, interval->low);
    high = std::max(high, interval->high);
  };
  cover(resampled.cap);
  if (decision.shape == Shape::knee) {
    const bool pinned = traffic.usl && traffic.usl->degrees_of_freedom >= 2 &&
                        traffic.usl->relative_error <= unknown_noise;
    cover(pinned ? resampled.knee : std::optional(half_way(traffic, level)));
    cover(resampled.peak && pinned ? resampled.peak : std::nullopt);
  }
  if (decision.shape == Shape::grows && level > 0 && mix_differs(traffic)) {
    low = std::min(low, traffic.levels[level - 1].concurrency);
  }
  traffic.cap.low = std::max(1.0, std::ceil(low - 0.1));
  traffic.cap.high = std::min(whole(high), whole(traffic.levels.back().concurrency));
}

void clamp_cap(Cap& cap) {
  if (!cap.value) return;
  cap.low = std::min(*cap.value, cap.low.value_or(*cap.value));
  cap.high = std::max(*cap.value, cap.high.value_or(*cap.value));
}

std::string_view shape_text(Shape shape) {
  switch (shape) {
    case Shape::none:
      return "none";
    case Shape::one_level:
      return "one level";
    case Shape::no_growth:
      return "no growth";
    case Shape::grows:
      return "grows to the last level";
    case Shape::knee:
      return "knee";
  }
  return "none";
}

void set_cap(TrafficClass& traffic, const Decision& decision, const Resampled& resampled) {
  if (!decision.cap_level) return;
  traffic.cap.value = whole(traffic.levels[*decision.cap_level].concurrency);
  traffic.binds = shape_text(decision.shape);
  traffic.agreement = resampled.agreement;
  set_interval(traffic, decision, resampled);
  clamp_cap(traffic.cap);
}

void apply_limits(TrafficClass& traffic, const Decision& decision) {
  if (traffic.levels.empty() || !traffic.levels.front().keeps_limits) return;
  const auto last = last_within_limits(traffic);
  if (!last) {
    traffic.cap = {};
    traffic.binds = "limits";
    traffic.notes.emplace_back("no measured level keeps the limits");
    return;
  }
  if (!decision.cap_level || *last >= *decision.cap_level) return;
  traffic.cap.value = whole(traffic.levels[*last].concurrency);
  traffic.cap.low = traffic.cap.value;
  // Between this level and the next the limit breaks somewhere.
  traffic.cap.high = std::max(*traffic.cap.value, whole(traffic.levels[*last + 1].concurrency) - 1);
  traffic.binds = "limits";
}

std::optional<double> request_tokens_of(const TrafficClass& traffic,
                                        const TrafficQuestion& question) {
  if (question.request_tokens) return question.request_tokens;
  std::optional<double> longest;
  for (const Measurement& point : traffic.points) {
    if (!point.prompt_tokens || !point.output_tokens) continue;
    longest = std::max(longest.value_or(0), *point.prompt_tokens + *point.output_tokens);
  }
  return longest;
}

void lower_cap(TrafficClass& traffic, std::optional<std::int64_t> ceiling, const char* what) {
  if (!ceiling || !traffic.cap.value) return;
  const auto most = static_cast<double>(*ceiling);
  traffic.cap.high = std::min(*traffic.cap.high, most);
  traffic.cap.low = std::min(*traffic.cap.low, most);
  if (*traffic.cap.value <= most) return;
  traffic.cap.value = most;
  traffic.binds = what;
}

void apply_ceilings(TrafficClass& traffic, const TrafficQuestion& question) {
  traffic.request_tokens = request_tokens_of(traffic, question);
  traffic.slots_ceiling = question.max_num_seqs;
  if (question.ceilings) {
    traffic.slots_ceiling = question.ceilings->max_num_seqs;
    if (traffic.request_tokens) {
      const std::int64_t tokens = nearest(std::ceil(*traffic.request_tokens))
                                      .value_or(std::numeric_limits<std::int64_t>::max());
      traffic.cache_ceiling =
          requests_in_cache(*question.ceilings, Tokens{std::max<std::int64_t>(1, tokens)});
    } else {
      traffic.notes.emplace_back(
          "the cache's ceiling is not said: the files do not hold the length "
          "of the requests (--request-tokens)");
    }
  }
  lower_cap(traffic, traffic.slots_ceiling, "slots");
  lower_cap(traffic, traffic.cache_ceiling, "cache");
}

/// Beyond the data only where asked, where growth goes on, and where a curve that is held by more
/// data than it has parameters says how far; never beyond four times the last level.
void extrapolate(TrafficClass& traffic, const Decision& decision) {
  if (decision.shape != Shape::grows || traffic.binds == "limits") return;
  const double last = traffic.levels.back().concurrency;
  if (!traffic.usl || traffic.usl->degrees_of_freedom < 1) {
    traffic.notes.emplace_back("not extrapolated: the curve has no degree of freedom left");
    return;
  }
  const auto knee = traffic.usl->where_slope_is(knee_slope);
  const double most = 4 * last;
  traffic.cap.value = whole(std::clamp(knee.value_or(most), last, most));
  traffic.cap.low = whole(last);
  traffic.cap.high = whole(most);
  traffic.cap.extrapolated = true;
  traffic.binds = "extrapolated";
  traffic.notes.push_back("the cap is extrapolated beyond " + level_text(last) +
                          " in flight by the fitted curve" +
                          (knee && *knee <= most ? "" : ", and cut at four times the last level"));
}

struct Spread {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// A level's figure, or one in between; nothing outside the data.
std::optional<Spread> figure_at(const TrafficClass& traffic, double concurrency,
                                const auto& figure) {
  std::vector<std::pair<double, double>> values, lows, highs;
  for (const TrafficLevel& level : traffic.levels) {
    const std::optional<Spread> spread = figure(level);
    if (!spread) return std::nullopt;
    values.emplace_back(level.concurrency, spread->value);
    lows.emplace_back(level.concurrency, spread->low);
    highs.emplace_back(level.concurrency, spread->high);
  }
  const auto value = interpolated(values, concurrency);
  if (!value) return std::nullopt;
  return Spread{*value, *interpolated(lows, concurrency), *interpolated(highs, concurrency)};
}

struct Gain {
  double likely = 0;
  double low = 0;
  double high = 0;
};

std::optional<Gain> gain(const std::optional<Spread>& from, const std::optional<Spread>& to) {
  if (!from || !to || from->low <= 0 || to->low <= 0) return std::nullopt;
  return Gain{to->value / from->value - 1, to->low / from->high - 1, to->high / from->low - 1};
}

void set_change(TrafficClass& traffic, double present) {
  if (!traffic.cap.value) return;
  const double cap = std::min(*traffic.cap.value, traffic.levels.back().concurrency);
  const auto throughput = [](const TrafficLevel& level) {
    return std::optional(Spread{level.throughput, level.lowest, level.highest});
  };
  const auto requests = [](const TrafficLevel& level) -> std::optional<Spread> {
    if (!level.req_s) return std::nullopt;
    return Spread{*level.req_s, *level.req_s_lowest, *level.req_s_highest};
  };
  // Little's law for each repetition: time = in flight ÷ rate.
  const auto seconds = [](const TrafficLevel& level) -> std::optional<Spread> {
    if (level.e2e.mean) return Spread{*level.e2e.mean, *level.e2e.mean, *level.e2e.mean};
    if (!level.req_s_lowest || *level.req_s_lowest <= 0) return std::nullopt;
    return Spread{level.concurrency / *level.req_s, level.concurrency / *level.req_s_highest,
                  level.concurrency / *level.req_s_lowest};
  };
  const auto between = [&](const auto& figure) {
    return gain(figure_at(traffic, present, figure), figure_at(traffic, cap, figure));
  };
  const auto tokens = between(throughput);
  if (!tokens) {
    traffic.notes.push_back("nothing was measured around the present cap of " +
                            level_text(present) + ": what a change gains is not known");
    return;
  }
  const auto is_level = [&](double n) {
    return std::ranges::any_of(traffic.levels, [&](const auto& l) { return l.concurrency == n; });
  };
  CapChange change{.from = present,
                   .to = *traffic.cap.value,
                   .throughput = tokens->likely,
                   .throughput_low = tokens->low,
                   .throughput_high = tokens->high,
                   .requests = {},
                   .requests_low = {},
                   .requests_high = {},
                   .seconds = {},
                   .seconds_low = {},
                   .seconds_high = {},
                   .interpolated = !is_level(present) || !is_level(cap)};
  if (const auto rate = between(requests)) {
    change.requests = rate->likely;
    change.requests_low = rate->low;
    change.requests_high = rate->high;
  }
  if (const auto time = between(seconds)) {
    change.seconds = time->likely;
    change.seconds_low = time->low;
    change.seconds_high = time->high;
  }
  traffic.change = change;
}

/// The two levels that would say most: behind the last one where growth goes on, on both sides of
/// a knee, below the first where nothing grows.
std::vector<double> next_levels(const TrafficClass& traffic, const Decision& decision) {
  const auto& levels = traffic.levels;
  const double first = levels.front().concurrency;
  const double last = levels.back().concurrency;
  std::vector<double> next;
  switch (decision.shape) {
    case Shape::none:
      return {};
    case Shape::one_level:
      next = {std::round(first / 2), std::round(2 * first)};
      break;
    case Shape::no_growth:
      next = {std::round(first / 4), std::round(first / 2)};
      break;
    case Shape::grows:
      next = {std::round(1.5 * last), std::round(2 * last)};
      break;
    case Shape::knee: {
      const std::size_t level = *decision.knee_level;
      const Interval gaps = half_way(traffic, level);
      next = {std::round(gaps.low), std::round(gaps.high)};
      break;
    }
  }
  for (double& level : next) level = std::max(1.0, level);
  std::ranges::sort(next);
  next.erase(std::unique(next.begin(), next.end()), next.end());
  return next;
}

/// Five levels and three repetitions of each are what a curve of three parameters wants; see also
/// the share of resamplings with the same cap.
std::string confidence_of(const TrafficClass& traffic, const Decision& decision) {
  if (decision.shape == Shape::none || decision.shape == Shape::one_level) return "none";
  const int freedom = traffic.usl ? traffic.usl->degrees_of_freedom : 0;
  const bool known = noise_kind(traffic) != NoiseKind::assumed;
  if (!known || freedom < 1 || traffic.agreement < 0.75 || mix_differs(traffic)) return "weak";
  const bool close = traffic.usl->relative_error <= unknown_noise;
  if (traffic.levels.size() >= 5 && freedom >= 2 && close && traffic.agreement >= 0.9)
    return "firm";
  return "fair";
}

void fit_curves(TrafficClass& traffic) {
  std::vector<std::pair<double, double>> points;
  std::vector<std::pair<double, double>> gaps;
  for (const Measurement& point : traffic.points) {
    const double rate = traffic.tokens ? *point.output_tok_s : point.req_s.value_or(0);
    if (rate > 0) points.emplace_back(point.concurrency, rate);
    if (const auto gap = point.itl.typical()) gaps.emplace_back(point.concurrency, *gap);
  }
  traffic.usl = fit_usl(points);
  traffic.piecewise = fit_piecewise(points);
  traffic.itl_fit = fit_latency(gaps);
}

void answer_class(TrafficClass& traffic, const TrafficQuestion& question) {
  fit_curves(traffic);
  const auto curve = curve_of(traffic);
  const Decision decision = decide(curve, noise_kind(traffic));
  const Resampled resampled = resample(curve, decision, noise_kind(traffic));
  traffic.shape = shape_text(decision.shape);
  traffic.knee = decision.knee;
  traffic.peak = decision.peak;
  if (decision.knee && resampled.knee) {
    traffic.knee_low = std::min(*decision.knee, resampled.knee->low);
    traffic.knee_high = std::max(*decision.knee, resampled.knee->high);
  }
  if (decision.peak && resampled.peak) {
    traffic.peak_low = std::min(*decision.peak, resampled.peak->low);
    traffic.peak_high = std::max(*decision.peak, resampled.peak->high);
  }
  add_notes(traffic, decision, question);
  set_cap(traffic, decision, resampled);
  apply_limits(traffic, decision);
  if (question.extrapolate && traffic.cap.value) extrapolate(traffic, decision);
  apply_ceilings(traffic, question);
  clamp_cap(traffic.cap);
  traffic.confidence = confidence_of(traffic, decision);
  traffic.measure_next = next_levels(traffic, decision);
  if (question.present) set_change(traffic, *question.present);
}

/// A mix of classes: a request takes, on average, the time that its class takes at that many in
/// flight, so rates add as inverse values. Only where every class was measured.
Measurement mixed_point(const std::vector<TrafficClass>& classes, const TrafficQuestion& question,
                        double concurrency) {
  double seconds = 0;
  double tokens = 0;
  for (const auto& [name, share] : question.mix) {
    const auto traffic = std::ranges::find(classes, name, &TrafficClass::name);
    std::vector<std::pair<double, double>> rates;
    std::vector<std::pair<double, double>> lengths;
    for (const TrafficLevel& level : traffic->levels) {
      rates.emplace_back(level.concurrency, *level.req_s);
      lengths.emplace_back(level.concurrency, level.tokens_per_request.value_or(0));
    }
    seconds += share / *interpolated(rates, concurrency);
    tokens += share * *interpolated(lengths, concurrency);
  }
  Measurement point;
  point.concurrency = concurrency;
  point.req_s = 1 / seconds;
  if (tokens > 0) point.output_tok_s = tokens / seconds;
  point.tool = "mix";
  return point;
}

void check_mix(const std::vector<TrafficClass>& classes, const TrafficQuestion& question) {
  double total = 0;
  for (const auto& [name, share] : question.mix) {
    const auto traffic = std::ranges::find(classes, name, &TrafficClass::name);
    if (traffic == classes.end())
      throw invalid({"--mix", ""}, "a class of the files", '"' + name + '"');
    if (!std::ranges::all_of(traffic->levels,
                             [](const auto& l) { return l.req_s && *l.req_s > 0; })) {
      throw unknown({"--mix", ""}, "requests a second (req_s) for class \"" + name + '"', "none");
    }
    total += share;
  }
  if (std::abs(total - 1) > 0.001) {
    throw invalid({"--mix", ""}, "shares that add up to 1", format_fixed(total, 3));
  }
}

TrafficClass mixed_class(const std::vector<TrafficClass>& classes,
                         const TrafficQuestion& question) {
  check_mix(classes, question);
  double from = 0;
  double to = INFINITY;
  std::vector<double> levels;
  for (const auto& [name, share] : question.mix) {
    const auto traffic = std::ranges::find(classes, name, &TrafficClass::name);
    from = std::max(from, traffic->levels.front().concurrency);
    to = std::min(to, traffic->levels.back().concurrency);
    for (const TrafficLevel& level : traffic->levels) levels.push_back(level.concurrency);
  }
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  TrafficClass mix;
  mix.name = "mix";
  for (const double level : levels) {
    if (level >= from && level <= to) mix.points.push_back(mixed_point(classes, question, level));
  }
  if (mix.points.empty()) {
    throw unknown({"--mix", ""}, "classes measured at the same requests in flight", "none");
  }
  mix.notes.emplace_back(
      "put together from the classes by their shares of requests: what they do to "
      "each other in one batch was not measured");
  return mix;
}

void check_question(const TrafficQuestion& question) {
  const auto positive = [](const char* option, const std::optional<double>& value) {
    if (value && !(*value > 0 && std::isfinite(*value))) {
      throw invalid({option, ""}, "a number above 0", format_fixed(*value, 3));
    }
  };
  positive("--ttft", question.ttft_limit_s);
  positive("--tpot", question.tpot_limit_s);
  positive("--e2e", question.e2e_limit_s);
  positive("--present", question.present);
  positive("--request-tokens", question.request_tokens);
  if (!(question.percentile > 0 && question.percentile <= 100)) {
    throw invalid({"--percentile", ""}, "above 0 and at most 100",
                  format_fixed(question.percentile, 1));
  }
  if (question.copies < 1)
    throw invalid({"--copies", ""}, "at least 1", std::to_string(question.copies));
}

/// @throws Error (invalid) for more than most_levels
void fill_all_levels(std::vector<TrafficClass>& classes, const TrafficQuestion& question) {
  std::size_t levels = 0;
  for (TrafficClass& traffic : classes) {
    fill_levels(traffic, question);
    levels += traffic.levels.size();
    if (levels <= most_levels) continue;
    throw invalid({traffic.points.front().file, ""}, "at most 4,096 levels of concurrency",
                  format_count(static_cast<std::int64_t>(levels)));
  }
}

}  // namespace

std::int64_t requests_in_cache(const CopyCeilings& ceilings, Tokens each) {
  const Blocks need = blocks_for_request(each, ceilings.cache->groups);
  if (need.count() <= 0) return ceilings.max_num_seqs;  // a model without a cache
  return std::max<std::int64_t>(0, (ceilings.num_blocks.count() - 1) / need.count());
}

std::optional<CopyCeilings> ceilings_of(const Report& report) {
  if (!report.recommendation.layout) return std::nullopt;
  const LayoutPlan& plan = report.layouts[*report.recommendation.layout];
  if (!plan.fits || plan.copies.empty()) return std::nullopt;
  return CopyCeilings{.max_num_seqs = plan.cache->serving.max_num_seqs,
                      .cache = plan.cache,
                      .num_blocks = plan.copies.front().capacity.num_blocks,
                      .layout_id = plan.layout.id()};
}

TrafficReport traffic_report(const Measurements& measurements, const TrafficQuestion& question) {
  check_question(question);
  TrafficReport report{.question = question, .classes = {}, .notes = measurements.notes};
  report.classes = classes_of(measurements, question, report.notes);
  fill_all_levels(report.classes, question);
  if (!question.mix.empty()) {
    TrafficClass mix = mixed_class(report.classes, question);
    TrafficQuestion unlimited = question;
    unlimited.ttft_limit_s = unlimited.tpot_limit_s = unlimited.e2e_limit_s = std::nullopt;
    fill_levels(mix, unlimited);
    report.classes.push_back(std::move(mix));
  }
  for (TrafficClass& traffic : report.classes) answer_class(traffic, question);
  return report;
}

int TrafficReport::exit_code() const {
  const bool kept = std::ranges::all_of(
      classes, [](const TrafficClass& traffic) { return traffic.cap.value.has_value(); });
  return kept ? 0 : 1;
}

}  // namespace kvplan
