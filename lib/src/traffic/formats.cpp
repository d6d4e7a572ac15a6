// Which reader a file is for, by what is in it.
#include <algorithm>
#include <filesystem>
#include <set>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "kvplan/units.hpp"
#include "text.hpp"
#include "traffic/delimited.hpp"
#include "traffic/sources.hpp"

namespace kvplan {
namespace {

using namespace traffic;

constexpr std::string_view known_formats =
    "a result of vllm bench serve, llama-benchy, GuideLLM, AIPerf or inference-perf, a CSV with "
    "concurrency and output_tok_s, an access log, or /metrics";

std::string keys_text(const ConfigNode& node) {
  std::string text;
  for (const std::string& key : node.keys()) {
    if (text.size() > 60) return text + ", …";
    text += (text.empty() ? "" : ", ") + key;
  }
  return text.empty() ? "no member" : text;
}

bool has_object(const ConfigNode& node, std::string_view key) {
  const auto member = node.find(key);
  return member && member->is_object();
}

bool is_aiperf_record(const ConfigNode& node) {
  return has_object(node, "metadata") && node.at("metadata").has("request_start_ns");
}

void read_benchmarks(const ConfigNode& root, Measurements& out) {
  const auto runs = root.at("benchmarks").items();
  const bool guidellm = std::ranges::any_of(
      runs, [](const ConfigNode& run) { return run.is_object() && run.has("metrics"); });
  if (guidellm) return read_guidellm(root, out);
  if (root.has("latency_mode") || (!runs.empty() && runs.front().has("context_size"))) {
    return read_llama_benchy(root, out);
  }
  throw invalid({root.file(), "/benchmarks/0"},
                "metrics (GuideLLM) or context_size and tg_throughput (llama-benchy)",
                runs.empty() ? "an empty list" : keys_text(runs.front()));
}

void read_object(const ConfigNode& root, Measurements& out) {
  if (const auto runs = root.find("benchmarks"); runs && runs->is_array()) {
    return read_benchmarks(root, out);
  }
  if (root.has("successes") || root.has("load_summary")) return read_inference_perf(root, out);
  if (has_object(root, "output_token_throughput") || has_object(root, "request_throughput") ||
      has_object(root, "input_config")) {
    return read_aiperf(root, out);
  }
  if (root.has("output_tok_s") || root.has("concurrency")) return read_own_json(root, out);
  if (root.has("output_throughput") || root.has("request_throughput") ||
      root.has("max_concurrency")) {
    return read_vllm_bench(root, out);
  }
  throw invalid({root.file(), root.pointer()}, std::string(known_formats),
                "an object with " + keys_text(root));
}

void read_items(const std::vector<ConfigNode>& items, const Error::Where& where,
                Measurements& out) {
  if (items.empty()) throw invalid(where, std::string(known_formats), "an empty list");
  if (items.front().is_object() && is_aiperf_record(items.front())) {
    return read_aiperf_records(items, out);
  }
  for (const ConfigNode& item : items) {
    if (!item.is_object()) throw invalid({item.file(), item.pointer()}, "an object", item.text());
    read_object(item, out);
  }
}

/// The first line is a whole object and more follow.
bool is_json_lines(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || trimmed(text.substr(end)).empty()) return false;
  const std::string_view line = trimmed(text.substr(0, end));
  return line.starts_with('{') && line.ends_with('}');
}

void read_json_lines(std::string_view text, const std::string& file, Measurements& out) {
  std::vector<ConfigNode> items;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (trimmed(line).empty()) continue;
    items.push_back(parse_json(line, file + ": " + line_name(number)));
  }
  if (items.front().has("request_time") || items.front().has("upstream_addr")) {
    return read_access_log(text, file, out);
  }
  read_items(items, {file, ""}, out);
}

void read_json_text(std::string_view text, const std::string& file, Measurements& out) {
  if (is_json_lines(text)) return read_json_lines(text, file, out);
  const ConfigNode root = parse_json(text, file);
  if (!root.is_array()) return read_object(root, out);
  const auto items = root.items();
  const bool requests = !items.empty() && items.front().is_object() &&
                        items.front().has("start_time") && items.front().has("end_time");
  if (requests) return read_inference_perf_requests(root, out);
  read_items(items, {file, ""}, out);
}

void read_table(std::string_view text, const std::string& file, Measurements& out) {
  const auto rows = csv_rows(text, file);
  if (rows.empty()) throw invalid({file, ""}, std::string(known_formats), "nothing but comments");
  const auto& head = rows.front().cells;
  const auto has = [&head](std::string_view name) {
    return std::ranges::find(head, name) != head.end();
  };
  if (head.front() == "Metric") return read_aiperf_csv(text, file, out);
  if (has("test_name")) return read_llama_benchy_csv(text, file, out);
  read_csv_points(text, file, out);
}

bool is_markdown_table(std::string_view text) {
  const std::size_t at = text.find("| model");
  return at != std::string_view::npos && text.find("t/s", at) != std::string_view::npos;
}

void read_content(std::string_view text, const std::string& file, Measurements& out) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  const std::string_view content = trimmed(text);
  if (content.empty()) throw invalid({file, ""}, std::string(known_formats), "an empty file");
  if (content.find('\0') != std::string_view::npos) {
    throw invalid({file, ""}, std::string(known_formats), "a binary file");
  }
  if (content.front() == '{' || content.front() == '[') {
    if (content.front() == '{' || content.size() < 2 || content.find("] \"") > content.find('\n')) {
      return read_json_text(text.substr(text.find(content.front())), file, out);
    }
  }
  if (is_markdown_table(content)) return read_llama_benchy_markdown(text, file, out);
  if (looks_like_access_log(content)) return read_access_log(text, file, out);
  read_table(text, file, out);
}

/// Counts of requests stay whole numbers of a sane size in all that follows.
void check_levels(const Measurements& measured) {
  constexpr double most = 1e9;
  for (const Measurement& point : measured.points) {
    if (point.concurrency > 0 && point.concurrency <= most) continue;
    throw invalid({point.file, point.place}, "requests in flight above 0, at most 1e9",
                  format_fixed(point.concurrency, 0).substr(0, 20));
  }
}

}  // namespace

Measurements parse_measurements(std::string_view text, const std::string& file) {
  Measurements out;
  read_content(text, file, out);
  check_levels(out);
  return out;
}

Measurements read_measurements(const std::vector<std::string>& files, const ReadOptions& options) {
  Measurements out;
  std::optional<std::string> before;
  std::set<std::string> seen;
  for (const std::string& file : files) {
    std::error_code absent;
    if (!seen.insert(std::filesystem::weakly_canonical(file, absent).string()).second) {
      out.notes.push_back(file + " was given twice and counts once");
      continue;
    }
    const std::string text = read_text(file);
    if (!looks_like_metrics(text)) {
      read_content(text, file, out);
    } else if (before) {
      read_metrics_pair(*before, file, options.seconds, out);
      before.reset();
    } else {
      before = file;
    }
  }
  if (before) {
    throw invalid({*before, ""}, "two snapshots of each copy, before and after", "one");
  }
  check_levels(out);
  return out;
}

}  // namespace kvplan
