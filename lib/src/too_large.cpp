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

constexpr double whole = 9007199254740992.0;  // a config's whole numbers end at 2^53

void look(const PlanRequest& request, Largest& largest) {
  const auto see = [&](Error::Where place, std::int64_t value) {
    largest.see(static_cast<double>(value), std::move(place), std::to_string(value));
  };
  // Bytes are added, not multiplied: only very many of them leave 64 bits.
  const auto bytes = [&](Error::Where place, Bytes value) {
    if (static_cast<double>(value.count()) > whole) see(std::move(place), value.count());
  };
  if (request.weights) bytes({"--weights", ""}, request.weights->high);
  bytes({"--kv-cache-memory-bytes", ""}, request.kv_cache_memory.value_or(Bytes{0}));
  bytes({"--headroom", ""}, request.headroom.value_or(Bytes{0}));
  for (const Service& service : request.services) {
    bytes({"--service", service.name}, service.bytes);
  }
  for (const GivenFree& free : request.free) bytes({"--free", ""}, free.bytes);
  see({"--need-requests", ""}, request.need.requests.value_or(0));
  see({"--need-tokens", ""}, request.need.tokens.value_or(Tokens{0}).count());
  see({"--need-longest", ""}, request.need.longest.value_or(Tokens{0}).count());
  see({"--in-flight", ""}, request.operation.in_flight.value_or(0));
  see({"--context", ""}, request.operation.context.value_or(Tokens{0}).count());
}

Error blamed(const ConfigNode& config, Largest largest) {
  constexpr double large = 2097152.0;  // three numbers below it have a product of 63 bits
  if (largest.value < large) {         // a factor that is none of them, then
    largest.most = std::numeric_limits<double>::infinity();
    look(config, largest);
  }
  if (largest.value <= 0) throw;
  return invalid(largest.where, "numbers whose products stay below 2^63",
                 largest.text + ", the largest of them");
}

}  // namespace

Error too_large(const ConfigNode& config, const EngineOptions& options) {
  Largest largest{.most = whole};
  look(config, largest);
  look(options, largest);
  return blamed(config, std::move(largest));
}

Error too_large(const PlanRequest& request) {
  Largest largest{.most = whole};
  look(request.model->config.root, largest);
  look(request.options, largest);
  look(request, largest);
  return blamed(request.model->config.root, std::move(largest));
}

}  // namespace kvplan
