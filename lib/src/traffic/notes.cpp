#include "traffic/notes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "kvplan/units.hpp"

namespace kvplan::traffic {

std::string level_text(double concurrency) {
  const bool whole = std::abs(concurrency - std::round(concurrency)) < 0.05;
  return format_fixed(concurrency, whole ? 0 : 1);
}

std::string percent_text(double share) {
  return (share > 0 ? "+" : "") + format_fixed(100 * share, 0) + " %";
}

namespace {

void note_shape(TrafficClass& traffic, const Decision& decision) {
  const auto& levels = traffic.levels;
  const std::string first = level_text(levels.front().concurrency);
  const std::string last = level_text(levels.back().concurrency);
  switch (decision.shape) {
    case Shape::none:
      break;
    case Shape::one_level:
      traffic.notes.emplace_back(
          "one level is no curve: the cap is where it was measured, and says "
          "nothing about more or fewer requests in flight");
      break;
    case Shape::no_growth:
      traffic.notes.push_back("no growth from " + first +
                              " in flight on: the knee lies at or below it, not observed");
      break;
    case Shape::grows:
      traffic.notes.push_back("still growing at " + last +
                              " in flight: no knee up to there, and nothing was measured beyond");
      break;
    case Shape::knee:
      if (*decision.knee_level + 2 == levels.size()) {
        traffic.notes.push_back("the knee rests on one level behind it (" + last + ")");
      }
      break;
  }
  if (decision.shape != Shape::none && !decision.peak_level && levels.size() > 2 &&
      decision.shape != Shape::grows) {
    traffic.notes.emplace_back(
        "no peak: throughput does not fall behind its largest value by more "
        "than noise");
  }
}

/// Levels whose requests were not alike are not one curve: the gain may be the mix.
void note_mix(TrafficClass& traffic) {
  constexpr double differs = 0.05;
  const TrafficLevel* least = nullptr;
  const TrafficLevel* most = nullptr;
  for (const TrafficLevel& level : traffic.levels) {
    if (!level.tokens_per_request) continue;
    if (least == nullptr || *level.tokens_per_request < *least->tokens_per_request) least = &level;
    if (most == nullptr || *level.tokens_per_request > *most->tokens_per_request) most = &level;
  }
  if (least == nullptr || *most->tokens_per_request <= *least->tokens_per_request * (1 + differs)) {
    return;
  }
  const auto text = [](const TrafficLevel& level) {
    return format_fixed(*level.tokens_per_request, 0) + " at " + level_text(level.concurrency);
  };
  traffic.notes.push_back("tokens per request differ between levels (" + text(*most) + ", " +
                          text(*least) +
                          "): part of the difference in requests may be the mix, not the cap");
}

void note_little(TrafficClass& traffic) {
  constexpr double off = 0.15;
  for (const Measurement& point : traffic.points) {
    const auto seconds = point.e2e.mean ? point.e2e.mean : point.e2e.typical();
    if (!point.req_s || !seconds || point.tool == "access log") continue;
    const double in_flight = *point.req_s * *seconds;
    if (std::abs(in_flight / point.concurrency - 1) <= off) continue;
    traffic.notes.push_back("Little's law: " + format_fixed(*point.req_s, 2) + " requests/s × " +
                            format_fixed(*seconds, 2) + " s = " + level_text(in_flight) +
                            " in flight, where " + level_text(point.concurrency) +
                            " are stated: the run did not keep its level, or its ends weigh much");
  }
}

void note_copies(TrafficClass& traffic) {
  std::map<std::string, std::pair<double, int>> by_copy;
  for (const Measurement& point : traffic.points) {
    for (const TrafficLevel& level : traffic.levels) {
      if (point.copy.empty() || level.concurrency != point.concurrency || level.throughput <= 0) {
        continue;
      }
      const double value = traffic.tokens ? *point.output_tok_s : point.req_s.value_or(0);
      by_copy[point.copy].first += value / level.throughput;
      ++by_copy[point.copy].second;
    }
  }
  if (by_copy.size() < 2) return;
  double low = INFINITY;
  double high = 0;
  for (const auto& [copy, sum] : by_copy) {
    low = std::min(low, sum.first / sum.second);
    high = std::max(high, sum.first / sum.second);
  }
  std::string note = std::to_string(by_copy.size()) + " copies put together";
  if (high > 1.1 * low) {
    note += ", the fastest " + percent_text(high / low - 1) +
            " over the slowest: give each its own class for a cap of its own";
  }
  traffic.notes.push_back(note);
}

void note_order(TrafficClass& traffic) {
  std::vector<double> values;
  for (const TrafficLevel& level : traffic.levels) values.push_back(level.throughput);
  const auto fitted = isotonic(values);
  double drop = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (fitted[i] > 0) drop = std::max(drop, 1 - values[i] / fitted[i]);
  }
  traffic.isotonic_drop = drop;
}

void note_failures(TrafficClass& traffic) {
  for (const Measurement& point : traffic.points) {
    if (!point.failed || *point.failed <= 0) continue;
    traffic.notes.push_back(format_fixed(*point.failed, 0) + " requests failed at " +
                            level_text(point.concurrency) + " in flight");
  }
  for (const TrafficLevel& level : traffic.levels) {
    if (level.throughput > 0) continue;
    traffic.notes.push_back("no throughput at all at " + level_text(level.concurrency) +
                            " in flight: that level is not part of the fits");
  }
}

void note_limits(TrafficClass& traffic, const TrafficQuestion& question) {
  if (!question.ttft_limit_s && !question.tpot_limit_s && !question.e2e_limit_s) return;
  const bool whole = std::ranges::all_of(traffic.points, [&](const Measurement& point) {
    const auto has = [&](const Latency& latency) {
      return latency.percentiles.contains(question.percentile);
    };
    return (!question.ttft_limit_s || has(point.ttft)) &&
           (!question.tpot_limit_s || has(point.tpot) || has(point.itl)) &&
           (!question.e2e_limit_s || has(point.e2e));
  });
  if (!whole) {
    traffic.notes.push_back("limits are held against a lower percentile than the " +
                            level_text(question.percentile) +
                            "th, or the mean, where a file has no more");
  }
}

}  // namespace

void add_notes(TrafficClass& traffic, const Decision& decision, const TrafficQuestion& question) {
  note_order(traffic);
  note_shape(traffic, decision);
  note_mix(traffic);
  note_little(traffic);
  note_copies(traffic);
  note_failures(traffic);
  note_limits(traffic, question);
}

}  // namespace kvplan::traffic
