#include "weights/layer_lists.hpp"

#include <algorithm>

#include "digit.hpp"

namespace kvplan::modules {
void LayerLists::add(std::string_view entry, std::string_view meaning) {
  const bool regex = entry.rfind("re:", 0) == 0;
  if (regex) {
    const bool varies = entry.find_first_of("[{0123456789") != std::string_view::npos;
    if (varies || entry.find("\\d") != std::string_view::npos) plain_ = false;
    return;
  }
  const auto has = [&](char c) { return entry.find(c) != std::string_view::npos; };
  if (has('[') || has('?')) plain_ = false;
  for (std::size_t i = 0; i < entry.size(); ++i) {
    if (!is_digit(entry[i])) continue;
    const std::size_t first = i;
    while (i < entry.size() && is_digit(entry[i])) ++i;
    if (first == 0 || entry[first - 1] == '*') {
      plain_ = false;
      return;
    }
    if (entry[first - 1] != '.') continue;  // "fc1"
    const std::string number(entry.substr(first, i - first));
    std::string said(entry.substr(0, first));
    said += entry.substr(i);
    said += '=';
    said += meaning;
    said += '\n';
    if (i < entry.size() && entry[i] == '.') {
      by_number_[number] += said;
    } else {
      by_first_digits_.emplace_back(number, std::move(said));
    }
    return;
  }
}

std::string LayerLists::about(std::int64_t layer) const {
  const std::string number = std::to_string(layer);
  const auto own = by_number_.find(number);
  std::string said = own == by_number_.end() ? "" : own->second;
  for (const auto& [digits, text] : by_first_digits_) {
    if (number.rfind(digits, 0) == 0) said += digits == number ? text : digits + text;
  }
  return said;
}

}  // namespace kvplan::modules
