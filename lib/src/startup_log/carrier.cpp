#include "startup_log/carrier.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "digit.hpp"
#include "kvplan/config.hpp"
#include "kvplan/error.hpp"

namespace kvplan::startup_log {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '_' || c == '-' || c == '.'; }

std::string_view left_trimmed(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

/// Terminal sequences: ESC [ … letter, and as syslog writes them (#033[ … letter).
std::string without_colours(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    std::size_t start = std::string_view::npos;
    if (text[at] == '\x1b' && at + 1 < text.size() && text[at + 1] == '[') start = at + 2;
    if (text.substr(at, 5) == "#033[") start = at + 5;
    if (start == std::string_view::npos) {
      // A message of several lines in one record is one line here.
      if (text[at] != '\r') plain += text[at] == '\n' ? ' ' : text[at];
      ++at;
      continue;
    }
    while (start < text.size() && (is_digit(text[start]) || text[start] == ';')) ++start;
    at = start < text.size() ? start + 1 : start;
  }
  return plain;
}

/// "2026-11-29T13:31:21.123456789Z ", "2026-11-29T13:31:21+0000 ".
std::size_t timestamp_length(std::string_view text) {
  constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd";
  if (text.size() < shape.size()) return 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 'd' ? !is_digit(text[i]) : text[i] != shape[i]) return 0;
  }
  const std::size_t end = text.find(' ');
  return end > 40 ? 0 : end + 1;  // nowhere is beyond any limit, here and below
}

/// "Nov 29 13:31:21 ": the head of a short journald or syslog line.
std::size_t month_length(std::string_view text) {
  constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (text.size() < 17 || std::ranges::find(months, text.substr(0, 3)) == months.end()) return 0;
  const std::size_t colon = text.find(':');
  if (text[3] != ' ' || colon > 12) return 0;
  const std::size_t end = text.find(' ', colon);
  return end > 24 ? 0 : end + 1;
}

/// "host vllm[1234]: " after a time: its length and the program's name.
std::optional<std::pair<std::size_t, std::string>> journal_origin(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos || space == 0 || space > 64) return std::nullopt;
  if (!std::ranges::all_of(text.substr(0, space), is_word)) return std::nullopt;
  const std::size_t end = text.find(": ", space);
  if (end == std::string_view::npos || end > space + 80) return std::nullopt;
  const std::string_view origin = text.substr(space + 1, end - space - 1);
  const std::size_t bracket = origin.find('[');
  const std::string_view name = origin.substr(0, bracket);
  if (bracket == std::string_view::npos || origin.back() != ']' || name.empty() ||
      name.find(' ') != std::string_view::npos) {
    return std::nullopt;
  }
  return std::pair{end + 2, std::string(name)};
}

/// "vllm-1  | " of docker compose.
std::optional<std::pair<std::size_t, std::string>> compose_origin(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_word(text[end])) ++end;
  if (end == 0 || !std::ranges::any_of(text.substr(0, end), is_letter)) return std::nullopt;
  const std::size_t bar = text.find_first_not_of(' ', end);
  if (bar == std::string_view::npos || bar == end || text[bar] != '|') return std::nullopt;
  const std::size_t after = bar + 1 < text.size() && text[bar + 1] == ' ' ? bar + 2 : bar + 1;
  return std::pair{after, std::string(text.substr(0, end))};
}

/// "[pod/vllm-0/vllm] " of kubectl logs --prefix.
std::optional<std::pair<std::size_t, std::string>> pod_origin(std::string_view text) {
  if (!text.starts_with("[pod/")) return std::nullopt;
  const std::size_t end = text.find("] ");
  if (end > 200) return std::nullopt;
  return std::pair{end + 2, std::string(text.substr(1, end - 1))};
}

struct Undressed {
  std::string stream;
  std::string text;
  bool ends = true;  ///< false: the rest of this line comes with the next of its stream
};

/// One line may wear several: compose around docker's time, a time around journald's origin.
void strip_prefixes(Undressed& line) {
  std::string_view rest = line.text;
  for (int layer = 0; layer < 4; ++layer) {
    if (const auto compose = compose_origin(rest)) {
      rest.remove_prefix(compose->first);
      line.stream = compose->second;
      continue;
    }
    if (const auto pod = pod_origin(rest)) {
      rest.remove_prefix(pod->first);
      line.stream = pod->second;
      continue;
    }
    const std::size_t time = std::max(timestamp_length(rest), month_length(rest));
    if (time == 0) break;
    rest.remove_prefix(time);
    if (rest.starts_with("stdout ") || rest.starts_with("stderr ")) {  // Kubernetes' CRI
      const char tag = rest.size() > 8 && rest[8] == ' ' ? rest[7] : ' ';
      if (tag == 'F' || tag == 'P') {
        line.ends = tag == 'F';
        rest.remove_prefix(9);
      }
    } else if (const auto origin = journal_origin(rest)) {
      rest.remove_prefix(origin->first);
      line.stream = origin->second;
    }
  }
  line.text = std::string(rest);
}

std::string message_of(const ConfigNode& value) {
  if (value.is_string()) return value.as_string();
  std::string text;  // journald gives a message with control characters as an array of bytes
  for (const ConfigNode& byte : value.items()) {
    if (!byte.is_number()) return {};
    text += static_cast<char>(static_cast<unsigned char>(byte.as_integer(-128)));
  }
  return text;
}

/// A line of `journalctl -o json`, of docker's json-file, or of a JSON logger.
std::optional<Undressed> from_json(std::string_view text) {
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  try {
    const ConfigNode node = parse_json(text, "");
    if (!node.is_object()) return std::nullopt;
    for (const std::string_view key :
         {"MESSAGE", "log", "message", "msg", "event", "text", "line"}) {
      const auto value = node.find(key);
      if (!value) continue;
      Undressed line{"", message_of(*value), true};
      if (key == "log") line.ends = line.text.ends_with('\n');  // docker cuts at 16 KiB
      for (const std::string_view origin :
           {"_SYSTEMD_UNIT", "_SYSTEMD_USER_UNIT", "CONTAINER_NAME", "container_name"}) {
        if (line.stream.empty()) line.stream = node.string_or(origin, "");
      }
      return line;
    }
  } catch (const Error&) {  // a cut or foreign line is text
  }
  return std::nullopt;
}

/// `journalctl -o json-pretty` and `-o export`.
std::optional<Undressed> from_journal_field(std::string_view text) {
  if (text.starts_with("MESSAGE=")) return Undressed{"", std::string(text.substr(8)), true};
  if (!text.starts_with("\"MESSAGE\" : \"")) return std::nullopt;
  if (text.ends_with(',')) text.remove_suffix(1);
  return from_json("{" + std::string(text) + "}");
}

/// "TP0" of "(Worker_TP0 pid=7)", "DP1" of "(EngineCore_DP1 pid=7)", "0" of "(VllmWorker rank=0
/// pid=7)", "TP0" of SGLang's "[2026-06-07 19:06:22 TP0]".
std::string worker_in(std::string_view name) {
  for (const std::string_view kind : {"VllmWorkerProcess", "VllmWorker", "Worker", "EngineCore"}) {
    if (!name.starts_with(kind)) continue;
    name.remove_prefix(kind.size());
    const std::size_t pid = name.find(" pid=");
    std::string_view rank = name.substr(0, pid);
    if (rank.starts_with('_') || rank.starts_with('-')) rank.remove_prefix(1);
    if (rank.starts_with(" rank=")) rank.remove_prefix(6);
    return std::string(rank);
  }
  if (name.starts_with("RayWorkerWrapper")) {
    const std::size_t pid = name.find("pid=");
    if (pid != std::string_view::npos) return std::string(name.substr(pid));
  }
  return {};
}

std::string worker_of(std::string_view text) {
  std::string worker;
  text = left_trimmed(text);
  while (text.starts_with('(')) {
    const std::size_t end = text.find(')');
    if (end > 120) return worker;
    if (std::string found = worker_in(text.substr(1, end - 1)); !found.empty()) worker = found;
    text = left_trimmed(text.substr(end + 1));
  }
  if (!text.starts_with('[')) return worker;
  const std::string_view head = text.substr(1, std::min<std::size_t>(text.find(']'), 60));
  for (const std::string_view key : {" DP", " TP", " PP"}) {
    const std::size_t at = head.find(key);
    if (at == std::string_view::npos || at + 3 >= head.size() || !is_digit(head[at + 3])) continue;
    std::size_t end = at + 3;
    while (end < head.size() && is_digit(head[end])) ++end;
    worker += (worker.empty() ? "" : "_") + std::string(head.substr(at + 1, end - at - 1));
  }
  return worker;
}

}  // namespace

std::vector<LogLine> undress(std::string_view text) {
  std::vector<LogLine> lines;
  std::map<std::string, LogLine> unfinished;  // by stream
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view raw = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (raw.ends_with('\r')) raw.remove_suffix(1);
    Undressed line{"", std::string(raw), true};
    const std::string_view start = left_trimmed(raw);
    if (auto json = from_json(start)) {
      line = *std::move(json);
    } else if (auto field = from_journal_field(start)) {
      line = *std::move(field);
    } else {
      strip_prefixes(line);
      if (auto inner = from_json(line.text)) line.text = std::move(inner->text);
    }
    LogLine& whole = unfinished[line.stream];
    if (whole.number == 0) whole.number = number;
    whole.text += line.text;
    if (!line.ends) continue;
    whole.stream = line.stream;
    whole.text = without_colours(whole.text);
    whole.worker = worker_of(whole.text);
    lines.push_back(std::move(whole));
    unfinished.erase(line.stream);
  }
  for (auto& [stream, line] : unfinished) {
    line.stream = stream;
    line.worker = worker_of(line.text);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace kvplan::startup_log
