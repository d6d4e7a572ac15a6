// A plan against the locked one.
#include <filesystem>

#include "commands.hpp"
#include "data_dir.hpp"
#include "formats.hpp"
#include "kvplan/error.hpp"
#include "kvplan/lock.hpp"
#include "kvplan/policy_files.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

/// What moved, and the file that findings point to.
struct Moves {
  Difference difference;
  std::string file;
  [[nodiscard]] std::vector<Case> cases() const { return cases_of(difference, file); }
  /// Losses alone: a change that costs nothing is no finding.
  [[nodiscard]] std::vector<Finding> losses() const {
    std::vector<Finding> found;
    for (const Case& judged : cases()) {
      if (judged.finding && !judged.skipped) found.push_back(*judged.finding);
    }
    return found;
  }
};

const Formats<Moves>& formats() {
  static const Formats<Moves> all{
      {"text",
       [](const Moves& moves, bool colour) { return render_text(moves.difference, colour); }},
      {"json", [](const Moves& moves, bool) { return render_json(moves.difference); }},
      {"markdown", [](const Moves& moves, bool) { return render_markdown(moves.difference); }},
      {"html", [](const Moves& moves, bool) { return render_html(moves.difference); }},
      {"csv", [](const Moves& moves, bool) { return render_csv(moves.difference); }},
      {"junit",
       [](const Moves& moves, bool) { return render_junit("kvplan diff", moves.cases()); }},
      {"tap", [](const Moves& moves, bool) { return render_tap(moves.cases()); }},
      {"sarif",
       [](const Moves& moves, bool) {
         return render_sarif("kvplan diff", moves.losses(), difference_rules());
       }},
      {"github", [](const Moves& moves, bool) { return render_github(moves.losses()); }},
      {"gitlab", [](const Moves& moves, bool) { return render_gitlab(moves.losses()); }},
  };
  return all;
}

Lock lock_now(const Question& question) { return lock_of(question, plan(plan_request(question))); }

/// The locked question under today's rules; nothing where its files are gone.
std::optional<Lock> replayed(const Lock& before) {
  try {
    return lock_now(question_of(before));
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

int run_diff(int argc, char** argv) {
  CommandLine app{"Compares a plan with the one in kvplan.lock.json; --write locks it.",
                  "kvplan diff"};
  Question options;
  OutputOptions output;
  std::string file = "kvplan.lock.json";
  std::string policy;
  double allowed = 0;
  bool write = false;
  app.option("--lock", file, "the lock (default: ./kvplan.lock.json)");
  app.option("--policy", policy, "take the model, boxes and options from a policy");
  app.option("--allow", allowed, "share of a number that may be lost: 0.05").between(0.0, 1.0);
  app.flag("--write", write, "write the lock anew");
  add_plan_options(app, options);
  add_engine_option(app, options);
  add_output_options(app, output, formats().listed());
  add_fail_on_warn(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Question question =
      policy.empty() ? options
                     : read_policy_files(read_policy(policy), options, data_dir()).question;
  if (write && !std::filesystem::exists(file)) {
    write_file(file, write_lock(lock_now(question)));
    return 0;
  }
  const Lock before = read_lock(file);
  const Question asked =
      question.model.empty() ? overridden(question_of(before), question) : question;
  const Report report = plan(plan_request(asked));
  const Lock after = lock_of(asked, report);
  const Moves moves{difference(before, replayed(before), after, allowed), file};
  const bool regressed = moves.difference.regressed() && !write;
  const int code = with_warnings(output, regressed ? 1 : 0, !report.warnings.empty());
  answer(output, code, formats(), moves);
  if (write) write_file(file, write_lock(after));
  return code;
}

}  // namespace kvplan::tool
