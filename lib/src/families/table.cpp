// The rows: which model_type is which family.
#include <algorithm>
#include <array>

#include "families/families.hpp"
#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "too_large.hpp"

namespace kvplan {
namespace {

using Types = std::string_view;
constexpr std::array deepseek_types{Types{"deepseek_v2"},    Types{"deepseek_v3"}, Types{"kimi_k2"},
                                    Types{"glm4_moe_lite"},  Types{"mistral4"},    Types{"axk1"},
                                    Types{"pangu_ultra_moe"}};
constexpr std::array deepseek_v32_types{Types{"deepseek_v32"}};
constexpr std::array deepseek_v4_types{Types{"deepseek_v4"}};
constexpr std::array glm_moe_dsa_types{Types{"glm_moe_dsa"}};
constexpr std::array longcat_flash_types{Types{"longcat_flash"}};
constexpr std::array minimax_m3_types{Types{"minimax_m3_vl"}, Types{"minimax_m3_text"}};
// clang-format off
constexpr auto llama_types = std::to_array<Types>({
    "llama", "mistral", "ministral3", "mistral3", "mixtral", "apertus", "arcee", "aria_text",
    "bloom", "cohere", "dots1", "ernie4_5", "ernie4_5_moe", "ernie4_5_moe_vl", "ernie4_5_vl_moe_text", "exaone",
    "flex_olmo", "gemma", "glm", "glm4", "glm4_moe", "glm4v_text", "glm4v_moe_text",
    "glm_ocr_text", "gpt2", "gpt_neox", "gptj", "granite", "granitemoe", "granitemoeshared",
    "helium", "hunyuan_v1_dense", "hunyuan_v1_moe", "hyperclovax", "internlm2", "internlm3",
    "jais2", "mimo", "minicpm", "minicpmo", "minicpmv", "minimax_m2", "ministral", "nanochat", "nemotron", "olmo",
    "olmo2", "olmoe", "opt", "orion", "phi", "phi3", "phi4_multimodal", "phimoe", "seed_oss",
    "smollm3", "solar", "solar_open", "stablelm", "starcoder2", "telechat", "telechat2", "PanguEmbedded", "persimmon", "bitnet", "biogpt", "doge", "hy_v3", "moshi",
    "gpt-sw3",
});
// clang-format on
constexpr auto multi_query_types =
    std::to_array<Types>({"falcon", "gpt_bigcode", "RefinedWeb", "RefinedWebModel"});
constexpr auto chatglm_types = std::to_array<Types>({"chatglm"});
constexpr auto interleaved_types = std::to_array<Types>(
    {"gemma2", "vaultgemma", "cohere2", "cohere2_moe", "exaone4", "exaone_moe", "olmo3", "afmoe",
     "cwm", "granite_swa", "granitemoe_swa", "laguna", "mellum", "kolibri1", "step3p5"});
constexpr auto gpt_oss_types = std::to_array<Types>({"gpt_oss"});
constexpr auto gemma3_types = std::to_array<Types>({"gemma3", "gemma3_text"});
constexpr auto gemma3n_types = std::to_array<Types>({"gemma3n", "gemma3n_text"});
constexpr auto gemma4_types =
    std::to_array<Types>({"gemma4", "gemma4_text", "gemma4_unified", "gemma4_unified_text"});
constexpr auto llama4_types = std::to_array<Types>({"llama4", "llama4_text"});
constexpr auto mimo_v2_types = std::to_array<Types>({"mimo_v2_flash", "mimo_v2"});
constexpr auto nemotron_nas_types = std::to_array<Types>({"nemotron-nas"});
constexpr auto whisper_types = std::to_array<Types>({"whisper"});
constexpr auto encoder_types =
    std::to_array<Types>({"bert", "roberta", "xlm-roberta", "modernbert"});
constexpr auto qwen_types =
    std::to_array<Types>({"qwen2", "qwen2_moe", "qwen3", "qwen3_moe", "qwen2_vl", "qwen2_vl_text",
                          "qwen2_5_vl", "qwen2_5_vl_text", "qwen3_vl_text", "qwen3_vl_moe_text",
                          "qwen2_5_omni_text", "qwen3_omni_moe_text"});
constexpr std::array qwen3_next_types{Types{"qwen3_next"}};
constexpr std::array qwen3_5_types{Types{"qwen3_5"}, Types{"qwen3_5_moe"}, Types{"qwen3_5_text"},
                                   Types{"qwen3_5_moe_text"}};
constexpr std::array qwen4_exp_types{Types{"qwen4_exp"}, Types{"qwen4_exp_text"}};
// States: Mamba, gated delta, short convolutions and their hybrids.
constexpr std::array bailing_hybrid_types{Types{"bailing_hybrid"}};
constexpr std::array bamba_types{Types{"bamba"}};
constexpr std::array falcon_h1_types{Types{"falcon_h1"}};
constexpr std::array granitemoehybrid_types{Types{"granitemoehybrid"}};
constexpr std::array jamba_types{Types{"jamba"}};
constexpr std::array kimi_linear_types{Types{"kimi_linear"}, Types{"kimi_k3"}};
constexpr std::array lfm2_types{Types{"lfm2"}, Types{"lfm2_vl"}};
constexpr std::array lfm2_moe_types{Types{"lfm2_moe"}};
constexpr std::array mamba_types{Types{"mamba"}, Types{"falcon_mamba"}};
constexpr std::array mamba2_types{Types{"mamba2"}};
constexpr std::array minicpmv4_6_types{Types{"minicpmv4_6"}, Types{"minicpmv4_7"}};
constexpr std::array minimax_text_01_types{Types{"minimax"}, Types{"minimax_text_01"},
                                           Types{"minimax_m1"}, Types{"minimax_vl_01"}};
constexpr std::array nemotron_h_types{Types{"nemotron_h"}, Types{"nemotron_h_puzzle"},
                                      Types{"nemotron_h_omni"}, Types{"NemotronH_Nano_VL_V2"}};
constexpr std::array plamo2_types{Types{"plamo2"}};
constexpr std::array olmo_hybrid_types{Types{"olmo_hybrid"}};
constexpr std::array zamba2_types{Types{"zamba2"}};

const std::array table{
    Family{"deepseek", deepseek_types, families::describe_deepseek, "latent attention (MLA), MTP"},
    Family{"deepseek_v32", deepseek_v32_types, families::describe_deepseek_v32,
           "sparse latent attention with an indexer, MTP"},
    Family{"deepseek_v4", deepseek_v4_types, families::describe_deepseek_v4,
           "compressed latents, windows, compressor states and indexers, MTP"},
    Family{"glm_moe_dsa", glm_moe_dsa_types, families::describe_glm_moe_dsa,
           "sparse latent attention with shared indexers, MTP"},
    Family{"llama", llama_types, families::describe_llama, "grouped-query attention"},
    Family{"longcat_flash", longcat_flash_types, families::describe_longcat_flash,
           "two latent attentions a layer, MTP"},
    Family{"minimax_m3", minimax_m3_types, families::describe_minimax_m3,
           "grouped-query attention, block-sparse with an indexer, MTP"},
    Family{"multi_query", multi_query_types, families::describe_multi_query,
           "one KV head for all queries, or grouped (Falcon, GPT-BigCode)"},
    Family{"chatglm", chatglm_types, families::describe_chatglm, "grouped-query attention"},
    Family{"interleaved", interleaved_types, families::describe_interleaved,
           "sliding windows and full attention in turns"},
    Family{"gpt_oss", gpt_oss_types, families::describe_gpt_oss,
           "sliding windows and full attention in turns, attention sinks"},
    Family{"gemma3", gemma3_types, families::describe_gemma3,
           "sliding windows and full attention in turns, images seen in both directions"},
    Family{"gemma3n", gemma3n_types, families::describe_gemma3n,
           "sliding windows and full attention in turns, shared caches"},
    Family{"gemma4", gemma4_types, families::describe_gemma4,
           "sliding windows and full attention of other head sizes, shared caches"},
    Family{"llama4", llama4_types, families::describe_llama4, "chunked and full attention"},
    Family{"mimo_v2", mimo_v2_types, families::describe_mimo_v2,
           "sliding windows and full attention, values narrower than keys"},
    Family{"nemotron_nas", nemotron_nas_types, families::describe_nemotron_nas,
           "grouped-query attention with heads of its own in each block, or none"},
    Family{"whisper", whisper_types, families::describe_whisper,
           "encoder-decoder: own and cross attention"},
    Family{"encoder", encoder_types, families::describe_encoder, "no cache"},
    Family{"qwen", qwen_types, families::describe_qwen, "grouped-query attention, dense and MoE"},
    Family{"qwen3_next", qwen3_next_types, families::describe_qwen3_next,
           "gated delta net + full attention, MTP"},
    Family{"qwen3_5", qwen3_5_types, families::describe_qwen3_5,
           "gated delta net + full attention, MTP"},
    Family{"qwen4_exp", qwen4_exp_types, families::describe_qwen4_exp,
           "gated delta net + sparse attention (QSA), n-gram embeddings, MTP"},
    Family{"bailing_hybrid", bailing_hybrid_types, families::describe_bailing_hybrid,
           "lightning or Kimi delta attention + latent attention, MTP"},
    Family{"bamba", bamba_types, families::describe_bamba,
           "Mamba 2 + full attention (vLLM up to 0.23)"},
    Family{"falcon_h1", falcon_h1_types, families::describe_falcon_h1,
           "Mamba 2 and full attention in every layer"},
    Family{"granitemoehybrid", granitemoehybrid_types, families::describe_granitemoehybrid,
           "Mamba 2 + full attention"},
    Family{"jamba", jamba_types, families::describe_jamba, "Mamba 1 + full attention"},
    Family{"kimi_linear", kimi_linear_types, families::describe_kimi_linear,
           "Kimi delta attention + latent attention, MTP (K3)"},
    Family{"lfm2", lfm2_types, families::describe_lfm2, "short convolutions + full attention"},
    Family{"lfm2_moe", lfm2_moe_types, families::describe_lfm2_moe,
           "short convolutions + full attention, experts"},
    Family{"mamba", mamba_types, families::describe_mamba, "Mamba 1, no attention"},
    Family{"mamba2", mamba2_types, families::describe_mamba2, "Mamba 2, no attention"},
    Family{"minicpmv4_6", minicpmv4_6_types, families::describe_minicpmv4_6,
           "gated delta net + full attention behind a vision tower"},
    Family{"minimax_text_01", minimax_text_01_types, families::describe_minimax_text_01,
           "lightning attention + full attention (vLLM up to 0.23)"},
    Family{"nemotron_h", nemotron_h_types, families::describe_nemotron_h,
           "Mamba 2 + full attention by a pattern, MTP"},
    Family{"olmo_hybrid", olmo_hybrid_types, families::describe_olmo_hybrid,
           "gated delta net + full attention"},
    Family{"plamo2", plamo2_types, families::describe_plamo2,
           "Mamba 2 + full attention (vLLM up to 0.26)"},
    Family{"zamba2", zamba2_types, families::describe_zamba2,
           "Mamba 2 in every layer, shared attention blocks"},
};

/// Checkpoints whose config.json has no model_type.
struct ClassType {
  std::string_view model_class;
  std::string_view model_type;
};
constexpr std::array class_types{ClassType{"LongcatFlashForCausalLM", "longcat_flash"},
                                 ClassType{"LongcatFlashNgramForCausalLM", "longcat_flash"}};

std::string type_of(const ModelConfig& config) {
  std::string type = config.model_type();
  if (!type.empty()) return type;
  const auto* known =
      std::ranges::find(class_types, config.architecture(), &ClassType::model_class);
  return known == class_types.end() ? "" : std::string(known->model_type);
}

std::string known_families() {
  std::string names;
  for (const Family& family : table)
    names += (names.empty() ? "" : ", ") + std::string(family.name);
  return names;
}

}  // namespace

std::span<const Family> family_table() { return table; }

const Family* find_family(std::string_view model_type) {
  for (const Family& family : table) {
    if (std::ranges::find(family.model_types, model_type) != family.model_types.end()) {
      return &family;
    }
  }
  return nullptr;
}

Architecture describe(const ModelConfig& config) {
  const std::string type = type_of(config);
  const Family* family = find_family(type);
  if (family == nullptr) family = find_family(config.text.string_or("model_type", ""));
  if (family == nullptr) {
    throw unknown({config.root.file(), "/model_type"}, "a known family (" + known_families() + ")",
                  type.empty() ? "nothing" : '"' + type + '"');
  }
  return within_64_bits(config.root, {}, [&] { return family->describe(config); });
}

}  // namespace kvplan
