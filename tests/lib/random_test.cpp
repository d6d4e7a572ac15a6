// The random numbers: known first values, so that every platform is seen to draw them; moments.
#include "kvplan/random.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace kvplan;

TEST_CASE("a seed gives xoshiro256**'s own numbers") {
  // From the published algorithms, worked out in Python.
  Random random(0);
  CHECK(random.bits() == 0x99ec5f36cb75f2b4ULL);
  CHECK(random.bits() == 0xbf6e1f784956452aULL);
  CHECK(random.bits() == 0x1a5f849d4933e6e0ULL);
}

TEST_CASE("logarithm and exponential are the real ones") {
  for (const double x :
       {1e-300, 1e-9, 0.3, 0.5, 0.70710678, 1.0, 1.5, 2.0, 10.0, 12345.678, 1e300}) {
    CAPTURE(x);
    CHECK(portable_log(x) == doctest::Approx(std::log(x)).epsilon(1e-14));
  }
  for (const double x : {-600.0, -20.5, -0.3466, 0.0, 1e-8, 1.0, 33.3, 600.0}) {
    CAPTURE(x);
    CHECK(portable_exp(x) == doctest::Approx(std::exp(x)).epsilon(1e-13));
  }
}

TEST_CASE("the distributions have their mean and variance") {
  constexpr int draws = 200'000;
  const auto moments = [](auto draw) {
    Random random(42);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
      const double x = draw(random);
      sum += x;
      squares += x * x;
    }
    const double mean = sum / draws;
    return std::pair{mean, squares / draws - mean * mean};
  };
  struct Case {
    const char* name;
    double (*draw)(Random&);
    double mean;
    double variance;
  };
  for (const Case& one : {Case{"uniform", [](Random& r) { return r.uniform(); }, 0.5, 1.0 / 12},
                          Case{"exponential", [](Random& r) { return r.exponential(); }, 1, 1},
                          Case{"normal", [](Random& r) { return r.normal() + 1; }, 1, 1},
                          Case{"gamma 0.25", [](Random& r) { return r.gamma(0.25); }, 1, 4},
                          Case{"gamma 5", [](Random& r) { return r.gamma(5); }, 1, 0.2},
                          Case{"lognormal", [](Random& r) { return r.lognormal(0.5); }, 1, 0.25}}) {
    CAPTURE(one.name);
    const auto [mean, variance] = moments(one.draw);
    CHECK(mean == doctest::Approx(one.mean).epsilon(0.02));
    CHECK(variance == doctest::Approx(one.variance).epsilon(0.05));
  }
}
