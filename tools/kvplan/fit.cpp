// The way back: services, headroom and need → the share or the cache bytes of each box.
#include "kvplan/fit.hpp"
#include "kvplan/report.hpp"

#include "commands.hpp"
#include "formats.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

const Formats<Fit>& formats() {
  static const Formats<Fit> all{
      {"text", [](const Fit& found, bool colour) { return render_text(found, colour); }},
      {"json", [](const Fit& found, bool) { return render_json(found); }},
      {"markdown", [](const Fit& found, bool) { return render_markdown(found); }},
      {"html", [](const Fit& found, bool) { return render_html(found); }},
      {"csv", [](const Fit& found, bool) { return render_csv(found); }},
  };
  return all;
}

}  // namespace

int run_fit(int argc, char** argv) {
  CommandLine app{"Finds the utilization, or the cache bytes, for what else runs on each box.",
                  "kvplan fit"};
  Question options;
  OutputOptions output;
  add_plan_options(app, options);
  add_engine_option(app, options);
  add_output_options(app, output, formats().listed());
  add_fail_on_warn(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Fit found = fit(plan_request(options));
  const bool warned = output.fail_on_warn && !plan(found.request).warnings.empty();
  return answer(output, with_warnings(output, found.met ? 0 : 1, warned), formats(), found);
}

}  // namespace kvplan::tool
