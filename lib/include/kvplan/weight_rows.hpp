// The weights as a table to read: tensors alike are one row, and the rows add up to the total.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/tensor_files.hpp"
#include "kvplan/weights.hpp"

namespace kvplan {

/// Tensors of one kind, type, shape and sharding.
struct WeightRow {
  WeightKind kind = WeightKind::other;
  std::string type;  ///< as torch or the file spells it
  Sharding sharding = Sharding::replicated;
  std::vector<std::int64_t> shape;        ///< of one; of a file, before any sharding
  std::int64_t count = 0;                 ///< so many of them
  Bytes bytes;                            ///< of all together
  std::vector<std::string> modules = {};  ///< without numbers: "mlp.down_proj.weight"
  std::string unquantized = {};  ///< why it is stored plainly where the checkpoint is quantized
  bool draft = false;
  bool host = false;
};

/// What one rank of a stage holds, largest kind first. The rows that are neither draft's nor
/// host's sum to table.total(stage).
[[nodiscard]] std::vector<WeightRow> rows_of(const WeightsTable& table, std::int64_t stage = 0);

/// The tensors of files, whole: before any sharding. An index has no bytes of single tensors.
[[nodiscard]] std::vector<WeightRow> rows_of(const TensorFiles& files);

/// W_UK and W_UV of latent attention, which the engine makes beside kv_b_proj when it has loaded:
/// in the model's dtype, on one rank of a stage. In no total here.
/// Source: vllm.md F.2; not measured.
[[nodiscard]] Bytes copies_after_loading(const WeightsTable& table, std::int64_t stage = 0);

/// The rows of keys and values of a DFlash or DSpark draft, which the engine joins once more for
/// all its layers when it has loaded, where they are not quantized: on one rank of the last stage.
/// In no total here; without biases, which are a few kB.
/// Source: vLLM 0.33, models/qwen3_dflash.py, _build_context_kv_buffers; not measured.
[[nodiscard]] Bytes draft_copies_after_loading(const WeightsTable& table);

/// What the checkpoint's files hold by the config, whatever of it is loaded: towers, tables kept on
/// the host and layers of multi-token prediction, no buffers. A publisher's total_size counts that,
/// as does the engine's "Checkpoint size". An embedding and head that a draft's layer repeats are
/// not in it, for not every release repeats them: DeepSeek V3 does (0.5 % of its files), GLM-4.6
/// not.
/// @return nothing where weights() is nothing
/// Qwen3.5-122B-A10B in NVFP4: 83.48 GB, of which the draft 5.05.
[[nodiscard]] std::optional<Bytes> checkpoint_bytes(const Model& model, const Serving& serving,
                                                    const Platform& platform);

/// What `--quantization METHOD` on a plain checkpoint makes smaller while it loads, of a rank of a
/// stage: the matrices are created in the model's dtype, and each layer is turned into another
/// type before the next one is read. fp8 and mxfp8 take all but embedding, head and what the
/// engine never quantizes; int8 and nvfp4 the routed experts alone. Scales are a few kB, mxfp8's
/// a byte for each 32 numbers. In no total of the table.
/// Source: vLLM 0.33, model_executor/layers/quantization/online/. Qwen3-8B in fp8: 6.47 GiB less.
[[nodiscard]] Bytes saved_while_loading(const WeightsTable& table, std::string_view method,
                                        std::int64_t stage = 0);

/// How the engine divides a checkpoint's tensor, by its usual names.
[[nodiscard]] Sharding sharding_of(std::string_view name);

}  // namespace kvplan
