// The deployment's files that a policy names: the start of an engine in them is what is planned,
// where a file says another thing than the policy is a finding, and lint judges them all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "kvplan/finding.hpp"
#include "kvplan/policy.hpp"

namespace kvplan {

struct PolicyFiles {
  /// What to plan: the policy's model, boxes and services; the options of the engine from the files
  /// where one of them starts it, else from the policy; over both what was given beside it.
  Question question;
  std::vector<std::string> starts;   ///< where an engine is started: "compose.yaml:3"
  std::vector<Finding> differences;  ///< rule "policy-differs", at the file's line
  std::vector<Finding> lint;
  std::size_t files = 0;  ///< that were read; 0: lint judged the policy's own options
  /// Where an input of the plan stands, by its option ("--util").
  std::map<std::string, PolicyPlace, std::less<>> places;
  /// Where a change of that option is to be made; nothing where that is not known.
  [[nodiscard]] std::optional<PolicyPlace> place_of(std::string_view option) const;
};

/// @param given     options beside the policy (the command line, the environment), which win
/// @param data_dir  the folder with models/ and boxes/
/// @throws Error (invalid) for a file that cannot be read or understood
[[nodiscard]] PolicyFiles read_policy_files(const Policy& policy, const Question& given,
                                            const std::filesystem::path& data_dir);

}  // namespace kvplan
