#include "kvplan/layout.hpp"

#include <algorithm>
#include <numeric>

namespace kvplan {
namespace {

/// All ranks of one copy: every GPU of the boxes in [first, first + count).
CopyPlacement placed_on(std::size_t first, std::size_t count) {
  CopyPlacement copy;
  copy.boxes.resize(count);
  std::iota(copy.boxes.begin(), copy.boxes.end(), first);
  return copy;
}

std::vector<CopyPlacement> copies_of(std::size_t boxes, std::size_t boxes_per_copy) {
  std::vector<CopyPlacement> copies;
  for (std::size_t first = 0; first + boxes_per_copy <= boxes; first += boxes_per_copy) {
    copies.push_back(placed_on(first, boxes_per_copy));
  }
  return copies;
}

}  // namespace

std::string_view name(LayoutFamily family) {
  switch (family) {
    case LayoutFamily::single:
      return "single";
    case LayoutFamily::replicated:
      return "replicated";
    case LayoutFamily::split:
      return "split";
    case LayoutFamily::pipeline:
      return "pipeline";
    case LayoutFamily::mixed:
      return "mixed";
  }
  return "?";
}

std::string Layout::id() const {
  std::string id(name(family));
  id += "-" + std::to_string(copies.size()) + "x";
  if (tensor_parallel > 1 || pipeline_parallel == 1) id += "tp" + std::to_string(tensor_parallel);
  if (pipeline_parallel > 1) id += "pp" + std::to_string(pipeline_parallel);
  return id;
}

std::vector<Layout> layouts_of(std::span<const Box> boxes) {
  const std::size_t count = boxes.size();
  // A rank is one GPU, so copies over several boxes take as many of each as the smallest has.
  const std::int64_t gpus = std::ranges::min(boxes, {}, &Box::gpus).gpus;
  const auto nodes = static_cast<std::int64_t>(count);
  if (count == 1) return {{LayoutFamily::single, gpus, 1, copies_of(1, 1)}};
  std::vector<Layout> layouts{{LayoutFamily::replicated, gpus, 1, copies_of(count, 1)},
                              {LayoutFamily::split, gpus * nodes, 1, copies_of(count, count)},
                              {LayoutFamily::pipeline, gpus, nodes, copies_of(count, count)}};
  for (std::size_t each = 2; each * 2 <= count; each *= 2) {
    if (count % each != 0) continue;
    layouts.push_back(
        {LayoutFamily::mixed, gpus * static_cast<std::int64_t>(each), 1, copies_of(count, each)});
  }
  return layouts;
}

}  // namespace kvplan
