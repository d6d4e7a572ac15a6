#include "kvplan/batch.hpp"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "kvplan/engine.hpp"
#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "kvplan/weights.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;

Platform platform_from(const ConfigNode& node) {
  if (node.is_string()) {
    if (auto known = find_platform(node.as_string())) return *std::move(known);
    throw invalid({node.file(), node.pointer()},
                  "gb10, h100, b200, l40s, a100, rtxpro6000, cpu or an object", node.text());
  }
  const auto capability = node.integers("capability");
  if (capability.size() != 2 || capability[0] > 99 || capability[1] > 9) {
    throw invalid({node.file(), node.pointer() + "/capability"}, "two numbers such as [12, 1]",
                  node.text());
  }
  Platform platform;
  platform.name = node.string_or("name", "custom");
  platform.capability = {static_cast<int>(capability[0]), static_cast<int>(capability[1])};
  platform.total_memory = Bytes{node.integer("total_memory_bytes")};
  platform.sm_count = static_cast<int>(node.integer_or("sm_count", 0, 0));
  platform.integrated = node.boolean_or("integrated", false);
  return platform;
}

struct Question {
  std::shared_ptr<const Model> model;
  EngineOptions options;
  Platform platform;
  EngineRules rules;
  Bytes available;
};

std::int64_t stages_of(const Question& question) { return question.options.pipeline_parallel_size; }

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

/// Nothing too where the config says enough for the cache but not for the weights.
std::optional<WeightsTable> known_weights(const Question& question, const Serving& serving) {
  const Model& model = *question.model;
  try {
    return weights(model.config, model.draft_config ? &*model.draft_config : nullptr,
                   question.options, serving, question.platform);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void write_weights(JsonWriter& out, const Question& question, const Serving& serving) {
  const std::optional<WeightsTable> table = known_weights(question, serving);
  out.key("weights");
  if (!table) {
    out.null();
    return;
  }
  out.begin_object()
      .member("total_bytes", table->total())
      .member("draft_total_bytes", table->draft_total())
      .member("host_memory_bytes", table->host_total());
  out.key("total_bytes_by_pp_rank").begin_array();
  for (std::int64_t stage = 0; stage < stages_of(question); ++stage) {
    out.value(table->total(stage));
  }
  out.end_array().end_object();
}

void write_unanswered(JsonWriter& out) {
  for (const char* name : {"fits", "num_blocks", "tokens", "max_concurrency", "max_model_len",
                           "pool_bytes_per_block", "bytes_for_one_request", "min_available_bytes",
                           "estimated_max_model_len", "groups", "weights"}) {
    out.key(name).null();
  }
}

void answer_question(JsonWriter& out, const Question& question) {
  const CachePlan plan =
      plan_cache(*question.model, question.options, question.platform, question.rules);
  const std::vector<Bytes> available(static_cast<std::size_t>(stages_of(question)),
                                     question.available);
  const Capacity result =
      capacity(plan.groups, available, plan.serving, question.options, question.rules);
  out.member("status", result.fits ? 0 : 1).key("error").null();
  write_capacity(out, plan, result);
  write_weights(out, question, plan.serving);
}

std::string failed(std::string_view id, int status, std::string_view message) {
  JsonWriter out;
  out.begin_object().key("id").raw(id).member("status", status).member("error", message);
  write_unanswered(out);
  return std::move(out.end_object()).text();
}

}  // namespace

/// Models by path, parsed once, whichever thread asks first.
struct Batch::Models {
  std::filesystem::path root;
  std::shared_mutex lock;
  std::unordered_map<std::string, std::shared_ptr<const Model>> by_path;

  std::shared_ptr<const Model> at(const std::string& path) {
    {
      const std::shared_lock reading(lock);
      if (const auto known = by_path.find(path); known != by_path.end()) return known->second;
    }
    auto model = std::make_shared<const Model>(read_model(root / path));
    const std::unique_lock writing(lock);
    return by_path.emplace(path, std::move(model)).first->second;
  }

  std::shared_ptr<const Model> of(const ConfigNode& config, const EngineOptions& options) {
    std::shared_ptr<const Model> target;
    if (config.is_string()) {
      target = at(config.as_string());
    } else {
      ModelConfig parsed = config_from(config, "config");
      Architecture architecture = describe(parsed);
      target = std::make_shared<const Model>(
          Model{std::move(parsed), std::move(architecture), std::nullopt, std::nullopt});
    }
    if (!options.speculative_config || options.speculative_config->model.empty()) return target;
    auto with_draft = std::make_shared<Model>(*target);
    const auto draft = at(options.speculative_config->model);
    with_draft->draft = draft->architecture;
    with_draft->draft_config = draft->config;
    return with_draft;
  }
};

Batch::Batch(std::filesystem::path root) : models_(std::make_unique<Models>()) {
  models_->root = std::move(root);
}
Batch::~Batch() = default;

std::string Batch::answer(std::string_view line) const {
  std::string id = "null";
  try {
    const ConfigNode node = parse_json(line, "");
    if (!node.is_object()) throw invalid({"", ""}, "an object", node.text());
    if (const auto given = node.find("id")) {
      JsonWriter writer;
      given->is_string() ? writer.value(given->as_string()) : writer.value(given->as_integer(0));
      id = std::move(writer).text();
    }
    Question question;
    if (const auto options = node.find("options")) question.options = options_from(*options);
    question.model = models_->of(node.at("config"), question.options);
    const auto platform = node.find("platform");
    question.platform = platform ? platform_from(*platform) : platforms().front();
    question.rules = find_engine(node.string_or("engine", "")).rules;
    question.available = Bytes{node.integer("available_bytes", 0)};
    JsonWriter out;
    out.begin_object().key("id").raw(id);
    answer_question(out, question);
    return std::move(out.end_object()).text();
  } catch (const Error& error) {
    return failed(id, error.kind() == ErrorKind::unknown ? 4 : 2, error.what());
  } catch (const std::overflow_error& error) {
    return failed(id, 2, error.what());
  }
}

}  // namespace kvplan
