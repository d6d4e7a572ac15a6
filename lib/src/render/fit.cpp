// `kvplan fit` as text and as JSON.
#include "kvplan/fit.hpp"

#include <algorithm>

#include "kvplan/guards.hpp"
#include "kvplan/version.hpp"
#include "render/json_writer.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;
using render::TextPage;

std::string share(double value) { return format_fixed(value, 2); }

/// Boxes that differ in name alone are shown once.
bool alike(const BoxFit& a, const BoxFit& b) {
  return a.total == b.total && a.services == b.services && a.headroom == b.headroom &&
         a.outside == b.outside && a.pinned == b.pinned && a.starts == b.starts &&
         a.least == b.least && a.utilization == b.utilization &&
         a.kv_cache_memory == b.kv_cache_memory && a.safer == b.safer;
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
  page.wrapped("  safer: ", std::string(name(box.safer)) + ": " + box.reason);
  page.wrapped("  - ", "outside any share: " + format_gib(box.outside.likely) + " (" +
                           format_gib(box.outside.low) + " to " + format_gib(box.outside.high) +
                           "), " + box.outside.source);
  if (box.pinned > Bytes{0}) {
    page.wrapped("  - ", format_gib(box.pinned) + " of the engine or the model on the host");
  }
  if (box.page_cache > Bytes{0}) {
    page.wrapped("  - ", format_gib(box.page_cache) +
                             " page cache of the model's mapped files is kept; where services may "
                             "push it out: up to " +
                             share(box.most_if_pushed_out));
  }
  page.wrapped("  - ", "services " + format_gib(box.services) + ", headroom " +
                           format_gib(box.headroom) + ": they leave up to " + share(box.most) +
                           ", and " + share(box.most_at_high) +
                           " should all outside the share reach its high end");
  page.wrapped("  - ", "free memory at the start lets in up to " + share(box.starts));
  page.wrapped("  - ", box.least ? "the need asks for " + share(*box.least) + " at least"
                                 : std::string("no share holds the need"));
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

}  // namespace

std::string render_text(const Fit& fit, bool colour) {
  TextPage page(colour);
  const LayoutPlan& plan = fit.layout;
  page.line(page.styled(fit.met ? "FITS: " + plan.layout.id() : "DOES NOT FIT: " + fit.lacking,
                        fit.met ? render::Style::good : render::Style::bad));
  if (plan.fits) {
    page.line("  " + format_count(plan.kv_cache_tokens.count()) + " tokens, " +
              format_count(plan.full_context_requests) + " requests of full context in all");
  }
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

}  // namespace kvplan
