// What must not compile: units that mix, and numbers that become units in silence.
#include <type_traits>

#include "kvplan/units.hpp"

namespace {

using namespace kvplan;

template <class A, class B>
concept addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept multipliable = requires(A a, B b) {
  a* b;
};
template <class A, class B>
concept comparable = requires(A a, B b) {
  a < b;
};

static_assert(addable<Bytes, Bytes>);
static_assert(!addable<Bytes, Tokens>);
static_assert(!addable<Bytes, std::int64_t>);
static_assert(!comparable<Blocks, Tokens>);
static_assert(multipliable<Blocks, BytesPerBlock>);
static_assert(!multipliable<Tokens, BytesPerBlock>);
static_assert(!multipliable<Bytes, Bytes>);
static_assert(!std::is_convertible_v<std::int64_t, Bytes>);
static_assert(!std::is_convertible_v<Bytes, std::int64_t>);

// Literals of two kinds of giga: 128 GB is 119.2 GiB.
static_assert(128_GB < 120_GiB);
static_assert(1_GiB == Bytes{1'073'741'824});

}  // namespace
