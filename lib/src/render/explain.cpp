// `kvplan explain`: each step from config field to the answer, with its formula, the numbers put
// in, and its source.
#include <algorithm>
#include <cmath>
#include <map>

#include "kvplan/guards.hpp"
#include "kvplan/printable.hpp"
#include "kvplan/render.hpp"
#include "render/explain_weights.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

std::string n(std::int64_t number) { return format_count(number); }
std::string n(Bytes bytes) { return n(bytes.count()) + " B"; }

std::string kind_text(const CacheSpec& spec) {
  switch (spec.type) {
    case SpecType::attention:
      return "attention";
    case SpecType::latent:
      return "latent or index keys";
    case SpecType::state:
      return "state of a request";
    case SpecType::ring:
      return "ring of raw keys";
    default:
      return "cache";
  }
}

class Explanation {
 public:
  explicit Explanation(const Report& report)
      : report_(report), plan_(shown_layout(report)), copy_(plan_.copies.front()) {}

  std::string text() && {
    model();
    options();
    caches();
    groups();
    weights();
    budget();
    blocks();
    requests();
    where();
    start();
    guards();
    answer();
    return std::move(out_);
  }

 private:
  void heading(const std::string& title) {
    out_ += (out_.empty() ? "" : "\n") + std::to_string(++step_) + ". " + printable(title) + "\n";
  }
  void line(const std::string& text) { out_ += "   " + printable(text) + "\n"; }
  void source(const std::string& text) { out_ += "     source: " + printable(text) + "\n"; }

  [[nodiscard]] const Serving& serving() const { return plan_.cache->serving; }
  [[nodiscard]] const CacheGroups& cache_groups() const { return plan_.cache->groups; }

  void model() {
    const Model& model = *report_.request.model;
    heading("The model: " + model.config.name);
    line("file: " + model.config.root.file());
    if (const std::string& note = report_.request.facts.config_note; !note.empty()) {
      line("config.json " + note);
    }
    line("family " + model.architecture.family + ", " + model.architecture.model_class + ", " +
         n(static_cast<std::int64_t>(model.architecture.layers.size())) + " layers");
    std::map<std::string, std::int64_t> counts;
    for (const Layer& layer : model.architecture.layers) {
      if (layer.keeps.empty()) ++counts["no cache of their own"];
      for (const CacheKind& kind : layer.keeps) ++counts[std::string(name(kind))];
    }
    for (const auto& [kind, count] : counts) line("  " + n(count) + " x " + kind);
  }

  void options() {
    const Serving& s = serving();
    heading("The options as " + report_.request.engine.rules.name + " " +
            report_.request.engine.rules.version + " resolves them");
    line("dtype " + std::string(name(s.dtype)) + "; cache " + std::string(name(s.cache_dtype)) +
         " (" + s.kv_cache_dtype_source + ")");
    line("max_model_len " + n(s.max_model_len.count()) + ", max_num_seqs " + n(s.max_num_seqs) +
         ", max_num_batched_tokens " + n(s.max_num_batched_tokens.count()));
    line("tokens in flight " + n(s.max_in_flight_tokens.count()) +
         (s.async_scheduling ? " (async scheduling: batches of two steps)" : ""));
    if (report_.request.model->architecture.has_states()) {
      line(std::string("states: ") +
           (s.align_states ? "aligned to blocks, for prefix caching"
                           : "one a request, no prefix caching") +
           "; recurrent state in " + std::string(name(s.ssm_dtype)));
    }
    if (s.num_speculative_tokens > 0) line("draft tokens " + n(s.num_speculative_tokens));
  }

  void caches() {
    heading("What one layer keeps on one rank (tensor parallel " + n(serving().tensor_parallel) +
            ")");
    std::vector<std::pair<CacheSpec, std::int64_t>> distinct;
    for (const LayerSpec& layer : plan_.cache->specs) {
      const auto known = std::ranges::find_if(
          distinct, [&](const auto& entry) { return entry.first == layer.spec; });
      if (known == distinct.end()) {
        distinct.emplace_back(layer.spec, 1);
      } else {
        ++known->second;
      }
    }
    for (const auto& [spec, count] : distinct) cache(spec, count);
  }

  void cache(const CacheSpec& spec, std::int64_t count) {
    const std::int64_t block = spec.block_size.amount.count();
    const std::int64_t content = spec.content.amount.count();
    const std::int64_t page = spec.page.amount.count();
    std::string text = n(count) + " x " + kind_text(spec) + ": ";
    if (spec.type == SpecType::state) {
      text += n(Bytes{content}) + " a state";
    } else {
      text += n(spec.heads) + " heads x (" + n(spec.head_dim) + " + " + n(spec.v_head_dim) + ")";
      if (spec.tokens_per_state > 1) {
        text += " for every " + n(spec.tokens_per_state) + " tokens";
      }
      text += ", block of " + n(block) + " tokens: " + n(Bytes{content});
    }
    if (page > content) {
      text += ", padded to " + n(Bytes{page}) + " (" +
              format_fixed(
                  100.0 * static_cast<double>(page - content) / static_cast<double>(content), 2) +
              " % more)";
    }
    line(text);
  }

  void groups() {
    heading("Groups: layers that share a block table; all draw from one pool");
    for (const CacheGroup& group : cache_groups().groups) {
      const Blocks need = blocks_for_request(group, serving().max_model_len, cache_groups());
      line(n(group.layers) + " layers, block of " + n(group.block_size.amount.count()) +
           " tokens, " + n(need.count()) + " blocks a request: " + need_text(group, need));
    }
    const Bytes widest = copy_.bytes_per_block.amount;
    line("bytes of one block id = the widest group's pages = " + n(widest));
    const auto waste = unused_share();
    if (waste > 0.005) {
      line("unused by narrower groups: " + format_fixed(100 * waste, 1) +
           " % of the blocks that one request holds");
    }
    source("vLLM's grouping (rules " + report_.request.engine.rules.version + ")");
  }

  [[nodiscard]] std::string need_text(const CacheGroup& group, Blocks need) const {
    const CacheSpec& spec = group.specs.front();
    const std::string block = n(spec.block_size.amount.count());
    const std::string length = n(serving().max_model_len.count());
    if (std::holds_alternative<EveryToken>(spec.retention)) {
      const std::string shards =
          serving().decode_context_parallel > 1 ? " / " + n(serving().decode_context_parallel) : "";
      return "ceil(" + length + shards + " / " + block + ")";
    }
    if (const auto* last = std::get_if<LastTokens>(&spec.retention)) {
      return "ceil(min(" + n(last->window.count()) + " - 1 + " +
             n(serving().max_in_flight_tokens.count()) + " in flight, " + length + ") / " + block +
             ") + 1";
    }
    if (const auto* chunk = std::get_if<PresentChunk>(&spec.retention)) {
      return "ceil(min(" + n(chunk->chunk.count()) + " + " +
             n(serving().max_in_flight_tokens.count()) + " in flight, " + length + ") / " + block +
             ")";
    }
    if (spec.type != SpecType::state) return "fixed";
    const std::int64_t drafts = serving().num_speculative_tokens;
    std::string text = serving().align_states ? "2" : "1";
    if (drafts > 0) text += " + " + n(drafts) + " drafts";
    const std::int64_t rest = need.count() - (serving().align_states ? 2 : 1) - drafts;
    if (rest > 0) text += " + " + n(rest) + " checkpoint";
    return text + ", whatever the length";
  }

  /// Of the bytes that one full request holds, the share that no layer uses.
  [[nodiscard]] double unused_share() const {
    double held = 0;
    double used = 0;
    const auto widest = static_cast<double>(copy_.bytes_per_block.amount.count());
    for (const CacheGroup& group : cache_groups().groups) {
      const auto need = static_cast<double>(
          blocks_for_request(group, serving().max_model_len, cache_groups()).count());
      held += need * widest;
      for (std::size_t i = 0; i < group.specs.size(); ++i) {
        used += need * static_cast<double>(group.specs[i].content.amount.count()) *
                static_cast<double>(group.layers_by_spec[i]);
      }
    }
    return held > 0 ? std::max(0.0, 1 - used / held) : 0;
  }

  void weights() {
    heading("The weights of one rank, tensor by tensor");
    for (const std::string& text : explained_weights(report_, plan_)) line(text);
  }

  void budget() {
    const PlanRequest& request = report_.request;
    const RankPlan& rank = copy_.ranks[copy_.binding_rank];
    heading("Memory for the cache, on the rank that binds (" + request.boxes[rank.box].name + ")");
    if (request.kv_cache_memory) {
      line("given: " + n(*request.kv_cache_memory) + " a rank (--kv-cache-memory-bytes)");
      return;
    }
    const Box& box = request.boxes[rank.box];
    const double share = request.utilization[rank.box];
    const Bytes budget = requested_memory(box.total, share);
    const Estimate& estimate = (*plan_.estimates)[rank.box].inside;
    const Band& other = estimate.total;
    line("ceil(" + n(box.total) + " x " + format_fixed(share, 3) + ") = " + n(budget) + " budget");
    line("- weights " + n(rank.weights.likely) + " (" + format_gib(rank.weights.likely) + ")");
    source(rank.weights.source);
    line("- other use " + n(other.likely) + " (" + band_gib(other) + " GiB)");
    source(other.source);
    terms(estimate);
    line("= " + n(copy_.available.likely) + " (" + band_gib(copy_.available) + " GiB)");
  }

  void terms(const Estimate& estimate) {
    for (const EstimateTerm& term : estimate.terms) {
      line("      " + term.name + " " + band_gib(term.bytes) + " GiB" +
           (term.counted ? "" : ", not counted: lies under a larger " + term.shares) + ": " +
           term.bytes.source);
    }
  }

  void blocks() {
    const Capacity& c = copy_.capacity;
    heading("Blocks, tokens, requests");
    line("one request of " + n(serving().max_model_len.count()) +
         " tokens: " + n(c.blocks_per_request.count()) + " blocks, " + n(c.bytes_for_one_request));
    if (!c.fits) {
      line("least to start: " + n(c.min_available) + "; lacking: " + n(c.deficit));
      line("longest request that would fit: " + n(c.estimated_max_model_len.count()) + " tokens");
      return;
    }
    line("floor(" + n(copy_.available.likely) + " / " + n(copy_.bytes_per_block.amount) +
         ") = " + n(c.num_blocks.count()) + " blocks");
    line("concurrency = " + n(c.num_blocks.count()) + " / " + n(c.blocks_per_request.count()) +
         " = " + format_fixed(c.max_concurrency, 2) + "x");
    if (c.tokens) {
      line("tokens as printed = int(" + format_fixed(c.max_concurrency, 4) + " x " +
           n(c.max_model_len.count()) + ") = " + n(c.tokens->count()));
    }
  }

  void requests() {
    const Capacity& c = copy_.capacity;
    if (!c.fits) return;
    line("whole requests = floor((" + n(c.num_blocks.count()) + " - 1 null block) / " +
         n(c.blocks_per_request.count()) + ") = " + n(c.full_context_requests) + " a copy");
    line("bytes a token: " + n(std::llround(bare_bytes_per_token(*plan_.cache))) + " bare" +
         (effective_bytes_per_token(copy_)
              ? ", " + n(std::llround(*effective_bytes_per_token(copy_))) +
                    " real (pool / printed tokens)"
              : ""));
    surprises();
  }

  void surprises() {
    const auto& groups = cache_groups().groups;
    const bool windows = std::ranges::any_of(groups, [](const CacheGroup& group) {
      return std::holds_alternative<LastTokens>(group.specs.front().retention) ||
             std::holds_alternative<PresentChunk>(group.specs.front().retention);
    });
    if (windows) {
      line(
          "the printed tokens change with --max-num-batched-tokens: windows keep what is in "
          "flight");
    }
    const bool latent = std::ranges::any_of(plan_.cache->specs, [](const LayerSpec& layer) {
      return layer.spec.type == SpecType::latent;
    });
    if (latent && serving().tensor_parallel > 1) {
      line(
          "tensor parallelism does not divide a latent or index cache: every rank holds all of it");
    }
    const auto drafts = std::ranges::count_if(plan_.cache->specs, &LayerSpec::draft);
    if (drafts > 0) {
      line("the draft adds " + n(drafts) +
           " caches of its own; where it widens a group, all blocks grow with it");
    }
    if (report_.request.model->architecture.has_states()) {
      line(
          "the printed tokens change with --max-model-len: a request holds its states whatever "
          "its length");
    }
  }

  void where() {
    heading("Where the memory of each box goes");
    for (const Ledger& ledger : plan_.ledgers) {
      line(ledger.box + ": " + n(ledger.total));
      for (const LedgerRow& row : ledger.rows) {
        line("  " + n(row.bytes.likely) + "  " + row.label + " [" + std::string(name(row.kind)) +
             "], " + band_gib(row.bytes) + " GiB");
        source(row.bytes.source);
      }
    }
  }

  void start() {
    heading("The start-up of each box");
    for (const StartUp& start : plan_.starts) {
      line(start.box + " (" + std::string(name(start.role)) + "): asks for " + n(start.requested) +
           " free, " + std::string(name(start.verdict)) + " with " + band_gib(start.free) +
           " GiB of " + start.compared);
      source(start.free.source);
      for (const StartPhase& phase : start.phases) {
        line("  left at \"" + phase.name + "\": " + band_gib(phase.left) + " GiB" +
             (phase.seconds ? ", lasts " + minutes(phase.seconds) : ""));
        if (!phase.left.source.empty()) source(phase.left.source);
      }
      line("  after a stop: start again once " + start.compared + " is " + n(start.requested) +
           "; right after it " + n(start.short_after_restart) + " may be lacking");
    }
  }

  void guards() {
    if (std::ranges::none_of(report_.request.boxes, &Box::unified)) return;
    heading("Guards: what sees this engine's memory where CPU and GPU share it");
    for (const GuardFact& fact : guard_facts()) {
      line(std::string(fact.name) + (fact.sees_engine ? " sees it: " : " does not see it: ") +
           std::string(fact.text));
      source(std::string(fact.source));
    }
  }

  void answer() {
    heading(verdict(report_));
    for (const Reason& reason : report_.recommendation.reasons) {
      line(reason.rule + ": " + reason.text);
    }
    for (const Flip& flip : report_.recommendation.flips) line("flips: " + flip_text(flip));
    for (const LeftOut& left : report_.left_out) line("left out: " + left.layout + ": " + left.why);
    for (const Warning& warning : report_.warnings) line("warning: " + warning.text);
  }

  const Report& report_;
  const LayoutPlan& plan_;
  const CopyPlan& copy_;
  std::string out_;
  int step_ = 0;
};

}  // namespace

std::string render_explanation(const Report& report) { return Explanation(report).text(); }

}  // namespace kvplan
