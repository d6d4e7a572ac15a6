#include "draft_config.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "kvplan/error.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

const std::string drafts =
    kvplan::tests::source_dir().string() + "/tests/golden/vllm-0.33/draft-configs/";

std::filesystem::path written(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / ("kvplan-draft-" + name + ".json");
  std::ofstream(path) << text;
  return path;
}

}  // namespace

TEST_CASE("a draft of speculators has its layer's fields and the engine's names for the method's") {
  const ModelConfig draft = read_draft_config(drafts + "handmade--spec-peagle.json");
  CHECK(draft.architecture() == "PeagleLlamaForCausalLM");
  CHECK(draft.model_type() == "llama");
  CHECK(draft.root.integer("num_hidden_layers") == 4);
  CHECK(draft.root.integer("draft_vocab_size") == 32'000);
  CHECK(draft.root.integer("pard_token") == 151'643);
}

TEST_CASE("DFlash's layers of the target are counted from the one before") {
  const ModelConfig draft = read_draft_config(drafts + "handmade--spec-dflash.json");
  CHECK(draft.architecture() == "DFlashDraftModel");
  CHECK(draft.root.at("dflash_config").integers("target_layer_ids") ==
        std::vector<std::int64_t>{1, 9, 17, 25, 33});
}

TEST_CASE("a draft in another format is read as it is") {
  CHECK(read_draft_config(drafts + "qwen3-8b-eagle3.json").root.dump() ==
        read_config(drafts + "qwen3-8b-eagle3.json").root.dump());
}

TEST_CASE("a method or layers that the engine does not draft with are unknown, with their place") {
  const auto medusa = written("medusa", R"({"speculators_model_type": "medusa",
    "transformer_layer_config": {}})");
  CHECK_THROWS_WITH_AS(read_draft(medusa),
                       (medusa.string() + ": /speculators_model_type: expected eagle3, peagle, "
                                          "dflash, dflash2 or dspark, found \"medusa\"")
                           .c_str(),
                       Error);
  const auto gemma = written("gemma", R"({"speculators_model_type": "eagle3",
    "transformer_layer_config": {"model_type": "gemma3_text"}})");
  CHECK_THROWS_WITH_AS(read_draft(gemma),
                       (gemma.string() + ": /transformer_layer_config/model_type: expected layers "
                                         "that eagle3 drafts with, found \"gemma3_text\"")
                           .c_str(),
                       Error);
  const auto bare = written("bare", R"({"speculators_model_type": "eagle3"})");
  CHECK_THROWS_AS(read_draft(bare), Error);
}
