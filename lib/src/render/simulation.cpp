#include <algorithm>

#include "kvplan/printable.hpp"
#include "kvplan/simulation_report.hpp"
#include "render/json_writer.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;
using render::Rows;

constexpr double ps = static_cast<double>(ps_per_second);

std::optional<double> seconds(std::optional<double> value) {
  if (!value) return std::nullopt;
  return *value / ps;
}
std::optional<double> seconds(std::optional<std::int64_t> value) {
  if (!value) return std::nullopt;
  return static_cast<double>(*value) / ps;
}

std::optional<double> share(double part, double whole) {
  if (!(whole > 0)) return std::nullopt;
  return part / whole;
}

std::optional<double> hit_rate(const Activity& activity) {
  return share(static_cast<double>(activity.prefix_hits),
               static_cast<double>(activity.prefix_queries));
}

std::optional<double> cache_use(const CopyResult& copy, double duration) {
  return share(copy.total.blocks_s, duration * static_cast<double>(copy.usable_blocks));
}

std::string duration_text(std::optional<double> s) {
  if (!s) return "-";
  if (*s < 0.1) return format_fixed(*s * 1000, 1) + " ms";
  if (*s < 100) return format_fixed(*s, 2) + " s";
  if (*s < 6000) return format_fixed(*s / 60, 1) + " min";
  return format_fixed(*s / 3600, 1) + " h";
}

std::string percent(std::optional<double> part) {
  return part ? format_fixed(100 * *part, 1) + " %" : "-";
}

std::string run_name(const SimulatedRun& run) {
  std::string text = run.fleet.name;
  if (run.fleet.copies.size() > 1) text += ", " + std::string(name(run.fleet.routing));
  return text;
}

/// Characters, not bytes: "µ" is one.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Columns padded to their widest cell, the first to the left and the others to the right.
std::string table(const Rows& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string gap(widths[i] - width(row[i]), ' ');
      line += i == 0 ? row[i] + gap : "  " + gap + row[i];
    }
    text += line + '\n';
  }
  return text;
}

/// Turned, so that runs stand side by side.
Rows run_rows(const SimulationReport& report) {
  Rows rows{{""},
            {"copies"},
            {"answered"},
            {"not answered"},
            {"requests a second"},
            {"output tokens a second"},
            {"first token, p50"},
            {"first token, p95"},
            {"time per output token, p50"},
            {"time per output token, p95"},
            {"end to end, p50"},
            {"end to end, p95"},
            {"end to end, p99"},
            {"queue, p95"},
            {"cache in use, mean"},
            {"cache in use, most"},
            {"prefix hits"},
            {"preemptions"},
            {"running at once, most"},
            {"waiting at once, most"}};
  for (const SimulatedRun& run : report.runs) {
    const SimulationResult& r = run.result;
    double use = 0;
    double most_use = 0;
    std::int64_t running = 0;
    std::int64_t waiting = r.most_at_proxy;
    for (const CopyResult& copy : r.copies) {
      use += cache_use(copy, r.duration_s).value_or(0) / static_cast<double>(r.copies.size());
      most_use = std::max(most_use, share(static_cast<double>(copy.most_blocks),
                                          static_cast<double>(copy.usable_blocks))
                                        .value_or(0));
      running = std::max(running, copy.most_running);
      waiting = std::max(waiting, copy.most_waiting);
    }
    const auto at = [](const Percentiles& p, double where) {
      return duration_text(seconds(p.at(where)));
    };
    const std::vector<std::string> cells{run_name(run),
                                         format_count(static_cast<std::int64_t>(r.copies.size())),
                                         format_count(r.completed),
                                         format_count(r.arrived - r.completed),
                                         format_fixed(r.requests_per_s(), 3),
                                         format_fixed(r.output_tok_s(), 1),
                                         at(r.latencies.ttft, 0.5),
                                         at(r.latencies.ttft, 0.95),
                                         at(r.latencies.tpot, 0.5),
                                         at(r.latencies.tpot, 0.95),
                                         at(r.latencies.e2e, 0.5),
                                         at(r.latencies.e2e, 0.95),
                                         at(r.latencies.e2e, 0.99),
                                         at(r.latencies.queue, 0.95),
                                         percent(use),
                                         percent(most_use),
                                         percent(hit_rate(r.total)),
                                         format_count(r.total.preemptions),
                                         format_count(running),
                                         format_count(waiting)};
    for (std::size_t i = 0; i < cells.size(); ++i) rows[i].push_back(cells[i]);
  }
  return rows;
}

std::string copies_text(const SimulatedRun& run) {
  Rows rows{{"copy", "blocks", "answered", "output tok/s", "first token p95", "end to end p95",
             "cache mean", "prefix hits", "preempted"}};
  for (std::size_t i = 0; i < run.result.copies.size(); ++i) {
    const CopyResult& copy = run.result.copies[i];
    const auto rate = share(static_cast<double>(copy.total.output_tokens), run.result.duration_s);
    rows.push_back({std::to_string(i + 1), format_count(copy.usable_blocks + 1),
                    format_count(copy.total.completed), format_fixed(rate.value_or(0), 1),
                    duration_text(seconds(copy.latencies.ttft.at(0.95))),
                    duration_text(seconds(copy.latencies.e2e.at(0.95))),
                    percent(cache_use(copy, run.result.duration_s)), percent(hit_rate(copy.total)),
                    format_count(copy.total.preemptions)});
  }
  return table(rows);
}

std::string search_text(const SimulationReport& report) {
  Rows rows{{"long requests"}};
  for (const SimulatedRun& run : report.runs) rows.front().push_back(run_name(run));
  rows.front().emplace_back("best");
  for (const ShareRow& row : report.search->rows) {
    std::vector<std::string> cells{format_fixed(100 * row.long_share, 2) + " %"};
    for (const auto& value : row.values) cells.push_back(duration_text(value));
    cells.push_back(run_name(report.runs[row.best]));
    rows.push_back(std::move(cells));
  }
  std::string text = "By " + std::string(name(report.measure)) + ":\n" + table(rows);
  for (const ShareFlip& flip : report.search->flips) {
    text += "The answer changes between " + format_fixed(100 * flip.from, 2) + " % and " +
            format_fixed(100 * flip.to, 2) +
            " % of long requests: " + run_name(report.runs[flip.before]) + " below, " +
            run_name(report.runs[flip.after]) + " above.\n";
  }
  if (report.search->flips.empty()) text += "The answer is the same at every share.\n";
  return text;
}

void write_percentiles(JsonWriter& json, std::string_view key, const Percentiles& p) {
  json.key(key).begin_object();
  json.member("count", p.count());
  json.member("mean", seconds(p.mean()));
  json.member("p50", seconds(p.at(0.5)));
  json.member("p90", seconds(p.at(0.9)));
  json.member("p95", seconds(p.at(0.95)));
  json.member("p99", seconds(p.at(0.99)));
  json.member("max", seconds(p.max()));
  json.member("exact", p.exact());
  json.end_object();
}

void write_latencies(JsonWriter& json, const Latencies& latencies) {
  write_percentiles(json, "ttft_s", latencies.ttft);
  write_percentiles(json, "tpot_s", latencies.tpot);
  write_percentiles(json, "itl_s", latencies.itl);
  write_percentiles(json, "e2e_s", latencies.e2e);
  write_percentiles(json, "queue_s", latencies.queue);
}

void write_activity(JsonWriter& json, const Activity& activity) {
  json.member("arrived", activity.arrived);
  json.member("completed", activity.completed);
  json.member("prompt_tokens_computed", activity.prompt_tokens);
  json.member("output_tokens", activity.output_tokens);
  json.member("steps", activity.steps);
  json.member("token_steps", activity.token_steps);
  json.member("preemptions", activity.preemptions);
  json.member("prefix_cache_queries", activity.prefix_queries);
  json.member("prefix_cache_hits", activity.prefix_hits);
  json.member("busy_s", activity.busy_s);
}

void write_bin(JsonWriter& json, const Bin& bin, std::int64_t usable_blocks) {
  const double span = bin.to_s - bin.from_s;
  json.begin_object();
  json.member("from_s", bin.from_s);
  json.member("to_s", bin.to_s);
  write_activity(json, bin.activity);
  json.member("running_mean", share(bin.activity.running_s, span));
  json.member("waiting_mean", share(bin.activity.waiting_s, span));
  json.member("kv_cache_usage_mean",
              share(bin.activity.blocks_s, span * static_cast<double>(usable_blocks)));
  json.end_object();
}

void write_copy(JsonWriter& json, const CopyResult& copy, double duration) {
  json.begin_object();
  json.member("num_blocks", copy.usable_blocks + 1);
  write_activity(json, copy.total);
  json.member("output_tok_s", share(static_cast<double>(copy.total.output_tokens), duration));
  json.member("running_mean", share(copy.total.running_s, duration));
  json.member("running_most", copy.most_running);
  json.member("waiting_mean", share(copy.total.waiting_s, duration));
  json.member("waiting_most", copy.most_waiting);
  json.member("kv_cache_usage_mean", cache_use(copy, duration));
  json.member("kv_cache_usage_most", share(static_cast<double>(copy.most_blocks),
                                           static_cast<double>(copy.usable_blocks)));
  json.member("prefix_hit_rate", hit_rate(copy.total));
  write_latencies(json, copy.latencies);
  json.key("series").begin_array();
  for (const Bin& bin : copy.bins) write_bin(json, bin, copy.usable_blocks);
  json.end_array();
  json.end_object();
}

void write_step(JsonWriter& json, const StepTime& step) {
  json.key("step_time").begin_object();
  json.member("source", step.source);
  json.member("fixed_ps", step.fixed);
  json.member("per_token_ps", step.per_token);
  json.member("per_request_ps", step.per_request);
  json.member("per_context_token_ps", step.per_context);
  json.member("per_attention_pair_ps", step.per_attention);
  std::optional<std::int64_t> one;
  std::optional<std::int64_t> most;
  if (step.weights.size() > 1) {
    one = step.weights[1];
    most = step.weights.back();
  }
  json.member("weights_of_one_token_ps", one);
  json.member("weights_at_most_ps", most);
  json.end_object();
}

void write_run(JsonWriter& json, const SimulatedRun& run) {
  const SimulationResult& r = run.result;
  json.begin_object();
  json.member("layout_id", run.fleet.name);
  json.member("routing", run.fleet.copies.size() > 1
                             ? std::optional<std::string>(name(run.fleet.routing))
                             : std::nullopt);
  json.member("proxy_cap",
              run.fleet.proxy_cap > 0 ? std::optional(run.fleet.proxy_cap) : std::nullopt);
  json.member("max_num_seqs", run.fleet.copies.front().max_num_seqs);
  write_step(json, run.fleet.copies.front().step);
  json.member("arrived", r.arrived);
  json.member("completed", r.completed);
  json.member("rejected", r.rejected);
  json.member("failed", r.failed);
  json.member("retried", r.retried);
  json.member("answers_cut", r.cut);
  json.member("duration_s", r.duration_s);
  json.member("req_s", r.requests_per_s());
  json.member("output_tok_s", r.output_tok_s());
  json.member("preemptions", r.total.preemptions);
  json.member("prefix_hit_rate", hit_rate(r.total));
  json.member("waiting_at_proxy_mean", share(r.at_proxy_s, r.duration_s));
  json.member("waiting_at_proxy_most", r.most_at_proxy);
  write_latencies(json, r.latencies);
  json.key("long_requests").begin_object();
  write_latencies(json, r.long_latencies);
  json.end_object();
  json.key("copies").begin_array();
  for (const CopyResult& copy : r.copies) write_copy(json, copy, r.duration_s);
  json.end_array();
  json.end_object();
}

void write_search(JsonWriter& json, const SimulationReport& report) {
  json.key("long_share_search").begin_object();
  json.member("measure", name(report.measure));
  json.key("rows").begin_array();
  for (const ShareRow& row : report.search->rows) {
    json.begin_object();
    json.member("long_share", row.long_share);
    json.key("values_s").begin_array();
    for (const auto& value : row.values) json.value(value);
    json.end_array();
    json.member("best", run_name(report.runs[row.best]));
    json.end_object();
  }
  json.end_array();
  json.key("flips").begin_array();
  for (const ShareFlip& flip : report.search->flips) {
    json.begin_object();
    json.member("from", flip.from);
    json.member("to", flip.to);
    json.member("below", run_name(report.runs[flip.before]));
    json.member("above", run_name(report.runs[flip.after]));
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

std::string render_simulation_text(const SimulationReport& report) {
  std::string text = printable(report.model + ": " + report.arrivals) + ", seed " +
                     std::to_string(report.seed) + "\n\n";
  text += table(run_rows(report)) + '\n';
  for (const SimulatedRun& run : report.runs) {
    if (run.result.copies.size() > 1) text += run_name(run) + ":\n" + copies_text(run) + '\n';
  }
  if (report.search) text += search_text(report) + '\n';
  for (const SimulatedRun& run : report.runs) {
    text +=
        printable("Step time of " + run_name(run) + ": " + run.fleet.copies.front().step.source) +
        '\n';
  }
  for (const std::string& line : report.left_out) text += "Left out: " + printable(line) + '\n';
  return text;
}

std::string render_simulation_json(const SimulationReport& report) {
  JsonWriter json(2);
  json.begin_object();
  json.member("schema_version", 1);
  json.member("model", report.model);
  json.member("arrivals", report.arrivals);
  json.member("seed", std::to_string(report.seed));
  json.key("layouts").begin_array();
  for (const SimulatedRun& run : report.runs) write_run(json, run);
  json.end_array();
  if (report.search) {
    write_search(json, report);
  } else {
    json.key("long_share_search").null();
  }
  json.key("left_out").begin_array();
  for (const std::string& line : report.left_out) json.value(line);
  json.end_array();
  json.end_object();
  return std::move(json).text() + '\n';
}

std::string render_simulation_csv(const SimulationReport& report) {
  std::string text =
      "layout,routing,copy,from_s,to_s,arrived,completed,prompt_tokens_computed,output_tokens,"
      "running_mean,waiting_mean,kv_cache_usage_mean,prefix_hits,preemptions\n";
  for (const SimulatedRun& run : report.runs) {
    for (std::size_t i = 0; i < run.result.copies.size(); ++i) {
      const CopyResult& copy = run.result.copies[i];
      for (const Bin& bin : copy.bins) {
        const Activity& a = bin.activity;
        const double span = bin.to_s - bin.from_s;
        const auto mean = [&](double sum) { return format_fixed(share(sum, span).value_or(0), 4); };
        text +=
            run.fleet.name + ',' + std::string(name(run.fleet.routing)) + ',' +
            std::to_string(i + 1) + ',' + format_fixed(bin.from_s, 3) + ',' +
            format_fixed(bin.to_s, 3) + ',' + std::to_string(a.arrived) + ',' +
            std::to_string(a.completed) + ',' + std::to_string(a.prompt_tokens) + ',' +
            std::to_string(a.output_tokens) + ',' + mean(a.running_s) + ',' + mean(a.waiting_s) +
            ',' +
            mean(a.blocks_s / static_cast<double>(std::max<std::int64_t>(copy.usable_blocks, 1))) +
            ',' + std::to_string(a.prefix_hits) + ',' + std::to_string(a.preemptions) + '\n';
      }
    }
  }
  return text;
}

}  // namespace kvplan
