// Shell text as words, each with its line: quotes, backslashes, comments, variables that the text
// itself sets or gives a default, arrays, here-documents. Nothing is run.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "deployment/expansions.hpp"

namespace kvplan::deployment {

struct Word {
  std::string text;
  int line = 1;
};
using Words = std::vector<Word>;
using Variables = std::map<std::string, Words>;

struct ShellText {
  std::string_view text;
  std::string file;  ///< for errors
  int first_line = 1;
  bool newline_is_space = false;  ///< compose's string commands, folded YAML
  bool variables = true;          ///< expand those that are known
};

struct Script {
  std::vector<Words> statements;  ///< one a command; redirections are left out
  Variables variables;            ///< those that it sets, as they stand at the end
  std::vector<Word> documents;    ///< bodies of here-documents, with their first line
};

/// @param known  set before, which it may use
/// @param made   counts what variables add to the text
/// @throws Error (invalid) for a quote or bracket that never closes, or when `made` is too much
[[nodiscard]] Script read_shell(const ShellText& text, const Variables& known, Expansions& made);
/// A text alone.
[[nodiscard]] Script read_shell(const ShellText& text);

}  // namespace kvplan::deployment
