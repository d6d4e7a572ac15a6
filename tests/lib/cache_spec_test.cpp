#include "kvplan/cache_spec.hpp"

#include <doctest/doctest.h>

namespace kvplan {

TEST_CASE("packed keys and values begin a byte of their own and end on an even one") {
  Serving serving;
  serving.cache_dtype = CacheDtype::turboquant_3bit_nc;
  // 20 numbers of 3 bits are 7.5 bytes, so 8, twice; 2 and 4 bytes of scales: 22.
  const FullAttention narrow{.kv_heads = 1, .head_dim = 20, .v_head_dim = 20};
  CHECK(bytes_per_token(narrow, serving) == BytesPerToken{Bytes{22}});
}

TEST_CASE("a rank keeps whole heads, at least one; others are refused") {
  Serving serving;
  const FullAttention heads{.kv_heads = 4, .head_dim = 64, .v_head_dim = 64};
  CHECK(bytes_per_token(heads, serving) == BytesPerToken{Bytes{1024}});
  serving.tensor_parallel = 4;
  CHECK(bytes_per_token(heads, serving) == BytesPerToken{Bytes{256}});
  serving.tensor_parallel = 8;
  CHECK(bytes_per_token(heads, serving) == BytesPerToken{Bytes{256}});
  serving.tensor_parallel = 3;
  CHECK_THROWS((void)bytes_per_token(heads, serving));
}

}  // namespace kvplan
