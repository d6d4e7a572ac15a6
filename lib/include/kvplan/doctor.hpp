// A box looked at: what its engines were told, what runs, and what the plan says. From the box
// itself or from a folder that another box was saved to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/calibration.hpp"
#include "kvplan/finding.hpp"
#include "kvplan/question.hpp"

namespace kvplan {

/// The command line of an engine's server. Values of keys and tokens are struck out.
struct EngineCommand {
  std::string where;               ///< "pid 1234", or the file it was saved in
  std::vector<std::string> words;  ///< as the kernel gives them
  std::string line;                ///< the same, quoted for a shell
};

/// A running server's command, or nothing for any other process.
/// @param text  /proc/PID/cmdline (words end with NUL), or a line as a shell takes it
[[nodiscard]] std::optional<EngineCommand> engine_command(std::string_view text, std::string where);
/// The port it listens on: --port, else 8000 (vLLM) or 30000 (SGLang).
[[nodiscard]] int port_of(const EngineCommand& command);
/// The port in a URL, or in the name of a file that was saved from one: metrics-8201.prom.
[[nodiscard]] std::optional<int> port_in(std::string_view source);

struct BoxSnapshot {
  std::vector<EngineCommand> engines;
  CalibrationInput evidence;        ///< meminfo, /metrics, start-up logs
  std::optional<bool> has_gpu;      ///< nothing: not looked at; saved as a file `gpu`, none or some
  std::vector<std::string> silent;  ///< /metrics that did not answer, with the reason
  std::vector<std::string> skipped;  ///< files of the folder that are nothing known
};

/// Adds a file of a snapshot by what is in it.
void add_to_snapshot(BoxSnapshot& snapshot, std::string_view text, const std::string& file);
/// Every file of a folder and of the folders in it.
/// @throws Error (invalid) for no folder, or one with nothing to look at
[[nodiscard]] BoxSnapshot read_snapshot(const std::filesystem::path& folder);

struct DoctorFinding {
  std::string id;  ///< an option's name, or what is wrong: memory_available, utilization_sum, …
  Severity severity = Severity::warning;
  std::optional<std::string> declared;
  std::optional<std::string> running;
  std::optional<std::string> planned;
  std::optional<Bytes> bytes;  ///< what the difference costs
  std::string text;
};

/// @param question  the plan; what it leaves open (model, options) comes from the engine's command
/// @param data_dir  the folder with models/ and boxes/
[[nodiscard]] std::vector<DoctorFinding> examine(const BoxSnapshot& snapshot,
                                                 const Question& question,
                                                 const std::filesystem::path& data_dir);

/// Contract: JSON of doctor.
[[nodiscard]] std::string render_json(const std::vector<DoctorFinding>& findings);
/// The contract's fields as columns: with a head, by RFC 4180.
[[nodiscard]] std::string render_csv(const std::vector<DoctorFinding>& findings);
[[nodiscard]] std::string render_text(const BoxSnapshot& snapshot,
                                      const std::vector<DoctorFinding>& findings, bool colour);
[[nodiscard]] std::string render_markdown(const BoxSnapshot& snapshot,
                                          const std::vector<DoctorFinding>& findings);
[[nodiscard]] std::string render_html(const BoxSnapshot& snapshot,
                                      const std::vector<DoctorFinding>& findings);

}  // namespace kvplan
