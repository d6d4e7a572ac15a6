// Access logs of nginx and HAProxy → the service rate of a copy by requests in flight.
//
// nginx writes a line when the request ends. What is needed: a time ([$time_local], $time_iso8601
// or $msec) and $request_time; $upstream_addr tells the copies apart. Understood are the combined
// format with those appended in any order, key=value words (rt=, request_time=, req=, up=, …), and
// JSON objects. HAProxy's `option httplog`: [accept date] frontend backend/server
// TR/Tw/Tc/Tr/Ta status (haproxy.org, configuration manual, section 8.2.3); a request is in its
// copy from TR + Tw after the date, when a server was found for it, to Ta.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>

#include "kvplan/error.hpp"
#include "kvplan/units.hpp"
#include "text.hpp"
#include "traffic/sources.hpp"
#include "traffic/states.hpp"

namespace kvplan::traffic {
namespace {

constexpr double least_departures = 20;  // ±22 % at one standard error: fewer say nothing

struct LogLine {
  std::optional<double> end;      ///< seconds since 1970
  std::optional<double> seconds;  ///< from the first byte to the last
  std::optional<double> waited;   ///< in the proxy's own queue; of `seconds`
  std::string copy;
  std::string method;
  std::optional<int> status;
  bool whole_seconds = false;  ///< the time has no fraction
};

std::optional<int> digits(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> utc(int year, int month, int day, std::string_view clock) {
  if (clock.size() < 8) return std::nullopt;
  const auto hour = digits(clock.substr(0, 2));
  const auto minute = digits(clock.substr(3, 2));
  const auto second = parse_number(clock.substr(6));
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!hour || !minute || !second || !date.ok()) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return static_cast<double>(days) * 86400 + *hour * 3600 + *minute * 60 + *second;
}

/// "+0100" or "+01:00" or "Z" → seconds to subtract.
double zone_offset(std::string_view zone) {
  if (zone.size() < 5 || (zone.front() != '+' && zone.front() != '-')) return 0;
  const auto hours = digits(zone.substr(1, 2));
  const auto minutes = digits(zone.substr(zone[3] == ':' ? 4 : 3, 2));
  if (!hours || !minutes) return 0;
  const double seconds = *hours * 3600 + *minutes * 60;
  return zone.front() == '-' ? -seconds : seconds;
}

/// "29/Nov/2026:13:43:16 +0000" (nginx), "06/Feb/2009:12:14:14.655" (HAProxy).
std::optional<double> log_time(std::string_view text) {
  constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (text.size() < 20 || text[2] != '/' || text[6] != '/') return std::nullopt;
  const auto month = std::ranges::find(months, text.substr(3, 3));
  const auto day = digits(text.substr(0, 2));
  const auto year = digits(text.substr(7, 4));
  if (month == months.end() || !day || !year) return std::nullopt;
  const std::size_t space = std::min(text.find(' '), text.size());
  const auto local =
      utc(*year, static_cast<int>(month - months.begin()) + 1, *day, text.substr(12, space - 12));
  if (!local) return std::nullopt;
  return *local - zone_offset(trimmed(text.substr(space)));
}

/// "2026-11-29T13:43:16+00:00".
std::optional<double> iso_time(std::string_view text) {
  if (text.size() < 19 || text[4] != '-' || text[10] != 'T') return std::nullopt;
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day = digits(text.substr(8, 2));
  const std::size_t zone = std::min(text.find_first_of("+-Z", 19), text.size());
  if (!year || !month || !day) return std::nullopt;
  const auto local = utc(*year, *month, *day, text.substr(11, zone - 11));
  if (!local) return std::nullopt;
  return *local - zone_offset(text.substr(zone));
}

std::optional<double> any_time(std::string_view text) {
  if (const auto time = log_time(text)) return time;
  if (const auto time = iso_time(text)) return time;
  const auto seconds = parse_number(text);
  return seconds && *seconds > 1e8 ? seconds : std::nullopt;  // $msec, after 1973
}

/// Cuts a line into words; what stands in quotes or brackets is one word, its mark in front.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const char open = line[at];
    std::size_t end = std::string_view::npos;
    if (open == '"' || open == '[') {
      end = line.find(open == '"' ? '"' : ']', at + 1);
      words.emplace_back(line.substr(at, std::min(end, line.size()) - at));
      at = end == std::string_view::npos ? line.size() : end + 1;
      continue;
    }
    end = std::min(line.find_first_of(" \t", at), line.size());
    // key="value with blanks"
    const std::size_t quote = line.substr(at, end - at).find("=\"");
    if (quote != std::string_view::npos) {
      const std::size_t close = line.find('"', at + quote + 2);
      end = close == std::string_view::npos ? line.size() : close + 1;
    }
    words.emplace_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

bool is_method(std::string_view text) {
  constexpr std::array<std::string_view, 7> methods{"GET",    "POST",    "PUT",  "HEAD",
                                                    "DELETE", "OPTIONS", "PATCH"};
  return std::ranges::find(methods, text) != methods.end();
}

/// nginx lists every upstream that it tried: "a:1, b:2"; the last one answered.
std::string last_of_list(std::string_view text) {
  const std::size_t comma = text.rfind(',');
  return std::string(trimmed(comma == std::string_view::npos ? text : text.substr(comma + 1)));
}

bool is_address(std::string_view text) {
  if (text.starts_with("unix:")) return true;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return false;
  const auto port = digits(text.substr(colon + 1));
  return port && *port > 0 && *port < 65536 &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]") ==
             std::string_view::npos;
}

/// A named value, as in rt=0.123, up=127.0.0.1:8201, or a member of a JSON line.
void set_named(LogLine& line, std::string_view key, std::string_view value) {
  if (key == "rt" || key == "request_time" || key == "req" || key == "req_time") {
    line.seconds = parse_number(value);
  } else if (key == "up" || key == "upstream" || key == "upstream_addr" || key == "ua") {
    if (const std::string last = last_of_list(value); is_address(last)) line.copy = last;
  } else if (key == "status") {
    line.status = digits(value);
  } else if (key == "method" || key == "request_method") {
    line.method = value;
  } else if (key == "request") {
    line.method = value.substr(0, value.find(' '));
  } else if (key == "msec" || key == "time_local" || key == "time_iso8601" || key == "time" ||
             key == "timestamp" || key == "@timestamp") {
    line.end = any_time(value);
    line.whole_seconds = line.end && value.find('.') == std::string_view::npos;
  }
}

std::string_view unquoted(std::string_view text) {
  if (text.starts_with('"')) text.remove_prefix(1);
  if (text.ends_with('"')) text.remove_suffix(1);
  return text;
}

/// "10/0/30/69/109": nothing unless five numbers; −1 where the request did not come so far.
std::optional<std::array<int, 5>> haproxy_timers(std::string_view word) {
  std::array<int, 5> timers{};
  for (std::size_t i = 0; i < timers.size(); ++i) {
    const std::size_t slash = word.find('/');
    if ((slash == std::string_view::npos) != (i + 1 == timers.size())) return std::nullopt;
    std::string_view part = word.substr(0, slash);
    if (part.starts_with('+')) part.remove_prefix(1);
    const auto value = digits(part);
    if (!value) return std::nullopt;
    timers[i] = *value;
    if (slash != std::string_view::npos) word.remove_prefix(slash + 1);
  }
  return timers;
}

std::optional<LogLine> haproxy_line(const std::vector<std::string>& words) {
  for (std::size_t i = 2; i + 1 < words.size(); ++i) {
    const auto timers = haproxy_timers(words[i]);
    if (!timers) continue;
    const auto date =
        std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('['); });
    if (date == words.end()) continue;
    const auto accepted = log_time(std::string_view(*date).substr(1));
    if (!accepted) continue;
    constexpr double ms = 1e-3;
    LogLine line;
    line.seconds = std::max((*timers)[4], 0) * ms;
    line.end = *accepted + *line.seconds;
    line.waited = (std::max((*timers)[0], 0) + std::max((*timers)[1], 0)) * ms;
    line.status = digits(words[i + 1]);
    const std::string& server = words[i - 1];
    line.copy = server.substr(server.find('/') == std::string::npos ? 0 : server.find('/') + 1);
    if (words.back().starts_with('"')) {
      line.method = words.back().substr(1, words.back().find(' ') - 1);
    }
    if (line.copy == "<NOSRV>") line.status = 503;
    return line;
  }
  return std::nullopt;
}

/// A word that is not named: by its form.
void set_by_form(LogLine& line, const std::string& word, bool after_request) {
  const std::string_view inner = unquoted(word);
  if (word.starts_with('[')) {
    if (const auto time = log_time(std::string_view(word).substr(1))) {
      line.end = time;
      line.whole_seconds = true;
    }
  } else if (!line.end && any_time(inner)) {
    line.end = any_time(inner);
    line.whole_seconds = inner.find('.') == std::string_view::npos;
  } else if (word.starts_with('"') && is_method(inner.substr(0, inner.find(' ')))) {
    line.method = inner.substr(0, inner.find(' '));
  } else if (after_request && !line.status && inner.size() == 3 && digits(inner)) {
    line.status = digits(inner);
  } else if (after_request && !line.seconds && inner.find('.') != std::string_view::npos &&
             parse_number(inner)) {
    line.seconds = parse_number(inner);  // $request_time has milliseconds: 0.123
  } else if (after_request && line.copy.empty() && is_address(last_of_list(inner))) {
    line.copy = last_of_list(inner);
  }
}

LogLine nginx_line(const std::vector<std::string>& words) {
  LogLine line;
  bool after_request = false;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const bool quoted = word.starts_with('"') || word.starts_with('[');
    if (!quoted && equals != std::string::npos) {
      set_named(line, std::string_view(word).substr(0, equals),
                unquoted(std::string_view(word).substr(equals + 1)));
    } else if (!quoted && is_method(word)) {
      line.method = word;  // a $request without quotes
    } else {
      set_by_form(line, word, after_request);
    }
    if (!line.method.empty()) after_request = true;
  }
  // A format with the status before the request: `$msec $status …`.
  if (!line.status) {
    for (const std::string& word : words) {
      const auto status = word.size() == 3 ? digits(word) : std::nullopt;
      if (status && *status >= 100 && *status < 600) line.status = status;
    }
  }
  return line;
}

LogLine json_line(const ConfigNode& node) {
  LogLine line;
  for (const std::string& key : node.keys()) {
    const auto member = node.find(key);
    if (!member) continue;
    const std::string value = member->is_string() ? member->as_string() : member->dump();
    set_named(line, key, value);
  }
  return line;
}

LogLine parsed(std::string_view text, const std::string& file, std::size_t number) {
  if (text.front() == '{') return json_line(parse_json(text, file + ": " + line_name(number)));
  const auto words = words_of(text);
  if (auto line = haproxy_line(words)) return *line;
  return nginx_line(words);
}

void require_fields(const LogLine& line, const std::string& file, std::size_t number,
                    std::string_view text) {
  const auto missing = [&](const std::string& what) {
    return invalid({file, line_name(number)}, what,
                   "a line without it: \"" + std::string(text.substr(0, 60)) + '"');
  };
  if (!line.end) throw missing("the time ([$time_local], $time_iso8601 or $msec)");
  if (!line.seconds) throw missing("how long the request took ($request_time as 0.123, or rt=)");
}

struct Copies {
  std::map<std::string, std::vector<Stay>> stays;
  std::vector<double> latencies;
  std::size_t passed_over = 0;  ///< not POST, where there are POSTs
  std::size_t failed = 0;
  std::size_t without_copy = 0;
  bool whole_seconds = false;
};

/// Lines stand in the order in which requests ended, so those of one whole second are spread over
/// it evenly; at one moment they would look like a burst.
void spread_seconds(std::vector<LogLine>& lines) {
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i;
    while (end < lines.size() && lines[end].whole_seconds && lines[end].end == lines[i].end) ++end;
    const auto count = static_cast<double>(end - i);
    for (std::size_t k = i; k < end; ++k) {
      *lines[k].end += (static_cast<double>(k - i) + 0.5) / count;
    }
    i = std::max(end, i + 1);
  }
}

double mean(const std::vector<double>& values) {
  double total = 0;
  for (const double value : values) total += value;
  return values.empty() ? 0 : total / static_cast<double>(values.size());
}

Copies copies_of(const std::vector<LogLine>& lines) {
  const bool posts =
      std::ranges::any_of(lines, [](const LogLine& line) { return line.method == "POST"; });
  Copies copies;
  for (const LogLine& line : lines) {
    // Health checks and scrapes are GETs; completions are POSTs.
    if (posts && line.method != "POST") {
      ++copies.passed_over;
      continue;
    }
    const bool served = !line.status || (*line.status >= 200 && *line.status < 300);
    if (!served) ++copies.failed;
    if (line.copy.empty()) ++copies.without_copy;
    copies.whole_seconds |= line.whole_seconds;
    const double start = *line.end - *line.seconds + line.waited.value_or(0);
    copies.stays[line.copy].push_back({.from = start, .to = *line.end, .served = served});
    if (served) copies.latencies.push_back(*line.end - start);
  }
  return copies;
}

void add_notes(const Copies& copies, const std::string& file, Measurements& out) {
  const auto count = [](std::size_t n) { return format_count(static_cast<std::int64_t>(n)); };
  if (copies.passed_over > 0) {
    out.notes.push_back(file + ": " + count(copies.passed_over) +
                        " requests that are no POST (health checks, scrapes) are left out");
  }
  if (copies.failed > 0) {
    out.notes.push_back(file + ": " + count(copies.failed) +
                        " requests failed; they took room, and are no completions");
  }
  if (copies.without_copy > 0) {
    out.notes.push_back(file + ": " + count(copies.without_copy) +
                        " lines do not name the copy ($upstream_addr); they count as one copy");
  }
  if (copies.whole_seconds) {
    out.notes.push_back(file +
                        ": times are whole seconds; log $msec for requests of a few seconds");
  }
  out.notes.push_back(file +
                      ": an access log has no tokens; the rate is requests a second, and levels "
                      "of few requests in flight may come from other hours and other prompts");
}

}  // namespace

bool looks_like_access_log(std::string_view text) {
  for (const std::string_view line : lines_of(text.substr(0, 4000))) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    const auto words = words_of(line);
    if (haproxy_line(words)) return true;
    const LogLine parsed_line = nginx_line(words);
    return !parsed_line.method.empty() &&
           (parsed_line.end || line.find("HTTP/") != std::string_view::npos);
  }
  return false;
}

void read_access_log(std::string_view text, const std::string& file, Measurements& out) {
  std::vector<LogLine> lines;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    lines.push_back(parsed(line, file, number));
    require_fields(lines.back(), file, number, line);
  }
  spread_seconds(lines);
  const Copies copies = copies_of(lines);
  add_notes(copies, file, out);
  const double usual = mean(copies.latencies);
  const std::size_t before = out.points.size();
  for (const auto& [copy, stays] : copies.stays) {
    for (const Level& level : service_levels(stays, least_departures)) {
      // Shorter than a request takes: a burst, not a state that the copy was in.
      if (level.seconds < usual) continue;
      Measurement point{.tool = "access log", .file = file, .place = copy};
      point.concurrency = level.concurrency;
      point.req_s = level.departures / level.seconds;
      point.e2e.mean = level.concurrency * level.seconds / level.departures;  // Little's law
      point.requests = level.departures;
      point.copy = copy;
      out.points.push_back(std::move(point));
    }
  }
  if (out.points.size() == before) {
    throw invalid({file, ""}, "at least 20 completed requests at one level of concurrency",
                  format_count(static_cast<std::int64_t>(copies.latencies.size())) + " completed");
  }
}

}  // namespace kvplan::traffic
