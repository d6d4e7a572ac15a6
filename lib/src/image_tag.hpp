// The tag of a container image's name.
#pragma once

#include <string>
#include <string_view>

namespace kvplan {

/// "repo/name:tag@sha256:…" → "tag"; "" where there is none ("registry:5000/vllm").
[[nodiscard]] inline std::string image_tag(std::string_view image) {
  image = image.substr(0, image.find('@'));
  const std::size_t slash = image.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? image : image.substr(slash + 1);
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? "" : std::string(name.substr(colon + 1));
}

}  // namespace kvplan
