#include "kvplan/plans.hpp"

#include <stdexcept>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// Every question once for each value.
template <class Set>
std::vector<Question> times(const std::vector<Question>& questions,
                            const std::vector<std::string>& values, const Set& set) {
  if (values.empty()) return questions;
  std::vector<Question> product;
  for (const Question& question : questions) {
    for (const std::string& value : values) {
      product.push_back(question);
      set(product.back(), value);
    }
  }
  return product;
}

}  // namespace

std::vector<Question> questions_of(const Question& common, const Alternatives& alternatives) {
  std::vector<Question> all{common};
  all = times(all, alternatives.models, [](Question& q, const std::string& v) { q.model = v; });
  all = times(all, alternatives.engines, [](Question& q, const std::string& v) { q.engine = v; });
  all = times(all, alternatives.kv_cache_dtypes,
              [](Question& q, const std::string& v) { q.engine_options["kv_cache_dtype"] = v; });
  return times(all, alternatives.utils, [](Question& q, const std::string& v) { q.util = v; });
}

std::vector<AnsweredQuestion> answer_all(std::span<const Question> questions,
                                         const std::filesystem::path& data_dir,
                                         const std::function<void(std::size_t)>& answered) {
  constexpr int invalid_input = 2;
  constexpr int not_judged = 4;
  std::vector<AnsweredQuestion> answers;
  for (const Question& question : questions) {
    AnsweredQuestion answer{question, std::nullopt, "", 0};
    try {
      answer.report = plan(request_from(question, data_dir));
      answer.status = answer.report->exit_code();
    } catch (const Error& error) {
      answer.error = error.what();
      answer.status = error.kind() == ErrorKind::unknown ? not_judged : invalid_input;
    } catch (const std::overflow_error& error) {
      answer.error = error.what();
      answer.status = invalid_input;
    }
    answers.push_back(std::move(answer));
    if (answered) answered(answers.size());
  }
  return answers;
}

}  // namespace kvplan
