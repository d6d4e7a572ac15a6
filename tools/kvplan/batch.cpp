// JSON Lines in, JSON Lines out, in the same order.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <vector>

#include "commands.hpp"
#include "kvplan/batch.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

/// Lines that are read before any is answered: enough work for all cores, little memory.
constexpr std::size_t chunk_lines = 4096;
constexpr std::size_t chunk_bytes = std::size_t{64} << 20U;

/// A longer line is cut off there, and so is no JSON.
constexpr std::size_t longest_line = std::size_t{16} << 20U;

bool next_line(std::istream& in, std::string& line) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  int c = buffer.sbumpc();
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = buffer.sbumpc()) {
    if (line.size() < longest_line) line += static_cast<char>(c);
  }
  return true;
}

/// As many as are there by now: who writes a line and waits for its answer gets it.
/// @return none at the end alone
std::vector<std::string> next_lines(std::istream& in) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t bytes = 0;
  while (lines.size() < chunk_lines && bytes < chunk_bytes && next_line(in, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    bytes += line.size();
    lines.push_back(std::move(line));
    if (in.rdbuf()->in_avail() <= 0) break;
  }
  return lines;
}

void answer_stream(const Batch& batch, std::istream& in) {
  while (true) {
    const std::vector<std::string> lines = next_lines(in);
    if (lines.empty()) break;
    for (const std::string& answer : batch.answers(lines)) std::cout << answer << '\n';
    std::cout.flush();
    if (!std::cout) break;
  }
}

/// A folder opens like a file, and some files of /proc cannot be read.
void answer_all(const Batch& batch, std::istream& in, const std::string& name) {
  try {
    answer_stream(batch, in);
  } catch (const std::ios_base::failure&) {
    throw invalid({name, ""}, "a readable file", "one that cannot be read");
  }
}

}  // namespace

int run_batch(int argc, char** argv) {
  CommandLine app{"Answers JSON Lines with JSON Lines, in the same order.", "kvplan batch"};
  std::string file = "-";
  std::string root = ".";
  app.option("FILE", file, "questions; - or nothing: standard input");
  app.option("--root", root, "folder that config paths start from");
  if (const auto over = app.parse(argc, argv)) return *over;
  const Batch batch{root};
  if (file == "-") {
    answer_all(batch, std::cin, "<stdin>");
    return 0;
  }
  std::ifstream in;
  if (std::filesystem::is_regular_file(file)) in.open(file);  // a pipe would wait for its writer
  if (!in.is_open()) throw invalid({file, ""}, "a readable file", "one that cannot be read");
  answer_all(batch, in, file);
  return 0;
}

}  // namespace kvplan::tool
