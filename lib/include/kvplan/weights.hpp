// Step "weights": the tensors that the engine creates for a model, as one rank of each pipeline
// stage holds them: shapes, element types, how each is sharded. From the config alone, by the
// engine's own module tree; what a family's structure does not tell is unknown, never guessed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/config.hpp"
#include "kvplan/options.hpp"
#include "kvplan/platform.hpp"
#include "kvplan/serving.hpp"
#include "kvplan/units.hpp"

namespace kvplan {

struct Model;  // allocation.hpp

/// What a tensor is for.
enum class WeightKind {
  embedding,
  attention,
  state,  ///< linear attention, Mamba, short convolutions
  dense_mlp,
  routed_experts,
  shared_experts,
  router,
  norm,
  head,
  vision,
  ngram_table,
  buffer,  ///< rotary tables, scales of the cache, scratch of a kernel
  other,
};
[[nodiscard]] std::string_view name(WeightKind kind);

/// How a tensor is spread over the tensor-parallel ranks.
enum class Sharding {
  replicated,
  column,      ///< output features divided (one matrix or several merged)
  qkv,         ///< heads divided; fewer key-value heads than ranks are repeated
  row,         ///< input features divided
  vocabulary,  ///< rows of a vocabulary padded to 64
  experts,     ///< every expert's width divided, or whole experts dealt out (expert parallelism)
};
[[nodiscard]] std::string_view name(Sharding sharding);

/// An element type of a stored tensor, as torch spells it.
enum class StoredType {
  float32,
  float16,
  bfloat16,
  float8_e4m3fn,
  float8_e8m0fnu,
  uint8,
  int8,
  int32,
  int64,
  boolean,
  complex64,
};
[[nodiscard]] std::string_view name(StoredType type);
[[nodiscard]] std::int64_t size_of(StoredType type);
[[nodiscard]] StoredType stored(Dtype dtype);

/// A parameter or buffer of one rank, and its equals in the layers that are alike.
struct WeightTensor {
  /// In the engine's module tree: "model.layers.0.mlp.down_proj.weight". Of equals, the first.
  std::string name;
  WeightKind kind = WeightKind::other;
  Sharding sharding = Sharding::replicated;
  StoredType type = StoredType::bfloat16;
  std::vector<std::int64_t> shape;  ///< on the rank; empty for a single number
  std::int64_t stage = 0;           ///< pipeline stage
  bool buffer = false;
  bool host = false;       ///< in the host's memory, outside the engine's budget
  bool draft = false;      ///< of the draft model, after sharing with the target
  std::int64_t count = 1;  ///< equal ones, in as many layers of the stage
  /// Why it is stored plainly although the checkpoint is quantized: "ignore list: lm_head",
  /// "pattern: *.self_attn.*", "module kind: …". Empty where that is no question.
  std::string unquantized = {};
  [[nodiscard]] Bytes bytes() const;  ///< of all `count`
};

/// What one rank of each stage holds. Ranks of one stage are equal; with experts that do not
/// divide evenly it is the first rank, which has the most.
struct WeightsTable {
  std::vector<WeightTensor> tensors;
  std::string source;  ///< "config formula", "index", "file header", "given by the user"

  /// Device memory of the target model on one stage.
  [[nodiscard]] Bytes total(std::int64_t stage = 0) const;
  [[nodiscard]] Bytes draft_total() const;
  /// Tables of the target that the engine keeps in host memory, on one stage.
  [[nodiscard]] Bytes host_total(std::int64_t stage = 0) const;
  [[nodiscard]] Bytes buffers(std::int64_t stage = 0) const;
  [[nodiscard]] std::map<std::string, Bytes> by_type(std::int64_t stage = 0) const;
  [[nodiscard]] std::map<std::string, Bytes> by_kind(std::int64_t stage = 0) const;
};

/// @param draft   the draft model's config, where the speculative method has one of its own
/// @return nothing where the tensors cannot be known from the config: an architecture or a
///         quantization without a description here
/// @throws Error (invalid) for a field out of range
/// Llama-3.1-8B: 16,094,077,440 B (bf16, rotary table included).
[[nodiscard]] std::optional<WeightsTable> weights(const ModelConfig& config,
                                                  const ModelConfig* draft,
                                                  const EngineOptions& options,
                                                  const Serving& serving, const Platform& platform);

/// weights() of a model and its own draft, and nothing too where the config says enough for the
/// cache but not for the weights.
[[nodiscard]] std::optional<WeightsTable> weights_if_known(const Model& model,
                                                           const EngineOptions& options,
                                                           const Serving& serving,
                                                           const Platform& platform);

}  // namespace kvplan
