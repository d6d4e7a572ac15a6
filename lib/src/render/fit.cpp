// `kvplan fit` as text, JSON, Markdown, HTML and CSV.
#include "kvplan/fit.hpp"

#include <algorithm>

#include "kvplan/guards.hpp"
#include "kvplan/version.hpp"
#include "render/escape.hpp"
#include "render/html/page.hpp"
#include "render/json_writer.hpp"
#include "render/markdown_page.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;
using render::Rows;
using render::TextPage;

std::string share(double value) { return format_fixed(value, 2); }

/// Boxes that differ in name alone are shown once.
bool alike(const BoxFit& a, const BoxFit& b) {
  return a.total == b.total && a.services == b.services && a.headroom == b.headroom &&
         a.outside == b.outside && a.pinned == b.pinned && a.starts == b.starts &&
         a.least == b.least && a.utilization == b.utilization &&
         a.kv_cache_memory == b.kv_cache_memory && a.safer == b.safer;
}

std::string headline(const Fit& fit) {
  return fit.met ? "FITS: " + fit.layout.layout.id() : "DOES NOT FIT: " + fit.lacking;
}

std::string capacity_line(const Fit& fit) {
  return format_count(fit.layout.kv_cache_tokens.count()) + " tokens, " +
         format_count(fit.layout.full_context_requests) + " requests of full context in all";
}

std::string safer_line(const BoxFit& box) {
  return std::string(name(box.safer)) + ": " + box.reason;
}

/// What the shares of a box come from.
std::vector<std::string> basis_lines(const BoxFit& box) {
  std::vector<std::string> lines{"outside any share: " + format_gib(box.outside.likely) + " (" +
                                 format_gib(box.outside.low) + " to " +
                                 format_gib(box.outside.high) + "), " + box.outside.source};
  if (box.pinned > Bytes{0}) {
    lines.push_back(format_gib(box.pinned) + " of the engine or the model on the host");
  }
  if (box.page_cache > Bytes{0}) {
    lines.push_back(format_gib(box.page_cache) +
                    " page cache of the model's mapped files is kept; where services may push it "
                    "out: up to " +
                    share(box.most_if_pushed_out));
  }
  lines.push_back("services " + format_gib(box.services) + ", headroom " +
                  format_gib(box.headroom) + ": they leave up to " + share(box.most) + ", and " +
                  share(box.most_at_high) + " should all outside the share reach its high end");
  lines.push_back("free memory at the start lets in up to " + share(box.starts));
  lines.push_back(box.least ? "the need asks for " + share(*box.least) + " at least"
                            : std::string("no share holds the need"));
  return lines;
}

void write_box_text(TextPage& page, const BoxFit& box, const std::string& names) {
  page.heading(names + ": " + format_gib(box.total));
  if (box.utilization) {
    page.line("  --gpu-memory-utilization " + share(*box.utilization));
  } else {
    page.line("  no share is left for the engine");
  }
  if (box.kv_cache_memory) {
    page.line("  --kv-cache-memory-bytes " + std::to_string(box.kv_cache_memory->count()) + "  (" +
              format_gib(*box.kv_cache_memory) + " a rank)");
  }
  page.wrapped("  safer: ", safer_line(box));
  for (const std::string& line : basis_lines(box)) page.wrapped("  - ", line);
}

void write_box_json(JsonWriter& out, const BoxFit& box) {
  out.begin_object()
      .member("box", box.box)
      .member("total_bytes", box.total)
      .member("gpu_memory_utilization", box.utilization)
      .member("kv_cache_memory_bytes", box.kv_cache_memory)
      .member("safer", name(box.safer))
      .member("reason", box.reason)
      .member("services_bytes", box.services)
      .member("headroom_bytes", box.headroom)
      .member("outside_bytes", box.outside.likely)
      .member("outside_low_bytes", box.outside.low)
      .member("outside_high_bytes", box.outside.high)
      .member("host_bytes", box.pinned)
      .member("page_cache_bytes", box.page_cache)
      .member("most", box.most)
      .member("most_if_pushed_out", box.most_if_pushed_out)
      .member("most_at_high", box.most_at_high)
      .member("starts", box.starts)
      .member("least", box.least)
      .end_object();
}

/// Of the guards that were named: what they see of an engine on shared memory.
std::vector<std::string> guard_lines(const Fit& fit) {
  std::vector<std::string> lines;
  if (std::ranges::none_of(fit.boxes, &BoxFit::unified)) return lines;
  for (const Guard guard : fit.request.guards) {
    const auto facts = guard_facts();
    const auto fact = std::ranges::find(facts, guard, &GuardFact::guard);
    lines.push_back(std::string(fact->text) + " (" + std::string(fact->source) + ")");
  }
  return lines;
}

/// The page under its headline, in either language.
template <class Page>
void fill(Page& page, const Fit& fit) {
  if (fit.layout.fits) page.paragraph(capacity_line(fit));
  page.heading("The share of each box");
  Rows rows{{"box", "utilization", "cache a rank, GiB", "services, GiB", "headroom, GiB", "safer"}};
  for (const BoxFit& box : fit.boxes) {
    const auto size = [](Bytes bytes) { return format_fixed(gib(bytes), 2); };
    rows.push_back({box.box, box.utilization ? share(*box.utilization) : "none is left",
                    box.kv_cache_memory ? size(*box.kv_cache_memory) : "-", size(box.services),
                    size(box.headroom), safer_line(box)});
  }
  page.table(rows);
  for (const BoxFit& box : fit.boxes) {
    page.list(box.box + ": " + format_gib(box.total), basis_lines(box));
  }
  page.list("Guards", guard_lines(fit));
}

}  // namespace

std::string render_text(const Fit& fit, bool colour) {
  TextPage page(colour);
  page.line({{headline(fit), fit.met ? render::Style::good : render::Style::bad}});
  if (fit.layout.fits) page.line("  " + capacity_line(fit));
  std::vector<bool> shown(fit.boxes.size());
  for (std::size_t i = 0; i < fit.boxes.size(); ++i) {
    if (shown[i]) continue;
    std::string names = fit.boxes[i].box;
    for (std::size_t j = i + 1; j < fit.boxes.size(); ++j) {
      if (shown[j] || !alike(fit.boxes[i], fit.boxes[j])) continue;
      shown[j] = true;
      names += ", " + fit.boxes[j].box;
    }
    write_box_text(page, fit.boxes[i], names);
  }
  page.list("Guards", guard_lines(fit));
  return std::move(page).text();
}

std::string render_json(const Fit& fit) {
  constexpr int indent = 2;
  JsonWriter out(indent);
  const LayoutPlan& plan = fit.layout;
  out.begin_object()
      .member("schema_version", schema_version)
      .member("kvplan_version", version)
      .member("met", fit.met)
      .member("met_by_bytes", fit.met_by_bytes)
      .member("layout_id", plan.layout.id())
      .member("layout", name(plan.layout.family));
  out.key("lacking");
  fit.lacking.empty() ? out.null() : out.value(fit.lacking);
  out.key("kv_cache_tokens");
  plan.fits ? out.value(plan.kv_cache_tokens) : out.null();
  out.member("full_context_requests", plan.fits ? plan.full_context_requests : 0);
  out.key("boxes").begin_array();
  for (const BoxFit& box : fit.boxes) write_box_json(out, box);
  out.end_array().end_object();
  return std::move(out).text() + "\n";
}

std::string render_markdown(const Fit& fit) {
  render::MarkdownPage page(headline(fit));
  fill(page, fit);
  return std::move(page).text();
}

std::string render_html(const Fit& fit) {
  render::HtmlPage page(headline(fit));
  page.verdict(headline(fit), fit.met);
  fill(page, fit);
  return std::move(page).text();
}

std::string render_csv(const Fit& fit) {
  std::string out =
      "box,total_bytes,gpu_memory_utilization,kv_cache_memory_bytes,safer,services_bytes,"
      "headroom_bytes,most,starts,least\n";
  const auto share_or_nothing = [](const std::optional<double>& value) {
    return value ? format_fixed(*value, 4) : std::string();
  };
  for (const BoxFit& box : fit.boxes) {
    out += render::csv_cell(box.box) + "," + std::to_string(box.total.count()) + "," +
           share_or_nothing(box.utilization) + "," +
           (box.kv_cache_memory ? std::to_string(box.kv_cache_memory->count()) : "") + "," +
           std::string(name(box.safer)) + "," + std::to_string(box.services.count()) + "," +
           std::to_string(box.headroom.count()) + "," + share_or_nothing(box.most) + "," +
           share_or_nothing(box.starts) + "," + share_or_nothing(box.least) + "\n";
  }
  return out;
}

}  // namespace kvplan
