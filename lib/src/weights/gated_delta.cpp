#include "weights/gated_delta.hpp"

#include "families/gated_delta.hpp"

namespace kvplan::modules {

void gated_delta(Builder& b, const std::string& prefix, const ConfigNode& text, bool interleaved) {
  constexpr auto kind = WeightKind::state;
  const GatedDeltaState state = families::gated_delta(text);
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t keys = product(state.key_heads, state.key_dim);
  const std::int64_t values = product(state.value_heads, state.value_dim);
  const std::int64_t heads = b.share(state.value_heads);
  b.add(prefix + ".dt_bias", kind, Sharding::column, b.dtype(), {heads});
  b.add(prefix + ".A_log", kind, Sharding::column, StoredType::float32, {heads});
  b.add(prefix + ".conv1d.weight", kind, Sharding::column, b.dtype(),
        {b.share(sum(product(2, keys), values)), 1, state.conv_kernel});
  if (interleaved) {
    b.column(prefix + ".in_proj_qkvz", kind, {sum(product(2, keys), product(2, values))}, hidden);
    b.column(prefix + ".in_proj_ba", kind, {2 * state.value_heads}, hidden);
  } else {
    b.column(prefix + ".in_proj_qkvz", kind, {keys, keys, values, values}, hidden);
    const Scheme scheme = b.quantization().default_storage().scheme;
    // Marlin wants 64 rows at least, so the engine repeats these two for AWQ and GPTQ.
    if (scheme == Scheme::awq || scheme == Scheme::gptq) {
      b.replicated(prefix + ".in_proj_ba", kind, {state.value_heads, state.value_heads}, hidden);
    } else {
      b.column(prefix + ".in_proj_ba", kind, {state.value_heads, state.value_heads}, hidden);
    }
  }
  b.norm(prefix + ".norm", state.value_dim);
  b.row(prefix + ".out_proj", kind, hidden, values);
}

}  // namespace kvplan::modules
