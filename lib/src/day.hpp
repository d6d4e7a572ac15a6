// A day as a policy writes it, 2026-12-31: two of them compare as text.
#pragma once

#include <charconv>
#include <chrono>
#include <string_view>

#include "digit.hpp"

namespace kvplan {

/// True for a day of the calendar in exactly that form.
[[nodiscard]] inline bool is_day(std::string_view text) {
  constexpr std::string_view form = "0000-00-00";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '-' ? text[i] != '-' : !is_digit(text[i])) return false;
  }
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    std::from_chars(text.data() + at, text.data() + at + digits, value);
    return value;
  };
  const auto day = std::chrono::year(number(0, 4)) / number(5, 2) / number(8, 2);
  return day.ok();
}

}  // namespace kvplan
