#include "text.hpp"

#include <doctest/doctest.h>

using namespace kvplan;

TEST_CASE("Blanks at both ends are left out, those between stay") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed("a") == "a");
  CHECK(trimmed(" \r\n\t").empty());
  CHECK(trimmed("").empty());
  CHECK(trimmed("\xc2\xa0 a") == "\xc2\xa0 a");  // a no-break space is a character
}

TEST_CASE("Letters of ASCII become small, all others stay") {
  CHECK(lowered("AZaz@[09") == "azaz@[09");
  CHECK(lowered("GRÖSSE") == "grÖsse");
}

TEST_CASE("There is one part more than separators") {
  using Parts = std::vector<std::string>;
  CHECK(split("0.74,0.78", ',') == Parts{"0.74", "0.78"});
  CHECK(split("0.74", ',') == Parts{"0.74"});
  CHECK(split(",a,,", ',') == Parts{"", "a", "", ""});
  CHECK(split("", ',') == Parts{""});
}
