// The files that run a plan, written into a folder.
#include "kvplan/emit.hpp"

#include <iostream>
#include <utility>

#include "commands.hpp"
#include "kvplan/error.hpp"
#include "kvplan/render.hpp"
#include "options.hpp"
#include "write_folder.hpp"

namespace kvplan::tool {
namespace {

struct Options {
  Question question;
  EmitOptions emit;
  std::string into;
  std::string plan_file;
  std::string proxy = "haproxy";
  std::string split_backend = "mp";
  std::string memory_floor;
  std::string cache_by = "util";
  bool force = false;
  bool dry_run = false;
  bool diff = false;
};

void add_box_options(CommandLine& app, EmitOptions& emit) {
  app.option("--address", emit.addresses, "a box's private address, once a box");
  app.option("--listen", emit.listen, "where the proxy listens (127.0.0.1)");
  app.option("--port", emit.port, "the proxy's port (8000)");
  app.option("--copy-port", emit.copy_port, "the first copy's port (8001)");
  app.option("--status-listen", emit.status, "where the proxy shows its own figures");
  app.option("--status-port", emit.status_port, "the port of these (8404)");
  app.option("--master-port", emit.master_port, "where the ranks of a split meet (29501)");
  app.option("--interface", emit.interface, "network interface between the boxes");
  app.flag("--allow-public", emit.allow_public, "listen on public addresses too");
  app.option("--allow-path", emit.paths, "a further path that clients may use");
  app.option("--old-unit", emit.old_units, "UNIT[@BOX] that runs now, in the order to stop them");
}

void add_engine_names(CommandLine& app, EmitOptions& emit) {
  app.option("--serve-model", emit.serve_model, "what `vllm serve` is given (the model's name)");
  app.option("--served-model-name", emit.served_model_name, "what clients ask for");
  app.option("--serve-arg", emit.serve_args, "a further option of `vllm serve`, repeatable");
  app.option("--vllm", emit.vllm, "the program (/usr/local/bin/vllm)");
  app.option("--image", emit.image, "container image for compose");
  app.option("--user", emit.user, "whom the copies run as (kvplan)");
  app.option("--config-dir", emit.config_dir, "where the files are installed (/etc/kvplan)");
  app.option("--run-dir", emit.run_dir, "sockets and state (/run/kvplan)");
  app.option("--key-file", emit.key_file, "the API key's file (/etc/kvplan/api.key)");
}

void add_figures(CommandLine& app, EmitOptions& emit) {
  app.option("--cap", emit.cap, "requests in flight per copy; the rest waits in the proxy");
  app.option("--start-seconds", emit.start_seconds, "how long a copy takes to start");
  app.option("--prefill-tok-s", emit.prefill_tok_s, "prompt tokens a second of one copy");
  app.option("--answer-seconds", emit.answer_seconds, "longest answer without streaming");
  app.option("--queue-seconds", emit.queue_seconds, "a client's patience in the queue (300)");
  app.option("--drain-seconds", emit.drain_seconds, "for what runs when a copy stops (120)");
  app.option("--nginx-ban", emit.nginx_ban_seconds, "seconds; 0: none");
  app.option("--tool-threshold", emit.tool_threshold, "share of right tool calls (0.8)");
}

void add_options(CommandLine& app, Options& options) {
  add_plan_options(app, options.question);
  add_engine_option(app, options.question);
  app.option("--plan", options.plan_file, "a plan as `--format json` gives it");
  app.option("--into", options.into, "the folder to write").required();
  app.flag("--force", options.force, "write over files that differ");
  app.flag("--dry-run", options.dry_run, "only list what would be written");
  app.flag("--diff", options.diff, "only show what would change");
  app.option("--proxy", options.proxy, "haproxy or nginx").one_of({"haproxy", "nginx"});
  app.option("--split-backend", options.split_backend, "mp or ray").one_of({"mp", "ray"});
  app.option("--cache-by", options.cache_by, "util, or bytes: the plan's cache in bytes")
      .one_of({"util", "bytes"});
  app.option("--memory-floor", options.memory_floor, "the guard acts below it (5GiB)");
  add_box_options(app, options.emit);
  add_engine_names(app, options.emit);
  add_figures(app, options.emit);
}

ConfigNode plan_of(Options& options) {
  if (!options.plan_file.empty()) {
    if (!options.question.model.empty()) {
      throw invalid({"--plan", ""}, "a plan file or --model", "both");
    }
    return read_json(options.plan_file);
  }
  // A cap without max_num_seqs is both: the engine then sizes itself for no more.
  auto& engine_options = options.question.engine_options;
  if (options.emit.cap && !engine_options.contains("max_num_seqs") &&
      options.question.vllm_args.find("max-num-seqs") == std::string::npos) {
    engine_options["max_num_seqs"] = std::to_string(*options.emit.cap);
  }
  return parse_json(render_json(plan(plan_request(options.question))), "the plan");
}

EmitOptions emit_options(const Options& options) {
  EmitOptions emit = options.emit;
  emit.proxy = options.proxy == "nginx" ? ProxyKind::nginx : ProxyKind::haproxy;
  emit.split_backend = options.split_backend == "ray" ? SplitBackend::ray : SplitBackend::mp;
  emit.pin_cache_bytes = options.cache_by == "bytes";
  if (!options.question.layout.empty()) emit.layout = options.question.layout;
  if (!options.memory_floor.empty()) {
    emit.memory_floor = parse_size(options.memory_floor, "--memory-floor");
  }
  return emit;
}

const char* word(FileState state) {
  switch (state) {
    case FileState::missing:
      return "new";
    case FileState::same:
      return "same";
    case FileState::different:
      return "changed";
  }
  return "";
}

std::string shown(const Options& options, const std::vector<EmittedFile>& files) {
  std::string text;
  for (const EmittedFile& file : files) {
    const FileOnDisk found = look_at(options.into, file);
    if (options.diff) {
      text += unified_diff(
          found.state == FileState::missing ? std::nullopt : std::optional<std::string>(found.text),
          file);
    } else {
      text += std::string(word(found.state)) + '\t' + file.path + '\n';
    }
  }
  return text;
}

void refuse_to_overwrite(const Options& options, const std::vector<EmittedFile>& files) {
  std::string first;
  int others = -1;
  for (const EmittedFile& file : files) {
    if (look_at(options.into, file).state != FileState::different) continue;
    if (first.empty()) first = (std::filesystem::path(options.into) / file.path).string();
    ++others;
  }
  if (first.empty() || options.force) return;
  throw invalid({first, ""}, "no file there, or --force (--diff shows what would change)",
                "another one" + (others > 0 ? " (and " + std::to_string(others) + " more)" : ""));
}

}  // namespace

int run_emit(int argc, char** argv) {
  CommandLine app{
      "Writes the files that run a plan: launch, proxy, health, tool test, watchdog, "
      "memory guard, scraping, changeover and back.",
      "kvplan emit"};
  Options options;
  add_options(app, options);
  if (const auto over = app.parse(argc, argv)) return *over;
  const ConfigNode plan = plan_of(options);
  const EmitOptions emit_with = emit_options(options);
  if (const auto why = refusal(plan, emit_with)) {
    std::cerr << "kvplan: nothing written: " << *why << '\n';
    return 1;
  }
  const Deployment deployment = deployment_from(plan, emit_with);
  const std::vector<EmittedFile> files = emit(deployment);
  if (options.dry_run || options.diff) {
    std::cout << shown(options, files);
  } else {
    refuse_to_overwrite(options, files);
    write_folder(options.into, files);
    for (const EmittedFile& file : files) std::cout << file.path << '\n';
  }
  if (!std::cout.flush()) return 0;  // main() says it, in the one line that an error is
  for (const std::string& note : deployment.notes) std::cerr << "kvplan: note: " << note << '\n';
  return 0;
}

}  // namespace kvplan::tool
