// The weights of a rank against what vLLM 0.33's own modules create (project vectors: parameters
// and buffers of rank 0 on the meta device). One row a structure, not one a model; the configs are
// the published ones without fields that change no tensor.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "kvplan/error.hpp"
#include "kvplan/serving.hpp"
#include "kvplan/weights.hpp"
#include "lib/families/planned.hpp"

using namespace kvplan;

namespace {

std::optional<WeightsTable> weights_of(const std::string& config, const std::string& options,
                                       std::string_view platform) {
  const Model model = testing::model_of(config);
  const EngineOptions parsed = options_from(parse_json(options, "options"));
  const Platform device = *find_platform(platform);
  const Serving serving =
      resolve(model.architecture, parsed, device, find_engine("vllm@0.33").rules);
  return weights(model.config, nullptr, parsed, serving, device);
}

constexpr const char* meta_llama_3_1_8b =
    R"({"architectures": ["LlamaForCausalLM"], "attention_bias": false, "hidden_size": 4096,
"intermediate_size": 14336, "max_position_embeddings": 131072, "mlp_bias": false,
"model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32,
"num_key_value_heads": 8, "rope_scaling": {"factor": 8, "low_freq_factor": 1,
"high_freq_factor": 4, "original_max_position_embeddings": 8192, "rope_type": "llama3"},
"rope_theta": 500000, "tie_word_embeddings": false, "torch_dtype": "bfloat16",
"vocab_size": 128256})";

constexpr const char* qwen3_32b_fp8 =
    R"({"architectures": ["Qwen3ForCausalLM"], "attention_bias": false, "head_dim": 128,
"hidden_size": 5120, "intermediate_size": 25600, "max_position_embeddings": 40960,
"max_window_layers": 64, "model_type": "qwen3", "num_attention_heads": 64,
"num_hidden_layers": 64, "num_key_value_heads": 8, "rope_theta": 1000000,
"tie_word_embeddings": false, "torch_dtype": "bfloat16", "use_sliding_window": false,
"vocab_size": 151936, "quantization_config": {"activation_scheme": "dynamic",
"fmt": "e4m3", "quant_method": "fp8", "weight_block_size": [128, 128]}})";

constexpr const char* devstral_small_2_24b_instruct_2512 =
    R"({"architectures": ["Mistral3ForConditionalGeneration"], "dtype": "bfloat16",
"model_type": "mistral3", "multimodal_projector_bias": false,
"projector_hidden_act": "gelu", "tie_word_embeddings": false,
"quantization_config": {"activation_scheme": "static", "dequantize": false,
"modules_to_not_convert": ["model.vision_tower", "model.multi_modal_projector", "lm_head"],
"quant_method": "fp8"}, "spatial_merge_size": 2, "text_config": {"head_dim": 128,
"hidden_size": 5120, "intermediate_size": 32768, "max_position_embeddings": 393216,
"model_type": "ministral3", "num_attention_heads": 32, "num_hidden_layers": 40,
"num_key_value_heads": 8, "rope_parameters": {"beta_fast": 32, "beta_slow": 1,
"factor": 48, "llama_4_scaling_beta": 0.1, "mscale": 1, "mscale_all_dim": 1,
"original_max_position_embeddings": 8192, "rope_theta": 100000000, "rope_type": "yarn",
"type": "yarn"}, "vocab_size": 131072}, "vision_config": {"head_dim": 64,
"hidden_size": 1024, "image_size": 1540, "intermediate_size": 4096,
"model_type": "pixtral", "num_attention_heads": 16, "num_channels": 3,
"num_hidden_layers": 24, "patch_size": 14, "rope_parameters": {"rope_theta": 10000,
"rope_type": "default"}}, "vision_feature_layer": -1})";

constexpr const char* gpt_oss_20b =
    R"({"architectures": ["GptOssForCausalLM"], "attention_bias": true, "head_dim": 64,
"hidden_size": 2880, "initial_context_length": 4096, "intermediate_size": 2880,
"layer_types": ["sliding_attention", "full_attention", "sliding_attention",
"full_attention", "sliding_attention", "full_attention", "sliding_attention",
"full_attention", "sliding_attention", "full_attention", "sliding_attention",
"full_attention", "sliding_attention", "full_attention", "sliding_attention",
"full_attention", "sliding_attention", "full_attention", "sliding_attention",
"full_attention", "sliding_attention", "full_attention", "sliding_attention",
"full_attention"], "max_position_embeddings": 131072, "model_type": "gpt_oss",
"num_attention_heads": 64, "num_experts_per_tok": 4, "num_hidden_layers": 24,
"num_key_value_heads": 8, "num_local_experts": 32,
"quantization_config": {"modules_to_not_convert": ["model.layers.*.self_attn",
"model.layers.*.mlp.router", "model.embed_tokens", "lm_head"], "quant_method": "mxfp4"},
"rope_scaling": {"beta_fast": 32, "beta_slow": 1, "factor": 32,
"original_max_position_embeddings": 4096, "rope_type": "yarn", "truncate": false},
"rope_theta": 150000, "sliding_window": 128, "tie_word_embeddings": false,
"vocab_size": 201088})";

constexpr const char* gemma_3_27b_it =
    R"({"architectures": ["Gemma3ForConditionalGeneration"], "dtype": "bfloat16",
"model_type": "gemma3", "text_config": {"_sliding_window_pattern": 6,
"attention_bias": false, "head_dim": 128, "hidden_size": 5376, "intermediate_size": 21504,
"layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
"sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
"full_attention", "sliding_attention", "sliding_attention"],
"max_position_embeddings": 131072, "model_type": "gemma3_text", "num_attention_heads": 32,
"num_hidden_layers": 62, "num_key_value_heads": 16, "rope_local_base_freq": 10000,
"rope_scaling": {"factor": 8, "rope_type": "linear"}, "rope_theta": 1000000,
"sliding_window": 1024, "vocab_size": 262208}, "vision_config": {"hidden_size": 1152,
"image_size": 896, "intermediate_size": 4304, "model_type": "siglip_vision_model",
"num_attention_heads": 16, "num_channels": 3, "num_hidden_layers": 27, "patch_size": 14,
"vision_use_head": false}})";

constexpr const char* minimax_m2_5 =
    R"({"architectures": ["MiniMaxM2ForCausalLM"], "model_type": "minimax_m2",
"num_hidden_layers": 62, "hidden_size": 3072, "num_attention_heads": 48,
"num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 1536, "vocab_size": 200064,
"num_experts_per_tok": 8, "num_local_experts": 256, "max_position_embeddings": 196608,
"rope_theta": 5000000, "rotary_dim": 64, "tie_word_embeddings": false, "use_qk_norm": true,
"qk_norm_type": "per_layer", "use_routing_bias": true, "use_mtp": true,
"mtp_transformer_layers": 1, "num_mtp_modules": 3, "shared_intermediate_size": 0,
"quantization_config": {"quant_method": "fp8", "fmt": "float8_e4m3fn",
"activation_scheme": "dynamic", "weight_block_size": [128, 128],
"modules_to_not_convert": ["gate", "e_score_correction_bias", "lm_head"]}})";

constexpr const char* glm_4_6 =
    R"({"architectures": ["Glm4MoeForCausalLM"], "attention_bias": true, "head_dim": 128,
"hidden_size": 5120, "partial_rotary_factor": 0.5, "intermediate_size": 12288,
"max_position_embeddings": 202752, "model_type": "glm4_moe", "moe_intermediate_size": 1536,
"num_attention_heads": 96, "n_routed_experts": 160, "n_shared_experts": 1,
"num_experts_per_tok": 8, "first_k_dense_replace": 3, "num_hidden_layers": 92,
"num_key_value_heads": 8, "rope_theta": 1000000, "num_nextn_predict_layers": 1,
"tie_word_embeddings": false, "use_qk_norm": true, "vocab_size": 151552,
"torch_dtype": "bfloat16"})";

constexpr const char* deepseek_v3 =
    R"({"architectures": ["DeepseekV3ForCausalLM"], "attention_bias": false,
"first_k_dense_replace": 3, "hidden_size": 7168, "intermediate_size": 18432,
"kv_lora_rank": 512, "max_position_embeddings": 163840, "model_type": "deepseek_v3",
"moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 256,
"n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
"num_hidden_layers": 61, "num_key_value_heads": 128, "num_nextn_predict_layers": 1,
"q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
"quantization_config": {"activation_scheme": "dynamic", "fmt": "e4m3",
"quant_method": "fp8", "weight_block_size": [128, 128]}, "rope_scaling": {"beta_fast": 32,
"beta_slow": 1, "factor": 40, "mscale": 1, "mscale_all_dim": 1,
"original_max_position_embeddings": 4096, "type": "yarn"}, "rope_theta": 10000,
"tie_word_embeddings": false, "topk_method": "noaux_tc", "torch_dtype": "bfloat16",
"v_head_dim": 128, "vocab_size": 129280})";

constexpr const char* kimi_k2_instruct =
    R"({"architectures": ["DeepseekV3ForCausalLM"], "attention_bias": false,
"first_k_dense_replace": 1, "hidden_size": 7168, "intermediate_size": 18432,
"kv_lora_rank": 512, "max_position_embeddings": 131072, "model_type": "kimi_k2",
"moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 384,
"n_shared_experts": 1, "num_attention_heads": 64, "num_experts_per_tok": 8,
"num_hidden_layers": 61, "num_key_value_heads": 64, "num_nextn_predict_layers": 0,
"q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
"quantization_config": {"activation_scheme": "dynamic", "fmt": "e4m3",
"quant_method": "fp8", "weight_block_size": [128, 128]}, "rope_theta": 50000,
"rope_scaling": {"beta_fast": 1, "beta_slow": 1, "factor": 32, "mscale": 1,
"mscale_all_dim": 1, "original_max_position_embeddings": 4096, "type": "yarn"},
"tie_word_embeddings": false, "topk_method": "noaux_tc", "torch_dtype": "bfloat16",
"v_head_dim": 128, "vocab_size": 163840})";

constexpr const char* deepseek_v4_flash =
    R"({"architectures": ["DeepseekV4ForCausalLM"], "attention_bias": false,
"expert_dtype": "fp4", "hc_eps": 1e-06, "hc_mult": 4, "hc_sinkhorn_iters": 20,
"head_dim": 512, "hidden_size": 4096, "index_head_dim": 128, "index_n_heads": 64,
"index_topk": 512, "max_position_embeddings": 1048576, "model_type": "deepseek_v4",
"moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1,
"num_attention_heads": 64, "num_experts_per_tok": 6, "num_hidden_layers": 43,
"num_hash_layers": 3, "num_key_value_heads": 1, "num_nextn_predict_layers": 1,
"o_groups": 8, "o_lora_rank": 1024, "q_lora_rank": 1024, "qk_rope_head_dim": 64,
"quantization_config": {"activation_scheme": "dynamic", "fmt": "e4m3",
"quant_method": "fp8", "scale_fmt": "ue8m0", "weight_block_size": [128, 128]},
"rope_scaling": {"beta_fast": 32, "beta_slow": 1, "factor": 16,
"original_max_position_embeddings": 65536, "type": "yarn"}, "rope_theta": 10000,
"sliding_window": 128, "tie_word_embeddings": false, "topk_method": "noaux_tc",
"torch_dtype": "bfloat16", "vocab_size": 129280, "compress_rope_theta": 160000,
"compress_ratios": [0, 0, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128,
4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4,
128, 4, 0]})";

constexpr const char* kimi_linear_48b_a3b_instruct =
    R"({"architectures": ["KimiLinearForCausalLM"], "dtype": "bfloat16",
"first_k_dense_replace": 1, "head_dim": 72, "hidden_size": 2304, "intermediate_size": 9216,
"kv_lora_rank": 512, "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27],
"head_dim": 128, "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21,
22, 23, 25, 26], "num_heads": 32, "short_conv_kernel_size": 4}, "mla_use_nope": true,
"model_max_length": 1048576, "model_type": "kimi_linear", "moe_intermediate_size": 1024,
"moe_layer_freq": 1, "moe_renormalize": true, "moe_router_activation_func": "sigmoid",
"num_attention_heads": 32, "num_expert_group": 1, "num_experts": 256,
"num_experts_per_token": 8, "num_hidden_layers": 27, "num_key_value_heads": 32,
"num_nextn_predict_layers": 0, "num_shared_experts": 1, "qk_nope_head_dim": 128,
"qk_rope_head_dim": 64, "rope_theta": 10000, "tie_word_embeddings": false,
"use_grouped_topk": true, "v_head_dim": 128, "vocab_size": 163840})";

constexpr const char* jamba_v0_1 =
    R"({"architectures": ["JambaForCausalLM"], "is_encoder_decoder": false, "vocab_size": 65536,
"tie_word_embeddings": false, "hidden_size": 4096, "intermediate_size": 14336,
"num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
"max_position_embeddings": 262144, "num_experts_per_tok": 2, "num_experts": 16,
"expert_layer_period": 2, "expert_layer_offset": 1, "attn_layer_period": 8,
"attn_layer_offset": 4, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2,
"mamba_dt_rank": 256, "mamba_conv_bias": true, "mamba_proj_bias": false,
"use_mambapy": false, "use_associative_scan": true, "model_type": "jamba",
"dtype": "bfloat16"})";

constexpr const char* falcon_h1_7b_instruct =
    R"({"architectures": ["FalconH1ForCausalLM"], "model_type": "falcon_h1",
"max_position_embeddings": 262144, "num_hidden_layers": 44, "num_attention_heads": 12,
"num_key_value_heads": 2, "head_dim": 128, "hidden_size": 3072, "mamba_d_conv": 4,
"mamba_d_head": 128, "mamba_d_ssm": 3072, "mamba_d_state": 256, "mamba_expand": 2,
"mamba_n_groups": 1, "mamba_n_heads": 24, "torch_dtype": "bfloat16"})";

constexpr const char* granite_4_0_h_small =
    R"({"architectures": ["GraniteMoeHybridForCausalLM"], "model_type": "granitemoehybrid",
"hidden_size": 4096, "num_hidden_layers": 40, "num_attention_heads": 32,
"num_key_value_heads": 8, "num_local_experts": 72, "num_experts_per_tok": 10,
"shared_intermediate_size": 1536, "intermediate_size": 768, "layer_types": ["mamba",
"mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba",
"mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba",
"mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba",
"mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba",
"mamba", "mamba", "mamba"], "mamba_d_state": 128, "mamba_d_conv": 4, "mamba_expand": 2,
"mamba_n_heads": 128, "mamba_d_head": 64, "mamba_n_groups": 1,
"max_position_embeddings": 131072, "tie_word_embeddings": true, "vocab_size": 100352,
"torch_dtype": "bfloat16"})";

constexpr const char* nvidia_nemotron_3_nano_30b_a3b_bf16 =
    R"({"architectures": ["NemotronHForCausalLM"], "attention_bias": false, "conv_kernel": 4,
"expand": 2, "head_dim": 128, "hidden_size": 2688,
"hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
"intermediate_size": 1856, "mamba_head_dim": 64, "mamba_num_heads": 64,
"mamba_proj_bias": false, "mamba_ssm_cache_dtype": "float32",
"max_position_embeddings": 262144, "mlp_bias": false, "model_type": "nemotron_h",
"moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712, "n_groups": 8,
"n_routed_experts": 128, "n_shared_experts": 1, "num_attention_heads": 32,
"num_experts_per_tok": 6, "num_hidden_layers": 52, "num_key_value_heads": 2,
"partial_rotary_factor": 1, "rope_theta": 10000, "ssm_state_size": 128,
"tie_word_embeddings": false, "torch_dtype": "bfloat16", "use_bias": false,
"use_conv_bias": true, "vocab_size": 131072})";

constexpr const char* lfm2_1_2b =
    R"({"architectures": ["Lfm2ForCausalLM"], "block_auto_adjust_ff_dim": true, "block_dim": 2048,
"block_ff_dim": 12288, "block_ffn_dim_multiplier": 1, "block_mlp_init_scale": 1,
"block_multiple_of": 256, "block_norm_eps": 1e-05, "block_out_init_scale": 1,
"block_use_swiglu": true, "block_use_xavier_init": true, "conv_L_cache": 3,
"conv_bias": false, "conv_dim": 2048, "conv_dim_out": 2048, "conv_use_xavier_init": true,
"full_attn_idxs": [2, 5, 8, 10, 12, 14], "hidden_size": 2048,
"max_position_embeddings": 128000, "model_type": "lfm2", "num_attention_heads": 32,
"num_heads": 32, "num_hidden_layers": 16, "num_key_value_heads": 8, "rope_theta": 1000000,
"torch_dtype": "bfloat16", "use_pos_enc": true, "vocab_size": 65536})";

constexpr const char* zamba2_2_7b =
    R"({"architectures": ["Zamba2ForCausalLM"], "is_encoder_decoder": false, "vocab_size": 32000,
"max_position_embeddings": 4096, "hidden_size": 2560, "num_hidden_layers": 54,
"layers_block_type": ["linear_attention", "linear_attention", "linear_attention",
"linear_attention", "linear_attention", "linear_attention", "hybrid", "linear_attention",
"linear_attention", "linear_attention", "linear_attention", "linear_attention", "hybrid",
"linear_attention", "linear_attention", "linear_attention", "linear_attention",
"linear_attention", "hybrid", "linear_attention", "linear_attention", "linear_attention",
"linear_attention", "linear_attention", "hybrid", "linear_attention", "linear_attention",
"linear_attention", "linear_attention", "linear_attention", "hybrid", "linear_attention",
"linear_attention", "linear_attention", "linear_attention", "linear_attention", "hybrid",
"linear_attention", "linear_attention", "linear_attention", "linear_attention",
"linear_attention", "hybrid", "linear_attention", "linear_attention", "linear_attention",
"linear_attention", "hybrid", "linear_attention", "linear_attention", "linear_attention",
"hybrid", "linear_attention", "linear_attention"], "mamba_d_state": 64, "mamba_d_conv": 4,
"mamba_expand": 2, "mamba_ngroups": 1, "n_mamba_heads": 8, "use_conv_bias": true,
"use_mem_eff_path": false, "add_bias_linear": false, "intermediate_size": 10240,
"num_attention_heads": 32, "num_key_value_heads": 32, "num_mem_blocks": 1,
"use_shared_attention_adapter": false, "adapter_rank": 128, "use_mem_rope": false,
"rope_parameters": {"rope_theta": 10000, "rope_type": "default"},
"use_long_context": false, "tie_word_embeddings": true, "attention_hidden_size": 5120,
"attention_head_dim": 160, "mamba_headdim": 640, "kv_channels": 80, "num_query_groups": 32,
"hybrid_layer_ids": [6, 12, 18, 24, 30, 36, 42, 47, 51], "model_type": "zamba2",
"dtype": "bfloat16"})";

constexpr const char* phi_3_5_mini_instruct =
    R"({"architectures": ["Phi3ForCausalLM"], "embd_pdrop": 0, "hidden_size": 3072,
"intermediate_size": 8192, "max_position_embeddings": 131072, "model_type": "phi3",
"num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
"original_max_position_embeddings": 4096, "resid_pdrop": 0,
"rope_scaling": {"long_factor": [1.0800000429153442, 1.1100000143051147,
1.1399999856948853, 1.340000033378601, 1.5899999141693115, 1.600000023841858,
1.6200000047683716, 2.620000123977661, 3.2300000190734863, 3.2300000190734863,
4.789999961853027, 7.400000095367432, 7.700000286102295, 9.09000015258789,
12.199999809265137, 17.670000076293945, 24.46000099182129, 28.57000160217285,
30.420001983642578, 30.840002059936523, 32.590003967285156, 32.93000411987305,
42.320003509521484, 44.96000289916992, 50.340003967285156, 50.45000457763672,
57.55000305175781, 57.93000411987305, 58.21000289916992, 60.1400032043457,
62.61000442504883, 62.62000274658203, 62.71000289916992, 63.1400032043457,
63.1400032043457, 63.77000427246094, 63.93000411987305, 63.96000289916992,
63.970001220703125, 64.02999877929688, 64.06999969482422, 64.08000183105469,
64.12000274658203, 64.41000366210938, 64.4800033569336, 64.51000213623047,
64.52999877929688, 64.83999633789062], "short_factor": [1, 1.0199999809265137,
1.0299999713897705, 1.0299999713897705, 1.0499999523162842, 1.0499999523162842,
1.0499999523162842, 1.0499999523162842, 1.0499999523162842, 1.0699999332427979,
1.0999999046325684, 1.1099998950958252, 1.1599998474121094, 1.1599998474121094,
1.1699998378753662, 1.2899998426437378, 1.339999794960022, 1.679999828338623,
1.7899998426437378, 1.8199998140335083, 1.8499997854232788, 1.8799997568130493,
1.9099997282028198, 1.9399996995925903, 1.9899996519088745, 2.0199997425079346,
2.0199997425079346, 2.0199997425079346, 2.0199997425079346, 2.0199997425079346,
2.0199997425079346, 2.0299997329711914, 2.0299997329711914, 2.0299997329711914,
2.0299997329711914, 2.0299997329711914, 2.0299997329711914, 2.0299997329711914,
2.0299997329711914, 2.0299997329711914, 2.0799996852874756, 2.0899996757507324,
2.189999580383301, 2.2199995517730713, 2.5899994373321533, 2.729999542236328,
2.749999523162842, 2.8399994373321533], "type": "longrope"}, "rope_theta": 10000,
"sliding_window": 262144, "tie_word_embeddings": false, "torch_dtype": "bfloat16",
"attention_bias": false, "vocab_size": 32064})";

struct Row {
  const char* what;
  const char* config;
  const char* options;
  const char* platform;
  std::vector<std::int64_t> total_by_stage;
  std::int64_t draft;
};

const std::vector<Row> rows{
    {"meta-llama--Meta-Llama-3.1-8B", meta_llama_3_1_8b, R"({})", "gb10", {16094077440}, 0},
    {"meta-llama--Meta-Llama-3.1-8B",
     meta_llama_3_1_8b,
     R"({"tensor_parallel_size": 16})",
     "gb10",
     {1071391232},
     0},
    {"meta-llama--Meta-Llama-3.1-8B",
     meta_llama_3_1_8b,
     R"({"pipeline_parallel_size": 2})",
     "gb10",
     {8063811840, 8063820032},
     0},
    {"Qwen--Qwen3-32B-FP8", qwen3_32b_fp8, R"({})", "gb10", {34336730624}, 0},
    {"mistralai--Devstral-Small-2-24B-Instruct-2512",
     devstral_small_2_24b_instruct_2512,
     R"({})",
     "gb10",
     {25459469008},
     0},
    {"openai--gpt-oss-20b", gpt_oss_20b, R"({})", "gb10", {14712782336}, 0},
    {"openai--gpt-oss-20b", gpt_oss_20b, R"({"kv_cache_dtype": "fp8"})", "h100", {13794819584}, 0},
    {"google--gemma-3-27b-it", gemma_3_27b_it, R"({})", "gb10", {55166836930}, 0},
    {"google--gemma-3-27b-it",
     gemma_3_27b_it,
     R"({"tensor_parallel_size": 4})",
     "h100",
     {14037929242},
     0},
    {"MiniMaxAI--MiniMax-M2.5",
     minimax_m2_5,
     R"({"tensor_parallel_size": 4})",
     "gb10",
     {57702474960},
     0},
    {"zai-org--GLM-4.6",
     glm_4_6,
     R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
     "gb10",
     {705767457856},
     7977778320},
    {"deepseek-ai--DeepSeek-V3",
     deepseek_v3,
     R"({"tensor_parallel_size": 8, "speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
     "gb10",
     {85161103344},
     1661047984},
    {"moonshotai--Kimi-K2-Instruct",
     kimi_k2_instruct,
     R"({"tensor_parallel_size": 8, "pipeline_parallel_size": 2})",
     "gb10",
     {64927387024, 64851918112},
     0},
    {"deepseek-ai--DeepSeek-V4-Flash",
     deepseek_v4_flash,
     R"({"tensor_parallel_size": 8, "speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
     "h100",
     {21181771804},
     488947500},
    {"moonshotai--Kimi-Linear-48B-A3B-Instruct",
     kimi_linear_48b_a3b_instruct,
     R"({"tensor_parallel_size": 2})",
     "gb10",
     {49160321932},
     0},
    {"ai21labs--Jamba-v0.1",
     jamba_v0_1,
     R"({"tensor_parallel_size": 2})",
     "gb10",
     {51575316288},
     0},
    {"tiiuae--Falcon-H1-7B-Instruct",
     falcon_h1_7b_instruct,
     R"({"tensor_parallel_size": 4})",
     "h100",
     {4408433936},
     0},
    {"ibm-granite--granite-4.0-h-small", granite_4_0_h_small, R"({})", "gb10", {64417118272}, 0},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
     nvidia_nemotron_3_nano_30b_a3b_bf16,
     R"({})",
     "gb10",
     {63172846944},
     0},
    {"LiquidAI--LFM2-1.2B", lfm2_1_2b, R"({})", "gb10", {2357065312}, 0},
    {"Zyphra--Zamba2-2.7B", zamba2_2_7b, R"({})", "gb10", {4965964816}, 0},
    {"microsoft--Phi-3.5-mini-instruct", phi_3_5_mini_instruct, R"({})", "gb10", {7668111872}, 0},
};

}  // namespace

TEST_CASE("a rank holds the bytes that the engine's own modules create") {
  for (const Row& row : rows) {
    CAPTURE(row.what);
    CAPTURE(row.options);
    const auto table = weights_of(row.config, row.options, row.platform);
    REQUIRE(table.has_value());
    for (std::size_t stage = 0; stage < row.total_by_stage.size(); ++stage) {
      CHECK(table->total(static_cast<std::int64_t>(stage)).count() == row.total_by_stage[stage]);
    }
    CHECK(table->draft_total().count() == row.draft);
  }
}

TEST_CASE(
    "bitsandbytes in 4 bits: half a byte a weight, and a float32 scale for each block of 64") {
  std::string config = meta_llama_3_1_8b;
  config.insert(1, R"("quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": true,
"bnb_4bit_use_double_quant": true}, )");
  // 32 layers × (4096 × (6144 + 4096) + 3 × 4096 × 14336) = 6,979,321,856 weights; embedding and
  // head 2 × 128256 × 4096 × 2 B, norms 65 × 4096 × 2 B, rotary 131072 × 128 × 2 B, four scales of
  // the attention in each layer.
  const std::int64_t packed = 6979321856 / 2;
  const std::int64_t scales = 6979321856 / 64 * 4;
  const auto table = weights_of(config, "{}", "gb10");
  REQUIRE(table.has_value());
  CHECK(table->total(0).count() == packed + scales + 2101346304 + 532480 + 33554432 + 512);
}

TEST_CASE("bytes by dtype and by kind add up to the total") {
  const auto table = weights_of(qwen3_32b_fp8, "{}", "gb10");
  REQUIRE(table.has_value());
  Bytes by_type;
  for (const auto& [type, bytes] : table->by_type()) by_type += bytes;
  CHECK(by_type == table->total());
  // 151,936 tokens × 5,120 × 2 B, embedding and head alike.
  CHECK(table->by_kind().at("embedding").count() == 1'555'824'640);
  CHECK(table->by_kind().at("head").count() == 1'555'824'640);
  // One rotary table of 40,960 × 128 bf16 and four float32 scales in each of 64 layers.
  CHECK(table->buffers().count() == 40'960 * 128 * 2 + 64 * 16);
}

TEST_CASE("without the vision tower its tensors are not created") {
  const auto whole = weights_of(gemma_3_27b_it, "{}", "gb10");
  const auto text = weights_of(gemma_3_27b_it, R"({"language_model_only": true})", "gb10");
  REQUIRE(whole.has_value());
  REQUIRE(text.has_value());
  CHECK(whole->total() - text->total() > 800_MiB);
  CHECK(text->by_kind().count("vision") == 0);
}

TEST_CASE("experts are dealt out whole under expert parallelism, with a map in each layer") {
  const auto table = weights_of(
      minimax_m2_5, R"({"tensor_parallel_size": 4, "enable_expert_parallel": true})", "gb10");
  REQUIRE(table.has_value());
  for (const WeightTensor& tensor : table->tensors) {
    if (tensor.name == "model.layers.0.block_sparse_moe.experts.routed_experts.w13_weight") {
      CHECK(tensor.shape == std::vector<std::int64_t>{64, 3072, 3072});
    }
  }
}

TEST_CASE("what has no description is unknown, never a guess") {
  CHECK_FALSE(weights_of(R"({"architectures": ["AcmeForCausalLM"], "model_type": "llama",
      "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
      "intermediate_size": 128, "max_position_embeddings": 64})",
                         "{}", "gb10"));
  CHECK_FALSE(weights_of(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama",
      "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
      "intermediate_size": 128, "max_position_embeddings": 64,
      "quantization_config": {"quant_method": "acme"}})",
                         "{}", "gb10"));
}

TEST_CASE("a hostile config gives an error or nothing, no crash") {
  const std::string base = R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama",
      "hidden_size": %s, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
      "intermediate_size": 9007199254740992, "max_position_embeddings": 64})";
  const auto with = [&](const std::string& hidden) {
    std::string text = base;
    return text.replace(text.find("%s"), 2, hidden);
  };
  CHECK_THROWS_AS(static_cast<void>(weights_of(with("9007199254740992"), "{}", "gb10")->total()),
                  std::overflow_error);
  CHECK_THROWS_AS(weights_of(with("-1"), "{}", "gb10"), Error);
  CHECK_THROWS_AS(weights_of(with("\"64\""), "{}", "gb10"), Error);
}
