#include "render/html/page.hpp"

#include <algorithm>

#include "render/escape.hpp"
#include "render/palette.hpp"

namespace kvplan::render {
namespace {

constexpr std::string_view page_css =
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--ground);color:var(--text);"
    "font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif}"
    "main{max-width:62rem;margin:0 auto;padding:1.5rem}"
    "h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}h1.good{color:var(--good)}"
    "h1.bad{color:var(--bad)}h2{font-size:1.15rem;margin:2rem 0 .5rem;"
    "border-bottom:1px solid var(--line);padding-bottom:.2rem}"
    ".lead{color:var(--dim);margin:0 0 1rem}"
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.4rem,1fr));gap:.6rem;"
    "margin:1rem 0;padding:0}"
    ".figures div{border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem}"
    ".figures dt{color:var(--dim);font-size:.85rem}"
    ".figures dd{margin:0;font-size:1.2rem;font-weight:600;overflow-wrap:anywhere}"
    ".scroll{overflow-x:auto}"
    "table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;color:var(--dim);padding:.2rem 0}"
    "th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;"
    "vertical-align:top;white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left}td.words,th.words{text-align:left}td.words,th["
    "scope=row]{white-space:normal}td.words{min-width:11rem}"
    "th{font-weight:600}.marked{font-weight:700}"
    "figure{margin:1rem 0}figure svg{width:100%;min-width:35rem;height:auto;display:block}"
    ".decides td,.decides th{border-bottom:2px solid var(--good)}"
    "figcaption{color:var(--dim);font-size:.9rem}li{margin:.2rem 0}"
    "footer{color:var(--dim);font-size:.85rem;margin-top:2rem}"
    "@page{size:A4;margin:15mm}"
    "@media print{:root{color-scheme:light}main{max-width:none;padding:0}body{font-size:10.5pt}"
    "figure svg{min-width:0}.scroll{overflow:visible}"
    "figure,tr,.figures{break-inside:avoid}h2,caption{break-after:avoid}}";

/// A column of sentences stands to the left, one of numbers and words to the right.
bool has_sentences(const Rows& rows, std::size_t column) {
  constexpr std::size_t longest_word = 28;
  return std::ranges::any_of(rows, [&](const auto& row) {
    return column < row.size() && display_width(row[column]) > longest_word;
  });
}

/// What stands between backticks as code; the rest escaped.
std::string with_code(const std::string& text) {
  std::string safe = xml_escaped(text);
  for (std::size_t open = safe.find('`'); open != std::string::npos; open = safe.find('`', open)) {
    const std::size_t close = safe.find('`', open + 1);
    if (close == std::string::npos) break;
    const std::string code = "<code>" + safe.substr(open + 1, close - open - 1) + "</code>";
    safe.replace(open, close - open + 1, code);
    open += code.size();
  }
  return safe;
}

}  // namespace

HtmlPage::HtmlPage(const std::string& title)
    : out_(
          "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
          xml_escaped(title) + "</title>\n<style>" + std::string(palette_css) +
          std::string(page_css) + "</style>\n</head>\n<body>\n<main>\n"),
      last_heading_(title) {}

void HtmlPage::title(const std::string& text) { out_ += "<h1>" + xml_escaped(text) + "</h1>\n"; }

void HtmlPage::verdict(const std::string& text, bool good) {
  out_ +=
      std::string("<h1 class=\"") + (good ? "good" : "bad") + "\">" + xml_escaped(text) + "</h1>\n";
}

void HtmlPage::lead(const std::string& text) {
  out_ += "<p class=\"lead\">" + xml_escaped(text) + "</p>\n";
}

void HtmlPage::heading(const std::string& title) {
  last_heading_ = title;
  out_ += "<h2>" + xml_escaped(title) + "</h2>\n";
}

void HtmlPage::paragraph(const std::string& text) { out_ += "<p>" + with_code(text) + "</p>\n"; }

void HtmlPage::figures(const std::vector<std::pair<std::string, std::string>>& cards) {
  out_ += "<dl class=\"figures\">\n";
  for (const auto& [number, what] : cards) {
    out_ += "<div><dt>" + xml_escaped(what) + "</dt><dd>" + xml_escaped(number) + "</dd></div>\n";
  }
  out_ += "</dl>\n";
}

void HtmlPage::list(const std::vector<std::string>& items, bool numbered) {
  if (items.empty()) return;
  const std::string tag = numbered ? "ol" : "ul";
  out_ += "<" + tag + ">\n";
  for (const std::string& item : items) out_ += "<li>" + with_code(item) + "</li>\n";
  out_ += "</" + tag + ">\n";
}

void HtmlPage::list(const std::string& title, const std::vector<std::string>& items,
                    bool numbered) {
  if (items.empty()) return;
  heading(title);
  list(items, numbered);
}

void HtmlPage::table(const Rows& rows) { table(last_heading_, rows); }

void HtmlPage::table(const std::string& caption, const Rows& rows, std::size_t marked,
                     std::size_t decides) {
  if (rows.empty()) return;
  out_ += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
          xml_escaped(caption) + "\"><table><caption>" + xml_escaped(caption) +
          "</caption>\n<thead><tr>";
  const auto mark = [&](std::size_t i) { return marked > 0 && i == marked; };
  for (std::size_t i = 0; i < rows.front().size(); ++i) {
    const std::string& cell = rows.front()[i];
    out_ += cell.empty() ? "<td></td>"
                         : std::string("<th scope=\"col\"") +
                               (mark(i)                           ? " class=\"marked\""
                                : i > 0 && has_sentences(rows, i) ? " class=\"words\""
                                                                  : "") +
                               ">" + xml_escaped(cell) + "</th>";
  }
  out_ += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 1; r < rows.size(); ++r) {
    out_ += decides > 0 && r == decides ? "<tr class=\"decides\">" : "<tr>";
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      const std::string text = xml_escaped(rows[r][i]);
      if (i == 0) {
        out_ += "<th scope=\"row\">" + text + "</th>";
        continue;
      }
      const std::string kind = mark(i) ? "marked" : has_sentences(rows, i) ? "words" : "";
      out_ += "<td" + (kind.empty() ? "" : " class=\"" + kind + "\"") + ">" + text + "</td>";
    }
    out_ += "</tr>\n";
  }
  out_ += "</tbody></table></div>\n";
}

void HtmlPage::picture(const std::string& svg, const std::string& caption) {
  // Wider than a telephone: it scrolls in itself, by keys too, before its letters get too small.
  out_ += "<figure>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
          xml_escaped(caption) + "\">" + svg + "</div><figcaption>" + xml_escaped(caption) +
          "</figcaption>\n</figure>\n";
}

std::string HtmlPage::text() && { return std::move(out_) + "</main>\n</body>\n</html>\n"; }

}  // namespace kvplan::render
