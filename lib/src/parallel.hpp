// Work that is the same for each index, spread over the cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace kvplan {

/// Calls work(i) once for each i below `count`, from several threads at once; worker w takes every
/// so many-th index, so neighbours of like cost are shared evenly. `work` must not throw.
/// @param fewest  indices that a further thread must have to be worth its start
/// @param most    threads; 0: one a core
template <class Work>
void in_parallel(std::size_t count, std::size_t fewest, const Work& work, std::size_t most = 0) {
  if (most == 0) most = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t workers = std::min(most, (count + fewest - 1) / fewest);
  const auto share = [&](std::size_t worker) {
    for (std::size_t i = worker; i < count; i += workers) work(i);
  };
  std::vector<std::jthread> threads;
  std::size_t next = 1;
  try {
    for (; next < workers; ++next) threads.emplace_back(share, next);
  } catch (const std::system_error&) {  // no further thread is allowed: its share is done here
  }
  if (workers > 0) share(0);
  for (; next < workers; ++next) share(next);
}

}  // namespace kvplan
