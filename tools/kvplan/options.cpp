#include "options.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "data_dir.hpp"
#include "kvplan/error.hpp"
#include "kvplan/lengths.hpp"
#include "undisturbed.hpp"

namespace kvplan::tool {
namespace {

/// The engine options that the command line knows, with their help.
struct EngineFlag {
  const char* name;  ///< with underscores, as in JSON
  const char* help;
  bool flag = false;  ///< takes no value: --enable-x, and --no-enable-x for x
};
constexpr std::array engine_flags{
    EngineFlag{"kv_cache_dtype", "auto, bfloat16, fp8, …"},
    EngineFlag{"dtype", "the model's dtype"},
    EngineFlag{"max_model_len", "tokens; 8k and 1M are understood, auto or -1 fits it"},
    EngineFlag{"max_num_seqs", "running requests at most"},
    EngineFlag{"max_num_batched_tokens", "tokens a step at most"},
    EngineFlag{"block_size", "tokens in a block"},
    EngineFlag{"tensor_parallel_size", "only layouts of this size; 1 leaves the choice open"},
    EngineFlag{"pipeline_parallel_size", "only layouts of this size; 1 leaves the choice open"},
    EngineFlag{"decode_context_parallel_size", "ranks that share a request's cache"},
    EngineFlag{"attention_backend", "FLASH_ATTN, FLASHINFER, …"},
    EngineFlag{"quantization", "of the weights"},
    EngineFlag{"mamba_ssm_cache_dtype", "of the recurrent states"},
    EngineFlag{"mamba_cache_dtype", "of the convolution states"},
    EngineFlag{"num_gpu_blocks_override", "blocks, whatever the memory"},
    EngineFlag{"enable_prefix_caching", "share the cache of common prefixes", true},
    EngineFlag{"async_scheduling", "schedule a step ahead", true},
    EngineFlag{"enable_expert_parallel", "experts whole on a rank", true},
    EngineFlag{"disable_hybrid_kv_cache_manager", "keep windows in full", true},
    EngineFlag{"language_model_only", "without vision towers", true},
    EngineFlag{"enforce_eager", "no CUDA graphs", true},
};

std::string dashed(std::string name) {
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

void add_tokens(CommandLine& app, const char* name, std::optional<std::int64_t>& tokens,
                const std::string& help) {
  app.option_into(
      name, [&tokens, name](const std::string& text) { tokens = parse_tokens(text, name); }, help);
}

}  // namespace

void add_plan_options(CommandLine& app, Question& options) {
  app.read_environment(true);
  app.option("--model", options.model, "config.json, a folder with one, or a shipped model");
  app.option("--models", options.models_dir, "folder of models instead of the shipped one");
  app.option("--box", options.boxes, "box name or file; repeatable (default: gb10 twice)");
  app.option("--util,--gpu-memory-utilization", options.util,
             "share of a box's memory for the engine; 0.74 or 0.74,0.78");
  app.option("--kv-cache-memory-bytes,--kv-cache-memory", options.kv_cache_memory,
             "cache of each rank, in place of the budget");
  for (const EngineFlag& flag : engine_flags) {
    const auto set = [&options, name = std::string(flag.name)](const std::string& value) {
      options.engine_options[name] = value;
    };
    if (flag.flag) {
      app.switch_into(
          dashed(flag.name), [set](bool on) { set(on ? "true" : "false"); }, flag.help);
    } else {
      app.option_into(dashed(flag.name), set, flag.help);
    }
  }
  app.option("--speculative-config", options.speculative_config, "JSON, or mtp:4");
  app.option("--weights", options.weights, "bytes of the weights, all ranks together");
  app.option("--service", options.services, "NAME=SIZE[@BOX], repeatable");
  app.option("--beside", options.beside,
             "MODEL=SHARE[@BOX]: another model's engine on the same boxes, repeatable");
  app.option("--headroom", options.headroom, "memory to leave beside the services");
  app.option("--calibration", options.calibration,
             "what `kvplan calibrate` learned of these boxes");
  app.option("--free", options.free, "memory free before the start, SIZE[@BOX], repeatable");
  app.option("--other-engine", options.other_engines,
             "an engine beside this one: NAME=SHARE[:SIZE][@BOX], repeatable");
  app.option("--guard", options.guards,
             "what bounds memory there: container-limit, earlyoom, systemd-oomd, swap, ray");
  app.option("--need-requests", options.need_requests, "requests of full context, all boxes");
  add_tokens(app, "--need-tokens", options.need_tokens, "tokens of cache, all boxes; 900k, 1M");
  add_tokens(app, "--need-longest", options.need_longest,
             "tokens of the longest single request; 32k, 1M");
  app.option("--need-lengths", options.need_lengths,
             "how long the requests are: a trace or histogram (CSV, JSON), or "
             "p50=8k,p90=32k,max=200k; --need-requests counts these then");
  app.option("--restart-seconds", options.restart,
             "seconds that a copy needs to start: 660, 300-780");
  app.option("--fault-every", options.fault_every_days, "days between two faults of a box");
  app.option("--in-flight", options.in_flight, "requests at once over all boxes, for the speed");
  add_tokens(app, "--context", options.context, "tokens of such a request");
  app.option("--measured", options.measured_tok_s,
             "LAYOUT=TOK_S as measured over all copies, repeatable");
  app.option("--deployment", options.deployment_files,
             "a unit, compose file or script of the deployment, repeatable: for common causes");
  app.option("--layout", options.layout, "only this layout: a family or an id");
  app.option("--vllm-args", options.vllm_args, "a whole `vllm serve …` line as pasted");
  app.option("--from", options.from,
             "FILE[:NAME]: options of the engine that a recipe, compose file, unit, script, "
             "manifest or `docker inspect` starts");
  app.read_environment(false);
}

void add_engine_option(CommandLine& app, Question& options) {
  app.read_environment(true);
  app.option("--engine", options.engine, "vllm@0.33, vllm@0.32, vllm-b12x, …");
  app.read_environment(false);
}

PlanRequest plan_request(const Question& question) { return request_from(question, data_dir()); }

void add_output_options(CommandLine& app, OutputOptions& options, const std::string& formats) {
  app.option("--format", options.format, formats);
  app.option("--output", options.outputs, "FORMAT=FILE, repeatable").writes_file();
  app.flag("--no-color", options.no_color, "no colours on a terminal");
}

void add_fail_on_warn(CommandLine& app, OutputOptions& options) {
  app.flag("--fail-on-warn", options.fail_on_warn, "exit 3 when there are warnings");
}

int with_warnings(const OutputOptions& options, int code, bool warned) {
  constexpr int exit_warnings = 3;
  return code == 0 && warned && options.fail_on_warn ? exit_warnings : code;
}

bool wants_colour(const OutputOptions& options) {
  const char* refused = std::getenv("NO_COLOR");
  return !options.no_color && (refused == nullptr || *refused == '\0') &&
         isatty(STDOUT_FILENO) == 1;
}

int answer(const OutputOptions& options, int code, const Renderer& render) {
  const std::string text = render(options.format, wants_colour(options));
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& output : options.outputs) {
    const std::size_t equals = output.find('=');
    if (equals == std::string::npos || equals + 1 == output.size()) {
      throw invalid({"--output", ""}, "FORMAT=FILE", '"' + output + '"');
    }
    files.emplace_back(output.substr(equals + 1), render(output.substr(0, equals), false));
  }
  for (const auto& [file, content] : files) write_file(file, content);
  std::cout << text;
  return code;
}

namespace {

Error cannot_write(const std::string& file, const std::string& why) {
  return invalid({file, ""}, "a file that can be written", why);
}

void write_into(const std::filesystem::path& path, const std::string& file,
                const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw cannot_write(file, "one that cannot");
}

/// Writes beside the file and moves it there: whole, or not at all.
void replace_file(const std::filesystem::path& path, const std::string& file,
                  const std::string& text) {
  const Undisturbed writing;
  const std::filesystem::path beside = path.string() + ".kvplan-" + std::to_string(getpid());
  std::error_code failure;
  try {
    write_into(beside, file, text);
    const auto before = std::filesystem::status(path, failure);
    if (std::filesystem::exists(before)) std::filesystem::permissions(beside, before.permissions());
    std::filesystem::rename(beside, path, failure);
    if (failure) throw cannot_write(file, failure.message());
  } catch (...) {
    std::filesystem::remove(beside, failure);
    throw;
  }
}

}  // namespace

void write_file(const std::string& file, const std::string& text) {
  std::error_code failure;
  const auto status = std::filesystem::status(file, failure);
  if (std::filesystem::is_directory(status)) throw cannot_write(file, "a folder");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    write_into(file, file, text);  // a pipe, a terminal, /dev/null: nothing to put in its place
    return;
  }
  const auto path = std::filesystem::weakly_canonical(file, failure);  // a link stays one
  replace_file(failure ? std::filesystem::path(file) : path, file, text);
}

}  // namespace kvplan::tool
