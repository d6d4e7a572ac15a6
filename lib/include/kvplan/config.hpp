// Step "read": a Hugging Face config.json → ModelConfig. Every field knows where it was read, so
// that an error names the file and the JSON pointer. The JSON library stays inside config.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kvplan {

namespace detail {
struct JsonDocument;
}

/// One value of a JSON document, with its place. Cheap to copy; keeps its document alive.
/// A member that is `null` counts as absent, as it does for Hugging Face.
class ConfigNode {
 public:
  ConfigNode();  ///< an empty object of no file
  ConfigNode(std::shared_ptr<const detail::JsonDocument> document, const void* value,
             std::string pointer);

  [[nodiscard]] const std::string& file() const;
  [[nodiscard]] const std::string& pointer() const { return pointer_; }
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool is_string() const;
  [[nodiscard]] bool is_number() const;
  /// The value as compact JSON, cut to what fits in an error line.
  [[nodiscard]] std::string text() const;
  /// The whole value as compact JSON.
  [[nodiscard]] std::string dump() const;

  [[nodiscard]] bool has(std::string_view key) const;
  /// There, even as null: a class's default then does not apply.
  [[nodiscard]] bool contains(std::string_view key) const;
  [[nodiscard]] std::optional<ConfigNode> find(std::string_view key) const;
  /// @throws Error (invalid) when the member is missing
  [[nodiscard]] ConfigNode at(std::string_view key) const;
  [[nodiscard]] std::vector<ConfigNode> items() const;  ///< of an array, else empty
  [[nodiscard]] std::vector<std::string> keys() const;  ///< of an object, else empty
  /// Keys and values of an object, those that are null too; else empty.
  [[nodiscard]] std::vector<std::pair<std::string, ConfigNode>> members() const;
  /// A copy of the object with `members` in place of its own, or beside them; null takes one away.
  /// It is a document of its own, of the same file.
  [[nodiscard]] ConfigNode with_members(
      const std::vector<std::pair<std::string, ConfigNode>>& members) const;

  /// The value itself. @throws Error (invalid) when it is of another type or out of range.
  [[nodiscard]] std::int64_t as_integer(std::int64_t min = 1) const;
  [[nodiscard]] double as_number() const;
  [[nodiscard]] bool as_boolean() const;
  [[nodiscard]] std::string as_string() const;

  /// A member. The forms with a default take it when the member is absent or null.
  [[nodiscard]] std::int64_t integer(std::string_view key, std::int64_t min = 1) const;
  [[nodiscard]] std::optional<std::int64_t> maybe_integer(std::string_view key,
                                                          std::int64_t min = 1) const;
  [[nodiscard]] std::int64_t integer_or(std::string_view key, std::int64_t fallback,
                                        std::int64_t min = 1) const;
  /// A member that is a number; nothing where it is absent or anything else.
  [[nodiscard]] std::optional<double> number_if_any(std::string_view key) const;
  [[nodiscard]] double number_or(std::string_view key, double fallback) const;
  [[nodiscard]] bool boolean_or(std::string_view key, bool fallback) const;
  [[nodiscard]] std::string string_or(std::string_view key, std::string_view fallback) const;
  [[nodiscard]] std::vector<std::string> strings(std::string_view key) const;
  [[nodiscard]] std::vector<std::int64_t> integers(std::string_view key,
                                                   std::int64_t min = 0) const;

  friend bool operator==(const ConfigNode& a, const ConfigNode& b) { return a.value_ == b.value_; }

 private:
  std::shared_ptr<const detail::JsonDocument> document_;
  const void* value_;
  std::string pointer_;
};

/// Parses JSON; `file` is only the name that errors show.
/// @throws Error (invalid) with the line of a syntax error
[[nodiscard]] ConfigNode parse_json(std::string_view text, std::string file);
/// @throws Error (invalid) when the file cannot be read or is not JSON
[[nodiscard]] ConfigNode read_json(const std::filesystem::path& file);

/// A model as its config.json describes it, with hf_quant_config.json merged by the engine's own
/// rule: the side file counts only when config.json has no quantization_config and the side
/// file names a producer.
struct ModelConfig {
  ConfigNode root;                         ///< the whole config.json
  ConfigNode text;                         ///< the language model's part; the root when not nested
  std::optional<ConfigNode> quantization;  ///< quantization_config, wherever it was found
  std::string name;                        ///< for people: folder or file stem
  /// A hf_quant_config.json that the engine does not recognize: how the weights are stored
  /// cannot be known from here.
  std::optional<std::string> unrecognized_quantization = std::nullopt;
  [[nodiscard]] std::string model_type() const;    ///< of the root, "" when absent
  [[nodiscard]] std::string architecture() const;  ///< architectures[0], "" when absent
  /// quant_method as vLLM normalizes it: "fp8", "compressed-tensors", "modelopt_fp4", …; a file
  /// of ModelOpt's older form is known by its producer. "" for an unquantized model.
  [[nodiscard]] std::string quant_method() const;
};

/// @param path  a config.json, or a folder that holds one. Beside `X.json` its sibling
///              `X.hf_quant_config.json` is read, inside a folder `hf_quant_config.json`.
/// @throws Error (invalid) when it cannot be read
[[nodiscard]] ModelConfig read_config(const std::filesystem::path& path);
/// The same from a JSON value at hand (no side file).
[[nodiscard]] ModelConfig config_from(ConfigNode root, std::string name);

}  // namespace kvplan
