// What a quantization's lists say of single layers, so that layers alike are built once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kvplan::modules {

class LayerLists {
 public:
  /// @param entry    a name or a pattern; the first number between dots is the layer
  /// @param meaning  what the list says of it
  void add(std::string_view entry, std::string_view meaning);
  /// Of the first `count` modules "CONTAINER.0", "CONTAINER.1", …: everything said of each, its
  /// number left out, as a number. Equal ones, equal modules.
  [[nodiscard]] const std::vector<std::size_t>& about(const std::string& container,
                                                      std::int64_t count) const;
  /// False where a pattern may match some numbers and not others: about() cannot tell.
  [[nodiscard]] bool plain() const { return plain_; }

  static constexpr std::size_t nothing = 0;

 private:
  /// An entry without its number, and what the list says of it.
  struct TextView {
    std::string_view before;
    std::string_view after;
    std::string_view meaning;
    friend auto operator<=>(const TextView&, const TextView&) = default;
  };
  struct Text {
    std::string before;
    std::string after;
    std::string meaning;
    operator TextView() const { return {before, after, meaning}; }
  };
  struct InOrder {
    using is_transparent = void;
    bool operator()(const TextView& a, const TextView& b) const { return a < b; }
  };
  struct Saying {
    std::string word;  ///< that the number follows: "layers", "l*"
    std::size_t text;  ///< its place among texts_
  };
  /// "…layers.7*": what is said of 7, and of 70 to 79, 700, …
  struct ByFirstDigits {
    std::string digits;
    Saying of_itself;
    std::size_t of_longer;
  };
  using Texts = std::vector<std::size_t>;
  [[nodiscard]] std::size_t place_of(const TextView& text);
  [[nodiscard]] Texts said_of(std::string_view word, const std::string& number) const;

  bool plain_ = true;
  std::map<Text, std::size_t, InOrder> texts_;  ///< each once, numbered as they came
  std::map<std::string, std::vector<Saying>, std::less<>> by_number_;  ///< "…layers.7.…"
  std::vector<ByFirstDigits> by_first_digits_;
  // Asked for each table: what was answered before.
  mutable std::map<Texts, std::size_t> kinds_{{{}, nothing}};
  mutable std::map<std::string, std::vector<std::size_t>, std::less<>> known_;
};

}  // namespace kvplan::modules
