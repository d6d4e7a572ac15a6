// Which layers a quantization's lists tell apart. Patterns as published checkpoints have them.
#include "weights/layer_lists.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>

using kvplan::modules::LayerLists;

namespace {

std::size_t about(const LayerLists& lists, std::int64_t layer,
                  const std::string& container = "model.layers") {
  return lists.about(container, layer + 1)[static_cast<std::size_t>(layer)];
}

}  // namespace

TEST_CASE("layers that a list names alike are alike, whatever their number") {
  LayerLists lists;
  for (const char* entry : {"model.layers.0.self_attn.q_proj", "model.layers.1.self_attn.q_proj",
                            "model.layers.10.self_attn.q_proj", "lm_head", "visual.*"}) {
    lists.add(entry, "");
  }
  CHECK(lists.plain());
  CHECK(about(lists, 0) == about(lists, 1));
  CHECK(about(lists, 1) == about(lists, 10));
  CHECK(about(lists, 0) != about(lists, 2));
  CHECK(about(lists, 2) == LayerLists::nothing);
}

TEST_CASE("a number that a wildcard follows is the start of others too") {
  LayerLists lists;
  lists.add("model.layers.1*", "");
  CHECK(about(lists, 1) != about(lists, 2));
  CHECK(about(lists, 17) != LayerLists::nothing);
  CHECK(about(lists, 17) == about(lists, 18));
  CHECK(about(lists, 21) == LayerLists::nothing);
}

TEST_CASE("a list that gives two layers different schemes tells them apart") {
  LayerLists lists;
  lists.add("model.layers.0.mlp.up_proj", "fp8");
  lists.add("model.layers.1.mlp.up_proj", "nvfp4");
  CHECK(about(lists, 0) != about(lists, 1));
}

TEST_CASE("a number within a name is no layer") {
  LayerLists lists;
  lists.add("visual.merger.linear_fc1", "");
  CHECK(lists.plain());
  CHECK(about(lists, 1, "visual.merger") == LayerLists::nothing);
}

TEST_CASE("a list speaks of the modules whose container it names, or may name") {
  for (const char* entry : {"model.layers.3.mlp", "layers.3.mlp", "yers.3.mlp", ".3.mlp", "*.3.mlp",
                            "model.l*s.3.mlp", "model.layers.3", "checkpoint.layers.3*"}) {
    CAPTURE(entry);
    LayerLists lists;
    lists.add(entry, "");
    CHECK(lists.plain());
    CHECK(about(lists, 3) != LayerLists::nothing);
  }
  LayerLists lists;
  lists.add("model.layers.3.mlp", "");
  lists.add("model.layers.4*", "");
  for (const std::int64_t block : {3, 4, 40}) {
    CHECK(about(lists, block, "visual.blocks") == LayerLists::nothing);
  }
}

TEST_CASE("a number is one of a layer as it is written alone") {
  LayerLists lists;
  lists.add("*.8.*", "");
  lists.add("*.028.*", "");
  lists.add("*.18446744073709551644.*", "");  // 2^64 + 28
  CHECK(about(lists, 8) != LayerLists::nothing);
  CHECK(about(lists, 28) == LayerLists::nothing);
}

TEST_CASE("a pattern that chooses among numbers is not plain") {
  for (const char* entry :
       {"model.layers.1*0.*", "model.layers.1**x", "model.layers.[0-3].mlp", "model.layers.?.mlp",
        "*5.mlp", R"(re:.*layers\.0\..*)", R"(re:.*layers\.\d\..*)", "0.mlp"}) {
    CAPTURE(entry);
    LayerLists lists;
    lists.add(entry, "");
    CHECK_FALSE(lists.plain());
  }
  LayerLists lists;
  lists.add("re:.*self_attn.*", "");
  CHECK(lists.plain());
}
