#include "render/text_page.hpp"

#include <algorithm>

#include "kvplan/printable.hpp"

namespace kvplan::render {
namespace {

std::string_view on(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::bold:
      return "\033[1m";
    case Style::good:
      return "\033[1;32m";
    case Style::bad:
      return "\033[1;31m";
    case Style::dim:
      return "\033[2m";
  }
  return "";
}

std::vector<std::size_t> widths_of(const Rows& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  return widths;
}

std::vector<std::size_t> visible_columns(const std::vector<std::size_t>& widths, std::size_t must) {
  std::size_t used = 2 + widths.front();
  std::vector<std::size_t> visible{0};
  for (std::size_t i = 1; i < widths.size(); ++i) {
    const std::size_t reserved = i < must ? widths[must] + 2 : 0;
    if (i != must && used + 2 + widths[i] + reserved > TextPage::columns) continue;
    used += 2 + widths[i];
    visible.push_back(i);
  }
  return visible;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

std::string TextPage::styled(const Span& span) const {
  std::string text = printable(span.text);
  if (!colour_ || span.style == Style::plain) return text;
  return std::string(on(span.style)) + text + "\033[0m";
}

void TextPage::line(const std::vector<Span>& spans) {
  for (const Span& span : spans) out_ += styled(span);
  out_ += "\n";
}

void TextPage::heading(const std::string& title) {
  line();
  line({{title, Style::bold}});
}

void TextPage::wrapped(const std::string& bullet, const std::string& text) {
  const std::string indent(display_width(bullet), ' ');
  std::string current = bullet;
  bool empty = true;
  std::size_t width = indent.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, space - at);
    const std::size_t letters = display_width(word);
    if (!empty && width + 1 + letters > columns) {
      line(current);
      current = indent;
      width = indent.size();
      empty = true;
    }
    current += (empty ? "" : " ") + word;
    width += letters + (empty ? 0 : 1);
    empty = false;
    at = space + 1;
  }
  line(current);
}

void TextPage::list(const std::string& title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  heading(title);
  for (const std::string& item : items) wrapped("  - ", item);
}

bool TextPage::table(const Rows& rows, std::size_t must) {
  const std::vector<std::size_t> widths = widths_of(rows);
  const std::vector<std::size_t> visible = visible_columns(widths, must);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string text = "  ";
    for (const std::size_t i : visible) {
      const std::string cell = i < rows[r].size() ? rows[r][i] : "";
      const std::string pad(widths[i] - display_width(cell), ' ');
      text += (i == 0 ? cell + pad : "  " + pad + cell);
    }
    line({{text, r == 0 ? Style::bold : Style::plain}});
  }
  return visible.size() == widths.size();
}

}  // namespace kvplan::render
