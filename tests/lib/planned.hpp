// The story's request, for tests that vary it.
#pragma once

#include <memory>
#include <string>

#include "kvplan/catalog.hpp"
#include "kvplan/report.hpp"
#include "source_dir.hpp"

namespace kvplan::tests {

/// Two GB10 boxes and Qwen3.8-Flash-Next with an fp8 cache, at one utilization.
inline PlanRequest story(double utilization, const std::string& kv_cache_dtype = "fp8") {
  const auto folder = find_model("Qwen3.8-Flash-Next-NVFP4", source_dir() / "models");
  PlanRequest request;
  request.model = std::make_shared<const Model>(read_model(folder));
  request.facts = read_facts(folder);
  request.boxes = {find_box("gb10", source_dir() / "boxes"),
                   find_box("gb10", source_dir() / "boxes")};
  number_boxes(request.boxes);
  request.utilization = {utilization, utilization};
  request.engine = find_engine("vllm@0.33");
  request.options.kv_cache_dtype = kv_cache_dtype;
  return request;
}

}  // namespace kvplan::tests
