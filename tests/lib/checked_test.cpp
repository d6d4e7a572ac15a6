#include "checked.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace kvplan {

TEST_CASE("a common multiple that leaves 64 bits throws and never wraps") {
  CHECK(common_multiple(48, 64) == 192);
  CHECK(common_multiple(64, 1) == 64);
  CHECK_THROWS_AS((void)common_multiple(std::int64_t{1} << 53, (std::int64_t{1} << 53) - 1),
                  std::overflow_error);
}

TEST_CASE("a figure is rounded to the nearest whole number, or is none") {
  CHECK(nearest(2.5) == 3);
  CHECK(nearest(-2.4) == -2);
  CHECK(nearest(9e18) == 9'000'000'000'000'000'000);
  for (const double beyond : {9.3e18, -9.3e18, 1e300, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_FALSE(nearest(beyond).has_value());
    CHECK_FALSE(nearest_bytes(beyond).has_value());
  }
  CHECK(nearest_bytes(1024.2) == Bytes{1024});
  CHECK(share_of(Bytes{1000}, 0.7406) == Bytes{741});
  CHECK_THROWS_AS((void)share_of(Bytes{1000}, 1e300), std::overflow_error);
}

}  // namespace kvplan
