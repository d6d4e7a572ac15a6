// Source: transformers 5.20.2, the dataclass defaults of each model's config class: the fields that
// decide which tensors a model has. Fields whose default is None are left out.
#include "weights/class_defaults.hpp"

#include <algorithm>
#include <array>

namespace kvplan::modules {
namespace {

struct Row {
  std::string_view model_type;
  std::string_view fields;
};

struct Nested {
  std::string_view model_type;
  std::string_view member;
  std::string_view own_type;
};

// clang-format off
constexpr auto rows = std::to_array<Row>({
    {"afmoe",
     R"({"vocab_size": 200192, "hidden_size": 2048, "intermediate_size": 6144,
"moe_intermediate_size": 1408, "num_hidden_layers": 32, "num_dense_layers": 1,
"num_attention_heads": 16, "head_dim": 128, "max_position_embeddings": 16384,
"tie_word_embeddings": false, "num_experts": 64, "num_shared_experts": 2, "attention_bias":
false})"},
    {"apertus",
     R"({"vocab_size": 131072, "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 65536, "tie_word_embeddings": false,
"attention_bias": false})"},
    {"arcee",
     R"({"vocab_size": 32000, "hidden_size": 2560, "intermediate_size": 18432, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 4096, "tie_word_embeddings": false,
"attention_bias": false, "mlp_bias": false})"},
    {"aria",
     R"({"vision_feature_layer": -1})"},
    {"aria_text",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 4096, "num_hidden_layers": 32,
"num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "mlp_bias": false, "moe_num_experts": 8, "moe_num_shared_experts": 2})"},
    {"axk1",
     R"({"vocab_size": 163840, "hidden_size": 7168, "intermediate_size": 18432,
"moe_intermediate_size": 2048, "num_hidden_layers": 61, "num_attention_heads": 64,
"num_key_value_heads": 64, "n_shared_experts": 1, "n_routed_experts": 192, "kv_lora_rank":
512, "q_lora_rank": 1536, "qk_rope_head_dim": 64, "v_head_dim": 128, "qk_nope_head_dim": 128,
"max_position_embeddings": 32768, "tie_word_embeddings": false, "attention_bias": false})"},
    {"bailing_hybrid",
     R"({"vocab_size": 157184, "hidden_size": 2560, "intermediate_size": 6144,
"moe_intermediate_size": 768, "num_hidden_layers": 42, "num_attention_heads": 32,
"num_key_value_heads": 32, "n_shared_experts": 1, "kv_lora_rank": 512, "qk_rope_head_dim": 64,
"v_head_dim": 128, "qk_nope_head_dim": 128, "first_k_dense_replace": 2,
"max_position_embeddings": 262144, "tie_word_embeddings": false, "attention_bias": false,
"num_local_experts": 512, "head_dim": 128})"},
    {"bamba",
     R"({"vocab_size": 128000, "tie_word_embeddings": false, "hidden_size": 4096, "intermediate_size":
14336, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
"max_position_embeddings": 262144, "mamba_conv_bias": true, "mamba_proj_bias": false,
"attention_bias": false, "mlp_bias": false, "partial_rotary_factor": 0.5})"},
    {"bert",
     R"({"vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
"intermediate_size": 3072, "max_position_embeddings": 512, "type_vocab_size": 2,
"tie_word_embeddings": true})"},
    {"biogpt",
     R"({"vocab_size": 42384, "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16,
"intermediate_size": 4096, "max_position_embeddings": 1024, "tie_word_embeddings": true})"},
    {"bitnet",
     R"({"vocab_size": 128256, "hidden_size": 2560, "intermediate_size": 6912, "num_hidden_layers":
30, "num_attention_heads": 20, "num_key_value_heads": 5, "max_position_embeddings": 2048,
"tie_word_embeddings": false, "attention_bias": false})"},
    {"bloom",
     R"({"vocab_size": 250880, "hidden_size": 64, "n_layer": 2, "n_head": 8, "tie_word_embeddings":
true})"},
    {"clip_vision_model",
     R"({"hidden_size": 768, "intermediate_size": 3072, "projection_dim": 512, "num_hidden_layers":
12, "num_attention_heads": 12, "num_channels": 3, "image_size": 224, "patch_size": 32})"},
    {"cohere",
     R"({"vocab_size": 256000, "hidden_size": 8192, "intermediate_size": 22528, "num_hidden_layers":
40, "num_attention_heads": 64, "max_position_embeddings": 8192, "tie_word_embeddings": true,
"attention_bias": false, "use_qk_norm": false})"},
    {"cohere2",
     R"({"vocab_size": 256000, "hidden_size": 8192, "intermediate_size": 22528, "num_hidden_layers":
40, "num_attention_heads": 64, "max_position_embeddings": 8192, "tie_word_embeddings": true,
"attention_bias": false})"},
    {"cohere2_moe",
     R"({"vocab_size": 256000, "hidden_size": 8192, "intermediate_size": 22528, "num_hidden_layers":
40, "num_attention_heads": 64, "head_dim": 128, "max_position_embeddings": 8192,
"tie_word_embeddings": true, "attention_bias": false, "num_experts": 8, "num_shared_experts":
0, "sliding_window_pattern": 4})"},
    {"cwm",
     R"({"vocab_size": 128256, "hidden_size": 6144, "intermediate_size": 21504, "num_hidden_layers":
64, "num_attention_heads": 48, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "mlp_bias": false, "head_dim": 128})"},
    {"deepseek_v2",
     R"({"vocab_size": 102400, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "mlp_bias": false, "first_k_dense_replace": 0, "kv_lora_rank": 512,
"q_lora_rank": 1536, "n_routed_experts": 64, "n_shared_experts": 2, "qk_nope_head_dim": 128,
"qk_rope_head_dim": 64, "topk_method": "greedy", "v_head_dim": 128, "moe_intermediate_size":
1407})"},
    {"deepseek_v3",
     R"({"vocab_size": 129280, "hidden_size": 7168, "intermediate_size": 18432,
"moe_intermediate_size": 2048, "num_hidden_layers": 61, "num_attention_heads": 128,
"num_key_value_heads": 128, "n_shared_experts": 1, "n_routed_experts": 256, "kv_lora_rank":
512, "q_lora_rank": 1536, "qk_rope_head_dim": 64, "v_head_dim": 128, "qk_nope_head_dim": 128,
"first_k_dense_replace": 3, "max_position_embeddings": 4096, "tie_word_embeddings": false,
"attention_bias": false})"},
    {"deepseek_v32",
     R"({"vocab_size": 129280, "hidden_size": 7168, "intermediate_size": 18432,
"moe_intermediate_size": 2048, "num_hidden_layers": 61, "num_attention_heads": 128,
"num_key_value_heads": 128, "n_shared_experts": 1, "n_routed_experts": 256, "kv_lora_rank":
512, "q_lora_rank": 1536, "qk_rope_head_dim": 64, "v_head_dim": 128, "qk_nope_head_dim": 128,
"max_position_embeddings": 163840, "tie_word_embeddings": false, "attention_bias": false,
"index_topk": 2048, "index_head_dim": 128, "index_n_heads": 64, "mlp_bias": false, "head_dim":
64, "first_k_dense_replace": 3})"},
    {"deepseek_v4",
     R"({"vocab_size": 129280, "hidden_size": 4096, "moe_intermediate_size": 2048,
"num_hidden_layers": 43, "num_attention_heads": 64, "num_key_value_heads": 1, "head_dim": 512,
"q_lora_rank": 1024, "n_routed_experts": 256, "n_shared_experts": 1,
"max_position_embeddings": 1048576, "hc_mult": 4, "o_groups": 8, "o_lora_rank": 1024,
"index_n_heads": 64, "index_head_dim": 128, "index_topk": 512, "num_nextn_predict_layers": 1,
"tie_word_embeddings": false, "attention_bias": false, "mlp_bias": false})"},
    {"doge",
     R"({"vocab_size": 32768, "hidden_size": 1024, "intermediate_size": 2048, "num_hidden_layers": 32,
"tie_word_embeddings": false, "max_position_embeddings": 2048, "num_attention_heads": 8,
"attention_bias": false, "mlp_bias": false, "is_moe": false, "num_experts": 16384})"},
    {"dots1",
     R"({"vocab_size": 152064, "hidden_size": 4608, "intermediate_size": 10944,
"moe_intermediate_size": 1408, "num_hidden_layers": 62, "num_attention_heads": 32,
"num_key_value_heads": 32, "first_k_dense_replace": 0, "max_position_embeddings": 2048,
"tie_word_embeddings": false, "attention_bias": false})"},
    {"ernie4_5",
     R"({"vocab_size": 103424, "hidden_size": 1024, "intermediate_size": 3072, "num_hidden_layers":
18, "num_attention_heads": 16, "num_key_value_heads": 2, "max_position_embeddings": 131072,
"tie_word_embeddings": true, "use_bias": false, "head_dim": 128})"},
    {"ernie4_5_moe",
     R"({"vocab_size": 103424, "hidden_size": 2560, "intermediate_size": 12288, "num_hidden_layers":
28, "num_attention_heads": 20, "num_key_value_heads": 4, "max_position_embeddings": 131072,
"tie_word_embeddings": true, "use_bias": false, "moe_intermediate_size": 1536,
"moe_num_experts": 64, "moe_num_shared_experts": 2, "moe_layer_start_index": 1,
"moe_layer_end_index": -1, "moe_layer_interval": 1})"},
    {"ernie4_5_vl_moe_text",
     R"({"vocab_size": 103424, "hidden_size": 2560, "intermediate_size": 12288, "num_hidden_layers":
28, "num_attention_heads": 20, "num_key_value_heads": 4, "max_position_embeddings": 131072,
"tie_word_embeddings": true, "use_bias": false, "moe_num_experts": 64,
"moe_num_shared_experts": 2})"},
    {"exaone4",
     R"({"vocab_size": 102400, "hidden_size": 4096, "intermediate_size": 16384, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 32, "max_position_embeddings": 2048,
"tie_word_embeddings": false, "sliding_window_pattern": 4})"},
    {"exaone_moe",
     R"({"vocab_size": 102400, "hidden_size": 4096, "intermediate_size": 16384, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 32, "max_position_embeddings": 2048,
"tie_word_embeddings": false, "sliding_window_pattern": 4, "first_k_dense_replace": 1,
"moe_intermediate_size": 1024, "num_experts": 64, "num_shared_experts": 1})"},
    {"falcon",
     R"({"vocab_size": 65024, "hidden_size": 4544, "num_hidden_layers": 32, "num_attention_heads": 71,
"alibi": false, "new_decoder_architecture": false, "multi_query": true, "parallel_attn": true,
"bias": false, "max_position_embeddings": 2048, "tie_word_embeddings": true})"},
    {"falcon_h1",
     R"({"vocab_size": 128000, "tie_word_embeddings": false, "hidden_size": 4096, "intermediate_size":
14336, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
"max_position_embeddings": 8192, "mamba_conv_bias": true, "mamba_proj_bias": false,
"mamba_rms_norm": false, "attention_bias": false, "mlp_bias": false})"},
    {"falcon_mamba",
     R"({"vocab_size": 50280, "hidden_size": 768, "num_hidden_layers": 32, "use_bias": false,
"use_conv_bias": true, "time_step_rank": "auto", "tie_word_embeddings": true})"},
    {"flex_olmo",
     R"({"vocab_size": 100352, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 4096, "tie_word_embeddings": false,
"attention_bias": false, "num_experts": 7})"},
    {"gemma",
     R"({"vocab_size": 256000, "hidden_size": 3072, "intermediate_size": 24576, "num_hidden_layers":
28, "num_attention_heads": 16, "num_key_value_heads": 16, "head_dim": 256,
"max_position_embeddings": 8192, "tie_word_embeddings": true, "attention_bias": false})"},
    {"gemma2",
     R"({"vocab_size": 256000, "hidden_size": 2304, "intermediate_size": 9216, "num_hidden_layers":
26, "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
"max_position_embeddings": 8192, "tie_word_embeddings": true, "attention_bias": false})"},
    {"gemma3_text",
     R"({"vocab_size": 262208, "hidden_size": 2304, "intermediate_size": 9216, "num_hidden_layers":
26, "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
"max_position_embeddings": 131072, "tie_word_embeddings": true, "attention_bias": false})"},
    {"gemma3n_text",
     R"({"vocab_size": 262400, "hidden_size": 2048, "intermediate_size": 16384, "num_hidden_layers":
35, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 256,
"max_position_embeddings": 32768, "tie_word_embeddings": true, "attention_bias": false,
"vocab_size_per_layer_input": 262144, "hidden_size_per_layer_input": 256, "altup_num_inputs":
4, "num_kv_shared_layers": 15, "laurel_rank": 64})"},
    {"gemma3n_vision",
     R"({"hidden_size": 2048, "vocab_size": 128})"},
    {"gemma4_text",
     R"({"vocab_size": 262144, "hidden_size": 2304, "intermediate_size": 9216, "num_hidden_layers":
30, "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
"max_position_embeddings": 131072, "tie_word_embeddings": true, "attention_bias": false,
"vocab_size_per_layer_input": 262144, "hidden_size_per_layer_input": 256, "attention_k_eq_v":
false, "num_kv_shared_layers": 0, "enable_moe_block": false, "use_double_wide_mlp": false})"},
    {"gemma4_vision",
     R"({"hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 16,
"num_attention_heads": 12, "num_key_value_heads": 12, "head_dim": 64,
"max_position_embeddings": 131072, "attention_bias": false, "patch_size": 16,
"position_embedding_size": 10240, "use_clipped_linears": false, "standardize": false})"},
    {"glm",
     R"({"vocab_size": 151552, "hidden_size": 4096, "intermediate_size": 13696, "num_hidden_layers":
40, "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128,
"max_position_embeddings": 131072, "tie_word_embeddings": false, "attention_bias": true,
"partial_rotary_factor": 0.5})"},
    {"glm4",
     R"({"vocab_size": 151552, "hidden_size": 4096, "intermediate_size": 13696, "num_hidden_layers":
40, "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128,
"max_position_embeddings": 131072, "tie_word_embeddings": false, "attention_bias": true,
"partial_rotary_factor": 0.5})"},
    {"glm4_moe",
     R"({"vocab_size": 151552, "hidden_size": 4096, "intermediate_size": 10944, "num_hidden_layers":
46, "num_attention_heads": 96, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "attention_bias": false, "moe_intermediate_size": 1408,
"n_shared_experts": 1, "n_routed_experts": 128, "first_k_dense_replace": 1, "use_qk_norm":
false, "partial_rotary_factor": 0.5})"},
    {"glm4_moe_lite",
     R"({"vocab_size": 154880, "hidden_size": 2048, "intermediate_size": 10240,
"moe_intermediate_size": 1536, "num_hidden_layers": 47, "num_attention_heads": 20,
"num_key_value_heads": 20, "n_shared_experts": 1, "n_routed_experts": 64, "kv_lora_rank": 512,
"q_lora_rank": 768, "qk_rope_head_dim": 64, "v_head_dim": 256, "qk_nope_head_dim": 192,
"max_position_embeddings": 202752, "tie_word_embeddings": false, "attention_bias": false})"},
    {"glm4v_moe_text",
     R"({"vocab_size": 151424, "hidden_size": 4096, "intermediate_size": 10944, "num_hidden_layers":
46, "num_attention_heads": 96, "num_key_value_heads": 8, "max_position_embeddings": 65536,
"tie_word_embeddings": false, "attention_bias": true, "moe_intermediate_size": 1408,
"n_shared_experts": 1, "n_routed_experts": 128, "first_k_dense_replace": 1,
"partial_rotary_factor": 0.5})"},
    {"glm4v_moe_vision",
     R"({"depth": 24, "hidden_size": 1536, "attention_bias": false, "num_heads": 12, "in_channels": 3,
"image_size": 336, "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2,
"out_hidden_size": 4096, "intermediate_size": 13696})"},
    {"glm4v_text",
     R"({"vocab_size": 151552, "hidden_size": 4096, "intermediate_size": 13696, "num_hidden_layers":
40, "num_attention_heads": 32, "num_key_value_heads": 2, "max_position_embeddings": 32768})"},
    {"glm4v_vision",
     R"({"depth": 24, "hidden_size": 1536, "attention_bias": false, "num_heads": 12, "in_channels": 3,
"image_size": 336, "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2,
"out_hidden_size": 4096, "intermediate_size": 13696})"},
    {"glm_moe_dsa",
     R"({"vocab_size": 154880, "hidden_size": 6144, "intermediate_size": 12288,
"moe_intermediate_size": 2048, "num_hidden_layers": 78, "num_attention_heads": 64,
"num_key_value_heads": 64, "n_shared_experts": 1, "n_routed_experts": 256, "kv_lora_rank":
512, "q_lora_rank": 2048, "qk_rope_head_dim": 64, "v_head_dim": 256, "qk_nope_head_dim": 192,
"max_position_embeddings": 202752, "tie_word_embeddings": false, "attention_bias": false,
"index_topk": 2048, "index_head_dim": 128, "index_n_heads": 32, "mlp_bias": false, "head_dim":
64, "first_k_dense_replace": 3})"},
    {"glm_ocr_text",
     R"({"vocab_size": 59392, "hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 16,
"num_attention_heads": 16, "num_key_value_heads": 8, "max_position_embeddings": 131072})"},
    {"gpt-sw3",
     R"({"vocab_size": 50257, "n_positions": 1024, "n_embd": 768, "n_layer": 12, "n_head": 12,
"tie_word_embeddings": true})"},
    {"gpt2",
     R"({"vocab_size": 50257, "n_positions": 1024, "n_embd": 768, "n_layer": 12, "n_head": 12,
"tie_word_embeddings": true})"},
    {"gpt_bigcode",
     R"({"vocab_size": 50257, "n_positions": 1024, "n_embd": 768, "n_layer": 12, "n_head": 12,
"multi_query": true, "tie_word_embeddings": true})"},
    {"gpt_neox",
     R"({"vocab_size": 50432, "hidden_size": 6144, "num_hidden_layers": 44, "num_attention_heads": 64,
"intermediate_size": 24576, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": true, "partial_rotary_factor": 0.25})"},
    {"gpt_oss",
     R"({"num_hidden_layers": 36, "num_local_experts": 128, "vocab_size": 201088, "hidden_size": 2880,
"intermediate_size": 2880, "head_dim": 64, "num_attention_heads": 64, "num_key_value_heads":
8, "tie_word_embeddings": false, "max_position_embeddings": 131072, "attention_bias": true})"},
    {"gptj",
     R"({"vocab_size": 50400, "n_positions": 2048, "n_embd": 4096, "n_layer": 28, "n_head": 16,
"rotary_dim": 64, "tie_word_embeddings": false})"},
    {"granite",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "mlp_bias": false})"},
    {"granite_swa",
     R"({"vocab_size": 100352, "hidden_size": 2560, "intermediate_size": 8192, "num_hidden_layers":
24, "num_attention_heads": 20, "num_key_value_heads": 4, "max_position_embeddings": 8192,
"tie_word_embeddings": true, "attention_bias": false, "mlp_bias": false})"},
    {"granitemoe",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "num_local_experts": 8})"},
    {"granitemoe_swa",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "num_local_experts": 8, "shared_intermediate_size": 0})"},
    {"granitemoehybrid",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "num_local_experts": 8, "shared_intermediate_size": 1024,
"mamba_conv_bias": true, "mamba_proj_bias": false})"},
    {"granitemoeshared",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "num_local_experts": 8, "shared_intermediate_size": 0})"},
    {"helium",
     R"({"vocab_size": 48000, "hidden_size": 2560, "intermediate_size": 7040, "num_hidden_layers": 24,
"num_attention_heads": 20, "num_key_value_heads": 20, "head_dim": 128,
"max_position_embeddings": 4096, "tie_word_embeddings": false, "attention_bias": false,
"mlp_bias": false})"},
    {"hunyuan_v1_dense",
     R"({"vocab_size": 290943, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false})"},
    {"hunyuan_v1_moe",
     R"({"vocab_size": 290943, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "num_experts": 1})"},
    {"hy_v3",
     R"({"vocab_size": 120832, "hidden_size": 4096, "intermediate_size": 13312, "num_hidden_layers":
80, "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 128,
"max_position_embeddings": 131072, "tie_word_embeddings": false, "attention_bias": false,
"mlp_bias": false, "num_experts": 192, "num_shared_experts": 1, "moe_intermediate_size": 1536})"},
    {"hyperclovax",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "mlp_bias": false, "use_post_norm": true})"},
    {"jais2",
     R"({"vocab_size": 150272, "hidden_size": 3328, "intermediate_size": 26624, "num_hidden_layers":
32, "num_attention_heads": 26, "max_position_embeddings": 8192, "tie_word_embeddings": false,
"attention_bias": true, "mlp_bias": true})"},
    {"jamba",
     R"({"vocab_size": 65536, "tie_word_embeddings": false, "hidden_size": 4096, "intermediate_size":
14336, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
"max_position_embeddings": 262144, "num_experts": 16, "expert_layer_period": 2,
"expert_layer_offset": 1, "mamba_dt_rank": "auto", "mamba_conv_bias": true, "mamba_proj_bias":
false})"},
    {"kimi_linear",
     R"({"vocab_size": 163840, "hidden_size": 2304, "intermediate_size": 9216,
"moe_intermediate_size": 1024, "num_hidden_layers": 27, "num_attention_heads": 32,
"num_key_value_heads": 32, "n_shared_experts": 1, "kv_lora_rank": 512, "qk_rope_head_dim": 64,
"v_head_dim": 128, "qk_nope_head_dim": 128, "max_position_embeddings": 1048576,
"tie_word_embeddings": false, "attention_bias": false, "num_local_experts": 256})"},
    {"kolibri1",
     R"({"vocab_size": 128000, "hidden_size": 2560, "num_hidden_layers": 50, "num_attention_heads":
48, "num_key_value_heads": 4, "max_position_embeddings": 262144, "tie_word_embeddings": false,
"moe_intermediate_size": 512, "num_experts": 384, "head_dim": 128,
"shared_expert_intermediate_size": 512})"},
    {"laguna",
     R"({"vocab_size": 100352, "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers":
40, "num_attention_heads": 48, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "moe_intermediate_size": 512, "shared_expert_intermediate_size":
512, "num_experts": 256, "head_dim": 128, "attention_bias": false, "gating": true})"},
    {"lfm2",
     R"({"vocab_size": 65536, "hidden_size": 2560, "intermediate_size": 12288, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 128000,
"tie_word_embeddings": true, "conv_bias": false, "block_multiple_of": 256,
"block_ffn_dim_multiplier": 1.0, "block_auto_adjust_ff_dim": true})"},
    {"lfm2_moe",
     R"({"vocab_size": 65536, "hidden_size": 2048, "intermediate_size": 7168, "moe_intermediate_size":
1792, "num_hidden_layers": 32, "tie_word_embeddings": true, "max_position_embeddings": 128000,
"num_attention_heads": 32, "num_key_value_heads": 8, "conv_bias": false, "num_dense_layers":
2, "num_experts": 32, "use_expert_bias": true})"},
    {"lfm2_vl",
     R"({"projector_hidden_size": 2560, "projector_bias": true, "projector_use_layernorm": true,
"downsample_factor": 2})"},
    {"llama",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false, "mlp_bias": false})"},
    {"llama4_text",
     R"({"vocab_size": 202048, "hidden_size": 5120, "intermediate_size": 8192,
"intermediate_size_mlp": 16384, "num_hidden_layers": 48, "num_attention_heads": 40,
"num_key_value_heads": 8, "head_dim": 128, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "num_local_experts": 16, "interleave_moe_layer_step": 1,
"use_qk_norm": true, "attention_bias": false})"},
    {"llama4_vision_model",
     R"({"hidden_size": 768, "num_hidden_layers": 34, "num_attention_heads": 16, "num_channels": 3,
"intermediate_size": 5632, "vision_output_dim": 7680, "image_size": 448, "patch_size": 14,
"projector_input_dim": 4096, "projector_output_dim": 4096})"},
    {"llava",
     R"({"vision_feature_layer": -2, "multimodal_projector_bias": true})"},
    {"longcat_flash",
     R"({"vocab_size": 131072, "hidden_size": 6144, "num_layers": 28, "num_attention_heads": 64,
"max_position_embeddings": 131072, "tie_word_embeddings": false, "attention_bias": false,
"ffn_hidden_size": 12288, "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128,
"qk_rope_head_dim": 64, "head_dim": 64, "v_head_dim": 128, "n_routed_experts": 512,
"zero_expert_num": 256, "expert_ffn_hidden_size": 2048})"},
    {"mamba",
     R"({"vocab_size": 50280, "hidden_size": 768, "num_hidden_layers": 32, "use_bias": false,
"use_conv_bias": true, "time_step_rank": "auto", "tie_word_embeddings": true})"},
    {"mamba2",
     R"({"num_heads": 128, "head_dim": 64, "vocab_size": 32768, "hidden_size": 4096,
"num_hidden_layers": 64, "use_bias": false, "use_conv_bias": true, "time_step_rank": "auto",
"tie_word_embeddings": false})"},
    {"mellum",
     R"({"vocab_size": 98304, "hidden_size": 2304, "intermediate_size": 7168, "num_hidden_layers": 28,
"num_attention_heads": 32, "num_key_value_heads": 4, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "attention_bias": false, "moe_intermediate_size": 896,
"num_experts": 64, "head_dim": 128})"},
    {"mimo_v2_flash",
     R"({"vocab_size": 152576, "hidden_size": 4096, "intermediate_size": 16384, "num_hidden_layers":
48, "num_attention_heads": 64, "num_key_value_heads": 4, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "attention_bias": false, "moe_intermediate_size": 2048,
"n_routed_experts": 256, "head_dim": 192, "v_head_dim": 128})"},
    {"minicpmv4_6",
     R"({"image_size": 448, "drop_vision_last_layer": false, "merge_kernel_size": [2, 2],
"merger_times": 1})"},
    {"minicpmv4_6_vision",
     R"({"hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
"num_attention_heads": 12, "num_channels": 3, "image_size": 224, "patch_size": 16})"},
    {"minicpmv4_7",
     R"({"image_size": 448, "merge_kernel_size": [2, 2], "merger_times": 1})"},
    {"minicpmv4_7_vision",
     R"({"hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
"num_attention_heads": 12, "num_channels": 3, "image_size": 224, "patch_size": 16})"},
    {"minimax",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "num_local_experts": 8})"},
    {"minimax_m2",
     R"({"vocab_size": 200064, "hidden_size": 3072, "intermediate_size": 1536, "num_hidden_layers":
62, "num_attention_heads": 48, "num_key_value_heads": 8, "head_dim": 128,
"max_position_embeddings": 196608, "tie_word_embeddings": false, "num_local_experts": 256})"},
    {"minimax_m3_vl",
     R"({"projector_hidden_size": 6144})"},
    {"minimax_m3_vl_text",
     R"({"vocab_size": 200064, "hidden_size": 6144, "intermediate_size": 3072, "num_hidden_layers":
60, "num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 128,
"max_position_embeddings": 524288, "tie_word_embeddings": false, "num_local_experts": 128,
"dense_intermediate_size": 12288, "shared_intermediate_size": 3072, "rotary_dim": 64,
"index_n_heads": 4, "index_head_dim": 128})"},
    {"minimax_m3_vl_vision",
     R"({"hidden_size": 1280, "intermediate_size": 5120, "num_hidden_layers": 32,
"num_attention_heads": 16, "num_channels": 3, "image_size": 2016, "patch_size": 14,
"temporal_patch_size": 2, "spatial_merge_size": 2})"},
    {"ministral",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false})"},
    {"ministral3",
     R"({"vocab_size": 131072, "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers":
34, "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
"max_position_embeddings": 262144, "tie_word_embeddings": false})"},
    {"mistral",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false})"},
    {"mistral3",
     R"({"vision_feature_layer": -1, "multimodal_projector_bias": false, "spatial_merge_size": 2})"},
    {"mistral4",
     R"({"vocab_size": 131072, "hidden_size": 4096, "intermediate_size": 12288,
"moe_intermediate_size": 2048, "num_hidden_layers": 36, "num_attention_heads": 32,
"num_key_value_heads": 32, "n_shared_experts": 1, "n_routed_experts": 128, "kv_lora_rank":
256, "q_lora_rank": 1024, "qk_rope_head_dim": 64, "v_head_dim": 128, "qk_nope_head_dim": 64,
"first_k_dense_replace": 0, "max_position_embeddings": 1048576, "tie_word_embeddings": false,
"attention_bias": false, "partial_rotary_factor": 0.5})"},
    {"mixtral",
     R"({"vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "num_local_experts": 8})"},
    {"modernbert",
     R"({"vocab_size": 50368, "hidden_size": 768, "intermediate_size": 1152, "num_hidden_layers": 22,
"num_attention_heads": 12, "max_position_embeddings": 8192, "norm_bias": false,
"attention_bias": false, "mlp_bias": false, "tie_word_embeddings": true})"},
    {"moshi",
     R"({"vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
"max_position_embeddings": 3000, "ffn_dim": 22528, "tie_word_embeddings": false})"},
    {"nanochat",
     R"({"vocab_size": 50304, "hidden_size": 768, "intermediate_size": 8192, "num_hidden_layers": 12,
"num_attention_heads": 6, "max_position_embeddings": 2048, "attention_bias": false,
"tie_word_embeddings": false})"},
    {"nemotron",
     R"({"vocab_size": 256000, "hidden_size": 6144, "intermediate_size": 24576, "num_hidden_layers":
32, "num_attention_heads": 48, "max_position_embeddings": 4096, "tie_word_embeddings": false,
"attention_bias": false, "mlp_bias": false, "partial_rotary_factor": 0.5})"},
    {"nemotron_h",
     R"({"vocab_size": 131072, "hidden_size": 4096, "tie_word_embeddings": false,
"num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
"max_position_embeddings": 4096, "attention_bias": false, "intermediate_size": 21504,
"mlp_bias": false, "use_conv_bias": true, "mamba_proj_bias": false, "n_routed_experts": 8,
"n_shared_experts": 1, "moe_intermediate_size": 7688, "moe_shared_expert_intermediate_size":
7688, "num_nextn_predict_layers": 0, "use_bias": false})"},
    {"nemotron_h_omni",
     R"({"projector_hidden_size": 4096})"},
    {"olmo",
     R"({"vocab_size": 50304, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false})"},
    {"olmo2",
     R"({"vocab_size": 50304, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false})"},
    {"olmo3",
     R"({"vocab_size": 50304, "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"attention_bias": false})"},
    {"olmo_hybrid",
     R"({"vocab_size": 100352, "hidden_size": 3840, "intermediate_size": 11008, "num_hidden_layers":
32, "num_attention_heads": 30, "max_position_embeddings": 65536, "tie_word_embeddings": false,
"attention_bias": false})"},
    {"olmoe",
     R"({"vocab_size": 50304, "hidden_size": 2048, "intermediate_size": 2048, "num_hidden_layers": 16,
"num_attention_heads": 16, "max_position_embeddings": 4096, "tie_word_embeddings": false,
"attention_bias": false, "num_experts": 64})"},
    {"opt",
     R"({"vocab_size": 50272, "hidden_size": 768, "num_hidden_layers": 12, "ffn_dim": 3072,
"max_position_embeddings": 2048, "do_layer_norm_before": true, "num_attention_heads": 12,
"enable_bias": true, "tie_word_embeddings": true})"},
    {"paligemma",
     R"({"vocab_size": 257152, "projection_dim": 2048, "hidden_size": 2048})"},
    {"persimmon",
     R"({"vocab_size": 262144, "hidden_size": 4096, "intermediate_size": 16384, "num_hidden_layers":
36, "num_attention_heads": 64, "max_position_embeddings": 16384, "tie_word_embeddings": false,
"qk_layernorm": true, "partial_rotary_factor": 0.5})"},
    {"phi",
     R"({"vocab_size": 51200, "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 24,
"num_attention_heads": 32, "max_position_embeddings": 2048, "tie_word_embeddings": false,
"qk_layernorm": false, "partial_rotary_factor": 0.5})"},
    {"phi3",
     R"({"vocab_size": 32064, "hidden_size": 3072, "intermediate_size": 8192, "num_hidden_layers": 32,
"num_attention_heads": 32, "max_position_embeddings": 4096,
"original_max_position_embeddings": 4096, "tie_word_embeddings": false})"},
    {"phi4_multimodal",
     R"({"vocab_size": 200064, "hidden_size": 3072, "intermediate_size": 8192, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"original_max_position_embeddings": 4096, "tie_word_embeddings": false})"},
    {"phi4_multimodal_audio",
     R"({"hidden_size": 1024, "intermediate_size": 1536, "num_blocks": 24, "num_attention_heads": 16,
"ext_pw_out_channel": 1024, "depthwise_separable_out_channel": 1024, "depthwise_multiplier":
1, "kernel_size": 3, "input_size": 80, "time_reduction": 8, "bias_max_distance": 1000,
"bias_symmetric": false, "nemo_conv_channels": 1024})"},
    {"phi4_multimodal_vision",
     R"({"hidden_size": 1152, "intermediate_size": 4304, "num_hidden_layers": 27,
"num_attention_heads": 16, "num_channels": 3, "image_size": 448, "patch_size": 14,
"crop_size": 448})"},
    {"phimoe",
     R"({"vocab_size": 32064, "hidden_size": 4096, "intermediate_size": 6400, "num_hidden_layers": 32,
"num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072,
"tie_word_embeddings": false, "num_local_experts": 16, "attention_bias": false})"},
    {"pixtral",
     R"({"hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24,
"num_attention_heads": 16, "num_channels": 3, "image_size": 1024, "patch_size": 16})"},
    {"qwen2",
     R"({"vocab_size": 151936, "hidden_size": 4096, "intermediate_size": 22016, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 32, "max_position_embeddings": 32768,
"tie_word_embeddings": false})"},
    {"qwen2_5_omni_text",
     R"({"vocab_size": 152064, "hidden_size": 3584, "intermediate_size": 18944, "num_hidden_layers":
28, "num_attention_heads": 28, "num_key_value_heads": 4, "max_position_embeddings": 32768,
"tie_word_embeddings": true})"},
    {"qwen2_5_vl_text",
     R"({"vocab_size": 152064, "hidden_size": 8192, "intermediate_size": 29568, "num_hidden_layers":
80, "num_attention_heads": 64, "num_key_value_heads": 8, "max_position_embeddings": 32768})"},
    {"qwen2_5_vl_vision",
     R"({"depth": 32, "hidden_size": 3584, "intermediate_size": 3420, "num_heads": 16, "in_channels":
3, "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2, "out_hidden_size":
3584})"},
    {"qwen2_moe",
     R"({"vocab_size": 151936, "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers":
24, "num_attention_heads": 16, "num_key_value_heads": 16, "max_position_embeddings": 32768,
"tie_word_embeddings": false, "decoder_sparse_step": 1, "moe_intermediate_size": 1408,
"shared_expert_intermediate_size": 5632, "num_experts": 60})"},
    {"qwen2_vl_text",
     R"({"vocab_size": 152064, "hidden_size": 8192, "intermediate_size": 29568, "num_hidden_layers":
80, "num_attention_heads": 64, "num_key_value_heads": 8, "max_position_embeddings": 32768})"},
    {"qwen2_vl_vision",
     R"({"depth": 32, "embed_dim": 1280, "hidden_size": 3584, "mlp_ratio": 4, "num_heads": 16,
"in_channels": 3, "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2})"},
    {"qwen3",
     R"({"vocab_size": 151936, "hidden_size": 4096, "intermediate_size": 22016, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 32, "head_dim": 128,
"max_position_embeddings": 32768, "tie_word_embeddings": false, "attention_bias": false})"},
    {"qwen3_5_moe_text",
     R"({"vocab_size": 248320, "hidden_size": 2048, "num_hidden_layers": 40, "num_attention_heads":
16, "num_key_value_heads": 2, "max_position_embeddings": 32768, "tie_word_embeddings": false,
"attention_bias": false, "head_dim": 256, "moe_intermediate_size": 512,
"shared_expert_intermediate_size": 512, "num_experts": 256, "partial_rotary_factor": 0.25})"},
    {"qwen3_5_moe_vision",
     R"({"depth": 27, "hidden_size": 1152, "intermediate_size": 4304, "num_heads": 16, "in_channels":
3, "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2, "out_hidden_size":
3584, "num_position_embeddings": 2304})"},
    {"qwen3_5_text",
     R"({"vocab_size": 248320, "hidden_size": 4096, "intermediate_size": 12288, "num_hidden_layers":
32, "num_attention_heads": 16, "num_key_value_heads": 4, "max_position_embeddings": 32768,
"tie_word_embeddings": false, "attention_bias": false, "head_dim": 256,
"partial_rotary_factor": 0.25})"},
    {"qwen3_5_vision",
     R"({"depth": 27, "hidden_size": 1152, "intermediate_size": 4304, "num_heads": 16, "in_channels":
3, "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2, "out_hidden_size":
3584, "num_position_embeddings": 2304})"},
    {"qwen3_moe",
     R"({"vocab_size": 151936, "hidden_size": 2048, "intermediate_size": 6144, "num_hidden_layers":
24, "num_attention_heads": 32, "num_key_value_heads": 4, "max_position_embeddings": 32768,
"tie_word_embeddings": false, "attention_bias": false, "decoder_sparse_step": 1,
"moe_intermediate_size": 768, "num_experts": 128})"},
    {"qwen3_next",
     R"({"vocab_size": 151936, "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers":
48, "num_attention_heads": 16, "num_key_value_heads": 2, "max_position_embeddings": 32768,
"tie_word_embeddings": false, "attention_bias": false, "head_dim": 256, "decoder_sparse_step":
1, "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512, "num_experts": 512,
"partial_rotary_factor": 0.25})"},
    {"qwen3_omni_moe_text",
     R"({"vocab_size": 3584, "hidden_size": 2048, "intermediate_size": 18944, "num_hidden_layers": 28,
"num_attention_heads": 28, "num_key_value_heads": 4, "max_position_embeddings": 32768,
"attention_bias": false, "decoder_sparse_step": 1, "moe_intermediate_size": 768,
"num_experts": 128})"},
    {"qwen3_vl_moe_text",
     R"({"vocab_size": 151936, "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers":
24, "num_attention_heads": 16, "num_key_value_heads": 16, "max_position_embeddings": 128000,
"tie_word_embeddings": true, "attention_bias": false, "decoder_sparse_step": 1,
"moe_intermediate_size": 1408, "num_experts": 60})"},
    {"qwen3_vl_moe_vision",
     R"({"depth": 27, "hidden_size": 1152, "intermediate_size": 4304, "num_heads": 16, "in_channels":
3, "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2, "out_hidden_size":
3584, "num_position_embeddings": 2304, "deepstack_visual_indexes": [8, 16, 24]})"},
    {"qwen3_vl_text",
     R"({"vocab_size": 151936, "hidden_size": 4096, "intermediate_size": 22016, "num_hidden_layers":
32, "num_attention_heads": 32, "num_key_value_heads": 32, "head_dim": 128,
"max_position_embeddings": 128000, "attention_bias": false})"},
    {"qwen3_vl_vision",
     R"({"depth": 27, "hidden_size": 1152, "intermediate_size": 4304, "num_heads": 16, "in_channels":
3, "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2, "out_hidden_size":
3584, "num_position_embeddings": 2304, "deepstack_visual_indexes": [8, 16, 24]})"},
    {"qwen4_exp_text",
     R"({"vocab_size": 248320, "hidden_size": 2048, "num_hidden_layers": 40, "num_attention_heads":
16, "num_key_value_heads": 2, "max_position_embeddings": 32768, "tie_word_embeddings": false,
"attention_bias": false, "head_dim": 256, "moe_intermediate_size": 512,
"shared_expert_intermediate_size": 512, "num_experts": 512, "hc_count": 4, "hc_lowrank": 320,
"ple_conv_kernel_size": 4, "ngram_size": 3, "heads_per_ngram": 8, "ngram_vocab_size_base":
20000000, "make_ngram_vocab_size_divisible_by": 128})"},
    {"qwen4_exp_vision",
     R"({"depth": 27, "hidden_size": 1152, "intermediate_size": 4304, "num_heads": 16, "in_channels":
3, "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2, "out_hidden_size":
3584, "num_position_embeddings": 2304})"},
    {"roberta",
     R"({"vocab_size": 50265, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
"intermediate_size": 3072, "max_position_embeddings": 512, "type_vocab_size": 2,
"tie_word_embeddings": true})"},
    {"seed_oss",
     R"({"vocab_size": 155136, "hidden_size": 4096, "intermediate_size": 27648, "num_hidden_layers":
64, "num_attention_heads": 80, "num_key_value_heads": 8, "max_position_embeddings": 524288,
"tie_word_embeddings": false, "attention_bias": true, "attention_out_bias": false, "mlp_bias":
false, "head_dim": 128})"},
    {"siglip2_vision_model",
     R"({"hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
"num_attention_heads": 12, "num_channels": 3, "patch_size": 16, "num_patches": 256})"},
    {"siglip_vision_model",
     R"({"hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
"num_attention_heads": 12, "num_channels": 3, "image_size": 224, "patch_size": 16})"},
    {"smollm3",
     R"({"vocab_size": 128256, "hidden_size": 2048, "intermediate_size": 11008, "num_hidden_layers":
36, "num_attention_heads": 16, "num_key_value_heads": 4, "max_position_embeddings": 32768,
"attention_bias": false, "mlp_bias": false, "tie_word_embeddings": true})"},
    {"solar_open",
     R"({"vocab_size": 196608, "hidden_size": 4096, "num_hidden_layers": 48, "num_attention_heads":
64, "num_key_value_heads": 8, "max_position_embeddings": 131072, "tie_word_embeddings": false,
"attention_bias": false, "moe_intermediate_size": 1280, "n_shared_experts": 1,
"n_routed_experts": 128, "head_dim": 128})"},
    {"stablelm",
     R"({"vocab_size": 50304, "intermediate_size": 6912, "hidden_size": 2560, "num_hidden_layers": 32,
"num_attention_heads": 32, "num_key_value_heads": 32, "max_position_embeddings": 4096,
"tie_word_embeddings": false, "use_qkv_bias": false, "qk_layernorm": false,
"partial_rotary_factor": 0.25})"},
    {"starcoder2",
     R"({"vocab_size": 49152, "hidden_size": 3072, "intermediate_size": 12288, "num_hidden_layers":
30, "num_attention_heads": 24, "num_key_value_heads": 2, "max_position_embeddings": 4096,
"use_bias": true, "tie_word_embeddings": true})"},
    {"step3p5",
     R"({"vocab_size": 128815, "hidden_size": 4096, "intermediate_size": 11264, "num_hidden_layers":
45, "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 128,
"max_position_embeddings": 128000, "tie_word_embeddings": false, "num_local_experts": 128,
"moe_intermediate_size": 1280, "n_routed_experts": 288, "share_expert_dim": 1280,
"attention_bias": false, "mlp_bias": false})"},
    {"vaultgemma",
     R"({"vocab_size": 256000, "hidden_size": 2304, "intermediate_size": 9216, "num_hidden_layers":
26, "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
"max_position_embeddings": 8192, "tie_word_embeddings": true, "attention_bias": false})"},
    {"whisper",
     R"({"vocab_size": 51865, "num_mel_bins": 80, "encoder_layers": 4, "encoder_attention_heads": 6,
"decoder_layers": 4, "decoder_attention_heads": 6, "decoder_ffn_dim": 1536, "encoder_ffn_dim":
1536, "d_model": 384, "max_source_positions": 1500, "max_target_positions": 448,
"tie_word_embeddings": true})"},
    {"xlm-roberta",
     R"({"vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
"intermediate_size": 3072, "max_position_embeddings": 512, "type_vocab_size": 2,
"tie_word_embeddings": true})"},
    {"zamba2",
     R"({"vocab_size": 32000, "max_position_embeddings": 4096, "hidden_size": 2560,
"num_hidden_layers": 54, "use_conv_bias": true, "add_bias_linear": false,
"num_attention_heads": 32, "num_mem_blocks": 1, "use_shared_attention_adapter": false,
"adapter_rank": 128, "use_mem_rope": false, "tie_word_embeddings": true})"},
});

/// What a member is where it does not name its own model_type.
constexpr auto nested = std::to_array<Nested>({
    {"aria", "text_config", "aria_text"},
    {"gemma3", "text_config", "gemma3_text"},
    {"gemma3n", "text_config", "gemma3n_text"},
    {"gemma3n", "vision_config", "gemma3n_vision"},
    {"gemma4", "text_config", "gemma4_text"},
    {"gemma4", "vision_config", "gemma4_vision"},
    {"glm4v", "text_config", "glm4v_text"},
    {"glm4v", "vision_config", "glm4v_vision"},
    {"glm4v_moe", "text_config", "glm4v_moe_text"},
    {"glm4v_moe", "vision_config", "glm4v_moe_vision"},
    {"llama4", "text_config", "llama4_text"},
    {"llama4", "vision_config", "llama4_vision_model"},
    {"minicpmv4_6", "vision_config", "minicpmv4_6_vision"},
    {"minicpmv4_7", "vision_config", "minicpmv4_7_vision"},
    {"minimax_m3_vl", "text_config", "minimax_m3_vl_text"},
    {"minimax_m3_vl", "vision_config", "minimax_m3_vl_vision"},
    {"phi4_multimodal", "audio_config", "phi4_multimodal_audio"},
    {"phi4_multimodal", "vision_config", "phi4_multimodal_vision"},
    {"qwen2_5_vl", "text_config", "qwen2_5_vl_text"},
    {"qwen2_5_vl", "vision_config", "qwen2_5_vl_vision"},
    {"qwen2_vl", "text_config", "qwen2_vl_text"},
    {"qwen2_vl", "vision_config", "qwen2_vl_vision"},
    {"qwen3_5", "text_config", "qwen3_5_text"},
    {"qwen3_5", "vision_config", "qwen3_5_vision"},
    {"qwen3_5_moe", "text_config", "qwen3_5_moe_text"},
    {"qwen3_5_moe", "vision_config", "qwen3_5_moe_vision"},
    {"qwen3_vl", "text_config", "qwen3_vl_text"},
    {"qwen3_vl", "vision_config", "qwen3_vl_vision"},
    {"qwen3_vl_moe", "text_config", "qwen3_vl_moe_text"},
    {"qwen3_vl_moe", "vision_config", "qwen3_vl_moe_vision"},
    {"qwen4_exp", "text_config", "qwen4_exp_text"},
    {"qwen4_exp", "vision_config", "qwen4_exp_vision"},
});
// clang-format on

}  // namespace

std::string_view class_defaults(std::string_view model_type) {
  const auto* row = std::ranges::find(rows, model_type, &Row::model_type);
  return row == rows.end() ? std::string_view{} : row->fields;
}

std::string_view type_of_member(std::string_view model_type, std::string_view member) {
  const auto* row = std::ranges::find_if(nested, [&](const Nested& entry) {
    return entry.model_type == model_type && entry.member == member;
  });
  return row == nested.end() ? std::string_view{} : row->own_type;
}

}  // namespace kvplan::modules
