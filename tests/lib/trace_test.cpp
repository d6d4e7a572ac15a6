// Traces as people have them, and generated ones.
#include "kvplan/trace.hpp"

#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "kvplan/step_time.hpp"

using namespace kvplan;

namespace {
constexpr std::int64_t ms = ps_per_second / 1000;
Trace parsed(std::string_view text, const TraceOptions& options = {}) {
  return parse_trace(text, "trace", options);
}
}  // namespace

TEST_CASE("kvplan's own trace: t, in, out, and what else there is, in any order") {
  const Trace trace = parsed("session,out,t,in\na,5,2.5,100\n\nb,6,0.5,200\r\na,7,0.5,300\n");
  CHECK(trace.format() == "kvplan");
  REQUIRE(trace.size() == 3);
  // Sorted by time, equal times in the file's order; the first is at 0.
  CHECK(trace[0].in == 200);
  CHECK(trace[0].at_ps == 0);
  CHECK(trace[1].in == 300);
  CHECK(trace[2].at_ps == 2000 * ms);
  CHECK(trace[2].out == 5);
  CHECK(trace[1].session == trace[2].session);
  CHECK(trace[0].session != trace[1].session);
  CHECK(trace.seconds() == 2.0);
}

TEST_CASE("JSON Lines with hash_ids: equal names, equal pieces") {
  const Trace trace = parsed(
      "{\"t\": 0, \"in\": 130, \"out\": 4, \"hash_ids\": [7, 8, 9]}\n"
      "{\"t\": 1, \"in\": 70, \"out\": 4, \"hash_ids\": [7, 11]}\n");
  REQUIRE(trace[0].hashes.size() == 3);
  CHECK(trace[0].hash_block == 64);
  CHECK(trace[0].hashes[0] == trace[1].hashes[0]);
  CHECK(trace[0].hashes[1] != trace[1].hashes[1]);
}

TEST_CASE("published traces are known by their columns") {
  const Trace azure = parsed(
      "TIMESTAMP,ContextTokens,GeneratedTokens\n"
      "2023-11-16 23:59:59.9000000,4808,10\n2023-11-17 00:00:00.1500000,3180,8\n");
  CHECK(azure.format() == "azure");
  CHECK(azure[1].at_ps == 250 * ms);
  CHECK(azure[1].in == 3180);

  const Trace burst = parsed(
      "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log "
      "Type\n"
      "5,x,1.2,ChatGPT,472,18,490,Conversation log\n45,x,1.0,ChatGPT,1087,0,1087,API log\n"
      "118,,1.0,GPT-4,417,276,693,API log\n");
  CHECK(burst.format() == "burstgpt");
  CHECK(burst.size() == 2);
  CHECK(burst.skipped() == 1);  // no answer: a failure
  CHECK(burst[0].session != 0);
  CHECK(burst[1].session == 0);
  CHECK(burst[1].at_ps == 113'000 * ms);

  const Trace mooncake = parsed(
      "{\"timestamp\": 27482, \"input_length\": 6955, \"output_length\": 52, \"hash_ids\": [46, "
      "47]}\n"
      "{\"timestamp\": 30535, \"input_length\": 6472, \"output_length\": 26, \"hash_ids\": [46, "
      "48]}\n");
  CHECK(mooncake.format() == "mooncake");
  CHECK(mooncake[1].at_ps == 3053 * ms);
  CHECK(mooncake[0].hash_block == 512);

  const Trace bailian = parsed(
      "{\"chat_id\": 1, \"parent_chat_id\": -1, \"timestamp\": 0.5, \"input_length\": 20, "
      "\"output_length\": 3, \"type\": \"text\", \"turn\": 1, \"hash_ids\": [1, 2]}\n"
      "{\"chat_id\": 2, \"parent_chat_id\": 1, \"timestamp\": 9.5, \"input_length\": 50, "
      "\"output_length\": 3, \"type\": \"text\", \"turn\": 2, \"hash_ids\": [1, 2, 3, 4]}\n");
  CHECK(bailian.format() == "bailian");
  CHECK(bailian[1].hash_block == 16);
  CHECK(bailian[1].session == bailian[0].session);
  CHECK(bailian[1].at_ps == 9'000 * ms);
}

TEST_CASE("columns of other names are mapped; a trace can be faster and shorter") {
  TraceOptions options;
  options.columns = {{"t", "when"}, {"in", "p"}, {"out", "c"}};
  options.speed = 2;
  options.limit = 2;
  const Trace trace = parsed("when,p,c\n0,1,1\n10,2,2\n20,3,3\n", options);
  CHECK(trace.size() == 2);
  CHECK(trace[1].at_ps == 5000 * ms);
  TraceOptions fast;
  fast.speed = 1e6;  // 1.6e10 s apart, beyond 64 bits of nanoseconds
  CHECK(parsed("t,in,out\n-8000000000,1,1\n8000000000,1,1\n", fast)[1].at_ps == 16'000'000 * ms);
}

TEST_CASE("what cannot be read names its line and column") {
  const auto refused = [](std::string_view text, const char* says) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS((void)parsed(text), doctest::Contains(says), Error);
  };
  refused("", "a request or more");
  refused("t,in,out\n", "a request or more");
  refused("a,b\n1,2\n", "line 2");
  refused("t,in,out\n0,12,x\n", "line 2: expected out: a whole number of tokens, found \"x\"");
  refused("t,in,out\n0,1,1\n1,-5,1\n", "line 3");
  refused("t,in,out\n0,1.5,1\n", "line 2");
  refused("t,in,out\n0,1e300,1\n", "line 2");
  refused("t,in,out\nnan,1,1\n", "line 2");
  refused("t,in,out\n0,1,1\n2,1\n", "line 3: expected out: a value, found nothing");
  refused("t,in,out\n0,1,1\n1e300,1,1\n", "line 3");
  refused("t,in,out\n0,1,1\n9000000,1,1\n", "92 days");
  refused("t,in,out\n-8000000000,1,1\n8000000000,1,1\n", "92 days");
  refused("{\"t\": 0, \"in\": 1, \"out\": 1}\n{\"t\": 0,\n", "line 2");
  refused("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-13-16 18:00:00,1,1\n", "line 2");
  refused("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:00:00 CET,1,1\n",
          "line 2: expected TIMESTAMP: a time, found \"2023-11-16 18:00:00 CET\"");
}

TEST_CASE("times of several zones stand on one clock") {
  // 18:00:00.5, 18:00:01, 18:00:02, 18:00:03 and 18:00:04 of UTC; the last but one names no zone.
  const Trace trace = parsed(
      "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16T19:00:01+01:00,2,1\n"
      "2023-11-17 00:00:04 +0600,5,1\n2023-11-16 20:00:00.5+02,1,1\n"
      "2023-11-16 12:30:02-05:30,3,1\n2023-11-16 18:00:03,4,1\n");
  REQUIRE(trace.size() == 5);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    CHECK(trace[i].in == static_cast<std::int64_t>(i) + 1);
    CHECK(trace[i].at_ps == (i == 0 ? 0 : static_cast<std::int64_t>(i) * 1000 - 500) * ms);
  }
  CHECK(parsed("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:00:00Z,1,1\n").size() == 1);
}

TEST_CASE("lengths as people write them") {
  CHECK(parse_length("512", "--in") == Length{.mean = 512});
  CHECK(parse_length("100..900", "--in") ==
        Length{.shape = Length::Shape::uniform, .mean = 500, .low = 100, .high = 900});
  CHECK(parse_length("300~exp", "--in") ==
        Length{.shape = Length::Shape::exponential, .mean = 300});
  CHECK(parse_length("300~0.5", "--in") ==
        Length{.shape = Length::Shape::lognormal, .mean = 300, .variation = 0.5});
  for (const char* bad :
       {"", "0", "-3", "1.5", "9..3", "a", "5~", "5~-1", "5~nan", "1e99", "..", "3.."}) {
    CAPTURE(bad);
    CHECK_THROWS_AS((void)parse_length(bad, "--in"), Error);
  }
}

TEST_CASE("a generator keeps its rate, its shares, and its arrivals when shares change") {
  Generator generator{.rate = 50,
                      .requests = 20'000,
                      .in = {.mean = 100},
                      .out = {.mean = 10},
                      .long_share = 0.1,
                      .long_in = {.mean = 5000},
                      .long_out = {.mean = 10}};
  const auto some = generate(generator);
  generator.long_share = 0.2;
  const auto more = generate(generator);
  std::int64_t longs = 0;
  std::int64_t last = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto a = some->next();
    const auto b = more->next();
    REQUIRE(a.has_value());
    REQUIRE(b.has_value());
    CHECK(a->at_ps == b->at_ps);
    CHECK((!a->is_long || b->is_long));  // those that were long stay long
    longs += a->is_long ? 1 : 0;
    last = a->at_ps;
  }
  CHECK_FALSE(some->next().has_value());
  CHECK(static_cast<double>(last) / ps_per_second == doctest::Approx(400).epsilon(0.03));
  CHECK(static_cast<double>(longs) == doctest::Approx(2000).epsilon(0.1));
}

TEST_CASE("generators that cannot be are refused") {
  const auto refused = [](const Generator& generator) {
    CHECK_THROWS_AS((void)generate(generator), Error);
  };
  refused({.rate = 0});
  refused({.rate = -1});
  refused({.burstiness = 0});
  refused({.clients = -1});
  refused({.requests = 0});
  refused({.long_share = 1.5});
}
