// Which model class has which module tree. Classes as config.json's architectures name them; an
// alias is one that vLLM's registry runs with the same code.
#include <algorithm>
#include <array>

#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

struct Row {
  std::string_view architecture;
  Build build;
  Build mtp = nullptr;
};

constexpr std::array rows{
    Row{"LlamaForCausalLM", llama},
    Row{"MistralForCausalLM", llama},
    Row{"Ministral3ForCausalLM", llama},
    Row{"Phi3ForCausalLM", phi3},
    Row{"Phi4MultimodalForCausalLM", phi4_multimodal},
    Row{"PhiMoEForCausalLM", phimoe},
    Row{"MiMoV2FlashForCausalLM", mimo_v2, mimo_v2_mtp},
    Row{"MiMoV2ForCausalLM", mimo_v2, mimo_v2_mtp},
    Row{"SmolLM3ForCausalLM", smollm3},
    Row{"CwmForCausalLM", fallback_llama},
    Row{"MinistralForCausalLM", fallback_llama},
    Row{"HeliumForCausalLM", fallback_llama},
    Row{"SeedOssForCausalLM", seed_oss},
    Row{"GlmForCausalLM", glm},
    Row{"ArceeForCausalLM", arcee},
    Row{"Jais2ForCausalLM", jais2},
    Row{"PhiForCausalLM", phi},
    Row{"OlmoForCausalLM", olmo},
    Row{"NanoChatForCausalLM", nanochat},
    Row{"VaultGemmaForCausalLM", vaultgemma},
    Row{"GPTNeoXForCausalLM", gpt_neox},
    Row{"SolarOpenForCausalLM", solar_open},
    Row{"FlexOlmoForCausalLM", flex_olmo},
    Row{"PhimoeForCausalLM", phimoe_fallback},
    Row{"Mistral4ForCausalLM", mistral4},
    Row{"GPT2LMHeadModel", gpt2},
    Row{"OPTForCausalLM", opt},
    Row{"GPTJForCausalLM", gpt_j},
    Row{"StableLmForCausalLM", stablelm},
    Row{"StableLMEpochForCausalLM", stablelm},
    Row{"Olmo2ForCausalLM", olmo2},
    Row{"Olmo3ForCausalLM", olmo3},
    Row{"Starcoder2ForCausalLM", starcoder2},
    Row{"BertModel", bert},
    Row{"RobertaModel", bert},
    Row{"XLMRobertaModel", bert},
    Row{"XLMRobertaForSequenceClassification", roberta_classifier},
    Row{"ModernBertModel", modernbert},
    Row{"WhisperForConditionalGeneration", whisper},
    Row{"GraniteForCausalLM", granite},
    Row{"Exaone4ForCausalLM", exaone4},
    Row{"ExaoneMoeForCausalLM", exaone_moe, exaone_moe_mtp},
    Row{"Ernie4_5ForCausalLM", ernie4_5},
    Row{"Glm4ForCausalLM", glm4},
    Row{"HyperCLOVAXForCausalLM", hyperclovax},
    Row{"OlmoeForCausalLM", olmoe},
    Row{"Step3p5ForCausalLM", step3p5, step3p5_mtp},
    Row{"GemmaForCausalLM", gemma},
    Row{"Gemma2ForCausalLM", gemma2},
    Row{"Gemma3ForCausalLM", gemma3},
    Row{"Gemma3ForConditionalGeneration", gemma3_vision},
    Row{"Gemma4ForCausalLM", gemma4_text},
    Row{"Gemma4ForConditionalGeneration", gemma4},
    Row{"Gemma4UnifiedForConditionalGeneration", gemma4_unified},
    Row{"Gemma3nForCausalLM", gemma3n_text},
    Row{"Gemma3nForConditionalGeneration", gemma3n},
    Row{"Llama4ForCausalLM", llama4_text},
    Row{"Llama4ForConditionalGeneration", llama4},
    Row{"GptOssForCausalLM", gpt_oss},
    Row{"Mistral3ForConditionalGeneration", mistral3},
    Row{"LlavaForConditionalGeneration", llava},
    Row{"MixtralForCausalLM", mixtral},
    Row{"GraniteMoeForCausalLM", granite_moe},
    Row{"GraniteMoeSharedForCausalLM", granite_moe},
    Row{"GraniteMoeSWAForCausalLM", granite_moe},
    Row{"GraniteSWAForCausalLM", granite},
    Row{"MiniMaxM2ForCausalLM", minimax_m2},
    Row{"MiniMaxM3SparseForCausalLM", minimax_m3_text},
    Row{"MiniMaxM3SparseForConditionalGeneration", minimax_m3},
    Row{"Glm4MoeForCausalLM", glm4_moe, glm4_moe_mtp},
    Row{"Ernie4_5_MoeForCausalLM", ernie4_5_moe, ernie4_5_mtp},
    Row{"Ernie4_5_VLMoeForConditionalGeneration", ernie4_5_vl},
    Row{"CohereForCausalLM", cohere},
    Row{"Cohere2ForCausalLM", cohere},
    Row{"ChatGLMModel", chatglm},
    Row{"ChatGLMForConditionalGeneration", chatglm},
    Row{"FalconForCausalLM", falcon},
    Row{"DeepseekV2ForCausalLM", deepseek, deepseek_mtp},
    Row{"DeepseekV3ForCausalLM", deepseek, deepseek_mtp},
    Row{"DeepseekV32ForCausalLM", deepseek, deepseek_mtp},
    Row{"GlmMoeDsaForCausalLM", deepseek, deepseek_mtp},
    Row{"Glm4MoeLiteForCausalLM", deepseek, deepseek_mtp},
    Row{"AXK1ForCausalLM", axk1},
    Row{"PanguUltraMoEForCausalLM", pangu_ultra, pangu_ultra_mtp},
    Row{"KimiVLForConditionalGeneration", kimi_vl},
    Row{"LongcatFlashForCausalLM", longcat_flash, longcat_flash_mtp},
    Row{"LongcatFlashNgramForCausalLM", longcat_flash},
    Row{"Glm4vForConditionalGeneration", glm4v},
    Row{"Glm4vMoeForConditionalGeneration", glm4v_moe},
    Row{"GlmOcrForConditionalGeneration", glm_ocr},
    Row{"MiniCPMV", minicpmv},
    Row{"MiniCPMO", minicpmv},
    Row{"Qwen2_5OmniModel", qwen2_5_omni},
    Row{"Qwen2_5OmniForConditionalGeneration", qwen2_5_omni},
    Row{"Qwen3OmniMoeForConditionalGeneration", qwen3_omni},
    Row{"HYV3ForCausalLM", hy_v3, hy_v3_mtp},
    Row{"DeciLMForCausalLM", nemotron_nas},
    Row{"TeleChat2ForCausalLM", telechat2},
    Row{"Dots1ForCausalLM", dots1},
    Row{"KimiK25ForConditionalGeneration", kimi_k25},
    Row{"DeepseekV4ForCausalLM", deepseek_v4, deepseek_v4_mtp},
    Row{"Mamba2ForCausalLM", mamba2},
    Row{"JambaForCausalLM", jamba},
    Row{"FalconH1ForCausalLM", falcon_h1},
    Row{"GraniteMoeHybridForCausalLM", granite_hybrid},
    Row{"Zamba2ForCausalLM", zamba2},
    Row{"Lfm2ForCausalLM", lfm2},
    Row{"Lfm2MoeForCausalLM", lfm2_moe},
    Row{"MambaForCausalLM", mamba1},
    Row{"FalconMambaForCausalLM", mamba1},
    Row{"NemotronHForCausalLM", nemotron_h, nemotron_h_mtp},
    Row{"NemotronH_Nano_VL_V2", nemotron_vl, nemotron_h_mtp},
    Row{"NemotronH_Nano_Omni_Reasoning_V3", nemotron_vl, nemotron_h_mtp},
    Row{"NemotronH_Super_Omni_Reasoning_V3", nemotron_vl, nemotron_h_mtp},
    Row{"NemotronH_Omni_Reasoning_V3", nemotron_vl, nemotron_h_mtp},
    Row{"KimiLinearForCausalLM", kimi_linear},
    Row{"KimiK3ForConditionalGeneration", kimi_k3, kimi_k3_mtp},
    Row{"Qwen2ForCausalLM", qwen2},
    Row{"MiMoForCausalLM", qwen2, mimo_mtp},
    Row{"Qwen2MoeForCausalLM", qwen2_moe},
    Row{"Qwen2VLForConditionalGeneration", qwen2_vl},
    Row{"Qwen2_5_VLForConditionalGeneration", qwen2_5_vl},
    Row{"Qwen3ForCausalLM", qwen3},
    Row{"Qwen3MoeForCausalLM", qwen3_moe},
    Row{"Qwen3VLForConditionalGeneration", qwen3_vl},
    Row{"Qwen3VLMoeForConditionalGeneration", qwen3_vl_moe},
    Row{"Qwen3NextForCausalLM", qwen3_next, qwen3_next_mtp},
    Row{"Qwen3_5ForConditionalGeneration", qwen3_5, qwen3_5_mtp},
    Row{"Qwen3_5MoeForConditionalGeneration", qwen3_5, qwen3_5_mtp},
    Row{"Qwen3_5ForCausalLM", qwen3_5_text, qwen3_5_mtp},
    Row{"Qwen3_5MoeForCausalLM", qwen3_5_text, qwen3_5_mtp},
    Row{"MiniCPMV4_6ForConditionalGeneration", minicpmv4_6},
    Row{"BailingMoeV2_5ForCausalLM", bailing, bailing_mtp},
    Row{"BailingMoeV3ForCausalLM", bailing, bailing_mtp},
    Row{"LagunaForCausalLM", laguna},
    Row{"Cohere2MoeForCausalLM", cohere2_moe},
    Row{"OlmoHybridForCausalLM", olmo_hybrid},
    Row{"PaliGemmaForConditionalGeneration", paligemma},
    Row{"Lfm2VlForConditionalGeneration", lfm2_vl},
    Row{"GPTBigCodeForCausalLM", gpt_bigcode},
    Row{"PersimmonForCausalLM", persimmon},
    Row{"BioGptForCausalLM", biogpt},
    Row{"BitNetForCausalLM", bitnet},
    Row{"MoshiForCausalLM", moshi},
    Row{"DogeForCausalLM", doge},
    Row{"AriaTextForCausalLM", aria_text},
    Row{"Kolibri1ForCausalLM", kolibri1},
    Row{"MellumForCausalLM", mellum},
    Row{"SolarForCausalLM", llama},
    Row{"ExaoneForCausalLM", exaone},
    Row{"InternLM2ForCausalLM", internlm2},
    Row{"OrionForCausalLM", orion},
    Row{"MiniCPMForCausalLM", minicpm},
    Row{"BloomForCausalLM", bloom},
    Row{"NemotronForCausalLM", nemotron},
    Row{"AfmoeForCausalLM", afmoe},
    Row{"HunYuanDenseV1ForCausalLM", hunyuan_dense},
    Row{"HunYuanMoEV1ForCausalLM", hunyuan_moe},
    Row{"ApertusForCausalLM", apertus},
    Row{"PanguEmbeddedForCausalLM", llama},
    Row{"LLaMAForCausalLM", llama},
    Row{"InternLM3ForCausalLM", llama},
    Row{"IQuestCoderForCausalLM", llama},
    Row{"TeleChat3ForCausalLM", llama},
    Row{"ExaoneMoEForCausalLM", exaone_moe, exaone_moe_mtp},
    Row{"Qwen4ExpForConditionalGeneration", qwen4_exp, qwen4_exp_mtp},
};

/// A draft with a config of its own, as a method runs it; aliases run with the same class.
struct Draft {
  std::string_view architecture;
  std::string_view method;
  Build build;
};

constexpr std::array drafts{
    Draft{"LlamaForCausalLMEagle3", "eagle3", eagle3_llama},
    Draft{"Eagle3LlamaForCausalLM", "eagle3", eagle3_llama},
    Draft{"PeagleLlamaForCausalLM", "eagle3", eagle3_llama},
    Draft{"PeagleQwen3ForCausalLM", "eagle3", eagle3_qwen3},
    Draft{"Eagle3MiniMaxM2ForCausalLM", "eagle3", eagle3_llama},
    Draft{"Eagle3Qwen2_5vlForCausalLM", "eagle3", eagle3_llama},
    Draft{"Eagle3Qwen3vlForCausalLM", "eagle3", eagle3_llama},
    Draft{"Eagle3Qwen3ForCausalLM", "eagle3", eagle3_qwen3},
    Draft{"Eagle3DeepseekV2ForCausalLM", "eagle3", eagle3_deepseek},
    Draft{"Eagle3DeepseekV3ForCausalLM", "eagle3", eagle3_deepseek},
    Draft{"DFlashDraftModel", "dflash", dflash_qwen3},
    Draft{"DFlash2DraftModel", "dflash", dflash2_qwen3},
    Draft{"DSparkDraftModel", "dspark", dspark_qwen3},
    Draft{"Qwen3DSparkModel", "dspark", dspark_qwen3},
    Draft{"Qwen3OmniDSparkModel", "dspark", dspark_qwen3},
};

const Row* find(std::string_view architecture) {
  const auto row = std::ranges::find(rows, architecture, &Row::architecture);
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace

Build find_model(std::string_view architecture) {
  const Row* row = find(architecture);
  return row == nullptr ? nullptr : row->build;
}

Build find_mtp(std::string_view architecture) {
  const Row* row = find(architecture);
  return row == nullptr ? nullptr : row->mtp;
}

Build find_draft(std::string_view architecture, std::string_view method) {
  if (method == "draft_model") return find_model(architecture);
  if (method == "eagle" &&
      (architecture == "LlamaForCausalLM" || architecture == "EagleLlamaForCausalLM")) {
    return eagle_llama;
  }
  const auto draft = std::ranges::find_if(drafts, [&](const Draft& row) {
    return row.architecture == architecture && row.method == method;
  });
  return draft == drafts.end() ? nullptr : draft->build;
}

}  // namespace kvplan::modules
