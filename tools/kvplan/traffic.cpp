// What people measured → requests in flight per copy. `traffic simulate` is a file of its own.
#include <iostream>
#include <string_view>

#include "commands.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"

namespace kvplan::tool {

int run_traffic(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "simulate") return run_simulate(argc - 1, argv + 1);
  CLI::App app{"Requests in flight per copy, from what was measured.", "kvplan traffic"};
  std::vector<std::string> files;
  app.add_option("files", files, "benchmark results, CSV, /metrics snapshots, access logs");
  if (const auto over = parse(app, argc, argv)) return *over;
  throw unknown({"traffic", ""}, "a reader of these files", "none yet in this build");
}

}  // namespace kvplan::tool
