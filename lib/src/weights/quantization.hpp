// Which modules of a checkpoint are quantized and how: quantization_config read by the engine's
// own rules of matching names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kvplan/config.hpp"
#include "weights/layer_lists.hpp"
#include "weights/name_list.hpp"
#include "weights/shared_answers.hpp"

namespace kvplan::modules {

/// How a matrix is stored. Source: vLLM, model_executor/layers/quantization (vllm.md F.3).
enum class Scheme {
  none,
  fp8_tensor,   ///< one fp8 matrix, a float32 scale for each merged part
  fp8_channel,  ///< a float32 scale for each output row
  fp8_block,    ///< a scale for each block of rows × columns
  mxfp8,        ///< an exponent byte for each 32 numbers
  nvfp4,        ///< 4 bits, an fp8 scale for each 16 numbers, a float32 scale for the matrix
  nvfp4_w4a16,
  nvfp4_packed,  ///< compressed-tensors' spelling of nvfp4
  mxfp4,         ///< 4 bits, an exponent byte for each 32 numbers; experts only, padded
  ocp_mxfp4,     ///< the same in every layer and without padding (Quark)
  mxfp4_packed,  ///< compressed-tensors' spelling of it
  gptq,          ///< packed int32 with group scales, zeros and an order
  awq,
  wna16,  ///< compressed-tensors' packed integers
  int8_tensor,
  int8_channel,
  bitsandbytes_4bit,
  bitsandbytes_8bit,
};

struct Storage {
  Scheme scheme = Scheme::none;
  std::int64_t block_rows = 128;
  std::int64_t block_columns = 128;
  bool static_input = false;      ///< a scale for the activations is stored too
  bool exponent_scales = false;   ///< block scales as float8_e8m0fnu
  std::int64_t bits = 4;          ///< gptq, awq, wna16
  std::int64_t group_size = 128;  ///< -1: a row
  bool act_order = false;
  bool symmetric = true;
  bool experts_only = false;  ///< the engine has the scheme for experts alone: layers stay plain
};

/// The modules that a quantization names one by one.
struct NamedModules {
  NameList ignored;
  std::vector<std::pair<std::string, Storage>> listed;  ///< modelopt's quantized_layers, sorted
};

/// The scheme of every module by name. Names are the engine's prefixes.
class Quantization {
 public:
  /// A module that the engine fuses from several of the checkpoint: qkv_proj ← q_proj, k_proj, …
  struct Fused {
    std::string_view name;
    std::vector<std::string_view> parts;
  };

  /// @param override  the user's --quantization, where it names an online method
  /// @param answers  what the same lists said before
  /// @throws Unknowable for a method without a rule here
  Quantization(const ModelConfig& config, const std::optional<std::string>& override,
               SharedAnswers& answers);

  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] bool any() const { return !method_.empty(); }
  /// The cache's scales are parameters beside the buffers.
  [[nodiscard]] bool has_cache_method() const;
  /// Rewrites the prefixes of the lists as the engine's mapper does for this model.
  void rename(const std::vector<std::pair<std::string_view, std::string_view>>& prefixes);
  void fuse(std::vector<Fused> fused) { fused_ = std::move(fused); }
  void set_default_storage(Storage storage) { storage_ = storage; }
  [[nodiscard]] const Storage& default_storage() const { return storage_; }

  /// Nothing quantizes it by a list or a wildcard.
  [[nodiscard]] bool leaves_out(std::string_view prefix) const {
    return left_out_by(prefix).has_value();
  }
  /// What the lists say of each of "CONTAINER.0" to "CONTAINER.COUNT-1", the number left out, as a
  /// number: equal ones, equal storage.
  [[nodiscard]] const std::vector<std::size_t>& about_layers(const std::string& container,
                                                             std::int64_t count) const {
    return lists().about(container, count);
  }
  /// False where a pattern may match some numbers and not others: about_layers() cannot tell.
  [[nodiscard]] bool names_layers_plainly() const { return lists().plain(); }
  [[nodiscard]] Storage linear(std::string_view prefix) const;
  [[nodiscard]] Storage experts(std::string_view prefix) const;
  /// Why linear() and the like answer with no scheme; empty without any quantization.
  [[nodiscard]] std::string why_plain(std::string_view prefix) const;
  [[nodiscard]] Storage head(std::string_view prefix) const;

 private:
  /// How an entry of the ignore list names modules: exactly, as a part of the name, by ModelOpt's
  /// wildcards, or as compressed-tensors' targets (a name, or "re:" and an expression).
  enum class Matching { exact, part, modelopt, compressed };
  /// Modules that share a scheme: compressed-tensors' config_groups.
  struct Group {
    std::vector<std::string> targets;
    Storage storage;
  };
  /// GPTQ's `dynamic`: an expression over names, and what differs there; nothing: plain.
  struct Override {
    std::string target;  ///< "re:" and the expression
    std::optional<Storage> storage;
  };
  /// The entry that leaves a module unquantized.
  [[nodiscard]] std::optional<std::string_view> left_out_by(std::string_view prefix) const;
  /// The same by looking through the lists.
  [[nodiscard]] std::optional<std::string_view> find_left_out(std::string_view prefix) const;
  [[nodiscard]] std::optional<std::string_view> left_out_exactly(std::string_view prefix) const;
  [[nodiscard]] std::optional<std::string_view> left_out_as_target(std::string_view prefix) const;
  [[nodiscard]] std::optional<std::string_view> left_out_as_part(std::string_view prefix) const;
  /// What quantized_layers says of a module, of what it was fused from, or of what lies below it.
  [[nodiscard]] std::optional<Storage> listed(std::string_view prefix) const;
  [[nodiscard]] std::optional<Storage> listed_as(std::string_view prefix) const;
  /// The one storage of all entries that begin so. @throws Unknowable where they differ
  [[nodiscard]] std::optional<Storage> listed_below(std::string_view start) const;
  [[nodiscard]] Storage of_module(std::string_view prefix) const;
  [[nodiscard]] const LayerLists& lists() const;
  [[nodiscard]] LayerLists lists_of_layers() const;
  void read(const ConfigNode& node, NamedModules& named);
  void read_modelopt(const ConfigNode& node, NamedModules& named);
  void read_compressed(const ConfigNode& node, NamedModules& named);
  void read_quark(const ConfigNode& node, NamedModules& named);
  void read_auto_round(const ConfigNode& node, NamedModules& named);
  void read_integer(const ConfigNode& node, NamedModules& named);
  [[nodiscard]] std::optional<Storage> targeted(std::string_view prefix) const;
  /// "re:…" as Python's re.match, anything else literally.
  [[nodiscard]] bool matches_target(std::string_view text, std::string_view target) const;
  /// The parts of the checkpoint that a fused module is made of; else none.
  [[nodiscard]] std::vector<std::string> parts_of(std::string_view prefix) const;
  [[nodiscard]] bool is_among_quantized(std::string_view prefix) const;
  [[nodiscard]] const NameList& ignored() const { return named_->ignored; }
  [[nodiscard]] NamedModules renamed(
      const std::vector<std::pair<std::string_view, std::string_view>>& prefixes) const;

  SharedAnswers& answers_;
  std::string method_;
  Matching matching_ = Matching::exact;
  Storage storage_;
  std::shared_ptr<const NamedModules> named_;
  std::vector<Group> groups_;
  std::vector<Override> overrides_;
  std::vector<std::string> quantized_;  ///< GPTQ's modules_in_block_to_quantize; empty: all
  bool mixed_ = false;
  std::string rewritten_;  ///< the prefixes given to rename()
  std::vector<Fused> fused_;
  bool quantizes_head_ = false;
  bool cache_method_ = false;
};

/// Read from the config once for all who share the answers; a copy, whose names can be rewritten.
[[nodiscard]] Quantization quantization_of(const ModelConfig& config,
                                           const std::optional<std::string>& override,
                                           SharedAnswers& answers);

/// Thrown inside this step only: the weights cannot be known.
struct Unknowable {};

}  // namespace kvplan::modules
