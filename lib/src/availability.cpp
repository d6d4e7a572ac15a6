#include "kvplan/availability.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

namespace kvplan {
namespace {

constexpr double minutes_a_year = 365.25 * 24 * 60;

/// Copies that are up and away together: those on the same boxes, or all ranks of one engine.
struct Unit {
  std::size_t boxes = 0;
  std::size_t copies = 0;
};

std::vector<Unit> units_of(const Layout& layout) {
  std::map<std::size_t, Unit> by_first_box;
  for (const CopyPlacement& copy : layout.copies) {
    Unit& unit = by_first_box[layout.data_parallel > 1 ? 0 : copy.boxes.front()];
    unit.copies += 1;
    unit.boxes = std::max(unit.boxes, copy.boxes.size());
  }
  if (layout.data_parallel > 1) {
    std::map<std::size_t, bool> boxes;
    for (const CopyPlacement& copy : layout.copies) boxes[copy.boxes.front()] = true;
    by_first_box.begin()->second.boxes = boxes.size();
  }
  std::vector<Unit> units;
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
  for (const Unit& unit : units_of(layout)) {
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

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\"'-");
  if (first == std::string::npos) return "";
  const std::size_t last = text.find_last_not_of(" \t\r\"'");
  return text.substr(first, last - first + 1);
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(trimmed(word));
  return words;
}

/// The image of a line: `image: NAME:TAG`, or NAME:TAG after `docker run` or `podman run`.
std::optional<std::string> image_of(const std::string& line) {
  const std::string plain = trimmed(line);
  for (const char* key : {"image:", "Image=", "container:", "image ="}) {
    if (plain.starts_with(key)) return trimmed(plain.substr(std::string_view(key).size()));
  }
  if (plain.find("docker run") == std::string::npos &&
      plain.find("podman run") == std::string::npos) {
    return std::nullopt;
  }
  const auto words = words_of(plain);
  for (const auto& word : words) {
    const bool path = word.starts_with("/") || word.find('=') != std::string::npos;
    const std::size_t colon = word.rfind(':');
    if (path || colon == std::string::npos || colon == 0) continue;
    const std::string tag = word.substr(colon + 1);
    const bool port = tag.find_first_not_of("0123456789") == std::string::npos;
    if (!port && tag.find('/') == std::string::npos) return word;
  }
  return std::nullopt;
}

std::string unit_name(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

/// One line of a deployment file, with the file's name.
template <class See>
void each_line(const std::vector<FleetFile>& files, const See& see) {
  for (const FleetFile& file : files) {
    std::istringstream lines(file.text);
    for (std::string line; std::getline(lines, line);) {
      if (!trimmed(line).starts_with('#')) see(file, line);
    }
  }
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

void find_images(const PlanRequest& request, std::vector<CommonCause>& causes) {
  std::map<std::string, std::vector<std::string>> files_by_image;
  each_line(request.operation.files, [&](const FleetFile& file, const std::string& line) {
    const auto image = image_of(line);
    if (!image || image->empty() || image->find("@sha256:") != std::string::npos) return;
    auto& files = files_by_image[*image];
    if (files.empty() || files.back() != file.name) files.push_back(file.name);
  });
  for (const auto& [image, files] : files_by_image) {
    const bool moving = image.ends_with(":latest") || image.rfind(':') == std::string::npos;
    if (files.size() < 2 && !moving) continue;
    std::string where;
    for (const std::string& file : files) where.append(where.empty() ? "" : ", ").append(file);
    causes.push_back({"same_image_tag", "image " + image + " (" + where +
                                            "): one push of that tag changes every copy that "
                                            "starts after it; pin a digest and move one copy "
                                            "first"});
  }
}

void find_conflicts(const PlanRequest& request, std::vector<CommonCause>& causes) {
  each_line(request.operation.files, [&](const FleetFile& file, const std::string& line) {
    const std::string plain = trimmed(line);
    if (!plain.starts_with("Conflicts=")) return;
    for (const std::string& other : words_of(plain.substr(std::string_view("Conflicts=").size()))) {
      causes.push_back({"units_conflict", unit_name(file.name) + " stops " + other +
                                              " when it starts, and is stopped by it "
                                              "(Conflicts=): systemctl disable --now the one that "
                                              "is not to run, and its watchdog"});
    }
  });
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
  find_images(request, causes);
  find_conflicts(request, causes);
  return causes;
}

}  // namespace kvplan
