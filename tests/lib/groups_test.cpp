// Layers made by hand: what the whole models of the vectors do not tell apart.
#include "kvplan/groups.hpp"

#include <doctest/doctest.h>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// A layer of 16-token blocks with a page of so many bytes.
LayerSpec layer(std::int64_t page, Retention retention = EveryToken{},
                SpecType type = SpecType::attention) {
  CacheSpec spec;
  spec.type = type;
  spec.retention = retention;
  spec.heads = 1;
  spec.block_size = {16_tokens};
  spec.content = {Bytes{page}};
  spec.page = {Bytes{page}};
  return {.spec = spec};
}

std::vector<LayerSpec> times(std::int64_t count, const LayerSpec& one) {
  return {static_cast<std::size_t>(count), one};
}

std::vector<LayerSpec> joined(std::vector<std::vector<LayerSpec>> lists) {
  std::vector<LayerSpec> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

struct Grouped {
  EngineRules rules;
  Architecture model;
  Serving serving;

  Grouped() {
    serving.pipeline_parallel = 1;
    serving.hybrid_manager = true;
    rules.stride_alignment = false;
  }
  [[nodiscard]] CacheGroups of(const std::vector<LayerSpec>& layers) const {
    return group(layers, model, serving, rules);
  }
  /// Layers of each group.
  [[nodiscard]] std::vector<std::int64_t> sizes(const std::vector<LayerSpec>& layers) const {
    std::vector<std::int64_t> sizes;
    for (const CacheGroup& one : of(layers).groups) sizes.push_back(one.layers);
    return sizes;
  }
};

std::string refusal(const Grouped& grouped, const std::vector<LayerSpec>& layers) {
  try {
    static_cast<void>(grouped.of(layers));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// What is said of pages that no rule makes equal.
std::string unequal_pages(std::int64_t page, std::int64_t other) {
  return "--kv-cache-dtype: expected caches whose pages can be made equal, found a page of " +
         std::to_string(page) + " B beside one of " + std::to_string(other) + " B";
}

const Retention window = LastTokens{128_tokens};

}  // namespace

TEST_CASE("a group counts the layers of each of its specs") {
  const Grouped grouped;
  const CacheGroups alike = grouped.of(times(3, layer(100)));
  REQUIRE(alike.groups.size() == 1);
  CHECK(alike.groups[0].layers_by_spec == std::vector<std::int64_t>{3});
  const CacheGroups mixed = grouped.of(joined({times(2, layer(100)), times(1, layer(60))}));
  REQUIRE(mixed.groups.size() == 1);
  CHECK(mixed.groups[0].layers_by_spec == std::vector<std::int64_t>{2, 1});
  CHECK(mixed.groups[0].page == BytesPerBlock{Bytes{260}});
}

TEST_CASE("packed groups repeat the number of layers that pads least, of equals the larger") {
  Grouped grouped;
  grouped.model.traits.block_outermost = true;
  // Two of each of two pages, and three windows: repeating 2 pads the windows by one layer,
  // repeating 3 pads the others by one.
  const auto layers =
      joined({times(2, layer(100)), times(2, layer(60)), times(3, layer(100, window))});
  CHECK(grouped.sizes(layers) == std::vector<std::int64_t>{4, 3});
}

TEST_CASE("a state that is as wide as the widest group goes layer by layer") {
  Grouped grouped;
  grouped.model.traits.block_outermost = true;
  const auto layers = joined({times(1, layer(100)), times(1, layer(60, window)),
                              times(3, layer(100, FixedBlocks{1_blocks}, SpecType::state))});
  CHECK(grouped.sizes(layers) == std::vector<std::int64_t>{1, 1, 1, 1, 1});
}

TEST_CASE("where nothing fixes the split, windows go down to one layer a group as states do") {
  Grouped grouped;
  grouped.model.traits.block_outermost = true;
  const auto layers = joined({times(1, layer(100)), times(3, layer(60, window))});
  CHECK(grouped.sizes(layers) == std::vector<std::int64_t>{1, 1, 1, 1});
  grouped.rules.rings_are_state_buckets = false;
  CHECK(grouped.sizes(layers) == std::vector<std::int64_t>{1, 3});
}

TEST_CASE("pages that do not divide are padded by the newest rule, before they were refused") {
  Grouped grouped;
  const auto layers = joined({times(1, layer(100)), times(1, layer(60, window))});
  const CacheGroups padded = grouped.of(layers);
  REQUIRE(padded.groups.size() == 2);
  CHECK(padded.groups[1].page == BytesPerBlock{Bytes{100}});
  CHECK(padded.groups[1].block_size == TokensPerBlock{16_tokens});
  grouped.rules.unify = UnifyRule::pads_states;
  CHECK(refusal(grouped, layers) == unequal_pages(60, 100));
}

TEST_CASE("tuples need a full layer: windows of latents alone are refused") {
  Grouped grouped;
  grouped.rules.packed = PackedRule::tuples_padded;
  const auto layers = joined({times(1, layer(100, window, SpecType::latent)),
                              times(1, layer(60, window, SpecType::latent))});
  CHECK(refusal(grouped, layers) == unequal_pages(100, 0));
}

TEST_CASE("tuples pad a window to the smallest full page that holds it, the widest rule does not") {
  Grouped grouped;
  grouped.rules.packed = PackedRule::tuples_padded;
  const auto layers = joined({times(1, layer(100, EveryToken{}, SpecType::latent)),
                              times(1, layer(200, EveryToken{}, SpecType::latent)),
                              times(1, layer(60, window, SpecType::latent))});
  CHECK(grouped.of(layers).groups.back().page == BytesPerBlock{Bytes{100}});
  grouped.rules.packed = PackedRule::tuples_widest;
  const CacheGroups unpadded = grouped.of(layers);
  CHECK(unpadded.groups.back().page == BytesPerBlock{Bytes{60}});
  CHECK(unpadded.bytes_per_block == std::vector{BytesPerBlock{Bytes{300}}});
}

TEST_CASE("latents beside windows whose pages do not fit are all kept in full, before refused") {
  Grouped grouped;
  const auto layers =
      joined({times(2, layer(60, EveryToken{}, SpecType::latent)), times(1, layer(100, window))});
  const CacheGroups kept = grouped.of(layers);
  REQUIRE(kept.groups.size() == 1);
  CHECK(kept.groups[0].layers == 3);
  CHECK(kept.groups[0].page == BytesPerBlock{Bytes{220}});
  CHECK(kept.groups[0].specs.back().retention == Retention{EveryToken{}});
  grouped.rules.latent_window_fallback = false;
  CHECK(refusal(grouped, layers) == unequal_pages(60, 100));
}

TEST_CASE("older releases group each pipeline stage by itself, and number the groups alike") {
  Grouped grouped;
  grouped.rules.group_by_whole_model = false;
  grouped.serving.pipeline_parallel = 2;
  auto first = joined({times(2, layer(100)), times(1, layer(100, window))});
  auto second = joined({times(1, layer(100)), times(3, layer(100, window))});
  for (LayerSpec& one : second) one.stage = 1;
  // Stage 0: full, full, window. Stage 1: full, window, window, window.
  const CacheGroups groups = grouped.of(joined({first, second}));
  REQUIRE(groups.groups.size() == 4);
  const std::vector<std::int64_t> layers{2, 2, 2, 1};
  for (std::size_t i = 0; i < 4; ++i) CHECK(groups.groups[i].layers == layers[i]);
  CHECK(groups.groups[2].by_stage ==
        std::vector{BytesPerBlock{Bytes{100}}, BytesPerBlock{Bytes{100}}});
  CHECK(groups.groups[3].by_stage ==
        std::vector{BytesPerBlock{Bytes{0}}, BytesPerBlock{Bytes{100}}});
}

TEST_CASE("the final block size is the smallest of the groups whose blocks are found again") {
  CacheGroups groups;
  CacheGroup ring;
  ring.specs = {layer(8, FixedBlocks{1_blocks}, SpecType::ring).spec};
  ring.specs.front().prefix_cacheable = false;
  ring.block_size = {4_tokens};
  CacheGroup full;
  full.specs = {layer(100).spec};
  full.block_size = {64_tokens};
  groups.groups = {ring, full};
  CHECK(final_block_size(groups) == TokensPerBlock{64_tokens});
  groups.groups = {ring};
  CHECK(final_block_size(groups) == TokensPerBlock{4_tokens});
}

TEST_CASE("a layer without a stride of its own asks for no alignment") {
  CacheSpec spec = layer(4096).spec;
  CHECK(block_stride_alignment(spec) == 1);
  spec.stride_alignment = 4;  // four kernel blocks of 4 tokens in one of 16
  CHECK(block_stride_alignment(spec) == 1024);
  spec.stride_alignment = 1;
  CHECK(block_stride_alignment(spec) == 256);
  spec.stride_alignment = 16;
  CHECK(block_stride_alignment(spec) == 1);
}

TEST_CASE("before attention was padded too, states were") {
  Grouped grouped;
  const auto layers =
      joined({times(1, layer(100)), times(1, layer(60, FixedBlocks{1_blocks}, SpecType::state))});
  grouped.rules.unify = UnifyRule::pads_states;
  CHECK(grouped.of(layers).groups.back().page == BytesPerBlock{Bytes{100}});
  grouped.rules.unify = UnifyRule::pads_strided_attention;
  CHECK(refusal(grouped, layers) == unequal_pages(60, 100));
}

TEST_CASE("a stage's tuple is made of its own full pages, whatever its windows are padded to") {
  Grouped grouped;
  grouped.rules.packed = PackedRule::tuples_padded;
  grouped.serving.pipeline_parallel = 2;
  auto second = joined({times(1, layer(100, EveryToken{}, SpecType::latent)),
                        times(1, layer(150, window, SpecType::latent))});
  for (LayerSpec& one : second) one.stage = 1;
  const CacheGroups groups =
      grouped.of(joined({times(1, layer(200, EveryToken{}, SpecType::latent)), second}));
  CHECK(groups.bytes_per_block ==
        std::vector{BytesPerBlock{Bytes{200}}, BytesPerBlock{Bytes{100}}});
}

}  // namespace kvplan
