#include "simulate/block_pool.hpp"

#include <cassert>
#include <utility>

namespace kvplan::simulation {

BlockId BlockPool::take() {
  assert(free() > 0);
  BlockId id = no_block;
  if (!unnamed_.empty()) {
    id = unnamed_.back();
    unnamed_.pop_back();
  } else if (static_cast<std::int64_t>(block_.size()) < blocks_) {
    id = static_cast<BlockId>(block_.size());
    block_.emplace_back();
  } else {
    id = oldest_;
    unlink(id);
    forget(id);
  }
  at(id).holds = 1;
  return id;
}

void BlockPool::hold(BlockId id) {
  if (at(id).holds++ == 0) unlink(id);
}

void BlockPool::release(BlockId id) {
  Block& block = at(id);
  assert(block.holds > 0);
  if (--block.holds > 0) return;
  if (block.content == 0) {
    unnamed_.push_back(id);
    return;
  }
  block.older = newest_;
  block.newer = no_block;
  (newest_ == no_block ? oldest_ : at(newest_).newer) = id;
  newest_ = id;
  ++idle_named_;
}

void BlockPool::unlink(BlockId id) {
  Block& block = at(id);
  (block.older == no_block ? oldest_ : at(block.older).newer) = block.newer;
  (block.newer == no_block ? newest_ : at(block.newer).older) = block.older;
  --idle_named_;
}

void BlockPool::name(BlockId id, std::uint64_t content) {
  Block& block = at(id);
  if (block.content != 0) return;
  block.content = content == 0 ? 1 : content;
  if ((named_ + 1) * 2 > slots_.size()) grow();
  insert(block.content, id);
  ++named_;
}

void BlockPool::insert(std::uint64_t content, BlockId id) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = content & mask;
  while (slots_[i].id != no_block) i = (i + 1) & mask;
  slots_[i] = {content, id};
}

void BlockPool::grow() {
  std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
  std::swap(old, slots_);
  for (const Slot& slot : old) {
    if (slot.id != no_block) insert(slot.content, slot.id);
  }
}

BlockId BlockPool::find(std::uint64_t content) const {
  if (slots_.empty()) return no_block;
  if (content == 0) content = 1;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = content & mask; slots_[i].id != no_block; i = (i + 1) & mask) {
    if (slots_[i].content == content) return slots_[i].id;
  }
  return no_block;
}

void BlockPool::forget(BlockId id) {
  const std::uint64_t content = std::exchange(at(id).content, 0);
  const std::size_t mask = slots_.size() - 1;
  std::size_t hole = content & mask;
  while (slots_[hole].id != id) hole = (hole + 1) & mask;
  // Later entries of the same run move up, so that no search ends too early.
  for (std::size_t next = (hole + 1) & mask; slots_[next].id != no_block;
       next = (next + 1) & mask) {
    const std::size_t home = slots_[next].content & mask;
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    slots_[hole] = slots_[next];
    hole = next;
  }
  slots_[hole] = {};
  --named_;
}

}  // namespace kvplan::simulation
