#include "traffic/levels.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "kvplan/error.hpp"
#include "kvplan/units.hpp"

namespace kvplan::traffic {
namespace {

/// Lengths within a fifth of each other are the same traffic: a random data set misses its length
/// by a few tokens, and people's classes differ by factors.
bool alike(const Measurement& a, const Measurement& b) {
  const auto close = [](const std::optional<double>& x, const std::optional<double>& y) {
    if (!x || !y) return x.has_value() == y.has_value();
    return std::abs(*x - *y) <= 0.2 * std::max(*x, *y);
  };
  return close(a.prompt_tokens, b.prompt_tokens) && close(a.output_tokens, b.output_tokens);
}

std::string lengths_name(const Measurement& point) {
  const auto whole = [](double n) {
    return format_count(static_cast<std::int64_t>(std::llround(std::min(n, 1e15))));
  };
  if (point.prompt_tokens && point.output_tokens) {
    return whole(*point.prompt_tokens) + " in, " + whole(*point.output_tokens) + " out";
  }
  return "all";
}

bool same_class(const TrafficClass& traffic, const Measurement& point) {
  const Measurement& first = traffic.points.front();
  if (!first.traffic_class.empty() || !point.traffic_class.empty()) {
    return first.traffic_class == point.traffic_class;
  }
  // A CSV without classes is one class whatever its lengths.
  if (first.tool == "CSV" && point.tool == "CSV") return true;
  return first.output_tok_s.has_value() == point.output_tok_s.has_value() && alike(first, point);
}

void divide(Measurement& point, int copies) {
  point.concurrency /= copies;
  for (auto* rate : {&point.output_tok_s, &point.req_s}) {
    if (*rate) **rate /= copies;
  }
}

double throughput(const Measurement& point, bool tokens) {
  return tokens ? point.output_tok_s.value_or(0) : point.req_s.value_or(0);
}

/// The percentile asked for, or the highest below it that the file has, else its mean.
std::optional<double> judged(const Latency& latency, double percentile) {
  auto at = latency.percentiles.upper_bound(percentile);
  if (at != latency.percentiles.begin()) return std::prev(at)->second;
  return latency.mean;
}

/// Means over repetitions, statistic by statistic.
Latency averaged(const std::vector<const Measurement*>& points, Latency Measurement::*member) {
  Latency latency;
  std::map<double, std::pair<double, int>> sums;
  double mean = 0;
  int means = 0;
  for (const Measurement* point : points) {
    const Latency& one = point->*member;
    for (const auto& [percentile, value] : one.percentiles) {
      sums[percentile].first += value;
      ++sums[percentile].second;
    }
    if (one.mean) {
      mean += *one.mean;
      ++means;
    }
  }
  if (means > 0) latency.mean = mean / means;
  for (const auto& [percentile, sum] : sums) {
    latency.percentiles[percentile] = sum.first / sum.second;
  }
  return latency;
}

std::optional<double> mean_of(const std::vector<const Measurement*>& points,
                              std::optional<double> Measurement::*member) {
  double sum = 0;
  int count = 0;
  for (const Measurement* point : points) {
    if (!(point->*member)) continue;
    sum += *(point->*member);
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

/// TPOT where it was measured, else the gap between tokens, which has the same mean.
Latency tpot_or_itl(const TrafficLevel& level) {
  return level.tpot.known() ? level.tpot : level.itl;
}

struct Limit {
  const char* option;
  std::optional<double> seconds;
  Latency latency;
  std::optional<double> RequestTimes::*of_request;
};

std::vector<Limit> limits_of(const TrafficQuestion& question, const TrafficLevel& level) {
  std::vector<Limit> limits;
  for (const Limit& limit :
       {Limit{"--ttft", question.ttft_limit_s, level.ttft, &RequestTimes::ttft},
        Limit{"--tpot", question.tpot_limit_s, tpot_or_itl(level), &RequestTimes::tpot},
        Limit{"--e2e", question.e2e_limit_s, level.e2e, &RequestTimes::e2e}}) {
    if (limit.seconds) limits.push_back(limit);
  }
  return limits;
}

/// At least so many requests keep a limit, and at most: by the percentiles around it.
std::pair<double, double> share_within(const Latency& latency, double limit) {
  double low = 0;
  double high = 1;
  for (const auto& [percentile, value] : latency.percentiles) {
    if (value <= limit) low = std::max(low, percentile / 100);
    if (value > limit) high = std::min(high, percentile / 100);
  }
  return {low, std::max(low, high)};
}

/// Exact where the runs kept their requests.
std::optional<double> exact_share(const std::vector<const Measurement*>& points,
                                  const std::vector<Limit>& limits) {
  double good = 0;
  double all = 0;
  for (const Measurement* point : points) {
    if (point->times.empty()) return std::nullopt;
    for (const RequestTimes& request : point->times) {
      ++all;
      const bool keeps = std::ranges::all_of(limits, [&](const Limit& limit) {
        const auto& seconds = request.*limit.of_request;
        return !seconds || *seconds <= *limit.seconds;
      });
      if (keeps) ++good;
    }
    all += point->failed.value_or(0);
  }
  return all > 0 ? std::optional(good / all) : std::nullopt;
}

void judge_limits(TrafficLevel& level, const std::vector<const Measurement*>& points,
                  const TrafficQuestion& question, const std::string& class_name) {
  const auto limits = limits_of(question, level);
  if (limits.empty()) return;
  double lost_low = 0;
  double high = 1;
  bool keeps = true;
  for (const Limit& limit : limits) {
    const auto value = judged(limit.latency, question.percentile);
    if (!value) {
      throw unknown({limit.option, ""},
                    "files that hold this latency for class \"" + class_name + '"',
                    "none at " + format_fixed(level.concurrency, 1) + " in flight");
    }
    keeps = keeps && *value <= *limit.seconds;
    const auto [at_least, at_most] = share_within(limit.latency, *limit.seconds);
    lost_low += 1 - at_least;
    high = std::min(high, at_most);
  }
  level.keeps_limits = keeps;
  level.good_share_low = std::max(0.0, 1 - lost_low);
  level.good_share_high = high;
  if (const auto exact = exact_share(points, limits)) {
    level.good_share_low = level.good_share_high = exact;
  }
}

TrafficLevel level_of(const std::vector<const Measurement*>& points, bool tokens) {
  TrafficLevel level;
  level.concurrency = points.front()->concurrency;
  level.repetitions = static_cast<int>(points.size());
  level.lowest = level.highest = throughput(*points.front(), tokens);
  for (const Measurement* point : points) {
    const double value = throughput(*point, tokens);
    level.throughput += value / static_cast<double>(points.size());
    level.lowest = std::min(level.lowest, value);
    level.highest = std::max(level.highest, value);
    if (!point->req_s) continue;
    level.req_s_lowest = std::min(level.req_s_lowest.value_or(*point->req_s), *point->req_s);
    level.req_s_highest = std::max(level.req_s_highest.value_or(*point->req_s), *point->req_s);
  }
  level.req_s = mean_of(points, &Measurement::req_s);
  level.tokens_per_request = mean_of(points, &Measurement::output_tokens);
  if (!level.tokens_per_request && tokens && level.req_s && *level.req_s > 0) {
    level.tokens_per_request = level.throughput / *level.req_s;
  }
  level.ttft = averaged(points, &Measurement::ttft);
  level.tpot = averaged(points, &Measurement::tpot);
  level.itl = averaged(points, &Measurement::itl);
  level.e2e = averaged(points, &Measurement::e2e);
  level.seconds_in_flight = level.e2e.mean;
  if (!level.seconds_in_flight && level.req_s && *level.req_s > 0) {
    level.seconds_in_flight = level.concurrency / *level.req_s;
  }
  return level;
}

/// Spread of repetitions over all levels, pooled: relative, of one measurement.
std::optional<std::pair<double, int>> spread(const TrafficClass& traffic) {
  double squares = 0;
  int freedom = 0;
  for (const TrafficLevel& level : traffic.levels) {
    if (level.repetitions < 2 || level.throughput <= 0) continue;
    for (const Measurement& point : traffic.points) {
      if (point.concurrency != level.concurrency) continue;
      const double error = throughput(point, traffic.tokens) / level.throughput - 1;
      squares += error * error;
    }
    freedom += level.repetitions - 1;
  }
  if (freedom < 2) return std::nullopt;
  return std::pair{std::sqrt(squares / freedom), freedom};
}

/// Completions in a log are counts: a level's rate is as sure as 1/√count.
bool counted(const TrafficClass& traffic) {
  return std::ranges::all_of(traffic.points, [](const Measurement& point) {
    return point.tool == "access log" && point.requests && *point.requests > 0;
  });
}

void set_errors(TrafficClass& traffic) {
  for (TrafficLevel& level : traffic.levels) {
    double requests = 0;
    for (const Measurement& point : traffic.points) {
      if (point.concurrency == level.concurrency) requests += point.requests.value_or(0);
    }
    level.standard_error = counted(traffic) ? 1 / std::sqrt(requests)
                                            : traffic.noise.value_or(unknown_noise) /
                                                  std::sqrt(static_cast<double>(level.repetitions));
  }
}

void estimate_noise(TrafficClass& traffic) {
  std::vector<std::pair<double, double>> points;
  for (const Measurement& point : traffic.points) {
    points.emplace_back(point.concurrency, throughput(point, traffic.tokens));
  }
  if (counted(traffic)) {
    traffic.noise_source = "counts of completed requests (1/√n)";
  } else if (const auto repeated = spread(traffic)) {
    traffic.noise = repeated->first;
    traffic.noise_source =
        "repetitions, " + std::to_string(repeated->second) + " degrees of freedom";
  } else if (const auto fit = fit_usl(points); fit && fit->degrees_of_freedom >= 2) {
    const auto count = static_cast<double>(points.size());
    traffic.noise = fit->relative_error * std::sqrt(count / fit->degrees_of_freedom);
    traffic.noise_source = "what the fitted curve leaves, " +
                           std::to_string(fit->degrees_of_freedom) + " degrees of freedom";
  } else {
    traffic.noise_source = "assumed: " + format_fixed(100 * unknown_noise, 0) +
                           " %, there are too few measurements to tell";
  }
}

/// Levels of a log are bins whose mean differs a little from copy to copy.
void merge_copies(std::vector<Measurement>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    Measurement& before = points[i - 1];
    Measurement& point = points[i];
    if (point.tool != "access log" || before.copy == point.copy) continue;
    if (point.concurrency <= before.concurrency * 1.05) point.concurrency = before.concurrency;
  }
}

}  // namespace

std::vector<TrafficClass> classes_of(const Measurements& measurements,
                                     const TrafficQuestion& question,
                                     std::vector<std::string>& notes) {
  std::vector<TrafficClass> classes;
  for (Measurement point : measurements.points) {
    divide(point, question.copies);
    const auto known = std::ranges::find_if(
        classes, [&](const TrafficClass& traffic) { return same_class(traffic, point); });
    if (known != classes.end()) {
      known->points.push_back(std::move(point));
      continue;
    }
    if (classes.size() == most_levels) {
      throw invalid({point.file, point.place}, "at most 4,096 classes of traffic", "one more");
    }
    TrafficClass traffic;
    traffic.name = !point.traffic_class.empty() ? point.traffic_class : lengths_name(point);
    traffic.points.push_back(std::move(point));
    classes.push_back(std::move(traffic));
  }
  if (question.copies > 1) {
    notes.push_back("measured before " + std::to_string(question.copies) +
                    " copies: figures are shares of one copy");
  }
  return classes;
}

void fill_levels(TrafficClass& traffic, const TrafficQuestion& question) {
  traffic.tokens = std::ranges::all_of(
      traffic.points, [](const Measurement& point) { return point.output_tok_s.has_value(); });
  std::ranges::stable_sort(traffic.points, {}, &Measurement::concurrency);
  merge_copies(traffic.points);
  for (std::size_t i = 0; i < traffic.points.size();) {
    std::vector<const Measurement*> same;
    const double concurrency = traffic.points[i].concurrency;
    for (; i < traffic.points.size() && traffic.points[i].concurrency == concurrency; ++i) {
      same.push_back(&traffic.points[i]);
    }
    traffic.levels.push_back(level_of(same, traffic.tokens));
    judge_limits(traffic.levels.back(), same, question, traffic.name);
  }
  estimate_noise(traffic);
  set_errors(traffic);
}

}  // namespace kvplan::traffic
