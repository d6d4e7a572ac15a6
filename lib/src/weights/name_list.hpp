// A quantization's list of modules, found by the layer's number: lists name every layer, so most
// entries are of other layers than the module that is asked for. Its first search makes an index:
// not for two threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kvplan::modules {

class NameList {
 public:
  NameList() = default;
  explicit NameList(std::vector<std::string> entries) : entries_(std::move(entries)) {}

  void add(std::string entry) { entries_.push_back(std::move(entry)); }
  [[nodiscard]] const std::vector<std::string>& entries() const { return entries_; }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  /// The first entry that `matches`, of those whose number between dots is in the name too: an
  /// entry that is the name, a part of it, or a wildcard for it is among them.
  [[nodiscard]] std::optional<std::string_view> first_of(
      std::string_view name, const std::function<bool(const std::string&)>& matches) const;
  /// The first entry that the name is a part of.
  [[nodiscard]] std::optional<std::string_view> first_with(std::string_view name) const;

 private:
  /// Places in the list by the first number between dots, if any.
  struct Index {
    std::size_t entries = 0;
    std::map<std::optional<std::uint64_t>, std::vector<std::size_t>> by_number;
  };
  /// Grows to the list's end: lists are renamed before anyone searches them.
  [[nodiscard]] const Index& index() const;

  std::vector<std::string> entries_;
  mutable Index index_;
};

}  // namespace kvplan::modules
