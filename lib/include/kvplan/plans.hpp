// Several questions side by side: models, utilizations, cache dtypes, layouts in one table.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kvplan/question.hpp"
#include "kvplan/report.hpp"

namespace kvplan {

/// A question and its plan, or why there is none.
struct AnsweredQuestion {
  Question question;
  std::optional<Report> report;
  std::string error;
  /// 0, 1, 2 or 4: what the question alone would have exited with.
  int status = 0;
};

/// What is compared: each combination of the lists, in their order, is one question; an empty list
/// leaves the question's own.
struct Alternatives {
  std::vector<std::string> models;
  std::vector<std::string> utils;
  std::vector<std::string> kv_cache_dtypes;
  std::vector<std::string> engines;
};
[[nodiscard]] std::vector<Question> questions_of(const Question& common,
                                                 const Alternatives& alternatives);

/// Plans each; a question that cannot be planned keeps its error and does not stop the others.
/// @param answered  told after each question how many are done
[[nodiscard]] std::vector<AnsweredQuestion> answer_all(
    std::span<const Question> questions, const std::filesystem::path& data_dir,
    const std::function<void(std::size_t)>& answered = {});

/// A row for each question and layout; the recommended layout is marked.
[[nodiscard]] std::string render_text(std::span<const AnsweredQuestion> answers, bool colour);
[[nodiscard]] std::string render_json(std::span<const AnsweredQuestion> answers);
[[nodiscard]] std::string render_markdown(std::span<const AnsweredQuestion> answers);
[[nodiscard]] std::string render_html(std::span<const AnsweredQuestion> answers);
/// The same rows with bytes as integers, by RFC 4180.
[[nodiscard]] std::string render_csv(std::span<const AnsweredQuestion> answers);

}  // namespace kvplan
