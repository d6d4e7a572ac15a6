// Recipes of eugr/spark-vllm-docker (v1: name, container, model, defaults, env, command) and of
// sparkrun (v2: the same, and runtime, min_nodes, metadata). The command is a template of {names}
// out of `defaults`. Sources: github.com/eugr/spark-vllm-docker recipes/README.md,
// github.com/spark-arena/sparkrun RECIPES.md (research of 2026-11-29).
#include <algorithm>

#include "deployment/command.hpp"
#include "deployment/readers.hpp"
#include "lookup.hpp"

namespace kvplan::deployment {
namespace {

struct Default {
  std::string value;
  int line;
};
using Defaults = std::map<std::string, Default>;

Defaults defaults_of(const Document& document) {
  Defaults found;
  const ConfigNode& root = document.root();
  if (const auto model = document.given(root, "model")) {
    found["model"] = {model->value, model->origin.line};
  }
  if (const auto defaults = root.find("defaults"); defaults && defaults->is_object()) {
    for (const std::string& key : defaults->keys()) {
      if (const auto value = document.given(*defaults, key)) {
        found[key] = {value->value, value->origin.line};
      }
    }
  }
  return found;
}

/// {name} → its default; a word that is a name alone takes the default's line too. {{ is a brace.
Word filled(const Word& word, const Defaults& defaults, const std::string& file, Expansions& made) {
  const std::string_view text = word.text;
  const bool doubled = text.find("{{") != std::string_view::npos;
  const std::size_t last_close = text.rfind("}}");
  bool opened = false;
  Word result{"", word.line};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const bool opens =
        rest.starts_with("{{") && last_close != std::string_view::npos && last_close > i;
    if (opens || (rest.starts_with("}}") && opened && doubled)) {
      opened = opened || opens;
      result.text += text[i++];
      continue;
    }
    const std::size_t close = text[i] == '{' ? text.find_first_of("{}", i + 1) : text.npos;
    const bool named = close != text.npos && text[close] == '}';
    const Default* known =
        named ? lookup(defaults, std::string(text.substr(i + 1, close - i - 1))) : nullptr;
    if (known == nullptr) {
      opened = opened || text[i] == '{';
      result.text += text[i];
      continue;
    }
    const auto& [value, line] = *known;
    if (i == 0 && close + 1 == text.size()) result.line = line;
    made.add(value.size(), {file, word.line});
    opened = opened || value.find('{') != std::string::npos;
    result.text += value;
    i = close;
  }
  return result;
}

}  // namespace

void read_recipe(DeploymentFiles& all, const Document& document, Expansions& made) {
  const ConfigNode& root = document.root();
  const Defaults defaults = defaults_of(document);
  ServeCommand base;
  base.contained = true;
  base.host_network = true;  // both launchers run their containers on the host's network
  if (const auto env = root.find("env"); env && env->is_object()) {
    for (const std::string& key : env->keys()) {
      if (const auto value = document.given(*env, key)) base.environment[key] = *value;
    }
  }
  std::vector<ServeCommand> starts;
  if (const auto command = root.find("command"); command && command->is_string()) {
    const Word text = document.source_text(*command);
    Script script = read_shell({text.text, document.file(), text.line, false, true}, {}, made);
    for (Words& words : script.statements) {
      for (Word& word : words) word = filled(word, defaults, document.file(), made);
    }
    starts = starts_of(script, document.file(), made);
  }
  const bool vllm = Document::string_or_empty(root, "runtime").find("vllm") != std::string::npos;
  if (starts.empty() && (vllm || !root.has("command"))) {
    ServeCommand start;  // a v2 recipe without a template: the runtime builds it from the defaults
    for (const auto& [name, value] : defaults) {
      if (name == "model") continue;
      std::string option = name == "tensor_parallel" ? "tensor-parallel-size" : name;
      std::ranges::replace(option, '_', '-');
      add_option(start, option, value.value, {document.file(), value.line});
    }
    starts.push_back(std::move(start));
  }
  for (ServeCommand& start : starts) {
    start.name = Document::string_or_empty(root, "name");
    if (const auto image = document.given(root, "container")) start.image = image;
    if (!start.model) start.model = document.given(root, "model");
    start.contained = true;
    start.host_network = true;
    surround(start, base.environment, made);
    if (start.origin.file.empty()) start.origin = {document.file(), 1};
    all.engines.push_back(std::move(start));
  }
}

}  // namespace kvplan::deployment
