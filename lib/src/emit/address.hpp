// Hosts as they stand in a configuration: checked, and judged by who can reach them.
#pragma once

#include <string>

namespace kvplan::emit_detail {

/// An IPv4 address, an IPv6 address in brackets, or a host name.
/// @throws Error (invalid) naming the option
void check_host(const char* option, const std::string& host);

/// Loopback, private, link-local and carrier-grade (RFC 1918, 3927, 4193, 6598). A name other than
/// "localhost" cannot be judged and counts as private: it is the resolver's to say.
[[nodiscard]] bool is_local_or_private(const std::string& host);

}  // namespace kvplan::emit_detail
