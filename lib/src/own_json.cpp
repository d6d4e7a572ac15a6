#include "own_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "python_numbers.hpp"
#include "text.hpp"

namespace kvplan {

ConfigNode parse_own_json(std::string_view text, std::string file) {
  if (!may_have_python_numbers(text)) return parse_json(text, std::move(file));
  return parse_json(with_quoted_python_numbers(text), std::move(file));
}

ConfigNode read_own_json(const std::filesystem::path& file) {
  return parse_own_json(read_text(file), file.string());
}

namespace {

/// Follows a parser through names and lists: where it is, and which names an object had so far.
class Names {
 public:
  using Event = nlohmann::json::parse_event_t;

  explicit Names(const std::string& file) : file_(file) {}

  bool operator()(Event event, const nlohmann::json& parsed) {
    if (event == Event::object_start || event == Event::array_start) {
      open_.emplace_back();
    } else if (event == Event::object_end || event == Event::array_end) {
      open_.pop_back();
    } else if (event == Event::key) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!open_.back().seen.insert(name).second) {
        throw invalid({file_, pointer()}, "each name once", '"' + name + "\" again");
      }
      open_.back().now = name;
    }
    return true;
  }

 private:
  struct Object {
    std::set<std::string> seen;
    std::string now;  ///< the member that is read
  };

  /// Of the object that is open; places in lists are left out.
  [[nodiscard]] std::string pointer() const {
    std::string whole;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      if (!open_[i].now.empty()) whole += '/' + open_[i].now;
    }
    return whole;
  }

  const std::string& file_;
  std::vector<Object> open_;
};

}  // namespace

void refuse_twice(std::string_view text, const std::string& file) {
  Names names(file);
  const auto follow = [&](int /*depth*/, Names::Event event, nlohmann::json& parsed) {
    return names(event, parsed);
  };
  [[maybe_unused]] const auto read = nlohmann::json::parse(text, follow, false);  // may be no JSON
}

void refuse_misspelt(const ConfigNode& object, std::initializer_list<std::string_view> known) {
  constexpr std::size_t short_name = 5;  // "note" is two letters from "name", and a note
  constexpr std::size_t longest = 40;
  if (!object.is_object()) return;
  for (const std::string& given : object.keys()) {
    if (given.size() > longest || std::ranges::find(known, given) != known.end()) continue;
    for (const std::string_view name : known) {
      if (std::max(given.size(), name.size()) - std::min(given.size(), name.size()) > 2) continue;
      if (slips(given, name) > (name.size() > short_name ? 2U : 1U)) continue;
      throw invalid({object.file(), object.pointer() + '/' + given}, std::string(name),
                    "a misspelt name");
    }
  }
}

}  // namespace kvplan
