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

const std::string whisper_large =
    R"({"model_type": "whisper", "architectures": ["WhisperForConditionalGeneration"],
  "dtype": "bfloat16", "d_model": 1280, "decoder_layers": 32,
  "decoder_attention_heads": 20, "encoder_attention_heads": 20,
  "max_target_positions": 448})";

}  // namespace

TEST_CASE("Whisper: the cross attention holds one batch of encoder tokens") {
  check_rows({
      {"vLLM", whisper_large, R"({})", "gb10", Bytes{42949672960}, 16, 2, 2621440, 16384, 47051},
      {"vLLM", whisper_large, R"({})", "h100", Bytes{42949672960}, 16, 2, 2621440, 16384, 13592},
      {"vLLM", whisper_large, R"({"tensor_parallel_size": 2})", "gb10", Bytes{42949672960}, 16, 2,
       1310720, 32768, 94102},
      {"vLLM", whisper_large, R"({"kv_cache_dtype": "fp8"})", "gb10", Bytes{42949672960}, 16, 2,
       1310720, 32768, 94102},
  });
}

TEST_CASE("Whisper's fields are checked") {
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "whisper", "decoder_layers": 2,
    "decoder_attention_heads": 0, "d_model": 64})"),
                  Error);
}
