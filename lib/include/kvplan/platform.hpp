// What the engine's defaults and kernel choices ask of a device. A box (box.hpp) has one or more.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kvplan/units.hpp"

namespace kvplan {

struct Capability {
  int major = 0;
  int minor = 0;
  friend constexpr auto operator<=>(Capability, Capability) = default;
};

struct Platform {
  std::string name;       ///< "gb10", "h100", … or the user's own
  Capability capability;  ///< CUDA compute capability; 0.0 for the CPU backend
  Bytes total_memory;     ///< as the CUDA runtime reports it
  int sm_count = 0;
  bool integrated = false;  ///< CPU and GPU share the memory (cudaDeviceProp.integrated)
  [[nodiscard]] bool is_cpu() const { return capability.major == 0; }
  friend bool operator==(const Platform&, const Platform&) = default;
};

/// gb10, h100, b200, l40s, a100, rtxpro6000, cpu.
/// Source: vLLM's own figures as the project's vectors pretend them (total memory of each card
/// as its driver reports it; capabilities and SM counts from NVIDIA's data sheets).
[[nodiscard]] std::span<const Platform> platforms();
[[nodiscard]] std::optional<Platform> find_platform(std::string_view name);

}  // namespace kvplan
