// Source of the constants: the public GB10 runs of tests/golden/throughput (dense 27B in bf16 4.5
// tok/s of a bound of 5.1, Llama-70B in FP8 2.7 of 3.9, gpt-oss-120b 57 to 60 …); all-reduce 22
// to 25 µs in NCCL's own test at 4 KiB and below, and what two-box runs leave over one box's
// roofline: 0.15 ms an all-reduce (Qwen3-235B int4, GLM-4.7 NVFP4), up to 0.4 ms eager (Qwen3.6).
#include "kvplan/speed.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "experts.hpp"
#include "kvplan/weights.hpp"

namespace kvplan {
namespace {

/// What a step costs beside the bytes that it must read.
struct Assumed {
  double efficiency;  ///< of the nominal bandwidth
  double overhead;    ///< seconds a step: scheduler, sampling, kernel launches
  double between;     ///< seconds an all-reduce between boxes
  double inside;      ///< the same between the GPUs of a box
  double accepted;    ///< chance that a draft token is right, given those before it
};
constexpr Assumed slow{0.4, 0.010, 400e-6, 60e-6, 0.0};
constexpr Assumed usual{0.65, 0.004, 150e-6, 25e-6, 0.6};
constexpr Assumed fast{1.0, 0.001, 25e-6, 8e-6, 0.85};

/// What part of a rank's weights a step reads.
struct ActiveWeights {
  double always = 1;   ///< share of the rank's bytes that every step reads
  double experts = 0;  ///< share that lies in routed experts
  std::int64_t count = 0;
  std::int64_t per_token = 0;

  /// Experts that some token of the step takes, if each were as likely: 1 − (1 − k/E)^tokens.
  [[nodiscard]] double read(double tokens) const {
    if (count == 0) return always;
    const double missed = 1.0 - static_cast<double>(per_token) / static_cast<double>(count);
    return always + experts * (1.0 - std::pow(std::max(0.0, missed), tokens));
  }
};

/// Bytes of an output layer that is the input embedding too.
double tied_head(const Model& model) {
  const auto field = [&](const char* name) {
    const auto node = model.config.text.find(name);
    return node && node->is_number() ? std::max(0.0, node->as_number()) : 0.0;
  };
  constexpr double bytes_each = 2;
  return field("vocab_size") * field("hidden_size") * bytes_each;
}

using Kinds = std::map<std::string, Bytes>;

/// The whole model's weights by kind: those that a layout's shares were taken of, else anew.
std::optional<Kinds> kinds_of(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  for (const LayoutPlan& plan : layouts) {
    if (plan.shares->whole_by_kind) return plan.shares->whole_by_kind;
  }
  EngineOptions options = request.options;
  options.tensor_parallel_size = 1;
  options.pipeline_parallel_size = 1;
  options.data_parallel_size = 1;
  const auto table = weights_if_known(*request.model, options, layouts.front().cache->serving,
                                      request.boxes.front().platform());
  return table ? std::optional(table->by_kind()) : std::nullopt;
}

std::optional<ActiveWeights> active_weights(const PlanRequest& request,
                                            std::span<const LayoutPlan> layouts) {
  const auto experts = experts_of(request.model->config.text);
  const auto kinds = kinds_of(request, layouts);
  if (!kinds) return experts ? std::nullopt : std::optional(ActiveWeights{});
  if (experts && experts->per_token == 0) return std::nullopt;
  double all = 0;
  double routed = 0;
  double unread = 0;
  const double head = tied_head(*request.model);
  const bool tied = !kinds->contains(std::string(name(WeightKind::head)));
  for (const auto& [kind, bytes] : *kinds) {
    const auto size = static_cast<double>(bytes.count());
    if (kind == name(WeightKind::ngram_table)) continue;  // on the host
    all += size;
    if (kind == name(WeightKind::routed_experts)) routed += size;
    if (kind == name(WeightKind::embedding)) unread += size - (tied ? std::min(size, head) : 0);
    if (kind == name(WeightKind::vision)) unread += size;
  }
  if (all <= 0) return std::nullopt;
  ActiveWeights active;
  active.always = (all - routed - unread) / all;
  active.experts = routed / all;
  if (experts) {
    active.count = experts->count;
    active.per_token = experts->per_token;
  }
  return active;
}

/// Tokens that a step gives a request: itself and the drafts that are accepted.
double tokens_a_step(std::int64_t drafts, double accepted) {
  double tokens = 1;
  double chance = 1;
  for (std::int64_t i = 0; i < drafts; ++i) tokens += chance *= accepted;
  return tokens;
}

struct StepTime {
  double weights = 0;
  double cache = 0;
  double link = 0;
  double overhead = 0;
  [[nodiscard]] double all() const { return weights + cache + link + overhead; }
  [[nodiscard]] const char* bound() const {
    const std::array<std::pair<double, const char*>, 4> parts{
        {{weights, "weights"}, {cache, "cache"}, {link, "link"}, {overhead, "overhead"}}};
    return std::ranges::max_element(parts)->second;
  }
};

class RankRoofline {
 public:
  RankRoofline(const PlanRequest& request, const LayoutPlan& plan, const ActiveWeights& active)
      : request_(request), plan_(plan), active_(active) {}

  [[nodiscard]] bool known() const { return bandwidth() > 0; }

  /// Output tokens a second with so many requests over all copies.
  [[nodiscard]] double rate(std::int64_t requests, const Assumed& assumed) const {
    const double each = in_each(requests);
    const auto copies =
        std::min<double>(static_cast<double>(plan_.copies.size()), static_cast<double>(requests));
    const double tokens = tokens_a_step(drafts(), assumed.accepted);
    return copies * each * tokens / step(each, assumed).all();
  }

  [[nodiscard]] StepTime step_of(std::int64_t requests, const Assumed& assumed) const {
    return step(in_each(requests), assumed);
  }

 private:
  [[nodiscard]] double in_each(std::int64_t requests) const {
    const auto copies = static_cast<double>(plan_.copies.size());
    return std::max(1.0, static_cast<double>(requests) / copies);
  }
  [[nodiscard]] std::int64_t drafts() const { return plan_.cache->serving.num_speculative_tokens; }
  [[nodiscard]] double bandwidth() const {
    double least = request_.boxes.front().bandwidth_bytes_per_s;
    for (const CopyPlan& copy : plan_.copies) {
      for (const std::size_t box : copy.boxes) {
        least = std::min(least, request_.boxes[box].bandwidth_bytes_per_s);
      }
    }
    return least;
  }
  [[nodiscard]] double context() const {
    constexpr double usual_context = 1024;
    const auto& given = request_.operation.context;
    if (given) return static_cast<double>(given->count());
    const auto& mix = request_.need.mix;
    return mix ? static_cast<double>(mix->lengths().mean().count()) : usual_context;
  }

  /// All stages one after the other for one request; with as many as stages they overlap.
  [[nodiscard]] StepTime step(double each, const Assumed& assumed) const {
    const Layout& layout = plan_.layout;
    const auto stages = static_cast<double>(layout.pipeline_parallel);
    const double batch = std::max(1.0, each / stages);
    const double tokens = batch * static_cast<double>(1 + drafts());
    const double everywhere = tokens * static_cast<double>(layout.data_parallel);
    double weights = 0;
    for (const RankPlan& rank : plan_.copies.front().ranks) {
      if (rank.rank % layout.tensor_parallel != 0) continue;  // one of each stage
      weights += static_cast<double>(rank.weights.likely.count());
    }
    const double read = bandwidth() * assumed.efficiency;
    StepTime time;
    time.weights = weights * active_.read(everywhere) / read;
    time.cache = batch * context() * bare_bytes_per_token(*plan_.cache) / read;
    time.overhead = assumed.overhead;
    time.link = link(tokens, assumed);
    return time;
  }

  /// Two all-reduces a layer of tensor parallelism, two all-to-alls of shared experts, one
  /// hand-over a stage.
  [[nodiscard]] double link(double tokens, const Assumed& assumed) const {
    const Layout& layout = plan_.layout;
    const bool apart = plan_.copies.front().boxes.size() > 1 ||
                       (layout.data_parallel > 1 && request_.boxes.size() > 1);
    const bool tensors_apart =
        apart && layout.tensor_parallel > static_cast<std::int64_t>(request_.boxes.front().gpus);
    const auto layers = static_cast<double>(request_.model->architecture.layers.size());
    const auto once = [&](bool between) {
      const double bytes = tokens * hidden() * 2;
      const double speed = request_.boxes.front().link_bytes_per_s;
      const double carried = between && speed > 0 ? bytes / speed : 0;
      return (between ? assumed.between : assumed.inside) + carried;
    };
    double time = 0;
    if (layout.tensor_parallel > 1) time += 2 * layers * once(tensors_apart);
    if (layout.data_parallel > 1) time += 2 * layers * once(apart);
    time += static_cast<double>(layout.pipeline_parallel - 1) * once(apart);
    return time;
  }

  [[nodiscard]] double hidden() const {
    const auto size = request_.model->config.text.find("hidden_size");
    return size && size->is_number() ? std::max(0.0, size->as_number()) : 0;
  }

  const PlanRequest& request_;
  const LayoutPlan& plan_;
  const ActiveWeights& active_;
};

/// Two digits; the ends of a band outwards.
double rounded(double value, double (*round)(double)) {
  if (!(value > 0)) return 0;
  const double scale = std::pow(10.0, 1 - std::floor(std::log10(value)));
  return round(value * scale) / scale;
}

/// Never a digit more than is known.
void round_to_known(Speed& speed) {
  speed.low = rounded(speed.low, std::floor);
  speed.likely = rounded(speed.likely, std::round);
  speed.high = rounded(speed.high, std::ceil);
}

std::optional<double> measured(const PlanRequest& request, const Layout& layout) {
  const auto& given = request.operation.measured_tok_s;
  for (const std::string& key : {layout.id(), std::string(name(layout.family))}) {
    if (const auto found = given.find(key); found != given.end()) return found->second;
  }
  return std::nullopt;
}

Speed estimated(const RankRoofline& roofline, const Layout& layout, std::int64_t in_flight) {
  Speed speed;
  speed.layout_id = layout.id();
  speed.in_flight = in_flight;
  speed.low = roofline.rate(in_flight, slow);
  speed.likely = roofline.rate(in_flight, usual);
  speed.high = roofline.rate(in_flight, fast);
  speed.bound = roofline.step_of(in_flight, usual).bound();
  speed.source =
      "assumed: roofline (0.4, 0.65, 1.0 of the bandwidth; 1 to 10 ms a step; an all-reduce "
      "between boxes 25, 150, 400 µs)";
  round_to_known(speed);
  return speed;
}

}  // namespace

double bare_bytes_per_token(const CachePlan& cache) {
  double bytes = 0;
  for (const LayerSpec& layer : cache.specs) {
    if (!std::holds_alternative<EveryToken>(layer.spec.retention)) continue;
    bytes += static_cast<double>(layer.spec.content.amount.count()) /
             static_cast<double>(layer.spec.block_size.amount.count());
  }
  return bytes;
}

std::vector<Speed> speeds(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  constexpr std::int64_t usual_load = 16;
  std::vector<Speed> rows;
  for (const LayoutPlan& plan : layouts) {
    if (const auto given = measured(request, plan.layout)) {
      rows.push_back(
          {plan.layout.id(), std::nullopt, *given, *given, *given, true, "measured: given", ""});
    }
  }
  if (layouts.empty()) return rows;
  const auto active = active_weights(request, layouts);
  if (!active) return rows;
  const std::int64_t load = request.operation.in_flight.value_or(usual_load);
  for (const std::int64_t in_flight : {std::int64_t{1}, load}) {
    for (const LayoutPlan& plan : layouts) {
      const RankRoofline roofline(request, plan, *active);
      if (plan.fits && roofline.known()) {
        rows.push_back(estimated(roofline, plan.layout, in_flight));
      }
    }
    if (load == 1) break;
  }
  return rows;
}

}  // namespace kvplan
