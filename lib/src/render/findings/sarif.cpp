// SARIF 2.1.0 (OASIS standard, sections 3.13 to 3.59): one run, its rules, its results.
#include "kvplan/finding.hpp"
#include "kvplan/version.hpp"
#include "render/escape.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

using namespace render;

/// A path as a URI reference: what RFC 3986 reserves is percent-encoded.
std::string uri_of(std::string_view file) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path_inside(file)) {
    const auto code = static_cast<unsigned char>(c);
    if (plain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%';
      uri += digits[code >> 4U];
      uri += digits[code & 15U];
    }
  }
  return uri;
}

void write_rules(JsonWriter& json, std::span<const FindingRule> rules) {
  json.key("rules").begin_array();
  for (const FindingRule& rule : rules) {
    json.begin_object().member("id", rule.id);
    json.key("shortDescription").begin_object().member("text", rule.summary).end_object();
    if (!rule.source.empty()) {
      json.key("help").begin_object().member("text", "Source: " + rule.source).end_object();
    }
    json.end_object();
  }
  json.end_array();
}

void write_result(JsonWriter& json, const Finding& finding) {
  const std::string text =
      finding.fix.empty() ? finding.text : finding.text + " Fix: " + finding.fix;
  json.begin_object().member("ruleId", finding.rule).member("level", name(finding.severity));
  json.key("message").begin_object().member("text", text).end_object();
  json.key("locations").begin_array().begin_object().key("physicalLocation").begin_object();
  json.key("artifactLocation").begin_object().member("uri", uri_of(finding.file)).end_object();
  json.key("region").begin_object().member("startLine", finding.line).end_object();
  json.end_object().end_object().end_array();
  json.key("properties").begin_object();
  json.member("seconds", finding.seconds).member("bytes", finding.bytes).end_object();
  json.end_object();
}

}  // namespace

std::string render_sarif(std::string_view tool, std::span<const Finding> findings,
                         std::span<const FindingRule> rules) {
  JsonWriter json(2);
  json.begin_object().member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json.member("version", "2.1.0").key("runs").begin_array().begin_object();
  json.key("tool").begin_object().key("driver").begin_object();
  json.member("name", tool).member("version", version);
  write_rules(json, rules);
  json.end_object().end_object().key("results").begin_array();
  for (const Finding& finding : findings) write_result(json, finding);
  json.end_array().end_object().end_array().end_object();
  return std::move(json).text() + "\n";
}

}  // namespace kvplan
