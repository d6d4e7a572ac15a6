// The way back: from what else lies on the boxes and what the cache must hold to the share of each
// box's memory, or to the bytes of its cache.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kvplan/rule.hpp"

namespace kvplan {

/// Which of the two ways to size the cache is safer on a box.
enum class SizeBy { gpu_memory_utilization, kv_cache_memory_bytes };
[[nodiscard]] std::string_view name(SizeBy by);

/// Shares are in hundredths, rounded down: what is named fits.
struct BoxFit {
  std::string box;
  Bytes total;
  bool unified = false;
  Bytes services;
  Bytes headroom;
  Band outside;                   ///< system and engine outside the budget
  Bytes pinned;                   ///< parts of the model on the host
  Bytes page_cache;               ///< of the model's mapped files, which serving wants to keep
  double most = 0;                ///< that services, headroom and page cache leave
  double most_if_pushed_out = 0;  ///< the same where services may push the page cache out
  double most_at_high = 0;        ///< the same as `most` with what is outside at its high end
  double starts = 0;              ///< that the check of free memory lets in, likely
  std::optional<double> least;    ///< that the need asks for; nothing: no share holds it
  /// The answer: the smaller of most (on a card of its own most_at_high) and starts.
  std::optional<double> utilization;
  std::optional<Bytes> kv_cache_memory;  ///< whole blocks that fit at the high end of other use
  SizeBy safer = SizeBy::gpu_memory_utilization;
  std::string reason;  ///< why that is safer here
};

struct Fit {
  PlanRequest request;  ///< with the shares found
  LayoutPlan layout;    ///< at those shares
  std::vector<BoxFit> boxes;
  bool met = false;  ///< starts, holds the need, and leaves services and headroom their memory
  /// The cache in bytes as named holds the need too.
  bool met_by_bytes = false;
  std::string lacking;  ///< what is short where it is not met
};

/// The layout to take by the rule of the recommendation, each box at the most that the rest of it
/// leaves. The request's own shares do not matter.
/// @throws Error as compare()
[[nodiscard]] Fit fit(const PlanRequest& request);

[[nodiscard]] std::string render_text(const Fit& fit, bool colour);
[[nodiscard]] std::string render_json(const Fit& fit);
[[nodiscard]] std::string render_markdown(const Fit& fit);
[[nodiscard]] std::string render_html(const Fit& fit);
/// A row a box.
[[nodiscard]] std::string render_csv(const Fit& fit);

}  // namespace kvplan
