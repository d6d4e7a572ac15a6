// The plan as Markdown: the same parts as the text, as tables.
#include "kvplan/render.hpp"
#include "render/escape.hpp"
#include "render/markdown_page.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

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
  MarkdownPage page(verdict(report));
  page.paragraph(subject(report));
  page.table(layout_rows(report));
  for (const Ledger& ledger : shown_layout(report).ledgers) page.table(ledger_rows(ledger));
  page.list("Beside it", beside_lines(report));
  std::vector<std::string> items;
  for (const Reason& reason : report.recommendation.reasons) items.push_back(reason.text);
  page.list("Why", items);
  items.clear();
  for (const Change& change : report.recommendation.changes) {
    items.push_back(markdown_code(change.flag) +
                    ", gives up: " + markdown_escaped(change.gives_up));
  }
  page.list_of_markup("What would make it fit", items);
  items.clear();
  for (const Flip& flip : report.recommendation.flips) items.push_back(flip_text(flip));
  page.list("What would change the answer", items);
  items.clear();
  page.list("What moves it most", movers(report));
  items.clear();
  for (const Action& action : report.recommendation.actions) items.push_back(action.text);
  page.list("Do", items);
  page.list("Start-up", startup_lines(report));
  page.list("Assumed", assumptions(report));
  items.clear();
  for (const Warning& warning : report.warnings) items.push_back(warning.text);
  page.list("Warnings", items);
  return std::move(page).text();
}

}  // namespace kvplan
