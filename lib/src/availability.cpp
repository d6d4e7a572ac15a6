#include "kvplan/availability.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "deployment/readers.hpp"
#include "image_tag.hpp"

namespace kvplan {
namespace {

constexpr double minutes_a_year = 365.25 * 24 * 60;

/// Copies that are up and away together: those on the same boxes, or all ranks of one engine.
struct Together {
  std::size_t boxes = 0;
  std::size_t copies = 0;
};

std::vector<Together> groups_of(const Layout& layout) {
  std::map<std::size_t, Together> by_first_box;
  for (const CopyPlacement& copy : layout.copies) {
    Together& unit = by_first_box[layout.data_parallel > 1 ? 0 : copy.boxes.front()];
    unit.copies += 1;
    unit.boxes = std::max(unit.boxes, copy.boxes.size());
  }
  if (layout.data_parallel > 1) {
    std::map<std::size_t, bool> boxes;
    for (const CopyPlacement& copy : layout.copies) boxes[copy.boxes.front()] = true;
    by_first_box.begin()->second.boxes = boxes.size();
  }
  std::vector<Together> units;
  units.reserve(by_first_box.size());
  for (const auto& [box, unit] : by_first_box) units.push_back(unit);
  return units;
}

struct YearShares {
  double none = 1;  ///< no copy up
  double all = 1;
};

YearShares shares_of(const Layout& layout, double seconds, double fault_every_days) {
  const double between = fault_every_days * 24 * 3600;
  const double box_up = between / (between + seconds);
  YearShares shares;
  for (const Together& unit : groups_of(layout)) {
    double up = 1;
    for (std::size_t i = 0; i < unit.boxes; ++i) up *= box_up;
    shares.none *= 1 - up;
    shares.all *= up;
  }
  return shares;
}

bool is_proxy(const std::string& service) {
  constexpr std::array names{"nginx", "haproxy", "traefik", "litellm", "envoy",
                             "caddy", "proxy",   "gateway", "balancer"};
  return std::ranges::any_of(
      names, [&](const char* name) { return service.find(name) != std::string::npos; });
}

DeploymentFiles deployment_of(const std::vector<FleetFile>& files) {
  std::vector<DeploymentFile> loaded;
  loaded.reserve(files.size());
  for (const FleetFile& file : files)
    loaded.push_back({file.name, kind_of(file.text, file.name), file.text});
  return deployment::read_loaded(std::move(loaded));
}

void find_proxies(const PlanRequest& request, std::vector<CommonCause>& causes) {
  if (request.boxes.size() < 2) return;
  for (const Service& service : request.services) {
    if (!service.box || !is_proxy(service.name)) continue;
    causes.push_back({"proxy_on_a_box", service.name + " runs on " + *service.box +
                                            ": while that box is away no client reaches the "
                                            "other copies either"});
  }
}

void find_images(const DeploymentFiles& files, std::vector<CommonCause>& causes) {
  std::map<std::string, std::set<std::string>> files_by_image;
  for (const ServeCommand& start : files.engines) {
    if (!start.image || start.image->value.empty()) continue;
    if (start.image->value.find("@sha256:") != std::string::npos) continue;
    files_by_image[start.image->value].insert(start.image->origin.file);
  }
  for (const auto& [image, names] : files_by_image) {
    const std::string tag = image_tag(image);
    const bool moving = tag.empty() || tag == "latest";
    if (names.size() < 2 && !moving) continue;
    std::string where;
    for (const std::string& file : names) where.append(where.empty() ? "" : ", ").append(file);
    causes.push_back({"same_image_tag", "image " + image + " (" + where +
                                            "): one push of that tag changes every copy that "
                                            "starts after it; pin a digest and move one copy "
                                            "first"});
  }
}

void find_conflicts(const DeploymentFiles& files, std::vector<CommonCause>& causes) {
  for (const Unit& unit : files.units) {
    for (const Given& other : unit.conflicts) {
      causes.push_back({"units_conflict", unit.name + " stops " + other.value +
                                              " when it starts, and is stopped by it "
                                              "(Conflicts=): systemctl disable --now the one that "
                                              "is not to run, and its watchdog"});
    }
  }
}

}  // namespace

std::vector<Availability> availability(const PlanRequest& request,
                                       std::span<const LayoutPlan> layouts) {
  std::vector<Availability> rows;
  const auto& days = request.operation.fault_every_days;
  if (!days) return rows;
  for (const LayoutPlan& plan : layouts) {
    const auto& restart = request.operation.restart ? request.operation.restart : plan.start;
    if (!restart) continue;
    Availability row;
    row.layout_id = plan.layout.id();
    row.restart = *restart;
    const YearShares low = shares_of(plan.layout, static_cast<double>(restart->low), *days);
    const YearShares high = shares_of(plan.layout, static_cast<double>(restart->high), *days);
    row.without = {low.none * minutes_a_year, high.none * minutes_a_year};
    row.with_part = {(1 - low.none - low.all) * minutes_a_year,
                     (1 - high.none - high.all) * minutes_a_year};
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<CommonCause> common_causes(const PlanRequest& request) {
  std::vector<CommonCause> causes;
  find_proxies(request, causes);
  const DeploymentFiles files = deployment_of(request.operation.files);
  find_images(files, causes);
  find_conflicts(files, causes);
  return causes;
}

}  // namespace kvplan
