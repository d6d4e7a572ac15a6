#include "kvplan/deployment.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "kvplan/error.hpp"

using namespace kvplan;

namespace {

namespace fs = std::filesystem;

fs::path scratch(const std::string& name, const std::string& text) {
  const fs::path folder = fs::temp_directory_path() / "kvplan-deployment-test";
  fs::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << text;
  return folder / name;
}

DeploymentFiles read_text_as(const std::string& name, const std::string& text) {
  const std::vector<fs::path> paths{scratch(name, text)};
  return read_deployment(paths);
}

std::string error_of(const std::string& name, const std::string& text) {
  try {
    (void)read_text_as(name, text);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::invalid);
    return error.pointer() + "|" + error.expected() + "|" + error.found();
  }
  return "no error";
}

struct Shape {
  std::string name;
  std::string text;
  int line;  ///< of the utilization
};

}  // namespace

TEST_CASE("a serve line is read out of every file that people keep it in, with its line") {
  const std::vector<Shape> shapes{
      {"a.sh", "vllm serve m --gpu-memory-utilization 0.8\n", 1},
      {"b.sh",
       "#!/bin/sh\nexec vllm serve \\\n  m \\\n  --gpu_memory_utilization=0.8 2>&1 | tee log\n", 4},
      {"c.sh",
       "ARGS=(\n  m\n  --gpu-memory-utilization \"${UTIL:-0.8}\"  # share\n)\nvllm serve "
       "\"${ARGS[@]}\"\n",
       3},
      {"d.sh",
       "U=0.8\nX=1 python3 -m vllm.entrypoints.openai.api_server --model m "
       "--gpu-memory-utilization $U\n",
       2},
      {"e.sh",
       "docker run -it --rm --gpus all -p 8000:8000 vllm/vllm-openai:v0.33.0 \\\n  --model m "
       "--gpu-memory-utilization 0.8\n",
       2},
      {"f.sh", "ssh box 'cd /srv &&\n vllm serve m --gpu-memory-utilization 0.8'\n", 2},
      {"g.sh", "bash -c \"exec vllm serve m --gpu-memory-utilization 0.8\"\r\n", 1},
      {"r.yaml",
       "model: m\ncontainer: c\ndefaults:\n  util: 0.8\ncommand: |\n  vllm serve {model} \\\n    "
       "--gpu-memory-utilization {util}\n",
       4},
      {"compose.yml",
       "services:\n  a:\n    image: vllm/vllm-openai:v0.33.0\n    command: >\n      --model m\n    "
       "  --gpu-memory-utilization 0.8\n",
       6},
      {"list.yml",
       "services:\n  a:\n    image: vllm/vllm-openai:v0.33.0\n    command:\n      - --model=m\n    "
       "  - --gpu-memory-utilization\n      - 0.8\n",
       7},
      {"u.service",
       "[Service]\nEnvironment=UTIL=0.8\nExecStart=/usr/bin/vllm serve m \\\n    "
       "--gpu-memory-utilization ${UTIL}\n",
       4},
      {"i.json",
       "[{\"Path\": \"vllm\", \"Args\": [\"serve\", \"m\",\n \"--gpu-memory-utilization\", "
       "\"0.8\"],\n \"Config\": {}, \"HostConfig\": {}}]",
       2},
      {"k.yaml",
       "apiVersion: v1\nkind: Service\n---\napiVersion: apps/v1\nkind: Deployment\nspec:\n  "
       "template:\n    spec:\n      containers:\n        - image: vllm/vllm-openai:v0.33.0\n       "
       "   args:\n            - --model\n            - m\n            - "
       "--gpu-memory-utilization=0.8\n",
       14},
      {"s.yaml",
       "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: v\n      command: [bash, "
       "-c]\n      args:\n        - |\n          set -e\n          vllm serve m \\\n            "
       "--gpu-memory-utilization 0.8\n",
       11},
      {"h.yaml",
       "servingEngineSpec:\n  modelSpec:\n    - modelURL: m\n      vllmConfig:\n        "
       "gpuMemoryUtilization: 0.8\n",
       5},
      {"v.yaml", "model: m\ngpu-memory-utilization: 0.8\nport: 8000\n", 2},
  };
  for (const Shape& shape : shapes) {
    CAPTURE(shape.name);
    const DeploymentFiles all = read_text_as(shape.name, shape.text);
    REQUIRE(all.engines.size() == 1);
    const ServeCommand& start = all.engines[0];
    REQUIRE(start.model.has_value());
    CHECK(start.model->value == "m");
    const EngineOption* share = start.find("gpu-memory-utilization");
    REQUIRE(share != nullptr);
    CHECK(share->value == "0.8");
    CHECK(share->origin.line == shape.line);
    CHECK(fs::path(share->origin.file).filename() == shape.name);
  }
}

TEST_CASE("words that only speak of a start are none") {
  for (const std::string line :
       {"echo \"vllm serve m\"\n", "pkill -f 'vllm serve'\n", "# vllm serve m\ntrue\n"}) {
    CAPTURE(line);
    CHECK(read_text_as("n.sh", line).engines.empty());
  }
}

TEST_CASE("a unit's wrapper script is read beside it, once") {
  const fs::path script = scratch("start-copy.sh", "#!/bin/sh\nexec vllm serve m --port 8001\n");
  const fs::path unit =
      scratch("copy.service", "[Service]\nExecStart=/opt/x/start-copy.sh\nRestart=always\n");
  const std::vector<fs::path> both{script, unit};
  const DeploymentFiles all = read_deployment(both);
  REQUIRE(all.engines.size() == 1);
  CHECK(all.engines[0].name == "copy.service");
  CHECK(all.engines[0].port() == 8001);
  CHECK(all.engines[0].restart->value == "always");
}

TEST_CASE("a start fills what a question leaves open, and what is asked wins") {
  const auto starts = engine_starts(
      "vllm serve m -tp 2 --max-model-len 8k --kv-cache-memory-bytes 36864M "
      "--spec-method mtp --spec-tokens 4 --gpu-memory-utilization 0.7",
      "--vllm-args");
  REQUIRE(starts.size() == 1);
  Question question;
  question.util = "0.74";
  question = with_options_of(starts[0], question);
  CHECK(question.model == "m");
  CHECK(question.util == "0.74");
  CHECK(question.kv_cache_memory == "38654705664");  // 36,864 MiB
  CHECK(question.engine_options.at("tensor_parallel_size") == "2");
  CHECK(question.engine_options.at("max_model_len") == "8k");
  CHECK(question.speculative_config == R"({"method":"mtp","num_speculative_tokens":4})");
}

TEST_CASE("of several starts one is named") {
  const fs::path file = scratch("two.yml",
                                "services:\n  a: {image: x/vllm:1, command: --model m1}\n  b: "
                                "{image: x/vllm:1, command: --model m2}\n");
  CHECK(read_engine_start(file.string() + ":b").model->value == "m2");
  CHECK_THROWS_WITH_AS((void)read_engine_start(file.string()),
                       doctest::Contains("one engine, or FILE:NAME"), Error);
  CHECK_THROWS_WITH_AS((void)read_engine_start(file.string() + ":c"),
                       doctest::Contains("expected one of a, b"), Error);
}

TEST_CASE("proxies show where they listen and whom they serve") {
  const DeploymentFiles nginx =
      read_text_as("n.conf",
                   "upstream v { server 10.0.0.1:8000; server [::1]:8001 max_fails=0; }\n"
                   "server { listen 8080 default_server; location / { proxy_pass http://v; } }\n");
  REQUIRE(nginx.proxies.size() == 1);
  CHECK(nginx.proxies[0].servers[1].host == "::1");
  CHECK(nginx.proxies[0].listens[0].port == 8080);
  const DeploymentFiles haproxy = read_text_as("h.cfg",
                                               "frontend in\n  bind *:8080\n  default_backend "
                                               "v\nbackend v\n  server a 10.0.0.1:8000 check\n");
  REQUIRE(haproxy.proxies.size() == 1);
  CHECK(haproxy.proxies[0].listens[0].host.empty());
  CHECK(haproxy.proxies[0].servers[0].port == 8000);
}

TEST_CASE("a file that is broken, or nothing that kvplan reads, is one clear line") {
  const std::string kinds =
      "|a serve line, recipe, compose file, unit, manifest or proxy configuration|";
  CHECK(error_of("x.sh", "vllm serve 'm\n") == "line 1|a closing '|the end of the text");
  CHECK(error_of("x.conf", "http {\n upstream v { server a:1; }\n") ==
        "line 1|a closing }|the end of the file");
  CHECK(error_of("x.conf", "upstream v { server a:1; }\n}\n") == "line 2|a directive|}");
  CHECK(error_of("x.yaml", "services:\n  a: [1, 2\n").starts_with("line "));
  CHECK(error_of("x.sh", std::string("a\nb\0c", 5)) == "line 2|text|a NUL byte");
  CHECK(error_of("x.txt", "only prose\n") == kinds + "text that is none of them");
  CHECK(error_of("x.yaml", "") == kinds + "an empty file");
  CHECK(error_of("x.yaml", "just words") == kinds + "a single value");
  CHECK(error_of("x.service", "[Service\n") == "line 1|[Section]|[Service");
  CHECK(error_of("x.service", "[Service]\nExecStart\n") == "line 2|Name=value|\"ExecStart\"");
}

TEST_CASE("hostile files end in an error or an answer, never in a crash") {
  std::string deep = "services: ";
  for (int i = 0; i < 5000; ++i) deep += "{a: ";
  CHECK(error_of("deep.yaml", deep) != "no error");
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int k = 0; k < 9; ++k) bomb += ", " + before;
    bomb += "]\n";
  }
  CHECK(error_of("bomb.yaml", bomb) != "no error");
  CHECK(error_of("braces.conf", "server " + std::string(5000, '{') + ";") != "no error");
  CHECK(error_of("long.sh", "vllm serve m --port " + std::string(3000000, '9') + "\n") ==
        "no error");
  // A variable that doubles itself stops growing.
  std::string doubling = "A=xxxxxxxx\n";
  for (int i = 0; i < 64; ++i) doubling += "A=$A$A\n";
  CHECK(error_of("double.sh", doubling + "vllm serve $A\n") == "no error");
  std::string nested = "vllm serve ";
  for (int i = 0; i < 3000; ++i) nested += "$(";
  CHECK(error_of("nested.sh", nested) != "no error");
}
