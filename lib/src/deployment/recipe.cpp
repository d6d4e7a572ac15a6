// Recipes of eugr/spark-vllm-docker (v1: name, container, model, defaults, env, command) and of
// sparkrun (v2: the same, and runtime, min_nodes, metadata). The command is a template of {names}
// out of `defaults`. Sources: github.com/eugr/spark-vllm-docker recipes/README.md,
// github.com/spark-arena/sparkrun RECIPES.md (research of 2026-11-29).
#include <algorithm>

#include "deployment/command.hpp"
#include "deployment/readers.hpp"

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
void fill(Word& word, const Defaults& defaults) {
  std::string filled;
  for (std::size_t i = 0; i < word.text.size(); ++i) {
    const char c = word.text[i];
    if (c == '{' && word.text.substr(i).starts_with("{{") &&
        word.text.find("}}", i) != std::string::npos) {
      filled += '{';
      ++i;
      continue;
    }
    if (c == '}' && i + 1 < word.text.size() && word.text[i + 1] == '}' &&
        std::ranges::count(filled, '{') > 0 && word.text.find("{{") != std::string::npos) {
      filled += '}';
      ++i;
      continue;
    }
    const std::size_t close = c == '{' ? word.text.find('}', i) : std::string::npos;
    const auto known = close == std::string::npos
                           ? defaults.end()
                           : defaults.find(word.text.substr(i + 1, close - i - 1));
    if (known == defaults.end()) {
      filled += c;
      continue;
    }
    if (i == 0 && close + 1 == word.text.size()) word.line = known->second.line;
    filled += known->second.value;
    i = close;
  }
  word.text = std::move(filled);
}

}  // namespace

void read_recipe(DeploymentFiles& all, const Document& document) {
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
    Script script = read_shell({text.text, document.file(), text.line, false, true});
    for (Words& words : script.statements) {
      for (Word& word : words) fill(word, defaults);
    }
    starts = starts_of(script, document.file());
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
    start.environment.insert(base.environment.begin(), base.environment.end());
    if (start.origin.file.empty()) start.origin = {document.file(), 1};
    all.engines.push_back(std::move(start));
  }
}

}  // namespace kvplan::deployment
