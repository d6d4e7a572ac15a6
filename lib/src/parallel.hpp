// Work that is the same for each index, spread over the cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace kvplan {

/// Calls work(i) once for each i below `count`, from several threads at once; each takes the next
/// index that nobody has, so that long ones among short ones keep no thread waiting. `work` must
/// not throw.
/// @param fewest  indices that a further thread must have to be worth its start
/// @param most    threads; 0: one a core
template <class Work>
void in_parallel(std::size_t count, std::size_t fewest, const Work& work, std::size_t most = 0) {
  if (most == 0) most = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t workers = std::min(most, (count + fewest - 1) / fewest);
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> threads;
  try {
    for (std::size_t started = 1; started < workers; ++started) threads.emplace_back(take);
  } catch (const std::system_error&) {  // no further thread is allowed: the others do it all
  }
  take();
}

}  // namespace kvplan
