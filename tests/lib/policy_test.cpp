#include "kvplan/policy.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "kvplan/error.hpp"

using namespace kvplan;

namespace {

namespace fs = std::filesystem;

/// A policy as a file of its own folder, removed at the end.
class PolicyFile {
 public:
  explicit PolicyFile(const std::string& text, const std::string& name = "kvplan.toml")
      : folder_(fs::temp_directory_path() / "kvplan-policy-test"), file_(folder_ / name) {
    fs::create_directories(folder_);
    std::ofstream(file_) << text;
  }
  ~PolicyFile() { fs::remove_all(folder_); }
  PolicyFile(const PolicyFile&) = delete;
  PolicyFile& operator=(const PolicyFile&) = delete;
  [[nodiscard]] Policy read() const { return read_policy(file_); }
  /// What is said of it, without the folder.
  [[nodiscard]] std::string failure() const {
    try {
      static_cast<void>(read());
    } catch (const Error& error) {
      return std::string(error.what()).substr(folder_.string().size() + 1);
    }
    return "no error";
  }

 private:
  fs::path folder_;
  fs::path file_;
};

const std::string head = "schema_version = 1\nmodel = \"m\"\n";

}  // namespace

TEST_CASE("A policy says what it is about and its limits, with the line of each") {
  const Policy policy =
      PolicyFile(head +
                 "[[box]]\nname = \"gb10\"\nutil = 0.74\n"
                 "[[box]]\nname = \"gb10\"\nutil = 0.7\n"
                 "[[service]]\nname = \"postgres\"\nsize = \"5GiB\"\nbox = \"gb10-1\"\n"
                 "[engine]\nversion = \"0.32\"\nkv-cache-dtype = \"fp8\"\n"
                 "max_num_seqs = 8\n"
                 "[limits]\nmin_headroom = \"5GiB\"\nlayouts = [\"replicated\"]\n")
          .read();
  CHECK(policy.question.model == "m");
  CHECK(policy.question.boxes == std::vector<std::string>{"gb10", "gb10"});
  CHECK(policy.question.util == "0.74,0.7");
  CHECK(policy.question.services == std::vector<std::string>{"postgres=5GiB@gb10-1"});
  CHECK(policy.question.engine == "vllm@0.32");
  CHECK(policy.question.engine_options.at("kv_cache_dtype") == "fp8");
  CHECK(policy.question.engine_options.at("max_num_seqs") == "8");
  CHECK(policy.limits.min_headroom == Bytes{5'368'709'120});
  CHECK(policy.limits.layouts == std::vector<std::string>{"replicated"});
  CHECK_FALSE(policy.limits.min_kv_cache_tokens);
  CHECK(policy.place_of("min_headroom").line == 18);
  CHECK(policy.place_of("layouts").line == 19);
}

TEST_CASE("The same policy as YAML") {
  const Policy policy = PolicyFile(
                            "schema_version: 1\nmodel: {path: m, weights: 71GiB}\n"
                            "box: {name: gb10, util: 0.74, count: 2}\n"
                            "limits:\n  min_full_context_requests: 4\n",
                            "kvplan.yaml")
                            .read();
  CHECK(policy.question.weights == "71GiB");
  CHECK(policy.question.boxes.size() == 2);
  CHECK(policy.question.util == "0.74,0.74");
  CHECK(policy.limits.min_full_context_requests == 4);
  CHECK(policy.place_of("min_full_context_requests").line == 5);
}

TEST_CASE("What is wrong in a policy is one line with its number") {
  CHECK(PolicyFile("model = \"m\"\n").failure() ==
        "kvplan.toml: line 1: expected \"schema_version\", found nothing");
  CHECK(PolicyFile("schema_version = 2\nmodel = \"m\"\n").failure() ==
        "kvplan.toml: line 1 (/schema_version): expected 1, found 2");
  CHECK(PolicyFile(head + "[limits]\nmin_head = 1\n")
            .failure()
            .starts_with("kvplan.toml: line 4: expected one of min_full_context_requests, "));
  CHECK(PolicyFile(head + "[limits]\nmin_headroom = \"5\\u0020parsecs\"\n")
            .failure()
            .starts_with("kvplan.toml: line 4 (/limits/min_headroom): expected a size"));
  CHECK(
      PolicyFile(head + "[limits]\nmin_full_context_requests = -1\n").failure() ==
      "kvplan.toml: line 4 (/limits/min_full_context_requests): expected an integer ≥ 0, found -1");
  CHECK(PolicyFile(head + "[[ignore]]\nlimit = \"layouts\"\nreason = \" \"\nuntil = 2027-01-01\n")
            .failure() == "kvplan.toml: line 5 (/ignore/0/reason): expected a reason, found none");
  CHECK(PolicyFile(head + "[[ignore]]\nlimit = \"layouts\"\nreason = \"x\"\nuntil = \"soon\"\n")
            .failure() ==
        "kvplan.toml: line 6 (/ignore/0/until): expected a day such as 2026-12-31, found \"soon\"");
  CHECK(
      PolicyFile(head + "[[ignore]]\nlimit = \"layouts\"\nreason = \"x\"\nuntil = \"2030-13-45\"\n")
          .failure() ==
      "kvplan.toml: line 6 (/ignore/0/until): expected a day such as "
      "2026-12-31, found \"2030-13-45\"");
  CHECK(PolicyFile(head + "[limits]\nlayouts = []\n").failure() ==
        "kvplan.toml: line 4 (/limits/layouts): expected a list of names, found an empty one");
  CHECK(PolicyFile(head + "[limits]\nrequire_measured = []\n").failure() ==
        "kvplan.toml: line 4 (/limits/require_measured): expected a list of names, found an empty "
        "one");
  CHECK(PolicyFile(head + "[engine]\nkv_cache_type = \"fp8\"\n").failure() ==
        "kvplan.toml: line 4 (/engine/kv_cache_type): expected an option of the engine by vLLM's "
        "name, found \"kv_cache_type\"");
  CHECK(PolicyFile("schema_version = \n")
            .failure()
            .starts_with("kvplan.toml: line 1: expected TOML"));
}

TEST_CASE("A value that is forgotten, said twice or in two ways is no value") {
  CHECK(PolicyFile("schema_version: 1\nmodel: m\nlimits:\n  min_full_context_requests:\n",
                   "kvplan.yaml")
            .failure() ==
        "kvplan.yaml: line 4 (/limits/min_full_context_requests): expected a value, found none");
  CHECK(PolicyFile("schema_version: 1\nmodel: m\nlimits: ~\n", "kvplan.yaml").failure() ==
        "kvplan.yaml: line 3 (/limits): expected a value, found none");
  CHECK(PolicyFile(R"({"schema_version": 1, "model": "m", "limits": {"min_headroom": null}})",
                   "kvplan.json")
            .failure()
            .ends_with("(/limits/min_headroom): expected a value, found none"));
  CHECK(PolicyFile(R"({"schema_version": 1, "model": "m",
                       "limits": {"min_kv_cache_tokens": 9, "min_kv_cache_tokens": 1}})",
                   "kvplan.json")
            .failure() ==
        "kvplan.json: /limits: expected each name once, found \"min_kv_cache_tokens\" again");
  CHECK(PolicyFile("schema_version: 1\nmodel: m\n---\nlimits: {min_kv_cache_tokens: 900}\n",
                   "kvplan.yaml")
            .failure()
            .ends_with("expected one YAML document, found another"));
  CHECK(PolicyFile(head + "[engine]\noptions = \"--max-model-len 4096\"\n").failure() ==
        "kvplan.toml: line 4 (/engine/options): expected a table, found "
        "\"--max-model-len 4096\"");
  CHECK(PolicyFile(head + "[engine]\nmax_model_len = 1\nmax-model-len = 2\n")
            .failure()
            .find("expected each option once") != std::string::npos);
  CHECK(PolicyFile(head + "[[service]]\nname = \"a\"\nsize = \"9GiB\"\nbytes = 5\n").failure() ==
        "kvplan.toml: line 6 (/service/0/bytes): expected size or bytes, found both");
  CHECK(PolicyFile(head + "[[box]]\nname = \"gb10\"\nutil = 0.7\ngpu_memory_utilization = 0.2\n")
            .failure()
            .ends_with("expected util or gpu_memory_utilization, found both"));
}

TEST_CASE("A version is text: 0.30 as a number is 0.3") {
  CHECK(PolicyFile(head + "[engine]\nversion = 0.30\n").failure() ==
        "kvplan.toml: line 4 (/engine/version): expected a version in quotes: 0.30 as a "
        "number is 0.3, found 0.3");
  CHECK(PolicyFile(head + "[engine]\nversion = 0.32\n").read().question.engine == "vllm@0.32");
  CHECK(PolicyFile(head + "[engine]\nname = \"sglang\"\nversion = \"vllm@0.33\"\n")
            .failure()
            .ends_with("expected a version, beside the engine's name, found \"vllm@0.33\""));
  CHECK(PolicyFile(head + "[engine]\nversion = \"0.32\"\n").read().question.engine == "vllm@0.32");
}

TEST_CASE("Boxes are counted in all, not in each table") {
  std::string boxes = head;
  for (int i = 0; i < 2; ++i) boxes += "[[box]]\nname = \"gb10\"\ncount = 600\nutil = 0.7\n";
  CHECK(PolicyFile(boxes).failure() ==
        "kvplan.toml: line 9 (/box/1/count): expected at most 1,024 boxes in all, found more");
}
