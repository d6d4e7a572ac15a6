// The plan as Markdown: the same parts as the text, as tables.
#include "kvplan/render.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

std::string cell_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

void add_table(std::string& out, const Rows& rows) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += "|";
    for (const std::string& cell : rows[r]) out += " " + cell_text(cell) + " |";
    out += "\n";
    if (r > 0) continue;
    out += "|";
    for (std::size_t i = 0; i < rows[r].size(); ++i) out += i == 0 ? " --- |" : " ---: |";
    out += "\n";
  }
  out += "\n";
}

void add_list(std::string& out, const std::string& title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  out += "## " + title + "\n\n";
  for (const std::string& item : items) out += "- " + item + "\n";
  out += "\n";
}

Rows ledger_rows(const Ledger& ledger) {
  Rows rows{{ledger.box, "GiB", "low", "high", "source"}};
  for (const LedgerRow& row : ledger.rows) {
    rows.push_back({row.label, format_fixed(gib(row.bytes.likely), 2),
                    format_fixed(gib(row.bytes.low), 2), format_fixed(gib(row.bytes.high), 2),
                    row.bytes.source});
  }
  return rows;
}

}  // namespace

std::string render_markdown(const Report& report) {
  std::string out = "# " + verdict(report) + "\n\n" + subject(report) + "\n\n";
  add_table(out, layout_rows(report));
  for (const Ledger& ledger : shown_layout(report).ledgers) add_table(out, ledger_rows(ledger));
  std::vector<std::string> items;
  for (const Reason& reason : report.recommendation.reasons) items.push_back(reason.text);
  add_list(out, "Why", items);
  items.clear();
  for (const Change& change : report.recommendation.changes) {
    items.push_back("`" + change.flag + "`, gives up: " + change.gives_up);
  }
  add_list(out, "What would make it fit", items);
  items.clear();
  for (const Flip& flip : report.recommendation.flips) items.push_back(flip_text(flip));
  add_list(out, "What would change the answer", items);
  items.clear();
  for (const Action& action : report.recommendation.actions) items.push_back(action.text);
  add_list(out, "Do", items);
  add_list(out, "Assumed", assumptions(report));
  items.clear();
  for (const Warning& warning : report.warnings) items.push_back(warning.text);
  add_list(out, "Warnings", items);
  return out;
}

}  // namespace kvplan
