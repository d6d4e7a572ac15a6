// Step "sweep": a grid over a plan's inputs, one row a point and layout, as columns that numpy and
// pandas take as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

/// One input and the values that it takes, as text, as on the command line.
/// `gpu_memory_utilization` (or `util`), `weights` (a size), or an option of the engine.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
};

enum class SweepState : std::uint8_t {
  fits = 0,
  does_not_fit = 1,
  refused = 2,  ///< the engine does not serve this layout with these options
};

/// Columns of equal length; of what does not fit the numbers are 0, of what is refused all are.
struct SweepColumns {
  std::vector<SweepState> state;
  std::vector<std::int64_t> available_kv_bytes;  ///< per rank, of the rank that binds
  std::vector<std::int64_t> num_blocks;          ///< of one copy
  std::vector<std::int64_t> kv_cache_tokens;     ///< over all copies
  std::vector<std::int64_t> full_context_requests;
  std::vector<std::int64_t> largest_request_tokens;
  std::vector<double> max_concurrency;  ///< of one copy, as printed
  void resize(std::size_t rows);
  [[nodiscard]] std::size_t size() const { return state.size(); }
};

class Sweep {
 public:
  /// @throws Error (invalid) for an axis that is unknown, empty or given twice, a value that
  ///         cannot be read, or a grid of more than 2^53 rows; as compare() for the request itself
  Sweep(PlanRequest request, std::vector<SweepAxis> axes);
  ~Sweep();
  Sweep(Sweep&&) noexcept;
  Sweep& operator=(Sweep&&) noexcept;

  /// In the order of the rows: the last runs fastest, and within a point the layouts.
  [[nodiscard]] const std::vector<SweepAxis>& axes() const;
  [[nodiscard]] const std::vector<std::string>& layouts() const;
  [[nodiscard]] std::size_t rows() const;
  /// The index into each axis' values, then into the layouts.
  [[nodiscard]] std::vector<std::size_t> place_of(std::size_t row) const;

  /// A point has a row for each layout.
  [[nodiscard]] std::size_t points() const;
  /// The rows of some points, the same for any number of threads. @param threads  0: all cores
  [[nodiscard]] SweepColumns at(std::size_t first, std::size_t count,
                                std::size_t threads = 0) const;
  /// A stripe: all utilizations of one choice of the other inputs.
  [[nodiscard]] std::size_t stripe_rows() const;
  /// The rows of some stripes, on all cores.
  [[nodiscard]] SweepColumns stripes(std::size_t first, std::size_t count) const;
  /// All rows at once.
  [[nodiscard]] SweepColumns all() const;

 private:
  struct Grid;
  std::unique_ptr<const Grid> grid_;
};

}  // namespace kvplan
