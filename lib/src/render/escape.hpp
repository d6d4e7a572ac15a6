// What keeps a text from breaking out of its format.
#pragma once

#include <string>
#include <string_view>

namespace kvplan::render {

/// For XML, HTML and SVG, in text and in quoted attributes; control characters that XML forbids
/// become the replacement character.
[[nodiscard]] std::string xml_escaped(std::string_view text);
/// Text that Markdown shows as it is: no emphasis, link, code, HTML, table cell or heading comes of
/// it. Underscores inside words stay bare, as GitHub and CommonMark leave them alone.
[[nodiscard]] std::string markdown_escaped(std::string_view text);
/// A span of code; backticks inside are kept apart by longer ones.
[[nodiscard]] std::string markdown_code(std::string_view text);
/// One cell by RFC 4180: quoted where it must be.
[[nodiscard]] std::string csv_cell(std::string_view text);
/// A path below the current folder with forward slashes; of one that leads out, the name alone.
[[nodiscard]] std::string path_inside(std::string_view file);

}  // namespace kvplan::render
