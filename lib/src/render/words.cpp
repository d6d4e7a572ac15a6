#include "render/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace kvplan::render {

std::string band_gib(const Band& band) {
  std::string text = format_fixed(gib(band.likely), 2);
  if (band.low == band.high) return text;
  return text + " (" + format_fixed(gib(band.low), 2) + " to " + format_fixed(gib(band.high), 2) +
         ")";
}

std::string minutes(const std::optional<SecondsBand>& seconds) {
  if (!seconds) return "not known";
  const auto rounded = [](std::int64_t s) { return std::to_string((s + 30) / 60); };
  const std::string low = rounded(seconds->low);
  const std::string high = rounded(seconds->high);
  return (low == high ? low : low + " to " + high) + " min";
}

std::string value_text(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return format_count(*integer);
  if (const auto* number = std::get_if<double>(&value)) return format_fixed(*number, 3);
  return std::get<std::string>(value);
}

std::string input_text(const std::string& input, const Value& value) {
  if (input.ends_with("_bytes")) return format_gib(Bytes{std::get<std::int64_t>(value)});
  return value_text(value);
}

namespace {

bool rises(const Flip& flip) {
  if (const auto* to = std::get_if<std::int64_t>(&flip.to)) {
    return *to > std::get<std::int64_t>(flip.from);
  }
  if (const auto* to = std::get_if<double>(&flip.to)) return *to > std::get<double>(flip.from);
  return false;
}

}  // namespace

std::string flip_text(const Flip& flip) {
  const std::string to = input_text(flip.input, flip.to);
  if (flip.type == "string") return flip.input + " " + to + ": " + flip.layout;
  std::string text =
      flip.input + " " + to + (rises(flip) ? " or more: " : " or less: ") + flip.layout;
  if (!flip.with_utilization.empty()) {
    text += " (on every box, which then leaves the engine " +
            format_fixed(*std::ranges::min_element(flip.with_utilization), 3) + ")";
  }
  return text;
}

std::optional<std::string> flip_flag(const Flip& flip) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> options{
      {{"gpu_memory_utilization", "--util"},
       {"kv_cache_dtype", "--kv-cache-dtype"},
       {"max_model_len", "--max-model-len"}}};
  for (const auto& [input, option] : options) {
    if (flip.input != input) continue;
    const auto* count = std::get_if<std::int64_t>(&flip.to);
    return std::string(option) + " " + (count ? std::to_string(*count) : value_text(flip.to));
  }
  return std::nullopt;
}

std::vector<std::string> beside_lines(const Report& report) {
  std::vector<std::string> lines;
  for (const NeighbourPlan& beside : report.neighbours) {
    const LayoutPlan& plan = beside.plan;
    const std::string where =
        beside.model + " on " + beside.box + " at " + format_fixed(beside.utilization, 2) + ": ";
    const Capacity& capacity = plan.copies.front().capacity;
    lines.push_back(plan.fits
                        ? where + format_count(plan.kv_cache_tokens.count()) + " tokens, " +
                              format_count(plan.full_context_requests) + " requests of full context"
                        : where + "does not fit, lacks " + format_gib(capacity.deficit));
  }
  if (!lines.empty()) {
    lines.emplace_back("start them one after the other: each start checks the memory that is free");
  }
  return lines;
}

std::vector<std::string> movers(const Report& report) {
  constexpr std::size_t shown = 3;
  const Recommendation& result = report.recommendation;
  std::vector<std::string> lines;
  for (const Sensitivity& row : result.sensitivities) {
    if (lines.size() == shown && !row.uncertain) continue;
    lines.push_back(row.input + " " + input_text(row.input, row.low) + " → " +
                    input_text(row.input, row.high) + ": " + format_short(row.tokens_low.count()) +
                    " → " + format_short(row.tokens_high.count()) + " tokens" +
                    (row.uncertain ? " (not known exactly)" : ""));
  }
  if (result.layout && result.certainty.measure) {
    lines.push_back("to be surer, measure " + result.certainty.measure->input + ": " +
                    result.certainty.measure->how);
  }
  return lines;
}

std::optional<double> effective_bytes_per_token(const CopyPlan& copy) {
  const auto& tokens = copy.capacity.tokens;
  if (!copy.capacity.fits || !tokens || *tokens == Tokens{0}) return std::nullopt;
  const Bytes pool = copy.capacity.num_blocks * copy.bytes_per_block;
  return static_cast<double>(pool.count()) / static_cast<double>(tokens->count());
}

const LayoutPlan& shown_layout(const Report& report) {
  return report.layouts[report.recommendation.layout.value_or(0)];
}

namespace {

std::string layout_words(const LayoutPlan& plan) {
  switch (plan.layout.family) {
    case LayoutFamily::single:
      return "one engine on the box";
    case LayoutFamily::replicated:
      return "a copy on each box";
    case LayoutFamily::mixed:
      return "copies, each split over boxes";
    case LayoutFamily::split:
      return "one engine split over the boxes";
    case LayoutFamily::pipeline:
      return "one engine, its layers in stages over the boxes";
  }
  return "";
}

}  // namespace

std::string verdict(const Report& report) {
  const Recommendation& result = report.recommendation;
  if (!result.layout) {
    Bytes least = report.layouts.front().copies.front().capacity.deficit;
    for (const LayoutPlan& plan : report.layouts) {
      Bytes lacking;
      for (const CopyPlan& copy : plan.copies) lacking = std::max(lacking, copy.capacity.deficit);
      least = std::min(least, lacking);
    }
    return "DOES NOT FIT: the nearest layout lacks " + format_gib(least) + " a rank";
  }
  const LayoutPlan& plan = shown_layout(report);
  const std::string what = layout_words(plan) + " (" + plan.layout.id() + ")";
  if (result.need_met) return "FITS: " + what;
  if (!plan.services_fit) return "DOES NOT FIT: the services beside " + what;
  return "DOES NOT FIT: the need is more than any layout holds; most: " + what;
}

std::string subject(const Report& report) {
  const Serving& serving = shown_layout(report).cache->serving;
  const EngineRules& rules = report.request.engine.rules;
  std::string text = report.request.model->config.name + ", " + rules.name + " " + rules.version +
                     ", " + std::string(name(serving.cache_dtype)) + " cache, " +
                     format_count(serving.max_model_len.count()) + " tokens of context";
  if (const auto& drafts = report.request.options.speculative_config) {
    text += ", " + drafts->method + " " + std::to_string(drafts->num_speculative_tokens);
  }
  return text;
}

namespace {

using Cell = std::string (*)(const LayoutPlan&);

std::string fits_cell(const LayoutPlan& plan) {
  if (plan.fits) return "yes";
  Bytes lacking;
  for (const CopyPlan& copy : plan.copies) lacking = std::max(lacking, copy.capacity.deficit);
  return "no, -" + format_gib(lacking);
}
std::string weights_cell(const LayoutPlan& plan) {
  const CopyPlan& copy = plan.copies.front();
  return format_gib(copy.ranks[copy.binding_rank].weights.likely);
}
std::string cache_cell(const LayoutPlan& plan) {
  return format_gib(plan.copies.front().available.likely);
}
std::string tokens_cell(const LayoutPlan& plan) {
  return plan.fits ? format_count(plan.kv_cache_tokens.count()) : "-";
}
std::string each_cell(const LayoutPlan& plan) {
  const auto& tokens = plan.copies.front().capacity.tokens;
  return plan.fits && tokens ? format_count(tokens->count()) : "-";
}
std::string requests_cell(const LayoutPlan& plan) {
  return plan.fits ? format_count(plan.full_context_requests) : "-";
}
std::string concurrency_cell(const LayoutPlan& plan) {
  if (!plan.fits) return "-";
  return format_fixed(plan.copies.front().capacity.max_concurrency, 2) + "x";
}
std::string largest_cell(const LayoutPlan& plan) {
  return format_count(plan.largest_request.count());
}
std::string block_cell(const LayoutPlan& plan) {
  return format_count(plan.copies.front().block_size.amount.count());
}
std::string need_cell(const LayoutPlan& plan) {
  return format_count(plan.copies.front().capacity.blocks_per_request.count());
}
std::string bare_cell(const LayoutPlan& plan) {
  return format_count(std::llround(bare_bytes_per_token(*plan.cache))) + " B";
}
std::string effective_cell(const LayoutPlan& plan) {
  const auto bytes = effective_bytes_per_token(plan.copies.front());
  return bytes ? format_count(std::llround(*bytes)) + " B" : "-";
}
std::string down_cell(const LayoutPlan& plan) {
  return plan.serves_with_one_box_down ? "still serves" : "model away";
}
std::string start_cell(const LayoutPlan& plan) { return minutes(plan.start); }
std::string at_once_cell(const LayoutPlan& plan) {
  if (!plan.at_once) return "-";
  const auto& [low, likely, high] =
      std::tie(plan.at_once->low, plan.at_once->likely, plan.at_once->high);
  if (low == high) return format_count(low);
  return format_count(likely) + " (" + format_count(low) + " to " + format_count(high) + ")";
}
std::string binds_cell(const LayoutPlan& plan) {
  return plan.at_once ? std::string(name(plan.at_once->binds)) : "-";
}

/// "120 (70 to 190)"; as measured, the figure alone.
std::string speed_cell(const Speed& speed) {
  const auto text = [](double tok_s) { return format_fixed(tok_s, tok_s < 10 ? 1 : 0); };
  if (speed.low == speed.high) return text(speed.likely);
  return text(speed.likely) + " (" + text(speed.low) + " to " + text(speed.high) + ")";
}

std::string speed_label(const Speed& speed) {
  if (!speed.in_flight) return "tok/s, measured";
  return "tok/s, " + std::to_string(*speed.in_flight) + " in flight";
}

/// A row for each load, measured or estimated, in the order of the recommendation.
void add_speeds(const Report& report, Rows& rows) {
  const auto& speeds = report.recommendation.speeds;
  std::vector<std::string> labels;
  for (const Speed& speed : speeds) {
    const std::string label = speed_label(speed);
    if (std::ranges::find(labels, label) == labels.end()) labels.push_back(label);
  }
  for (const std::string& label : labels) {
    std::vector<std::string> row{label};
    for (const LayoutPlan& plan : report.layouts) {
      const auto found = std::ranges::find_if(speeds, [&](const Speed& speed) {
        return speed_label(speed) == label && speed.layout_id == plan.layout.id();
      });
      row.push_back(found == speeds.end() ? "-" : speed_cell(*found));
    }
    rows.push_back(std::move(row));
  }
}

/// "268", "0.03": minutes to what a person can use.
std::string minutes_cell(const MinutesBand& minutes) {
  const auto text = [](double value) {
    return value >= 10 || value == 0 ? format_fixed(value, 0) : format_fixed(value, 2);
  };
  const std::string low = text(minutes.low);
  const std::string high = text(minutes.high);
  return low == high ? low : low + " to " + high;
}

void add_availability(const Report& report, Rows& rows) {
  const auto& found = report.recommendation.availability;
  if (found.empty()) return;
  const auto add = [&](const char* label, MinutesBand Availability::*minutes) {
    std::vector<std::string> row{label};
    for (const LayoutPlan& plan : report.layouts) {
      const auto here = std::ranges::find(found, plan.layout.id(), &Availability::layout_id);
      row.push_back(here == found.end() ? "-" : minutes_cell((*here).*minutes));
    }
    rows.push_back(std::move(row));
  };
  add("min/year without it", &Availability::without);
  add("min/year with a part", &Availability::with_part);
}

}  // namespace

Rows layout_rows(const Report& report) {
  constexpr std::array<std::pair<const char*, Cell>, 14> cells{
      {{"fits", fits_cell},
       {"weights, a rank", weights_cell},
       {"cache, a rank", cache_cell},
       {"cache tokens", tokens_cell},
       {"  of each copy", each_cell},
       {"full-context requests", requests_cell},
       {"  of a copy, as printed", concurrency_cell},
       {"largest request, tokens", largest_cell},
       {"block, tokens", block_cell},
       {"blocks a request", need_cell},
       {"bytes a token, bare", bare_cell},
       {"bytes a token, real", effective_cell},
       {"one box down", down_cell},
       {"start", start_cell}}};
  Rows rows{{""}};
  for (const LayoutPlan& plan : report.layouts) rows.front().push_back(plan.layout.id());
  const auto add = [&](const char* label, Cell cell) {
    std::vector<std::string> row{label};
    for (const LayoutPlan& plan : report.layouts) row.push_back(cell(plan));
    rows.push_back(std::move(row));
  };
  for (const auto& [label, cell] : cells) add(label, cell);
  if (report.request.need.mix) {
    add("my requests at once", at_once_cell);
    add("  bound by", binds_cell);
  }
  add_speeds(report, rows);
  add_availability(report, rows);
  return rows;
}

std::vector<std::string> assumptions(const Report& report) {
  std::vector<std::string> lines;
  for (const Ledger& ledger : shown_layout(report).ledgers) {
    for (const LedgerRow& row : ledger.rows) {
      const std::string& source = row.bytes.source;
      const bool certain = source == "given" || source.starts_with("given by the user") ||
                           source == "the rest" || source == "num_blocks × bytes_per_block";
      if (certain || row.bytes.likely == Bytes{0}) continue;
      std::string line = row.label + " " + band_gib(row.bytes) + " GiB: " + source;
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
  }
  if (const std::string& note = report.request.facts.config_note; !note.empty()) {
    lines.push_back("config.json " + note);
  }
  return lines;
}

}  // namespace kvplan::render
