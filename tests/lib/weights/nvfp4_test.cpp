// NVFP4 of three models explained to the GiB: by hand from the config's numbers, against published
// totals. 4 bits a number, one byte of scale for 16 of them: 9/16 B.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "kvplan/allocation.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/facts.hpp"
#include "kvplan/family.hpp"
#include "kvplan/weights.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

const std::string root = kvplan::tests::source_dir().string();

WeightsTable table_of(const ModelConfig& model, const std::string& options) {
  const EngineOptions parsed = options_from(parse_json(options, "options"));
  const Platform device = *find_platform("gb10");
  const Serving serving = resolve(describe(model), parsed, device, find_engine("vllm@0.33").rules);
  auto table = weights(model, nullptr, parsed, serving, device);
  REQUIRE(table.has_value());
  return *std::move(table);
}

WeightsTable table_of(const ConfigNode& config, const std::string& options) {
  return table_of(config_from(config, "test"), options);
}

/// A published config under another quantization.
ConfigNode with_quantization(const std::string& path, const std::string& layers) {
  std::string text = read_json(root + path).dump();
  if (const std::size_t old = text.find(",\"quantization_config\""); old != std::string::npos) {
    std::size_t end = text.find('{', old);
    for (int depth = 0; end < text.size(); ++end) {
      depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      if (depth == 0) break;
    }
    text.erase(old, end + 1 - old);
  }
  // The n-gram table's own type, which no list of layers has; it stays on the host.
  if (const std::size_t at = text.find("\"ple_embed_dim\""); at != std::string::npos) {
    text.insert(at, R"("ple_embedding_dtype":"nvfp4",)");
  }
  text.insert(text.rfind('}'),
              R"(,"quantization_config": {"quant_method": "modelopt", "quant_algo": )"
              R"("MIXED_PRECISION", "producer": {"name": "modelopt"}, "quantized_layers": {)" +
                  layers + "}}");
  return parse_json(text, path);
}

std::string layer(const std::string& name, const std::string& algorithm) {
  return '"' + name + R"(": {"quant_algo": ")" + algorithm + "\"},";
}

double in_gib(Bytes bytes) { return static_cast<double>(bytes.count()) / (1024.0 * 1024 * 1024); }

Bytes of(const WeightsTable& table, const std::string& kind) { return table.by_kind().at(kind); }

const std::string mtp = R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})";

}  // namespace

TEST_CASE("Qwen3.5-122B in NVFP4: 60.75 GiB of experts, the rest in bf16, 4.70 GiB of draft") {
  const auto table = table_of(
      read_json(root + "/tests/golden/vllm-0.33/configs/nvidia--Qwen3.5-122B-A10B-NVFP4.json"),
      mtp);
  // 48 layers × 256 experts × 3 matrices × 3072 × 1024 × 9/16 B, and 8 + 8 B + 8 B of scales each.
  CHECK(in_gib(of(table, "routed_experts")) == doctest::Approx(60.75).epsilon(0.0001));
  // One layer in bf16: 256 × 3 × 3072 × 1024 × 2 B = 4.50 GiB, attention and projections.
  CHECK(in_gib(table.draft_total()) == doctest::Approx(4.70).epsilon(0.002));
  CHECK(in_gib(table.total() + table.draft_total()) == doctest::Approx(77.77).epsilon(0.0005));
  // Published: 83,474,870,752 B of files, which have neither rotary tables nor buffers.
  const Bytes files = table.total() + table.draft_total() - table.buffers();
  CHECK(std::abs(static_cast<double>(files.count()) / 83'474'870'752.0 - 1) < 0.0001);
}

TEST_CASE("Nemotron 3 Super in NVFP4: 59.06 GiB of experts, fp8 around them, the draft in bf16") {
  const auto path = std::string(root) + "/models/nvidia--NVIDIA-Nemotron-3-Super-120B-A12B-NVFP4";
  const Model model = read_model(path);
  const auto table = table_of(model.config, mtp);
  // By NVIDIA's recipe. 40 layers × 512 experts × 2 matrices × 1024 × 2688 × 9/16 B, with the
  // latent projections in bf16.
  CHECK(in_gib(of(table, "routed_experts")) == doctest::Approx(59.06 + 0.63).epsilon(0.001));
  // 40 × 2 × 4096 × 5376 B.
  CHECK(in_gib(of(table, "shared_experts")) == doctest::Approx(1.64).epsilon(0.001));
  CHECK(in_gib(of(table, "state")) == doctest::Approx(4.09).epsilon(0.001));
  CHECK(table.total() == Bytes{73'296'284'352});
  CHECK(table.draft_total() == Bytes{5'888'845'848});
  // Published: "Model loading took" 69.62 GiB, with MTP 3 75.03. Up to all shared experts in bf16,
  // which AutoQuantize left at 16 bits for a part.
  const Band known = read_facts(path).weights.value();
  CHECK(known.low == table.total());
  CHECK(known.high - known.low == of(table, "shared_experts") - Bytes{640});
  CHECK(in_gib(known.likely) == doctest::Approx(69.62).epsilon(0.00001));
  CHECK(in_gib(known.likely + table.draft_total()) == doctest::Approx(75.03).epsilon(0.002));
}

TEST_CASE("Nemotron 3 Super in FP8: experts and Mamba in fp8, all else in bf16") {
  const Model model = read_model(root + "/models/nvidia--NVIDIA-Nemotron-3-Super-120B-A12B-FP8");
  const auto table = table_of(model.config, "{}");
  // 40 × 512 × 2 × 1024 × 2688 B, latent projections and a few scales.
  CHECK(in_gib(of(table, "routed_experts")) == doctest::Approx(105 + 0.63).epsilon(0.0001));
  CHECK(table.total() == Bytes{122'621'299'392});
}

TEST_CASE("the story's model: its files are smaller for MXFP8 attention and an NVFP4 draft") {
  // The published layout of the QAD builds: routed experts in NVFP4, attention, gated delta, shared
  // experts and head in MXFP8 (33/32 B), the draft's experts in NVFP4 too.
  std::string layers;
  for (int i = 0; i < 48; ++i) {
    const std::string prefix = "model.language_model.layers." + std::to_string(i) + ".";
    const bool full = (i + 1) % 4 == 0;
    for (const char* name : {"in_proj_qkv", "out_proj"}) {
      if (!full) layers += layer(prefix + "linear_attn." + name, "MXFP8");
    }
    for (const char* name : {"q_proj", "o_proj"}) {
      if (full) layers += layer(prefix + "self_attn." + name, "MXFP8");
    }
    layers += layer(prefix + "mlp.experts.0.up_proj", "NVFP4");
    for (const char* name : {"gate_proj", "down_proj"}) {
      layers += layer(prefix + "mlp.shared_expert." + name, "MXFP8");
    }
  }
  layers += layer("lm_head.weight", "MXFP8") + layer("mtp.layers.0.mlp.experts.0.up_proj", "NVFP4");
  layers.pop_back();
  const std::string path = "/models/local-inference-lab--Qwen3.8-Flash-Next-NVFP4/config.json";
  const auto mixed = table_of(with_quantization(path, layers), mtp);
  const auto plain = table_of(read_json(root + path), mtp);
  // 48 layers × 512 experts × 3 matrices × 2560 × 640 × 9/16 B in both.
  CHECK(in_gib(of(plain, "routed_experts")) == doctest::Approx(63.28).epsilon(0.0005));
  CHECK(in_gib(of(mixed, "routed_experts")) == doctest::Approx(63.28).epsilon(0.0005));
  CHECK(in_gib(plain.total()) == doctest::Approx(73.76).epsilon(0.0005));
  CHECK(in_gib(plain.draft_total()) == doctest::Approx(4.87).epsilon(0.001));
  CHECK(in_gib(mixed.draft_total()) == doctest::Approx(1.50).epsilon(0.01));
  // Published: 36 shards less 16 of the n-gram table, 77,123,156,232 B with headers.
  const Bytes files = mixed.total() + mixed.draft_total() - mixed.buffers();
  CHECK(std::abs(static_cast<double>(files.count()) / 77'123'156'232.0 - 1) < 0.002);
}
