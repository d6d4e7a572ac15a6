#include "kvplan/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "calibration/fit.hpp"
#include "calibration/runs.hpp"
#include "checked.hpp"
#include "kvplan/budget.hpp"
#include "kvplan/error.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

using calibration::boot_spread;
using calibration::minor_version;
using RunList = std::vector<const CalibrationRun*>;
using Field = std::optional<Bytes> CalibrationRun::*;

std::string where(const CalibrationRun& run) {
  return run.line > 1 ? run.file + ":" + std::to_string(run.line) : run.file;
}

std::string title(const CalibrationRun& run) {
  const std::string version = minor_version(run.engine_version);
  return version.empty() ? run.engine : run.engine + " " + version;
}

std::string engines_of(const RunList& runs) {
  std::string text;
  for (const CalibrationRun* run : runs) {
    if (text.find(title(*run)) == std::string::npos)
      text += (text.empty() ? "" : ", ") + title(*run);
  }
  return text;
}

/// The middle one; of two in the middle the larger, which some start really took.
Bytes median(std::vector<Bytes> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::string runs_text(std::size_t runs) {
  return std::to_string(runs) + (runs == 1 ? " start" : " starts");
}

/// All values, and as far beyond them as boots of one start differ.
Band band_of(const std::vector<Bytes>& values, Bytes spread, std::string source) {
  const Bytes least = *std::ranges::min_element(values);
  const Bytes most = *std::ranges::max_element(values);
  return {std::min(least, most - spread), median(values), std::max(most, least + spread),
          std::move(source)};
}

RunList with(const RunList& runs, Field field) {
  RunList found;
  for (const CalibrationRun* run : runs) {
    if (run->*field) found.push_back(run);
  }
  return found;
}

std::optional<Band> measured(const RunList& runs, Field field) {
  const RunList found = with(runs, field);
  if (found.empty()) return std::nullopt;
  std::vector<Bytes> values;
  Bytes spread;
  for (const CalibrationRun* run : found) {
    values.push_back(*(run->*field));
    spread = std::max(spread, boot_spread(*run));
  }
  return band_of(values, spread,
                 "measured: " + runs_text(found.size()) +
                     ", as far apart as they are or as boots of "
                     "one start differ (" +
                     format_gib(spread) + ")");
}

bool alike(const RunList& runs) {
  return std::ranges::all_of(runs, [&](const CalibrationRun* run) {
    return calibration::same_options(*runs.front(), *run);
  });
}

/// A trend that moves more than boots differ, with points that lie on it as well as boots do.
bool is_real(const calibration::Trend& trend, Bytes spread) {
  const auto differ = static_cast<double>(spread.count());
  return std::abs(trend.moved()) > differ && trend.largest_residual < differ / 2;
}

/// Starts of one kind, in the order of their first.
std::vector<RunList> kinds(const std::vector<CalibrationRun>& runs) {
  std::vector<RunList> lists;
  for (const CalibrationRun& run : runs) {
    const auto list = std::ranges::find_if(
        lists, [&](const RunList& known) { return calibration::same_kind(*known.front(), run); });
    if (list == lists.end()) {
      lists.push_back({&run});
    } else {
      list->push_back(&run);
    }
  }
  return lists;
}

using Options = std::tuple<std::optional<std::string>, std::optional<Tokens>,
                           std::optional<std::int64_t>, std::optional<bool>>;

/// What starts of one kind may differ in.
Options options_of(const CalibrationRun& run) {
  return {run.backend, run.max_num_batched_tokens, run.max_num_seqs, run.enforce_eager};
}

/// Of starts with the same options those that took the least and the most.
using Extremes = std::map<Options, std::pair<const CalibrationRun*, const CalibrationRun*>>;

Bytes apart(const CalibrationRun& a, const CalibrationRun& b) {
  return std::max(*a.beside_cache, *b.beside_cache) - std::min(*a.beside_cache, *b.beside_cache);
}

/// Nothing where all that agree with the run lie as near to it as boots do.
const CalibrationRun* farthest(const Extremes& extremes, const CalibrationRun& run) {
  const CalibrationRun* far = nullptr;
  for (const auto& [options, known] : extremes) {
    if (!calibration::same_options(*known.first, run)) continue;
    for (const CalibrationRun* other : {known.first, known.second}) {
      const bool contradicts = apart(*other, run) > boot_spread(*other);
      if (contradicts && (far == nullptr || apart(*other, run) > apart(*far, run))) far = other;
    }
  }
  return far;
}

class Learner {
 public:
  explicit Learner(const CalibrationInput& input) : input_(input) {
    learned_.runs = calibration::runs_of(input);
    drop_repetitions();
  }

  Calibration learned() && {
    for (const RunList& kind : kinds(learned_.runs)) learn_kind(kind);
    learn_all();
    learn_box();
    if (learned_.runs.empty() && learned_.terms.empty()) {
      throw unknown({"calibrate", ""}, "a start-up log, /proc/meminfo or /metrics of an engine",
                    "nothing to learn from");
    }
    if (learned_.terms.empty()) {
      learned_.notes.emplace_back(
          "no start holds both its budget and its cache: nothing is learned");
    }
    return std::move(learned_);
  }

 private:
  /// One start that is given twice (a log and its copy) would count twice.
  void drop_repetitions() {
    std::vector<CalibrationRun> kept;
    std::set<std::pair<std::string, int>> seen;
    for (CalibrationRun& run : learned_.runs) {
      if (seen.emplace(run.file, run.line).second) {
        kept.push_back(std::move(run));
      } else {
        learned_.notes.push_back(where(run) + " was given twice and counts once");
      }
    }
    learned_.runs = std::move(kept);
  }

  void add(const std::string& name, const RunList& runs, const std::optional<Band>& band,
           bool one_model) {
    if (!band) return;
    CalibrationTerm term;
    term.name = name;
    if (one_model) term.model = runs.front()->model.value_or("");
    term.engine = engines_of(runs);
    term.bytes = *band;
    term.runs = static_cast<std::int64_t>(runs.size());
    learned_.terms.push_back(std::move(term));
  }

  void learn_kind(const RunList& kind) {
    const RunList split = with(kind, &CalibrationRun::other);
    add("other_inside_budget", split, measured(split, &CalibrationRun::other), true);
    const RunList beside = with(kind, &CalibrationRun::beside_cache);
    add("beside_cache", beside, measured(beside, &CalibrationRun::beside_cache), true);
    for (const auto& [name, field] :
         {std::pair<const char*, Field>{"peak_activation", &CalibrationRun::peak_activation},
          {"non_torch", &CalibrationRun::non_torch},
          {"graphs_estimated", &CalibrationRun::graphs_estimated},
          {"graphs", &CalibrationRun::graphs}}) {
      const RunList known = with(kind, field);
      if (known.empty()) continue;
      std::vector<Bytes> values;
      for (const CalibrationRun* run : known) values.push_back(*(run->*field));
      add(name, known, band_of(values, Bytes{}, "measured: " + runs_text(known.size())), true);
    }
    learn_fit(beside);
    learn_trend(beside);
    find_contradictions(beside);
  }

  void learn_fit(const RunList& runs) {
    const auto fitted = calibration::fit(runs);
    if (!fitted) return;
    if (fitted->per_batched_token.value_or(0) < 0 || fitted->per_seq.value_or(0) < 0) {
      learned_.notes.push_back(
          "the starts of " + runs.front()->model.value_or("one model") +
          " take less with more batched tokens or sequences: boots differ by more than the options "
          "do, so no line was drawn through them");
      return;
    }
    const std::string source = "fitted: least squares over " + runs_text(fitted->runs) +
                               (fitted->largest_residual ? "" : ", none to spare for a residual");
    add_fitted("beside_cache_fixed", runs, *fitted, fitted->fixed, source);
    if (fitted->per_batched_token) {
      add_fitted("per_batched_token", runs, *fitted, *fitted->per_batched_token, source);
    }
    if (fitted->per_seq) add_fitted("per_seq", runs, *fitted, *fitted->per_seq, source);
  }

  void add_fitted(const std::string& name, const RunList& runs, const calibration::Fit& fitted,
                  double value, const std::string& source) {
    const auto bytes = nearest_bytes(value);
    const auto residual = nearest_bytes(fitted.largest_residual.value_or(0));
    if (!bytes || !residual) return;
    Bytes low = *bytes;
    Bytes high = *bytes;
    if (name == "beside_cache_fixed") {
      const Bytes miss = std::max(*residual, boot_spread(*runs.front()));
      low = *bytes - miss;
      high = *bytes + miss;
    }
    add(name, runs, Band{low, *bytes, high, source}, true);
    CalibrationTerm& term = learned_.terms.back();
    if (fitted.largest_residual) term.residual = residual;
    if (name != "beside_cache_fixed") term.slope = value;
  }

  /// Whether several utilizations show what an engine's arithmetic denies.
  void learn_trend(const RunList& runs) {
    if (runs.empty() || !alike(runs)) return;
    const auto trend = calibration::over_utilization(runs);
    if (!trend) return;
    const auto moved = nearest_bytes(trend->moved());
    const auto slope = nearest_bytes(trend->slope);
    const auto residual = nearest_bytes(trend->largest_residual);
    if (!moved || !slope || !residual) return;
    const std::string range = "over utilizations of " + format_fixed(trend->least, 2) + " to " +
                              format_fixed(trend->most, 2) + " what " +
                              runs.front()->model.value_or("one model") +
                              " takes beside the cache moves by " + format_gib(*moved);
    if (!is_real(*trend, boot_spread(*runs.front()))) {
      learned_.notes.push_back(range + ": no more than boots of one start differ");
      return;
    }
    learned_.notes.push_back(range + ", on a line: it is followed");
    add("per_utilization", runs,
        exactly(*slope, "fitted: least squares over " + runs_text(runs.size())), true);
    CalibrationTerm& term = learned_.terms.back();
    term.slope = trend->slope;
    term.residual = residual;
  }

  /// Starts that agree in all they say and differ by more than boots do, each said once: against
  /// the earlier one that is farthest from it.
  void find_contradictions(const RunList& runs) {
    Extremes extremes;
    for (const CalibrationRun* run : runs) {
      if (const auto* other = farthest(extremes, *run)) add_contradiction(*other, *run);
      auto& [least, most] = extremes.try_emplace(options_of(*run), run, run).first->second;
      if (*run->beside_cache < *least->beside_cache) least = run;
      if (*run->beside_cache > *most->beside_cache) most = run;
    }
  }

  void add_contradiction(const CalibrationRun& a, const CalibrationRun& b) {
    const bool releases = minor_version(a.engine_version) != minor_version(b.engine_version);
    learned_.contradictions.push_back(
        where(a) + " and " + where(b) + " take " + format_gib(*a.beside_cache) + " and " +
        format_gib(*b.beside_cache) + " beside the cache with the same options" +
        (releases ? " in different releases" : "") + ": " + format_gib(apart(a, b)) +
        " apart; the band holds both");
  }

  void learn_all() {
    RunList all;
    for (const CalibrationRun& run : learned_.runs) all.push_back(&run);
    const RunList split = with(all, &CalibrationRun::other);
    const bool several = std::ranges::any_of(split, [&](const CalibrationRun* run) {
      return !same_model(run->model.value_or(""), split.front()->model.value_or(""));
    });
    if (several) {
      add("other_inside_budget", split, measured(split, &CalibrationRun::other), false);
    }
    learn_total(all);
    const RunList started = with(with(all, &CalibrationRun::free_at_start), &CalibrationRun::total);
    std::vector<Bytes> used;
    for (const CalibrationRun* run : started) used.push_back(*run->total - *run->free_at_start);
    if (!used.empty()) {
      add("system", started,
          band_of(used, Bytes{}, "measured: total − free at " + runs_text(used.size())), false);
    }
  }

  void learn_total(const RunList& all) {
    const RunList known = with(all, &CalibrationRun::total);
    if (known.empty()) return;
    std::vector<Bytes> totals;
    for (const CalibrationRun* run : known) totals.push_back(*run->total);
    const Band band =
        band_of(totals, Bytes{},
                input_.total == totals.front() ? "given" : "measured: as the engine prints it");
    add("total", known, band, false);
    if (band.high - band.low > 32_MiB) {
      learned_.contradictions.push_back("the logs are of different boxes: totals of " +
                                        format_gib(band.low) + " and " + format_gib(band.high));
    }
  }

  /// What meminfo and the API servers say of the box itself.
  void learn_box() {
    std::vector<const MemInfo*> snapshots;
    for (const MemInfo& info : input_.meminfo) {
      if (info.used()) snapshots.push_back(&info);
    }
    if (!snapshots.empty()) learn_snapshots(snapshots);
    std::vector<Bytes> resident;
    for (const Exposition& metrics : input_.metrics) {
      const auto bytes = metrics.largest("process_resident_memory_bytes");
      if (bytes && *bytes >= 0 && *bytes < 9e18) resident.emplace_back(std::llround(*bytes));
    }
    if (!resident.empty()) {
      add_box("api_server",
              band_of(resident, Bytes{}, "measured: process_resident_memory_bytes of /metrics"));
    }
  }

  void add_box(const std::string& name, Band band) {
    CalibrationTerm term;
    term.name = name;
    term.bytes = std::move(band);
    term.runs = 1;
    learned_.terms.push_back(std::move(term));
  }

  void learn_snapshots(std::vector<const MemInfo*> snapshots) {
    std::ranges::sort(snapshots, std::less{}, [](const MemInfo* info) { return *info->used(); });
    const MemInfo& least = *snapshots.front();
    const MemInfo& most = *snapshots.back();
    if (learned_.find("total") == nullptr) {
      add_box("total", exactly(least.total, "measured: MemTotal of " + least.file));
    }
    if (most.total - least.total > 32_MiB || least.total - most.total > 32_MiB) {
      learned_.contradictions.push_back(least.file + " and " + most.file +
                                        " are of different boxes: their MemTotal differ");
      return;
    }
    const std::optional<Bytes> held = largest_budget();
    const bool idle_known = !held || *least.used() < *held;
    if (idle_known && learned_.find("system") == nullptr) {
      add_box("system",
              exactly(*least.used(), "measured: MemTotal − MemAvailable of " + least.file));
    }
    const CalibrationTerm* system = learned_.find("system");
    if (!held || system == nullptr || *most.used() < *held) return;
    const Bytes outside = *most.used() - *held - system->bytes.likely;
    add_box("outside_budget",
            {outside, outside, outside,
             "measured: used in " + most.file + " − the engine's budget − system"});
  }

  /// What the engine was to hold when it runs: its budget, or weights and cache.
  std::optional<Bytes> largest_budget() const {
    std::optional<Bytes> most;
    for (const CalibrationRun& run : learned_.runs) {
      if (run.requested && (!most || *run.requested > *most)) most = run.requested;
    }
    return most;
  }

  const CalibrationInput& input_;
  Calibration learned_;
};

/// The part of a name that a path, an organisation or a quotation does not change.
std::string bare_name(std::string_view name) {
  while (name.ends_with('/')) name.remove_suffix(1);
  const std::size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const std::size_t org = name.find("--");
  if (org != std::string_view::npos) name.remove_prefix(org + 2);
  return lowered(std::string(name));
}

bool fits(const CalibrationRun& run, const PlannedStart& start) {
  return run.engine == start.engine && run.model && same_model(*run.model, start.model) &&
         run.tensor_parallel.value_or(1) == start.tensor_parallel &&
         run.pipeline_parallel.value_or(1) == start.pipeline_parallel &&
         run.speculative_config.has_value() == start.drafts;
}

template <class T>
bool agrees(const std::optional<T>& known, const std::optional<T>& wanted) {
  return !known || !wanted || *known == *wanted;
}

bool fits_options(const CalibrationRun& run, const PlannedStart& start) {
  return agrees(run.max_num_batched_tokens, start.max_num_batched_tokens) &&
         agrees(run.max_num_seqs, start.max_num_seqs) &&
         agrees(run.enforce_eager, start.enforce_eager);
}

/// The line through the runs of this model, at the options of this start.
std::optional<Band> fitted_beside_cache(const Calibration& known, const PlannedStart& start) {
  const CalibrationTerm* fixed = known.find("beside_cache_fixed", start.model);
  const CalibrationTerm* tokens = known.find("per_batched_token", start.model);
  const CalibrationTerm* seqs = known.find("per_seq", start.model);
  if (fixed == nullptr || (tokens != nullptr && !start.max_num_batched_tokens) ||
      (seqs != nullptr && !start.max_num_seqs)) {
    return std::nullopt;
  }
  double more = 0;
  if (tokens != nullptr) {
    more += tokens->slope.value_or(0) * static_cast<double>(start.max_num_batched_tokens->count());
  }
  if (seqs != nullptr) more += seqs->slope.value_or(0) * static_cast<double>(*start.max_num_seqs);
  const auto add = nearest_bytes(more);
  if (!add) return std::nullopt;
  return Band{fixed->bytes.low + *add, fixed->bytes.likely + *add, fixed->bytes.high + *add,
              fixed->bytes.source};
}

/// The starts that count: of this release, or where there are none of any.
struct Counting {
  RunList runs;
  bool other_release = false;
};

Counting counting(const Calibration& known, const PlannedStart& start) {
  Counting all;
  RunList same;
  for (const CalibrationRun& run : known.runs) {
    if (!fits(run, start) || !fits_options(run, start)) continue;
    all.runs.push_back(&run);
    const std::string release = minor_version(run.engine_version);
    const bool not_said = release.empty() || release == "0.1";  // builds from source: 0.1.dev1+g…
    if (start.version.empty() || not_said || release == start.version) same.push_back(&run);
  }
  if (!same.empty()) return {std::move(same), false};
  all.other_release = true;
  return all;
}

/// Of a line over utilization that is followed, else 0.
double slope_of(const RunList& runs, Bytes spread) {
  if (!alike(runs)) return 0;
  const auto trend = calibration::over_utilization(runs);
  return trend && is_real(*trend, spread) && nearest(trend->slope) ? trend->slope : 0;
}

/// What a start took, at the utilization of the plan.
Bytes at_utilization(const CalibrationRun& run, Bytes taken, double slope,
                     const PlannedStart& start) {
  if (!start.utilization || !run.gpu_memory_utilization) return taken;
  const double further = *start.utilization - *run.gpu_memory_utilization;
  return taken + nearest_bytes(slope * further).value_or(Bytes{0});
}

std::optional<Band> measured_for(const Calibration& known, const PlannedStart& start, Field field) {
  const Counting counted = counting(known, start);
  const RunList runs = with(counted.runs, field);
  if (runs.empty()) return std::nullopt;
  Bytes spread;
  for (const CalibrationRun* run : runs) {
    spread = std::max(spread, boot_spread(*run, start.unified));
  }
  const double slope = slope_of(runs, spread);
  std::vector<Bytes> values;
  for (const CalibrationRun* run : runs) {
    values.push_back(at_utilization(*run, *(run->*field), slope, start));
  }
  std::string source = "measured: " + runs_text(runs.size()) + " of this model (" +
                       engines_of(runs) + "), as far apart as they are or as boots of one start " +
                       "differ (" + format_gib(spread) + ")";
  if (counted.other_release) {
    spread += spread;
    source += ", twice that, for " + start.engine + " " + start.version + " is planned";
  }
  if (slope != 0) source += "; moved along the line over utilization";
  return band_of(values, spread, std::move(source));
}

}  // namespace

// NOLINTNEXTLINE(bugprone-easily-swappable-parameters): in the wrong order they find nothing
const CalibrationTerm* Calibration::find(std::string_view name, std::string_view model) const {
  const CalibrationTerm* general = nullptr;
  for (const CalibrationTerm& term : terms) {
    if (term.name != name) continue;
    if (!model.empty() && !term.model.empty() && same_model(term.model, model)) return &term;
    if (term.model.empty() || model.empty()) general = general == nullptr ? &term : general;
  }
  return general;
}

void add_evidence(CalibrationInput& input, std::string_view text, const std::string& file) {
  const std::string_view head = text.substr(0, text.find_first_not_of(" \t\r\n") + 80);
  const bool exposition = head.find("# HELP ") != std::string_view::npos ||
                          head.find("# TYPE ") != std::string_view::npos ||
                          text.find("vllm:cache_config_info{") != std::string_view::npos;
  if (exposition) {
    input.metrics.push_back(parse_exposition(text, file));
  } else if (looks_like_meminfo(text) && !looks_like_startup_log(text)) {
    input.meminfo.push_back(parse_meminfo(text, file));
  } else {
    for (StartupRun& start : read_startup_log(text, file)) input.starts.push_back(std::move(start));
  }
}

Calibration calibrate(const CalibrationInput& input) { return Learner(input).learned(); }

std::optional<Band> beside_cache(const Calibration& known, const PlannedStart& start) {
  if (auto band = measured_for(known, start, &CalibrationRun::beside_cache)) return band;
  return fitted_beside_cache(known, start);
}

std::optional<Band> other_inside_budget(const Calibration& known, const PlannedStart& start) {
  if (auto band = measured_for(known, start, &CalibrationRun::other)) return band;
  auto band = fitted_beside_cache(known, start);
  if (!band) return std::nullopt;
  for (const CalibrationRun& run : known.runs) {
    if (!fits(run, start) || !run.weights) continue;
    return Band{band->low - *run.weights, band->likely - *run.weights, band->high - *run.weights,
                band->source};
  }
  return std::nullopt;
}

std::optional<Band> available_at(const Calibration& known, const PlannedStart& start,
                                 double utilization) {
  const auto beside = beside_cache(known, start);
  const CalibrationTerm* total = known.find("total");
  if (!beside || total == nullptr) return std::nullopt;
  const Bytes requested = requested_memory(total->bytes.likely, utilization);
  return Band{requested - beside->high, requested - beside->likely, requested - beside->low,
              beside->source};
}

bool same_model(std::string_view a, std::string_view b) { return bare_name(a) == bare_name(b); }

}  // namespace kvplan
