// Writes JSON in the order in which it is told, with no document in between: `batch` writes a
// hundred thousand lines a second with it. Strings are escaped; bytes that are not UTF-8 become
// the replacement character; a double that is no finite number becomes null.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kvplan/units.hpp"

namespace kvplan::render {

class JsonWriter {
 public:
  /// @param indent  spaces a level; nothing: all on one line
  explicit JsonWriter(std::optional<int> indent = std::nullopt) : indent_(indent) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& null() { return raw("null"); }
  JsonWriter& value(bool flag) { return raw(flag ? "true" : "false"); }
  JsonWriter& value(std::int64_t number);
  JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& value(double number);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  template <class Unit>
  JsonWriter& value(Quantity<Unit> quantity) {
    return value(quantity.count());
  }
  template <class Num, class Den>
  JsonWriter& value(Per<Num, Den> rate) {
    return value(rate.amount);
  }
  template <class T>
  JsonWriter& value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : null();
  }
  /// JSON text that is already valid, such as an id handed back as it came.
  JsonWriter& raw(std::string_view json);

  template <class T>
  JsonWriter& member(std::string_view name, const T& item) {
    return key(name).value(item);
  }

  [[nodiscard]] const std::string& text() const& { return text_; }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void before_value();
  void new_line();
  void append_escaped(std::string_view text);

  std::string text_;
  std::optional<int> indent_;
  int depth_ = 0;
  bool first_ = true;  // nothing stands yet at this level
  bool after_key_ = false;
};

}  // namespace kvplan::render
