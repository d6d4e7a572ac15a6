// Cells of a CSV: RFC 4180 with the delimiter that the head line has (comma, semicolon, tab).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvplan::traffic {

struct CsvRow {
  std::size_t line = 0;  ///< from 1
  std::vector<std::string> cells;
};

/// Rows that are neither empty nor a comment (#). A quoted cell may hold line ends.
/// @throws Error (invalid) with the line of a quote that is never closed
[[nodiscard]] std::vector<CsvRow> csv_rows(std::string_view text, const std::string& file);

}  // namespace kvplan::traffic
