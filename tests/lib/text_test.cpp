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

TEST_CASE("Letters of ASCII become large, and they and digits are told from all else") {
  CHECK(uppered("AZaz@[09\xc3\xb6") == "AZAZ@[09\xc3\xb6");
  for (const char c : {'a', 'z', 'A', 'Z', '0', '9'}) CHECK(is_alphanumeric(c));
  for (const char c : {'@', '[', '`', '{', '/', ':', '_', '\xe4'}) CHECK_FALSE(is_alphanumeric(c));
}

TEST_CASE("Slips are letters put in, left out, changed or swapped") {
  CHECK(slips("reserve", "reserve") == 0);
  CHECK(slips("resrve", "reserve") == 1);
  CHECK(slips("modle", "model") == 1);
  CHECK(slips("nmae", "name") == 1);
  CHECK(slips("note", "name") == 2);
  CHECK(slips("", "abc") == 3);
}
