// Expected numbers: vLLM 0.33's own, from the golden vector of the config named first in a row, or
// ("vLLM") from a run of vLLM 0.33's allocation for this test.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "lib/families/rows.hpp"

using namespace kvplan;
using kvplan::testing::check_rows;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

const std::string meta_llama_3_1_8b =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 32, "hidden_size": 4096,
  "num_attention_heads": 32, "num_key_value_heads": 8,
  "max_position_embeddings": 131072, "rope_scaling": {"factor": 8.0,
  "original_max_position_embeddings": 8192, "rope_type": "llama3"}})";

const std::string mistral_sw = R"({"model_type": "mistral", "architectures": ["MistralForCausalLM"],
  "dtype": "bfloat16", "num_hidden_layers": 32, "hidden_size": 4096,
  "num_attention_heads": 32, "num_key_value_heads": 8,
  "max_position_embeddings": 32768, "sliding_window": 4096})";

const std::string def_mixtral =
    R"({"model_type": "mixtral", "architectures": ["MixtralForCausalLM"],
  "dtype": "bfloat16"})";

const std::string def_phi3 =
    R"({"model_type": "phi3", "architectures": ["Phi3ForCausalLM"], "dtype": "bfloat16"})";

const std::string def_gpt2 =
    R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "dtype": "bfloat16"})";

const std::string glm_4_5_air =
    R"({"model_type": "glm4_moe", "architectures": ["Glm4MoeForCausalLM"],
  "dtype": "bfloat16", "num_hidden_layers": 46, "hidden_size": 4096,
  "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 131072, "num_nextn_predict_layers": 1})";

const std::string llava_1_5_7b_hf =
    R"({"model_type": "llava", "architectures": ["LlavaForConditionalGeneration"],
  "torch_dtype": "float16", "text_config": {"model_type": "llama",
  "architectures": ["LlamaForCausalLM"], "torch_dtype": "float16",
  "max_position_embeddings": 4096}, "vision_config": {}})";

const std::string def_starcoder2 =
    R"({"model_type": "starcoder2", "architectures": ["Starcoder2ForCausalLM"],
  "dtype": "bfloat16"})";

const std::string falcon_180b_chat =
    R"({"model_type": "falcon", "architectures": ["FalconForCausalLM"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 80, "hidden_size": 14848,
  "num_attention_heads": 232, "num_kv_heads": 8, "multi_query": true,
  "new_decoder_architecture": true})";

const std::string gpt_bigcode_santacoder =
    R"({"model_type": "gpt_bigcode", "architectures": ["GPTBigCodeForCausalLM"],
  "n_layer": 24, "n_embd": 2048, "n_head": 16, "n_positions": 2048,
  "multi_query": true})";

const std::string chatglm3_6b = R"({"model_type": "chatglm", "architectures": ["ChatGLMModel"],
  "torch_dtype": "float16", "num_layers": 28, "hidden_size": 4096,
  "num_attention_heads": 32, "seq_length": 8192, "multi_query_attention": true,
  "multi_query_group_num": 2})";

}  // namespace

TEST_CASE("uniform attention is layers times one page") {
  check_rows({
      {"meta-llama--Meta-Llama-3.1-8B", meta_llama_3_1_8b, R"({})", "gb10", Bytes{1000000000}, 16,
       1, 2097152, 0, 0},
      {"vLLM", meta_llama_3_1_8b, R"({"kv_cache_dtype": "turboquant_k8v4"})", "gb10",
       Bytes{42949672960}, 32, 1, 1929216, 22262, 712384},
      {"vLLM", meta_llama_3_1_8b, R"({"kv_cache_dtype": "int4_per_token_head"})", "gb10",
       Bytes{42949672960}, 16, 1, 557056, 77101, 1233616},
      {"meta-llama--Meta-Llama-3.1-8B", meta_llama_3_1_8b,
       R"({"kv_cache_dtype": "fp8", "kv_cache_dtype_skip_layers": ["0", "31"]})", "gb10",
       Bytes{68719476736}, 32, 1, 2228224, 30840, 986880},
      {"meta-llama--Meta-Llama-3.1-8B", meta_llama_3_1_8b,
       R"({"kv_cache_dtype": "nvfp4", "kv_cache_dtype_skip_layers": ["0", "31"]})", "gb10",
       Bytes{68719476736}, 32, 1, 1368064, 50231, 1607392},
      {"vLLM", meta_llama_3_1_8b,
       R"({"kv_cache_dtype": "nvfp4", "kv_cache_dtype_skip_layers": ["5"]})", "gb10",
       Bytes{42949672960}, 64, 1, 2547712, 16858, 1078912},
      {"vLLM", meta_llama_3_1_8b, R"({"kv_cache_dtype": "turboquant_k3v4_nc"})", "h100",
       Bytes{42949672960}, 32, 1, 1370112, 31347, 1003104},
      {"vLLM", mistral_sw, R"({})", "gb10", Bytes{42949672960}, 16, 1, 2097152, 20480, 1308164},
      {"vLLM", mistral_sw, R"({"kv_cache_dtype": "fp8", "block_size": 128})", "gb10",
       Bytes{42949672960}, 64, 1, 4194304, 10240, 2601118},
      {"vLLM", def_mixtral, R"({"max_num_seqs": 64})", "gb10", Bytes{21474836480}, 16, 1, 2097152,
       10240, 163840},
      {"vLLM", def_phi3, R"({"max_num_seqs": 64})", "gb10", Bytes{21474836480}, 16, 1, 6291456,
       3413, 54608},
      {"vLLM", def_gpt2, R"({"max_num_seqs": 64})", "gb10", Bytes{21474836480}, 16, 1, 589824,
       36408, 582528},
      {"vLLM", glm_4_5_air,
       R"({"kv_cache_dtype": "fp8", "speculative_config": {"method": "mtp", "num_speculative_tokens": 3}})",
       "h100", Bytes{42949672960}, 16, 1, 1540096, 27887, 446192},
      {"llava-hf--llava-1.5-7b-hf", llava_1_5_7b_hf, R"({})", "gb10", Bytes{85899345919}, 16, 1,
       8388608, 10239, 163824},
      {"vLLM", def_starcoder2, R"({"max_num_seqs": 64})", "gb10", Bytes{21474836480}, 16, 1, 491520,
       43690, 699040},
      {"tiiuae--falcon-180B-chat", falcon_180b_chat, R"({})", "gb10", Bytes{85899345919}, 16, 1,
       2621440, 32767, 524272},
      {"vLLM", gpt_bigcode_santacoder, R"({})", "gb10", Bytes{42949672960}, 16, 1, 196608, 218453,
       3495248},
      {"THUDM--chatglm3-6b", chatglm3_6b, R"({})", "gb10", Bytes{17179869185}, 16, 1, 458752, 37449,
       599184},
  });
}

TEST_CASE("a draft of a model type that vLLM runs none for is refused") {
  const std::string minimax = R"({"model_type": "minimax_m2", "num_hidden_layers": 62,
    "num_attention_heads": 48, "num_key_value_heads": 8, "head_dim": 128,
    "max_position_embeddings": 4096, "num_nextn_predict_layers": 1})";
  const std::string mtp =
      R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})";
  CHECK_THROWS_AS((void)planned({minimax, mtp}), Error);
}

TEST_CASE("fields that config.json leaves out are those of Hugging Face's config class") {
  const Architecture model = model_of(R"({"model_type": "mistral"})").architecture;
  CHECK(model.layers.size() == 32);
  const auto& window = std::get<SlidingWindow>(model.layers.front().keeps.front());
  CHECK(window.window == 4096_tokens);
  CHECK(window.heads.kv_heads == 8);
  CHECK(window.heads.head_dim == 128);
  CHECK(model.derived_max_model_len == 131072_tokens);
}

TEST_CASE("a field that is null takes no default") {
  const Architecture model =
      model_of(R"({"model_type": "mistral", "sliding_window": null, "num_key_value_heads": null})")
          .architecture;
  CHECK(std::get<FullAttention>(model.layers.front().keeps.front()).kv_heads == 32);
}

TEST_CASE("hostile fields are errors, never crashes") {
  for (const char* config :
       {R"({"model_type": "llama", "num_hidden_layers": 0})",
        R"({"model_type": "llama", "num_hidden_layers": 1000000000})",
        R"({"model_type": "llama", "num_attention_heads": -1})",
        R"({"model_type": "llama", "head_dim": "wide"})",
        R"({"model_type": "llama", "num_key_value_heads": 1e300})",
        R"({"model_type": "llama", "hidden_size": 1, "num_attention_heads": 4096})",
        R"({"model_type": "llama", "layer_types": ["full_attention"]})",
        R"({"model_type": "llama", "head_dim": 9223372036854775807})"}) {
    CAPTURE(config);
    CHECK_THROWS((void)planned({config}));
  }
}
