#include "weights/layer_lists.hpp"

#include <utility>

#include "digit.hpp"

namespace kvplan::modules {
namespace {

/// Where the first number of its own begins, not that of "fc1"; the entry's length without one.
std::size_t number_in(std::string_view entry) {
  for (std::size_t i = 0; i < entry.size(); ++i) {
    if (is_digit(entry[i]) && (i == 0 || entry[i - 1] == '.' || entry[i - 1] == '*')) return i;
  }
  return entry.size();
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

/// An entry may be a part of a name, whose first word is then cut.
bool may_be(std::string_view listed, std::string_view word) {
  return word.ends_with(listed) || listed.find('*') != std::string_view::npos;
}

}  // namespace

std::size_t LayerLists::place_of(const TextView& text) {
  auto found = texts_.find(text);
  if (found == texts_.end()) {
    Text own{std::string(text.before), std::string(text.after), std::string(text.meaning)};
    found = texts_.emplace(std::move(own), texts_.size()).first;
  }
  return found->second;
}

void LayerLists::add(std::string_view entry, std::string_view meaning) {
  if (entry.starts_with("re:")) {
    const bool varies = entry.find_first_of("[{0123456789") != std::string_view::npos;
    if (varies || entry.find("\\d") != std::string_view::npos) plain_ = false;
    return;
  }
  const auto has = [&](char c) { return entry.find(c) != std::string_view::npos; };
  if (has('[') || has('?')) plain_ = false;
  const std::size_t first = number_in(entry);
  if (first == entry.size()) return;
  if (first == 0 || entry[first - 1] == '*') {
    plain_ = false;
    return;
  }
  std::size_t end = first;
  while (end < entry.size() && is_digit(entry[end])) ++end;
  const std::string number(entry.substr(first, end - first));
  const TextView text{entry.substr(0, first), entry.substr(end), meaning};
  Saying saying{std::string(last_word(entry.substr(0, first - 1))), place_of(text)};
  if (text.after.starts_with('.')) {
    by_number_[number].push_back(std::move(saying));
  } else {
    const std::string before = number + std::string(text.before);
    const std::size_t of_longer = place_of({before, text.after, meaning});
    by_first_digits_.push_back({number, std::move(saying), of_longer});
  }
}

LayerLists::Texts LayerLists::said_of(std::string_view word, const std::string& number) const {
  Texts said;
  if (const auto own = by_number_.find(number); own != by_number_.end()) {
    for (const Saying& saying : own->second) {
      if (may_be(saying.word, word)) said.push_back(saying.text);
    }
  }
  for (const ByFirstDigits& start : by_first_digits_) {
    if (!number.starts_with(start.digits) || !may_be(start.of_itself.word, word)) continue;
    said.push_back(start.digits == number ? start.of_itself.text : start.of_longer);
  }
  return said;
}

const std::vector<std::size_t>& LayerLists::about(const std::string& container,
                                                  std::int64_t count) const {
  std::vector<std::size_t>& known = known_[container];
  while (static_cast<std::int64_t>(known.size()) < count) {
    const std::size_t next = kinds_.size();
    Texts said = said_of(last_word(container), std::to_string(known.size()));
    known.push_back(kinds_.try_emplace(std::move(said), next).first->second);
  }
  return known;
}

}  // namespace kvplan::modules
