// Expressions of quantization_config as Python's re.match reads them: the rows were made once with
// Python 3.11's own re (2026-12-01).
#include "weights/pattern.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "weights/quantization.hpp"

namespace kvplan::modules {
namespace {

constexpr std::array texts{"model.layers.12.mlp.gate",
                           "model.layers.2.self_attn.q_proj",
                           "lm_head",
                           "model.layers.1.mlp.gate_proj",
                           "aab",
                           "aaab",
                           "b",
                           "abcd",
                           "xyz",
                           "a]",
                           "model.layers.3.experts.17.w2",
                           "",
                           "c",
                           "ababc",
                           ".x",
                           "vision mlp",
                           "model.gate.up"};

struct Row {
  const char* expression;
  const char* matches;  ///< a digit for each text
};
const std::array rows = std::to_array<Row>({
    {R"x(.*mlp.gate$)x", "10000000000000000"},
    {R"x(.*self_attn.*)x", "01000000000000000"},
    {R"x(model\.layers\.1[0-9]\..*)x", "10000000000000000"},
    {R"x(.*layers.(0|1|2).mlp)x", "00010000000000000"},
    {R"x((?!.*lm_head).*proj)x", "01010000000000000"},
    {R"x(^model.*(q|k|v)_proj$)x", "01000000000000000"},
    {R"x(.*\.\d+\.)x", "11010000001000000"},
    {R"x(a{2,3}b)x", "00001100000000000"},
    {R"x(a{2})x", "00001100000000000"},
    {R"x(a{,2}b)x", "00001011000001000"},
    {R"x((a|ab)(c|bcd)(d*)$)x", "00000001000000000"},
    {R"x([^a-c]+$)x", "00000000100000110"},
    {R"x([]x]+)x", "00000000100000000"},
    {R"x([\w.-]*$)x", "11111111101111101"},
    {R"x(x*?y)x", "00000000100000000"},
    {R"x((?:ab)*c)x", "00000001000011000"},
    {R"x(.*\bmlp\b)x", "10010000000000010"},
    {R"x(.*\Bmlp)x", "00000000000000000"},
    {R"x(a|b|)x", "11111111111111111"},
    {R"x((a*)*b)x", "00001111000001000"},
    {R"x((?=.*gate)model.*up$)x", "00000000000000001"},
    {R"x(\.x)x", "00000000000000100"},
    {R"x(lm_head)x", "00100000000000000"},
    {R"x(.*experts\.[0-9]{1,2}\.w[123]$)x", "00000000001000000"},
    {R"x([a\]]+$)x", "00000000010000000"},
    {R"x(\S+\s?$)x", "11111111111011101"},
    {R"x(\D*)x", "11111111111111111"},
    {R"x(\A.*head\Z)x", "00100000000000000"},
});

bool matches(std::string_view expression, std::string_view text) {
  std::size_t work = 0;
  return Pattern(expression).matches(text, work);
}

}  // namespace

TEST_CASE("An expression matches what Python's re.match does") {
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      CAPTURE(row.expression);
      CAPTURE(texts[i]);
      CHECK(matches(row.expression, texts[i]) == (row.matches[i] == '1'));
    }
  }
}

TEST_CASE("What is not read is not guessed") {
  for (const char* expression :
       {"(a", "a)", "[a", "*a", "a**", "a++", "a{2", "a{3,2}", "(?<=a)b", "(?P<x>a)", "(a)\\1",
        "\\q", "[z-a]", "a{2001}", "^*", "(?i)a", "\\"}) {
    CAPTURE(expression);
    CHECK_THROWS_AS(Pattern{expression}, Unknowable);
  }
  CHECK_THROWS_AS(Pattern{std::string(301, 'a')}, Unknowable);
}

TEST_CASE("No expression takes more states, or looks at more of them, than its size says") {
  CHECK_THROWS_AS(Pattern{"(([a-z]{40}){40}){40}x"}, Unknowable);
  CHECK_THROWS_AS(Pattern{"(((){2000}){2000}){2000}"}, Unknowable);
  std::size_t work = 0;
  const std::string text(200, 'a');
  CHECK_FALSE(Pattern("(((a*)*)*)*b").matches(text, work));  // 2^200 ways, where one goes back
  CHECK(work < 20 * 201);
}

}  // namespace kvplan::modules
