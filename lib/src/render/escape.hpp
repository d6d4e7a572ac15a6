// What keeps a text from breaking out of its format.
#pragma once

#include <string>
#include <string_view>

namespace kvplan::render {

/// For XML, HTML and SVG, in text and in quoted attributes; control characters that XML forbids,
/// and bytes that are no UTF-8, become the replacement character.
[[nodiscard]] std::string xml_escaped(std::string_view text);
/// Text that Markdown shows as it is: no emphasis, link, code, HTML, table cell or heading comes of
/// it. Underscores inside words stay bare, as GitHub and CommonMark leave them alone; a line break
/// becomes a space, another control character "?".
[[nodiscard]] std::string markdown_escaped(std::string_view text);
/// A span of code; backticks inside are kept apart by longer ones.
[[nodiscard]] std::string markdown_code(std::string_view text);
/// One cell of text by RFC 4180, on one line and quoted where it must be. What a spreadsheet would
/// take for a formula begins with an apostrophe; numbers stay as they are.
[[nodiscard]] std::string csv_cell(std::string_view text);
/// A path below the current folder with forward slashes; of one that leads out, the name alone.
[[nodiscard]] std::string path_inside(std::string_view file);

}  // namespace kvplan::render
