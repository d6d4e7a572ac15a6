// From a plan to what is simulated: blocks and groups as planned, and a roofline of a step.
#include <algorithm>
#include <array>
#include <cmath>

#include "experts.hpp"
#include "kvplan/error.hpp"
#include "kvplan/simulate.hpp"
#include "kvplan/weights.hpp"

namespace kvplan {
namespace {

SimulatedGroup simulated(const CacheGroup& group, const CachePlan& cache) {
  // Specs of one group share a block table; the one that holds most decides.
  const CacheSpec* spec = &group.specs.front();
  for (const CacheSpec& other : group.specs) {
    if (std::holds_alternative<EveryToken>(other.retention)) spec = &other;
  }
  SimulatedGroup result;
  result.retention = spec->retention;
  result.block_size = group.block_size.amount.count() *
                      (spec->dcp_sharded ? cache.groups.decode_context_parallel : 1);
  result.prefix_cacheable = spec->prefix_cacheable;
  const auto* fixed = std::get_if<FixedBlocks>(&spec->retention);
  if (fixed != nullptr && spec->type == SpecType::state && cache.serving.align_states) {
    result.aligned_state = true;
    result.draft_blocks = cache.serving.num_speculative_tokens;
    result.prefill_checkpoint = fixed->blocks.count() > 2 + result.draft_blocks;
  }
  return result;
}

SimulatedSpeculation speculation(const PlanRequest& request, const Serving& serving) {
  SimulatedSpeculation result;
  if (!request.options.speculative_config) return result;
  const std::string& method = request.options.speculative_config->method;
  result.tokens = serving.num_speculative_tokens;
  const bool no_model = method == "ngram" || method == "ngram_gpu" || method == "suffix";
  result.lookahead = no_model ? 0 : result.tokens + (method == "dflash" ? 1 : 0);  // vllm.md E.1
  result.drops_last_block = !no_model && method != "draft_model";                  // vllm.md E.4
  return result;
}

std::int64_t in_ps(double s) {
  return static_cast<std::int64_t>(
      std::min(std::floor(s * static_cast<double>(ps_per_second) + 0.5), 1e18));
}

/// Dense 16-bit tensor throughput of one SM, FLOP/s, as the data sheets of a member of the family
/// give it: A100 312 T ÷ 108; L40S 362 T ÷ 142; H100 989 T ÷ 132; B200 2250 T ÷ 148; GB10 125 T
/// ÷ 48.
double peak_of_sm(Capability capability) {
  if (capability.major == 8) return capability.minor == 9 ? 2.55e12 : 2.9e12;
  if (capability.major == 9) return 7.5e12;
  if (capability.major == 10) return 15.2e12;
  if (capability.major == 12) return 2.6e12;
  return 0;
}
/// Of that peak what prefill reaches: 5,080 tokens/s of a model with 4 B active parameters on one
/// GB10 are 40 of 125 TFLOP/s (corpus: throughput_gb10.jsonl, gemma-4-26B-A4B at 10 in flight).
constexpr double prefill_efficiency = 0.33;
/// One all-reduce over two GB10: 75 against 25.6 tok/s with and without the split (GB10.md, the
/// two-box study) is 26 ms a token over two for each of some 40 layers; the story's 180 tok/s of
/// the split against 210 of two copies says the same order.
constexpr double all_reduce_over_boxes_s = 330e-6;
/// Within one box, by NVLink or PCIe.
constexpr double all_reduce_in_box_s = 20e-6;

/// What a token reads of the routed experts. @throws Error (unknown) where the config does not say
double share_of_experts(const ModelConfig& config) {
  const auto experts = experts_of(config.text);
  if (!experts) return 1;
  if (experts->per_token == 0) {
    throw unknown({config.root.file(), "/num_experts_per_tok"}, "how many experts a token asks",
                  "nothing");
  }
  return static_cast<double>(experts->per_token) / static_cast<double>(experts->count);
}

struct ActiveWeights {
  double always = 0;   ///< bytes that every step reads
  double experts = 0;  ///< bytes of all routed experts
  double matmul = 0;   ///< weights that a token is multiplied with
  double draft_always = 0;
  double draft_experts = 0;
};

double elements(const WeightTensor& tensor) {
  double n = 1;
  for (const std::int64_t extent : tensor.shape) n *= static_cast<double>(extent);
  if (tensor.type == StoredType::uint8) return 2 * n;  // two of four bits
  if (tensor.type == StoredType::int32) return 8 * n;  // eight of four bits
  return n;
}

ActiveWeights active(const WeightsTable& table, double share_asked) {
  bool head = false;
  for (const WeightTensor& tensor : table.tensors) {
    head = head || (tensor.kind == WeightKind::head && !tensor.draft);
  }
  ActiveWeights result;
  for (const WeightTensor& tensor : table.tensors) {
    // An embedding is looked up, unless it is the head too; towers and tables are not read.
    if (tensor.host || tensor.kind == WeightKind::vision ||
        tensor.kind == WeightKind::ngram_table || tensor.kind == WeightKind::buffer ||
        (tensor.kind == WeightKind::embedding && (head || tensor.draft))) {
      continue;
    }
    const auto bytes = static_cast<double>(tensor.bytes().count());
    const bool routed = tensor.kind == WeightKind::routed_experts;
    if (tensor.draft) {
      (routed ? result.draft_experts : result.draft_always) += bytes;
      continue;
    }
    (routed ? result.experts : result.always) += bytes;
    if (tensor.shape.size() > 1 && tensor.type != StoredType::float8_e8m0fnu) {
      result.matmul += elements(tensor) * (routed ? share_asked : 1);
    }
  }
  return result;
}

/// Which share of the experts so many tokens ask, each its own ones at random.
std::vector<double> shares_asked(double share, std::int64_t tokens) {
  std::vector<double> result{0};
  double none = 1;
  for (std::int64_t n = 0; n < std::min<std::int64_t>(tokens, 8192); ++n) {
    none *= 1 - share;
    result.push_back(1 - none);
  }
  return result;
}

/// FLOPs of attention for each pair of a token and one before it, on one rank.
double attention_flops(const Architecture& model, std::int64_t ranks) {
  double flops = 0;
  for (const Layer& layer : model.layers) {
    for (const CacheKind& kind : layer.keeps) {
      const auto heads =
          static_cast<double>(model.num_attention_heads) / static_cast<double>(ranks);
      if (const auto* full = std::get_if<FullAttention>(&kind)) {
        flops += 2 * heads * static_cast<double>(full->head_dim + full->v_head_dim);
      } else if (const auto* latent = std::get_if<LatentAttention>(&kind)) {
        const double width = static_cast<double>(2 * latent->kv_lora_rank + latent->rope_head_dim);
        const double seen = latent->index_topk > 0 ? 0 : 1;  // a sparse one does not grow
        flops += 2 * heads * width * seen;
      }
    }
  }
  return flops;
}

struct CacheReads {
  double per_token = 0;    ///< bytes, for each token of context
  double per_request = 0;  ///< bytes, windows and states
};

CacheReads cache_reads(const CachePlan& cache) {
  CacheReads reads;
  for (const LayerSpec& layer : cache.specs) {
    const CacheSpec& spec = layer.spec;
    const auto content = static_cast<double>(spec.content.amount.count());
    const auto block = static_cast<double>(spec.block_size.amount.count());
    if (std::holds_alternative<EveryToken>(spec.retention)) {
      reads.per_token += content / block;
    } else if (const auto* window = std::get_if<LastTokens>(&spec.retention)) {
      reads.per_request += content / block * static_cast<double>(window->window.count());
    } else if (const auto* chunk = std::get_if<PresentChunk>(&spec.retention)) {
      reads.per_request += content / block * static_cast<double>(chunk->chunk.count()) / 2;
    } else if (spec.type == SpecType::state) {
      reads.per_request += 2 * content;  // read and written
    }
  }
  return reads;
}

}  // namespace

Fleet fleet_of(const PlanRequest& request, const LayoutPlan& plan, const StepTime& step) {
  if (plan.layout.pipeline_parallel > 1) {
    throw unknown({plan.layout.id(), ""}, "a layout without pipeline stages",
                  "stages, whose overlapping batches are not simulated");
  }
  if (plan.layout.data_parallel > 1) {
    throw unknown({plan.layout.id(), ""}, "copies that do not share experts",
                  "ranks that wait for each other, which are not simulated");
  }
  if (!plan.fits) throw invalid({plan.layout.id(), ""}, "a layout that fits", "one that does not");
  const CachePlan& cache = *plan.cache;
  Fleet fleet;
  fleet.name = plan.layout.id();
  for (const CopyPlan& copy : plan.copies) {
    SimulatedEngine engine;
    engine.num_blocks = copy.capacity.num_blocks.count();
    for (const CacheGroup& group : cache.groups.groups) {
      engine.groups.push_back(simulated(group, cache));
    }
    engine.max_model_len = copy.capacity.max_model_len.count();
    engine.max_num_seqs = cache.serving.max_num_seqs;
    engine.max_num_batched_tokens = cache.serving.max_num_batched_tokens.count();
    engine.max_in_flight_tokens = cache.groups.max_in_flight_tokens.count();
    engine.prefix_caching = cache.serving.enable_prefix_caching;
    engine.align_states = cache.serving.align_states;
    engine.speculation = speculation(request, cache.serving);
    engine.step = step;
    fleet.copies.push_back(std::move(engine));
  }
  return fleet;
}

StepTime roofline(const PlanRequest& request, const LayoutPlan& plan, const Roofline& extra) {
  const CopyPlan& copy = plan.copies.front();
  const Serving& serving = plan.cache->serving;
  const Box& box = request.boxes[copy.boxes.front()];
  double bandwidth = box.bandwidth_bytes_per_s;
  for (const std::size_t other : copy.boxes) {
    bandwidth = std::min(bandwidth, request.boxes[other].bandwidth_bytes_per_s);
  }
  if (!(bandwidth > 0)) {
    throw unknown({box.name, "/bandwidth_bytes_per_s"}, "a bandwidth", "none; give --benchmark");
  }
  EngineOptions options = request.options;
  options.tensor_parallel_size = plan.layout.tensor_parallel;
  const auto table = weights_if_known(*request.model, options, serving, box.platform());
  if (!table) {
    throw unknown({request.model->config.root.file(), ""},
                  "a model whose tensors are known, or --benchmark FILE", "neither");
  }
  const ConfigNode& text = request.model->config.text;
  const double asked = share_of_experts(request.model->config);
  const ActiveWeights weights = active(*table, asked);
  const auto computed = static_cast<double>((table->total() + table->draft_total()).count());
  const double scale =
      computed > 0 ? static_cast<double>(copy.ranks.front().weights.likely.count()) / computed : 1;
  const double drafts = static_cast<double>(serving.num_speculative_tokens);

  StepTime step;
  for (const double share : shares_asked(asked, serving.max_num_batched_tokens.count())) {
    const double bytes = weights.always + weights.experts * share +
                         drafts * (weights.draft_always + weights.draft_experts * share);
    step.weights.push_back(in_ps(share == 0 ? 0 : bytes * std::min(scale, 1.0) / bandwidth));
  }
  const double peak =
      peak_of_sm(box.capability) * static_cast<double>(box.sm_count) * prefill_efficiency;
  const double flops = 2 * weights.matmul;
  if (extra.prefill_tokens_per_s > 0) {
    step.per_token = in_ps(1 / extra.prefill_tokens_per_s);
  } else if (peak > 0) {
    step.per_token = in_ps(flops / peak);
  } else {
    throw unknown({box.name, "/capability"}, "a device whose peak is known, or --prefill-tok-s",
                  "another");
  }
  const std::int64_t ranks = plan.layout.tensor_parallel;
  const CacheReads reads = cache_reads(*plan.cache);
  step.per_context = in_ps(reads.per_token / bandwidth);
  step.per_request = in_ps(reads.per_request / bandwidth);
  if (peak > 0)
    step.per_attention = in_ps(attention_flops(request.model->architecture, ranks) / peak);
  step.source = "roofline: " + box.name + ", " + format_fixed(bandwidth / 1e9, 0) + " GB/s";
  if (ranks > 1) {
    const auto sums = 2 * static_cast<double>(request.model->architecture.layers.size());
    const bool over_boxes = copy.boxes.size() > 1;
    const double latency = extra.all_reduce_s >= 0 ? extra.all_reduce_s
                           : over_boxes            ? all_reduce_over_boxes_s
                                                   : all_reduce_in_box_s;
    step.fixed = in_ps(sums * latency);
    if (over_boxes && box.link_bytes_per_s > 0) {
      const auto hidden = static_cast<double>(text.integer_or("hidden_size", 0, 0));
      const auto parts = static_cast<double>(ranks);
      const double bytes = sums * hidden * 2 * 2 * (parts - 1) / parts;
      step.per_token += in_ps(bytes / box.link_bytes_per_s);
    }
    step.source += "; assumed: " + format_fixed(latency * 1e6, 0) + " µs an all-reduce";
  }
  return step;
}

}  // namespace kvplan
