// Files that start, front and measure engines: read, then judged by every rule of lint, which also
// plans what they start.
#include <array>
#include <filesystem>

#include "../scratch.hpp"
#include "../targets.hpp"
#include "kvplan/config.hpp"
#include "kvplan/lint.hpp"

namespace kvplan::fuzz {
namespace {

void judge(std::string_view name, std::string_view input) {
  const std::array files{scratch(name, input)};
  LintOptions options;
  options.data_dir = KVPLAN_SOURCE_DIR;
  const auto findings = lint(read_deployment(files), options);
  static_cast<void>(render_findings_text(findings, files.size(), false));
  static_cast<void>(parse_json(render_findings_json(findings), "written"));
  static_cast<void>(parse_json(render_sarif("lint", findings, finding_rules()), "written"));
  static_cast<void>(parse_json(render_gitlab(findings), "written"));
  static_cast<void>(render_github(findings));
}

}  // namespace

void read_script(std::string_view input) { judge("launch.sh", input); }
void read_recipe(std::string_view input) { judge("recipe.yaml", input); }
void read_compose(std::string_view input) { judge("docker-compose.yml", input); }
void read_unit(std::string_view input) { judge("vllm@.service", input); }
void read_docker_inspect(std::string_view input) { judge("inspect.json", input); }
void read_kubernetes(std::string_view input) { judge("deployment.yaml", input); }
void read_nginx(std::string_view input) { judge("nginx.conf", input); }
void read_haproxy(std::string_view input) { judge("haproxy.cfg", input); }
void read_prometheus(std::string_view input) { judge("prometheus.yml", input); }
void read_environment(std::string_view input) { judge("vllm.env", input); }

}  // namespace kvplan::fuzz
