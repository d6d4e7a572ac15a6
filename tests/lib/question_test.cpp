#include "kvplan/question.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "deployment/command.hpp"
#include "kvplan/error.hpp"
#include "lib/planned.hpp"

using namespace kvplan;

namespace {

Question question_of(const std::string& vllm_args) {
  Question question;
  question.vllm_args = vllm_args;
  return question;
}

PlanRequest request_of(const std::string& vllm_args) {
  return request_from(question_of(vllm_args), tests::source_dir());
}

}  // namespace

TEST_CASE("a serve line is read in the shapes in which people paste it") {
  const std::vector<std::string> lines{
      "vllm serve meta-llama/Meta-Llama-3.1-8B --gpu-memory-utilization 0.8 -tp 2 --port 8000",
      "/opt/venv/bin/vllm serve meta-llama/Meta-Llama-3.1-8B --gpu-memory-utilization=0.8 -tp 2",
      "serve meta-llama/Meta-Llama-3.1-8B -tp 2 --gpu-memory-utilization '0.8'",
      "--model meta-llama/Meta-Llama-3.1-8B --gpu-memory-utilization 0.8 --tensor-parallel-size 2",
      "vllm serve meta-llama/Meta-Llama-3.1-8B \\\n  --gpu-memory-utilization 0.8 \\\n  -tp 2",
      "python -m vllm.entrypoints.openai.api_server --model meta-llama/Meta-Llama-3.1-8B "
      "--gpu-memory-utilization 0.8 -tp 2"};
  for (const std::string& line : lines) {
    CAPTURE(line);
    const PlanRequest request = request_of(line);
    CHECK(request.model->config.name == "meta-llama--Meta-Llama-3.1-8B");
    CHECK(request.utilization == std::vector<double>{0.8, 0.8});
    CHECK(request.options.tensor_parallel_size == 2);
  }
}

TEST_CASE("what is given beside a serve line wins") {
  Question question = question_of(
      "vllm serve Meta-Llama-3.1-8B --max-model-len 8k "
      "--no-enable-prefix-caching --kv-cache-dtype fp8");
  question.engine_options["kv_cache_dtype"] = "bfloat16";
  const PlanRequest request = request_from(question, tests::source_dir());
  CHECK(request.options.max_model_len == Tokens{8000});
  CHECK(request.options.enable_prefix_caching == false);
  CHECK(request.options.kv_cache_dtype == "bfloat16");
}

TEST_CASE("a speculative config of a serve line is JSON in quotes") {
  const PlanRequest request = request_of(
      R"(vllm serve Qwen3-Next-80B-A3B-Instruct --speculative-config '{"method": "mtp", "num_speculative_tokens": 2}')");
  REQUIRE(request.options.speculative_config.has_value());
  CHECK(request.options.speculative_config->num_speculative_tokens == 2);
}

TEST_CASE("words are split as a shell splits them") {
  CHECK(deployment::shell_words(R"(a "b c" 'd "e' f\ g "h\"i" '')") ==
        std::vector<std::string>{"a", "b c", "d \"e", "f g", "h\"i", ""});
  CHECK_THROWS_AS((void)deployment::shell_words("a 'b"), Error);
}

TEST_CASE("a question without a model, or with a share out of range, is one clear line") {
  const auto message = [](const Question& question) -> std::string {
    try {
      (void)request_from(question, tests::source_dir());
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  Question question;
  CHECK(message(question) ==
        "--model: expected a config.json, a folder with one, or a shipped model, found nothing");
  question.model = "Meta-Llama-3.1-8B";
  question.util = "112";
  CHECK(message(question) == "--util: expected a share above 0, at most 1, found \"112\"");
  question.util = "0.7,0.7,0.7";
  CHECK(message(question) == "--util: expected one share, or one for each of the 2 boxes, found 3");
  question.util = "0.7";
  question.services = {"postgres=6GiB@gb10-7"};
  CHECK(message(question) ==
        "--service: expected a box of this plan (gb10-1, gb10-2), found \"gb10-7\"");
}

TEST_CASE("an engine beside this one takes its share of every plan that is made of the question") {
  Question question;
  question.model = "Meta-Llama-3.1-8B";
  question.util = "0.7";
  question.beside = {"Qwen3-30B-A3B=0.6@gb10-2"};
  const PlanRequest request = request_from(question, tests::source_dir());
  REQUIRE(request.services.size() == 1);
  CHECK(request.services.front().box == "gb10-2");
  // ceil(0.6 x the box's bytes), as vLLM requests them
  const double share = 0.6 * static_cast<double>(request.boxes[1].total.count());
  CHECK(request.services.front().bytes == Bytes{static_cast<std::int64_t>(std::ceil(share))});
  const Report report = plan(request);
  REQUIRE(report.neighbours.size() == 1);
  CHECK(report.neighbours.front().box == "gb10-2");
  CHECK(report.neighbours.front().utilization == 0.6);
  CHECK(report.exit_code() == 1);  // 0.7 + 0.6 of one box
  question.beside = {"Qwen3-30B-A3B=0.6@gb10-3"};
  CHECK_THROWS_WITH_AS((void)request_from(question, tests::source_dir()),
                       "--beside: expected a box of this plan (gb10-1, gb10-2), found \"gb10-3\"",
                       Error);
}
