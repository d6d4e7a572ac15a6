#include "kvplan/catalog.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "embedded.hpp"
#include "file_status.hpp"
#include "kvplan/config.hpp"
#include "kvplan/error.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

/// A hub id `org/name` is the folder `org--name`, where there is one.
std::optional<fs::path> hub_folder(std::string_view model, const fs::path& models) {
  const std::size_t slash = model.find('/');
  if (slash == std::string_view::npos || slash == 0 || is_there(fs::path(model))) {
    return std::nullopt;
  }
  const fs::path folder =
      models / (std::string(model.substr(0, slash)) + "--" + std::string(model.substr(slash + 1)));
  return is_there(folder / "config.json") ? std::optional(folder) : std::nullopt;
}

/// The part behind `org--`.
std::string_view without_org(std::string_view name) {
  const std::size_t dashes = name.find("--");
  return dashes == std::string_view::npos ? name : name.substr(dashes + 2);
}

}  // namespace

std::vector<std::string> model_names(const fs::path& models) {
  std::vector<std::string> names;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(models, failure)) {
    if (is_there(entry.path() / "config.json")) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path find_model(std::string_view model, const fs::path& models) {
  fs::path path(model);
  if (is_folder(path)) return path;
  if (const auto shipped = hub_folder(model, models)) return *shipped;
  if (is_there(path) || model.find('/') != std::string_view::npos) return path;
  if (!model.empty() && is_there(models / path / "config.json")) return models / path;
  std::vector<std::string> fitting;
  for (std::string& name : model_names(models)) {
    if (without_org(name) == model) fitting.push_back(std::move(name));
  }
  if (fitting.size() == 1) return models / fitting.front();
  if (fitting.size() > 1) {
    throw invalid({"--model", ""}, "one of " + joined(fitting), '"' + std::string(model) + '"');
  }
  throw invalid({"--model", ""},
                "a config.json, a folder that holds one, or a shipped model (" +
                    joined(model_names(models)) + ")",
                '"' + std::string(model) + '"');
}

Box find_box(std::string_view box, const fs::path& boxes) {
  const fs::path path(box);
  if (is_file(path)) return read_box(path);
  const fs::path shipped = boxes / (std::string(box) + ".json");
  if (!box.empty() && box.find('/') == std::string_view::npos && is_there(shipped)) {
    return read_box(shipped);
  }
  if (const auto text = embedded::find(embedded::boxes, std::string(box) + ".json")) {
    return box_from(parse_json(*text, std::string(box) + ".json"));
  }
  std::set<std::string> all;
  for (const embedded::File& file : embedded::boxes) all.insert(fs::path(file.name).stem());
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(boxes, failure)) {
    if (entry.path().extension() == ".json") all.insert(entry.path().stem());
  }
  const std::vector<std::string> names(all.begin(), all.end());
  throw invalid({"--box", ""}, "a box file or one of " + joined(names),
                '"' + std::string(box) + '"');
}

void number_boxes(std::vector<Box>& boxes) {
  std::map<std::string, int> times;
  for (const Box& box : boxes) ++times[box.name];
  std::map<std::string, int> seen;
  for (Box& box : boxes) {
    if (times[box.name] > 1) box.name += "-" + std::to_string(++seen[box.name]);
  }
}

}  // namespace kvplan
