#include "weight_sharing.hpp"

#include "box_memory.hpp"
#include "kvplan/error.hpp"
#include "kvplan/weight_rows.hpp"

namespace kvplan {

EngineOptions options_for(const PlanRequest& request, const Layout& layout) {
  EngineOptions options = request.options;
  options.tensor_parallel_size = layout.tensor_parallel;
  options.pipeline_parallel_size = layout.pipeline_parallel;
  options.data_parallel_size = layout.data_parallel;
  options.enable_expert_parallel = layout.expert_parallel;
  return options;
}

WeightSharing::WeightSharing(const PlanRequest& request)
    : request_(request),
      formula_(request.model->config,
               request.model->draft_config ? &*request.model->draft_config : nullptr) {}

WeightSharing::Table WeightSharing::table(const Layout& layout, Towers towers) {
  EngineOptions options = options_for(request_, layout);
  if (towers == Towers::all) options.language_model_only = false;
  const Platform platform = request_.boxes[layout.copies.front().boxes.front()].platform();
  const Serving serving =
      resolve(request_.model->architecture, options, platform, request_.engine.rules);
  try {
    auto known = formula_.table(options, serving, platform);
    return known ? std::make_shared<const WeightsTable>(*std::move(known)) : nullptr;
  } catch (const Error&) {  // the config says too little for the formula
    return nullptr;
  }
}

WeightSharing::Table WeightSharing::whole(const Layout& layout, Towers towers) {
  const CopyPlacement& first = layout.copies.front();
  const auto key = std::pair(first.boxes.front(), towers);
  const auto known = whole_.find(key);
  if (known != whole_.end()) return known->second;
  const Layout one_rank{LayoutFamily::single, 1, 1, {first}};
  return whole_.emplace(key, table(one_rank, towers)).first->second;
}

WeightShares WeightSharing::shares(const Layout& layout) {
  const auto stages = static_cast<std::size_t>(layout.pipeline_parallel);
  const std::int64_t ranks = layout.world() * layout.data_parallel;
  WeightShares shares;
  shares.by_stage.assign(stages, 1.0 / static_cast<double>(ranks));
  shares.source = ranks == 1 ? "" : ", divided evenly by " + std::to_string(ranks) + " ranks";
  const bool known = request_.weights || request_.facts.weights;
  // The facts' total has the towers; a folder's files were read without them.
  const bool less_towers = request_.options.language_model_only && !request_.weights &&
                           request_.facts.weights && !request_.files;
  const std::string online = online_method(request_);
  if (known && ranks == 1 && !request_.options.speculative_config && !less_towers &&
      online.empty()) {
    return shares;
  }
  const Table sharded =
      ranks == 1 ? whole(layout, Towers::as_asked) : table(layout, Towers::as_asked);
  if (!sharded && layout.data_parallel > 1) {
    throw invalid({layout.id(), ""}, "a model whose experts' part of the weights is known",
                  request_.model->config.name);
  }
  const Table asked = whole(layout, Towers::as_asked);
  const Table all = less_towers ? whole(layout, Towers::all) : asked;
  if (!sharded || !all) return shares;
  if (asked) shares.whole_by_kind = asked->by_kind();
  // Files hold no buffers: their bytes are divided as the parameters are.
  const auto divided = [&](const WeightsTable& table, std::int64_t stage) {
    return table.total(stage) - (request_.files ? table.buffers(stage) : Bytes{0});
  };
  const auto total = static_cast<double>(divided(*all, 0).count());
  shares.formula.emplace();
  shares.formula_host = sharded->host_total();
  shares.formula_draft = sharded->draft_total();
  for (std::size_t stage = 0; stage < stages; ++stage) {
    const auto index = static_cast<std::int64_t>(stage);
    const Bytes saved = saved_while_loading(*sharded, online, index);
    const Bytes target = sharded->total(index) - saved;
    shares.by_stage[stage] =
        static_cast<double>((divided(*sharded, index) - saved).count()) / total;
    const bool last = stage + 1 == stages;
    shares.formula->push_back(target + (last ? sharded->draft_total() : Bytes{0}));
  }
  if (ranks > 1) shares.source = ", sharded as the config's tensors are";
  if (!online.empty()) shares.source += saved_as_it_loads(online);
  if (less_towers) shares.source += ", less the towers by the config's formula";
  return shares;
}

}  // namespace kvplan
