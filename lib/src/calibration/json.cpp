// The calibration file: contract, JSON of calibrate.
#include <algorithm>
#include <array>

#include "kvplan/calibration.hpp"
#include "kvplan/error.hpp"
#include "own_json.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;

constexpr std::int64_t calibration_version = 1;

struct ByteField {
  const char* name;
  std::optional<Bytes> CalibrationRun::*field;
};
constexpr std::array byte_fields{
    ByteField{"available_kv_bytes", &CalibrationRun::available_kv},
    ByteField{"other_bytes", &CalibrationRun::other},
    ByteField{"beside_cache_bytes", &CalibrationRun::beside_cache},
    ByteField{"weights_bytes", &CalibrationRun::weights},
    ByteField{"requested_bytes", &CalibrationRun::requested},
    ByteField{"total_bytes", &CalibrationRun::total},
    ByteField{"free_at_start_bytes", &CalibrationRun::free_at_start},
    ByteField{"kv_cache_memory_bytes", &CalibrationRun::kv_cache_memory},
    ByteField{"peak_activation_bytes", &CalibrationRun::peak_activation},
    ByteField{"non_torch_bytes", &CalibrationRun::non_torch},
    ByteField{"graphs_estimated_bytes", &CalibrationRun::graphs_estimated},
    ByteField{"graphs_bytes", &CalibrationRun::graphs},
};

struct TextField {
  const char* name;
  std::optional<std::string> CalibrationRun::*field;
};
constexpr std::array text_fields{
    TextField{"engine_version", &CalibrationRun::engine_version},
    TextField{"backend", &CalibrationRun::backend},
    TextField{"model", &CalibrationRun::model},
    TextField{"kv_cache_dtype", &CalibrationRun::kv_cache_dtype},
    TextField{"speculative_config", &CalibrationRun::speculative_config},
    TextField{"refused", &CalibrationRun::refused},
};

struct CountField {
  const char* name;
  std::optional<std::int64_t> CalibrationRun::*field;
};
constexpr std::array count_fields{
    CountField{"max_num_seqs", &CalibrationRun::max_num_seqs},
    CountField{"tensor_parallel_size", &CalibrationRun::tensor_parallel},
    CountField{"pipeline_parallel_size", &CalibrationRun::pipeline_parallel},
};

struct TokenField {
  const char* name;
  std::optional<Tokens> CalibrationRun::*field;
};
constexpr std::array token_fields{
    TokenField{"tokens", &CalibrationRun::tokens},
    TokenField{"max_model_len", &CalibrationRun::max_model_len},
    TokenField{"max_num_batched_tokens", &CalibrationRun::max_num_batched_tokens},
};

void write_texts(JsonWriter& json, const char* key, const std::vector<std::string>& texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

void write_run(JsonWriter& json, const CalibrationRun& run) {
  json.begin_object().member("file", run.file).member("line", run.line);
  json.member("engine", run.engine);
  for (const auto& [name, field] : text_fields) json.member(name, run.*field);
  json.member("gpu_memory_utilization", run.gpu_memory_utilization);
  json.member("max_concurrency", run.max_concurrency);
  json.member("enforce_eager", run.enforce_eager);
  for (const auto& [name, field] : token_fields) json.member(name, run.*field);
  for (const auto& [name, field] : count_fields) json.member(name, run.*field);
  for (const auto& [name, field] : byte_fields) json.member(name, run.*field);
  write_texts(json, "notes", run.notes);
  json.end_object();
}

void write_term(JsonWriter& json, const CalibrationTerm& term) {
  json.begin_object().member("name", term.name);
  json.key("model");
  term.model.empty() ? json.null() : json.value(term.model);
  json.key("engine");
  term.engine.empty() ? json.null() : json.value(term.engine);
  json.member("bytes", term.bytes.likely)
      .member("low_bytes", term.bytes.low)
      .member("high_bytes", term.bytes.high)
      .member("source", term.bytes.source)
      .member("runs", term.runs)
      .member("residual_bytes", term.residual)
      .member("slope", term.slope)
      .end_object();
}

std::optional<std::string> maybe_text(const ConfigNode& node, std::string_view key) {
  const auto value = node.find(key);
  return value ? std::optional(value->as_string()) : std::nullopt;
}

std::optional<double> maybe_number(const ConfigNode& node, std::string_view key) {
  const auto value = node.find(key);
  return value ? std::optional(value->as_number()) : std::nullopt;
}

std::optional<double> maybe_share(const ConfigNode& node, std::string_view key) {
  const auto share = maybe_number(node, key);
  if (share && !(*share > 0 && *share <= 1)) {
    const ConfigNode value = node.at(key);
    throw invalid({value.file(), value.pointer()}, "a share above 0, at most 1", value.text());
  }
  return share;
}

constexpr std::int64_t any_number = std::numeric_limits<std::int64_t>::min();

CalibrationRun read_run(const ConfigNode& node) {
  CalibrationRun run;
  run.file = node.at("file").as_string();
  constexpr std::int64_t last_line = 2'000'000'000;
  run.line = static_cast<int>(std::min(node.integer_or("line", 1), last_line));
  run.engine = node.string_or("engine", "vllm");
  for (const auto& [name, field] : text_fields) run.*field = maybe_text(node, name);
  run.gpu_memory_utilization = maybe_share(node, "gpu_memory_utilization");
  run.max_concurrency = maybe_number(node, "max_concurrency");
  if (const auto eager = node.find("enforce_eager")) run.enforce_eager = eager->as_boolean();
  for (const auto& [name, field] : token_fields) {
    if (const auto value = node.maybe_integer(name, 0)) run.*field = Tokens{*value};
  }
  for (const auto& [name, field] : count_fields) run.*field = node.maybe_integer(name);
  for (const auto& [name, field] : byte_fields) {
    if (const auto value = node.maybe_integer(name, any_number)) run.*field = Bytes{*value};
  }
  run.notes = node.strings("notes");
  return run;
}

CalibrationTerm read_term(const ConfigNode& node) {
  CalibrationTerm term;
  term.name = node.at("name").as_string();
  term.model = node.string_or("model", "");
  term.engine = node.string_or("engine", "");
  term.bytes.likely = Bytes{node.integer("bytes", any_number)};
  term.bytes.low = Bytes{node.integer_or("low_bytes", term.bytes.likely.count(), any_number)};
  term.bytes.high = Bytes{node.integer_or("high_bytes", term.bytes.likely.count(), any_number)};
  if (term.bytes.low > term.bytes.likely || term.bytes.likely > term.bytes.high) {
    throw invalid({node.file(), node.pointer()}, "low_bytes ≤ bytes ≤ high_bytes", node.text());
  }
  term.bytes.source = node.string_or("source", "measured: a calibration file");
  term.runs = node.integer_or("runs", 0, 0);
  if (const auto residual = node.maybe_integer("residual_bytes", 0)) {
    term.residual = Bytes{*residual};
  }
  term.slope = maybe_number(node, "slope");
  return term;
}

}  // namespace

std::string render_json(const Calibration& calibration) {
  JsonWriter json(2);
  json.begin_object().member("schema_version", calibration_version);
  json.key("runs").begin_array();
  for (const CalibrationRun& run : calibration.runs) write_run(json, run);
  json.end_array().key("terms").begin_array();
  for (const CalibrationTerm& term : calibration.terms) write_term(json, term);
  json.end_array();
  write_texts(json, "contradictions", calibration.contradictions);
  write_texts(json, "notes", calibration.notes);
  json.end_object();
  return std::move(json).text() + "\n";
}

Calibration calibration_from(const ConfigNode& node) {
  if (!node.is_object()) {
    throw invalid({node.file(), node.pointer()}, "a calibration (kvplan calibrate --format json)",
                  node.text());
  }
  const ConfigNode version = node.at("schema_version");
  if (version.as_integer() != calibration_version) {
    throw invalid({node.file(), version.pointer()}, "1", version.text());
  }
  Calibration calibration;
  const auto list = [&](std::string_view key) {
    const auto found = node.find(key);
    if (found && !found->is_array()) {
      throw invalid({node.file(), found->pointer()}, "an array", found->text());
    }
    return found ? found->items() : std::vector<ConfigNode>{};
  };
  for (const ConfigNode& run : list("runs")) calibration.runs.push_back(read_run(run));
  for (const ConfigNode& term : list("terms")) calibration.terms.push_back(read_term(term));
  calibration.contradictions = node.strings("contradictions");
  calibration.notes = node.strings("notes");
  return calibration;
}

Calibration read_calibration(const std::filesystem::path& file) {
  return calibration_from(read_own_json(file));
}

}  // namespace kvplan
