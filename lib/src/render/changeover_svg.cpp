// A changeover as a picture: a lane for the model, one for each box, one for the proxy, over the
// minutes at the slow ends of all bands. Nothing is loaded from elsewhere.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "kvplan/changeover.hpp"
#include "render/changeover_picture.hpp"
#include "render/changeover_words.hpp"
#include "render/escape.hpp"
#include "render/palette.hpp"

namespace kvplan {
namespace render {
namespace {

constexpr double left = 130;
constexpr double width = 720;
constexpr double lane_height = 26;
constexpr double top = 44;

constexpr std::string_view timeline_css =
    ".timeline text{font:13px system-ui,sans-serif;fill:var(--text)}"
    ".timeline .axis{stroke:var(--dim)}.timeline .small{font-size:11px;fill:var(--dim)}"
    ".timeline .full{fill:var(--cache)}.timeline .part{fill:var(--service)}"
    ".timeline .away{fill:var(--bad)}.timeline .refused{fill:var(--c3)}"
    ".timeline .drain{fill:var(--other)}.timeline .stop{fill:var(--bad)}"
    ".timeline .memory{fill:var(--host)}.timeline .start{fill:var(--weights)}"
    ".timeline .ban{fill:var(--c3)}";

/// What a colour means, for the legend: only those that are drawn.
struct Meaning {
  std::string_view kind;
  std::string_view words;
};
constexpr std::array meanings{
    Meaning{"full", "all copies serve"}, Meaning{"part", "a part of them"},
    Meaning{"away", "none, or a stop"},  Meaning{"refused", "the proxy refuses"},
    Meaning{"drain", "drain"},           Meaning{"memory", "memory comes back"},
    Meaning{"start", "a copy starts"}};

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

  /// @param id     unlike any other on the page
  /// @param alone  a file of its own, with the palette
  std::string picture(const std::string& id, bool alone) && {
    model_lane();
    for (std::size_t i = 0; i < boxes_.size(); ++i) box_lane(i + 1, boxes_[i]);
    proxy_lane(boxes_.size() + 1);
    const double end = top + static_cast<double>(boxes_.size() + 2) * lane_height;
    axis(end + 6);
    legend(end + 38);
    return head(id, alone, end + 58) + out_ + "</svg>\n";
  }

 private:
  static std::string n(double value) { return format_fixed(value, 1); }
  [[nodiscard]] double x(std::int64_t seconds) const {
    return left + width * static_cast<double>(seconds) / static_cast<double>(end_);
  }
  static double y(std::size_t lane) { return top + static_cast<double>(lane) * lane_height; }

  [[nodiscard]] std::string times() const {
    return duration(change_.without) + " without the model, " + duration(change_.tail) +
           " more refused by the proxy, " + duration(change_.with_part) +
           " with a part of the copies";
  }
  [[nodiscard]] std::string sentence() const {
    return change_.from + " to " + change_.to + ": " + times();
  }

  [[nodiscard]] std::string described() const {
    std::string text = sentence() + ".";
    for (const ChangeoverPhase& phase : change_.phases) {
      text += " Minute " + format_fixed(static_cast<double>(phase.from_seconds) / 60, 1) + " to " +
              format_fixed(static_cast<double>(phase.to_seconds) / 60, 1) + ": " +
              phase_words(phase) + ".";
    }
    return text;
  }

  [[nodiscard]] std::string head(const std::string& id, bool alone, double height) {
    const std::string size = n(left + width + 30) + " " + n(height);
    const std::string safe = xml_escaped(id);
    std::string svg = alone ? "<svg xmlns=\"http://www.w3.org/2000/svg\" " : "<svg ";
    svg += "class=\"timeline\" viewBox=\"0 0 " + size + "\" role=\"img\" aria-labelledby=\"" +
           safe + "-t " + safe + "-d\">\n<title id=\"" + safe + "-t\">" + xml_escaped(sentence()) +
           "</title><desc id=\"" + safe + "-d\">" + xml_escaped(described()) + "</desc>\n<style>";
    if (alone) svg += std::string(palette_css) + "svg{background:var(--ground)}";
    svg += std::string(timeline_css) + "</style>\n";
    return svg + words(8, 16, change_.from + " → " + change_.to, "") +
           words(8, 34, times(), "small");
  }

  static std::string words(double at_x, double at_y, const std::string& text, const char* kind) {
    return "<text x=\"" + n(at_x) + "\" y=\"" + n(at_y) + "\" class=\"" + kind + "\">" +
           xml_escaped(text) + "</text>\n";
  }

  void text(double at_x, double at_y, const std::string& shown, const char* kind) {
    out_ += words(at_x, at_y, shown, kind);
  }

  void bar(std::size_t lane, std::int64_t from, std::int64_t to, const std::string& kind,
           const std::string& said) {
    if (to <= from) return;
    drawn_.insert(kind == "stop" ? "away" : kind == "ban" ? "refused" : kind);
    out_ += "<rect x=\"" + n(x(from)) + "\" y=\"" + n(y(lane) + 3) + "\" width=\"" +
            n(std::max(1.0, x(to) - x(from))) + "\" height=\"" + n(lane_height - 6) +
            "\" class=\"" + kind + "\"><title>" + xml_escaped(said) + "</title></rect>\n";
  }

  void label(std::size_t lane, const std::string& given) {
    constexpr std::size_t most = 18;
    const std::string shown = given.size() > most ? given.substr(0, most - 1) + "…" : given;
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
    constexpr std::int64_t minute = 60;
    std::int64_t step = minute;
    while (end_ > 12 * step) step *= end_ > 60 * step ? 10 : 2;
    out_ += "<line class=\"axis\" x1=\"" + n(left) + "\" y1=\"" + n(at_y) + "\" x2=\"" +
            n(left + width) + "\" y2=\"" + n(at_y) + "\"/>\n";
    for (std::int64_t at = 0; at <= end_; at += step) {
      text(x(at), at_y + 16, std::to_string(at / minute), "small");
    }
    text(8, at_y + 16, "minutes", "small");
  }

  void legend(double at_y) {
    double at_x = 8;
    for (const Meaning& meaning : meanings) {
      if (!drawn_.contains(std::string(meaning.kind))) continue;
      out_ += "<rect x=\"" + n(at_x) + "\" y=\"" + n(at_y) +
              "\" width=\"12\" height=\"12\" class=\"" + std::string(meaning.kind) + "\"/>";
      text(at_x + 17, at_y + 10, std::string(meaning.words), "small");
      constexpr double letter = 6.6;  // about the width of one at 11 px
      at_x += 34 + letter * static_cast<double>(meaning.words.size());
    }
  }

  const Changeover& change_;
  std::set<std::string> drawn_;
  std::int64_t end_ = 1;
  std::vector<std::string> boxes_;
  std::string out_;
};

}  // namespace

std::string changeover_picture(const Changeover& change, const std::string& id) {
  return Timeline(change).picture(id, false);
}

}  // namespace render

std::string render_svg(const Changeover& change) {
  return render::Timeline(change).picture("changeover", true);
}

}  // namespace kvplan
