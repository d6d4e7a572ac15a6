// Which release of vLLM first registers a model class. Source: model_executor/models/registry.py in
// the wheels of 0.9.1 to 0.33.0; a class that is not here is in 0.9.1 or in no release. Classes
// that 0.22 has first may be 0.21's, whose wheel is not on the index.
#include "engines/vllm_models.hpp"

#include <algorithm>
#include <array>

#include "engines/table.hpp"

namespace kvplan::engines {
namespace {

struct Registered {
  std::string_view model_class;
  std::string_view version;
};

// clang-format off
constexpr auto history = std::to_array<Registered>({
    {"Dots1ForCausalLM", "0.9.2"}, {"Ernie4_5_ForCausalLM", "0.9.2"},
    {"Ernie4_5_MoeForCausalLM", "0.9.2"}, {"Gemma3nForConditionalGeneration", "0.9.2"},
    {"Glm4vForConditionalGeneration", "0.9.2"}, {"HunYuanMoEV1ForCausalLM", "0.9.2"},
    {"KeyeForConditionalGeneration", "0.9.2"}, {"MiniMaxM1ForCausalLM", "0.9.2"},
    {"Tarsier2ForConditionalGeneration", "0.9.2"},
    {"ArceeForCausalLM", "0.10"}, {"BailingMoeForCausalLM", "0.10"}, {"Exaone4ForCausalLM", "0.10"},
    {"Glm4MoeForCausalLM", "0.10"}, {"HunYuanDenseV1ForCausalLM", "0.10"},
    {"Llama_Nemotron_Nano_VL", "0.10"}, {"MiniMaxForCausalLM", "0.10"},
    {"Phi4FlashForCausalLM", "0.10"}, {"VoxtralForConditionalGeneration", "0.10"},
    {"Cohere2VisionForConditionalGeneration", "0.10.1"}, {"Emu3ForConditionalGeneration", "0.10.1"},
    {"Ernie4_5ForCausalLM", "0.10.1"}, {"Gemma3nForCausalLM", "0.10.1"},
    {"Glm4vMoeForConditionalGeneration", "0.10.1"}, {"GptOssForCausalLM", "0.10.1"},
    {"HCXVisionForCausalLM", "0.10.1"}, {"InternS1ForConditionalGeneration", "0.10.1"},
    {"Llama4ForCausalLM", "0.10.1"}, {"MBartForConditionalGeneration", "0.10.1"},
    {"Phi4MultimodalForCausalLM", "0.10.1"}, {"SmolLM3ForCausalLM", "0.10.1"},
    {"Step3TextForCausalLM", "0.10.1"}, {"Step3VLForConditionalGeneration", "0.10.1"},
    {"ApertusForCausalLM", "0.10.2"}, {"DonutForConditionalGeneration", "0.10.2"},
    {"Ernie4_5_VLMoeForConditionalGeneration", "0.10.2"}, {"Gemma3TextModel", "0.10.2"},
    {"InternVLForConditionalGeneration", "0.10.2"}, {"KeyeVL1_5ForConditionalGeneration", "0.10.2"},
    {"Lfm2ForCausalLM", "0.10.2"}, {"MiDashengLMModel", "0.10.2"}, {"MotifForCausalLM", "0.10.2"},
    {"NemotronH_Nano_VL", "0.10.2"}, {"Ovis2_5", "0.10.2"}, {"Qwen3NextForCausalLM", "0.10.2"},
    {"RForConditionalGeneration", "0.10.2"}, {"SeedOssForCausalLM", "0.10.2"},
    {"Terratorch", "0.10.2"},
    {"BailingMoeV2ForCausalLM", "0.11"}, {"CwmForCausalLM", "0.11"},
    {"DeepseekV32ForCausalLM", "0.11"}, {"DotsOCRForCausalLM", "0.11"},
    {"LongcatFlashForCausalLM", "0.11"}, {"NemotronH_Nano_VL_V2", "0.11"},
    {"Olmo3ForCausalLM", "0.11"}, {"Qwen3VLForConditionalGeneration", "0.11"},
    {"Qwen3VLMoeForConditionalGeneration", "0.11"},
    {"AfmoeForCausalLM", "0.11.1"}, {"BeeForConditionalGeneration", "0.11.1"},
    {"CLIPModel", "0.11.1"}, {"DeepseekOCRForCausalLM", "0.11.1"},
    {"FlexOlmoForCausalLM", "0.11.1"}, {"KimiLinearForCausalLM", "0.11.1"},
    {"Lfm2MoeForCausalLM", "0.11.1"}, {"LightOnOCRForConditionalGeneration", "0.11.1"},
    {"MiniMaxM2ForCausalLM", "0.11.1"}, {"OuroForCausalLM", "0.11.1"},
    {"PaddleOCRVLForConditionalGeneration", "0.11.1"}, {"PanguUltraMoEForCausalLM", "0.11.1"},
    {"Qwen3OmniMoeForConditionalGeneration", "0.11.1"}, {"SiglipModel", "0.11.1"},
    {"HunYuanVLForConditionalGeneration", "0.12"}, {"MistralLarge3ForCausalLM", "0.12"},
    {"OpenCUAForConditionalGeneration", "0.12"}, {"Plamo3ForCausalLM", "0.12"},
    {"TeleChatForCausalLM", "0.12"},
    {"AudioFlamingo3ForConditionalGeneration", "0.13"}, {"BagelForConditionalGeneration", "0.13"},
    {"Jais2ForCausalLM", "0.13"},
    {"ExaoneMoEForCausalLM", "0.14"}, {"GlmAsrForConditionalGeneration", "0.14"},
    {"Grok1ForCausalLM", "0.14"}, {"IQuestCoderForCausalLM", "0.14"},
    {"IQuestLoopCoderForCausalLM", "0.14"}, {"IsaacForConditionalGeneration", "0.14"},
    {"KananaVForConditionalGeneration", "0.14"}, {"Lfm2VlForConditionalGeneration", "0.14"},
    {"LlamaBidirectionalModel", "0.14"}, {"MiMoV2FlashForCausalLM", "0.14"},
    {"NemotronParseForConditionalGeneration", "0.14"}, {"PanguProMoEV2ForCausalLM", "0.14"},
    {"VoxtralStreamingGeneration", "0.14"},
    {"Glm4MoeLiteForCausalLM", "0.15"}, {"KimiK25ForConditionalGeneration", "0.15"},
    {"Molmo2ForConditionalGeneration", "0.15"}, {"Step1ForCausalLM", "0.15"},
    {"StepVLForConditionalGeneration", "0.15"},
    {"DeepseekOCR2ForCausalLM", "0.16"}, {"FunAudioChatForConditionalGeneration", "0.16"},
    {"GlmMoeDsaForCausalLM", "0.16"}, {"GlmOcrForConditionalGeneration", "0.16"},
    {"InternS1ProForConditionalGeneration", "0.16"},
    {"MusicFlamingoForConditionalGeneration", "0.16"}, {"NemotronHPuzzleForCausalLM", "0.16"},
    {"OpenPanguVLForConditionalGeneration", "0.16"}, {"Qwen3ASRForConditionalGeneration", "0.16"},
    {"Step3p5ForCausalLM", "0.16"},
    {"AXK1ForCausalLM", "0.17"}, {"BailingMoeV2_5ForCausalLM", "0.17"},
    {"FireRedASR2ForConditionalGeneration", "0.17"}, {"FunASRForConditionalGeneration", "0.17"},
    {"LlamaNemotronVLModel", "0.17"}, {"OpsColQwen3Model", "0.17"}, {"Ovis2_6ForCausalLM", "0.17"},
    {"Ovis2_6_MoeForCausalLM", "0.17"}, {"Qwen3_5ForConditionalGeneration", "0.17"},
    {"Qwen3_5MoeForConditionalGeneration", "0.17"},
    {"ErnieModel", "0.18"}, {"HCXVisionV2ForCausalLM", "0.18"}, {"HyperCLOVAXForCausalLM", "0.18"},
    {"MoonshotKimiaForCausalLM", "0.18"}, {"OlmoHybridForCausalLM", "0.18"},
    {"SarvamMLAForCausalLM", "0.18"}, {"SarvamMoEForCausalLM", "0.18"},
    {"CohereAsrForConditionalGeneration", "0.19"}, {"Gemma4ForCausalLM", "0.19"},
    {"Gemma4ForConditionalGeneration", "0.19"},
    {"Cheers", "0.20"}, {"CheersForConditionalGeneration", "0.20"},
    {"DeepseekV4ForCausalLM", "0.20"}, {"Exaone4_5_ForConditionalGeneration", "0.20"},
    {"FireRedLIDForConditionalGeneration", "0.20"},
    {"Granite4VisionForConditionalGeneration", "0.20"}, {"HYV3ForCausalLM", "0.20"},
    {"Ministral3ForCausalLM", "0.20"}, {"NemotronH_Nano_Omni_Reasoning_V3", "0.20"},
    {"NemotronH_Super_Omni_Reasoning_V3", "0.20"}, {"Param2MoEForCausalLM", "0.20"},
    {"Phi4ForCausalLMV", "0.20"}, {"Rnj1ForCausalLM", "0.20"}, {"TeleChat3ForCausalLM", "0.20"},
    {"MiMoV2ForCausalLM", "0.21"}, {"MiMoV2OmniForCausalLM", "0.21"},
    {"Cohere2MoeForCausalLM", "0.22"}, {"HfMoondream", "0.22"},
    {"InternS2PreviewForConditionalGeneration", "0.22"}, {"LagunaForCausalLM", "0.22"},
    {"MiniCPMV4_6ForConditionalGeneration", "0.22"}, {"Moondream3ForCausalLM", "0.22"},
    {"OpenVLAForActionPrediction", "0.22"}, {"QianfanOCRForConditionalGeneration", "0.22"},
    {"MellumForCausalLM", "0.22.1"},
    {"Cosmos3ForConditionalGeneration", "0.23"}, {"Gemma4UnifiedForConditionalGeneration", "0.23"},
    {"GraniteSpeechPlusForConditionalGeneration", "0.23"},
    {"Step3p7ForConditionalGeneration", "0.23"},
    {"HrmTextForCausalLM", "0.24"}, {"MiniMaxM3SparseForCausalLM", "0.24"},
    {"MiniMaxM3SparseForConditionalGeneration", "0.24"}, {"MossAudioModel", "0.24"},
    {"DFlashLagunaForCausalLM", "0.25"}, {"LlavaOnevision2ForConditionalGeneration", "0.25"},
    {"MossTranscribeDiarizeForConditionalGeneration", "0.25"}, {"UnlimitedOCRForCausalLM", "0.25"},
    {"Cosmos3EdgeForConditionalGeneration", "0.26"}, {"InklingForCausalLM", "0.26"},
    {"InklingForConditionalGeneration", "0.26"}, {"LongcatFlashNgramForCausalLM", "0.26"},
    {"ExaoneMoeForCausalLM", "0.27"}, {"KimiK3ForConditionalGeneration", "0.27"},
    {"Qwen3_5ForCausalLM", "0.27"}, {"Qwen3_5MoeForCausalLM", "0.27"},
    {"VaultGemmaForCausalLM", "0.27"}, {"VibeVoiceAsrForConditionalGeneration", "0.27"},
    {"BailingMoeV3ForCausalLM", "0.28"}, {"Dots3NoteForCausalLM", "0.28"},
    {"InternS2MobiusForConditionalGeneration", "0.28"}, {"MuseGlimmerForCausalLM", "0.28"},
    {"MuseGlimmerForConditionalGeneration", "0.28"},
    {"DeepseekV3BidirectionalModel", "0.29"}, {"GraniteMoeSWAForCausalLM", "0.29"},
    {"GraniteSWAForCausalLM", "0.29"}, {"HYV4ForCausalLM", "0.29"},
    {"NemotronH_Omni_Reasoning_V3", "0.29"}, {"Qwen4ExpForCausalLM", "0.29"},
    {"Qwen4ExpForConditionalGeneration", "0.29"},
    {"BailingMoeV3VLForConditionalGeneration", "0.30"},
    {"CohereCompassForConditionalGeneration", "0.30"}, {"DeepseekV41ForCausalLM", "0.30"},
    {"DeepseekV4ForConditionalGeneration", "0.30"}, {"Glm5NextForCausalLM", "0.30"},
    {"Glm5NextForConditionalGeneration", "0.30"}, {"K2HorizonForCausalLM", "0.30"},
    {"NanbeigeForCausalLM", "0.30"},
    {"MiniCPMV4_7ForConditionalGeneration", "0.32"},
    {"AliceAIForCausalLM", "0.33"}, {"Alpamayo2Super", "0.33"}, {"BeamForCausalLM", "0.33"},
    {"DFlashQwen3XPressModel", "0.33"}, {"DomynEdgeForCausalLM", "0.33"},
    {"DoryForCausalLM", "0.33"}, {"FlintForCausalLM", "0.33"}, {"Kolibri1ForCausalLM", "0.33"},
    {"Lfm2BidirectionalModel", "0.33"}, {"MiniCPMOcrForConditionalGeneration", "0.33"},
    {"ModernVBertModel", "0.33"}, {"MuseSparkForConditionalGeneration", "0.33"},
    {"Qwen3XPressModel", "0.33"}, {"RadioMBartPrefixForCausalLM", "0.33"},
    {"Step5ForCausalLM", "0.33"}, {"Step5ForConditionalGeneration", "0.33"},
});
// clang-format on

/// By class: what is asked for once a plan.
constexpr auto by_class = [] {
  auto rows = history;
  std::ranges::sort(rows, {}, &Registered::model_class);
  return rows;
}();

}  // namespace

std::optional<FirstRelease> first_release(std::string_view model_class) {
  const auto* row = std::ranges::lower_bound(by_class, model_class, {}, &Registered::model_class);
  if (row == by_class.end() || row->model_class != model_class) return std::nullopt;
  return FirstRelease{row->version, release_of(row->version)};
}

std::optional<FirstRelease> first_release(CacheDtype dtype) {
  const auto since = [](std::string_view version) {
    return FirstRelease{version, release_of(version)};
  };
  switch (dtype) {
    case CacheDtype::float32:
    case CacheDtype::float16:
    case CacheDtype::bfloat16:
    case CacheDtype::fp8:
      return std::nullopt;
    case CacheDtype::fp8_ds_mla:
      return since("0.11.1");
    case CacheDtype::int8_per_token_head:
    case CacheDtype::fp8_per_token_head:
    case CacheDtype::nvfp4:
    case CacheDtype::turboquant_k8v4:
    case CacheDtype::turboquant_4bit_nc:
    case CacheDtype::turboquant_k3v4_nc:
    case CacheDtype::turboquant_3bit_nc:
      return since("0.20");
    case CacheDtype::int4_per_token_head:
      return since("0.25");
    case CacheDtype::nvfp4_ds_mla:
      return since("0.30");
    case CacheDtype::ultraquant_4bit:
      return since("0.32");
  }
  return std::nullopt;
}

}  // namespace kvplan::engines
