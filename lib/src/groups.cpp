// Source: vLLM's grouping order and formulas (vllm.md section D), checked against tests/golden/.
#include "kvplan/groups.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "kvplan/error.hpp"
#include "overloaded.hpp"

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

/// In order of appearance. Where each layer goes is found first: no bucket then grows.
template <class Same>
std::vector<Bucket> buckets_by(std::span<const LayerSpec> layers, Same same) {
  std::vector<std::pair<const LayerSpec*, std::size_t>> firsts;  // and how many are like it
  std::vector<std::size_t> homes;
  homes.reserve(layers.size());
  for (const LayerSpec& layer : layers) {
    const auto home = std::ranges::find_if(
        firsts, [&](const auto& first) { return same(first.first->spec, layer.spec); });
    homes.push_back(static_cast<std::size_t>(home - firsts.begin()));
    if (home == firsts.end()) {
      firsts.emplace_back(&layer, 1);
    } else {
      ++home->second;
    }
  }
  std::vector<Bucket> buckets(firsts.size());
  for (std::size_t i = 0; i < buckets.size(); ++i) buckets[i].reserve(firsts[i].second);
  for (std::size_t i = 0; i < layers.size(); ++i) buckets[homes[i]].push_back(layers[i]);
  return buckets;
}

template <class Predicate>
bool all_like_first(std::span<const LayerSpec> layers, Predicate predicate) {
  return std::ranges::all_of(
      layers, [&](const LayerSpec& layer) { return predicate(layers.front().spec, layer.spec); });
}

std::int64_t page_of(const LayerSpec& layer) { return layer.spec.page.amount.count(); }
bool same_page(const CacheSpec& a, const CacheSpec& b) { return a.page == b.page; }

/// What the layers of any group add up to; not yet their specs, nor its page.
CacheGroup counted(std::span<const LayerSpec> layers, std::int64_t stages) {
  CacheGroup group;
  group.layers = static_cast<std::int64_t>(layers.size());
  group.by_stage.assign(static_cast<std::size_t>(stages), {});
  for (const LayerSpec& layer : layers) {
    group.by_stage[static_cast<std::size_t>(layer.stage)].amount += layer.spec.page.amount;
  }
  group.block_size = layers.front().spec.block_size;
  return group;
}

/// Of equal layers: its page is the page of one.
CacheGroup equal_group(std::span<const LayerSpec> layers, std::int64_t stages) {
  CacheGroup group = counted(layers, stages);
  group.specs.push_back(layers.front().spec);
  group.layers_by_spec.push_back(group.layers);
  group.page = layers.front().spec.page;
  return group;
}

/// Of layers of one "uniform type": its page is the sum of theirs.
CacheGroup summed_group(std::span<const LayerSpec> layers, std::int64_t stages) {
  CacheGroup group = counted(layers, stages);
  for (const LayerSpec& layer : layers) {
    const auto known = std::ranges::find(group.specs, layer.spec);
    if (known == group.specs.end()) {
      group.specs.push_back(layer.spec);
      group.layers_by_spec.push_back(1);
    } else {
      ++group.layers_by_spec[static_cast<std::size_t>(known - group.specs.begin())];
    }
    group.page.amount += layer.spec.page.amount;
  }
  return group;
}

/// Group i of n takes every n-th layer from i on, so that pipeline stages get even shares; before
/// that rule, `size` neighbours.
Bucket members_of(const Bucket& bucket, std::int64_t group, std::int64_t groups, std::int64_t size,
                  const EngineRules& rules) {
  Bucket members;
  const std::int64_t first = rules.strided_groups ? group : product(group, size);
  const std::int64_t step = rules.strided_groups ? groups : 1;
  const auto layers = static_cast<std::int64_t>(bucket.size());
  const std::int64_t end = rules.strided_groups ? layers : std::min(layers, first + size);
  members.reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, end - first) / step + 1));
  for (std::int64_t at = first; at < end; at += step) {
    members.push_back(bucket[static_cast<std::size_t>(at)]);
  }
  return members;
}

// --- one page for all: hybrids whose caches lie layer by layer (vllm.md D.2) ---------------------

Error pages_differ(const CacheSpec& spec, std::int64_t page) {
  return invalid({"--kv-cache-dtype", ""}, "caches whose pages can be made equal",
                 "a page of " + std::to_string(spec.page.amount.count()) + " B beside one of " +
                     std::to_string(page) + " B");
}

bool may_pad(const CacheSpec& spec, UnifyRule rule) {
  if (spec.type == SpecType::state) return rule >= UnifyRule::pads_states;
  return spec.type != SpecType::latent && rule >= UnifyRule::pads_attention;
}

void unify_page(CacheSpec& spec, std::int64_t page, const EngineRules& rules) {
  const std::int64_t own = spec.page.amount.count();
  if (own == page) return;
  if (spec.page_is_fixed && page % own == 0) {
    throw invalid({"--kv-cache-dtype-skip-layers", ""}, "caches whose pages can be made equal",
                  "windows padded to " + std::to_string(own) + " B beside pages of " +
                      std::to_string(page) + " B");
  }
  if (rules.unify == UnifyRule::refused) throw pages_differ(spec, page);
  if (spec.type != SpecType::state && page % own == 0) {
    const std::int64_t times = page / own;
    spec.block_size = {times * spec.block_size.amount};
    spec.content = {times * spec.content.amount};
  } else if (!may_pad(spec, rules.unify)) {
    throw pages_differ(spec, page);
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
  for (LayerSpec& layer : unified) unify_page(layer.spec, page, rules);
  const auto buckets = buckets_by(unified, std::equal_to<CacheSpec>{});
  const std::int64_t size = group_size(buckets, rules);
  std::vector<CacheGroup> groups;
  for (const Bucket& bucket : buckets) {
    const std::int64_t count = ceil_div(static_cast<std::int64_t>(bucket.size()), size);
    for (std::int64_t i = 0; i < count; ++i) {
      groups.push_back(equal_group(members_of(bucket, i, count, size, rules), stages));
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
  packed.page_lists = buckets_by(bucket, same_page);
  packed.layers = static_cast<std::int64_t>(bucket.size());
  packed.state = std::holds_alternative<FixedBlocks>(bucket.front().spec.retention);
  packed.window = std::holds_alternative<LastTokens>(bucket.front().spec.retention);
  const auto sizes = std::ranges::minmax(packed.page_lists, {}, &Bucket::size);
  packed.repeats = static_cast<std::int64_t>(sizes.max.size());
  packed.balanced = sizes.min.size() == sizes.max.size();
  return packed;
}

/// The d in [floor, the largest count] that pads least when every count is rounded up to a multiple
/// of it; ties: the larger one.
std::int64_t least_padding(std::span<const std::int64_t> counts, std::int64_t floor) {
  const auto waste = [&](std::int64_t d) {
    std::int64_t padding = 0;
    for (const std::int64_t count : counts) padding += round_up(count, d) - count;
    return padding;
  };
  std::int64_t best = floor;
  for (std::int64_t d = floor; d <= std::ranges::max(counts); ++d) {
    if (waste(d) <= waste(best)) best = d;
  }
  return best;
}

/// The number of layers a group repeats that wastes least; nothing when no bucket mixes pages.
std::optional<std::int64_t> best_repeats(std::span<const PackedBucket> buckets) {
  std::int64_t floor = 0;
  std::vector<std::int64_t> repeats;
  for (const PackedBucket& bucket : buckets) {
    if (!bucket.balanced) continue;
    repeats.push_back(bucket.repeats);
    if (bucket.page_lists.size() > 1) floor = std::max(floor, bucket.repeats);
  }
  if (floor == 0) return std::nullopt;
  return least_padding(repeats, floor);
}

/// Bytes of the bucket's widest group when it is split `groups` times.
std::int64_t widest_bytes(const PackedBucket& bucket, std::int64_t groups) {
  std::int64_t bytes = 0;
  for (const Bucket& list : bucket.page_lists) {
    bytes = sum(bytes, product(page_of(list.front()),
                               ceil_div(static_cast<std::int64_t>(list.size()), groups)));
  }
  return bytes;
}

std::vector<Bucket> split_packed(const PackedBucket& bucket, std::int64_t groups) {
  std::vector<Bucket> result;
  for (std::int64_t i = 0; i < groups; ++i) {
    Bucket members;
    members.reserve(static_cast<std::size_t>(bucket.layers / groups) + bucket.page_lists.size());
    for (const Bucket& list : bucket.page_lists) {
      for (std::size_t at = static_cast<std::size_t>(i); at < list.size();
           at += static_cast<std::size_t>(groups)) {
        members.push_back(list[at]);
      }
    }
    if (!members.empty()) result.push_back(std::move(members));
  }
  return result;
}

std::vector<CacheGroup> packed_groups(std::span<const LayerSpec> layers, std::int64_t stages,
                                      const EngineRules& rules) {
  std::vector<PackedBucket> buckets;
  for (const Bucket& bucket : buckets_by(layers, same_type)) {
    buckets.push_back(packed_bucket(bucket));
    const bool ring = bucket.front().spec.type == SpecType::ring;
    if (ring && !rules.rings_are_state_buckets) buckets.back().state = false;
  }
  const auto repeats = best_repeats(buckets);
  // Where nothing fixes the split, windows go down to one layer a group as states do.
  if (!repeats && rules.rings_are_state_buckets) {
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
    for (const Bucket& members : split_packed(bucket, count)) {
      groups.push_back(summed_group(members, stages));
    }
  }
  return groups;
}

// --- tuples: DeepSeek-V4 before packing became general (vllm-versions.md 2.4) -------------------

bool is_latent_window(const LayerSpec& layer) {
  return layer.spec.type == SpecType::latent &&
         std::holds_alternative<LastTokens>(layer.spec.retention);
}

/// Pads a window's page to the smallest page of the full layers that holds it.
void pad_to_full_page(LayerSpec& window, const PackedBucket& full) {
  std::optional<BytesPerBlock> page;
  for (const Bucket& list : full.page_lists) {
    const BytesPerBlock candidate = list.front().spec.page;
    if (candidate >= window.spec.page) page = page ? std::min(*page, candidate) : candidate;
  }
  if (!page) throw pages_differ(window.spec, page_of(full.page_lists.front().front()));
  window.spec.page = *page;
}

/// The full layers are one group; windows are split until they repeat about as often.
std::vector<Bucket> tuple_buckets(std::span<const LayerSpec> layers, const EngineRules& rules) {
  Bucket full_layers;
  Bucket window_layers;
  for (const LayerSpec& layer : layers) {
    (is_latent_window(layer) ? window_layers : full_layers).push_back(layer);
  }
  if (full_layers.empty()) throw pages_differ(window_layers.front().spec, 0);
  const PackedBucket full = packed_bucket(full_layers);
  const auto by_window = [](const CacheSpec& a, const CacheSpec& b) {
    return a.block_size == b.block_size && a.retention == b.retention;
  };
  std::vector<PackedBucket> windows;
  std::vector<std::int64_t> tuples{full.repeats};
  for (Bucket& bucket : buckets_by(window_layers, by_window)) {
    tuples.push_back(packed_bucket(bucket).repeats);
    if (rules.packed != PackedRule::tuples_widest) {
      for (LayerSpec& layer : bucket) pad_to_full_page(layer, full);
    }
    windows.push_back(packed_bucket(bucket));
  }
  const std::int64_t repeats = least_padding(tuples, full.repeats);
  std::vector<Bucket> result{full_layers};
  for (const PackedBucket& window : windows) {
    for (Bucket& members : split_packed(window, ceil_div(window.repeats, repeats))) {
      result.push_back(std::move(members));
    }
  }
  return result;
}

/// How many layers of each page size a group has on one stage, the first group's sizes first.
using PageCounts = std::vector<std::pair<std::int64_t, std::int64_t>>;

PageCounts longest_lists(std::span<const Bucket> groups, std::int64_t stage) {
  PageCounts longest;
  for (const Bucket& group : groups) {
    PageCounts own;
    const auto count = [](PageCounts& counts, std::int64_t page) -> std::int64_t& {
      const auto known = std::ranges::find(counts, page, &PageCounts::value_type::first);
      return known != counts.end() ? known->second : counts.emplace_back(page, 0).second;
    };
    for (const LayerSpec& layer : group) {
      if (layer.stage == stage) ++count(own, page_of(layer));
    }
    for (const auto& [page, layers] : own) {
      std::int64_t& most = count(longest, page);
      most = std::max(most, layers);
    }
  }
  return longest;
}

/// What the pool and the fit check charge for a block, on one stage.
struct BlockCost {
  BytesPerBlock pool;
  BytesPerBlock check;
};

BlockCost tuple_cost(std::span<const Bucket> groups, std::int64_t stage, PackedRule rule) {
  std::int64_t tuples = 0;
  std::int64_t by_page = 0;
  for (const auto& [page, layers] : longest_lists(groups, stage)) {
    tuples = std::max(tuples, layers);
    by_page = sum(by_page, product(page, layers));
  }
  std::int64_t tuple = 0;
  for (const auto& [page, layers] : longest_lists(groups.first(1), stage)) tuple = sum(tuple, page);
  std::int64_t widest = 0;
  for (const Bucket& group : groups) {
    std::int64_t bytes = 0;
    for (const LayerSpec& layer : group) {
      if (layer.stage == stage) bytes = sum(bytes, page_of(layer));
    }
    widest = std::max(widest, bytes);
  }
  const std::int64_t padded = product(tuple, tuples);
  const std::int64_t pool = rule == PackedRule::tuples_padded    ? padded
                            : rule == PackedRule::tuples_by_page ? by_page
                                                                 : widest;
  return {{Bytes{pool}}, {Bytes{padded}}};
}

void take_tuple_groups(CacheGroups& result, std::span<const LayerSpec> layers, std::int64_t stages,
                       const EngineRules& rules) {
  const std::vector<Bucket> buckets = tuple_buckets(layers, rules);
  for (const Bucket& members : buckets) result.groups.push_back(summed_group(members, stages));
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    const BlockCost cost = tuple_cost(buckets, stage, rules.packed);
    result.bytes_per_block.push_back(cost.pool);
    result.checked_bytes_per_block.push_back(cost.check);
  }
}

bool forms_tuples(std::span<const LayerSpec> layers, const EngineRules& rules) {
  const bool tuples =
      rules.packed != PackedRule::none && rules.packed != PackedRule::any_block_layout;
  return tuples && std::ranges::any_of(layers, is_latent_window) &&
         !all_like_first(layers, same_page);
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
    if (layer.spec.type == SpecType::state || layer.spec.type == SpecType::ring) {
      throw invalid({"--disable-hybrid-kv-cache-manager", ""}, "a model of attention layers alone",
                    "layers with a state");
    }
    layer.spec.retention = EveryToken{};
  }
  return result;
}

/// Latent layers beside plain windows whose pages cannot be made equal.
bool keeps_windows_in_full(std::span<const LayerSpec> layers, const EngineRules& rules) {
  if (!rules.latent_window_fallback) return false;
  const std::int64_t page = page_of(*std::ranges::max_element(layers, {}, page_of));
  const auto stuck = [&](const LayerSpec& layer) {
    return layer.spec.type == SpecType::latent && page % page_of(layer) != 0;
  };
  const auto paged = [](const LayerSpec& layer) {
    return std::holds_alternative<EveryToken>(layer.spec.retention) ||
           (std::holds_alternative<LastTokens>(layer.spec.retention) && !is_latent_window(layer));
  };
  return std::ranges::any_of(layers, stuck) && std::ranges::all_of(layers, paged);
}

std::vector<CacheGroup> make_groups(std::span<const LayerSpec> layers, const Architecture& model,
                                    std::int64_t stages, const EngineRules& rules) {
  if (layers.empty()) return {};
  if (all_like_first(layers, std::equal_to<CacheSpec>{})) return {equal_group(layers, stages)};
  if (rules.uniform_type_groups && all_like_first(layers, same_type)) {
    return {summed_group(layers, stages)};
  }
  if (model.traits.block_outermost && rules.packed == PackedRule::any_block_layout &&
      !all_like_first(layers, same_page)) {
    return packed_groups(layers, stages, rules);
  }
  if (keeps_windows_in_full(layers, rules)) return {summed_group(promoted(layers), stages)};
  return equal_size_groups(layers, stages, rules);
}

/// Every pipeline stage forms groups of its own layers; group i of a stage is group i of all.
std::vector<CacheGroup> groups_by_stage(std::span<const LayerSpec> layers,
                                        const Architecture& model, std::int64_t stages,
                                        const EngineRules& rules) {
  std::vector<CacheGroup> all;
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    Bucket own;
    std::ranges::copy_if(layers, std::back_inserter(own),
                         [&](const LayerSpec& layer) { return layer.stage == stage; });
    std::size_t i = 0;
    for (CacheGroup& group : make_groups(own, model, stages, rules)) {
      const auto at = static_cast<std::size_t>(stage);
      if (i == all.size()) {
        all.push_back(std::move(group));
      } else {
        all[i].by_stage[at] = group.by_stage[at];
        all[i].layers += group.layers;
      }
      ++i;
    }
  }
  return all;
}

void take_groups(CacheGroups& result, std::span<const LayerSpec> layers, const Architecture& model,
                 std::int64_t stages, const EngineRules& rules) {
  result.groups = rules.group_by_whole_model || stages == 1
                      ? make_groups(layers, model, stages, rules)
                      : groups_by_stage(layers, model, stages, rules);
  result.bytes_per_block.assign(static_cast<std::size_t>(stages), {});
  for (const CacheGroup& one : result.groups) {
    for (std::size_t stage = 0; stage < one.by_stage.size(); ++stage) {
      result.bytes_per_block[stage] = std::max(result.bytes_per_block[stage], one.by_stage[stage]);
    }
  }
}

/// What the fit check counts where it looks at layers before they are grouped.
std::vector<CacheGroup> layers_to_check(std::span<const LayerSpec> layers, std::int64_t stages) {
  std::vector<CacheGroup> result;
  for (const Bucket& bucket : buckets_by(layers, std::equal_to<CacheSpec>{})) {
    result.push_back(summed_group(bucket, stages));
  }
  return result;
}

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
                 [&](EveryBlock every) { return blocks_for(length, spec.block_size) + every.more; },
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
  if (rules.need == NeedRule::each_layer) result.checked_layers = layers_to_check(layers, stages);
  std::vector<LayerSpec> kept;
  if (!serving.hybrid_manager) {
    kept = promoted(layers);
    layers = kept;
  }
  if (forms_tuples(layers, rules)) {
    take_tuple_groups(result, layers, stages, rules);
  } else {
    take_groups(result, layers, model, stages, rules);
  }
  if (model.traits.block_outermost && rules.stride_alignment) align_strides(result, layers);
  return result;
}

TokensPerBlock final_block_size(const CacheGroups& groups) {
  std::optional<TokensPerBlock> smallest;
  std::optional<TokensPerBlock> smallest_cacheable;
  const auto take = [](std::optional<TokensPerBlock>& least, TokensPerBlock size) {
    least = least ? std::min(*least, size) : size;
  };
  for (const CacheGroup& one : groups.groups) {
    take(smallest, one.block_size);
    if (one.specs.front().prefix_cacheable) take(smallest_cacheable, one.block_size);
  }
  return smallest_cacheable.value_or(smallest.value_or(TokensPerBlock{}));
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
