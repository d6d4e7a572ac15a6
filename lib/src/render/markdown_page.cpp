#include "render/markdown_page.hpp"

namespace kvplan::render {
namespace {

std::string cell_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

}  // namespace

void MarkdownPage::table(const Rows& rows) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out_ += "|";
    for (const std::string& cell : rows[r]) out_ += " " + cell_text(cell) + " |";
    out_ += "\n";
    if (r > 0) continue;
    out_ += "|";
    for (std::size_t i = 0; i < rows[r].size(); ++i) out_ += i == 0 ? " --- |" : " ---: |";
    out_ += "\n";
  }
  out_ += "\n";
}

void MarkdownPage::list(const std::string& title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  heading(title);
  for (const std::string& item : items) out_ += "- " + item + "\n";
  out_ += "\n";
}

}  // namespace kvplan::render
