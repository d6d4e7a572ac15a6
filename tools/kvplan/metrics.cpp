// metrics: the copies read directly, each by itself, and added.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>

#include "commands.hpp"
#include "fetch.hpp"
#include "formats.hpp"
#include "kvplan/copies.hpp"
#include "kvplan/error.hpp"
#include "kvplan/report.hpp"
#include "kvplan/text_file.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

struct MetricsOptions {
  std::vector<std::string> sources;
  double timeout = 5;
  int readings = 3;
  bool watch = false;
  double interval = 2;
  int rounds = 0;
  Question question;
  OutputOptions output;
};

const Formats<FleetStatus>& formats() {
  static const Formats<FleetStatus> all{
      {"text", [](const FleetStatus& status, bool colour) { return render_text(status, colour); }},
      {"json", [](const FleetStatus& status, bool) { return render_json(status); }},
      {"markdown", [](const FleetStatus& status, bool) { return render_markdown(status); }},
      {"html", [](const FleetStatus& status, bool) { return render_html(status); }},
      {"csv", [](const FleetStatus& status, bool) { return render_csv(status); }},
  };
  return all;
}

CopyStatus status_of(const Fetched& answer) {
  if (!answer.error.empty()) return missing_copy(answer.url, answer.error);
  try {
    return copy_status(parse_exposition(answer.body, answer.url));
  } catch (const Error& error) {
    return missing_copy(answer.url, "expected " + error.expected() + ", found " + error.found());
  }
}

/// The copies of one command, read again and again.
class Copies {
 public:
  explicit Copies(const MetricsOptions& options) {
    limits_.total_ms = static_cast<long>(options.timeout * 1000);
    limits_.connect_ms = std::min(limits_.connect_ms, limits_.total_ms);
    for (const std::string& source : options.sources) {
      std::error_code ignored;
      const bool file =
          source.find("://") == std::string::npos && std::filesystem::exists(source, ignored);
      urls_.push_back(file ? "" : metrics_url(source));
      files_.push_back(file ? source : "");
      last_.emplace_back();
    }
  }

  /// Several readings of each: one that is a proxy answers from other processes in turn. Those of
  /// the round before count too, so that a restart between rounds is seen.
  std::vector<CopyStatus> read(int readings) {
    std::vector<std::vector<CopyStatus>> all(urls_.size());
    for (std::size_t i = 0; i < urls_.size(); ++i) {
      if (last_[i].up) all[i].push_back(last_[i]);
    }
    for (int reading = 0; reading < readings; ++reading) read_once(all, reading == 0);
    std::vector<CopyStatus> copies;
    for (std::size_t i = 0; i < all.size(); ++i) {
      last_[i] = all[i].back();
      copies.push_back(copy_status(all[i]));
    }
    return copies;
  }

 private:
  void read_once(std::vector<std::vector<CopyStatus>>& all, bool first) {
    std::vector<std::string> urls;
    std::vector<std::size_t> index;
    for (std::size_t i = 0; i < urls_.size(); ++i) {
      if (urls_[i].empty()) {
        if (first) all[i].push_back(read_file(files_[i]));
      } else if (first || all[i].back().up) {
        urls.push_back(urls_[i]);
        index.push_back(i);
      }
    }
    if (urls.empty()) return;
    const auto answers = fetch(urls, limits_);
    for (std::size_t i = 0; i < answers.size(); ++i) all[index[i]].push_back(status_of(answers[i]));
  }

  static CopyStatus read_file(const std::string& file) {
    return copy_status(parse_exposition(read_text(file), file));
  }

  FetchLimits limits_;
  std::vector<std::string> urls_;   // "" for a file
  std::vector<std::string> files_;  // "" for a URL
  std::vector<CopyStatus> last_;
};

std::optional<Tokens> planned_tokens(const Question& question) {
  if (question.model.empty() && question.vllm_args.empty()) return std::nullopt;
  const Report report = plan(plan_request(question));
  const auto index = report.recommendation.layout;
  if (!index || report.layouts[*index].copies.empty()) return std::nullopt;
  return report.layouts[*index].copies.front().capacity.tokens;
}

int watch(const MetricsOptions& options, Copies& copies, std::optional<Tokens> planned) {
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  std::optional<double> generated;
  auto then = std::chrono::steady_clock::now();
  bool all_up = true;
  for (int round = 0; options.rounds == 0 || round < options.rounds; ++round) {
    if (round > 0) std::this_thread::sleep_for(std::chrono::duration<double>(options.interval));
    const FleetStatus status = fleet(copies.read(1), planned);
    const auto now = std::chrono::steady_clock::now();
    if (terminal) std::cout << "\x1b[H\x1b[2J";
    std::cout << formats().rendered(status, options.output.format, wants_colour(options.output));
    const auto total = status.total.generation_tokens_total;
    const double seconds = std::chrono::duration<double>(now - then).count();
    if (options.output.format == "text" && generated && total && *total >= *generated &&
        seconds > 0) {
      std::cout << "\ngenerated: " << format_fixed((*total - *generated) / seconds, 1)
                << " tokens/s\n";
    }
    std::cout.flush();
    if (!std::cout) return 2;
    generated = total;
    then = now;
    all_up = status.all_up();
  }
  return all_up ? 0 : 1;
}

}  // namespace

int run_metrics(int argc, char** argv) {
  CommandLine app{"Reads the copies of an engine directly and adds what adds.", "kvplan metrics"};
  MetricsOptions options;
  app.option("urls", options.sources, "each copy: http://HOST:PORT, HOST:PORT, or a saved file")
      .required();
  app.option("--timeout", options.timeout, "seconds for an answer (default 5)")
      .between(0.05, 600.0);
  app.option("--readings", options.readings, "readings of each copy, to tell a proxy (default 3)")
      .between(1, 100);
  app.flag("--watch", options.watch, "again and again, until interrupted");
  app.option("--interval", options.interval, "seconds between rounds of --watch (default 2)")
      .between(0.05, 3600.0);
  app.option("--rounds", options.rounds, "rounds of --watch; 0: without end").between(0, 1000000);
  add_plan_options(app, options.question);
  add_engine_option(app, options.question);
  add_output_options(app, options.output, formats().listed());
  if (const auto over = app.parse(argc, argv)) return *over;
  Copies copies(options);
  const auto planned = planned_tokens(options.question);
  if (options.watch) return watch(options, copies, planned);
  const FleetStatus status = fleet(copies.read(options.readings), planned);
  for (const CopyStatus& copy : status.copies) {
    if (!copy.up) std::cerr << "kvplan: " << copy.url << " does not answer: " << copy.error << '\n';
  }
  return answer(options.output, status.all_up() ? 0 : 1, formats(), status);
}

}  // namespace kvplan::tool
