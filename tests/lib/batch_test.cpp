// What a stream of questions keeps: its order, and its bytes whatever the number of threads. The
// answers themselves are tests/lib/vllm_vectors_test.cpp's.
#include "kvplan/batch.hpp"
#include "source_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace kvplan;

namespace {

const std::filesystem::path vectors = kvplan::tests::source_dir() / "tests/golden/vllm-0.33";

/// Every third vector, so that threads meet models that others have read and new ones.
std::vector<std::string> mixed_lines() {
  std::ifstream file(vectors / "vectors.jsonl");
  std::vector<std::string> lines;
  std::size_t i = 0;
  for (std::string line; std::getline(file, line); ++i) {
    if (i % 3 == 0) lines.push_back(line);
    if (i % 30 == 0) lines.emplace_back("{\"id\": 1, \"config\": ");
  }
  return lines;
}

}  // namespace

TEST_CASE("Answers are the same for any number of threads, and in the order of the lines") {
  const std::vector<std::string> lines = mixed_lines();
  REQUIRE(lines.size() > 130);
  const auto alone = Batch(vectors).answers(lines, 1);
  REQUIRE(alone.size() == lines.size());
  for (const std::size_t threads : {2U, 8U}) {
    const Batch batch(vectors);
    CHECK(batch.answers(lines, threads) == alone);
    CHECK(batch.answers(lines, threads) == alone);  // now that it knows the models
  }
}

TEST_CASE("a model that cannot be read holds up nobody who asks for it too") {
  const std::vector<std::string> lines(200, R"({"id": 1, "config": "nowhere.json"})");
  const auto answers = Batch(vectors).answers(lines, 8);
  REQUIRE(answers.size() == lines.size());
  CHECK(answers.front().find("nowhere.json: expected") != std::string::npos);
  for (const std::string& answer : answers) CHECK(answer == answers.front());
}

TEST_CASE("an answer does not depend on the lines before it") {
  const std::string question =
      R"({"config": "configs/CohereForAI--aya-23-8B.json", "available_bytes": 37580963841)";
  const std::string given = question + R"(, "options": {"quantization": ""}})";
  const std::string left_out = question + R"(, "options": {}})";
  const Batch alone(vectors);
  const std::string without = alone.answer(left_out);
  CHECK(without.find("\"total_bytes\":16058163712") != std::string::npos);  // vectors.jsonl
  const Batch batch(vectors);
  CHECK(batch.answer(given) != without);  // no method has that name
  CHECK(batch.answer(left_out) == without);
  CHECK(batch.answer(given) == Batch(vectors).answer(given));
}

TEST_CASE("a misspelt name of a question is refused where it stands, a note is passed over") {
  const auto error = [](const std::string& more) {
    const std::string answer = Batch(vectors).answer(
        R"({"config": "configs/CohereForAI--aya-23-8B.json", "available_bytes": 37580963841, )" +
        more + "}");
    const std::size_t from = answer.find("\"error\":") + 8;
    return answer.substr(from, answer.find(",\"fits\"") - from);
  };
  CHECK(error(R"("optoins": {"max_model_len": 4096})") ==
        R"("/optoins: expected options, found a misspelt name")");
  CHECK(
      error(R"("tensor_parallel_size": 2)") ==
      R"("/tensor_parallel_size: expected an option of the engine under /options, found it beside them")");
  const std::string platform =
      R"("platform": {"capability": [12, 1], "total_memory_bytes": 1000, )";
  CHECK(error(platform + R"("sm_cnt": 48})") ==
        R"("/platform/sm_cnt: expected sm_count, found a misspelt name")");
  CHECK(error(platform + R"("sm_count": 1048577})") ==
        R"("/platform/sm_count: expected at most 1,048,576, found 1048577")");
  CHECK(
      error(R"("options": {"speculative_config": {"modle": "x", "num_speculative_tokens": 1}})") ==
      R"("/options/speculative_config/modle: expected model, found a misspelt name")");
  CHECK(error(R"("expect": {}, "note": "ours")") == "null");
}
