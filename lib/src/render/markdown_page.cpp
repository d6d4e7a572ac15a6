#include "render/markdown_page.hpp"

#include "render/escape.hpp"

namespace kvplan::render {

MarkdownPage::MarkdownPage(const std::string& title)
    : out_("# " + markdown_escaped(title) + "\n\n") {}

void MarkdownPage::heading(const std::string& title) {
  out_ += "## " + markdown_escaped(title) + "\n\n";
}

void MarkdownPage::paragraph(const std::string& text) { out_ += markdown_escaped(text) + "\n\n"; }

void MarkdownPage::table(const Rows& rows) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out_ += "|";
    for (const std::string& cell : rows[r]) out_ += " " + markdown_escaped(cell) + " |";
    out_ += "\n";
    if (r > 0) continue;
    out_ += "|";
    for (std::size_t i = 0; i < rows[r].size(); ++i) out_ += i == 0 ? " --- |" : " ---: |";
    out_ += "\n";
  }
  out_ += "\n";
}

void MarkdownPage::list(const std::string& title, const std::vector<std::string>& items,
                        bool numbered) {
  std::vector<std::string> safe;
  safe.reserve(items.size());
  for (const std::string& item : items) safe.push_back(markdown_escaped(item));
  list_of_markup(title, safe, numbered);
}

void MarkdownPage::list_of_markup(const std::string& title, const std::vector<std::string>& items,
                                  bool numbered) {
  if (items.empty()) return;
  heading(title);
  int number = 0;
  for (const std::string& item : items) {
    out_ += (numbered ? std::to_string(++number) + ". " : "- ") + item + "\n";
  }
  out_ += "\n";
}

}  // namespace kvplan::render
