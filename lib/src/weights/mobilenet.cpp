// Source: timm, models/mobilenetv5.py (mobilenetv5_300m_enc).
#include "weights/mobilenet.hpp"

namespace kvplan::modules {
namespace {

/// Widths before, within and after a block; kernels of the depthwise convolutions, 0: none.
struct Bottleneck {
  std::int64_t in;
  std::int64_t middle;
  std::int64_t out;
  std::int64_t first_kernel = 0;
  std::int64_t middle_kernel = 0;
};

struct Tower {
  Builder& b;

  void add(const std::string& name, std::vector<std::int64_t> shape) const {
    b.add(name, WeightKind::vision, Sharding::replicated, b.dtype(), std::move(shape));
  }
  void conv(const std::string& name, const std::string& norm, std::int64_t out, std::int64_t in,
            std::int64_t kernel) const {
    add(name + ".weight", {out, in, kernel, kernel});
    add(norm + ".weight", {out});
  }
  void depthwise(const std::string& name, std::int64_t channels, std::int64_t kernel) const {
    if (kernel > 0) conv(name + ".conv", name + ".bn", channels, 1, kernel);
  }

  void fused(const std::string& prefix, const Bottleneck& block) const {
    conv(prefix + ".conv_exp", prefix + ".bn1", block.middle, block.in, 3);
    conv(prefix + ".conv_pwl", prefix + ".bn2", block.out, block.middle, 1);
  }

  void inverted(const std::string& prefix, const Bottleneck& block) const {
    depthwise(prefix + ".dw_start", block.in, block.first_kernel);
    conv(prefix + ".pw_exp.conv", prefix + ".pw_exp.bn", block.middle, block.in, 1);
    depthwise(prefix + ".dw_mid", block.middle, block.middle_kernel);
    conv(prefix + ".pw_proj.conv", prefix + ".pw_proj.bn", block.out, block.middle, 1);
    add(prefix + ".layer_scale.gamma", {block.out});
  }

  /// One key and value for all queries; `shrinks`: read from a picture half as wide.
  void attention(const std::string& prefix, std::int64_t width, std::int64_t queries,
                 std::int64_t keys, bool shrinks) const {
    add(prefix + ".norm.weight", {width});
    add(prefix + ".attn.query.proj.weight", {queries, width, 1, 1});
    for (const char* part : {".attn.key", ".attn.value"}) {
      if (shrinks) conv(prefix + part + ".down_conv", prefix + part + ".norm", width, 1, 3);
      add(prefix + part + ".proj.weight", {keys, width, 1, 1});
    }
    add(prefix + ".attn.output.proj.weight", {width, queries, 1, 1});
    add(prefix + ".layer_scale.gamma", {width});
  }
};

}  // namespace

void mobilenet_v5(Builder& b, const std::string& prefix) {
  const Tower t{b};
  std::int64_t stage = 0;
  std::int64_t block = 0;
  const auto next = [&] {
    return prefix + ".blocks." + std::to_string(stage) + "." + std::to_string(block++);
  };
  const auto next_stage = [&] {
    ++stage;
    block = 0;
  };
  t.add(prefix + ".conv_stem.conv.weight", {64, 3, 3, 3});
  t.add(prefix + ".conv_stem.conv.bias", {64});
  t.add(prefix + ".conv_stem.bn.weight", {64});

  t.fused(next(), {64, 256, 128});
  for (int i = 0; i < 2; ++i) t.fused(next(), {128, 512, 128});

  next_stage();
  t.inverted(next(), {128, 768, 256, 3, 5});
  for (const std::int64_t kernel : {5, 3, 5, 3}) t.inverted(next(), {256, 1024, 256, kernel});

  next_stage();
  t.inverted(next(), {256, 1536, 640, 5, 5});
  for (int i = 0; i < 7; ++i) t.inverted(next(), {640, 2560, 640, 5});
  t.inverted(next(), {640, 640, 640});
  for (int i = 0; i < 14; ++i) {
    t.attention(next(), 640, 768, 64, true);
    t.inverted(next(), {640, 1280, 640});
  }

  next_stage();
  t.inverted(next(), {640, 3840, 1280, 5, 5});
  for (int i = 0; i < 19; ++i) {
    t.attention(next(), 1280, 1536, 96, false);
    t.inverted(next(), {1280, 2560, 1280});
  }

  // The last two stages side by side.
  const std::string fusion = prefix + ".msfa";
  t.conv(fusion + ".ffn.pw_exp.conv", fusion + ".ffn.pw_exp.bn", 3840, 640 + 1280, 1);
  t.conv(fusion + ".ffn.pw_proj.conv", fusion + ".ffn.pw_proj.bn", 2048, 3840, 1);
  t.add(fusion + ".norm.weight", {2048});
}

}  // namespace kvplan::modules
