// Which blocks a request holds, group by group: the rules of vLLM 0.33's block managers
// (v1/core/single_type_kv_cache_manager.py, kv_cache_manager.py: allocate_slots).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "kvplan/simulate.hpp"
#include "simulate/block_pool.hpp"

namespace kvplan::simulation {

inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// A request's blocks of one group, by their place in the sequence.
struct Table {
  std::vector<BlockId> blocks;  // no_block: let go, or never there
  std::vector<BlockId> drafts;  // of an aligned state
  std::size_t first = 0;        // none is held before it
  std::size_t named = 0;        // those before it have been named
};

/// What a prompt is made of, for prefix caching.
struct Content {
  std::uint64_t own = 0;             // names what nobody else has
  std::uint64_t session = 0;         // not 0: all of it is the beginning of this session's stream
  std::vector<std::uint64_t> chain;  // of the trace's pieces, each with all before it
  std::int64_t piece = 0;            // tokens of one
};

struct Request {
  Arrival arrival;
  Content content;
  std::int64_t in = 0;
  std::int64_t out = 0;  // tokens that it will generate
  std::int64_t generated = 0;
  std::int64_t computed = 0;  // tokens whose cache is there
  std::int64_t drawn = 0;     // random numbers used for drafts
  std::int64_t preemptions = 0;
  std::int64_t arrived = 0;  // times in picoseconds; −1: not yet
  std::int64_t scheduled = -1;
  std::int64_t first_token = -1;
  std::int64_t last_token = -1;
  std::size_t copy = 0;
  bool was_cut = false;
  // Nothing to allocate while slots ≤ covered, nothing to let go while computed < release_at.
  std::int64_t covered = 0;
  std::int64_t release_at = 0;
  std::vector<Table> tables;

  [[nodiscard]] std::int64_t tokens() const { return in + generated; }
  [[nodiscard]] bool decoding() const { return generated > 0 && tokens() - computed == 1; }
};

class Cache {
 public:
  explicit Cache(const SimulatedEngine& engine);

  [[nodiscard]] const BlockPool& pool() const { return pool_; }
  [[nodiscard]] std::int64_t block_size() const { return state_block_; }

  /// Tokens of the prefix that are cached, over all groups alike; never the last token.
  [[nodiscard]] std::int64_t hit(const Request& request) const;
  /// First blocks of a waiting request: those of the hit, and room for `fresh` tokens more.
  /// False when the whole sequence or these tokens do not fit: then nothing has changed.
  [[nodiscard]] bool admit(Request& request, std::int64_t hit, std::int64_t fresh);
  /// Room for `fresh` tokens after the computed ones, and for the drafter's lookahead.
  [[nodiscard]] bool extend(Request& request, std::int64_t fresh) {
    const std::int64_t slots = slots_for(request.computed + fresh);
    if (slots <= request.covered && request.computed < request.release_at && request.decoding()) {
      return true;
    }
    return extend_tables(request, request.computed + fresh, slots);
  }
  void free(Request& request);

 private:
  struct Group {
    SimulatedGroup rule;
    std::int64_t window = 0;    // LastTokens
    std::int64_t chunk = 0;     // PresentChunk
    std::int64_t fixed = 0;     // FixedBlocks, not aligned
    std::int64_t more = 0;      // EveryBlock
    std::int64_t most = never;  // blocks that admission reckons with
    bool looked_up = false;     // takes part in prefix hits
    bool full = false;          // EveryToken
  };
  struct Chunk {  // the tokens of one step
    std::int64_t start = 0;
    std::int64_t main = 0;   // sequence length after the step
    std::int64_t slots = 0;  // with the drafter's lookahead
    bool last = false;       // the prefill ends here
  };

  [[nodiscard]] std::int64_t slots_for(std::int64_t main) const;
  [[nodiscard]] bool extend_tables(Request& request, std::int64_t main, std::int64_t slots);
  [[nodiscard]] static std::int64_t skipped_blocks(const Group& group, std::int64_t computed);
  [[nodiscard]] static bool checkpoints(const Group& group, const Table& table, const Chunk& chunk);
  [[nodiscard]] static std::int64_t fresh_blocks(const Group& group, const Table& table,
                                                 const Chunk& chunk, std::size_t held);
  [[nodiscard]] std::int64_t whole_need(const Request& request, std::int64_t hit) const;
  [[nodiscard]] std::int64_t free_hits(const Request& request, std::size_t g,
                                       std::int64_t hit) const;
  [[nodiscard]] std::uint64_t name(const Request& request, std::size_t g, std::int64_t end) const;
  [[nodiscard]] BlockId found(const Request& request, std::size_t g, std::int64_t index) const;
  [[nodiscard]] std::int64_t group_hit(const Request& request, std::size_t g,
                                       std::int64_t most) const;
  void adopt(Request& request, std::int64_t hit);
  void let_go(Request& request);
  void allocate(Request& request, const Chunk& chunk);
  void name_full(Request& request, std::int64_t tokens);
  void set_limits(Request& request) const;

  const SimulatedEngine* engine_;
  BlockPool pool_;
  std::vector<Group> groups_;
  std::int64_t alignment_ = 1;    // hits are a multiple of it
  std::int64_t state_block_ = 1;  // the engine's block size
  bool caching_ = false;
};

}  // namespace kvplan::simulation
