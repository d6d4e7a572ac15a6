// What a quantization's lists say of single layers, so that layers alike are built once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kvplan::modules {

class LayerLists {
 public:
  /// @param entry    a name or a pattern; the first number between dots is the layer
  /// @param meaning  what the list says of it
  void add(std::string_view entry, std::string_view meaning);
  /// Everything said of one layer, its number left out: equal texts, equal layers.
  [[nodiscard]] std::string about(std::int64_t layer) const;
  /// False where a pattern may match some numbers and not others: about() cannot tell.
  [[nodiscard]] bool plain() const { return plain_; }

 private:
  bool plain_ = true;
  std::map<std::string, std::string, std::less<>> by_number_;         ///< "…layers.7.…"
  std::vector<std::pair<std::string, std::string>> by_first_digits_;  ///< "…layers.7*": 7, 70, …
};

}  // namespace kvplan::modules
