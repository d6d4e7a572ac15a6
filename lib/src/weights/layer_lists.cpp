#include "weights/layer_lists.hpp"

#include <algorithm>
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

/// "1*0" is 10 and 100, and not 11.
bool goes_on_behind_stars(std::string_view after) {
  const std::size_t stars = std::min(after.find_first_not_of('*'), after.size());
  return stars > 0 && stars < after.size() && after[stars] != '.';
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

}  // namespace

std::string_view LayerLists::Entry::before() const {
  return std::string_view(name).substr(0, first);
}
std::string_view LayerLists::Entry::number() const {
  return std::string_view(name).substr(first, end - first);
}
std::string_view LayerLists::Entry::after() const { return std::string_view(name).substr(end); }

bool LayerLists::Entry::may_be_in(std::string_view word) const {
  const std::string_view own = last_word(std::string_view(name).substr(0, first - 1));
  return word.ends_with(own) || own.find('*') != std::string_view::npos;
}

bool LayerLists::Saying::operator==(const Saying& other) const {
  const Entry& a = *entry;
  const Entry& b = *other.entry;
  return a.after() == b.after() && a.before() == b.before() && a.meaning == b.meaning &&
         digits == other.digits;
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
  Entry own{std::string(entry), std::string(meaning), first, end};
  if (goes_on_behind_stars(own.after())) plain_ = false;
  if (!own.after().starts_with('.')) {
    by_first_digits_.push_back(std::move(own));
    return;
  }
  std::vector<Entry>& of_layer = by_number_[std::string(own.number())];
  constexpr std::size_t usual = 8;  // in one step: a list has hundreds of layers
  if (of_layer.empty()) of_layer.reserve(usual);
  of_layer.push_back(std::move(own));
}

LayerLists::Sayings LayerLists::said_of(std::string_view word, std::size_t layer) const {
  Sayings said;
  const std::string number = std::to_string(layer);
  if (const auto own = by_number_.find(number); own != by_number_.end()) {
    said.reserve(own->second.size());
    for (const Entry& entry : own->second) {
      if (entry.may_be_in(word)) said.push_back({&entry, ""});
    }
  }
  for (const Entry& entry : by_first_digits_) {
    if (!number.starts_with(entry.number()) || !entry.may_be_in(word)) continue;
    said.push_back({&entry, entry.number() == number ? "" : entry.number()});
  }
  return said;
}

std::size_t LayerLists::kind_of(Sayings said) const {
  const auto known = std::ranges::find(kinds_, said);
  const auto kind = static_cast<std::size_t>(known - kinds_.begin());
  if (known == kinds_.end()) kinds_.push_back(std::move(said));
  return kind;
}

const std::vector<std::size_t>& LayerLists::about(const std::string& container,
                                                  std::int64_t count) const {
  std::vector<std::size_t>& known = known_[container];
  while (static_cast<std::int64_t>(known.size()) < count) {
    known.push_back(kind_of(said_of(last_word(container), known.size())));
  }
  return known;
}

}  // namespace kvplan::modules
