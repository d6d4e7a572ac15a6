// Text → PlanRequest: names are looked up, shares and sizes parsed, engine options set.
#include "kvplan/question.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "assigned.hpp"
#include "draft_config.hpp"
#include "estimate/calibrated.hpp"
#include "file_status.hpp"
#include "kvplan/catalog.hpp"
#include "kvplan/deployment.hpp"
#include "kvplan/error.hpp"
#include "kvplan/layout.hpp"
#include "kvplan/tensor_files.hpp"
#include "kvplan/text_file.hpp"
#include "plain_integer.hpp"
#include "surroundings.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

std::string dashed(std::string name) {
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

/// An option's text as JSON: numbers, true and false as they are, everything else a string, but
/// for the one option that is a list.
ConfigNode value_node(const std::string& name, const std::string& text) {
  if (name == "kv_cache_dtype_skip_layers") return parse_json(text, dashed(name));
  const std::string plain = name == "max_model_len" && text == "auto" ? "-1" : plain_integer(text);
  const bool number =
      !plain.empty() && plain.find_first_not_of("-0123456789.") == std::string::npos;
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
  const bool word =
      method.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string::npos;
  if (!digits || !word || tokens.size() > 9) {
    throw invalid({option, ""}, "JSON, or METHOD:TOKENS such as mtp:4", '"' + text + '"');
  }
  return parse_json(R"({"method":")" + method + R"(","num_speculative_tokens":)" + tokens + "}",
                    option);
}

std::vector<double> shares(const Question& options, std::size_t boxes, double fallback) {
  if (options.util.empty()) return std::vector<double>(boxes, fallback);
  std::vector<double> given;
  for (const std::string& part : split(options.util, ','))
    given.push_back(share_of(part, "--util"));
  if (given.size() == 1) given.assign(boxes, given.front());
  if (given.size() != boxes) {
    throw invalid({"--util", ""},
                  "one share, or one for each of the " + std::to_string(boxes) + " boxes",
                  std::to_string(given.size()));
  }
  return given;
}

/// NAME=SIZE[@BOX]
Service service(const std::string& text, const std::vector<Box>& boxes) {
  const char* option = "--service";
  Assigned given = parse_assigned(text, option, "NAME=SIZE or NAME=SIZE@BOX");
  must_be_box(given.box, option, boxes);
  return {std::move(given.name), parse_size(given.value, option), std::move(given.box)};
}

std::vector<Box> boxes_of(const Question& options, const std::filesystem::path& shipped) {
  const auto names =
      options.boxes.empty() ? std::vector<std::string>{"gb10", "gb10"} : options.boxes;
  std::vector<Box> boxes;
  boxes.reserve(names.size());
  for (const std::string& name : names) {
    const bool again = !boxes.empty() && name == names[boxes.size() - 1];
    boxes.push_back(again ? boxes.back() : find_box(name, shipped));
  }
  number_boxes(boxes);
  return boxes;
}

void read_engine_options(const Question& given, EngineOptions& options) {
  for (const auto& [name, text] : given.engine_options) {
    set_option_text(options, name, text);
  }
  if (!given.speculative_config.empty()) {
    set_option_text(options, "speculative_config", given.speculative_config);
  }
}

/// Fills what the question leaves open with the options of its serve line, or of its file.
Question with_serve_line(Question question) {
  if (!question.vllm_args.empty()) {
    const std::vector<ServeCommand> starts = engine_starts(question.vllm_args, "--vllm-args");
    if (!starts.empty()) question = with_options_of(starts.front(), std::move(question));
  }
  if (!question.from.empty()) {
    const ServeCommand start = read_engine_start(question.from);
    question = with_options_of(start, std::move(question));
  }
  return question;
}

/// A checkpoint's own bytes that are loaded; tables of n-grams stay in the host's memory.
void take_weights(const TensorFiles& files, const EngineOptions& options, ModelFacts& facts) {
  if (files.total == Bytes{0}) return;  // an index without metadata
  const bool mtp = options.speculative_config && options.speculative_config->method == "mtp";
  const Bytes host = files.of_kind(WeightKind::ngram_table);
  Bytes device = files.loaded(mtp) - host;
  if (options.language_model_only) device -= files.of_kind(WeightKind::vision);
  facts.weights = exactly(device, files.source);
  facts.drafts_included = mtp;
  if (host > Bytes{0}) {
    facts.host_parts.push_back({"n-gram table", false, exactly(host, files.source)});
  }
}

double positive_number(const std::string& text, const char* option) {
  const auto number = plain_number(text);
  if (!number || !(*number > 0)) {
    throw invalid({option, ""}, "a number above 0", '"' + text + '"');
  }
  return *number;
}

/// A family of layouts, whether or not the boxes have one of it, or the id of one that they have.
void must_be_layouts(const std::map<std::string, double>& measured, std::span<const Box> boxes) {
  constexpr std::array families{LayoutFamily::single, LayoutFamily::replicated, LayoutFamily::split,
                                LayoutFamily::pipeline, LayoutFamily::mixed};
  const std::vector<Layout> layouts = layouts_of(boxes);
  for (const auto& [key, tok_s] : measured) {
    const auto is_key = [&wanted = key](const auto& text) { return text == wanted; };
    if (std::ranges::any_of(families, is_key, [](LayoutFamily family) { return name(family); }) ||
        std::ranges::any_of(layouts, is_key, &Layout::id)) {
      continue;
    }
    throw invalid({"--measured", ""},
                  "a layout (single, replicated, split, pipeline, mixed, or an id of these boxes)",
                  '"' + key + '"');
  }
}

Operation operation_of(const Question& given) {
  Operation operation;
  if (!given.restart.empty()) {
    operation.restart = parse_seconds(given.restart, "--restart-seconds");
    if (operation.restart->high == 0) {
      throw invalid({"--restart-seconds", ""}, "seconds above 0", '"' + given.restart + '"');
    }
  }
  const auto positive = [](const char* option, std::int64_t value) {
    if (value < 1) throw invalid({option, ""}, "an integer ≥ 1", std::to_string(value));
    return value;
  };
  if (given.fault_every_days) {
    const double days = *given.fault_every_days;
    if (!std::isfinite(days) || days <= 0) {
      throw invalid({"--fault-every", ""}, "days, above 0", std::to_string(days));
    }
    operation.fault_every_days = days;
  }
  if (given.in_flight) operation.in_flight = positive("--in-flight", *given.in_flight);
  if (given.context) operation.context = Tokens{positive("--context", *given.context)};
  for (const std::string& text : given.measured_tok_s) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw invalid({"--measured", ""}, "LAYOUT=TOKENS_PER_SECOND", '"' + text + '"');
    }
    operation.measured_tok_s[text.substr(0, equals)] =
        positive_number(text.substr(equals + 1), "--measured");
  }
  for (const std::string& file : given.deployment_files) {
    operation.files.push_back({file, read_text(file)});
  }
  return operation;
}

}  // namespace

void set_option_text(EngineOptions& options, const std::string& name, const std::string& text) {
  set_option(options, name,
             name == "speculative_config" ? speculative_node(text) : value_node(name, text));
}

Question overridden(Question file, const Question& given) {
  for (std::string Question::*const field :
       {&Question::model, &Question::models_dir, &Question::util, &Question::kv_cache_memory,
        &Question::speculative_config, &Question::weights, &Question::headroom, &Question::layout,
        &Question::engine, &Question::vllm_args, &Question::calibration, &Question::need_lengths,
        &Question::restart}) {
    if (!(given.*field).empty()) file.*field = given.*field;
  }
  if (!given.boxes.empty()) file.boxes = given.boxes;
  for (std::vector<std::string> Question::*const field :
       {&Question::services, &Question::free, &Question::other_engines, &Question::guards}) {
    if (!(given.*field).empty()) file.*field = given.*field;
  }
  for (const auto& [name, value] : given.engine_options) file.engine_options[name] = value;
  if (given.need_requests) file.need_requests = given.need_requests;
  if (given.need_tokens) file.need_tokens = given.need_tokens;
  if (given.need_longest) file.need_longest = given.need_longest;
  if (given.fault_every_days) file.fault_every_days = given.fault_every_days;
  if (given.in_flight) file.in_flight = given.in_flight;
  if (given.context) file.context = given.context;
  if (!given.measured_tok_s.empty()) file.measured_tok_s = given.measured_tok_s;
  if (!given.deployment_files.empty()) file.deployment_files = given.deployment_files;
  return file;
}

SecondsBand parse_seconds(const std::string& text, const char* option) {
  constexpr double most = 1e9;
  const std::size_t dash = text.find('-', 1);
  const auto number = [&](const std::string& part) {
    return part == "0" ? 0 : positive_number(part, option);
  };
  const double low = number(text.substr(0, dash));
  const double high = dash == std::string::npos ? low : number(text.substr(dash + 1));
  if (low > high || high > most) {
    throw invalid({option, ""}, "seconds, or a band such as 300-780", '"' + text + '"');
  }
  return {std::llround(low), std::llround(high)};
}

PlanRequest request_from(const Question& asked, const std::filesystem::path& data_dir,
                         std::shared_ptr<const Calibration> learned) {
  const Question given = with_serve_line(asked);
  if (given.model.empty()) {
    throw invalid({"--model", ""}, "a config.json, a folder with one, or a shipped model",
                  "nothing");
  }
  PlanRequest request;
  const auto shipped =
      given.models_dir.empty() ? data_dir / "models" : std::filesystem::path(given.models_dir);
  const auto path = find_model(given.model, shipped);
  request.engine = find_engine(given.engine);
  request.boxes = boxes_of(given, data_dir / "boxes");
  request.utilization =
      shares(given, request.boxes.size(), request.engine.rules.gpu_memory_utilization);
  if (learned == nullptr && !given.calibration.empty()) {
    learned = std::make_shared<const Calibration>(read_calibration(given.calibration));
  }
  if (learned != nullptr) {
    request.calibration = std::move(learned);
    for (Box& box : request.boxes) box = estimate::calibrated(std::move(box), *request.calibration);
  }
  read_engine_options(given, request.options);
  Model model = read_model(path);
  if (request.options.speculative_config && !request.options.speculative_config->model.empty()) {
    Model draft = read_draft(find_model(request.options.speculative_config->model, shipped));
    model.draft = std::move(draft.architecture);
    model.draft_config = std::move(draft.config);
  }
  request.model = std::make_shared<const Model>(std::move(model));
  const bool folder = is_folder(path);
  request.facts = read_facts(folder ? path : path.parent_path());
  if (folder && !request.facts.weights) {
    const auto layers = static_cast<std::int64_t>(request.model->architecture.layers.size());
    if (auto files = read_tensor_files(path, layers)) {
      take_weights(*files, request.options, request.facts);
      request.files = std::make_shared<const TensorFiles>(*std::move(files));
    }
  }
  if (!given.weights.empty()) {
    request.weights = exactly(parse_size(given.weights, "--weights"), "given by the user");
  }
  if (!given.kv_cache_memory.empty()) {
    request.kv_cache_memory = parse_size(given.kv_cache_memory, "--kv-cache-memory-bytes");
  }
  for (const std::string& text : given.services) {
    request.services.push_back(service(text, request.boxes));
  }
  read_surroundings(given, request);
  read_beside(given, request, data_dir);
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
  if (given.need_longest) {
    request.need.longest = Tokens{not_negative("--need-longest", *given.need_longest)};
  }
  if (!given.need_lengths.empty()) {
    request.need.mix = std::make_shared<const RequestMix>(lengths_from(given.need_lengths));
  }
  request.operation = operation_of(given);
  must_be_layouts(request.operation.measured_tok_s, request.boxes);
  if (!given.layout.empty()) request.layout = given.layout;
  return request;
}

}  // namespace kvplan
