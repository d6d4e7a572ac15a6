// To this layout and back, and how the files come onto a box.
#include "emit/files.hpp"
#include "emit/template.hpp"

#include <charconv>

#include "kvplan/error.hpp"

namespace kvplan::emit_detail {
namespace {

std::string place(const Deployment& deployment, std::size_t box) {
  return box == 0 ? "here" : deployment.boxes[box].address;
}

void append(std::string& words, const std::string& word) {
  words += (words.empty() ? "" : " ") + word;
}

std::string nodes(const Deployment& deployment) {
  std::string words;
  for (const DeployedCopy& copy : deployment.copies) {
    for (const DeployedNode& node : copy.nodes) {
      append(words,
             node.id + ":" + place(deployment, node.box) + ":" + unit_name(node) + ".service");
    }
  }
  return words;
}

/// UNIT is on the proxy's box, UNIT@2 on the second one; a template's instance is UNIT@X.service.
std::string old_units(const Deployment& deployment) {
  std::string words;
  for (const std::string& unit : deployment.options.old_units) {
    const std::size_t at = unit.rfind('@');
    std::size_t box = 1;
    std::string name = unit;
    if (at != std::string::npos) {
      const char* end = unit.data() + unit.size();
      const auto [rest, failure] = std::from_chars(unit.data() + at + 1, end, box);
      if (failure == std::errc() && rest == end)
        name = unit.substr(0, at);
      else
        box = 1;
    }
    if (box < 1 || box > deployment.boxes.size()) {
      throw invalid({"--old-unit", ""},
                    "a box from 1 to " + std::to_string(deployment.boxes.size()), '"' + unit + '"');
    }
    if (name.find('.') == std::string::npos) name += ".service";
    append(words, place(deployment, box - 1) + ":" + name);
  }
  return words;
}

std::string boxes_in_use(const Deployment& deployment) {
  std::string words;
  for (std::size_t box = 0; box < deployment.boxes.size(); ++box) {
    append(words, place(deployment, box));
  }
  return words;
}

std::string copies(const Deployment& deployment) {
  std::string words;
  for (const DeployedCopy& copy : deployment.copies) append(words, std::to_string(copy.number));
  return words;
}

bool old_units_have_a_proxy(const Deployment& deployment) {
  for (const std::string& unit : deployment.options.old_units) {
    for (const char* word : {"proxy", "nginx", "haproxy", "litellm"}) {
      if (unit.find(word) != std::string::npos) return true;
    }
  }
  return false;
}

}  // namespace

Files changeover_files(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  const bool nginx = options.proxy == ProxyKind::nginx;
  const std::string check = nginx ? "/usr/sbin/nginx -t -q -c \"$etc/nginx.conf\""
                                  : "/usr/sbin/haproxy -c -q -f \"$etc/haproxy.cfg\"";
  // Where the old units have a proxy of their own, ours must leave its port to it.
  const std::string proxy_step =
      old_units_have_a_proxy(deployment)
          ? "say '3. the proxy'\nsystemctl disable --now kvplan-proxy.service"
          : "say '3. the proxy stays as it is: no unit of --old-unit looks like one. Where the old "
            "units answer at another port, disable kvplan-proxy.service'";
  return {
      {"install.sh", for_running,
       fill("install.sh", {{"origin", origin(deployment)},
                           {"config_dir", options.config_dir},
                           {"boxes", std::to_string(deployment.boxes.size())},
                           {"proxy_conf", nginx ? "nginx.conf" : "haproxy.cfg"},
                           {"user", options.user}})},
      {"changeover.sh", for_running,
       fill("changeover.sh", {{"origin", origin(deployment)},
                              {"layout", deployment.layout_id},
                              {"start_source", deployment.start_seconds.source},
                              {"start_seconds", std::to_string(deployment.start_seconds.value)},
                              {"config_dir", options.config_dir},
                              {"run_dir", options.run_dir},
                              {"nodes", nodes(deployment)},
                              {"old", old_units(deployment)},
                              {"boxes", boxes_in_use(deployment)},
                              {"check_proxy", check},
                              {"copies", copies(deployment)}})},
      {"back.sh", for_running,
       fill("back.sh", {{"origin", origin(deployment)},
                        {"layout", deployment.layout_id},
                        {"nodes", nodes(deployment)},
                        {"old", old_units(deployment)},
                        {"proxy_step", proxy_step}})},
  };
}

}  // namespace kvplan::emit_detail
