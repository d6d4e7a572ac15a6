#include "render/json_writer.hpp"

#include <doctest/doctest.h>

#include <limits>

using kvplan::render::JsonWriter;

namespace {

std::string written(auto value) {
  JsonWriter out;
  out.value(value);
  return out.text();
}

}  // namespace

TEST_CASE("strings are escaped, and bytes that are no UTF-8 are replaced") {
  CHECK(written("a\"b\\c\n\t\x01") == R"("a\"b\\c\n\t\u0001")");
  CHECK(written("grün 漢 🙂") == "\"grün 漢 🙂\"");
  CHECK(written("\xff\xc0\xaf\xed\xa0\x80x") ==
        "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF"
        "\xBD\xEF\xBF\xBD\xEF\xBF\xBDx\"");
}

TEST_CASE("numbers are written at full precision, and what is no number is null") {
  CHECK(written(2.8969072164948453) == "2.8969072164948453");
  CHECK(written(4.0) == "4.0");
  CHECK(written(std::int64_t{9'007'199'254'740'993}) == "9007199254740993");
  CHECK(written(std::numeric_limits<double>::infinity()) == "null");
  CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "null");
}

TEST_CASE("objects and lists nest, on one line or indented") {
  const auto fill = [](JsonWriter out) {
    out.begin_object().member("a", 1).key("b").begin_array().value(true).null().end_array();
    return out.key("c").begin_object().end_object().end_object().text();
  };
  CHECK(fill(JsonWriter{}) == R"({"a":1,"b":[true,null],"c":{}})");
  CHECK(fill(JsonWriter{2}) ==
        "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null\n  ],\n  \"c\": {}\n}");
}
