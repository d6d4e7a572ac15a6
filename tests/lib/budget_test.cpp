#include "kvplan/budget.hpp"

#include <doctest/doctest.h>

namespace kvplan {
namespace {

const LedgerRow& row(const Ledger& ledger, std::string_view label) {
  for (const LedgerRow& one : ledger.rows) {
    if (one.label == label) return one;
  }
  FAIL("no row " << label);
  return ledger.rows.front();
}

}  // namespace

TEST_CASE("rows outside the engine's budget make what is free uncertain, those inside do not") {
  Box box;
  box.name = "spark-1";
  box.total = 100_GiB;
  box.reserve = {2_GiB, 5_GiB, 9_GiB, "assumed"};
  BoxLoad load;
  load.box = &box;
  load.weights = Band{10_GiB, 20_GiB, 30_GiB, "config"};
  load.other = {1_GiB, 4_GiB, 6_GiB, "estimated"};
  load.cache = exactly(46_GiB, "the rest of the budget");
  load.after = Band{1_GiB, 3_GiB, 7_GiB, "estimated"};
  load.services = {{"postgres", 2_GiB, std::nullopt}};
  const Ledger ledger = ledger_of(load);
  CHECK(ledger.box == "spark-1");
  CHECK(balances(ledger));
  CHECK(row(ledger, "engine, after its profile").kind == RowKind::host);
  // 100 - 20 - 4 - 46 - 5 - 3 - 2 = 20, less 4 + 4 at most, and 3 + 2 more at best.
  const Band& free = row(ledger, "free").bytes;
  CHECK(free.likely == 20_GiB);
  CHECK(free.low == 12_GiB);
  CHECK(free.high == 25_GiB);
  CHECK(ledger.left_for_others == 20_GiB);
  CHECK(ledger.shortfall == 0_GiB);
}

TEST_CASE("page cache takes no more than there is, and could be free again") {
  Box box;
  box.total = 10_GiB;
  box.reserve = exactly(4_GiB, "measured");
  BoxLoad load;
  load.box = &box;
  load.host_parts = {HostPart{
      .label = "cache of files", .reclaimable = true, .bytes = {1_GiB, 8_GiB, 20_GiB, "assumed"}}};
  load.headroom = 7_GiB;
  const Ledger ledger = ledger_of(load);
  const Band& files = row(ledger, "cache of files").bytes;
  CHECK(files.low == 1_GiB);
  CHECK(files.likely == 6_GiB);
  CHECK(files.high == 6_GiB);
  CHECK(ledger.left_for_others == 0_GiB);
  CHECK(row(ledger, "free").bytes.high == 6_GiB);
  CHECK(could_be_free(ledger) == 6_GiB);
  CHECK(ledger.shortfall == 1_GiB);
}

TEST_CASE("what the engine takes after its profile comes out of the reserve first, to 256 MiB") {
  Estimate after;
  after.total = {100_MiB, 256_MiB, 300_MiB, "estimated"};
  CHECK_FALSE(beyond_reserve(after).has_value());
  after.total = {100_MiB, 257_MiB, 300_MiB, "estimated"};
  const Band beyond = beyond_reserve(after).value();
  CHECK(beyond.low == 0_MiB);  // 100 - 256 is nothing
  CHECK(beyond.likely == 1_MiB);
  CHECK(beyond.high == 44_MiB);
  after.total = {400_MiB, 512_MiB, 1_GiB, "estimated"};
  CHECK(beyond_reserve(after).value().low == 144_MiB);
  CHECK(beyond_reserve(after).value().high == 768_MiB);
}

}  // namespace kvplan
