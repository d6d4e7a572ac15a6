// Completion of options for three shells, from the options that the commands declare.
#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "commands.hpp"
#include "descriptions.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

std::vector<std::string> command_words() {
  std::vector<std::string> words;
  for (const Command& command : commands()) words.emplace_back(command.name);
  return words;
}

std::vector<std::string> option_names(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const OptionRow& option : command.options) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

/// How a shell writes a single quote among single quotes.
enum class Quoting { posix, fish };

std::string in_quotes(std::string_view text, Quoting quoting = Quoting::posix) {
  const std::string_view quote = quoting == Quoting::fish ? "\\'" : R"('\'')";
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += quote;
    } else {
      result += c;
    }
  }
  return result + "'";
}

std::string without_newlines(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// Options with fixed values, over all commands: "--proxy|--cap-at" by "haproxy nginx".
std::map<std::string, std::set<std::string>> choices(const CommandDescription& command) {
  std::map<std::string, std::set<std::string>> by_values;
  for (const OptionRow& option : command.options) {
    if (option.choices.empty()) continue;
    by_values[joined(option.choices)].insert(option.names.begin(), option.names.end());
  }
  return by_values;
}

/// The rest of a `case` of bash: the options of a command, or the values of the one before.
std::string bash_words(const CommandDescription& command, const std::string& further) {
  std::string text = "      words='" + joined(option_names(command)) + further + "'\n";
  if (command_word(command).empty()) {
    text += R"(      if [ "$COMP_CWORD" = 1 ]; then words=")" + joined(command_words()) +
            " $words\"; fi\n";
  }
  text += "      case $before in\n";
  for (const auto& [values, names] : choices(command)) {
    text +=
        "        " + joined({names.begin(), names.end()}, "|") + ") words='" + values + "' ;;\n";
  }
  return text + "      esac ;;\n";
}

std::string bash() {
  std::string text =
      "# kvplan completion bash > /etc/bash_completion.d/kvplan\n"
      "_kvplan() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= words=\n"
      "  if [ \"$COMP_CWORD\" -gt 1 ]; then command=${COMP_WORDS[1]}; fi\n"
      "  if [ \"$command\" = traffic ] && [ \"$COMP_CWORD\" -gt 2 ] && "
      "[ \"${COMP_WORDS[2]}\" = simulate ]; then command='traffic simulate'; fi\n"
      "  case $command in\n";
  const std::vector<CommandDescription> all = descriptions();
  for (const CommandDescription& command : all) {
    const std::string word = command_word(command);
    if (word.empty()) continue;
    text += "    " + in_quotes(word) + ")\n" +
            bash_words(command, word == "traffic" ? " simulate" : "");
  }
  return text + "    *)\n" + bash_words(all.front(), "") +
         "  esac\n"
         "  COMPREPLY=()\n"
         "  while IFS= read -r line; do COMPREPLY+=(\"$line\"); done "
         "< <(compgen -W \"$words\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _kvplan kvplan\n";
}

/// "[help]" of _arguments: brackets and colons end it.
std::string zsh_help(const std::string& help) {
  std::string text;
  for (const char c : without_newlines(help)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') text += '\\';
    text += c;
  }
  return "[" + text + "]";
}

std::string zsh_arguments(const CommandDescription& command) {
  std::string text = "_arguments -s";
  for (const OptionRow& option : command.options) {
    const std::string value = !option.takes_value      ? ""
                              : option.choices.empty() ? ":value:_files"
                                                       : ":value:(" + joined(option.choices) + ")";
    if (option.positional) continue;
    for (const std::string& name : option.names) {
      text.append(" \\\n        ").append(in_quotes("*" + name + zsh_help(option.help) + value));
    }
  }
  return text + " \\\n        '*:file:_files'";
}

std::string zsh() {
  std::string text =
      "#compdef kvplan\n"
      "# kvplan completion zsh > \"${fpath[1]}/_kvplan\"\n"
      "_kvplan() {\n"
      "  local -a commands\n"
      "  commands=(\n";
  for (const Command& command : commands()) {
    text +=
        "    " + in_quotes(std::string(command.name) + ":" + std::string(command.answers)) + "\n";
  }
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )); then _describe -t commands command commands; fi\n"
      "  local command=$words[2]\n"
      "  if [[ $command == traffic && $words[3] == simulate ]]; then command='traffic simulate'; "
      "fi\n"
      "  case $command in\n";
  const std::vector<CommandDescription> all = descriptions();
  for (const CommandDescription& command : all) {
    const std::string word = command_word(command);
    if (word.empty()) continue;
    text += "    " + in_quotes(word) + ")\n      " + zsh_arguments(command) + " ;;\n";
  }
  return text + "    *)\n      " + zsh_arguments(all.front()) +
         " ;;\n  esac\n}\n"
         "if [ \"$funcstack[1]\" = _kvplan ]; then _kvplan \"$@\"; else compdef _kvplan kvplan; "
         "fi\n";
}

std::string fish() {
  std::string text = "# kvplan completion fish > ~/.config/fish/completions/kvplan.fish\n";
  const std::string words = joined(command_words());
  for (const Command& command : commands()) {
    text += "complete -c kvplan -n __fish_use_subcommand -a " + std::string(command.name) + " -d " +
            in_quotes(command.answers, Quoting::fish) + "\n";
  }
  text +=
      "complete -c kvplan -n '__fish_seen_subcommand_from traffic' -a simulate "
      "-d 'replays a trace against the layouts'\n";
  for (const CommandDescription& command : descriptions()) {
    const std::string word = command_word(command);
    const std::string when = word.empty() ? "not __fish_seen_subcommand_from " + words
                             : word == "traffic simulate" ? "__fish_seen_subcommand_from simulate"
                                                          : "__fish_seen_subcommand_from " + word;
    for (const OptionRow& option : command.options) {
      if (option.positional) continue;
      text += "complete -c kvplan -n " + in_quotes(when, Quoting::fish);
      for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (option.takes_value) text += " -r";
      if (!option.choices.empty())
        text += " -f -a " + in_quotes(joined(option.choices), Quoting::fish);
      text += " -d " + in_quotes(without_newlines(option.help), Quoting::fish) + "\n";
    }
  }
  return text;
}

}  // namespace

int run_completion(int argc, char** argv) {
  CommandLine app{"Prints the completion of kvplan's options for a shell.", "kvplan completion"};
  std::string shell;
  app.option("SHELL", shell, "bash, zsh or fish").required().one_of({"bash", "zsh", "fish"});
  if (const auto over = app.parse(argc, argv)) return *over;
  std::cout << (shell == "bash" ? bash() : shell == "zsh" ? zsh() : fish());
  return 0;
}

}  // namespace kvplan::tool
