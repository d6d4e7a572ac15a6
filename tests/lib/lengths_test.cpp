#include "kvplan/lengths.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "kvplan/error.hpp"

using namespace kvplan;

namespace {

/// A file that is there for one test.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("kvplan-lengths-" + name)) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::vector<LengthShare> shares_of(const RequestLengths& lengths) { return lengths.shares; }

std::string refusal(const std::string& text) {
  try {
    (void)parse_lengths(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("tokens are read as vLLM lets one write them") {
  CHECK(parse_tokens("32000", "--context") == 32000);
  CHECK(parse_tokens("32k", "--context") == 32000);
  CHECK(parse_tokens("32K", "--context") == 32768);
  CHECK(parse_tokens("1.5M", "--context") == 1572864);
  for (const char* text : {"", "k", "-1", "1e3", "32 k", "0x10", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)parse_tokens(text, "--context"), Error);
  }
}

TEST_CASE("between two quantiles every request counts as long as the upper one") {
  const auto lengths = parse_lengths("p50=8k, p90=32k, max=200k");
  REQUIRE(lengths.shares.size() == 3);
  CHECK(lengths.shares[0] == LengthShare{8000_tokens, 0.5});
  CHECK(lengths.shares[1] == LengthShare{32000_tokens, 0.4});
  CHECK(lengths.shares[2].length == 200000_tokens);
  CHECK(lengths.shares[2].share == doctest::Approx(0.1));
  CHECK(lengths.mean() == 36800_tokens);  // 4,000 + 12,800 + 20,000
  CHECK(lengths.longer_than(32000_tokens) == doctest::Approx(0.1));
}

TEST_CASE("lengths with weights; k is 1,000 and K 1,024, as vLLM reads them") {
  CHECK(shares_of(parse_lengths("8k:3,8K:1")) ==
        std::vector<LengthShare>{{8000_tokens, 0.75}, {8192_tokens, 0.25}});
  CHECK(shares_of(parse_lengths("100")) == std::vector<LengthShare>{{100_tokens, 1.0}});
}

TEST_CASE("quantiles without the longest request, or that fall, are refused") {
  CHECK(refusal("p50=8k,p90=32k") ==
        "--need-lengths: expected the longest request too (max=…), found quantiles below it");
  CHECK(refusal("p50=8k,p90=4k,max=9k") ==
        "--need-lengths: expected quantiles that rise, found 4000");
  for (const char* text : {"", "x", "8k:x", "-5", "0", "p0=1,max=2", "p101=5", "8k:-1", "8k:0",
                           "8k:nan", "1e99", "p50"}) {
    CAPTURE(text);
    CHECK(refusal(text).starts_with("--need-lengths: expected"));
  }
}

TEST_CASE("traces: prompt and answer are added; a failed request of none is passed over") {
  const TemporaryFile azure("azure.csv",
                            "TIMESTAMP,ContextTokens,GeneratedTokens\n"
                            "2023-11-16 18:15:46.68,374,26\n2023-11-16 18:15:50.95,0,0\n"
                            "2023-11-16 18:15:51.22,396,4\n");
  CHECK(shares_of(read_lengths(azure.path())) == std::vector<LengthShare>{{400_tokens, 1.0}});
  const TemporaryFile burst("burst.csv",
                            "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
                            "5,ChatGPT,472,18,490,Conversation log\n");
  CHECK(shares_of(read_lengths(burst.path())) == std::vector<LengthShare>{{490_tokens, 1.0}});
  const TemporaryFile mooncake(
      "mooncake.jsonl",
      "{\"timestamp\": 0, \"input_length\": 6758, \"output_length\": 500, "
      "\"hash_ids\": [0, 1]}\n\n"
      "{\"timestamp\": 9, \"input_length\": 7000, \"output_length\": 258}\n");
  CHECK(shares_of(read_lengths(mooncake.path())) == std::vector<LengthShare>{{7258_tokens, 1.0}});
}

TEST_CASE("JSON: lengths, a histogram, quantiles, a benchmark's result") {
  const auto read = [](const std::string& text) {
    const TemporaryFile file("any.json", text);
    return shares_of(read_lengths(file.path()));
  };
  CHECK(read("{\"lengths\": [100, 100, 300, 300]}") ==
        std::vector<LengthShare>{{100_tokens, 0.5}, {300_tokens, 0.5}});
  CHECK(read("{\"histogram\": [{\"up_to\": 100, \"count\": 1}, {\"up_to\": 200, \"count\": 3}]}") ==
        std::vector<LengthShare>{{100_tokens, 0.25}, {200_tokens, 0.75}});
  CHECK(read("{\"quantiles\": {\"p50\": 100, \"max\": 200}}") ==
        std::vector<LengthShare>{{100_tokens, 0.5}, {200_tokens, 0.5}});
  CHECK(read("{\"input_lens\": [90, 250], \"output_lens\": [10, 50]}") ==
        std::vector<LengthShare>{{100_tokens, 0.5}, {300_tokens, 0.5}});
}

TEST_CASE("a bad file says where") {
  const auto message = [](const std::string& name, const std::string& text) {
    const TemporaryFile file(name, text);
    try {
      (void)read_lengths(file.path());
    } catch (const Error& error) {
      return error.pointer() + ": expected " + error.expected() + ", found " + error.found();
    }
    return std::string("no error");
  };
  CHECK(message("a.csv", "in,out\n5,6\n5,x\n") == "line 3: expected a number, found \"x\"");
  CHECK(message("a.csv", "a,b\n1,2\n") ==
        "line 1: expected a head with length, or in and out, found \"a,b\"");
  CHECK(message("a.csv", "in,out\n5\n") == "line 2: expected 2 columns, found 1");
  CHECK(message("a.csv", "in,outt\n100,90000\n") ==
        "line 2: expected a length, or prompt and answer (in, out), found no answer");
  CHECK(message("a.csv", "in,out\n-5,2\n") ==
        "line 2: expected a length of 1 to 2^40 tokens, found -3");
  CHECK(message("a.json", "{\"lengths\": []}") == ": expected requests with lengths, found none");
  CHECK(message("a.json", "{\"lengths\": [\"x\"]}").starts_with("/lengths/0: expected"));
}

TEST_CASE("a long trace becomes at most 2,048 lengths, never shorter ones") {
  std::string text = "length\n";
  for (int i = 1; i <= 5000; ++i) text += std::to_string(i) + "\n";
  const TemporaryFile file("long.csv", text);
  const RequestLengths lengths = read_lengths(file.path());
  CHECK(lengths.shares.size() <= 2048);
  CHECK(lengths.longest() == 5000_tokens);
  CHECK(lengths.mean() >= 2501_tokens);
  CHECK(lengths.mean() <= 2504_tokens);
}
