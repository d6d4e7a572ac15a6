#include "emit/engine_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "deployment/vllm_flags.hpp"
#include "kvplan/error.hpp"
#include "kvplan/options.hpp"

namespace kvplan::emit_detail {
namespace {

using deployment::find_vllm_flag;
using deployment::KnownFlag;

/// An option that the files set (launch.cpp), or that would undo one of those.
struct SetHere {
  std::string_view name;
  std::string_view by;  ///< what kvplan is asked with
};
constexpr std::array set_here{
    SetHere{"model", "--serve-model"},
    SetHere{"served-model-name", "--served-model-name"},
    SetHere{"host", "--address"},
    SetHere{"uds", "--address"},
    SetHere{"port", "--copy-port"},
    SetHere{"api-key", "--key-file"},
    SetHere{"max-model-len", "--max-model-len"},
    SetHere{"max-num-seqs", "--max-num-seqs"},
    SetHere{"max-num-batched-tokens", "--max-num-batched-tokens"},
    SetHere{"max-num-queued-reqs", "--cap"},
    SetHere{"kv-cache-dtype", "--kv-cache-dtype"},
    SetHere{"gpu-memory-utilization", "--util"},
    SetHere{"kv-cache-memory-bytes", "--kv-cache-memory-bytes"},
    SetHere{"tensor-parallel-size", "--layout"},
    SetHere{"pipeline-parallel-size", "--layout"},
    SetHere{"data-parallel-size", "--layout"},
    SetHere{"distributed-executor-backend", "--split-backend"},
    SetHere{"nnodes", "--layout"},
    SetHere{"node-rank", "--layout"},
    SetHere{"headless", "--layout"},
    SetHere{"master-addr", "--address"},
    SetHere{"master-port", "--master-port"},
    SetHere{"shutdown-timeout", "--drain-seconds"},
};

/// "--max-model-len" of "--max_model_len=8".
std::string spelling(std::string_view word) {
  std::string name(word.substr(0, word.find_first_of("=.")));
  std::ranges::replace(name, '_', '-');
  return name;
}

/// argparse takes a beginning for the whole name, and after one dash and a letter the value.
bool may_mean(const std::string& name, std::string_view option) {
  const bool one_letter = option.size() == 2 && !name.starts_with("--");
  return option.starts_with(name) || (one_letter && name.starts_with(option));
}

/// The option of these that the engine, of whatever release, might take the word for.
const SetHere* meant(std::string_view word) {
  if (!word.starts_with('-') || word == "-" || word == "--") return nullptr;
  const std::string name = spelling(word);
  const KnownFlag known = find_vllm_flag(name);
  const auto* const row = std::ranges::find_if(set_here, [&](const SetHere& option) {
    if (known && !known.abbreviated) return option.name == known.flag->name;
    const std::string whole = "--" + std::string(option.name);
    const std::string_view alias = find_vllm_flag(whole).flag->alias;
    return may_mean(name, whole) || (!alias.empty() && may_mean(name, alias));
  });
  return row == set_here.end() ? nullptr : row;
}

/// Those of a plan's that stand in its `engine.options` too, where the files take them from.
bool has_a_place(std::string_view name) {
  constexpr std::array<std::string_view, 4> placed{"max-model-len", "max-num-seqs",
                                                   "max-num-batched-tokens", "kv-cache-dtype"};
  return std::ranges::find(placed, name) != placed.end();
}

/// The name of the option that a word of a plan gives; "" for one that no plan decides.
std::string_view decided_by_a_plan(const std::string& word) {
  if (!word.starts_with("--")) return "";
  const KnownFlag known = find_vllm_flag(spelling(word));
  if (!known) return "";
  std::string name(known.flag->name);
  std::ranges::replace(name, '-', '_');
  const bool decided = is_engine_option(name) && (!meant(word) || has_a_place(known.flag->name));
  return decided ? known.flag->name : "";
}

}  // namespace

std::vector<std::string> plan_arguments(const ConfigNode& engine) {
  std::vector<std::string> kept;
  std::string_view option;
  const std::vector<std::string> words = engine.strings("arguments");
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool layer = option == "kv-cache-dtype-skip-layers" && !words[i].starts_with('-');
    if (!layer) option = decided_by_a_plan(words[i]);
    if (option.empty()) {
      throw invalid({engine.file(), engine.pointer() + "/arguments/" + std::to_string(i)},
                    "an option that a plan decides (--serve-arg for another)",
                    '"' + words[i] + '"');
    }
    if (!has_a_place(option)) kept.push_back(words[i]);
  }
  return kept;
}

void check_serve_arguments(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const SetHere* const option = meant(word);
    if (option == nullptr) continue;
    throw invalid({"--serve-arg", ""},
                  "an option that the files do not set: --" + std::string(option->name) +
                      " is set by " + std::string(option->by),
                  '"' + word + '"');
  }
}

}  // namespace kvplan::emit_detail
