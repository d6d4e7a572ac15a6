#include "weights/quantization.hpp"

#include <algorithm>
#include <array>

#include "kvplan/error.hpp"
#include "text.hpp"

namespace kvplan::modules {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// `[abc]` and `[!a-z]` at the start of `pattern`; the length of the set, 0 when it is none.
std::size_t match_set(std::string_view pattern, char c, bool& hit) {
  std::size_t i = 1;
  const bool negated = i < pattern.size() && pattern[i] == '!';
  if (negated) ++i;
  const std::size_t first = i;
  bool found = false;
  for (; i < pattern.size() && (pattern[i] != ']' || i == first); ++i) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      found = found || (pattern[i] <= c && c <= pattern[i + 2]);
      i += 2;
    } else {
      found = found || pattern[i] == c;
    }
  }
  if (i >= pattern.size()) return 0;
  hit = found != negated;
  return i + 1;
}

/// Shell wildcards as Python's fnmatch: *, ?, [set].
bool matches_wildcard(std::string_view text, std::string_view pattern) {
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    std::size_t step = 0;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
      continue;
    }
    if (p < pattern.size()) {
      bool hit = pattern[p] == '?' || pattern[p] == text[t];
      step = 1;
      if (pattern[p] == '[') {
        const std::size_t length = match_set(pattern.substr(p), text[t], hit);
        if (length > 0) step = length;
      }
      if (!hit) step = 0;
    }
    if (step > 0) {
      p += step;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      const bool literal =
          p < pattern.size() && std::string_view("*?[").find(pattern[p]) == std::string_view::npos;
      t = resume = literal ? text.find(pattern[p], resume + 1) : resume + 1;
      if (t == std::string_view::npos) return false;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string_view last_part(std::string_view prefix) {
  const std::size_t dot = prefix.rfind('.');
  return dot == std::string_view::npos ? prefix : prefix.substr(dot + 1);
}

/// Most are in order already: a JSON object's names are.
void sort_names(std::vector<std::pair<std::string, Storage>>& listed) {
  const auto name = &std::pair<std::string, Storage>::first;
  if (!std::ranges::is_sorted(listed, {}, name)) std::ranges::sort(listed, {}, name);
}

Storage modelopt_storage(const std::string& algorithm) {
  if (algorithm == "FP8") return {.scheme = Scheme::fp8_tensor, .static_input = true};
  if (algorithm == "FP8_PER_CHANNEL_PER_TOKEN") return {.scheme = Scheme::fp8_channel};
  if (algorithm == "FP8_PB_WO") return {.scheme = Scheme::fp8_block};
  if (algorithm == "FP8_BLOCK_SCALES") return {.scheme = Scheme::fp8_block, .experts_only = true};
  if (algorithm == "NVFP4") return {.scheme = Scheme::nvfp4, .static_input = true};
  if (algorithm == "W4A16_NVFP4") return {.scheme = Scheme::nvfp4_w4a16};
  if (algorithm == "MXFP8") return {.scheme = Scheme::mxfp8};
  throw Unknowable{};
}

/// Methods of `--quantization` that need no quantized checkpoint.
/// Source: vLLM 0.33, model_executor/layers/quantization/__init__.py.
bool is_online(std::string_view method) {
  constexpr std::array<std::string_view, 8> methods{
      "fp8",   "fp8_per_tensor",  "fp8_per_block",
      "mxfp8", "fp8_per_channel", "int8_per_channel_weight_only",
      "int8",  "nvfp4_per_token"};
  return std::ranges::find(methods, method) != methods.end();
}

Storage fp8_storage(const ConfigNode& node) {
  Storage storage{.scheme = Scheme::fp8_tensor};
  const auto blocks = node.integers("weight_block_size", 1);
  if (!blocks.empty()) {
    if (blocks.size() != 2) {
      throw invalid({node.file(), node.pointer() + "/weight_block_size"}, "two numbers",
                    std::to_string(blocks.size()));
    }
    storage.scheme = Scheme::fp8_block;
    storage.block_rows = blocks[0];
    storage.block_columns = blocks[1];
  }
  storage.static_input = node.string_or("activation_scheme", "dynamic") == "static";
  return storage;
}

}  // namespace

Quantization::Quantization(const ModelConfig& config, const std::optional<std::string>& override,
                           SharedAnswers& answers)
    : answers_(answers), method_(config.quant_method()) {
  NamedModules named;
  if ((override && method_.empty() && is_online(*override)) || method_ == "experts_int8") {
    // Online: the checkpoint's own dtype is created and turned into another while it is loaded.
    method_ = "online";
  } else if (override && method_.empty()) {
    throw Unknowable{};
  } else if (!method_.empty() && config.quantization) {
    read(*config.quantization, named);
  }
  named_ = std::make_shared<const NamedModules>(std::move(named));
}

void Quantization::read(const ConfigNode& node, NamedModules& named) {
  if (method_ == "fp8" || method_ == "deepseek_v4_fp8") {
    method_ = "fp8";
    cache_method_ = true;
    storage_ = fp8_storage(node);
    named.ignored = NameList(node.strings("ignored_layers"));
    if (named.ignored.empty()) named.ignored = NameList(node.strings("modules_to_not_convert"));
  } else if (method_.rfind("modelopt", 0) == 0) {
    read_modelopt(node, named);
  } else if (method_ == "compressed-tensors") {
    read_compressed(node, named);
  } else if (method_ == "mxfp4" || method_ == "gpt_oss_mxfp4") {
    method_ = "mxfp4";
    storage_ = {.scheme = Scheme::mxfp4};
    named.ignored = NameList(node.strings("modules_to_not_convert"));
  } else if (method_ == "gptq" || method_ == "awq") {
    read_integer(node, named);
  } else if (method_ == "quark") {
    read_quark(node, named);
  } else if (method_ == "auto-round") {
    read_auto_round(node, named);
  } else if (method_ == "bitsandbytes") {
    storage_ = {.scheme = node.boolean_or("load_in_8bit", false) ||
                                  node.boolean_or("_load_in_8bit", false)
                              ? Scheme::bitsandbytes_8bit
                              : Scheme::bitsandbytes_4bit};
    named.ignored = NameList(node.strings("llm_int8_skip_modules"));
  } else {
    throw Unknowable{};
  }
}

Quantization quantization_of(const ModelConfig& config, const std::optional<std::string>& override,
                             SharedAnswers& answers) {
  const std::string asked = override ? "--quantization " + *override : "";
  return *once(answers.quantizations, asked,
               [&] { return std::make_shared<const Quantization>(config, override, answers); });
}

LayerLists Quantization::lists_of_layers() const {
  LayerLists lists;
  for (const std::string& entry : ignored().entries()) lists.add(entry, "");
  for (const auto& [entry, storage] : named_->listed) {
    lists.add(entry, std::to_string(static_cast<int>(storage.scheme)));
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (const std::string& target : groups_[i].targets) lists.add(target, std::to_string(i));
  }
  for (const Override& own : overrides_) lists.add(own.target, own.target.substr(3));
  for (const std::string& entry : quantized_) lists.add(entry, "quantized");
  return lists;
}

const LayerLists& Quantization::lists() const {
  return once(answers_.layer_lists, rewritten_, [&] { return lists_of_layers(); });
}

void Quantization::read_modelopt(const ConfigNode& node, NamedModules& named) {
  matching_ = Matching::modelopt;
  const auto nested = node.find("quantization");
  const ConfigNode& inner = nested && nested->is_object() ? *nested : node;
  const std::string algorithm = uppered(inner.string_or("quant_algo", ""));
  const bool legacy = nested.has_value();
  named.ignored = NameList(legacy || !node.has("ignore") ? inner.strings("exclude_modules")
                                                         : node.strings("ignore"));
  quantizes_head_ = true;
  method_ = "modelopt";
  cache_method_ = true;
  if (algorithm != "MIXED_PRECISION") {
    storage_ = modelopt_storage(algorithm);
    if (storage_.experts_only) throw Unknowable{};
    return;
  }
  mixed_ = true;
  cache_method_ = inner.has("kv_cache_quant_algo") || node.has("kv_cache_scheme");
  const auto layers = inner.find("quantized_layers");
  if (!layers) throw Unknowable{};
  for (auto& [key, layer] : layers->members()) {
    named.listed.emplace_back(std::move(key),
                              modelopt_storage(uppered(layer.string_or("quant_algo", ""))));
  }
  sort_names(named.listed);
}

namespace {

/// What one of compressed-tensors' config_groups stores.
/// Source: vLLM 0.33, compressed_tensors.py, _get_scheme_from_parts.
Storage compressed_storage(const ConfigNode& group, const std::string& common_format) {
  const ConfigNode form = group.at("weights");
  const std::string format = group.string_or("format", common_format);
  const std::string type = form.string_or("type", "int");
  const std::string strategy = form.string_or("strategy", "tensor");
  const std::int64_t bits = form.integer_or("num_bits", 8);
  const auto input = group.find("input_activations");
  Storage storage{.bits = bits,
                  .group_size = form.integer_or("group_size", -1, -1),
                  .symmetric = form.boolean_or("symmetric", true)};
  if (storage.group_size == 0) {
    throw invalid({form.file(), form.pointer() + "/group_size"}, "a size ≥ 1, or -1 for a row",
                  "0");
  }
  // "local" scales are made on the fly, as `true` says; both are of the activations.
  const auto dynamic = input ? input->find("dynamic") : std::nullopt;
  const bool fixed = !dynamic || (!dynamic->is_string() && !dynamic->as_boolean());
  storage.static_input = input && fixed;
  constexpr std::int64_t mx_group = 32;
  const bool micro = type == "float" && strategy == "group" && storage.group_size == mx_group;
  if (format == "nvfp4-pack-quantized") {
    storage.scheme = Scheme::nvfp4_packed;
    storage.static_input = input.has_value();
  } else if (micro && (bits == 4 || bits == 8)) {
    storage.scheme = bits == 4 ? Scheme::mxfp4_packed : Scheme::mxfp8;
  } else if (format == "float-quantized" && type == "float" && bits == 8) {
    if (strategy == "tensor")
      storage.scheme = Scheme::fp8_tensor;
    else if (strategy == "channel")
      storage.scheme = Scheme::fp8_channel;
    else if (strategy == "block")
      storage.scheme = Scheme::fp8_block;
    else
      throw Unknowable{};
    const auto blocks = form.integers("block_structure", 1);
    if (blocks.size() == 2) {
      storage.block_rows = blocks[0];
      storage.block_columns = blocks[1];
    }
  } else if (format == "pack-quantized" && type == "int" && (bits == 4 || bits == 8) && !input) {
    storage.scheme = Scheme::wna16;
  } else if (format == "int-quantized" && bits == 8 && !storage.static_input) {
    if (strategy != "channel" && strategy != "tensor") throw Unknowable{};
    storage.scheme = strategy == "channel" ? Scheme::int8_channel : Scheme::int8_tensor;
  } else {
    throw Unknowable{};
  }
  return storage;
}

}  // namespace

void Quantization::read_compressed(const ConfigNode& node, NamedModules& named) {
  matching_ = Matching::compressed;
  cache_method_ = true;
  named.ignored = NameList(node.strings("ignore"));
  const auto groups = node.find("config_groups");
  if (!groups) throw Unknowable{};
  const std::string format = node.string_or("format", "");
  for (const std::string& key : groups->keys()) {
    const ConfigNode group = groups->at(key);
    if (!group.has("weights")) continue;  // of activations or the cache alone
    groups_.push_back({group.strings("targets"), compressed_storage(group, format)});
  }
  if (groups_.empty()) throw Unknowable{};
  storage_ = groups_.front().storage;
}

/// AMD's Quark: one scheme for all, and a list of what has none.
/// Source: vLLM 0.33, quark/quark.py.
void Quantization::read_quark(const ConfigNode& node, NamedModules& named) {
  matching_ = Matching::compressed;
  cache_method_ = true;
  named.ignored = NameList(node.strings("exclude"));
  for (const char* finer : {"layer_quant_config", "layer_type_quant_config"}) {
    if (const auto own = node.find(finer); own && !own->keys().empty()) throw Unknowable{};
  }
  const ConfigNode common = node.at("global_quant_config");
  const auto weight = common.find("weight");
  if (!weight || !weight->is_object()) throw Unknowable{};
  const std::string dtype = weight->string_or("dtype", "");
  const std::string scheme = weight->string_or("qscheme", "");
  const auto input = common.find("input_tensors");
  const bool fixed = input && input->is_object() && !input->boolean_or("is_dynamic", false);
  constexpr std::int64_t mx_group = 32;
  if (dtype == "fp8_e4m3" && scheme == "per_tensor") {
    storage_ = {.scheme = Scheme::fp8_tensor, .static_input = fixed};
  } else if (dtype == "fp8_e4m3" && scheme == "per_channel" && !fixed) {
    storage_ = {.scheme = Scheme::fp8_channel};
  } else if (dtype == "fp4" && scheme == "per_group" &&
             weight->integer_or("group_size", 0, 0) == mx_group &&
             weight->string_or("scale_format", "") == "e8m0") {
    storage_ = {.scheme = Scheme::ocp_mxfp4};
  } else {
    throw Unknowable{};
  }
}

/// Intel's AutoRound in GPTQ's or AWQ's layout. Source: vLLM 0.33, inc/.
void Quantization::read_auto_round(const ConfigNode& node, NamedModules& named) {
  if (node.string_or("data_type", "int") != "int") throw Unknowable{};
  if (const auto blocks = node.find("block_name_to_quantize");
      blocks && !blocks->is_array() && !blocks->is_string()) {
    throw Unknowable{};
  }
  const std::string packing = node.string_or("packing_format", "auto_round:auto_gptq");
  storage_ = {.scheme = contains(packing, "awq") ? Scheme::awq : Scheme::gptq,
              .bits = node.integer_or("bits", 4),
              .group_size = node.integer_or("group_size", 128, -1),
              .symmetric = node.boolean_or("sym", true)};
  if ((storage_.bits != 4 && storage_.bits != 8) || storage_.group_size == 0) throw Unknowable{};
  const auto own = node.find("extra_config");
  if (!own) return;
  constexpr std::int64_t plain_bits = 16;
  for (const std::string& name : own->keys()) {
    const auto layer = own->find(name);
    const bool pattern = name.find_first_of("*+?^$()[]{}|\\") != std::string::npos;
    if (!layer || pattern || layer->integer_or("bits", storage_.bits) < plain_bits) {
      throw Unknowable{};
    }
    named.ignored.add(name);
  }
}

void Quantization::read_integer(const ConfigNode& node, NamedModules& named) {
  const bool gptq = method_ == "gptq";
  storage_.scheme = gptq ? Scheme::gptq : Scheme::awq;
  storage_.bits = node.integer_or("bits", node.integer_or("w_bit", 4));
  storage_.group_size = node.integer_or("group_size", node.integer_or("q_group_size", 128, -1), -1);
  storage_.act_order = node.boolean_or("desc_act", false);
  storage_.symmetric = node.boolean_or("sym", true);
  quantizes_head_ = node.boolean_or("lm_head", false);
  if (storage_.bits != 4 && storage_.bits != 8) throw Unknowable{};
  if (storage_.group_size == 0) throw Unknowable{};
  if (!gptq) {
    matching_ = Matching::part;
    named.ignored = NameList(node.strings("modules_to_not_convert"));
    return;
  }
  if (const auto lists = node.find("modules_in_block_to_quantize")) {
    for (const ConfigNode& item : lists->items()) {
      if (item.is_string()) quantized_.push_back(item.as_string());
      for (const ConfigNode& name : item.items()) quantized_.push_back(name.as_string());
    }
  }
  const auto dynamic = node.find("dynamic");
  if (!dynamic || !dynamic->is_object()) return;
  for (const std::string& key : dynamic->keys()) {
    const bool negative = key.rfind("-:", 0) == 0;
    const std::string pattern = negative || key.rfind("+:", 0) == 0 ? key.substr(2) : key;
    if (negative) {
      overrides_.push_back({"re:" + pattern, std::nullopt});
      continue;
    }
    const ConfigNode own = dynamic->at(key);
    Storage storage = storage_;
    storage.bits = own.integer_or("bits", storage.bits);
    storage.group_size = own.integer_or("group_size", storage.group_size, -1);
    storage.act_order = own.boolean_or("desc_act", storage.act_order);
    storage.symmetric = own.boolean_or("sym", storage.symmetric);
    if ((storage.bits != 4 && storage.bits != 8) || storage.group_size == 0) throw Unknowable{};
    overrides_.push_back({"re:" + pattern, storage});
  }
}

/// What is looked at over all modules of a model: published configs come to some thousands.
constexpr std::size_t most_pattern_work = 20'000'000;

bool Quantization::matches_target(std::string_view text, std::string_view target) const {
  if (!target.starts_with("re:")) return text == target;
  const Pattern& pattern =
      once(answers_.patterns, target, [&] { return Pattern(target.substr(3)); });
  const bool matches = pattern.matches(text, answers_.pattern_work);
  if (++answers_.pattern_work > most_pattern_work) throw Unknowable{};
  return matches;
}

std::vector<std::string> Quantization::parts_of(std::string_view prefix) const {
  const std::string_view last = last_part(prefix);
  const std::string head(prefix.substr(0, prefix.size() - last.size()));
  std::vector<std::string> parts;
  for (const Fused& fused : fused_) {
    if (fused.name != last) continue;
    for (const std::string_view part : fused.parts) parts.push_back(head + std::string(part));
  }
  return parts;
}

/// By name or expression first, then by the parts of a fused module, then by class.
std::optional<Storage> Quantization::targeted(std::string_view prefix) const {
  const auto named = [&](std::string_view text) -> std::optional<Storage> {
    for (const Group& group : groups_) {
      for (const std::string& target : group.targets) {
        if (matches_target(text, target)) return group.storage;
      }
    }
    return std::nullopt;
  };
  if (auto storage = named(prefix)) return storage;
  for (const std::string& part : parts_of(prefix)) {
    if (auto storage = named(part)) return storage;
  }
  for (const Group& group : groups_) {
    if (std::ranges::find(group.targets, "Linear") != group.targets.end()) return group.storage;
  }
  return std::nullopt;
}

/// An entry is a part of the name, or of the name of what was fused.
bool Quantization::is_among_quantized(std::string_view prefix) const {
  if (quantized_.empty()) return true;
  const auto listed = [&](std::string_view text) {
    return std::ranges::any_of(quantized_,
                               [&](const std::string& entry) { return contains(text, entry); });
  };
  const auto parts = parts_of(prefix);
  return parts.empty() ? listed(prefix) : std::ranges::all_of(parts, listed);
}

bool Quantization::has_cache_method() const { return cache_method_; }

NamedModules Quantization::renamed(
    const std::vector<std::pair<std::string_view, std::string_view>>& prefixes) const {
  const auto in_engine = [&](std::string text) {
    for (const auto& [from, to] : prefixes) {
      if (text.rfind(from, 0) == 0) {
        text.replace(0, from.size(), to);
        break;
      }
    }
    return text;
  };
  NamedModules result;
  for (const std::string& entry : ignored().entries()) {
    const bool tree = matching_ == Matching::modelopt && entry.size() >= 2 && entry.back() == '*' &&
                      entry[entry.size() - 2] != '.';
    if (!tree) {
      result.ignored.add(in_engine(entry));
      continue;
    }
    // ModelOpt's "path*" means the path and all below it.
    const std::string path = entry.substr(0, entry.size() - 1);
    result.ignored.add(in_engine(path));
    result.ignored.add(in_engine(path + ".*"));
  }
  for (const auto& [name, storage] : named_->listed) {
    result.listed.emplace_back(in_engine(name), storage);
  }
  sort_names(result.listed);
  return result;
}

void Quantization::rename(
    const std::vector<std::pair<std::string_view, std::string_view>>& prefixes) {
  for (const auto& [from, to] : prefixes) rewritten_.append(from).append(" to ").append(to) += '\n';
  named_ = once(answers_.named_modules, rewritten_,
                [&] { return std::make_shared<const NamedModules>(renamed(prefixes)); });
}

std::optional<std::string_view> Quantization::left_out_exactly(std::string_view prefix) const {
  const auto named = [&](std::string_view text) {
    return ignored().first_of(text, [&](const std::string& entry) { return entry == text; });
  };
  const std::string_view last = last_part(prefix);
  for (const Fused& fused : fused_) {
    if (fused.name != last) continue;
    if (const auto entry = named(prefix)) return entry;
    const std::string head(prefix.substr(0, prefix.size() - last.size()));
    std::optional<std::string_view> found;
    for (const std::string_view part : fused.parts) {
      const auto entry = named(head + std::string(part));
      if (!entry) return std::nullopt;
      if (!found) found = entry;
    }
    return found;
  }
  if (contains(prefix, "experts")) return ignored().first_with(prefix);  // one leaves out all
  return named(prefix);
}

std::optional<std::string_view> Quantization::left_out_as_target(std::string_view prefix) const {
  const auto hit = [&](std::string_view text) -> std::optional<std::string_view> {
    const auto& entries = ignored().entries();
    const auto entry = std::ranges::find_if(
        entries, [&](const std::string& pattern) { return matches_target(text, pattern); });
    if (entry == entries.end()) return std::nullopt;
    return *entry;
  };
  if (const auto entry = hit(prefix)) return entry;
  const std::string_view last = last_part(prefix);
  const std::string head(prefix.substr(0, prefix.size() - last.size()));
  for (const Fused& fused : fused_) {
    if (fused.name != last) continue;
    std::optional<std::string_view> found;
    for (const std::string_view part : fused.parts) {
      const auto entry = hit(head + std::string(part));
      if (!entry) return std::nullopt;
      if (!found) found = entry;
    }
    return found;
  }
  return std::nullopt;
}

/// A fused module is left out where each of its parts is.
std::optional<std::string_view> Quantization::left_out_as_part(std::string_view prefix) const {
  const auto hit = [&](std::string_view text) {
    return ignored().first_of(text, [&](const std::string& part) { return contains(text, part); });
  };
  if (const auto entry = hit(prefix)) return entry;
  const auto parts = parts_of(prefix);
  if (parts.empty()) return std::nullopt;
  std::optional<std::string_view> found;
  for (const std::string& part : parts) {
    const auto entry = hit(part);
    if (!entry) return std::nullopt;
    found = entry;
  }
  return found;
}

std::optional<std::string_view> Quantization::left_out_by(std::string_view prefix) const {
  if (ignored().empty()) return std::nullopt;
  return once(answers_.left_out, prefix, [&] { return find_left_out(prefix); });
}

std::optional<std::string_view> Quantization::find_left_out(std::string_view prefix) const {
  if (matching_ == Matching::compressed) return left_out_as_target(prefix);
  if (matching_ == Matching::part) return left_out_as_part(prefix);
  if (const auto entry = left_out_exactly(prefix)) return entry;
  if (matching_ == Matching::exact) return std::nullopt;
  return ignored().first_of(prefix, [&](const std::string& entry) {
    return (entry != prefix && contains(prefix, entry)) || matches_wildcard(prefix, entry);
  });
}

std::string Quantization::why_plain(std::string_view prefix) const {
  if (!any()) return "";
  if (method_ == "online") return "module kind: turned into another type while it is loaded";
  if (const auto entry = left_out_by(prefix)) {
    const bool pattern =
        entry->find_first_of("*?[") != std::string_view::npos || entry->rfind("re:", 0) == 0;
    return (pattern ? "pattern: " : "ignore list: ") + std::string(*entry);
  }
  if (mixed_) return "ignore list: not in quantized_layers";
  for (const Override& own : overrides_) {
    if (!own.storage && matches_target(prefix, own.target)) {
      return "pattern: -:" + own.target.substr(3);
    }
  }
  if (!is_among_quantized(prefix)) return "ignore list: not in modules_in_block_to_quantize";
  if (!groups_.empty() && !targeted(prefix)) return "ignore list: no target of config_groups";
  return "module kind: " + method_ + " leaves it as it is";
}

namespace {

/// A wrapper's name in the engine and in its checkpoint, and a head below the wrapper.
/// Source: vLLM 0.33, modelopt.py, _quantized_layer_prefix_candidates.
std::vector<std::string> spellings(std::string_view prefix) {
  std::vector<std::string> names{std::string(prefix)};
  if (prefix.ends_with(".lm_head")) names.emplace_back("lm_head");
  constexpr std::string_view engine = "language_model.model.";
  constexpr std::string_view checkpoint = "model.language_model.";
  for (const auto& [from, to] : {std::pair{engine, checkpoint}, std::pair{checkpoint, engine}}) {
    if (!prefix.starts_with(from)) continue;
    names.push_back(std::string(to) + std::string(prefix.substr(from.size())));
    break;
  }
  return names;
}

}  // namespace

std::optional<Storage> Quantization::listed_below(std::string_view start) const {
  auto entry = std::ranges::lower_bound(
      named_->listed, start, {}, [](const auto& item) { return std::string_view(item.first); });
  std::optional<Storage> found;
  for (; entry != named_->listed.end() && entry->first.starts_with(start); ++entry) {
    if (found && found->scheme != entry->second.scheme) throw Unknowable{};
    found = entry->second;
  }
  return found;
}

std::optional<Storage> Quantization::listed_as(std::string_view prefix) const {
  const auto at = [&](std::string_view key) -> std::optional<Storage> {
    const auto found = std::ranges::lower_bound(
        named_->listed, key, {}, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == named_->listed.end() || found->first != key) return std::nullopt;
    return found->second;
  };
  if (auto storage = at(prefix)) return storage;
  std::optional<Storage> fused;
  for (const std::string& part : parts_of(prefix)) {
    const auto storage = at(part);
    if (!storage) continue;
    if (fused && fused->scheme != storage->scheme) throw Unknowable{};  // the engine refuses it
    fused = storage;
  }
  if (fused) return fused;
  return listed_below(std::string(prefix) + ".");
}

std::optional<Storage> Quantization::listed(std::string_view prefix) const {
  constexpr std::string_view inner = ".routed_experts";
  if (prefix.ends_with(inner)) prefix.remove_suffix(inner.size());
  for (const std::string& name : spellings(prefix)) {
    if (auto storage = listed_as(name)) return storage;
  }
  // Experts whose matrices are listed without their module: "…moe.gate_proj".
  constexpr std::string_view experts = "experts";
  if (last_part(prefix) != experts) return std::nullopt;
  return listed_below(prefix.substr(0, prefix.size() - experts.size()));
}

Storage Quantization::linear(std::string_view prefix) const {
  const Storage storage = of_module(prefix);
  return storage.experts_only ? Storage{} : storage;
}

Storage Quantization::of_module(std::string_view prefix) const {
  if (!any() || method_ == "online" || method_ == "mxfp4" || leaves_out(prefix)) return {};
  if (method_ == "modelopt") {
    for (const std::string_view tower : {"vision_tower", "vision_model", "vit_large_projector"}) {
      if (contains(prefix, tower)) return {};
    }
  }
  if (mixed_) return listed(prefix).value_or(Storage{});
  if (!groups_.empty()) return targeted(prefix).value_or(Storage{});
  for (const Override& own : overrides_) {
    if (matches_target(prefix, own.target)) return own.storage.value_or(Storage{});
  }
  if (!is_among_quantized(prefix)) return {};
  return storage_;
}

Storage Quantization::experts(std::string_view prefix) const {
  if (!any() || method_ == "online") return {};
  if (method_ == "mxfp4") return storage_;
  // The engine asks for the mixture without its inner module; compressed-tensors for one expert's.
  constexpr std::string_view inner = ".routed_experts";
  std::string name(prefix);
  if (name.ends_with(inner)) name.resize(name.size() - inner.size());
  if (!groups_.empty()) name += ".0.down_proj";
  Storage storage = of_module(name);
  // ModelOpt's one method for fp8 experts has a scale for each matrix, whatever the layers have.
  const bool fp8 = storage.scheme == Scheme::fp8_channel || storage.scheme == Scheme::fp8_block;
  if (method_ == "modelopt" && !mixed_ && fp8) {
    storage = {.scheme = Scheme::fp8_tensor, .static_input = true};
  }
  return storage;
}

Storage Quantization::head(std::string_view prefix) const {
  if (!quantizes_head_) return {};
  return linear(prefix);
}

}  // namespace kvplan::modules
