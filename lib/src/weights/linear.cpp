// A linear layer's tensors under each quantization scheme, as the engine creates them before it
// repacks for a kernel. Source: vLLM, model_executor/layers/quantization (vllm.md F.3).
#include "weights/builder.hpp"

namespace kvplan::modules {
namespace {

constexpr std::int64_t fp4_group = 16;
constexpr std::int64_t mx_group = 32;
/// bitsandbytes scales blocks of 64 weights (its own default); the engine keeps the scales as
/// float32, also those that a checkpoint has quantized twice (unslothai/unsloth-zoo #1197).
constexpr std::int64_t bitsandbytes_block = 64;

/// Everything that a scheme needs to write one matrix of `out` × `in`.
struct Matrix {
  Builder& builder;
  const std::string& name;
  WeightKind kind;
  Sharding sharding;
  std::int64_t parts;
  std::int64_t out;
  std::int64_t in;
  StoredType dtype;
  const Storage& storage;

  void add(const char* suffix, StoredType type, std::vector<std::int64_t> shape) const {
    builder.add(name + suffix, kind, sharding, type, std::move(shape));
  }
  [[nodiscard]] std::int64_t whole(std::int64_t n, std::int64_t unit) const {
    if (unit < 1 || n % unit != 0) throw Unknowable{};
    return n / unit;
  }
};

void fp8(const Matrix& m) {
  m.add(".weight", StoredType::float8_e4m3fn, {m.out, m.in});
  const Storage& s = m.storage;
  if (s.scheme == Scheme::fp8_block) {
    m.add(".weight_scale_inv", s.exponent_scales ? StoredType::float8_e8m0fnu : StoredType::float32,
          {ceil_div(m.out, s.block_rows), ceil_div(m.in, s.block_columns)});
  } else if (s.scheme == Scheme::fp8_channel) {
    const bool columns = m.builder.quantization().method() == "compressed-tensors";
    m.add(".weight_scale", StoredType::float32,
          columns ? std::vector{m.out, std::int64_t{1}} : std::vector{m.out});
  } else {
    m.add(".weight_scale", StoredType::float32, {m.parts});
  }
  if (s.static_input) m.add(".input_scale", StoredType::float32, {m.parts});
}

void nvfp4(const Matrix& m) {
  const bool packed = m.storage.scheme == Scheme::nvfp4_packed;
  m.add(packed ? ".weight_packed" : ".weight", StoredType::uint8, {m.out, m.whole(m.in, 2)});
  m.add(packed ? ".weight_global_scale" : ".weight_scale_2", StoredType::float32, {m.parts});
  m.add(".weight_scale", StoredType::float8_e4m3fn, {m.out, m.whole(m.in, fp4_group)});
  if (m.storage.static_input) {
    m.add(packed ? ".input_global_scale" : ".input_scale", StoredType::float32, {m.parts});
  } else if (m.storage.scheme == Scheme::nvfp4_w4a16) {
    m.add(".input_scale", m.dtype, {m.parts});  // created, though nothing reads it
  }
}

/// GPTQ and AWQ: packed columns with scales and zeros for each group of inputs.
void grouped_integers(const Matrix& m) {
  const Storage& s = m.storage;
  const std::int64_t pack = 32 / s.bits;
  const std::int64_t groups = s.group_size < 0 ? 1 : m.whole(m.in, s.group_size);
  const bool awq = s.scheme == Scheme::awq;
  if (awq) {
    m.add(".qweight", StoredType::int32, {m.in, m.whole(m.out, pack)});
  } else {
    m.add(".qweight", StoredType::int32, {m.whole(m.in, pack), m.out});
    if (s.act_order) m.add(".g_idx", StoredType::int32, {m.in});
  }
  m.add(".qzeros", StoredType::int32, {groups, m.whole(m.out, pack)});
  m.add(".scales", m.dtype, {groups, m.out});
}

void packed_integers(const Matrix& m) {
  const Storage& s = m.storage;
  const std::int64_t pack = 32 / s.bits;
  const std::int64_t groups = s.group_size < 0 ? 1 : m.whole(m.in, s.group_size);
  m.add(".weight_packed", StoredType::int32, {m.out, m.whole(m.in, pack)});
  m.add(".weight_scale", m.dtype, {m.out, groups});
  m.add(".weight_shape", StoredType::int64, {2});
  if (!s.symmetric) m.add(".weight_zero_point", StoredType::int32, {m.whole(m.out, pack), groups});
}

void store(const Matrix& m) {
  switch (m.storage.scheme) {
    case Scheme::none:
      m.add(".weight", m.dtype, {m.out, m.in});
      return;
    case Scheme::fp8_tensor:
    case Scheme::fp8_channel:
    case Scheme::fp8_block:
      fp8(m);
      return;
    case Scheme::nvfp4:
    case Scheme::nvfp4_w4a16:
    case Scheme::nvfp4_packed:
      nvfp4(m);
      return;
    case Scheme::mxfp8:
      m.add(".weight", StoredType::float8_e4m3fn, {m.out, m.in});
      m.add(".weight_scale", StoredType::uint8, {m.out, m.whole(m.in, mx_group)});
      return;
    case Scheme::gptq:
    case Scheme::awq:
      grouped_integers(m);
      return;
    case Scheme::wna16:
      packed_integers(m);
      return;
    case Scheme::ocp_mxfp4:
    case Scheme::mxfp4_packed:
      m.add(m.storage.scheme == Scheme::mxfp4_packed ? ".weight_packed" : ".weight",
            StoredType::uint8, {m.out, m.whole(m.in, 2)});
      m.add(".weight_scale", StoredType::uint8, {m.out, m.whole(m.in, mx_group)});
      return;
    case Scheme::int8_tensor:
      m.add(".weight", StoredType::int8, {m.out, m.in});
      m.add(".weight_scale", StoredType::float32, {m.parts});
      return;
    case Scheme::int8_channel:
      m.add(".weight", StoredType::int8, {m.out, m.in});
      m.add(".weight_scale", StoredType::float32, {m.out, 1});
      return;
    case Scheme::bitsandbytes_4bit:
      m.add(".weight", StoredType::uint8, {m.whole(product(m.out, m.in), 2), 1});
      m.add(".weight.absmax", StoredType::float32,
            {ceil_div(product(m.out, m.in), bitsandbytes_block)});
      return;
    case Scheme::bitsandbytes_8bit:
      m.add(".weight", StoredType::int8, {m.out, m.in});
      return;
    case Scheme::mxfp4:
      throw Unknowable{};
  }
}

}  // namespace

void Builder::sharded(const std::string& name, WeightKind kind, Sharding sharding,
                      const std::vector<std::int64_t>& outs, std::int64_t in,
                      const LinearOptions& options) {
  Storage storage;
  if (options.storage)
    storage = *options.storage;
  else if (options.quantize)
    storage = quantization_.linear(name);
  if (storage.scheme == Scheme::none && quantization_.any()) {
    because(options.quantize ? quantization_.why_plain(name)
                             : "module kind: the engine never quantizes it");
  }
  std::int64_t out = 0;
  for (const std::int64_t part : outs) out = sum(out, part);
  const StoredType type = options.type.value_or(dtype());
  store({*this, name, kind, sharding, static_cast<std::int64_t>(outs.size()), out, in, type,
         storage});
  because("");
  if (options.bias) add(name + ".bias", kind, sharding, type, {out});
}

}  // namespace kvplan::modules
