// How a name that somebody chose is put into each kind of file: as data there, never as syntax.
#pragma once

#include <string>
#include <string_view>

namespace kvplan::emit_detail {

/// One word of a POSIX shell: as it is where that is plain, else in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);
/// A JSON string with its quotes; YAML's double-quoted form takes it as it is.
[[nodiscard]] std::string json_string(std::string_view text);
/// The same for docker compose, which would fill in what follows a dollar sign.
[[nodiscard]] std::string compose_string(std::string_view text);
/// What a comment or a description may say: one line, whatever a format thinks ends one.
[[nodiscard]] std::string one_line(std::string_view text);
/// one_line for a systemd unit, which fills in what follows a percent sign.
[[nodiscard]] std::string unit_text(std::string_view text);
/// one_line for Markdown, inside `code`.
[[nodiscard]] std::string code(std::string_view text);

}  // namespace kvplan::emit_detail
