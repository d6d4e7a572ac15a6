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

/// One engine (a copy) and the boxes that its ranks lie on.
struct CopyPlacement {
  std::vector<std::size_t> boxes;  ///< indices; one of the boxes' GPUs for each rank
};

struct Layout {
  LayoutFamily family = LayoutFamily::single;
  std::int64_t tensor_parallel = 1;
  std::int64_t pipeline_parallel = 1;
  std::vector<CopyPlacement> copies;
  [[nodiscard]] std::string id() const;  ///< "replicated-2xtp1", "split-1xtp2", "pipeline-1xpp2"
};

/// Every layout of these boxes: a copy on each, split by tensors, by stages, mixed for four or
/// more; for boxes of several GPUs a copy spans its box. What the engine refuses is left to the
/// step that asks it.
[[nodiscard]] std::vector<Layout> layouts_of(std::span<const Box> boxes);

}  // namespace kvplan
