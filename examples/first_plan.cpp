// A first plan: the story's two boxes, its model, and how many whole requests they hold.
#include <iostream>
#include <memory>

#include "kvplan/kvplan.hpp"

int main() {
  using namespace kvplan;
  const auto folder = find_model("Qwen3.8-Flash-Next-NVFP4", "models");
  PlanRequest request;
  request.model = std::make_shared<const Model>(read_model(folder));
  request.facts = read_facts(folder);
  request.boxes = {find_box("gb10", "boxes"), find_box("gb10", "boxes")};
  number_boxes(request.boxes);
  request.utilization = {0.74, 0.74};
  request.options.kv_cache_dtype = "fp8";
  request.engine = find_engine("vllm@0.33");

  const Report report = plan(request);
  for (const LayoutPlan& layout : report.layouts) {
    std::cout << layout.layout.id() << ": " << format_count(layout.kv_cache_tokens.count())
              << " tokens, " << layout.full_context_requests << " requests of full context\n";
  }
  return report.exit_code();
}
