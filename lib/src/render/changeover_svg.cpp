// A changeover as a picture: a lane for the model, one for each box, one for the proxy, over the
// minutes at the slow ends of all bands. Nothing is loaded from elsewhere.
#include <algorithm>
#include <cmath>

#include "kvplan/changeover.hpp"
#include "render/changeover_words.hpp"
#include "render/escape.hpp"

namespace kvplan {
namespace {

using namespace render;

constexpr double left = 130;
constexpr double width = 720;
constexpr double lane_height = 26;
constexpr double top = 44;

constexpr const char* style = R"(<style>
text{font:13px system-ui,sans-serif;fill:#222}
.axis{stroke:#888;stroke-width:1}.small{font-size:11px;fill:#555}
.full{fill:#4c9a5b}.part{fill:#d9a441}.away{fill:#c0504d}.refused{fill:#8e4b8c}
.drain{fill:#9db7d5}.stop{fill:#c0504d}.memory{fill:#b8a58c}.start{fill:#6d8fc4}.ban{fill:#8e4b8c}
@media(prefers-color-scheme:dark){rect.page{fill:#1b1b1d}text{fill:#eee}.small{fill:#bbb}}
</style>
)";

class Timeline {
 public:
  explicit Timeline(const Changeover& change) : change_(change) {
    end_ = std::max<std::int64_t>(60, change.total.high);
    for (const ChangeoverStep& step : change.steps) {
      for (const std::string& box : step.boxes) {
        if (std::ranges::find(boxes_, box) == boxes_.end()) boxes_.push_back(box);
      }
    }
    std::ranges::sort(boxes_);
  }

  std::string picture() && {
    const double height = top + static_cast<double>(boxes_.size() + 2) * lane_height + 46;
    head(height);
    model_lane();
    for (std::size_t i = 0; i < boxes_.size(); ++i) box_lane(i + 1, boxes_[i]);
    proxy_lane(boxes_.size() + 1);
    axis(top + static_cast<double>(boxes_.size() + 2) * lane_height + 6);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  static std::string n(double value) { return format_fixed(value, 1); }
  [[nodiscard]] double x(std::int64_t seconds) const {
    return left + width * static_cast<double>(seconds) / static_cast<double>(end_);
  }
  static double y(std::size_t lane) { return top + static_cast<double>(lane) * lane_height; }

  [[nodiscard]] std::string sentence() const {
    return change_.from + " to " + change_.to + ": " + duration(change_.without) +
           " without the model, " + duration(change_.tail) + " more refused by the proxy, " +
           duration(change_.with_part) + " with a part of the copies";
  }

  void head(double height) {
    const std::string size = n(left + width + 30) + " " + n(height);
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size +
           "\" role=\"img\" aria-labelledby=\"t\">\n<title id=\"t\">" + xml_escaped(sentence()) +
           "</title>\n" + style +
           "<rect class=\"page\" width=\"100%\" height=\"100%\" "
           "fill=\"#fff\"/>\n";
    text(8, 24, sentence(), "");
  }

  void text(double at_x, double at_y, const std::string& words, const char* kind) {
    out_ += "<text x=\"" + n(at_x) + "\" y=\"" + n(at_y) + "\" class=\"" + kind + "\">" +
            xml_escaped(words) + "</text>\n";
  }

  void bar(std::size_t lane, std::int64_t from, std::int64_t to, const std::string& kind,
           const std::string& words) {
    if (to <= from) return;
    out_ += "<rect x=\"" + n(x(from)) + "\" y=\"" + n(y(lane) + 3) + "\" width=\"" +
            n(std::max(1.0, x(to) - x(from))) + "\" height=\"" + n(lane_height - 6) +
            "\" class=\"" + kind + "\"><title>" + xml_escaped(words) + "</title></rect>\n";
  }

  void label(std::size_t lane, const std::string& words) {
    constexpr std::size_t most = 18;
    const std::string shown = words.size() > most ? words.substr(0, most - 1) + "…" : words;
    text(8, y(lane) + lane_height - 9, shown, "");
  }

  void model_lane() {
    label(0, "model");
    for (const ChangeoverPhase& phase : change_.phases) {
      const char* kind = phase.refused              ? "refused"
                         : phase.serving == 0       ? "away"
                         : phase.serving < phase.of ? "part"
                                                    : "full";
      bar(0, phase.from_seconds, phase.to_seconds, kind, phase_words(phase));
    }
  }

  static std::string kind_of(const std::string& id) {
    if (id == "drain" || id == "take_out" || id == "put_back") return "drain";
    if (id == "stop") return "stop";
    if (id == "memory_back") return "memory";
    return "start";
  }

  void box_lane(std::size_t lane, const std::string& box) {
    label(lane, box);
    for (const ChangeoverStep& step : change_.steps) {
      if (std::ranges::find(step.boxes, box) == step.boxes.end()) continue;
      bar(lane, step.start.high, step.end.high, kind_of(step.id),
          step.text + ": " +
              duration({step.end.low - step.start.low, step.end.high - step.start.high}));
    }
  }

  void proxy_lane(std::size_t lane) {
    label(lane, "proxy");
    for (const ChangeoverStep& step : change_.steps) {
      if (!step.boxes.empty()) continue;
      bar(lane, step.start.high, step.end.high, "ban", step.text);
    }
  }

  void axis(double at_y) {
    const double minutes = static_cast<double>(end_) / 60;
    double step = 1;
    while (minutes / step > 12) step *= minutes / step > 60 ? 10 : 2;
    out_ += "<line class=\"axis\" x1=\"" + n(left) + "\" y1=\"" + n(at_y) + "\" x2=\"" +
            n(left + width) + "\" y2=\"" + n(at_y) + "\"/>\n";
    for (double minute = 0; minute <= minutes + 1e-9; minute += step) {
      text(x(static_cast<std::int64_t>(minute * 60)), at_y + 16, format_fixed(minute, 0), "small");
    }
    text(8, at_y + 16, "minutes, at the slowest", "small");
  }

  const Changeover& change_;
  std::int64_t end_ = 1;
  std::vector<std::string> boxes_;
  std::string out_;
};

}  // namespace

std::string render_svg(const Changeover& change) { return Timeline(change).picture(); }

}  // namespace kvplan
