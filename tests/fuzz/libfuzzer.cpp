// libFuzzer's side. KVPLAN_FUZZ_TARGET names the target (`./dev fuzz` sets it).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "targets.hpp"

namespace {
const kvplan::fuzz::Target* target = nullptr;
}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("KVPLAN_FUZZ_TARGET");
  target = kvplan::fuzz::find_target(name == nullptr ? "" : name);
  if (target != nullptr) return 0;
  std::cerr << "KVPLAN_FUZZ_TARGET: expected one of these:\n";
  for (const auto& known : kvplan::fuzz::targets()) std::cerr << known.name << '\n';
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kvplan::fuzz::run(*target, {reinterpret_cast<const char*>(data), size});
  return 0;
}
