#include "kvplan/units.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "kvplan/error.hpp"

using namespace kvplan;

TEST_CASE("a started block is a used block, and half a page holds nothing") {
  const TokensPerBlock block{16_tokens};
  CHECK(blocks_for(0_tokens, block) == 0_blocks);
  CHECK(blocks_for(1_tokens, block) == 1_blocks);
  CHECK(blocks_for(16_tokens, block) == 1_blocks);
  CHECK(blocks_for(17_tokens, block) == 2_blocks);
  const BytesPerBlock page{4096_B};
  CHECK(blocks_in(4095_B, page) == 0_blocks);
  CHECK(blocks_in(8191_B, page) == 1_blocks);
  CHECK(blocks_in(Bytes{-1}, page) == 0_blocks);
}

TEST_CASE("a deficit is a negative count") { CHECK((1_GiB - 2_GiB).count() == -1'073'741'824); }

TEST_CASE("a product that leaves 64 bits throws and never wraps") {
  constexpr std::int64_t big = std::numeric_limits<std::int64_t>::max();
  CHECK(product(3, -4) == -12);
  CHECK_THROWS_AS((void)product(big, 2), std::overflow_error);
  CHECK_THROWS_AS((void)sum(big, 1), std::overflow_error);
  CHECK_THROWS_AS((void)(Blocks{big} * BytesPerBlock{Bytes{2}}), std::overflow_error);
  CHECK_THROWS_AS((void)round_up(big, 16), std::overflow_error);
}

TEST_CASE("sizes are read as people write them") {
  struct Row {
    const char* text;
    std::int64_t bytes;
  };
  for (const Row& row :
       {Row{"71GiB", 76'235'669'504}, Row{"5.5 GiB", 5'905'580'032}, Row{"128GB", 128'000'000'000},
        Row{"512MiB", 536'870'912}, Row{"1000", 1000}, Row{"0", 0},
        Row{" 2 TiB ", 2'199'023'255'552}, Row{"1kB", 1000}, Row{"1KiB", 1024}, Row{"0.5B", 0}}) {
    CAPTURE(row.text);
    CHECK(parse_size(row.text, "--weights").count() == row.bytes);
  }
}

TEST_CASE("what is no size is one line that names the option") {
  for (const char* text : {"", "GiB", "71XB", "-1GiB", "1e999", "nan", "inf", "71 Gi B", "0x10",
                           "99999999999TiB", "1,5GiB", "9200000000000000000B"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)parse_size(text, "--weights"), Error);
  }
  try {
    (void)parse_size("71XB", "--weights");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::invalid);
    CHECK(error.file() == "--weights");
    CHECK(error.found() == "\"71XB\"");
    CHECK(std::string(error.what()) ==
          "--weights: expected a size such as 71GiB, 128GB or 1000 (bytes), found \"71XB\"");
  }
}

TEST_CASE("numbers for people") {
  CHECK(format_gib(Bytes{77'123'156'232}) == "71.83 GiB");
  CHECK(format_gib(Bytes{-536'870'912}) == "-0.50 GiB");
  CHECK(format_count(499'110) == "499,110");
  CHECK(format_count(-1'234'567) == "-1,234,567");
  CHECK(format_count(999) == "999");
  CHECK(format_count(-999) == "-999");
  CHECK(format_count(std::numeric_limits<std::int64_t>::min()) == "-9,223,372,036,854,775,808");
  CHECK(format_short(759'406) == "759 k");
  CHECK(format_short(1'102'626) == "1.10 M");
  CHECK(format_short(312) == "312");
  CHECK(format_short(9'994'999) == "9.99 M");
  CHECK(format_short(9'995'000) == "10.0 M");
  CHECK(format_short(99'949'999) == "99.9 M");
  CHECK(format_short(99'950'000) == "100 M");
}
