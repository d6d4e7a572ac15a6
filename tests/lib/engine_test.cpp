#include "kvplan/engine.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "kvplan/error.hpp"

namespace {

using namespace kvplan;

struct Asked {
  const char* text;
  const char* version;
  bool assumed;
};

constexpr std::array rows{
    Asked{"", "0.33", false},
    Asked{"vllm", "0.33", false},
    Asked{"vllm@0.33", "0.33", false},
    Asked{"vllm@0.33.0", "0.33", false},
    Asked{"vllm@v0.33.0", "0.33", false},
    Asked{"vllm@0.33.0.post1", "0.33", false},
    Asked{"vllm@0.33.0+cu130", "0.33", false},
    Asked{"vllm@0.33.0rc1", "0.32", true},
    Asked{"vllm@0.33.1", "0.33", true},
    Asked{"vllm@0.34", "0.33", true},
    Asked{"vllm@1.0", "0.33", true},
    Asked{"vllm@0.20", "0.20", false},
    Asked{"vllm@0.20.1", "0.20.1", false},
    Asked{"vllm@0.20.1.dev0+g101584af0.d20260424", "0.20", true},
    Asked{"vllm@0.19.2rc1.dev134+gfe9c3d6c5", "0.19.1", true},
    Asked{"vllm@0.19.5", "0.19.1", true},
    Asked{"vllm@0.10.1.1", "0.10.1.1", false},
    Asked{"vllm@0.9.1", "0.9.1", false},
    Asked{"vllm-b12x", "0.32", false},
};

}  // namespace

TEST_CASE("a version finds its release, or the older of the two that it stands between") {
  for (const Asked& row : rows) {
    CAPTURE(row.text);
    const EngineChoice choice = find_engine(row.text);
    CHECK(choice.rules.version == row.version);
    CHECK(choice.assumed == row.assumed);
  }
}

TEST_CASE("an unknown engine, a version older than any covered and a word are input errors") {
  for (const char* text : {"sglang", "vllm@0.9.0", "vllm@0.9.1rc1", "vllm@0.1.dev20073+g8e685d198",
                           "vllm@", "vllm@latest", "vllm@0.33x", "vllm@-1", "@", "vllm@0.33.0.0.1",
                           "vllm@99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)find_engine(text), Error);
  }
}

TEST_CASE("every set of rules names itself, and releases go from the newest to the oldest") {
  const EngineRules* newer = nullptr;
  for (const EngineRules& rules : engine_table()) {
    CHECK(find_engine(rules.name + "@" + rules.version).rules == rules);
    if (newer != nullptr && newer->name == rules.name) CHECK(rules.release < newer->release);
    newer = &rules;
  }
}

TEST_CASE("the ten rules that matter most changed in the releases that were read") {
  const auto rules = [](const char* version) { return find_engine(version).rules; };
  CHECK(rules("vllm@0.20").tokens == TokenRule::blocks_per_group);
  CHECK(rules("vllm@0.20.1").tokens == TokenRule::concurrency_times_length);
  CHECK_FALSE(rules("vllm@0.27.1").one_line);
  CHECK(rules("vllm@0.28").one_line);
  CHECK(rules("vllm@0.19.1").gpu_memory_utilization == 0.9);
  CHECK(rules("vllm@0.20").gpu_memory_utilization == 0.92);
  CHECK(rules("vllm@0.17.1").graphs == GraphRule::not_estimated);
  CHECK(rules("vllm@0.18").graphs == GraphRule::logged);
  CHECK(rules("vllm@0.20").graphs == GraphRule::subtracted);
  CHECK(rules("vllm@0.26").non_cache == NonCacheRule::weights_peak_and_other);
  CHECK(rules("vllm@0.27").non_cache == NonCacheRule::consumed_and_headroom);
  CHECK_FALSE(rules("vllm@0.25.1").in_flight_counts_batches);
  CHECK(rules("vllm@0.26").in_flight_counts_batches);
  CHECK(rules("vllm@0.27.1").state_caching == StateCachingRule::on_request);
  CHECK(rules("vllm@0.28").state_caching == StateCachingRule::by_default);
  CHECK_FALSE(rules("vllm@0.31").checkpoint.mamba2);
  CHECK(rules("vllm@0.32").checkpoint.mamba2);
  CHECK_FALSE(rules("vllm@0.32").checkpoint.gated_delta);
  CHECK(rules("vllm@0.11.2").group_size_ratio == 1);
  CHECK(rules("vllm@0.12").group_size_ratio == 1.25);
  CHECK(rules("vllm@0.18").group_size_ratio == 1.5);
  CHECK(rules("vllm@0.13").need == NeedRule::each_layer);
  CHECK(rules("vllm@0.14").need == NeedRule::first_group);
  CHECK(rules("vllm@0.19").need == NeedRule::all_groups);
  CHECK_FALSE(rules("vllm@0.28").null_block_in_fit_check);
  CHECK(rules("vllm@0.29").null_block_in_fit_check);
  CHECK(rules("vllm@0.11").shared_memory == SharedMemoryRule::cuda_free);
  CHECK(rules("vllm@0.11.1").shared_memory == SharedMemoryRule::available_by_capability);
  CHECK(rules("vllm@0.20").shared_memory == SharedMemoryRule::available_where_integrated);
}
