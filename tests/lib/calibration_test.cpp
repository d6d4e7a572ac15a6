#include "kvplan/calibration.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "lib/planned.hpp"

namespace kvplan {
namespace {

void add(CalibrationInput& input, const std::string& name) {
  add_evidence(input, read_text(tests::source_dir() / "tests/golden/logs" / (name + ".log")), name);
}

Calibration from(const std::vector<std::string>& names) {
  CalibrationInput input;
  for (const std::string& name : names) add(input, name);
  return calibrate(input);
}

PlannedStart wanted(const std::string& model) {
  PlannedStart start;
  start.model = model;
  return start;
}

/// A start on CUDA with all that a calibration needs.
std::string start(const std::string& model, int batched, double beside, double util = 0.8) {
  const double requested = 121.69 * util;
  return "non-default args: {'model': '" + model +
         "', 'max_num_batched_tokens': " + std::to_string(batched) + ", 'max_num_seqs': 16}\n" +
         "Initializing a V1 LLM engine (v0.27.0) with config: model='" + model +
         "', tensor_parallel_size=1, device_config=cuda\n" +
         "Model loading took 20.0 GiB memory and 60.0 seconds\n" +
         "Available KV cache memory: " + format_fixed(requested - beside, 2) + " GiB\n" +
         "Free memory on device (112.0/121.69 GiB) on startup. Desired GPU memory utilization is "
         "(" +
         format_fixed(util, 2) + ", " + format_fixed(requested, 2) + " GiB).\n";
}

Calibration from_starts(const std::vector<std::string>& texts) {
  CalibrationInput input;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    add_evidence(input, texts[i], "log-" + std::to_string(i));
  }
  return calibrate(input);
}

}  // namespace

TEST_CASE("one log of the CPU engine tells the cache at another utilization") {
  // Measured: 3.66 GiB at 0.2 (compiled), 6.09 at 0.3 and 20.69 at 0.92 (both eager).
  struct Case {
    const char* log;
    double utilization;
    double measured;
  };
  for (const Case& c :
       {Case{"llama--util0.3-len8192-eager", 0.92, 20.69},
        Case{"llama--util0.92-default", 0.3, 6.09}, Case{"llama--util0.2-len8192", 0.3, 6.09},
        Case{"llama--util0.2-len8192", 0.92, 20.69}, Case{"llama--util0.92-default", 0.2, 3.66}}) {
    const auto band = available_at(from({c.log}), wanted("tiny-llama"), c.utilization);
    REQUIRE(band.has_value());
    CHECK_MESSAGE(std::abs(gib(band->likely) - c.measured) < 0.1, c.log, " at ", c.utilization);
    CHECK(gib(band->low) <= c.measured + 0.005);
    CHECK(gib(band->high) >= c.measured - 0.005);
  }
}

TEST_CASE("on GB10 one log of the same options tells the cache at another utilization") {
  // startups.jsonl, gb10x2-mlab204-glm53: four starts at 0.85 with 12.38, 12.48, 12.51 and 13.08
  // GiB, one at 0.88 with 16.12 GiB, all options alike.
  for (const auto& [at_085, off] : {std::pair{12.38, 0.2}, std::pair{12.48, 0.2},
                                    std::pair{12.51, 0.2}, std::pair{13.08, 0.92}}) {
    const Calibration known =
        from_starts({start("GLM-5.3-Flash", 8192, 121.69 * 0.85 - at_085, 0.85)});
    const auto band = available_at(known, wanted("glm-5.3-flash"), 0.88);
    REQUIRE(band.has_value());
    CHECK_MESSAGE(std::abs(gib(band->likely) - 16.12) < off, at_085, " at 0.85");
    CHECK(gib(band->low) < 16.12);
    CHECK(gib(band->high) > 16.12);
  }
}

TEST_CASE("on GB10 one log tells the cache at another utilization as well as boots repeat") {
  // startups.jsonl, gb10-setupguide-qwen38-27b: 35.45 GiB at 0.5, 46.98 at 0.6, 66.74 at 0.76.
  const Calibration known =
      from_starts({start("Qwen/Qwen3.8-27B", 8192, 121.69 * 0.6 - 46.98, 0.6)});
  const PlannedStart qwen = wanted("qwen3.8-27b");
  const auto at_076 = available_at(known, qwen, 0.76);
  REQUIRE(at_076.has_value());
  CHECK(gib(at_076->likely) == doctest::Approx(66.45).epsilon(0.001));  // measured 66.74
  CHECK(gib(at_076->high) > 66.74);
  const auto at_05 = available_at(known, qwen, 0.5);
  REQUIRE(at_05.has_value());
  CHECK(gib(at_05->likely) == doctest::Approx(34.81).epsilon(0.001));  // measured 35.45
  CHECK(gib(at_05->high) > 35.45);
}

TEST_CASE("what does not move with utilization more than boots do is said not to") {
  // The same three: 25.4, 26.03 and 25.75 GiB beside the cache.
  const Calibration known = from_starts({start("q", 8192, 121.69 * 0.5 - 35.45, 0.5),
                                         start("q", 8192, 121.69 * 0.6 - 46.98, 0.6),
                                         start("q", 8192, 121.69 * 0.76 - 66.74, 0.76)});
  CHECK(known.find("per_utilization") == nullptr);
  REQUIRE(known.notes.size() == 1);
  CHECK(known.notes[0].starts_with(
      "over utilizations of 0.50 to 0.76 what q takes beside the cache moves by "));
  CHECK(known.notes[0].ends_with("no more than boots of one start differ"));
  PlannedStart at = wanted("q");
  at.utilization = 0.9;
  CHECK(gib(beside_cache(known, at)->likely) == doctest::Approx(25.74).epsilon(0.001));
}

TEST_CASE("a line over utilization that is real is followed") {
  // 20, 22 and 24 GiB: 10 GiB for 0.5.
  const Calibration known = from_starts(
      {start("q", 8192, 20, 0.4), start("q", 8192, 22, 0.5), start("q", 8192, 24, 0.6)});
  const CalibrationTerm* slope = known.find("per_utilization", "q");
  REQUIRE(slope != nullptr);
  CHECK(*slope->slope / 1073741824.0 == doctest::Approx(20).epsilon(0.002));
  PlannedStart at = wanted("q");
  at.utilization = 0.8;
  CHECK(gib(beside_cache(known, at)->likely) == doctest::Approx(28).epsilon(0.002));
}

TEST_CASE("a card of its own repeats better than shared memory") {
  const Calibration known = from_starts({start("m", 4096, 24.0)});
  PlannedStart at = wanted("m");
  at.unified = false;
  const Band own = *beside_cache(known, at);
  CHECK(gib(own.high - own.likely) == doctest::Approx(0.25).epsilon(0.001));
  at.unified = true;
  const Band shared = *beside_cache(known, at);
  CHECK(gib(shared.high - shared.likely) == doctest::Approx(0.92).epsilon(0.001));
  CHECK(shared.source.find("boots of one start differ (0.92 GiB)") != std::string::npos);
}

TEST_CASE("starts of another release count only where there are none of this one") {
  Calibration known = from_starts({start("m", 4096, 24.0), start("m", 4096, 26.0)});
  PlannedStart at = wanted("m");
  at.version = "0.33";
  const Band other = *beside_cache(known, at);
  CHECK(gib(other.low) == doctest::Approx(24.0).epsilon(0.01));
  CHECK(other.source.find("twice that, for vllm 0.33 is planned") != std::string::npos);
  known.runs[1].engine_version = "0.33.0";
  const Band same = *beside_cache(known, at);
  CHECK(gib(same.likely) == doctest::Approx(26.0).epsilon(0.001));
  CHECK(same.source.find("twice") == std::string::npos);
}

TEST_CASE("outside torch is what was consumed beside the weights where only that is printed") {
  std::string text = start("a/b", 2048, 30);
  text.insert(text.size() - 1,
              " Actual usage is 22.30 GiB for consumed memory (weights + non-torch), 4.19 GiB for "
              "peak activation, and 0.25 GiB for CUDAGraph memory.");
  const Calibration known = from_starts({text});
  REQUIRE(known.runs.front().non_torch.has_value());
  CHECK(gib(*known.runs.front().non_torch) == doctest::Approx(2.3));
}

TEST_CASE("a start with drafts says nothing of one without") {
  Calibration known = from_starts({start("m", 4096, 24.0)});
  known.runs[0].speculative_config = "{'method': 'mtp'}";
  CHECK_FALSE(beside_cache(known, wanted("m")).has_value());
  PlannedStart at = wanted("m");
  at.drafts = true;
  CHECK(beside_cache(known, at).has_value());
}

TEST_CASE("batched tokens that vary are fitted, with the largest miss") {
  const Calibration known =
      from_starts({start("m", 2048, 23.0), start("m", 8192, 24.5), start("m", 16384, 26.6)});
  const CalibrationTerm* fixed = known.find("beside_cache_fixed", "m");
  const CalibrationTerm* slope = known.find("per_batched_token", "m");
  REQUIRE(fixed != nullptr);
  REQUIRE(slope != nullptr);
  // By hand, x = B ÷ 2048 = 1, 4, 8 (mean 13/3), y = 23.0, 24.5, 26.6 (mean 24.7): slope
  // Σ(x−x̄)(y−ȳ) ÷ Σ(x−x̄)² = 12.7 ÷ 24.667 = 0.5149 GiB, fixed 22.469, largest miss 0.028.
  CHECK(*slope->slope * 2048 / static_cast<double>(bytes_per_gib) ==
        doctest::Approx(0.5149).epsilon(0.02));
  REQUIRE(fixed->residual.has_value());
  CHECK(gib(*fixed->residual) == doctest::Approx(0.028).epsilon(0.4));
  CHECK(gib(fixed->bytes.likely) == doctest::Approx(22.469).epsilon(0.001));
  PlannedStart more = wanted("m");
  more.max_num_batched_tokens = 4096_tokens;
  more.max_num_seqs = 16;
  const auto band = beside_cache(known, more);
  REQUIRE(band.has_value());
  CHECK(gib(band->likely) == doctest::Approx(23.5).epsilon(0.01));
  CHECK_FALSE(beside_cache(known, wanted("another")).has_value());
}

TEST_CASE("starts that contradict are reported, and no mean is made of them") {
  const Calibration known = from_starts({start("m", 4096, 24.0), start("m", 4096, 27.5)});
  REQUIRE(known.contradictions.size() == 1);
  CHECK(known.contradictions[0] ==
        "log-0 and log-1 take 24.00 GiB and 27.50 GiB beside the cache with the same options: 3.50 "
        "GiB apart; the band holds both");
  const CalibrationTerm* term = known.find("beside_cache", "m");
  REQUIRE(term != nullptr);
  CHECK(gib(term->bytes.low) == doctest::Approx(24.0).epsilon(0.001));
  CHECK(gib(term->bytes.likely) == doctest::Approx(27.5).epsilon(0.001));
  CHECK(gib(term->bytes.high) == doctest::Approx(27.5).epsilon(0.001));
  CHECK(from_starts({start("m", 4096, 24.0), start("m", 4096, 24.8)}).contradictions.empty());
}

TEST_CASE("each start that contradicts is said once, against the farthest before it") {
  const Calibration known =
      from_starts({start("m", 4096, 24.0), start("m", 4096, 24.8), start("m", 4096, 23.2)});
  REQUIRE(known.contradictions.size() == 1);
  CHECK(known.contradictions[0] ==
        "log-1 and log-2 take 24.80 GiB and 23.20 GiB beside the cache with the same options: 1.60 "
        "GiB apart; the band holds both");
  std::vector<std::string> texts;
  for (int i = 0; i < 50; ++i) texts.push_back(start("m", 4096, i % 2 == 0 ? 24.0 : 27.5));
  CHECK(from_starts(texts).contradictions.size() == 49);
  CHECK(from_starts({start("m", 4096, 24.0), start("m", 8192, 27.5)}).contradictions.empty());
}

TEST_CASE("meminfo before and during tells what lies outside the budget") {
  CalibrationInput input;
  add_evidence(input, start("m", 4096, 24.0), "log");
  add_evidence(input, "MemTotal: 127601452 kB\nMemAvailable: 117440512 kB\n", "before");
  add_evidence(input, "MemTotal: 127601452 kB\nMemAvailable: 10485760 kB\n", "running");
  const Calibration known = calibrate(input);
  // The log: 121.69 − 112.0 free at start = 9.69 GiB of the system.
  CHECK(gib(known.find("system")->bytes.likely) == doctest::Approx(9.69).epsilon(0.001));
  // 111.69 used − 97.35 budget − 9.69 system = 4.65 GiB.
  REQUIRE(known.find("outside_budget") != nullptr);
  CHECK(gib(known.find("outside_budget")->bytes.likely) == doctest::Approx(4.65).epsilon(0.005));
}

TEST_CASE("a calibration survives its file") {
  const Calibration known = from({"llama--util0.2-len8192", "llama--util0.92-default"});
  const std::string text = render_json(known);
  CHECK(render_json(calibration_from(parse_json(text, "c.json"))) == text);
}

TEST_CASE("a calibration file with a wrong value names it") {
  const auto message = [](const std::string& text) {
    try {
      static_cast<void>(calibration_from(parse_json(text, "c.json")));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message("[]").starts_with("c.json: expected a calibration"));
  CHECK(message(R"({"schema_version": 2})") == "c.json: /schema_version: expected 1, found 2");
  CHECK(message(R"({"schema_version": 1, "terms": [{"name": "x", "bytes": 5, "low_bytes": 6}]})")
            .starts_with("c.json: /terms/0: expected low_bytes ≤ bytes ≤ high_bytes"));
  CHECK(
      message(R"({"schema_version": 1, "terms": [],
                    "runs": [{"file": "a", "gpu_memory_utilization": 1e300}]})") ==
      "c.json: /runs/0/gpu_memory_utilization: expected a share above 0, at most 1, found 1e+300");
  CHECK(message(R"({"schema_version": 1, "terms": 3})") ==
        "c.json: /terms: expected an array, found 3");
}

TEST_CASE("names of a model agree without organisation, path and case") {
  CHECK(same_model("Qwen/Qwen3.8-27B", "/models/qwen3.8-27b/"));
  CHECK(same_model("models/Qwen--Qwen3.8-27B", "Qwen3.8-27B"));
  CHECK_FALSE(same_model("Qwen3.8-27B", "Qwen3.8-27B-FP8"));
}

}  // namespace kvplan
