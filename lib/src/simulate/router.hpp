// The proxy: which copy a request goes to, and where it waits when none has room.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "simulate/copy.hpp"

namespace kvplan::simulation {

class Router {
 public:
  Router(const Fleet& fleet, const std::vector<Copy>& copies);

  /// A copy that may take the request now; nothing: it waits here.
  [[nodiscard]] std::optional<std::size_t> pick(const Request& request);
  void park(Request* request);
  /// A parked request that a copy can take now, and which.
  [[nodiscard]] Request* unpark(std::size_t& copy);
  [[nodiscard]] std::size_t parked() const { return parked_; }

  void sent(std::size_t copy) { ++in_flight_[copy]; }
  void left(std::size_t copy) { --in_flight_[copy]; }
  void set_up(std::size_t copy, bool up);
  [[nodiscard]] bool any_up() const;

 private:
  [[nodiscard]] bool has_room(std::size_t copy) const {
    return up_[copy] && (cap_ == 0 || in_flight_[copy] < cap_);
  }
  [[nodiscard]] std::size_t home(const Request& request) const;
  [[nodiscard]] std::optional<std::size_t> round_robin();
  [[nodiscard]] std::optional<std::size_t> fewest();
  [[nodiscard]] std::optional<std::size_t> longest_prefix(const Request& request);

  const std::vector<Copy>* copies_;
  Routing routing_;
  std::int64_t cap_;
  std::vector<std::int64_t> in_flight_;
  std::vector<bool> up_;
  std::size_t turn_ = 0;  // after whose turn a tie is broken
  // Sticky requests wait for their own copy, the others for any.
  std::vector<std::deque<Request*>> queues_;
  std::size_t parked_ = 0;
};

}  // namespace kvplan::simulation
