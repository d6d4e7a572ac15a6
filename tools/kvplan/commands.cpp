#include "commands.hpp"

#include <algorithm>
#include <array>

namespace kvplan::tool {
namespace {

constexpr std::array rows{
    Command{"explain", "the chain from config field to the answer, with formulas and sources",
            run_explain},
    Command{"batch", "JSON Lines in, JSON Lines out", run_batch},
    Command{"traffic", "benchmark files or a trace → requests in flight per copy", run_traffic},
    Command{"compare", "several models, utilizations, cache dtypes in one table", run_compare},
    Command{"check", "the gate: a policy against a plan", run_check},
    Command{"diff", "a plan against the locked one", run_diff},
    Command{"calibrate", "start-up logs, meminfo, metrics → what this box really takes",
            run_calibrate},
    Command{"fit", "services, headroom, need → the share or the cache bytes of each box", run_fit},
    Command{"report", "the capacity report", run_report},
    Command{"sweep", "a grid over any of the inputs, as CSV or JSON", run_sweep},
    Command{"doctor", "a running box or a snapshot: declared, running, planned", run_doctor, true},
    Command{"metrics", "the copies read directly and added", run_metrics, true},
    Command{"emit", "the files that run the plan: launch, proxy, health, watchdog, scraping, back",
            run_emit},
    Command{"lint", "findings in the files that run a plan", run_lint},
    Command{"changeover", "the steps from one layout to another, minute by minute", run_changeover},
    Command{"completion", "completion of options for bash, zsh or fish", run_completion},
    Command{"man", "the manual page", run_man},
    Command{"models", "the model families and the shipped models", run_models},
};

}  // namespace

std::span<const Command> commands() { return rows; }

const Command* find_command(std::string_view name) {
  const auto* row = std::ranges::find(rows, name, &Command::name);
  return row == rows.end() ? nullptr : row;
}

}  // namespace kvplan::tool
