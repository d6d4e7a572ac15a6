#include "kvplan/budget.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_budget(py::module_& module) {
  py::class_<LedgerRow>(module, "LedgerRow", "One use of a box's memory; low ≤ bytes ≤ high.")
      .def_readonly("label", &LedgerRow::label)
      .def_property_readonly(
          "kind", [](const LedgerRow& row) { return std::string(name(row.kind)); },
          "'device', 'host', 'reclaimable', 'service', 'system' or 'free'")
      .def_property_readonly("bytes", [](const LedgerRow& row) { return row.bytes.likely; })
      .def_property_readonly("low_bytes", [](const LedgerRow& row) { return row.bytes.low; })
      .def_property_readonly("high_bytes", [](const LedgerRow& row) { return row.bytes.high; })
      .def_property_readonly("source", [](const LedgerRow& row) { return row.bytes.source; })
      .def("__repr__", [](const LedgerRow& row) {
        return "<kvplan.LedgerRow " + row.label + ": " + format_gib(row.bytes.likely) + ">";
      });
  py::class_<Ledger>(module, "Ledger", "Where every byte of a box goes: the rows sum to its total.")
      .def_readonly("box", &Ledger::box)
      .def_readonly("total_bytes", &Ledger::total)
      .def_readonly("rows", &Ledger::rows)
      .def_readonly("left_for_others_bytes", &Ledger::left_for_others,
                    "the free row; below zero when the box is overcommitted")
      .def_readonly("shortfall_bytes", &Ledger::shortfall,
                    "what the named services and the headroom lack")
      .def("__repr__", [](const Ledger& ledger) {
        return "<kvplan.Ledger " + ledger.box + ": " + format_gib(ledger.left_for_others) +
               " left for others>";
      });
}

}  // namespace kvplan::python
