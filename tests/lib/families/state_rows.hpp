// Rows of expected numbers for the families that keep states.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "kvplan/error.hpp"
#include "lib/families/planned.hpp"

namespace kvplan::testing::states {

struct Row {
  const char* source;  ///< the golden vector; empty: computed with vLLM for this test
  std::string_view platform;
  std::string options;
  Bytes available;
  std::int64_t block_size;  ///< the smallest of the groups
  std::int64_t blocks_per_request;
  std::int64_t bytes_per_block;
  std::int64_t blocks;
  std::int64_t tokens;
};

inline void check(const std::string& config, std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.source);
    CAPTURE(row.platform);
    CAPTURE(row.options);
    const Planned result = planned({config, row.options, row.platform, row.available});
    TokensPerBlock smallest = result.plan.groups.groups.front().block_size;
    for (const CacheGroup& group : result.plan.groups.groups) {
      smallest = std::min(smallest, group.block_size);
    }
    CHECK(smallest.amount.count() == row.block_size);
    CHECK(result.capacity.blocks_per_request.count() == row.blocks_per_request);
    CHECK(result.bytes_per_block() == row.bytes_per_block);
    CHECK(result.blocks() == row.blocks);
    CHECK(result.tokens() == row.tokens);
  }
}

/// How many layers keep exactly one cache of this kind.
template <class Kind>
std::int64_t layers_that_keep(const Architecture& model) {
  return std::count_if(model.layers.begin(), model.layers.end(), [](const Layer& layer) {
    return layer.keeps.size() == 1 && std::holds_alternative<Kind>(layer.keeps.front());
  });
}

/// A config with the text of one field replaced, as a broken or hostile one would have it.
inline std::string with(std::string config, std::string_view field, std::string_view value) {
  const std::string key = '"' + std::string(field) + "\": ";
  const std::size_t at = config.find(key);
  const std::size_t start = at + key.size();
  const bool nested = at != std::string::npos && (config[start] == '[' || config[start] == '{');
  if (at == std::string::npos || nested) {  // the last of two wins
    return config.insert(config.rfind('}'), ", " + key + std::string(value));
  }
  return config.replace(start, config.find_first_of(",}", start) - start, value);
}

/// Describes and plans, and expects an Error that names this field.
inline void check_refused(const std::string& config, std::string_view field,
                          std::string_view value) {
  CAPTURE(field);
  CAPTURE(value);
  bool refused = false;
  try {
    (void)planned({with(config, field, value)});
  } catch (const Error& error) {
    refused = true;
    CHECK(error.pointer().find(field) != std::string::npos);
  }
  CHECK(refused);
}

}  // namespace kvplan::testing::states
