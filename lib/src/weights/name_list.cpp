#include "weights/name_list.hpp"

#include <algorithm>

#include "digit.hpp"

namespace kvplan::modules {
namespace {

/// The first number between dots at `from` or later, if any; moves `from` behind it. What leaves 64
/// bits is cut, in names and lists alike.
std::optional<std::uint64_t> next_number(std::string_view name, std::size_t& from) {
  constexpr unsigned base = 10;
  for (std::size_t dot = name.find('.', from); dot != std::string_view::npos;
       dot = name.find('.', dot + 1)) {
    std::uint64_t number = 0;
    std::size_t end = dot + 1;
    for (; end < name.size() && is_digit(name[end]); ++end) {
      number = base * number + static_cast<unsigned char>(name[end] - '0');
    }
    if (end == dot + 1 || end == name.size() || name[end] != '.') continue;
    from = end;
    return number;
  }
  from = name.size();
  return std::nullopt;
}

}  // namespace

const NameList::Index& NameList::index() const {
  auto& [indexed, by_number] = index_;
  for (; indexed < entries_.size(); ++indexed) {
    const std::string& entry = entries_[indexed];
    std::size_t from = 0;
    const bool has_set = entry.find('[') != std::string::npos;  // dots and digits may be of the set
    by_number[has_set ? std::nullopt : next_number(entry, from)].push_back(indexed);
  }
  return index_;
}

std::optional<std::string_view> NameList::first_of(
    std::string_view name, const std::function<bool(const std::string&)>& matches) const {
  const auto& by_number = index().by_number;
  std::size_t first = entries_.size();
  const auto look = [&](std::optional<std::uint64_t> number) {
    const auto places = by_number.find(number);
    if (places == by_number.end()) return;
    for (const std::size_t place : places->second) {
      if (place >= first) return;
      if (matches(entries_[place])) first = place;
    }
  };
  look(std::nullopt);
  std::size_t from = 0;
  while (const auto number = next_number(name, from)) look(number);
  if (first == entries_.size()) return std::nullopt;
  return entries_[first];
}

std::optional<std::string_view> NameList::first_with(std::string_view name) const {
  const auto has_name = [&](const std::string& entry) {
    return entry.find(name) != std::string::npos;
  };
  std::size_t from = 0;
  if (next_number(name, from)) return first_of(name, has_name);
  const auto entry = std::ranges::find_if(entries_, has_name);
  if (entry == entries_.end()) return std::nullopt;
  return *entry;
}

}  // namespace kvplan::modules
