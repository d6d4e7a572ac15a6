// Which release of vLLM first registers a model class. Source: model_executor/models/registry.py in
// the wheels of 0.9.1 to 0.33.0; a class that is not here is in 0.9.1 or in no release. Classes
// that 0.22 has first may be 0.21's, whose wheel is not on the index.
#include "engines/vllm_models.hpp"

#include <unordered_map>
#include <vector>

#include "engines/table.hpp"

namespace kvplan::engines {
namespace {

struct Registered {
  std::string_view version;
  std::vector<std::string_view> model_classes;
};

const std::vector<Registered>& history() {
  static const std::vector<Registered> rows{
      {"0.9.2",
       {"Dots1ForCausalLM", "Ernie4_5_ForCausalLM", "Ernie4_5_MoeForCausalLM",
        "Gemma3nForConditionalGeneration", "Glm4vForConditionalGeneration",
        "HunYuanMoEV1ForCausalLM", "KeyeForConditionalGeneration", "MiniMaxM1ForCausalLM",
        "Tarsier2ForConditionalGeneration"}},
      {"0.10",
       {"ArceeForCausalLM", "BailingMoeForCausalLM", "Exaone4ForCausalLM", "Glm4MoeForCausalLM",
        "HunYuanDenseV1ForCausalLM", "Llama_Nemotron_Nano_VL", "MiniMaxForCausalLM",
        "Phi4FlashForCausalLM", "VoxtralForConditionalGeneration"}},
      {"0.10.1",
       {"Cohere2VisionForConditionalGeneration", "Emu3ForConditionalGeneration",
        "Ernie4_5ForCausalLM", "Gemma3nForCausalLM", "Glm4vMoeForConditionalGeneration",
        "GptOssForCausalLM", "HCXVisionForCausalLM", "InternS1ForConditionalGeneration",
        "Llama4ForCausalLM", "MBartForConditionalGeneration", "Phi4MultimodalForCausalLM",
        "SmolLM3ForCausalLM", "Step3TextForCausalLM", "Step3VLForConditionalGeneration"}},
      {"0.10.2",
       {"ApertusForCausalLM", "DonutForConditionalGeneration",
        "Ernie4_5_VLMoeForConditionalGeneration", "Gemma3TextModel",
        "InternVLForConditionalGeneration", "KeyeVL1_5ForConditionalGeneration", "Lfm2ForCausalLM",
        "MiDashengLMModel", "MotifForCausalLM", "NemotronH_Nano_VL", "Ovis2_5",
        "Qwen3NextForCausalLM", "RForConditionalGeneration", "SeedOssForCausalLM", "Terratorch"}},
      {"0.11",
       {"BailingMoeV2ForCausalLM", "CwmForCausalLM", "DeepseekV32ForCausalLM", "DotsOCRForCausalLM",
        "LongcatFlashForCausalLM", "NemotronH_Nano_VL_V2", "Olmo3ForCausalLM",
        "Qwen3VLForConditionalGeneration", "Qwen3VLMoeForConditionalGeneration"}},
      {"0.11.1",
       {"AfmoeForCausalLM", "BeeForConditionalGeneration", "CLIPModel", "DeepseekOCRForCausalLM",
        "FlexOlmoForCausalLM", "KimiLinearForCausalLM", "Lfm2MoeForCausalLM",
        "LightOnOCRForConditionalGeneration", "MiniMaxM2ForCausalLM", "OuroForCausalLM",
        "PaddleOCRVLForConditionalGeneration", "PanguUltraMoEForCausalLM",
        "Qwen3OmniMoeForConditionalGeneration", "SiglipModel"}},
      {"0.12",
       {"HunYuanVLForConditionalGeneration", "MistralLarge3ForCausalLM",
        "OpenCUAForConditionalGeneration", "Plamo3ForCausalLM", "TeleChatForCausalLM"}},
      {"0.13",
       {"AudioFlamingo3ForConditionalGeneration", "BagelForConditionalGeneration",
        "Jais2ForCausalLM"}},
      {"0.14",
       {"ExaoneMoEForCausalLM", "GlmAsrForConditionalGeneration", "Grok1ForCausalLM",
        "IQuestCoderForCausalLM", "IQuestLoopCoderForCausalLM", "IsaacForConditionalGeneration",
        "KananaVForConditionalGeneration", "Lfm2VlForConditionalGeneration",
        "LlamaBidirectionalModel", "MiMoV2FlashForCausalLM",
        "NemotronParseForConditionalGeneration", "PanguProMoEV2ForCausalLM",
        "VoxtralStreamingGeneration"}},
      {"0.15",
       {"Glm4MoeLiteForCausalLM", "KimiK25ForConditionalGeneration",
        "Molmo2ForConditionalGeneration", "Step1ForCausalLM", "StepVLForConditionalGeneration"}},
      {"0.16",
       {"DeepseekOCR2ForCausalLM", "FunAudioChatForConditionalGeneration", "GlmMoeDsaForCausalLM",
        "GlmOcrForConditionalGeneration", "InternS1ProForConditionalGeneration",
        "MusicFlamingoForConditionalGeneration", "NemotronHPuzzleForCausalLM",
        "OpenPanguVLForConditionalGeneration", "Qwen3ASRForConditionalGeneration",
        "Step3p5ForCausalLM"}},
      {"0.17",
       {"AXK1ForCausalLM", "BailingMoeV2_5ForCausalLM", "FireRedASR2ForConditionalGeneration",
        "FunASRForConditionalGeneration", "LlamaNemotronVLModel", "OpsColQwen3Model",
        "Ovis2_6ForCausalLM", "Ovis2_6_MoeForCausalLM", "Qwen3_5ForConditionalGeneration",
        "Qwen3_5MoeForConditionalGeneration"}},
      {"0.18",
       {"ErnieModel", "HCXVisionV2ForCausalLM", "HyperCLOVAXForCausalLM",
        "MoonshotKimiaForCausalLM", "OlmoHybridForCausalLM", "SarvamMLAForCausalLM",
        "SarvamMoEForCausalLM"}},
      {"0.19",
       {"CohereAsrForConditionalGeneration", "Gemma4ForCausalLM",
        "Gemma4ForConditionalGeneration"}},
      {"0.20",
       {"Cheers", "CheersForConditionalGeneration", "DeepseekV4ForCausalLM",
        "Exaone4_5_ForConditionalGeneration", "FireRedLIDForConditionalGeneration",
        "Granite4VisionForConditionalGeneration", "HYV3ForCausalLM", "Ministral3ForCausalLM",
        "NemotronH_Nano_Omni_Reasoning_V3", "NemotronH_Super_Omni_Reasoning_V3",
        "Param2MoEForCausalLM", "Phi4ForCausalLMV", "Rnj1ForCausalLM", "TeleChat3ForCausalLM"}},
      {"0.21", {"MiMoV2ForCausalLM", "MiMoV2OmniForCausalLM"}},
      {"0.22",
       {"Cohere2MoeForCausalLM", "HfMoondream", "InternS2PreviewForConditionalGeneration",
        "LagunaForCausalLM", "MiniCPMV4_6ForConditionalGeneration", "Moondream3ForCausalLM",
        "OpenVLAForActionPrediction", "QianfanOCRForConditionalGeneration"}},
      {"0.22.1", {"MellumForCausalLM"}},
      {"0.23",
       {"Cosmos3ForConditionalGeneration", "Gemma4UnifiedForConditionalGeneration",
        "GraniteSpeechPlusForConditionalGeneration", "Step3p7ForConditionalGeneration"}},
      {"0.24",
       {"HrmTextForCausalLM", "MiniMaxM3SparseForCausalLM",
        "MiniMaxM3SparseForConditionalGeneration", "MossAudioModel"}},
      {"0.25",
       {"DFlashLagunaForCausalLM", "LlavaOnevision2ForConditionalGeneration",
        "MossTranscribeDiarizeForConditionalGeneration", "UnlimitedOCRForCausalLM"}},
      {"0.26",
       {"Cosmos3EdgeForConditionalGeneration", "InklingForCausalLM",
        "InklingForConditionalGeneration", "LongcatFlashNgramForCausalLM"}},
      {"0.27",
       {"ExaoneMoeForCausalLM", "KimiK3ForConditionalGeneration", "Qwen3_5ForCausalLM",
        "Qwen3_5MoeForCausalLM", "VaultGemmaForCausalLM", "VibeVoiceAsrForConditionalGeneration"}},
      {"0.28",
       {"BailingMoeV3ForCausalLM", "Dots3NoteForCausalLM", "InternS2MobiusForConditionalGeneration",
        "MuseGlimmerForCausalLM", "MuseGlimmerForConditionalGeneration"}},
      {"0.29",
       {"DeepseekV3BidirectionalModel", "GraniteMoeSWAForCausalLM", "GraniteSWAForCausalLM",
        "HYV4ForCausalLM", "NemotronH_Omni_Reasoning_V3", "Qwen4ExpForCausalLM",
        "Qwen4ExpForConditionalGeneration"}},
      {"0.30",
       {"BailingMoeV3VLForConditionalGeneration", "CohereCompassForConditionalGeneration",
        "DeepseekV41ForCausalLM", "DeepseekV4ForConditionalGeneration", "Glm5NextForCausalLM",
        "Glm5NextForConditionalGeneration", "K2HorizonForCausalLM", "NanbeigeForCausalLM"}},
      {"0.32", {"MiniCPMV4_7ForConditionalGeneration"}},
      {"0.33",
       {"AliceAIForCausalLM", "Alpamayo2Super", "BeamForCausalLM", "DFlashQwen3XPressModel",
        "DomynEdgeForCausalLM", "DoryForCausalLM", "FlintForCausalLM", "Kolibri1ForCausalLM",
        "Lfm2BidirectionalModel", "MiniCPMOcrForConditionalGeneration", "ModernVBertModel",
        "MuseSparkForConditionalGeneration", "Qwen3XPressModel", "RadioMBartPrefixForCausalLM",
        "Step5ForCausalLM", "Step5ForConditionalGeneration"}},
  };
  return rows;
}

using ByClass = std::unordered_map<std::string_view, std::string_view>;

ByClass by_class() {
  ByClass versions;
  for (const auto& [version, model_classes] : history()) {
    for (const std::string_view model_class : model_classes) versions[model_class] = version;
  }
  return versions;
}

}  // namespace

std::optional<FirstRelease> first_release(std::string_view model_class) {
  static const ByClass versions = by_class();
  const auto found = versions.find(model_class);
  if (found == versions.end()) return std::nullopt;
  return FirstRelease{found->second, release_of(found->second)};
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
