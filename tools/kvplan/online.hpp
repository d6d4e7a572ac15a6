// A static kvplan starts faster, and cannot load libcurl. Commands that fetch are answered by
// kvplan-online beside it: the same program, linked with libc's loader.
#pragma once

namespace kvplan::tool {

/// From a static program goes on as kvplan-online with the same arguments, and does not return;
/// returns in any other program, and where there is no kvplan-online of the same owner.
void go_online(char** argv);

}  // namespace kvplan::tool
