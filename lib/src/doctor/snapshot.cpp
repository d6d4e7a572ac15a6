#include <algorithm>
#include <array>

#include "deployment/command.hpp"
#include "file_status.hpp"
#include "kvplan/deployment.hpp"
#include "kvplan/doctor.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = std::uintmax_t{64} << 20;
constexpr int deepest = 4;
constexpr std::size_t most_files = 1000;

/// Options whose values are secrets.
constexpr std::array<std::string_view, 4> secrets{"--api-key", "--hf-token", "--admin-api-key",
                                                  "--ssl-keyfile-password"};

void strike_out_secrets(std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string_view secret : secrets) {
      if (words[i] == secret && i + 1 < words.size()) words[i + 1] = "***";
      if (words[i].starts_with(std::string(secret) + "=")) words[i] = std::string(secret) + "=***";
    }
  }
}

std::string quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string file_name(const std::string& word) {
  const std::size_t slash = word.rfind('/');
  return slash == std::string::npos ? word : word.substr(slash + 1);
}

/// A program's word before its options: `vllm serve`, an api_server module, SGLang's server.
bool is_server(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 8); ++i) {
    const std::string name = file_name(words[i]);
    const bool serves = i + 1 < words.size() && words[i + 1] == "serve";
    if ((name == "vllm" || name == "sglang") && serves) return true;
    if (name.ends_with("openai.api_server") || name.ends_with("sglang.launch_server")) return true;
  }
  return false;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = text.find('\0');
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  while (!words.empty() && (words.back().empty() || words.back() == "\n")) words.pop_back();
  return words;
}

bool may_be_command(std::string_view text) {
  return text.size() < 65536 && (text.find("vllm") != std::string_view::npos ||
                                 text.find("sglang") != std::string_view::npos);
}

}  // namespace

std::optional<EngineCommand> engine_command(std::string_view text, std::string where) {
  if (!may_be_command(text)) return std::nullopt;
  EngineCommand command{std::move(where), {}, {}};
  if (text.find('\0') != std::string_view::npos) {
    command.words = words_of(text);
  } else {
    try {
      command.words = deployment::shell_words(std::string(text));
    } catch (const Error&) {  // no shell line
      return std::nullopt;
    }
  }
  if (!is_server(command.words)) return std::nullopt;
  strike_out_secrets(command.words);
  for (const std::string& word : command.words) {
    command.line += (command.line.empty() ? "" : " ") + quoted(word);
  }
  return command;
}

int port_of(const EngineCommand& command) {
  constexpr int vllm_port = 8000;
  constexpr int sglang_port = 30000;
  for (const ServeCommand& start : engine_starts(command.line, "--vllm-args")) {
    if (start.find("port") != nullptr && start.port() > 0) return start.port();
  }
  return command.line.find("sglang") != std::string::npos ? sglang_port : vllm_port;
}

void add_to_snapshot(BoxSnapshot& snapshot, std::string_view text, const std::string& file) {
  if (file_name(file) == "gpu" && (text == "none\n" || text == "some\n")) {
    snapshot.has_gpu = text == "some\n";
    return;
  }
  if (auto command = engine_command(text, file)) {
    snapshot.engines.push_back(*std::move(command));
    return;
  }
  try {
    add_evidence(snapshot.evidence, text, file);
  } catch (const Error& error) {
    snapshot.skipped.push_back(file + ": " + error.found());
  }
}

BoxSnapshot read_snapshot(const fs::path& folder) {
  if (!is_folder(folder)) throw invalid({folder.string(), ""}, "a folder with a snapshot", "none");
  std::error_code failure;
  std::vector<fs::path> files;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied,
                                      failure);
  for (; !failure && it != fs::end(it) && files.size() < most_files; it.increment(failure)) {
    if (it.depth() >= deepest) it.disable_recursion_pending();
    std::error_code ignored;
    if (it->is_regular_file(ignored)) files.push_back(it->path());
  }
  std::ranges::sort(files);
  BoxSnapshot snapshot;
  for (const fs::path& file : files) {
    try {
      add_to_snapshot(snapshot, read_text(file, largest_file), file.string());
    } catch (const Error& error) {
      snapshot.skipped.push_back(file.string() + ": " + error.found());
    }
  }
  const CalibrationInput& evidence = snapshot.evidence;
  if (snapshot.engines.empty() && evidence.meminfo.empty() && evidence.metrics.empty() &&
      evidence.starts.empty()) {
    throw invalid({folder.string(), ""},
                  "command lines, /proc/meminfo, /metrics or start-up logs of a box",
                  snapshot.skipped.empty() ? "no file" : snapshot.skipped.front());
  }
  return snapshot;
}

}  // namespace kvplan
