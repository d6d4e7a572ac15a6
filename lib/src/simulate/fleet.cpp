// The clock: arrivals, ends of steps and restarts in order of time, over all copies of a fleet.
#include <algorithm>
#include <cmath>
#include <memory>
#include <queue>
#include <stdexcept>
#include <tuple>

#include "kvplan/error.hpp"
#include "kvplan/random.hpp"
#include "simulate/router.hpp"

namespace kvplan {
namespace simulation {
namespace {

void check(const Fleet& fleet) {
  const auto refuse = [&](const char* expected, std::int64_t found) {
    throw invalid({fleet.name, ""}, expected, std::to_string(found));
  };
  if (fleet.copies.empty()) refuse("a copy or more", 0);
  if (fleet.proxy_cap < 0) refuse("a cap of 0 or more", fleet.proxy_cap);
  for (const SimulatedEngine& engine : fleet.copies) {
    if (engine.num_blocks < 1 || engine.num_blocks > 2'000'000'000) {
      refuse("1 to 2,000,000,000 blocks", engine.num_blocks);
    }
    if (engine.max_num_seqs < 1) refuse("max_num_seqs of 1 or more", engine.max_num_seqs);
    if (engine.max_num_batched_tokens < 1 + engine.speculation.tokens) {
      refuse("max_num_batched_tokens for one request", engine.max_num_batched_tokens);
    }
    if (engine.max_model_len < 2) refuse("max_model_len of 2 or more", engine.max_model_len);
    for (const SimulatedGroup& group : engine.groups) {
      if (group.block_size < 1) refuse("a block size of 1 or more", group.block_size);
    }
  }
  for (const Restart& restart : fleet.restarts) {
    if (restart.copy >= fleet.copies.size()) {
      refuse("the restart of a copy that is there", static_cast<std::int64_t>(restart.copy));
    }
  }
}

class Simulation {
 public:
  Simulation(const Fleet& fleet, ArrivalSource& arrivals, const SimulationOptions& options)
      : fleet_(fleet),
        source_(arrivals),
        options_(options),
        copies_(make_copies(fleet, options)),
        router_(fleet, copies_) {
    for (const Restart& restart : fleet.restarts) {
      const std::int64_t at = picoseconds(restart.at_s, "--restart");
      changes_.push_back({at, false, restart.copy});
      changes_.push_back(
          {later(at, picoseconds(restart.seconds, "--restart")), true, restart.copy});
    }
    std::ranges::sort(changes_, {}, [](const Change& c) { return std::tie(c.at, c.up, c.copy); });
    for (std::int64_t i = 0; i < source_.clients(); ++i) clients_.emplace(0, asked_++);
    if (source_.clients() == 0) next_ = source_.next();
  }

  SimulationResult run() {
    while (true) {
      const std::int64_t now = next_instant();
      if (now == never) break;
      if (now >= longest_ps) {
        throw invalid({"", ""}, "a simulation of at most 92 days", "a longer one");
      }
      finish_steps(now);
      change_copies(now);
      take_arrivals(now);
      send_parked(now);
      begin_steps(now);
    }
    return result();
  }

 private:
  struct Change {
    std::int64_t at;
    bool up;
    std::size_t copy;
  };
  using Due = std::pair<std::int64_t, std::int64_t>;  // when, and the order of asking

  static std::vector<Copy> make_copies(const Fleet& fleet, const SimulationOptions& options) {
    check(fleet);
    std::vector<Copy> copies;
    copies.reserve(fleet.copies.size());
    for (const SimulatedEngine& engine : fleet.copies) copies.emplace_back(engine, options);
    return copies;
  }

  [[nodiscard]] std::int64_t next_instant() const {
    std::int64_t now = next_ ? next_->at_ps : never;
    if (!clients_.empty()) now = std::min(now, clients_.top().first);
    bool work = now != never || router_.parked() > 0;
    for (const Copy& copy : copies_) {
      now = std::min(now, copy.ends_at());
      work = work || copy.has_work();
    }
    // A restart after all is answered changes nothing.
    if (work && change_ < changes_.size()) now = std::min(now, changes_[change_].at);
    return now;
  }

  void finish_steps(std::int64_t now) {
    for (Copy& copy : copies_) {
      if (copy.ends_at() != now) continue;
      done_.clear();
      copy.finish(done_);
      for (Request* request : done_) answered(request, now);
    }
  }

  void answered(Request* request, std::int64_t now) {
    Copy& copy = copies_[request->copy];
    router_.left(request->copy);
    ++copy.count(now).completed;
    ++result_.completed;
    if (request->was_cut) ++result_.cut;
    last_ = now;
    const auto note = [&](Latencies& latencies) {
      latencies.ttft.add(request->first_token - request->arrived);
      latencies.e2e.add(now - request->arrived);
      latencies.queue.add(request->scheduled - request->arrived);
      if (request->out > 1) {
        latencies.tpot.add((now - request->first_token) / (request->out - 1));
      }
    };
    note(copy.latencies());
    if (request->arrival.is_long) note(result_.long_latencies);
    if (options_.on_done) {
      options_.on_done({request->copy, request->arrived, request->scheduled, request->first_token,
                        now, request->in, request->out, request->preemptions,
                        request->arrival.is_long});
    }
    recycle(request, now);
  }

  void recycle(Request* request, std::int64_t now) {
    spare_.push_back(request);
    if (source_.clients() > 0) after_answer(now);
  }

  /// A client's next request, when it has thought.
  void after_answer(std::int64_t now) {
    clients_.emplace(later(now, source_.think_ps()), asked_++);
  }

  void change_copies(std::int64_t now) {
    while (change_ < changes_.size() && changes_[change_].at <= now) {
      const Change& change = changes_[change_++];
      router_.set_up(change.copy, change.up);
      if (change.up) continue;
      std::vector<Request*> lost;
      copies_[change.copy].stop(now, lost);
      for (Request* request : lost) lose(request, now);
    }
  }

  void lose(Request* request, std::int64_t now) {
    if (!fleet_.retry_lost) {
      ++result_.failed;
      recycle(request, now);
      return;
    }
    ++result_.retried;
    request->computed = 0;
    request->generated = 0;
    request->first_token = -1;
    request->last_token = -1;
    dispatch(request, now);
  }

  void take_arrivals(std::int64_t now) {
    while (next_ && next_->at_ps <= now) {
      arrive(*next_, now);
      next_ = source_.next();
    }
    while (!clients_.empty() && clients_.top().first <= now) {
      clients_.pop();
      if (const auto arrival = source_.next()) arrive(*arrival, now);
    }
  }

  Request* fresh_request() {
    if (spare_.empty()) {
      all_.push_back(std::make_unique<Request>());
      return all_.back().get();
    }
    Request* request = spare_.back();
    spare_.pop_back();
    auto tables = std::move(request->tables);
    auto chain = std::move(request->content.chain);
    *request = {};
    request->tables = std::move(tables);
    request->content.chain = std::move(chain);
    return request;
  }

  void arrive(const Arrival& arrival, std::int64_t now) {
    if (first_ < 0) first_ = now;
    last_ = std::max(last_, now);
    Request* request = fresh_request();
    const std::int64_t longest = fleet_.copies.front().max_model_len;
    request->arrival = arrival;
    request->in = arrival.in;
    request->out = std::min(arrival.out, longest - arrival.in);
    request->was_cut = request->out < arrival.out;
    request->arrived = now;
    request->content.own = mixed(options_.seed, static_cast<std::uint64_t>(++result_.arrived));
    if (fleet_.sessions_share_prefix && arrival.session != 0) {
      request->content.session = mixed(0x5E551011, arrival.session);
    }
    request->content.piece = arrival.hash_block;
    std::uint64_t chained = 0;
    request->content.chain.clear();
    for (const std::uint64_t piece : arrival.hashes) {
      request->content.chain.push_back(chained = mixed(chained, piece));
    }
    if (request->in < 1 || request->out < 1) {
      reject(request, now);
    } else {
      dispatch(request, now);
    }
  }

  void reject(Request* request, std::int64_t now) {
    ++result_.rejected;
    recycle(request, now);
  }

  void dispatch(Request* request, std::int64_t now) {
    if (!router_.any_up() && !fleet_.retry_lost) {
      ++result_.failed;
      recycle(request, now);
      return;
    }
    account_parked(now);
    // Nobody overtakes those that wait at the proxy already, except a sticky one for its own copy.
    const bool waits = router_.parked() > 0 && fleet_.routing != Routing::sticky;
    const auto copy = waits ? std::nullopt : router_.pick(*request);
    if (copy) {
      send(request, *copy, now);
    } else {
      router_.park(request);
      result_.most_at_proxy =
          std::max(result_.most_at_proxy, static_cast<std::int64_t>(router_.parked()));
    }
  }

  void send(Request* request, std::size_t copy, std::int64_t now) {
    request->copy = copy;
    router_.sent(copy);
    ++copies_[copy].count(now).arrived;
    copies_[copy].enqueue(request, now);
  }

  void send_parked(std::int64_t now) {
    account_parked(now);
    std::size_t copy = 0;
    while (router_.parked() > 0) {
      Request* request = router_.unpark(copy);
      if (request == nullptr) return;
      send(request, copy, now);
    }
  }

  void account_parked(std::int64_t now) {
    result_.at_proxy_s += static_cast<double>(router_.parked()) * seconds(now - parked_at_);
    parked_at_ = now;
  }

  void begin_steps(std::int64_t now) {
    for (Copy& copy : copies_) {
      while (!copy.busy() && copy.has_work()) {
        rejected_.clear();
        copy.begin(now, rejected_);
        if (!copy.busy() && rejected_.empty()) {
          throw std::logic_error("a copy with requests plans no step");
        }
        for (Request* request : rejected_) {
          router_.left(request->copy);
          reject(request, now);
        }
      }
    }
  }

  SimulationResult result() {
    result_.fleet = fleet_.name;
    result_.duration_s = first_ < 0 ? 0 : seconds(last_ - first_);
    std::int64_t width = 0;
    for (const Copy& copy : copies_) width = std::max(width, copy.bin_width());
    for (Copy& copy : copies_) {
      result_.copies.push_back(copy.result(last_, width));
      CopyResult& one = result_.copies.back();
      add(result_.total, one.total);
      result_.latencies.ttft.add_all(one.latencies.ttft);
      result_.latencies.tpot.add_all(one.latencies.tpot);
      result_.latencies.itl.add_all(one.latencies.itl);
      result_.latencies.e2e.add_all(one.latencies.e2e);
      result_.latencies.queue.add_all(one.latencies.queue);
    }
    return std::move(result_);
  }

  const Fleet& fleet_;
  ArrivalSource& source_;
  const SimulationOptions& options_;
  std::vector<Copy> copies_;
  Router router_;
  std::vector<Change> changes_;
  std::size_t change_ = 0;
  std::optional<Arrival> next_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> clients_;
  std::int64_t asked_ = 0;
  std::vector<std::unique_ptr<Request>> all_;
  std::vector<Request*> spare_;
  std::vector<Request*> done_;
  std::vector<Request*> rejected_;
  std::int64_t first_ = -1;
  std::int64_t last_ = 0;
  std::int64_t parked_at_ = 0;
  SimulationResult result_;
};

}  // namespace
}  // namespace simulation

std::string_view name(Routing routing) {
  switch (routing) {
    case Routing::least_conn:
      return "least_conn";
    case Routing::round_robin:
      return "round_robin";
    case Routing::sticky:
      return "sticky";
    case Routing::prefix_aware:
      return "prefix_aware";
  }
  return "";
}

double SimulationResult::output_tok_s() const {
  return duration_s > 0 ? static_cast<double>(total.output_tokens) / duration_s : 0;
}

double SimulationResult::requests_per_s() const {
  return duration_s > 0 ? static_cast<double>(completed) / duration_s : 0;
}

SimulationResult simulate(const Fleet& fleet, ArrivalSource& arrivals,
                          const SimulationOptions& options) {
  return simulation::Simulation(fleet, arrivals, options).run();
}

}  // namespace kvplan
