// A question as Python holds it: its calibration may be one at hand instead of a file.
#pragma once

#include <memory>
#include <string>

#include "kvplan/calibration.hpp"
#include "kvplan/question.hpp"

namespace kvplan::python {

struct Asked : Question {
  std::shared_ptr<Calibration> learned;

  [[nodiscard]] PlanRequest request(const std::string& data_dir) const {
    return request_from(*this, data_dir, learned);
  }
};

}  // namespace kvplan::python
