#include "weights/mamba.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::state;

void convolution(Builder& b, const std::string& prefix, std::int64_t channels, std::int64_t kernel,
                 bool bias) {
  b.add(prefix + ".conv1d.weight", kind, Sharding::column, b.dtype(), {channels, 1, kernel});
  if (bias) b.add(prefix + ".conv1d.bias", kind, Sharding::column, b.dtype(), {channels});
}

}  // namespace

void mamba2_mixer(Builder& b, const std::string& prefix, std::int64_t hidden,
                  const Mamba2State& state, const Mamba2Options& options) {
  const bool divides = state.groups % b.tp() == 0;
  if (!divides && state.groups != 1) throw Unknowable{};
  const std::int64_t groups = divides ? state.groups / b.tp() : 1;
  const std::int64_t inner = b.share(state.inner);
  const std::int64_t heads = b.share(state.heads);
  const std::int64_t shared = product(groups, state.state_dim);
  const std::int64_t channels = sum(inner, product(2, shared));
  b.add(prefix + ".A", kind, Sharding::column, StoredType::float32, {heads});
  b.add(prefix + ".D", kind, Sharding::column, b.dtype(), {heads});
  b.add(prefix + ".dt_bias", kind, Sharding::column, b.dtype(), {heads});
  convolution(b, prefix, channels, state.conv_kernel, options.conv_bias);
  std::vector<std::int64_t> parts{inner, inner, shared, shared, heads};
  if (!divides) parts = {sum(sum(inner, channels), heads)};
  b.sharded(prefix + ".in_proj", kind, Sharding::column, parts, hidden, {.bias = options.bias});
  b.row(prefix + ".out_proj", kind, hidden, state.inner, {.bias = options.bias});
  if (options.norm) b.norm(prefix + ".norm", inner);
  // The convolution once more, as the kernel reads it.
  b.buffer(prefix + ".conv_weights", b.dtype(), {channels, state.conv_kernel});
}

void mamba1_mixer(Builder& b, const std::string& prefix, std::int64_t hidden,
                  const Mamba1State& state, const Mamba1Options& options) {
  const std::int64_t inner = b.share(state.inner);
  b.add(prefix + ".A", kind, Sharding::column, StoredType::float32, {inner, state.state_dim});
  b.add(prefix + ".D", kind, Sharding::column, b.dtype(), {inner});
  convolution(b, prefix, inner, state.conv_kernel, options.conv_bias);
  b.column(prefix + ".in_proj", kind, {state.inner, state.inner}, hidden, {.bias = options.bias});
  b.row(prefix + ".x_proj", kind, sum(options.dt_rank, 2 * state.state_dim), state.inner);
  b.column(prefix + ".dt_proj", kind, {state.inner}, options.dt_rank, {.bias = true});
  b.row(prefix + ".out_proj", kind, hidden, state.inner, {.bias = options.bias});
  if (!options.norms) return;
  b.norm(prefix + ".dt_layernorm", options.dt_rank);
  b.norm(prefix + ".b_layernorm", state.state_dim);
  b.norm(prefix + ".c_layernorm", state.state_dim);
}

}  // namespace kvplan::modules
