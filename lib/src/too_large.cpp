#include "too_large.hpp"

#include <cmath>
#include <limits>

namespace kvplan {
namespace {

struct Largest {
  double most;  ///< larger ones do not count
  Error::Where where = {};
  std::string text = {};
  double value = 0;

  void see(double candidate, Error::Where place, std::string as_written) {
    if (!(std::abs(candidate) > value)) return;
    value = std::abs(candidate);
    where = std::move(place);
    text = std::move(as_written);
  }
};

void look(const ConfigNode& node, Largest& largest) {
  if (node.is_number() && std::abs(node.as_number()) <= largest.most) {
    largest.see(node.as_number(), {node.file(), node.pointer()}, node.text());
  }
  for (const ConfigNode& item : node.items()) look(item, largest);
  for (const std::string& key : node.keys()) {
    if (const auto member = node.find(key)) look(*member, largest);
  }
}

void look(const EngineOptions& options, Largest& largest) {
  const auto see = [&](const char* option, std::int64_t value) {
    largest.see(static_cast<double>(value), {option, ""}, std::to_string(value));
  };
  see("--max-model-len", options.max_model_len.value_or(Tokens{0}).count());
  see("--max-num-seqs", options.max_num_seqs.value_or(0));
  see("--max-num-batched-tokens", options.max_num_batched_tokens.value_or(Tokens{0}).count());
  see("--block-size", options.block_size.value_or(0));
  see("--num-gpu-blocks-override", options.num_gpu_blocks_override.value_or(0));
  see("--tensor-parallel-size", options.tensor_parallel_size);
  see("--pipeline-parallel-size", options.pipeline_parallel_size);
  see("--data-parallel-size", options.data_parallel_size);
  if (options.speculative_config) {
    see("--speculative-config", options.speculative_config->num_speculative_tokens);
  }
}

}  // namespace

Error too_large(const ConfigNode& config, const EngineOptions& options) {
  constexpr double large = 2097152.0;           // three numbers below it have a product of 63 bits
  constexpr double whole = 9007199254740992.0;  // a config's whole numbers end at 2^53
  Largest largest{.most = whole};
  look(config, largest);
  look(options, largest);
  // A factor that is none of them, then.
  if (largest.value < large) {
    largest.most = std::numeric_limits<double>::infinity();
    look(config, largest);
  }
  if (largest.value < large) throw;
  return invalid(largest.where, "numbers whose products stay below 2^63",
                 largest.text + ", the largest of them");
}

}  // namespace kvplan
