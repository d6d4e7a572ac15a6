// Source: vLLM's grouping order and formulas (vllm.md section D), checked against tests/golden/.
#include "kvplan/groups.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// Layers that may stand in one group, in model order.
using Bucket = std::vector<LayerSpec>;

/// True where vLLM sees one "uniform type": the block tables of both can be one.
bool same_type(const CacheSpec& a, const CacheSpec& b) {
  if (a.block_size != b.block_size || a.dcp_sharded != b.dcp_sharded) return false;
  const bool paged = a.type == SpecType::attention || a.type == SpecType::latent;
  const bool both_paged = paged && (b.type == SpecType::attention || b.type == SpecType::latent);
  if (both_paged && std::holds_alternative<EveryToken>(a.retention)) {
    return std::holds_alternative<EveryToken>(b.retention);
  }
  if (a.type != b.type || a.retention != b.retention) return false;
  return a.type != SpecType::state || (a.page == b.page && a.replicated == b.replicated);
}

template <class Same>
std::vector<Bucket> buckets_by(std::span<const LayerSpec> layers, Same same) {
  std::vector<Bucket> buckets;
  for (const LayerSpec& layer : layers) {
    const auto fits = [&](const Bucket& bucket) { return same(bucket.front().spec, layer.spec); };
    const auto home = std::ranges::find_if(buckets, fits);
    if (home == buckets.end()) {
      buckets.push_back({layer});
    } else {
      home->push_back(layer);
    }
  }
  return buckets;
}

template <class Predicate>
bool all_like_first(std::span<const LayerSpec> layers, Predicate predicate) {
  return std::ranges::all_of(
      layers, [&](const LayerSpec& layer) { return predicate(layers.front().spec, layer.spec); });
}

std::int64_t page_of(const LayerSpec& layer) { return layer.spec.page.amount.count(); }

/// @param summed  the group is a "uniform type" one: its page is the sum of its layers' pages
CacheGroup make_group(std::span<const LayerSpec> layers, std::int64_t stages, bool summed) {
  CacheGroup group;
  group.layers = static_cast<std::int64_t>(layers.size());
  group.by_stage.assign(static_cast<std::size_t>(stages), {});
  Bytes all;
  for (const LayerSpec& layer : layers) {
    const auto known = std::ranges::find(group.specs, layer.spec);
    if (known == group.specs.end()) {
      group.specs.push_back(layer.spec);
      group.layers_by_spec.push_back(1);
    } else {
      ++group.layers_by_spec[static_cast<std::size_t>(known - group.specs.begin())];
    }
    all += layer.spec.page.amount;
    group.by_stage[static_cast<std::size_t>(layer.stage)].amount += layer.spec.page.amount;
  }
  group.block_size = layers.front().spec.block_size;
  group.page = summed ? BytesPerBlock{all} : layers.front().spec.page;
  return group;
}

/// Group i of n takes every n-th layer from i on, so that pipeline stages get even shares.
std::vector<CacheGroup> split_evenly(const Bucket& bucket, std::int64_t groups, std::int64_t stages,
                                     bool summed) {
  std::vector<CacheGroup> result;
  for (std::int64_t i = 0; i < groups; ++i) {
    Bucket members;
    for (std::size_t at = static_cast<std::size_t>(i); at < bucket.size();
         at += static_cast<std::size_t>(groups)) {
      members.push_back(bucket[at]);
    }
    if (!members.empty()) result.push_back(make_group(members, stages, summed));
  }
  return result;
}

// --- one page for all: hybrids whose caches lie layer by layer (vllm.md D.2) ---------------------

void unify_page(CacheSpec& spec, std::int64_t page) {
  const std::int64_t own = spec.page.amount.count();
  if (own == page) return;
  if (spec.type != SpecType::state && page % own == 0) {
    const std::int64_t times = page / own;
    spec.block_size = {times * spec.block_size.amount};
    spec.content = {times * spec.content.amount};
  } else if (spec.type == SpecType::latent) {
    throw invalid({"--kv-cache-dtype", ""}, "caches whose pages can be made equal",
                  "a latent page of " + std::to_string(own) + " B beside one of " +
                      std::to_string(page) + " B");
  }
  spec.page = {Bytes{page}};
}

std::int64_t group_size(std::span<const Bucket> buckets, const EngineRules& rules) {
  const auto sizes = std::ranges::minmax(buckets, {}, &Bucket::size);
  const std::size_t smallest = sizes.min.size();
  const std::size_t largest = sizes.max.size();
  const bool near =
      static_cast<double>(largest) < rules.group_size_ratio * static_cast<double>(smallest);
  return static_cast<std::int64_t>(near ? largest : smallest);
}

std::vector<CacheGroup> equal_size_groups(std::span<const LayerSpec> layers, std::int64_t stages,
                                          const EngineRules& rules) {
  std::vector<LayerSpec> unified(layers.begin(), layers.end());
  const std::int64_t page = page_of(*std::ranges::max_element(unified, {}, page_of));
  for (LayerSpec& layer : unified) unify_page(layer.spec, page);
  const auto buckets = buckets_by(unified, std::equal_to<CacheSpec>{});
  const std::int64_t size = group_size(buckets, rules);
  std::vector<CacheGroup> groups;
  for (const Bucket& bucket : buckets) {
    const std::int64_t count = ceil_div(static_cast<std::int64_t>(bucket.size()), size);
    for (CacheGroup& group : split_evenly(bucket, count, stages, false)) {
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

// --- packed pages: caches that lie block by block (vllm.md D.3)
// -----------------------------------

/// A bucket sorted into its page sizes: page_lists[p][n] is the n-th layer of the p-th size.
struct PackedBucket {
  std::vector<Bucket> page_lists;
  std::int64_t layers = 0;
  std::int64_t repeats = 0;  ///< layers of its commonest page size
  bool balanced = false;     ///< every page size has as many layers
  bool state = false;        ///< holds a fixed number of blocks a request
  bool window = false;       ///< holds the last tokens alone
};

PackedBucket packed_bucket(const Bucket& bucket) {
  PackedBucket packed;
  packed.page_lists =
      buckets_by(bucket, [](const CacheSpec& a, const CacheSpec& b) { return a.page == b.page; });
  packed.layers = static_cast<std::int64_t>(bucket.size());
  packed.state = std::holds_alternative<FixedBlocks>(bucket.front().spec.retention);
  packed.window = std::holds_alternative<LastTokens>(bucket.front().spec.retention);
  const auto sizes = std::ranges::minmax(packed.page_lists, {}, &Bucket::size);
  packed.repeats = static_cast<std::int64_t>(sizes.max.size());
  packed.balanced = sizes.min.size() == sizes.max.size();
  return packed;
}

/// The number of layers a group repeats that wastes least; nothing when no bucket mixes pages.
std::optional<std::int64_t> best_repeats(std::span<const PackedBucket> buckets) {
  std::int64_t floor = 0;
  std::int64_t most = 0;
  for (const PackedBucket& bucket : buckets) {
    if (!bucket.balanced) continue;
    most = std::max(most, bucket.repeats);
    if (bucket.page_lists.size() > 1) floor = std::max(floor, bucket.repeats);
  }
  if (floor == 0) return std::nullopt;
  const auto waste = [&](std::int64_t repeats) {
    std::int64_t slots = 0;
    for (const PackedBucket& bucket : buckets) {
      if (bucket.balanced) slots += round_up(bucket.repeats, repeats) - bucket.repeats;
    }
    return slots;
  };
  std::int64_t best = floor;
  for (std::int64_t repeats = floor; repeats <= most; ++repeats) {
    if (waste(repeats) <= waste(best)) best = repeats;  // ties: the larger one
  }
  return best;
}

/// Bytes of the bucket's widest group when it is split `groups` times.
std::int64_t widest_bytes(const PackedBucket& bucket, std::int64_t groups) {
  std::int64_t bytes = 0;
  for (const Bucket& list : bucket.page_lists) {
    bytes +=
        product(page_of(list.front()), ceil_div(static_cast<std::int64_t>(list.size()), groups));
  }
  return bytes;
}

std::vector<CacheGroup> split_packed(const PackedBucket& bucket, std::int64_t groups,
                                     std::int64_t stages) {
  std::vector<CacheGroup> result;
  for (std::int64_t i = 0; i < groups; ++i) {
    Bucket members;
    for (const Bucket& list : bucket.page_lists) {
      for (std::size_t at = static_cast<std::size_t>(i); at < list.size();
           at += static_cast<std::size_t>(groups)) {
        members.push_back(list[at]);
      }
    }
    if (!members.empty()) result.push_back(make_group(members, stages, true));
  }
  return result;
}

std::vector<CacheGroup> packed_groups(std::span<const LayerSpec> layers, std::int64_t stages) {
  std::vector<PackedBucket> buckets;
  for (const Bucket& bucket : buckets_by(layers, same_type)) {
    buckets.push_back(packed_bucket(bucket));
  }
  const auto repeats = best_repeats(buckets);
  // Where nothing fixes the split, windows go down to one layer a group as states do.
  if (!repeats) {
    for (PackedBucket& bucket : buckets) bucket.state = bucket.state || bucket.window;
  }
  const auto by_repeats = [&](const PackedBucket& bucket) {
    return bucket.balanced && repeats ? ceil_div(bucket.repeats, *repeats) : 1;
  };
  std::int64_t anchor = 0;
  for (const PackedBucket& bucket : buckets) {
    anchor =
        std::max(anchor, widest_bytes(bucket, bucket.state ? bucket.layers : by_repeats(bucket)));
  }
  std::vector<CacheGroup> groups;
  for (const PackedBucket& bucket : buckets) {
    std::int64_t count = by_repeats(bucket);
    if (bucket.state) {
      const std::int64_t page = page_of(bucket.page_lists.front().front());
      count = std::max(count, ceil_div(bucket.layers, std::max<std::int64_t>(1, anchor / page)));
    }
    for (CacheGroup& group : split_packed(bucket, count, stages)) {
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

// --- the order of decisions (vllm.md D.1)
// -----------------------------------------------------------

/// Without the hybrid manager windows and chunks are kept in full, beside full attention.
std::vector<LayerSpec> promoted(std::span<const LayerSpec> layers) {
  std::vector<LayerSpec> result(layers.begin(), layers.end());
  const auto full = std::ranges::find_if(result, [](const LayerSpec& layer) {
    return std::holds_alternative<EveryToken>(layer.spec.retention);
  });
  if (full == result.end()) return result;
  for (LayerSpec& layer : result) {
    if (std::holds_alternative<FixedBlocks>(layer.spec.retention)) {
      throw invalid({"--disable-hybrid-kv-cache-manager", ""}, "a model of attention layers alone",
                    "layers with a state");
    }
    layer.spec.retention = EveryToken{};
  }
  return result;
}

std::vector<CacheGroup> make_groups(std::span<const LayerSpec> layers, const Architecture& model,
                                    std::int64_t stages, const EngineRules& rules) {
  if (layers.empty()) return {};
  if (all_like_first(layers, std::equal_to<CacheSpec>{})) {
    return {make_group(layers, stages, false)};
  }
  if (all_like_first(layers, same_type)) return {make_group(layers, stages, true)};
  const auto same_page = [](const CacheSpec& a, const CacheSpec& b) { return a.page == b.page; };
  if (model.traits.block_outermost && !all_like_first(layers, same_page)) {
    return packed_groups(layers, stages);
  }
  return equal_size_groups(layers, stages, rules);
}

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

Blocks blocks_of(const CacheSpec& spec, Tokens length, const CacheGroups& groups) {
  const auto capped = [&](Tokens reach) {
    return blocks_for(std::min(reach + groups.max_in_flight_tokens, length), spec.block_size);
  };
  return std::visit(
      Overloaded{[&](EveryToken) {
                   const std::int64_t shards =
                       spec.dcp_sharded ? groups.decode_context_parallel : 1;
                   return blocks_for(Tokens{ceil_div(length.count(), shards)}, spec.block_size);
                 },
                 [&](LastTokens last) { return capped(last.window - 1_tokens) + 1_blocks; },
                 [&](PresentChunk present) { return capped(present.chunk); },
                 [](FixedBlocks fixed) { return fixed.blocks; }},
      spec.retention);
}

/// Blocks that hold all layers lie whole kernel blocks of every layer apart.
void align_strides(CacheGroups& groups, std::span<const LayerSpec> layers) {
  std::int64_t alignment = 1;
  for (const LayerSpec& layer : layers) {
    const std::int64_t own = block_stride_alignment(layer.spec);
    alignment = product(alignment, own / std::gcd(alignment, own));
  }
  for (BytesPerBlock& bytes : groups.bytes_per_block) {
    bytes.amount = Bytes{round_up(bytes.amount.count(), alignment)};
  }
}

}  // namespace

CacheGroups group(std::span<const LayerSpec> layers, const Architecture& model,
                  const Serving& serving, const EngineRules& rules) {
  const std::int64_t stages = serving.pipeline_parallel;
  CacheGroups result;
  result.max_in_flight_tokens = serving.max_in_flight_tokens;
  result.decode_context_parallel = serving.decode_context_parallel;
  result.groups = serving.hybrid_manager ? make_groups(layers, model, stages, rules)
                                         : make_groups(promoted(layers), model, stages, rules);
  result.bytes_per_block.assign(static_cast<std::size_t>(stages), {});
  for (const CacheGroup& one : result.groups) {
    for (std::size_t stage = 0; stage < one.by_stage.size(); ++stage) {
      result.bytes_per_block[stage] = std::max(result.bytes_per_block[stage], one.by_stage[stage]);
    }
  }
  if (model.traits.block_outermost) align_strides(result, layers);
  return result;
}

Blocks blocks_for_request(const CacheGroup& group, Tokens length, const CacheGroups& groups) {
  Blocks most;
  for (const CacheSpec& spec : group.specs) {
    most = std::max(most, blocks_of(spec, length, groups));
  }
  return most;
}

Blocks blocks_for_request(Tokens length, const CacheGroups& groups) {
  Blocks all;
  for (const CacheGroup& one : groups.groups) all += blocks_for_request(one, length, groups);
  return all;
}

}  // namespace kvplan
