#include "kvplan/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "estimate/rank_view.hpp"

namespace kvplan {
namespace {

using namespace estimate;

struct Widest {
  std::size_t term = 0;
  Bytes high;
};

/// In each group the largest likely figure counts; the group's high end is its widest term's.
std::map<std::string, Widest> settle_groups(std::vector<EstimateTerm>& terms) {
  std::map<std::string, Widest> groups;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].shares.empty()) continue;
    const auto [entry, first] = groups.try_emplace(terms[i].shares, Widest{i, Bytes{0}});
    Widest& widest = entry->second;
    widest.high = std::max(widest.high, terms[i].bytes.high);
    if (terms[widest.term].bytes.likely < terms[i].bytes.likely) widest.term = i;
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto group = groups.find(terms[i].shares);
    terms[i].counted = group == groups.end() || group->second.term == i;
  }
  return groups;
}

}  // namespace

Estimate estimate::summed(std::vector<EstimateTerm> terms, std::string source) {
  const auto groups = settle_groups(terms);
  Estimate estimate;
  double below = 0;
  double above = 0;
  for (const EstimateTerm& term : terms) {
    if (!term.counted) continue;
    const auto group = groups.find(term.shares);
    const Bytes high = group == groups.end() ? term.bytes.high : group->second.high;
    estimate.total.likely += term.bytes.likely;
    below += std::pow(static_cast<double>((term.bytes.likely - term.bytes.low).count()), 2);
    above += std::pow(static_cast<double>((high - term.bytes.likely).count()), 2);
  }
  const Bytes likely = std::max(Bytes{0}, estimate.total.likely);
  estimate.total.likely = likely;
  estimate.total.low = std::max(Bytes{0}, likely - bytes_of(std::sqrt(below)));
  estimate.total.high = likely + bytes_of(std::sqrt(above));
  estimate.total.source = std::move(source);
  estimate.terms = std::move(terms);
  return estimate;
}

namespace {

Estimate from_terms(const EstimateInputs& inputs, const ModelShapes& shapes, bool explained) {
  RankView view = view_of(inputs, shapes);
  view.explained = explained;
  std::vector<EstimateTerm> terms;
  add_activations(view, terms);
  add_workspaces(view, terms);
  add_buffers(view, terms);
  add_graphs(view, terms);
  add_device_overhead(view, terms);
  std::string source = "assumed: " + std::to_string(terms.size()) +
                       " terms of the options (kvplan explain lists them)";
  if (!inputs.box->unified) source += "; few start-ups on such a device are known";
  return summed(std::move(terms), std::move(source));
}

/// The facts' figure belongs to the options that were not given.
Estimate moved_facts(const EstimateInputs& inputs, const ModelShapes& shapes,
                     const Band& measured) {
  EngineOptions usual = *inputs.options;
  usual.max_num_batched_tokens.reset();
  usual.max_num_seqs.reset();
  usual.enforce_eager = false;
  std::vector<EstimateTerm> terms{{"as_known_for_the_model", "", measured}};
  if (usual != *inputs.options) {
    const CachePlan cache = plan_cache(*inputs.model, usual, inputs.box->platform(), *inputs.rules);
    EstimateInputs before = inputs;
    before.options = &usual;
    before.cache = &cache;
    const Band now = from_terms(inputs, shapes, false).total;
    const Bytes move = now.likely - from_terms(before, shapes, false).total.likely;
    // What moves is known to a third of it.
    const Bytes spread{std::abs(move.count()) / 3};
    terms.push_back({"other_options",
                     "",
                     {move - spread, move, move + spread,
                      "the terms of the options asked less those of the engine's defaults"}});
  }
  Estimate estimate = summed(std::move(terms), measured.source);
  if (estimate.terms.size() == 1) estimate.total = measured;
  return estimate;
}

}  // namespace

Estimate estimate::inside_budget(const EstimateInputs& inputs, const ModelShapes& shapes,
                                 bool explained) {
  if (inputs.facts != nullptr && inputs.facts->other_use) {
    return moved_facts(inputs, shapes, *inputs.facts->other_use);
  }
  return from_terms(inputs, shapes, explained);
}

Estimate estimate::after_profile(const EstimateInputs& inputs, const ModelShapes& shapes) {
  const RankView view = view_of(inputs, shapes);
  std::vector<EstimateTerm> terms;
  add_after_profile(view, terms);
  return summed(std::move(terms), "assumed: allocated after the cache's size was decided");
}

Estimate inside_budget(const EstimateInputs& inputs) {
  return inside_budget(inputs, shapes_of(*inputs.model));
}

Estimate after_profile(const EstimateInputs& inputs) {
  return after_profile(inputs, shapes_of(*inputs.model));
}

}  // namespace kvplan
