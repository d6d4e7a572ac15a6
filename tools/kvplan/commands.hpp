// Every command is a file here and a row in commands.cpp. A command reads its options, calls the
// library and writes the answer; it computes nothing.
#pragma once

#include <span>
#include <string_view>

namespace kvplan::tool {

struct Command {
  std::string_view name;
  std::string_view answers;  ///< one line for --help
  /// @return the exit code by the contract; argv[0] is the program's name for its help
  int (*run)(int argc, char** argv);
  bool fetches = false;  ///< over HTTP, by libcurl
};

[[nodiscard]] std::span<const Command> commands();
[[nodiscard]] const Command* find_command(std::string_view name);

int run_plan(int argc, char** argv);
int run_explain(int argc, char** argv);
int run_batch(int argc, char** argv);
int run_changeover(int argc, char** argv);
int run_completion(int argc, char** argv);
int run_man(int argc, char** argv);
int run_check(int argc, char** argv);
int run_compare(int argc, char** argv);
int run_diff(int argc, char** argv);
int run_fit(int argc, char** argv);
int run_calibrate(int argc, char** argv);
int run_metrics(int argc, char** argv);
int run_doctor(int argc, char** argv);
int run_emit(int argc, char** argv);
int run_lint(int argc, char** argv);
int run_models(int argc, char** argv);
int run_report(int argc, char** argv);
int run_sweep(int argc, char** argv);
int run_traffic(int argc, char** argv);
/// `kvplan traffic simulate`, which `traffic` hands over; argv[0] is the word "simulate".
int run_simulate(int argc, char** argv);

}  // namespace kvplan::tool
