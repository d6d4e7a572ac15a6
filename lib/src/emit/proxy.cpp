// The proxy: HAProxy or nginx, and the unit that runs it.
#include <algorithm>

#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"

namespace kvplan::emit_detail {
namespace {

/// The paths that a chat model's clients need; all that is not named is closed.
std::vector<std::string> open_paths(const Deployment& deployment) {
  std::vector<std::string> paths{"/v1/models", "/v1/completions", "/v1/chat/completions",
                                 "/v1/responses", "/v1/messages"};
  paths.insert(paths.end(), deployment.options.paths.begin(), deployment.options.paths.end());
  return paths;
}

std::string box_of(const Deployment& deployment, const DeployedCopy& copy) {
  return one_line(deployment.boxes[copy.nodes.front().box].name);
}

EmittedFile haproxy_config(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  std::string rules;
  for (const std::string& path : open_paths(deployment)) {
    rules += (rules.empty() ? "" : "\n") + std::string("    acl allowed_path path ") + path;
  }
  std::string servers;
  for (const DeployedCopy& copy : deployment.copies) {
    servers += (servers.empty() ? "" : "\n") + std::string("    server ") + copy_name(copy) + " " +
               address_of(copy) + "  # " + box_of(deployment, copy);
  }
  // A prompt of 64,000 tokens is about 256 KiB of text (4 bytes a token).
  constexpr std::int64_t bufsize = 262144;
  constexpr std::int64_t queue_factor = 10;
  constexpr std::int64_t least_connections = 256;
  const auto copies = static_cast<std::int64_t>(deployment.copies.size());
  const std::int64_t connections =
      std::max(least_connections, copies * deployment.cap.value * (1 + queue_factor));
  return {"proxy/haproxy.cfg", for_reading,
          fill("haproxy.cfg", {{"origin", origin(deployment)},
                               {"maxconn", std::to_string(connections)},
                               {"bufsize", std::to_string(bufsize)},
                               {"run_dir", options.run_dir},
                               {"read_source", one_line(deployment.read_seconds.source)},
                               {"read_seconds", std::to_string(deployment.read_seconds.value)},
                               {"queue_seconds", std::to_string(options.queue_seconds)},
                               {"listen", endpoint(options.listen, options.port)},
                               {"path_rules", rules},
                               {"cap", std::to_string(deployment.cap.value)},
                               {"cap_source", one_line(deployment.cap.source)},
                               {"servers", servers},
                               {"status", endpoint(options.status, options.status_port)}})};
}

EmittedFile nginx_config(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  const std::int64_t ban = options.nginx_ban_seconds;
  const std::string failures =
      ban == 0 ? "max_fails=0" : "max_fails=3 fail_timeout=" + std::to_string(ban) + "s";
  const std::string reason = ban == 0
                                 ? "Never banned: a refused connection costs under 1 ms and is "
                                   "passed on; a ban would last on after both copies are back."
                                 : "A short ban (--nginx-ban), for boxes that vanish without "
                                   "refusing; it lasts up to a second longer than it says.";
  std::string servers;
  for (const DeployedCopy& copy : deployment.copies) {
    servers += (servers.empty() ? "" : "\n") + std::string("        # ") +
               box_of(deployment, copy) + "\n        server " + address_of(copy) + " " + failures +
               "; # " + copy_name(copy);
  }
  std::string paths;
  for (const std::string& path : open_paths(deployment)) {
    paths += (paths.empty() ? "" : "\n") + std::string("        ") + path + " 1;";
  }
  return {
      "proxy/nginx.conf", for_reading,
      fill("nginx.conf", {{"origin", origin(deployment)},
                          {"run_dir", options.run_dir},
                          {"ban_reason", reason},
                          {"cap", std::to_string(deployment.cap.value)},
                          {"cap_source", one_line(deployment.cap.source)},
                          {"servers", servers},
                          {"paths", paths},
                          {"listen", endpoint(options.listen, options.port)},
                          {"status", endpoint(options.status, options.status_port)},
                          {"read_source", one_line(deployment.read_seconds.source)},
                          {"read_seconds", std::to_string(deployment.read_seconds.value)},
                          {"retry_seconds", std::to_string(deployment.read_seconds.value - 1)}})};
}

EmittedFile unit(const Deployment& deployment) {
  const std::string& etc = deployment.options.config_dir;
  const bool nginx = deployment.options.proxy == ProxyKind::nginx;
  const std::string file = etc + (nginx ? "/nginx.conf" : "/haproxy.cfg");
  const std::string commands =
      nginx ? "ExecStartPre=/usr/sbin/nginx -t -q -c " + file + "\nExecStart=/usr/sbin/nginx -c " +
                  file + "\nExecReload=/usr/sbin/nginx -t -q -c " + file +
                  "\nExecReload=/bin/kill -HUP $MAINPID\nPIDFile=" + deployment.options.run_dir +
                  "/proxy/nginx.pid\nKillSignal=SIGQUIT\nTimeoutStopSec=30"
            : "ExecStartPre=/usr/sbin/haproxy -c -q -f " + file +
                  "\nExecStart=/usr/sbin/haproxy -Ws -f " + file +
                  "\nExecReload=/usr/sbin/haproxy -c -q -f " + file +
                  "\nExecReload=/bin/kill -USR2 $MAINPID\nKillMode=mixed\nKillSignal=SIGUSR1"
                  "\nTimeoutStopSec=30\nSuccessExitStatus=143";
  return {"proxy/kvplan-proxy.service", for_reading,
          fill("kvplan-proxy.service", {{"origin", origin(deployment)},
                                        {"title", unit_text(deployment.served_name)},
                                        {"user", nginx ? "www-data" : "haproxy"},
                                        {"runtime", runtime_directory(deployment, "/proxy")},
                                        {"type", nginx ? "Type=forking" : "Type=notify"},
                                        {"commands", commands}})};
}

EmittedFile compose(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  const bool nginx = options.proxy == ProxyKind::nginx;
  const std::string conf = nginx ? "nginx.conf" : "haproxy.cfg";
  const std::string file = options.config_dir + "/" + conf;
  return {"proxy/compose.yaml", for_reading,
          fill("compose-proxy.yaml",
               {{"origin", origin(deployment)},
                // The oldest branches that have all of what the configuration says and are kept up.
                {"image", nginx ? "nginx:stable" : "haproxy:lts"},
                {"run_dir", options.run_dir},
                {"listen", options.listen},
                {"command", nginx ? "nginx, -g, \"daemon off;\", -c, " + file
                                  : "haproxy, -W, -db, -f, " + file},
                {"conf", conf},
                {"config_dir", options.config_dir}})};
}

}  // namespace

Files proxy_files(const Deployment& deployment) {
  const bool nginx = deployment.options.proxy == ProxyKind::nginx;
  return {nginx ? nginx_config(deployment) : haproxy_config(deployment), unit(deployment),
          compose(deployment)};
}

}  // namespace kvplan::emit_detail
