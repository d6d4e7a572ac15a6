#include "kvplan/guards.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

constexpr std::array facts{
    GuardFact{Guard::container_limit, "container-limit", false, "container_limit_sees_no_cuda",
              "a container's memory limit (MemoryMax, mem_limit) does not count what the engine "
              "allocates by CUDA on shared memory: it neither bounds the engine nor protects "
              "others; it does bound services on the CPU",
              "measured: 12 GiB by cudaMalloc under an 8 GiB limit on GB10, memory.current 0.4 GB, "
              "never killed (Blackwellboy/model-serving-minefield issue 57); a 69 GiB limit, host "
              "at 124,258 of 124,546 MiB (AEON-7/vllm-ultimate-dgx-spark issue 9)"},
    GuardFact{Guard::earlyoom, "earlyoom", true, "earlyoom_kills_others_or_late",
              "earlyoom acts on MemAvailable, which falls with the engine, but picks its victim by "
              "resident size, where CUDA memory does not count: name the engine by --prefer and "
              "services by --avoid; at its usual 2 % (2.4 GiB of 121.69) hosts are frozen already, "
              "which happens below 4 to 6 GiB",
              "spark-arena/sparkrun's earlyoom_install.sh (-m 2); setups that disable it for "
              "killing a healthy server (jschmied/dgx-spark-setup-guide)"},
    GuardFact{Guard::systemd_oomd, "systemd-oomd", false, "systemd_oomd_sees_no_cuda",
              "systemd-oomd acts on swap and on pressure inside control groups, and counts page "
              "cache as their use: CUDA memory is in none of them, so that it may kill the loader "
              "of the weights and never the engine's growth",
              "systemd pull request 22965 and issue 32687; control groups as for container limits"},
    GuardFact{
        Guard::swap, "swap", false, "swap_does_not_hold_cuda",
        "swap does not take what the engine allocates by CUDA: it only gives services room to "
        "be pushed out, and delays the moment at which a guard acts",
        "hosts that froze with 61 to 572 MiB of swap in use (AEON-7/vllm-ultimate-dgx-spark "
        "issue 9)"},
    GuardFact{Guard::ray_monitor, "ray", false, "ray_monitor_counts_page_cache",
              "Ray's memory monitor counts page cache as used and kills workers while they load: "
              "set RAY_memory_monitor_refresh_ms=0",
              "recipes of split kits on GB10 (GLM-5.3 and DeepSeek-V4 on two boxes)"},
};

}  // namespace

std::span<const GuardFact> guard_facts() { return facts; }

Guard find_guard(std::string_view name) {
  const auto* row = std::ranges::find(facts, name, &GuardFact::name);
  if (row != facts.end()) return row->guard;
  std::string names;
  for (const GuardFact& fact : facts) {
    names += (names.empty() ? "" : ", ") + std::string(fact.name);
  }
  throw invalid({"--guard", ""}, "one of " + names, '"' + std::string(name) + '"');
}

}  // namespace kvplan
