#include "doctor/pair.hpp"

#include <algorithm>

namespace kvplan::doctor {
namespace {

bool serves(const EngineCommand& engine, const Running& running) {
  const auto names = models_of(engine);
  return running.model && std::ranges::any_of(names, [&](const std::string& name) {
           return same_model(name, *running.model);
         });
}

}  // namespace

bool may_serve(const EngineCommand& engine, const Running& running) {
  return !running.model || models_of(engine).empty() || serves(engine, running);
}

namespace {

class Pairing {
 public:
  Pairing(std::span<const EngineCommand> engines, std::span<const Running> running)
      : engines_(engines), running_(running), pairs_(engines.size()), taken_(running.size()) {}

  std::vector<std::optional<Pair>> pairs() && {
    for (const bool logs : {false, true}) {
      logs_ = logs;
      match(PairedBy::port, [](const EngineCommand& engine, const Running& running) {
        return running.port && *running.port == port_of(engine);
      });
      match(PairedBy::model, serves);
      match(PairedBy::nothing_else, may_serve);
      in_order();
    }
    return std::move(pairs_);
  }

 private:
  [[nodiscard]] bool open(std::size_t running) const {
    return !taken_[running] && running_[running].log == logs_;
  }

  /// Pairs what fits one another alone.
  template <class Fits>
  void match(PairedBy by, Fits fits) {
    for (std::size_t e = 0; e < engines_.size(); ++e) {
      if (pairs_[e]) continue;
      std::vector<std::size_t> candidates;
      for (std::size_t r = 0; r < running_.size(); ++r) {
        if (open(r) && fits(engines_[e], running_[r])) candidates.push_back(r);
      }
      if (candidates.size() != 1) continue;
      const Running& only = running_[candidates.front()];
      const auto rivals = std::ranges::count_if(
          engines_, [&](const EngineCommand& other) { return free(other) && fits(other, only); });
      if (rivals == 1) take(e, candidates.front(), by);
    }
  }

  [[nodiscard]] bool free(const EngineCommand& engine) const {
    return !pairs_[static_cast<std::size_t>(&engine - engines_.data())];
  }

  void in_order() {
    for (std::size_t e = 0; e < engines_.size(); ++e) {
      for (std::size_t r = 0; r < running_.size() && !pairs_[e]; ++r) {
        // A port that is known and another's speaks against it.
        const bool elsewhere = running_[r].port && *running_[r].port != port_of(engines_[e]);
        if (open(r) && !elsewhere && may_serve(engines_[e], running_[r])) {
          take(e, r, PairedBy::order);
        }
      }
    }
  }

  void take(std::size_t engine, std::size_t running, PairedBy by) {
    pairs_[engine] = Pair{running, by};
    taken_[running] = true;
  }

  std::span<const EngineCommand> engines_;
  std::span<const Running> running_;
  std::vector<std::optional<Pair>> pairs_;
  std::vector<bool> taken_;
  bool logs_ = false;
};

}  // namespace

std::vector<std::optional<Pair>> pair_up(std::span<const EngineCommand> engines,
                                         std::span<const Running> running) {
  return Pairing(engines, running).pairs();
}

}  // namespace kvplan::doctor
