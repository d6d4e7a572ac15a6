// Work that is the same for each index, spread over the cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace kvplan {

/// Calls work(i) once for each i below `count`, from several threads at once; worker w takes every
/// so many-th index, so neighbours of like cost are shared evenly. `work` must not throw.
/// @param fewest  indices that a further thread must have to be worth its start
template <class Work>
void in_parallel(std::size_t count, std::size_t fewest, const Work& work) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t workers = std::min(cores, (count + fewest - 1) / fewest);
  const auto share = [&](std::size_t worker) {
    for (std::size_t i = worker; i < count; i += workers) work(i);
  };
  std::vector<std::jthread> threads;
  for (std::size_t worker = 1; worker < workers; ++worker) threads.emplace_back(share, worker);
  if (workers > 0) share(0);
}

}  // namespace kvplan
