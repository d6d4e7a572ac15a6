// Several models, utilizations, cache dtypes and engines in one table.
#include <algorithm>

#include "commands.hpp"
#include "data_dir.hpp"
#include "formats.hpp"
#include "kvplan/error.hpp"
#include "kvplan/plans.hpp"
#include "options.hpp"
#include "progress.hpp"

namespace kvplan::tool {
namespace {

using Answers = std::vector<AnsweredQuestion>;

const Formats<Answers>& formats() {
  static const Formats<Answers> all{
      {"text", [](const Answers& answers, bool colour) { return render_text(answers, colour); }},
      {"json", [](const Answers& answers, bool) { return render_json(answers); }},
      {"markdown", [](const Answers& answers, bool) { return render_markdown(answers); }},
      {"html", [](const Answers& answers, bool) { return render_html(answers); }},
      {"csv", [](const Answers& answers, bool) { return render_csv(answers); }},
  };
  return all;
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
  add_output_options(app, output, formats().listed());
  add_fail_on_warn(app, output);
  repeatable(app, "--model", alternatives.models,
             "config.json, a folder with one, a shipped model");
  repeatable(app, "--util", alternatives.utils, "share of a box's memory: 0.74, or 0.74,0.78");
  repeatable(app, "--kv-cache-dtype", alternatives.kv_cache_dtypes, "auto, bfloat16, fp8, …");
  app.option("--engine", alternatives.engines, "vllm@0.33, …; repeatable");
  if (const auto over = app.parse(argc, argv)) return *over;
  const std::vector<Question> questions = questions_of(common, alternatives);
  Progress progress(questions.size(), "plans");
  const auto answers =
      answer_all(questions, data_dir(), [&](std::size_t done) { progress.at(done); });
  if (answers.size() == 1 && !answers.front().report) {
    static_cast<void>(plan(plan_request(answers.front().question)));  // its error is the answer
  }
  const bool warned = std::ranges::any_of(answers, [](const AnsweredQuestion& one) {
    return one.report && !one.report->warnings.empty();
  });
  return answer(output, with_warnings(output, exit_code(answers), warned), formats(), answers);
}

}  // namespace kvplan::tool
