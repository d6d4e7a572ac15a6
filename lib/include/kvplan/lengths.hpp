// How long the requests are: a trace, a histogram or quantiles → a distribution of lengths. A
// request's length is what it holds in the cache at its end: prompt and answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/units.hpp"

namespace kvplan {

struct LengthShare {
  Tokens length;
  double share = 0;  ///< of all requests
  friend bool operator==(const LengthShare&, const LengthShare&) = default;
};

struct RequestLengths {
  std::vector<LengthShare> shares;  ///< ascending, distinct, above zero; they add up to 1
  std::string source;
  [[nodiscard]] Tokens mean() const;  ///< rounded up
  [[nodiscard]] Tokens longest() const { return shares.back().length; }
  /// Share of requests longer than this.
  [[nodiscard]] double longer_than(Tokens length) const;
};

/// Tokens as vLLM lets one write them: 32000, 32k (thousands), 32K (× 1,024), 1M.
/// @throws Error (invalid) naming `option`
[[nodiscard]] std::int64_t parse_tokens(const std::string& text, const std::string& option);

/// `p50=8k,p90=32k,max=200k` (quantiles) or `8k:60,32k:30,200k:10` (length:weight).
/// Between two quantiles every request counts as long as the upper one: never too short.
/// @throws Error (invalid) naming `--need-lengths`
[[nodiscard]] RequestLengths parse_lengths(std::string_view text);

/// The same from a file: CSV with a head (`length` or `in,out`, as the public traces spell them;
/// `count` or `weight`), JSON Lines of the same, or JSON: `{"lengths": []}`, `{"histogram":
/// [{"up_to", "count"}]}`, `{"quantiles": {"p50"}}`, or a `vllm bench serve` result.
/// @throws Error (invalid) with file and line or pointer
[[nodiscard]] RequestLengths read_lengths(const std::string& file);

/// A file where there is one of that name, else the text itself.
[[nodiscard]] RequestLengths lengths_from(const std::string& file_or_text);

}  // namespace kvplan
