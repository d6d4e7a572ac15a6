// What a quantization's lists say of single layers, so that layers alike are built once. It keeps
// what it answered: not for two threads at once.
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
  LayerLists() = default;
  LayerLists(const LayerLists&) = delete;  // sayings point at entries
  LayerLists(LayerLists&&) = default;
  LayerLists& operator=(const LayerLists&) = delete;
  LayerLists& operator=(LayerLists&&) = delete;
  ~LayerLists() = default;

  /// Before anything is asked.
  /// @param entry    a name or a pattern; the first number between dots is the layer
  /// @param meaning  what the list says of it
  void add(std::string_view entry, std::string_view meaning);
  /// Of the first `count` modules "CONTAINER.0", "CONTAINER.1", …: everything said of each, its
  /// number left out, as a number. Equal ones, equal modules.
  [[nodiscard]] const std::vector<std::size_t>& about(const std::string& container,
                                                      std::int64_t count) const;
  /// False where a pattern may match some numbers and not others: about() cannot tell.
  [[nodiscard]] bool plain() const { return plain_; }

  /// Of a module that no entry speaks of.
  static constexpr std::size_t nothing = 0;

 private:
  struct Entry {
    std::string name;
    std::string meaning;
    std::size_t first;  ///< of the number in the name
    std::size_t end;

    [[nodiscard]] std::string_view before() const;
    [[nodiscard]] std::string_view number() const;
    [[nodiscard]] std::string_view after() const;
    /// The number may be that of a module in the container. The entry may begin within a name, so
    /// the word before its number may be the end of one: "yers.3.mlp".
    /// @param word  the container's last
    [[nodiscard]] bool may_be_in(std::string_view word) const;
  };
  /// An entry that speaks of a layer: "…layers.7*" also of 70 to 79, 700, …
  struct Saying {
    const Entry* entry;
    std::string_view digits;  ///< of a longer number, those of the entry
    bool operator==(const Saying& other) const;
  };
  using Sayings = std::vector<Saying>;
  [[nodiscard]] Sayings said_of(std::string_view word, std::size_t layer) const;
  [[nodiscard]] std::size_t kind_of(Sayings said) const;

  bool plain_ = true;
  std::map<std::string, std::vector<Entry>, std::less<>> by_number_;  ///< "…layers.7.…"
  std::vector<Entry> by_first_digits_;                                ///< "…layers.7*"
  // Asked for each table: what was answered before.
  mutable std::vector<Sayings> kinds_{{}};
  mutable std::map<std::string, std::vector<std::size_t>, std::less<>> known_;
};

}  // namespace kvplan::modules
