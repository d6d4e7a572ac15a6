#include "kvplan/budget.hpp"

#include <algorithm>
#include <cmath>

namespace kvplan {
namespace {

Bytes services_total(const std::vector<Service>& services) {
  Bytes total;
  for (const Service& service : services) total += service.bytes;
  return total;
}

}  // namespace

std::string_view name(RowKind kind) {
  switch (kind) {
    case RowKind::device:
      return "device";
    case RowKind::host:
      return "host";
    case RowKind::reclaimable:
      return "reclaimable";
    case RowKind::service:
      return "service";
    case RowKind::system:
      return "system";
    case RowKind::free:
      return "free";
  }
  return "?";
}

bool balances(const Ledger& ledger) {
  Bytes all;
  for (const LedgerRow& row : ledger.rows) all += row.bytes.likely;
  return all == ledger.total;
}

Bytes could_be_free(const Ledger& ledger) {
  Bytes free = ledger.left_for_others;
  for (const LedgerRow& row : ledger.rows) {
    if (row.kind == RowKind::reclaimable) free += row.bytes.likely;
  }
  return free;
}

Bytes requested_memory(Bytes total, double utilization) {
  return Bytes{
      static_cast<std::int64_t>(std::ceil(static_cast<double>(total.count()) * utilization))};
}

std::optional<Band> beyond_reserve(const Estimate& after) {
  constexpr Bytes held = 256_MiB;
  if (after.total.likely <= held) return std::nullopt;
  const Bytes likely = after.total.likely - held;
  return Band{std::min(likely, std::max(Bytes{0}, after.total.low - held)), likely,
              after.total.high - held,
              after.total.source + ", less 0.25 GiB that the box's reserve holds"};
}

namespace {

/// Adds rows and keeps what they leave. Inside the engine's budget the cache takes what weights
/// and other use leave, so only rows outside of it make the rest uncertain.
class LedgerBuilder {
 public:
  explicit LedgerBuilder(const Box& box) : rest_(box.total) {
    ledger_.box = box.name;
    ledger_.total = box.total;
  }
  void add(std::string label, RowKind kind, Band bytes) {
    rest_ -= bytes.likely;
    if (kind != RowKind::device && kind != RowKind::reclaimable) {
      less_ += bytes.high - bytes.likely;
      more_ += bytes.likely - bytes.low;
    }
    ledger_.rows.push_back({std::move(label), kind, std::move(bytes)});
  }
  /// Page cache takes no more than there is.
  void add_reclaimable(const HostPart& part) {
    const Bytes room = std::max(Bytes{0}, rest_);
    reclaimable_ += std::min(part.bytes.likely, room);
    add(part.label, RowKind::reclaimable,
        {std::min(part.bytes.low, room), std::min(part.bytes.likely, room),
         std::min(part.bytes.high, room), part.bytes.source});
  }
  [[nodiscard]] Bytes rest() const { return rest_; }
  [[nodiscard]] Ledger finish(Bytes shortfall) && {
    ledger_.shortfall = shortfall;
    ledger_.left_for_others = rest_;
    // Page cache may fill what is free, or give all of its own back.
    const Bytes least = std::min(rest_, std::max(Bytes{0}, rest_ - less_));
    ledger_.rows.push_back(
        {"free", RowKind::free, {least, rest_, rest_ + more_ + reclaimable_, "the rest"}});
    return std::move(ledger_);
  }

 private:
  Ledger ledger_;
  Bytes rest_;
  Bytes less_;
  Bytes more_;
  Bytes reclaimable_;
};

}  // namespace

Ledger ledger_of(const BoxLoad& load) {
  LedgerBuilder ledger(*load.box);
  if (load.weights) {
    ledger.add("weights", RowKind::device, *load.weights);
    ledger.add("engine, inside its budget", RowKind::device, load.other);
    ledger.add("KV cache", RowKind::device, load.cache);
  }
  ledger.add("system and engine, outside the budget", RowKind::system, load.box->reserve);
  if (load.weights && load.after) {
    ledger.add("engine, after its profile", RowKind::host, *load.after);
  }
  for (const HostPart& part : load.host_parts) {
    if (!part.reclaimable) ledger.add(part.label, RowKind::host, part.bytes);
  }
  const Bytes wanted = services_total(load.services) + load.headroom;
  const Bytes shortfall = std::max(Bytes{0}, wanted - ledger.rest());
  for (const Service& service : load.services) {
    ledger.add(service.name, RowKind::service, exactly(service.bytes, "given"));
  }
  for (const HostPart& part : load.host_parts) {
    if (part.reclaimable) ledger.add_reclaimable(part);
  }
  return std::move(ledger).finish(shortfall);
}

}  // namespace kvplan
