// Measurements → requests in flight per copy: curves of throughput by concurrency, the knee and
// the peak where the data shows them, and a cap with its interval.
//
// Definitions, by class of traffic. A level is a concurrency with all that was measured there (the
// mean of repetitions). Throughput is output tokens a second, or requests a second where a class
// has no tokens (access logs).
//
//   knee  The smallest level from which on no doubling of the requests in flight adds 10 %: for
//         every later level j, ln(X_j/X_i) / ln(N_j/N_i) < log2(1.10) = 0.1375. Against every
//         later level and not the next alone, so that one noisy dip is no knee. Null where growth
//         goes on to the last level, and where there is none from the first on (the knee is then
//         at or below it). Kneedle and Kleinrock's power (X/R) are no help here: both call a
//         bend in every concave curve, also in one that still gains 38 % by its last doubling.
//   peak  The level of the largest throughput, where levels lie on both sides and throughput falls
//         behind it by more than noise (5 % while noise is unknown; else 3 standard errors, at
//         least 1 %, and at most 10 % where noise is only what a fitted curve leaves), or where
//         the fitted curve peaks inside the data, needs its falling term (F test, 5 %), and the
//         data falls by 3 %.
//   cap   The knee's level; the last level where growth goes on (nothing beyond it was measured);
//         the first where there is no growth. Under limits the largest level at or below that
//         at which every one is kept. Never above a ceiling (max_num_seqs, the cache).
//
// Where a curve of the Universal Scalability Law fits (two degrees of freedom or more, within the
// noise) and puts knee or peak between the neighbours of that level, the curve's own value is
// given, else the level itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kvplan/measurement.hpp"
#include "kvplan/report.hpp"

namespace kvplan {

/// X(N) = λN / (1 + α(N−1) + βN(N−1)), α and β at least 0 (Gunther's Universal Scalability Law).
struct UslFit {
  double lambda = 0;           ///< throughput of one request in flight
  double alpha = 0;            ///< contention
  double beta = 0;             ///< coherence: above 0 there is a peak
  int free_parameters = 0;     ///< without those held at 0 by their bound
  int degrees_of_freedom = 0;  ///< measurements − free parameters
  double relative_error = 0;   ///< root mean square of (measured ÷ curve − 1)
  [[nodiscard]] double at(double concurrency) const;
  /// √((1 − α) / β); nothing where β is 0 or α is 1 or more. May lie beyond the data.
  [[nodiscard]] std::optional<double> peak() const;
  /// Where the slope d ln X / d ln N falls to `slope`; nothing where it never does.
  [[nodiscard]] std::optional<double> where_slope_is(double slope) const;
};

/// Two straight pieces that meet, the second flatter than the first.
struct PiecewiseFit {
  double breakpoint = 0;
  double slope_before = 0;
  double slope_after = 0;
  int degrees_of_freedom = 0;
  double relative_error = 0;
};

/// a + b·N, neither below 0: how a latency grows.
struct LatencyFit {
  double base_s = 0;
  double per_request_s = 0;
  int degrees_of_freedom = 0;
};

/// All that was measured at one concurrency.
struct TrafficLevel {
  double concurrency = 0;
  double throughput = 0;  ///< mean, in the class's unit
  double lowest = 0;      ///< of its repetitions
  double highest = 0;
  int repetitions = 0;
  std::optional<double> req_s;  ///< mean
  std::optional<double> req_s_lowest;
  std::optional<double> req_s_highest;
  std::optional<double> tokens_per_request;  ///< output
  /// Time of a request: measured, else by Little's law N ÷ requests a second.
  std::optional<double> seconds_in_flight;
  std::optional<bool> keeps_limits;       ///< nothing without limits
  std::optional<double> good_share_low;   ///< of its requests within all limits, at least
  std::optional<double> good_share_high;  ///< at most
  Latency ttft, tpot, e2e, itl;
  double standard_error = 0;  ///< of the mean, relative
};

/// What one copy can hold, from a plan.
struct CopyCeilings {
  std::int64_t max_num_seqs = 0;
  std::shared_ptr<const CachePlan> cache;
  Blocks num_blocks;
  std::string layout_id;
};
/// Of the recommended layout; nothing where none fits.
[[nodiscard]] std::optional<CopyCeilings> ceilings_of(const Report& report);
/// Whole requests of that many tokens that the copy's blocks hold at once.
[[nodiscard]] std::int64_t requests_in_cache(const CopyCeilings& ceilings, Tokens each);

struct TrafficQuestion {
  std::optional<double> ttft_limit_s;
  std::optional<double> tpot_limit_s;
  std::optional<double> e2e_limit_s;
  double percentile = 99;  ///< that limits hold for; the nearest lower one where a file lacks it
  std::optional<double> present;  ///< the cap that is set now
  int copies = 1;  ///< measurements were taken before so many copies: shares of one are meant
  bool extrapolate = false;
  std::optional<std::int64_t> max_num_seqs;  ///< when there is no plan
  std::optional<double> request_tokens;      ///< prompt and output; else from the measurements
  std::optional<CopyCeilings> ceilings;
  /// Shares of requests by class; the mix is answered as a class of its own.
  std::vector<std::pair<std::string, double>> mix;
};

struct Cap {
  std::optional<double> value;  ///< whole; nothing where no level keeps the limits
  std::optional<double> low;
  std::optional<double> high;
  bool extrapolated = false;
};

/// From the present cap to the recommended one. Shares: 0.2 is +20 %. Low and high by the
/// repetitions of both levels.
struct CapChange {
  double from = 0;
  double to = 0;
  double throughput = 0, throughput_low = 0, throughput_high = 0;
  std::optional<double> requests, requests_low, requests_high;
  std::optional<double> seconds, seconds_low, seconds_high;
  bool interpolated = false;
};

struct TrafficClass {
  std::string name;
  bool tokens = true;  ///< throughput is output tokens a second, else requests a second
  std::vector<Measurement> points;  ///< by concurrency
  std::vector<TrafficLevel> levels;
  std::optional<UslFit> usl;
  std::optional<PiecewiseFit> piecewise;
  std::optional<double> isotonic_drop;  ///< largest fall below the best non-decreasing curve
  std::optional<LatencyFit> itl_fit;
  std::optional<double> noise;  ///< of one measurement, relative; nothing: not known
  std::string noise_source;
  std::optional<double> knee, knee_low, knee_high;
  std::optional<double> peak, peak_low, peak_high;
  std::string shape;  ///< "grows to the last level", "knee", "falls", "flat", "one level", "none"
  Cap cap;
  std::string binds;  ///< what the cap comes from: knee, growth, limits, slots, cache, …
  std::optional<std::int64_t> slots_ceiling;
  std::optional<std::int64_t> cache_ceiling;
  std::optional<double> request_tokens;
  std::optional<CapChange> change;
  std::string confidence;  ///< "firm", "fair", "weak", "none"
  double agreement = 0;    ///< share of resamplings with the same cap
  std::vector<double> measure_next;
  std::vector<std::string> notes;
};

struct TrafficReport {
  TrafficQuestion question;
  std::vector<TrafficClass> classes;
  std::vector<std::string> notes;
  /// 0; 1 when limits were given and a class keeps them at no level.
  [[nodiscard]] int exit_code() const;
};

/// @throws Error (invalid) for a limit or a mix that makes no sense, (unknown) for a limit on what
///         a class's files do not hold
[[nodiscard]] TrafficReport traffic_report(const Measurements& measurements,
                                           const TrafficQuestion& question);

/// Points of one curve: (concurrency, throughput above 0). Non-negative least squares of
/// N/X = (1 + α(N−1) + βN(N−1)) / λ, weighted so that relative errors count alike.
/// Nothing for fewer than two levels; two levels have no β.
enum class UslTerms { all, without_beta };
[[nodiscard]] std::optional<UslFit> fit_usl(const std::vector<std::pair<double, double>>& points,
                                            UslTerms terms = UslTerms::all);
/// Nothing for fewer than four levels.
[[nodiscard]] std::optional<PiecewiseFit> fit_piecewise(
    const std::vector<std::pair<double, double>>& points);
/// Nothing for fewer than three levels.
[[nodiscard]] std::optional<LatencyFit> fit_latency(
    const std::vector<std::pair<double, double>>& points);
/// The non-decreasing values nearest to these (pool adjacent violators).
[[nodiscard]] std::vector<double> isotonic(const std::vector<double>& values);

/// For people: tables, a plot in characters, the cap in the first lines.
[[nodiscard]] std::string render_text(const TrafficReport& report, bool colour);
/// Contract: `--format json` of `traffic`.
[[nodiscard]] std::string render_json(const TrafficReport& report);
[[nodiscard]] std::string render_markdown(const TrafficReport& report);
/// The same with the curves of render_svg(), as one page that stands alone.
[[nodiscard]] std::string render_html(const TrafficReport& report);
/// The levels: class, concurrency, output_tok_s, req_s, lowest, highest, repetitions, cap; by RFC
/// 4180.
[[nodiscard]] std::string render_csv(const TrafficReport& report);
/// Points, fitted curve, knee and cap of each class; self-contained.
[[nodiscard]] std::string render_svg(const TrafficReport& report);

}  // namespace kvplan
