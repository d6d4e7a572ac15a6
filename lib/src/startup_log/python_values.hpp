// Values as Python prints them in a log: {'port': 8111, 'model': 'x'}, Namespace(port=8111),
// model='x', port=8111.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kvplan::startup_log {

/// The members of the outermost level; text unquoted, everything else as it stands. A value that
/// the text cuts off is left out.
[[nodiscard]] std::map<std::string, std::string> python_members(std::string_view text);

}  // namespace kvplan::startup_log
