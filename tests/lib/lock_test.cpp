// A lock of the story's plan, and what 0.78 → 0.74 does to it: 408 → 281 blocks a copy
// (tests/lib/report_test.cpp has where these come from).
#include "kvplan/lock.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>

#include "kvplan/error.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

namespace fs = std::filesystem;

Question asked(const std::string& util) {
  Question question;
  question.model = "Qwen3.8-Flash-Next-NVFP4";
  question.util = util;
  question.boxes = {"gb10", "gb10"};
  question.services = {"postgres=5GiB"};
  question.engine_options["kv_cache_dtype"] = "fp8";
  question.need_requests = 4;
  return question;
}

Lock locked(double utilization) {
  return lock_of(asked(format_fixed(utilization, 2)), plan(story(utilization)));
}

const Moved& moved(const Difference& changes, std::string_view layout, std::string_view field) {
  const auto found = std::ranges::find_if(changes.moved, [&](const Moved& move) {
    return move.layout == layout && move.field == field;
  });
  REQUIRE(found != changes.moved.end());
  return *found;
}

}  // namespace

TEST_CASE("A lock is read as it was written, and gives back its question") {
  const Lock lock = locked(0.78);
  const fs::path file = fs::temp_directory_path() / "kvplan-lock-test.json";
  std::ofstream(file) << write_lock(lock);
  const Lock read = read_lock(file);
  fs::remove(file);
  CHECK(read == lock);
  const Question question = question_of(read);
  CHECK(question.util == "0.78");
  CHECK(question.boxes == std::vector<std::string>{"gb10", "gb10"});
  CHECK(question.services == std::vector<std::string>{"postgres=5GiB"});
  CHECK(question.engine_options.at("kv_cache_dtype") == "fp8");
  CHECK(question.need_requests == 4);
}

TEST_CASE("All 64 bits of a number are read as they were written") {
  Lock lock = locked(0.78);
  lock.layouts["most"]["weights_bytes"] = std::numeric_limits<std::int64_t>::max();
  lock.layouts["most"]["available_kv_bytes"] = std::numeric_limits<std::int64_t>::min();
  lock.layouts["most"]["full_context_requests"] = 0;
  lock.inputs["need_tokens"] = "9223372036854775807";
  const fs::path file = fs::temp_directory_path() / "kvplan-lock-test-64.json";
  std::ofstream(file) << write_lock(lock);
  CHECK(read_lock(file) == lock);
  CHECK(question_of(lock).need_tokens == std::numeric_limits<std::int64_t>::max());
  std::string text = write_lock(lock);
  text.replace(text.find(": 9223372036854775807") + 2, 19, "1.5");
  std::ofstream(file) << text;
  CHECK_THROWS_WITH_AS((void)read_lock(file),
                       (file.string() + ": /layouts/most/weights_bytes: expected an integer of 64 "
                                        "bits, found 1.5")
                           .c_str(),
                       Error);
  fs::remove(file);
}

TEST_CASE("Whatever moves a number is in the lock, and comes back") {
  Question question = asked("0.74");
  question.calibration = "learned.json";
  question.from = "compose.yaml:vllm";
  question.need_lengths = "p50=8k,max=200k";
  question.need_longest = 200'000;
  question.free = {"100GiB@gb10-1"};
  question.other_engines = {"embedder=0.1"};
  question.guards = {"earlyoom"};
  question.beside = {"m=0.1"};
  const Question back = question_of(lock_of(question, plan(story(0.74))));
  CHECK(back.calibration == "learned.json");
  CHECK(back.from == "compose.yaml:vllm");
  CHECK(back.need_lengths == "p50=8k,max=200k");
  CHECK(back.need_longest == 200'000);
  CHECK(back.free == question.free);
  CHECK(back.other_engines == question.other_engines);
  CHECK(back.guards == question.guards);
  CHECK(back.beside == question.beside);
}

TEST_CASE("0.78 to 0.74: 408 to 281 blocks because of the inputs, eight requests to four") {
  const Difference changes = difference(locked(0.78), locked(0.78), locked(0.74), 0);
  const Moved& blocks = moved(changes, "replicated-2xtp1", "num_blocks");
  CHECK(blocks.from == 408);
  CHECK(blocks.to == 281);
  CHECK(blocks.cause == Cause::input);
  CHECK(moved(changes, "replicated-2xtp1", "full_context_requests").from == 8);
  CHECK(moved(changes, "replicated-2xtp1", "full_context_requests").to == 4);
  CHECK(changes.regressed());
  REQUIRE(changes.inputs.size() == 1);
  CHECK(changes.inputs.front().name == "util");
  CHECK_FALSE(difference(locked(0.74), locked(0.74), locked(0.78), 0).regressed());
}

TEST_CASE("A loss that is allowed is no regression") {
  const Lock before = locked(0.78);
  CHECK(difference(before, before, locked(0.74), 0.49).regressed());
  CHECK_FALSE(difference(before, before, locked(0.74), 0.51).regressed());
}

TEST_CASE("The same question with other numbers is a change of rules, not of inputs") {
  const Lock now = locked(0.74);
  Lock before = now;
  before.engine = "vllm 0.32";
  before.layouts["replicated-2xtp1"]["num_blocks"] = 300;
  const Difference changes = difference(before, now, now, 0);
  CHECK(changes.inputs.empty());
  REQUIRE(changes.moved.size() == 1);
  CHECK(changes.moved.front().cause == Cause::rules);
  CHECK(changes.moved.front().from == 300);
  CHECK(changes.moved.front().to == 281);
}

TEST_CASE("Nothing changed is no difference, and the same plan is the same bytes") {
  CHECK(difference(locked(0.74), locked(0.74), locked(0.74), 0).moved.empty());
  CHECK(write_lock(locked(0.74)) == write_lock(locked(0.74)));
}

TEST_CASE("A file that is no lock is refused with the field") {
  const fs::path file = fs::temp_directory_path() / "kvplan-lock-test-bad.json";
  std::ofstream(file) << R"({"schema_version": 1, "kvplan_version": "0.1.0"})";
  CHECK_THROWS_WITH_AS(static_cast<void>(read_lock(file)),
                       (file.string() + ": /engine: expected a value, found nothing").c_str(),
                       Error);
  fs::remove(file);
}

TEST_CASE("a lock that does not hold what kvplan writes is refused, not compared with nothing") {
  const fs::path file = fs::temp_directory_path() / "kvplan-lock-test-broken.json";
  const auto pointer = [&](const std::string& from, const std::string& to) -> std::string {
    std::string text = write_lock(locked(0.78));
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    std::ofstream(file) << text;
    try {
      (void)read_lock(file);
    } catch (const Error& error) {
      return error.pointer();
    }
    return "no error";
  };
  CHECK(pointer("\"recommended\": \"replicated-2xtp1\"", "\"recommended\": \"bogus\"") ==
        "/recommended");
  CHECK(pointer("\"kv_cache_tokens\": ", "\"kv_cache_token\": ").ends_with("/kv_cache_tokens"));
  CHECK(pointer("\"kv_cache_tokens\": ", "\"kv_cache_tokens\": -").ends_with("/kv_cache_tokens"));
  CHECK(pointer("\"layouts\": {", "\"layouts\": \"bogus\", \"x\": {") == "/layouts");
  fs::remove(file);
}
