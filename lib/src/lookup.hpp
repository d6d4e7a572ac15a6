// A map's value as a pointer, where it may be absent.
#pragma once

namespace kvplan {

/// The value under `key` in a map, or null.
template <class Map, class Key>
[[nodiscard]] const typename Map::mapped_type* lookup(const Map& map, const Key& key) {
  const auto entry = map.find(key);
  return entry == map.end() ? nullptr : &entry->second;
}

}  // namespace kvplan
