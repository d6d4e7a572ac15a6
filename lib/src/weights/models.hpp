// Every family's module tree, one a file; the rows are in table.cpp.
#pragma once

#include <string>
#include <string_view>

#include "weights/builder.hpp"

namespace kvplan::modules {

using Build = void (*)(Builder&);

/// The module tree of a model class, or nullptr.
[[nodiscard]] Build find_model(std::string_view architecture);
/// The module tree of a model's own draft (method "mtp"), or nullptr.
[[nodiscard]] Build find_mtp(std::string_view architecture);
/// The module tree of a draft with a config of its own; the builder is of that config.
[[nodiscard]] Build find_draft(std::string_view architecture, std::string_view method);

void llama(Builder& b);
void llama_text(Builder& b, bool tied_by_default);
void phi3(Builder& b);
void phi4_multimodal(Builder& b);
void granite(Builder& b);
void exaone(Builder& b);
void internlm2(Builder& b);
void orion(Builder& b);
void minicpm(Builder& b);
void bloom(Builder& b);
void nemotron(Builder& b);
void afmoe(Builder& b);
void hunyuan_dense(Builder& b);
void hunyuan_moe(Builder& b);
void apertus(Builder& b);
void gemma(Builder& b);
void gemma2(Builder& b);
void gemma3(Builder& b);
void gemma3_vision(Builder& b);
void gemma4(Builder& b);
void gemma4_unified(Builder& b);
void gemma4_text(Builder& b);
void gemma3n(Builder& b);
void gemma3n_text(Builder& b);
void llama4(Builder& b);
void llama4_text(Builder& b);
void whisper(Builder& b);
void gpt_oss(Builder& b);
void mistral3(Builder& b);
void llava(Builder& b);
void mixtral(Builder& b);
void granite_moe(Builder& b);
void minimax_m2(Builder& b);
void minimax_m3(Builder& b);
void minimax_m3_text(Builder& b);
void glm4_moe(Builder& b);
/// Inside a multimodal model.
void glm4_moe_text(Builder& b, const std::string& wrapper);
/// @param biased  queries, keys and values where the config does not say
void glm4_text(Builder& b, const std::string& wrapper, bool biased = true);
void glm4v(Builder& b);
void glm4v_moe(Builder& b);
void glm_ocr(Builder& b);
void qwen2_5_omni(Builder& b);
void qwen3_omni(Builder& b);
void minicpmv(Builder& b);
void glm4_moe_mtp(Builder& b);
void ernie4_5_moe(Builder& b);
void ernie4_5_vl(Builder& b);
void cohere(Builder& b);
void chatglm(Builder& b);
void falcon(Builder& b);
void deepseek(Builder& b);
void deepseek_mtp(Builder& b);
void kimi_k25(Builder& b);
void kimi_vl(Builder& b);
void axk1(Builder& b);
void pangu_ultra(Builder& b);
void pangu_ultra_mtp(Builder& b);
void longcat_flash(Builder& b);
void longcat_flash_mtp(Builder& b);
void hy_v3(Builder& b);
void hy_v3_mtp(Builder& b);
void nemotron_nas(Builder& b);
void telechat2(Builder& b);
void dots1(Builder& b);
void deepseek_v4(Builder& b);
void deepseek_v4_mtp(Builder& b);
void mamba2(Builder& b);
void jamba(Builder& b);
void falcon_h1(Builder& b);
void granite_hybrid(Builder& b);
void zamba2(Builder& b);
void lfm2(Builder& b);
void lfm2_moe(Builder& b);
void mamba1(Builder& b);
void nemotron_h(Builder& b);
/// Inside a multimodal model.
void nemotron_h_text(Builder& b, const std::string& wrapper);
void nemotron_vl(Builder& b);
void nemotron_h_mtp(Builder& b);
void kimi_linear(Builder& b);
void kimi_k3(Builder& b);
void kimi_k3_mtp(Builder& b);
void eagle_llama(Builder& b);
void eagle3_llama(Builder& b);
void eagle3_qwen3(Builder& b);
void eagle3_deepseek(Builder& b);
void dflash2_qwen3(Builder& b);
void dspark_qwen3(Builder& b);
void ernie4_5_mtp(Builder& b);
void exaone_moe_mtp(Builder& b);
void dflash_qwen3(Builder& b);
void phimoe(Builder& b);
void mimo_v2(Builder& b);
void smollm3(Builder& b);
void fallback_llama(Builder& b);
void seed_oss(Builder& b);
void glm(Builder& b);
void arcee(Builder& b);
void jais2(Builder& b);
void phi(Builder& b);
void olmo(Builder& b);
void nanochat(Builder& b);
void vaultgemma(Builder& b);
void gpt_neox(Builder& b);
void solar_open(Builder& b);
void flex_olmo(Builder& b);
void phimoe_fallback(Builder& b);
void mistral4(Builder& b);
void gpt2(Builder& b);
void opt(Builder& b);
void gpt_j(Builder& b);
void stablelm(Builder& b);
void exaone4(Builder& b);
void exaone_moe(Builder& b);
void ernie4_5(Builder& b);
void glm4(Builder& b);
void hyperclovax(Builder& b);
void olmoe(Builder& b);
void step3p5(Builder& b);
void olmo2(Builder& b);
void olmo3(Builder& b);
void starcoder2(Builder& b);
void bert(Builder& b);
void roberta_classifier(Builder& b);
void modernbert(Builder& b);
void qwen2(Builder& b);
void qwen3(Builder& b);
void mimo_mtp(Builder& b);
void qwen2_moe(Builder& b);
void qwen3_moe(Builder& b);

void qwen2_vl(Builder& b);
void qwen2_5_vl(Builder& b);
void qwen3_vl(Builder& b);
void qwen3_vl_moe(Builder& b);
void qwen3_next(Builder& b);
void qwen3_next_mtp(Builder& b);
void qwen3_5(Builder& b);
void qwen3_5_mtp(Builder& b);
void qwen3_5_text(Builder& b);
void qwen3_5_language(Builder& b, const std::string& wrapper);
void minicpmv4_6(Builder& b);
void bailing(Builder& b);
void bailing_mtp(Builder& b);
void laguna(Builder& b);
void cohere2_moe(Builder& b);
void olmo_hybrid(Builder& b);
void paligemma(Builder& b);
void lfm2_vl(Builder& b);
void mimo_v2_mtp(Builder& b);
void step3p5_mtp(Builder& b);
void gpt_bigcode(Builder& b);
void persimmon(Builder& b);
void biogpt(Builder& b);
void bitnet(Builder& b);
void moshi(Builder& b);
void doge(Builder& b);
void aria_text(Builder& b);
void kolibri1(Builder& b);
void mellum(Builder& b);
void qwen4_exp(Builder& b);
void qwen4_exp_mtp(Builder& b);

}  // namespace kvplan::modules
