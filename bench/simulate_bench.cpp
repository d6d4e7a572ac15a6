// How fast a simulation is: token-steps a second (a step of a batch with n generating requests is n
// token-steps), and a day of 100,000 requests.
#include <benchmark/benchmark.h>

#include "kvplan/kvplan.hpp"

namespace {

using namespace kvplan;

SimulatedEngine llama(std::int64_t blocks) {
  SimulatedEngine engine;
  engine.num_blocks = blocks;
  engine.groups = {SimulatedGroup{.block_size = 16}};
  engine.max_model_len = 131'072;
  engine.step.fixed = ps_per_second / 50;
  engine.step.per_token = ps_per_second / 5000;
  engine.step.per_context = 480'117;
  return engine;
}

void run(benchmark::State& state, const Fleet& fleet, const Generator& generator) {
  std::int64_t token_steps = 0;
  std::int64_t requests = 0;
  for (auto _ : state) {
    const auto source = generate(generator);
    const SimulationResult result = simulate(fleet, *source, {});
    token_steps += result.total.token_steps;
    requests += result.completed;
    benchmark::DoNotOptimize(result.duration_s);
  }
  state.counters["token_steps/s"] =
      benchmark::Counter(static_cast<double>(token_steps), benchmark::Counter::kIsRate);
  state.counters["requests/s"] =
      benchmark::Counter(static_cast<double>(requests), benchmark::Counter::kIsRate);
}

/// So many requests in flight, all of one length: batches of one size.
void token_steps(benchmark::State& state) {
  Fleet fleet;
  fleet.copies = {llama(100'000)};
  const Generator generator{.rate = 0,
                            .clients = state.range(0),
                            .requests = 2000,
                            .in = {.mean = 512},
                            .out = {.mean = 512}};
  run(state, fleet, generator);
}
BENCHMARK(token_steps)->Arg(1)->Arg(8)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

/// The same with drafts, of which each request accepts its own number.
void token_steps_with_drafts(benchmark::State& state) {
  Fleet fleet;
  fleet.copies = {llama(100'000)};
  fleet.copies.front().speculation = {.tokens = 4, .lookahead = 4, .acceptance = 0.7};
  const Generator generator{.rate = 0,
                            .clients = state.range(0),
                            .requests = 2000,
                            .in = {.mean = 512},
                            .out = {.mean = 512}};
  run(state, fleet, generator);
}
BENCHMARK(token_steps_with_drafts)->Arg(8)->Arg(64)->Unit(benchmark::kMillisecond);

/// A cache that is always full: preemptions all the time.
void token_steps_with_preemptions(benchmark::State& state) {
  Fleet fleet;
  fleet.copies = {llama(2000)};
  const Generator generator{
      .rate = 0, .clients = 64, .requests = 1000, .in = {.mean = 512}, .out = {.mean = 512}};
  run(state, fleet, generator);
}
BENCHMARK(token_steps_with_preemptions)->Unit(benchmark::kMillisecond);

/// Two copies, a day, 100,000 requests that arrive in bursts and share a system prompt.
void day_of_100000_requests(benchmark::State& state) {
  Fleet fleet;
  fleet.copies.assign(2, llama(40'000));
  const Generator generator{.rate = 100'000.0 / 86'400,
                            .burstiness = 0.5,
                            .requests = 100'000,
                            .in = {.shape = Length::Shape::lognormal, .mean = 2000, .variation = 1},
                            .out = {.shape = Length::Shape::exponential, .mean = 300},
                            .shared_prefix = 512};
  run(state, fleet, generator);
}
BENCHMARK(day_of_100000_requests)->Unit(benchmark::kMillisecond);

}  // namespace
