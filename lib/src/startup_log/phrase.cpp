#include "startup_log/phrase.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "digit.hpp"

namespace kvplan::startup_log {
namespace {

constexpr std::size_t longest_skip = 80;
constexpr std::size_t longest_number = 40;

std::string_view after_blanks(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

/// Takes a number off the front of the text.
std::optional<double> take_number(std::string_view& text) {
  std::string digits;
  std::size_t at = 0;
  if (at < text.size() && text[at] == '-') digits += text[at++];
  if (at >= text.size() || !is_digit(text[at])) return std::nullopt;
  bool point = false;
  for (; at < text.size() && digits.size() < longest_number; ++at) {
    const bool digit_follows = at + 1 < text.size() && is_digit(text[at + 1]);
    if (is_digit(text[at])) {
      digits += text[at];
    } else if (text[at] == ',' && digit_follows && !point) {
      continue;
    } else if (text[at] == '.' && digit_follows && !point) {
      digits += '.';
      point = true;
    } else {
      break;
    }
  }
  double value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  text.remove_prefix(at);
  return value;
}

/// The phrase from the front of the text on.
bool matches_here(std::string_view text, std::string_view phrase, std::vector<double>& numbers) {
  while (!phrase.empty()) {
    if (phrase.starts_with("{}")) {
      const auto number = take_number(text);
      if (!number) return false;
      numbers.push_back(*number);
      phrase.remove_prefix(2);
    } else if (phrase.front() == ' ') {
      text = after_blanks(text);
      phrase.remove_prefix(1);
    } else if (phrase.front() == '~') {
      phrase.remove_prefix(1);
      const std::size_t known = numbers.size();
      for (std::size_t skip = 0; skip <= std::min(longest_skip, text.size()); ++skip) {
        if (matches_here(text.substr(skip), phrase, numbers)) return true;
        numbers.resize(known);
      }
      return false;
    } else {
      if (text.empty() || text.front() != phrase.front()) return false;
      text.remove_prefix(1);
      phrase.remove_prefix(1);
    }
  }
  return true;
}

bool may_begin_number(std::string_view text, std::size_t at) {
  if (!is_digit(text[at])) return false;
  return at == 0 || !(is_digit(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == ',');
}

}  // namespace

std::optional<std::vector<double>> numbers_of(std::string_view text, std::string_view phrase) {
  std::vector<double> numbers;
  if (phrase.starts_with("{}")) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!may_begin_number(text, at)) continue;
      const std::size_t start = at > 0 && text[at - 1] == '-' ? at - 1 : at;
      numbers.clear();
      if (matches_here(text.substr(start), phrase, numbers)) return numbers;
    }
    return std::nullopt;
  }
  const std::string_view head = phrase.substr(0, phrase.find_first_of(" ~{"));
  for (std::size_t at = text.find(head); at != std::string_view::npos;
       at = text.find(head, at + 1)) {
    numbers.clear();
    if (matches_here(text.substr(at), phrase, numbers)) return numbers;
  }
  return std::nullopt;
}

}  // namespace kvplan::startup_log
