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
    Row{"PhiMoEForCausalLM", phimoe},
    Row{"MiMoV2FlashForCausalLM", mimo_v2},
    Row{"SmolLM3ForCausalLM", smollm3},
    Row{"Olmo2ForCausalLM", olmo2},
    Row{"Olmo3ForCausalLM", olmo3},
    Row{"Starcoder2ForCausalLM", starcoder2},
    Row{"BertModel", bert},
    Row{"RobertaModel", bert},
    Row{"XLMRobertaModel", bert},
    Row{"XLMRobertaForSequenceClassification", roberta_classifier},
    Row{"ModernBertModel", modernbert},
    Row{"GraniteForCausalLM", granite},
    Row{"GemmaForCausalLM", gemma},
    Row{"Gemma2ForCausalLM", gemma2},
    Row{"Gemma3ForCausalLM", gemma3},
    Row{"Gemma3ForConditionalGeneration", gemma3_vision},
    Row{"Gemma4ForConditionalGeneration", gemma4},
    Row{"GptOssForCausalLM", gpt_oss},
    Row{"Mistral3ForConditionalGeneration", mistral3},
    Row{"LlavaForConditionalGeneration", llava},
    Row{"MixtralForCausalLM", mixtral},
    Row{"GraniteMoeForCausalLM", granite_moe},
    Row{"MiniMaxM2ForCausalLM", minimax_m2},
    Row{"Glm4MoeForCausalLM", glm4_moe, glm4_moe_mtp},
    Row{"Ernie4_5_MoeForCausalLM", ernie4_5_moe},
    Row{"CohereForCausalLM", cohere},
    Row{"ChatGLMModel", chatglm},
    Row{"ChatGLMForConditionalGeneration", chatglm},
    Row{"FalconForCausalLM", falcon},
    Row{"DeepseekV2ForCausalLM", deepseek, deepseek_mtp},
    Row{"DeepseekV3ForCausalLM", deepseek, deepseek_mtp},
    Row{"DeepseekV32ForCausalLM", deepseek, deepseek_mtp},
    Row{"GlmMoeDsaForCausalLM", deepseek, deepseek_mtp},
    Row{"KimiK25ForConditionalGeneration", kimi_k25},
    Row{"DeepseekV4ForCausalLM", deepseek_v4, deepseek_v4_mtp},
    Row{"Mamba2ForCausalLM", mamba2},
    Row{"JambaForCausalLM", jamba},
    Row{"FalconH1ForCausalLM", falcon_h1},
    Row{"GraniteMoeHybridForCausalLM", granite_hybrid},
    Row{"Zamba2ForCausalLM", zamba2},
    Row{"Lfm2ForCausalLM", lfm2},
    Row{"NemotronHForCausalLM", nemotron_h, nemotron_h_mtp},
    Row{"KimiLinearForCausalLM", kimi_linear},
    Row{"Qwen2ForCausalLM", qwen2},
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
    Row{"Qwen4ExpForConditionalGeneration", qwen4_exp, qwen4_exp_mtp},
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
  const bool llama =
      architecture == "LlamaForCausalLMEagle3" || architecture == "Eagle3LlamaForCausalLM";
  return llama && method == "eagle3" ? eagle3_llama : nullptr;
}

}  // namespace kvplan::modules
