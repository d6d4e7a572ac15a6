// What the tables of one model on other layouts ask again: worked out once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kvplan/architecture.hpp"
#include "weights/layer_lists.hpp"
#include "weights/pattern.hpp"

namespace kvplan::modules {

class Quantization;
struct NamedModules;

struct SharedAnswers {
  /// The quantization as the config says it, by the user's --quantization.
  std::map<std::string, std::shared_ptr<const Quantization>, std::less<>> quantizations;
  /// The modules that it names, by the prefixes that were rewritten.
  std::map<std::string, std::shared_ptr<const NamedModules>, std::less<>> named_modules;
  /// What its lists say of layers, by the same.
  std::map<std::string, LayerLists, std::less<>> layer_lists;
  /// By a module's name: the entry of the quantization's lists that leaves it out.
  std::map<std::string, std::optional<std::string>, std::less<>> left_out;
  /// The expressions of its lists, and what they took so far.
  std::map<std::string, Pattern, std::less<>> patterns;
  std::size_t pattern_work = 0;
  /// What the layers keep, as the family describes it.
  std::optional<Architecture> architecture;
  /// Figures of the config that take long, by a name of their own.
  std::map<std::string, std::int64_t, std::less<>> figures;
};

/// The known answer, or the one that `ask()` gives, which is then known.
template <class Answer, class Ask>
const Answer& once(std::map<std::string, Answer, std::less<>>& known, std::string_view name,
                   const Ask& ask) {
  auto found = known.find(name);
  if (found == known.end()) found = known.emplace(name, ask()).first;
  return found->second;
}

}  // namespace kvplan::modules
