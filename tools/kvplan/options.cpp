#include "options.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "data_dir.hpp"
#include "kvplan/catalog.hpp"
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

/// "8k" → 8000, "8K" → 8192, "1M" → 1,048,576: vLLM's human-readable integers.
std::string plain_integer(const std::string& text) {
  if (text.size() < 2) return text;
  constexpr std::array<std::pair<char, double>, 6> suffixes{
      {{'k', 1e3}, {'m', 1e6}, {'g', 1e9}, {'K', 1024.0}, {'M', 1048576.0}, {'G', 1073741824.0}}};
  const auto* suffix = std::ranges::find(suffixes, text.back(), &std::pair<char, double>::first);
  if (suffix == suffixes.end()) return text;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size() - 1) return text;
  return std::to_string(static_cast<std::int64_t>(number * suffix->second));
}

/// An option's text as JSON: numbers, true and false as they are, everything else a string.
ConfigNode value_node(const std::string& name, const std::string& text) {
  const std::string plain = name == "max_model_len" && text == "auto" ? "-1" : plain_integer(text);
  const bool number = !plain.empty() && plain.find_first_not_of("-0123456789.") == std::string::npos;
  const bool literal = number || plain == "true" || plain == "false";
  std::string json = plain;
  if (!literal) {
    json = "\"";
    for (const char c : plain) {
      if (c == '"' || c == '\\') json += '\\';
      json += c;
    }
    json += '"';
  }
  try {
    return parse_json(json, dashed(name));
  } catch (const Error&) {
    throw invalid({dashed(name), ""}, "a value", '"' + text + '"');
  }
}

/// `{"method": …}` as vLLM takes it, or `mtp:4`.
ConfigNode speculative_node(const std::string& text) {
  const std::string option = "--speculative-config";
  if (text.starts_with("{")) return parse_json(text, option);
  const std::size_t colon = text.find(':');
  const std::string tokens = colon == std::string::npos ? "" : text.substr(colon + 1);
  const std::string method = text.substr(0, colon);
  const bool digits =
      !tokens.empty() && tokens.find_first_not_of("0123456789") == std::string::npos;
  const bool word = method.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") ==
                    std::string::npos;
  if (!digits || !word || tokens.size() > 9) {
    throw invalid({option, ""}, "JSON, or METHOD:TOKENS such as mtp:4", '"' + text + '"');
  }
  return parse_json("{\"method\":\"" + method + "\",\"num_speculative_tokens\":" + tokens + "}",
                    option);
}

double share_of(const std::string& text) {
  char* end = nullptr;
  const double share = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && *end == '\0';
  if (!whole || !(share > 0 && share <= 1)) {
    throw invalid({"--util", ""}, "a share above 0, at most 1", '"' + text + '"');
  }
  return share;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<double> shares(const PlanOptions& options, std::size_t boxes, double fallback) {
  if (options.util.empty()) return std::vector<double>(boxes, fallback);
  std::vector<double> given;
  for (const std::string& part : split(options.util, ',')) given.push_back(share_of(part));
  if (given.size() == 1) given.assign(boxes, given.front());
  if (given.size() != boxes) {
    throw invalid({"--util", ""}, "one share, or one for each of the " + std::to_string(boxes) +
                  " boxes", std::to_string(given.size()));
  }
  return given;
}

/// NAME=SIZE[@BOX]
Service service(const std::string& text, const std::vector<Box>& boxes) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw invalid({"--service", ""}, "NAME=SIZE or NAME=SIZE@BOX", '"' + text + '"');
  }
  const std::size_t at = text.find('@', equals);
  const std::string size = text.substr(equals + 1, at == std::string::npos ? at : at - equals - 1);
  Service result{text.substr(0, equals), parse_size(size, "--service"), std::nullopt};
  if (at == std::string::npos) return result;
  result.box = text.substr(at + 1);
  if (std::ranges::find(boxes, *result.box, &Box::name) == boxes.end()) {
    std::string names;
    for (const Box& box : boxes) names += (names.empty() ? "" : ", ") + box.name;
    throw invalid({"--service", ""}, "a box of this plan (" + names + ")", '"' + *result.box + '"');
  }
  return result;
}

std::vector<Box> boxes_of(const PlanOptions& options) {
  const auto names = options.boxes.empty() ? std::vector<std::string>{"gb10", "gb10"}
                                           : options.boxes;
  std::vector<Box> boxes;
  for (const std::string& name : names) boxes.push_back(find_box(name, data_dir() / "boxes"));
  number_boxes(boxes);
  return boxes;
}

void read_engine_options(const PlanOptions& given, EngineOptions& options) {
  for (const auto& [name, text] : given.engine_options) {
    set_option(options, name, value_node(name, text));
  }
  if (!given.speculative_config.empty()) {
    set_option(options, "speculative_config", speculative_node(given.speculative_config));
  }
}

}  // namespace

void add_plan_options(CLI::App& app, PlanOptions& options) {
  app.add_option("--model", options.model, "config.json, a folder with one, or a shipped model")
      ->required();
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
  app.add_option("--headroom", options.headroom, "memory to leave beside the services");
  app.add_option("--need-requests", options.need_requests, "requests of full context, all boxes");
  app.add_option("--need-tokens", options.need_tokens, "tokens of cache, all boxes");
  app.add_option("--layout", options.layout, "only this layout: a family or an id");
  app.add_option("--engine", options.engine, "vllm@0.33, vllm@0.32, vllm-b12x, …");
}

PlanRequest plan_request(const PlanOptions& given) {
  PlanRequest request;
  const auto shipped =
      given.models_dir.empty() ? data_dir() / "models" : std::filesystem::path(given.models_dir);
  const auto path = find_model(given.model, shipped);
  request.engine = find_engine(given.engine);
  request.boxes = boxes_of(given);
  request.utilization =
      shares(given, request.boxes.size(), request.engine.rules.gpu_memory_utilization);
  read_engine_options(given, request.options);
  Model model = read_model(path);
  if (request.options.speculative_config && !request.options.speculative_config->model.empty()) {
    Model draft = read_model(find_model(request.options.speculative_config->model, shipped));
    model.draft = std::move(draft.architecture);
    model.draft_config = std::move(draft.config);
  }
  request.model = std::make_shared<const Model>(std::move(model));
  request.facts = read_facts(std::filesystem::is_directory(path) ? path : path.parent_path());
  if (!given.weights.empty()) {
    request.weights = exactly(parse_size(given.weights, "--weights"), "given");
  }
  if (!given.kv_cache_memory.empty()) {
    request.kv_cache_memory = parse_size(given.kv_cache_memory, "--kv-cache-memory-bytes");
  }
  for (const std::string& text : given.services) {
    request.services.push_back(service(text, request.boxes));
  }
  if (!given.headroom.empty()) request.headroom = parse_size(given.headroom, "--headroom");
  const auto not_negative = [](const char* option, std::int64_t value) {
    if (value < 0) throw invalid({option, ""}, "an integer ≥ 0", std::to_string(value));
    return value;
  };
  if (given.need_requests) {
    request.need.requests = not_negative("--need-requests", *given.need_requests);
  }
  if (given.need_tokens) {
    request.need.tokens = Tokens{not_negative("--need-tokens", *given.need_tokens)};
  }
  if (!given.layout.empty()) request.layout = given.layout;
  return request;
}

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
