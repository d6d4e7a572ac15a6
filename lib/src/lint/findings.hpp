// The findings of all rules, for who has looked at the plan's own options before.
#pragma once

#include <vector>

#include "kvplan/lint.hpp"

namespace kvplan {

/// As lint(), of a question that is known to be right.
[[nodiscard]] std::vector<Finding> findings_in(const DeploymentFiles& files,
                                               const LintOptions& options);

}  // namespace kvplan
