// The copies of a fleet as JSON (contract: metrics), CSV, for the terminal, as Markdown and HTML.
#include <algorithm>
#include <cmath>

#include "kvplan/copies.hpp"
#include "render/escape.hpp"
#include "render/html/page.hpp"
#include "render/json_writer.hpp"
#include "render/markdown_page.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

using render::csv_cell;
using render::JsonWriter;
using render::Style;

/// A count without a fraction where it has none: 36888, not 36888.0.
void write_number(JsonWriter& json, const char* key, const std::optional<double>& value) {
  json.key(key);
  if (!value) {
    json.null();
  } else if (std::abs(*value) < 9e15 && *value == std::floor(*value)) {
    json.value(static_cast<std::int64_t>(*value));
  } else {
    json.value(*value);
  }
}

void write_figures(JsonWriter& json, const CopyFigures& f) {
  write_number(json, "num_requests_running", f.num_requests_running);
  write_number(json, "num_requests_waiting", f.num_requests_waiting);
  json.member("kv_cache_usage_perc", f.kv_cache_usage_perc);
  json.member("kv_cache_usage_max", f.kv_cache_usage_max);
  write_number(json, "generation_tokens_total", f.generation_tokens_total);
  write_number(json, "prompt_tokens_total", f.prompt_tokens_total);
  write_number(json, "num_preemptions_total", f.num_preemptions_total);
  write_number(json, "requests_finished_total", f.requests_finished_total);
  write_number(json, "prefix_cache_queries_total", f.prefix_cache_queries_total);
  write_number(json, "prefix_cache_hits_total", f.prefix_cache_hits_total);
  json.member("prefix_cache_hit_rate", f.prefix_cache_hit_rate());
  write_number(json, "spec_decode_num_drafts_total", f.spec_decode_num_drafts_total);
  write_number(json, "spec_decode_num_draft_tokens_total", f.spec_decode_num_draft_tokens_total);
  write_number(json, "spec_decode_num_accepted_tokens_total",
               f.spec_decode_num_accepted_tokens_total);
  json.member("draft_acceptance", f.draft_acceptance());
  json.member("kv_cache_tokens", f.kv_cache_tokens);
  json.member("num_blocks", f.num_blocks);
  json.member("max_concurrency", f.max_concurrency);
  const auto seconds = [&](const char* key, const std::optional<Histogram>& h, double q) {
    json.member(key, h ? h->quantile(q) : std::optional<double>());
  };
  seconds("time_to_first_token_p50_seconds", f.time_to_first_token, 0.5);
  seconds("time_to_first_token_p99_seconds", f.time_to_first_token, 0.99);
  seconds("inter_token_latency_p50_seconds", f.inter_token_latency, 0.5);
  seconds("inter_token_latency_p99_seconds", f.inter_token_latency, 0.99);
}

void write_copy(JsonWriter& json, const CopyStatus& copy) {
  json.begin_object().member("url", copy.url).member("up", copy.up);
  json.key("error");
  copy.error.empty() ? json.null() : json.value(copy.error);
  json.key("model");
  copy.model.empty() ? json.null() : json.value(copy.model);
  json.member("process_start_time_seconds", copy.start_time);
  json.member("restarted", copy.restarted).member("several_behind", copy.several_behind);
  write_figures(json, copy.figures);
  json.key("notes").begin_array();
  for (const std::string& note : copy.notes) json.value(note);
  json.end_array().end_object();
}

std::string count_cell(const std::optional<double>& value) {
  if (!value || !(std::abs(*value) < 9e15)) return "-";
  return format_short(std::llround(*value));
}

std::vector<std::string> cells(const std::string& name, const CopyFigures& f) {
  return {name,
          count_cell(f.num_requests_running),
          count_cell(f.num_requests_waiting),
          f.kv_cache_usage_perc ? format_fixed(*f.kv_cache_usage_perc * 100, 1) + " %" : "-",
          f.kv_cache_tokens ? format_short(f.kv_cache_tokens->count()) : "-",
          count_cell(f.generation_tokens_total),
          count_cell(f.num_preemptions_total)};
}

/// "host:8000" of "http://host:8000/metrics"; a file's name.
std::string short_url(std::string url) {
  constexpr std::size_t longest = 24;
  const bool file = url.find("://") == std::string::npos;
  if (file && url.find('/') != std::string::npos) url.erase(0, url.rfind('/') + 1);
  if (const std::size_t scheme = url.find("://"); scheme != std::string::npos) {
    url.erase(0, scheme + 3);
  }
  if (url.ends_with("/metrics")) url.erase(url.size() - 8);
  if (url.size() > longest) url = "…" + url.substr(url.size() - longest + 1);
  return url;
}

}  // namespace

std::string render_json(const FleetStatus& status) {
  JsonWriter json(2);
  json.begin_object().member("schema_version", 1);
  json.key("copies").begin_array();
  for (const CopyStatus& copy : status.copies) write_copy(json, copy);
  json.end_array().key("total").begin_object();
  std::int64_t up = 0;
  for (const CopyStatus& copy : status.copies) up += copy.up ? 1 : 0;
  json.member("copies_up", up);
  write_figures(json, status.total);
  json.end_object();
  json.key("missing").begin_array();
  for (const CopyStatus& copy : status.copies) {
    if (!copy.up) json.value(copy.url);
  }
  json.end_array();
  json.member("planned_kv_cache_tokens_per_copy", status.planned_tokens);
  json.key("notes").begin_array();
  for (const std::string& note : status.notes) json.value(note);
  json.end_array().end_object();
  return std::move(json).text() + "\n";
}

namespace {

std::string headline(const FleetStatus& status) {
  const auto up = std::ranges::count(status.copies, true, &CopyStatus::up);
  return std::to_string(up) + " of " + std::to_string(status.copies.size()) +
         (status.copies.size() == 1 ? " copy answers" : " copies answer");
}

render::Rows rows_of(const FleetStatus& status) {
  render::Rows rows{{"copy", "running", "waiting", "cache", "tokens", "made", "preempted"}};
  for (const CopyStatus& copy : status.copies) {
    rows.push_back(cells(short_url(copy.url), copy.figures));
  }
  rows.push_back(cells("all", status.total));
  return rows;
}

std::vector<std::string> troubles_of(const FleetStatus& status) {
  std::vector<std::string> troubles;
  for (const CopyStatus& copy : status.copies) {
    if (!copy.up) troubles.push_back(copy.url + " does not answer: " + copy.error);
    for (const std::string& note : copy.notes) troubles.push_back(copy.url + ": " + note);
  }
  troubles.insert(troubles.end(), status.notes.begin(), status.notes.end());
  return troubles;
}

/// The page under its headline, in any language.
template <class Page>
void fill(Page& page, const FleetStatus& status) {
  page.table(rows_of(status));
  page.list("Look at", troubles_of(status));
}

std::string csv_number(const std::optional<double>& value) {
  if (!value) return "";
  const bool whole = std::abs(*value) < 9e15 && *value == std::floor(*value);
  return whole ? std::to_string(static_cast<std::int64_t>(*value)) : format_fixed(*value, 6);
}

std::string csv_row(const std::string& url, const std::string& up, const CopyFigures& f) {
  return csv_cell(url) + "," + up + "," + csv_number(f.num_requests_running) + "," +
         csv_number(f.num_requests_waiting) + "," + csv_number(f.kv_cache_usage_perc) + "," +
         csv_number(f.generation_tokens_total) + "," + csv_number(f.num_preemptions_total) + "," +
         (f.kv_cache_tokens ? std::to_string(f.kv_cache_tokens->count()) : "") + "\n";
}

}  // namespace

std::string render_text(const FleetStatus& status, bool colour) {
  render::TextPage page(colour);
  page.line({{headline(status), status.all_up() ? Style::good : Style::bad}});
  page.line();
  fill(page, status);
  return std::move(page).text();
}

std::string render_markdown(const FleetStatus& status) {
  render::MarkdownPage page(headline(status));
  fill(page, status);
  return std::move(page).text();
}

std::string render_html(const FleetStatus& status) {
  render::HtmlPage page(headline(status));
  page.verdict(headline(status), status.all_up());
  fill(page, status);
  return std::move(page).text();
}

std::string render_csv(const FleetStatus& status) {
  std::string out =
      "url,up,num_requests_running,num_requests_waiting,kv_cache_usage_perc,"
      "generation_tokens_total,num_preemptions_total,kv_cache_tokens\n";
  for (const CopyStatus& copy : status.copies) {
    out += csv_row(copy.url, copy.up ? "true" : "false", copy.figures);
  }
  return out;
}

}  // namespace kvplan
