// `kvplan changeover --format json`.
#include "kvplan/changeover.hpp"
#include "kvplan/version.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

using render::JsonWriter;

void write_band(JsonWriter& out, std::string_view key, const SecondsBand& band) {
  out.key(key).begin_object().member("low", band.low).member("high", band.high).end_object();
}

void write_texts(JsonWriter& out, std::string_view key, const std::vector<std::string>& texts) {
  out.key(key).begin_array();
  for (const std::string& text : texts) out.value(text);
  out.end_array();
}

void write_steps(JsonWriter& out, const Changeover& change) {
  out.key("steps").begin_array();
  for (const ChangeoverStep& step : change.steps) {
    out.begin_object().member("id", step.id).member("text", step.text);
    write_texts(out, "requires", step.requires_first);
    write_texts(out, "boxes", step.boxes);
    write_band(out, "start_seconds", step.start);
    write_band(out, "end_seconds", step.end);
    out.member("serving", step.serving).end_object();
  }
  out.end_array();
}

void write_phases(JsonWriter& out, const Changeover& change) {
  out.key("phases").begin_array();
  for (const ChangeoverPhase& phase : change.phases) {
    out.begin_object()
        .member("from_seconds", phase.from_seconds)
        .member("to_seconds", phase.to_seconds)
        .member("serving", phase.serving)
        .member("of", phase.of)
        .member("refused", phase.refused)
        .member("requests_held", phase.requests_held)
        .member("waiting_requests", phase.waiting)
        .end_object();
  }
  out.end_array();
}

}  // namespace

std::string render_json(const Changeover& change) {
  constexpr int indent = 2;
  JsonWriter out(indent);
  out.begin_object()
      .member("schema_version", schema_version)
      .member("kvplan_version", version)
      .member("from", change.from)
      .member("to", change.to);
  write_band(out, "without_seconds", change.without);
  write_band(out, "proxy_tail_seconds", change.tail);
  write_band(out, "with_part_seconds", change.with_part);
  write_band(out, "total_seconds", change.total);
  write_steps(out, change);
  write_phases(out, change);
  out.key("avoidable").begin_array();
  for (const Avoidable& item : change.avoidable) {
    out.begin_object().member("id", item.id).member("text", item.text);
    write_band(out, "saves_seconds", item.saves);
    out.end_object();
  }
  out.end_array();
  write_texts(out, "going_back", change.going_back);
  out.end_object();
  return std::move(out).text() + "\n";
}

}  // namespace kvplan
