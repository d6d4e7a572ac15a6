// The manual page, from the options that the commands declare.
#include <iostream>
#include <set>

#include "commands.hpp"
#include "descriptions.hpp"
#include "kvplan/version.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

/// Text for roff: no escape, no leading request, dashes as typed.
std::string roff(std::string_view text) {
  std::string result;
  bool first = true;
  for (const char c : text) {
    if (first && (c == '.' || c == '\'')) result += "\\&";
    first = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string rows(const CommandDescription& command, std::set<std::string>& told) {
  std::string text;
  for (const OptionRow& option : command.options) {
    const std::string names = joined(option.names, ", ");
    if (names.empty() || !told.insert(names + option.help).second) continue;
    text += ".TP\n.B " + roff(names) + "\n" + roff(option.help) + "\n";
    if (!option.choices.empty()) text += "(" + roff(joined(option.choices, ", ")) + ")\n";
  }
  return text;
}

}  // namespace

int run_man(int argc, char** argv) {
  CommandLine app{"Prints the manual page: kvplan man | man -l -", "kvplan man"};
  if (const auto over = app.parse(argc, argv)) return *over;
  const std::vector<CommandDescription> all = descriptions();
  std::cout << ".TH KVPLAN 1 \"\" \"kvplan " << version << "\" \"User Commands\"\n"
            << ".SH NAME\nkvplan \\- KV-cache capacity planner for vLLM\n"
            << ".SH SYNOPSIS\n.B kvplan \\-\\-model\n.I MODEL\n.RI [ OPTION ...]\n.br\n"
            << ".B kvplan\n.I COMMAND\n.RI [ OPTION ...]\n"
            << ".SH DESCRIPTION\n"
            << roff(all.front().text) << "\n.SH OPTIONS\n";
  std::set<std::string> told;
  std::cout << rows(all.front(), told) << ".SH COMMANDS\n"
            << "Options of the plan hold for each command that plans; further ones are listed.\n";
  for (std::size_t i = 1; i < all.size(); ++i) {
    std::set<std::string> told_here = told;
    std::cout << ".SS " << roff(command_word(all[i])) << "\n"
              << roff(all[i].text) << "\n"
              << rows(all[i], told_here);
    if (!all[i].footer.empty()) std::cout << ".PP\n.nf\n" << roff(all[i].footer) << "\n.fi\n";
  }
  std::cout << ".SH EXIT STATUS\n"
            << "0 it fits, or all is well; 1 it does not fit, or a limit is not met; 2 bad input;\n"
            << "3 warnings under \\-\\-fail\\-on\\-warn; 4 unknown, with what is missing; 70 our "
               "own fault.\n"
            << ".SH ENVIRONMENT\n"
            << "Options of the plan that are not given are read from KVPLAN_NAME, such as "
               "KVPLAN_MAX_MODEL_LEN;\nNO_COLOR turns colours off.\n";
  return 0;
}

}  // namespace kvplan::tool
