// The weights as a table: rows alike are gathered, and add up.
#include "kvplan/weight_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace kvplan;

namespace {

WeightTensor tensor(const std::string& name, WeightKind kind, StoredType type,
                    std::vector<std::int64_t> shape, std::int64_t count = 1) {
  WeightTensor made;
  made.name = name;
  made.kind = kind;
  made.type = type;
  made.shape = std::move(shape);
  made.count = count;
  return made;
}

}  // namespace

TEST_CASE("tensors of one kind, type and shape are one row, the largest kind first") {
  WeightsTable table;
  table.tensors = {
      tensor("model.layers.0.input_layernorm.weight", WeightKind::norm, StoredType::bfloat16, {64},
             3),
      tensor("model.layers.0.mlp.up_proj.weight", WeightKind::dense_mlp, StoredType::bfloat16,
             {128, 64}, 3),
      tensor("model.layers.3.mlp.up_proj.weight", WeightKind::dense_mlp, StoredType::bfloat16,
             {128, 64}),
      tensor("model.norm.weight", WeightKind::norm, StoredType::bfloat16, {64}),
  };
  const auto rows = rows_of(table);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].kind == WeightKind::dense_mlp);
  CHECK(rows[0].count == 4);
  CHECK(rows[0].bytes == Bytes{65'536});
  CHECK(rows[0].modules == std::vector<std::string>{"mlp.up_proj.weight"});
  CHECK(rows[1].count == 4);
  CHECK(rows[1].bytes == Bytes{512});
  CHECK(rows[1].modules == std::vector<std::string>{"input_layernorm.weight", "model.norm.weight"});
  CHECK(table.total() == rows[0].bytes + rows[1].bytes);
}

TEST_CASE("a row says why it is not quantized, and rows with other reasons stay apart") {
  WeightsTable table;
  auto kept = tensor("model.layers.0.self_attn.o_proj.weight", WeightKind::attention,
                     StoredType::bfloat16, {64, 64});
  kept.unquantized = "ignore list: model.layers.0.self_attn.o_proj";
  table.tensors = {kept, tensor("model.layers.1.self_attn.o_proj.weight", WeightKind::attention,
                                StoredType::bfloat16, {64, 64})};
  REQUIRE(rows_of(table).size() == 2);
}

TEST_CASE("latent attention's copies are counted in the model's dtype") {
  WeightsTable table;
  table.tensors = {tensor("model.layers.0.self_attn.kv_b_proj.weight", WeightKind::attention,
                          StoredType::float8_e4m3fn, {256, 64}, 5),
                   tensor("model.layers.0.self_attn.kv_b_proj.weight_scale_inv",
                          WeightKind::attention, StoredType::float32, {2, 1}, 5)};
  CHECK(copies_after_loading(table) == Bytes{256 * 64 * 5 * 2});
}

TEST_CASE("a DFlash draft's keys and values are counted once more, an EAGLE draft's are not") {
  const auto of_draft = [](WeightTensor tensor) {
    tensor.draft = true;
    return tensor;
  };
  WeightsTable table;
  for (const char* layer : {"model.layers.0", "model.layers.1"}) {
    const std::string attention = std::string(layer) + ".self_attn";
    // 8 heads of queries, 2 of keys and values, 16 wide, on 64 numbers.
    table.tensors.push_back(of_draft(tensor(attention + ".qkv_proj.weight", WeightKind::attention,
                                            StoredType::bfloat16, {192, 64})));
    table.tensors.push_back(of_draft(tensor(attention + ".o_proj.weight", WeightKind::attention,
                                            StoredType::bfloat16, {64, 128})));
    table.tensors.push_back(of_draft(
        tensor(attention + ".k_norm.weight", WeightKind::norm, StoredType::bfloat16, {16})));
  }
  CHECK(draft_copies_after_loading(table) == Bytes{0});
  table.tensors.push_back(
      of_draft(tensor("model.hidden_norm.weight", WeightKind::norm, StoredType::bfloat16, {64})));
  CHECK(draft_copies_after_loading(table) == Bytes{2 * (64 * 64 + 16) * 2});
}

TEST_CASE("checkpoints' usual names say how a tensor is divided") {
  CHECK(sharding_of("model.embed_tokens.weight") == Sharding::vocabulary);
  CHECK(sharding_of("model.layers.0.self_attn.q_proj.weight") == Sharding::qkv);
  CHECK(sharding_of("model.layers.0.self_attn.o_proj.weight") == Sharding::row);
  CHECK(sharding_of("model.layers.0.self_attn.kv_a_proj_with_mqa.weight") == Sharding::replicated);
  CHECK(sharding_of("model.layers.0.mlp.down_proj.weight") == Sharding::row);
  CHECK(sharding_of("model.layers.0.mlp.experts.7.up_proj.weight") == Sharding::experts);
  CHECK(sharding_of("model.layers.0.input_layernorm.weight") == Sharding::replicated);
  CHECK(sharding_of("blk.0.attn_output.weight") == Sharding::row);
}

TEST_CASE("files make a table of whole tensors, the draft's and the n-gram table's apart") {
  TensorFiles files;
  files.tensors = {{.name = "model.layers.0.mlp.up_proj.weight",
                    .dtype = "BF16",
                    .shape = {128, 64},
                    .bytes = Bytes{16'384},
                    .kind = WeightKind::dense_mlp},
                   {.name = "model.layers.1.mlp.up_proj.weight",
                    .dtype = "BF16",
                    .shape = {128, 64},
                    .bytes = Bytes{16'384},
                    .kind = WeightKind::dense_mlp},
                   {.name = "mtp.fc.weight",
                    .dtype = "BF16",
                    .shape = {64, 64},
                    .bytes = Bytes{8'192},
                    .kind = WeightKind::other,
                    .draft = true}};
  const auto rows = rows_of(files);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].count == 2);
  CHECK(rows[0].sharding == Sharding::column);
  CHECK(rows[1].draft);
}

TEST_CASE("online quantization halves the matrices that it turns, not embedding, head or norms") {
  const std::string turned = "module kind: turned into another type while it is loaded";
  WeightsTable table;
  table.tensors = {
      tensor("model.embed_tokens.weight", WeightKind::embedding, StoredType::bfloat16, {256, 64}),
      tensor("lm_head.weight", WeightKind::head, StoredType::bfloat16, {256, 64}),
      tensor("model.layers.0.mlp.up_proj.weight", WeightKind::dense_mlp, StoredType::bfloat16,
             {128, 64}, 3),
      tensor("model.layers.0.mlp.experts.w13_weight", WeightKind::routed_experts,
             StoredType::bfloat16, {4, 32, 64}),
      tensor("model.norm.weight", WeightKind::norm, StoredType::bfloat16, {64}),
  };
  for (const char* name : {"lm_head.weight", "model.layers.0.mlp.up_proj.weight",
                           "model.layers.0.mlp.experts.w13_weight"}) {
    std::ranges::find(table.tensors, name, &WeightTensor::name)->unquantized = turned;
  }
  constexpr std::int64_t dense = 3 * 128 * 64;
  constexpr std::int64_t experts = 4 * 32 * 64;
  CHECK(saved_while_loading(table, "fp8") == Bytes{dense + experts});
  CHECK(saved_while_loading(table, "mxfp8") == Bytes{(dense + experts) * 31 / 32});
  CHECK(saved_while_loading(table, "int8_per_channel_weight_only") == Bytes{experts});
  CHECK(saved_while_loading(table, "awq") == Bytes{0});
}
