// What people paste: a `vllm serve` line, and the values of options, "NAME TEXT" a line.
#include <algorithm>
#include <string>

#include "../targets.hpp"
#include "kvplan/deployment.hpp"
#include "kvplan/options.hpp"
#include "kvplan/report.hpp"
#include "kvplan/sweep.hpp"

namespace kvplan::fuzz {

void read_serve_line(std::string_view input) {
  for (const ServeCommand& start : engine_starts(input, "line")) {
    const Question question = with_options_of(start, {});
    EngineOptions options;
    for (const auto& [name, value] : question.engine_options) set_option_text(options, name, value);
  }
}

void read_options(std::string_view input) {
  Question question;
  question.model = "Meta-Llama-3.1-8B";
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    const std::string_view line = input.substr(begin, end - begin);
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string name(line.substr(0, space));
    const std::string text(line.substr(std::min(space + 1, line.size())));
    begin = end + 1;
    if (name == "util")
      question.util = text;
    else if (name == "weights")
      question.weights = text;
    else if (name == "cache")
      question.kv_cache_memory = text;
    else if (name == "headroom")
      question.headroom = text;
    else if (name == "service")
      question.services.push_back(text);
    else if (name == "free")
      question.free.push_back(text);
    else if (name == "other")
      question.other_engines.push_back(text);
    else if (name == "lengths")
      question.need_lengths = text;
    else if (name == "restart")
      question.restart = text;
    else if (name == "measured")
      question.measured_tok_s.push_back(text);
    else if (name == "speculative")
      question.speculative_config = text;
    else if (name == "vllm-args")
      question.vllm_args = text;
    else if (name == "engine")
      question.engine = text;
    else if (name == "layout")
      question.layout = text;
    else
      question.engine_options[name] = text;
  }
  const PlanRequest request = request_from(question, KVPLAN_SOURCE_DIR);
  static_cast<void>(plan(request));
}

}  // namespace kvplan::fuzz
