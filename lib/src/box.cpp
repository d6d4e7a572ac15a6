#include "kvplan/box.hpp"

#include "kvplan/error.hpp"
#include "own_json.hpp"

namespace kvplan {
namespace {

Band reserve_from(const ConfigNode& box) {
  const auto node = box.find("reserve");
  if (!node) return exactly(Bytes{0}, "none given");
  refuse_misspelt(*node, {"low_bytes", "bytes", "high_bytes", "source"});
  Band band{Bytes{node->integer("low_bytes", 0)}, Bytes{node->integer("bytes", 0)},
            Bytes{node->integer("high_bytes", 0)}, node->string_or("source", "box file")};
  if (band.low > band.likely || band.likely > band.high) {
    throw invalid({node->file(), node->pointer()}, "low_bytes ≤ bytes ≤ high_bytes", node->text());
  }
  return band;
}

/// 0 where the box does not say it.
double rate_from(const ConfigNode& box, const char* key) {
  const double rate = box.number_or(key, 0);
  if (rate >= 0) return rate;
  throw invalid({box.file(), box.pointer() + '/' + key}, "bytes a second", box.at(key).text());
}

}  // namespace

Band exactly(Bytes size, std::string source) { return {size, size, size, std::move(source)}; }

bool is_assumed(const Band& band) {
  return band.source.starts_with("assumed") || band.source.starts_with("fitted") ||
         band.source.starts_with("inferred");
}

Platform Box::platform() const { return {name, capability, total, sm_count, unified}; }

Box box_from(const ConfigNode& node) {
  if (!node.is_object()) throw invalid({node.file(), node.pointer()}, "a box object", node.text());
  refuse_misspelt(node, {"name", "memory", "total_bytes", "gpus", "capability", "sm_count",
                         "bandwidth_bytes_per_s", "link_bytes_per_s", "reserve"});
  Box box;
  box.name = node.at("name").as_string();
  const std::string memory = node.at("memory").as_string();
  if (memory != "unified" && memory != "discrete") {
    throw invalid({node.file(), node.pointer() + "/memory"}, R"("unified" or "discrete")",
                  '"' + memory + '"');
  }
  box.unified = memory == "unified";
  box.total = Bytes{node.integer("total_bytes")};
  constexpr std::int64_t most_gpus = 1024;
  const std::int64_t gpus = node.integer_or("gpus", 1);
  if (gpus > most_gpus) {
    throw invalid({node.file(), node.pointer() + "/gpus"}, "at most " + std::to_string(most_gpus),
                  std::to_string(gpus));
  }
  box.gpus = static_cast<int>(gpus);
  const auto capability = node.integers("capability");
  if (capability.size() != 2 || capability[0] > 99 || capability[1] > 9) {
    throw invalid({node.file(), node.pointer() + "/capability"}, "two numbers such as [12, 1]",
                  node.find("capability") ? node.at("capability").text() : "nothing");
  }
  box.capability = {static_cast<int>(capability[0]), static_cast<int>(capability[1])};
  constexpr std::int64_t most_sms = 1 << 20;
  box.sm_count = static_cast<int>(std::min(node.integer_or("sm_count", 0, 0), most_sms));
  box.bandwidth_bytes_per_s = rate_from(node, "bandwidth_bytes_per_s");
  box.link_bytes_per_s = rate_from(node, "link_bytes_per_s");
  box.reserve = reserve_from(node);
  return box;
}

Box read_box(const std::filesystem::path& file) { return box_from(read_own_json(file)); }

}  // namespace kvplan
