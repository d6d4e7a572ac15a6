// What must hold for every model, whatever the numbers are.
#include <doctest/doctest.h>

#include <algorithm>

#include "kvplan/capacity.hpp"
#include "kvplan/platform.hpp"
#include "reference/random_model.hpp"

using namespace kvplan;
using namespace kvplan::reference;

namespace {

constexpr std::uint64_t cases = 400;

/// A random model, planned for the GB10 under vLLM 0.33's rules.
class Subject {
 public:
  Subject(Architecture model, EngineOptions options)
      : model_(std::move(model)), options_(std::move(options)), rules_(find_engine("vllm").rules) {
    const auto layers = static_cast<std::int64_t>(model_.layers.size());
    options_.pipeline_parallel_size = std::min(options_.pipeline_parallel_size, layers);
    const Platform gb10 = *find_platform("gb10");
    serving_ = resolve(model_, options_, gb10, rules_);
    groups_ = group(cache_specs(model_, nullptr, serving_, options_, gb10, rules_), model_,
                    serving_, rules_);
  }
  explicit Subject(Dice& dice) : Subject(dice, random_model(dice)) {}

  [[nodiscard]] Capacity with(Bytes available) const {
    const std::vector<Bytes> memory(groups_.bytes_per_block.size(), available);
    return capacity(groups_, memory, serving_, options_, rules_);
  }
  [[nodiscard]] BytesPerBlock widest_block() const {
    return *std::ranges::max_element(groups_.bytes_per_block);
  }
  [[nodiscard]] const CacheGroups& groups() const { return groups_; }
  [[nodiscard]] const Serving& serving() const { return serving_; }

 private:
  Subject(Dice& dice, const Architecture& model) : Subject(model, random_options(dice, model)) {}

  Architecture model_;
  EngineOptions options_;
  EngineRules rules_;
  Serving serving_;
  CacheGroups groups_;
};

Architecture uniform_model(std::int64_t layers, FullAttention heads) {
  Architecture model;
  model.num_attention_heads = 32;
  model.derived_max_model_len = Tokens{4096};
  model.layers.assign(static_cast<std::size_t>(layers), Layer{{heads}});
  return model;
}

}  // namespace

TEST_CASE("more memory never gives fewer blocks, tokens or requests") {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const Subject subject(dice);
    Capacity less = subject.with(1_MiB);
    for (std::int64_t mebibytes = 2; mebibytes < 200; mebibytes += dice.between(1, 40)) {
      const Capacity more = subject.with(Bytes{mebibytes << 20});
      CHECK(more.fits >= less.fits);
      CHECK(more.num_blocks >= less.num_blocks);
      CHECK(more.tokens.value_or(Tokens{}) >= less.tokens.value_or(Tokens{}));
      CHECK(more.full_context_requests >= less.full_context_requests);
      CHECK(more.estimated_max_model_len >= less.estimated_max_model_len);
      CHECK(more.deficit <= less.deficit);
      less = more;
    }
  }
}

TEST_CASE("min_available is the least with which the engine starts") {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const Subject subject(dice);
    const Bytes least = subject.with(1_GiB).min_available;
    CHECK(subject.with(least).fits);
    CHECK(subject.with(least).deficit == Bytes{0});
    CHECK_FALSE(subject.with(least - Bytes{1}).fits);
    CHECK(subject.with(least - Bytes{1}).deficit == Bytes{1});
    // A stage is checked for the groups that it has layers of; with one stage, for all.
    if (subject.serving().pipeline_parallel == 1) {
      CHECK(subject.with(least).full_context_requests >= 1);
    }
  }
}

TEST_CASE("a longer request never holds fewer blocks") {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const Subject subject(dice);
    Blocks before;
    for (Tokens length{1}; length <= subject.serving().max_model_len; length += 1_tokens) {
      const Blocks now = blocks_for_request(length, subject.groups());
      CHECK(now >= before);
      before = now;
    }
  }
}

TEST_CASE("one more layer of a uniform model never gives more blocks") {
  const FullAttention heads{.kv_heads = 8, .head_dim = 128, .v_head_dim = 128};
  Capacity fewer = Subject(uniform_model(1, heads), {}).with(10_GiB);
  for (std::int64_t layers = 2; layers <= 64; ++layers) {
    CAPTURE(layers);
    const Capacity more = Subject(uniform_model(layers, heads), {}).with(10_GiB);
    CHECK(more.num_blocks <= fewer.num_blocks);
    CHECK(more.tokens.value_or(Tokens{}) <= fewer.tokens.value_or(Tokens{}));
    fewer = more;
  }
}

TEST_CASE("tensor parallelism over replicated heads changes nothing, over shared heads halves") {
  const auto block = [](std::int64_t kv_heads, std::int64_t ranks) {
    EngineOptions options;
    options.tensor_parallel_size = ranks;
    const FullAttention heads{.kv_heads = kv_heads, .head_dim = 64, .v_head_dim = 64};
    return Subject(uniform_model(8, heads), options).widest_block().amount.count();
  };
  CHECK(block(1, 1) == block(1, 2));
  CHECK(block(1, 2) == block(1, 8));
  CHECK(block(4, 4) == block(4, 8));
  CHECK(block(8, 1) == 2 * block(8, 2));
  CHECK(block(8, 2) == 2 * block(8, 4));
}

TEST_CASE("tensor parallelism changes nothing for a latent cache") {
  Architecture model;
  model.num_attention_heads = 128;
  model.derived_max_model_len = Tokens{4096};
  const LatentAttention latent{
      .kv_lora_rank = 512, .rope_head_dim = 64, .nope_head_dim = 128, .query_heads = 128};
  model.layers.assign(4, Layer{{latent}});
  EngineOptions options;
  const BytesPerBlock alone = Subject(model, options).widest_block();
  options.tensor_parallel_size = 8;
  CHECK(Subject(model, options).widest_block() == alone);
}

TEST_CASE("the stages of a pipeline hold all layers between them") {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const Architecture model = random_model(dice);
    EngineOptions options = random_options(dice, model);
    options.pipeline_parallel_size = 1;
    const Subject whole(model, options);
    options.pipeline_parallel_size = 2;
    const Subject split(model, options);
    REQUIRE(whole.groups().groups.size() == split.groups().groups.size());
    for (std::size_t i = 0; i < whole.groups().groups.size(); ++i) {
      const auto& stages = split.groups().groups[i].by_stage;
      CHECK(whole.groups().groups[i].by_stage.front().amount ==
            stages.front().amount + stages.back().amount);
    }
  }
}

TEST_CASE("the estimated length is the longest that starts") {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const Architecture model = random_model(dice);
    EngineOptions options = random_options(dice, model);
    const Subject subject(model, options);
    const Bytes available{dice.between(1, 3 * subject.with(1_GiB).min_available.count() / 2)};
    const Tokens longest = subject.with(available).estimated_max_model_len;
    if (longest == Tokens{0} || subject.with(available).fits) continue;
    const auto starts = [&](Tokens length) {
      EngineOptions shorter = options;
      shorter.max_model_len = length;
      // The batch does not follow the length here: it is what the length was estimated with.
      shorter.max_num_batched_tokens = subject.serving().max_num_batched_tokens;
      return Subject(model, shorter).with(available).fits;
    };
    CHECK(starts(longest));
    CHECK_FALSE(starts(longest + 1_tokens));
  }
}
