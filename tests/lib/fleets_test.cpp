// Which layouts are simulated, and how each is set up.
#include "kvplan/fleets.hpp"

#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "kvplan/question.hpp"
#include "lib/planned.hpp"

using namespace kvplan;

namespace {

PlanRequest llama(const std::string& layout) {
  Question question;
  question.model = "Meta-Llama-3.1-8B";
  question.util = "0.5";
  question.layout = layout;
  return request_from(question, tests::source_dir());
}

}  // namespace

TEST_CASE("a layout of several copies has a fleet for each routing, one copy has a single one") {
  FleetOptions options;
  options.routings = {Routing::least_conn, Routing::round_robin};
  CHECK(fleets_of(llama("replicated"), options).fleets.size() == 2);
  CHECK(fleets_of(llama("split"), options).fleets.size() == 1);
}

TEST_CASE("a cap is the engine's slots, or the proxy's") {
  FleetOptions options;
  options.cap = 7;
  const Fleet at_copy = fleets_of(llama("replicated"), options).fleets.front();
  CHECK(at_copy.copies.front().max_num_seqs == 7);
  CHECK(at_copy.proxy_cap == 0);
  options.cap_at_proxy = true;
  const Fleet at_proxy = fleets_of(llama("replicated"), options).fleets.front();
  CHECK(at_proxy.copies.front().max_num_seqs > 7);
  CHECK(at_proxy.proxy_cap == 7);
}

TEST_CASE("a restart counts for the layouts that have the copy") {
  FleetOptions options;
  options.restarts = {parse_restart("2@600:300")};
  CHECK(fleets_of(llama("replicated"), options).fleets.front().restarts.size() == 1);
  CHECK(fleets_of(llama("split"), options).fleets.front().restarts.empty());
}

TEST_CASE("what does not fit or cannot be simulated is left out with its reason") {
  PlanRequest small = llama("");
  small.utilization = {0.05, 0.05};
  const Fleets none = fleets_of(small, {});
  CHECK(none.fleets.empty());
  CHECK(none.left_out.front().find(": it does not fit") != std::string::npos);
  for (const std::string& line : fleets_of(llama(""), {}).left_out) {
    CHECK(line.find("pipeline") != std::string::npos);
  }
}

TEST_CASE("a cap below zero and an acceptance beyond one are refused by their options") {
  FleetOptions options;
  options.cap = -1;
  CHECK_THROWS_WITH_AS((void)fleets_of(llama("split"), options),
                       "--cap: expected 0 or more, found -1", Error);
  options.cap = 0;
  options.acceptance = 1.5;
  CHECK_THROWS_WITH_AS((void)fleets_of(llama("split"), options),
                       "--acceptance: expected 0 to 1, found 1.500", Error);
}

TEST_CASE("restarts, routings and measures are read from text") {
  const Restart restart = parse_restart("2@600:300");
  CHECK(restart.copy == 1);
  CHECK(restart.at_s == 600);
  CHECK(restart.seconds == 300);
  for (const char* text : {"", "2", "2@600", "0@1:1", "2@x:1", "2@1:1 "}) {
    CHECK_THROWS_AS((void)parse_restart(text), Error);
  }
  CHECK(parse_routing("sticky") == Routing::sticky);
  CHECK(parse_measure("ttft_p95") == Measure::ttft_p95);
  CHECK_THROWS_WITH_AS(
      (void)parse_routing("random"),
      "--routing: expected least_conn, round_robin, sticky, prefix_aware, found \"random\"", Error);
}

TEST_CASE("lengths and generators are spelled as they are read") {
  for (const char* text : {"512", "100..900", "512~exp", "512~0.8", "240000"}) {
    CHECK(spelled(parse_length(text, "--in")) == text);
  }
  Generator generator;
  generator.rate = 2;
  generator.requests = 1200;
  generator.in = parse_length("512", "");
  generator.out = parse_length("256~exp", "");
  CHECK(spelled(generator) == "1,200 requests, 2.000 a second, Poisson, 512 in and 256~exp out");
  generator.clients = 8;
  generator.long_share = 0.25;
  generator.long_in = parse_length("9000", "");
  generator.long_out = parse_length("10", "");
  CHECK(spelled(generator) ==
        "1,200 requests, 8 clients in a closed loop, 512 in and 256~exp out, 25.00 % of them 9000 "
        "in and 10 out");
}
