// A check as text, JSON, Markdown and HTML.
#include "kvplan/check.hpp"

#include "overloaded.hpp"
#include "render/findings/findings.hpp"
#include "render/html/page.hpp"
#include "render/json_writer.hpp"
#include "render/markdown_page.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

std::string place_text(const PolicyPlace& place) {
  return place.file + ":" + std::to_string(place.line);
}

std::string change_text(const LimitResult& limit) {
  if (!limit.smallest_change) return "no single change meets it";
  return "would be met by: " + *limit.smallest_change +
         (limit.change_place ? " (" + place_text(*limit.change_place) + ")" : "");
}

void write(JsonWriter& json, const LimitValue& value) {
  std::visit(Overloaded{[&](std::int64_t count) { json.value(count); },
                        [&](const std::string& word) { json.value(word); },
                        [&](const std::vector<std::string>& words) {
                          json.begin_array();
                          for (const std::string& word : words) json.value(word);
                          json.end_array();
                        }},
             value);
}

void write_limit(JsonWriter& json, const LimitResult& limit) {
  json.begin_object().member("id", limit.id);
  write(json.key("required"), limit.required);
  json.key("found");
  if (limit.found) {
    write(json, *limit.found);
  } else {
    json.null();
  }
  json.member("met", limit.met());
  json.member("state", name(limit.state));
  json.member("file", limit.place.file).member("line", limit.place.line);
  json.member("smallest_change", limit.smallest_change);
  json.key("change_at");
  if (limit.change_place) {
    json.begin_object().member("file", limit.change_place->file);
    json.member("line", limit.change_place->line).end_object();
  } else {
    json.null();
  }
  json.member("text", limit.text).end_object();
}

}  // namespace

std::string render_json(const Check& check) {
  JsonWriter json(2);
  json.begin_object().member("schema_version", 1).member("verdict", name(check.verdict()));
  json.member("policy", check.policy.file);
  json.key("limits").begin_array();
  for (const LimitResult& limit : check.limits) write_limit(json, limit);
  json.end_array().key("findings").begin_array();
  for (const Finding& finding : check.findings) write_finding(json, finding);
  json.end_array().key("notes").begin_array();
  for (const std::string& note : check.notes) json.value(note);
  json.end_array().end_object();
  return std::move(json).text() + "\n";
}

std::string render_text(const Check& check, bool colour) {
  TextPage page(colour);
  const Verdict verdict = check.verdict();
  page.line({{headline(check), verdict == Verdict::pass ? Style::good : Style::bad}});
  page.wrapped("  ", subject(check.report));
  page.line();
  for (const LimitResult& limit : check.limits) {
    page.wrapped("  " + std::string(name(limit.state)) +
                     std::string(10 - std::string(name(limit.state)).size(), ' '),
                 limit.text);
    if (!limit.met()) {
      page.wrapped("            ", place_text(limit.place) + ", " + change_text(limit));
    }
  }
  if (!check.findings.empty()) {
    page.heading("In the deployment's files");
    add_findings(page, check.findings);
  }
  page.list("Notes", check.notes);
  return std::move(page).text();
}

namespace {

/// The page under its headline, in either language.
template <class Page>
void fill(Page& page, const Check& check) {
  page.paragraph(subject(check.report));
  page.heading("Limits");
  Rows rows{{"limit", "state", "what", "where", "smallest change"}};
  for (const LimitResult& limit : check.limits) {
    std::string change = limit.smallest_change.value_or(limit.met() ? "" : "none found");
    if (limit.change_place) change += " (" + place_text(*limit.change_place) + ")";
    rows.push_back({limit.id, std::string(name(limit.state)), limit.text, place_text(limit.place),
                    std::move(change)});
  }
  page.table(rows);
  if (!check.findings.empty()) {
    page.heading("In the deployment's files");
    page.table(finding_rows(check.findings));
  }
  page.list("Notes", check.notes);
}

}  // namespace

std::string render_markdown(const Check& check) {
  MarkdownPage page(headline(check));
  fill(page, check);
  return std::move(page).text();
}

std::string render_html(const Check& check) {
  HtmlPage page(headline(check));
  page.verdict(headline(check), check.verdict() == Verdict::pass);
  fill(page, check);
  return std::move(page).text();
}

}  // namespace kvplan
