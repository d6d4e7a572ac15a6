#include "kvplan/lock.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "fingerprint.hpp"
#include "kvplan/error.hpp"
#include "kvplan/version.hpp"
#include "own_json.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

using TextField = std::pair<const char*, std::string Question::*>;
constexpr std::array<TextField, 13> text_fields{
    {{"model", &Question::model},
     {"models", &Question::models_dir},
     {"util", &Question::util},
     {"kv_cache_memory_bytes", &Question::kv_cache_memory},
     {"speculative_config", &Question::speculative_config},
     {"weights", &Question::weights},
     {"headroom", &Question::headroom},
     {"layout", &Question::layout},
     {"engine", &Question::engine},
     {"vllm_args", &Question::vllm_args},
     {"from", &Question::from},
     {"calibration", &Question::calibration},
     {"need_lengths", &Question::need_lengths}}};
using CountField = std::pair<const char*, std::optional<std::int64_t> Question::*>;
constexpr std::array<CountField, 3> count_fields{{{"need_requests", &Question::need_requests},
                                                  {"need_tokens", &Question::need_tokens},
                                                  {"need_longest", &Question::need_longest}}};
/// Lists, as "box.001", "box.002".
using ListField = std::pair<std::string_view, std::vector<std::string> Question::*>;
constexpr std::array<ListField, 6> list_fields{{{"box.", &Question::boxes},
                                                {"service.", &Question::services},
                                                {"beside.", &Question::beside},
                                                {"free.", &Question::free},
                                                {"other_engine.", &Question::other_engines},
                                                {"guard.", &Question::guards}}};
constexpr const char* digest_name = "model_digest";
constexpr std::string_view option_prefix = "engine.";

/// Sorts as it counts up to a thousand.
std::string numbered(std::string_view prefix, std::size_t index) {
  const std::string digits = std::to_string(index + 1);
  return std::string(prefix) + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

std::map<std::string, std::string> inputs_of(const Question& question, const Report& report) {
  std::map<std::string, std::string> inputs;
  for (const auto& [name, field] : text_fields) {
    if (!(question.*field).empty()) inputs[name] = question.*field;
  }
  for (const auto& [name, value] : question.engine_options) {
    inputs[std::string(option_prefix) + name] = value;
  }
  for (const auto& [prefix, field] : list_fields) {
    const std::vector<std::string>& values = question.*field;
    for (std::size_t i = 0; i < values.size(); ++i) inputs[numbered(prefix, i)] = values[i];
  }
  for (const auto& [name, field] : count_fields) {
    if (const auto& count = question.*field) inputs[name] = std::to_string(*count);
  }
  inputs[digest_name] = fingerprint(report.request.model->config.root.dump());
  return inputs;
}

std::map<std::string, std::int64_t> numbers_of(const LayoutPlan& plan) {
  const CopyPlan& copy = plan.copies.front();
  const RankPlan& rank = copy.ranks[copy.binding_rank];
  std::map<std::string, std::int64_t> numbers{
      {"weights_bytes", rank.weights.likely.count()},
      {"available_kv_bytes", rank.available.count()},
      {"full_context_requests", plan.full_context_requests}};
  if (plan.fits) {
    numbers["num_blocks"] = copy.capacity.num_blocks.count();
    numbers["kv_cache_tokens"] = plan.kv_cache_tokens.count();
    numbers["largest_request_tokens"] = plan.largest_request.count();
  }
  if (!plan.ledgers.empty()) {
    const auto by_free = [](const Ledger& a, const Ledger& b) {
      return a.left_for_others < b.left_for_others;
    };
    const auto by_lack = [](const Ledger& a, const Ledger& b) { return a.shortfall < b.shortfall; };
    numbers["left_for_others_bytes"] =
        std::ranges::min_element(plan.ledgers, by_free)->left_for_others.count();
    numbers["shortfall_bytes"] = std::ranges::max_element(plan.ledgers, by_lack)->shortfall.count();
  }
  return numbers;
}

using Numbers = std::map<std::string, std::int64_t>;

/// What a layout holds: never negative, and known of each that starts.
constexpr std::array held{"full_context_requests", "kv_cache_tokens", "largest_request_tokens"};

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || behind != end) return std::nullopt;
  return value;
}

std::int64_t count_of(const std::string& text, const std::string& name) {
  const auto value = whole(text);
  if (value && *value >= 0) return *value;
  throw invalid({"the lock", "/inputs/" + name}, "an integer ≥ 0", '"' + text + '"');
}

/// All 64 bits, as they were written.
std::int64_t number_of(const ConfigNode& node) {
  if (const auto value = whole(node.dump())) return *value;
  throw invalid({node.file(), node.pointer()}, "an integer of 64 bits", node.text());
}

void write_map(render::JsonWriter& json, const std::map<std::string, std::string>& map) {
  json.begin_object();
  for (const auto& [key, value] : map) json.member(key, value);
  json.end_object();
}

std::map<std::string, std::string> read_map(const ConfigNode& node) {
  std::map<std::string, std::string> map;
  for (const auto& [key, value] : node.members()) map[key] = value.as_string();
  return map;
}

Numbers read_numbers(const ConfigNode& node) {
  if (!node.is_object()) throw invalid({node.file(), node.pointer()}, "numbers", node.text());
  Numbers numbers;
  for (const auto& [field, number] : node.members()) numbers[field] = number_of(number);
  const bool fits = numbers.contains("num_blocks");
  for (const char* field : held) {
    const auto found = numbers.find(field);
    if (found != numbers.end() && found->second < 0) {
      throw invalid({node.file(), node.pointer() + '/' + field}, "an integer ≥ 0",
                    std::to_string(found->second));
    }
    if (found == numbers.end() && (fits || std::string_view(field) == "full_context_requests")) {
      throw invalid({node.file(), node.pointer() + '/' + field}, "an integer", "nothing");
    }
  }
  return numbers;
}

std::map<std::string, Numbers> read_layouts(const ConfigNode& node) {
  if (!node.is_object()) throw invalid({node.file(), node.pointer()}, "layouts", node.text());
  std::map<std::string, Numbers> layouts;
  for (const auto& [id, numbers] : node.members()) layouts[id] = read_numbers(numbers);
  return layouts;
}

// --- the difference

std::optional<std::int64_t> number(const Lock& lock, const std::string& layout,
                                   const std::string& field) {
  const auto found = lock.layouts.find(layout);
  if (found == lock.layouts.end()) return std::nullopt;
  const auto value = found->second.find(field);
  return value == found->second.end() ? std::nullopt : std::optional(value->second);
}

/// What the plan is for: less of it is a loss, and so is memory that services come to lack.
bool regresses(const Moved& moved, double allowed) {
  const auto from = static_cast<double>(moved.from.value_or(0));
  const auto to = static_cast<double>(moved.to.value_or(0));
  if (moved.field == "shortfall_bytes") return to > from;
  const bool wanted = std::ranges::find(held, moved.field) != held.end();
  return wanted && to < from * (1 - allowed);
}

std::vector<ChangedInput> changed_inputs(const Lock& before, const Lock& after) {
  std::vector<ChangedInput> changed;
  auto all = before.inputs;
  all.insert(after.inputs.begin(), after.inputs.end());
  const auto value = [](const Lock& lock, const std::string& name) {
    const auto found = lock.inputs.find(name);
    return found == lock.inputs.end() ? std::string() : found->second;
  };
  for (const auto& [name, ignored] : all) {
    if (value(before, name) != value(after, name)) {
      changed.push_back({name, value(before, name), value(after, name)});
    }
  }
  return changed;
}

}  // namespace

Lock lock_of(const Question& question, const Report& report) {
  Lock lock;
  lock.kvplan_version = version;
  const EngineRules& rules = report.request.engine.rules;
  lock.engine = rules.name + " " + rules.version;
  lock.inputs = inputs_of(question, report);
  const auto& chosen = report.recommendation.layout;
  lock.recommended = chosen ? report.layouts[*chosen].layout.id() : "none";
  for (const LayoutPlan& plan : report.layouts) {
    lock.layouts[plan.layout.id()] = numbers_of(plan);
    for (const Ledger& ledger : plan.ledgers) {
      for (const LedgerRow& row : ledger.rows) lock.sources.emplace(row.label, row.bytes.source);
    }
  }
  return lock;
}

Question question_of(const Lock& lock) {
  Question question;
  for (const auto& [name, value] : lock.inputs) {
    const auto* field = std::ranges::find(text_fields, name,
                                          [](const TextField& f) { return std::string(f.first); });
    if (field != text_fields.end()) question.*(field->second) = value;
    if (name.starts_with(option_prefix)) {
      question.engine_options[name.substr(option_prefix.size())] = value;
    }
    for (const auto& [prefix, list] : list_fields) {
      if (name.starts_with(prefix)) (question.*list).push_back(value);
    }
    for (const auto& [count_name, count] : count_fields) {
      if (name == count_name) question.*count = count_of(value, name);
    }
  }
  return question;
}

std::string write_lock(const Lock& lock) {
  render::JsonWriter json(2);
  json.begin_object().member("schema_version", 1);
  json.member("kvplan_version", lock.kvplan_version).member("engine", lock.engine);
  write_map(json.key("inputs"), lock.inputs);
  json.member("recommended", lock.recommended).key("layouts").begin_object();
  for (const auto& [id, numbers] : lock.layouts) {
    json.key(id).begin_object();
    for (const auto& [field, value] : numbers) json.member(field, value);
    json.end_object();
  }
  json.end_object();
  write_map(json.key("sources"), lock.sources);
  json.end_object();
  return std::move(json).text() + "\n";
}

Lock read_lock(const std::filesystem::path& file) {
  const ConfigNode root = read_json(file);
  if (!root.is_object()) throw invalid({root.file(), ""}, "a lock", root.text());
  if (const auto given = root.integer("schema_version"); given != 1) {
    throw invalid({root.file(), "/schema_version"}, "1", std::to_string(given));
  }
  Lock lock;
  lock.kvplan_version = root.at("kvplan_version").as_string();
  lock.engine = root.at("engine").as_string();
  lock.inputs = read_map(root.at("inputs"));
  lock.recommended = root.at("recommended").as_string();
  lock.layouts = read_layouts(root.at("layouts"));
  if (lock.recommended != "none" && !lock.layouts.contains(lock.recommended)) {
    throw invalid({root.file(), "/recommended"}, "one of the lock's layouts",
                  root.at("recommended").text());
  }
  lock.sources = read_map(root.at("sources"));
  return lock;
}

std::string_view name(Cause cause) { return cause == Cause::input ? "input" : "rules"; }

bool Difference::regressed() const {
  return layout_changed || std::ranges::any_of(moved, &Moved::regression);
}

Difference difference(const Lock& before, const std::optional<Lock>& replayed, const Lock& after,
                      double allowed) {
  Difference result{.before = before,
                    .after = after,
                    .inputs = changed_inputs(before, after),
                    .moved = {},
                    .layout_changed = before.recommended != after.recommended};
  std::map<std::string, std::map<std::string, bool>> all;
  for (const Lock* lock : {&before, &after}) {
    for (const auto& [id, numbers] : lock->layouts) {
      for (const auto& [field, value] : numbers) all[id][field] = true;
    }
  }
  const auto add = [&](Moved moved) {
    if (moved.from == moved.to) return;
    moved.regression = moved.layout == before.recommended && regresses(moved, allowed);
    result.moved.push_back(std::move(moved));
  };
  for (const auto& [id, fields] : all) {
    for (const auto& [field, ignored] : fields) {
      const auto from = number(before, id, field);
      const auto to = number(after, id, field);
      const auto middle = replayed ? number(*replayed, id, field) : from;
      add({id, field, from, middle, Cause::rules});
      add({id, field, middle, to, Cause::input});
    }
  }
  return result;
}

}  // namespace kvplan
