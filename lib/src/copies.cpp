#include "kvplan/copies.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace kvplan {
namespace {

/// One figure under the names that engines and releases have for it.
std::optional<double> first_sum(const Exposition& metrics,
                                std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto value = metrics.sum(name)) return value;
  }
  return std::nullopt;
}

std::optional<double> number(const std::optional<std::string_view>& text) {
  if (!text) return std::nullopt;
  double value = 0;
  const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (failure != std::errc{} || end != text->data() + text->size()) return std::nullopt;
  return value;
}

/// A label of vllm:cache_config_info over the engines behind one endpoint.
std::optional<double> config_sum(const Exposition& metrics, std::string_view label) {
  std::optional<double> total;
  for (const Sample* sample : metrics.find("vllm:cache_config_info")) {
    if (const auto value = number(sample->label(label))) total = total.value_or(0) + *value;
  }
  return total;
}

std::optional<std::int64_t> whole(const std::optional<double>& value) {
  if (!value || !(*value >= 0 && *value < 9e15)) return std::nullopt;
  return std::llround(*value);
}

constexpr std::array<std::string_view, 3> usage_names{
    "vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc", "sglang:token_usage"};

/// Blocks of each engine that requests may take: all but the null block.
std::map<std::optional<std::string_view>, double> usable_blocks(const Exposition& metrics) {
  std::map<std::optional<std::string_view>, double> usable;
  for (const Sample* info : metrics.find("vllm:cache_config_info")) {
    const auto blocks = number(info->label("num_gpu_blocks"));
    if (blocks && *blocks > 1 && *blocks < 9e15) {
      usable.try_emplace(info->label("engine"), *blocks - 1);
    }
  }
  return usable;
}

void read_usage(const Exposition& metrics, CopyFigures& figures) {
  const auto usable_by_engine = usable_blocks(metrics);
  for (const std::string_view name : usage_names) {
    double used = 0;
    double usable = 0;
    for (const Sample* sample : metrics.find(name)) {
      if (!std::isfinite(sample->value)) continue;
      const auto known = usable_by_engine.find(sample->label("engine"));
      const double blocks = known == usable_by_engine.end() ? 1 : known->second;
      used += sample->value * blocks;
      usable += blocks;
    }
    if (usable <= 0) continue;
    figures.kv_cache_usage_perc = used / usable;
    figures.kv_cache_usage_max = metrics.largest(name);
    return;
  }
}

void read_capacity(const Exposition& metrics, CopyFigures& figures) {
  const auto blocks = whole(config_sum(metrics, "num_gpu_blocks"));
  if (blocks) figures.num_blocks = Blocks{*blocks};
  figures.max_concurrency = config_sum(metrics, "kv_cache_max_concurrency");
  auto tokens = whole(config_sum(metrics, "kv_cache_size_tokens"));
  if (!tokens) tokens = whole(metrics.sum("sglang:max_total_num_tokens"));
  if (tokens) figures.kv_cache_tokens = Tokens{*tokens};
}

using Figure = std::optional<double> CopyFigures::*;
/// Counters and gauges that add over copies; a counter never falls while a process lives.
struct Added {
  const char* key;
  Figure figure;
  bool counter;
};
constexpr std::array added{
    Added{"num_requests_running", &CopyFigures::num_requests_running, false},
    Added{"num_requests_waiting", &CopyFigures::num_requests_waiting, false},
    Added{"generation_tokens_total", &CopyFigures::generation_tokens_total, true},
    Added{"prompt_tokens_total", &CopyFigures::prompt_tokens_total, true},
    Added{"num_preemptions_total", &CopyFigures::num_preemptions_total, true},
    Added{"prefix_cache_queries_total", &CopyFigures::prefix_cache_queries_total, true},
    Added{"prefix_cache_hits_total", &CopyFigures::prefix_cache_hits_total, true},
    Added{"requests_finished_total", &CopyFigures::requests_finished_total, true},
    Added{"spec_decode_num_drafts_total", &CopyFigures::spec_decode_num_drafts_total, true},
    Added{"spec_decode_num_draft_tokens_total", &CopyFigures::spec_decode_num_draft_tokens_total,
          true},
    Added{"spec_decode_num_accepted_tokens_total",
          &CopyFigures::spec_decode_num_accepted_tokens_total, true},
};

void add_histogram(std::optional<Histogram>& total, const std::optional<Histogram>& part) {
  if (!part) return;
  if (!total) {
    total = part;
    return;
  }
  total->sum += part->sum;
  total->count += part->count;
  for (const Histogram::Bucket& bucket : part->buckets) {
    const auto same = std::ranges::find(total->buckets, bucket.upper, &Histogram::Bucket::upper);
    if (same != total->buckets.end()) same->count += bucket.count;
  }
}

/// Another process answered: it started at another time.
bool other_process(const CopyStatus& a, const CopyStatus& b) {
  return a.start_time && b.start_time && std::abs(*a.start_time - *b.start_time) > 0.005;
}

bool counter_fell(const CopyStatus& earlier, const CopyStatus& later) {
  return std::ranges::any_of(added, [&](const Added& row) {
    const auto& before = earlier.figures.*row.figure;
    const auto& after = later.figures.*row.figure;
    return row.counter && before && after && *after < *before;
  });
}

bool same_answer(const CopyStatus& a, const CopyStatus& b) {
  if (!a.start_time || a.start_time != b.start_time) return false;
  return std::ranges::all_of(
      added, [&](const Added& row) { return a.figures.*row.figure == b.figures.*row.figure; });
}

void say_over_copies(FleetStatus& status) {
  const auto& copies = status.copies;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    for (std::size_t j = i + 1; j < copies.size(); ++j) {
      if (!copies[i].up || !copies[j].up) continue;
      if (same_answer(copies[i], copies[j])) {
        status.notes.push_back(copies[i].url + " and " + copies[j].url +
                               " answer alike, to the start time: if both reach one copy, it is "
                               "counted twice");
      } else if (copies[i].model != copies[j].model) {
        status.notes.push_back(copies[i].url + " serves " + copies[i].model + ", " + copies[j].url +
                               " serves " + copies[j].model);
      }
    }
  }
  if (!status.planned_tokens) return;
  for (const CopyStatus& copy : copies) {
    if (!copy.figures.kv_cache_tokens || copy.figures.kv_cache_tokens == status.planned_tokens) {
      continue;
    }
    const std::int64_t gap = copy.figures.kv_cache_tokens->count() - status.planned_tokens->count();
    status.notes.push_back(
        copy.url + " holds " + format_count(copy.figures.kv_cache_tokens->count()) +
        " tokens, the plan says " + format_count(status.planned_tokens->count()) + " (" +
        (gap < 0 ? "" : "+") + format_count(gap) + ")");
  }
}

}  // namespace

std::optional<double> CopyFigures::prefix_cache_hit_rate() const {
  if (!prefix_cache_queries_total || !prefix_cache_hits_total || *prefix_cache_queries_total <= 0) {
    return std::nullopt;
  }
  return *prefix_cache_hits_total / *prefix_cache_queries_total;
}

std::optional<double> CopyFigures::draft_acceptance() const {
  if (!spec_decode_num_draft_tokens_total || !spec_decode_num_accepted_tokens_total ||
      *spec_decode_num_draft_tokens_total <= 0) {
    return std::nullopt;
  }
  return *spec_decode_num_accepted_tokens_total / *spec_decode_num_draft_tokens_total;
}

CopyStatus copy_status(const Exposition& metrics) {
  CopyStatus copy;
  copy.url = metrics.source;
  CopyFigures& f = copy.figures;
  f.num_requests_running =
      first_sum(metrics, {"vllm:num_requests_running", "sglang:num_running_reqs"});
  f.num_requests_waiting =
      first_sum(metrics, {"vllm:num_requests_waiting", "sglang:num_queue_reqs"});
  f.generation_tokens_total =
      first_sum(metrics, {"vllm:generation_tokens_total", "sglang:generation_tokens_total"});
  f.prompt_tokens_total =
      first_sum(metrics, {"vllm:prompt_tokens_total", "sglang:prompt_tokens_total"});
  f.num_preemptions_total = metrics.sum("vllm:num_preemptions_total");
  f.prefix_cache_queries_total = first_sum(
      metrics, {"vllm:prefix_cache_queries_total", "vllm:gpu_prefix_cache_queries_total"});
  f.prefix_cache_hits_total =
      first_sum(metrics, {"vllm:prefix_cache_hits_total", "vllm:gpu_prefix_cache_hits_total",
                          "sglang:cached_tokens_total"});
  f.requests_finished_total =
      first_sum(metrics, {"vllm:request_success_total", "sglang:num_requests_total"});
  f.spec_decode_num_drafts_total = metrics.sum("vllm:spec_decode_num_drafts_total");
  f.spec_decode_num_draft_tokens_total = metrics.sum("vllm:spec_decode_num_draft_tokens_total");
  f.spec_decode_num_accepted_tokens_total =
      metrics.sum("vllm:spec_decode_num_accepted_tokens_total");
  f.time_to_first_token = metrics.histogram("vllm:time_to_first_token_seconds");
  if (!f.time_to_first_token) {
    f.time_to_first_token = metrics.histogram("sglang:time_to_first_token_seconds");
  }
  f.inter_token_latency = metrics.histogram("vllm:inter_token_latency_seconds");
  read_usage(metrics, f);
  read_capacity(metrics, f);
  copy.start_time = metrics.largest("process_start_time_seconds");
  for (const std::string_view name : {"vllm:num_requests_running", "sglang:num_running_reqs"}) {
    if (copy.model.empty()) copy.model = metrics.label(name, "model_name").value_or("");
  }
  copy.up = f.num_requests_running || f.kv_cache_usage_perc || f.generation_tokens_total ||
            f.kv_cache_tokens;
  if (!copy.up) copy.error = "an answer without an engine's metrics";
  if (metrics.unreadable_lines > 0) {
    copy.notes.push_back(std::to_string(metrics.unreadable_lines) +
                         " lines that are no samples, the first: " + metrics.problems.front());
  }
  if (metrics.cut) copy.notes.emplace_back("its last line has no end: the answer may be cut");
  return copy;
}

CopyStatus missing_copy(std::string url, std::string error) {
  CopyStatus copy;
  copy.url = std::move(url);
  copy.error = std::move(error);
  return copy;
}

CopyStatus copy_status(std::span<const CopyStatus> readings) {
  if (readings.empty()) return {};
  const auto up = [](const CopyStatus& reading) { return reading.up; };
  CopyStatus last = readings.back();
  if (!last.up && std::ranges::any_of(readings, up)) {
    last.notes.emplace_back("it answered once and then no longer");
  }
  std::vector<const CopyStatus*> answers;
  for (const CopyStatus& reading : readings) {
    if (reading.up) answers.push_back(&reading);
  }
  for (std::size_t i = 1; i < answers.size(); ++i) {
    const CopyStatus& before = *answers[i - 1];
    const CopyStatus& after = *answers[i];
    const bool back_in_time =
        other_process(before, after) && *after.start_time < *before.start_time;
    if (back_in_time) last.several_behind = true;
    if (other_process(before, after) || counter_fell(before, after)) last.restarted = true;
    for (std::size_t j = 0; j + 1 < i; ++j) {
      if (last.restarted && !other_process(*answers[j], after) && answers[j]->start_time &&
          after.start_time && other_process(before, after)) {
        last.several_behind = true;
      }
      // Without start times: counters that fall and rise again.
      if (!after.start_time && counter_fell(*answers[j], before) &&
          !counter_fell(*answers[j], after)) {
        last.several_behind = true;
      }
    }
  }
  if (last.several_behind) {
    last.restarted = false;
    last.notes.emplace_back(
        "its answers come from several processes in turn: this is a proxy, whose counters jump; "
        "name each copy");
  } else if (last.restarted) {
    last.notes.emplace_back(
        "another process answers than at first: it restarted while it was read, or this is a "
        "proxy");
  }
  return last;
}

CopyFigures add_up(std::span<const CopyStatus> copies) {
  CopyFigures total;
  double used = 0;
  double usable = 0;
  for (const CopyStatus& copy : copies) {
    if (!copy.up) continue;
    const CopyFigures& f = copy.figures;
    for (const Added& row : added) {
      const auto& value = f.*row.figure;
      if (value) total.*row.figure = (total.*row.figure).value_or(0) + *value;
    }
    if (f.kv_cache_tokens) {
      total.kv_cache_tokens = total.kv_cache_tokens.value_or(Tokens{}) + *f.kv_cache_tokens;
    }
    if (f.num_blocks) total.num_blocks = total.num_blocks.value_or(Blocks{}) + *f.num_blocks;
    if (f.max_concurrency) {
      total.max_concurrency = total.max_concurrency.value_or(0) + *f.max_concurrency;
    }
    if (f.kv_cache_usage_perc) {
      const double blocks = f.num_blocks && f.num_blocks->count() > 1
                                ? static_cast<double>(f.num_blocks->count() - 1)
                                : 1;
      used += *f.kv_cache_usage_perc * blocks;
      usable += blocks;
    }
    if (f.kv_cache_usage_max) {
      total.kv_cache_usage_max =
          std::max(total.kv_cache_usage_max.value_or(0), *f.kv_cache_usage_max);
    }
    add_histogram(total.time_to_first_token, f.time_to_first_token);
    add_histogram(total.inter_token_latency, f.inter_token_latency);
  }
  if (usable > 0) total.kv_cache_usage_perc = used / usable;
  return total;
}

bool FleetStatus::all_up() const { return std::ranges::all_of(copies, &CopyStatus::up); }

FleetStatus fleet(std::vector<CopyStatus> copies, std::optional<Tokens> planned_tokens) {
  FleetStatus status;
  status.total = add_up(copies);
  status.copies = std::move(copies);
  status.planned_tokens = planned_tokens;
  say_over_copies(status);
  return status;
}

}  // namespace kvplan
