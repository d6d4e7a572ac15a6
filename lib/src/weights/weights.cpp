#include "kvplan/weights.hpp"

#include <algorithm>

#include "kvplan/allocation.hpp"
#include "kvplan/error.hpp"
#include "weights/builder.hpp"
#include "weights/class_defaults.hpp"
#include "weights/formula.hpp"

namespace kvplan {

std::string_view name(WeightKind kind) {
  switch (kind) {
    case WeightKind::embedding:
      return "embedding";
    case WeightKind::attention:
      return "attention";
    case WeightKind::state:
      return "state";
    case WeightKind::dense_mlp:
      return "dense_mlp";
    case WeightKind::routed_experts:
      return "routed_experts";
    case WeightKind::shared_experts:
      return "shared_experts";
    case WeightKind::router:
      return "router";
    case WeightKind::norm:
      return "norm";
    case WeightKind::head:
      return "head";
    case WeightKind::vision:
      return "vision";
    case WeightKind::ngram_table:
      return "ngram_table";
    case WeightKind::buffer:
      return "buffer";
    case WeightKind::other:
      return "other";
  }
  return "";
}

std::string_view name(Sharding sharding) {
  switch (sharding) {
    case Sharding::replicated:
      return "replicated";
    case Sharding::column:
      return "column";
    case Sharding::qkv:
      return "qkv";
    case Sharding::row:
      return "row";
    case Sharding::vocabulary:
      return "vocabulary";
    case Sharding::experts:
      return "experts";
  }
  return "";
}

std::string_view name(StoredType type) {
  switch (type) {
    case StoredType::float32:
      return "float32";
    case StoredType::float16:
      return "float16";
    case StoredType::bfloat16:
      return "bfloat16";
    case StoredType::float8_e4m3fn:
      return "float8_e4m3fn";
    case StoredType::float8_e8m0fnu:
      return "float8_e8m0fnu";
    case StoredType::uint8:
      return "uint8";
    case StoredType::int8:
      return "int8";
    case StoredType::int32:
      return "int32";
    case StoredType::int64:
      return "int64";
    case StoredType::boolean:
      return "bool";
    case StoredType::complex64:
      return "complex64";
  }
  return "";
}

std::int64_t size_of(StoredType type) {
  switch (type) {
    case StoredType::int64:
    case StoredType::complex64:
      return 8;
    case StoredType::float32:
    case StoredType::int32:
      return 4;
    case StoredType::float16:
    case StoredType::bfloat16:
      return 2;
    default:
      return 1;
  }
}

StoredType stored(Dtype dtype) {
  switch (dtype) {
    case Dtype::float32:
      return StoredType::float32;
    case Dtype::float16:
      return StoredType::float16;
    case Dtype::bfloat16:
      return StoredType::bfloat16;
    case Dtype::fp8:
      return StoredType::float8_e4m3fn;
    case Dtype::uint8:
      return StoredType::uint8;
  }
  return StoredType::uint8;
}

Bytes WeightTensor::bytes() const {
  std::int64_t size = product(size_of(type), count);
  for (const std::int64_t dimension : shape) size = product(size, dimension);
  return Bytes{size};
}

namespace {

template <class Wanted>
Bytes total_of(const std::vector<WeightTensor>& tensors, Wanted wanted) {
  Bytes total;
  for (const WeightTensor& tensor : tensors) {
    if (wanted(tensor)) total += tensor.bytes();
  }
  return total;
}

bool of_target(const WeightTensor& tensor, std::int64_t stage) {
  return !tensor.draft && tensor.stage == stage;
}

}  // namespace

Bytes WeightsTable::total(std::int64_t stage) const {
  return total_of(tensors, [&](const auto& t) { return of_target(t, stage) && !t.host; });
}
Bytes WeightsTable::draft_total() const {
  return total_of(tensors, [](const auto& t) { return t.draft && !t.host; });
}
Bytes WeightsTable::host_total(std::int64_t stage) const {
  return total_of(tensors, [&](const auto& t) { return of_target(t, stage) && t.host; });
}
Bytes WeightsTable::buffers(std::int64_t stage) const {
  return total_of(tensors, [&](const auto& t) { return of_target(t, stage) && t.buffer; });
}

std::map<std::string, Bytes> WeightsTable::by_type(std::int64_t stage) const {
  std::map<std::string, Bytes> types;
  for (const WeightTensor& tensor : tensors) {
    if (of_target(tensor, stage) && !tensor.host) {
      types[std::string(name(tensor.type))] += tensor.bytes();
    }
  }
  return types;
}

std::map<std::string, Bytes> WeightsTable::by_kind(std::int64_t stage) const {
  std::map<WeightKind, Bytes> sums;  // a name is made once a kind
  for (const WeightTensor& tensor : tensors) {
    if (of_target(tensor, stage)) sums[tensor.kind] += tensor.bytes();
  }
  std::map<std::string, Bytes> kinds;
  for (const auto& [kind, bytes] : sums) kinds.emplace(name(kind), bytes);
  return kinds;
}

namespace {

bool has_draft_weights(const std::string& method) {
  return method != "ngram" && method != "ngram_gpu" && method != "suffix";
}

}  // namespace

namespace modules {

Formula::Formula(const ModelConfig& config, const ModelConfig* draft)
    : build_(config.unrecognized_quantization ? nullptr : find_model(config.architecture())) {
  if (build_ == nullptr) return;
  config_ = completed(config);
  if (draft != nullptr) draft_ = completed(*draft);
}

void Formula::add_draft(std::vector<WeightTensor>& tensors, const Builder& target,
                        const EngineOptions& options, const Serving& serving,
                        const Platform& platform) {
  if (!options.speculative_config || !has_draft_weights(options.speculative_config->method)) return;
  const Build build = draft_
                          ? find_draft(draft_->architecture(), options.speculative_config->method)
                          : find_mtp(config_->architecture());
  if (build == nullptr) throw Unknowable{};
  Builder builder(draft_ ? *draft_ : *config_, options, serving, platform, draft_answers_);
  builder.begin_draft(target);
  build(builder);
  for (WeightTensor& tensor : builder.take()) tensors.push_back(std::move(tensor));
}

std::optional<WeightsTable> Formula::table(const EngineOptions& options, const Serving& serving,
                                           const Platform& platform) {
  if (build_ == nullptr) return std::nullopt;
  try {
    Builder builder(*config_, options, serving, platform, answers_);
    build_(builder);
    WeightsTable table{.tensors = builder.take(), .source = "config formula"};
    add_draft(table.tensors, builder, options, serving, platform);
    return table;
  } catch (const Unknowable&) {
    return std::nullopt;
  }
}

}  // namespace modules

std::optional<WeightsTable> weights(const ModelConfig& config, const ModelConfig* draft,
                                    const EngineOptions& options, const Serving& serving,
                                    const Platform& platform) {
  return modules::Formula(config, draft).table(options, serving, platform);
}

std::optional<WeightsTable> weights_if_known(const Model& model, const EngineOptions& options,
                                             const Serving& serving, const Platform& platform) {
  try {
    return weights(model.config, model.draft_config ? &*model.draft_config : nullptr, options,
                   serving, platform);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace kvplan
