// No recommendation contradicts its own table, whatever is asked: thousands of random questions
// over shipped models, boxes, shares, needs and services.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "kvplan/error.hpp"
#include "kvplan/report.hpp"
#include "lib/planned.hpp"
#include "reference/random_model.hpp"

using namespace kvplan;
using kvplan::reference::Dice;

namespace {

const PlanRequest& base(const std::string& model) {
  static std::map<std::string, PlanRequest> known;
  const auto found = known.find(model);
  if (found != known.end()) return found->second;
  PlanRequest request;
  const auto folder = tests::source_dir() / "models" / model;
  request.model = std::make_shared<const Model>(read_model(folder));
  request.facts = read_facts(folder);
  request.engine = find_engine("vllm@0.33");
  return known.emplace(model, std::move(request)).first->second;
}

Box box(const std::string& name) {
  static std::map<std::string, Box> known;
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  return known.emplace(name, find_box(name, tests::source_dir() / "boxes")).first->second;
}

PlanRequest random_request(Dice& dice) {
  PlanRequest request =
      base(dice.one_of<std::string>({"local-inference-lab--Qwen3.8-Flash-Next-NVFP4",
                                     "meta-llama--Meta-Llama-3.1-8B", "Qwen--Qwen3-30B-A3B"}));
  const std::int64_t boxes = dice.one_of<std::int64_t>({1, 2, 2, 2, 3, 4});
  const bool alike = dice.chance(60);
  const auto first = dice.one_of<std::string>({"gb10", "gb10", "gb10-119", "h100"});
  for (std::int64_t i = 0; i < boxes; ++i) {
    request.boxes.push_back(box(alike ? first : dice.one_of<std::string>({"gb10", "gb10-119"})));
    const double share = static_cast<double>(dice.between(20, 98)) / 100;
    request.utilization.push_back(alike && i > 0 ? request.utilization.front() : share);
  }
  number_boxes(request.boxes);
  request.options.kv_cache_dtype = dice.one_of<std::string>({"auto", "fp8"});
  request.options.max_model_len = Tokens{dice.one_of<std::int64_t>({2048, 8192, 32768})};
  request.weights = exactly(Bytes{dice.between(1, 160) << 30}, "test");
  if (dice.chance(70)) request.need.requests = dice.between(0, 2000);
  if (dice.chance(30)) request.need.tokens = Tokens{dice.between(0, 9'000'000)};
  if (dice.chance(20)) request.need.longest = Tokens{dice.between(1, 40000)};
  if (dice.chance(40)) {
    request.services = {{"service", Bytes{dice.between(0, 60) << 30}, std::nullopt}};
  }
  return request;
}

bool holds_by_table(const LayoutPlan& plan, const Need& need) {
  return plan.fits && plan.full_context_requests >= need.at_least_requests() &&
         plan.kv_cache_tokens >= need.tokens.value_or(Tokens{0}) &&
         plan.largest_request >= need.longest.value_or(Tokens{0});
}

/// What the table says, row by row: an independent reading of the rule.
void check_against_table(const Need& need, const std::vector<LayoutPlan>& layouts,
                         const std::optional<std::size_t>& index) {
  CHECK(index.has_value() == std::ranges::any_of(layouts, &LayoutPlan::fits));
  if (!index) return;
  const LayoutPlan& chosen = layouts[*index];
  const bool holds = holds_by_table(chosen, need);
  CHECK(chosen.fits);
  CHECK(meets_need(chosen, need) == (holds && chosen.services_fit));
  for (const LayoutPlan& other : layouts) {
    CAPTURE(other.layout.id());
    const bool other_holds = holds_by_table(other, need);
    if (other_holds) CHECK(holds);
    if (!holds && other.fits) CHECK(chosen.full_context_requests >= other.full_context_requests);
    if (other_holds && other.layout.family == LayoutFamily::replicated) {
      CHECK(chosen.layout.family == LayoutFamily::replicated);
    }
    if (other_holds && other.serves_with_one_box_down) CHECK(chosen.serves_with_one_box_down);
  }
}

/// The words say the same as the table.
void check_words(const PlanRequest& request, const std::vector<LayoutPlan>& layouts,
                 const Recommendation& result) {
  CHECK((result.decided_by == "nothing_starts") == !result.layout.has_value());
  if (!result.layout) return;
  const LayoutPlan& chosen = layouts[*result.layout];
  CHECK(result.need_met == meets_need(chosen, request.need));
  CHECK(result.changes.empty() >= result.need_met);
  const bool copies = chosen.layout.family == LayoutFamily::replicated;
  if (result.need_met && copies) CHECK(result.decided_by == "one_box_holds_the_need");
  if (result.need_met && chosen.layout.family == LayoutFamily::split) {
    CHECK(result.decided_by == "one_box_cannot_hold_the_need");
  }
  for (const Reason& reason : result.reasons) {
    if (reason.rule == "meets_need") {
      const auto layout = std::ranges::find_if(layouts, [&](const LayoutPlan& plan) {
        return Value{plan.layout.id()} == reason.values.front().second;
      });
      REQUIRE(layout != layouts.end());
      CHECK(holds_by_table(*layout, request.need));
    }
  }
}

std::string recommended(const std::vector<LayoutPlan>& layouts, const Need& need) {
  return outcome_of(layouts, need).id;
}

/// Flips of the need are tried on the table itself; those of the share on a new plan.
void check_flips(const PlanRequest& request, const std::vector<LayoutPlan>& layouts,
                 const Recommendation& result) {
  const std::string present = recommended(layouts, request.need);
  for (const Flip& flip : result.flips) {
    CAPTURE(flip.input);
    CHECK(flip.layout_id != present);
    if (flip.input == "need_requests") {
      Need need = request.need;
      need.requests = std::get<std::int64_t>(flip.to);
      CHECK(recommended(layouts, need) == flip.layout_id);
      need.requests = std::get<std::int64_t>(flip.from);
      CHECK(recommended(layouts, need) == present);
    }
    if (flip.input == "weights_bytes") {
      PlanRequest changed = request;
      changed.weights = exactly(Bytes{std::get<std::int64_t>(flip.to)}, "test");
      CHECK(recommended(compare(changed).layouts, request.need) == flip.layout_id);
      changed.weights = exactly(Bytes{std::get<std::int64_t>(flip.from)}, "test");
      CHECK(recommended(compare(changed).layouts, request.need) == present);
    }
  }
}

}  // namespace

TEST_CASE("no recommendation contradicts its own table: 3,000 random questions") {
  constexpr std::uint64_t cases = 3000;
  std::uint64_t planned = 0;
  std::map<std::string, int> families;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const PlanRequest request = random_request(dice);
    try {
      const Comparison comparison = compare(request);
      check_against_table(request.need, comparison.layouts,
                          best_layout(comparison.layouts, request.need));
      if (seed % 20 == 0) {  // the searches take longer than the rule
        const Recommendation result = recommend(request, comparison.layouts);
        check_words(request, comparison.layouts, result);
        check_flips(request, comparison.layouts, result);
      }
      ++planned;
      ++families[outcome_of(comparison.layouts, request.need).family];
    } catch (const Error&) {
      continue;  // a length or a layout that the engine refuses
    }
  }
  CHECK(planned > cases / 2);
  for (const char* family : {"none", "single", "replicated", "split", "mixed"}) {
    CAPTURE(family);
    CHECK(families[family] > 0);
  }
}
