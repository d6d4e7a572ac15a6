#include "kvplan/structured_file.hpp"

#include <doctest/doctest.h>

#include "kvplan/error.hpp"

using namespace kvplan;

namespace {

std::string failure(std::string_view text, FileFormat format) {
  try {
    static_cast<void>(parse_structured(text, "f", format));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("TOML, YAML and JSON of the same content are the same tree") {
  const auto toml = parse_structured("a = 1\n[limits]\nshare = 0.74\nnames = [\"x\", \"y\"]\n", "f",
                                     FileFormat::toml);
  const auto yaml =
      parse_structured("a: 1\nlimits:\n  share: 0.74\n  names: [x, 'y']\n", "f", FileFormat::yaml);
  const auto json = parse_structured(R"({"a": 1, "limits": {"share": 0.74, "names": ["x", "y"]}})",
                                     "f", FileFormat::json);
  for (const StructuredFile* file : {&toml, &yaml, &json}) {
    CHECK(file->root.integer("a") == 1);
    CHECK(file->root.at("limits").at("share").as_number() == 0.74);
    CHECK(file->root.at("limits").strings("names") == std::vector<std::string>{"x", "y"});
  }
}

TEST_CASE("A value knows its line; one that is not there has the line of what would hold it") {
  const auto toml = parse_structured("# policy\nmodel = \"m\"\n\n[limits]\nlayouts = [\"split\"]\n",
                                     "f", FileFormat::toml);
  CHECK(toml.line("/model") == 2);
  CHECK(toml.line("/limits/layouts") == 5);
  CHECK(toml.line("/limits/absent") == 4);
  CHECK(toml.line("/absent/deeper") == 1);
  const auto yaml = parse_structured("a:\n  - b: 1\n    c: 2\n", "f", FileFormat::yaml);
  CHECK(yaml.line("/a/0/c") == 3);
  const auto json =
      parse_structured("{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}\n", "f", FileFormat::json);
  CHECK(json.line("/a/b") == 3);
}

TEST_CASE("YAML's plain scalars have types, quoted ones are text, merge keys are resolved") {
  const auto file = parse_structured(
      "base: &base {port: 8000, key: \"1\"}\n"
      "copy:\n  <<: *base\n  port: 8001\n"
      "on: yes\nnone: ~\nhex: 0x10\nversion: 1.2.3\n",
      "f", FileFormat::yaml);
  const ConfigNode copy = file.root.at("copy");
  CHECK(copy.integer("port") == 8001);
  CHECK(copy.at("key").as_string() == "1");
  CHECK(file.root.at("on").as_string() == "yes");
  CHECK_FALSE(file.root.has("none"));
  CHECK(file.root.integer("hex") == 16);
  CHECK(file.root.at("version").as_string() == "1.2.3");
}

TEST_CASE("A date of TOML is its text") {
  const auto file = parse_structured("until = 2026-12-31\n", "f", FileFormat::toml);
  CHECK(file.root.at("until").as_string() == "2026-12-31");
}

TEST_CASE("What cannot be read is one line with the line's number") {
  CHECK(failure("a = \n", FileFormat::toml).starts_with("f: line 1: expected TOML, found "));
  CHECK(failure("a: 1\nb: [1\n", FileFormat::yaml).starts_with("f: line 3: expected YAML, found "));
  CHECK(failure("a: 1\na: 2\n", FileFormat::yaml) ==
        "f: line 2: expected each name once, found \"a\" again");
  CHECK(failure("{\n\"a\": \n}", FileFormat::json) ==
        "f: line 3: expected JSON, found a syntax error");
}

TEST_CASE("An alias that repeats itself and a tree without end are refused") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int k = 1; k < 10; ++k) bomb += ", " + last;
    bomb += "]\n";
  }
  CHECK(failure(bomb, FileFormat::yaml).find("at most 1,000,000 values") != std::string::npos);
  std::string merges = "a0: &a0 {}\n";
  for (int i = 1; i < 30; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    merges += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " {<<: [" + last + ", " +
              last + "]}\n";
  }
  CHECK(failure(merges, FileFormat::yaml).find("at most 1,000,000 values") != std::string::npos);
  const std::string deep = std::string(200, '[') + std::string(200, ']');
  CHECK(failure(deep, FileFormat::yaml).find("at most 100 levels") != std::string::npos);
  CHECK(failure("a = " + deep, FileFormat::toml) != "no error");
  CHECK(failure("a: &a [*a]\n", FileFormat::yaml) != "no error");
}

TEST_CASE("a number that is none is refused in every format, not taken for absent") {
  CHECK(failure("a = 1\nb = nan\n", FileFormat::toml) ==
        "f: line 2: expected a finite number, found nan");
  CHECK(failure("b = -inf\n", FileFormat::toml) ==
        "f: line 1: expected a finite number, found inf");
  const auto number = [](std::string_view text, FileFormat format) {
    return parse_structured(text, "f", format).root.number_or("b", 1);
  };
  CHECK_THROWS_AS((void)number(R"({"b": NaN})", FileFormat::json), Error);
  CHECK_THROWS_AS((void)number(R"({"b": -Infinity})", FileFormat::json), Error);
  CHECK_THROWS_AS((void)number("b: .nan", FileFormat::yaml), Error);
  CHECK(number(R"({"b": null})", FileFormat::json) == 1);
}

TEST_CASE("JSON ends where the text does, not at a byte of 0") {
  using namespace std::string_view_literals;
  CHECK(failure("{\"a\": 1}\n\0{"sv, FileFormat::json) ==
        "f: line 2: expected JSON, found a byte of 0");
}
