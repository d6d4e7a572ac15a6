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

std::string repeated(const std::string& text, int times) {
  std::string whole;
  for (int i = 0; i < times; ++i) whole += text;
  return whole;
}

std::vector<int> ports_of(const std::vector<Address>& addresses) {
  std::vector<int> ports;
  for (const Address& each : addresses) ports.push_back(each.port);
  return ports;
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
  std::string nested = "vllm serve ";
  for (int i = 0; i < 3000; ++i) nested += "$(";
  CHECK(error_of("nested.sh", nested) != "no error");
}

TEST_CASE("what a file's variables make together has a limit, and the error has its line") {
  const std::string too_much = "|variables that expand to at most 16 MiB|more";
  const std::string start = "vllm serve m\n";
  const std::string doubling = repeated("A=$A$A\n", 24);
  CHECK(error_of("double.sh", "A=xxxxxxxx\n" + doubling + start) == "line 21" + too_much);
  CHECK(error_of("double.sh", "A=x\n" + repeated("A=$A$A\n", 12) + start) == "no error");
  const std::string arrays = repeated("A=(\"${A[@]}\" \"${A[@]}\")\n", 24);
  CHECK(error_of("array.sh", "A=(x)\n" + arrays + start) == "line 18" + too_much);
  // 2^15 words, split anew on each line: 65 bytes each, and the text once more.
  const std::string words = "A='x '\n" + repeated("A=\"$A$A\"\n", 15);
  CHECK(error_of("words.sh", words + repeated("y $A\n", 8) + start) == "line 24" + too_much);
  CHECK(error_of("words.sh", words + repeated("y $A\n", 4) + start) == "no error");
  // A here-document is any text, but what it makes counts.
  const std::string document = "cat <<EOF\nvllm serve $A\nEOF\n";
  CHECK(error_of("document.sh", words + repeated(document, 8) + start) == "line 39" + too_much);
}

TEST_CASE("an environment that every start repeats counts every time") {
  const std::string few = "export A=1\n";
  std::string many;
  for (int i = 0; i < 500; ++i) many += "export V" + std::to_string(i) + "=1\n";
  CHECK(error_of("many.sh", many + repeated("vllm serve m\n", 500)) ==
        "line 988|variables that expand to at most 16 MiB|more");
  const DeploymentFiles all = read_text_as("few.sh", few + repeated("vllm serve m\n", 500));
  REQUIRE(all.engines.size() == 500);
  CHECK(all.engines[499].environment.at("A").value == "1");
  CHECK(all.engines[499].origin.line == 501);
}

TEST_CASE("a substitution sees the variables around it and keeps its own") {
  const DeploymentFiles all = read_text_as("s.sh",
                                           "vllm serve m\nU=a\n"
                                           "x=$(systemctl restart $U; U+=b; systemctl stop $U)\n"
                                           "systemctl start $U\n");
  REQUIRE(all.actions.size() == 3);
  CHECK(all.actions[0].unit == "a.service");
  CHECK(all.actions[1].unit == "ab.service");
  CHECK(all.actions[2].unit == "a.service");
}

TEST_CASE("$(NAME) in a manifest is a variable given before, and none without end") {
  const std::string pod =
      "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: vllm/vllm-openai:v0.33.0\n"
      "      args: [--model, $(V1), --port, $(LATER)]\n      env:\n        - {name: V0, value: "
      "xxxxxxxxxx}\n";
  std::string doubling = pod;
  for (int i = 1; i < 24; ++i) {
    const std::string before = "$(V" + std::to_string(i - 1) + ")";
    doubling += "        - {name: V" + std::to_string(i) + ", value: " + before + before + "}\n";
  }
  CHECK(error_of("pod.yaml", doubling) == "line 28|variables that expand to at most 16 MiB|more");
  const DeploymentFiles all =
      read_text_as("pod.yaml", pod +
                                   "        - {name: V1, value: $(V0)/$(V2)}\n"
                                   "        - {name: V2, value: y}\n");
  REQUIRE(all.engines.size() == 1);
  CHECK(all.engines[0].model->value == "xxxxxxxxxx/$(V2)");
  CHECK(all.engines[0].find("port")->value == "$(LATER)");
}

TEST_CASE("compose and recipes count what they put in") {
  const std::string value(100000, 'x');
  const std::string compose = "services:\n  a:\n    image: x/vllm:1\n    command:\n";
  (void)scratch(".env", "A=" + value + "\n");
  CHECK(error_of("c.yml", compose + repeated("      - $A\n", 200))
            .ends_with("|variables that expand to at most 16 MiB|more"));
  CHECK(error_of("c.yml", compose + repeated("      - $A\n", 20)) == "no error");
  fs::remove(scratch(".env", ""));
  const std::string recipe = "model: m\ncontainer: c\ndefaults:\n  a: " + value + "\ncommand: ";
  CHECK(error_of("r.yaml", recipe + "vllm serve " + repeated("{a}", 200) + "\n") ==
        "line 5|variables that expand to at most 16 MiB|more");
  const DeploymentFiles all = read_text_as(
      "r.yaml",
      "model: m\ncontainer: c\ndefaults:\n  a: 7\ncommand: |\n  vllm serve {model} --x "
      "'{{\"b\": {a}, {c}, {{{}}}}}' --y {d{a}\n");
  REQUIRE(all.engines.size() == 1);
  CHECK(all.engines[0].find("x")->value == R"({"b": 7, {c}, {{}}})");
  CHECK(all.engines[0].find("y")->value == "{d7");
}

TEST_CASE("files that include each other end in an error, an include or two do not") {
  const auto including = [](int times) {
    const std::vector<fs::path> both{scratch("a.conf", repeated("include b.conf;\n", times)),
                                     scratch("b.conf", repeated("include a.conf;\n", times))};
    return both;
  };
  CHECK_NOTHROW((void)read_deployment(including(2)));
  CHECK_THROWS_WITH_AS((void)read_deployment(including(3)),
                       doctest::Contains("expected includes that expand to at most 16 MiB, found "
                                         "more"),
                       Error);
  const std::vector<fs::path> site{
      scratch("a.conf",
              "include b.conf;\nserver { listen 80; location / { proxy_pass http://v; } }"),
      scratch("b.conf", "upstream v { server 10.0.0.1:8000; }\n")};
  const DeploymentFiles all = read_deployment(site);
  REQUIRE(all.proxies.size() == 2);  // the included file is one of those given, too
  CHECK(all.proxies[0].listens[0].port == 80);
}

TEST_CASE("each upstream and backend has the listens of those that name it, once") {
  const DeploymentFiles nginx = read_text_as(
      "three.conf",
      "http {\n  upstream a { server 10.0.0.1:1; }\n  upstream b { server 10.0.0.1:2; }\n"
      "  upstream c { server 10.0.0.1:3; }\n"
      "  server { listen 81; listen 82; location / { proxy_pass http://a; }\n"
      "    location /x { proxy_pass http://a; } location /b { proxy_pass http://b/y; } }\n"
      "  server { listen 83; location / { proxy_pass http://a; } }\n}\n");
  REQUIRE(nginx.proxies.size() == 3);
  CHECK(ports_of(nginx.proxies[0].listens) == std::vector<int>{81, 82, 83});
  CHECK(ports_of(nginx.proxies[1].listens) == std::vector<int>{81, 82});
  CHECK(ports_of(nginx.proxies[2].listens).empty());
  const DeploymentFiles haproxy = read_text_as(
      "three.cfg",
      "frontend f\n  bind :81\n  use_backend a if x\n  use_backend a if y\n  default_backend b\n"
      "frontend g\n  bind :82\n  default_backend a\n"
      "backend a\n  server s 10.0.0.1:1\nbackend b\n  server s 10.0.0.1:2\n");
  REQUIRE(haproxy.proxies.size() == 2);
  CHECK(ports_of(haproxy.proxies[0].listens) == std::vector<int>{81, 82});
  CHECK(ports_of(haproxy.proxies[1].listens) == std::vector<int>{81});
}

TEST_CASE("a script's calls have their lines, and an address inside a path is none of its own") {
  const DeploymentFiles all =
      read_text_as("calls.sh",
                   "vllm serve m\n  # http://c:1/x\ncurl http://a:2/v1 https://b/health; "
                   "ws://d:3\ncurl \"http://e:4/?to=http://f:5/\"\n");
  REQUIRE(all.calls.size() == 3);
  CHECK(all.calls[1].host == "b");
  CHECK(all.calls[1].port == 443);
  CHECK(all.calls[1].path == "/health");
  CHECK(all.calls[1].origin.line == 3);
  CHECK(all.calls[2].path == "/?to=http://f:5/");
  CHECK(all.calls[2].origin.line == 4);
}

TEST_CASE("each document of a stream has the file's lines, in its errors too") {
  const std::string one =
      "---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n"
      "    - name: v\n      command: [bash, -c]\n      args:\n        - |\n"
      "          vllm serve m\n";  // 10 lines
  const DeploymentFiles all = read_text_as("stream.yaml", "# set\n" + repeated(one, 3));
  REQUIRE(all.engines.size() == 3);
  CHECK(all.engines[0].origin.line == 11);
  CHECK(all.engines[2].model->origin.line == 31);
  CHECK(error_of("stream.yaml", repeated(one, 2) + "---\na: 1\na: 2\n") ==
        "line 23|each name once|\"a\" again");
}
