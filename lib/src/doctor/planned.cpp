#include "doctor/planned.hpp"

#include <cmath>
#include <stdexcept>

#include "kvplan/error.hpp"
#include "kvplan/report.hpp"

namespace kvplan::doctor {
namespace {

bool about(Bytes a, Bytes b) {
  return std::abs(static_cast<double>((a - b).count())) < 0.05 * static_cast<double>(b.count());
}

Box cpu_box(Bytes total) {
  Box box;
  box.name = "cpu";
  box.unified = true;
  box.total = total;
  return box;
}

/// The total that this very box has, where it is the kind that was named.
void fit_totals(PlanRequest& request, const BoxKind& kind) {
  for (Box& box : request.boxes) {
    if (kind.total && box.unified && about(*kind.total, box.total)) box.total = *kind.total;
  }
}

void take(Planned& planned, const Report& report) {
  const std::size_t index = report.recommendation.layout.value_or(0);
  if (report.layouts.empty() || report.layouts[index].copies.empty()) return;
  const CopyPlan& copy = report.layouts[index].copies.front();
  planned.available = copy.available;
  if (copy.capacity.fits) {
    planned.tokens = copy.capacity.tokens;
  } else {
    planned.deficit = copy.capacity.deficit;
  }
}

}  // namespace

Planned plan_of(Question question, const BoxKind& kind, const std::filesystem::path& data_dir) {
  Planned planned;
  const bool named = !question.boxes.empty();
  if (!named) question.boxes = {"gb10"};
  try {
    PlanRequest request = request_from(question, data_dir);
    if (!named && kind.cpu && kind.total) {
      request.boxes = {cpu_box(*kind.total)};
    } else if (!named && kind.total && !about(*kind.total, request.boxes.front().total)) {
      planned.unknown = "this box has " + format_gib(*kind.total) +
                        " of memory, so it is no GB10: name its kind by --box";
      return planned;
    }
    fit_totals(request, kind);
    if (!named) planned.box = request.boxes.front().name;
    take(planned, plan(request));
  } catch (const Error& error) {
    planned.unknown = error.what();
  } catch (const std::overflow_error& error) {
    planned.unknown = error.what();
  }
  return planned;
}

}  // namespace kvplan::doctor
