#include "kvplan/config.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "kvplan/error.hpp"

using namespace kvplan;

namespace {

std::string message(auto call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// A folder that goes with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "kvplan-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
  }
  std::filesystem::path path;
};

}  // namespace

TEST_CASE("members are keys and values with their places, nulls among them") {
  const ConfigNode node = parse_json(R"({"a/b": {"x": 1}, "c": null})", "config.json").at("a/b");
  REQUIRE(node.members().size() == 1);
  CHECK(node.members()[0].first == "x");
  CHECK(node.members()[0].second.pointer() == "/a~1b/x");
  CHECK(node.members()[0].second.as_integer() == 1);
  const auto all = parse_json(R"({"a": [1], "c": null})", "config.json").members();
  REQUIRE(all.size() == 2);
  CHECK(message([&] { (void)all[1].second.as_integer(); }) ==
        "config.json: /c: expected an integer ≥ 1, found null");
  CHECK(all[0].second.members().empty());  // an array
}

TEST_CASE("a copy with members in place of an object's own leaves the object alone") {
  const ConfigNode node = parse_json(R"({"a": 1, "b": {"c": 2}, "d": 3})", "config.json").at("b");
  const ConfigNode more = parse_json(R"({"c": 4, "e": [5]})", "defaults");
  const ConfigNode copy =
      node.with_members({{"c", more.at("c")}, {"e", more.at("e")}, {"f", parse_json("null", "")}});
  CHECK(copy.dump() == R"({"c":4,"e":[5],"f":null})");
  CHECK(copy.file() == "config.json");
  CHECK(copy.at("e").pointer() == "/e");
  CHECK_FALSE(copy.has("f"));
  CHECK(node.dump() == R"({"c":2})");
}

TEST_CASE("a field that is wrong is named with file, pointer, expected and found") {
  const ConfigNode node = parse_json(
      R"({"text_config": {"heads": "8", "zero": 0, "half": 1.5, "big": 1e300, "list": [1, "x"]}})",
      "config.json");
  const ConfigNode text = node.at("text_config");
  CHECK(message([&] { (void)text.integer("heads"); }) ==
        "config.json: /text_config/heads: expected an integer ≥ 1, found \"8\"");
  CHECK(message([&] { (void)text.integer("absent"); }) ==
        "config.json: /text_config/absent: expected an integer ≥ 1, found nothing");
  CHECK(message([&] { (void)text.integer("zero"); }) ==
        "config.json: /text_config/zero: expected an integer ≥ 1, found 0");
  CHECK(message([&] { (void)text.integer("half"); }) ==
        "config.json: /text_config/half: expected an integer ≥ 1, found 1.5");
  CHECK(message([&] { (void)text.integer("big"); }) ==
        "config.json: /text_config/big: expected an integer ≥ 1, found 1e+300");
  CHECK(message([&] { (void)text.integers("list"); }) ==
        "config.json: /text_config/list/1: expected an integer ≥ 0, found \"x\"");
  CHECK(message([&] { (void)text.strings("list"); }) ==
        "config.json: /text_config/list/0: expected a string, found 1");
  CHECK(message([&] { (void)text.number_or("heads", 1); }) ==
        "config.json: /text_config/heads: expected a number, found \"8\"");
  CHECK(message([&] { (void)text.boolean_or("zero", true); }) ==
        "config.json: /text_config/zero: expected true or false, found 0");
  CHECK(message([&] { (void)text.string_or("half", ""); }) ==
        "config.json: /text_config/half: expected a string, found 1.5");
}

TEST_CASE("null counts as absent, and a whole number may be written as a float") {
  const ConfigNode node = parse_json(R"({"a": null, "b": 4096.0})", "");
  CHECK(!node.has("a"));
  CHECK(node.contains("a"));
  CHECK_FALSE(node.contains("c"));
  CHECK(node.number_if_any("b") == 4096.0);
  CHECK_FALSE(node.number_if_any("a"));
  CHECK(node.integer_or("a", 7) == 7);
  CHECK(node.integer("b") == 4096);
}

TEST_CASE("a syntax error names its line") {
  CHECK(message([] { (void)parse_json("{\n  \"a\": 1,\n  oops\n}", "config.json"); }) ==
        "config.json: line 3: expected JSON, found a syntax error");
  CHECK(message([] { (void)parse_json("", "config.json"); }) ==
        "config.json: line 1: expected JSON, found an empty file");
}

TEST_CASE("a pointer escapes what a key may hold") {
  const ConfigNode node = parse_json(R"({"a/b~c": 0})", "");
  CHECK(node.at("a/b~c").pointer() == "/a~1b~0c");
}

TEST_CASE("the language model of a nested config is its text_config") {
  const ModelConfig config = config_from(
      parse_json(R"({"model_type": "vl", "architectures": ["A"], "text_config": {"n": 1}})", ""),
      "x");
  CHECK(config.text.integer("n") == 1);
  CHECK(config.model_type() == "vl");
  CHECK(config.architecture() == "A");
}

TEST_CASE("a quantization side file counts only when it names a producer") {
  const Folder folder;
  folder.write("config.json", R"({"model_type": "llama"})");
  folder.write("hf_quant_config.json", R"({"quantization": {"quant_algo": "NVFP4"}})");
  CHECK(!read_config(folder.path).quantization.has_value());
  folder.write("hf_quant_config.json",
               R"({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "NVFP4"}})");
  CHECK(read_config(folder.path).quant_method() == "modelopt_fp4");
  folder.write("config.json",
               R"({"model_type": "llama", "quantization_config": {"quant_method": "FP8"}})");
  CHECK(read_config(folder.path / "config.json").quant_method() == "fp8");
}

TEST_CASE("beside X.json its sibling X.hf_quant_config.json is read") {
  const Folder folder;
  folder.write("m.json", R"({"model_type": "llama"})");
  folder.write("m.hf_quant_config.json",
               R"({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8"}})");
  CHECK(read_config(folder.path / "m.json").quant_method() == "modelopt");
}

TEST_CASE("what is no readable file is said in one line") {
  const Folder folder;
  CHECK(message([&] { (void)read_json(folder.path / "none.json"); }) ==
        (folder.path / "none.json").string() +
            ": expected a readable file, found nothing of that name");
  CHECK(message([&] { (void)read_json(folder.path); }) ==
        folder.path.string() + ": expected a readable file, found a folder");
  CHECK(message([] { (void)read_json("/dev/null"); }) ==
        "/dev/null: expected a readable file, found something that is not a file");
}
