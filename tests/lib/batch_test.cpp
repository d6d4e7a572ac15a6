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
