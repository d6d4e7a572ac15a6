// `--format json` of a plan, by the contract's schema.
#include "kvplan/render.hpp"

#include <algorithm>

#include "kvplan/version.hpp"
#include "render/json_writer.hpp"
#include "serve_line.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;

void write_values(JsonWriter& out, const Value& value) {
  std::visit([&](const auto& item) { out.value(item); }, value);
}

void write_model(JsonWriter& out, const Report& report) {
  const Architecture& model = report.request.model->architecture;
  std::vector<std::pair<std::string_view, std::int64_t>> counts;
  for (const Layer& layer : model.layers) {
    for (const CacheKind& kind : layer.keeps) {
      const auto known =
          std::ranges::find(counts, name(kind), &decltype(counts)::value_type::first);
      if (known == counts.end()) {
        counts.emplace_back(name(kind), 1);
      } else {
        ++known->second;
      }
    }
  }
  out.key("model").begin_object();
  out.member("name", report.request.model->config.name).member("architecture", model.model_class);
  out.key("layers").begin_array();
  for (const auto& [kind, count] : counts) {
    out.begin_object().member("kind", kind).member("count", count).end_object();
  }
  out.end_array();
  out.member("max_model_len", report.layouts.front().cache->serving.max_model_len);
  out.end_object();
}

void write_engine(JsonWriter& out, const Report& report) {
  const Serving& serving = report.layouts.front().cache->serving;
  const EngineOptions& options = report.request.options;
  out.key("engine").begin_object();
  out.member("name", report.request.engine.rules.name)
      .member("rules", report.request.engine.rules.version);
  out.key("options").begin_object();
  out.member("kv_cache_dtype", serving.kv_cache_dtype)
      .member("dtype", name(serving.dtype))
      .member("max_model_len", serving.max_model_len)
      .member("max_num_seqs", serving.max_num_seqs)
      .member("max_num_batched_tokens", serving.max_num_batched_tokens)
      .member("enable_prefix_caching", serving.enable_prefix_caching)
      .member("async_scheduling", serving.async_scheduling)
      .member("num_speculative_tokens", serving.num_speculative_tokens);
  out.key("speculative_method");
  options.speculative_config ? out.value(options.speculative_config->method) : out.null();
  out.member("kv_cache_memory_bytes", report.request.kv_cache_memory);
  out.end_object();
  out.key("arguments").begin_array();
  for (const std::string& argument : serve_arguments(options)) out.value(argument);
  out.end_array().end_object();
}

void write_boxes(JsonWriter& out, const PlanRequest& request) {
  out.key("boxes").begin_array();
  for (std::size_t i = 0; i < request.boxes.size(); ++i) {
    const Box& box = request.boxes[i];
    out.begin_object()
        .member("name", box.name)
        .member("total_bytes", box.total)
        .member("util", request.utilization[i])
        .member("requested_bytes", requested_memory(box.total, request.utilization[i]));
    out.key("services").begin_array();
    for (const Service& service : request.services) {
      if (service.box && *service.box != box.name) continue;
      out.begin_object().member("name", service.name).member("bytes", service.bytes).end_object();
    }
    out.end_array().end_object();
  }
  out.end_array();
}

void write_ranks(JsonWriter& out, const PlanRequest& request, const CopyPlan& copy) {
  out.key("ranks").begin_array();
  for (const RankPlan& rank : copy.ranks) {
    out.begin_object()
        .member("box", request.boxes[rank.box].name)
        .member("rank", rank.rank)
        .member("pipeline_stage", rank.pipeline_stage)
        .member("weights_bytes", rank.weights.likely)
        .member("available_kv_bytes", rank.available)
        .member("bytes_per_block", rank.bytes_per_block);
    out.key("num_blocks");
    copy.capacity.fits ? out.value(rank.num_blocks) : out.null();
    out.end_object();
  }
  out.end_array();
}

void write_copy(JsonWriter& out, const PlanRequest& request, const CopyPlan& copy) {
  const Capacity& capacity = copy.capacity;
  out.begin_object();
  out.key("boxes").begin_array();
  for (const std::size_t box : copy.boxes) out.value(request.boxes[box].name);
  out.end_array();
  out.member("weights_bytes", copy.ranks[copy.binding_rank].weights.likely)
      .member("available_kv_bytes", copy.available.likely)
      .member("available_kv_low_bytes", copy.available.low)
      .member("available_kv_high_bytes", copy.available.high)
      .member("block_size", copy.block_size)
      .member("bytes_per_block", copy.bytes_per_block);
  out.key("num_blocks");
  capacity.fits ? out.value(capacity.num_blocks) : out.null();
  out.member("blocks_per_request", capacity.blocks_per_request);
  out.key("kv_cache_tokens");
  capacity.fits ? out.value(capacity.tokens) : out.null();
  out.key("max_concurrency");
  capacity.fits ? out.value(capacity.max_concurrency) : out.null();
  out.member("full_context_requests", capacity.full_context_requests)
      .member("deficit_bytes", capacity.deficit);
  write_ranks(out, request, copy);
  out.end_object();
}

void write_terms(JsonWriter& out, const Estimate& estimate) {
  out.begin_array();
  for (const EstimateTerm& term : estimate.terms) {
    out.begin_object()
        .member("name", term.name)
        .member("bytes", term.bytes.likely)
        .member("low_bytes", term.bytes.low)
        .member("high_bytes", term.bytes.high)
        .member("counted", term.counted);
    out.key("shares");
    term.shares.empty() ? out.null() : out.value(term.shares);
    out.member("source", term.bytes.source).end_object();
  }
  out.end_array();
}

void write_ledger(JsonWriter& out, const Ledger& ledger, const BoxEstimate& estimate) {
  out.begin_object()
      .member("box", ledger.box)
      .member("left_for_others_bytes", ledger.left_for_others)
      .member("shortfall_bytes", ledger.shortfall);
  out.key("rows").begin_array();
  for (const LedgerRow& row : ledger.rows) {
    out.begin_object()
        .member("label", row.label)
        .member("kind", name(row.kind))
        .member("bytes", row.bytes.likely)
        .member("low_bytes", row.bytes.low)
        .member("high_bytes", row.bytes.high)
        .member("source", row.bytes.source)
        .end_object();
  }
  out.end_array();
  out.key("other_use_terms");
  write_terms(out, estimate.inside);
  out.key("after_profile_terms");
  write_terms(out, estimate.after);
  out.end_object();
}

void write_start(JsonWriter& out, const StartUp& start) {
  out.begin_object()
      .member("box", start.box)
      .member("role", name(start.role))
      .member("compared", start.compared)
      .member("requested_bytes", start.requested)
      .member("free_bytes", start.free.likely)
      .member("free_low_bytes", start.free.low)
      .member("free_high_bytes", start.free.high)
      .member("free_source", start.free.source)
      .member("verdict", name(start.verdict))
      .member("short_bytes", start.short_at_low)
      .member("highest_util", start.highest_util)
      .member("short_after_restart_bytes", start.short_after_restart);
  out.key("phases").begin_array();
  for (const StartPhase& phase : start.phases) {
    out.begin_object()
        .member("name", phase.name)
        .member("left_bytes", phase.left.likely)
        .member("left_low_bytes", phase.left.low)
        .member("left_high_bytes", phase.left.high)
        .member("source", phase.left.source);
    out.key("seconds");
    if (phase.seconds) {
      out.begin_object()
          .member("low", phase.seconds->low)
          .member("high", phase.seconds->high)
          .end_object();
    } else {
      out.null();
    }
    out.end_object();
  }
  out.end_array().key("order").begin_array();
  for (const std::string& engine : start.order) out.value(engine);
  out.end_array();
  out.key("refused");
  start.stuck ? out.value(*start.stuck) : out.null();
  out.end_object();
}

void write_at_once(JsonWriter& out, const LayoutPlan& plan) {
  out.key("requests_at_once");
  if (!plan.at_once) {
    out.null();
    return;
  }
  const MixCapacity& mix = *plan.at_once;
  out.begin_object()
      .member("low", mix.low)
      .member("likely", mix.likely)
      .member("high", mix.high)
      .member("binds", name(mix.binds))
      .member("slots_share", mix.slots_share)
      .member("cache_share", mix.cache_share)
      .member("copy_share", mix.copy_share)
      .member("too_long_share", mix.too_long)
      .end_object();
}

void write_layout(JsonWriter& out, const PlanRequest& request, const LayoutPlan& plan) {
  out.begin_object()
      .member("id", plan.layout.id())
      .member("layout", name(plan.layout.family))
      .member("fits", plan.fits)
      .member("copies", static_cast<std::int64_t>(plan.copies.size()))
      .member("tensor_parallel_size", plan.layout.tensor_parallel)
      .member("pipeline_parallel_size", plan.layout.pipeline_parallel)
      .member("data_parallel_size", plan.layout.data_parallel)
      .member("enable_expert_parallel", plan.layout.expert_parallel);
  out.key("per_copy").begin_array();
  for (const CopyPlan& copy : plan.copies) write_copy(out, request, copy);
  out.end_array();
  out.key("ledgers").begin_array();
  for (std::size_t i = 0; i < plan.ledgers.size(); ++i) {
    write_ledger(out, plan.ledgers[i], (*plan.estimates)[i]);
  }
  out.end_array();
  out.key("start_up").begin_array();
  for (const StartUp& start : plan.starts) write_start(out, start);
  out.end_array();
  out.key("kv_cache_tokens");
  plan.fits ? out.value(plan.kv_cache_tokens) : out.null();
  out.member("full_context_requests", plan.fits ? plan.full_context_requests : 0)
      .member("largest_request_tokens", plan.largest_request);
  write_at_once(out, plan);
  out.member("serves_with_one_box_down", plan.serves_with_one_box_down);
  out.key("start_seconds");
  if (plan.start) {
    out.begin_object().member("low", plan.start->low).member("high", plan.start->high).end_object();
  } else {
    out.null();
  }
  out.end_object();
}

void write_certainty(JsonWriter& out, const Recommendation& result) {
  const Certainty& certainty = result.certainty;
  out.key("certainty");
  if (!result.layout) {
    out.null();
    return;
  }
  out.begin_object()
      .member("decided", certainty.decided)
      .member("layout_id_at_low", certainty.at_low)
      .member("layout_id_at_high", certainty.at_high)
      .member("holds_at_low", certainty.holds_at_low)
      .member("holds_at_high", certainty.holds_at_high);
  out.key("measure_next");
  if (certainty.measure) {
    out.begin_object()
        .member("input", certainty.measure->input)
        .member("how", certainty.measure->how)
        .member("decides", certainty.measure->decides)
        .end_object();
  } else {
    out.null();
  }
  out.end_object();
}

void write_sensitivities(JsonWriter& out, const Recommendation& result) {
  out.key("sensitivity").begin_array();
  for (const Sensitivity& row : result.sensitivities) {
    out.begin_object().member("input", row.input);
    out.key("low");
    write_values(out, row.low);
    out.key("high");
    write_values(out, row.high);
    out.member("kv_cache_tokens_low", row.tokens_low)
        .member("kv_cache_tokens_high", row.tokens_high)
        .member("requests_low", row.requests_low)
        .member("requests_high", row.requests_high)
        .member("uncertain", row.uncertain)
        .member("source", row.source)
        .end_object();
  }
  out.end_array();
}

void write_speeds(JsonWriter& out, const Recommendation& result) {
  out.key("speed").begin_array();
  for (const Speed& speed : result.speeds) {
    out.begin_object()
        .member("layout_id", speed.layout_id)
        .member("in_flight", speed.in_flight)
        .member("low_tok_s", speed.low)
        .member("tok_s", speed.likely)
        .member("high_tok_s", speed.high)
        .member("measured", speed.measured)
        .member("source", speed.source);
    out.key("bound");
    speed.bound.empty() ? out.null() : out.value(speed.bound);
    out.end_object();
  }
  out.end_array();
}

void write_minutes(JsonWriter& out, std::string_view key, const MinutesBand& minutes) {
  out.key(key).begin_object().member("low", minutes.low).member("high", minutes.high).end_object();
}

void write_availability(JsonWriter& out, const Recommendation& result) {
  out.key("availability").begin_array();
  for (const Availability& row : result.availability) {
    out.begin_object().member("layout_id", row.layout_id);
    write_minutes(out, "minutes_a_year_without", row.without);
    write_minutes(out, "minutes_a_year_with_part", row.with_part);
    out.key("restart_seconds")
        .begin_object()
        .member("low", row.restart.low)
        .member("high", row.restart.high)
        .end_object()
        .end_object();
  }
  out.end_array().key("common_causes").begin_array();
  for (const CommonCause& cause : result.common_causes) {
    out.begin_object().member("id", cause.id).member("text", cause.text).end_object();
  }
  out.end_array();
}

void write_recommendation(JsonWriter& out, const Report& report) {
  const Recommendation& result = report.recommendation;
  out.key("recommendation").begin_object();
  out.key("layout_id");
  result.layout ? out.value(report.layouts[*result.layout].layout.id()) : out.null();
  out.key("layout");
  result.layout ? out.value(name(report.layouts[*result.layout].layout.family)) : out.value("none");
  out.member("need_met", result.need_met).member("decided_by", result.decided_by);
  out.key("reasons").begin_array();
  for (const Reason& reason : result.reasons) {
    out.begin_object().member("rule", reason.rule).member("text", reason.text);
    out.key("values").begin_object();
    for (const auto& [key, value] : reason.values) {
      out.key(key);
      write_values(out, value);
    }
    out.end_object().end_object();
  }
  out.end_array().key("actions").begin_array();
  for (const Action& action : result.actions) {
    out.begin_object().member("id", action.id).member("text", action.text).end_object();
  }
  out.end_array();
  write_certainty(out, result);
  write_sensitivities(out, result);
  write_speeds(out, result);
  write_availability(out, result);
  out.key("flips_when").begin_array();
  for (const Flip& flip : result.flips) {
    out.begin_object().member("input", flip.input).member("type", flip.type);
    out.key("from");
    write_values(out, flip.from);
    out.key("to");
    write_values(out, flip.to);
    out.member("layout", flip.layout).member("layout_id", flip.layout_id);
    out.key("with_utilization");
    if (flip.with_utilization.empty()) {
      out.null();
    } else {
      out.begin_array();
      for (const double share : flip.with_utilization) out.value(share);
      out.end_array();
    }
    out.end_object();
  }
  out.end_array().key("changes").begin_array();
  for (const Change& change : result.changes) {
    out.begin_object()
        .member("flag", change.flag)
        .member("gives_up", change.gives_up)
        .member("layout_id", change.layout_id)
        .member("rank", change.rank)
        .end_object();
  }
  out.end_array().end_object();
}

void write_neighbours(JsonWriter& out, const Report& report) {
  out.key("beside").begin_array();
  for (const NeighbourPlan& beside : report.neighbours) {
    const LayoutPlan& plan = beside.plan;
    out.begin_object()
        .member("model", beside.model)
        .member("box", beside.box)
        .member("util", beside.utilization)
        .member("fits", plan.fits);
    out.key("kv_cache_tokens");
    plan.fits ? out.value(plan.kv_cache_tokens) : out.null();
    out.member("full_context_requests", plan.fits ? plan.full_context_requests : 0)
        .member("deficit_bytes", plan.copies.front().capacity.deficit)
        .end_object();
  }
  out.end_array();
}

}  // namespace

std::string render_json(const Report& report) {
  constexpr int indent = 2;
  JsonWriter out(indent);
  out.begin_object().member("schema_version", schema_version).member("kvplan_version", version);
  write_model(out, report);
  write_engine(out, report);
  write_boxes(out, report.request);
  out.key("layouts").begin_array();
  for (const LayoutPlan& plan : report.layouts) write_layout(out, report.request, plan);
  out.end_array();
  write_recommendation(out, report);
  write_neighbours(out, report);
  out.key("warnings").begin_array();
  for (const Warning& warning : report.warnings) {
    out.begin_object().member("id", warning.id).member("text", warning.text).end_object();
  }
  out.end_array().end_object();
  return std::move(out).text() + "\n";
}

}  // namespace kvplan
