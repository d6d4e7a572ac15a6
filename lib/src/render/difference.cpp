// A difference as text, JSON, Markdown, HTML, CSV, and as findings for a CI.
#include "kvplan/lock.hpp"
#include "render/escape.hpp"
#include "render/html/page.hpp"
#include "render/json_writer.hpp"
#include "render/markdown_page.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

using namespace render;

std::string headline(const Difference& difference) {
  if (difference.layout_changed) {
    return "CHANGED: " + difference.before.recommended + " was recommended, now " +
           difference.after.recommended;
  }
  if (difference.moved.empty()) return "SAME: no number moved";
  return difference.regressed() ? "LESS than the lock holds" : "CHANGED, nothing is lost";
}

std::string value_text(const Moved& moved, const std::optional<std::int64_t>& value) {
  if (!value) return "-";
  return moved.field.ends_with("_bytes") ? format_gib(Bytes{*value}) : format_count(*value);
}

std::string change_text(const Moved& moved) {
  if (!moved.from || !moved.to || *moved.from == 0) return "";
  const double share =
      100.0 * (static_cast<double>(*moved.to) / static_cast<double>(*moved.from) - 1);
  return (share > 0 ? "+" : "") + format_fixed(share, 1) + " %";
}

/// One layout's numbers; whole table where `layout` is empty.
Rows rows_of(const Difference& difference) {
  Rows rows{{"layout", "number", "locked", "now", "change", "because of", ""}};
  for (const Moved& moved : difference.moved) {
    rows.push_back({moved.layout, moved.field, value_text(moved, moved.from),
                    value_text(moved, moved.to), change_text(moved),
                    moved.cause == Cause::rules ? "rules" : "inputs",
                    moved.regression ? "less" : ""});
  }
  return rows;
}

std::vector<std::string> input_lines(const Difference& difference) {
  std::vector<std::string> lines;
  for (const ChangedInput& input : difference.inputs) {
    const auto shown = [](const std::string& value) { return value.empty() ? "not given" : value; };
    lines.push_back(input.name + ": " + shown(input.from) + " -> " + shown(input.to));
  }
  if (difference.before.engine != difference.after.engine) {
    lines.push_back("engine rules: " + difference.before.engine + " -> " + difference.after.engine);
  }
  if (difference.before.kvplan_version != difference.after.kvplan_version) {
    lines.push_back("kvplan: " + difference.before.kvplan_version + " -> " +
                    difference.after.kvplan_version);
  }
  return lines;
}

}  // namespace

std::string render_text(const Difference& difference, bool colour) {
  TextPage page(colour);
  page.line({{headline(difference), difference.regressed() ? Style::bad : Style::good}});
  page.list("Changed", input_lines(difference));
  std::string layout;
  Rows rows;
  const auto flush = [&] {
    if (rows.empty()) return;
    page.heading(layout);
    page.table(rows);
    rows.clear();
  };
  for (const Moved& moved : difference.moved) {
    if (moved.layout != layout) flush();
    layout = moved.layout;
    if (rows.empty()) rows.push_back({"", "locked", "now", "change", "because of", ""});
    rows.push_back({moved.field, value_text(moved, moved.from), value_text(moved, moved.to),
                    change_text(moved), moved.cause == Cause::rules ? "rules" : "inputs",
                    moved.regression ? "less" : ""});
  }
  flush();
  return std::move(page).text();
}

std::string render_json(const Difference& difference) {
  JsonWriter json(2);
  json.begin_object().member("schema_version", 1).member("regressed", difference.regressed());
  json.member("layout_changed", difference.layout_changed);
  json.key("recommended").begin_object().member("from", difference.before.recommended);
  json.member("to", difference.after.recommended).end_object();
  json.key("engine").begin_object().member("from", difference.before.engine);
  json.member("to", difference.after.engine).end_object();
  json.key("inputs").begin_array();
  for (const ChangedInput& input : difference.inputs) {
    json.begin_object().member("name", input.name);
    json.member("from", input.from.empty() ? std::nullopt : std::optional(input.from));
    json.member("to", input.to.empty() ? std::nullopt : std::optional(input.to)).end_object();
  }
  json.end_array().key("moved").begin_array();
  for (const Moved& moved : difference.moved) {
    json.begin_object().member("layout", moved.layout).member("field", moved.field);
    json.member("from", moved.from).member("to", moved.to).member("cause", name(moved.cause));
    json.member("regression", moved.regression).end_object();
  }
  json.end_array().end_object();
  return std::move(json).text() + "\n";
}

namespace {

/// The page under its headline, in either language.
template <class Page>
void fill(Page& page, const Difference& difference) {
  page.list("Changed", input_lines(difference));
  if (difference.moved.empty()) return;
  page.heading("What moved");
  page.table(rows_of(difference));
}

}  // namespace

std::string render_markdown(const Difference& difference) {
  MarkdownPage page(headline(difference));
  fill(page, difference);
  return std::move(page).text();
}

std::string render_html(const Difference& difference) {
  HtmlPage page(headline(difference));
  page.verdict(headline(difference), !difference.regressed());
  fill(page, difference);
  return std::move(page).text();
}

std::string render_csv(const Difference& difference) {
  std::string out = "layout,field,from,to,cause,regression\n";
  const auto number = [](const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : std::string();
  };
  for (const Moved& moved : difference.moved) {
    out += csv_cell(moved.layout) + "," + csv_cell(moved.field) + "," + number(moved.from) + "," +
           number(moved.to) + "," + std::string(name(moved.cause)) + "," +
           (moved.regression ? "true" : "false") + "\n";
  }
  return out;
}

namespace {

Case moved_case(const std::string& name, const std::string& text, bool fails,
                const std::string& file) {
  Finding finding;
  finding.rule = fails ? "capacity-regression" : "capacity-changed";
  finding.severity = fails ? Severity::error : Severity::note;
  finding.file = file;
  finding.text = text;
  return {.name = name, .finding = std::move(finding), .skipped = !fails};
}

}  // namespace

std::vector<Case> cases_of(const Difference& difference, const std::string& file) {
  std::vector<Case> cases;
  const std::string& before = difference.before.recommended;
  const std::string& after = difference.after.recommended;
  if (difference.layout_changed) {
    cases.push_back(
        moved_case("recommended", before + " was recommended, now " + after, true, file));
  } else {
    cases.push_back({.name = "recommended"});
  }
  for (const Moved& moved : difference.moved) {
    const std::string change = change_text(moved);
    const std::string name = moved.layout + " " + moved.field;
    const std::string text = name + ": " + value_text(moved, moved.from) + " → " +
                             value_text(moved, moved.to) +
                             (change.empty() ? "" : " (" + change + ")") + ", because of the " +
                             (moved.cause == Cause::rules ? "rules" : "inputs");
    cases.push_back(moved_case(name, text, moved.regression, file));
  }
  return cases;
}

std::vector<FindingRule> difference_rules() {
  return {{"capacity-regression", "The plan holds less than the locked one.", "the lock"},
          {"capacity-changed", "A number of the locked plan moved; nothing is lost.", "the lock"}};
}

}  // namespace kvplan
