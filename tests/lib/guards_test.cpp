#include "kvplan/guards.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "kvplan/error.hpp"

using namespace kvplan;

TEST_CASE("every guard says whether it sees the engine, with a warning of its own and a source") {
  std::set<std::string> ids;
  for (const GuardFact& fact : guard_facts()) {
    ids.insert(std::string(fact.warning_id));
    CHECK(fact.text.size() > 40);
    CHECK(fact.source.size() > 20);
    CHECK(find_guard(fact.name) == fact.guard);
  }
  CHECK(ids.size() == 5);
}

TEST_CASE("limits of control groups do not see CUDA memory, MemAvailable does") {
  for (const GuardFact& fact : guard_facts()) {
    CAPTURE(fact.name);
    CHECK(fact.sees_engine == (fact.guard == Guard::earlyoom));
  }
}

TEST_CASE("an unknown guard is an input error that lists them") {
  try {
    (void)find_guard("watchdog");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.file() == "--guard");
    CHECK(error.expected() == "one of container-limit, earlyoom, systemd-oomd, swap, ray");
  }
}
