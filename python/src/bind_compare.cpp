// Names and nulls are those of `--format json`; sizes are unit types.
#include "kvplan/compare.hpp"

#include "bind.hpp"
#include "views.hpp"

namespace kvplan::python {
namespace {

/// A figure that there is only where the engine starts.
template <class T>
std::optional<T> where(bool fits, T value) {
  return fits ? std::optional(std::move(value)) : std::nullopt;
}

/// Equal values, wherever they come from.
template <class View>
bool same(const View& a, const View& b) {
  return py::cast(a.plan()).equal(py::cast(b.plan()));
}

void bind_rank(py::module_& module) {
  py::class_<RankView>(module, "Rank", "One rank of a copy: a process on one GPU.")
      .def_property_readonly("box", [](const RankView& r) { return r.of.box(r.plan().box); })
      .def_property_readonly("rank", [](const RankView& r) { return r.plan().rank; })
      .def_property_readonly("pipeline_stage",
                             [](const RankView& r) { return r.plan().pipeline_stage; })
      .def_property_readonly("weights_bytes",
                             [](const RankView& r) { return r.plan().weights.likely; })
      .def_property_readonly("available_kv_bytes",
                             [](const RankView& r) { return r.plan().available; })
      .def_property_readonly("bytes_per_block",
                             [](const RankView& r) { return r.plan().bytes_per_block.amount; })
      .def_property_readonly(
          "num_blocks",
          [](const RankView& r) { return where(r.of.plan().capacity.fits, r.plan().num_blocks); },
          "None where the copy does not fit")
      .def_property_readonly(
          "values", [](const RankView& r) { return r.plan(); }, "the same as lib.RankPlan")
      .def("__eq__", &same<RankView>)
      .def(py::pickle([](const RankView& r) -> py::tuple { return py::make_tuple(r.of, r.rank); },
                      [](const py::tuple& state) {
                        return RankView{state[0].cast<CopyView>(), state[1].cast<std::size_t>()};
                      }))
      .def("__repr__", [](const RankView& r) {
        return "<kvplan.Rank " + std::to_string(r.plan().rank) + " on " + r.of.box(r.plan().box) +
               ">";
      });
}

void bind_copy(py::module_& module) {
  py::class_<CopyView>(module, "Copy",
                       "One engine. Bytes are per rank, of the rank that binds; `ranks` lists all.")
      .def_property_readonly("boxes",
                             [](const CopyView& c) {
                               std::vector<std::string> names;
                               for (const std::size_t box : c.plan().boxes) {
                                 names.push_back(c.box(box));
                               }
                               return names;
                             })
      .def_property_readonly(
          "weights_bytes",
          [](const CopyView& c) { return c.plan().ranks[c.plan().binding_rank].weights.likely; })
      .def_property_readonly("available_kv_bytes",
                             [](const CopyView& c) { return c.plan().available.likely; })
      .def_property_readonly("available_kv_low_bytes",
                             [](const CopyView& c) { return c.plan().available.low; })
      .def_property_readonly("available_kv_high_bytes",
                             [](const CopyView& c) { return c.plan().available.high; })
      .def_property_readonly(
          "block_size", [](const CopyView& c) { return c.plan().block_size.amount; },
          "tokens in a block")
      .def_property_readonly("bytes_per_block",
                             [](const CopyView& c) { return c.plan().bytes_per_block.amount; })
      .def_property_readonly(
          "num_blocks",
          [](const CopyView& c) {
            return where(c.plan().capacity.fits, c.plan().capacity.num_blocks);
          },
          "the null block included, as the engine counts; None where it does not fit")
      .def_property_readonly("blocks_per_request",
                             [](const CopyView& c) { return c.plan().capacity.blocks_per_request; })
      .def_property_readonly(
          "kv_cache_tokens",
          [](const CopyView& c) {
            return c.plan().capacity.fits ? c.plan().capacity.tokens : std::nullopt;
          },
          "as the engine prints it; None where it does not fit")
      .def_property_readonly(
          "max_concurrency",
          [](const CopyView& c) {
            return where(c.plan().capacity.fits, c.plan().capacity.max_concurrency);
          },
          "the engine's own figure at full precision; None where it does not fit")
      .def_property_readonly(
          "full_context_requests",
          [](const CopyView& c) { return c.plan().capacity.full_context_requests; },
          "whole requests of max_model_len")
      .def_property_readonly(
          "deficit_bytes", [](const CopyView& c) { return c.plan().capacity.deficit; },
          "what the cache lacks before the engine starts; 0 where it fits")
      .def_property_readonly("ranks",
                             [](const CopyView& c) {
                               std::vector<RankView> ranks;
                               for (std::size_t i = 0; i < c.plan().ranks.size(); ++i)
                                 ranks.push_back({c, i});
                               return ranks;
                             })
      .def_property_readonly(
          "values", [](const CopyView& c) { return c.plan(); }, "the same as lib.CopyPlan")
      .def("__eq__", &same<CopyView>)
      .def(py::pickle([](const CopyView& c) -> py::tuple { return py::make_tuple(c.of, c.copy); },
                      [](const py::tuple& state) {
                        return CopyView{state[0].cast<LayoutView>(), state[1].cast<std::size_t>()};
                      }))
      .def("__repr__", [](const CopyView& c) {
        const Capacity& capacity = c.plan().capacity;
        return "<kvplan.Copy " + c.of.plan().layout.id() + " " + std::to_string(c.copy + 1) + ": " +
               (capacity.fits ? format_count(capacity.num_blocks.count()) + " blocks"
                              : "does not fit") +
               ">";
      });
}

std::optional<std::pair<std::int64_t, std::int64_t>> start_seconds(const LayoutView& view) {
  const auto& start = view.plan().start;
  if (!start) return std::nullopt;
  return std::pair(start->low, start->high);
}

void bind_layout(py::module_& module) {
  py::class_<LayoutView>(module, "Layout", "A way to place the model on the boxes, and what fits.")
      .def_property_readonly(
          "id", [](const LayoutView& l) { return l.plan().layout.id(); }, "'replicated-2xtp1'")
      .def_property_readonly(
          "layout", [](const LayoutView& l) { return l.plan().layout.family; },
          "'single', 'replicated', 'split', 'pipeline' or 'mixed'")
      .def_property_readonly(
          "fits", [](const LayoutView& l) { return l.plan().fits; }, "every copy starts")
      .def_property_readonly(
          "services_fit", [](const LayoutView& l) { return l.plan().services_fit; },
          "the named services and the headroom have their memory on every box")
      .def_property_readonly("copies", [](const LayoutView& l) { return l.plan().copies.size(); })
      .def_property_readonly("tensor_parallel_size",
                             [](const LayoutView& l) { return l.plan().layout.tensor_parallel; })
      .def_property_readonly("pipeline_parallel_size",
                             [](const LayoutView& l) { return l.plan().layout.pipeline_parallel; })
      .def_property_readonly("per_copy",
                             [](const LayoutView& l) {
                               std::vector<CopyView> copies;
                               for (std::size_t i = 0; i < l.plan().copies.size(); ++i) {
                                 copies.push_back({l, i});
                               }
                               return copies;
                             })
      .def_property_readonly(
          "ledgers", [](const LayoutView& l) { return l.plan().ledgers; }, "one a box")
      .def_property_readonly(
          "kv_cache_tokens",
          [](const LayoutView& l) { return where(l.plan().fits, l.plan().kv_cache_tokens); },
          "over all copies; None where it does not fit")
      .def_property_readonly(
          "full_context_requests",
          [](const LayoutView& l) { return l.plan().fits ? l.plan().full_context_requests : 0; },
          "whole requests of max_model_len, over all copies")
      .def_property_readonly(
          "largest_request_tokens", [](const LayoutView& l) { return l.plan().largest_request; },
          "min(max_model_len, the engine's estimate of the longest length)")
      .def_property_readonly("serves_with_one_box_down",
                             [](const LayoutView& l) { return l.plan().serves_with_one_box_down; })
      .def_property_readonly("start_seconds", &start_seconds,
                             "(low, high) from start to serving, or None where not known")
      .def_property_readonly(
          "values", [](const LayoutView& l) { return l.plan(); }, "the same as lib.LayoutPlan")
      .def("__eq__", &same<LayoutView>)
      .def(py::pickle(
          [](const LayoutView& l) -> py::tuple {
            return py::make_tuple(ReportView{l.report}, l.layout);
          },
          [](const py::tuple& state) {
            return LayoutView{state[0].cast<ReportView>().report, state[1].cast<std::size_t>()};
          }))
      .def("__repr__", [](const LayoutView& l) {
        const LayoutPlan& plan = l.plan();
        return "<kvplan.Layout " + plan.layout.id() + ": " +
               (plan.fits ? format_count(plan.kv_cache_tokens.count()) + " tokens"
                          : "does not fit") +
               ">";
      });
}

}  // namespace

void bind_compare(py::module_& module) {
  bind_rank(module);
  bind_copy(module);
  bind_layout(module);
}

}  // namespace kvplan::python
