// libFuzzer's side: one kind of input, named by KVPLAN_FUZZ_KIND (`./dev fuzz` sets it). Where a
// kind has several targets, the first byte of an input is the letter of its target.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "targets.hpp"

namespace {

using kvplan::fuzz::Target;

std::vector<const Target*> chosen;

char letter_of(std::size_t position) { return static_cast<char>('a' + position); }

/// A line a target: its kind, its letter ("-" where the kind has one target), its name.
void list_targets() {
  for (const Target& target : kvplan::fuzz::targets()) {
    const auto kind = kvplan::fuzz::targets_of(target.kind);
    std::size_t position = 0;
    while (kind[position] != &target) ++position;
    std::cout << target.kind << ' ' << (kind.size() == 1 ? '-' : letter_of(position)) << ' '
              << target.name << '\n';
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* kind = std::getenv("KVPLAN_FUZZ_KIND");
  chosen = kvplan::fuzz::targets_of(kind == nullptr ? "" : kind);
  if (!chosen.empty()) return 0;
  std::cerr << "KVPLAN_FUZZ_KIND: expected the first word of one of these lines\n";
  list_targets();
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (chosen.size() == 1) {
    kvplan::fuzz::run(*chosen.front(), input);
  } else if (!input.empty()) {
    const auto letter = static_cast<unsigned char>(input.front() - letter_of(0));
    kvplan::fuzz::run(*chosen[letter % chosen.size()], input.substr(1));
  }
  return 0;
}
