// What a text makes of itself: variables, templates, an environment that every start repeats,
// includes. A few lines can double it without end, so that it has a limit for a file together.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "kvplan/deployment.hpp"
#include "kvplan/error.hpp"

namespace kvplan::deployment {

class Expansions {
 public:
  explicit Expansions(std::string_view what = "variables") : what_(what) {}

  /// One more piece of so many bytes.
  /// @throws Error (invalid) beyond 16 MiB together: twice the largest file that is read
  void add(std::size_t bytes, const Origin& where) {
    bytes_ += beside_text + bytes;
    if (!exceeded()) return;
    throw invalid({where.file, where.line == 0 ? "" : "line " + std::to_string(where.line)},
                  what_ + " that expand to at most 16 MiB", "more");
  }
  /// A copy of an environment.
  void add(const std::map<std::string, Given>& environment, const Origin& where) {
    for (const auto& [name, given] : environment) add(name.size() + given.value.size(), where);
  }
  [[nodiscard]] bool exceeded() const { return bytes_ > most; }

 private:
  static constexpr std::size_t most = std::size_t{16} << 20;
  static constexpr std::size_t beside_text = 64;  // what a word or variable takes, were it empty
  std::string what_;
  std::size_t bytes_ = 0;
};

}  // namespace kvplan::deployment
