// Which command line and which /metrics or log are one engine.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "doctor/running.hpp"

namespace kvplan::doctor {

enum class PairedBy { port, model, nothing_else, order };

struct Pair {
  std::size_t running = 0;
  PairedBy by = PairedBy::port;
};

/// True unless both names are known and differ.
[[nodiscard]] bool may_serve(const EngineCommand& engine, const Running& running);

/// For each engine, by its port, else by the name of its model, else because one of each is left;
/// engines that nothing tells apart go by their order. But for a port, what is called by another
/// model's name is never taken. /metrics are taken before logs.
[[nodiscard]] std::vector<std::optional<Pair>> pair_up(std::span<const EngineCommand> engines,
                                                       std::span<const Running> running);

}  // namespace kvplan::doctor
