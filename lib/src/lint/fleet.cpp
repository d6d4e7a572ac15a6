// What shows only between files: clients and scrapers against proxies and copies, ports.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <span>

#include "lint/context.hpp"
#include "lookup.hpp"
#include "text.hpp"

namespace kvplan::lint_rules_of {
namespace {

std::string address(const std::string& host, int port) { return host + ":" + std::to_string(port); }

bool says_any(const std::string& line, std::span<const std::string_view> signs) {
  return std::ranges::any_of(signs, [&](auto sign) { return line.find(sign) != line.npos; });
}

/// A file that calls, each of its lines looked at once.
class Caller {
 public:
  explicit Caller(std::string_view text) : few_tokens_(few_tokens(text)) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string line = lowered(std::string(text.substr(0, end)));
      lines_.push_back({says_any(line, probe_signs), says_any(line, answer_signs)});
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  [[nodiscard]] bool asks_few_tokens() const { return few_tokens_; }
  [[nodiscard]] bool probes_in(int line) const { return at(line).probes; }
  [[nodiscard]] bool asks_in(int line) const { return at(line).asks; }

 private:
  struct Line {
    bool probes = false;
    bool asks = false;
  };
  static constexpr std::array<std::string_view, 6> probe_signs{
      "execstartpost", "execstartpre", "execreload", "healthcheck", "health-cmd", "test:"};
  static constexpr std::array<std::string_view, 8> answer_signs{
      "base_url", "api_base", "baseurl", "base-url", "endpoint", "_url", "openai", "completions"};

  static bool few_tokens(std::string_view text) {
    constexpr std::string_view name = "max_tokens";
    constexpr int few = 16;
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name)) {
      text.remove_prefix(at + name.size());
      text.remove_prefix(std::min(text.find_first_not_of("\"'\\:= "), text.size()));
      int value = 0;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
      if (read.ec == std::errc{} && value >= 0 && value <= few) return true;
    }
    return false;
  }

  [[nodiscard]] Line at(int line) const {
    const auto index = static_cast<std::size_t>(line) - 1;
    return index < lines_.size() ? lines_[index] : Line{};
  }

  bool few_tokens_;
  std::vector<Line> lines_;
};

class FleetRules {
 public:
  explicit FleetRules(Context& context) : context_(context), files_(context.files) {
    std::set<std::string_view> called;
    for (const Call& call : files_.calls) called.insert(call.origin.file);
    for (const DeploymentFile& file : files_.files) {
      if (called.contains(file.file)) callers_.try_emplace(file.file, file.text);
    }
    index_ports();
  }

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
  struct Listening {
    const Proxy* proxy;
    const Address* listen;
  };

  void index_ports() {
    for (const Proxy& proxy : files_.proxies) {
      for (const Address& listen : proxy.listens) {
        listens_at_[listen.port].push_back({&proxy, &listen});
      }
      if (proxy.servers.size() < 2) continue;
      for (const Address& server : proxy.servers) copies_at_[server.port].push_back(&server);
    }
  }

  /// A server of some proxy with at least two: a copy.
  [[nodiscard]] const Address* copy_at(const std::string& host, int port) const {
    const auto* copies = lookup(copies_at_, port);
    if (copies == nullptr) return nullptr;
    const auto copy = std::ranges::find_if(
        *copies, [&](const Address* server) { return same_host(server->host, host); });
    return copy == copies->end() ? nullptr : *copy;
  }
  [[nodiscard]] const Proxy* proxy_at(const std::string& host, int port) const {
    const auto* listens = lookup(listens_at_, port);
    if (listens == nullptr) return nullptr;
    // A name for the proxy's address: nothing else among the files has that port.
    if (!copies_at_.contains(port)) return listens->front().proxy;
    const auto here = std::ranges::find_if(*listens, [&](const Listening& each) {
      return each.listen->host.empty() || same_host(each.listen->host, host);
    });
    return here == listens->end() ? nullptr : here->proxy;
  }

  [[nodiscard]] const DeploymentFile* file_of(const Origin& origin) const {
    const auto file = std::ranges::find(files_.files, origin.file, &DeploymentFile::file);
    return file == files_.files.end() ? nullptr : &*file;
  }
  [[nodiscard]] const Caller* caller_of(const Origin& origin) const {
    return lookup(callers_, origin.file);
  }

  /// What asks a copy whether it lives must ask that copy.
  [[nodiscard]] bool is_probe(const Origin& origin) const {
    const std::string name = lowered(std::filesystem::path(origin.file).filename().string());
    static constexpr std::array<std::string_view, 17> signs{
        "health", "watch",      "probe",    "check", "ready", "wait",    "smoke",  "test",  "drain",
        "guard",  "changeover", "rollback", "warm",  "bench", "metrics", "switch", "doctor"};
    if (std::ranges::any_of(signs, [&](auto sign) { return name.find(sign) != std::string::npos; }))
      return true;
    const Caller* caller = caller_of(origin);
    return caller != nullptr && (caller->asks_few_tokens() || caller->probes_in(origin.line));
  }

  [[nodiscard]] bool asks_for_answers(const Call& call) const {
    static constexpr std::array<std::string_view, 5> quiet{"/health", "/metrics", "/version",
                                                           "/ping", "/load"};
    if (call.path.starts_with("/v1/models") ||
        std::ranges::any_of(quiet, [&](auto path) { return call.path.starts_with(path); }))
      return false;
    if (call.path.size() > 1) return true;
    const Caller* caller = caller_of(call.origin);
    return caller != nullptr && caller->asks_in(call.origin.line);
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
    if (public_name || !copies_at_.contains(call.port) || proxy_at(call.host, call.port) != nullptr)
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

  /// Pairs of engines that name one port, each once and in order: only they can be at odds.
  [[nodiscard]] static std::set<std::pair<std::size_t, std::size_t>> sharing(
      const std::vector<std::vector<Taken>>& ports) {
    std::map<int, std::vector<std::size_t>> engines_at;
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      for (const Taken& taken : ports[i]) {
        std::vector<std::size_t>& others = engines_at[taken.port];
        if (!others.empty() && others.back() == i) continue;
        for (const std::size_t other : others) pairs.emplace(other, i);
        others.push_back(i);
      }
    }
    return pairs;
  }

  /// One compose file is one box; units of one folder may be for several.
  void check_ports() {
    std::vector<std::vector<Taken>> ports;
    ports.reserve(files_.engines.size());
    for (const ServeCommand& start : files_.engines) ports.push_back(ports_of(start));
    for (const auto& [i, j] : sharing(ports)) {
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
      for (const Taken& left : ports[i]) {
        for (const Taken& right : ports[j]) check_port_pair(left, right, one_compose);
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
  std::map<std::string_view, Caller> callers_;
  std::map<int, std::vector<const Address*>> copies_at_;  ///< by port, in order
  std::map<int, std::vector<Listening>> listens_at_;
};

}  // namespace

void lint_fleet(Context& context) { FleetRules(context).run(); }

}  // namespace kvplan::lint_rules_of
