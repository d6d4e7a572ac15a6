// A page of Markdown: headings, lists, tables; cells cannot break out of their table.
#pragma once

#include <string>
#include <vector>

#include "render/text_page.hpp"

namespace kvplan::render {

class MarkdownPage {
 public:
  explicit MarkdownPage(const std::string& title) : out_("# " + title + "\n\n") {}

  void heading(const std::string& title) { out_ += "## " + title + "\n\n"; }
  void paragraph(const std::string& text) { out_ += text + "\n\n"; }
  /// The first column to the left, the others to the right.
  void table(const Rows& rows);
  /// A heading and its items; nothing where there are none.
  void list(const std::string& title, const std::vector<std::string>& items);

  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace kvplan::render
