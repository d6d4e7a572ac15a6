// An nginx configuration as a tree of directives, each with file and line.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deployment/readers.hpp"

namespace kvplan::deployment {

struct Directive {
  std::string name;
  std::vector<std::string> values;
  std::vector<Directive> block;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_name;  ///< of the block, in order
  bool has_block = false;
  Origin origin;

  [[nodiscard]] const Directive* find(std::string_view child) const;  ///< the last of that name
  [[nodiscard]] std::vector<const Directive*> all(std::string_view child) const;
  [[nodiscard]] std::string value(std::size_t i = 0) const {
    return i < values.size() ? values[i] : "";
  }
  /// "max_fails=3" → "3".
  [[nodiscard]] std::optional<std::string> parameter(std::string_view key) const;
  [[nodiscard]] bool has_word(std::string_view word) const;
};

/// The file's directives below one nameless directive; includes that can be found are put in.
/// @throws Error (invalid) with the line of a brace or quote that never closes, or of an include
///         that makes the whole too long
[[nodiscard]] Directive parse_nginx(const DeploymentFile& file, const FindText& find);

/// A location that hands requests on, with what it inherits: the innermost value counts.
struct ProxyPass {
  std::string upstream;                  ///< the upstream block's name, or HOST:PORT
  const Directive* pass = nullptr;       ///< the proxy_pass
  std::vector<const Directive*> scopes;  ///< innermost first: location, server, http
  [[nodiscard]] const Directive* find(std::string_view directive) const;
};
[[nodiscard]] std::vector<ProxyPass> proxy_passes(const Directive& root);
/// A server's parameters.
[[nodiscard]] ServerRule server_rule(const Directive& server);
/// Every block of that name, at any depth.
[[nodiscard]] std::vector<const Directive*> blocks(const Directive& root, std::string_view name);

}  // namespace kvplan::deployment
