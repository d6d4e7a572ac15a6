// Qwen4-exp (Qwen3.8-Flash-Next): gated-delta layers, sparse attention whose indexer shares the
// projection of queries, keys and values, hyper-connections around both halves of a layer, and an
// n-gram table that the engine keeps in host memory.
// Source: vLLM 0.33, models/qwen4_exp/.
#include "families/common.hpp"
#include "families/gated_delta.hpp"
#include "weights/blocks.hpp"
#include "weights/gated_delta.hpp"
#include "weights/models.hpp"
#include "weights/qwen_moe.hpp"
#include "weights/qwen_vision.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kvplan::modules {
namespace {

std::int64_t streams(const ConfigNode& text) {
  return product(text.integer("hidden_size"), text.integer("hc_count"));
}

/// With `inject` the weights that put a half's output back, padded to 16 rows.
void hyper_connection(Builder& b, const std::string& prefix, bool inject) {
  const ConfigNode& text = b.text();
  const std::int64_t wide = streams(text);
  const std::int64_t rank = text.integer("hc_lowrank");
  constexpr std::int64_t alignment = 16;
  b.norm(prefix + ".hc_norm", wide);
  if (inject) {
    const std::int64_t rows = round_up(sum(rank, text.integer("hc_count")), alignment);
    b.replicated(prefix + ".input_mix_weight_down_block_inject", WeightKind::other, {rows}, wide,
                 {.quantize = false});
  } else {
    b.replicated(prefix + ".input_mix_weight_down", WeightKind::other, {rank}, wide,
                 {.quantize = false});
  }
  b.replicated(prefix + ".input_mix_weight_up", WeightKind::other, {wide}, rank,
               {.quantize = false});
}

void sparse_attention(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const std::int64_t index_dim = text.integer("indexer_head_dim");
  const std::int64_t index = product(
      sum(text.integer("indexer_n_heads"), text.integer_or("indexer_kv_heads", 1)), index_dim);
  const std::int64_t own = b.share(heads.heads);
  const std::int64_t kv = product(b.share_kv(heads.kv_heads), heads.head_dim);
  const bool plain = b.quantization().default_storage().scheme == Scheme::nvfp4;
  b.sharded(prefix + ".qkv_proj", WeightKind::attention, Sharding::qkv,
            {product(2 * own, heads.head_dim), kv, kv, index}, heads.hidden, {.quantize = !plain});
  b.row(prefix + ".o_proj", WeightKind::attention, heads.hidden,
        product(heads.heads, heads.head_dim));
  b.norm(prefix + ".q_norm", heads.head_dim);
  b.norm(prefix + ".k_norm", heads.head_dim);
  b.norm(prefix + ".indexer.q_layernorm", index_dim);
  b.norm(prefix + ".indexer.k_layernorm", index_dim);
  for (const char* scale : {"._k_scale", "._v_scale", "._q_scale", "._prob_scale"}) {
    b.buffer(prefix + scale, StoredType::float32, {});
  }
  // One row a scheduled token: the selected positions and their count.
  b.buffer(prefix + ".topk_indices_buffer", StoredType::int32,
           {b.serving().max_num_batched_tokens.count(),
            sum(text.integer("indexer_budget"), text.integer("indexer_compress_ratio"))});
  b.rotary(prefix + ".rotary_emb", rotary_table(text, heads.head_dim, max_positions(text), 1));
}

/// Crosses out the odd multiples of an odd factor in [begin, begin + the size).
void cross_out(std::vector<bool>& composite, std::int64_t begin, std::int64_t factor) {
  const std::int64_t end = begin + std::ssize(composite);
  std::int64_t first = std::max(factor * factor, round_up(begin, factor));
  if (first % 2 == 0) first += factor;
  for (std::int64_t multiple = first; multiple < end; multiple += 2 * factor) {
    composite[static_cast<std::size_t>(multiple - begin)] = true;
  }
}

/// The odd primes whose squares are below a number.
std::vector<std::int64_t> odd_primes_below_root(std::int64_t number) {
  const auto end = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(number))));
  std::vector<bool> composite(static_cast<std::size_t>(end));
  std::vector<std::int64_t> primes;
  for (std::int64_t candidate = 3; candidate < end; candidate += 2) {
    if (composite[static_cast<std::size_t>(candidate)]) continue;
    primes.push_back(candidate);
    if (candidate * candidate < end) cross_out(composite, 0, candidate);
  }
  return primes;
}

/// The first primes above a number, by sieving windows behind it.
std::vector<std::int64_t> primes_above(std::int64_t number, std::int64_t count) {
  const std::int64_t width = std::max<std::int64_t>(1024, 32 * count);  // mostly one window
  std::vector<std::int64_t> primes;
  if (number < 2) primes.push_back(2);
  std::int64_t begin = std::max<std::int64_t>(3, number + 1);
  begin += begin % 2 == 0 ? 1 : 0;
  for (; std::ssize(primes) < count; begin += width) {
    std::vector<bool> composite(static_cast<std::size_t>(width));
    for (const std::int64_t factor : odd_primes_below_root(begin + width)) {
      cross_out(composite, begin, factor);
    }
    for (std::int64_t i = 0; i < width && std::ssize(primes) < count; i += 2) {
      if (!composite[static_cast<std::size_t>(i)]) primes.push_back(begin + i);
    }
  }
  return primes;
}

/// Rows of the table: consecutive primes from the base, one for each head of each length.
std::int64_t table_rows(const ConfigNode& text, std::int64_t heads, std::int64_t table) {
  constexpr std::int64_t largest = std::int64_t{1} << 36;  // a prime is found in time
  constexpr std::int64_t most = 4096;
  const std::int64_t base = text.integer("ngram_vocab_size_base");
  const std::int64_t skipped = product(table, heads);
  if (base > largest || sum(skipped, heads) > most) throw Unknowable{};
  const auto primes = primes_above(base - 1, skipped + heads);
  return std::accumulate(primes.begin() + skipped, primes.end(), std::int64_t{0}, sum);
}

/// ple_embedding_dtype says it, else the checkpoint's quantization.
Scheme table_scheme(Builder& b, const std::string& name) {
  const std::string given = b.text().string_or("ple_embedding_dtype", "");
  if (given == "nvfp4") return Scheme::nvfp4;
  if (given == "float8_e4m3fn") return Scheme::fp8_tensor;
  if (!given.empty()) throw Unknowable{};
  const Quantization& quantization = b.quantization();
  if (!quantization.any() || quantization.leaves_out(name)) return Scheme::none;
  if (quantization.method() == "fp8") return Scheme::fp8_tensor;
  throw Unknowable{};
}

void store_table(Builder& b, const std::string& name, std::int64_t rows, std::int64_t width) {
  constexpr auto kind = WeightKind::ngram_table;
  constexpr auto vocabulary = Sharding::vocabulary;
  switch (table_scheme(b, name)) {
    case Scheme::none:
      b.host(name + ".weight", kind, vocabulary, b.dtype(), {rows, width});
      return;
    case Scheme::fp8_tensor:
      b.host(name + ".weight", kind, vocabulary, StoredType::float8_e4m3fn, {rows, width});
      b.add(name + ".weight_scale", kind, Sharding::replicated, StoredType::float32, {1});
      return;
    default:
      if (width % 16 != 0) throw Unknowable{};
      b.host(name + ".weight", kind, vocabulary, StoredType::uint8, {rows, width / 2});
      b.host(name + ".weight_scale", kind, vocabulary, StoredType::float8_e4m3fn,
             {rows, width / 16});
      b.add(name + ".weight_scale_2", kind, Sharding::replicated, StoredType::float32, {1});
  }
}

void ngram_embedding(Builder& b, const std::string& prefix, std::int64_t table) {
  const ConfigNode& text = b.text();
  const std::int64_t width = text.integer("ple_embed_dim");
  const std::int64_t ngram = text.integer("ngram_size", 2);
  const std::int64_t heads = product(ngram - 1, text.integer("heads_per_ngram"));
  const std::int64_t unit = text.integer("make_ngram_vocab_size_divisible_by");
  const std::int64_t primes = b.once("rows of n-gram table " + std::to_string(table),
                                     [&] { return table_rows(text, heads, table); });
  const std::int64_t rows = round_up(primes, unit);
  if (width % heads != 0) throw Unknowable{};
  const std::string embedding = prefix + ".ple_embedding";
  store_table(b, embedding + ".ngram_embedding", b.share(rows), width / heads);
  b.buffer(embedding + ".layer_multipliers", StoredType::int64, {ngram});
  b.buffer(embedding + ".ngram_heads_vocab_sizes", StoredType::int64, {heads});
  b.buffer(embedding + ".ngram_heads_offsets", StoredType::int64, {heads});
}

void ple(Builder& b, const std::string& prefix, std::int64_t table) {
  const ConfigNode& text = b.text();
  const std::int64_t wide = streams(text);
  ngram_embedding(b, prefix, table);
  b.replicated(prefix + ".kv_proj", WeightKind::ngram_table, {wide, text.integer("hidden_size")},
               text.integer("ple_embed_dim"));
  for (const char* norm : {".norm_key", ".norm_query", ".norm_conv"}) b.norm(prefix + norm, wide);
  b.add(prefix + ".conv1d.weight", WeightKind::ngram_table, Sharding::replicated, b.dtype(),
        {wide, 1, text.integer("ple_conv_kernel_size")});
}

void layer(Builder& b, const std::string& prefix, bool full) {
  if (full) {
    sparse_attention(b, prefix + ".self_attn");
  } else {
    gated_delta(b, prefix + ".linear_attn", b.text(), false);
  }
  qwen_experts(b, prefix + ".mlp", b.text());
  hyper_connection(b, prefix + ".attn_hyper_connection", true);
  hyper_connection(b, prefix + ".mlp_hyper_connection", true);
}

void names(Builder& b) {
  b.quantization().fuse({{"qkv_proj", {"q_proj", "k_proj", "v_proj"}},
                         {"gate_up_proj", {"gate_proj", "up_proj"}},
                         {"in_proj_qkvz", {"in_proj_qkv", "in_proj_z"}},
                         {"in_proj_ba", {"in_proj_b", "in_proj_a"}}});
}

}  // namespace

void qwen4_exp(Builder& b) {
  const ConfigNode& text = b.text();
  names(b);
  b.quantization().rename({{"model.visual.", "visual."},
                           {"lm_head.", "language_model.lm_head."},
                           {"model.language_model.", "language_model.model."}});
  if (b.config().root.has("vision_config")) qwen3_vision(b, 3);
  DecoderShape shape = decoder_shape(b);
  shape.prefix = "language_model.model";
  shape.head = "language_model.lm_head";
  shape.norm = "";
  shape.embedding_everywhere = true;
  const auto full = families::full_attention_pattern(text);
  const auto tables = text.integers("ple_layer_ids", 1);
  shape.kind = [&](std::int64_t i) {
    const auto table = std::ranges::find(tables, i + 1) - tables.begin();
    return 2 * static_cast<std::int64_t>(table) + (full[static_cast<std::size_t>(i)] ? 1 : 0);
  };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    layer(b, prefix, full[static_cast<std::size_t>(i)]);
    const auto table = std::ranges::find(tables, i + 1);
    if (table != tables.end()) ple(b, prefix + ".ple", table - tables.begin());
  });
  b.last_stage();
  hyper_connection(b, shape.prefix + ".hyper_connection_mixer", false);
}

void qwen4_exp_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  names(b);
  if (b.pp() > 1) b.embedding("mtp.embed_tokens", text.integer("vocab_size"), hidden);
  b.column("mtp.fc_embedding", WeightKind::other, {hidden}, hidden);
  b.column("mtp.fc_hidden", WeightKind::other, {hidden}, hidden);
  for (std::int64_t i = 0; i < text.integer_or("mtp_num_hidden_layers", 1); ++i) {
    layer(b, "mtp.layers." + std::to_string(i), true);
  }
  b.norm("mtp.pre_fc_norm_embedding", hidden);
  b.norm("mtp.pre_fc_norm_hidden", streams(text));
  hyper_connection(b, "mtp.hyper_connection_mixer", false);
}

}  // namespace kvplan::modules
