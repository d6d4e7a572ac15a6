// Fetching over HTTP, the only place of kvplan that speaks to a network. libcurl is loaded when it
// is first needed, so that every other command starts without it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace kvplan::tool {

struct FetchLimits {
  long connect_ms = 2000;
  long total_ms = 5000;
  std::size_t bytes = std::size_t{16} << 20;
};

struct Fetched {
  std::string url;    ///< without user and password, as it may be shown
  std::string body;   ///< of an answer with status 200
  std::string error;  ///< empty when there is one
};

/// "box1:8000" → "http://box1:8000/metrics"; a URL with a path of its own stays as it is.
[[nodiscard]] std::string metrics_url(const std::string& given);

/// All at once. No proxy of the environment, no redirect to another host, and so no password that
/// leaves for one.
/// @throws Error (invalid) when libcurl is not installed
[[nodiscard]] std::vector<Fetched> fetch(std::span<const std::string> urls,
                                         const FetchLimits& limits);

}  // namespace kvplan::tool
