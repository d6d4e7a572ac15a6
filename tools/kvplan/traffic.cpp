// What people measured → requests in flight per copy. `traffic simulate` is a file of its own.
#include "kvplan/traffic.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

#include "commands.hpp"
#include "formats.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

constexpr const char* footer =
    "Files are told apart by what is in them: vllm bench serve --save-result, llama-benchy,\n"
    "GuideLLM, AIPerf, inference-perf, access logs of nginx and HAProxy, two /metrics snapshots a\n"
    "copy (before, after), and a CSV concurrency,output_tok_s[,req_s][,ttft_p50_s][,itl_p50_s]\n"
    "[,class] or the same names as JSON Lines.\n"
    "\n"
    "knee: the smallest level from which on no doubling of the requests in flight adds 10 % of\n"
    "      throughput; null where growth goes on to the last level or never begins\n"
    "peak: the level of the largest throughput, where a later one falls behind it by more than\n"
    "      noise (5 % while noise is not known)\n"
    "cap:  the knee; the last level where growth goes on; the first where there is none; under\n"
    "      limits the largest level that keeps them all; never above max_num_seqs or the cache\n"
    "\n"
    "`kvplan traffic simulate` replays a trace against the layouts.\n";

std::optional<double> seconds_of(const std::string& option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error == std::errc() && std::isfinite(value)) {
    if (unit == "ms") return value / 1000;
    if (unit == "s" || unit.empty()) return value;
  }
  throw invalid({option, ""}, "a time such as 500ms or 2s (a bare number is seconds)",
                '"' + text + '"');
}

std::vector<std::pair<std::string, double>> mix_of(const std::vector<std::string>& parts) {
  std::vector<std::pair<std::string, double>> mix;
  for (const std::string& part : parts) {
    const std::size_t equals = part.rfind('=');
    double share = 0;
    const char* const last = part.data() + part.size();
    const auto parsed = equals == std::string::npos
                            ? std::from_chars_result{part.data(), std::errc::invalid_argument}
                            : std::from_chars(part.data() + equals + 1, last, share);
    if (parsed.ec != std::errc() || parsed.ptr != last || !(share > 0 && share <= 1)) {
      throw invalid({"--mix", ""}, "CLASS=SHARE with a share above 0 and at most 1",
                    '"' + part + '"');
    }
    mix.emplace_back(part.substr(0, equals), share);
  }
  return mix;
}

struct Options {
  std::vector<std::string> files;
  ReadOptions read;
  TrafficQuestion question;
  std::string ttft, tpot, e2e;
  std::vector<std::string> mix;
};

void add_options(CommandLine& app, Options& options) {
  TrafficQuestion& question = options.question;
  app.option("files", options.files, "what was measured; see below").required();
  app.option("--present", question.present, "the cap that is set now: gain and cost against it");
  app.option("--ttft", options.ttft, "limit of the time to first token: 500ms, 2s");
  app.option("--tpot", options.tpot, "limit of the time per further token");
  app.option("--e2e", options.e2e, "limit of the whole request");
  app.option("--percentile", question.percentile, "of requests that limits hold for (99)");
  app.option("--copies", question.copies,
             "the files were measured before so many copies; answers are per copy");
  app.option("--mix", options.mix, "CLASS=SHARE of requests, repeatable: your own mix");
  app.option("--request-tokens", question.request_tokens,
             "prompt and output of a request, for the cache's ceiling");
  app.option("--seconds", options.read.seconds, "time between two /metrics snapshots");
  app.flag("--extrapolate", question.extrapolate,
           "beyond the last level by the fitted curve, marked as such");
}

void set_ceilings(TrafficQuestion& question, const Question& plan_options) {
  if (!plan_options.model.empty() || !plan_options.vllm_args.empty()) {
    question.ceilings = ceilings_of(plan(plan_request(plan_options)));
    return;
  }
  const auto slots = plan_options.engine_options.find("max_num_seqs");
  if (slots == plan_options.engine_options.end()) return;
  std::int64_t value = 0;
  const std::string& text = slots->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1) {
    throw invalid({"--max-num-seqs", ""}, "an integer of at least 1", '"' + text + '"');
  }
  question.max_num_seqs = value;
}

const Formats<TrafficReport>& formats() {
  static const Formats<TrafficReport> all{
      {"text",
       [](const TrafficReport& report, bool colour) { return render_text(report, colour); }},
      {"json", [](const TrafficReport& report, bool) { return render_json(report); }},
      {"markdown", [](const TrafficReport& report, bool) { return render_markdown(report); }},
      {"html", [](const TrafficReport& report, bool) { return render_html(report); }},
      {"svg", [](const TrafficReport& report, bool) { return render_svg(report); }},
      {"csv", [](const TrafficReport& report, bool) { return render_csv(report); }},
  };
  return all;
}

}  // namespace

int run_traffic(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "simulate") return run_simulate(argc - 1, argv + 1);
  CommandLine app{"Requests in flight per copy, from what was measured.", "kvplan traffic"};
  app.footer(footer);
  Options options;
  Question plan_options;
  OutputOptions output;
  add_options(app, options);
  add_plan_options(app, plan_options);
  add_engine_option(app, plan_options);
  add_output_options(app, output, formats().listed());
  if (const auto over = app.parse(argc, argv)) return *over;
  TrafficQuestion& question = options.question;
  question.ttft_limit_s = seconds_of("--ttft", options.ttft);
  question.tpot_limit_s = seconds_of("--tpot", options.tpot);
  question.e2e_limit_s = seconds_of("--e2e", options.e2e);
  question.mix = mix_of(options.mix);
  if (options.read.seconds && !(*options.read.seconds > 0)) {
    throw invalid({"--seconds", ""}, "a number above 0", std::to_string(*options.read.seconds));
  }
  const Measurements measurements = read_measurements(options.files, options.read);
  set_ceilings(question, plan_options);
  const TrafficReport report = traffic_report(measurements, question);
  return answer(output, report.exit_code(), formats(), report);
}

}  // namespace kvplan::tool
