// Many questions, one a line: `kvplan batch` answers JSON Lines with JSON Lines. Configs are
// parsed once and shared; lines may be answered from several threads at once.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/allocation.hpp"
#include "kvplan/options.hpp"

namespace kvplan {

class Batch {
 public:
  /// @param root  the folder that relative config paths start from
  explicit Batch(std::filesystem::path root);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  /// The answer to one line, without a newline; a bad line gets an answer with its error.
  /// Never throws for what the line says. Safe to call from several threads.
  [[nodiscard]] std::string answer(std::string_view line) const;

  /// answer() for each of the lines, in the same order. @param threads  0: on all cores
  [[nodiscard]] std::vector<std::string> answers(std::span<const std::string> lines,
                                                 std::size_t threads = 0) const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace kvplan
