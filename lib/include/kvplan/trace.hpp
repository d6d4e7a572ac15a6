// Requests over time: a trace that people recorded or published, or one that is generated. Only
// lengths, times and names of content; never content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kvplan {

/// One request as it arrives.
struct Arrival {
  std::int64_t at_ps = 0;     ///< picoseconds since the first one
  std::int64_t in = 1;        ///< prompt tokens
  std::int64_t out = 1;       ///< tokens of the answer
  std::uint64_t session = 0;  ///< 0: none
  /// Names of the prompt's pieces of `hash_block` tokens, the last may be shorter. Two prompts
  /// whose first k names are equal begin with the same k pieces.
  std::span<const std::uint64_t> hashes;
  std::int64_t hash_block = 0;
  bool is_long = false;  ///< of a generator's long class
};

/// Where requests come from, in order of time.
class ArrivalSource {
 public:
  virtual ~ArrivalSource() = default;
  /// The next one; nothing at the end. Its spans live until the source does.
  [[nodiscard]] virtual std::optional<Arrival> next() = 0;
  /// So many clients, each of which sends its next request when its last one is answered; 0: times
  /// are the arrivals' own.
  [[nodiscard]] virtual std::int64_t clients() const { return 0; }
  /// What a client does between an answer and its next request.
  [[nodiscard]] virtual std::int64_t think_ps() const { return 0; }
};

struct TraceOptions {
  /// The column of a file for one of t, in, out, session, hash_ids.
  std::map<std::string, std::string, std::less<>> columns = {};
  std::int64_t hash_block = 0;  ///< tokens of one of hash_ids; 0: the format's own
  double speed = 1;             ///< 2: the same requests in half the time
  std::int64_t limit = 0;       ///< only so many of the first; 0: all
};

/// A whole trace, sorted by time; the first request arrives at 0.
class Trace {
 public:
  [[nodiscard]] const std::string& format() const { return format_; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] Arrival operator[](std::size_t i) const;
  /// Rows that stand for no request: no answer, or no prompt (BurstGPT's failures).
  [[nodiscard]] std::int64_t skipped() const { return skipped_; }
  [[nodiscard]] bool has_hashes() const { return !hashes_.empty(); }
  [[nodiscard]] bool has_sessions() const;
  [[nodiscard]] double seconds() const;

 private:
  friend Trace parse_trace(std::string_view, const std::string&, const TraceOptions&);
  struct Row {
    std::int64_t at_ps = 0;
    std::int64_t in = 1;
    std::int64_t out = 1;
    std::uint64_t session = 0;
    std::size_t first_hash = 0;
    std::size_t hash_count = 0;
  };
  std::string format_;
  std::vector<Row> rows_;
  std::vector<std::uint64_t> hashes_;
  std::int64_t hash_block_ = 0;
  std::int64_t skipped_ = 0;
};

/// CSV with a head line, or JSON Lines. Known by their columns: kvplan's own
/// (t, in, out[, session][, hash_ids]; seconds), Azure (TIMESTAMP, ContextTokens, GeneratedTokens),
/// BurstGPT (Timestamp, Session ID, Request tokens, Response tokens), Mooncake (timestamp in ms,
/// input_length, output_length, hash_ids of 512 tokens), Bailian (chat_id, parent_chat_id,
/// timestamp in s, input_length, output_length, hash_ids of 16 tokens).
/// @throws Error (invalid) naming the line and the column
[[nodiscard]] Trace parse_trace(std::string_view text, const std::string& file,
                                const TraceOptions& options);
[[nodiscard]] Trace read_trace(const std::filesystem::path& file, const TraceOptions& options);
[[nodiscard]] std::unique_ptr<ArrivalSource> replay(const Trace& trace);

/// A length that varies from request to request; at least 1.
struct Length {
  enum class Shape { fixed, uniform, exponential, lognormal };
  Shape shape = Shape::fixed;
  double mean = 1;
  double low = 1;        ///< of uniform
  double high = 1;       ///< of uniform
  double variation = 0;  ///< of lognormal: standard deviation ÷ mean
  friend bool operator==(const Length&, const Length&) = default;
};
/// "512", "100..900", "512~exp", "512~0.8" (lognormal, coefficient of variation).
/// @throws Error (invalid) naming the option
[[nodiscard]] Length parse_length(std::string_view text, const std::string& option);

/// A generated trace. The same seed draws the same arrivals, whatever the share of long requests.
struct Generator {
  double rate = 1;           ///< requests a second; 0 with clients
  double burstiness = 1;     ///< shape of the gaps' gamma distribution: 1 Poisson, below: bursts
  std::int64_t clients = 0;  ///< a closed loop of so many, instead of a rate
  double think_s = 0;
  std::int64_t requests = 1000;
  Length in = {};
  Length out = {};
  double long_share = 0;  ///< of the requests: this many have the lengths below
  Length long_in = {};
  Length long_out = {};
  std::int64_t shared_prefix = 0;  ///< tokens with which every prompt begins
  std::uint64_t seed = 1;
};
/// @throws Error (invalid) for a rate, share or shape out of range
[[nodiscard]] std::unique_ptr<ArrivalSource> generate(const Generator& generator);

}  // namespace kvplan
