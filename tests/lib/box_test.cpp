#include "kvplan/box.hpp"

#include <doctest/doctest.h>

#include <string>

#include "kvplan/catalog.hpp"
#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "kvplan/facts.hpp"
#include "kvplan/layout.hpp"
#include "kvplan/tensor_files.hpp"
#include "lib/planned.hpp"

using namespace kvplan;

namespace {

std::vector<std::string> ids(std::size_t boxes, int gpus) {
  Box box;
  box.gpus = gpus;
  std::vector<std::string> result;
  for (const Layout& layout : layouts_of(std::vector<Box>(boxes, box))) {
    result.push_back(layout.id());
  }
  return result;
}

}  // namespace

TEST_CASE("every shipped box is a box file of the contract's form") {
  for (const char* name : {"gb10", "gb10-119", "h100", "b200", "l40s", "rtxpro6000"}) {
    CAPTURE(name);
    const Box box = find_box(name, tests::source_dir() / "boxes");
    CHECK(box.name == name);
    CHECK(box.total > 40_GiB);
    CHECK(box.sm_count > 0);
    CHECK(box.reserve.low <= box.reserve.likely);
    CHECK(box.reserve.likely <= box.reserve.high);
  }
  CHECK(gib(find_box("gb10", tests::source_dir() / "boxes").total) ==
        doctest::Approx(121.69).epsilon(0.0001));
  CHECK(gib(find_box("gb10-119", tests::source_dir() / "boxes").total) ==
        doctest::Approx(119.67).epsilon(0.0001));
}

TEST_CASE("a shipped box is found without its folder, and a name that is none lists them") {
  CHECK(find_box("gb10", "no such folder") == find_box("gb10", tests::source_dir() / "boxes"));
  CHECK_THROWS_WITH_AS((void)find_box("gb11", "no such folder"),
                       "--box: expected a box file or one of b200, gb10, gb10-119, h100, l40s, "
                       "rtxpro6000, found \"gb11\"",
                       Error);
}

TEST_CASE("a box file that is wrong is named by its pointer") {
  const auto pointer = [](const std::string& json) -> std::string {
    try {
      (void)box_from(parse_json(json, "box.json"));
    } catch (const Error& error) {
      return error.pointer();
    }
    return "no error";
  };
  CHECK(pointer(R"({"memory": "unified"})") == "/name");
  CHECK(pointer(R"({"name": "x", "memory": "shared"})") == "/memory");
  CHECK(pointer(R"({"name": "x", "memory": "unified", "total_bytes": 0})") == "/total_bytes");
  CHECK(pointer(R"({"name": "x", "memory": "unified", "total_bytes": 1, "capability": [12]})") ==
        "/capability");
  CHECK(pointer(R"({"name": "x", "memory": "unified", "total_bytes": 1, "capability": [12, 1],
                    "reserve": {"low_bytes": 3, "bytes": 2, "high_bytes": 4}})") == "/reserve");
  const std::string good =
      R"({"name": "x", "memory": "unified", "total_bytes": 1, "capability": [12, 1], )";
  CHECK(pointer(good + R"("resrve": {"bytes": 2}})") == "/resrve");
  CHECK(pointer(good + R"("gpu": 2})") == "/gpu");
  CHECK(pointer(good + R"("reserve": {"byte": 2}})") == "/reserve/byte");
  CHECK(pointer(good + R"("bandwidth_bytes_per_s": -1})") == "/bandwidth_bytes_per_s");
  // What is near no name is a note of whoever wrote the file.
  CHECK(pointer(good + R"("note": "ours", "date": "2026-12-01", "url": "x"})") == "no error");
}

TEST_CASE("boxes of one name are numbered, others keep theirs") {
  std::vector<Box> boxes(3);
  boxes[0].name = boxes[2].name = "gb10";
  boxes[1].name = "h100";
  number_boxes(boxes);
  CHECK(boxes[0].name == "gb10-1");
  CHECK(boxes[1].name == "h100");
  CHECK(boxes[2].name == "gb10-2");
}

TEST_CASE("the layouts of one, two and four boxes") {
  CHECK(ids(1, 1) == std::vector<std::string>{"single-1xtp1"});
  CHECK(ids(1, 8) == std::vector<std::string>{"single-1xtp8", "replicated-8xtp1", "mixed-4xtp2",
                                              "mixed-2xtp4", "pipeline-1xpp8", "mixed-8xtp1dp8ep"});
  CHECK(ids(2, 1) == std::vector<std::string>{"replicated-2xtp1", "split-1xtp2", "pipeline-1xpp2",
                                              "mixed-2xtp1dp2ep"});
  CHECK(ids(4, 1) == std::vector<std::string>{"replicated-4xtp1", "split-1xtp4", "pipeline-1xpp4",
                                              "mixed-2xtp2", "mixed-2xpp2", "pipeline-1xtp2pp2",
                                              "mixed-4xtp1dp4ep"});
}

TEST_CASE("a model is found by path, by name, and by name without its org") {
  const auto models = tests::source_dir() / "models";
  const auto folder = models / "meta-llama--Meta-Llama-3.1-8B";
  CHECK(find_model("meta-llama--Meta-Llama-3.1-8B", models) == folder);
  CHECK(find_model("Meta-Llama-3.1-8B", models) == folder);
  CHECK(find_model(folder.string(), models) == folder);
  CHECK_THROWS_AS((void)find_model("no-such-model", models), Error);
}

TEST_CASE("a name too long for a file is a name of nothing") {
  const std::string name(300, 'm');
  CHECK_THROWS_AS((void)find_model(name, tests::source_dir() / "models"), Error);
  CHECK_THROWS_AS((void)find_box(name, tests::source_dir() / "boxes"), Error);
  CHECK_THROWS_AS((void)read_config(name), Error);
  CHECK(!read_facts(name).weights);
  CHECK_THROWS_AS((void)read_tensor_files(name, std::nullopt), Error);
}

TEST_CASE("every shipped model is described, and its facts are read") {
  const auto models = tests::source_dir() / "models";
  const auto names = model_names(models);
  CHECK(names.size() >= 5);
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(!read_model(models / name).architecture.layers.empty());
    CHECK(read_facts(models / name).weights.has_value());
  }
}
