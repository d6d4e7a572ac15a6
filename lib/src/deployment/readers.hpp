// One reader a format. Each adds to the DeploymentFiles what its file says; `made` counts what a
// file's variables come to, over all its documents.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deployment/shell.hpp"
#include "kvplan/config.hpp"
#include "kvplan/deployment.hpp"
#include "kvplan/structured_file.hpp"

namespace kvplan::deployment {

/// A file that another one names: beside it, or among those given.
using FindText =
    std::function<std::optional<DeploymentFile>(const std::string& from, const std::string& named)>;

/// One document of a structured file, with what its readers ask all the time.
class Document {
 public:
  /// @param first_line  of the source, in its file
  Document(StructuredFile tree, std::string file, std::string_view source, int first_line = 1);
  [[nodiscard]] const ConfigNode& root() const { return tree_.root; }
  [[nodiscard]] Origin origin(const ConfigNode& node) const;
  /// Where a member stands: its own line, not that of an anchor it refers to.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// A scalar as text; empty for a list or map.
  [[nodiscard]] static std::string plain(const ConfigNode& node);
  [[nodiscard]] std::optional<Given> given(const ConfigNode& node, std::string_view key) const;
  [[nodiscard]] static std::string string_or_empty(const ConfigNode& node, std::string_view key);
  /// A scalar's text as its source has it: a block keeps its line ends and its first line.
  [[nodiscard]] Word source_text(const ConfigNode& node) const;

 private:
  StructuredFile tree_;
  std::string file_;
  std::vector<std::string> lines_;
  int first_line_;
};
/// All documents of a YAML stream, or the one of JSON and TOML.
/// @throws Error (invalid) with the line
[[nodiscard]] std::vector<Document> documents_of(std::string_view text, const std::string& file);

/// A member through several names: {"deploy", "resources"}; nothing where one is missing.
[[nodiscard]] std::optional<ConfigNode> member(ConfigNode node,
                                               std::initializer_list<std::string_view> path);

/// "1m30s", "15min", "500ms", "1h 30m", "90"; nothing for "infinity" and what is no time.
[[nodiscard]] std::optional<double> seconds_of(std::string_view text, double plain_unit = 1);
/// "16g", "100Gi", "512M", "1024"; binary unless `decimal` (Kubernetes' "G").
[[nodiscard]] std::optional<Bytes> memory_of(std::string_view text, bool decimal = false);
/// The port at the front of a text, 0 for none.
[[nodiscard]] int port_number(std::string_view text);
/// "host:8000", "[::1]:8000", "unix:/…" (nothing), "host" with a default port.
[[nodiscard]] std::optional<Address> address_of(std::string_view text, int default_port,
                                                const Origin& origin);
/// $A, ${A}, ${A:-b}, $$ as compose takes them.
/// @param text  with the place that `made` names when it is too much
[[nodiscard]] std::string interpolated(const Given& text,
                                       const std::map<std::string, std::string>& values,
                                       Expansions& made);
/// KEY=VALUE lines.
[[nodiscard]] std::map<std::string, Given> environment_of(std::string_view text,
                                                          const std::string& file);

/// What files say that are loaded already; each has its kind.
[[nodiscard]] DeploymentFiles read_loaded(std::vector<DeploymentFile> files);

void read_script(DeploymentFiles& all, const DeploymentFile& file);
void read_recipe(DeploymentFiles& all, const Document& document, Expansions& made);
void read_compose(DeploymentFiles& all, const Document& document, const FindText& find,
                  Expansions& made);
void read_unit(DeploymentFiles& all, const DeploymentFile& file, const FindText& find);
void read_docker_inspect(DeploymentFiles& all, const Document& document, Expansions& made);
void read_kubernetes(DeploymentFiles& all, const Document& document, Expansions& made);
void read_helm_values(DeploymentFiles& all, const Document& document);
void read_engine_config(DeploymentFiles& all, const Document& document);
void read_litellm(DeploymentFiles& all, const Document& document);
void read_prometheus(DeploymentFiles& all, const Document& document);
void read_nginx(DeploymentFiles& all, const DeploymentFile& file, const FindText& find);
void read_haproxy(DeploymentFiles& all, const DeploymentFile& file);

/// Addresses in any text: http://HOST:PORT/PATH.
void read_calls(DeploymentFiles& all, const std::string& text, const std::string& file);
/// `systemctl VERB UNIT` among a script's statements.
void read_actions(DeploymentFiles& all, const Script& script, const DeploymentFile& file);

}  // namespace kvplan::deployment
