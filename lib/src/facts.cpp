#include "kvplan/facts.hpp"

#include "file_status.hpp"
#include "kvplan/error.hpp"
#include "own_json.hpp"

namespace kvplan {
namespace {

/// {"bytes", "source"} and, where not known exactly, {"low_bytes", "high_bytes"}.
Band band_from(const ConfigNode& node) {
  refuse_misspelt(node, {"low_bytes", "bytes", "high_bytes", "source", "drafts_included", "label",
                         "reclaimable"});
  const std::int64_t likely = node.integer("bytes", 0);
  Band band{Bytes{node.integer_or("low_bytes", likely, 0)}, Bytes{likely},
            Bytes{node.integer_or("high_bytes", likely, 0)}, node.at("source").as_string()};
  if (band.low > band.likely || band.likely > band.high) {
    throw invalid({node.file(), node.pointer()}, "low_bytes ≤ bytes ≤ high_bytes", node.text());
  }
  return band;
}

std::optional<SecondsBand> seconds_from(const ConfigNode& facts, std::string_view key) {
  const auto node = facts.find(key);
  if (!node) return std::nullopt;
  refuse_misspelt(*node, {"low", "high"});
  return SecondsBand{node->integer("low", 0), node->integer("high", 0)};
}

}  // namespace

ModelFacts read_facts(const std::filesystem::path& model_folder) {
  const std::filesystem::path file = model_folder / "facts.json";
  if (!is_there(file)) return {};
  const ConfigNode node = read_own_json(file);
  refuse_misspelt(node, {"weights", "other_use", "host_parts", "start_seconds", "config"});
  ModelFacts facts;
  if (const auto weights = node.find("weights")) {
    facts.weights = band_from(*weights);
    facts.drafts_included = weights->boolean_or("drafts_included", false);
  }
  if (const auto other = node.find("other_use")) facts.other_use = band_from(*other);
  if (const auto parts = node.find("host_parts")) {
    for (const ConfigNode& part : parts->items()) {
      facts.host_parts.push_back(
          {part.at("label").as_string(), part.boolean_or("reclaimable", false), band_from(part)});
    }
  }
  if (const auto start = node.find("start_seconds")) {
    refuse_misspelt(*start, {"copy", "split"});
    facts.copy_start = seconds_from(*start, "copy");
    facts.split_start = seconds_from(*start, "split");
  }
  if (const auto config = node.find("config")) facts.config_note = config->string_or("note", "");
  return facts;
}

}  // namespace kvplan
