// How far the estimate of the engine's other use is off, as a table for people:
// tests/golden/startups/estimate_report.txt. KVPLAN_WRITE_REPORTS=1 writes it anew.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "estimate/rank_view.hpp"
#include "kvplan/text_file.hpp"
#include "lib/start_trials.hpp"

namespace {

using namespace kvplan;
using namespace kvplan::tests;

std::string cell(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}
std::string cell(double number) { return cell(format_fixed(number, 2), 8); }

const EstimateTerm& overhead_of(const Trial& start) {
  return *std::ranges::find(start.other.terms, "device_overhead", &EstimateTerm::name);
}

/// The one figure that is fitted on a kind of box, learned from the starts of other models alone:
/// the median over models of what their starts took beside all other terms.
Bytes learned_without(const std::string& model, bool unified, const std::vector<Trial>& all) {
  std::map<std::string, std::vector<double>> by_model;
  for (const Trial& start : all) {
    if (start.unified != unified || start.model == model) continue;
    const Bytes rest = start.other.total.likely - overhead_of(start).bytes.likely;
    by_model[start.model].push_back(gib(start.left) - start.printed - gib(rest));
  }
  std::vector<double> means;
  for (const auto& [name, residuals] : by_model) {
    double sum = 0;
    for (const double residual : residuals) sum += residual;
    means.push_back(sum / static_cast<double>(residuals.size()));
  }
  std::ranges::sort(means);
  return from_gib(means[means.size() / 2]);
}

/// The band as it would be without the starts of this model.
Band left_out(const Trial& start, const std::vector<Trial>& all) {
  std::vector<EstimateTerm> terms = start.other.terms;
  EstimateTerm& term =
      *std::ranges::find(terms, std::string_view("device_overhead"), &EstimateTerm::name);
  const Bytes moved = learned_without(start.model, start.unified, all) - term.bytes.likely;
  term.bytes.low = std::max(Bytes{0}, term.bytes.low + moved);
  term.bytes.likely += moved;
  term.bytes.high += moved;
  return available(start, estimate::summed(std::move(terms), "").total);
}

struct Counts {
  int starts = 0;
  int inside = 0;
  int boots = 0;  ///< on GB10
  int near = 0;   ///< of them, within 2 GiB
};

void count(Counts& counts, const Trial& start, const Band& predicted) {
  ++counts.starts;
  counts.inside += inside(start, predicted) ? 1 : 0;
  if (!start.unified) return;
  ++counts.boots;
  counts.near += std::abs(off(start, predicted)) <= 2.0 ? 1 : 0;
}

std::string summary(const Counts& counts) {
  std::string text =
      std::to_string(counts.inside) + " of " + std::to_string(counts.starts) + " inside the band";
  if (counts.boots > 0) {
    text += "; on GB10 " + std::to_string(counts.near) + " of " + std::to_string(counts.boots) +
            " within 2 GiB";
  }
  return text;
}

std::string row(const Trial& start, const Band& predicted) {
  return start.id + cell(format_fixed(gib(predicted.low), 2), 50 - start.id.size()) +
         cell(gib(predicted.likely)) + cell(gib(predicted.high)) + cell(start.printed) +
         cell(off(start, predicted)) + (inside(start, predicted) ? "  yes" : "   NO");
}

constexpr const char* columns =
    "                                               low  likely    high printed     off  inside";

struct Table {
  std::string text;
  Counts counts;
  Counts without;
};

Table known_starts() {
  Table table;
  const auto all = trials("other_use.jsonl");
  table.text = std::string(columns) + "  | without it: likely     off  inside\n";
  for (const Trial& start : all) {
    const Band band = left_out(start, all);
    count(table.counts, start, available(start));
    count(table.without, start, band);
    table.text += row(start, available(start)) + "  |" +
                  cell(format_fixed(gib(band.likely), 2), 20) + cell(off(start, band)) +
                  (inside(start, band) ? "  yes" : "   NO") + '\n';
  }
  table.text += "all: " + summary(table.counts) +
                "\neach without the starts of its model: " + summary(table.without) + "\n";
  return table;
}

Table tried_starts() {
  Table table;
  table.text = std::string(columns) + "\n";
  for (const Trial& start : trials("other_use_tried.jsonl")) {
    count(table.counts, start, available(start));
    table.text += row(start, available(start)) + '\n';
  }
  table.text += "tried: " + summary(table.counts) + "\n";
  return table;
}

std::string report() {
  return "Memory for the cache of public start-ups, GiB: predicted (low, likely, high) and "
         "printed.\n"
         "\n"
         "Starts that the estimate knows. Of the last 27, found when it was fitted to the first "
         "14,\n"
         "22 of 26 lay inside and all 10 on GB10 were within 2 GiB; the misses were starts up to "
         "0.15\n"
         "with 1,024 requests, whose sampler sorts: that rule was then mended by what they print.\n"
         "Right: the one fitted figure, the device's own part, learned from other models alone.\n" +
         known_starts().text +
         "\nStarts tried after the last change; nothing was fitted to them.\n" +
         tried_starts().text;
}

}  // namespace

TEST_CASE("the report of predicted and printed memory is the one in the tree") {
  const std::string file = startups + "/estimate_report.txt";
  const std::string now = report();
  if (std::getenv("KVPLAN_WRITE_REPORTS") != nullptr) std::ofstream(file) << now;
  CHECK(read_text(file) == now);
}

TEST_CASE("printed memory of public start-ups lies inside the band, 9 times in 10") {
  const Table table = known_starts();
  CHECK(table.counts.starts >= 41);
  CHECK(table.counts.inside * 10 >= table.counts.starts * 9);
  CHECK(table.without.inside * 10 >= table.without.starts * 9);
}

TEST_CASE("on GB10 the likely figure is within 2 GiB, 8 times in 10") {
  const Table table = known_starts();
  CHECK(table.counts.boots >= 21);
  CHECK(table.counts.near * 10 >= table.counts.boots * 8);
  CHECK(table.without.near * 10 >= table.without.boots * 8);
}

TEST_CASE("a start-up outside its band is listed with its reason, and no other") {
  std::set<std::string> listed;
  for (const ConfigNode& line : golden_lines("outside_band.jsonl")) {
    CHECK(line.string_or("reason", "").size() > 20);
    listed.insert(line.at("id").as_string());
  }
  for (const char* name : {"other_use.jsonl", "other_use_tried.jsonl"}) {
    for (const Trial& start : trials(name)) {
      CAPTURE(start.id);
      CHECK(inside(start, available(start)) != listed.contains(start.id));
    }
  }
}
