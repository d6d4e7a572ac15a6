// A traffic report as JSON. Contract: `traffic`.
#include "kvplan/traffic.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;

void write_latency(JsonWriter& json, std::string_view name, const Latency& latency) {
  const auto at = [&](double percentile) -> std::optional<double> {
    const auto found = latency.percentiles.find(percentile);
    return found != latency.percentiles.end() ? std::optional(found->second) : std::nullopt;
  };
  const std::string prefix(name);
  json.member(prefix + "_mean_s", latency.mean);
  json.member(prefix + "_p50_s", at(50));
  json.member(prefix + "_p99_s", at(99));
}

void write_point(JsonWriter& json, const Measurement& point) {
  json.begin_object();
  json.member("concurrency", point.concurrency);
  json.member("output_tok_s", point.output_tok_s);
  json.member("req_s", point.req_s);
  write_latency(json, "ttft", point.ttft);
  write_latency(json, "itl", point.itl);
  write_latency(json, "tpot", point.tpot);
  write_latency(json, "e2e", point.e2e);
  json.member("prompt_tokens", point.prompt_tokens);
  json.member("output_tokens", point.output_tokens);
  json.member("requests", point.requests);
  json.member("failed", point.failed);
  json.key("copy");
  point.copy.empty() ? json.null() : json.value(point.copy);
  json.member("source", point.tool);
  json.member("file", point.file);
  json.member("place", point.place);
  json.end_object();
}

void write_level(JsonWriter& json, const TrafficLevel& level) {
  json.begin_object();
  json.member("concurrency", level.concurrency);
  json.member("throughput", level.throughput);
  json.member("repetitions", level.repetitions);
  json.member("standard_error", level.standard_error);
  json.member("req_s", level.req_s);
  json.member("seconds_in_flight", level.seconds_in_flight);
  json.member("tokens_per_request", level.tokens_per_request);
  json.member("keeps_limits", level.keeps_limits);
  json.key("goodput_req_s");
  if (level.req_s && level.good_share_low) {
    json.begin_object();
    json.member("low", *level.req_s * *level.good_share_low);
    json.member("high", *level.req_s * *level.good_share_high);
    json.end_object();
  } else {
    json.null();
  }
  json.end_object();
}

void write_fits(JsonWriter& json, const TrafficClass& traffic) {
  json.key("usl");
  if (traffic.usl) {
    json.begin_object();
    json.member("lambda", traffic.usl->lambda);
    json.member("alpha", traffic.usl->alpha);
    json.member("beta", traffic.usl->beta);
    json.member("peak", traffic.usl->peak());
    json.member("degrees_of_freedom", traffic.usl->degrees_of_freedom);
    json.member("relative_error", traffic.usl->relative_error);
    json.end_object();
  } else {
    json.null();
  }
  json.key("piecewise");
  if (traffic.piecewise) {
    json.begin_object();
    json.member("breakpoint", traffic.piecewise->breakpoint);
    json.member("slope_before", traffic.piecewise->slope_before);
    json.member("slope_after", traffic.piecewise->slope_after);
    json.member("degrees_of_freedom", traffic.piecewise->degrees_of_freedom);
    json.member("relative_error", traffic.piecewise->relative_error);
    json.end_object();
  } else {
    json.null();
  }
  json.member("isotonic_drop", traffic.isotonic_drop);
  json.key("itl_s");
  if (traffic.itl_fit) {
    json.begin_object();
    json.member("base", traffic.itl_fit->base_s);
    json.member("per_request", traffic.itl_fit->per_request_s);
    json.member("degrees_of_freedom", traffic.itl_fit->degrees_of_freedom);
    json.end_object();
  } else {
    json.null();
  }
}

void write_share(JsonWriter& json, std::string_view name, const std::optional<double>& likely,
                 const std::optional<double>& low, const std::optional<double>& high) {
  json.key(name);
  if (!likely) {
    json.null();
    return;
  }
  json.begin_object();
  json.member("value", likely);
  json.member("low", low);
  json.member("high", high);
  json.end_object();
}

void write_change(JsonWriter& json, const std::optional<CapChange>& change) {
  json.key("change");
  if (!change) {
    json.null();
    return;
  }
  json.begin_object();
  json.member("from", change->from);
  json.member("to", change->to);
  write_share(json, "throughput", change->throughput, change->throughput_low,
              change->throughput_high);
  write_share(json, "requests", change->requests, change->requests_low, change->requests_high);
  write_share(json, "seconds_in_flight", change->seconds, change->seconds_low,
              change->seconds_high);
  json.member("interpolated", change->interpolated);
  json.end_object();
}

void write_strings(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name).begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

/// Caps are whole numbers of requests.
std::optional<std::int64_t> integer(const std::optional<double>& value) {
  return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

void write_cap(JsonWriter& json, const TrafficClass& traffic) {
  json.key("cap").begin_object();
  json.member("value", integer(traffic.cap.value));
  json.member("low", integer(traffic.cap.low));
  json.member("high", integer(traffic.cap.high));
  json.member("extrapolated", traffic.cap.extrapolated);
  json.member("binds", traffic.binds);
  json.end_object();
}

void write_class(JsonWriter& json, const TrafficClass& traffic) {
  json.begin_object();
  json.member("name", traffic.name);
  json.member("throughput_unit", traffic.tokens ? "output_tok_s" : "req_s");
  json.key("points").begin_array();
  for (const Measurement& point : traffic.points) write_point(json, point);
  json.end_array();
  json.key("levels").begin_array();
  for (const TrafficLevel& level : traffic.levels) write_level(json, level);
  json.end_array();
  json.member("shape", traffic.shape);
  json.member("knee", traffic.knee);
  write_share(json, "knee_interval", traffic.knee_low ? traffic.knee : std::nullopt,
              traffic.knee_low, traffic.knee_high);
  json.member("peak", traffic.peak);
  write_share(json, "peak_interval", traffic.peak_low ? traffic.peak : std::nullopt,
              traffic.peak_low, traffic.peak_high);
  write_cap(json, traffic);
  json.key("ceilings").begin_object();
  json.member("slots", traffic.slots_ceiling);
  json.member("cache", traffic.cache_ceiling);
  json.member("request_tokens", traffic.request_tokens);
  json.end_object();
  write_change(json, traffic.change);
  write_fits(json, traffic);
  json.member("noise", traffic.noise);
  json.member("noise_source", traffic.noise_source);
  json.member("confidence", traffic.confidence);
  json.member("agreement", traffic.agreement);
  json.key("measure_next").begin_array();
  for (const double level : traffic.measure_next) json.value(static_cast<std::int64_t>(level));
  json.end_array();
  write_strings(json, "notes", traffic.notes);
  json.end_object();
}

}  // namespace

std::string render_json(const TrafficReport& report) {
  JsonWriter json(2);
  json.begin_object();
  json.member("schema_version", 1);
  json.key("classes").begin_array();
  for (const TrafficClass& traffic : report.classes) write_class(json, traffic);
  json.end_array();
  write_strings(json, "notes", report.notes);
  json.end_object();
  return std::move(json).text() + "\n";
}

}  // namespace kvplan
