// What shows only between files: clients and scrapers against proxies and copies, ports.
#include <algorithm>
#include <array>

#include "lint/context.hpp"

namespace kvplan::lint_rules_of {
namespace {

std::string address(const std::string& host, int port) { return host + ":" + std::to_string(port); }

class FleetRules {
 public:
  explicit FleetRules(Context& context) : context_(context), files_(context.files) {}

  void run() {
    for (const Proxy& proxy : files_.proxies) check_loop(proxy);
    for (const Call& call : files_.calls) {
      if (call.scrape) {
        check_scrape(call);
      } else {
        check_client(call);
      }
    }
    check_scraped_copies();
    check_watchers();
    check_ports();
  }

 private:
  /// A server of some proxy with at least two: a copy.
  [[nodiscard]] const Address* copy_at(const std::string& host, int port) const {
    for (const Proxy& proxy : files_.proxies) {
      if (proxy.servers.size() < 2) continue;
      for (const Address& server : proxy.servers) {
        if (server.port == port && same_host(server.host, host)) return &server;
      }
    }
    return nullptr;
  }
  [[nodiscard]] bool is_copy_port(int port) const {
    return std::ranges::any_of(files_.proxies, [&](const Proxy& proxy) {
      return proxy.servers.size() >= 2 &&
             std::ranges::any_of(proxy.servers,
                                 [&](const Address& server) { return server.port == port; });
    });
  }
  [[nodiscard]] const Proxy* proxy_at(const std::string& host, int port) const {
    for (const Proxy& proxy : files_.proxies) {
      for (const Address& listen : proxy.listens) {
        if (listen.port != port) continue;
        const bool here = listen.host.empty() || same_host(listen.host, host);
        // A name for the proxy's address: nothing else among the files has that port.
        if (here || !is_copy_port(port)) return &proxy;
      }
    }
    return nullptr;
  }

  [[nodiscard]] const DeploymentFile* file_of(const Origin& origin) const {
    const auto file = std::ranges::find(files_.files, origin.file, &DeploymentFile::file);
    return file == files_.files.end() ? nullptr : &*file;
  }
  [[nodiscard]] std::string line_of(const Origin& origin) const {
    const DeploymentFile* file = file_of(origin);
    if (file == nullptr) return {};
    std::size_t start = 0;
    for (int line = 1; line < origin.line && start != std::string::npos; ++line) {
      const std::size_t end = file->text.find('\n', start);
      start = end == std::string::npos ? end : end + 1;
    }
    return start == std::string::npos
               ? ""
               : file->text.substr(start, file->text.find('\n', start) - start);
  }

  /// What asks a copy whether it lives must ask that copy.
  [[nodiscard]] bool is_probe(const Origin& origin) const {
    const std::string name = lowered(std::filesystem::path(origin.file).filename().string());
    static constexpr std::array<std::string_view, 17> signs{
        "health", "watch",      "probe",    "check", "ready", "wait",    "smoke",  "test",  "drain",
        "guard",  "changeover", "rollback", "warm",  "bench", "metrics", "switch", "doctor"};
    if (std::ranges::any_of(signs, [&](auto sign) { return name.find(sign) != std::string::npos; }))
      return true;
    const std::string line = lowered(line_of(origin));
    for (const std::string_view sign :
         {"execstartpost", "execstartpre", "execreload", "healthcheck", "health-cmd", "test:"}) {
      if (line.find(sign) != std::string::npos) return true;
    }
    const DeploymentFile* file = file_of(origin);
    return file != nullptr && asks_few_tokens(file->text);
  }

  static bool asks_few_tokens(const std::string& text) {
    constexpr int few = 16;
    for (std::size_t at = text.find("max_tokens"); at != std::string::npos;
         at = text.find("max_tokens", at + 1)) {
      std::size_t i = at + 10;
      while (i < text.size() &&
             std::string_view("\"'\\:= ").find(text[i]) != std::string_view::npos)
        ++i;
      int value = 0;
      std::size_t digits = 0;
      while (i < text.size() && text[i] >= '0' && text[i] <= '9' && digits < 6) {
        value = value * 10 + (text[i++] - '0');
        ++digits;
      }
      if (digits > 0 && value <= few) return true;
    }
    return false;
  }

  [[nodiscard]] bool asks_for_answers(const Call& call) const {
    static constexpr std::array<std::string_view, 5> quiet{"/health", "/metrics", "/version",
                                                           "/ping", "/load"};
    if (call.path.starts_with("/v1/models") ||
        std::ranges::any_of(quiet, [&](auto path) { return call.path.starts_with(path); }))
      return false;
    if (call.path.size() > 1) return true;
    const std::string line = lowered(line_of(call.origin));
    for (const std::string_view sign : {"base_url", "api_base", "baseurl", "base-url", "endpoint",
                                        "_url", "openai", "completions"}) {
      if (line.find(sign) != std::string::npos) return true;
    }
    return false;
  }

  void check_client(const Call& call) {
    if (!asks_for_answers(call) || is_probe(call.origin)) return;
    const std::string fix = "the proxy's address";
    if (copy_at(call.host, call.port) != nullptr) {
      const bool listens_too = std::ranges::any_of(files_.proxies, [&](const Proxy& proxy) {
        return std::ranges::any_of(proxy.listens, [&](const Address& listen) {
          return listen.port == call.port && !listen.host.empty() &&
                 same_host(listen.host, call.host);
        });
      });
      if (listens_too) return;
      context_.add("client-past-proxy", call.origin,
                   {"asks " + address(call.host, call.port) +
                        " directly: the proxy does not count it, and when that copy restarts it "
                        "has no other (" +
                        time_text(context_.restart.high) + " away)",
                    fix, context_.restart.high});
      return;
    }
    const bool public_name = call.host.find('.') != std::string::npos &&
                             !(call.host[0] >= '0' && call.host[0] <= '9') &&
                             !call.host.ends_with(".local") && !call.host.ends_with(".lan") &&
                             !call.host.ends_with(".internal");
    if (public_name || !is_copy_port(call.port) || proxy_at(call.host, call.port) != nullptr)
      return;
    context_.add("client-past-proxy", call.origin,
                 {"asks " + address(call.host, call.port) +
                      ": that is the port of the copies, not of the proxy",
                  fix, context_.restart.high, std::nullopt, Severity::warning});
  }

  void check_scrape(const Call& call) {
    if (!call.path.starts_with("/metrics")) return;
    if (copy_at(call.host, call.port) != nullptr) return;
    const std::string fix = "each copy as a target of its own, and sum by model_name";
    if (const Proxy* proxy = proxy_at(call.host, call.port);
        proxy != nullptr && proxy->servers.size() >= 2) {
      const auto own = std::ranges::any_of(files_.files, [&](const DeploymentFile& file) {
        return file.kind == proxy->kind &&
               (file.text.find("prometheus-exporter") != std::string::npos ||
                file.text.find("stub_status") != std::string::npos);
      });
      if (own) return;
      context_.add(
          "metrics-through-proxy", call.origin,
          {address(call.host, call.port) + " is the proxy: /metrics comes from one of " +
               std::to_string(proxy->servers.size()) +
               " copies in turn, its counters jump, and every step down is taken for a restart",
           fix});
      return;
    }
    if (!files_.proxies.empty()) return;
    const std::string host = lowered(call.host);
    static constexpr std::array<std::string_view, 5> signs{"nginx", "haproxy", "proxy", "gateway",
                                                           "balancer"};
    static constexpr std::array<int, 6> exporters{9113, 9101, 8404, 8405, 9090, 4040};
    const bool named =
        std::ranges::any_of(signs, [&](auto sign) { return host.find(sign) != std::string::npos; });
    if (!named || std::ranges::find(exporters, call.port) != exporters.end()) return;
    context_.add("metrics-through-proxy", call.origin,
                 {address(call.host, call.port) +
                      " looks like a proxy: its /metrics would come from one copy or the other",
                  fix, std::nullopt, std::nullopt, Severity::warning});
  }

  /// One copy scraped and the other forgotten.
  void check_scraped_copies() {
    for (const Proxy& proxy : files_.proxies) {
      if (proxy.servers.size() < 2) continue;
      const auto scraped = [&](const Address& server) {
        return std::ranges::any_of(files_.calls, [&](const Call& call) {
          const auto* file = file_of(call.origin);
          const bool configured = file != nullptr && file->kind == FileKind::prometheus;
          return configured && call.scrape && call.port == server.port &&
                 same_host(call.host, server.host);
        });
      };
      if (std::ranges::none_of(proxy.servers, scraped)) continue;
      for (const Address& server : proxy.servers) {
        if (scraped(server)) continue;
        context_.add("copy-not-scraped", server.origin,
                     {address(server.host, server.port) + " serves and is not scraped",
                      "add it to the scrape targets"});
      }
    }
  }

  /// A watchdog that asks /health and restarts by its answer.
  void check_watchers() {
    if (context_.asks_completion) return;
    for (const DeploymentFile& file : files_.files) {
      if (file.kind != FileKind::script) continue;
      const bool restarts = file.text.find("systemctl restart") != std::string::npos ||
                            file.text.find("systemctl start") != std::string::npos ||
                            file.text.find("docker restart") != std::string::npos;
      if (!restarts) continue;
      for (const Call& call : files_.calls) {
        const bool shallow = call.path.starts_with("/health") ||
                             call.path.starts_with("/v1/models") || call.path.starts_with("/ping");
        if (call.origin.file != file.file || !shallow) continue;
        context_.add(
            "health-without-completion", call.origin,
            {call.path +
                 " answers although the engine fails every request: this would not restart it",
             "ask /v1/completions for a few tokens", std::nullopt, std::nullopt,
             Severity::warning});
        break;
      }
    }
  }

  void check_loop(const Proxy& proxy) {
    for (const Address& server : proxy.servers) {
      for (const Address& listen : proxy.listens) {
        const bool same =
            listen.port == server.port &&
            (listen.host.empty() ? is_loopback(server.host) : same_host(listen.host, server.host));
        if (!same) continue;
        context_.add(
            "proxy-calls-itself", server.origin,
            {address(server.host, server.port) + " is where the proxy itself listens (line " +
                 std::to_string(listen.origin.line) + ")",
             "another port for the copy or for the proxy"});
      }
    }
  }

  struct Taken {
    std::string who;
    std::string address;
    int port;
    Origin origin;
  };

  static std::vector<Taken> ports_of(const ServeCommand& start) {
    std::vector<Taken> taken;
    if (start.contained && !start.host_network) {
      for (const PublishedPort& port : start.published) {
        if (port.host > 0) taken.push_back({start.name, port.address, port.host, port.origin});
      }
      return taken;
    }
    if (start.template_only || start.find("headless") != nullptr || start.port() == 0) return taken;
    const EngineOption* option = start.find("port");
    taken.push_back(
        {start.name, start.host(), start.port(), option ? option->origin : start.origin});
    return taken;
  }

  /// One compose file is one box; units of one folder may be for several.
  void check_ports() {
    for (std::size_t i = 0; i < files_.engines.size(); ++i) {
      for (std::size_t j = i + 1; j < files_.engines.size(); ++j) {
        const ServeCommand& a = files_.engines[i];
        const ServeCommand& b = files_.engines[j];
        const DeploymentFile* file = file_of(a.origin);
        const bool one_compose =
            file != nullptr && file->kind == FileKind::compose && a.origin.file == b.origin.file;
        const bool units = a.name.ends_with(".service") && b.name.ends_with(".service") &&
                           a.name != b.name &&
                           std::filesystem::path(a.origin.file).parent_path() ==
                               std::filesystem::path(b.origin.file).parent_path();
        if (!one_compose && !(units && !exclude(a.name, b.name))) continue;
        for (const Taken& left : ports_of(a)) {
          for (const Taken& right : ports_of(b)) check_port_pair(left, right, one_compose);
        }
      }
    }
  }

  [[nodiscard]] bool exclude(const std::string& a, const std::string& b) const {
    return std::ranges::any_of(files_.units, [&](const Unit& unit) {
      if (unit.name != a && unit.name != b) return false;
      const std::string& other = unit.name == a ? b : a;
      return std::ranges::any_of(unit.conflicts, [&](const Given& given) {
        return given.value == other || given.value + ".service" == other;
      });
    });
  }

  void check_port_pair(const Taken& left, const Taken& right, bool one_box) {
    const bool overlap =
        left.address.empty() || right.address.empty() || same_host(left.address, right.address);
    if (left.port != right.port || !overlap) return;
    const bool certain = one_box || (is_loopback(left.address) && is_loopback(right.address));
    context_.add("duplicate-port", right.origin,
                 {right.who + " wants port " + std::to_string(right.port) + ", which " + left.who +
                      " has (" + left.origin.file + ":" + std::to_string(left.origin.line) + ")" +
                      (certain ? "" : "; right only on two boxes"),
                  "a port of its own, or Conflicts= between the two", std::nullopt, std::nullopt,
                  certain ? Severity::error : Severity::note});
  }

  Context& context_;
  const DeploymentFiles& files_;
};

}  // namespace

void lint_fleet(Context& context) { FleetRules(context).run(); }

}  // namespace kvplan::lint_rules_of
