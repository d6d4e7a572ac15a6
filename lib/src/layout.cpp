#include "kvplan/layout.hpp"

#include <algorithm>
#include <numeric>

namespace kvplan {
namespace {

/// Copies over `each` boxes, as many as there are boxes for.
std::vector<CopyPlacement> over_boxes(std::size_t boxes, std::size_t each) {
  std::vector<CopyPlacement> copies;
  for (std::size_t first = 0; first + each <= boxes; first += each) {
    CopyPlacement copy;
    copy.boxes.resize(each);
    std::iota(copy.boxes.begin(), copy.boxes.end(), first);
    copies.push_back(std::move(copy));
  }
  return copies;
}

/// So many copies inside of each box.
std::vector<CopyPlacement> inside_boxes(std::size_t boxes, std::int64_t in_each) {
  std::vector<CopyPlacement> copies;
  for (std::size_t box = 0; box < boxes; ++box) {
    for (std::int64_t i = 0; i < in_each; ++i) copies.push_back({{box}});
  }
  return copies;
}

/// Collects layouts; one that is there already is passed over.
class LayoutList {
 public:
  LayoutList(std::size_t boxes, std::int64_t gpus) : boxes_(boxes), gpus_(gpus) {}

  void add(Layout layout) {
    const auto same = [&](const Layout& other) { return other.id() == layout.id(); };
    if (std::ranges::none_of(list_, same)) list_.push_back(std::move(layout));
  }

  /// Tensor parallel over groups of so many boxes.
  void tensor_over(std::size_t each) {
    auto copies = over_boxes(boxes_, each);
    const auto family = copies.size() > 1 ? LayoutFamily::mixed : LayoutFamily::split;
    add({family, gpus_ * static_cast<std::int64_t>(each), 1, std::move(copies)});
  }

  /// A stage on each of so many groups of `each` boxes, tensor parallel inside a group.
  void stages_over(std::size_t stages, std::size_t each) {
    auto copies = over_boxes(boxes_, stages * each);
    const auto family = copies.size() > 1 ? LayoutFamily::mixed : LayoutFamily::pipeline;
    add({family, gpus_ * static_cast<std::int64_t>(each), static_cast<std::int64_t>(stages),
         std::move(copies)});
  }

  /// Copies of so many GPUs inside of the boxes.
  void inside(std::int64_t each) {
    if (gpus_ % each != 0) return;
    const auto family = each == 1 ? LayoutFamily::replicated : LayoutFamily::mixed;
    add({family, each, 1, inside_boxes(boxes_, gpus_ / each)});
  }

  /// One engine of as many data parallel ranks as there are groups of so many GPUs.
  void shared_experts(std::int64_t each) {
    auto copies = inside_boxes(boxes_, gpus_ / each);
    const auto ranks = static_cast<std::int64_t>(copies.size());
    if (ranks < 2) return;
    add({LayoutFamily::mixed, each, 1, std::move(copies), ranks, true});
  }

  [[nodiscard]] std::vector<Layout> take() && { return std::move(list_); }

 private:
  std::size_t boxes_;
  std::int64_t gpus_;
  std::vector<Layout> list_;
};

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
  if (data_parallel > 1) id += "dp" + std::to_string(data_parallel);
  if (data_parallel > 1 && expert_parallel) id += "ep";
  return id;
}

std::vector<Layout> layouts_of(std::span<const Box> boxes) {
  const std::size_t count = boxes.size();
  const std::int64_t gpus = std::ranges::min(boxes, {}, &Box::gpus).gpus;
  LayoutList list(count, gpus);
  if (count == 1) {
    list.add({LayoutFamily::single, gpus, 1, over_boxes(1, 1)});
  } else {
    list.add({LayoutFamily::replicated, gpus, 1, over_boxes(count, 1)});
    list.tensor_over(count);
    list.stages_over(count, 1);
    for (std::size_t each = 2; each < count; each *= 2) list.tensor_over(each);
    if (count > 3) list.stages_over(2, 1);
    if (count > 3 && count % 2 == 0) list.stages_over(2, count / 2);
  }
  for (std::int64_t each = 1; each < gpus; each *= 2) list.inside(each);
  if (count == 1 && gpus > 1) list.add({LayoutFamily::pipeline, 1, gpus, over_boxes(1, 1)});
  list.shared_experts(gpus);
  list.shared_experts(1);
  return std::move(list).take();
}

bool survives_a_box(const Layout& layout, std::size_t boxes) {
  if (layout.data_parallel > 1 || layout.copies.empty()) return false;
  for (std::size_t box = 0; box < boxes; ++box) {
    const bool left = std::ranges::any_of(layout.copies, [&](const CopyPlacement& copy) {
      return std::ranges::find(copy.boxes, box) == copy.boxes.end();
    });
    if (!left) return false;
  }
  return true;
}

}  // namespace kvplan
