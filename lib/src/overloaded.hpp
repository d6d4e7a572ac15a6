// One visitor of a variant out of several lambdas.
#pragma once

namespace kvplan {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

}  // namespace kvplan
