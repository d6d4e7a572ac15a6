// Tables of what the engine printed: one config, options and a device a row.
#pragma once

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "lib/families/planned.hpp"

namespace kvplan::testing {

struct Row {
  std::string_view from;  ///< the golden vector's config, or "vLLM" where it was run for this test
  std::string config;
  std::string options;
  std::string_view platform;
  Bytes available;
  std::int64_t block_size;  ///< of the first group
  std::size_t groups;
  std::int64_t bytes_per_block;
  std::int64_t blocks;
  std::int64_t tokens;
  std::string draft = {};
};

inline void check_rows(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.from);
    CAPTURE(row.platform);
    CAPTURE(row.options);
    const Planned result =
        planned({row.config, row.options, row.platform, row.available, row.draft});
    CHECK(result.block_size() == row.block_size);
    CHECK(result.plan.groups.groups.size() == row.groups);
    CHECK(result.bytes_per_block() == row.bytes_per_block);
    CHECK(result.blocks() == row.blocks);
    CHECK(result.tokens() == row.tokens);
  }
}

}  // namespace kvplan::testing
