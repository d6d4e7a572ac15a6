#include "kvplan/layout.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace kvplan;

namespace {

std::vector<Layout> layouts(std::size_t boxes, int gpus = 1) {
  std::vector<Box> all(boxes);
  for (Box& box : all) box.gpus = gpus;
  return layouts_of(all);
}

std::vector<std::string> ids(std::size_t boxes, int gpus = 1) {
  std::vector<std::string> ids;
  for (const Layout& layout : layouts(boxes, gpus)) ids.push_back(layout.id());
  return ids;
}

bool survives(std::size_t boxes, int gpus, const std::string& id) {
  const auto all = layouts(boxes, gpus);
  const auto found =
      std::ranges::find_if(all, [&](const Layout& layout) { return layout.id() == id; });
  REQUIRE(found != all.end());
  return survives_a_box(*found, boxes);
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE(
    "boxes of one GPU: copies, tensor parallel over 2, 4, 8 and all, stages, shared experts") {
  CHECK(ids(1) == Ids{"single-1xtp1"});
  CHECK(ids(2) == Ids{"replicated-2xtp1", "split-1xtp2", "pipeline-1xpp2", "mixed-2xtp1dp2ep"});
  CHECK(ids(3) == Ids{"replicated-3xtp1", "split-1xtp3", "pipeline-1xpp3", "split-1xtp2",
                      "mixed-3xtp1dp3ep"});
  CHECK(ids(4) == Ids{"replicated-4xtp1", "split-1xtp4", "pipeline-1xpp4", "mixed-2xtp2",
                      "mixed-2xpp2", "pipeline-1xtp2pp2", "mixed-4xtp1dp4ep"});
  CHECK(ids(8) == Ids{"replicated-8xtp1", "split-1xtp8", "pipeline-1xpp8", "mixed-4xtp2",
                      "mixed-2xtp4", "mixed-4xpp2", "pipeline-1xtp4pp2", "mixed-8xtp1dp8ep"});
}

TEST_CASE("the GPUs of one node by the same code") {
  CHECK(ids(1, 2) == Ids{"single-1xtp2", "replicated-2xtp1", "pipeline-1xpp2", "mixed-2xtp1dp2ep"});
  CHECK(ids(1, 8) == Ids{"single-1xtp8", "replicated-8xtp1", "mixed-4xtp2", "mixed-2xtp4",
                         "pipeline-1xpp8", "mixed-8xtp1dp8ep"});
}

TEST_CASE("every rank has a GPU of its own, and no copy more boxes than it has ranks") {
  for (std::size_t boxes = 1; boxes <= 9; ++boxes) {
    for (const int gpus : {1, 2, 4, 8}) {
      for (const Layout& layout : layouts(boxes, gpus)) {
        CAPTURE(layout.id());
        std::vector<std::int64_t> used(boxes);
        for (const CopyPlacement& copy : layout.copies) {
          const auto on = static_cast<std::int64_t>(copy.boxes.size());
          CHECK(layout.world() % on == 0);
          for (const std::size_t box : copy.boxes) used.at(box) += layout.world() / on;
        }
        CHECK(std::ranges::max(used) <= gpus);
      }
    }
  }
}

TEST_CASE("only copies on different boxes survive the loss of one") {
  CHECK(survives(2, 1, "replicated-2xtp1"));
  CHECK(survives(4, 1, "mixed-2xtp2"));
  CHECK(!survives(2, 1, "split-1xtp2"));
  CHECK(!survives(2, 1, "mixed-2xtp1dp2ep"));  // the ranks wait for one another
  CHECK(!survives(1, 8, "replicated-8xtp1"));  // eight copies, one node
  CHECK(!survives(3, 1, "split-1xtp2"));       // the third box is idle, not a spare copy
}
