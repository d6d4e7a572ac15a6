#include "weights/name_list.hpp"

#include <utility>

#include "digit.hpp"

namespace kvplan::modules {
namespace {

/// The first number between dots at `from` or later; moves `from` behind it. "" where none is.
std::string_view next_number(std::string_view name, std::size_t& from) {
  for (std::size_t dot = name.find('.', from); dot != std::string_view::npos;
       dot = name.find('.', dot + 1)) {
    std::size_t end = dot + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end == dot + 1 || end == name.size() || name[end] != '.') continue;
    from = end;
    return name.substr(dot + 1, end - dot - 1);
  }
  from = name.size();
  return "";
}

}  // namespace

NameList::NameList(std::vector<std::string> entries) {
  entries_.reserve(entries.size());
  for (std::string& entry : entries) add(std::move(entry));
}

void NameList::add(std::string entry) {
  std::size_t from = 0;
  const bool has_set = entry.find('[') != std::string::npos;  // dots and digits may be of the set
  const std::string_view number = has_set ? "" : next_number(entry, from);
  auto found = by_number_.find(number);
  if (found == by_number_.end()) found = by_number_.emplace(number, 0).first;
  found->second.push_back(entries_.size());
  entries_.push_back(std::move(entry));
}

std::optional<std::string_view> NameList::first_of(
    std::string_view name, const std::function<bool(const std::string&)>& matches) const {
  std::size_t first = entries_.size();
  const auto look = [&](std::string_view number) {
    const auto places = by_number_.find(number);
    if (places == by_number_.end()) return;
    for (const std::size_t place : places->second) {
      if (place >= first) return;
      if (matches(entries_[place])) first = place;
    }
  };
  look("");
  std::size_t from = 0;
  for (auto number = next_number(name, from); !number.empty(); number = next_number(name, from)) {
    look(number);
  }
  if (first == entries_.size()) return std::nullopt;
  return entries_[first];
}

}  // namespace kvplan::modules
