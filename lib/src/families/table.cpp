// The rows: which model_type is which family.
#include <algorithm>
#include <array>

#include "families/families.hpp"
#include "kvplan/error.hpp"
#include "kvplan/family.hpp"

namespace kvplan {
namespace {

using Types = std::string_view;
constexpr std::array deepseek_types{
    Types{"deepseek_v2"},   Types{"deepseek_v3"}, Types{"deepseek_v32"}, Types{"kimi_k2"},
    Types{"glm4_moe_lite"}, Types{"mistral4"},    Types{"axk1"},         Types{"pangu_ultra_moe"}};
constexpr std::array deepseek_v4_types{Types{"deepseek_v4"}};
constexpr std::array glm_moe_dsa_types{Types{"glm_moe_dsa"}};
constexpr std::array longcat_flash_types{Types{"longcat_flash"}};
constexpr std::array minimax_m3_types{Types{"minimax_m3_vl"}, Types{"minimax_m3_text"}};
constexpr std::array llama_types{Types{"llama"}, Types{"mistral"}};
constexpr std::array qwen_types{Types{"qwen2"}, Types{"qwen2_moe"}, Types{"qwen3"},
                                Types{"qwen3_moe"}};
constexpr std::array qwen3_next_types{Types{"qwen3_next"}};
constexpr std::array qwen3_5_types{Types{"qwen3_5"}, Types{"qwen3_5_moe"}, Types{"qwen3_5_text"},
                                   Types{"qwen3_5_moe_text"}};
constexpr std::array qwen4_exp_types{Types{"qwen4_exp"}, Types{"qwen4_exp_text"}};

const std::array table{
    Family{"deepseek", deepseek_types, families::describe_deepseek,
           "latent attention (MLA), sparse with an indexer (V3.2), MTP"},
    Family{"deepseek_v4", deepseek_v4_types, families::describe_deepseek_v4,
           "compressed latents, windows, compressor states and indexers, MTP"},
    Family{"glm_moe_dsa", glm_moe_dsa_types, families::describe_glm_moe_dsa,
           "sparse latent attention with shared indexers, MTP"},
    Family{"llama", llama_types, families::describe_llama, "grouped-query attention"},
    Family{"longcat_flash", longcat_flash_types, families::describe_longcat_flash,
           "two latent attentions a layer, MTP"},
    Family{"minimax_m3", minimax_m3_types, families::describe_minimax_m3,
           "grouped-query attention, block-sparse with an indexer, MTP"},
    Family{"qwen", qwen_types, families::describe_qwen, "grouped-query attention, dense and MoE"},
    Family{"qwen3_next", qwen3_next_types, families::describe_qwen3_next,
           "gated delta net + full attention, MTP"},
    Family{"qwen3_5", qwen3_5_types, families::describe_qwen3_5,
           "gated delta net + full attention, MTP"},
    Family{"qwen4_exp", qwen4_exp_types, families::describe_qwen4_exp,
           "gated delta net + sparse attention (QSA), n-gram embeddings, MTP"},
};

/// Checkpoints whose config.json has no model_type.
struct ClassType {
  std::string_view model_class;
  std::string_view model_type;
};
constexpr std::array class_types{ClassType{"LongcatFlashForCausalLM", "longcat_flash"},
                                 ClassType{"LongcatFlashNgramForCausalLM", "longcat_flash"}};

std::string type_of(const ModelConfig& config) {
  const std::string type = config.model_type();
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
  return family->describe(config);
}

}  // namespace kvplan
