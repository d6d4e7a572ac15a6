#include "kvplan/finding.hpp"

#include <doctest/doctest.h>

using namespace kvplan;

namespace {

Finding finding(Severity severity, const std::string& text) {
  return {.rule = "r", .severity = severity, .file = "a/b.conf", .line = 7, .text = text};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("GitHub shows ten of a kind; the tenth says how many more there are") {
  std::vector<Finding> many(13, finding(Severity::error, "e"));
  many.push_back(finding(Severity::note, "n"));
  const std::string out = render_github(many);
  CHECK(count(out, "::error ") == 10);
  CHECK(count(out, "(and 3 more)") == 1);
  CHECK(out.ends_with("::notice file=a/b.conf,line=7,title=r::n\n"));
}

TEST_CASE("A workflow command cannot be broken out of") {
  const std::string out =
      render_github(std::vector{finding(Severity::error, "a\n::set-env::x % y")});
  CHECK(out == "::error file=a/b.conf,line=7,title=r::a%0A::set-env::x %25 y\n");
}

TEST_CASE("SARIF's paths stay inside the repository and are URIs") {
  Finding outside = finding(Severity::warning, "w");
  outside.file = "../../etc/pass wd";
  CHECK(render_sarif("t", std::vector{outside}, {}).find("\"uri\": \"pass%20wd\"") !=
        std::string::npos);
  outside.file = "/etc/x";
  CHECK(render_sarif("t", std::vector{outside}, {}).find("\"uri\": \"x\"") != std::string::npos);
  outside.file = "./a/../b.toml";
  CHECK(render_sarif("t", std::vector{outside}, {}).find("\"uri\": \"b.toml\"") !=
        std::string::npos);
}

TEST_CASE("GitLab's fingerprints tell findings apart and do not follow the line") {
  Finding first = finding(Severity::error, "same");
  Finding moved = first;
  moved.line = 99;
  const auto print = [](const std::string& json) {
    return json.substr(json.find("\"fingerprint\": \"") + 16, 16);
  };
  CHECK(print(render_gitlab(std::vector{first})) == print(render_gitlab(std::vector{moved})));
  const std::string twice = render_gitlab(std::vector{first, first});
  CHECK(count(twice, print(render_gitlab(std::vector{first}))) == 1);
}

TEST_CASE("CSV quotes what it must, and a consequence keeps its unit's column") {
  Finding one = finding(Severity::warning, "a, \"b\"");
  one.bytes = 5_GiB;
  CHECK(render_csv(std::vector{one}) ==
        "rule,severity,file,line,text,seconds,bytes,fix\n"
        "r,warning,a/b.conf,7,\"a, \"\"b\"\"\",,5368709120,\n");
}
