// What a config leaves out is what its class fills in (transformers 5.20.2).
#include <doctest/doctest.h>

#include <string>

#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "weights/class_defaults.hpp"

using namespace kvplan;
using modules::completed;

namespace {

ModelConfig completed_of(const std::string& text) {
  return completed(config_from(parse_json(text, "config.json"), "test"));
}

}  // namespace

TEST_CASE("fields that the config leaves out have their class's default") {
  const ModelConfig whole = completed_of(R"({"model_type": "glm4", "vocab_size": 1000})");
  CHECK(whole.text.integer("vocab_size") == 1000);
  CHECK(whole.text.integer("hidden_size") == 4096);
  CHECK(whole.text.integer("intermediate_size") == 13696);
  CHECK(whole.text.number_or("partial_rotary_factor", 1) == 0.5);
}

TEST_CASE("null is an answer, and another name of a field too") {
  CHECK_FALSE(completed_of(R"({"model_type": "glm4", "head_dim": null})").text.has("head_dim"));
  const ModelConfig gpt2 = completed_of(R"({"model_type": "gpt2", "hidden_size": 1600})");
  CHECK_FALSE(gpt2.text.has("n_embd"));
  CHECK(gpt2.text.integer("n_layer") == 12);
}

TEST_CASE("a tower and a language model inside have the defaults of their own classes") {
  const ModelConfig whole = completed_of(
      R"({"model_type": "qwen2_5_vl", "text_config": {"hidden_size": 3584},
          "vision_config": {"depth": 8}})");
  CHECK(whole.text.integer("hidden_size") == 3584);
  CHECK(whole.text.integer("num_hidden_layers") == 80);
  CHECK(whole.root.at("vision_config").integer("depth") == 8);
  CHECK(whole.root.at("vision_config").integer("hidden_size") == 3584);
}

TEST_CASE("the quantization stays as it was read, and errors keep file and pointer") {
  const ModelConfig whole = completed_of(
      R"({"model_type": "llama", "hidden_size": "wide",
          "quantization_config": {"quant_method": "fp8"}})");
  CHECK(whole.quant_method() == "fp8");
  try {
    static_cast<void>(whole.text.integer("hidden_size"));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.file() == "config.json");
    CHECK(error.pointer() == "/hidden_size");
  }
}

TEST_CASE("a type without a class, and a config that is complete, are left alone") {
  const ModelConfig config =
      config_from(parse_json(R"({"model_type": "acme", "layers": [1, null]})", "a.json"), "a");
  CHECK(completed(config).root == config.root);
}
