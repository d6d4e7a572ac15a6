// Collects the tensors of a model as the engine's modules create them on one rank of each stage.
// A family describes its module tree with these; sharding and quantization are worked out here.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "kvplan/architecture.hpp"
#include "kvplan/weights.hpp"
#include "weights/quantization.hpp"

namespace kvplan::modules {

struct LinearOptions {
  bool bias = false;
  bool quantize = true;
  std::optional<StoredType> type = std::nullopt;  ///< else the model's dtype
  std::optional<Storage> storage = std::nullopt;  ///< else by the prefix
};

struct ExpertsShape {
  std::int64_t count = 0;
  std::int64_t hidden = 0;
  std::int64_t intermediate = 0;
  bool gated = true;
  bool bias = false;
};

/// One table of sines and cosines. Equal ones are one buffer of a rank, as in the engine.
struct Rotary {
  std::int64_t positions = 0;
  std::int64_t dim = 0;
  std::string key = {};  ///< what else tells tables apart: type, base, scaling
  std::optional<StoredType> type = std::nullopt;
};

class Builder {
 public:
  /// @param answers  shared by the tables of one config and one --quantization
  Builder(const ModelConfig& config, const EngineOptions& options, const Serving& serving,
          const Platform& platform, SharedAnswers& answers);

  [[nodiscard]] const ModelConfig& config() const { return config_; }
  [[nodiscard]] const ConfigNode& text() const { return config_.text; }
  /// What the layers keep, as the family describes it: shapes of states are read once only.
  [[nodiscard]] const Architecture& architecture() const;
  /// A figure of the config alone, under its name.
  [[nodiscard]] std::int64_t once(const std::string& name,
                                  const std::function<std::int64_t()>& figure);
  [[nodiscard]] const EngineOptions& options() const { return options_; }
  [[nodiscard]] const Serving& serving() const { return serving_; }
  [[nodiscard]] const Platform& platform() const { return platform_; }
  [[nodiscard]] Quantization& quantization() { return quantization_; }
  [[nodiscard]] const Quantization& quantization() const { return quantization_; }
  [[nodiscard]] StoredType dtype() const { return stored(serving_.dtype); }
  [[nodiscard]] std::int64_t tp() const { return options_.tensor_parallel_size; }
  [[nodiscard]] std::int64_t pp() const { return options_.pipeline_parallel_size; }
  /// n / tensor parallelism. @throws Unknowable when it does not divide: the engine refuses
  [[nodiscard]] std::int64_t share(std::int64_t n) const;
  /// Heads of keys and values on a rank: at least one, repeated over the ranks.
  [[nodiscard]] std::int64_t share_kv(std::int64_t heads) const;

  // Where the next tensors lie.
  void set_layers(std::int64_t count) { layers_ = count; }
  void first_stage() { stage_ = 0; }
  void at_stage(std::int64_t stage) { stage_ = stage; }
  void last_stage() { stage_ = pp() - 1; }
  void layer_stage(std::int64_t index);
  void all_stages(bool all) { everywhere_ = all; }
  /// What follows stands for so many equal modules; rotary tables are shared and stay one.
  void times(std::int64_t count) { count_ = count; }
  /// What follows is whole on every rank: a tower whose heads do not divide, say.
  void undivided(bool whole) { undivided_ = whole; }
  /// Why the next tensors are stored plainly in a quantized checkpoint.
  void because(std::string reason) { unquantized_ = std::move(reason); }
  /// From here on a draft's tensors: on the last stage, whose rotary tables it may share.
  void begin_draft(const Builder& target);
  [[nodiscard]] bool in_draft() const { return draft_; }

  void add(std::string name, WeightKind kind, Sharding sharding, StoredType type,
           std::vector<std::int64_t> shape);
  void buffer(std::string name, StoredType type, std::vector<std::int64_t> shape);
  void host(std::string name, WeightKind kind, Sharding sharding, StoredType type,
            std::vector<std::int64_t> shape);
  /// A vector in the model's dtype.
  void norm(const std::string& name, std::int64_t size);
  void layer_norm(const std::string& name, std::int64_t size, bool bias = true);
  void rotary(const std::string& name, const Rotary& table);
  /// The four scales of a layer's cache.
  void cache_scales(const std::string& name);

  void replicated(const std::string& name, WeightKind kind, const std::vector<std::int64_t>& outs,
                  std::int64_t in, const LinearOptions& options = {});
  void column(const std::string& name, WeightKind kind, std::vector<std::int64_t> outs,
              std::int64_t in, const LinearOptions& options = {});
  void row(const std::string& name, WeightKind kind, std::int64_t out, std::int64_t in,
           const LinearOptions& options = {});
  /// Rows already on the rank.
  void sharded(const std::string& name, WeightKind kind, Sharding sharding,
               const std::vector<std::int64_t>& outs, std::int64_t in,
               const LinearOptions& options = {});
  void experts(const std::string& name, const ExpertsShape& shape,
               const std::optional<Storage>& storage = std::nullopt);
  void embedding(const std::string& name, std::int64_t vocab, std::int64_t hidden);
  void head(const std::string& name, std::int64_t vocab, std::int64_t hidden, bool bias = false);

  [[nodiscard]] std::vector<WeightTensor> take() { return std::move(tensors_); }

 private:
  const ModelConfig& config_;
  const EngineOptions& options_;
  const Serving& serving_;
  const Platform& platform_;
  SharedAnswers& answers_;
  Quantization quantization_;
  std::vector<WeightTensor> tensors_;
  std::set<std::pair<std::int64_t, std::string>> rotaries_;
  std::int64_t layers_ = 0;
  std::int64_t stage_ = 0;
  std::int64_t count_ = 1;
  std::string unquantized_;
  bool everywhere_ = false;
  bool undivided_ = false;
  bool draft_ = false;
};

}  // namespace kvplan::modules
