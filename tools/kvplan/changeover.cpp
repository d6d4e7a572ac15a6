// The way from one layout to another, minute by minute.
#include "kvplan/changeover.hpp"

#include "commands.hpp"
#include "formats.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

/// Options as text; nothing is checked before they are read.
struct Given {
  std::string drain;
  std::string stop;
  std::string memory;
  std::string proxy = "nginx";
};

void add_changeover_options(CommandLine& app, ChangeoverQuestion& question, Given& given) {
  app.option("--from", question.from, "the layout that runs: a family or an id; none: nothing")
      .required();
  app.option("--to", question.to, "the layout to come to");
  app.option("--restart-copy", question.restart_copy, "instead: restart this copy, from 1");
  app.option("--drain-seconds", given.drain, "requests in flight finish (default: 0-60)");
  app.option("--stop-seconds", given.stop, "SIGTERM until gone (default: 1-17)");
  app.option("--memory-seconds", given.memory, "memory given back (default: 0-180)");
  app.option("--proxy", given.proxy,
             "nginx:max_fails=3,fail_timeout=30s, haproxy:inter=1s,rise=1, none, or its file");
  app.flag("--reload-proxy", question.proxy_reloaded, "the proxy is reloaded once a copy answers");
  app.option("--old-unit", question.old_units,
             "a unit or watchdog that must not come back, repeatable");
  constexpr double most = 1e9;
  app.option("--rate", question.requests_a_minute, "requests a minute that arrive")
      .between(0, most);
  app.option("--copy-rate", question.copy_requests_a_minute,
             "requests a minute that one copy answers")
      .between(0, most);
}

void read_given(const Given& given, const PlanRequest& request, ChangeoverQuestion& question) {
  if (!given.drain.empty()) question.drain = parse_seconds(given.drain, "--drain-seconds");
  if (!given.stop.empty()) question.stop = parse_seconds(given.stop, "--stop-seconds");
  if (!given.memory.empty()) question.memory = parse_seconds(given.memory, "--memory-seconds");
  question.proxy = parse_proxy(given.proxy);
  question.start = request.operation.restart;
}

const Formats<Changeover>& formats() {
  static const Formats<Changeover> all{
      {"text", [](const Changeover& change, bool colour) { return render_text(change, colour); }},
      {"json", [](const Changeover& change, bool) { return render_json(change); }},
      {"markdown", [](const Changeover& change, bool) { return render_markdown(change); }},
      {"html", [](const Changeover& change, bool) { return render_html(change); }},
      {"svg", [](const Changeover& change, bool) { return render_svg(change); }},
  };
  return all;
}

}  // namespace

int run_changeover(int argc, char** argv) {
  CommandLine app{"The steps from one layout to another, and how long the model is away.",
                  "kvplan changeover"};
  Question options;
  OutputOptions output;
  ChangeoverQuestion question;
  Given given;
  add_plan_options(app, options);
  app.remove("--from");  // here it is a layout, not a file of options
  add_changeover_options(app, question, given);
  add_engine_option(app, options);
  add_output_options(app, output, formats().listed());
  if (const auto over = app.parse(argc, argv)) return *over;
  const PlanRequest request = plan_request(options);
  read_given(given, request, question);
  const Changeover change = changeover(plan(request), question);
  return answer(output, 0, formats(), change);
}

}  // namespace kvplan::tool
