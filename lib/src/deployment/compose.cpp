// Docker compose: services with list and string commands, environment files, published ports,
// limits, health checks. Anchors and merge keys are resolved before. Format: the Compose
// Specification; conventions: jdaln/dgx-spark-inference-stack and others (research of 2026-11-29).
#include <algorithm>

#include "deployment/command.hpp"
#include "deployment/readers.hpp"
#include "plain_integer.hpp"

namespace kvplan::deployment {
namespace {

using Values = std::map<std::string, std::string>;

class Compose {
 public:
  Compose(DeploymentFiles& all, const Document& document, const FindText& find, Expansions& made)
      : all_(all), document_(document), find_(find), made_(made) {
    if (const auto file = find_(document_.file(), ".env")) {
      made_.add(file->text.size(), document_.origin(document_.root()));
      for (const auto& [name, given] : environment_of(file->text, file->file)) {
        values_[name] = given.value;
      }
    }
  }

  void read() {
    const auto services = document_.root().find("services");
    if (!services || !services->is_object()) return;
    for (const std::string& name : services->keys()) {
      if (const auto service = services->find(name); service && service->is_object()) {
        read_service(name, *service);
      }
    }
  }

 private:
  void read_service(const std::string& name, const ConfigNode& service) {
    ServeCommand base;
    base.name = name;
    base.contained = true;
    base.origin = document_.origin(service);
    read_surroundings(base, service);
    std::vector<ServeCommand> starts = engines(base, service);
    if (starts.empty() && base.memory_limit) {
      if (const auto size = memory_of(base.memory_limit->value)) {
        all_.neighbours.push_back({name, *size, base.memory_limit->origin});
      }
    }
    for (ServeCommand& start : starts) all_.engines.push_back(std::move(start));
  }

  [[nodiscard]] std::optional<Given> given(const ConfigNode& node, std::string_view key) const {
    auto value = document_.given(node, key);
    if (value) value->value = interpolated(*value, values_, made_);
    return value;
  }
  [[nodiscard]] std::string filled(std::string text, const ConfigNode& node) const {
    return interpolated({std::move(text), document_.origin(node)}, values_, made_);
  }

  void read_surroundings(ServeCommand& base, const ConfigNode& service) const {
    base.image = given(service, "image");
    base.restart = given(service, "restart");
    base.memory_limit = given(service, "mem_limit");
    if (const auto limits = member(service, {"deploy", "resources", "limits"})) {
      if (const auto memory = given(*limits, "memory")) base.memory_limit = memory;
    }
    if (const auto policy = member(service, {"deploy", "restart_policy"})) {
      if (const auto condition = given(*policy, "condition")) base.restart = condition;
    }
    base.host_network = Document::string_or_empty(service, "network_mode") == "host";
    // What a stop without a word gets: 10 s (Compose Specification, stop_grace_period).
    constexpr double default_grace = 10;
    base.stop_seconds = default_grace;
    base.stop_origin = base.origin;
    if (const auto grace = given(service, "stop_grace_period")) {
      base.stop_seconds = seconds_of(grace->value);
      base.stop_origin = grace->origin;
    }
    read_environment(base, service);
    read_ports(base, service);
    read_health(base, service);
  }

  void read_environment(ServeCommand& base, const ConfigNode& service) const {
    for (const ConfigNode& file : list_of(service.find("env_file"))) {
      const std::string path =
          file.is_object() ? Document::string_or_empty(file, "path") : Document::plain(file);
      if (const auto found = find_(document_.file(), path)) {
        made_.add(found->text.size(), document_.origin(file));
        base.environment.merge(environment_of(found->text, found->file));
      }
    }
    const auto environment = service.find("environment");
    if (!environment) return;
    if (environment->is_object()) {
      for (const std::string& key : environment->keys()) {
        if (const auto value = given(*environment, key)) base.environment[key] = *value;
      }
    }
    for (const ConfigNode& item : environment->items()) {
      add_environment(base, filled(Document::plain(item), item), document_.origin(item));
    }
  }

  void read_ports(ServeCommand& base, const ConfigNode& service) const {
    const auto ports = service.find("ports");
    if (!ports) return;
    for (const ConfigNode& item : ports->items()) {
      if (!item.is_object()) {
        const std::string text = filled(Document::plain(item), item);
        if (auto port = published_port(text, document_.origin(item)))
          base.published.push_back(*port);
        continue;
      }
      PublishedPort port;
      port.origin = document_.origin(item);
      port.address = Document::string_or_empty(item, "host_ip");
      if (const auto published = given(item, "published"))
        port.host = port_number(published->value);
      port.container = port_number(Document::string_or_empty(item, "target"));
      base.published.push_back(port);
    }
  }

  void read_health(ServeCommand& base, const ConfigNode& service) const {
    const auto health = service.find("healthcheck");
    if (!health || !health->is_object()) return;
    const auto test = health->find("test");
    if (!test) return;
    std::string text = Document::plain(*test);
    for (const ConfigNode& item : test->items()) text += Document::plain(item) + " ";
    if (text.empty() || text.starts_with("NONE")) return;
    const auto value = [&](std::string_view key, double fallback) {
      const auto found = given(*health, key);
      return found ? seconds_of(found->value).value_or(fallback) : fallback;
    };
    // Defaults: interval 30 s, retries 3, start_period 0 (Dockerfile reference, HEALTHCHECK).
    const auto retries_text = given(*health, "retries");
    const double retries = retries_text ? plain_number(retries_text->value).value_or(0) : 3;
    const double budget = value("start_period", 0) + value("interval", 30) * retries;
    base.checks.push_back(
        {text, budget, false, "start_period + interval × retries", document_.origin(*test)});
  }

  static std::vector<ConfigNode> list_of(const std::optional<ConfigNode>& node) {
    if (!node) return {};
    if (node->is_array()) return node->items();
    return {*node};
  }

  /// Words of `command` or `entrypoint`: a list as it is, a string as compose splits it.
  [[nodiscard]] Words words_of(const ConfigNode& service, std::string_view key) const {
    Words words;
    const auto node = service.find(key);
    if (!node) return words;
    if (node->is_array()) {
      for (const ConfigNode& item : node->items()) {
        // A block among the items is a script: bash -c "…".
        Word word = document_.source_text(item);
        if (word.text.find('\n') == std::string::npos) word.text = Document::plain(item);
        word.text = filled(std::move(word.text), item);
        words.push_back(std::move(word));
      }
      return words;
    }
    Word text = document_.source_text(*node);
    text.text = filled(std::move(text.text), *node);
    const ShellText source{text.text, document_.file(), text.line, true, false};
    for (Words& statement : read_shell(source).statements) {
      std::ranges::move(statement, std::back_inserter(words));
    }
    return words;
  }

  [[nodiscard]] std::vector<ServeCommand> engines(const ServeCommand& base,
                                                  const ConfigNode& service) const {
    Words words = words_of(service, "entrypoint");
    const Words command = words_of(service, "command");
    words.insert(words.end(), command.begin(), command.end());
    std::vector<ServeCommand> found = starts_of(words, document_.file(), made_);
    for (ServeCommand& start : found) {
      made_.add(base.environment, start.origin);
      ServeCommand whole = base;
      whole.engine = start.engine;
      whole.model = start.model;
      whole.options = start.options;
      surround(whole, start.environment, made_);
      whole.origin = start.origin;
      start = std::move(whole);
    }
    const bool image = base.image && is_engine_image(base.image->value);
    const bool helper =
        !command.empty() && !command[0].text.starts_with('-') && command[0].text != "serve";
    const bool own_entry = service.has("entrypoint");
    if (!found.empty() || !image || helper || own_entry) return found;
    ServeCommand start = base;
    if (base.image->value.find("sglang") != std::string::npos) start.engine = "sglang";
    read_arguments(start, command, !command.empty() && command[0].text == "serve" ? 1 : 0,
                   document_.file());
    if (!command.empty()) start.origin = {document_.file(), command[0].line};
    found.push_back(std::move(start));
    return found;
  }

  DeploymentFiles& all_;
  const Document& document_;
  const FindText& find_;
  Expansions& made_;
  Values values_;
};

}  // namespace

void read_compose(DeploymentFiles& all, const Document& document, const FindText& find,
                  Expansions& made) {
  Compose(all, document, find, made).read();
}

}  // namespace kvplan::deployment
