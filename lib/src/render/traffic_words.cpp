#include "render/traffic_words.hpp"

#include <algorithm>
#include <cmath>

#include "checked.hpp"
#include "kvplan/units.hpp"
#include "traffic/notes.hpp"

namespace kvplan::render {
namespace {

using traffic::level_text;
using traffic::percent_text;

std::string unit(const TrafficClass& traffic) { return traffic.tokens ? "tok/s" : "requests/s"; }

std::string freedom_text(int degrees) {
  return std::to_string(std::max(0, degrees)) +
         (degrees == 1 ? " degree of freedom" : " degrees of freedom");
}

/// Three digits that mean something, no exponent.
std::string figure(double value) {
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return format_fixed(value, decimals);
}

std::string tokens_text(double tokens) {
  const auto whole = nearest(tokens);
  return (whole ? format_count(*whole) : figure(tokens)) + " tokens";
}

std::string cell(const std::optional<double>& value) { return value ? figure(*value) : "-"; }

std::string range_text(double low, double high) {
  const std::string from = percent_text(low);
  const std::string to = percent_text(high);
  return from == to ? from : from + " to " + to;
}

std::string reason(const TrafficClass& traffic) {
  const std::string last = level_text(traffic.levels.back().concurrency);
  if (traffic.binds == "knee") {
    return "beyond it no doubling adds 10 % of throughput";
  }
  if (traffic.binds == "grows to the last level") {
    return "the largest level measured, and throughput still grows there";
  }
  if (traffic.binds == "no growth") return "more in flight adds nothing to throughput";
  if (traffic.binds == "one level") return "the only level measured";
  if (traffic.binds == "limits") return "the largest level that keeps the limits";
  if (traffic.binds == "slots") return "max_num_seqs binds, not the traffic";
  if (traffic.binds == "cache") return "the cache holds no more requests of this length";
  if (traffic.binds == "extrapolated") return "EXTRAPOLATED beyond " + last;
  return traffic.binds;
}

std::string interval_text(const std::optional<double>& low, const std::optional<double>& high) {
  if (!low || !high || level_text(*low) == level_text(*high)) return "";
  return " (" + level_text(*low) + " to " + level_text(*high) + ")";
}

}  // namespace

std::string cap_sentence(const TrafficClass& traffic) {
  if (!traffic.cap.value) return "no cap: no measured level keeps the limits";
  return "cap " + level_text(*traffic.cap.value) +
         interval_text(traffic.cap.low, traffic.cap.high) +
         " requests in flight per copy: " + reason(traffic) + " [" +
         (traffic.confidence == "none" ? "not sure at all" : traffic.confidence) + "]";
}

std::string change_sentence(const TrafficClass& traffic) {
  if (!traffic.change) return "";
  const CapChange& change = *traffic.change;
  if (change.from == change.to) {
    return "the present cap is " + level_text(change.from) + " already";
  }
  std::string text = level_text(change.to) + " against " + level_text(change.from) + ": ";
  if (change.requests) {
    text += range_text(*change.requests_low, *change.requests_high) + " requests, ";
  }
  text += range_text(change.throughput_low, change.throughput_high) + " " + unit(traffic);
  if (change.seconds) {
    text += ", for " + range_text(*change.seconds_low, *change.seconds_high) +
            " time in flight of a request";
  }
  return text + (change.interpolated ? " (interpolated between levels)" : "");
}

std::vector<std::string> curve_sentences(const TrafficClass& traffic) {
  std::vector<std::string> lines;
  const auto seen = [](const std::optional<double>& value, const std::optional<double>& low,
                       const std::optional<double>& high) {
    return value ? level_text(*value) + interval_text(low, high) : std::string("not observed");
  };
  lines.push_back("knee " + seen(traffic.knee, traffic.knee_low, traffic.knee_high) + ", peak " +
                  seen(traffic.peak, traffic.peak_low, traffic.peak_high));
  if (traffic.usl) {
    const UslFit& fit = *traffic.usl;
    lines.push_back(
        "Universal Scalability Law: λ " + figure(fit.lambda) + ", α " + format_fixed(fit.alpha, 4) +
        ", β " + format_fixed(fit.beta, 5) + "; off by " +
        format_fixed(100 * fit.relative_error, 1) + " %, " + freedom_text(fit.degrees_of_freedom) +
        (fit.degrees_of_freedom < 1 ? ": it goes through every point and proves nothing" : ""));
  }
  if (traffic.piecewise) {
    lines.push_back(
        "two straight pieces: bend at " + level_text(traffic.piecewise->breakpoint) + ", from " +
        figure(traffic.piecewise->slope_before) + " to " + figure(traffic.piecewise->slope_after) +
        " " + unit(traffic) + " a request in flight; " +
        std::to_string(std::max(0, traffic.piecewise->degrees_of_freedom)) + " degrees of freedom");
  }
  if (traffic.isotonic_drop && *traffic.isotonic_drop > 0.005) {
    lines.push_back("falls up to " + format_fixed(100 * *traffic.isotonic_drop, 1) +
                    " % below the nearest curve that never falls");
  }
  if (traffic.itl_fit) {
    lines.push_back("gap between tokens: " + format_fixed(1000 * traffic.itl_fit->base_s, 1) +
                    " ms + " + format_fixed(1000 * traffic.itl_fit->per_request_s, 2) +
                    " ms a request in flight");
  }
  lines.push_back("noise: " +
                  (traffic.noise ? format_fixed(100 * *traffic.noise, 1) + " % a measurement, by "
                                 : std::string()) +
                  traffic.noise_source);
  if (traffic.slots_ceiling) {
    lines.push_back("ceilings: slots " + format_count(*traffic.slots_ceiling) + ", cache " +
                    (traffic.cache_ceiling
                         ? format_count(*traffic.cache_ceiling) + " requests of " +
                               tokens_text(*traffic.request_tokens)
                         : std::string("not known")));
  }
  return lines;
}

std::string next_sentence(const TrafficClass& traffic) {
  if (traffic.measure_next.empty()) return "";
  std::string text = "measure next at ";
  for (std::size_t i = 0; i < traffic.measure_next.size(); ++i) {
    text += (i > 0 ? " and " : "") + level_text(traffic.measure_next[i]);
  }
  const bool repeated = std::ranges::any_of(
      traffic.levels, [](const TrafficLevel& level) { return level.repetitions >= 3; });
  return text + (repeated ? "" : ", three times each");
}

Rows cap_rows(const TrafficReport& report) {
  Rows rows{{"class", "cap", "low", "high", "knee", "peak", "how sure"}};
  const auto number = [](const std::optional<double>& value) {
    return value ? level_text(*value) : std::string("-");
  };
  for (const TrafficClass& traffic : report.classes) {
    rows.push_back({traffic.name, number(traffic.cap.value), number(traffic.cap.low),
                    number(traffic.cap.high), number(traffic.knee), number(traffic.peak),
                    traffic.confidence});
  }
  return rows;
}

Rows level_rows(const TrafficClass& traffic) {
  const bool limits = !traffic.levels.empty() && traffic.levels.front().keeps_limits.has_value();
  Rows rows{{"in flight", traffic.tokens ? "tok/s" : "req/s", "runs", "req/s", "s/request",
             "TTFT s", "gap ms", "tok/request"}};
  if (limits) rows.front().insert(rows.front().begin() + 1, {"limits", "good"});
  for (const TrafficLevel& level : traffic.levels) {
    const auto gap = level.itl.known() ? level.itl.typical() : level.tpot.typical();
    std::vector<std::string> row{level_text(level.concurrency),     figure(level.throughput),
                                 std::to_string(level.repetitions), cell(level.req_s),
                                 cell(level.seconds_in_flight),     cell(level.ttft.typical()),
                                 gap ? figure(1000 * *gap) : "-",   cell(level.tokens_per_request)};
    if (limits) {
      const std::string low = format_fixed(100 * *level.good_share_low, 0);
      const std::string high = format_fixed(100 * *level.good_share_high, 0);
      row.insert(row.begin() + 1, {*level.keeps_limits ? "kept" : "broken",
                                   (low == high ? low : low + "-" + high) + " %"});
    }
    rows.push_back(std::move(row));
  }
  if (!traffic.tokens) {
    for (auto& row : rows) row.erase(row.begin() + (limits ? 5 : 3));  // the rate stands already
  }
  return rows;
}

std::vector<std::string> bars(const TrafficClass& traffic) {
  constexpr double width = 44;
  double most = 0;
  for (const TrafficLevel& level : traffic.levels) most = std::max(most, level.throughput);
  std::vector<std::string> lines;
  for (const TrafficLevel& level : traffic.levels) {
    const std::string name = level_text(level.concurrency);
    std::string line = std::string(name.size() < 7 ? 7 - name.size() : 0, ' ') + name + " ";
    const auto length = most > 0 ? std::lround(width * level.throughput / most) : 0;
    for (long i = 0; i < length; ++i) line += "█";
    line += " " + figure(level.throughput);
    if (traffic.cap.value && std::floor(level.concurrency + 0.1) == *traffic.cap.value)
      line += "  ← cap";
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace kvplan::render
