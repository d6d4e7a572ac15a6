// calibrate: start-up logs, /proc/meminfo and /metrics → what this box takes beside weights and
// cache.
#include <array>
#include <iostream>

#include "commands.hpp"
#include "data_dir.hpp"
#include "formats.hpp"
#include "kvplan/calibration.hpp"
#include "kvplan/catalog.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

struct CalibrateOptions {
  std::vector<std::string> files;
  std::string weights;
  std::string total;
  std::string box;
  std::string model;
  std::string file;
  OutputOptions output;
};

const Formats<Calibration>& formats() {
  static const Formats<Calibration> all{
      {"text",
       [](const Calibration& learned, bool colour) { return render_text(learned, colour); }},
      {"json", [](const Calibration& learned, bool) { return render_json(learned); }},
  };
  return all;
}

/// As read_text() reads a file.
std::string standard_input() {
  std::string text;
  std::array<char, 1 << 16> piece{};
  while (std::cin && text.size() <= largest_text_file) {
    std::cin.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(std::cin.gcount()));
  }
  if (text.size() > largest_text_file) {
    throw invalid({"<stdin>", ""}, "a readable file",
                  "more than " + std::to_string(largest_text_file) + " bytes");
  }
  if (!std::cin.eof()) throw invalid({"<stdin>", ""}, "a readable file", "one that cannot be read");
  return text;
}

CalibrationInput evidence(const CalibrateOptions& options) {
  CalibrationInput input;
  if (!options.weights.empty()) input.weights = parse_size(options.weights, "--weights");
  if (!options.box.empty()) input.total = find_box(options.box, data_dir() / "boxes").total;
  if (!options.model.empty()) input.model = options.model;
  if (!options.total.empty()) input.total = parse_size(options.total, "--total");
  for (const std::string& file : options.files) {
    if (file == "-") {
      add_evidence(input, standard_input(), "<stdin>");
    } else {
      add_evidence(input, read_text(file), file);
    }
  }
  return input;
}

}  // namespace

int run_calibrate(int argc, char** argv) {
  CommandLine app{"Learns from start-up logs what a box takes beside weights and cache.",
                  "kvplan calibrate"};
  CalibrateOptions options;
  app.option("files", options.files,
             "start-up logs of vLLM or SGLang, /proc/meminfo, /metrics; - reads stdin")
      .required();
  app.option("--weights", options.weights,
             "bytes of the weights, all ranks together, for logs that do not say");
  app.option("--total", options.total, "memory of the box, for logs that do not say");
  app.option("--box", options.box, "the box whose memory that is: gb10, h100, or a file");
  app.option("--model", options.model,
             "the model that the starts serve, where the logs have only a path");
  app.option("-o,--calibration-file", options.file,
             "write the calibration into this file, for --calibration of the other commands")
      .writes_file();
  add_output_options(app, options.output, formats().listed());
  add_fail_on_warn(app, options.output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Calibration learned = calibrate(evidence(options));
  const std::string& wanted = options.output.format;
  static_cast<void>(
      formats().rendered(learned, wanted, false));  // an unknown format writes nothing
  if (!options.file.empty()) write_file(options.file, render_json(learned));
  const int code = with_warnings(options.output, 0, !learned.contradictions.empty());
  return answer(options.output, code, formats(), learned);
}

}  // namespace kvplan::tool
