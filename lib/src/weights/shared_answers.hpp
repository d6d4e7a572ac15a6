// What the tables of one model on other layouts ask again: worked out once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace kvplan::modules {

struct SharedAnswers {
  /// By a module's name: the entry of the quantization's lists that leaves it out.
  std::map<std::string, std::optional<std::string>, std::less<>> left_out;
  /// Figures of the config that take long, by a name of their own.
  std::map<std::string, std::int64_t, std::less<>> figures;
};

}  // namespace kvplan::modules
