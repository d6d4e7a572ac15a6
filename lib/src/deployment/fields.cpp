// Files that give the engine's options as fields: vLLM's own --config, Helm values of the
// production stack. And those that name copies: LiteLLM's configuration, Prometheus'.

#include "deployment/command.hpp"
#include "deployment/readers.hpp"

namespace kvplan::deployment {
namespace {

/// maxModelLen → max-model-len
std::string dashed(std::string_view field) {
  std::string name;
  for (const char c : field) {
    if (c >= 'A' && c <= 'Z') {
      name += '-';
      name += static_cast<char>(c - 'A' + 'a');
    } else {
      name += c == '_' ? '-' : c;
    }
  }
  return name;
}

/// Fields of vllmConfig whose names are not the engine's (values.yaml of the chart).
std::string chart_option(const std::string& field) {
  if (field == "maxNumBatchedTokens") return "max-num-batched-tokens";
  if (field == "enableChunkedPrefill") return "enable-chunked-prefill";
  if (field == "enablePrefixCaching") return "enable-prefix-caching";
  return dashed(field);
}

/// The address in http://HOST:PORT/…, or nothing.
std::optional<Address> url_address(std::string_view url, const Origin& origin) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  const bool secure = url.starts_with("https");
  url.remove_prefix(scheme + 3);
  return address_of(url.substr(0, url.find('/')), secure ? 443 : 80, origin);
}

void read_model_spec(DeploymentFiles& all, const Document& document, const ConfigNode& spec) {
  ServeCommand start;
  start.name = Document::string_or_empty(spec, "name");
  start.contained = true;
  start.template_only = true;
  start.origin = document.origin(spec);
  start.model = document.given(spec, "modelURL");
  const auto repository = document.given(spec, "repository");
  const auto tag = document.given(spec, "tag");
  if (repository) {
    start.image = Given{repository->value + (tag ? ":" + tag->value : ""),
                        tag ? tag->origin : repository->origin};
  }
  const auto config = spec.find("vllmConfig");
  if (config && config->is_object()) {
    for (const std::string& field : config->keys()) {
      if (const auto value = document.given(*config, field)) {
        add_option(start, chart_option(field), value->value, value->origin);
      }
    }
    if (const auto extra = config->find("extraArgs")) {
      Words words;
      for (const ConfigNode& item : extra->items()) {
        words.push_back({Document::plain(item), document.origin(item).line});
      }
      read_arguments(start, words, 0, document.file());
    }
  }
  if (const auto token = document.given(spec, "hf_token")) start.environment["HF_TOKEN"] = *token;
  if (const auto env = spec.find("env")) {
    for (const ConfigNode& item : env->items()) {
      const auto value = document.given(item, "value");
      if (value) start.environment[Document::string_or_empty(item, "name")] = *value;
    }
  }
  all.engines.push_back(std::move(start));
}

}  // namespace

void read_engine_config(DeploymentFiles& all, const Document& document) {
  ServeCommand start;
  start.name = std::filesystem::path(document.file()).filename().string();
  start.origin = {document.file(), 1};
  const ConfigNode& root = document.root();
  for (const std::string& key : root.keys()) {
    const auto node = root.find(key);
    if (!node) continue;
    std::string value = Document::plain(*node);
    if (node->is_object()) value = node->dump();
    for (const ConfigNode& item : node->items()) {
      value += (value.empty() ? "" : " ") + Document::plain(item);
    }
    Words words{{"--" + key, document.origin(*node).line}};
    const Origin origin = document.origin(*node);
    if (key == "model") {
      start.model = Given{value, origin};
    } else if (value == "false" || value == "true") {
      words.push_back({value, origin.line});
      ServeCommand one;
      read_arguments(one, {words[0]}, 0, document.file());
      if (!one.options.empty()) {
        one.options[0].value = value;
        start.options.push_back(one.options[0]);
      }
    } else {
      words[0].text += "=" + value;
      read_arguments(start, words, 0, document.file());
    }
  }
  all.engines.push_back(std::move(start));
}

void read_helm_values(DeploymentFiles& all, const Document& document) {
  const auto specs = member(document.root(), {"servingEngineSpec", "modelSpec"});
  if (!specs) return;
  for (const ConfigNode& spec : specs->items()) {
    if (spec.is_object()) read_model_spec(all, document, spec);
  }
}

void read_litellm(DeploymentFiles& all, const Document& document) {
  const auto models = document.root().find("model_list");
  if (!models) return;
  Proxy proxy;
  proxy.kind = FileKind::litellm;
  proxy.name = "litellm";
  for (const ConfigNode& model : models->items()) {
    const auto parameters = member(model, {"litellm_params"});
    const auto base = parameters ? document.given(*parameters, "api_base") : std::nullopt;
    if (!base) continue;
    if (auto address = url_address(base->value, base->origin)) proxy.servers.push_back(*address);
  }
  all.proxies.push_back(std::move(proxy));
}

void read_prometheus(DeploymentFiles& all, const Document& document) {
  const auto jobs = document.root().find("scrape_configs");
  if (!jobs) return;
  for (const ConfigNode& job : jobs->items()) {
    if (!job.is_object()) continue;
    const std::string given_path = Document::string_or_empty(job, "metrics_path");
    const std::string path = given_path.empty() ? "/metrics" : given_path;
    const auto groups = job.find("static_configs");
    if (!groups) continue;
    for (const ConfigNode& group : groups->items()) {
      const auto targets = member(group, {"targets"});
      if (!targets) continue;
      for (const ConfigNode& target : targets->items()) {
        const Origin origin = document.origin(target);
        if (const auto address = address_of(Document::plain(target), 80, origin)) {
          all.calls.push_back({address->host, address->port, path, origin, true});
        }
      }
    }
  }
}

}  // namespace kvplan::deployment
