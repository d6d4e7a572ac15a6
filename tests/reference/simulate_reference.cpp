// A slow, obvious engine to compare the simulation with: one copy, one step after the other, every
// block a member of a set, every cached prefix a list of what it stands for. Of the simulation it
// shares the types of its inputs, and nothing else.
#include <doctest/doctest.h>

#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kvplan/random.hpp"
#include "kvplan/simulate.hpp"

namespace {

using namespace kvplan;

struct Answer {
  std::int64_t scheduled = -1, first = -1, done = -1, preemptions = 0;
  [[nodiscard]] std::string text() const {
    return std::to_string(scheduled) + " " + std::to_string(first) + " " + std::to_string(done) +
           " " + std::to_string(preemptions);
  }
  friend bool operator==(const Answer&, const Answer&) = default;
};

struct Asked {
  std::int64_t id, at, in, out, shared;  // `shared` tokens begin as everybody's do
};

/// The blocks by number; the free ones in the order in which they will be taken.
class Pool {
 public:
  explicit Pool(std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) free_.push_back(i);
  }
  [[nodiscard]] std::int64_t free() const { return static_cast<std::int64_t>(free_.size()); }
  std::int64_t take() {
    const std::int64_t id = free_.front();
    free_.pop_front();
    std::erase_if(holds_says_, [&](const auto& one) { return one.first == id; });
    users_[id] = 1;
    return id;
  }
  void use(std::int64_t id) {
    if (users_[id]++ == 0) free_.remove(id);
  }
  void leave(std::int64_t id) {
    if (--users_[id] > 0) return;
    if (named(id)) {
      free_.push_back(id);
    } else {
      free_.push_front(id);
    }
  }
  void says(std::int64_t id, const std::string& text) {
    if (!named(id)) holds_says_.emplace_back(id, text);
  }
  [[nodiscard]] std::optional<std::int64_t> find(const std::string& text) const {
    for (const auto& [id, said] : holds_says_) {
      if (said == text) return id;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool idle(std::int64_t id) const { return users_.at(id) == 0; }

 private:
  [[nodiscard]] bool named(std::int64_t id) const {
    return std::ranges::find(holds_says_, id, &std::pair<std::int64_t, std::string>::first) !=
           holds_says_.end();
  }
  std::list<std::int64_t> free_;
  std::map<std::int64_t, std::int64_t> users_;
  std::vector<std::pair<std::int64_t, std::string>> holds_says_;  // as they were said
};

class SlowEngine {
 public:
  SlowEngine(const SimulatedEngine& engine, std::vector<Asked> asked)
      : e_(engine), pool_(engine.num_blocks - 1), asked_(std::move(asked)) {}

  std::map<std::int64_t, Answer> run() {
    std::int64_t now = 0;
    std::size_t next = 0;
    while (next < asked_.size() || !running_.empty() || !waiting_.empty()) {
      if (running_.empty() && waiting_.empty()) now = std::max(now, asked_[next].at);
      for (; next < asked_.size() && asked_[next].at <= now; ++next) {
        waiting_.push_back(One{.asked = asked_[next], .tables = Tables(e_.groups.size())});
      }
      now += step(now);
    }
    return answers_;
  }

 private:
  using Tables = std::vector<std::map<std::int64_t, std::int64_t>>;  // place → block
  struct One {
    Asked asked;
    Tables tables;
    std::vector<std::int64_t> reach = {};  // places there are or were, by group
    std::int64_t generated = 0, computed = 0;
    std::int64_t fresh = 0;
  };

  std::string text(const One& r, std::size_t g, std::int64_t tokens) const {
    const std::string who = tokens <= r.asked.shared ? "all" : std::to_string(r.asked.id);
    return std::to_string(g) + " " + std::to_string(tokens) + " " + who;
  }
  std::int64_t places(std::int64_t tokens, std::size_t g) const {
    return (tokens + e_.groups[g].block_size - 1) / e_.groups[g].block_size;
  }
  /// Places that nobody will read again.
  std::int64_t behind(std::int64_t computed, std::size_t g) const {
    const auto* window = std::get_if<LastTokens>(&e_.groups[g].retention);
    if (window == nullptr) return 0;
    return std::max<std::int64_t>(computed - window->window.count() + 1, 0) /
           e_.groups[g].block_size;
  }

  void leave_all(One& r) {
    for (std::size_t g = 0; g < r.tables.size(); ++g) {
      mark(r, g, std::min(r.computed, r.asked.in + r.generated));
      for (auto at = r.tables[g].rbegin(); at != r.tables[g].rend(); ++at) pool_.leave(at->second);
      r.tables[g].clear();
    }
    r.reach.clear();
  }
  void mark(const One& r, std::size_t g, std::int64_t tokens) {
    if (!e_.prefix_caching) return;
    for (const auto& [place, id] : r.tables[g]) {
      const std::int64_t end = (place + 1) * e_.groups[g].block_size;
      if (end <= tokens) pool_.says(id, text(r, g, end));
    }
  }

  bool grow(One& r) {
    const std::int64_t end = r.computed + r.fresh;
    r.reach.resize(r.tables.size(), 0);
    for (std::size_t g = 0; g < r.tables.size(); ++g) {
      for (std::int64_t place = behind(r.computed, g); place-- > 0;) {
        if (!r.tables[g].contains(place)) continue;
        pool_.leave(r.tables[g][place]);
        r.tables[g].erase(place);
      }
    }
    std::int64_t need = 0;
    for (std::size_t g = 0; g < r.tables.size(); ++g) {
      need += std::max<std::int64_t>(places(end, g) - r.reach[g], 0);
    }
    if (need > pool_.free()) return false;
    for (std::size_t g = 0; g < r.tables.size(); ++g) {
      for (; r.reach[g] < places(end, g); ++r.reach[g]) r.tables[g][r.reach[g]] = pool_.take();
    }
    for (std::size_t g = 0; g < r.tables.size(); ++g) {
      mark(r, g, std::min(end, r.asked.in + r.generated));
    }
    return true;
  }

  /// With one group of full attention: as many whole blocks as are there, but never all tokens.
  std::int64_t found(const One& r) const {
    if (!e_.prefix_caching) return 0;
    std::int64_t n = 0;
    while ((n + 1) * e_.groups[0].block_size <= r.asked.in + r.generated - 1 &&
           pool_.find(text(r, 0, (n + 1) * e_.groups[0].block_size))) {
      ++n;
    }
    return n * e_.groups[0].block_size;
  }

  bool enter(One& r, std::int64_t hit) {
    const std::int64_t all = r.asked.in + r.generated;
    std::int64_t idle = 0;
    const std::int64_t hits = hit / e_.groups[0].block_size;
    for (std::int64_t place = 0; place < hits; ++place) {
      if (pool_.idle(*pool_.find(text(r, 0, (place + 1) * e_.groups[0].block_size)))) ++idle;
    }
    std::int64_t need = idle;
    for (std::size_t g = 0; g < r.tables.size(); ++g) {
      std::int64_t most = places(all, g);
      if (const auto* window = std::get_if<LastTokens>(&e_.groups[g].retention)) {
        most = std::min(most, places(std::min(window->window.count() - 1 + e_.max_in_flight_tokens,
                                              e_.max_model_len),
                                     g) +
                                  1);
      }
      need += std::max<std::int64_t>(most - hits, 0);
    }
    if (need > pool_.free()) return false;
    std::int64_t now = idle;
    for (std::size_t g = 0; g < r.tables.size(); ++g) now += places(hit + r.fresh, g) - hits;
    if (now > pool_.free()) return false;
    r.computed = hit;
    r.reach.assign(r.tables.size(), hits);
    for (std::int64_t place = 0; place < hits; ++place) {
      const std::int64_t id = *pool_.find(text(r, 0, (place + 1) * e_.groups[0].block_size));
      pool_.use(id);
      r.tables[0][place] = id;
    }
    return grow(r);
  }

  std::int64_t step(std::int64_t now) {
    std::int64_t budget = e_.max_num_batched_tokens;
    bool preempted = false;
    for (One& r : running_) r.fresh = 0;
    auto at = running_.begin();
    while (at != running_.end() && budget > 0) {
      at->fresh = std::min(at->asked.in + at->generated - at->computed, budget);
      bool mine = false;
      while (!grow(*at)) {
        preempted = true;
        mine = std::next(at) == running_.end();
        One victim = std::move(running_.back());
        running_.pop_back();
        leave_all(victim);
        victim.computed = victim.fresh = 0;
        ++answers_[victim.asked.id].preemptions;
        waiting_.push_front(std::move(victim));
        if (mine) break;
      }
      if (mine) break;
      budget -= at->fresh;
      ++at;
    }
    while (!preempted && budget > 0 && !waiting_.empty() &&
           static_cast<std::int64_t>(running_.size()) < e_.max_num_seqs) {
      One& r = waiting_.front();
      const std::int64_t hit = found(r);
      r.fresh = std::min(r.asked.in + r.generated - hit, budget);
      if (!enter(r, hit)) {
        if (!running_.empty()) break;
        answers_.erase(r.asked.id);  // never
        waiting_.pop_front();
        continue;
      }
      Answer& answer = answers_[r.asked.id];
      if (answer.scheduled < 0) answer.scheduled = now;
      budget -= r.fresh;
      running_.push_back(std::move(r));
      waiting_.pop_front();
    }
    std::int64_t tokens = 0, decoding = 0, context = 0, attention = 0;
    for (const One& r : running_) {
      tokens += r.fresh;
      if (r.generated > 0 && r.asked.in + r.generated - r.computed == 1 && r.fresh == 1) {
        ++decoding;
        context += r.computed + 1;
      } else {
        for (std::int64_t i = 0; i < r.fresh; ++i) attention += r.computed + i;
      }
    }
    if (tokens == 0) return 0;
    const StepTime& s = e_.step;
    const std::int64_t took =
        std::max<std::int64_t>(1, s.fixed + s.per_token * tokens + s.per_request * decoding +
                                      s.per_context * context + s.per_attention * attention);
    for (auto one = running_.begin(); one != running_.end();) {
      One& r = *one;
      r.computed += r.fresh;
      const bool gave = r.fresh > 0 && r.computed == r.asked.in + r.generated;
      if (gave) {
        Answer& answer = answers_[r.asked.id];
        if (r.generated++ == 0) answer.first = now + took;
        if (r.generated == r.asked.out) {
          answer.done = now + took;
          leave_all(r);
          one = running_.erase(one);
          continue;
        }
      }
      ++one;
    }
    return took;
  }

  const SimulatedEngine& e_;
  Pool pool_;
  std::vector<Asked> asked_;
  std::list<One> running_, waiting_;
  std::map<std::int64_t, Answer> answers_;
};

}  // namespace

TEST_CASE("the simulation does what a slow engine does, step by step and block by block") {
  Random random(7);
  const auto up_to = [&](std::int64_t n) {
    return 1 + static_cast<std::int64_t>(random.bits() % static_cast<std::uint64_t>(n));
  };
  std::int64_t preemptions = 0;
  std::int64_t hits = 0;
  std::int64_t rejected = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    SimulatedEngine engine;
    const std::int64_t block = up_to(12);
    engine.num_blocks = 6 + up_to(60);
    engine.groups = {SimulatedGroup{.block_size = block}};
    engine.max_model_len = 500;
    engine.max_num_seqs = up_to(8);
    engine.max_num_batched_tokens = 8 + up_to(60);
    engine.max_in_flight_tokens = engine.max_num_batched_tokens;
    engine.prefix_caching = random.bits() % 2 == 0;
    if (!engine.prefix_caching && random.bits() % 2 == 0) {
      engine.groups.push_back(
          {.retention = LastTokens{Tokens{up_to(40)}}, .block_size = up_to(12)});
    }
    engine.step = {.fixed = up_to(1000),
                   .per_token = up_to(20),
                   .per_request = up_to(20),
                   .per_context = up_to(5) - 1,
                   .per_attention = up_to(3) - 1};

    std::vector<Asked> asked;
    std::int64_t at = 0;
    for (std::int64_t id = 0; id < 25; ++id) {
      at += static_cast<std::int64_t>(random.bits() % 40) * 1000;
      asked.push_back({id, at, up_to(80), up_to(60), 0});
    }
    // Shared beginnings: pieces of one block, of which as many as fit are everybody's.
    const std::int64_t shared = engine.prefix_caching ? block * up_to(6) : 0;
    std::string text;
    const std::int64_t start = asked.front().at;
    for (Asked& one : asked) {
      one.at -= start;
      std::string pieces;
      for (std::int64_t end = block; end <= std::min(shared, one.in); end += block) {
        pieces += (pieces.empty() ? "" : ",") + std::to_string(end);
        one.shared = end;
      }
      const std::string ns = std::to_string(one.at / 1000);
      text += R"({"t": 0.)" + std::string(9 - ns.size(), '0') + ns + R"(, "in": )" +
              std::to_string(one.in) + R"(, "out": )" + std::to_string(one.out) +
              R"(, "hash_ids": [)" + pieces + "]}\n";
    }
    const Trace trace = parse_trace(text, "random.jsonl", {.hash_block = block});

    std::vector<Answer> fast;
    SimulationOptions options;
    std::map<std::int64_t, Answer> by_time;
    options.on_done = [&](const RequestRecord& r) {
      fast.push_back({r.scheduled, r.first_token, r.done, r.preemptions});
    };
    Fleet fleet;
    fleet.copies = {engine};
    const auto source = replay(trace);
    const SimulationResult result = simulate(fleet, *source, options);
    std::vector<Answer> slow;
    for (const auto& [id, answer] : SlowEngine(engine, asked).run()) {
      if (answer.done >= 0) slow.push_back(answer);
    }
    const auto order = [](const Answer& a, const Answer& b) {
      return std::tie(a.scheduled, a.first, a.done) < std::tie(b.scheduled, b.first, b.done);
    };
    std::ranges::sort(fast, order);
    std::ranges::sort(slow, order);
    for (std::size_t i = 0; i < std::min(fast.size(), slow.size()) && fast != slow; ++i) {
      INFO("request " << i << ": " << fast[i].text() << " against " << slow[i].text());
      REQUIRE(fast[i] == slow[i]);
    }
    REQUIRE(fast.size() == slow.size());
    CHECK(result.completed + result.rejected == 25);
    preemptions += result.total.preemptions;
    hits += result.total.prefix_hits;
    rejected += result.rejected;
  }
  // The rounds have met what they are to compare.
  CHECK(preemptions > 100);
  CHECK(hits > 1000);
  CHECK(rejected > 0);
}
