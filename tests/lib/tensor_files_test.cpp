// Headers of checkpoints: what they hold, and that a broken one is one clear error.
#include "kvplan/tensor_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "kvplan/error.hpp"

using namespace kvplan;
namespace fs = std::filesystem;

namespace {

/// A folder that is gone when the test is over.
class Folder {
 public:
  Folder() {
    static int count = 0;
    path_ = fs::temp_directory_path() /
            ("kvplan-tensor-files-" + std::to_string(std::random_device{}()) + "-" +
             std::to_string(++count));
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFFU);
  return text;
}

std::string safetensors(const std::string& header, std::size_t data = 0) {
  return little_endian(header.size(), 8) + header + std::string(data, '\0');
}

const std::string two_tensors =
    R"({"__metadata__": {"format": "pt"},
        "model.embed_tokens.weight": {"dtype": "BF16", "shape": [100, 8], "data_offsets": [0, 1600]},
        "mtp.layers.0.mlp.experts.3.up_proj.weight":
            {"dtype": "U8", "shape": [8, 4], "data_offsets": [1600, 1632]}})";

std::string gguf_string(const std::string& text) { return little_endian(text.size(), 8) + text; }

std::string gguf_tensor(const std::string& name, std::vector<std::uint64_t> shape,
                        std::uint32_t type) {
  std::string text = gguf_string(name) + little_endian(shape.size(), 4);
  for (const std::uint64_t size : shape) text += little_endian(size, 8);
  return text + little_endian(type, 4) + little_endian(0, 8);
}

std::string sample_gguf() {
  std::string text = "GGUF" + little_endian(3, 4) + little_endian(2, 8) + little_endian(2, 8);
  text += gguf_string("general.architecture") + little_endian(8, 4) + gguf_string("llama");
  text += gguf_string("tokenizer.tokens") + little_endian(9, 4) + little_endian(8, 4) +
          little_endian(2, 8) + gguf_string("a") + gguf_string("b");
  text += gguf_tensor("token_embd.weight", {4096, 32}, 12);
  text += gguf_tensor("blk.0.attn_norm.weight", {4096}, 0);
  return text;
}

}  // namespace

TEST_CASE("a safetensors header gives names, bytes and what each tensor is for") {
  const Folder folder;
  for (const std::size_t data : {std::size_t{0}, std::size_t{1632}}) {
    const auto file = folder.write("model.safetensors", safetensors(two_tensors, data));
    const TensorFiles files = read_safetensors(file);
    CHECK(files.source == "file header");
    CHECK(files.total.count() == 1632);
    CHECK(files.loaded(false).count() == 1600);  // the draft's part stays in the file
    CHECK(files.by_dtype().at("BF16").count() == 1600);
    CHECK(files.by_kind().at("embedding").count() == 1600);
    CHECK(files.by_kind().at("routed_experts").count() == 32);
  }
}

TEST_CASE("layers behind the model's last one are its draft") {
  CHECK(is_draft("model.layers.61.mlp.gate.weight", 61));
  CHECK_FALSE(is_draft("model.layers.60.mlp.gate.weight", 61));
  CHECK_FALSE(is_draft("model.layers.61.mlp.gate.weight", std::nullopt));
  CHECK(is_draft("mtp.fc.weight", std::nullopt));
}

TEST_CASE("a broken safetensors header is one error that names the file") {
  const Folder folder;
  const auto refuse = [&](const std::string& bytes) {
    const auto file = folder.write("broken.safetensors", bytes);
    CHECK_THROWS_WITH_AS(read_safetensors(file), doctest::Contains("broken.safetensors"), Error);
  };
  refuse("");
  refuse("\x01\x02\x03");
  refuse(little_endian(std::uint64_t{1} << 62, 8) + "{}");  // longer than allowed
  refuse(little_endian(1'000, 8) + "{}");                   // longer than the file
  refuse(safetensors("{"));                                 // no JSON
  refuse(safetensors("[]"));                                // no object
  refuse(safetensors(two_tensors, 100));                    // data cut off
  refuse(safetensors(R"({"a": 3})"));
  refuse(safetensors(R"({"a": {"dtype": "BF16", "shape": [4], "data_offsets": [0, 9]}})"));
  refuse(safetensors(R"({"a": {"dtype": "BF16", "shape": [4], "data_offsets": [8, 0]}})"));
  refuse(safetensors(R"({"a": {"dtype": "BF16", "shape": [4], "data_offsets": [8, 16]}})"));
  refuse(safetensors(R"({"a": {"dtype": "BF16", "shape": [-4], "data_offsets": [0, 8]}})"));
  refuse(safetensors(R"({"a": {"dtype": "ACME", "shape": [4], "data_offsets": [0, 8]}})"));
  refuse(safetensors(R"({"a": {"dtype": "U8", "shape": [8], "data_offsets": [0, 8]},
                         "b": {"dtype": "U8", "shape": [8], "data_offsets": [4, 12]}})"));
  const auto file =
      folder.write("huge.safetensors",
                   safetensors(R"({"a": {"dtype": "U8", "shape": [1099511627776, 1099511627776],
                            "data_offsets": [0, 8]}})"));
  CHECK_THROWS_WITH_AS(read_safetensors(file),
                       (file.string() + ": /a/shape: expected a tensor of fewer than 2^63 bits, "
                                        "found [1099511627776,1099511627776]")
                           .c_str(),
                       Error);
}

TEST_CASE("a GGUF tensor takes the bytes of its type's blocks") {
  // 2560 × 3 numbers: 240 blocks of 32, 120 of 64, 60 of 128, 30 of 256. Bytes by the fields of
  // ggml's blocks: Q4_K has two halves, 12 bytes of scales and 128 of quants, 144 × 30.
  struct Row {
    std::uint32_t type;
    const char* name;
    std::int64_t bytes;
  };
  const std::vector<Row> rows{
      {0, "F32", 30'720},     {1, "F16", 15'360},    {2, "Q4_0", 4'320},     {3, "Q4_1", 4'800},
      {6, "Q5_0", 5'280},     {7, "Q5_1", 5'760},    {8, "Q8_0", 8'160},     {9, "Q8_1", 8'640},
      {10, "Q2_K", 2'520},    {11, "Q3_K", 3'300},   {12, "Q4_K", 4'320},    {13, "Q5_K", 5'280},
      {14, "Q6_K", 6'300},    {15, "Q8_K", 8'760},   {16, "IQ2_XXS", 1'980}, {17, "IQ2_XS", 2'220},
      {18, "IQ3_XXS", 2'940}, {19, "IQ1_S", 1'500},  {20, "IQ4_NL", 4'320},  {21, "IQ3_S", 3'300},
      {22, "IQ2_S", 2'460},   {23, "IQ4_XS", 4'080}, {24, "I8", 7'680},      {25, "I16", 15'360},
      {26, "I32", 30'720},    {27, "I64", 61'440},   {28, "F64", 61'440},    {29, "IQ1_M", 1'680},
      {30, "BF16", 15'360},   {34, "TQ1_0", 1'620},  {35, "TQ2_0", 1'980},   {39, "MXFP4", 4'080},
      {40, "NVFP4", 4'320},   {41, "Q1_0", 1'080}};
  const Folder folder;
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto file = folder.write(
        "one.gguf", "GGUF" + little_endian(3, 4) + little_endian(1, 8) + little_endian(0, 8) +
                        gguf_tensor("blk.0.ffn_up.weight", {2560, 3}, row.type));
    const TensorFiles files = read_gguf(file);
    CHECK(files.total.count() == row.bytes);
    CHECK(files.by_dtype().at(row.name).count() == row.bytes);
  }
}

TEST_CASE("a GGUF type without a known block is refused, and so are rows of broken blocks") {
  const Folder folder;
  const auto write = [&](std::vector<std::uint64_t> shape, std::uint32_t type) {
    return folder.write("bad.gguf", "GGUF" + little_endian(3, 4) + little_endian(1, 8) +
                                        little_endian(0, 8) +
                                        gguf_tensor("blk.0.ffn_up.weight", shape, type));
  };
  for (const std::uint32_t removed : {4U, 5U, 31U, 36U, 42U, 9999U}) {
    CHECK_THROWS_AS(read_gguf(write({2560, 3}, removed)), Error);
  }
  CHECK_THROWS_AS(read_gguf(write({2561, 3}, 12)), Error);
  CHECK_THROWS_WITH_AS(read_gguf(write({std::int64_t{1} << 40, std::int64_t{1} << 40}, 12)),
                       doctest::Contains("expected less than 2^53 numbers in \""), Error);
}

TEST_CASE("a fuzzed header is read or refused, never a crash") {
  const Folder folder;
  std::mt19937 random(20'260'701);  // NOLINT: the same bytes every time
  const std::string good = safetensors(two_tensors);
  const std::string good_gguf = sample_gguf();
  int read = 0;
  int refused = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::string bytes = i % 2 == 0 ? good : good_gguf;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    if (random() % 3 == 0) bytes.resize(random() % bytes.size());
    const auto file = folder.write("fuzzed", bytes);
    try {
      static_cast<void>(i % 2 == 0 ? read_safetensors(file) : read_gguf(file));
      ++read;
    } catch (const Error& error) {
      ++refused;
      CHECK(std::string(error.what()).find("fuzzed") != std::string::npos);
    } catch (const std::overflow_error&) {
      ++refused;
    }
  }
  CHECK(read > 100);
  CHECK(refused > 1'000);
}

TEST_CASE("500 shards of headers are read as one checkpoint") {
  const Folder folder;
  for (int shard = 0; shard < 500; ++shard) {
    std::string header = "{";
    for (int i = 0; i < 4; ++i) {
      const std::string start = std::to_string(i * 4'194'304);
      const std::string end = std::to_string((i + 1) * 4'194'304);
      header += (i == 0 ? "" : ",");
      header += "\"model.layers." + std::to_string(shard) + ".mlp." + std::to_string(i) +
                R"(.weight": {"dtype": "BF16", "shape": [1024, 2048], "data_offsets": [)" + start +
                ", " + end + "]}";
    }
    folder.write("model-" + std::to_string(shard) + ".safetensors", safetensors(header + "}"));
  }
  const auto files = read_tensor_files(folder.path());  // how fast: bench/headers_bench.cpp
  REQUIRE(files.has_value());
  CHECK(files->files == 500);
  CHECK(files->total.count() == std::int64_t{500} * 4 * 4'194'304);
  // In the order of their names, whichever thread read them.
  CHECK(files->tensors[0].name == "model.layers.0.mlp.0.weight");
  CHECK(files->tensors[4].name == "model.layers.1.mlp.0.weight");
  CHECK(files->tensors[8].name == "model.layers.10.mlp.0.weight");
  CHECK(files->tensors[1999].name == "model.layers.99.mlp.3.weight");

  folder.write("model-300.safetensors", "short");
  folder.write("model-121.safetensors", "short");
  std::string first;
  try {
    (void)read_tensor_files(folder.path());
  } catch (const Error& error) {
    first = error.what();
  }
  CHECK(first == (folder.path() / "model-121.safetensors").string() +
                     ": header: expected 8 bytes with the header's length, found 5 bytes");
}

TEST_CASE("a GGUF header gives the bytes of its blocks") {
  const Folder folder;
  const TensorFiles files = read_gguf(folder.write("model.gguf", sample_gguf()));
  REQUIRE(files.tensors.size() == 2);
  // Q4_K: 256 numbers in 144 bytes.
  CHECK(files.tensors[0].bytes.count() == 4'096 * 32 / 256 * 144);
  CHECK(files.tensors[0].shape == std::vector<std::int64_t>{32, 4'096});
  CHECK(files.tensors[0].kind == WeightKind::embedding);
  CHECK(files.tensors[1].bytes.count() == 4'096 * 4);
  CHECK_THROWS_AS(read_gguf(folder.write("b.gguf", "GGUF" + little_endian(1, 4))), Error);
  CHECK_THROWS_AS(read_gguf(folder.write("c.gguf", "nothing at all")), Error);
}

TEST_CASE("an index alone gives the total and the names") {
  const Folder folder;
  folder.write("model.safetensors.index.json",
               R"({"metadata": {"total_size": 6425499648},
                   "weight_map": {"model.norm.weight": "model-00001-of-00002.safetensors",
                                  "lm_head.weight": "model-00002-of-00002.safetensors"}})");
  const auto files = read_tensor_files(folder.path());
  REQUIRE(files.has_value());
  CHECK(files->source == "index");
  CHECK(files->total.count() == 6'425'499'648);  // Llama-3.2-3B
  CHECK(files->files == 2);
}

TEST_CASE("an index that its files contradict is an error") {
  const Folder folder;
  folder.write("model.safetensors", safetensors(two_tensors));
  const auto index = [&](const std::string& map) {
    folder.write("model.safetensors.index.json", R"({"weight_map": )" + map + "}");
  };
  index(R"({"model.embed_tokens.weight": "model.safetensors"})");
  CHECK(read_tensor_files(folder.path())->total.count() == 1632);
  index(R"({"lm_head.weight": "model.safetensors"})");
  CHECK_THROWS_AS(static_cast<void>(read_tensor_files(folder.path())), Error);
  index(R"({"lm_head.weight": "absent.safetensors"})");
  CHECK_THROWS_AS(static_cast<void>(read_tensor_files(folder.path())), Error);
  index(R"({"lm_head.weight": "../outside.safetensors"})");
  CHECK_THROWS_AS(static_cast<void>(read_tensor_files(folder.path())), Error);
}

TEST_CASE("a dump of headers reads back equal") {
  const Folder folder;
  const TensorFiles files =
      read_safetensors(folder.write("model.safetensors", safetensors(two_tensors)));
  const Folder other;
  other.write("kvplan_headers.json", dump_headers(files));
  CHECK(read_tensor_files(other.path()) == files);
  other.write("kvplan_headers.json", R"({"kvplan_headers": 1, "total_bytes": 5, "tensors": []})");
  CHECK_THROWS_AS(static_cast<void>(read_tensor_files(other.path())), Error);
  const Folder empty;
  CHECK_FALSE(read_tensor_files(empty.path()).has_value());
}
