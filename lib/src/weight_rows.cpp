#include "kvplan/weight_rows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kvplan/allocation.hpp"

namespace kvplan {
namespace {

bool is_number(std::string_view part) {
  return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
}

/// What stands behind the last number, or the whole name: "mlp.down_proj.weight".
std::string module_of(std::string_view name) {
  std::size_t from = 0;
  std::string before;  // what stands before the number: a list of matrices has no names of its own
  for (std::size_t start = 0, last = 0; start < name.size();) {
    const std::size_t end = std::min(name.find('.', start), name.size());
    if (is_number(name.substr(start, end - start)) && end < name.size()) {
      from = end + 1;
      before = std::string(name.substr(last, start - last)) + "*.";
    }
    last = start;
    start = end + 1;
  }
  const std::string_view rest = name.substr(from);
  return (rest.find('.') == std::string_view::npos ? before : "") + std::string(rest);
}

using Alike = std::tuple<bool, bool, WeightKind, std::string, Sharding, std::vector<std::int64_t>,
                         std::string>;

Alike alike(const WeightRow& row) {
  return {row.draft, row.host, row.kind, row.type, row.sharding, row.shape, row.unquantized};
}

class Gathered {
 public:
  void add(WeightRow row, std::string_view name) {
    const auto [known, is_new] = at_.emplace(alike(row), rows_.size());
    if (is_new) {
      rows_.push_back(std::move(row));
      add_module(known->second, module_of(name));
      return;
    }
    WeightRow& same = rows_[known->second];
    same.count += row.count;
    same.bytes += row.bytes;
    add_module(known->second, module_of(name));
  }

  /// Device before host and draft; the largest kind first, within it the largest rows.
  std::vector<WeightRow> take() && {
    std::map<std::tuple<bool, bool, WeightKind>, Bytes> kinds;
    const auto group = [](const WeightRow& row) {
      return std::tuple{row.draft, row.host, row.kind};
    };
    for (const WeightRow& row : rows_) kinds[group(row)] += row.bytes;
    std::ranges::stable_sort(rows_, [&](const WeightRow& a, const WeightRow& b) {
      const auto rank = [&](const WeightRow& row) {
        return std::tuple{row.draft, row.host, Bytes{0} - kinds[group(row)], row.kind,
                          Bytes{0} - row.bytes};
      };
      return rank(a) < rank(b);
    });
    return std::move(rows_);
  }

 private:
  void add_module(std::size_t row, std::string module) {
    if (modules_.emplace(row, module).second) rows_[row].modules.push_back(std::move(module));
  }

  std::vector<WeightRow> rows_;
  std::map<Alike, std::size_t> at_;
  std::set<std::pair<std::size_t, std::string>> modules_;  ///< of each row
};

bool has_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

}  // namespace

Sharding sharding_of(std::string_view name) {
  switch (kind_of(name)) {
    case WeightKind::embedding:
    case WeightKind::head:
    case WeightKind::ngram_table:
      return Sharding::vocabulary;
    case WeightKind::routed_experts:
      return Sharding::experts;
    case WeightKind::attention:
      if (has_any(name, {"q_a_proj", "kv_a_proj", "fused_qkv_a", "indexer", "rotary"})) {
        return Sharding::replicated;
      }
      if (has_any(name, {"o_proj", "out_proj", "attn_output", ".wo.", "c_proj", "dense."})) {
        return Sharding::row;
      }
      return has_any(name, {"q_b_proj", "kv_b_proj"}) ? Sharding::column : Sharding::qkv;
    case WeightKind::state:
      return has_any(name, {"out_proj", "ssm_out"}) ? Sharding::row : Sharding::column;
    case WeightKind::dense_mlp:
    case WeightKind::shared_experts:
      if (has_any(name, {"_gate."})) return Sharding::replicated;
      return has_any(name, {"down", "w2.", "fc2", "c_proj"}) ? Sharding::row : Sharding::column;
    case WeightKind::router:
    case WeightKind::norm:
    case WeightKind::vision:
    case WeightKind::buffer:
    case WeightKind::other:
      return Sharding::replicated;
  }
  return Sharding::replicated;
}

namespace {

bool is_matrix(const WeightTensor& tensor, std::string_view suffix) {
  return tensor.shape.size() == 2 && tensor.name.ends_with(suffix);
}

}  // namespace

Bytes copies_after_loading(const WeightsTable& table, std::int64_t stage) {
  constexpr std::int64_t bytes_each = 2;  // bf16 or fp16, whatever the matrix is stored in
  Bytes copies;
  for (const WeightTensor& tensor : table.tensors) {
    const bool own = tensor.stage == stage && !tensor.draft;
    if (!own || !is_matrix(tensor, ".kv_b_proj.weight")) continue;
    const std::int64_t packed = tensor.type == StoredType::uint8 ? 2 : 1;
    copies += Bytes{product(product(tensor.shape[0], tensor.shape[1]),
                            product(tensor.count, packed * bytes_each))};
  }
  return copies;
}

Bytes draft_copies_after_loading(const WeightsTable& table) {
  const bool reads_context = std::ranges::any_of(table.tensors, [](const WeightTensor& tensor) {
    return tensor.draft && tensor.name == "model.hidden_norm.weight";
  });
  Bytes copies;
  for (const WeightTensor& tensor : table.tensors) {
    if (!reads_context || !tensor.draft || size_of(tensor.type) < 2) continue;
    if (is_matrix(tensor, ".qkv_proj.weight")) copies += tensor.bytes();
    // As large as the queries' rows.
    if (is_matrix(tensor, ".self_attn.o_proj.weight")) copies -= tensor.bytes();
    if (tensor.name.ends_with(".k_norm.weight")) copies += tensor.bytes();
  }
  return copies;
}

namespace {

/// MLX's own quantization, which names no method: groups of `group_size` numbers along a row, each
/// with a scale and a bias of 16 bits.
struct MlxGroups {
  std::int64_t bits;
  std::int64_t group_size;
};

std::optional<MlxGroups> mlx_groups(const ModelConfig& config) {
  const auto& own = config.quantization;
  if (!own || !config.quant_method().empty() || !own->has("bits") || !own->has("group_size")) {
    return std::nullopt;
  }
  return MlxGroups{own->integer("bits"), own->integer("group_size")};
}

Bytes stored_by_mlx(const WeightTensor& tensor, const MlxGroups& groups) {
  const bool matrix = tensor.shape.size() > 1 && tensor.shape.back() % groups.group_size == 0;
  if (!matrix || tensor.kind == WeightKind::vision) return tensor.bytes();
  constexpr std::int64_t scale_and_bias = 32;
  const std::int64_t numbers = tensor.bytes().count() / size_of(tensor.type);
  const std::int64_t bits = sum(product(groups.bits, groups.group_size), scale_and_bias);
  return Bytes{product(numbers / groups.group_size, bits) / 8};
}

}  // namespace

std::optional<Bytes> checkpoint_bytes(const Model& model, const Serving& serving,
                                      const Platform& platform) {
  EngineOptions whole;
  if (!model.architecture.mtp_layers.empty()) whole.speculative_config = {"mtp", 1, ""};
  const auto table = weights(model.config, nullptr, whole, serving, platform);
  if (!table) return std::nullopt;
  const auto mlx = mlx_groups(model.config);
  Bytes files;
  for (const WeightTensor& tensor : table->tensors) {
    if (!tensor.buffer) files += mlx ? stored_by_mlx(tensor, *mlx) : tensor.bytes();
  }
  return files;
}

namespace {

/// Bits of a number with its scale, in thirty-seconds of a byte; 0: not a method that loads so.
std::int64_t online_width(std::string_view method) {
  if (method == "mxfp8") return 33;
  if (method.rfind("fp8", 0) == 0 || method.rfind("int8", 0) == 0) return 32;
  return method == "nvfp4_per_token" ? 18 : 0;
}

bool is_turned(const WeightTensor& tensor, std::string_view method) {
  if (tensor.unquantized.rfind("module kind: turned into", 0) != 0) return false;
  if (tensor.kind == WeightKind::head || tensor.shape.size() < 2) return false;
  const bool experts_only = method.rfind("int8", 0) == 0 || method == "nvfp4_per_token";
  return !experts_only || tensor.kind == WeightKind::routed_experts;
}

}  // namespace

Bytes saved_while_loading(const WeightsTable& table, std::string_view method, std::int64_t stage) {
  const std::int64_t width = online_width(method);
  if (width == 0) return Bytes{0};
  constexpr std::int64_t whole = 32;  // thirty-seconds
  Bytes saved;
  for (const WeightTensor& tensor : table.tensors) {
    if (tensor.stage != stage || tensor.draft || tensor.host || !is_turned(tensor, method))
      continue;
    const std::int64_t numbers = tensor.bytes().count() / size_of(tensor.type);
    saved += tensor.bytes() - Bytes{ceil_div(product(numbers, width), whole)};
  }
  return saved;
}

std::vector<WeightRow> rows_of(const WeightsTable& table, std::int64_t stage) {
  Gathered rows;
  for (const WeightTensor& tensor : table.tensors) {
    if (tensor.stage != stage) continue;
    rows.add({.kind = tensor.kind,
              .type = std::string(name(tensor.type)),
              .sharding = tensor.sharding,
              .shape = tensor.shape,
              .count = tensor.count,
              .bytes = tensor.bytes(),
              .unquantized = tensor.unquantized,
              .draft = tensor.draft,
              .host = tensor.host},
             tensor.name);
  }
  return std::move(rows).take();
}

std::vector<WeightRow> rows_of(const TensorFiles& files) {
  Gathered rows;
  for (const FileTensor& tensor : files.tensors) {
    rows.add({.kind = tensor.kind,
              .type = tensor.dtype,
              .sharding = sharding_of(tensor.name),
              .shape = tensor.shape,
              .count = 1,
              .bytes = tensor.bytes,
              .draft = tensor.draft,
              .host = tensor.kind == WeightKind::ngram_table},
             tensor.name);
  }
  return std::move(rows).take();
}

}  // namespace kvplan
