// Lines of `kvplan batch`. Every line has an answer, and its status is one of the contract's.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "../targets.hpp"
#include "kvplan/batch.hpp"
#include "kvplan/config.hpp"

namespace kvplan::fuzz {

void read_batch(std::string_view input) {
  // Nothing is remembered from one input to the next, and no file is read.
  const Batch batch("/nonexistent");
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    const std::string answer = batch.answer(input.substr(begin, end - begin));
    const std::int64_t status = parse_json(answer, "answer").integer("status", 0);
    if (status != 0 && status != 1 && status != 2 && status != 4) {
      throw std::logic_error("status " + std::to_string(status));
    }
    begin = end + 1;
  }
}

}  // namespace kvplan::fuzz
