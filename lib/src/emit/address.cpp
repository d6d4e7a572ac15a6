#include "emit/address.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "kvplan/error.hpp"

namespace kvplan::emit_detail {
namespace {

using Octets = std::array<int, 4>;

/// Nothing for what is not four numbers with dots between.
std::optional<Octets> octets(std::string_view host) {
  Octets result{};
  const char* at = host.data();
  const char* const end = at + host.size();
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
    const auto [next, failure] = std::from_chars(at, end, result.at(i));
    constexpr int most = 255;
    if (failure != std::errc() || result.at(i) < 0 || result.at(i) > most || next - at > 3) {
      return std::nullopt;
    }
    at = next;
  }
  if (at != end) return std::nullopt;
  return result;
}

bool is_private(const Octets& at) {
  return at[0] == 127 || at[0] == 10 || (at[0] == 192 && at[1] == 168) ||
         (at[0] == 172 && at[1] >= 16 && at[1] < 32) || (at[0] == 169 && at[1] == 254) ||
         (at[0] == 100 && at[1] >= 64 && at[1] < 128);
}

bool is_bracketed(const std::string& host) {
  return host.size() > 3 && host.front() == '[' && host.back() == ']' &&
         host.find_first_not_of("0123456789abcdefABCDEF:.", 1) == host.size() - 1 &&
         host.find(':') != std::string::npos;
}

bool is_name(const std::string& host) {
  constexpr std::size_t longest = 253;
  return !host.empty() && host.size() <= longest && host.front() != '-' && host.front() != '.' &&
         host.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") ==
             std::string::npos &&
         host.find_first_not_of("0123456789.") != std::string::npos;
}

}  // namespace

void check_host(const char* option, const std::string& host) {
  if (octets(host) || is_bracketed(host) || is_name(host)) return;
  throw invalid({option, ""}, "an IPv4 address, an IPv6 address in brackets, or a host name",
                '"' + host + '"');
}

bool is_local_or_private(const std::string& host) {
  if (const auto four = octets(host)) return is_private(*four);
  if (!is_bracketed(host)) return true;
  return host == "[::1]" || host.starts_with("[fc") || host.starts_with("[fd") ||
         host.starts_with("[FC") || host.starts_with("[FD") || host.starts_with("[fe8") ||
         host.starts_with("[FE8");
}

}  // namespace kvplan::emit_detail
