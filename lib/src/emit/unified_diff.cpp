// What would change in a file, as `diff -u` shows it.
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "kvplan/emit.hpp"

namespace kvplan {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return lines;
}

struct Step {
  char sign;  ///< ' ', '-' or '+'
  std::string_view line;
};

/// The longest common lines of what differs; too large for the table, everything is replaced.
std::vector<Step> middle_steps(const Lines& a, const Lines& b) {
  constexpr std::size_t largest_table = 16'000'000;
  std::vector<Step> steps;
  if ((a.size() + 1) * (b.size() + 1) > largest_table) {
    for (const auto line : a) steps.push_back({'-', line});
    for (const auto line : b) steps.push_back({'+', line});
    return steps;
  }
  const std::size_t width = b.size() + 1;
  std::vector<unsigned> common((a.size() + 1) * width);  // of a from i on and b from j on
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i * width + j] =
          a[i] == b[j] ? common[(i + 1) * width + j + 1] + 1
                       : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      steps.push_back({' ', a[i++]});
      ++j;
    } else if (j == b.size() ||
               (i < a.size() && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      steps.push_back({'-', a[i++]});
    } else {
      steps.push_back({'+', b[j++]});
    }
  }
  return steps;
}

std::vector<Step> steps_between(const Lines& a, const Lines& b) {
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  const auto middle = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head),
                 lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  std::vector<Step> steps;
  for (std::size_t i = 0; i < head; ++i) steps.push_back({' ', a[i]});
  for (const Step& step : middle_steps(middle(a), middle(b))) steps.push_back(step);
  for (std::size_t i = a.size() - tail; i < a.size(); ++i) steps.push_back({' ', a[i]});
  return steps;
}

std::string range(std::size_t first, std::size_t count) {
  return std::to_string(count == 0 ? first : first + 1) + "," + std::to_string(count);
}

/// Changes that lie at most twice three lines apart stand in one piece.
std::string pieces(const std::vector<Step>& steps) {
  constexpr std::size_t around = 3;
  std::string text;
  std::size_t a = 0;  // lines before `at` on each side
  std::size_t b = 0;
  std::size_t at = 0;
  while (at < steps.size()) {
    std::size_t change = at;
    while (change < steps.size() && steps[change].sign == ' ') ++change;
    if (change == steps.size()) break;
    const std::size_t begin = change - at > around ? change - around : at;
    a += begin - at;
    b += begin - at;
    std::size_t end = change;  // past the last change
    for (std::size_t i = change; i < steps.size() && i <= end + 2 * around; ++i) {
      if (steps[i].sign != ' ') end = i + 1;
    }
    end = std::min(end + around, steps.size());
    std::string body;
    std::size_t old_count = 0;
    std::size_t new_count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      body += steps[i].sign + std::string(steps[i].line) + "\n";
      if (steps[i].sign != '+') ++old_count;
      if (steps[i].sign != '-') ++new_count;
    }
    text += "@@ -" + range(a, old_count) + " +" + range(b, new_count) + " @@\n" + body;
    a += old_count;
    b += new_count;
    at = end;
  }
  return text;
}

}  // namespace

std::string unified_diff(const std::optional<std::string>& before, const EmittedFile& after) {
  if (before && *before == after.text) return "";
  const Lines a = lines_of(before ? std::string_view(*before) : std::string_view());
  const Lines b = lines_of(after.text);
  return "--- " + (before ? after.path : std::string("/dev/null")) + "\n+++ " + after.path + "\n" +
         pieces(steps_between(a, b));
}

}  // namespace kvplan
