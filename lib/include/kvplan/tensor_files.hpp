// Step "read", the weights' side: which tensors a checkpoint's files hold, and their bytes. Only
// headers are read, never weights: safetensors, GGUF, an index, or a dump of headers that was made
// on another machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/units.hpp"
#include "kvplan/weights.hpp"

namespace kvplan {

/// One tensor of a file, under the checkpoint's own name.
struct FileTensor {
  std::string name;
  std::string dtype = {};                ///< as the file says it: "BF16", "F8_E4M3", "Q4_K"
  std::vector<std::int64_t> shape = {};  ///< outermost first
  Bytes bytes = {};                      ///< 0 in an index, which has no sizes
  WeightKind kind = WeightKind::other;
  bool draft = false;  ///< of the checkpoint's own draft (MTP): loaded only for speculation
  friend bool operator==(const FileTensor&, const FileTensor&) = default;
};

struct TensorFiles {
  std::vector<FileTensor> tensors = {};
  Bytes total = {};    ///< of all tensors
  std::string source;  ///< "file header" or "index"
  std::int64_t files = 0;

  /// Bytes that a server loads: without the draft's where `speculates` is false.
  [[nodiscard]] Bytes loaded(bool speculates) const;
  [[nodiscard]] Bytes draft() const;
  /// Of the model itself, without its draft.
  [[nodiscard]] Bytes of_kind(WeightKind kind) const;
  [[nodiscard]] std::map<std::string, Bytes> by_dtype() const;
  [[nodiscard]] std::map<std::string, Bytes> by_kind() const;
  friend bool operator==(const TensorFiles&, const TensorFiles&) = default;
};

/// What a tensor is for, by the usual names of checkpoints.
[[nodiscard]] WeightKind kind_of(std::string_view name);
/// True for the checkpoint's own draft: "mtp.…", or a layer behind the model's last one.
/// @param layers  the model's own, where known
[[nodiscard]] bool is_draft(std::string_view name, std::optional<std::int64_t> layers);

/// The header of one *.safetensors file. A file that ends behind its header is read too.
/// @throws Error (invalid) for a header that is truncated, too long, no JSON, or whose offsets
///         do not fit the shapes, each other, or the file
[[nodiscard]] TensorFiles read_safetensors(const std::filesystem::path& file,
                                           std::optional<std::int64_t> layers = std::nullopt);
/// The header of one *.gguf file (version 2 or 3).
/// @throws Error (invalid) as above
[[nodiscard]] TensorFiles read_gguf(const std::filesystem::path& file,
                                    std::optional<std::int64_t> layers = std::nullopt);
/// A model.safetensors.index.json: names and the total, no sizes of single tensors.
[[nodiscard]] TensorFiles read_index(const std::filesystem::path& file,
                                     std::optional<std::int64_t> layers = std::nullopt);

/// Everything that a folder holds: its *.safetensors (those of the index where there is one), else
/// *.gguf, else the index alone, else a dump of headers (kvplan_headers.json).
/// @return nothing where there is none of them
/// @throws Error (invalid) as above, and where index and files contradict each other
[[nodiscard]] std::optional<TensorFiles> read_tensor_files(
    const std::filesystem::path& folder, std::optional<std::int64_t> layers = std::nullopt);

/// The headers as JSON, small enough to share; no weights are in it.
[[nodiscard]] std::string dump_headers(const TensorFiles& files);
/// @throws Error (invalid) for anything that dump_headers did not write
[[nodiscard]] TensorFiles read_header_dump(const std::filesystem::path& file,
                                           std::optional<std::int64_t> layers = std::nullopt);

}  // namespace kvplan
