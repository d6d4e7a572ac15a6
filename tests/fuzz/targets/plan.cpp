// A plan's JSON, from which `emit --plan` writes files.
#include "../targets.hpp"
#include "kvplan/emit.hpp"

namespace kvplan::fuzz {

void read_plan(std::string_view input) {
  const ConfigNode plan = parse_json(input, "plan");
  if (refusal(plan, {})) return;
  for (const SplitBackend backend : {SplitBackend::mp, SplitBackend::ray}) {
    for (const ProxyKind proxy : {ProxyKind::haproxy, ProxyKind::nginx}) {
      EmitOptions options;
      options.proxy = proxy;
      options.split_backend = backend;
      static_cast<void>(emit(deployment_from(plan, options)));
    }
  }
}

}  // namespace kvplan::fuzz
