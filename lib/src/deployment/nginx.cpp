// Grammar: nginx.org, "Beginner's Guide"; directives by ngx_http_upstream_module and
// ngx_http_proxy_module.
#include "deployment/nginx.hpp"

#include <algorithm>
#include <set>

#include "kvplan/error.hpp"
#include "plain_integer.hpp"

namespace kvplan::deployment {
namespace {

constexpr int deepest = 50;
constexpr int deepest_include = 8;
constexpr std::size_t least_include = 4096;  // to find and open a file costs as much as to read it

void set_block(Directive& parent, std::vector<Directive> block) {
  parent.block = std::move(block);
  for (std::size_t i = 0; i < parent.block.size(); ++i) {
    parent.by_name[parent.block[i].name].push_back(i);
  }
}

class Parser {
 public:
  Parser(const DeploymentFile& file, const FindText& find, Expansions& made, int includes = 0)
      : text_(file.text), file_(file.file), find_(find), made_(made), includes_(includes) {}

  std::vector<Directive> read() {
    std::vector<Directive> found = block(0);
    if (i_ < text_.size()) throw at(line_, "a directive", "}");
    return found;
  }

 private:
  [[nodiscard]] Error at(int line, std::string expected, std::string found) const {
    return invalid({file_, "line " + std::to_string(line)}, std::move(expected), std::move(found));
  }

  /// Directives until the brace that closes them, or the end at depth 0.
  std::vector<Directive> block(int depth) {
    if (depth > deepest) throw at(line_, "at most 50 levels of blocks", "more");
    std::vector<Directive> found;
    const int opened = line_;
    while (true) {
      skip_space();
      if (i_ >= text_.size()) {
        if (depth > 0) throw at(opened, "a closing }", "the end of the file");
        return found;
      }
      if (text_[i_] == '}') {
        if (depth == 0) return found;
        ++i_;
        return found;
      }
      if (text_[i_] == ';') {
        ++i_;
        continue;
      }
      add(found, directive(depth));
    }
  }

  Directive directive(int depth) {
    Directive each;
    each.origin = {file_, line_};
    each.name = word();
    while (true) {
      skip_space();
      if (i_ >= text_.size()) {
        throw at(each.origin.line, "a ; or { after " + each.name.substr(0, 40),
                 "the end of the file");
      }
      if (text_[i_] == ';') {
        ++i_;
        return each;
      }
      if (text_[i_] == '{') {
        ++i_;
        each.has_block = true;
        if (each.name.ends_with("_by_lua_block")) {
          skip_block();
        } else {
          set_block(each, block(depth + 1));
        }
        return each;
      }
      if (text_[i_] == '}') throw at(each.origin.line, "a ; after " + each.name.substr(0, 40), "}");
      each.values.push_back(word());
    }
  }

  void skip_block() {
    for (int depth = 1; i_ < text_.size() && depth > 0; ++i_) {
      if (text_[i_] == '\n') ++line_;
      depth += text_[i_] == '{' ? 1 : text_[i_] == '}' ? -1 : 0;
    }
  }

  void add(std::vector<Directive>& found, Directive each) {
    const bool includes = each.name == "include" && !each.values.empty();
    if (includes && includes_ < deepest_include) {
      if (const auto file = find_(file_, each.values[0]); file && file->file != file_) {
        made_.add(std::max(file->text.size(), least_include), each.origin);
        std::vector<Directive> inner = Parser(*file, find_, made_, includes_ + 1).read();
        std::ranges::move(inner, std::back_inserter(found));
        return;
      }
    }
    found.push_back(std::move(each));
  }

  void skip_space() {
    while (i_ < text_.size()) {
      const char c = text_[i_];
      if (c == '\n') ++line_;
      if (c == '#') {
        while (i_ < text_.size() && text_[i_] != '\n') ++i_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++i_;
      } else {
        return;
      }
    }
  }

  std::string word() {
    std::string found;
    const int opened = line_;
    if (text_[i_] == '"' || text_[i_] == '\'') {
      const char quote = text_[i_++];
      while (i_ < text_.size() && text_[i_] != quote) {
        if (text_[i_] == '\\' && i_ + 1 < text_.size()) ++i_;
        if (text_[i_] == '\n') ++line_;
        found += text_[i_++];
      }
      if (i_ >= text_.size())
        throw at(opened, std::string("a closing ") + quote, "the end of the file");
      ++i_;
      return found;
    }
    while (i_ < text_.size()) {
      const char c = text_[i_];
      const bool variable = c == '{' && found.ends_with('$');
      if (variable) {
        while (i_ < text_.size() && text_[i_] != '}') found += text_[i_++];
        continue;
      }
      const bool closes_variable = c == '}' && found.find("${") != std::string::npos &&
                                   found.find('}', found.rfind("${")) == std::string::npos;
      const bool ends = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';' || c == '{';
      if (ends || (c == '}' && !closes_variable)) break;
      if (c == '\\' && i_ + 1 < text_.size()) found += text_[i_++];
      found += text_[i_++];
    }
    return found;
  }

  const std::string& text_;
  const std::string& file_;
  const FindText& find_;
  Expansions& made_;
  int includes_;
  std::size_t i_ = 0;
  int line_ = 1;
};

void collect(const Directive& node, std::vector<const Directive*> scopes,
             std::vector<ProxyPass>& found) {
  if (node.has_block || scopes.empty()) scopes.insert(scopes.begin(), &node);
  for (const Directive& child : node.block) {
    if (child.name == "proxy_pass" || child.name == "grpc_pass") {
      std::string target = child.value();
      const std::size_t scheme = target.find("://");
      if (scheme != std::string::npos) target = target.substr(scheme + 3);
      target = target.substr(0, target.find('/'));
      found.push_back({target, &child, scopes});
    } else if (child.has_block) {
      collect(child, scopes, found);
    }
  }
}

void collect_blocks(const Directive& node, std::string_view name,
                    std::vector<const Directive*>& found) {
  for (const Directive& child : node.block) {
    if (child.name == name && child.has_block) found.push_back(&child);
    collect_blocks(child, name, found);
  }
}

std::vector<Address> addresses(const Directive& parent, std::string_view name) {
  std::vector<Address> found;
  for (const Directive* each : parent.all(name)) {
    if (auto address = address_of(each->value(), 80, each->origin)) found.push_back(*address);
  }
  return found;
}

/// Where the servers listen that hand requests on to each upstream.
std::map<std::string, std::vector<Address>> listens_by_upstream(const Directive& root) {
  std::map<std::string, std::vector<Address>> found;
  for (const Directive* server : blocks(root, "server")) {
    std::set<std::string> upstreams;
    for (const ProxyPass& pass : proxy_passes(*server)) upstreams.insert(pass.upstream);
    const std::vector<Address> listens = addresses(*server, "listen");
    for (const std::string& upstream : upstreams) {
      std::ranges::copy(listens, std::back_inserter(found[upstream]));
    }
  }
  return found;
}

}  // namespace

const Directive* Directive::find(std::string_view child) const {
  const auto found = by_name.find(child);
  return found == by_name.end() ? nullptr : &block[found->second.back()];
}

std::vector<const Directive*> Directive::all(std::string_view child) const {
  std::vector<const Directive*> found;
  const auto named = by_name.find(child);
  if (named == by_name.end()) return found;
  for (const std::size_t i : named->second) found.push_back(&block[i]);
  return found;
}

std::optional<std::string> Directive::parameter(std::string_view key) const {
  for (const std::string& each : values) {
    if (each.size() > key.size() && each.starts_with(key) && each[key.size()] == '=') {
      return each.substr(key.size() + 1);
    }
  }
  return std::nullopt;
}

bool Directive::has_word(std::string_view word) const {
  return std::ranges::find(values, word) != values.end();
}

const Directive* ProxyPass::find(std::string_view directive) const {
  for (const Directive* scope : scopes) {
    if (const Directive* found = scope->find(directive)) return found;
  }
  return nullptr;
}

Directive parse_nginx(const DeploymentFile& file, const FindText& find) {
  Directive root;
  root.origin = {file.file, 1};
  Expansions made("includes");
  set_block(root, Parser(file, find, made).read());
  return root;
}

std::vector<ProxyPass> proxy_passes(const Directive& root) {
  std::vector<ProxyPass> found;
  collect(root, {}, found);
  return found;
}

std::vector<const Directive*> blocks(const Directive& root, std::string_view name) {
  std::vector<const Directive*> found;
  collect_blocks(root, name, found);
  return found;
}

ServerRule server_rule(const Directive& server) {
  ServerRule rule;
  rule.used = !server.has_word("down");
  if (const auto fails = server.parameter("max_fails"))
    rule.max_fails = plain_number(*fails).value_or(rule.max_fails);
  if (const auto timeout = server.parameter("fail_timeout"))
    rule.fail_timeout = seconds_of(*timeout).value_or(rule.fail_timeout);
  return rule;
}

void read_nginx(DeploymentFiles& all, const DeploymentFile& file, const FindText& find) {
  const Directive root = parse_nginx(file, find);
  const auto listens = listens_by_upstream(root);
  for (const Directive* upstream : blocks(root, "upstream")) {
    Proxy proxy;
    proxy.kind = FileKind::nginx;
    proxy.name = upstream->value();
    proxy.servers = addresses(*upstream, "server");
    for (const Directive* server : upstream->all("server"))
      proxy.rules.push_back(server_rule(*server));
    if (const auto served = listens.find(proxy.name); served != listens.end())
      proxy.listens = served->second;
    all.proxies.push_back(std::move(proxy));
  }
}

}  // namespace kvplan::deployment
