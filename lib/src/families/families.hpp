// Every family's describe function, one a file; the rows are in table.cpp.
#pragma once

#include "kvplan/architecture.hpp"
#include "kvplan/config.hpp"

namespace kvplan::families {

[[nodiscard]] Architecture describe_bailing_hybrid(const ModelConfig& config);
[[nodiscard]] Architecture describe_bamba(const ModelConfig& config);
[[nodiscard]] Architecture describe_chatglm(const ModelConfig& config);
[[nodiscard]] Architecture describe_deepseek(const ModelConfig& config);
[[nodiscard]] Architecture describe_deepseek_v32(const ModelConfig& config);
[[nodiscard]] Architecture describe_deepseek_v4(const ModelConfig& config);
[[nodiscard]] Architecture describe_encoder(const ModelConfig& config);
[[nodiscard]] Architecture describe_falcon_h1(const ModelConfig& config);
[[nodiscard]] Architecture describe_gemma3(const ModelConfig& config);
[[nodiscard]] Architecture describe_gemma3n(const ModelConfig& config);
[[nodiscard]] Architecture describe_gemma4(const ModelConfig& config);
[[nodiscard]] Architecture describe_glm_moe_dsa(const ModelConfig& config);
[[nodiscard]] Architecture describe_gpt_oss(const ModelConfig& config);
[[nodiscard]] Architecture describe_granitemoehybrid(const ModelConfig& config);
[[nodiscard]] Architecture describe_interleaved(const ModelConfig& config);
[[nodiscard]] Architecture describe_jamba(const ModelConfig& config);
[[nodiscard]] Architecture describe_kimi_linear(const ModelConfig& config);
[[nodiscard]] Architecture describe_lfm2(const ModelConfig& config);
[[nodiscard]] Architecture describe_lfm2_moe(const ModelConfig& config);
[[nodiscard]] Architecture describe_llama(const ModelConfig& config);
[[nodiscard]] Architecture describe_llama4(const ModelConfig& config);
[[nodiscard]] Architecture describe_longcat_flash(const ModelConfig& config);
[[nodiscard]] Architecture describe_mamba(const ModelConfig& config);
[[nodiscard]] Architecture describe_mamba2(const ModelConfig& config);
[[nodiscard]] Architecture describe_mimo_v2(const ModelConfig& config);
[[nodiscard]] Architecture describe_minicpmv4_6(const ModelConfig& config);
[[nodiscard]] Architecture describe_minimax_m3(const ModelConfig& config);
[[nodiscard]] Architecture describe_minimax_text_01(const ModelConfig& config);
[[nodiscard]] Architecture describe_multi_query(const ModelConfig& config);
[[nodiscard]] Architecture describe_nemotron_h(const ModelConfig& config);
[[nodiscard]] Architecture describe_nemotron_nas(const ModelConfig& config);
[[nodiscard]] Architecture describe_olmo_hybrid(const ModelConfig& config);
[[nodiscard]] Architecture describe_plamo2(const ModelConfig& config);
[[nodiscard]] Architecture describe_qwen(const ModelConfig& config);
[[nodiscard]] Architecture describe_qwen3_5(const ModelConfig& config);
[[nodiscard]] Architecture describe_qwen3_next(const ModelConfig& config);
[[nodiscard]] Architecture describe_qwen4_exp(const ModelConfig& config);
[[nodiscard]] Architecture describe_whisper(const ModelConfig& config);
[[nodiscard]] Architecture describe_zamba2(const ModelConfig& config);

}  // namespace kvplan::families
