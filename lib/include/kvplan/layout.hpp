// Ways to place a model on boxes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/box.hpp"

namespace kvplan {

enum class LayoutFamily { single, replicated, split, pipeline, mixed };
[[nodiscard]] std::string_view name(LayoutFamily family);

/// What holds one cache (a copy of the model, or one rank of data parallelism) and the boxes that
/// its ranks lie on.
struct CopyPlacement {
  std::vector<std::size_t> boxes;  ///< indices; one of the boxes' GPUs for each rank
};

struct Layout {
  LayoutFamily family = LayoutFamily::single;
  std::int64_t tensor_parallel = 1;
  std::int64_t pipeline_parallel = 1;
  std::vector<CopyPlacement> copies;
  /// Above 1: the copies are ranks of one engine that wait for one another at every step. Each has
  /// its own cache; the experts lie once over all of them.
  std::int64_t data_parallel = 1;
  bool expert_parallel = false;
  /// "replicated-2xtp1", "split-1xtp2", "pipeline-1xpp2", "mixed-2xtp1dp2ep"
  [[nodiscard]] std::string id() const;
  /// GPUs of one copy.
  [[nodiscard]] std::int64_t world() const { return tensor_parallel * pipeline_parallel; }
};

/// Every layout of these boxes: a copy on each box (and on each GPU), tensor parallel over 2, 4,
/// 8 … and over all, stages, copies of pairs, data parallel with shared experts. A copy over
/// several boxes takes as many GPUs of each as the smallest has; where the boxes do not divide,
/// some stay idle. What the engine refuses is left to the step that asks it.
[[nodiscard]] std::vector<Layout> layouts_of(std::span<const Box> boxes);

/// True when every box can be away and a copy still serves.
[[nodiscard]] bool survives_a_box(const Layout& layout, std::size_t boxes);

}  // namespace kvplan
