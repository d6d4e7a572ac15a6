// `kvplan traffic simulate`: a trace replayed against the layouts.
#include "commands.hpp"
#include "kvplan/error.hpp"

namespace kvplan::tool {

int run_simulate(int /*argc*/, char** /*argv*/) {
  throw unknown({"traffic simulate", ""}, "the simulation", "none yet in this build");
}

}  // namespace kvplan::tool
