// The blocks of one copy: which are free, in what order they are taken again, and what content a
// block still holds. Order as vLLM's free queue (v1/core/block_pool.py): blocks without known
// content first, newest first; then blocks never used; then those with content, oldest first (LRU).
#pragma once

#include <cstdint>
#include <vector>

namespace kvplan::simulation {

using BlockId = std::int32_t;
inline constexpr BlockId no_block = -1;

class BlockPool {
 public:
  /// @param blocks  usable ones: without the engine's null block
  explicit BlockPool(std::int64_t blocks) : blocks_(blocks) {}

  [[nodiscard]] std::int64_t size() const { return blocks_; }
  [[nodiscard]] std::int64_t free() const {
    return blocks_ - static_cast<std::int64_t>(block_.size()) +
           static_cast<std::int64_t>(unnamed_.size()) + idle_named_;
  }
  [[nodiscard]] std::int64_t used() const { return blocks_ - free(); }

  /// A free block, held once. What it held is forgotten. There must be one.
  [[nodiscard]] BlockId take();
  /// Holds a block once more, be it free or in use.
  void hold(BlockId id);
  /// Gives one hold back.
  void release(BlockId id);
  [[nodiscard]] bool is_free(BlockId id) const { return at(id).holds == 0; }

  /// Says what a block holds, from now on. A block keeps the first name it got.
  void name(BlockId id, std::uint64_t content);
  /// A block that holds this content, or no_block.
  [[nodiscard]] BlockId find(std::uint64_t content) const;

 private:
  struct Block {
    std::uint64_t content = 0;  // 0: nothing that could be found
    BlockId older = no_block;
    BlockId newer = no_block;
    std::int32_t holds = 0;
  };
  // Open addressing, linear probing; a content may stand there twice, in two blocks.
  struct Slot {
    std::uint64_t content = 0;
    BlockId id = no_block;
  };

  [[nodiscard]] const Block& at(BlockId id) const { return block_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] Block& at(BlockId id) { return block_[static_cast<std::size_t>(id)]; }
  void unlink(BlockId id);
  void forget(BlockId id);
  void grow();
  void insert(std::uint64_t content, BlockId id);

  std::int64_t blocks_;
  std::vector<Block> block_;      // those used at least once
  std::vector<BlockId> unnamed_;  // free, without content: a stack
  BlockId oldest_ = no_block;     // free, with content: a list
  BlockId newest_ = no_block;
  std::int64_t idle_named_ = 0;
  std::vector<Slot> slots_;
  std::size_t named_ = 0;
};

}  // namespace kvplan::simulation
