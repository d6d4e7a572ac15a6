// `docker inspect CONTAINER`: what really runs. Fields: Path, Args, Config.{Image, Env, Cmd,
// Entrypoint}, HostConfig.{Memory, NetworkMode, PortBindings, RestartPolicy} (Docker Engine API).
#include "deployment/command.hpp"
#include "deployment/readers.hpp"

namespace kvplan::deployment {
namespace {

Words words_of(const Document& document, const std::optional<ConfigNode>& list) {
  Words words;
  if (!list) return words;
  for (const ConfigNode& item : list->items()) {
    words.push_back({Document::plain(item), document.origin(item).line});
  }
  return words;
}

void read_host(ServeCommand& start, const Document& document, const ConfigNode& host) {
  start.host_network = Document::string_or_empty(host, "NetworkMode") == "host";
  if (const auto memory = document.given(host, "Memory"); memory && memory->value != "0") {
    start.memory_limit = memory;
  }
  if (const auto policy = member(host, {"RestartPolicy"})) {
    start.restart = document.given(*policy, "Name");
  }
  const auto bindings = member(host, {"PortBindings"});
  if (!bindings || !bindings->is_object()) return;
  for (const std::string& inside : bindings->keys()) {
    const auto list = bindings->find(inside);
    if (!list) continue;
    for (const ConfigNode& item : list->items()) {
      const std::string address = Document::string_or_empty(item, "HostIp");
      const std::string port = Document::string_or_empty(item, "HostPort");
      const std::string text = (address.empty() ? "" : address + ":") + port + ":" + inside;
      if (auto published = published_port(text, document.origin(item))) {
        start.published.push_back(*published);
      }
    }
  }
}

void read_container(DeploymentFiles& all, const Document& document, const ConfigNode& container,
                    Expansions& made) {
  const auto config = member(container, {"Config"});
  if (!config) return;
  Words words;
  if (const auto path = document.given(container, "Path")) {
    words.push_back({path->value, path->origin.line});
    const Words arguments = words_of(document, container.find("Args"));
    words.insert(words.end(), arguments.begin(), arguments.end());
  } else {
    words = words_of(document, config->find("Entrypoint"));
    const Words command = words_of(document, config->find("Cmd"));
    words.insert(words.end(), command.begin(), command.end());
  }
  std::vector<ServeCommand> starts = starts_of(words, document.file(), made);
  const auto image = document.given(*config, "Image");
  if (starts.empty() && image && is_engine_image(image->value)) {
    ServeCommand start;
    start.origin = document.origin(container);
    const bool program = !words.empty() && !words[0].text.starts_with('-');
    read_arguments(start, words, program ? 1 : 0, document.file());
    starts.push_back(std::move(start));
  }
  for (ServeCommand& start : starts) {
    start.image = image;
    start.contained = true;
    start.name = Document::string_or_empty(container, "Name");
    if (start.name.starts_with('/')) start.name.erase(0, 1);
    if (const auto env = config->find("Env")) {
      for (const ConfigNode& item : env->items()) {
        add_environment(start, Document::plain(item), document.origin(item));
      }
    }
    if (const auto stop = document.given(*config, "StopTimeout")) {
      start.stop_seconds = seconds_of(stop->value);
      start.stop_origin = stop->origin;
    }
    if (const auto host = member(container, {"HostConfig"})) read_host(start, document, *host);
    all.engines.push_back(std::move(start));
  }
}

}  // namespace

void read_docker_inspect(DeploymentFiles& all, const Document& document, Expansions& made) {
  if (document.root().is_array()) {
    for (const ConfigNode& container : document.root().items()) {
      if (container.is_object()) read_container(all, document, container, made);
    }
  } else {
    read_container(all, document, document.root(), made);
  }
}

}  // namespace kvplan::deployment
