// Prometheus: every copy read by itself, sums, alerts.
#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"

namespace kvplan::emit_detail {
namespace {

/// The watchdogs' own completions in 15 minutes, one a minute, and ten for people who try a copy.
std::int64_t allowed_past_the_proxy(const Deployment& deployment) {
  constexpr std::int64_t looks = 15;
  constexpr std::int64_t slack = 10;
  return looks * static_cast<std::int64_t>(deployment.copies.size()) + slack;
}

EmittedFile scrape(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  std::string copies;
  for (const DeployedCopy& copy : deployment.copies) {
    const std::string& box = deployment.boxes[copy.nodes.front().box].name;
    copies += (copies.empty() ? "" : "\n") + std::string("      - targets: [") +
              json_string(address_of(copy)) + "]\n        labels: {copy: \"" +
              std::to_string(copy.number) + "\", box: " + json_string(box) + "}";
  }
  const bool nginx = options.proxy == ProxyKind::nginx;
  return {"monitoring/prometheus.yml", for_reading,
          fill("prometheus.yml",
               {{"origin", origin(deployment)},
                {"copies", copies},
                {"proxy_note", nginx ? "nginx speaks no Prometheus: nginx-prometheus-exporter "
                                       "-nginx.scrape-uri=http://" +
                                           endpoint(options.status, options.status_port) + "/status"
                                     : "HAProxy's own figures."},
                {"proxy", json_string(nginx ? "127.0.0.1:9113"
                                            : endpoint(options.status, options.status_port))}})};
}

EmittedFile rules(const Deployment& deployment) {
  const bool nginx = deployment.options.proxy == ProxyKind::nginx;
  return {"monitoring/kvplan.rules.yml", for_reading,
          fill("kvplan.rules.yml",
               {{"origin", origin(deployment)},
                {"start_seconds", std::to_string(deployment.start_seconds.value)},
                {"tokens", format_count(deployment.copies.front().tokens.count())},
                {"cap", std::to_string(deployment.cap.value)},
                {"queue", nginx ? "sum(vllm:num_requests_waiting{job=\"kvplan-copies\"}) > 0"
                                : "haproxy_backend_current_queue{proxy=\"copies\"} > 0"},
                {"proxied",
                 nginx ? "sum(increase(nginx_http_requests_total{job=\"kvplan-proxy\"}[15m]))"
                       : "sum(increase(haproxy_backend_http_responses_total{proxy="
                         "\"copies\",code=\"2xx\"}[15m]))"},
                {"allowed", std::to_string(allowed_past_the_proxy(deployment))}})};
}

}  // namespace

Files monitoring_files(const Deployment& deployment) {
  return {scrape(deployment), rules(deployment)};
}

}  // namespace kvplan::emit_detail
