#include "simulate/cache.hpp"

#include <algorithm>
#include <variant>

#include "checked.hpp"
#include "kvplan/random.hpp"
#include "overloaded.hpp"

namespace kvplan::simulation {

Cache::Cache(const SimulatedEngine& engine)
    : engine_(&engine), pool_(std::max<std::int64_t>(engine.num_blocks - 1, 0)) {
  std::int64_t smallest = never;
  for (const SimulatedGroup& rule : engine.groups) {
    Group group;
    group.rule = rule;
    const auto capped = [&](std::int64_t reach) {
      return ceil_div(std::min(reach + engine.max_in_flight_tokens, engine.max_model_len),
                      rule.block_size);
    };
    std::visit(Overloaded{[&](EveryToken) { group.full = true; },
                          [&](LastTokens last) {
                            group.window = last.window.count();
                            group.most = capped(group.window - 1) + 1;
                          },
                          [&](PresentChunk present) {
                            group.chunk = present.chunk.count();
                            group.most = capped(group.chunk);
                          },
                          [&](FixedBlocks fixed) {
                            if (!rule.aligned_state) group.fixed = fixed.blocks.count();
                          },
                          [&](EveryBlock every) { group.more = every.more.count(); }},
               rule.retention);
    group.looked_up = rule.prefix_cacheable && engine.prefix_caching && group.fixed == 0;
    if (group.looked_up) alignment_ = common_multiple(alignment_, rule.block_size);
    if (rule.prefix_cacheable) smallest = std::min(smallest, rule.block_size);
    caching_ = caching_ || group.looked_up;
    groups_.push_back(group);
  }
  if (smallest != never) state_block_ = smallest;
}

std::int64_t Cache::slots_for(std::int64_t main) const {
  return std::min(main + engine_->speculation.lookahead, engine_->max_model_len);
}

std::int64_t Cache::skipped_blocks(const Group& group, std::int64_t computed) {
  std::int64_t tokens = 0;
  if (group.window > 0) tokens = computed - group.window + 1;
  if (group.chunk > 0) tokens = computed / group.chunk * group.chunk;
  if (group.rule.aligned_state) tokens = computed - 1;
  return std::max<std::int64_t>(tokens, 0) / group.rule.block_size;
}

bool Cache::checkpoints(const Group& group, const Table& table, const Chunk& chunk) {
  if (!group.rule.prefill_checkpoint || !chunk.last) return false;
  const std::int64_t boundary = (chunk.main - 1) / group.rule.block_size * group.rule.block_size;
  const std::int64_t index = ceil_div(chunk.main, group.rule.block_size) - 2;
  if (boundary <= chunk.start || index < 0) return false;
  const auto at = static_cast<std::size_t>(index);
  return at >= table.blocks.size() || table.blocks[at] == no_block;
}

/// @param held  places of the table that are taken, hits that are not adopted yet among them
std::int64_t Cache::fresh_blocks(const Group& group, const Table& table, const Chunk& chunk,
                                 std::size_t held) {
  const auto have = static_cast<std::int64_t>(held);
  if (group.fixed > 0) return std::max<std::int64_t>(group.fixed - have, 0);
  if (group.rule.aligned_state) {
    const std::int64_t running = ceil_div(chunk.main, group.rule.block_size) > have ? 1 : 0;
    const auto drafts = static_cast<std::int64_t>(table.drafts.size());
    return running + group.rule.draft_blocks - drafts + (checkpoints(group, table, chunk) ? 1 : 0);
  }
  const std::int64_t required = ceil_div(chunk.slots, group.rule.block_size) + group.more;
  return std::max<std::int64_t>(required - have, 0);
}

void Cache::let_go(Request& request) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    Table& table = request.tables[g];
    const auto until =
        std::min(static_cast<std::size_t>(skipped_blocks(groups_[g], request.computed)),
                 table.blocks.size());
    for (std::size_t i = until; i-- > table.first;) {
      if (table.blocks[i] == no_block) continue;
      pool_.release(table.blocks[i]);
      table.blocks[i] = no_block;
    }
    table.first = std::max(table.first, until);
  }
}

void Cache::allocate(Request& request, const Chunk& chunk) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    Table& table = request.tables[g];
    if (group.rule.aligned_state) {
      const auto required = static_cast<std::size_t>(ceil_div(chunk.main, group.rule.block_size));
      const bool checkpoint = checkpoints(group, table, chunk);
      if (required > table.blocks.size()) {
        table.blocks.resize(required, no_block);
        table.blocks.back() = pool_.take();
      }
      if (checkpoint) {
        table.blocks[required - 2] = pool_.take();
        table.first = std::min(table.first, required - 2);
      }
      while (static_cast<std::int64_t>(table.drafts.size()) < group.rule.draft_blocks) {
        table.drafts.push_back(pool_.take());
      }
      continue;
    }
    for (std::int64_t n = fresh_blocks(group, table, chunk, table.blocks.size()); n > 0; --n) {
      table.blocks.push_back(pool_.take());
    }
  }
  if (caching_) name_full(request, std::min(chunk.main, request.tokens()));
  set_limits(request);
}

void Cache::set_limits(Request& request) const {
  request.covered = never;
  request.release_at = never;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const std::int64_t block = group.rule.block_size;
    const auto size = static_cast<std::int64_t>(request.tables[g].blocks.size());
    const std::int64_t next = static_cast<std::int64_t>(request.tables[g].first) + 1;
    if (group.fixed == 0) {
      request.covered = std::min(request.covered, (size - group.more) * block);
    }
    std::int64_t release = never;
    if (group.window > 0) release = next * block + group.window - 1;
    if (group.chunk > 0) release = round_up(next * block, group.chunk);
    if (group.rule.aligned_state) release = next * block + 1;
    request.release_at = std::min(request.release_at, release);
  }
}

bool Cache::extend_tables(Request& request, std::int64_t main, std::int64_t slots) {
  let_go(request);
  const Chunk chunk{request.computed, main, slots, !request.decoding() && main >= request.tokens()};
  std::int64_t need = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    need += fresh_blocks(groups_[g], request.tables[g], chunk, request.tables[g].blocks.size());
  }
  if (need > pool_.free()) return false;
  allocate(request, chunk);
  return true;
}

void Cache::free(Request& request) {
  if (caching_) name_full(request, std::min(request.computed, request.tokens()));
  for (Table& table : request.tables) {
    // The tail goes first, so that it is evicted first.
    for (const BlockId id : table.drafts) pool_.release(id);
    for (std::size_t i = table.blocks.size(); i-- > 0;) {
      if (table.blocks[i] != no_block) pool_.release(table.blocks[i]);
    }
    table.blocks.clear();
    table.drafts.clear();
    table.first = 0;
    table.named = 0;
  }
  request.covered = 0;
  request.release_at = 0;
}

// Prefix caching.

/// What the tokens up to `end` are, as far as the trace tells. Two requests whose pieces part
/// inside a block share nothing of it, even where their tokens might.
std::uint64_t Cache::name(const Request& request, std::size_t g, std::int64_t end) const {
  const Content& content = request.content;
  std::uint64_t what = content.own;
  if (content.session != 0) {
    what = content.session;
  } else if (end <= request.in && content.piece > 0) {
    const auto piece = static_cast<std::size_t>(ceil_div(end, content.piece) - 1);
    if (piece < content.chain.size()) what = content.chain[piece];
  }
  return mixed(mixed(what, static_cast<std::uint64_t>(end)), g);
}

BlockId Cache::found(const Request& request, std::size_t g, std::int64_t index) const {
  return pool_.find(name(request, g, (index + 1) * groups_[g].rule.block_size));
}

void Cache::name_full(Request& request, std::int64_t tokens) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!groups_[g].looked_up) continue;
    const std::int64_t block = groups_[g].rule.block_size;
    Table& table = request.tables[g];
    const auto full = std::min(static_cast<std::size_t>(tokens / block), table.blocks.size());
    for (; table.named < full; ++table.named) {
      const BlockId id = table.blocks[table.named];
      if (id == no_block) continue;
      pool_.name(id, name(request, g, (static_cast<std::int64_t>(table.named) + 1) * block));
    }
  }
}

std::int64_t Cache::group_hit(const Request& request, std::size_t g, std::int64_t most) const {
  const Group& group = groups_[g];
  const std::int64_t block = group.rule.block_size;
  const auto aligned = [&](std::int64_t tokens) { return tokens - tokens % alignment_; };
  const std::int64_t last = most / block;
  if (group.full || group.chunk > 0) {
    const std::int64_t first = group.chunk > 0 ? most / group.chunk * group.chunk / block : 0;
    std::int64_t n = first;
    while (n < last && found(request, g, n) != no_block) ++n;
    return aligned(n * block);
  }
  // A window needs an unbroken run before the boundary, a state the one block at it.
  const std::int64_t need = group.window > 0 ? ceil_div(group.window - 1, block) : 1;
  if (need == 0) return aligned(most);
  std::int64_t run = 0;
  for (std::int64_t i = last - 1; i >= 0; --i) {
    if (found(request, g, i) == no_block) {
      run = 0;
      continue;
    }
    if (run == 0 && (i + 1) * block % alignment_ != 0) continue;
    if (++run >= need) return (i + run) * block;
  }
  return group.window > 0 ? aligned(run * block) : 0;
}

std::int64_t Cache::hit(const Request& request) const {
  const Content& content = request.content;
  const bool known = content.session != 0 || !content.chain.empty() || request.preemptions > 0;
  if (!caching_ || !known) return 0;
  std::int64_t most = request.tokens() - 1;
  if (engine_->speculation.drops_last_block) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!groups_[g].looked_up || !groups_[g].full) continue;
      const std::int64_t run = group_hit(request, g, most);
      most = std::min(most, std::max<std::int64_t>(run - groups_[g].rule.block_size, 0));
    }
  }
  while (most > 0) {
    std::int64_t agreed = most;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (groups_[g].looked_up) agreed = group_hit(request, g, agreed);
    }
    if (agreed == most) return most;
    most = agreed;
  }
  return 0;
}

/// Blocks of the hit that are free now, and so no longer once they are adopted.
std::int64_t Cache::free_hits(const Request& request, std::size_t g, std::int64_t hit) const {
  const Group& group = groups_[g];
  if (!group.looked_up) return 0;
  const std::int64_t end = hit / group.rule.block_size;
  std::int64_t n = 0;
  for (std::int64_t i = skipped_blocks(group, hit); i < end; ++i) {
    const BlockId id = found(request, g, i);
    if (id != no_block && pool_.is_free(id)) ++n;
  }
  return n;
}

void Cache::adopt(Request& request, std::int64_t hit) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    if (!group.looked_up || hit == 0) continue;
    Table& table = request.tables[g];
    const auto end = static_cast<std::size_t>(hit / group.rule.block_size);
    table.first = std::min(static_cast<std::size_t>(skipped_blocks(group, hit)), end);
    table.blocks.assign(end, no_block);
    table.named = end;
    for (std::size_t i = table.first; i < end; ++i) {
      const BlockId id = found(request, g, static_cast<std::int64_t>(i));
      if (id == no_block) continue;
      pool_.hold(id);
      table.blocks[i] = id;
    }
  }
}

/// Blocks that the whole sequence needs beside what it hits: admission asks for all of them
/// (scheduler_reserve_full_isl), windows counted at the most that they ever hold.
std::int64_t Cache::whole_need(const Request& request, std::int64_t hit) const {
  const std::int64_t all = std::min(request.tokens(), engine_->max_model_len);
  std::int64_t need = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const std::int64_t block = group.rule.block_size;
    const std::int64_t hits = group.looked_up ? hit / block : 0;
    if (group.fixed > 0) {
      need += group.fixed;
    } else if (group.rule.aligned_state) {
      const std::int64_t required = ceil_div(all, block) - hits;
      need += std::min<std::int64_t>(required, 1) + group.rule.draft_blocks +
              (group.rule.prefill_checkpoint && required > 1 ? 1 : 0);
    } else {
      const std::int64_t required = std::min(ceil_div(all, block), group.most) + group.more;
      need += std::max<std::int64_t>(required - std::max(hits, skipped_blocks(group, hit)), 0);
    }
    need += free_hits(request, g, hit);
  }
  return need;
}

bool Cache::admit(Request& request, std::int64_t hit, std::int64_t fresh) {
  request.tables.resize(groups_.size());
  if (whole_need(request, hit) > pool_.free()) return false;
  const std::int64_t main = hit + fresh;
  const Chunk chunk{hit, main, slots_for(main), main >= request.tokens()};
  std::int64_t need = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::int64_t hits = groups_[g].looked_up ? hit / groups_[g].rule.block_size : 0;
    need += fresh_blocks(groups_[g], request.tables[g], chunk, static_cast<std::size_t>(hits)) +
            free_hits(request, g, hit);
  }
  if (need > pool_.free()) return false;
  adopt(request, hit);
  request.computed = hit;
  allocate(request, chunk);
  return true;
}

}  // namespace kvplan::simulation
