// A self-contained HTML page: headings, paragraphs, lists, tables, pictures. Everything is escaped
// but what is said to be markup. The same members as MarkdownPage's, and more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/text_page.hpp"

namespace kvplan::render {

class HtmlPage {
 public:
  explicit HtmlPage(const std::string& title);

  /// The page's first line.
  void title(const std::string& text);
  /// The same as a verdict. @param good  its colour
  void verdict(const std::string& text, bool good);
  void lead(const std::string& text);
  void heading(const std::string& title);
  void paragraph(const std::string& text);
  /// Figures that one sees first: a number and what it is.
  void figures(const std::vector<std::pair<std::string, std::string>>& cards);
  void list(const std::vector<std::string>& items, bool numbered = false);
  /// A heading and its items; nothing where there are none.
  void list(const std::string& title, const std::vector<std::string>& items, bool numbered = false);
  /// A table of what the last heading says.
  void table(const Rows& rows);
  /// The first row is the head, the first column names the rows.
  /// @param marked   a column to stand out; 0: none
  /// @param decides  a row to stand out; 0: none
  void table(const std::string& caption, const Rows& rows, std::size_t marked = 0,
             std::size_t decides = 0);
  /// @param svg  markup; @param caption  text under it
  void picture(const std::string& svg, const std::string& caption);

  [[nodiscard]] std::string text() &&;

 private:
  std::string out_;
  std::string last_heading_;
};

}  // namespace kvplan::render
