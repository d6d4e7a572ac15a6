#include "simulate/copy.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/random.hpp"

namespace kvplan::simulation {
namespace {

__extension__ using Wide = __int128;

/// `pairs`, and each of `fresh` tokens with all before it. What leaves 64 bits stays at their end:
/// at a picosecond a pair that is longer than any simulation.
std::int64_t with_attention(std::int64_t pairs, std::int64_t computed, std::int64_t fresh) {
  const Wide all = Wide{pairs} + Wide{fresh} * computed + Wide{fresh} * (fresh - 1) / 2;
  return static_cast<std::int64_t>(std::min(all, Wide{never}));
}

}  // namespace

Copy::Copy(const SimulatedEngine& engine, const SimulationOptions& options)
    : engine_(&engine),
      bin_ps_(picoseconds(options.bin_s, "--bin")),
      accepts_(static_cast<std::uint64_t>(
          std::ldexp(std::clamp(engine.speculation.acceptance, 0.0, 1.0), 63))),
      jump_(options.jump),
      cache_(std::make_unique<Cache>(engine)),
      timeline_(bin_ps_) {}

void Copy::account(std::int64_t now) {
  if (now <= accounted_) return;
  const Gauges gauges{static_cast<double>(running_.size()), static_cast<double>(waiting_.size()),
                      static_cast<double>(cache_->pool().used()), busy()};
  timeline_.hold(accounted_, now, gauges);
  accounted_ = now;
}

void Copy::enqueue(Request* request, std::int64_t now) {
  account(now);
  waiting_.push_back(request);
  most_waiting_ = std::max(most_waiting_, static_cast<std::int64_t>(waiting_.size()));
  if (busy() && steps_ > 1) {
    // It joins at the next step's beginning, so the jump ends there.
    steps_ = steps_until(now, false);
    ends_at_ = later(begun_at_, elapsed(steps_));
  }
}

std::int64_t Copy::elapsed(std::int64_t steps) const {
  const Wide grown = std::min(Wide{steps} * (steps - 1) / 2, Wide{longest_ps});
  const Wide sum = Wide{first_step_} * steps + Wide{growth_} * grown;
  return sum > longest_ps ? longest_ps : static_cast<std::int64_t>(sum);
}

/// The first step of the jump that ends at `now` or later; or, with `whole`, how many have ended.
std::int64_t Copy::steps_until(std::int64_t now, bool whole) const {
  std::int64_t low = 0;  // steps that end before now
  std::int64_t high = steps_;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (later(begun_at_, elapsed(middle)) < now ? low : high) = middle;
  }
  if (!whole) return high;
  return later(begun_at_, elapsed(high)) <= now ? high : low;
}

/// In align mode a chunk of a prompt ends where a state is cached: at the ends of blocks, and at
/// the last one before the end of the prompt (scheduler.py: _mamba_block_aligned_split).
std::int64_t Copy::aligned_chunk(const Request& request, std::int64_t start,
                                 std::int64_t fresh) const {
  const std::int64_t block = cache_->block_size();
  const std::int64_t prefill_end = std::max(request.in, request.tokens() - 1);
  if (start >= prefill_end) return fresh;
  std::int64_t end = start + fresh;
  std::int64_t last_cached = (request.tokens() - 1) / block * block;
  if (engine_->speculation.drops_last_block)
    last_cached = std::max<std::int64_t>(last_cached - block, 0);
  const bool inside = std::ranges::any_of(engine_->groups, &SimulatedGroup::prefill_checkpoint) &&
                      end >= prefill_end && last_cached > start;
  if (end < prefill_end) {
    const std::int64_t whole = end / block * block;
    if (whole > start || block <= engine_->max_num_batched_tokens) end = whole;
  }
  if (!inside) {
    if (start % block != 0) {
      const std::int64_t boundary = (start / block + 1) * block;
      if (boundary < end) end = boundary;
    }
    if (start < last_cached && last_cached < end) end = last_cached;
  }
  return std::max<std::int64_t>(end - start, 0);
}

std::int64_t Copy::wanted(const Request& request, std::int64_t computed,
                          std::int64_t budget) const {
  const std::int64_t drafts =
      request.generated > 0 && request.tokens() - computed == 1 ? engine_->speculation.tokens : 0;
  std::int64_t fresh = std::min(request.tokens() - computed + drafts, budget);
  fresh = std::min(fresh, std::max<std::int64_t>(engine_->max_model_len - computed - 1, 1));
  return engine_->align_states ? aligned_chunk(request, computed, fresh) : fresh;
}

void Copy::preempt(Request* request, std::int64_t now) {
  cache_->free(*request);
  request->computed = 0;
  ++request->preemptions;
  ++count(now).preemptions;
  waiting_.push_front(request);
  most_waiting_ = std::max(most_waiting_, static_cast<std::int64_t>(waiting_.size()));
}

/// @return false when a request was preempted: then nobody new is admitted in this step
bool Copy::plan_running(std::int64_t& budget, std::int64_t now) {
  bool all = true;
  for (std::size_t i = 0; i < running_.size() && budget > 0; ++i) {
    Request* request = running_[i];
    const std::int64_t fresh = wanted(*request, request->computed, budget);
    if (fresh == 0) continue;
    while (!cache_->extend(*request, fresh)) {
      Request* newest = running_.back();
      running_.pop_back();
      preempt(newest, now);
      all = false;
      if (newest == request) return false;
    }
    batch_.push_back({request, fresh, request->decoding()});
    budget -= fresh;
  }
  return all;
}

void Copy::admit_waiting(std::int64_t budget, std::int64_t now, std::vector<Request*>& rejected) {
  while (budget > 0 && !waiting_.empty() &&
         static_cast<std::int64_t>(running_.size()) < engine_->max_num_seqs) {
    Request* request = waiting_.front();
    const std::int64_t hit = cache_->hit(*request);
    const std::int64_t fresh = wanted(*request, hit, budget);
    if (fresh == 0) return;
    if (!cache_->admit(*request, hit, fresh)) {
      if (cache_->pool().used() > 0) return;
      waiting_.pop_front();  // not even alone: the engine would wait for ever
      rejected.push_back(request);
      continue;
    }
    waiting_.pop_front();
    running_.push_back(request);
    if (request->scheduled < 0) request->scheduled = now;
    Activity& bin = count(now);
    bin.prefix_queries += request->tokens();
    bin.prefix_hits += hit;
    batch_.push_back({request, fresh, request->decoding()});
    budget -= fresh;
  }
}

void Copy::begin(std::int64_t now, std::vector<Request*>& rejected) {
  account(now);
  batch_.clear();
  // A request that preempts itself leaves an empty step behind; the next one is planned at once.
  while (batch_.empty() && has_work()) {
    std::int64_t budget = engine_->max_num_batched_tokens;
    tried_to_admit_ = plan_running(budget, now);
    if (tried_to_admit_) admit_waiting(budget, now, rejected);
    if (tried_to_admit_ && batch_.empty()) break;
  }
  most_running_ = std::max(most_running_, static_cast<std::int64_t>(running_.size()));
  most_blocks_ = std::max(most_blocks_, cache_->pool().used());
  if (batch_.empty()) return;
  load_ = {};
  for (const Entry& entry : batch_) {
    load_.tokens += entry.fresh;
    if (entry.decoding) {
      ++load_.decoding;
      load_.context += entry.request->computed + 1;
    } else {
      load_.prefill_attention =
          with_attention(load_.prefill_attention, entry.request->computed, entry.fresh);
    }
  }
  begun_at_ = now;
  first_step_ = std::max<std::int64_t>(engine_->step.of(load_), 1);
  growth_ = 0;
  steps_ = 1;
  if (jump_) plan_jump();
  ends_at_ = later(now, elapsed(steps_));
}

/// How many steps to come are like this one: nobody ends, nobody needs or lets go of a block, and
/// whoever waits would be refused for the same reason again.
void Copy::plan_jump() {
  if (engine_->speculation.tokens > 0 || batch_.size() != running_.size()) return;
  if (load_.decoding != static_cast<std::int64_t>(batch_.size())) return;
  if (!tried_to_admit_ && !waiting_.empty()) return;
  std::int64_t steps = never;
  for (const Entry& entry : batch_) {
    const Request& request = *entry.request;
    steps = std::min({steps, request.covered - engine_->speculation.lookahead - request.computed,
                      request.release_at - request.computed, request.out - request.generated});
  }
  steps_ = std::max<std::int64_t>(steps, 1);
  StepLoad longer = load_;
  longer.context += load_.decoding;
  growth_ = engine_->step.of(longer) - engine_->step.of(load_);
}

/// Accepted drafts: each one only after all before it.
std::int64_t Copy::accepted(Request& request, std::int64_t drafts) const {
  std::int64_t n = 0;
  while (n < drafts) {
    const auto turn = static_cast<std::uint64_t>(request.drawn++);
    if (mixed(request.content.own + turn * 0x9E3779B97F4A7C15ULL) >> 1U >= accepts_) break;
    ++n;
  }
  return n;
}

void Copy::advance(const Entry& entry, std::int64_t end, Activity& bin) {
  Request& request = *entry.request;
  if (steps_ > 1) {
    request.computed += steps_;
    request.generated += steps_;
    request.last_token = end;
    return;
  }
  if (entry.decoding) {
    const std::int64_t fresh = 1 + accepted(request, entry.fresh - 1);
    const std::int64_t taken = std::min(fresh, request.out - request.generated);
    request.computed += taken;
    request.generated += taken;
    bin.output_tokens += taken;
    request.last_token = end;
    return;
  }
  request.computed += entry.fresh;
  bin.prompt_tokens += entry.fresh;
  if (request.computed < request.tokens()) return;
  if (request.first_token < 0) request.first_token = end;
  if (request.last_token >= 0) latencies_.itl.add(end - request.last_token);
  ++request.generated;
  ++bin.output_tokens;
  request.last_token = end;
}

/// Gaps between tokens: of most requests the step's own duration.
void Copy::note_gaps(std::int64_t first_end) {
  std::int64_t steady = 0;
  for (const Entry& entry : batch_) {
    if (!entry.decoding) continue;
    if (entry.request->last_token == begun_at_) {
      ++steady;
    } else {
      latencies_.itl.add(first_end - entry.request->last_token);
    }
  }
  latencies_.itl.add(first_end - begun_at_, steady);
  if (steps_ == 1) return;
  if (growth_ == 0) {
    latencies_.itl.add(first_step_, (steps_ - 1) * load_.decoding);
    return;
  }
  // Durations grow evenly: as many steps at once as share a value to 0.4 %.
  for (std::int64_t step = 1; step < steps_;) {
    const std::int64_t duration = first_step_ + growth_ * step;
    const std::int64_t alike = std::clamp<std::int64_t>(duration / 256 / growth_, 1, steps_ - step);
    latencies_.itl.add(duration + growth_ * ((alike - 1) / 2), alike * load_.decoding);
    step += alike;
  }
}

/// Tokens and steps of the jump, each in the bin in which its step ends.
void Copy::note_tokens(std::int64_t end) {
  for (std::int64_t counted = 0; counted < steps_;) {
    Activity& bin = timeline_.at(later(begun_at_, elapsed(counted + 1)));
    std::int64_t upto = steps_;
    if (end >= timeline_.bin_end()) upto = steps_until(timeline_.bin_end(), false) - 1;
    const std::int64_t n = std::max<std::int64_t>(upto - counted, 1);
    bin.steps += n;
    bin.token_steps += n * load_.decoding;
    if (steps_ > 1) bin.output_tokens += n * load_.decoding;
    counted += n;
  }
}

void Copy::finish(std::vector<Request*>& done) {
  const std::int64_t end = ends_at_;
  account(end);
  ends_at_ = never;
  note_gaps(begun_at_ + first_step_);
  note_tokens(end);
  Activity& bin = timeline_.at(end);
  for (const Entry& entry : batch_) advance(entry, end, bin);
  bool any = false;
  for (const Entry& entry : batch_) {
    Request& request = *entry.request;
    if (request.generated < request.out) continue;
    cache_->free(request);
    done.push_back(&request);
    any = true;
  }
  if (any) {
    std::erase_if(running_, [](const Request* r) { return r->generated >= r->out; });
  }
}

void Copy::stop(std::int64_t now, std::vector<Request*>& lost) {
  if (busy()) {
    const std::int64_t ended = steps_until(now, true);
    if (ended > 0 && steps_ > 1 && ended < steps_) {
      steps_ = ended;
      ends_at_ = later(begun_at_, elapsed(steps_));
      std::vector<Request*> none;
      finish(none);
    }
  }
  account(now);
  ends_at_ = never;
  for (Request* request : running_) cache_->free(*request);
  lost.insert(lost.end(), running_.begin(), running_.end());
  lost.insert(lost.end(), waiting_.begin(), waiting_.end());
  running_.clear();
  waiting_.clear();
  batch_.clear();
  cache_ = std::make_unique<Cache>(*engine_);
}

CopyResult Copy::result(std::int64_t end, std::int64_t bin_width) {
  account(end);
  CopyResult result;
  timeline_.widen_to(bin_width);
  result.bins = timeline_.bins(end);
  for (const Bin& bin : result.bins) add(result.total, bin.activity);
  result.latencies = latencies_;
  result.usable_blocks = cache_->pool().size();
  result.most_blocks = most_blocks_;
  result.blocks_at_end = cache_->pool().used();
  result.most_running = most_running_;
  result.most_waiting = most_waiting_;
  return result;
}

}  // namespace kvplan::simulation
