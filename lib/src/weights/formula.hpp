// The tensors of one model, ready to be laid out on ranks: its config is completed once.
#pragma once

#include <optional>

#include "kvplan/weights.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {

class Formula {
 public:
  /// @param draft  the draft model's config, where the speculative method has one of its own
  Formula(const ModelConfig& config, const ModelConfig* draft);

  /// As weights() says. The options' `quantization` is the same in every call.
  [[nodiscard]] std::optional<WeightsTable> table(const EngineOptions& options,
                                                  const Serving& serving, const Platform& platform);

 private:
  void add_draft(std::vector<WeightTensor>& tensors, const Builder& target,
                 const EngineOptions& options, const Serving& serving, const Platform& platform);

  Build build_ = nullptr;  // nothing: a model without a description
  std::optional<ModelConfig> config_;
  std::optional<ModelConfig> draft_;
  SharedAnswers answers_;
  SharedAnswers draft_answers_;
};

}  // namespace kvplan::modules
