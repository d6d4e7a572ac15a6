#include "descriptions.hpp"

#include <stdexcept>

#include "commands.hpp"

namespace kvplan::tool {
namespace {

CommandDescription describe(int (*run)(int, char**)) {
  try {
    run(0, nullptr);
  } catch (Described& described) {
    return std::move(described.description);
  }
  throw std::logic_error("a command that does not declare its options");
}

}  // namespace

std::vector<CommandDescription> descriptions() {
  std::vector<CommandDescription> all{describe(run_plan)};
  for (const Command& command : commands()) all.push_back(describe(command.run));
  all.push_back(describe(run_simulate));
  return all;
}

std::string command_word(const CommandDescription& command) {
  const std::size_t space = command.name.find(' ');
  return space == std::string::npos ? "" : command.name.substr(space + 1);
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

}  // namespace kvplan::tool
