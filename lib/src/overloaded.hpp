// One visitor of a variant out of several lambdas.
#pragma once

namespace kvplan {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>  // clang 14 cannot deduce it
Overloaded(F...)->Overloaded<F...>;

}  // namespace kvplan
