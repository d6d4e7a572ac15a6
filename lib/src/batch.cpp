#include "kvplan/batch.hpp"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "draft_config.hpp"
#include "kvplan/budget.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "kvplan/printable.hpp"
#include "kvplan/weights.hpp"
#include "own_json.hpp"
#include "parallel.hpp"
#include "python_numbers.hpp"
#include "render/json_writer.hpp"
#include "too_large.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;

int sm_count_from(const ConfigNode& platform) {
  constexpr std::int64_t most = 1 << 20;
  const std::int64_t count = platform.integer_or("sm_count", 0, 0);
  if (count <= most) return static_cast<int>(count);
  throw invalid({platform.file(), platform.pointer() + "/sm_count"}, "at most 1,048,576",
                std::to_string(count));
}

Platform platform_from(const ConfigNode& node) {
  if (node.is_string()) {
    if (auto known = find_platform(node.as_string())) return *std::move(known);
    throw invalid({node.file(), node.pointer()},
                  "gb10, h100, b200, l40s, a100, rtxpro6000, cpu or an object", node.text());
  }
  refuse_misspelt(node, {"name", "capability", "total_memory_bytes", "sm_count", "integrated"});
  const auto capability = node.integers("capability");
  if (capability.size() != 2 || capability[0] > 99 || capability[1] > 9) {
    throw invalid({node.file(), node.pointer() + "/capability"}, "two numbers such as [12, 1]",
                  node.text());
  }
  Platform platform;
  platform.name = node.string_or("name", "custom");
  platform.capability = {static_cast<int>(capability[0]), static_cast<int>(capability[1])};
  platform.total_memory = Bytes{node.integer("total_memory_bytes")};
  platform.sm_count = sm_count_from(node);
  platform.integrated = node.boolean_or("integrated", false);
  return platform;
}

/// The weights of a question on one rank of each stage.
struct WeightTotals {
  std::vector<Bytes> by_stage;
  Bytes draft;
  Bytes host;
};

/// What a line asks but for the memory: the same for many lines.
struct Prepared {
  std::shared_ptr<const Model> model;
  EngineOptions options;
  Platform platform;
  EngineRules rules;
  CachePlan plan;
  std::shared_ptr<const WeightTotals> weights;  ///< nothing where they cannot be known

  [[nodiscard]] std::size_t stages() const {
    return static_cast<std::size_t>(options.pipeline_parallel_size);
  }
};

/// Values that are made once, whichever thread asks first; others that ask meanwhile wait for it.
/// It forgets all when there are many, or when what was asked is long: memory stays bounded however
/// long the stream is.
template <class Value>
class Remembered {
 public:
  /// Where `make` throws, the next that asks tries again (std::call_once hangs then, under the
  /// thread sanitizer).
  template <class Make>
  std::shared_ptr<const Value> get(const std::string& key, Make make) {
    const std::shared_ptr<Entry> entry = entry_of(key);
    const std::lock_guard making(entry->making);
    if (!entry->made) {
      entry->value = make();
      entry->made = true;
    }
    return entry->value;
  }

 private:
  struct Entry {
    std::mutex making;
    bool made = false;
    std::shared_ptr<const Value> value;  ///< nothing where there is nothing to know
  };

  std::shared_ptr<Entry> entry_of(const std::string& key) {
    {
      const std::shared_lock reading(lock_);
      if (const auto known = entries_.find(key); known != entries_.end()) return known->second;
    }
    const std::unique_lock writing(lock_);
    if (entries_.size() >= most || text_ >= most_text) {
      entries_.clear();
      text_ = 0;
    }
    const auto [entry, is_new] = entries_.try_emplace(key);
    if (is_new) {
      entry->second = std::make_shared<Entry>();
      text_ += key.size();
    }
    return entry->second;
  }

  static constexpr std::size_t most = 4096;
  static constexpr std::size_t most_text = std::size_t{16} << 20;  // a tenth of its trees
  std::shared_mutex lock_;
  std::size_t text_ = 0;  ///< of the keys, which hold the configs that lines bring along
  std::unordered_map<std::string, std::shared_ptr<Entry>> entries_;
};

void write_groups(JsonWriter& out, const CachePlan& plan) {
  out.key("groups").begin_array();
  for (const CacheGroup& group : plan.groups.groups) {
    const Blocks need = blocks_for_request(group, plan.serving.max_model_len, plan.groups);
    out.begin_object()
        .member("layers", group.layers)
        .member("block_size", group.block_size)
        .member("page_size_bytes", group.page)
        .member("blocks_per_request", need)
        .end_object();
  }
  out.end_array();
}

void write_capacity(JsonWriter& out, const CachePlan& plan, const Capacity& capacity) {
  const bool cached = !plan.groups.groups.empty();
  out.member("fits", capacity.fits);
  out.key("num_blocks");
  capacity.fits ? out.value(capacity.num_blocks) : out.null();
  out.member("tokens", capacity.tokens);
  out.key("max_concurrency");
  capacity.fits&& cached ? out.value(capacity.max_concurrency) : out.null();
  out.member("max_model_len", capacity.max_model_len)
      .member("pool_bytes_per_block", plan.groups.bytes_per_block.front())
      .member("bytes_for_one_request", capacity.bytes_for_one_request)
      .member("min_available_bytes", capacity.min_available);
  out.key("estimated_max_model_len");
  cached ? out.value(capacity.estimated_max_model_len) : out.null();
  write_groups(out, plan);
}

std::shared_ptr<const WeightTotals> known_weights(const Prepared& question) {
  const auto table =
      weights_if_known(*question.model, question.options, question.plan.serving, question.platform);
  if (!table) return nullptr;
  auto totals = std::make_shared<WeightTotals>();
  for (std::size_t stage = 0; stage < question.stages(); ++stage) {
    totals->by_stage.push_back(table->total(static_cast<std::int64_t>(stage)));
  }
  totals->draft = table->draft_total();
  totals->host = table->host_total();
  return totals;
}

/// Texts one after the other, told apart whatever they hold.
class Key {
 public:
  Key& add(std::string_view part) {
    text_ += std::to_string(part.size()) + ':';
    text_ += part;
    return *this;
  }
  Key& add_number(std::int64_t number) { return add(std::to_string(number)); }
  /// What is absent is no empty text.
  Key& add_if_given(const std::optional<std::string>& part) {
    if (part) return add(*part);
    text_ += '-';
    return *this;
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

/// All that the weights depend on, beside the model.
std::string weights_key(std::string_view config, const Prepared& question) {
  const EngineOptions& options = question.options;
  const Serving& serving = question.plan.serving;
  Key key;
  key.add(config).add(question.platform.name);
  for (const std::int64_t number :
       {std::int64_t{question.platform.capability.major},
        std::int64_t{question.platform.capability.minor}, options.tensor_parallel_size,
        options.pipeline_parallel_size, options.data_parallel_size,
        std::int64_t{options.enable_expert_parallel}, std::int64_t{options.language_model_only},
        static_cast<std::int64_t>(serving.dtype), serving.num_speculative_tokens,
        serving.max_model_len.count()}) {
    key.add_number(number);
  }
  for (const auto& text :
       {options.quantization, options.mamba_ssm_cache_dtype, options.attention_backend}) {
    key.add_if_given(text);
  }
  key.add(serving.kv_cache_dtype);
  if (options.speculative_config) {
    key.add(options.speculative_config->method).add(options.speculative_config->model);
  }
  return std::move(key).text();
}

void write_weights(JsonWriter& out, const WeightTotals* totals) {
  out.key("weights");
  if (totals == nullptr) {
    out.null();
    return;
  }
  out.begin_object()
      .member("total_bytes", totals->by_stage.front())
      .member("draft_total_bytes", totals->draft)
      .member("host_memory_bytes", totals->host);
  out.key("total_bytes_by_pp_rank").begin_array();
  for (const Bytes stage : totals->by_stage) out.value(stage);
  out.end_array().end_object();
}

void write_unanswered(JsonWriter& out) {
  for (const char* name : {"fits", "num_blocks", "tokens", "max_concurrency", "max_model_len",
                           "pool_bytes_per_block", "bytes_for_one_request", "min_available_bytes",
                           "estimated_max_model_len", "groups", "weights"}) {
    out.key(name).null();
  }
}

/// The budget of each stage where the line names a utilization instead of bytes.
std::vector<Bytes> budgets(const Prepared& question, double share) {
  if (question.weights == nullptr) {
    throw unknown({"", "/available_bytes"}, "bytes, or a model whose weights are known", "nothing");
  }
  Box box;
  box.unified = question.platform.integrated;
  box.total = question.platform.total_memory;
  box.capability = question.platform.capability;
  box.sm_count = question.platform.sm_count;
  EstimateInputs inputs;
  inputs.model = question.model.get();
  inputs.options = &question.options;
  inputs.cache = &question.plan;
  inputs.box = &box;
  inputs.rules = &question.rules;
  const Bytes other = inside_budget(inputs).total.likely;
  const Bytes budget = requested_memory(question.platform.total_memory, share);
  std::vector<Bytes> available;
  for (std::size_t stage = 0; stage < question.stages(); ++stage) {
    const bool last = stage + 1 == question.stages();
    const Bytes draft = last ? question.weights->draft : Bytes{0};
    available.push_back(budget - question.weights->by_stage[stage] - draft - other);
  }
  return available;
}

std::vector<Bytes> available_to(const Prepared& question, const ConfigNode& line) {
  if (const auto given = line.find("available_bytes")) {
    return std::vector<Bytes>(question.stages(), Bytes{given->as_integer(0)});
  }
  if (!question.options.gpu_memory_utilization) {
    throw invalid({"", "/available_bytes"}, "bytes, or gpu_memory_utilization among the options",
                  "nothing");
  }
  return budgets(question, *question.options.gpu_memory_utilization);
}

void answer_question(JsonWriter& out, const Prepared& question, const ConfigNode& line) {
  const Capacity result = capacity(question.plan.groups, available_to(question, line),
                                   question.plan.serving, question.options, question.rules);
  out.member("status", result.fits ? 0 : 1).key("error").null();
  write_capacity(out, question.plan, result);
  write_weights(out, question.weights.get());
}

/// Options of the engine that stand beside /options would not count.
void refuse_options_outside(const ConfigNode& question) {
  for (const std::string& name : question.keys()) {
    if (!is_engine_option(name)) continue;
    throw invalid({"", '/' + name}, "an option of the engine under /options", "it beside them");
  }
}

/// A config in a line may have what Python writes, the rest of it not.
ConfigNode question_from(std::string_view line) {
  ConfigNode node = parse_own_json(line, "");
  if (!node.is_object()) throw invalid({"", ""}, "an object", node.text());
  refuse_misspelt(node, {"id", "config", "options", "platform", "engine", "available_bytes"});
  refuse_options_outside(node);
  if (!may_have_python_numbers(line)) return node;
  const auto config = parse_json(line, "").find("config");
  return config ? node.with_members({{"config", *config}}) : node;
}

std::string failed(std::string_view id, int status, std::string_view message) {
  JsonWriter out;
  out.begin_object().key("id").raw(id).member("status", status);
  out.member("error", printable(message));
  write_unanswered(out);
  return std::move(out.end_object()).text();
}

}  // namespace

struct Batch::Memory {
  std::filesystem::path root;
  Remembered<Model> models;
  Remembered<Model> drafts;
  Remembered<Prepared> questions;
  Remembered<WeightTotals> weights;

  std::shared_ptr<const Model> model_at(const std::string& path) {
    if (path.find('\0') != std::string::npos) {
      throw invalid({"", "/config"}, "a path", "a byte of 0 in one");
    }
    return models.get(path, [&] { return std::make_shared<const Model>(read_model(root / path)); });
  }

  std::shared_ptr<const Model> model_of(const ConfigNode& config, const EngineOptions& options) {
    std::shared_ptr<const Model> target;
    if (config.is_string()) {
      target = model_at(config.as_string());
    } else {
      ModelConfig parsed = config_from(config, "config");
      Architecture architecture = describe(parsed);
      target = std::make_shared<const Model>(
          Model{std::move(parsed), std::move(architecture), std::nullopt, std::nullopt});
    }
    if (!options.speculative_config || options.speculative_config->model.empty()) return target;
    auto with_draft = std::make_shared<Model>(*target);
    const std::string& path = options.speculative_config->model;
    const auto draft =
        drafts.get(path, [&] { return std::make_shared<const Model>(read_draft(root / path)); });
    with_draft->draft = draft->architecture;
    with_draft->draft_config = draft->config;
    return with_draft;
  }

  std::shared_ptr<const Prepared> prepare(const ConfigNode& line, const std::string& config) {
    auto question = std::make_shared<Prepared>();
    if (const auto options = line.find("options")) question->options = options_from(*options);
    question->model = model_of(line.at("config"), question->options);
    const auto platform = line.find("platform");
    question->platform = platform ? platform_from(*platform) : platforms().front();
    question->rules = find_engine(line.string_or("engine", "")).rules;
    within_64_bits(question->model->config.root, question->options, [&] {
      question->plan =
          plan_cache(*question->model, question->options, question->platform, question->rules);
      question->weights =
          weights.get(weights_key(config, *question), [&] { return known_weights(*question); });
    });
    return question;
  }

  std::shared_ptr<const Prepared> question_of(const ConfigNode& line) {
    const std::string config = line.at("config").dump();
    Key key;
    key.add(config);
    for (const char* part : {"options", "platform", "engine"}) {
      const auto given = line.find(part);
      key.add_if_given(given ? std::optional(given->dump()) : std::nullopt);
    }
    return questions.get(std::move(key).text(), [&] { return prepare(line, config); });
  }
};

Batch::Batch(std::filesystem::path root) : memory_(std::make_unique<Memory>()) {
  memory_->root = std::move(root);
}
Batch::~Batch() = default;

std::string Batch::answer(std::string_view line) const {
  std::string id = "null";
  try {
    const ConfigNode node = question_from(line);
    if (const auto given = node.find("id")) id = given->dump();
    const auto question = memory_->question_of(node);
    JsonWriter out;
    out.begin_object().key("id").raw(id);
    within_64_bits(question->model->config.root, question->options,
                   [&] { answer_question(out, *question, node); });
    return std::move(out.end_object()).text();
  } catch (const Error& error) {
    return failed(id, error.kind() == ErrorKind::unknown ? 4 : 2, error.what());
  } catch (const std::overflow_error& error) {
    return failed(id, 2, error.what());
  } catch (const std::filesystem::filesystem_error& error) {  // a path that cannot be looked at
    return failed(id, 2, error.what());
  } catch (const std::exception& error) {  // a stream goes on, whatever one line met
    return failed(id, 70, std::string("our own fault: ") + error.what());
  }
}

std::vector<std::string> Batch::answers(std::span<const std::string> lines,
                                        std::size_t threads) const {
  constexpr std::size_t fewest_lines = 16;  // a thread costs more than these
  std::vector<std::string> answers(lines.size());
  in_parallel(
      lines.size(), fewest_lines, [&](std::size_t i) { answers[i] = answer(lines[i]); }, threads);
  return answers;
}

}  // namespace kvplan
