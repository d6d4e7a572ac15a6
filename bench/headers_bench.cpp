// How long the headers of a checkpoint of 500 shards take: the bound is 50 ms. Only headers are
// written, and only headers are read.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "kvplan/tensor_files.hpp"

namespace {

namespace fs = std::filesystem;

constexpr int shards = 500;
constexpr int tensors_a_shard = 16;  // 8,000 tensors: a mixture of a hundred layers
constexpr int tensor_bytes = 4'194'304;

std::string header(int shard) {
  std::string text = "{";
  for (int i = 0; i < tensors_a_shard; ++i) {
    text += (i == 0 ? "" : ",");
    text += "\"model.layers." + std::to_string(shard) + ".mlp." + std::to_string(i) +
            R"(.weight":{"dtype":"BF16","shape":[1024,2048],"data_offsets":[)" +
            std::to_string(i * tensor_bytes) + "," + std::to_string((i + 1) * tensor_bytes) + "]}";
  }
  return text + "}";
}

class Shards {
 public:
  Shards() : folder_(fs::temp_directory_path() / "kvplan_bench_shards") {
    fs::create_directories(folder_);
    for (int shard = 0; shard < shards; ++shard) {
      const std::string text = header(shard);
      std::ofstream out(folder_ / ("model-" + std::to_string(shard) + ".safetensors"),
                        std::ios::binary);
      const std::uint64_t length = text.size();
      for (int byte = 0; byte < 8; ++byte) {
        out.put(static_cast<char>(length >> (8 * byte) & 0xFF));
      }
      out << text;
    }
  }
  ~Shards() { fs::remove_all(folder_); }
  Shards(const Shards&) = delete;
  Shards& operator=(const Shards&) = delete;
  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

void headers_of_500_shards(benchmark::State& state) {
  const Shards files;
  for (auto _ : state) {
    benchmark::DoNotOptimize(kvplan::read_tensor_files(files.folder()));
  }
  state.SetItemsProcessed(state.iterations() * shards * tensors_a_shard);
}
BENCHMARK(headers_of_500_shards)->Unit(benchmark::kMillisecond);

}  // namespace
