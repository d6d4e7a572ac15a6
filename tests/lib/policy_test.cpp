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
