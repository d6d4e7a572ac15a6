#include "kvplan/lint.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "kvplan/error.hpp"
#include "lib/planned.hpp"

using namespace kvplan;

namespace {

namespace fs = std::filesystem;

const std::string incidents = std::string(tests::source_dir()) + "/tests/golden/incidents/";

LintOptions options() {
  LintOptions chosen;
  chosen.data_dir = tests::source_dir();
  return chosen;
}

std::vector<Finding> lint_folder(const std::string& folder, const LintOptions& chosen = options()) {
  const std::vector<fs::path> paths{incidents + folder};
  return lint(read_deployment(paths), chosen);
}

/// One text under a name, linted alone.
std::vector<Finding> lint_text(const std::string& name, const std::string& text,
                               const LintOptions& chosen = options()) {
  const fs::path folder = fs::temp_directory_path() / "kvplan-lint-test";
  fs::create_directories(folder);
  const fs::path file = folder / name;
  std::ofstream(file, std::ios::binary) << text;
  const std::vector<fs::path> paths{file};
  const DeploymentFiles files = read_deployment(paths);
  fs::remove(file);
  return lint(files, chosen);
}

std::vector<std::string> rules_of(const std::vector<Finding>& findings) {
  std::vector<std::string> found;
  for (const Finding& each : findings) found.push_back(each.rule + ":" + std::to_string(each.line));
  return found;
}

using Rules = std::vector<std::string>;

}  // namespace

TEST_CASE("incident 1: a ban of 30 s is up to 30 s of 502 with a healthy copy behind it") {
  const auto findings = lint_folder("1-ban-after-both-down");
  CHECK(rules_of(findings) == Rules{"ban-outlasts-restart:7", "ban-outlasts-restart:8"});
  CHECK(findings[0].severity == Severity::error);
  CHECK(findings[0].seconds == 30.0);
}

TEST_CASE("incident 2: a batch job that asks one copy goes past the proxy") {
  const auto findings = lint_folder("2-batch-past-proxy");
  CHECK(rules_of(findings) == Rules{"client-past-proxy:4"});
  CHECK(findings[0].severity == Severity::error);
}

TEST_CASE("incident 3: metrics through the proxy jump") {
  const auto findings = lint_folder("3-metrics-through-proxy");
  CHECK(rules_of(findings) == Rules{"metrics-through-proxy:7"});
  CHECK(findings[0].severity == Severity::error);
}

TEST_CASE("incident 4: a watchdog that starts the old unit takes the model away for a start") {
  LintOptions chosen = options();
  const auto story = lint_folder("4-old-watchdog", chosen);
  CHECK(rules_of(story) == Rules{"watchdog-starts-other-unit:7"});
  CHECK(story[0].severity == Severity::error);
  CHECK(story[0].seconds == 780.0);  // the story: 5 to 13 minutes
  chosen.restart_seconds = 240;
  CHECK(lint_folder("4-old-watchdog", chosen)[0].seconds == 240.0);
}

TEST_CASE("incident 5: a share of 0.78 leaves 5 GiB") {
  const auto findings = lint_folder("5-share-too-large");
  CHECK(rules_of(findings) == Rules{"memory-too-little:8"});
  REQUIRE(findings[0].bytes.has_value());
  CHECK(format_gib(*findings[0].bytes) == "5.04 GiB");
  CHECK(findings[0].severity == Severity::error);
}

TEST_CASE("the ban of the engine's own page: 10,000 s less what the restart took") {
  CHECK(lint_folder("ban-of-the-engines-page")[0].seconds == 10000.0);
  LintOptions chosen = options();
  chosen.restart_seconds = 300;
  CHECK(lint_folder("ban-of-the-engines-page", chosen)[0].seconds == 9700.0);
}

TEST_CASE("the same set as it should be has no finding") {
  CHECK(rules_of(lint_folder("clean")).empty());
}

// --max-num-batched is a beginning that only one option has: the engine takes it.
TEST_CASE("an option of the engine is known by name, and a slip has its nearest spelling") {
  const auto findings =
      lint_text("serve.sh",
                "vllm serve m --host 127.0.0.1 --gpu-memory-utilisation 0.7 \\\n"
                "  --swap-space 4 --max_model_len=8k --no-enable-prefix-caching \\\n"
                "  --compilation-config.mode 3 -O3 -tp 2 --max-num-batched 4096\n");
  CHECK(rules_of(findings) == Rules{"unknown-flag:1", "removed-flag:2"});
  CHECK(findings[0].fix == "--gpu-memory-utilization");
  CHECK(findings[0].severity == Severity::error);
}

TEST_CASE("an official image's release decides which options are gone") {
  const std::string line = " --model m --host 127.0.0.1 --swap-space 4\n";
  CHECK(rules_of(lint_text("a.sh", "docker run --network host vllm/vllm-openai:v0.17.1" + line))
            .empty());
  CHECK(rules_of(lint_text("a.sh", "docker run --network host vllm/vllm-openai:v0.18.0" + line)) ==
        Rules{"removed-flag:1"});
}

TEST_CASE("a share given twice is worth the difference of the two") {
  const auto findings =
      lint_text("values.yaml",
                "servingEngineSpec:\n  modelSpec:\n    - name: a\n      repository: r/vllm-x\n"
                "      tag: v1.2\n      vllmConfig:\n        gpuMemoryUtilization: 0.95\n"
                "        extraArgs: [\"--gpu-memory-utilization\", \"0.4\"]\n");
  REQUIRE(rules_of(findings) == Rules{"option-twice:8"});
  // 0.55 × 130,663,886,848 B, rounded up.
  CHECK(findings[0].bytes == Bytes{71865137767});
}

TEST_CASE("an engine that ends with 0 is not started again by on-failure") {
  const auto findings =
      lint_text("vllm.service",
                "[Service]\nExecStart=/bin/vllm serve m --host 10.0.0.1 --shutdown-timeout 60\n"
                "Restart=on-failure\nTimeoutStopSec=45\n");
  CHECK(rules_of(findings) == Rules{"restart-misses-clean-exit:3", "stop-before-drained:4"});
  CHECK(findings[1].seconds == 35.0);  // 60 + 20 − 45
}

TEST_CASE("HAProxy's way back is downinter and rise − 1 times fastinter") {
  const std::string text =
      "defaults\n  mode http\n  timeout server 1h\nbackend vllm\n  balance leastconn\n"
      "  http-request deny if { path /metrics }\n"
      "  default-server check inter 10s rise 3\n  server a 10.0.0.1:8000\n  server b "
      "10.0.0.2:8000\n";
  const auto findings = lint_text("haproxy.cfg", text);
  REQUIRE(rules_of(findings) == Rules{"ban-outlasts-restart:8", "ban-outlasts-restart:9"});
  CHECK(findings[0].seconds == 30.0);
}

TEST_CASE("a queue without a time of its own waits as long as a connect") {
  const std::string text =
      "defaults\n  mode http\n  timeout connect 2s\nbackend vllm\n  balance leastconn\n"
      "  http-request deny if { path /metrics }\n"
      "  server a 10.0.0.1:8000 check maxconn 12\n  server b 10.0.0.2:8000 check maxconn 12\n";
  const auto findings = lint_text("haproxy.cfg", text);
  REQUIRE(rules_of(findings) == Rules{"short-queue:7"});
  CHECK(findings[0].seconds == 2.0);
}

TEST_CASE("keys are found where they are written out, and only there") {
  CHECK(rules_of(lint_text("a.sh", "vllm serve m --host 127.0.0.1 --api-key s3cr3t-value\n")) ==
        Rules{"key-in-file:1"});
  for (const std::string line :
       {"vllm serve m --host 127.0.0.1 --api-key \"$KEY\"\n",
        "OPENAI_API_KEY=EMPTY vllm serve m --host 127.0.0.1\n",
        "vllm serve m --host 127.0.0.1 --api-key \"$(cat /run/secrets/key)\"\n"}) {
    CAPTURE(line);
    CHECK(rules_of(lint_text("a.sh", line)).empty());
  }
}

TEST_CASE("a comment among continued lines loses the options behind it") {
  CHECK(
      rules_of(lint_text("a.sh", "vllm serve m --host 127.0.0.1 \\\n  # more\n  --port 8001\n")) ==
      Rules{"lost-options:2"});
}

TEST_CASE("services of one compose file cannot publish one port, nor take more than the box") {
  const auto findings =
      lint_text("compose.yaml",
                "services:\n"
                "  a: {image: r/vllm-x:1, restart: always, stop_grace_period: 1m, ports: "
                "['127.0.0.1:8000:8000'],\n"
                "      command: --model a --gpu-memory-utilization 0.6 --shutdown-timeout 30}\n"
                "  b: {image: r/vllm-x:1, restart: always, stop_grace_period: 1m, ports: "
                "['127.0.0.1:8000:8000'],\n"
                "      command: --model b --gpu-memory-utilization 0.6 --shutdown-timeout 30}\n");
  CHECK(rules_of(findings) == Rules{"duplicate-port:4", "shares-exceed-memory:5"});
}

TEST_CASE("limits whose sum leaves 64 bits end no lint: what they allow is not judged") {
  const auto beside = [](const std::string& limit) {
    return lint_text(
        "compose.yaml",
        "services:\n"
        "  a: {image: r/vllm-x:1, restart: always, stop_grace_period: 1m,\n"
        "      command: --model a --gpu-memory-utilization 0.7 --shutdown-timeout 30}\n"
        "  b: {image: x, mem_limit: " +
            limit + "}\n  c: {image: x, mem_limit: " + limit + "}\n");
  };
  CHECK(rules_of(beside("8000000t")).empty());
  CHECK(rules_of(beside("1g")).empty());
  CHECK(rules_of(beside("20g")) == Rules{"memory-too-little:3"});
}

TEST_CASE("a line that probes is told from one that asks, in one file") {
  const std::string proxy =
      "upstream vllm { least_conn; zone vllm 64k; server 10.0.0.1:8000 max_fails=0; server "
      "10.0.0.2:8000 max_fails=0; }\n";
  const fs::path folder = fs::temp_directory_path() / "kvplan-lint-test-lines";
  fs::create_directories(folder);
  std::ofstream(folder / "n.conf", std::ios::binary) << proxy;
  std::ofstream(folder / "batch.sh", std::ios::binary)
      << "export OPENAI=http://10.0.0.1:8000\ncurl http://10.0.0.1:8000\n"
         "curl --HealthCheck http://10.0.0.1:8000/v1/x\ncurl http://10.0.0.2:8000/v1/x\n";
  const std::vector<fs::path> paths{folder};
  const auto findings = lint(read_deployment(paths), options());
  fs::remove_all(folder);
  CHECK(rules_of(findings) == Rules{"client-past-proxy:1", "client-past-proxy:4"});
}

TEST_CASE("of several upstreams those that look like engines are judged, each by its own passes") {
  const auto findings = lint_text(
      "sites.conf",
      "http {\n  proxy_buffering off;\n  client_max_body_size 64m;\n  proxy_connect_timeout 1s;\n"
      "  upstream llm-a { server 10.0.0.1:8000; }\n  upstream shop { server 10.0.0.2:80; }\n"
      "  upstream copies { server 10.0.0.3:8000; }\n"
      "  server { location / { proxy_pass http://llm-a; } }\n"
      "  server { location / { proxy_pass http://shop; } }\n"
      "  server { location / { proxy_pass http://copies; proxy_read_timeout 3600s; } }\n}\n");
  CHECK(rules_of(findings) == Rules{"read-timeout:8"});
}

TEST_CASE("every rule has a source, and an id of its own") {
  std::vector<std::string> ids;
  for (const LintRule& rule : lint_rules()) {
    CHECK_FALSE(rule.source.empty());
    CHECK(rule.summary.ends_with("."));
    ids.emplace_back(rule.id);
  }
  std::ranges::sort(ids);
  CHECK(std::ranges::adjacent_find(ids) == ids.end());
}

TEST_CASE("an option's value that the engine refuses is an error at its line") {
  const auto refused = [](const std::string& given) -> std::string {
    for (const Finding& finding :
         lint_text("start.sh", "\nvllm serve Meta-Llama-3.1-8B " + given + "\n")) {
      if (finding.rule != "option-refused") continue;
      CHECK(finding.severity == Severity::error);
      CHECK(finding.line == 2);
      return finding.text;
    }
    return "none";
  };
  CHECK(refused("--max-model-len banana") ==
        "the engine refuses --max-model-len: expected an integer ≥ -1, found \"banana\"");
  CHECK(refused("--max-num-seqs -5") ==
        "the engine refuses --max-num-seqs: expected an integer ≥ 1, found -5");
  CHECK(refused("--kv-cache-dtype fp9").starts_with("the engine refuses --kv-cache-dtype"));
  CHECK(refused("--tensor-parallel-size 0").starts_with("the engine refuses --tensor-parallel"));
  CHECK(refused("--gpu-memory-utilization 1.7")
            .starts_with("the engine refuses --gpu-memory-utilization"));
  CHECK(refused("--block-size 17").starts_with("the engine refuses --kv-cache-dtype"));
  for (const char* fine :
       {"--gpu-memory-utilization 0.5 --max-model-len 8k", "--tensor-parallel-size 1 -dp 2",
        "--kv-cache-memory-bytes 30G", "--max-model-len auto", "--dtype half -pp 2",
        "--kv-cache-dtype fp8_e5m2 --no-enable-prefix-caching", "--gpu-memory-utilization .85",
        "--speculative-config '{\"model\": \"x/y\", \"num_speculative_tokens\": 3}'"}) {
    CAPTURE(fine);
    CHECK(refused(fine) == "none");
  }
  CHECK(refused("--max-model-len ${LENGTH}") == "none");  // filled in elsewhere
}

TEST_CASE("what is wrong with the plan's own options is said of them, before any file is judged") {
  const auto refusal = [](const Question& question) -> std::string {
    LintOptions chosen = options();
    chosen.question = question;
    try {
      (void)lint_text("start.sh", "vllm serve Meta-Llama-3.1-8B\n", chosen);
    } catch (const Error& error) {
      return error.file();
    }
    return "none";
  };
  CHECK(refusal({}) == "none");
  Question question;
  question.headroom = "4Gib";
  CHECK(refusal(question) == "--headroom");
  question = {};
  question.model = "nowhere";
  CHECK(refusal(question) == "--model");
  question = {};
  question.layout = "foo";
  CHECK(refusal(question) == "--layout");
  question.layout = "replicated";  // of the plan's boxes; a file's start is judged on its own
  CHECK(refusal(question) == "none");
  LintOptions chosen = options();
  chosen.question = question;
  const auto found = lint_text("start.sh", "vllm serve Meta-Llama-3.1-8B\n", chosen);
  CHECK(std::ranges::count(found, "option-refused", &Finding::rule) == 0);
}

// systemd.service(5), systemd.exec(5) and systemd.unit(5): what an empty value resets, and which
// settings are heeded where.
TEST_CASE("a unit is read as systemd reads it") {
  const auto models = [](const std::string& text) {
    const fs::path folder = fs::temp_directory_path() / "kvplan-unit-test";
    fs::create_directories(folder);
    const fs::path file = folder / "copy.service";
    std::ofstream(file) << text;
    const std::vector<fs::path> paths{file};
    std::string found;
    for (const ServeCommand& start : read_deployment(paths).engines) {
      found += (found.empty() ? "" : " ") + start.model.value().value;
    }
    fs::remove_all(folder);
    return found;
  };
  CHECK(models("[Service]\nExecStart=/bin/vllm serve old\nExecStart=\n"
               "ExecStart=/bin/vllm serve new\n") == "new");
  CHECK(models("[Service]\nExecStart=/bin/vllm serve old\nExecStart=\n").empty());
  CHECK(models("[Install]\nExecStart=/bin/vllm serve lost\n").empty());
  const auto killed = [](const std::string& timeout) {
    const auto found = lint_text("copy.service",
                                 "[Service]\nType=notify\nExecStart=/bin/vllm serve m\n"
                                 "TimeoutStartSec=" +
                                     timeout + "\n");
    return std::ranges::count(found, "killed-while-starting", &Finding::rule) > 0;
  };
  CHECK(killed("banana"));  // passed over: the default of 90 s holds
  CHECK_FALSE(killed("30min"));
}
