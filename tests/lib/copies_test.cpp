#include "kvplan/copies.hpp"

#include <doctest/doctest.h>

#include <array>

#include "kvplan/text_file.hpp"
#include "lib/planned.hpp"

namespace kvplan {
namespace {

CopyStatus golden(const std::string& name) {
  const auto file = tests::source_dir() / "tests/golden/metrics" / (name + ".prom");
  return copy_status(parse_exposition(read_text(file), name));
}

CopyStatus reading(double start_time, double generated) {
  return copy_status(
      parse_exposition("vllm:generation_tokens_total{engine=\"0\"} " + std::to_string(generated) +
                           "\nprocess_start_time_seconds " + std::to_string(start_time) + "\n",
                       "http://a:8000/metrics"));
}

}  // namespace

TEST_CASE("a real engine's copies are added up right") {
  const FleetStatus status =
      fleet({golden("running-16-streaming"), golden("running-160-nonstreaming-waiting"),
             golden("spec-draft-model")});
  CHECK(status.all_up());
  // By hand from the three files.
  CHECK(status.total.num_requests_running == 49);
  CHECK(status.total.num_requests_waiting == 127);
  CHECK(status.total.generation_tokens_total == 36888 + 42577 + 832);
  CHECK(status.total.prompt_tokens_total == 287488 + 312064 + 1128);
  CHECK(status.total.requests_finished_total == 552 + 600 + 13);
  CHECK(status.total.kv_cache_tokens == Tokens{65536 + 65536 + 52352});
  CHECK(*status.total.prefix_cache_hit_rate() ==
        doctest::Approx(8448.0 / (287488 + 312576 + 1128)));
  CHECK(*status.total.draft_acceptance() == doctest::Approx(2.0 / 2451));
  // 48 of 511 blocks, 156 of 511, 0 of 408: weighed by blocks, not by copies.
  CHECK(*status.total.kv_cache_usage_perc == doctest::Approx(204.0 / (511 + 511 + 408)));
  CHECK(*status.total.kv_cache_usage_max == doctest::Approx(156.0 / 511));
}

TEST_CASE("a copy that is missing is named and not counted as zero") {
  const FleetStatus status =
      fleet({golden("running-16-streaming"), missing_copy("http://b:8000/metrics", "HTTP 502")});
  CHECK_FALSE(status.all_up());
  CHECK(status.total.num_requests_running == 16);
  CHECK_FALSE(status.copies[1].figures.num_requests_running.has_value());
  CHECK(render_json(status).find("\"missing\": [\n    \"http://b:8000/metrics\"\n  ]") !=
        std::string::npos);
}

TEST_CASE("answers that alternate between processes are a proxy, one change is a restart") {
  const std::array proxy{reading(100, 5), reading(200, 9), reading(100, 6)};
  CHECK(copy_status(proxy).several_behind);
  CHECK_FALSE(copy_status(proxy).restarted);
  const std::array back{reading(200, 5), reading(100, 9)};
  CHECK(copy_status(back).several_behind);
  const std::array restart{reading(100, 5), reading(100, 6), reading(200, 0)};
  CHECK(copy_status(restart).restarted);
  CHECK_FALSE(copy_status(restart).several_behind);
  const std::array steady{reading(100, 5), reading(100, 6), reading(100, 9)};
  CHECK_FALSE(copy_status(steady).restarted);
  CHECK(copy_status(steady).notes.empty());
}

TEST_CASE("two addresses of one copy are noticed") {
  const FleetStatus status = fleet({golden("idle-fresh"), golden("idle-fresh")});
  REQUIRE(status.notes.size() == 1);
  CHECK(status.notes[0].find("counted twice") != std::string::npos);
}

TEST_CASE("a cache that is not the plan's is said with its gap") {
  const FleetStatus status = fleet({golden("idle-fresh")}, 131072_tokens);
  REQUIRE(status.notes.size() == 1);
  CHECK(status.notes[0] == "idle-fresh holds 65,536 tokens, the plan says 131,072 (-65,536)");
}

TEST_CASE("older names, SGLang's names and several engines behind one endpoint are read") {
  const CopyStatus old = copy_status(parse_exposition(
      "vllm:gpu_cache_usage_perc{model_name=\"m\"} 0.5\nvllm:num_requests_running 2\n", "a"));
  CHECK(old.figures.kv_cache_usage_perc == 0.5);
  const CopyStatus sglang = copy_status(
      parse_exposition("sglang:num_running_reqs{model_name=\"m\"} 3\nsglang:num_queue_reqs 4\n"
                       "sglang:token_usage 0.25\nsglang:max_total_num_tokens 1557709\n",
                       "a"));
  CHECK(sglang.figures.num_requests_running == 3);
  CHECK(sglang.figures.num_requests_waiting == 4);
  CHECK(sglang.figures.kv_cache_tokens == 1557709_tokens);
  const CopyStatus ranks = copy_status(parse_exposition(
      "vllm:kv_cache_usage_perc{engine=\"0\"} 1\nvllm:kv_cache_usage_perc{engine=\"1\"} 0\n"
      "vllm:cache_config_info{engine=\"0\",num_gpu_blocks=\"101\",kv_cache_size_tokens=\"10\"} 1\n"
      "vllm:cache_config_info{engine=\"1\",num_gpu_blocks=\"301\",kv_cache_size_tokens=\"30\"} 1\n",
      "a"));
  CHECK(ranks.figures.kv_cache_usage_perc == 0.25);
  CHECK(ranks.figures.kv_cache_tokens == 40_tokens);
}

TEST_CASE("an answer of another exporter is no copy") {
  const CopyStatus other = copy_status(parse_exposition("node_load1 0.5\n", "a"));
  CHECK_FALSE(other.up);
  CHECK(other.error == "an answer without an engine's metrics");
}

}  // namespace kvplan
