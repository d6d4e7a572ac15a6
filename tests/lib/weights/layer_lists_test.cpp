// Which layers a quantization's lists tell apart. Patterns as published checkpoints have them.
#include "weights/layer_lists.hpp"

#include <doctest/doctest.h>

using kvplan::modules::LayerLists;

TEST_CASE("layers that a list names alike are alike, whatever their number") {
  LayerLists lists;
  for (const char* entry : {"model.layers.0.self_attn.q_proj", "model.layers.1.self_attn.q_proj",
                            "model.layers.10.self_attn.q_proj", "lm_head", "visual.*"}) {
    lists.add(entry, "");
  }
  CHECK(lists.plain());
  CHECK(lists.about(0) == lists.about(1));
  CHECK(lists.about(1) == lists.about(10));
  CHECK(lists.about(0) != lists.about(2));
  CHECK(lists.about(2).empty());
}

TEST_CASE("a number that a wildcard follows is the start of others too") {
  LayerLists lists;
  lists.add("model.layers.1*", "");
  CHECK(lists.about(1) != lists.about(2));
  CHECK_FALSE(lists.about(17).empty());
  CHECK(lists.about(21).empty());
}

TEST_CASE("a list that gives two layers different schemes tells them apart") {
  LayerLists lists;
  lists.add("model.layers.0.mlp.up_proj", "fp8");
  lists.add("model.layers.1.mlp.up_proj", "nvfp4");
  CHECK(lists.about(0) != lists.about(1));
}

TEST_CASE("a number within a name is no layer") {
  LayerLists lists;
  lists.add("visual.merger.linear_fc1", "");
  CHECK(lists.plain());
  CHECK(lists.about(1).empty());
}

TEST_CASE("a pattern that chooses among numbers is not plain") {
  for (const char* entry : {"model.layers.[0-3].mlp", "model.layers.?.mlp", "*5.mlp",
                            R"(re:.*layers\.0\..*)", R"(re:.*layers\.\d\..*)", "0.mlp"}) {
    CAPTURE(entry);
    LayerLists lists;
    lists.add(entry, "");
    CHECK_FALSE(lists.plain());
  }
  LayerLists lists;
  lists.add("re:.*self_attn.*", "");
  CHECK(lists.plain());
}
