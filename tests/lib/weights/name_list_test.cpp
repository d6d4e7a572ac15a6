// Lists that name modules layer by layer. Entries as published checkpoints have them.
#include "weights/name_list.hpp"

#include <doctest/doctest.h>

#include <string>

using kvplan::modules::NameList;

namespace {

/// The entry that is a part of the name.
std::optional<std::string_view> part_of(const NameList& list, std::string_view name) {
  return list.first_of(
      name, [&](const std::string& entry) { return name.find(entry) != std::string_view::npos; });
}

/// The entries that are asked about for a name.
std::vector<std::string> asked_for(const NameList& list, std::string_view name) {
  std::vector<std::string> asked;
  CHECK_FALSE(list.first_of(name, [&](const std::string& entry) {
    asked.push_back(entry);
    return false;
  }));
  return asked;
}

}  // namespace

TEST_CASE("entries of other layers are not asked about") {
  const NameList list({"model.layers.0.linear_attn*", "lm_head", "model.layers.1.linear_attn*",
                       "model.layers.10.linear_attn*", "visual.*"});
  CHECK(asked_for(list, "model.layers.1.linear_attn.in_proj") ==
        std::vector<std::string>{"lm_head", "visual.*", "model.layers.1.linear_attn*"});
  CHECK(asked_for(list, "lm_head") == std::vector<std::string>{"lm_head", "visual.*"});
}

TEST_CASE("of the entries that match the first of the list is meant") {
  const NameList numbered_first({"layers.3.mlp", "model.layers.3.mlp", "mlp"});
  CHECK(part_of(numbered_first, "model.layers.3.mlp.gate") == "layers.3.mlp");
  const NameList general_first({"mlp", "layers.3.mlp"});
  CHECK(part_of(general_first, "model.layers.3.mlp.gate") == "mlp");
  CHECK_FALSE(part_of(numbered_first, "model.layers.4.self_attn"));
}

TEST_CASE("a number counts where dots enclose it on both sides, in the entry as in the name") {
  // A part of a name may begin or end within a number: "layers.1" is in "layers.10.mlp".
  CHECK(part_of(NameList({"layers.1"}), "model.layers.10.mlp") == "layers.1");
  CHECK(part_of(NameList({"0.mlp"}), "model.layers.10.mlp") == "0.mlp");
  CHECK(part_of(NameList({"experts.7.up"}), "layers.10.experts.7.up") == "experts.7.up");
  CHECK(part_of(NameList({"fc1.weight"}), "vision.fc1.weight") == "fc1.weight");
  CHECK(part_of(NameList({"block.007."}), "block.007.x") == "block.007.");
  CHECK_FALSE(part_of(NameList({"block.007."}), "block.7.x"));
}

TEST_CASE("dots and digits within a set are no layer") {
  const NameList list({"model.layers[.5.]1"});
  CHECK(asked_for(list, "model.layers51").size() == 1);
}

TEST_CASE("entries that hold a name are found, with a number in it and without") {
  const NameList list({"lm_head", "model.layers.1.mlp.experts.0.up_proj",
                       "model.layers.3.mlp.experts.0.up_proj", "model.experts.7.up_proj"});
  CHECK(list.first_with("model.layers.3.mlp.experts") == "model.layers.3.mlp.experts.0.up_proj");
  CHECK_FALSE(list.first_with("model.layers.2.mlp.experts"));
  CHECK(list.first_with("model.experts") == "model.experts.7.up_proj");
  CHECK_FALSE(list.first_with("model.shared_experts"));
}
