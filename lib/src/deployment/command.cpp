#include "deployment/command.hpp"

#include <algorithm>
#include <array>

#include "deployment/readers.hpp"
#include "deployment/vllm_flags.hpp"
#include "kvplan/error.hpp"
#include "plain_integer.hpp"

namespace kvplan {

const EngineOption* ServeCommand::find(std::string_view long_name) const {
  const auto found =
      std::ranges::find(options.rbegin(), options.rend(), long_name, &EngineOption::name);
  return found == options.rend() ? nullptr : &*found;
}

std::optional<double> ServeCommand::number(std::string_view long_name) const {
  const EngineOption* option = find(long_name);
  if (option == nullptr) return std::nullopt;
  return plain_number(option->value);
}

std::string ServeCommand::host() const {
  const EngineOption* option = find("host");
  const std::string host = option == nullptr ? "" : option->value;
  return host == "0.0.0.0" || host == "::" || host == "*" ? "" : host;
}

int ServeCommand::port() const {
  constexpr int vllm_port = 8000;
  constexpr int sglang_port = 30000;
  constexpr double most = 65535;
  const auto port = number("port");
  if (port && *port >= 1 && *port <= most) return static_cast<int>(*port);
  return find("port") != nullptr ? 0 : engine == "sglang" ? sglang_port : vllm_port;
}

namespace deployment {
namespace {

constexpr int deepest_nesting = 8;

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool looks_like_option(const std::string& word) {
  const bool number =
      word.size() > 1 && word[0] == '-' && (word[1] == '.' || (word[1] >= '0' && word[1] <= '9'));
  return word.size() > 1 && word[0] == '-' && !number;
}

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || word.starts_with('-')) return false;
  return std::ranges::all_of(word.substr(0, equals), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool mentions_start(std::string_view text) {
  static constexpr std::array<std::string_view, 5> signs{
      "vllm serve", "vllm.entrypoints", "sglang.launch_server", "docker run", "podman run"};
  return std::ranges::any_of(
      signs, [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

/// Where the engine's own words begin, or nothing.
struct Found {
  std::size_t program;  ///< the word that names it
  std::size_t first;    ///< the first after it
  std::string engine;
};

std::optional<Found> find_program(const Words& words, std::size_t from) {
  for (std::size_t i = from; i < words.size(); ++i) {
    const std::string_view word = base_name(words[i].text);
    const std::string_view next = i + 1 < words.size() ? std::string_view(words[i + 1].text) : "";
    if (word == "vllm" && next == "serve") return Found{i, i + 2, "vllm"};
    if (word == "-m" && next.starts_with("vllm.entrypoints")) return Found{i, i + 2, "vllm"};
    if (word == "api_server.py" || word == "api_server") return Found{i, i + 1, "vllm"};
    if (word == "-m" && next == "sglang.launch_server") return Found{i, i + 2, "sglang"};
    if (word == "sglang" && next == "serve") return Found{i, i + 2, "sglang"};
    if (word == "llama-server") return Found{i, i + 1, "llama.cpp"};
  }
  return std::nullopt;
}

/// docker run's options that take no value; all others take one.
bool is_docker_flag(std::string_view option) {
  static constexpr std::array<std::string_view, 16> flags{"--detach",
                                                          "--interactive",
                                                          "--tty",
                                                          "--rm",
                                                          "--init",
                                                          "--privileged",
                                                          "--help",
                                                          "--no-healthcheck",
                                                          "--publish-all",
                                                          "--read-only",
                                                          "--quiet",
                                                          "--sig-proxy",
                                                          "--oom-kill-disable",
                                                          "--replace",
                                                          "--disable-content-trust",
                                                          "--use-api-socket"};
  if (option.starts_with("--")) return std::ranges::find(flags, option) != flags.end();
  return option.find_first_not_of("-ditPq") == std::string_view::npos;
}

class DockerRun {
 public:
  DockerRun(const Words& words, std::size_t first, std::string file)
      : words_(words), i_(first), file_(std::move(file)) {}

  /// @return the first word after the image
  std::size_t read(ServeCommand& start) {
    start.contained = true;
    while (i_ < words_.size() && words_[i_].text.starts_with('-')) option(start);
    if (i_ < words_.size()) {
      start.image = Given{words_[i_].text, {file_, words_[i_].line}};
      ++i_;
    }
    return i_;
  }

 private:
  void option(ServeCommand& start) {
    const Origin origin{file_, words_[i_].line};
    std::string name = words_[i_].text;
    std::string value;
    const std::size_t equals = name.find('=');
    if (equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    } else if (!name.starts_with("--") && name.size() > 2 && !is_docker_flag(name)) {
      value = name.substr(2);  // -p8000:8000
      name.resize(2);
    } else if (!is_docker_flag(name) && i_ + 1 < words_.size()) {
      value = words_[++i_].text;
    }
    ++i_;
    take(start, name, value, origin);
  }

  static void take(ServeCommand& start, const std::string& name, const std::string& value,
                   const Origin& origin) {
    if (name == "-e" || name == "--env") {
      add_environment(start, value, origin);
    } else if (name == "-p" || name == "--publish") {
      if (auto port = published_port(value, origin)) start.published.push_back(*port);
    } else if (name == "--name") {
      start.name = value;
    } else if (name == "-m" || name == "--memory") {
      start.memory_limit = Given{value, origin};
    } else if (name == "--restart") {
      start.restart = Given{value, origin};
    } else if (name == "--network" || name == "--net") {
      start.host_network = value == "host";
    } else if (name == "--stop-timeout") {
      start.stop_seconds = plain_number(value).value_or(0);
      start.stop_origin = origin;
    } else if (name == "--health-cmd") {
      start.checks.push_back({value, 0, false, std::nullopt, origin});
    }
  }

  const Words& words_;
  std::size_t i_;
  std::string file_;
};

/// What stands before the program: KEY=VALUE words.
void read_prefix(ServeCommand& start, const Words& words, std::size_t end,
                 const std::string& file) {
  for (std::size_t i = 0; i < end; ++i) {
    if (is_assignment(words[i].text)) {
      add_environment(start, words[i].text, {file, words[i].line});
    }
  }
}

std::optional<std::size_t> docker_run(const Words& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string_view word = base_name(words[i].text);
    const bool client = word == "docker" || word == "podman" || word == "nerdctl";
    if (!client) continue;
    const std::string& verb = words[i + 1].text;
    if (verb == "run" || verb == "create") return i + 2;
    if (verb == "container" && i + 2 < words.size() && words[i + 2].text == "run") return i + 3;
  }
  return std::nullopt;
}

/// Only to name a program is not to start it: echo, grep, pkill -f "vllm serve".
bool only_mentions(const Words& words) {
  static constexpr std::array<std::string_view, 14> talkers{
      "echo", "printf", "grep", "pgrep", "pkill",  "log",  "die",
      "cat",  "sed",    "awk",  "which", "logger", "warn", "info"};
  for (const Word& word : words) {
    if (is_assignment(word.text) || word.text == "sudo" || word.text == "exec") continue;
    return std::ranges::find(talkers, base_name(word.text)) != talkers.end();
  }
  return false;
}

std::vector<ServeCommand> nested(const Words& words, const std::string& file, Expansions& made,
                                 int depth) {
  std::vector<ServeCommand> found;
  if (depth >= deepest_nesting) return found;
  for (const Word& word : words) {
    const bool command = word.text.find_first_of(" \t\n") != std::string::npos;
    if (!command || !mentions_start(word.text)) continue;
    const ShellText text{word.text, file, word.line, false, true};
    std::ranges::move(starts_of(read_shell(text, {}, made), file, made, depth + 1),
                      std::back_inserter(found));
  }
  return found;
}

/// A script's variables as the environment that it may export: names without small letters.
std::map<std::string, Given> exported_by(const Script& script, const std::string& file) {
  std::map<std::string, Given> found;
  for (const auto& [name, value] : script.variables) {
    const bool shouted = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    if (shouted && value.size() == 1) found[name] = {value[0].text, {file, value[0].line}};
  }
  return found;
}

}  // namespace

bool is_engine_image(std::string_view image) {
  static constexpr std::array<std::string_view, 2> signs{"vllm", "sglang"};
  static constexpr std::array<std::string_view, 5> others{"router", "exporter", "gateway", "proxy",
                                                          "webui"};
  const auto has = [&](std::string_view sign) {
    return image.find(sign) != std::string_view::npos;
  };
  return std::ranges::any_of(signs, has) && std::ranges::none_of(others, has);
}

void add_environment(ServeCommand& start, const std::string& text, const Origin& origin) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return;
  start.environment[text.substr(0, equals)] = {text.substr(equals + 1), origin};
}

void surround(ServeCommand& start, const std::map<std::string, Given>& environment,
              Expansions& made) {
  made.add(environment, start.origin);
  start.environment.insert(environment.begin(), environment.end());
}

std::optional<PublishedPort> published_port(const std::string& text, const Origin& origin) {
  std::string ports = text.substr(0, text.find('/'));
  PublishedPort port;
  port.origin = origin;
  if (ports.starts_with('[')) {
    const std::size_t close = ports.find("]:");
    if (close == std::string::npos) return std::nullopt;
    port.address = ports.substr(1, close - 1);
    ports = ports.substr(close + 2);
  } else if (std::ranges::count(ports, ':') >= 2) {
    const std::size_t colon = ports.find(':');
    port.address = ports.substr(0, colon);
    ports = ports.substr(colon + 1);
  }
  if (port.address == "0.0.0.0" || port.address == "::") port.address.clear();
  const std::size_t colon = ports.find(':');
  const std::string host = colon == std::string::npos ? "" : ports.substr(0, colon);
  const std::string inside = colon == std::string::npos ? ports : ports.substr(colon + 1);
  port.host = port_number(host);
  port.container = port_number(inside);
  return port.container > 0 ? std::optional(port) : std::nullopt;
}

void add_option(ServeCommand& start, const std::string& long_name, const std::string& value,
                const Origin& origin) {
  start.options.push_back({long_name, long_name, value, origin});
}

void read_arguments(ServeCommand& start, const Words& words, std::size_t first,
                    const std::string& file) {
  for (std::size_t i = first; i < words.size(); ++i) {
    const Word& word = words[i];
    Origin origin{file, word.line};
    if (!looks_like_option(word.text)) {
      const bool place_holder =
          word.text.starts_with("\"$@") || word.text == "$@" || word.text == "$*";
      const bool shell_sign = word.text == "}" || word.text == "{" || word.text == "--";
      if (!start.model && !word.text.empty() && !place_holder && !shell_sign) {
        start.model = Given{word.text, origin};
      }
      continue;
    }
    const std::size_t equals = word.text.find('=');
    const std::string spelled = word.text.substr(0, equals);
    const auto known = start.engine == "vllm" ? find_vllm_flag(spelled) : KnownFlag{};
    std::string name =
        known ? std::string(known.flag->name)
              : spelled.substr(std::min(spelled.find_first_not_of('-'), spelled.size()));
    const std::size_t dot = spelled.find('.');
    if (known && dot != std::string::npos) {
      name += spelled.substr(dot);
    } else if (!known) {
      std::ranges::replace(name, '_', '-');
    }
    if (!known && start.engine == "sglang" && name == "model-path") name = "model";
    if (!known && start.engine == "sglang" && name == "tp") name = "tensor-parallel-size";
    std::string value = "true";
    const bool flag = known && dot == std::string::npos &&
                      (known.flag->takes == Takes::nothing || known.flag->takes == Takes::only_on);
    if (equals != std::string::npos) {
      value = word.text.substr(equals + 1);
    } else if (known && word.text.size() == 3 && word.text.starts_with("-O")) {
      value = word.text.substr(2);
    } else if (flag) {
      value = known.negated ? "false" : "true";
    } else if (i + 1 < words.size() && !looks_like_option(words[i + 1].text)) {
      value = words[++i].text;
      origin.line = words[i].line;  // a recipe's value stands among its defaults
      const bool several = known && known.flag->takes == Takes::several;
      while (several && i + 1 < words.size() && !looks_like_option(words[i + 1].text)) {
        value += " " + words[++i].text;
      }
    }
    if (name == "model") {
      start.model = Given{value, origin};
    } else {
      start.options.push_back({std::move(name), spelled, std::move(value), origin});
    }
  }
}

std::vector<ServeCommand> starts_of(const Words& words, const std::string& file, Expansions& made,
                                    int depth) {
  if (words.empty() || only_mentions(words)) return {};
  ServeCommand start;
  start.origin = {file, words[0].line};
  const auto docker = docker_run(words);
  std::size_t from = 0;
  if (docker) {
    DockerRun run(words, *docker, file);
    from = run.read(start);
  }
  if (const auto program = find_program(words, from)) {
    start.engine = program->engine;
    read_prefix(start, words, program->program, file);
    read_arguments(start, words, program->first, file);
    return {start};
  }
  if (auto inner = nested(words, file, made, depth); !inner.empty()) {
    for (ServeCommand& each : inner) {
      if (!start.image) break;
      each.image = start.image;
      each.contained = true;
      each.host_network = start.host_network;
      each.published = start.published;
      each.restart = start.restart;
      each.memory_limit = start.memory_limit;
      surround(each, start.environment, made);
      if (each.name.empty()) each.name = start.name;
    }
    return inner;
  }
  const bool engine_image = start.image && is_engine_image(start.image->value);
  const bool has_arguments =
      from < words.size() && (words[from].text.starts_with("--") || words[from].text == "serve");
  if (engine_image && has_arguments) {
    if (start.image->value.find("sglang") != std::string::npos) start.engine = "sglang";
    read_prefix(start, words, *docker, file);
    read_arguments(start, words, words[from].text == "serve" ? from + 1 : from, file);
    return {start};
  }
  return {};
}

std::vector<ServeCommand> starts_of(const Script& script, const std::string& file, Expansions& made,
                                    int depth) {
  std::vector<ServeCommand> found;
  bool open = false;  // the statement before started an engine
  for (const Words& words : script.statements) {
    // A comment between continued lines ends a shell's command; people mean the rest all the same.
    if (open && words[0].text.starts_with("--")) {
      read_arguments(found.back(), words, 0, file);
      continue;
    }
    std::vector<ServeCommand> starts = starts_of(words, file, made, depth);
    open = !starts.empty();
    std::ranges::move(starts, std::back_inserter(found));
  }
  if (depth >= deepest_nesting) return found;
  for (const Word& document : script.documents) {
    if (!mentions_start(document.text)) continue;
    try {
      const ShellText text{document.text, file, document.line, false, true};
      const Script inner = read_shell(text, script.variables, made);
      std::ranges::move(starts_of(inner, file, made, depth + 1), std::back_inserter(found));
    } catch (const Error&) {
      if (made.exceeded()) throw;  // else a here-document is any text
    }
  }
  const auto environment = exported_by(script, file);
  for (ServeCommand& start : found) surround(start, environment, made);
  return found;
}

std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  for (const Words& statement : read_shell({line, "--vllm-args", 0, false, false}).statements) {
    for (const Word& word : statement) words.push_back(word.text);
  }
  return words;
}

}  // namespace deployment

std::vector<ServeCommand> engine_starts(std::string_view text, const std::string& file) {
  using namespace deployment;
  const bool pasted = file.starts_with("--");
  Expansions made;
  const Script script = read_shell({text, file, pasted ? 0 : 1, false, true}, {}, made);
  std::vector<ServeCommand> found = starts_of(script, file, made);
  if (!found.empty() || script.statements.empty()) return found;
  // "serve MODEL …", "MODEL --tp 2" or options alone: what people copy out of a longer line.
  Words words;
  for (const Words& statement : script.statements)
    words.insert(words.end(), statement.begin(), statement.end());
  ServeCommand start;
  start.origin = {file, words[0].line};
  std::size_t first = 0;
  while (first < words.size() && is_assignment(words[first].text)) ++first;
  if (first == words.size()) return {};
  read_prefix(start, words, first, file);
  const bool serve = words[first].text == "serve";
  if (!pasted && !serve && !words[first].text.starts_with("--")) return {};
  if (serve) ++first;
  read_arguments(start, words, first, file);
  found.push_back(std::move(start));
  return found;
}

}  // namespace kvplan
