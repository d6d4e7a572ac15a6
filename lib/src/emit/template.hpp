// Templates: the files of lib/src/emit/templates/, built into the library. They hold everything
// that is the same for every plan, so that they read, and are highlighted, as what they become;
// what a plan decides stands as @{name}.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kvplan::emit_detail {

using Values = std::map<std::string, std::string, std::less<>>;

/// Puts the values in. A value of several lines is indented as its place is; a line that held
/// nothing but a place whose value is empty is left out.
/// @throws std::logic_error for a place without a value, or a value without a place: a template
///         and its code that no longer match are our own fault
[[nodiscard]] std::string fill(std::string_view template_name, const Values& values);

}  // namespace kvplan::emit_detail
