// How the text of an option becomes its value. CLI11's own reading takes 010 for 8, a number that
// is too large for the largest there is, and NaN for one of any range.
#pragma once

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace kvplan::tool {

/// What a number may be: a finite one at least.
struct Range {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();

  [[nodiscard]] bool holds(double number) const { return number >= low && number <= high; }

  /// " from 1 to 100", " ≥ 1", or nothing where any number will do.
  [[nodiscard]] std::string text() const {
    if (low == Range{}.low) return "";
    return high == Range{}.high ? " ≥ " + plain(low) : " from " + plain(low) + " to " + plain(high);
  }

 private:
  /// 1000000000, not 1e+09.
  static std::string plain(double number) {
    std::array<char, 400> text{};
    return {text.data(),
            std::to_chars(text.begin(), text.end(), number, std::chars_format::fixed).ptr};
  }
};

/// A kind of value, as the help and an error name it.
struct ValueKind {
  const char* shown;
  const char* expected;
  Range range = {};
};

template <class Value>
struct ValueOf {
  static constexpr bool integral = std::is_integral_v<Value>;
  static constexpr bool natural = integral && std::is_unsigned_v<Value>;
  static constexpr ValueKind kind{natural    ? "UINT"
                                  : integral ? "INT"
                                             : "FLOAT",
                                  integral ? "an integer" : "a number",
                                  natural ? Range{.low = 0} : Range{}};

  /// The whole text in decimal, with a point in every locale.
  /// @return false, and leaves the value, for any other text
  static bool read(const std::string& text, const Range& range, Value& value) {
    Value number{};
    const char* const end = text.data() + text.size();
    const auto [behind, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc{} || behind != end) return false;
    if (!range.holds(static_cast<double>(number))) return false;
    value = number;
    return true;
  }
};

template <>
struct ValueOf<bool> {
  static constexpr ValueKind kind{"", "true or false"};
  static bool read(const std::string& text, const Range& /*any*/, bool& value) {
    value = text == "true" || text == "1";
    return value || text == "false" || text == "0";
  }
};

template <>
struct ValueOf<std::string> {
  static constexpr ValueKind kind{"TEXT", "text"};
  static bool read(const std::string& text, const Range& /*any*/, std::string& value) {
    value = text;
    return true;
  }
};

template <>
struct ValueOf<std::vector<std::string>> {
  static constexpr ValueKind kind = ValueOf<std::string>::kind;
  static bool read(const std::string& text, const Range& /*any*/,
                   std::vector<std::string>& values) {
    values.push_back(text);
    return true;
  }
};

template <class Value>
struct ValueOf<std::optional<Value>> {
  static constexpr ValueKind kind = ValueOf<Value>::kind;
  static bool read(const std::string& text, const Range& range, std::optional<Value>& value) {
    Value given{};
    if (!ValueOf<Value>::read(text, range, given)) return false;
    value = given;
    return true;
  }
};

}  // namespace kvplan::tool
