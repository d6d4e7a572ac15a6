// Fits, knee, peak and cap. Points of closed forms are literal: worked out apart from the library
// from X = λN / (1 + α(N−1) + βN(N−1)), rounded to four decimals.
#include "kvplan/traffic.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kvplan/error.hpp"
#include "lib/planned.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

using Pairs = std::vector<std::pair<double, double>>;

Measurements points(const Pairs& pairs, const std::string& name = "") {
  Measurements measurements;
  for (const auto& [n, x] : pairs) {
    Measurement point;
    point.concurrency = n;
    point.output_tok_s = x;
    point.traffic_class = name;
    point.tool = "CSV";
    measurements.points.push_back(point);
  }
  return measurements;
}

TrafficClass answered(const Pairs& pairs, const TrafficQuestion& question = {}) {
  return traffic_report(points(pairs), question).classes.at(0);
}

bool says(const TrafficClass& traffic, std::string_view words) {
  for (const std::string& note : traffic.notes) {
    if (note.find(words) != std::string::npos) return true;
  }
  return false;
}

// λ 40, α 0.02, β 0.00245: N* = √(0.98 / 0.00245) = 20.
const Pairs peak_at_20{{1, 40.0000},   {2, 78.0564},   {4, 146.8698}, {8, 250.5481},
                       {16, 338.9831}, {32, 316.0182}, {64, 210.9009}};
// λ 40, α 0.2, β 0: the slope falls to log2(1.1) where 1 + 0.2(N−1) = 0.8 / 0.1375, N = 25.09.
const Pairs saturating{{1, 40},   {2, 66.6667},   {4, 100},      {8, 133.3333},
                       {16, 160}, {32, 177.7778}, {64, 188.2353}};

}  // namespace

TEST_CASE("the law gives back the parameters that points were made from") {
  const auto fit = fit_usl(peak_at_20);
  REQUIRE(fit);
  CHECK(fit->lambda == doctest::Approx(40).epsilon(1e-4));
  CHECK(fit->alpha == doctest::Approx(0.02).epsilon(1e-2));
  CHECK(fit->beta == doctest::Approx(0.00245).epsilon(1e-3));
  CHECK(fit->degrees_of_freedom == 4);
  CHECK(*fit->peak() == doctest::Approx(20).epsilon(1e-3));
}

TEST_CASE("a negative term of the law is held at 0 and costs no degree of freedom") {
  // The story's short prompts: an unconstrained fit has β = −0.006 (users.md E.1).
  const auto fit = fit_usl({{1, 36}, {4, 82}, {8, 109}, {16, 150}});
  REQUIRE(fit);
  CHECK(fit->beta == 0);
  CHECK(fit->alpha > 0);
  CHECK(fit->free_parameters == 2);
  CHECK(fit->degrees_of_freedom == 2);
  CHECK_FALSE(fit->peak());
}

TEST_CASE("two levels have no β; one level and none have no curve") {
  const auto fit = fit_usl({{8, 82}, {12, 92}});
  REQUIRE(fit);
  CHECK(fit->beta == 0);
  CHECK(fit->degrees_of_freedom == 0);
  CHECK(fit->at(8) == doctest::Approx(82));
  CHECK_FALSE(fit_usl({{8, 82}, {8, 84}}));
  CHECK_FALSE(fit_usl({}));
}

TEST_CASE("where the slope of the law falls to a value") {
  CHECK(*UslFit{.lambda = 40, .alpha = 0.2}.where_slope_is(0.13750352374993502) ==
        doctest::Approx(25.0902).epsilon(1e-4));
  // Slope 0 is the peak.
  CHECK(*UslFit{.lambda = 40, .alpha = 0.02, .beta = 0.00245}.where_slope_is(0) ==
        doctest::Approx(20));
  CHECK_FALSE(UslFit{.lambda = 40}.where_slope_is(0.1375));
}

TEST_CASE("two straight pieces bend where they were joined") {
  // 10 a request up to 8, then 1 a request.
  const auto fit = fit_piecewise({{1, 10}, {2, 20}, {4, 40}, {8, 80}, {16, 88}, {32, 104}});
  REQUIRE(fit);
  CHECK(fit->breakpoint == doctest::Approx(8).epsilon(0.03));
  CHECK(fit->slope_before == doctest::Approx(10).epsilon(0.01));
  CHECK(fit->slope_after == doctest::Approx(1).epsilon(0.05));
  CHECK(fit->degrees_of_freedom == 2);
}

TEST_CASE("the nearest values that never fall") {
  CHECK(isotonic({1, 3, 2, 4}) == std::vector<double>{1, 2.5, 2.5, 4});
  CHECK(isotonic({3, 2, 1}) == std::vector<double>{2, 2, 2});
  CHECK(isotonic({}).empty());
}

TEST_CASE("a latency grows by a base and so much a request, neither negative") {
  const auto rising = fit_latency({{1, 5.25}, {2, 5.5}, {4, 6}, {8, 7}});
  REQUIRE(rising);
  CHECK(rising->base_s == doctest::Approx(5));
  CHECK(rising->per_request_s == doctest::Approx(0.25));
  const auto falling = fit_latency({{1, 3}, {2, 2}, {4, 1}});
  REQUIRE(falling);
  CHECK(falling->per_request_s == 0);
}

TEST_CASE("knee, peak and cap of known curves") {
  struct Row {
    const char* name;
    Pairs data;
    std::optional<double> knee, peak;
    double cap, low, high;
  };
  const std::vector<Row> rows{
      {"a peak at 20", peak_at_20, 16.988, 20.0, 16, 16, 20},
      {"saturation without a peak", saturating, 25.09, {}, 32, 25, 32},
      {"proportional", {{1, 40}, {2, 80}, {4, 160}, {8, 320}, {16, 640}}, {}, {}, 16, 16, 16},
      {"flat", {{1, 100}, {4, 101}, {8, 99}}, {}, {}, 1, 1, 1},
      {"falling from the first on", {{4, 113}, {8, 100}, {16, 87}}, {}, {}, 4, 4, 4},
      {"one level", {{8, 100}}, {}, {}, 8, 8, 8},
      {"two levels, growing", {{8, 100}, {16, 150}}, {}, {}, 16, 16, 16},
      {"a dip in the middle is no knee",
       {{1, 36}, {4, 82}, {8, 109}, {12, 105}, {16, 150}},
       {},
       {},
       16,
       8,
       16},
      {"a plateau has a knee and no peak",
       {{1, 40}, {2, 78}, {4, 140}, {8, 200}, {16, 205}, {32, 204}},
       8.0,
       {},
       8,
       6,
       16},
      {"unsorted and repeated",
       {{16, 60}, {8, 100}, {1, 30}, {8, 104}, {4, 80}, {16, 64}},
       8.0,
       8.0,
       8,
       6,
       11},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const TrafficClass traffic = answered(row.data);
    CHECK(traffic.knee.has_value() == row.knee.has_value());
    if (row.knee && traffic.knee) CHECK(*traffic.knee == doctest::Approx(*row.knee).epsilon(2e-3));
    CHECK(traffic.peak.has_value() == row.peak.has_value());
    if (row.peak && traffic.peak) CHECK(*traffic.peak == doctest::Approx(*row.peak).epsilon(2e-3));
    CHECK(*traffic.cap.value == row.cap);
    CHECK(*traffic.cap.low == row.low);
    CHECK(*traffic.cap.high == row.high);
  }
}

TEST_CASE("nothing beyond the last level unless asked, and then marked") {
  const Pairs growing{
      {1, 40}, {2, 76.1905}, {4, 139.1304}, {8, 237.037}, {16, 365.7143}};  // α 0.05
  CHECK(*answered(growing).cap.high == 16);
  TrafficQuestion question;
  question.extrapolate = true;
  const TrafficClass traffic = answered(growing, question);
  CHECK(traffic.cap.extrapolated);
  CHECK(*traffic.cap.value == 64);  // the knee is at 120; four times the last level is the end
  CHECK(says(traffic, "extrapolated beyond 16"));
  // Two levels leave no degree of freedom.
  const TrafficClass two = answered({{8, 100}, {16, 150}}, question);
  CHECK_FALSE(two.cap.extrapolated);
  CHECK(*two.cap.value == 16);
}

TEST_CASE("the afternoon: what 12 gains and costs against 8, and what part may be the mix") {
  const auto measurements = read_measurements(
      {kvplan::tests::source_dir().string() + "/tests/golden/traffic/afternoon.csv"});
  TrafficQuestion question;
  question.present = 8;
  const TrafficClass traffic = traffic_report(measurements, question).classes.at(0);
  CHECK(*traffic.cap.value == 12);
  CHECK(*traffic.cap.low == 8);
  REQUIRE(traffic.change);
  // 26/22 and 27/22 requests a minute; 12/26 and 12/27 min against 8/22 min; 91/83 and 93/81 tok/s.
  CHECK(*traffic.change->requests_low == doctest::Approx(0.182).epsilon(0.005));
  CHECK(*traffic.change->requests_high == doctest::Approx(0.227).epsilon(0.005));
  CHECK(*traffic.change->seconds_low == doctest::Approx(0.222).epsilon(0.005));
  CHECK(*traffic.change->seconds_high == doctest::Approx(0.269).epsilon(0.005));
  CHECK(traffic.change->throughput_low == doctest::Approx(0.096).epsilon(0.01));
  CHECK(traffic.change->throughput_high == doctest::Approx(0.148).epsilon(0.01));
  CHECK(traffic.confidence == "weak");
  CHECK(says(traffic, "(224 at 8, 208 at 12)"));
}

TEST_CASE("the story: short prompts have no knee up to 16, long ones peak near 8") {
  const auto report = traffic_report(
      read_measurements({kvplan::tests::source_dir().string() + "/tests/golden/traffic/story.csv"}),
      {});
  REQUIRE(report.classes.size() == 2);
  CHECK_FALSE(report.classes[0].knee);
  CHECK_FALSE(report.classes[0].peak);
  CHECK(*report.classes[0].cap.value == 16);
  CHECK(*report.classes[1].peak == 8);
  CHECK(*report.classes[1].cap.value == 8);
  CHECK(*report.classes[1].cap.low == 6);
  CHECK(*report.classes[1].cap.high == 11);
  CHECK(report.classes[1].measure_next == std::vector<double>{6, 11});
}

TEST_CASE("a real engine: short prompts grow to 32, long ones stop gaining at 8") {
  const auto report =
      traffic_report(read_measurements({kvplan::tests::source_dir().string() +
                                        "/tests/golden/traffic/engine-throughput.jsonl"}),
                     {});
  REQUIRE(report.classes.size() == 2);
  CHECK(report.classes[0].name == "prompt 32");
  CHECK_FALSE(report.classes[0].knee);
  CHECK(*report.classes[0].cap.value == 32);
  CHECK_FALSE(report.classes[1].peak);  // 169.34 → 168.53 is no fall
  CHECK(*report.classes[1].cap.value == 8);
  // FINDINGS.md, section 5: gap ≈ 4.7 ms + 0.25 ms a request in flight.
  REQUIRE(report.classes[0].itl_fit);
  CHECK(report.classes[0].itl_fit->base_s == doctest::Approx(0.0047).epsilon(0.05));
  CHECK(report.classes[0].itl_fit->per_request_s == doctest::Approx(0.00025).epsilon(0.05));
}

TEST_CASE("limits lower the cap to the largest level that keeps them all") {
  Measurements measurements = points({{1, 40}, {4, 100}, {8, 160}, {16, 250}});
  const double ttft[] = {0.1, 0.3, 0.9, 2.5};
  for (std::size_t i = 0; i < 4; ++i)
    measurements.points[i].ttft.percentiles = {{50, ttft[i] / 2}, {99, ttft[i]}};
  TrafficQuestion question;
  question.ttft_limit_s = 1.0;
  const auto report = traffic_report(measurements, question);
  const TrafficClass& traffic = report.classes.at(0);
  CHECK(*traffic.cap.value == 8);
  CHECK(traffic.binds == "limits");
  CHECK(*traffic.levels[2].good_share_low == 0.99);
  CHECK(*traffic.levels[3].good_share_low == 0);  // the median of 1.25 s is above the limit
  CHECK(*traffic.levels[3].good_share_high == 0.5);
  CHECK(report.exit_code() == 0);

  question.ttft_limit_s = 0.05;
  const auto none = traffic_report(measurements, question);
  CHECK_FALSE(none.classes.at(0).cap.value);
  CHECK(none.exit_code() == 1);

  question.ttft_limit_s.reset();
  question.e2e_limit_s = 1;
  CHECK_THROWS_AS(static_cast<void>(traffic_report(measurements, question)), Error);
}

TEST_CASE("slots and cache are ceilings") {
  TrafficQuestion question;
  question.max_num_seqs = 12;
  const TrafficClass traffic = answered({{1, 40}, {8, 160}, {16, 250}}, question);
  CHECK(*traffic.cap.value == 12);
  CHECK(*traffic.cap.high == 12);
  CHECK(traffic.binds == "slots");
}

TEST_CASE("a request's length beyond 64 bits is said in full") {
  TrafficQuestion question;
  question.request_tokens = 1e30;
  question.ceilings = ceilings_of(plan(tests::story(0.74)));
  REQUIRE(question.ceilings.has_value());
  const std::string text =
      render_markdown(traffic_report(points({{4, 81}, {8, 113}, {16, 87}}), question));
  CHECK(text.find("cache 0 requests of 1000000000000000019884624838656 tokens") !=
        std::string::npos);
}

TEST_CASE("Little's law is held against the user's own numbers") {
  Measurements measurements = points({{8, 100}});
  measurements.points[0].req_s = 0.5;
  measurements.points[0].e2e.mean = 16;
  CHECK_FALSE(says(traffic_report(measurements, {}).classes.at(0), "Little"));
  measurements.points[0].e2e.mean = 8;  // 4 in flight
  CHECK(says(traffic_report(measurements, {}).classes.at(0), "0.50 requests/s × 8.00 s = 4 in"));
}

TEST_CASE("figures of a proxy before two copies become shares of one") {
  TrafficQuestion question;
  question.copies = 2;
  const TrafficClass traffic = answered({{2, 80}, {8, 200}, {16, 400}}, question);
  CHECK(traffic.points[0].concurrency == 1);
  CHECK(*traffic.points[0].output_tok_s == 40);
  CHECK(*traffic.cap.value == 8);
}

TEST_CASE("a mix of classes adds the times of their requests") {
  Measurements measurements = points({{4, 80}, {8, 120}}, "short");
  const Measurements second = points({{4, 40}, {8, 50}}, "long");
  measurements.points.insert(measurements.points.end(), second.points.begin(), second.points.end());
  const double rates[] = {4, 6, 1, 1};
  for (std::size_t i = 0; i < 4; ++i) measurements.points[i].req_s = rates[i];
  TrafficQuestion question;
  question.mix = {{"short", 0.75}, {"long", 0.25}};
  const auto report = traffic_report(measurements, question);
  REQUIRE(report.classes.size() == 3);
  const TrafficClass& mix = report.classes[2];
  // 1 / (0.75/4 + 0.25/1) and 1 / (0.75/6 + 0.25/1).
  CHECK(*mix.points[0].req_s == doctest::Approx(2.285714));
  CHECK(*mix.points[1].req_s == doctest::Approx(2.666667));

  question.mix = {{"short", 0.5}};
  CHECK_THROWS_AS(static_cast<void>(traffic_report(measurements, question)), Error);
  question.mix = {{"other", 1}};
  CHECK_THROWS_AS(static_cast<void>(traffic_report(measurements, question)), Error);
}

TEST_CASE("the JSON has the contract's fields, null where the data shows nothing") {
  const auto json = nlohmann::json::parse(render_json(traffic_report(points({{8, 100}}), {})));
  CHECK(json.at("schema_version") == 1);
  const auto& traffic = json.at("classes").at(0);
  CHECK(traffic.at("knee").is_null());
  CHECK(traffic.at("peak").is_null());
  CHECK(traffic.at("cap").at("value") == 8);
  CHECK(traffic.at("points").at(0).at("output_tok_s") == 100);
  CHECK(traffic.at("notes").is_array());
}

TEST_CASE("the Markdown has a section a class: the cap, then its table, then what the data says") {
  const std::string markdown =
      render_markdown(traffic_report(points({{4, 81}, {8, 113}, {16, 87}}, "long"), {}));
  CHECK(markdown.starts_with("# Requests in flight per copy\n"));
  CHECK(markdown.find("\n## long\n") < markdown.find("cap 8 "));
  const auto cap = markdown.find("cap 8 ");
  const auto table = markdown.find("| in flight | tok/s | runs |");
  const auto row = markdown.find("| 16 | 87.0 | 1 |");
  CHECK(cap < table);
  CHECK(table < row);
  CHECK(row != std::string::npos);
  CHECK(markdown.find("- knee 8, peak 8\n") != std::string::npos);
}

TEST_CASE("the plot escapes names") {
  const std::string svg = render_svg(traffic_report(points({{8, 100}, {16, 150}}, "<b>&\"x"), {}));
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.find("<b>") == std::string::npos);
  CHECK(svg.find("&lt;b&gt;&amp;") != std::string::npos);
}

TEST_CASE("an axis of numbers beyond 64 bits says them") {
  const std::string svg = render_svg(traffic_report(points({{2, 1.4e24}, {4, 1.6e24}}), {}));
  CHECK(svg.find(">1500000e18<") != std::string::npos);
  CHECK(svg.find("-9,223") == std::string::npos);
}

TEST_CASE("more levels or classes than any benchmark has are refused, not resampled for minutes") {
  Pairs many;
  for (int i = 1; i <= 4097; ++i) many.emplace_back(i, 100);
  CHECK_THROWS_WITH_AS((void)traffic_report(points(many), {}),
                       doctest::Contains("expected at most 4,096 levels of concurrency, found "
                                         "4,097"),
                       Error);
  Measurements classes;
  for (int i = 0; i <= 4096; ++i) {
    const Measurements one = points({{1, 100}}, "class " + std::to_string(i));
    classes.points.push_back(one.points.front());
  }
  CHECK_THROWS_WITH_AS((void)traffic_report(classes, {}),
                       doctest::Contains("expected at most 4,096 classes of traffic"), Error);
}
