// calibrate: start-up logs, /proc/meminfo and /metrics → what this box takes beside weights and
// cache.
#include <iostream>

#include "commands.hpp"
#include "data_dir.hpp"
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

std::string rendered(const Calibration& calibration, const std::string& format, bool colour) {
  if (format == "text") return render_text(calibration, colour);
  if (format == "json") return render_json(calibration);
  throw invalid({"--format", ""}, "text or json", '"' + format + '"');
}

CalibrationInput evidence(const CalibrateOptions& options) {
  CalibrationInput input;
  if (!options.weights.empty()) input.weights = parse_size(options.weights, "--weights");
  if (!options.box.empty()) input.total = find_box(options.box, data_dir() / "boxes").total;
  if (!options.model.empty()) input.model = options.model;
  if (!options.total.empty()) input.total = parse_size(options.total, "--total");
  for (const std::string& file : options.files) {
    if (file == "-") {
      const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
      add_evidence(input, text, "<stdin>");
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
             "write the calibration into this file, for --calibration of the other commands");
  add_output_options(app, options.output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Calibration learned = calibrate(evidence(options));
  const std::string answer = rendered(learned, options.output.format, wants_colour(options.output));
  if (!options.file.empty()) write_file(options.file, render_json(learned));
  for (const std::string& output : options.output.outputs) {
    const std::size_t equals = output.find('=');
    if (equals == std::string::npos || equals + 1 == output.size()) {
      throw invalid({"--output", ""}, "FORMAT=FILE", '"' + output + '"');
    }
    write_file(output.substr(equals + 1), rendered(learned, output.substr(0, equals), false));
  }
  std::cout << answer;
  return 0;
}

}  // namespace kvplan::tool
