#include "render/printable.hpp"

#include <algorithm>

namespace kvplan {
namespace render {
namespace {

template <class Show>
std::string by_character(std::string_view text, Show show) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = ascii_length(text);
    safe += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = utf8_length(text);
    safe += length == 0 ? replacement : show(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return safe;
}

}  // namespace

std::size_t ascii_length(std::string_view text) {
  const auto* const end = std::ranges::find_if(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte > 0x7E;
  });
  return static_cast<std::size_t>(end - text.begin());
}

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  if (length == 3 && lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (length == 3 && lead == 0xED && byte(1) > 0x9F) return 0;
  if (length == 4 && lead == 0xF0 && byte(1) < 0x90) return 0;
  if (length == 4 && lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

bool begins_with_control(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const bool c1 = byte(0) == 0xC2 && text.size() > 1 && byte(1) >= 0x80 && byte(1) <= 0x9F;
  return byte(0) < 0x20 || byte(0) == 0x7F || c1;
}

std::string valid_utf8(std::string_view text) {
  return by_character(text, [](std::string_view character) { return character; });
}

}  // namespace render

std::string printable(std::string_view text) {
  return render::by_character(text, [](std::string_view character) {
    return render::begins_with_control(character) ? "?" : character;
  });
}

}  // namespace kvplan
