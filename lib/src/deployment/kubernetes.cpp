// Kubernetes manifests: the containers of Pods, Deployments, StatefulSets, DaemonSets and Jobs.
// Defaults of probes and of the grace period: kubernetes.io, Pod v1 core.
#include "deployment/command.hpp"
#include "deployment/readers.hpp"
#include "lookup.hpp"

namespace kvplan::deployment {
namespace {

std::optional<ConfigNode> pod_spec(const ConfigNode& root) {
  if (auto spec = member(root, {"spec", "template", "spec"})) return spec;
  if (auto spec = member(root, {"spec", "jobTemplate", "spec", "template", "spec"})) return spec;
  if (auto spec = member(root, {"spec"}); spec && spec->has("containers")) return spec;
  // LeaderWorkerSet and its kin keep a template for the leader.
  return member(root, {"spec", "leaderWorkerTemplate", "leaderTemplate", "spec"});
}

double number_of(const Document& document, const ConfigNode& node, std::string_view key,
                 double fallback) {
  const auto value = document.given(node, key);
  return value ? seconds_of(value->value).value_or(fallback) : fallback;
}

/// $(NAME) as Kubernetes takes it: out of the variables given before; an unknown one stays.
/// Source: kubernetes.io, Pod v1 core, EnvVar.value and Container.args.
std::string expanded(const Given& given, const std::map<std::string, Given>& known,
                     Expansions& made) {
  const std::string_view text = given.value;
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool opens = text.substr(i).starts_with("$(");
    const std::size_t end = opens ? text.find_first_of("$)", i + 2) : text.npos;
    const bool closes = end != text.npos && text[end] == ')';
    const Given* named =
        closes ? lookup(known, std::string(text.substr(i + 2, end - i - 2))) : nullptr;
    if (named == nullptr) {
      result += text[i++];
      continue;
    }
    made.add(named->value.size(), given.origin);
    result += named->value;
    i = end + 1;
  }
  return result;
}

struct Pod {
  const Document& document;
  const ConfigNode& spec;
  Expansions& made;
};

class Container {
 public:
  Container(DeploymentFiles& all, const Pod& pod, const ConfigNode& node)
      : all_(all), document_(pod.document), spec_(pod.spec), made_(pod.made), node_(node) {}

  void read() {
    ServeCommand base;
    base.contained = true;
    base.name = Document::string_or_empty(node_, "name");
    base.origin = document_.origin(node_);
    base.image = document_.given(node_, "image");
    base.host_network = Document::string_or_empty(spec_, "hostNetwork") == "true";
    base.restart = Given{"always", base.origin};  // a Deployment restarts whatever ends
    read_environment(base);
    if (const auto limits = member(node_, {"resources", "limits"})) {
      base.memory_limit = document_.given(*limits, "memory");
    }
    constexpr double default_grace = 30;
    base.stop_seconds = default_grace;
    base.stop_origin = base.origin;
    if (const auto grace = document_.given(spec_, "terminationGracePeriodSeconds")) {
      base.stop_seconds = seconds_of(grace->value);
      base.stop_origin = grace->origin;
    }
    read_probes(base);
    add(base);
  }

 private:
  void read_environment(ServeCommand& base) const {
    const auto env = node_.find("env");
    if (!env) return;
    for (const ConfigNode& item : env->items()) {
      const std::string name = Document::string_or_empty(item, "name");
      if (auto value = document_.given(item, "value"); value && !name.empty()) {
        value->value = expanded(*value, base.environment, made_);
        base.environment[name] = *value;
      } else if (!name.empty() && item.is_object() && item.has("valueFrom")) {
        base.environment[name] = {"$" + name, document_.origin(item)};  // from a secret
      }
    }
  }

  /// How long a start may take: the start-up probe's budget, or where there is none the liveness
  /// probe's.
  void read_probes(ServeCommand& base) const {
    const auto startup = node_.find("startupProbe");
    const auto liveness = node_.find("livenessProbe");
    for (const auto* probe : {&startup, &liveness}) {
      if (!*probe || !(*probe)->is_object()) continue;
      const ConfigNode& node = **probe;
      const bool guarded = probe == &liveness && startup.has_value();
      std::string text =
          Document::string_or_empty(member(node, {"httpGet"}).value_or(ConfigNode{}), "path");
      if (const auto command = member(node, {"exec", "command"})) {
        for (const ConfigNode& item : command->items()) text += Document::plain(item) + " ";
      }
      const double budget = number_of(document_, node, "initialDelaySeconds", 0) +
                            number_of(document_, node, "periodSeconds", 10) *
                                number_of(document_, node, "failureThreshold", 3);
      base.checks.push_back({text, guarded ? 0 : budget, !guarded,
                             "initialDelaySeconds + periodSeconds × failureThreshold",
                             document_.origin(node)});
    }
    if (const auto ready = node_.find("readinessProbe")) {
      base.checks.push_back(
          {Document::string_or_empty(member(*ready, {"httpGet"}).value_or(ConfigNode{}), "path"), 0,
           false, std::nullopt, document_.origin(*ready)});
    }
  }

  [[nodiscard]] Words words_of(std::string_view key) const {
    Words words;
    const auto list = node_.find(key);
    if (!list) return words;
    for (const ConfigNode& item : list->items()) {
      Word word = document_.source_text(item);
      if (word.text.find('\n') == std::string::npos) word.text = Document::plain(item);
      words.push_back(std::move(word));
    }
    return words;
  }

  void add(const ServeCommand& base) {
    Words words = words_of("command");
    const Words arguments = words_of("args");
    const bool own_command = !words.empty();
    words.insert(words.end(), arguments.begin(), arguments.end());
    for (Word& word : words) {
      word.text = expanded({word.text, {document_.file(), word.line}}, base.environment, made_);
    }
    std::vector<ServeCommand> starts = starts_of(words, document_.file(), made_);
    for (ServeCommand& start : starts) {
      made_.add(base.environment, start.origin);
      ServeCommand whole = base;
      whole.engine = start.engine;
      whole.model = start.model;
      whole.options = start.options;
      whole.origin = start.origin;
      start = std::move(whole);
    }
    if (starts.empty() && !own_command && base.image && is_engine_image(base.image->value)) {
      ServeCommand start = base;
      read_arguments(start, words, 0, document_.file());
      starts.push_back(std::move(start));
    }
    if (starts.empty() && base.memory_limit) {
      if (const auto size = memory_of(base.memory_limit->value, true)) {
        all_.neighbours.push_back({base.name, *size, base.memory_limit->origin});
      }
    }
    for (ServeCommand& start : starts) all_.engines.push_back(std::move(start));
  }

  DeploymentFiles& all_;
  const Document& document_;
  const ConfigNode& spec_;
  Expansions& made_;
  const ConfigNode& node_;
};

}  // namespace

void read_kubernetes(DeploymentFiles& all, const Document& document, Expansions& made) {
  const ConfigNode& root = document.root();
  if (!root.is_object()) return;
  const auto spec = pod_spec(root);
  if (!spec) return;
  const auto containers = spec->find("containers");
  if (!containers) return;
  for (const ConfigNode& container : containers->items()) {
    if (container.is_object()) Container(all, {document, *spec, made}, container).read();
  }
}

}  // namespace kvplan::deployment
