// The formats in which a command answers: one table for the help, the refusal and the rendering.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "options.hpp"

namespace kvplan::tool {

/// "text, json or csv".
[[nodiscard]] std::string alternatives(const std::vector<std::string>& names);
/// @throws Error (invalid) that lists the formats there are
[[noreturn]] void refuse_format(const std::vector<std::string>& names, const std::string& format);

template <class Answer>
class Formats {
 public:
  /// Colour only for a terminal.
  using Render = std::function<std::string(const Answer&, bool colour)>;

  Formats(std::initializer_list<std::pair<std::string, Render>> rows) : rows_(rows) {}

  /// For the help of `--format`.
  [[nodiscard]] std::string listed() const { return alternatives(names()); }
  /// @throws Error (invalid) for a format that is none of these
  [[nodiscard]] std::string rendered(const Answer& answer, const std::string& format,
                                     bool colour) const {
    for (const auto& [name, render] : rows_) {
      if (name == format) return render(answer, colour);
    }
    refuse_format(names(), format);
  }

 private:
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& row : rows_) all.push_back(row.first);
    return all;
  }

  std::vector<std::pair<std::string, Render>> rows_;
};

/// Writes every `--output`, then the answer itself to standard output.
/// @return `code`
/// @throws Error (invalid) as answer() of options.hpp
template <class Answer>
int answer(const OutputOptions& options, int code, const Formats<Answer>& formats,
           const Answer& of) {
  return answer(options, code, [&](const std::string& format, bool colour) {
    return formats.rendered(of, format, colour);
  });
}

}  // namespace kvplan::tool
