#include "kvplan/metrics.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "lib/planned.hpp"

namespace kvplan {
namespace {

Exposition golden(const std::string& name) {
  const auto file = tests::source_dir() / "tests/golden/metrics" / (name + ".prom");
  return parse_exposition(read_text(file), name);
}

}  // namespace

TEST_CASE("a real engine's metrics are read whole") {
  const Exposition metrics = golden("running-160-nonstreaming-waiting");
  CHECK(metrics.unreadable_lines == 0);
  CHECK_FALSE(metrics.cut);
  CHECK(metrics.sum("vllm:num_requests_running") == 33);
  CHECK(metrics.sum("vllm:num_requests_waiting_by_reason", {{"reason", "capacity"}}) == 127);
  CHECK(metrics.sum("vllm:generation_tokens_total") == 42577);
  CHECK(metrics.label("vllm:cache_config_info", "num_gpu_blocks") == "512");
  CHECK_FALSE(metrics.label("vllm:cache_config_info", "hash_block_size").has_value());
  CHECK(metrics.types.at("vllm:generation_tokens_total") == "counter");
}

TEST_CASE("a histogram's quantile lies inside its bucket") {
  const auto ttft =
      golden("running-160-nonstreaming-waiting").histogram("vllm:time_to_first_token_seconds");
  REQUIRE(ttft.has_value());
  CHECK(ttft->count == 632);
  // 316 of 632: between 277 at 0.25 s and 330 at 0.5 s.
  CHECK(*ttft->quantile(0.5) == doctest::Approx(0.25 + 0.25 * 39 / 53));
  CHECK(*ttft->mean() == doctest::Approx(607.3334736824036 / 632));
  CHECK_FALSE(Histogram{}.quantile(0.5).has_value());
}

TEST_CASE("escapes, timestamps, exemplars, NaN and other exporters' lines are read") {
  const Exposition metrics = parse_exposition(
      "# HELP a text\n"
      "a{path=\"C:\\\\dir\\n\",q=\"say \\\"x\\\"\",} 1 1395066363000\r\n"
      "a_bucket{le=\"0.1\"} 3 # {trace_id=\"7\"} 0.05 1.5\n"
      "node_load1 NaN\n"
      "b{x=\"1\"} +Inf\n"
      "c -2.5e3\n"
      "{\"my.metric\",unit=\"s\"} 4\n"
      "# EOF\n",
      "m");
  CHECK(metrics.unreadable_lines == 0);
  REQUIRE(metrics.samples.size() == 6);
  CHECK(metrics.samples[0].label("path") == "C:\\dir\n");
  CHECK(metrics.samples[0].label("q") == "say \"x\"");
  CHECK(metrics.samples[0].value == 1);
  CHECK(metrics.samples[1].value == 3);
  CHECK(std::isnan(metrics.samples[2].value));
  CHECK_FALSE(metrics.sum("node_load1").has_value());
  CHECK(std::isinf(metrics.samples[3].value));
  CHECK(metrics.sum("c") == -2500);
  CHECK(metrics.samples[5].name == "my.metric");
}

TEST_CASE("lines that are no samples are counted and named, and the rest is read") {
  const Exposition metrics =
      parse_exposition("a 1\nb{x=\"unclosed 2\nc one\nd 1 2 3\ne{x=1} 2\n<html>\nf 2", "m");
  CHECK(metrics.sum("a") == 1);
  CHECK(metrics.sum("f") == 2);
  CHECK(metrics.unreadable_lines == 5);
  REQUIRE(metrics.problems.size() == 5);
  CHECK(metrics.problems[0] == "line 2: no sample: \"b{x=\"unclosed 2\"");
  CHECK(metrics.cut);
}

TEST_CASE("text without a sample is an error that shows what was there") {
  CHECK_THROWS_WITH_AS(
      static_cast<void>(parse_exposition("<html><body>502</body></html>\n", "http://a/metrics")),
      "http://a/metrics: expected Prometheus text with at least one sample, found line 1: no "
      "sample: \"<html><body>502</body></html>\"",
      Error);
  CHECK_THROWS_AS(static_cast<void>(parse_exposition("", "m")), Error);
  CHECK_THROWS_AS(static_cast<void>(parse_exposition(std::string(100000, '{'), "m")), Error);
}

TEST_CASE("the series of several engines behind one endpoint add") {
  const Exposition metrics = parse_exposition(
      "x{engine=\"0\"} 3\nx{engine=\"1\"} 4\nx_created{engine=\"0\"} 1.7e9\n"
      "t_bucket{engine=\"0\",le=\"1\"} 1\nt_bucket{engine=\"1\",le=\"1\"} 2\n"
      "t_bucket{engine=\"0\",le=\"+Inf\"} 2\nt_bucket{engine=\"1\",le=\"+Inf\"} 2\n",
      "m");
  CHECK(metrics.sum("x") == 7);
  CHECK(metrics.largest("x") == 4);
  CHECK(metrics.sum("x", {{"engine", "1"}}) == 4);
  const auto t = metrics.histogram("t");
  REQUIRE(t.has_value());
  CHECK(t->count == 4);
  CHECK(t->buckets.at(0).count == 3);
  CHECK(t->quantile(0.5) == 2.0 / 3);
}

}  // namespace kvplan
