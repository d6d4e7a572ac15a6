// A HAProxy configuration as sections of lines; what `defaults` gives is inherited.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deployment/readers.hpp"

namespace kvplan::deployment {

struct HaproxyLine {
  std::vector<std::string> words;
  Origin origin;
  /// The word after `key` on this line: parameter("inter") of "check inter 2s".
  [[nodiscard]] std::optional<std::string> parameter(std::string_view key) const;
  [[nodiscard]] bool has_word(std::string_view word) const;
};

struct HaproxySection {
  std::string kind;  ///< global, defaults, frontend, backend, listen
  std::string name;
  Origin origin;
  std::vector<HaproxyLine> lines = {};
  std::map<std::string, std::vector<std::size_t>, std::less<>> named = {};  ///< by first word
  const HaproxySection* defaults = nullptr;                                 ///< what it inherits
  /// The last line that begins with these words, here or in the defaults.
  [[nodiscard]] const HaproxyLine* find(std::string_view first, std::string_view second = {}) const;
  [[nodiscard]] std::vector<const HaproxyLine*> all(std::string_view first) const;
  void add(HaproxyLine line);
};

/// The sections lie still: `defaults` points into the list.
[[nodiscard]] std::vector<HaproxySection> parse_haproxy(const DeploymentFile& file);

/// A server's parameter: its own, or default-server's.
[[nodiscard]] std::optional<std::string> server_parameter(const HaproxySection& section,
                                                          const HaproxyLine& server,
                                                          std::string_view key);
[[nodiscard]] bool server_has(const HaproxySection& section, const HaproxyLine& server,
                              std::string_view word);

/// Its times and counts, with HAProxy's defaults: inter 2s, rise 2.
[[nodiscard]] ServerRule server_rule(const HaproxySection& section, const HaproxyLine& server);

}  // namespace kvplan::deployment
