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
    Row{"LlamaForCausalLM", llama}, Row{"MistralForCausalLM", llama},
    Row{"Qwen2ForCausalLM", qwen2}, Row{"Qwen2MoeForCausalLM", qwen2_moe},
    Row{"Qwen3ForCausalLM", qwen3}, Row{"Qwen3MoeForCausalLM", qwen3_moe},
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

Build find_draft(std::string_view, std::string_view) { return nullptr; }

}  // namespace kvplan::modules
