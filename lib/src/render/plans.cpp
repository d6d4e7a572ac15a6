// Several plans as one table: text, JSON, Markdown, HTML, CSV.
#include "kvplan/plans.hpp"

#include <algorithm>

#include "kvplan/render.hpp"
#include "render/escape.hpp"
#include "render/html/page.hpp"
#include "render/json_writer.hpp"
#include "render/markdown_page.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

/// One row: a question and one of its layouts.
struct Row {
  const AnsweredQuestion* answer;
  const LayoutPlan* layout;
  bool recommended;
};

std::vector<Row> rows_of(std::span<const AnsweredQuestion> answers) {
  std::vector<Row> rows;
  for (const AnsweredQuestion& answer : answers) {
    if (!answer.report) continue;
    const auto& chosen = answer.report->recommendation.layout;
    for (std::size_t i = 0; i < answer.report->layouts.size(); ++i) {
      rows.push_back({&answer, &answer.report->layouts[i], chosen && *chosen == i});
    }
  }
  return rows;
}

/// Two decimals, or as many more as tell the share: 0.74, 0.745.
std::string share_text(double share) {
  constexpr int most = 6;
  std::string text = format_fixed(share, most);
  while (text.back() == '0' && text.size() > text.find('.') + 3) text.pop_back();
  return text;
}

std::string shares_of(const Report& report) {
  std::vector<double> shares = report.request.utilization;
  if (std::ranges::all_of(shares, [&](double share) { return share == shares.front(); })) {
    shares.resize(1);
  }
  std::string text;
  for (const double share : shares) text += (text.empty() ? "" : ",") + share_text(share);
  return text;
}

std::string dtype_of(const LayoutPlan& layout) {
  return std::string(name(layout.cache->serving.cache_dtype));
}

Bytes least_left(const LayoutPlan& layout) {
  Bytes least = layout.ledgers.front().left_for_others;
  for (const Ledger& ledger : layout.ledgers) least = std::min(least, ledger.left_for_others);
  return least;
}

std::string without_org(const std::string& model) {
  const std::size_t dashes = model.find("--");
  return dashes == std::string::npos ? model : model.substr(dashes + 2);
}

Rows table_of(std::span<const AnsweredQuestion> answers) {
  Rows table{{"model", "util", "cache", "layout", "tokens", "requests", "longest"}};
  for (const Row& row : rows_of(answers)) {
    const Report& report = *row.answer->report;
    const LayoutPlan& layout = *row.layout;
    const bool fits = layout.fits;
    table.push_back({without_org(report.request.model->config.name), shares_of(report),
                     dtype_of(layout), (row.recommended ? "* " : "") + layout.layout.id(),
                     fits ? format_count(layout.kv_cache_tokens.count()) : "does not fit",
                     fits ? format_count(layout.full_context_requests) : "-",
                     format_count(layout.largest_request.count())});
  }
  return table;
}

std::vector<std::string> errors_of(std::span<const AnsweredQuestion> answers) {
  std::vector<std::string> errors;
  for (const AnsweredQuestion& answer : answers) {
    if (answer.report) continue;
    std::string line = answer.question.model + ": " + answer.error;
    if (std::ranges::find(errors, line) == errors.end()) errors.push_back(std::move(line));
  }
  return errors;
}

constexpr const char* title = "Plans side by side";
constexpr const char* star = "* is recommended for its row's inputs; requests are of full context.";

}  // namespace

std::string render_text(std::span<const AnsweredQuestion> answers, bool colour) {
  TextPage page(colour);
  const Rows table = table_of(answers);
  if (table.size() > 1) {
    page.table(table);
    page.line();
    page.wrapped("  ", star);
  }
  page.list("Not planned", errors_of(answers));
  return std::move(page).text();
}

namespace {

/// The page under its title, in either language.
template <class Page>
void fill(Page& page, std::span<const AnsweredQuestion> answers) {
  const Rows table = table_of(answers);
  if (table.size() > 1) {
    page.table(table);
    page.paragraph(star);
  }
  page.list("Not planned", errors_of(answers));
}

}  // namespace

std::string render_markdown(std::span<const AnsweredQuestion> answers) {
  MarkdownPage page(title);
  fill(page, answers);
  return std::move(page).text();
}

std::string render_html(std::span<const AnsweredQuestion> answers) {
  HtmlPage page(title);
  page.title(title);
  fill(page, answers);
  return std::move(page).text();
}

std::string render_json(std::span<const AnsweredQuestion> answers) {
  JsonWriter json(2);
  json.begin_object().member("schema_version", 1).key("plans").begin_array();
  for (const AnsweredQuestion& answer : answers) {
    json.begin_object().member("model", answer.question.model).member("status", answer.status);
    json.member("error", answer.error.empty() ? std::nullopt : std::optional(answer.error));
    json.key("plan");
    if (answer.report) {
      std::string plan = render_json(*answer.report);
      while (!plan.empty() && plan.back() == '\n') plan.pop_back();
      json.raw(plan);
    } else {
      json.null();
    }
    json.end_object();
  }
  json.end_array().end_object();
  return std::move(json).text() + "\n";
}

std::string render_csv(std::span<const AnsweredQuestion> answers) {
  std::string out =
      "model,engine,gpu_memory_utilization,kv_cache_dtype,max_model_len,layout,recommended,fits,"
      "weights_bytes,available_kv_bytes,num_blocks,kv_cache_tokens,full_context_requests,"
      "largest_request_tokens,max_concurrency,left_for_others_bytes\n";
  for (const Row& row : rows_of(answers)) {
    const Report& report = *row.answer->report;
    const LayoutPlan& layout = *row.layout;
    const CopyPlan& copy = layout.copies.front();
    const RankPlan& rank = copy.ranks[copy.binding_rank];
    const EngineRules& rules = report.request.engine.rules;
    const auto where_it_fits = [&](std::int64_t number) {
      return layout.fits ? std::to_string(number) : "";
    };
    out += csv_cell(report.request.model->config.name) + "," + rules.name + "@" + rules.version +
           "," + csv_cell(shares_of(report)) + "," + dtype_of(layout) + "," +
           std::to_string(layout.cache->serving.max_model_len.count()) + "," + layout.layout.id() +
           "," + (row.recommended ? "true" : "false") + "," + (layout.fits ? "true" : "false") +
           "," + std::to_string(rank.weights.likely.count()) + "," +
           std::to_string(rank.available.count()) + "," +
           where_it_fits(copy.capacity.num_blocks.count()) + "," +
           where_it_fits(layout.kv_cache_tokens.count()) + "," +
           std::to_string(layout.full_context_requests) + "," +
           std::to_string(layout.largest_request.count()) + "," +
           (layout.fits ? format_fixed(copy.capacity.max_concurrency, 6) : "") + "," +
           std::to_string(least_left(layout).count()) + "\n";
  }
  return out;
}

}  // namespace kvplan
