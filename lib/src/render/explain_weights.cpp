#include "render/explain_weights.hpp"

#include <algorithm>
#include <map>

#include "kvplan/error.hpp"
#include "kvplan/weight_rows.hpp"

namespace kvplan::render {
namespace {

std::string bytes_text(Bytes bytes) {
  return format_count(bytes.count()) + " B (" + format_gib(bytes) + ")";
}

std::string shape_text(const WeightRow& row) {
  std::string text;
  for (const std::int64_t dimension : row.shape) {
    text += (text.empty() ? "" : "x") + std::to_string(dimension);
  }
  return (text.empty() ? "number" : text) + " x " + format_count(row.count);
}

/// The first few names: the others are as many.
std::string modules_text(const WeightRow& row) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, row.modules.size()); ++i) {
    text += (i == 0 ? "" : ", ") + row.modules[i];
  }
  if (row.modules.size() > most) {
    text += ", … (" + std::to_string(row.modules.size()) + " names)";
  }
  return text;
}

std::string padded(const std::string& text, std::size_t width, bool right = false) {
  const std::string space(width > text.size() ? width - text.size() : 0, ' ');
  return right ? space + text : text + space;
}

class Chapter {
 public:
  Chapter(const Report& report, const LayoutPlan& plan)
      : request_(report.request),
        plan_(plan),
        rank_(plan.copies.front().ranks[plan.copies.front().binding_rank]) {}

  std::vector<std::string> lines() && {
    const auto table = formula(request_.options);
    if (request_.files && request_.files->source != "index") {
      files_table();
    } else if (table) {
      formula_table(*table);
    } else {
      add("the tensors cannot be known from the config: its total is taken as it is given");
    }
    used(table);
    stages(table);
    if (table) {
      unquantized(*table);
      made_after_loading(*table);
    }
    not_loaded(table);
    // What the facts know of the files is better than the config's word.
    if (!request_.files && !request_.facts.weights) checkpoint();
    return std::move(out_);
  }

 private:
  void add(std::string text) { out_.push_back(std::move(text)); }

  /// The tensors of the shown layout under other options.
  [[nodiscard]] std::optional<WeightsTable> formula(EngineOptions options) const {
    options.tensor_parallel_size = plan_.layout.tensor_parallel;
    options.pipeline_parallel_size = plan_.layout.pipeline_parallel;
    return weights_if_known(*request_.model, options, plan_.cache->serving,
                            request_.boxes[rank_.box].platform());
  }

  void head(const std::string& shape) {
    add(padded("kind", 16) + padded("type", 15) + padded(shape + " x count", 26) +
        padded("sharding", 12) + padded("bytes", 18, true) + "  modules");
  }

  void row(const WeightRow& row) {
    add(padded(std::string(name(row.kind)), 16) + padded(row.type, 15) +
        padded(shape_text(row), 26) + padded(std::string(name(row.sharding)), 12) +
        padded(format_count(row.bytes.count()), 18, true) + "  " + modules_text(row));
  }

  template <class Wanted>
  Bytes rows(const std::vector<WeightRow>& all, Wanted wanted) {
    std::map<WeightKind, Bytes> kinds;
    Bytes total;
    for (const WeightRow& each : all) {
      if (!wanted(each)) continue;
      row(each);
      kinds[each.kind] += each.bytes;
      total += each.bytes;
    }
    add("by kind:");
    std::vector<std::pair<Bytes, WeightKind>> sorted;
    sorted.reserve(kinds.size());
    for (const auto& [kind, bytes] : kinds) sorted.emplace_back(bytes, kind);
    std::ranges::sort(sorted, std::greater<>{});
    for (const auto& [bytes, kind] : sorted) {
      add("  " + padded(std::string(name(kind)), 16) + padded(bytes_text(bytes), 34, true));
    }
    return total;
  }

  void formula_table(const WeightsTable& table) {
    head("shape on the rank");
    const bool draft = rank_.pipeline_stage + 1 == plan_.layout.pipeline_parallel;
    const Bytes total = rows(rows_of(table, rank_.pipeline_stage), [&](const WeightRow& each) {
      return !each.host && (!each.draft || draft);
    });
    add("sum of the table: " + bytes_text(total) + ", source: config formula");
  }

  [[nodiscard]] bool loads(const WeightRow& row) const {
    const auto& drafting = request_.options.speculative_config;
    const bool mtp = drafting && drafting->method == "mtp";
    const bool tower = row.kind == WeightKind::vision && request_.options.language_model_only;
    return !row.host && !tower && (!row.draft || mtp);
  }

  void files_table() {
    head("whole shape");
    const Bytes total =
        rows(rows_of(*request_.files), [&](const WeightRow& each) { return loads(each); });
    add("sum of the table: " + bytes_text(total) + ", all ranks together, source: " +
        request_.files->source + " (" + std::to_string(request_.files->files) + " files)");
  }

  /// The number of the plan, and how far the formula is from it.
  void used(const std::optional<WeightsTable>& table) {
    const Bytes used = rank_.weights.likely;
    add("the plan takes " + bytes_text(used) + " for this rank, source: " + rank_.weights.source);
    if (!table || rank_.weights.source == "config formula") return;
    const bool last = rank_.pipeline_stage + 1 == plan_.layout.pipeline_parallel;
    const std::string online = request_.options.quantization.value_or("");
    const Bytes saved = saved_while_loading(*table, online, rank_.pipeline_stage);
    if (saved > Bytes{0}) {
      add("--quantization " + online + " makes it smaller while it loads: " + bytes_text(saved) +
          " less, source: config formula");
    }
    const Bytes own =
        table->total(rank_.pipeline_stage) + (last ? table->draft_total() : Bytes{0}) - saved;
    if (own == used) return;
    const double share = static_cast<double>((own - used).count()) /
                         static_cast<double>(std::max<std::int64_t>(used.count(), 1));
    add("the config's formula gives " + bytes_text(own) + " for it, " +
        format_fixed(100 * share, 2) + " % " + (share < 0 ? "(less)" : "more") +
        ", of which buffers that no file holds " +
        bytes_text(table->buffers(rank_.pipeline_stage)));
  }

  void stages(const std::optional<WeightsTable>& table) {
    if (!table || plan_.layout.pipeline_parallel < 2) return;
    for (std::int64_t stage = 0; stage < plan_.layout.pipeline_parallel; ++stage) {
      std::string text = "stage " + std::to_string(stage) + ": " + bytes_text(table->total(stage));
      for (const auto& [kind, bytes] : table->by_kind(stage)) {
        if (kind == "embedding" || kind == "head") text += ", " + kind + " " + format_gib(bytes);
      }
      add(text);
    }
  }

  void unquantized(const WeightsTable& table) {
    std::map<std::string, Bytes> reasons;
    std::map<std::string, std::vector<std::string>> names;
    for (const WeightRow& each : rows_of(table, rank_.pipeline_stage)) {
      if (each.unquantized.empty()) continue;
      reasons[each.unquantized] += each.bytes;
      auto& known = names[each.unquantized];
      for (const std::string& module : each.modules) {
        if (std::ranges::find(known, module) == known.end()) known.push_back(module);
      }
    }
    if (reasons.empty()) return;
    add("not quantized, and why:");
    for (const auto& [reason, bytes] : reasons) {
      WeightRow names_only;
      names_only.modules = names[reason];
      add("  " + reason + ": " + modules_text(names_only) + ", " + format_gib(bytes));
    }
  }

  void made_after_loading(const WeightsTable& table) {
    const auto say = [&](const std::string& what, Bytes copies) {
      if (copies == Bytes{0}) return;
      add("made after loading and in no sum here: " + what + bytes_text(copies) +
          ", source: config formula");
    };
    say("W_UK and W_UV of latent attention, up to ",
        copies_after_loading(table, rank_.pipeline_stage));
    if (rank_.pipeline_stage + 1 < plan_.layout.pipeline_parallel) return;
    say("keys' and values' rows of the draft, joined, ", draft_copies_after_loading(table));
  }

  void not_loaded(const std::optional<WeightsTable>& table) {
    std::vector<std::string> parts;
    if (request_.files) {
      for (const auto& [label, bytes] : skipped_of_files()) {
        parts.push_back(label + ": " + bytes_text(bytes) + ", source: " + request_.files->source);
      }
    }
    for (const HostPart& part : request_.facts.host_parts) {
      parts.push_back("in the host's memory, " + part.label + ": " + bytes_text(part.bytes.likely) +
                      ", source: " + part.bytes.source);
    }
    if (table) skipped_by_formula(*table, parts);
    if (parts.empty()) return;
    add("not loaded onto the device:");
    for (const std::string& part : parts) add("  " + part);
  }

  void checkpoint() {
    const auto files = checkpoint_bytes(*request_.model, plan_.cache->serving,
                                        request_.boxes[rank_.box].platform());
    if (!files) return;
    add("the checkpoint's files: " + bytes_text(*files) +
        ", loaded or not, without buffers, source: config formula");
  }

  [[nodiscard]] std::map<std::string, Bytes> skipped_of_files() const {
    std::map<std::string, Bytes> skipped;
    for (const WeightRow& each : rows_of(*request_.files)) {
      if (loads(each) || each.host) continue;
      skipped[each.draft ? "the draft's layers (MTP), without speculation"
                         : "vision tower, with --language-model-only"] += each.bytes;
    }
    return skipped;
  }

  void skipped_by_formula(const WeightsTable& table, std::vector<std::string>& parts) const {
    const auto say = [&](const std::string& what, Bytes bytes) {
      if (bytes > Bytes{0}) {
        parts.push_back(what + ": " + bytes_text(bytes) + ", source: config formula");
      }
    };
    if (request_.facts.host_parts.empty()) {
      say("tables pinned in the host's memory", table.host_total(rank_.pipeline_stage));
    }
    if (request_.files) return;
    if (!request_.options.speculative_config) {
      EngineOptions drafting = request_.options;
      drafting.speculative_config = SpeculativeConfig{"mtp", 1, ""};
      if (const auto with = formula(drafting)) {
        say("the draft's layers (MTP), without speculation", with->draft_total());
      }
    }
    if (request_.options.language_model_only) {
      EngineOptions whole = request_.options;
      whole.language_model_only = false;
      if (const auto with = formula(whole)) {
        say("vision tower, with --language-model-only", with->total() - table.total());
      }
    }
  }

  const PlanRequest& request_;
  const LayoutPlan& plan_;
  const RankPlan& rank_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> explained_weights(const Report& report, const LayoutPlan& plan) {
  return Chapter(report, plan).lines();
}

}  // namespace kvplan::render
