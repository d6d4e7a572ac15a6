// The way back: services, headroom and need → the share or the cache bytes of each box.
#include "kvplan/fit.hpp"

#include "commands.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"

namespace kvplan::tool {

int run_fit(int argc, char** argv) {
  CommandLine app{"Finds the utilization, or the cache bytes, for what else runs on each box.",
                  "kvplan fit"};
  Question options;
  OutputOptions output;
  add_plan_options(app, options);
  add_engine_option(app, options);
  add_output_options(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Fit found = fit(plan_request(options));
  return answer(output, found.met ? 0 : 1, [&](const std::string& format, bool colour) {
    if (format == "text") return render_text(found, colour);
    if (format == "json") return render_json(found);
    throw invalid({"--format", ""}, "text or json", '"' + format + '"');
  });
}

}  // namespace kvplan::tool
