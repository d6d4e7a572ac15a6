// Readers of other tools' files. The texts below have the tools' fields (their repositories, as
// named in each reader) with numbers of our own.
#include "kvplan/measurement.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "kvplan/error.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

const std::string golden = kvplan::tests::source_dir().string() + "/tests/golden/traffic/";

/// What a text is refused with; "" when it is not.
std::string refusal(std::string_view text) {
  try {
    static_cast<void>(parse_measurements(text, "x"));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the CSV of the contract, its columns in any order") {
  const auto read = parse_measurements(
      "\xEF\xBB\xBF# a "
      "comment\r\nclass,output_tok_s,concurrency,ttft_p50_s,itl_p50_s,req_s,colour\r\n"
      "\"a, b\",36,1,0.1,0.02,0.5,red\r\n\r\nshort,82,4,,,,\r\n",
      "x.csv");
  REQUIRE(read.points.size() == 2);
  CHECK(read.points[0].traffic_class == "a, b");
  CHECK(read.points[0].concurrency == 1);
  CHECK(*read.points[0].output_tok_s == 36);
  CHECK(read.points[0].ttft.percentiles.at(50) == 0.1);
  CHECK(*read.points[0].req_s == 0.5);
  CHECK_FALSE(read.points[1].req_s);
  REQUIRE(read.notes.size() == 1);
  CHECK(read.notes[0] == "x.csv: columns not used: colour");
}

TEST_CASE("semicolons and tabs separate as well") {
  CHECK(parse_measurements("concurrency;output_tok_s\n1;36\n", "x").points.size() == 1);
  CHECK(parse_measurements("concurrency\toutput_tok_s\n1\t36\n", "x").points.size() == 1);
}

TEST_CASE("what cannot be read says where and which field is missing") {
  CHECK(refusal("concurrency,req_s\n1,2\n") ==
        "x: line 1: expected a column \"output_tok_s\", found the columns concurrency, req_s");
  CHECK(refusal("concurrency,output_tok_s\n1,2\n-3,4\n") ==
        "x: line 3: expected concurrency above 0, found -3");
  CHECK(refusal("concurrency,output_tok_s\n1,2\n1e12,4\n") ==
        "x: line 3: expected requests in flight above 0, at most 1e9, found 1000000000000");
  const std::string none = "expected requests in flight above 0, at most 1e9, found ";
  CHECK(refusal(R"({"benchmarks": [{"config": {"strategy": {"streams": -3}},
            "metrics": {"output_tokens_per_second": {"successful": {"mean": 9}}}}]})") ==
        "x: /benchmarks/0: " + none + "-3");
  CHECK(refusal("test_name,t_s_mean\ntg32 (c0),5\n") == "x: line 2: " + none + "0");
  CHECK(refusal(R"({"request_throughput": {"avg": 2}, "request_latency": {"avg": 0},
            "output_token_throughput": {"avg": 9}})") == "x: " + none + "0");
  CHECK(refusal(R"({"load_summary": {"concurrency": 0}, "successes": {"latency": {},
            "throughput": {"output_tokens_per_sec": 9, "requests_per_sec": 1}}})") ==
        "x: " + none + "0");
  CHECK(refusal(R"({"output_throughput": 9, "request_throughput": 0, "completed": 5,
            "mean_e2el_ms": 2000})") == "x: " + none + "0");
  CHECK(refusal("concurrency,output_tok_s\n1,nan\n") ==
        "x: line 2: expected output_tok_s as a finite number, found \"nan\"");
  CHECK(refusal("concurrency,output_tok_s\n1,-2\n") ==
        "x: line 2: expected output_tok_s of at least 0, found -2");
  CHECK(refusal("concurrency,output_tok_s\n1,2,3\n") ==
        "x: line 2: expected 2 cells as in the head line, found 3");
  CHECK(refusal("concurrency,output_tok_s\n") ==
        "x: line 1: expected lines of data below the head line, found none");
  CHECK(refusal("concurrency,output_tok_s\n\"1,2\n") ==
        "x: line 2: expected a closing quote, found the end of the file");
  CHECK(refusal(R"({"max_concurrency": 8, "request_throughput": 2})")
            .starts_with("x: /output_throughput: expected"));
  CHECK(refusal(R"({"benchmarks": [{"rate": 1}]})") ==
        "x: /benchmarks/0: expected metrics (GuideLLM) or context_size and tg_throughput "
        "(llama-benchy), found rate");
  CHECK(refusal(R"({"successes": {"latency": {}}})").starts_with("x: /successes/throughput"));
  CHECK_FALSE(refusal(R"({"hello": 1})").empty());
  CHECK_FALSE(refusal("").empty());
  CHECK_FALSE(refusal("[]").empty());
  CHECK_FALSE(refusal("[1, 2]").empty());
  CHECK_FALSE(refusal("{").empty());
  CHECK_FALSE(refusal(std::string_view("a\0b", 3)).empty());
  CHECK_FALSE(refusal("lorem ipsum").empty());
}

TEST_CASE("a file that is given twice counts once, and is said to") {
  const std::string file = golden + "vllm-bench-plain.json";
  const auto read = read_measurements({file, golden + "./vllm-bench-plain.json"});
  CHECK(read.points.size() == 1);
  REQUIRE_FALSE(read.notes.empty());
  CHECK(read.notes.front().ends_with("vllm-bench-plain.json was given twice and counts once"));
}

TEST_CASE("a real result of vllm bench serve, plain and detailed") {
  const auto read =
      read_measurements({golden + "vllm-bench-plain.json", golden + "vllm-bench-detailed.json"});
  REQUIRE(read.points.size() == 2);
  const Measurement& plain = read.points[0];
  CHECK(plain.concurrency == 8);  // not max_concurrent_requests, which is 24
  CHECK(*plain.output_tok_s == doctest::Approx(937.178));
  CHECK(*plain.req_s == doctest::Approx(14.6434));
  CHECK(plain.ttft.percentiles.at(99) == doctest::Approx(0.115210));
  CHECK(*plain.e2e.mean == doctest::Approx(0.544930));
  CHECK(*plain.prompt_tokens == doctest::Approx(129.083));
  CHECK(plain.times.empty());
  const Measurement& detailed = read.points[1];
  CHECK(detailed.times.size() == 48);
  CHECK(*detailed.times[0].ttft == doctest::Approx(0.0451528));
  CHECK(*detailed.times[0].tpot == doctest::Approx((0.711899 - 0.0451528) / 63));
  CHECK(detailed.e2e.known());  // from the list: e2el was not among its percentile metrics
}

TEST_CASE("JSON Lines of --append-result are runs; one without requests is left out") {
  const std::string run =
      R"({"max_concurrency": 4, "request_rate": "inf", "completed": 10, "request_throughput": 2, "output_throughput": 100})";
  const std::string idle =
      R"({"max_concurrency": 9, "completed": 0, "request_throughput": 0, "output_throughput": 0})";
  const auto read = parse_measurements(run + "\n" + idle + "\n" + run, "x");
  CHECK(read.points.size() == 2);
  CHECK(read.notes.size() == 1);
}

TEST_CASE("llama-benchy: JSON, CSV and its table say the same") {
  const auto json = parse_measurements(
      R"({"latency_mode": "api", "benchmarks": [
        {"concurrency": 2, "context_size": 4096, "prompt_size": 2048, "response_size": 32,
         "is_context_prefill_phase": true, "tg_throughput": {"mean": 1, "std": 0, "values": [1]}},
        {"concurrency": 2, "context_size": 4096, "prompt_size": 2048, "response_size": 32,
         "is_context_prefill_phase": false, "tg_throughput": {"mean": 111, "std": 1, "values": [110, 112]},
         "tg_req_throughput": {"mean": 50, "std": 1, "values": [50]},
         "e2e_ttft": {"mean": 600, "std": 1, "values": [600]}}]})",
      "x");
  REQUIRE(json.points.size() == 2);
  CHECK(*json.points[1].output_tok_s == 112);
  const auto table = parse_measurements(
      "| model | test | t/s (total) | t/s (req) | e2e_ttft (ms) |\n|:--|--:|--:|--:|--:|\n"
      "| m | ctx_pp @ d4096 (c2) | 9000.00 ± 1.00 | 1 ± 1 | 1 ± 1 |\n"
      "| m | pp2048 @ d4096 (c2) | 7000.00 ± 1.00 | 1 ± 1 | 600.00 ± 2.00 |\n"
      "| m | tg32 @ d4096 (c2) | 111.00 ± 3.61 | 50.00 ± 1.00 | |\n",
      "x");
  REQUIRE(table.points.size() == 1);
  const auto csv = parse_measurements(
      "model,test_name,t_s_mean,t_s_req_mean,e2e_ttft_mean\nm,pp2048 @ d4096 (c2),7000,1,600\n"
      "m,tg32 @ d4096 (c2),111,50,\n",
      "x");
  REQUIRE(csv.points.size() == 1);
  for (const Measurement& point : {json.points[0], table.points[0], csv.points[0]}) {
    CHECK(point.concurrency == 2);
    CHECK(point.traffic_class == "pp2048 @ d4096 tg32");
    CHECK(*point.prompt_tokens == 6144);
    CHECK(*point.output_tokens == 32);
    CHECK(*point.ttft.mean == doctest::Approx(0.6));
    CHECK(*point.tpot.mean == doctest::Approx(0.02));
  }
  CHECK(*table.points[0].output_tok_s == 111);
  CHECK(*csv.points[0].output_tok_s == 111);
}

TEST_CASE("llama-benchy: a size beyond 64 bits names its class in full") {
  const auto huge = parse_measurements(
      R"({"latency_mode": "api", "benchmarks": [{"concurrency": 1, "context_size": 0,
         "prompt_size": 1e20, "response_size": 32, "tg_throughput": {"mean": 5}}]})",
      "x");
  REQUIRE(huge.points.size() == 1);
  CHECK(huge.points[0].traffic_class == "pp100000000000000000000 tg32");
}

TEST_CASE("GuideLLM: streams where a run held them, else the mean in flight") {
  const std::string metrics =
      R"("metrics": {"request_concurrency": {"successful": {"mean": 3.9}},
        "requests_per_second": {"successful": {"mean": 2}},
        "output_tokens_per_second": {"successful": {"mean": 128}},
        "request_latency": {"successful": {"mean": 1.95, "median": 1.9, "percentiles": {"p99": 2.5, "p001": 1}}},
        "time_to_first_token_ms": {"successful": {"mean": 120, "median": 100}},
        "prompt_token_count": {"successful": {"mean": 256}},
        "output_token_count": {"successful": {"mean": 64}}}})";
  const auto read = parse_measurements(
      R"({"benchmarks": [{"config": {"strategy": {"type_": "concurrent", "streams": 4}}, )" +
          metrics + R"(, {"config": {"strategy": {"type_": "constant", "rate": 2}}, )" + metrics +
          "]}",
      "x");
  REQUIRE(read.points.size() == 2);
  CHECK(read.points[0].concurrency == 4);
  CHECK(read.points[1].concurrency == 3.9);
  CHECK(*read.points[0].output_tok_s == 128);
  CHECK(read.points[0].e2e.percentiles.at(99) == 2.5);
  CHECK(read.points[0].e2e.percentiles.size() == 2);
  CHECK(*read.points[0].ttft.mean == doctest::Approx(0.12));
}

TEST_CASE("AIPerf: JSON with its concurrency, CSV by Little's law, records one by one") {
  const auto json = parse_measurements(
      R"({"request_throughput": {"unit": "requests/sec", "avg": 2},
          "output_token_throughput": {"unit": "tokens/sec", "avg": 128},
          "request_latency": {"unit": "ms", "avg": 2000, "p50": 1900, "p99": 2500},
          "time_to_first_token": {"unit": "ms", "avg": 100},
          "input_config": {"loadgen": {"concurrency": 5}}})",
      "x");
  REQUIRE(json.points.size() == 1);
  CHECK(json.points[0].concurrency == 5);
  CHECK(json.points[0].e2e.percentiles.at(99) == 2.5);
  const auto csv = parse_measurements(
      "Metric,avg,min,max,p50,p99,std\nRequest Latency (ms),2000.00,1,3,1900.00,2500.00,1\n\n"
      "Metric,Value\nOutput Token Throughput (tokens/sec),128.00\n"
      "Request Throughput (requests/sec),2.00\n",
      "x");
  REQUIRE(csv.points.size() == 1);
  CHECK(csv.points[0].concurrency == 4);  // 2 a second × 2 s
  CHECK(*csv.points[0].output_tok_s == 128);
  const std::string first =
      R"({"metadata": {"request_start_ns": 0, "request_end_ns": 2000000000}, "metrics": {"request_latency": {"value": 2000, "unit": "ms"}, "time_to_first_token": {"value": 500, "unit": "ms"}, "output_sequence_length": {"value": 10, "unit": "tokens"}}, "error": null})";
  const std::string second =
      R"({"metadata": {"request_start_ns": 1000000000, "request_end_ns": 4000000000}, "metrics": {"request_latency": {"value": 3000, "unit": "ms"}, "output_sequence_length": {"value": 30, "unit": "tokens"}}})";
  const auto records = parse_measurements(first + "\n" + second + "\n", "x");
  REQUIRE(records.points.size() == 1);
  CHECK(records.points[0].concurrency == 1.25);  // 5 request seconds in 4 s
  CHECK(*records.points[0].output_tok_s == 10);
  CHECK(*records.points[0].req_s == 0.5);
  CHECK(records.points[0].times.size() == 2);
}

TEST_CASE("inference-perf: a stage, and the list of requests") {
  const auto stage = parse_measurements(
      R"({"load_summary": {"count": 10, "requested_rate": 2.0},
          "successes": {"count": 10, "latency": {"request_latency": {"mean": 2.0, "median": 1.9, "p90": 2.5},
            "time_to_first_token": null},
            "throughput": {"output_tokens_per_sec": 128.0, "requests_per_sec": 2.0},
            "prompt_len": {"mean": 218.0}, "output_len": {"mean": 64.0}},
          "failures": {"count": 1, "request_latency": null}})",
      "x");
  REQUIRE(stage.points.size() == 1);
  CHECK(stage.points[0].concurrency == 4);
  CHECK(*stage.points[0].failed == 1);
  CHECK(stage.points[0].e2e.percentiles.at(90) == 2.5);
  const auto requests = parse_measurements(
      R"([{"start_time": 10.0, "end_time": 12.0, "info": {"response_metrics": {"output_tokens": 10}}, "error": null},
          {"start_time": 11.0, "end_time": 14.0, "info": {"response_metrics": {"output_tokens": 30}}, "error": null}])",
      "x");
  REQUIRE(requests.points.size() == 1);
  CHECK(requests.points[0].concurrency == 1.25);
  CHECK(*requests.points[0].output_tok_s == 10);
}

namespace {

/// 40 requests of 2 s, one after the other, then 40 in pairs that take 3 s: states 1 and 2.
std::string log_of(const auto& line) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += line(2.0 * i, 2.0);
  for (int i = 0; i < 40; ++i) text += line(100 + 3.0 * (i / 2), 3.0);
  return text;
}

std::string fixed(double value) {
  return std::to_string(value).substr(0, std::to_string(value).find('.') + 4);
}

void check_states(const Measurements& read) {
  REQUIRE(read.points.size() == 2);
  CHECK(read.points[0].concurrency == 1);
  // Of a pair that ends at one moment the first leaves a copy that holds two, the other one that
  // holds one: 40 + 20 departures in 80 s, and 20 in 60 s.
  CHECK(*read.points[0].req_s == doctest::Approx(0.75));
  CHECK(*read.points[1].req_s == doctest::Approx(20.0 / 60));
  CHECK_FALSE(read.points[0].output_tok_s);
}

}  // namespace

TEST_CASE("nginx: $msec with names, and JSON lines") {
  check_states(parse_measurements(log_of([](double start, double seconds) {
                                    return fixed(1795959600 + start + seconds) +
                                           " 200 req=" + fixed(seconds) +
                                           " up=127.0.0.1:8201 POST /v1/completions HTTP/1.1\n";
                                  }),
                                  "x"));
  check_states(parse_measurements(log_of([](double start, double seconds) {
                                    return R"({"msec": ")" + fixed(1795959600 + start + seconds) +
                                           R"(", "request_time": ")" + fixed(seconds) +
                                           R"(", "status": 200, "request_method": "POST"})" + "\n";
                                  }),
                                  "x"));
}

TEST_CASE("nginx: the combined format with $request_time and $upstream_addr after it") {
  std::string text;
  const auto line = [&](int ends_at, const char* seconds, const char* request, const char* copy) {
    const int minute = 13 * 60 + ends_at / 60;
    const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    text += "10.1.2.3 - - [29/Nov/2026:" + two(minute / 60) + ":" + two(minute % 60) + ":" +
            two(ends_at % 60) + " +0000] \"" + request +
            " HTTP/1.1\" 200 1234 \"-\" \"curl/8.5\" " + seconds + " " + copy + "\n";
  };
  for (int i = 0; i < 40; ++i) line(2 * i + 2, "2.000", "POST /v1/completions", "10.0.0.1:8000");
  line(90, "0.001", "GET /health", "10.0.0.1:8000");
  for (int i = 0; i < 40; ++i) {
    line(103 + 3 * (i / 2), "3.000", "POST /v1/completions", "10.0.0.1:8000, 10.0.0.2:8000");
  }
  const auto read = parse_measurements(text, "x");
  REQUIRE(read.points.size() == 2);
  // The first copy: 40 requests one after the other, in 80 s.
  CHECK(read.points[0].copy == "10.0.0.1:8000");
  CHECK(read.points[0].concurrency == 1);
  CHECK(*read.points[0].req_s == doctest::Approx(0.5));
  // The second, which answered after the first was tried: a pair ends 0.25 and 0.75 s into its
  // second. All but the last leave it while it holds two: 39 departures in 59.5 s.
  CHECK(read.points[1].copy == "10.0.0.2:8000");
  CHECK(read.points[1].concurrency == 2);
  CHECK(*read.points[1].req_s == doctest::Approx(39 / 59.5));
  REQUIRE(read.notes.size() == 3);
  CHECK(read.notes[0] == "x: 1 requests that are no POST (health checks, scrapes) are left out");
  CHECK(read.notes[1] == "x: times are whole seconds; log $msec for requests of a few seconds");
}

TEST_CASE("two /metrics snapshots of a real copy: what it did in between") {
  const auto read = read_measurements(
      {golden + "metrics-before.prom", golden + "metrics-after.prom"}, {.seconds = 10});
  REQUIRE(read.points.size() == 1);
  const Measurement& point = read.points[0];
  CHECK(*point.requests == 96);                          // 860 − 764
  CHECK(*point.output_tok_s == doctest::Approx(614.4));  // (58,912 − 52,768) / 10
  CHECK(*point.req_s == doctest::Approx(9.6));
  CHECK(*point.prompt_tokens == doctest::Approx(129.083333));  // (398,184 − 385,792) / 96
  CHECK(*point.output_tokens == doctest::Approx(64));
  CHECK(*point.e2e.mean == doctest::Approx(0.601122));   // 57.707756519 s / 96
  CHECK(*point.ttft.mean == doctest::Approx(0.120392));  // 11.557644129 s / 96
  CHECK(*point.itl.mean == doctest::Approx(0.0076384));  // 46.197626022 s / 6,048
  // 26 of 96 until 0.08 s, 50 until 0.1 s: the 48th is 22 / 24 of the way.
  CHECK(point.ttft.percentiles.at(50) == doctest::Approx(0.0983333));
  CHECK(point.concurrency == doctest::Approx(5.770776));  // 9.6 × 0.601122
  REQUIRE(read.notes.size() == 1);                        // 4,736 of 12,392; no preemption
  CHECK(read.notes[0] == golden +
                             "metrics-after.prom: 38 % of prompt tokens were found in the "
                             "prefix cache");
}

TEST_CASE("histograms of other bounds are not subtracted from each other") {
  const auto write = [](const std::string& name, const std::string& text) {
    const auto file = std::filesystem::temp_directory_path() / ("kvplan-measurement-" + name);
    std::ofstream(file) << text;
    return file.string();
  };
  const auto snapshot = [](const char* bound, int count, int seconds) {
    const std::string n = std::to_string(count);
    const std::string s = std::to_string(seconds);
    const std::string ttft = "vllm:time_to_first_token_seconds";
    const std::string e2e = "vllm:e2e_request_latency_seconds";
    return "vllm:generation_tokens_total " + n + "\nvllm:request_success_total " + n + "\n" + ttft +
           "_bucket{le=\"" + bound + "\"} " + n + "\n" + ttft + "_sum " + s + "\n" + ttft +
           "_count " + n + "\n" + e2e + "_bucket{le=\"8\"} " + n + "\n" + e2e + "_sum " + s + "\n" +
           e2e + "_count " + n + "\n";
  };
  const std::string before = write("before.prom", snapshot("0.1", 10, 10));
  const std::string after = write("after.prom", snapshot("0.2", 20, 30));
  const auto read = read_measurements({before, after}, {.seconds = 10});
  REQUIRE(read.points.size() == 1);
  CHECK(read.points[0].e2e.mean == 2);  // 20 s more, of 10 requests
  CHECK_FALSE(read.points[0].ttft.known());
  for (const std::string& file : {before, after}) std::filesystem::remove(file);
}

TEST_CASE("HAProxy: from the accept date, less what waited in the proxy's queue") {
  const auto read = parse_measurements(
      log_of([](double start, double seconds) {
        const int total = static_cast<int>(start);
        const std::string clock = std::string(total / 60 < 10 ? "0" : "") +
                                  std::to_string(total / 60) + ":" + (total % 60 < 10 ? "0" : "") +
                                  std::to_string(total % 60);
        return "Nov 29 13:00:00 lb haproxy[1]: 10.0.1.2:33317 [29/Nov/2026:13:" + clock +
               ".000] llm vllm/copy1 0/0/1/30/" + std::to_string(static_cast<int>(seconds * 1000)) +
               " 200 2750 - - ---- 1/1/1/1/0 0/0 \"POST /v1/completions HTTP/1.1\"\n";
      }),
      "x");
  check_states(read);
  CHECK(read.points[0].copy == "copy1");
}

TEST_CASE("an access log without the time of a request says so") {
  CHECK(refusal("1.2.3.4 - - [29/Nov/2026:13:43:16 +0000] \"POST /v1/completions HTTP/1.1\" 200 5 "
                "\"-\" \"x\"\n")
            .find("$request_time") != std::string::npos);
}

TEST_CASE("lengths of one kind of request are one class whatever the file") {
  CHECK(
      parse_measurements("concurrency,output_tok_s\n1,36\n", "x").points[0].traffic_class.empty());
}
