// How long a year the model is away, or serves with a part of its copies, in each layout; and what
// would take several boxes at once.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

struct MinutesBand {
  double low = 0;
  double high = 0;
  friend bool operator==(const MinutesBand&, const MinutesBand&) = default;
};

/// Minutes a year of 365.25 days, over the band of the restart.
struct Availability {
  std::string layout_id;
  MinutesBand without;    ///< no copy serves
  MinutesBand with_part;  ///< some copies serve, not all: half of them, of two
  SecondsBand restart;    ///< what was counted with
};

/// Each box faults on its own, once in `fault_every_days`, and is back after the restart; a copy is
/// away while any of its boxes is. Common causes are not in these numbers: see common_causes().
/// A restart of 660 s and a fault every 30 days: a split over two boxes is away for 268 minutes a
/// year; two copies serve with half for 268 and are both away for 2 seconds.
/// @return one row a layout; nothing where no fault rate was given or no restart is known
[[nodiscard]] std::vector<Availability> availability(const PlanRequest& request,
                                                     std::span<const LayoutPlan> layouts);

/// Something in the input that takes several copies, or the way to them, at once.
struct CommonCause {
  std::string id;  ///< "proxy_on_a_box", "same_image_tag", "units_conflict"
  std::string text;
};
/// Looks at the services (a proxy that lies on one box) and at the deployment's files (image tags,
/// `Conflicts=`). An empty list means: none found in what was given.
[[nodiscard]] std::vector<CommonCause> common_causes(const PlanRequest& request);

}  // namespace kvplan
