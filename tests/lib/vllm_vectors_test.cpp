// What vLLM 0.33's own code computes: every number of every vector, digit for digit.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "kvplan/batch.hpp"
#include "kvplan/config.hpp"
#include "kvplan/family.hpp"
#include "source_dir.hpp"

namespace {

using namespace kvplan;

const std::string folder = kvplan::tests::source_dir().string() + "/tests/golden/vllm-0.33";

std::vector<std::string> vectors(const std::string& name) {
  std::ifstream file(folder + "/" + name);
  REQUIRE(file.good());
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string member(const ConfigNode& node, const std::string& key) {
  const auto found = node.find(key);
  return found ? found->text() : "null";
}

/// Members on which two objects differ, lists of objects compared one by one.
void differences(const ConfigNode& expected, const ConfigNode& found, const std::string& where,
                 std::string& out) {
  for (const std::string& key : expected.keys()) {
    const auto list = expected.find(key);
    if (list && list->is_array()) {
      const auto wanted = list->items();
      const auto given = found.has(key) ? found.at(key).items() : std::vector<ConfigNode>{};
      if (wanted.size() != given.size()) out += where + key + ": another number; ";
      for (std::size_t i = 0; i < std::min(wanted.size(), given.size()); ++i) {
        differences(wanted[i], given[i], where + key + "/" + std::to_string(i) + "/", out);
      }
    } else if (member(expected, key) != member(found, key)) {
      out += where + key + ": " + member(expected, key) + ", ours " + member(found, key) + "; ";
    }
  }
}

/// Families that vLLM 0.33 has no vector for here. A new family belongs in vectors.jsonl or in
/// this list, with its reason.
const std::set<std::string> without_vector{
    "bamba",        "minimax_text_01", "plamo2",  // served by older releases only
    "nemotron_nas",                               // its published config asks for remote code
    "lfm2_moe",    // the config at hand lacks layer_types, which vLLM refuses
    "minimax_m3",  // its config.json is 3 MB; compared outside the tree
};

/// The bytes of rank 0 and of each stage's first rank, as the engine's classes create them.
std::string weights_differ(const ConfigNode& question, const ConfigNode& answer) {
  const auto wanted = question.find("weights");
  if (!wanted) return "";
  const auto given = answer.find("weights");
  if (!given) return "null";
  std::string wrong;
  for (const char* key :
       {"total_bytes", "draft_total_bytes", "host_memory_bytes", "total_bytes_by_pp_rank"}) {
    if (wanted->has(key) && member(*wanted, key) != member(*given, key)) {
      wrong +=
          std::string(key) + ": " + member(*wanted, key) + ", ours " + member(*given, key) + "; ";
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("every vector of vLLM 0.33 is reproduced digit for digit") {
  const Batch batch(folder);
  for (const auto& [name, count] :
       {std::pair{"vectors.jsonl", 397}, std::pair{"extra.jsonl", 507}}) {
    const auto lines = vectors(name);
    CHECK(lines.size() == static_cast<std::size_t>(count));
    for (const std::string& line : lines) {
      const ConfigNode question = parse_json(line, name);
      const ConfigNode answer = parse_json(batch.answer(line), "answer");
      std::string wrong;
      if (answer.has("error")) wrong = answer.at("error").as_string();
      differences(question.at("expect"), answer, "", wrong);
      CHECK_MESSAGE(wrong.empty(), question.at("id").as_string()
                                       << " " << question.at("config").as_string() << " " << wrong);
    }
  }
}

TEST_CASE("the weights of every vector are those that the engine's classes create, to the byte") {
  const Batch batch(folder);
  int compared = 0;
  for (const char* name : {"vectors.jsonl", "extra.jsonl"}) {
    for (const std::string& line : vectors(name)) {
      const ConfigNode question = parse_json(line, name);
      if (!question.has("weights")) continue;
      ++compared;
      const std::string wrong = weights_differ(question, parse_json(batch.answer(line), "answer"));
      CHECK_MESSAGE(wrong.empty(), question.at("id").as_string()
                                       << " " << question.at("config").as_string() << " "
                                       << question.at("options").dump() << " " << wrong);
    }
  }
  CHECK(compared == 866);
}

TEST_CASE("the list of families without a vector is up to date") {
  std::set<std::string> covered;
  for (const char* name : {"vectors.jsonl", "extra.jsonl"}) {
    for (const std::string& line : vectors(name)) {
      const ConfigNode question = parse_json(line, name);
      const auto config = read_config(folder + "/" + question.at("config").as_string());
      covered.insert(describe(config).family);
    }
  }
  std::set<std::string> missing;
  for (const Family& family : family_table()) {
    if (!covered.contains(std::string(family.name))) missing.insert(std::string(family.name));
  }
  std::string names;
  for (const std::string& name : missing) names += name + " ";
  CAPTURE(names);
  CHECK(missing == without_vector);
}
