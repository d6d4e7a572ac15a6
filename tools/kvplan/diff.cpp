// A plan against the locked one.
#include <filesystem>

#include "commands.hpp"
#include "kvplan/error.hpp"
#include "kvplan/lock.hpp"
#include "kvplan/policy.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

std::string rendered(const Difference& difference, const std::string& format, bool colour) {
  if (format == "text") return render_text(difference, colour);
  if (format == "json") return render_json(difference);
  if (format == "markdown") return render_markdown(difference);
  throw invalid({"--format", ""}, "text, json or markdown", '"' + format + '"');
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
  add_output_options(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Question question =
      policy.empty() ? options : overridden(read_policy(policy).question, options);
  if (write && !std::filesystem::exists(file)) {
    write_file(file, write_lock(lock_now(question)));
    return 0;
  }
  const Lock before = read_lock(file);
  const Question asked =
      question.model.empty() ? overridden(question_of(before), question) : question;
  const Lock after = lock_now(asked);
  const Difference changes = difference(before, replayed(before), after, allowed);
  const int code = changes.regressed() && !write ? 1 : 0;
  answer(output, code,
         [&](const std::string& format, bool colour) { return rendered(changes, format, colour); });
  if (write) write_file(file, write_lock(after));
  return code;
}

}  // namespace kvplan::tool
