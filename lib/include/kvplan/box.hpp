// A box: the memory that CPU and GPU share (or a GPU's own), as a data file describes it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "kvplan/config.hpp"
#include "kvplan/platform.hpp"

namespace kvplan {

/// A figure that is not known exactly: low ≤ likely ≤ high, and where it comes from.
struct Band {
  Bytes low;
  Bytes likely;
  Bytes high;
  std::string source;
  friend bool operator==(const Band&, const Band&) = default;
};
[[nodiscard]] Band exactly(Bytes size, std::string source);
/// True where the source says "assumed", "fitted" or "inferred": nobody measured, computed or gave
/// the figure for this model and box.
[[nodiscard]] bool is_assumed(const Band& band);

struct Box {
  std::string name;
  bool unified = false;  ///< CPU and GPU share total_bytes
  Bytes total;           ///< of one GPU, as the CUDA runtime reports it
  int gpus = 1;
  Capability capability;
  int sm_count = 0;
  double bandwidth_bytes_per_s = 0;
  double link_bytes_per_s = 0;  ///< to the next box; 0: not known
  Band reserve;                 ///< system and engine processes outside the engine's budget
  [[nodiscard]] Platform platform() const;
  friend bool operator==(const Box&, const Box&) = default;
};

/// A box file (contract: "A box file is JSON").
/// @throws Error (invalid) naming the field
[[nodiscard]] Box read_box(const std::filesystem::path& file);
[[nodiscard]] Box box_from(const ConfigNode& node);

}  // namespace kvplan
