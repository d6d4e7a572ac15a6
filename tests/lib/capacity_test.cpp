// Numbers made by hand: what the engine's own results in tests/golden do not tell apart.
#include "kvplan/capacity.hpp"

#include <doctest/doctest.h>

#include <array>
#include <stdexcept>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// One group of full attention in 16-token blocks, its pages divided over the stages.
CacheGroups staged(std::vector<BytesPerBlock> pages) {
  CacheGroup group;
  CacheSpec spec;
  spec.block_size = {16_tokens};
  group.specs = {spec};
  group.layers_by_spec = {1};
  group.layers = 1;
  group.block_size = spec.block_size;
  group.page = pages.front();
  group.by_stage = pages;
  CacheGroups groups;
  groups.groups = {group};
  groups.bytes_per_block = std::move(pages);
  return groups;
}

}  // namespace

TEST_CASE("charged with the whole model, each stage is compared with the poorest") {
  const CacheGroups groups = staged({{Bytes{60}}, {Bytes{40}}});
  Serving serving;
  serving.max_model_len = 160_tokens;
  EngineRules rules;
  rules.null_block_in_fit_check = false;
  constexpr std::array available{Bytes{1000}, Bytes{500}};
  // By itself each stage needs 10 blocks of its own: 600 of 1000 bytes, 400 of 500.
  CHECK(capacity(groups, available, serving, {}, rules).fits);
  rules.need_of_whole_model = true;
  const Capacity charged = capacity(groups, available, serving, {}, rules);
  CHECK_FALSE(charged.fits);
  CHECK(charged.min_available == Bytes{1000});
  CHECK(charged.deficit == Bytes{500});
  CHECK(charged.estimated_max_model_len == 80_tokens);
}

TEST_CASE("tokens beyond 64 bits are an overflow, not a number below zero") {
  CacheGroups groups = staged({{Bytes{1}}});
  groups.groups[0].specs[0].retention = FixedBlocks{1_blocks};
  Serving serving;
  serving.max_model_len = Tokens{std::int64_t{1} << 53};
  constexpr std::array available{Bytes{std::int64_t{1} << 40}};
  CHECK_THROWS_AS((void)capacity(groups, available, serving, {}, {}), std::overflow_error);
}

TEST_CASE("a length that the engine chooses fits where one block does") {
  const CacheGroups groups = staged({{Bytes{60}}});
  Serving serving;
  serving.max_model_len = 160_tokens;
  serving.auto_fit = true;
  EngineRules rules;
  rules.null_block_in_fit_check = false;
  const auto longest = [&](Bytes available) {
    const std::array each{available};
    const Capacity answer = capacity(groups, each, serving, {}, rules);
    CHECK(answer.fits == (answer.estimated_max_model_len > 0_tokens));
    return answer.estimated_max_model_len;
  };
  CHECK(longest(Bytes{59}) == 0_tokens);
  CHECK(longest(Bytes{60}) == 16_tokens);
  CHECK(longest(Bytes{6000}) == 160_tokens);
}

TEST_CASE("releases that divide by the first cache's page take one of a byte, not of none") {
  EngineRules rules;
  rules.concurrency_by_first_page = true;
  Serving serving;
  serving.max_model_len = 160_tokens;  // 10 blocks of 16
  constexpr std::array available{Bytes{100}};
  const Capacity one = capacity(staged({{Bytes{1}}}), available, serving, {}, rules);
  CHECK(one.blocks_per_request == 10_blocks);
  CacheGroups none = staged({{Bytes{1}}});
  none.groups[0].page = {Bytes{0}};
  CHECK_THROWS_AS((void)capacity(none, available, serving, {}, rules), Error);
}

}  // namespace kvplan
