// The options of `vllm serve` by name: what kvplan checks spellings against.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kvplan::deployment {

enum class Takes {
  nothing,   ///< a flag with its opposite: --x and --no-x, --enable-x and --disable-x
  only_on,   ///< a flag without an opposite
  one,       ///< one value
  optional,  ///< a value or none
  several,   ///< one or more values
  repeats,   ///< one value, and may be given again
};

struct VllmFlag {
  std::string_view name;   ///< long, without dashes
  std::string_view alias;  ///< "-tp", another long name, or empty
  Takes takes;
};
/// vLLM 0.33's, in the order of the engine's own parser.
[[nodiscard]] std::span<const VllmFlag> vllm_flags();

/// An option as the engine takes it: aliases, underscores, opposites and unambiguous beginnings
/// resolved.
struct KnownFlag {
  const VllmFlag* flag = nullptr;
  bool negated = false;      ///< --no-x of x, --disable-x of enable-x
  bool abbreviated = false;  ///< argparse takes any beginning that only one option has
  explicit operator bool() const { return flag != nullptr; }  ///< false: no such option
};
/// @param word  as written, dashes first, nothing after it: "--max_model_len", "-tp"; a dotted
///              name is looked up by what stands before the dot
[[nodiscard]] KnownFlag find_vllm_flag(std::string_view word);

/// An option that older releases had.
struct GoneFlag {
  std::string_view name;
  std::string_view gone_in;  ///< the first release without it; empty: not known, absent in 0.33
  std::string_view instead;
  std::string_view source;
};
[[nodiscard]] const GoneFlag* find_gone_flag(std::string_view long_name);

/// An option that still works and warns.
[[nodiscard]] const GoneFlag* find_deprecated_flag(std::string_view long_name);

/// The known name with the fewest slips from this one, when they are few.
[[nodiscard]] std::optional<std::string_view> nearest_vllm_flag(std::string_view long_name);

}  // namespace kvplan::deployment
