#include "weights/builder.hpp"

#include <algorithm>
#include <utility>

#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "stage_of.hpp"

namespace kvplan::modules {
namespace {

using Shape = std::vector<std::int64_t>;

}  // namespace

Builder::Builder(const ModelConfig& config, const EngineOptions& options, const Serving& serving,
                 const Platform& platform, SharedAnswers& answers)
    : config_(config),
      options_(options),
      serving_(serving),
      platform_(platform),
      answers_(answers),
      quantization_(quantization_of(config, options.quantization, answers)) {}

const Architecture& Builder::architecture() const {
  if (!answers_.architecture) answers_.architecture = describe(config_);
  return *answers_.architecture;
}

std::int64_t Builder::once(const std::string& name, const std::function<std::int64_t()>& figure) {
  return modules::once(answers_.figures, name, figure);
}

std::int64_t Builder::share(std::int64_t n) const {
  if (undivided_) return n;
  if (n % tp() != 0) throw Unknowable{};
  return n / tp();
}

std::int64_t Builder::share_kv(std::int64_t heads) const {
  if (heads >= tp()) return share(heads);
  if (heads < 1 || tp() % heads != 0) throw Unknowable{};
  return 1;
}

void Builder::begin_draft(const Builder& target) {
  draft_ = true;
  rotaries_ = target.rotaries_;
}

void Builder::layer_stage(std::int64_t index) { stage_ = stage_of(index, layers_, pp()); }

void Builder::add(std::string name, WeightKind kind, Sharding sharding, StoredType type,
                  Shape shape) {
  constexpr std::size_t most_tensors = 1'000'000;  // a hundred times what any model has
  if (tensors_.size() > most_tensors) {
    throw invalid({config().root.file(), ""}, "a model of at most 1,000,000 tensors", "more");
  }
  WeightTensor tensor{.name = std::move(name),
                      .kind = kind,
                      .sharding = undivided_ ? Sharding::replicated : sharding,
                      .type = type,
                      .shape = std::move(shape),
                      .stage = draft_ ? pp() - 1 : stage_,
                      .draft = draft_,
                      .count = count_,
                      .unquantized = unquantized_};
  if (!everywhere_ || draft_) {
    tensors_.push_back(std::move(tensor));
    return;
  }
  for (std::int64_t stage = 0; stage < pp(); ++stage) {
    tensor.stage = stage;
    tensors_.push_back(tensor);
  }
}

void Builder::buffer(std::string name, StoredType type, Shape shape) {
  const std::size_t before = tensors_.size();
  add(std::move(name), WeightKind::buffer, Sharding::replicated, type, std::move(shape));
  for (std::size_t i = before; i < tensors_.size(); ++i) tensors_[i].buffer = true;
}

void Builder::host(std::string name, WeightKind kind, Sharding sharding, StoredType type,
                   Shape shape) {
  add(std::move(name), kind, sharding, type, std::move(shape));
  tensors_.back().host = true;
}

void Builder::norm(const std::string& name, std::int64_t size) {
  add(name + ".weight", WeightKind::norm, Sharding::replicated, dtype(), {size});
}

void Builder::layer_norm(const std::string& name, std::int64_t size, bool bias) {
  norm(name, size);
  if (bias) add(name + ".bias", WeightKind::norm, Sharding::replicated, dtype(), {size});
}

void Builder::rotary(const std::string& name, const Rotary& table) {
  const StoredType type = table.type.value_or(dtype());
  const std::string key = std::to_string(table.positions) + "x" + std::to_string(table.dim) + " " +
                          std::string(kvplan::name(type)) + " " + table.key;
  if (!rotaries_.emplace(draft_ ? pp() - 1 : stage_, key).second) return;
  const std::int64_t equal = std::exchange(count_, 1);
  buffer(name + ".cos_sin_cache", type, {table.positions, table.dim});
  count_ = equal;
}

void Builder::cache_scales(const std::string& name) {
  if (quantization_.method() == "compressed-tensors") {
    for (const char* of : {".k", ".v", ".q"}) {
      const std::string prefix = name + of;
      add(prefix + "_scale", WeightKind::attention, Sharding::replicated, StoredType::float32, {1});
      add(prefix + "_zero_point", WeightKind::attention, Sharding::replicated, dtype(), {1});
    }
  } else if (quantization_.has_cache_method()) {
    for (const char* scale : {".q_scale", ".k_scale", ".v_scale", ".prob_scale"}) {
      add(name + scale, WeightKind::attention, Sharding::replicated, dtype(), {});
    }
  }
  for (const char* scale : {"._k_scale", "._v_scale", "._q_scale", "._prob_scale"}) {
    buffer(name + scale, StoredType::float32, {});
  }
}

void Builder::replicated(const std::string& name, WeightKind kind, const Shape& outs,
                         std::int64_t in, const LinearOptions& options) {
  sharded(name, kind, Sharding::replicated, outs, in, options);
}

void Builder::column(const std::string& name, WeightKind kind, Shape outs, std::int64_t in,
                     const LinearOptions& options) {
  for (std::int64_t& out : outs) out = share(out);
  sharded(name, kind, Sharding::column, outs, in, options);
}

void Builder::row(const std::string& name, WeightKind kind, std::int64_t out, std::int64_t in,
                  const LinearOptions& options) {
  sharded(name, kind, Sharding::row, {out}, share(in), options);
}

void Builder::embedding(const std::string& name, std::int64_t vocab, std::int64_t hidden) {
  constexpr std::int64_t padding = 64;
  if (quantization_.any()) because("module kind: embeddings are looked up, not multiplied");
  add(name + ".weight", WeightKind::embedding, Sharding::vocabulary, dtype(),
      {share(round_up(vocab, padding)), hidden});
  because("");
}

void Builder::head(const std::string& name, std::int64_t vocab, std::int64_t hidden, bool bias) {
  constexpr std::int64_t padding = 64;
  const std::int64_t rows = share(round_up(vocab, padding));
  sharded(name, WeightKind::head, Sharding::vocabulary, {rows}, hidden,
          {.bias = bias, .storage = quantization_.head(name)});
}

}  // namespace kvplan::modules
