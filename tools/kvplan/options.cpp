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
#include "kvplan/version.hpp"

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
    EngineFlag{"tensor_parallel_size", "only layouts of this size"},
    EngineFlag{"pipeline_parallel_size", "only layouts of this size"},
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

/// "max-model-len" → KVPLAN_MAX_MODEL_LEN: read where the flag is not given. What a file says
/// (a policy, a lock) yields to both.
void read_from_environment(CLI::Option& option) {
  std::string name = "KVPLAN_" + option.get_lnames().front();
  std::ranges::transform(name, name.begin(), [](char c) {
    return c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  option.envname(name);
}

/// The options that a command got since it had `before` of them.
void read_from_environment(CLI::App& app, std::size_t before) {
  const auto all = app.get_options();
  for (std::size_t i = before; i < all.size(); ++i) read_from_environment(*all[i]);
}

}  // namespace

void add_plan_options(CLI::App& app, Question& options) {
  const std::size_t before = app.get_options().size();
  app.add_option("--model", options.model, "config.json, a folder with one, or a shipped model");
  app.add_option("--models", options.models_dir, "folder of models instead of the shipped one");
  app.add_option("--box", options.boxes, "box name or file; repeatable (default: gb10 twice)")
      ->allow_extra_args(false);
  app.add_option("--util,--gpu-memory-utilization", options.util,
                 "share of a box's memory for the engine; 0.74 or 0.74,0.78");
  app.add_option("--kv-cache-memory-bytes,--kv-cache-memory", options.kv_cache_memory,
                 "cache of each rank, in place of the budget");
  for (const EngineFlag& flag : engine_flags) {
    const auto set = [&options, name = std::string(flag.name)](std::string value) {
      options.engine_options[name] = std::move(value);
    };
    const std::string option = dashed(flag.name);
    if (flag.flag) {
      app.add_flag_function(
          option + ",--no-" + option.substr(2) + "{false}",
          [set](std::int64_t times) { set(times > 0 ? "true" : "false"); }, flag.help);
    } else {
      app.add_option_function<std::string>(option, set, flag.help);
    }
  }
  app.add_option("--speculative-config", options.speculative_config, "JSON, or mtp:4");
  app.add_option("--weights", options.weights, "bytes of the weights, all ranks together");
  app.add_option("--service", options.services, "NAME=SIZE[@BOX], repeatable")
      ->allow_extra_args(false);
  app.add_option("--beside", options.beside,
                 "MODEL=SHARE[@BOX]: another model's engine on the same boxes, repeatable")
      ->allow_extra_args(false);
  app.add_option("--headroom", options.headroom, "memory to leave beside the services");
  app.add_option("--calibration", options.calibration,
                 "what `kvplan calibrate` learned of these boxes");
  app.add_option("--free", options.free, "memory free before the start, SIZE[@BOX], repeatable")
      ->allow_extra_args(false);
  app.add_option("--other-engine", options.other_engines,
                 "an engine beside this one: NAME=SHARE[:SIZE][@BOX], repeatable")
      ->allow_extra_args(false);
  app.add_option("--guard", options.guards,
                 "what bounds memory there: container-limit, earlyoom, systemd-oomd, swap, ray")
      ->allow_extra_args(false);
  app.add_option("--need-requests", options.need_requests, "requests of full context, all boxes");
  app.add_option("--need-tokens", options.need_tokens, "tokens of cache, all boxes");
  app.add_option("--need-longest", options.need_longest, "tokens of the longest single request");
  app.add_option("--need-lengths", options.need_lengths,
                 "how long the requests are: a trace or histogram (CSV, JSON), or "
                 "p50=8k,p90=32k,max=200k; --need-requests counts these then");
  app.add_option("--restart-seconds", options.restart,
                 "seconds that a copy needs to start: 660, 300-780");
  app.add_option("--fault-every", options.fault_every_days, "days between two faults of a box");
  app.add_option("--in-flight", options.in_flight,
                 "requests at once over all boxes, for the speed");
  app.add_option("--context", options.context, "tokens of such a request");
  app.add_option("--measured", options.measured_tok_s,
                 "LAYOUT=TOK_S as measured over all copies, repeatable")
      ->allow_extra_args(false);
  app.add_option("--deployment", options.deployment_files,
                 "a unit, compose file or script of the deployment, repeatable: for common causes")
      ->allow_extra_args(false);
  app.add_option("--layout", options.layout, "only this layout: a family or an id");
  app.add_option("--vllm-args", options.vllm_args, "a whole `vllm serve …` line as pasted");
  app.add_option("--from", options.from,
                 "FILE[:NAME]: options of the engine that a recipe, compose file, unit, script, "
                 "manifest or `docker inspect` starts");
  read_from_environment(app, before);
}

void add_engine_option(CLI::App& app, Question& options) {
  read_from_environment(
      *app.add_option("--engine", options.engine, "vllm@0.33, vllm@0.32, vllm-b12x, …"));
}

PlanRequest plan_request(const Question& question) { return request_from(question, data_dir()); }

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  constexpr int usage = 2;
  app.set_version_flag("--version", "kvplan " + std::string(version));
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
  } catch (const CLI::CallForVersion&) {
    std::cout << "kvplan " << version << '\n';
  } catch (const CLI::ParseError& error) {
    std::cerr << "kvplan: " << error.what() << " (--help lists the options)\n";
    return usage;
  }
  return 0;
}

void add_output_options(CLI::App& app, OutputOptions& options) {
  app.add_option("--format", options.format, "text, json or markdown");
  app.add_option("--output", options.outputs, "FORMAT=FILE, repeatable")->allow_extra_args(false);
  app.add_flag("--no-color", options.no_color, "no colours on a terminal");
  app.add_flag("--fail-on-warn", options.fail_on_warn, "exit 3 when there are warnings");
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

void write_file(const std::string& file, const std::string& text) {
  const std::string beside = file + ".kvplan-" + std::to_string(getpid());
  {
    std::ofstream out(beside, std::ios::binary);
    out << text;
    out.flush();
    if (!out) {
      std::error_code ignored;
      std::filesystem::remove(beside, ignored);
      throw invalid({file, ""}, "a file that can be written", "one that cannot");
    }
  }
  std::error_code failure;
  std::filesystem::rename(beside, file, failure);
  if (failure) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw invalid({file, ""}, "a file that can be written", failure.message());
  }
}

}  // namespace kvplan::tool
