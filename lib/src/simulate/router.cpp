#include "simulate/router.hpp"

#include <algorithm>

#include "kvplan/random.hpp"

namespace kvplan::simulation {

Router::Router(const Fleet& fleet, const std::vector<Copy>& copies)
    : copies_(&copies),
      routing_(fleet.routing),
      cap_(fleet.proxy_cap),
      in_flight_(copies.size(), 0),
      up_(copies.size(), true),
      turn_(copies.size() - 1),
      queues_(fleet.routing == Routing::sticky ? copies.size() : 1) {}

/// The copy that a session always goes to while it is up.
std::size_t Router::home(const Request& request) const {
  const std::uint64_t key =
      request.arrival.session != 0 ? request.arrival.session : request.content.own;
  const std::size_t first = mixed(key) % up_.size();
  for (std::size_t i = 0; i < up_.size(); ++i) {
    const std::size_t copy = (first + i) % up_.size();
    if (up_[copy]) return copy;
  }
  return first;
}

std::optional<std::size_t> Router::round_robin() {
  for (std::size_t i = 1; i <= up_.size(); ++i) {
    const std::size_t copy = (turn_ + i) % up_.size();
    if (!has_room(copy)) continue;
    turn_ = copy;
    return copy;
  }
  return std::nullopt;
}

/// Fewest requests in flight; ties go round, as nginx's least_conn does.
std::optional<std::size_t> Router::fewest() {
  std::optional<std::size_t> best;
  for (std::size_t i = 1; i <= up_.size(); ++i) {
    const std::size_t copy = (turn_ + i) % up_.size();
    if (has_room(copy) && (!best || in_flight_[copy] < in_flight_[*best])) best = copy;
  }
  if (best) turn_ = *best;
  return best;
}

/// The copy that holds most of the prompt already, among those that are not much busier than the
/// idlest: by at most 4 requests, or by half as many again.
std::optional<std::size_t> Router::longest_prefix(const Request& request) {
  const auto idlest = fewest();
  if (!idlest) return std::nullopt;
  const std::int64_t least = in_flight_[*idlest];
  std::size_t best = *idlest;
  std::int64_t most = (*copies_)[best].cache().hit(request);
  for (std::size_t copy = 0; copy < up_.size(); ++copy) {
    if (!has_room(copy) || in_flight_[copy] > least + std::max<std::int64_t>(4, least / 2))
      continue;
    const std::int64_t hit = (*copies_)[copy].cache().hit(request);
    if (hit > most) {
      most = hit;
      best = copy;
    }
  }
  turn_ = best;
  return best;
}

std::optional<std::size_t> Router::pick(const Request& request) {
  switch (routing_) {
    case Routing::round_robin:
      return round_robin();
    case Routing::least_conn:
      return fewest();
    case Routing::prefix_aware:
      return longest_prefix(request);
    case Routing::sticky: {
      const std::size_t copy = home(request);
      if (has_room(copy)) return copy;
      return std::nullopt;
    }
  }
  return std::nullopt;
}

void Router::park(Request* request) {
  queues_[queues_.size() == 1 ? 0 : home(*request)].push_back(request);
  ++parked_;
}

Request* Router::unpark(std::size_t& copy) {
  for (auto& queue : queues_) {
    if (queue.empty()) continue;
    const auto picked = pick(*queue.front());
    if (!picked) continue;
    Request* request = queue.front();
    queue.pop_front();
    --parked_;
    copy = *picked;
    return request;
  }
  return nullptr;
}

void Router::set_up(std::size_t copy, bool up) {
  up_[copy] = up;
  if (!up) in_flight_[copy] = 0;
}

bool Router::any_up() const { return std::ranges::find(up_, true) != up_.end(); }

}  // namespace kvplan::simulation
