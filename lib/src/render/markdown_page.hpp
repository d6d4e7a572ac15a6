// A page of Markdown: headings, paragraphs, lists, tables. Everything is escaped but what is said
// to be markup, so that a name or a description cannot break out of its place. The same members as
// HtmlPage's: what is written once as a template comes out in both.
#pragma once

#include <string>
#include <vector>

#include "render/text_page.hpp"

namespace kvplan::render {

class MarkdownPage {
 public:
  explicit MarkdownPage(const std::string& title);

  void heading(const std::string& title);
  void paragraph(const std::string& text);
  /// The first column to the left, the others to the right.
  void table(const Rows& rows);
  /// A heading and its items; nothing where there are none.
  void list(const std::string& title, const std::vector<std::string>& items, bool numbered = false);
  /// The same of items that are Markdown already.
  void list_of_markup(const std::string& title, const std::vector<std::string>& items,
                      bool numbered = false);

  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace kvplan::render
