#include "kvplan/config.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "file_status.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "python_numbers.hpp"
#include "text.hpp"

namespace kvplan {

using nlohmann::json;

namespace detail {
// json's destructor takes nested values apart in a vector; without memory the program ends.
// NOLINTNEXTLINE(bugprone-exception-escape): so nothing escapes
struct JsonDocument {
  std::string file;
  json root;
};
}  // namespace detail

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t largest_integer = std::int64_t{1} << 53;  // beyond it JSON loses digits

const json& value_of(const void* value) { return *static_cast<const json*>(value); }

/// The pointer of a member, whose name is escaped, or of an item.
std::string below(const std::string& pointer, std::string_view step) {
  std::string whole;
  whole.reserve(pointer.size() + 1 + step.size());
  whole.append(pointer).append("/");
  if (step.find('~') == std::string_view::npos && step.find('/') == std::string_view::npos) {
    return whole.append(step);
  }
  for (const char c : step) {
    if (c == '~')
      whole += "~0";
    else if (c == '/')
      whole += "~1";
    else
      whole += c;
  }
  return whole;
}

/// A member that is there and not null. A node, which knows its place, is made only for what is
/// kept or may be wrong.
const json* member_of(const void* value, std::string_view key) {
  const json& here = value_of(value);
  if (!here.is_object()) return nullptr;
  const auto member = here.find(key);
  return member == here.end() || member->is_null() ? nullptr : &*member;
}

std::string at_least(std::int64_t min) { return "an integer ≥ " + std::to_string(min); }

std::size_t line_of(std::string_view text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

}  // namespace

ConfigNode::ConfigNode() : ConfigNode(parse_json("{}", "")) {}

ConfigNode::ConfigNode(std::shared_ptr<const detail::JsonDocument> document, const void* value,
                       std::string pointer)
    : document_(std::move(document)), value_(value), pointer_(std::move(pointer)) {}

const std::string& ConfigNode::file() const { return document_->file; }
bool ConfigNode::is_object() const { return value_of(value_).is_object(); }
bool ConfigNode::is_array() const { return value_of(value_).is_array(); }
bool ConfigNode::is_string() const { return value_of(value_).is_string(); }
bool ConfigNode::is_number() const { return value_of(value_).is_number(); }

std::string ConfigNode::text() const {
  constexpr std::size_t longest = 60;
  std::string text = dump();
  if (text.size() > longest) text = text.substr(0, longest) + "…";
  return text;
}

std::string ConfigNode::dump() const {
  return value_of(value_).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<ConfigNode> ConfigNode::find(std::string_view key) const {
  const json* member = member_of(value_, key);
  if (member == nullptr) return std::nullopt;
  return ConfigNode(document_, member, below(pointer_, key));
}

bool ConfigNode::has(std::string_view key) const { return member_of(value_, key) != nullptr; }

bool ConfigNode::contains(std::string_view key) const {
  const json& here = value_of(value_);
  return here.is_object() && here.contains(key);
}

ConfigNode ConfigNode::at(std::string_view key) const {
  if (auto member = find(key)) return *std::move(member);
  throw invalid({file(), below(pointer_, key)}, "a value", "nothing");
}

std::vector<ConfigNode> ConfigNode::items() const {
  std::vector<ConfigNode> items;
  const json& here = value_of(value_);
  if (!here.is_array()) return items;
  items.reserve(here.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    items.emplace_back(document_, &here[i], below(pointer_, std::to_string(i)));
  }
  return items;
}

std::vector<std::string> ConfigNode::keys() const {
  std::vector<std::string> keys;
  const json& here = value_of(value_);
  if (!here.is_object()) return keys;
  for (auto member = here.begin(); member != here.end(); ++member) keys.push_back(member.key());
  return keys;
}

std::vector<std::pair<std::string, ConfigNode>> ConfigNode::members() const {
  std::vector<std::pair<std::string, ConfigNode>> members;
  const json& here = value_of(value_);
  if (!here.is_object()) return members;
  members.reserve(here.size());
  for (auto member = here.begin(); member != here.end(); ++member) {
    members.emplace_back(member.key(),
                         ConfigNode(document_, &*member, below(pointer_, member.key())));
  }
  return members;
}

ConfigNode ConfigNode::with_members(
    const std::vector<std::pair<std::string, ConfigNode>>& members) const {
  auto document = std::make_shared<detail::JsonDocument>();
  document->file = file();
  document->root = json::object();
  for (const auto& [key, node] : members) document->root[key] = value_of(node.value_);
  const json& here = value_of(value_);
  for (auto own = here.begin(); here.is_object() && own != here.end(); ++own) {
    if (!document->root.contains(own.key())) document->root[own.key()] = *own;
  }
  const void* root = &document->root;
  return {std::move(document), root, ""};
}

namespace {

/// Nothing where the value is no integer, below `min`, or one that JSON's readers would round.
std::optional<std::int64_t> integer_of(const json& value, std::int64_t min) {
  const auto within = [&](std::int64_t integer) {
    return integer >= min && integer <= largest_integer ? std::optional(integer) : std::nullopt;
  };
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(largest_integer)) {
    return std::nullopt;
  }
  if (value.is_number_integer()) return within(value.get<std::int64_t>());
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();  // 4096.0 and 1e6 are integers to JSON
  if (!(number > -9e15 && number < 9e15)) return std::nullopt;
  const auto integer = static_cast<std::int64_t>(number);
  if (static_cast<double>(integer) != number) return std::nullopt;
  return within(integer);
}

}  // namespace

std::int64_t ConfigNode::as_integer(std::int64_t min) const {
  if (const auto value = integer_of(value_of(value_), min)) return *value;
  throw invalid({file(), pointer_}, at_least(min), text());
}

double ConfigNode::as_number() const {
  const json& here = value_of(value_);
  if (!here.is_number()) throw invalid({file(), pointer_}, "a number", text());
  return here.get<double>();
}

bool ConfigNode::as_boolean() const {
  const json& here = value_of(value_);
  if (!here.is_boolean()) throw invalid({file(), pointer_}, "true or false", text());
  return here.get<bool>();
}

std::string ConfigNode::as_string() const {
  const json& here = value_of(value_);
  if (!here.is_string()) throw invalid({file(), pointer_}, "a string", text());
  return here.get<std::string>();
}

std::int64_t ConfigNode::integer(std::string_view key, std::int64_t min) const {
  if (const auto value = maybe_integer(key, min)) return *value;
  throw invalid({file(), below(pointer_, key)}, at_least(min), "nothing");
}

std::optional<std::int64_t> ConfigNode::maybe_integer(std::string_view key,
                                                      std::int64_t min) const {
  const json* member = member_of(value_, key);
  if (member == nullptr) return std::nullopt;
  if (const auto value = integer_of(*member, min)) return value;
  return at(key).as_integer(min);
}

std::int64_t ConfigNode::integer_or(std::string_view key, std::int64_t fallback,
                                    std::int64_t min) const {
  return maybe_integer(key, min).value_or(fallback);
}

std::optional<double> ConfigNode::number_if_any(std::string_view key) const {
  const json* member = member_of(value_, key);
  if (member == nullptr || !member->is_number()) return std::nullopt;
  return member->get<double>();
}

double ConfigNode::number_or(std::string_view key, double fallback) const {
  const json* member = member_of(value_, key);
  if (member == nullptr) return fallback;
  return member->is_number() ? member->get<double>() : at(key).as_number();
}

bool ConfigNode::boolean_or(std::string_view key, bool fallback) const {
  const json* member = member_of(value_, key);
  if (member == nullptr) return fallback;
  return member->is_boolean() ? member->get<bool>() : at(key).as_boolean();
}

std::string ConfigNode::string_or(std::string_view key, std::string_view fallback) const {
  const json* member = member_of(value_, key);
  if (member == nullptr) return std::string(fallback);
  return member->is_string() ? member->get<std::string>() : at(key).as_string();
}

std::vector<std::string> ConfigNode::strings(std::string_view key) const {
  std::vector<std::string> strings;
  const json* member = member_of(value_, key);
  if (member == nullptr || !member->is_array()) return strings;
  strings.reserve(member->size());
  for (const json& item : *member) {
    strings.push_back(item.is_string() ? item.get<std::string>()
                                       : at(key).items()[strings.size()].as_string());
  }
  return strings;
}

std::vector<std::int64_t> ConfigNode::integers(std::string_view key, std::int64_t min) const {
  std::vector<std::int64_t> integers;
  const json* member = member_of(value_, key);
  if (member == nullptr || !member->is_array()) return integers;
  integers.reserve(member->size());
  for (const json& item : *member) {
    const auto value = integer_of(item, min);
    integers.push_back(value ? *value : at(key).items()[integers.size()].as_integer(min));
  }
  return integers;
}

namespace {

constexpr std::size_t deepest = 100;  // what recurses over a document is safe below it

/// Where brackets are nested too deep; nothing for a text that has few of them.
std::optional<std::size_t> too_deep(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      i = behind_string(text, i) - 1;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest) return i;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

bool has_many(std::string_view text, char bracket) {
  std::size_t count = 0;
  for (std::size_t at = text.find(bracket); at != std::string_view::npos && count <= deepest;
       at = text.find(bracket, at + 1)) {
    ++count;
  }
  return count > deepest / 2;
}

}  // namespace

ConfigNode parse_json(std::string_view text, std::string file) {
  auto document = std::make_shared<detail::JsonDocument>();
  document->file = std::move(file);
  if (has_many(text, '{') || has_many(text, '[')) {
    if (const auto at = too_deep(text)) {
      throw invalid({document->file, "line " + std::to_string(line_of(text, *at))},
                    "JSON of at most 100 levels", "more");
    }
  }
  if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
    throw invalid({document->file, "line " + std::to_string(line_of(text, zero))}, "JSON",
                  "a byte of 0");
  }
  std::string plain;
  if (may_have_python_numbers(text)) text = plain = without_python_numbers(text);
  try {
    document->root = json::parse(text);
  } catch (const json::parse_error& failure) {
    const std::size_t line = line_of(text, failure.byte == 0 ? 0 : failure.byte - 1);
    throw invalid({document->file, "line " + std::to_string(line)}, "JSON",
                  text.empty() ? "an empty file" : "a syntax error");
  } catch (const json::out_of_range& failure) {  // 1e999: the message holds it in quotes
    const std::string_view message = failure.what();
    const std::size_t quote = std::min(message.find('\''), message.size() - 1);
    const std::string_view number = message.substr(quote + 1, message.rfind('\'') - quote - 1);
    const std::size_t line = line_of(text, text.find(number));
    throw invalid({document->file, "line " + std::to_string(line)}, "numbers up to 1.8e308",
                  std::string(number.substr(0, 40)));
  }
  const void* root = &document->root;
  return {std::move(document), root, ""};
}

ConfigNode read_json(const fs::path& file) { return parse_json(read_text(file), file.string()); }

std::string ModelConfig::model_type() const { return root.string_or("model_type", ""); }

std::string ModelConfig::architecture() const {
  const auto names = root.find("architectures");
  if (!names) return "";
  const auto items = names->items();
  return items.empty() ? "" : items.front().as_string();
}

namespace {

/// ModelOpt's older files name no quant_method: the producer and the algorithm say it.
std::optional<std::string> modelopt_method(const ConfigNode& quantization) {
  const auto producer = quantization.find("producer");
  const auto inner = quantization.find("quantization");
  if (!producer || producer->string_or("name", "") != "modelopt" || !inner) return std::nullopt;
  const auto algorithm = inner->find("quant_algo");
  if (!algorithm) return std::nullopt;
  const std::string name = algorithm->as_string();
  if (name == "FP8" || name == "FP8_PER_CHANNEL_PER_TOKEN" || name == "FP8_PB_WO") {
    return "modelopt";
  }
  if (name == "NVFP4") return "modelopt_fp4";
  if (name == "MIXED_PRECISION") return "modelopt_mixed";
  throw invalid({algorithm->file(), algorithm->pointer()}, "FP8, NVFP4 or MIXED_PRECISION",
                algorithm->text());
}

}  // namespace

std::string ModelConfig::quant_method() const {
  if (!quantization) return "";
  if (auto method = modelopt_method(*quantization)) return *std::move(method);
  const std::string method = lowered(quantization->string_or("quant_method", ""));
  return method == "compressed_tensors" ? "compressed-tensors" : method;
}

namespace {

/// Where Hugging Face nests the language model of a multimodal one.
constexpr std::array<std::string_view, 5> text_keys{"text_config", "llm_config", "language_config",
                                                    "decoder", "thinker_config"};

ConfigNode text_of(const ConfigNode& root) {
  for (const std::string_view key : text_keys) {
    if (const auto nested = root.find(key); nested && nested->is_object()) return text_of(*nested);
  }
  return root;
}

std::optional<ConfigNode> quantization_of(const ConfigNode& root, const ConfigNode& text) {
  for (const ConfigNode* node : {&root, &text}) {
    for (const std::string_view key : {"quantization_config", "compression_config"}) {
      if (auto found = node->find(key); found && found->is_object()) return found;
    }
  }
  return std::nullopt;
}

fs::path side_file_of(const fs::path& config) {
  if (config.filename() == "config.json") return config.parent_path() / "hf_quant_config.json";
  fs::path side = config;
  side.replace_extension();
  side += ".hf_quant_config.json";
  return side;
}

/// `org--name` or the file's stem, as people know the model.
std::string name_of(const fs::path& config) {
  if (config.filename() == "config.json") {
    const fs::path folder = fs::absolute(config).parent_path().filename();
    return folder.empty() ? "model" : folder.string();
  }
  return config.stem().string();
}

}  // namespace

ModelConfig config_from(ConfigNode root, std::string name) {
  if (!root.is_object()) {
    throw invalid({root.file(), root.pointer()}, "an object with a model's fields", root.text());
  }
  ConfigNode text = text_of(root);
  auto quantization = quantization_of(root, text);
  return {std::move(root), std::move(text), std::move(quantization), std::move(name), std::nullopt};
}

ModelConfig read_config(const fs::path& path) {
  const fs::path file = is_folder(path) ? path / "config.json" : path;
  ModelConfig config = config_from(read_json(file), name_of(file));
  const fs::path side = side_file_of(file);
  if (!config.quantization && is_there(side)) {
    // vLLM takes the side file only when it says who made it (vllm.md B.3).
    ConfigNode quantization = read_json(side);
    if (quantization.has("producer")) {
      config.quantization = std::move(quantization);
    } else {
      config.unrecognized_quantization = side.string();
    }
  }
  return config;
}

}  // namespace kvplan
