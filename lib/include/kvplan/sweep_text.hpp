// The rows of a sweep as text, made where they are computed: a grid of millions never lies in
// memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kvplan/sweep.hpp"

namespace kvplan {

enum class SweepFormat { csv, json_lines };

/// Refers to its sweep.
class SweepText {
 public:
  SweepText(const Sweep& sweep, SweepFormat format);

  /// The line of names above the rows; empty where each row has them.
  [[nodiscard]] std::string head() const;
  /// The lines of some points' rows, in pieces whose order is that of the rows; the same for any
  /// number of threads. @param threads  0: all cores
  [[nodiscard]] std::vector<std::string> lines(std::size_t first, std::size_t count,
                                               std::size_t threads = 0) const;

 private:
  [[nodiscard]] std::string piece(std::size_t first, std::size_t count) const;
  /// What a row begins with: the point's inputs.
  [[nodiscard]] std::string inputs(const std::vector<std::size_t>& place) const;
  [[nodiscard]] std::string member(const std::string& name, const std::string& value) const;

  const Sweep& sweep_;
  SweepFormat format_;
  std::vector<std::vector<std::string>> members_;  // of each axis: "name": value,
  std::vector<std::string> layouts_;
};

}  // namespace kvplan
