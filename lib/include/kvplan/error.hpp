// Vocabulary: the one exception type. Its message says where, what was expected and what was
// there; the parts are members too, so that the CLI, JSON and Python each show them their way.
// "It does not fit" is not an error but an answer (see capacity.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace kvplan {

enum class ErrorKind {
  invalid,  ///< an input that cannot be read or makes no sense: exit 2
  unknown,  ///< cannot be judged, such as an unknown architecture: exit 4
};

class Error : public std::runtime_error {
 public:
  struct Where {
    std::string file;     ///< path, option name or "<stdin>"; may be empty
    std::string pointer;  ///< JSON pointer such as /text_config/head_dim, or "line 7"; may be empty
  };
  Error(ErrorKind kind, Where where, std::string expected, std::string found)
      : std::runtime_error(message(where, expected, found)),
        kind_(kind),
        where_(std::move(where)),
        expected_(std::move(expected)),
        found_(std::move(found)) {}

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::string& file() const { return where_.file; }
  [[nodiscard]] const std::string& pointer() const { return where_.pointer; }
  [[nodiscard]] const std::string& expected() const { return expected_; }
  [[nodiscard]] const std::string& found() const { return found_; }

 private:
  static std::string message(const Where& where, const std::string& expected,
                             const std::string& found) {
    std::string text;
    for (const std::string* part : {&where.file, &where.pointer}) {
      if (!part->empty()) text += *part + ": ";
    }
    return text + "expected " + expected + ", found " + found;
  }

  ErrorKind kind_;
  Where where_;
  std::string expected_;
  std::string found_;
};

/// An input error: exit 2.
[[nodiscard]] inline Error invalid(Error::Where where, std::string expected, std::string found) {
  return {ErrorKind::invalid, std::move(where), std::move(expected), std::move(found)};
}
/// Something that cannot be judged: exit 4.
[[nodiscard]] inline Error unknown(Error::Where where, std::string expected, std::string found) {
  return {ErrorKind::unknown, std::move(where), std::move(expected), std::move(found)};
}

}  // namespace kvplan
