// `emit`: what is checked before anything is written, and how names are quoted. The files
// themselves are checked by their own validators and at work: tests/deployment.
#include "kvplan/emit.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "emit/address.hpp"
#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"
#include "kvplan/error.hpp"

using namespace kvplan;
using namespace kvplan::emit_detail;

namespace {

/// The least that a plan of two copies says.
std::string plan_text(const std::string& id = "replicated-2xtp1") {
  return R"({"schema_version": 1, "model": {"name": "org--m"},
    "engine": {"name": "vllm", "rules": "0.33", "options": {"max_model_len": 1000, "max_num_seqs": 8}},
    "boxes": [{"name": "a", "total_bytes": 100, "util": 0.5, "requested_bytes": 50},
              {"name": "b", "total_bytes": 100, "util": 0.25, "requested_bytes": 25}],
    "layouts": [{"id": ")" +
         id + R"(", "layout": "replicated", "fits": true, "tensor_parallel_size": 1,
      "pipeline_parallel_size": 1, "largest_request_tokens": 1000, "start_seconds": {"low": 10, "high": 40},
      "per_copy": [{"boxes": ["a"], "kv_cache_tokens": 5750, "available_kv_bytes": 7, "weights_bytes": 3},
                   {"boxes": ["b"], "kv_cache_tokens": 1150, "available_kv_bytes": 5, "weights_bytes": 3}]}]})";
}

Deployment made(const EmitOptions& options = {}, const std::string& text = plan_text()) {
  return deployment_from(parse_json(text, "plan.json"), options);
}

std::string refused(const EmitOptions& options, const std::string& text = plan_text()) {
  try {
    (void)made(options, text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("values of the plan, with where they are from") {
  const Deployment deployment = made();
  CHECK(deployment.model == "org/m");
  REQUIRE(deployment.copies.size() == 2);
  CHECK(deployment.boxes[1].utilization.value == 0.25);
  CHECK(deployment.cap.value == 8);
  CHECK(deployment.cap.source == "plan: engine.options.max_num_seqs");
  CHECK(deployment.start_seconds.value == 40);
  // 5,750 tokens of cache at 575 tok/s are read in 10 s; with 1,800 s of answer, in whole minutes.
  CHECK(deployment.first_token_seconds.value == 10);
  CHECK(deployment.read_seconds.value == 1860);
  CHECK(deployment.copies[0].nodes[0].free_at_start.value == Bytes{50});
}

TEST_CASE("a copy on the proxy's box is reached from there alone, another one by its address") {
  const Deployment deployment = made();
  CHECK(deployment.copies[0].listen == "127.0.0.1");
  CHECK(deployment.copies[1].listen == "192.168.100.11");
  CHECK(deployment.copies[0].port == 8001);
  CHECK(deployment.copies[1].port == 8002);
}

TEST_CASE("the cache in bytes: what must be free is the weights and the cache of a rank") {
  EmitOptions options;
  options.pin_cache_bytes = true;
  const Deployment deployment = made(options);
  CHECK(deployment.copies[0].cache_bytes.value == Bytes{7});
  CHECK(deployment.copies[0].nodes[0].free_at_start.value == Bytes{10});
}

TEST_CASE("a release is only told what it knows") {
  const auto with_rules = [](const std::string& rules) {
    std::string text = plan_text();
    text.replace(text.find("0.33"), 4, rules);
    return made({}, text);
  };
  CHECK(with_rules("0.33").drains);
  CHECK(with_rules("0.33").queue_limit);
  CHECK(with_rules("0.18").drains);
  CHECK_FALSE(with_rules("0.18").queue_limit);
  CHECK_FALSE(with_rules("0.17").drains);
}

TEST_CASE("listens that others can reach are refused unless they are asked for") {
  for (const char* host : {"0.0.0.0", "8.8.8.8", "[::]", "[2001:db8::1]", "172.32.0.1"}) {
    EmitOptions options;
    options.listen = host;
    CHECK(refused(options) ==
          std::string("--listen: expected a local or private address (--allow-public for "
                      "another), found \"") +
              host + "\"");
    options.allow_public = true;
    CHECK(refused(options).empty());
  }
  for (const char* host : {"127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "[::1]",
                           "[fd00::1]", "100.64.0.1", "spark-1.lan"}) {
    EmitOptions options;
    options.listen = host;
    CHECK(refused(options).empty());
  }
}

TEST_CASE("hosts, paths, users and units hold nothing that a format could take for its own") {
  const auto with = [](auto set) {
    EmitOptions options;
    set(options);
    return refused(options);
  };
  CHECK(with([](EmitOptions& o) { o.addresses = {"a;b", "c"}; }) != "");
  CHECK(with([](EmitOptions& o) { o.addresses = {"1.2.3", "10.0.0.1"}; }) != "");
  CHECK(with([](EmitOptions& o) { o.addresses = {"10.0.0.1"}; }) ==
        "--address: expected one for each of the 2 boxes, found 1");
  CHECK(with([](EmitOptions& o) { o.paths = {"/v1/x\n"}; }) != "");
  CHECK(with([](EmitOptions& o) { o.paths = {"v1"}; }) != "");
  CHECK(with([](EmitOptions& o) { o.config_dir = "/etc/a b"; }) != "");
  CHECK(with([](EmitOptions& o) { o.user = "-x"; }) != "");
  CHECK(with([](EmitOptions& o) { o.interface = "e$(x)"; }) != "");
  CHECK(with([](EmitOptions& o) { o.old_units = {"a b"}; }) != "");
  CHECK(with([](EmitOptions& o) { o.port = 0; }) != "");
  CHECK(with([](EmitOptions& o) { o.status_port = 8000; }) != "");
  CHECK(with([](EmitOptions& o) { o.copy_port = 65535; }) != "");
  CHECK(with([](EmitOptions& o) { o.cap = 9; }) == "--cap: expected a number from 1 to 8, found 9");
  CHECK(with([](EmitOptions& o) { o.nginx_ban_seconds = 30; }) ==
        "--nginx-ban: expected a number from 0 to 5, found 30");
}

TEST_CASE("a plan file that came from elsewhere writes no lines of its own") {
  CHECK(refused({}, plan_text("x\\nExecStart=/bin/false")) != "");
  CHECK(refused({}, "{}") != "");
  CHECK(refused({}, R"({"schema_version": 2})") ==
        "plan.json: /schema_version: expected 1, found 2");
}

TEST_CASE("a plan's arguments are those that a plan decides, whatever else a file says") {
  const auto with = [](const std::string& arguments) {
    std::string text = plan_text();
    text.replace(text.find("\"rules\""), 7, "\"arguments\": [" + arguments + "], \"rules\"");
    return text;
  };
  const std::vector<std::string> kept{"--dtype=float16", "--no-async-scheduling",
                                      "--kv-cache-dtype-skip-layers", "0", "sliding_window"};
  CHECK(made({}, with(R"("--max-model-len=1000", "--dtype=float16", "--no-async-scheduling",
      "--kv-cache-dtype-skip-layers", "0", "sliding_window")"))
            .arguments == kept);
  for (const char* word :
       {"--host=0.0.0.0", "--trust-remote-code", "--model=evil/repo", "--port=22", "--api-key=x",
        "--ho=::", "--gpu_memory_utilization=1", "--tensor-parallel-size=2", "-tp=2", "-r1",
        "--middleware=evil.Module", "--tool-parser-plugin=evil.py", "--worker-cls=evil.Worker",
        "--config=evil.yaml", "--frobnicate", "--", "-", "evil/repo", ""}) {
    CAPTURE(word);
    CHECK(refused({}, with(std::string(R"("--dtype=float16", ")") + word + '"')) ==
          std::string("plan.json: /engine/arguments/1: expected an option that a plan decides "
                      "(--serve-arg for another), found \"") +
              word + '"');
  }
}

TEST_CASE("--serve-arg gives no option again that the files set, in any of its spellings") {
  const auto with = [](const std::string& word) {
    EmitOptions options;
    options.serve_args = {"--seed=3", word};
    return refused(options);
  };
  CHECK(with("--host=0.0.0.0") ==
        "--serve-arg: expected an option that the files do not set: --host is set by --address, "
        "found \"--host=0.0.0.0\"");
  for (const char* word : {"--host",
                           "--hos=::",
                           "--port",
                           "--port=22",
                           "--model=evil/repo",
                           "--mode",
                           "--api_key=x",
                           "--served_model_name=x",
                           "--max_model_len=8",
                           "--max-model",
                           "--device-memory-utilization",
                           "--device-m=1",
                           "-tp=2",
                           "-t=2",
                           "-pp",
                           "-n2",
                           "-n",
                           "-r1",
                           "--uds=/tmp/x",
                           "--headless",
                           "--master-addr=x",
                           "--shutdown-timeout=0"}) {
    CAPTURE(word);
    CHECK(with(word) != "");
  }
  for (const char* word :
       {"--trust-remote-code", "--chat-template=x", "--model-impl=vllm", "-q=awq", "-O3",
        "--portable=no", "--grpc-port=1", "8", "-5", "a b", "--"}) {
    CAPTURE(word);
    CHECK(with(word).empty());
  }
}

TEST_CASE("all that the launch scripts set is refused as --serve-arg") {
  for (const bool nginx : {false, true}) {
    for (const bool bytes : {false, true}) {
      EmitOptions options;
      options.proxy = nginx ? ProxyKind::nginx : ProxyKind::haproxy;
      options.pin_cache_bytes = bytes;
      const Deployment deployment = made(options);
      const DeployedCopy& copy = deployment.copies.front();
      for (const Argument& argument : serve_command(deployment, copy, copy.nodes.front())) {
        if (!argument.word.starts_with("--")) continue;
        CAPTURE(argument.word);
        EmitOptions again = options;
        again.serve_args = {argument.word};
        CHECK(refused(again).starts_with("--serve-arg: "));
      }
    }
  }
}

TEST_CASE("what does not fit, and services that lack memory, are refused") {
  const auto why = [](std::string text) { return refusal(parse_json(text, "p"), EmitOptions{}); };
  CHECK(!why(plan_text()));
  std::string text = plan_text();
  text.replace(text.find("\"fits\": true"), 12, "\"fits\": false");
  CHECK(why(text) == "replicated-2xtp1 does not fit");
  text = plan_text();
  text.insert(text.find("\"per_copy\""),
              R"("ledgers": [{"box": "b", "shortfall_bytes": 1073741824}], )");
  CHECK(why(text) == "replicated-2xtp1: the services on b lack 1.00 GiB");
  text.replace(text.find("\"box\": \"b\""), 10, R"("box": "b\nFITS\u001b[2J")");
  CHECK(why(text) == "replicated-2xtp1: the services on b?FITS?[2J lack 1.00 GiB");
}

TEST_CASE("quotes of each kind of file") {
  CHECK(shell_word("plain-1.0/x") == "plain-1.0/x");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("it's $(x)") == R"('it'\''s $(x)')");
  CHECK(json_string("a\"b\n") == R"("a\"b\n")");
  CHECK(json_string("\xe2\x80\xa8") == R"("\u2028")");
  CHECK(json_string("a\x7f\xc2\x9b\xc2\x85") == R"("a\u007f\u009b\u0085")");
  CHECK(compose_string("$A") == R"("$$A")");
  CHECK(one_line("a\nb\\") == "a b/");
  CHECK(one_line("a\x7f\xc2\x9b\xff") == "a ?\xEF\xBF\xBD");
  CHECK(unit_text("50%") == "50%%");
  CHECK(code("a`b") == "`a'b`");
}

TEST_CASE("a template and its values that do not match are our own fault") {
  CHECK_THROWS_AS((void)fill("no such file", {}), std::logic_error);
  CHECK_THROWS_AS((void)fill("kvplan-health", {}), std::logic_error);
  CHECK_THROWS_AS((void)fill("kvplan-health", {{"origin", "x"}, {"y", "z"}}), std::logic_error);
}

TEST_CASE("a diff shows changes with three lines around them") {
  const EmittedFile after{"f", 0644, "1\n2\n3\n4\n5\nsix\n7\n"};
  CHECK(unified_diff("1\n2\n3\n4\n5\nsix\n7\n", after).empty());
  CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n", after) ==
        "--- f\n+++ f\n@@ -3,5 +3,5 @@\n 3\n 4\n 5\n-6\n+six\n 7\n");
  CHECK(unified_diff(std::nullopt, {"f", 0644, "1\n"}) ==
        "--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+1\n");
}
