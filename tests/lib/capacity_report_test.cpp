// The report of the story's plan (numbers: tests/lib/report_test.cpp).
#include "kvplan/capacity_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

const LayoutCurve& curve_of(const std::vector<LayoutCurve>& curves, std::string_view layout) {
  const auto found = std::ranges::find(curves, layout, &LayoutCurve::layout);
  REQUIRE(found != curves.end());
  return *found;
}

double at(const LayoutCurve& curve, double input) {
  const auto found = std::ranges::find_if(
      curve.points, [&](const auto& point) { return std::abs(point.first - input) < 1e-9; });
  REQUIRE(found != curve.points.end());
  return found->second;
}

}  // namespace

TEST_CASE("The curves go through the plan's own numbers") {
  const CapacityReport report = capacity_report(story(0.74));
  const LayoutCurve& tokens = curve_of(report.tokens_by_utilization, "replicated-2xtp1");
  CHECK(at(tokens, 0.74) == 1'518'812);
  CHECK(at(tokens, 0.78) == 2'205'252);
  CHECK(at(tokens, 0.5) == 0);
  const LayoutCurve& requests = curve_of(report.requests_by_length, "replicated-2xtp1");
  CHECK(at(requests, 262'144) == 4);
  CHECK(std::ranges::is_sorted(requests.points, std::greater{},
                               [](const auto& p) { return p.second; }));
}

TEST_CASE("The share above which services run short is the last at which they do not") {
  PlanRequest request = story(0.74);
  request.services = {{"postgres", 14_GiB, std::nullopt}};
  const CapacityReport report = capacity_report(request);
  REQUIRE(report.highest_utilization_for_services);
  const double share = *report.highest_utilization_for_services;
  request.utilization = {share, share};
  CHECK(plan(request).layouts.front().services_fit);
  request.utilization = {share + 0.005, share + 0.005};
  CHECK_FALSE(plan(request).layouts.front().services_fit);
  CHECK_FALSE(capacity_report(story(0.74)).highest_utilization_for_services);
}

TEST_CASE("The way from the split to the copies is in the report of the copies") {
  const CapacityReport report = capacity_report(story(0.74));
  REQUIRE(report.changeover);
  CHECK(report.changeover->from == "split-1xtp2");
  CHECK(report.changeover->to == "replicated-2xtp1");
  // A start of 300 to 780 s (the story), the stop before it 1 to 17 s, the memory given back 0 to
  // 180.
  CHECK(report.changeover->without.low == 301);
  CHECK(report.changeover->without.high == 977);
}

TEST_CASE("The page has its pictures and no text breaks out of it") {
  PlanRequest request = story(0.74);
  request.services = {{"</title><script>alert(1)</script>", 1_GiB, std::nullopt}};
  request.boxes[0].name = "\"onload=\"x";
  const std::string page = render_html(capacity_report(request));
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("&lt;script&gt;") != std::string::npos);
  CHECK(page.find("\"onload=") == std::string::npos);
  CHECK(page.find("1,518,812") != std::string::npos);
}

TEST_CASE("A plan that fits nowhere has a report too") {
  PlanRequest request = story(0.74);
  request.weights = exactly(300_GiB, "given by the user");
  const std::string page = render_html(capacity_report(request));
  CHECK(page.find("DOES NOT FIT") != std::string::npos);
  CHECK(page.find("nan") == std::string::npos);
}
