// The fused experts of a layer under each quantization scheme. Source: vLLM,
// model_executor/layers/fused_moe and quantization/*: create_weights (vllm.md F.1, F.3, F.4).
#include <numeric>

#include "weights/builder.hpp"

namespace kvplan::modules {
namespace {

struct Fused {
  Builder& builder;
  const std::string& name;
  std::int64_t all;      ///< of the layer
  std::int64_t experts;  ///< on the rank
  std::int64_t hidden;
  std::int64_t intermediate;  ///< on the rank
  std::int64_t up;            ///< matrices of the first product: 2 when gated
  bool bias;
  bool cut;  ///< the width is divided over ranks
  const Storage& storage;

  void add(const char* suffix, StoredType type, std::vector<std::int64_t> shape) const {
    builder.add(name + suffix, WeightKind::routed_experts, Sharding::experts, type,
                std::move(shape));
  }
};

std::int64_t halves(std::int64_t n, std::int64_t unit) {
  if (unit < 1 || n % unit != 0) throw Unknowable{};
  return n / unit;
}

/// TensorRT-LLM's kernel on SM100 has tiles of 128.
void plain(Fused f) {
  constexpr std::int64_t tile = 128;
  if (f.builder.platform().capability.major == 10) f.intermediate = round_up(f.intermediate, tile);
  const StoredType type = f.builder.dtype();
  f.add(".w13_weight", type, {f.experts, f.up * f.intermediate, f.hidden});
  f.add(".w2_weight", type, {f.experts, f.hidden, f.intermediate});
  if (!f.bias) return;
  f.add(".w13_bias", type, {f.experts, f.up * f.intermediate});
  f.add(".w2_bias", type, {f.experts, f.hidden});
}

/// Blocks that a rank's share of the width cuts are refined to a size that divides it.
std::int64_t refined_block(const Fused& f) {
  const Storage& s = f.storage;
  constexpr std::int64_t smallest = 32;
  if (f.intermediate % s.block_rows == 0 && (!f.cut || f.intermediate % s.block_columns == 0)) {
    return 0;
  }
  const std::int64_t block =
      std::gcd(std::gcd(s.block_rows, s.block_columns), std::gcd(f.intermediate, f.hidden));
  return block < smallest ? 0 : block;
}

void fp8(const Fused& f) {
  Storage s = f.storage;
  f.add(".w13_weight", StoredType::float8_e4m3fn, {f.experts, f.up * f.intermediate, f.hidden});
  f.add(".w2_weight", StoredType::float8_e4m3fn, {f.experts, f.hidden, f.intermediate});
  if (s.scheme == Scheme::fp8_block) {
    if (const std::int64_t block = refined_block(f)) s.block_rows = s.block_columns = block;
    const std::int64_t rows = ceil_div(f.intermediate, s.block_rows);
    f.add(".w13_weight_scale_inv", StoredType::float32,
          {f.experts, f.up * rows, ceil_div(f.hidden, s.block_columns)});
    f.add(".w2_weight_scale_inv", StoredType::float32,
          {f.experts, ceil_div(f.hidden, s.block_rows), ceil_div(f.intermediate, s.block_columns)});
  } else if (s.scheme == Scheme::fp8_tensor) {
    f.add(".w13_weight_scale", StoredType::float32, {f.experts, f.up});
    f.add(".w2_weight_scale", StoredType::float32, {f.experts});
  } else {
    f.add(".w13_weight_scale", StoredType::float32, {f.experts, f.up * f.intermediate, 1});
    f.add(".w2_weight_scale", StoredType::float32, {f.experts, f.hidden, 1});
  }
  if (s.static_input) {
    f.add(".w13_input_scale", StoredType::float32, {f.experts});
    f.add(".w2_input_scale", StoredType::float32, {f.experts});
  }
}

void nvfp4(const Fused& f) {
  constexpr std::int64_t group = 16;
  const std::int64_t rows = f.up * f.intermediate;
  f.add(".w13_weight", StoredType::uint8, {f.experts, rows, halves(f.hidden, 2)});
  f.add(".w2_weight", StoredType::uint8, {f.experts, f.hidden, halves(f.intermediate, 2)});
  f.add(".w13_weight_scale", StoredType::float8_e4m3fn, {f.experts, rows, halves(f.hidden, group)});
  f.add(".w2_weight_scale", StoredType::float8_e4m3fn,
        {f.experts, f.hidden, halves(f.intermediate, group)});
  f.add(".w13_weight_scale_2", StoredType::float32, {f.experts, f.up});
  f.add(".w2_weight_scale_2", StoredType::float32, {f.experts});
  // FlashInfer's kernels read the scales of all experts.
  const bool reads_all =
      f.storage.scheme != Scheme::nvfp4_w4a16 && f.builder.platform().capability.major >= 10;
  const std::int64_t scales = reads_all ? f.all : f.experts;
  f.add(".w13_input_scale", StoredType::float32, {scales, f.up});
  f.add(".w2_input_scale", StoredType::float32, {scales});
}

/// The kernel's tiles pad: Triton's on Hopper the width to 64, Marlin's and TensorRT-LLM's the
/// hidden size to 256 and the width to 128.
void mxfp4(Fused f) {
  constexpr std::int64_t group = 32;
  constexpr std::int64_t hidden_tile = 256;
  constexpr std::int64_t width_tile = 128;
  const bool pads = f.storage.scheme == Scheme::mxfp4;  // Quark and compressed-tensors do not
  if (pads && f.builder.platform().capability.major == 9) {
    constexpr std::int64_t triton_tile = 64;
    f.intermediate = round_up(f.intermediate, triton_tile);
  } else if (pads) {
    f.hidden = round_up(f.hidden, hidden_tile);
    f.intermediate = round_up(f.intermediate, width_tile);
  }
  const std::int64_t rows = f.up * f.intermediate;
  f.add(".w13_weight", StoredType::uint8, {f.experts, rows, halves(f.hidden, 2)});
  f.add(".w13_weight_scale", StoredType::uint8, {f.experts, rows, halves(f.hidden, group)});
  f.add(".w2_weight", StoredType::uint8, {f.experts, f.hidden, halves(f.intermediate, 2)});
  f.add(".w2_weight_scale", StoredType::uint8,
        {f.experts, f.hidden, halves(f.intermediate, group)});
  if (!f.bias) return;
  f.add(".w13_bias", f.builder.dtype(), {f.experts, rows});
  f.add(".w2_bias", f.builder.dtype(), {f.experts, f.hidden});
}

void mxfp8(const Fused& f) {
  constexpr std::int64_t group = 32;
  const std::int64_t rows = f.up * f.intermediate;
  f.add(".w13_weight", StoredType::float8_e4m3fn, {f.experts, rows, f.hidden});
  f.add(".w2_weight", StoredType::float8_e4m3fn, {f.experts, f.hidden, f.intermediate});
  f.add(".w13_weight_scale", StoredType::uint8, {f.experts, rows, halves(f.hidden, group)});
  f.add(".w2_weight_scale", StoredType::uint8,
        {f.experts, f.hidden, halves(f.intermediate, group)});
}

void int8(const Fused& f) {
  const std::int64_t rows = f.up * f.intermediate;
  f.add(".w13_weight", StoredType::int8, {f.experts, rows, f.hidden});
  f.add(".w2_weight", StoredType::int8, {f.experts, f.hidden, f.intermediate});
  f.add(".w13_weight_scale", StoredType::float32, {f.experts, rows, 1});
  f.add(".w2_weight_scale", StoredType::float32, {f.experts, f.hidden, 1});
}

std::int64_t groups_of(const Storage& s, std::int64_t in) {
  return s.group_size < 0 ? 1 : halves(in, s.group_size);
}

/// compressed-tensors' packed integers: the original shapes are kept beside them.
void packed_integers(const Fused& f) {
  const Storage& s = f.storage;
  if (!s.symmetric) throw Unknowable{};
  const std::int64_t pack = 32 / s.bits;
  const StoredType type = f.builder.dtype();
  const std::int64_t rows = f.up * f.intermediate;
  f.add(".w13_weight_packed", StoredType::int32, {f.experts, rows, halves(f.hidden, pack)});
  f.add(".w2_weight_packed", StoredType::int32,
        {f.experts, f.hidden, halves(f.intermediate, pack)});
  f.add(".w13_weight_scale", type, {f.experts, rows, groups_of(s, f.hidden)});
  f.add(".w2_weight_scale", type, {f.experts, f.hidden, groups_of(s, f.intermediate)});
  f.add(".w13_weight_shape", type, {f.experts, 2});
  f.add(".w2_weight_shape", type, {f.experts, 2});
}

/// AWQ packs outputs, GPTQ inputs; GPTQ's method makes room for biases too.
void grouped_integers(const Fused& f) {
  const Storage& s = f.storage;
  if (s.act_order) throw Unknowable{};
  const std::int64_t pack = 32 / s.bits;
  const StoredType type = f.builder.dtype();
  const bool awq = s.scheme == Scheme::awq;
  const std::int64_t rows = f.up * f.intermediate;
  const auto weight = [&](std::int64_t in, std::int64_t out) {
    return awq ? std::vector{f.experts, in, halves(out, pack)}
               : std::vector{f.experts, halves(in, pack), out};
  };
  const std::int64_t in_groups = groups_of(s, f.hidden);
  const std::int64_t out_groups = groups_of(s, f.intermediate);
  f.add(".w13_qweight", StoredType::int32, weight(f.hidden, rows));
  f.add(".w2_qweight", StoredType::int32, weight(f.intermediate, f.hidden));
  f.add(".w13_scales", type, {f.experts, in_groups, rows});
  f.add(".w2_scales", type, {f.experts, out_groups, f.hidden});
  f.add(".w13_qzeros", StoredType::int32, {f.experts, in_groups, halves(rows, pack)});
  f.add(".w2_qzeros", StoredType::int32, {f.experts, out_groups, halves(f.hidden, pack)});
  if (awq) return;
  f.add(".w13_bias", type, {f.experts, rows});
  f.add(".w2_bias", type, {f.experts, f.hidden});
}

void store(const Fused& f) {
  switch (f.storage.scheme) {
    case Scheme::none:
      plain(f);
      return;
    case Scheme::fp8_tensor:
    case Scheme::fp8_channel:
    case Scheme::fp8_block:
      fp8(f);
      return;
    case Scheme::nvfp4:
    case Scheme::nvfp4_w4a16:
    case Scheme::nvfp4_packed:
      nvfp4(f);
      return;
    case Scheme::mxfp4:
    case Scheme::ocp_mxfp4:
    case Scheme::mxfp4_packed:
      mxfp4(f);
      return;
    case Scheme::mxfp8:
      mxfp8(f);
      return;
    case Scheme::int8_channel:
      int8(f);
      return;
    case Scheme::wna16:
      packed_integers(f);
      return;
    case Scheme::gptq:
    case Scheme::awq:
      grouped_integers(f);
      return;
    case Scheme::int8_tensor:
    case Scheme::bitsandbytes_4bit:
    case Scheme::bitsandbytes_8bit:
      throw Unknowable{};
  }
}

}  // namespace

void Builder::experts(const std::string& name, const ExpertsShape& shape,
                      const std::optional<Storage>& storage) {
  const std::int64_t devices = product(tp(), options_.data_parallel_size);
  const bool dealt = options_.enable_expert_parallel && devices > 1;
  std::int64_t width = shape.intermediate;
  if (!dealt) {
    if (width % devices != 0) throw Unknowable{};
    width /= devices;
  }
  // Which of all experts is where: one number each.
  if (dealt) buffer(name + "._expert_map", StoredType::int32, {shape.count});
  const Storage chosen = storage ? *storage : quantization_.experts(name);
  if (chosen.scheme == Scheme::none && quantization_.any()) because(quantization_.why_plain(name));
  store({*this, name, shape.count, dealt ? ceil_div(shape.count, devices) : shape.count,
         shape.hidden, width, shape.gated ? 2 : 1, shape.bias, !dealt && devices > 1, chosen});
  because("");
}

}  // namespace kvplan::modules
