// How much of a model's weights one rank of each layout takes.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "kvplan/compare.hpp"
#include "kvplan/weights.hpp"
#include "weights/formula.hpp"

namespace kvplan {

/// The request's options with a layout's own sizes.
[[nodiscard]] EngineOptions options_for(const PlanRequest& request, const Layout& layout);

/// All layouts of one request: what the whole model's tensors take is worked out once for them.
class WeightSharing {
 public:
  explicit WeightSharing(const PlanRequest& request);

  /// By the config's own tensors where they are known, else evenly.
  /// @throws Error (invalid) for a layout that only these could tell
  [[nodiscard]] WeightShares shares(const Layout& layout);

 private:
  enum class Towers { as_asked, all };
  using Table = std::shared_ptr<const WeightsTable>;  // nothing: not known
  [[nodiscard]] Table table(const Layout& layout, Towers towers);
  /// On one rank, on a layout's first box.
  [[nodiscard]] Table whole(const Layout& layout, Towers towers);

  const PlanRequest& request_;
  modules::Formula formula_;
  std::map<std::pair<std::size_t, Towers>, Table> whole_;  // by the box
};

}  // namespace kvplan
