// The options of `vllm serve` by name: slips of the pen, options of other releases, options given
// twice.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "deployment/vllm_flags.hpp"
#include "lint/context.hpp"

namespace kvplan::lint_rules_of {
namespace {

using namespace deployment;

/// "v0.11.0" of an image's tag, "0.11.0" → {0, 11, 0}.
std::optional<Release> release_in(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  Release release{};
  std::size_t part = 0;
  while (part < release.size()) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), release[part]);
    if (read.ec != std::errc{}) break;
    ++part;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
  }
  return part >= 2 ? std::optional(release) : std::nullopt;
}

/// The release that the files ask for: the plan's, else that of an official image's tag.
std::optional<Release> release_of(const Context& context, const ServeCommand& start) {
  const std::string& asked = context.options.question.engine;
  if (!asked.empty()) {
    const std::size_t at = asked.find('@');
    return at == std::string::npos ? std::nullopt : release_in(asked.substr(at + 1));
  }
  if (!start.image) return std::nullopt;
  const std::string& image = start.image->value;
  const std::size_t colon = image.rfind(':');
  const bool official = image.find("vllm/vllm-openai") != std::string::npos ||
                        image.find("lmcache/vllm-openai") != std::string::npos;
  return official && colon != std::string::npos ? release_in(image.substr(colon + 1))
                                                : std::nullopt;
}

/// The table is vLLM 0.33's; of an older release it says what was gone by then, and no more.
bool is_older(const std::optional<Release>& release) {
  return release && *release < Release{0, 33, 0, 0};
}

void check_name(Context& context, const ServeCommand& start, const EngineOption& option) {
  if (!option.spelled.starts_with('-')) return;
  const auto release = release_of(context, start);
  if (const GoneFlag* gone = find_gone_flag(option.name)) {
    const auto since = release_in(gone->gone_in);
    if (is_older(release) && (!since || *release < *since)) return;
    context.add("removed-flag", option.origin,
                {option.spelled + " is gone" +
                     (gone->gone_in.empty() ? " in vLLM 0.33"
                                            : " since vLLM " + std::string(gone->gone_in)) +
                     " (" + std::string(gone->source) + "): the engine does not start",
                 std::string(gone->instead)});
    return;
  }
  if (find_vllm_flag(option.spelled)) {
    const GoneFlag* old = find_deprecated_flag(option.name);
    if (old != nullptr && !is_older(release)) {
      context.add("deprecated-flag", option.origin,
                  {option.spelled + ": " + std::string(old->source), std::string(old->instead)});
    }
    return;
  }
  const auto nearest = nearest_vllm_flag(option.name);
  const std::string dashes = option.spelled.starts_with("--") ? "--" : "";
  if (nearest && dashes == "--") {
    context.add("unknown-flag", option.origin,
                {"vLLM has no " + option.spelled + ": the engine does not start",
                 "--" + std::string(*nearest), std::nullopt, std::nullopt,
                 is_older(release) ? Severity::warning : Severity::error});
    return;
  }
  // Nothing near it: an option of a fork or of another release is as likely as a mistake.
  context.add("unknown-flag", option.origin,
              {option.spelled + " is none of vLLM 0.33's options (a build of its own may have it)",
               "leave it out, or name the engine's release", std::nullopt, std::nullopt,
               Severity::warning});
}

std::optional<double> as_number(const std::string& text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole =
      read.ec == std::errc{} && read.ptr == text.data() + text.size() && !text.empty();
  return whole ? std::optional(value) : std::nullopt;
}

void check_twice(Context& context, const ServeCommand& start) {
  std::map<std::string, const EngineOption*> seen;
  for (const EngineOption& option : start.options) {
    const KnownFlag known = find_vllm_flag("--" + option.name);
    if (known && known.flag->takes == Takes::repeats) continue;
    if (option.name.ends_with('+')) continue;  // --json-arg.list+ adds
    const auto [before, is_new] = seen.emplace(option.name, &option);
    if (is_new) continue;
    const EngineOption& first = *before->second;
    What what{"--" + option.name + " stands in line " + std::to_string(first.origin.line) + " as " +
                  first.value + " too; the later one, " + option.value + ", counts",
              "leave one of them out"};
    const auto a = as_number(first.value);
    const auto b = as_number(option.value);
    if (option.name == "gpu-memory-utilization" && a && b && std::abs(*a) <= 1 &&
        std::abs(*b) <= 1 && *a != *b) {
      const double share = std::abs(*a - *b);
      what.bytes = requested_memory(context.box.total, share);
      what.text += ": " + format_gib(*what.bytes) + " of " + context.box.name + " apart";
    }
    if (first.value == option.value) what.severity = Severity::note;
    context.add("option-twice", option.origin, std::move(what));
    before->second = &option;
  }
}

}  // namespace

void lint_flags(Context& context) {
  for (const ServeCommand& start : context.files.engines) {
    if (start.engine != "vllm") continue;
    for (const EngineOption& option : start.options) check_name(context, start, option);
    check_twice(context, start);
  }
}

}  // namespace kvplan::lint_rules_of
