// Guards of a box's memory: which of them see what an engine takes, and which do not. On a box
// whose memory is shared the usual ones look at the wrong counter.
#pragma once

#include <span>
#include <string_view>

#include "kvplan/box.hpp"
#include "kvplan/request.hpp"

namespace kvplan {

struct GuardFact {
  Guard guard;
  std::string_view name;        ///< as --guard takes it
  bool sees_engine = false;     ///< on shared memory: weights and cache count for it
  std::string_view warning_id;  ///< of a plan whose boxes have it
  std::string_view text;        ///< what it does there
  std::string_view source;
};

/// Every guard, on boxes whose memory CPU and GPU share. On a card of its own memory none of them
/// sees the device, and none has to: the device's limit is hard.
[[nodiscard]] std::span<const GuardFact> guard_facts();
/// @throws Error (invalid) for a name that no guard has
[[nodiscard]] Guard find_guard(std::string_view name);

}  // namespace kvplan
