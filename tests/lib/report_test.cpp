// The story, end to end: `shared/story` in numbers.
#include "kvplan/report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "kvplan/render.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

const LayoutPlan& layout_of(const Report& report, LayoutFamily family) {
  const auto found = std::ranges::find_if(
      report.layouts, [&](const LayoutPlan& plan) { return plan.layout.family == family; });
  REQUIRE(found != report.layouts.end());
  return *found;
}

std::string recommended(const Report& report) {
  if (!report.recommendation.layout) return "none";
  return std::string(name(report.layouts[*report.recommendation.layout].layout.family));
}

bool within(double found, double expected, double share) {
  return std::abs(found - expected) <= share * expected;
}

double copy_tokens(const Report& report) {
  return static_cast<double>(layout_of(report, LayoutFamily::replicated)
                                 .copies.front()
                                 .capacity.tokens.value_or(Tokens{0})
                                 .count());
}

}  // namespace

TEST_CASE("after: a copy on each box, 0.76 M tokens at 0.74 and 1.08 M at 0.78, within 4 %") {
  const Report at_074 = plan(story(0.74));
  const Report at_078 = plan(story(0.78));
  CHECK(recommended(at_074) == "replicated");
  CHECK(recommended(at_078) == "replicated");
  CHECK(within(copy_tokens(at_074), 0.76e6, 0.04));
  CHECK(within(copy_tokens(at_078), 1.08e6, 0.04));
  CHECK(at_074.exit_code() == 0);
  const auto& copy = layout_of(at_074, LayoutFamily::replicated).copies.front();
  CHECK(copy.capacity.max_concurrency == doctest::Approx(2.9).epsilon(0.01));
}

TEST_CASE("before: eight full requests in BF16 at 0.76 ask for the split, about 3.7 M tokens") {
  PlanRequest request = story(0.76, "bfloat16");
  request.need.requests = 8;
  const Report report = plan(request);
  CHECK(recommended(report) == "split");
  const LayoutPlan& split = layout_of(report, LayoutFamily::split);
  CHECK(within(static_cast<double>(split.kv_cache_tokens.count()), 3.7e6, 0.02));
}

TEST_CASE("the compact-draft build gains the story's 320,000 tokens for 0.04 of utilization") {
  const auto tokens = [](double share) {
    PlanRequest request = story(share);
    request.engine = find_engine("vllm-b12x");
    request.options.speculative_config = SpeculativeConfig{"mtp", 4, ""};
    return copy_tokens(plan(request));
  };
  CHECK(within(tokens(0.78) - tokens(0.74), 320e3, 0.05));
  const Report report = [] {
    PlanRequest request = story(0.74);
    request.engine = find_engine("vllm-b12x");
    return plan(request);
  }();
  CHECK(std::ranges::any_of(report.warnings,
                            [](const Warning& w) { return w.id == "engine_inferred"; }));
}

TEST_CASE("0.04 of utilization is worth 345,000 tokens without drafts, 270,000 with four") {
  const auto gain = [](std::int64_t drafts) {
    const auto tokens = [&](double share) {
      PlanRequest request = story(share);
      if (drafts > 0) request.options.speculative_config = SpeculativeConfig{"mtp", drafts, ""};
      return copy_tokens(plan(request));
    };
    return tokens(0.78) - tokens(0.74);
  };
  CHECK(within(gain(0), 345e3, 0.02));
  CHECK(within(gain(4), 270e3, 0.02));
}

TEST_CASE("every ledger balances, in every layout and with every row in order") {
  for (const double share : {0.3, 0.62, 0.74, 0.78, 0.9, 1.0}) {
    PlanRequest request = story(share);
    request.services = {{"postgres", 6_GiB, std::nullopt}, {"site", 8_GiB, "gb10-2"}};
    for (const LayoutPlan& layout : plan(request).layouts) {
      for (const Ledger& ledger : layout.ledgers) {
        CAPTURE(share);
        CHECK(balances(ledger));
        for (const LedgerRow& row : ledger.rows) {
          CHECK(row.bytes.low <= row.bytes.likely);
          CHECK(row.bytes.likely <= row.bytes.high);
          CHECK(!row.bytes.source.empty());
        }
      }
    }
  }
}

TEST_CASE("total × (1 − 0.78) is 26.8 GiB, yet 5 GiB are left: the ledger shows where they went") {
  const Report report = plan(story(0.78));
  const Ledger& ledger = layout_of(report, LayoutFamily::replicated).ledgers.front();
  CHECK(gib(ledger.total) * (1 - 0.78) == doctest::Approx(26.8).epsilon(0.005));
  CHECK(gib(ledger.left_for_others) == doctest::Approx(5.0).epsilon(0.05));
}

TEST_CASE("services that do not fit at 0.78 do at 0.74, and the plan says at which they would") {
  PlanRequest request = story(0.78);
  request.services = {{"postgres", 6_GiB, std::nullopt}, {"site-build", 8_GiB, std::nullopt}};
  const Report tight = plan(request);
  CHECK(tight.exit_code() == 1);
  CHECK(tight.recommendation.decided_by == "services_do_not_fit");
  CHECK(std::ranges::any_of(tight.recommendation.changes,
                            [](const Change& change) { return change.flag == "--util 0.77"; }));
  request.utilization = {0.74, 0.74};
  CHECK(plan(request).exit_code() == 0);
}

TEST_CASE("a request lies in one copy: two copies hold 2 × floor, never floor of the sum") {
  const Report report = plan(story(0.74));
  const LayoutPlan& copies = layout_of(report, LayoutFamily::replicated);  // 281 blocks of 97
  CHECK(copies.copies.front().capacity.num_blocks == 281_blocks);
  CHECK(copies.full_context_requests == 4);  // not (281 + 281) / 97 = 5
}

TEST_CASE("each flip is the first value at which another layout is recommended") {
  const PlanRequest request = story(0.74);
  const Report report = plan(request);
  const auto at = [&](const std::string& input) {
    const auto found = std::ranges::find(report.recommendation.flips, input, &Flip::input);
    REQUIRE(found != report.recommendation.flips.end());
    return *found;
  };
  const Flip requests = at("need_requests");
  CHECK(requests.from == Value{std::int64_t{4}});
  CHECK(requests.to == Value{std::int64_t{5}});
  CHECK(requests.layout == "split");
  for (const auto& [value, family] : {std::pair{4, "replicated"}, std::pair{5, "split"}}) {
    PlanRequest changed = request;
    changed.need.requests = value;
    CHECK(recommended(plan(changed)) == family);
  }
  const Flip share = at("gpu_memory_utilization");
  for (const auto& [value, family] : {std::pair{std::get<double>(share.from), "replicated"},
                                      std::pair{std::get<double>(share.to), "split"}}) {
    PlanRequest changed = request;
    changed.utilization = {value, value};
    CHECK(recommended(plan(changed)) == family);
  }
  const Flip weights = at("weights_bytes");
  for (const auto& [value, family] : {std::pair{std::get<std::int64_t>(weights.from), "replicated"},
                                      std::pair{std::get<std::int64_t>(weights.to), "split"}}) {
    PlanRequest changed = request;
    changed.weights = exactly(Bytes{value}, "test");
    CHECK(recommended(plan(changed)) == family);
  }
}

TEST_CASE("more utilization never gives fewer tokens") {
  double before = 0;
  for (int hundredths = 66; hundredths <= 95; ++hundredths) {
    const double tokens = copy_tokens(plan(story(hundredths / 100.0)));
    CHECK(tokens >= before);
    before = tokens;
  }
}

TEST_CASE("a model that does not fit says what it lacks and what would make it fit") {
  PlanRequest request = story(0.55);
  request.layout = "replicated";
  const Report report = plan(request);
  CHECK(report.exit_code() == 1);
  CHECK(recommended(report) == "none");
  const Capacity& capacity = report.layouts.front().copies.front().capacity;
  CHECK(!capacity.fits);
  CHECK(capacity.deficit > Bytes{0});
  CHECK(report.warnings.empty());  // nothing runs that services could lie beside
  REQUIRE(!report.recommendation.changes.empty());
  CHECK(report.recommendation.changes.front().flag.starts_with("--util 0.6"));
}

TEST_CASE("unequal boxes: a split takes the smaller share, copies keep their own") {
  PlanRequest request = story(0.74);
  request.utilization = {0.74, 0.70};
  const Report report = plan(request);
  const LayoutPlan& split = layout_of(report, LayoutFamily::split);
  PlanRequest both_small = story(0.70);
  CHECK(split.kv_cache_tokens == layout_of(plan(both_small), LayoutFamily::split).kv_cache_tokens);
  CHECK(split.copies.front().ranks[split.copies.front().binding_rank].box == 1);
  const LayoutPlan& copies = layout_of(report, LayoutFamily::replicated);
  CHECK(copies.copies[0].capacity.num_blocks > copies.copies[1].capacity.num_blocks);
}

TEST_CASE("weights that nobody knows are not guessed") {
  PlanRequest request = story(0.74);
  request.facts.weights.reset();
  Model model = *request.model;
  model.config.quantization = parse_json(R"({"quant_method": "nobody-knows"})", "quantization");
  request.model = std::make_shared<const Model>(model);
  try {
    (void)plan(request);
    FAIL("planned without weights");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unknown);
  }
}

TEST_CASE("the text keeps to 80 columns") {
  for (const double share : {0.5, 0.74, 0.78}) {
    PlanRequest request = story(share);
    request.services = {{"a-service-with-a-rather-long-name", 2_GiB, std::nullopt}};
    const std::string text = render_text(plan(request), false);
    std::size_t width = 0;
    for (const char c : text) {
      const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
      width = c == '\n' ? 0 : width + (continues ? 0 : 1);
      CHECK(width <= 80);
    }
  }
}

TEST_CASE("a what-if beyond 64 bits is no answer to another question, and ends no plan") {
  PlanRequest request = story(0.74);
  request.weights = exactly(Bytes{5'000'000'000'000'000'000}, "test");  // twice leaves 64 bits
  const Report report = plan(request);
  CHECK(report.exit_code() == 1);
  CHECK(!report.recommendation.need_met);
}

TEST_CASE("what leaves 64 bits is said with the largest number that was asked") {
  PlanRequest request = story(0.74);
  request.options.max_num_seqs = 3'000'000;
  for (const char* name : {"a", "b"}) {
    request.services.push_back({name, Bytes{9'000'000'000'000'000'000}, std::nullopt});
  }
  CHECK_THROWS_WITH((void)plan(request),
                    "--service: a: expected numbers whose products stay below 2^63, found "
                    "9000000000000000000, the largest of them");
}

TEST_CASE("a broken tower that is left out leaves the facts' weights as they are") {
  PlanRequest request = story(0.74, "auto");
  const ConfigNode config = parse_json(
      R"({"architectures": ["Qwen2_5_VLForConditionalGeneration"], "model_type": "qwen2_5_vl",
      "hidden_size": 2048, "num_hidden_layers": 4, "num_attention_heads": 16,
      "num_key_value_heads": 2, "intermediate_size": 11008, "vocab_size": 151936,
      "max_position_embeddings": 32768, "torch_dtype": "bfloat16",
      "vision_config": {"depth": "x", "hidden_size": 1280, "num_heads": 16}})",
      "config.json");
  ModelConfig parsed = config_from(config, "broken-tower");
  Architecture architecture = describe(parsed);
  request.model = std::make_shared<const Model>(
      Model{std::move(parsed), std::move(architecture), std::nullopt, std::nullopt});
  request.facts = {};
  request.facts.weights = exactly(Bytes{8'000'000'000}, "test");
  request.options.language_model_only = true;
  const Report report = plan(request);
  const RankPlan& rank = layout_of(report, LayoutFamily::replicated).copies.front().ranks.front();
  CHECK(rank.weights.likely == Bytes{8'000'000'000});
}
