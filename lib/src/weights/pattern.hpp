// The expressions by which a quantization names modules, as Python's re.match reads them. A pattern
// of a file must not take time without end, so that nothing here goes back: all ways are followed
// at once, letter by letter (Thompson, Communications of the ACM 11, 1968).
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kvplan::modules {

class Pattern {
 public:
  /// Letters, escapes, sets, groups, alternatives, repetitions, anchors and looks ahead.
  /// @throws Unknowable for what else Python has, and for what takes more than 2,000 states
  explicit Pattern(std::string_view expression);

  /// True where the text begins with what the expression means.
  /// @param work  grows by the states that were looked at
  [[nodiscard]] bool matches(std::string_view text, std::size_t& work) const {
    return matches_at(text, 0, work);
  }

 private:
  friend class PatternCompiler;
  using Set = std::bitset<256>;
  using Place = std::uint16_t;

  enum class Kind { accept, one_of, either, begin, end, edge, no_edge, ahead, not_ahead };
  struct State {
    Kind kind = Kind::accept;
    Place next = 0;
    Place other = 0;        ///< either: the second way
    std::size_t index = 0;  ///< one_of: among the sets; ahead: among what is looked for
  };

  Pattern() = default;
  [[nodiscard]] bool matches_at(std::string_view text, std::size_t at, std::size_t& work) const;
  /// True where a state that takes no letter lets through.
  [[nodiscard]] bool passes(const State& state, std::string_view text, std::size_t at,
                            std::size_t& work) const;

  std::vector<State> states_;
  std::vector<Set> sets_;
  std::vector<Pattern> ahead_;
  Place start_ = 0;
};

}  // namespace kvplan::modules
