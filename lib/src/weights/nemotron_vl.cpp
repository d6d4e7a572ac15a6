// Nemotron Nano VL and Nano Omni: Nemotron-H behind NVIDIA's RADIO tower and, where the config has
// sound, the Parakeet encoder. Towers are never quantized.
// Source: vLLM 0.33, models/nano_nemotron_vl.py, radio.py, parakeet.py; transformers, parakeet.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;
constexpr auto whole = Sharding::replicated;
constexpr LinearOptions plain{.quantize = false};
constexpr LinearOptions plain_biased{.bias = true, .quantize = false};

void part(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  b.add(name, kind, whole, b.dtype(), std::move(shape));
}

/// timm's names for the sizes of a tower.
struct RadioSize {
  std::string_view name;
  std::int64_t hidden;
  std::int64_t layers;
  std::int64_t intermediate;
};
constexpr std::array radio_sizes{
    RadioSize{"vit_small_patch16_224", 384, 12, 1536},
    RadioSize{"vit_base_patch16_224", 768, 12, 3072},
    RadioSize{"vit_large_patch16_224", 1024, 24, 4096},
    RadioSize{"vit_huge_patch16_224", 1280, 32, 5120},
    RadioSize{"vit_so400m_patch16_224", 1152, 27, 4304},
};

const RadioSize& radio_size(const ConfigNode& arguments) {
  const auto* size =
      std::ranges::find(radio_sizes, arguments.string_or("model", ""), &RadioSize::name);
  if (size == radio_sizes.end()) throw Unknowable{};
  return *size;
}

/// What the tower learned from: models of their own names, of which some give a summary.
struct Teachers {
  std::int64_t names = 0;
  std::int64_t summaries = 0;
};

Teachers teachers_of(const ConfigNode& arguments) {
  Teachers teachers;
  std::set<std::string> names;
  const auto list = arguments.find("teachers");
  for (const ConfigNode& teacher : list ? list->items() : std::vector<ConfigNode>{}) {
    names.insert(teacher.string_or("name", ""));
    if (teacher.boolean_or("use_summary", true)) ++teachers.summaries;
  }
  teachers.names = static_cast<std::int64_t>(names.size());
  return teachers;
}

/// One token a teacher where each has its own, and registers up to a multiple.
std::int64_t first_tokens(const ConfigNode& arguments, const Teachers& teachers) {
  const std::int64_t own =
      arguments.boolean_or("cls_token_per_teacher", false) ? teachers.names : 1;
  const std::int64_t multiple = arguments.integer_or("register_multiple", 0, 0);
  return multiple > 0 ? sum(own, multiple - own % multiple) : own;
}

void radio(Builder& b, const ConfigNode& vision) {
  const ConfigNode arguments = vision.at("args");
  const RadioSize& size = radio_size(arguments);
  const Teachers teachers = teachers_of(arguments);
  const std::int64_t patch = vision.integer_or("patch_size", 16);
  const std::int64_t pixels = product(3, product(patch, patch));
  const std::int64_t side = (arguments.integer_or("cpe_max_size", 2048) + patch / 2) / patch;
  const std::int64_t frames = vision.integer_or("video_temporal_patch_size", 1);
  const std::string root = "vision_model.model";
  part(b, root + ".patch_generator.embedder.weight", {size.hidden, pixels});
  if (frames > 1) {
    part(b, root + ".patch_generator.video_embedder.weight",
         {size.hidden, product(frames, pixels)});
  }
  part(b, root + ".patch_generator.pos_embed", {1, product(side, side), size.hidden});
  part(b, root + ".patch_generator.cls_token.token",
       {first_tokens(arguments, teachers), size.hidden});
  const std::int64_t width = b.share(size.hidden);
  repeat(b, root + ".encoder.layers", size.layers, [&](const std::string& prefix) {
    b.sharded(prefix + ".attn.qkv", kind, Sharding::qkv, {width, width, width}, size.hidden,
              plain_biased);
    b.row(prefix + ".attn.proj", kind, size.hidden, size.hidden, plain_biased);
    b.column(prefix + ".mlp.fc1", kind, {size.intermediate}, size.hidden, plain_biased);
    b.row(prefix + ".mlp.fc2", kind, size.hidden, size.intermediate, plain_biased);
    b.layer_norm(prefix + ".norm1", size.hidden);
    b.layer_norm(prefix + ".norm2", size.hidden);
    part(b, prefix + ".ls1", {size.hidden});
    part(b, prefix + ".ls2", {size.hidden});
  });
  if (teachers.summaries > 0) {
    b.buffer("vision_model.summary_idxs", StoredType::int64, {teachers.summaries});
  }
}

/// Pixels of a square become one, its width times the square's area.
void projector(Builder& b) {
  const ConfigNode& root = b.config().root;
  const std::int64_t hidden = root.integer("vit_hidden_size");
  const double ratio = root.number_or("downsample_ratio", 0.5);
  if (!(ratio > 0.01 && ratio <= 1)) throw Unknowable{};
  const std::int64_t side = std::lround(1 / ratio);
  const std::int64_t merged = product(hidden, product(side, side));
  const std::int64_t width = root.integer("projector_hidden_size");
  if (b.text().integer_or("num_nextn_predict_layers", 0, 0) > 0) {
    b.layer_norm("vision_final_layernorm", hidden);
  }
  b.norm("mlp1.0", merged);
  b.replicated("mlp1.1", kind, {width}, merged, plain);
  b.replicated("mlp1.3", kind, {b.text().integer("hidden_size")}, width, plain);
}

/// Depthwise and pointwise convolutions that shorten the sound.
void subsampling(Builder& b, const std::string& prefix, const ConfigNode& sound) {
  const std::int64_t channels = sound.integer_or("subsampling_conv_channels", 256);
  const std::int64_t kernel = sound.integer_or("subsampling_conv_kernel_size", 3);
  const std::int64_t stride = sound.integer_or("subsampling_conv_stride", 2);
  std::int64_t bands = sound.integer_or("num_mel_bins", 80);
  std::int64_t at = 0;
  const auto convolution = [&](std::int64_t in, std::int64_t side) {
    const std::string name = prefix + ".layers." + std::to_string(at);
    part(b, name + ".weight", {channels, in, side, side});
    part(b, name + ".bias", {channels});
  };
  convolution(1, kernel);
  at += 2;
  bands /= stride;
  for (std::int64_t factor = sound.integer_or("subsampling_factor", 8); factor >= 4; factor /= 2) {
    convolution(1, kernel);
    ++at;
    convolution(channels, 1);
    at += 2;
    bands /= stride;
  }
  b.replicated(prefix + ".linear", kind, {sound.integer("hidden_size")}, product(channels, bands),
               plain_biased);
}

/// Whatever the config says, vLLM makes its linear layers without biases.
void parakeet_layer(Builder& b, const std::string& prefix, const ConfigNode& sound) {
  const std::int64_t hidden = sound.integer("hidden_size");
  const std::int64_t wide = sound.integer("intermediate_size");
  for (const char* half : {".feed_forward1", ".feed_forward2"}) {
    b.replicated(prefix + half + ".linear1", kind, {wide}, hidden, plain);
    b.replicated(prefix + half + ".linear2", kind, {hidden}, wide, plain);
  }
  const std::string attention = prefix + ".self_attn";
  for (const char* matrix : {".q_proj", ".k_proj", ".v_proj", ".o_proj", ".relative_k_proj"}) {
    b.replicated(attention + matrix, kind, {hidden}, hidden, plain);
  }
  const std::int64_t heads = sound.integer("num_attention_heads");
  for (const char* bias : {".bias_u", ".bias_v"})
    part(b, attention + bias, {heads, hidden / heads});
  const bool biased = sound.boolean_or("convolution_bias", true);
  const auto convolution = [&](const char* name, std::vector<std::int64_t> shape) {
    const std::int64_t out = shape.front();
    part(b, prefix + ".conv" + name + ".weight", std::move(shape));
    if (biased) part(b, prefix + ".conv" + name + ".bias", {out});
  };
  convolution(".pointwise_conv1", {2 * hidden, hidden, 1});
  convolution(".depthwise_conv", {hidden, 1, sound.integer_or("conv_kernel_size", 9)});
  convolution(".pointwise_conv2", {hidden, hidden, 1});
  b.layer_norm(prefix + ".conv.norm", hidden);
  b.buffer(prefix + ".conv.norm.running_mean", b.dtype(), {hidden});
  b.buffer(prefix + ".conv.norm.running_var", b.dtype(), {hidden});
  b.buffer(prefix + ".conv.norm.num_batches_tracked", StoredType::int64, {});
  for (const char* norm : {".norm_feed_forward1", ".norm_self_att", ".norm_conv",
                           ".norm_feed_forward2", ".norm_out"}) {
    b.layer_norm(prefix + norm, hidden);
  }
}

void parakeet(Builder& b, const ConfigNode& sound) {
  const std::string root = "sound_encoder.encoder";
  const std::int64_t hidden = sound.integer("hidden_size");
  subsampling(b, root + ".subsampling", sound);
  b.buffer(root + ".encode_positions.inv_freq", b.dtype(), {hidden / 2});
  repeat(b, root + ".layers", sound.integer("num_hidden_layers"),
         [&](const std::string& prefix) { parakeet_layer(b, prefix, sound); });
  const std::int64_t width = sound.integer("projection_hidden_size");
  const LinearOptions linear{.bias = sound.boolean_or("projection_bias", false), .quantize = false};
  b.norm("sound_encoder.projection.norm", hidden);
  b.replicated("sound_encoder.projection.linear1", kind, {width}, hidden, linear);
  b.replicated("sound_encoder.projection.linear2", kind, {b.text().integer("hidden_size")}, width,
               linear);
}

}  // namespace

void nemotron_vl(Builder& b) {
  b.quantization().rename({{"language_model.backbone", "language_model.model"}});
  if (!b.options().language_model_only) {
    const ConfigNode& root = b.config().root;
    b.first_stage();
    radio(b, root.at("vision_config"));
    projector(b);
    if (const auto sound = root.find("sound_config"); sound && sound->is_object()) {
      parakeet(b, *sound);
    }
  }
  nemotron_h_text(b, "language_model.");
}

}  // namespace kvplan::modules
