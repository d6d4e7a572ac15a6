#include "python_numbers.hpp"

namespace kvplan {
namespace {

/// "Infinity", "-Infinity" or "NaN" where `text` begins so.
std::string_view python_number(std::string_view text) {
  for (const std::string_view name : {"-Infinity", "Infinity", "NaN"}) {
    if (text.front() == name.front() && text.starts_with(name)) return name;
  }
  return "";
}

template <class Instead>
std::string replaced(std::string_view text, const Instead& instead) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t next = text[i] == '"' ? behind_string(text, i) : i + 1;
    const std::string_view number = python_number(text.substr(i));
    result += number.empty() ? std::string(text.substr(i, next - i)) : instead(number);
    i = number.empty() ? next : i + number.size();
  }
  return result;
}

}  // namespace

std::size_t behind_string(std::string_view text, std::size_t quote) {
  std::size_t end = quote;
  std::size_t slashes = 0;
  do {
    end = text.find('"', end + 1);
    if (end == std::string_view::npos) return text.size();
    slashes = 0;
    while (text[end - 1 - slashes] == '\\') ++slashes;
  } while (slashes % 2 == 1);
  return end + 1;
}

bool may_have_python_numbers(std::string_view text) {
  return text.find("Infinity") != std::string_view::npos ||
         text.find("NaN") != std::string_view::npos;
}

std::string without_python_numbers(std::string_view text) {
  return replaced(text, [](std::string_view) { return std::string("null"); });
}

std::string with_quoted_python_numbers(std::string_view text) {
  return replaced(text, [](std::string_view number) { return '"' + std::string(number) + '"'; });
}

}  // namespace kvplan
