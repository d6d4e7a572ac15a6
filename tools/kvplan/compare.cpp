// Several models, utilizations, cache dtypes and engines in one table.
#include <algorithm>

#include "commands.hpp"
#include "data_dir.hpp"
#include "kvplan/error.hpp"
#include "kvplan/plans.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

std::string rendered(const std::vector<AnsweredQuestion>& answers, const std::string& format,
                     bool colour) {
  if (format == "text") return render_text(answers, colour);
  if (format == "json") return render_json(answers);
  if (format == "markdown") return render_markdown(answers);
  if (format == "csv") return render_csv(answers);
  throw invalid({"--format", ""}, "text, json, markdown or csv", '"' + format + '"');
}

/// The plan's option of that name, repeatable here.
void repeatable(CommandLine& app, const std::string& option, std::vector<std::string>& values,
                const std::string& help) {
  app.remove(option);
  app.option(option, values, help + "; repeatable");
}

/// 0 when some plan meets its need; else the code of what is worst known.
int exit_code(const std::vector<AnsweredQuestion>& answers) {
  int code = 0;
  for (const AnsweredQuestion& answer : answers) {
    if (answer.status == 0) return 0;
    code = code == 0 ? answer.status : std::min(code, answer.status);
  }
  return code;
}

}  // namespace

int run_compare(int argc, char** argv) {
  CommandLine app{"Plans each combination of models, engines, cache dtypes and utilizations.",
                  "kvplan compare"};
  Question common;
  OutputOptions output;
  Alternatives alternatives;
  add_plan_options(app, common);
  add_output_options(app, output);
  repeatable(app, "--model", alternatives.models,
             "config.json, a folder with one, a shipped model");
  repeatable(app, "--util", alternatives.utils, "share of a box's memory: 0.74, or 0.74,0.78");
  repeatable(app, "--kv-cache-dtype", alternatives.kv_cache_dtypes, "auto, bfloat16, fp8, …");
  app.option("--engine", alternatives.engines, "vllm@0.33, …; repeatable");
  if (const auto over = app.parse(argc, argv)) return *over;
  const auto answers = answer_all(questions_of(common, alternatives), data_dir());
  if (answers.size() == 1 && !answers.front().report) {
    static_cast<void>(plan(plan_request(answers.front().question)));  // its error is the answer
  }
  return answer(output, exit_code(answers), [&](const std::string& format, bool colour) {
    return rendered(answers, format, colour);
  });
}

}  // namespace kvplan::tool
