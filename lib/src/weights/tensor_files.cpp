#include "kvplan/tensor_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <set>
#include <unordered_set>
#include <utility>

#include "file_status.hpp"
#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "parallel.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;

bool has_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

/// The number behind "layers." or "blk.", where there is one.
std::optional<std::int64_t> layer_of(std::string_view name) {
  for (const std::string_view marker : {"layers.", "blk."}) {
    const std::size_t at = name.find(marker);
    if (at == std::string_view::npos) continue;
    const std::string_view digits = name.substr(at + marker.size());
    std::int64_t layer = 0;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), layer);
    if (failure == std::errc{}) return layer;
  }
  return std::nullopt;
}

}  // namespace

WeightKind kind_of(std::string_view name) {
  if (has_any(name, {"ngram_embedding"})) return WeightKind::ngram_table;
  if (has_any(name, {"visual.", "vision_", "vision.", "multi_modal_projector", "mm_projector",
                     "audio_tower", "embed_vision", "embed_audio", "patch_embed"})) {
    return WeightKind::vision;
  }
  if (has_any(name, {"lm_head", "output_layer.", "output.weight"}) && !has_any(name, {"attn"})) {
    return WeightKind::head;
  }
  if (has_any(name, {"shared_expert", "_shexp"})) return WeightKind::shared_experts;
  if (has_any(name, {".experts.", "_exps."})) return WeightKind::routed_experts;
  if (has_any(name, {".gate.", "router", "gate_inp", "e_score_correction_bias"})) {
    return WeightKind::router;
  }
  if (has_any(name, {"norm"})) return WeightKind::norm;
  if (has_any(name, {"embed_tokens", "embeddings", "tok_embeddings", "wte.", "token_embd"})) {
    return WeightKind::embedding;
  }
  if (has_any(name, {"linear_attn", "mamba", "conv1d", "short_conv", ".conv.", "A_log", "dt_bias",
                     "mixer.in_proj", "mixer.out_proj", "mixer.D", ".ssm_"})) {
    return WeightKind::state;
  }
  if (has_any(name, {"attn", "attention", "mixer."})) return WeightKind::attention;
  if (has_any(name, {"mlp", "feed_forward", "ffn"})) return WeightKind::dense_mlp;
  return WeightKind::other;
}

bool is_draft(std::string_view name, std::optional<std::int64_t> layers) {
  if (name.rfind("mtp.", 0) == 0 || has_any(name, {".mtp."})) return true;
  const auto layer = layer_of(name);
  return layers && layer && *layer >= *layers && kind_of(name) != WeightKind::vision;
}

namespace {

template <class Wanted>
Bytes total_of(const std::vector<FileTensor>& tensors, Wanted wanted) {
  Bytes total;
  for (const FileTensor& tensor : tensors) {
    if (wanted(tensor)) total += tensor.bytes;
  }
  return total;
}

}  // namespace

Bytes TensorFiles::draft() const {
  return total_of(tensors, [](const FileTensor& tensor) { return tensor.draft; });
}
Bytes TensorFiles::of_kind(WeightKind kind) const {
  return total_of(tensors,
                  [&](const FileTensor& tensor) { return tensor.kind == kind && !tensor.draft; });
}
Bytes TensorFiles::loaded(bool speculates) const { return speculates ? total : total - draft(); }

std::map<std::string, Bytes> TensorFiles::by_dtype() const {
  std::map<std::string, Bytes> dtypes;
  for (const FileTensor& tensor : tensors) dtypes[tensor.dtype] += tensor.bytes;
  return dtypes;
}

std::map<std::string, Bytes> TensorFiles::by_kind() const {
  std::map<std::string, Bytes> kinds;
  for (const FileTensor& tensor : tensors) kinds[std::string(name(tensor.kind))] += tensor.bytes;
  return kinds;
}

namespace {

using Members = std::vector<std::pair<std::string, ConfigNode>>;

/// An index's map: each tensor and the name of the file that holds it.
Members weight_map(const ConfigNode& index) { return index.at("weight_map").members(); }

}  // namespace

TensorFiles read_index(const fs::path& file, std::optional<std::int64_t> layers) {
  const ConfigNode root = read_json(file);
  TensorFiles files{.source = "index"};
  if (const auto metadata = root.find("metadata")) {
    files.total = Bytes{metadata->integer_or("total_size", 0, 0)};
  }
  std::set<std::string> shards;
  for (const auto& [name, shard] : weight_map(root)) {
    shards.insert(shard.as_string());
    files.tensors.push_back({.name = name, .kind = kind_of(name), .draft = is_draft(name, layers)});
  }
  files.files = static_cast<std::int64_t>(shards.size());
  return files;
}

namespace {

constexpr std::string_view index_name = "model.safetensors.index.json";
constexpr std::string_view dump_name = "kvplan_headers.json";

std::vector<fs::path> files_of(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> found;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    if (entry.path().extension() == extension) found.push_back(entry.path());
  }
  if (failure) throw invalid({folder.string(), ""}, "a readable folder", failure.message());
  std::ranges::sort(found);
  return found;
}

void append(TensorFiles& all, TensorFiles&& one) {
  all.total += one.total;
  all.files += one.files;
  all.source = std::move(one.source);
  std::ranges::move(one.tensors, std::back_inserter(all.tensors));
}

constexpr std::size_t worth_a_thread = 64;  // headers

/// Headers that are read beside each other; one that cannot be read is told when it is asked for.
class Headers {
 public:
  explicit Headers(std::vector<fs::path> files)
      : files_(std::move(files)), read_(files_.size()), failures_(files_.size()) {}

  [[nodiscard]] const std::vector<fs::path>& files() const { return files_; }
  void read(std::size_t i, std::optional<std::int64_t> layers) {
    try {
      read_[i] = read_safetensors(files_[i], layers);
    } catch (...) {
      failures_[i] = std::current_exception();
    }
  }
  /// @throws Error (invalid) for a file that is none of these, or that could not be read
  [[nodiscard]] TensorFiles take(const fs::path& file, std::optional<std::int64_t> layers) {
    const auto found = std::ranges::lower_bound(files_, file);
    if (found == files_.end() || *found != file) return read_safetensors(file, layers);
    const auto i = static_cast<std::size_t>(found - files_.begin());
    if (failures_[i]) std::rethrow_exception(failures_[i]);
    return std::move(read_[i]);
  }

 private:
  std::vector<fs::path> files_;  // sorted
  std::vector<TensorFiles> read_;
  std::vector<std::exception_ptr> failures_;
};

/// Of several that cannot be read the first is told.
TensorFiles read_shards(Headers headers, std::optional<std::int64_t> layers) {
  const std::size_t count = headers.files().size();
  in_parallel(count, worth_a_thread, [&](std::size_t i) { headers.read(i, layers); });
  TensorFiles all;
  for (const fs::path& file : headers.files()) append(all, headers.take(file, layers));
  return all;
}

/// Shards as the index names them, each inside the folder.
std::vector<fs::path> shards_of(const Members& map, const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& [tensor, shard] : map) {
    std::string name = shard.as_string();
    if (names.contains(name)) continue;
    const fs::path path(name);
    if (path.is_absolute() || path.filename() != path || name == "..") {
      throw invalid({shard.file(), shard.pointer()}, "a file beside the index", shard.text());
    }
    names.insert(std::move(name));
  }
  std::vector<fs::path> shards;
  shards.reserve(names.size());
  for (const std::string& name : names) shards.push_back(folder / name);
  return shards;
}

/// Every tensor of the index must be in a file, none twice.
void check(const TensorFiles& found, const Members& map, const fs::path& index) {
  std::unordered_set<std::string_view> names;
  for (const FileTensor& tensor : found.tensors) {
    if (!names.insert(tensor.name).second) {
      throw invalid({index.string(), ""}, "each tensor in one file",
                    '"' + tensor.name + "\" in two");
    }
  }
  for (const auto& [tensor, shard] : map) {
    if (!names.contains(tensor)) {
      throw invalid({index.string(), "/weight_map"}, "tensors that the files hold",
                    '"' + tensor + '"');
    }
  }
}

/// The index is read beside the headers of all files in its folder, of which it mostly names each.
TensorFiles read_indexed(const fs::path& index, Headers headers,
                         std::optional<std::int64_t> layers) {
  Members map;
  std::exception_ptr failure;
  in_parallel(1 + headers.files().size(), worth_a_thread, [&](std::size_t i) {
    if (i > 0) return headers.read(i - 1, layers);
    try {
      map = weight_map(read_json(index));
    } catch (...) {
      failure = std::current_exception();
    }
  });
  if (failure) std::rethrow_exception(failure);
  TensorFiles all;
  for (const fs::path& file : shards_of(map, index.parent_path()))
    append(all, headers.take(file, layers));
  check(all, map, index);
  return all;
}

}  // namespace

std::optional<TensorFiles> read_tensor_files(const fs::path& folder,
                                             std::optional<std::int64_t> layers) {
  const fs::path index = folder / index_name;
  const bool indexed = is_there(index);
  Headers headers(files_of(folder, ".safetensors"));
  if (!headers.files().empty()) {
    return indexed ? read_indexed(index, std::move(headers), layers)
                   : read_shards(std::move(headers), layers);
  }
  TensorFiles all;
  for (const fs::path& file : files_of(folder, ".gguf")) append(all, read_gguf(file, layers));
  if (all.files > 0) return all;
  if (indexed) return read_index(index, layers);
  const fs::path dump = folder / dump_name;
  if (is_there(dump)) return read_header_dump(dump, layers);
  return std::nullopt;
}

std::string dump_headers(const TensorFiles& files) {
  render::JsonWriter out;
  out.begin_object()
      .member("kvplan_headers", 1)
      .member("source", files.source)
      .member("files", files.files)
      .member("total_bytes", files.total);
  out.key("tensors").begin_array();
  for (const FileTensor& tensor : files.tensors) {
    out.begin_object().member("name", tensor.name).member("dtype", tensor.dtype);
    out.key("shape").begin_array();
    for (const std::int64_t dimension : tensor.shape) out.value(dimension);
    out.end_array().member("bytes", tensor.bytes).end_object();
  }
  return std::move(out.end_array().end_object()).text();
}

TensorFiles read_header_dump(const fs::path& file, std::optional<std::int64_t> layers) {
  const ConfigNode root = read_json(file);
  const ConfigNode version = root.at("kvplan_headers");
  if (version.as_integer() != 1) {
    throw invalid({version.file(), version.pointer()}, "version 1", version.text());
  }
  TensorFiles files{.source = root.string_or("source", "file header"),
                    .files = root.integer_or("files", 0, 0)};
  for (const ConfigNode& item : root.at("tensors").items()) {
    const std::string name = item.at("name").as_string();
    files.tensors.push_back({.name = name,
                             .dtype = item.string_or("dtype", ""),
                             .shape = item.integers("shape"),
                             .bytes = Bytes{item.integer("bytes", 0)},
                             .kind = kind_of(name),
                             .draft = is_draft(name, layers)});
  }
  files.total = Bytes{root.integer("total_bytes", 0)};
  if (files.source != "index") {
    const Bytes summed = total_of(files.tensors, [](const FileTensor&) { return true; });
    if (summed != files.total) {
      throw invalid({root.file(), "/total_bytes"}, std::to_string(summed.count()),
                    std::to_string(files.total.count()));
    }
  }
  return files;
}

}  // namespace kvplan
