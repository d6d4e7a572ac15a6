#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "kvplan/error.hpp"
#include "kvplan/random.hpp"
#include "kvplan/step_time.hpp"
#include "kvplan/trace.hpp"

namespace kvplan {
namespace {

constexpr double most_tokens = 1e9;

std::int64_t drawn(const Length& length, Random& random) {
  double value = length.mean;
  switch (length.shape) {
    case Length::Shape::fixed:
      break;
    case Length::Shape::uniform:
      value = std::floor(length.low + random.uniform() * (length.high - length.low + 1));
      value = std::min(value, length.high);
      break;
    case Length::Shape::exponential:
      // Rounded up, which adds half a token to the mean.
      value = std::ceil(length.mean * random.exponential());
      break;
    case Length::Shape::lognormal:
      value = std::floor(length.mean * random.lognormal(length.variation) + 0.5);
      break;
  }
  return static_cast<std::int64_t>(std::clamp(value, 1.0, most_tokens));
}

class Generated : public ArrivalSource {
 public:
  explicit Generated(const Generator& generator)
      : generator_(generator),
        gaps_(mixed(generator.seed, 1)),
        kinds_(mixed(generator.seed, 2)),
        prefix_{mixed(generator.seed, 4)} {}

  [[nodiscard]] std::optional<Arrival> next() override {
    if (made_ == generator_.requests) return std::nullopt;
    Arrival arrival;
    if (generator_.clients == 0 && made_ > 0) {
      const double gap =
          generator_.burstiness == 1 ? gaps_.exponential() : gaps_.gamma(generator_.burstiness);
      const double ps = gap / generator_.rate * static_cast<double>(ps_per_second);
      if (ps > static_cast<double>(longest_ps - at_)) {
        throw invalid({"--poisson", ""}, "requests within 92 days", "a lower rate");
      }
      at_ += static_cast<std::int64_t>(ps);
    }
    arrival.at_ps = at_;
    // A stream of each request's own, so that a request is the same in whatever company.
    Random lengths(mixed(mixed(generator_.seed, 3), static_cast<std::uint64_t>(made_)));
    arrival.is_long = kinds_.uniform() < generator_.long_share;
    arrival.in = drawn(arrival.is_long ? generator_.long_in : generator_.in, lengths);
    arrival.out = drawn(arrival.is_long ? generator_.long_out : generator_.out, lengths);
    if (generator_.shared_prefix > 0) {
      arrival.in = std::max(arrival.in, generator_.shared_prefix);
      arrival.hashes = prefix_;
      arrival.hash_block = generator_.shared_prefix;
    }
    ++made_;
    return arrival;
  }
  [[nodiscard]] std::int64_t clients() const override { return generator_.clients; }
  [[nodiscard]] std::int64_t think_ps() const override {
    return static_cast<std::int64_t>(generator_.think_s * static_cast<double>(ps_per_second));
  }

 private:
  Generator generator_;
  Random gaps_;
  Random kinds_;
  std::array<std::uint64_t, 1> prefix_;
  std::int64_t made_ = 0;
  std::int64_t at_ = 0;
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end) return std::nullopt;
  return value;
}

std::optional<double> tokens(std::string_view text) {
  const auto value = number(text);
  if (!value || !(*value >= 1 && *value <= most_tokens) || *value != std::floor(*value)) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

Length parse_length(std::string_view text, const std::string& option) {
  const auto refuse = [&]() -> Error {
    return invalid({option, ""},
                   "tokens, such as 512, 100..900, 512~exp or 512~0.8 (a coefficient of variation)",
                   '"' + std::string(text) + '"');
  };
  Length length;
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    const auto low = tokens(text.substr(0, dots));
    const auto high = tokens(text.substr(dots + 2));
    if (!low || !high || *low > *high) throw refuse();
    length.shape = Length::Shape::uniform;
    length.low = *low;
    length.high = *high;
    length.mean = (*low + *high) / 2;
    return length;
  }
  const std::size_t tilde = text.find('~');
  const auto mean = tokens(text.substr(0, tilde));
  if (!mean) throw refuse();
  length.mean = *mean;
  if (tilde == std::string_view::npos) return length;
  const std::string_view spread = text.substr(tilde + 1);
  if (spread == "exp") {
    length.shape = Length::Shape::exponential;
    return length;
  }
  const auto variation = number(spread);
  if (!variation || !(*variation > 0 && *variation <= 10)) throw refuse();
  length.shape = Length::Shape::lognormal;
  length.variation = *variation;
  return length;
}

std::unique_ptr<ArrivalSource> generate(const Generator& generator) {
  const auto need = [](bool good, const char* option, const char* expected, double found) {
    if (!good) throw invalid({option, ""}, expected, format_fixed(found, 3));
  };
  const bool open = generator.clients == 0;
  need(!open || (generator.rate > 0 && generator.rate <= 1e6), "--poisson",
       "a rate above 0 and at most 1000000 requests a second", generator.rate);
  need(generator.clients >= 0 && generator.clients <= 1'000'000, "--clients", "0 to 1000000",
       static_cast<double>(generator.clients));
  need(generator.burstiness >= 0.01 && generator.burstiness <= 1000, "--burstiness", "0.01 to 1000",
       generator.burstiness);
  need(generator.long_share >= 0 && generator.long_share <= 1, "--long-share", "0 to 1",
       generator.long_share);
  need(generator.requests >= 1, "--requests", "1 or more", static_cast<double>(generator.requests));
  need(generator.think_s >= 0 && generator.think_s <= 1e6, "--think", "0 to 1000000 seconds",
       generator.think_s);
  need(generator.shared_prefix >= 0, "--shared-prefix", "0 or more",
       static_cast<double>(generator.shared_prefix));
  return std::make_unique<Generated>(generator);
}

}  // namespace kvplan
