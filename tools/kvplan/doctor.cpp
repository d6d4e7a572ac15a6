// doctor: a running box, or a snapshot of one: declared against running against planned.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "commands.hpp"
#include "data_dir.hpp"
#include "fetch.hpp"
#include "formats.hpp"
#include "kvplan/doctor.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "options.hpp"
#include "write_folder.hpp"

namespace kvplan::tool {
namespace {

namespace fs = std::filesystem;

struct DoctorOptions {
  std::string snapshot;
  std::string save;
  std::string proc = "/proc";
  std::vector<std::string> metrics;
  std::vector<std::string> logs;
  double timeout = 5;
  Question question;
  OutputOptions output;
};

/// Files as they came, for --save.
using Files = std::vector<EmittedFile>;

void keep(Files& files, std::string name, std::string text) {
  files.push_back({std::move(name), 0644, std::move(text)});
}

/// A process may be gone by now, and one of another user may not be read: an empty text.
std::string read_kernel_file(const fs::path& file) {
  try {
    return read_text(file);
  } catch (const Error&) {
    return {};
  }
}

void look_at_processes(const fs::path& proc, BoxSnapshot& snapshot, Files& files) {
  std::vector<fs::path> processes;
  std::error_code failure;
  for (fs::directory_iterator it(proc, failure); !failure && it != fs::end(it);
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    if (std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) {
      processes.push_back(it->path());
    }
  }
  std::ranges::sort(processes);
  for (const fs::path& process : processes) {
    const std::string pid = process.filename().string();
    auto command = engine_command(read_kernel_file(process / "cmdline"), "pid " + pid);
    if (!command) continue;
    std::string words;
    for (const std::string& word : command->words) words += word + '\0';
    keep(files, "cmdline-" + pid, words);
    snapshot.engines.push_back(*std::move(command));
  }
}

/// Whether a GPU may be there, by its driver's files alone.
std::optional<bool> has_gpu(const fs::path& proc) {
  std::error_code ignored;
  if (fs::exists(proc / "driver" / "nvidia", ignored)) return true;
  if (proc != "/proc") return std::nullopt;
  for (const char* device : {"/dev/nvidiactl", "/dev/nvhost-gpu", "/dev/kfd", "/dev/dri"}) {
    if (fs::exists(device, ignored)) return true;
  }
  return false;
}

/// By its port where it has one, so that a saved snapshot still tells engines apart.
std::string metrics_file(const std::string& source, std::size_t number) {
  const auto port = port_in(source);
  return port ? "metrics-" + std::to_string(*port) + "." + std::to_string(number) + ".prom"
              : "metrics." + std::to_string(number) + ".prom";
}

void look_at_metrics(const DoctorOptions& options, const std::vector<std::string>& sources,
                     BoxSnapshot& snapshot, Files& files) {
  std::vector<std::string> urls;
  const auto take = [&](const std::string& text, const std::string& source) {
    try {
      snapshot.evidence.metrics.push_back(parse_exposition(text, source));
      keep(files, metrics_file(source, files.size()), text);
    } catch (const Error& error) {
      snapshot.silent.emplace_back(error.what());
    }
  };
  for (const std::string& source : sources) {
    std::error_code ignored;
    if (source.find("://") == std::string::npos && fs::exists(source, ignored)) {
      take(read_text(source), source);
    } else {
      urls.push_back(metrics_url(source));
    }
  }
  if (urls.empty()) return;
  FetchLimits limits;
  limits.total_ms = static_cast<long>(options.timeout * 1000);
  limits.connect_ms = std::min(limits.connect_ms, limits.total_ms);
  for (const Fetched& answer : fetch(urls, limits)) {
    if (answer.error.empty()) {
      take(answer.body, answer.url);
    } else {
      snapshot.silent.push_back(answer.url + " does not answer: " + answer.error);
    }
  }
}

BoxSnapshot look_at_box(const DoctorOptions& options, Files& files) {
  BoxSnapshot snapshot;
  const fs::path proc = options.proc;
  std::error_code absent;
  if (!fs::is_directory(proc, absent)) {
    throw invalid({"--proc", ""}, "a folder such as /proc", '"' + options.proc + '"');
  }
  const std::string meminfo = read_kernel_file(proc / "meminfo");
  if (!meminfo.empty()) {
    snapshot.evidence.meminfo.push_back(parse_meminfo(meminfo, (proc / "meminfo").string()));
    keep(files, "meminfo", meminfo);
  }
  snapshot.has_gpu = has_gpu(proc);
  if (snapshot.has_gpu) keep(files, "gpu", *snapshot.has_gpu ? "some\n" : "none\n");
  look_at_processes(proc, snapshot, files);
  std::vector<std::string> sources = options.metrics;
  if (sources.empty()) {
    for (const EngineCommand& engine : snapshot.engines) {
      sources.push_back("http://127.0.0.1:" + std::to_string(port_of(engine)));
    }
  }
  look_at_metrics(options, sources, snapshot, files);
  return snapshot;
}

/// Two snapshots in one folder would be read as one box.
void save(const std::string& folder, const Files& files) {
  std::error_code ignored;
  if (fs::is_directory(folder, ignored) && !fs::is_empty(folder, ignored)) {
    throw invalid({"--save", ""}, "a folder that is new or empty", "files in " + folder);
  }
  write_folder(folder, files);
}

struct Examined {
  BoxSnapshot snapshot;
  std::vector<DoctorFinding> findings;
};

const Formats<Examined>& formats() {
  static const Formats<Examined> all{
      {"text", [](const Examined& seen,
                  bool colour) { return render_text(seen.snapshot, seen.findings, colour); }},
      {"json", [](const Examined& seen, bool) { return render_json(seen.findings); }},
      {"markdown",
       [](const Examined& seen, bool) { return render_markdown(seen.snapshot, seen.findings); }},
      {"html",
       [](const Examined& seen, bool) { return render_html(seen.snapshot, seen.findings); }},
      {"csv", [](const Examined& seen, bool) { return render_csv(seen.findings); }},
  };
  return all;
}

}  // namespace

int run_doctor(int argc, char** argv) {
  CommandLine app{"Compares what engines were told, what runs, and the plan.", "kvplan doctor"};
  DoctorOptions options;
  app.option("--snapshot", options.snapshot, "a saved folder of another box");
  app.option("--save", options.save, "save what was looked at into a folder");
  app.option("--proc", options.proc, "another /proc");
  app.option("--metrics", options.metrics,
             "URL or file, repeatable (default: the ports of the engines that run)");
  app.option("--log", options.logs, "start-up log of the engine, repeatable");
  app.option("--timeout", options.timeout, "seconds for an answer (default 5)")
      .between(0.05, 600.0);
  add_plan_options(app, options.question);
  add_engine_option(app, options.question);
  add_output_options(app, options.output, formats().listed());
  add_fail_on_warn(app, options.output);
  if (const auto over = app.parse(argc, argv)) return *over;
  if (!options.save.empty() && !options.snapshot.empty()) {
    throw invalid({"--save", ""}, "a running box", "--snapshot, which is saved already");
  }
  Files files;
  BoxSnapshot snapshot;
  if (options.snapshot.empty()) {
    snapshot = look_at_box(options, files);
  } else {
    snapshot = read_snapshot(options.snapshot);
    look_at_metrics(options, options.metrics, snapshot, files);
  }
  for (const std::string& log : options.logs) {
    const std::string text = read_text(log);
    for (StartupRun& start : read_startup_log(text, log)) {
      snapshot.evidence.starts.push_back(std::move(start));
    }
    keep(files, "log-" + std::to_string(files.size()) + ".log", text);
  }
  if (!options.save.empty()) save(options.save, files);
  Examined seen{std::move(snapshot), {}};
  seen.findings = examine(seen.snapshot, options.question, data_dir());
  const auto found = [&](Severity severity) {
    return std::ranges::count(seen.findings, severity, &DoctorFinding::severity) > 0;
  };
  const int code =
      with_warnings(options.output, found(Severity::error) ? 1 : 0, found(Severity::warning));
  return answer(options.output, code, formats(), seen);
}

}  // namespace kvplan::tool
