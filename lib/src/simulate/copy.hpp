// One copy of the engine: its queue, its batch, its clock. A step is planned as vLLM 0.33 plans it
// (v1/core/sched/scheduler.py: running requests first, then waiting ones; the newest is preempted).
// Steps that differ in nothing but the length of the context are taken in one jump, whose duration
// is an exact sum of whole picoseconds.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "simulate/cache.hpp"
#include "simulate/timeline.hpp"

namespace kvplan::simulation {

class Copy {
 public:
  Copy(const SimulatedEngine& engine, const SimulationOptions& options);

  [[nodiscard]] bool busy() const { return ends_at_ != never; }
  [[nodiscard]] std::int64_t ends_at() const { return ends_at_; }
  [[nodiscard]] std::size_t in_flight() const { return running_.size() + waiting_.size(); }
  [[nodiscard]] bool has_work() const { return in_flight() > 0; }
  [[nodiscard]] const Cache& cache() const { return *cache_; }

  void enqueue(Request* request, std::int64_t now);
  /// Plans the next step at `now`. Requests that can never run go to `rejected`.
  void begin(std::int64_t now, std::vector<Request*>& rejected);
  /// The step is over. Requests that are answered go to `done`.
  void finish(std::vector<Request*>& done);
  /// The copy goes away: all of its requests go to `lost`, its cache is gone.
  void stop(std::int64_t now, std::vector<Request*>& lost);

  Activity& count(std::int64_t now) { return timeline_.at(now); }
  [[nodiscard]] std::int64_t bin_width() const { return timeline_.width(); }
  [[nodiscard]] CopyResult result(std::int64_t end, std::int64_t bin_width);
  [[nodiscard]] Latencies& latencies() { return latencies_; }

 private:
  struct Entry {
    Request* request;
    std::int64_t fresh;
    bool decoding;
  };

  void account(std::int64_t now);
  [[nodiscard]] std::int64_t wanted(const Request& request, std::int64_t computed,
                                    std::int64_t budget) const;
  [[nodiscard]] std::int64_t aligned_chunk(const Request& request, std::int64_t start,
                                           std::int64_t fresh) const;
  [[nodiscard]] bool plan_running(std::int64_t& budget, std::int64_t now);
  void admit_waiting(std::int64_t budget, std::int64_t now, std::vector<Request*>& rejected);
  void preempt(Request* request, std::int64_t now);
  void plan_jump();
  [[nodiscard]] std::int64_t elapsed(std::int64_t steps) const;
  [[nodiscard]] std::int64_t steps_until(std::int64_t now, bool whole) const;
  void note_gaps(std::int64_t first_end);
  void note_tokens(std::int64_t end);
  [[nodiscard]] std::int64_t accepted(Request& request, std::int64_t drafts) const;
  void advance(const Entry& entry, std::int64_t end, Activity& bin);

  const SimulatedEngine* engine_;
  std::int64_t bin_ps_;
  std::uint64_t accepts_;  // a draft whose 63 bits are below
  bool jump_;
  std::unique_ptr<Cache> cache_;
  std::vector<Request*> running_;
  std::deque<Request*> waiting_;
  std::vector<Entry> batch_;
  StepLoad load_;
  std::int64_t begun_at_ = 0;
  std::int64_t ends_at_ = never;
  std::int64_t steps_ = 1;       // of the jump
  std::int64_t first_step_ = 0;  // its duration
  std::int64_t growth_ = 0;      // each further step takes so much longer
  std::int64_t accounted_ = 0;
  bool tried_to_admit_ = true;  // in the last plan: nobody was preempted
  Timeline timeline_;
  Latencies latencies_;
  std::int64_t most_blocks_ = 0;
  std::int64_t most_running_ = 0;
  std::int64_t most_waiting_ = 0;
};

}  // namespace kvplan::simulation
