// Source: transformers 5.20.2, the dataclass defaults of each model's config class
// (kimi_linear: vLLM 0.33's own class).
#include "families/hf_defaults.hpp"

#include <algorithm>
#include <array>

namespace kvplan::families {
namespace {

// clang-format off
constexpr auto table = std::to_array<HfDefaults>({
    // model_type, layers, hidden, heads, kv heads, head_dim, positions, window, window_switch
    {"afmoe", 32, 2048, 16, 0, 128, 16384, 1024, false},
    {"apertus", 32, 4096, 32, 0, 0, 65536, 0, false},
    {"arcee", 32, 2560, 32, 0, 0, 4096, 0, false},
    {"aria_text", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"bamba", 32, 4096, 32, 8, 0, 262144, 0, false},
    {"bert", 12, 768, 12, 0, 0, 512, 0, false},
    {"biogpt", 24, 1024, 16, 0, 0, 1024, 0, false},
    {"bitnet", 30, 2560, 20, 5, 0, 2048, 0, false},
    {"bloom", 2, 64, 8, 0, 0, 0, 0, false},
    {"codegen", 28, 4096, 16, 0, 0, 2048, 0, false},
    {"cohere", 40, 8192, 64, 0, 0, 8192, 0, false},
    {"cohere2", 40, 8192, 64, 0, 0, 8192, 4096, false},
    {"cohere2_moe", 40, 8192, 64, 0, 128, 8192, 4096, false},
    {"cohere_compass_text", 40, 8192, 64, 0, 0, 8192, 4096, false},
    {"csm", 16, 2048, 32, 8, 0, 2048, 0, false},
    {"cwm", 64, 6144, 48, 8, 128, 131072, 8192, false},
    {"deepseek_v2", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"deepseek_v3", 61, 7168, 128, 128, 0, 4096, 0, false},
    {"diffllama", 16, 2048, 32, 0, 0, 2048, 0, false},
    {"doge", 32, 1024, 8, 0, 0, 2048, 0, false},
    {"dots1", 62, 4608, 32, 32, 0, 2048, 4096, false},
    {"emu3_text_model", 32, 4096, 32, 8, 0, 9216, 0, false},
    {"ernie4_5", 18, 1024, 16, 2, 128, 131072, 0, false},
    {"ernie4_5_moe", 28, 2560, 20, 4, 0, 131072, 0, false},
    {"ernie4_5_vl_moe_text", 28, 2560, 20, 4, 0, 131072, 0, false},
    {"exaone4", 32, 4096, 32, 32, 0, 2048, 4096, false},
    {"exaone_moe", 32, 4096, 32, 32, 0, 2048, 4096, false},
    {"falcon", 32, 4544, 71, 0, 0, 2048, 0, false},
    {"falcon_h1", 32, 4096, 32, 8, 0, 8192, 0, false},
    {"falcon_mamba", 32, 768, 0, 0, 0, 0, 0, false},
    {"flex_olmo", 32, 4096, 32, 0, 0, 4096, 0, false},
    {"gemma", 28, 3072, 16, 16, 256, 8192, 0, false},
    {"gemma2", 26, 2304, 8, 4, 256, 8192, 4096, false},
    {"gemma3_text", 26, 2304, 8, 4, 256, 131072, 4096, false},
    {"gemma3n_text", 35, 2048, 8, 2, 256, 32768, 512, false},
    {"gemma4_text", 30, 2304, 8, 4, 256, 131072, 512, false},
    {"gemma4_unified_text", 30, 2304, 8, 4, 256, 262144, 1024, false},
    {"glm", 40, 4096, 32, 2, 128, 131072, 0, false},
    {"glm4", 40, 4096, 32, 2, 128, 131072, 0, false},
    {"glm4_moe", 46, 4096, 96, 8, 0, 131072, 0, false},
    {"glm4v_moe_text", 46, 4096, 96, 8, 0, 65536, 0, false},
    {"glm4v_text", 40, 4096, 32, 2, 0, 32768, 0, false},
    {"glm_ocr_text", 16, 1024, 16, 8, 0, 131072, 0, false},
    {"gpt2", 12, 768, 12, 0, 0, 1024, 0, false},
    {"gpt_bigcode", 12, 768, 12, 0, 0, 1024, 0, false},
    {"gpt_neox", 44, 6144, 64, 0, 0, 2048, 0, false},
    {"gpt_neox_japanese", 32, 2560, 32, 0, 0, 2048, 0, false},
    {"gpt_oss", 36, 2880, 64, 8, 64, 131072, 128, false},
    {"gptj", 28, 4096, 16, 0, 0, 2048, 0, false},
    {"granite", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"granite_swa", 24, 2560, 20, 4, 0, 8192, 128, false},
    {"granitemoe", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"granitemoe_swa", 32, 4096, 32, 0, 0, 2048, 128, false},
    {"granitemoehybrid", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"granitemoeshared", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"helium", 24, 2560, 20, 20, 128, 4096, 0, false},
    {"hunyuan_v1_dense", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"hunyuan_v1_moe", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"hy_v3", 80, 4096, 64, 8, 128, 131072, 0, false},
    {"hyperclovax", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"jais2", 32, 3328, 26, 0, 0, 8192, 0, false},
    {"jamba", 32, 4096, 32, 8, 0, 262144, 0, false},
    {"kimi_linear", 32, 4096, 32, 0, 0, 4096, 0, false},
    {"kolibri1", 50, 2560, 48, 4, 128, 262144, 513, false},
    {"laguna", 40, 2048, 48, 8, 128, 131072, 512, false},
    {"lfm2", 32, 2560, 32, 8, 0, 128000, 0, false},
    {"lfm2_moe", 32, 2048, 32, 8, 0, 128000, 0, false},
    {"llama", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"llama4_text", 48, 5120, 40, 8, 128, 131072, 0, false},
    {"mamba", 32, 768, 0, 0, 0, 0, 0, false},
    {"mamba2", 64, 4096, 0, 0, 0, 0, 0, false},
    {"mellum", 28, 2304, 32, 4, 128, 131072, 1024, false},
    {"mimo_v2_flash", 48, 4096, 64, 4, 192, 131072, 129, false},
    {"minimax_m2", 62, 3072, 48, 8, 128, 196608, 0, false},
    {"ministral", 32, 4096, 32, 8, 0, 131072, 4096, false},
    {"ministral3", 34, 4096, 32, 8, 128, 262144, 0, false},
    {"mistral", 32, 4096, 32, 8, 0, 131072, 4096, false},
    {"mixtral", 32, 4096, 32, 8, 0, 131072, 0, false},
    {"mllama_text_model", 40, 4096, 32, 8, 0, 131072, 0, false},
    {"modernbert", 22, 768, 12, 0, 0, 8192, 0, false},
    {"molmo2_text", 36, 4096, 32, 8, 128, 36864, 0, false},
    {"moshi", 32, 4096, 32, 0, 0, 3000, 3000, false},
    {"muse_glimmer_text", 52, 6656, 32, 2, 128, 131072, 2048, false},
    {"nanochat", 12, 768, 6, 0, 0, 2048, 0, false},
    {"nemotron", 32, 6144, 48, 0, 0, 4096, 0, false},
    {"nemotron_h", 0, 4096, 32, 8, 128, 4096, 0, false},
    {"olmo", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"olmo2", 32, 4096, 32, 0, 0, 2048, 0, false},
    {"olmo3", 32, 4096, 32, 0, 0, 2048, 4096, false},
    {"olmo_hybrid", 32, 3840, 30, 0, 0, 65536, 0, false},
    {"olmoe", 16, 2048, 16, 0, 0, 4096, 0, false},
    {"opt", 12, 768, 12, 0, 0, 2048, 0, false},
    {"paddleocr_vl_text", 18, 1024, 16, 2, 128, 131072, 0, false},
    {"persimmon", 36, 4096, 64, 0, 0, 16384, 0, false},
    {"phi", 24, 2048, 32, 0, 0, 2048, 0, false},
    {"phi3", 32, 3072, 32, 0, 0, 4096, 0, false},
    {"phi4_multimodal", 32, 3072, 32, 8, 0, 131072, 0, false},
    {"phimoe", 32, 4096, 32, 8, 0, 131072, 0, false},
    {"qwen2", 32, 4096, 32, 32, 0, 32768, 4096, true},
    {"qwen2_5_omni_text", 28, 3584, 28, 4, 0, 32768, 32768, true},
    {"qwen2_5_vl_text", 80, 8192, 64, 8, 0, 32768, 4096, true},
    {"qwen2_moe", 24, 2048, 16, 16, 0, 32768, 4096, true},
    {"qwen2_vl_text", 80, 8192, 64, 8, 0, 32768, 4096, true},
    {"qwen3", 32, 4096, 32, 32, 128, 32768, 4096, true},
    {"qwen3_moe", 24, 2048, 32, 4, 0, 32768, 4096, true},
    {"qwen3_omni_moe_text", 28, 2048, 28, 4, 0, 32768, 0, false},
    {"qwen3_vl_moe_text", 24, 2048, 16, 16, 0, 128000, 0, false},
    {"qwen3_vl_text", 32, 4096, 32, 32, 128, 128000, 0, false},
    {"recurrent_gemma", 26, 2560, 10, 0, 0, 0, 0, false},
    {"roberta", 12, 768, 12, 0, 0, 512, 0, false},
    {"seed_oss", 64, 4096, 80, 8, 128, 524288, 0, false},
    {"smollm3", 36, 2048, 16, 4, 0, 32768, 0, true},
    {"solar_open", 48, 4096, 64, 8, 128, 131072, 0, false},
    {"stablelm", 32, 2560, 32, 32, 0, 4096, 0, false},
    {"starcoder2", 30, 3072, 24, 2, 0, 4096, 0, false},
    {"step3p5", 45, 4096, 64, 8, 128, 128000, 0, false},
    {"vaultgemma", 26, 2304, 8, 4, 256, 8192, 4096, false},
    {"voxtral_realtime_text", 32, 4096, 32, 8, 0, 131072, 4096, false},
    {"xlm-roberta", 12, 768, 12, 0, 0, 512, 0, false},
    {"zamba2", 54, 2560, 32, 0, 0, 4096, 0, false},
});
// clang-format on

}  // namespace

const HfDefaults* hf_defaults(const ConfigNode& text) {
  const auto type = text.find("model_type");
  if (!type || !type->is_string()) return nullptr;
  const auto* row = std::ranges::find(table, type->as_string(), &HfDefaults::model_type);
  return row == table.end() ? nullptr : row;
}

bool is_named(const ConfigNode& node, std::string_view key) {
  const auto keys = node.keys();
  return std::ranges::find(keys, key) != keys.end();
}

}  // namespace kvplan::families
