// The story's grid: 281 and 408 blocks a copy at 0.74 and 0.78 in fp8, 412 in bfloat16 at 0.78
// (tests/lib/report_test.cpp and the start-ups that it names).
#include "kvplan/sweep_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kvplan/error.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

std::size_t layout_index(const Sweep& sweep, const std::string& id) {
  const auto found = std::ranges::find(sweep.layouts(), id);
  REQUIRE(found != sweep.layouts().end());
  return static_cast<std::size_t>(found - sweep.layouts().begin());
}

std::string refused(std::vector<SweepAxis> axes) {
  try {
    const Sweep sweep(story(0.74), std::move(axes));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("A grid's rows are the plan's own numbers, the utilization fastest") {
  const Sweep sweep(story(0.74),
                    {{"util", {"0.74", "0.78"}}, {"kv-cache-dtype", {"fp8", "bfloat16"}}});
  REQUIRE(sweep.axes().size() == 2);
  CHECK(sweep.axes().back().name == "gpu_memory_utilization");
  const std::size_t layouts = sweep.layouts().size();
  CHECK(sweep.rows() == 4 * layouts);
  const std::size_t copy = layout_index(sweep, "replicated-2xtp1");
  const SweepColumns all = sweep.all();
  CHECK(all.num_blocks[copy] == 281);
  CHECK(all.num_blocks[layouts + copy] == 408);
  CHECK(all.num_blocks[3 * layouts + copy] == 412);
  CHECK(all.kv_cache_tokens[copy] == 1'518'812);
  CHECK(all.full_context_requests[copy] == 4);
  CHECK(sweep.place_of(3 * layouts + copy) == std::vector<std::size_t>{1, 1, copy});
}

TEST_CASE("Every row of a sweep is what plan() says of the same input") {
  const Sweep sweep(story(0.74), {{"max_model_len", {"32768", "262144", "1000"}},
                                  {"max_num_seqs", {"8", "64"}},
                                  {"util", {"0.2", "0.66", "0.70", "0.9"}}});
  const SweepColumns all = sweep.all();
  for (std::size_t row = 0; row < sweep.rows(); ++row) {
    const auto place = sweep.place_of(row);
    PlanRequest request = story(std::stod(sweep.axes()[2].values[place[2]]));
    request.options.max_model_len = Tokens{std::stoll(sweep.axes()[0].values[place[0]])};
    request.options.max_num_seqs = std::stoll(sweep.axes()[1].values[place[1]]);
    const auto plans = compare(request).layouts;
    const LayoutPlan& plan = plans[place[3]];
    REQUIRE(plan.layout.id() == sweep.layouts()[place[3]]);
    CHECK((all.state[row] == SweepState::fits) == plan.fits);
    CHECK(all.kv_cache_tokens[row] == (plan.fits ? plan.kv_cache_tokens.count() : 0));
    CHECK(all.full_context_requests[row] == plan.full_context_requests);
    CHECK(all.largest_request_tokens[row] == plan.largest_request.count());
    const auto poorest = std::ranges::min_element(
        plan.copies, {}, [](const CopyPlan& copy) { return copy.capacity.num_blocks; });
    CHECK(all.available_kv_bytes[row] == poorest->available.likely.count());
  }
}

TEST_CASE("Points are the whole in parts, wherever a part begins") {
  const Sweep sweep(story(0.74),
                    {{"max_model_len", {"8192", "16384", "32768"}}, {"util", {"0.74", "0.8"}}});
  REQUIRE(sweep.points() == 6);
  const SweepColumns all = sweep.all();
  const SweepColumns last = sweep.at(3, 5);
  REQUIRE(last.size() == 3 * sweep.layouts().size());
  CHECK(std::equal(last.num_blocks.begin(), last.num_blocks.end(),
                   all.num_blocks.end() - static_cast<std::ptrdiff_t>(last.size())));
  CHECK(sweep.at(6, 1).size() == 0);
}

TEST_CASE("A sweep's text is the same for any number of threads") {
  std::vector<std::string> shares;  // more than one thread's piece
  for (int i = 1; i <= 3000; ++i) shares.push_back(std::to_string(0.0003 * i));
  const Sweep sweep(story(0.74), {{"kv_cache_dtype", {"fp8", "fp8_ds_mla"}}, {"util", shares}});
  for (const SweepFormat format : {SweepFormat::csv, SweepFormat::json_lines}) {
    const SweepText text(sweep, format);
    const auto alone = text.lines(100, 5000, 1);
    REQUIRE(alone.size() == 5);
    for (const std::size_t threads : {2U, 8U}) CHECK(text.lines(100, 5000, threads) == alone);
  }
}

TEST_CASE("A value stands bare in JSON only where JSON has such a number") {
  const auto cell = [](const std::string& axis, const std::string& value) {
    const Sweep sweep(story(0.74), {{axis, {value}}});
    const std::string text = SweepText(sweep, SweepFormat::json_lines).lines(0, 1, 1).front();
    const std::size_t from = text.find(':') + 1;
    return text.substr(from, text.find(",\"layout\":") - from);
  };
  CHECK(cell("max_num_seqs", "71") == "71");
  CHECK(cell("util", "0.5") == "0.5");
  CHECK(cell("weights", "071") == R"("071")");
  for (const char* word : {"nan", "inf", "1e", "0x1", "1 "}) {
    CHECK(cell("quantization", word) == '"' + std::string(word) + '"');
  }
  CHECK(cell("quantization", "a\\b\"c") == R"("a\\b\"c")");
}

TEST_CASE("Without a swept share each box keeps its own") {
  PlanRequest request = story(0.74);
  request.utilization = {0.74, 0.78};
  const Sweep sweep(request, {{"kv_cache_dtype", {"fp8"}}});
  const std::size_t copy = layout_index(sweep, "replicated-2xtp1");
  const SweepColumns all = sweep.all();
  CHECK(all.num_blocks[copy] == 281);                       // of the poorer copy
  CHECK(all.kv_cache_tokens[copy] == 759'406 + 1'102'626);  // of both
}

TEST_CASE("What cannot be swept is refused before a row is made") {
  CHECK(refused({{"colour", {"red"}}}) ==
        "--axis: expected util, weights or an option of the engine but for its sizes, found "
        "\"colour\"");
  CHECK(refused({{"util", {"1.5"}}}) ==
        "--gpu-memory-utilization: expected a share above 0, at most 1, found 1.5");
  CHECK(refused({{"kv_cache_dtype", {"fp8", "fp9"}}}) ==
        "--kv-cache-dtype: expected one of vLLM's cache dtypes, found \"fp9\"");
  CHECK(refused({{"mamba_cache_mode", {"alin"}}}) ==
        "--mamba-cache-mode: expected none, align or all, found \"alin\"");
  CHECK(refused({{"util", {"0.7"}}, {"gpu_memory_utilization", {"0.8"}}}) ==
        "--axis: expected each input once, found \"gpu_memory_utilization\" again");
  CHECK(refused({{"max_model_len", {}}}) == "--axis max_model_len: expected values, found none");
  CHECK(refused({{"max_model_len", {"-7"}}}) != "nothing");
}
