// A page for a terminal: 80 columns, headings, lists, tables; colours only where asked. Every
// command's text is written with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kvplan::render {

/// A table's cells; the first row is the head.
using Rows = std::vector<std::vector<std::string>>;

enum class Style { plain, bold, good, bad, dim };

/// A piece of a line.
struct Span {
  std::string text;
  Style style = Style::plain;
};

/// Characters, not bytes, of UTF-8 text.
[[nodiscard]] std::size_t display_width(std::string_view text);

class TextPage {
 public:
  static constexpr std::size_t columns = 80;

  explicit TextPage(bool colour) : colour_(colour) {}

  /// Pieces of one line. Here alone text comes onto the page, and what others chose is cleaned.
  void line(const std::vector<Span>& spans);
  void line(const std::string& text = "") { line({Span{text}}); }
  /// An empty line and the title.
  void heading(const std::string& title);
  /// Words broken at 80 columns; further lines start under the text, not under its bullet.
  void wrapped(const std::string& bullet, const std::string& text);
  /// A heading and its items; nothing where there are none.
  void list(const std::string& title, const std::vector<std::string>& items);
  /// The first column to the left, the others to the right. Columns beyond 80 are left out but for
  /// `must`. @return false when some were
  bool table(const Rows& rows, std::size_t must = 0);

  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  [[nodiscard]] std::string styled(const Span& span) const;

  bool colour_;
  std::string out_;
};

}  // namespace kvplan::render
