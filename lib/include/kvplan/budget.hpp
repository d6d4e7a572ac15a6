// Step "budget": where every byte of a box goes. The rows of a ledger sum to the box's total.
//
//   |weights|engine's other use|cache           |engine outside|model on host|services|free|
//   |<---------- ceil(total × utilization) ---->|
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/box.hpp"
#include "kvplan/estimate.hpp"
#include "kvplan/facts.hpp"

namespace kvplan {

enum class RowKind { device, host, reclaimable, service, system, free };
[[nodiscard]] std::string_view name(RowKind kind);

struct LedgerRow {
  std::string label;
  RowKind kind = RowKind::free;
  Band bytes;
};

struct Ledger {
  std::string box;
  Bytes total;
  std::vector<LedgerRow> rows;
  Bytes left_for_others;  ///< the free row; below zero when the box is overcommitted
  Bytes shortfall;        ///< what the named services and the headroom lack
};

/// True when the rows sum to the total.
[[nodiscard]] bool balances(const Ledger& ledger);

/// What is free, and what page cache gives back when a service wants it.
[[nodiscard]] Bytes could_be_free(const Ledger& ledger);

struct Service {
  std::string name;
  Bytes bytes;
  std::optional<std::string> box;  ///< nothing: on every box
};

/// ceil(total × utilization), as vLLM asks for it.
[[nodiscard]] Bytes requested_memory(Bytes total, double utilization);

/// What the ledger of one box is made of.
struct BoxLoad {
  const Box* box = nullptr;
  std::optional<Band> weights;  ///< nothing: no engine on this box
  Band other;                   ///< inside_budget() of estimate.hpp
  std::optional<Band> after;    ///< after_profile(), as far as the box's reserve does not hold it
  Band cache;
  std::vector<HostPart> host_parts;
  std::vector<Service> services;  ///< those on this box
  Bytes headroom;
};
[[nodiscard]] Ledger ledger_of(const BoxLoad& load);

/// What a box's reserve, measured on usual start-ups, holds of the engine's later allocations:
/// block tables and slot mappings of 0.1 to 0.2 GiB. More than that is a row of its own.
[[nodiscard]] std::optional<Band> beyond_reserve(const Estimate& after);

/// Free memory that a unified box should keep beside named services: below 4 to 6 GiB hosts
/// freeze (vllm.md A.3).
inline constexpr Bytes default_headroom = 4_GiB;

}  // namespace kvplan
