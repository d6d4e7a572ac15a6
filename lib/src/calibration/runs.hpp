// The runs of a calibration, and which of them are starts of the same kind.
#pragma once

#include <vector>

#include "kvplan/calibration.hpp"

namespace kvplan::calibration {

/// One run a start, one a /metrics that says its cache.
[[nodiscard]] std::vector<CalibrationRun> runs_of(const CalibrationInput& input);

/// Boots of one start on one box differ by so much: 0.92 GiB over five boots on GB10 (GB10.md 4);
/// 0.08 GiB on the CPU backend, eager against compiled (FINDINGS.md 2). Two starts each on an H100
/// and a 5090 agree to 0.01 GiB; 0.25 GiB is taken for a card of its own, and a first start with a
/// cold compile cache may take 0.9 GiB more.
/// @param unified  nothing: not known, and the wider is taken
[[nodiscard]] Bytes boot_spread(const CalibrationRun& run,
                                std::optional<bool> unified = std::nullopt);

/// Same model, engine, backend, ranks and drafts: options may differ.
[[nodiscard]] bool same_kind(const CalibrationRun& a, const CalibrationRun& b);
/// And the options that move memory; one that a log does not say agrees with any.
[[nodiscard]] bool same_options(const CalibrationRun& a, const CalibrationRun& b);

/// "0.20" of "0.20.1rc1.dev16+g7a1eb8ac2".
[[nodiscard]] std::string minor_version(const std::optional<std::string>& version);

}  // namespace kvplan::calibration
