#include "kvplan/finding.hpp"

#include <doctest/doctest.h>

#include "kvplan/lint.hpp"

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

TEST_CASE("A file's name is printable and UTF-8 in every format") {
  Finding named = finding(Severity::error, "t\x1b[2J");
  named.file = "\xff\x9b\x1b.sh";
  const std::vector<Finding> all{named};
  const std::vector<Case> cases{{.name = named.file, .finding = named}};
  const std::string shown = "\xEF\xBF\xBD\xEF\xBF\xBD?.sh";
  CHECK(render_github(all) == "::error file=" + shown + ",line=7,title=r::t?[2J\n");
  CHECK(render_csv(all) ==
        "rule,severity,file,line,text,seconds,bytes,fix\nr,error," + shown + ",7,t?[2J,,,\n");
  CHECK(render_tap(cases) == "TAP version 14\n1..1\nnot ok 1 - " + shown +
                                 "\n  ---\n  message: \"t\\u001b[2J\"\n  severity: error\n"
                                 "  at: \"\xEF\xBF\xBD\xEF\xBF\xBD\\u001b.sh:7\"\n  ...\n");
  const std::string in_xml = "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD.sh";
  CHECK(count(render_junit("s", cases), "name=\"" + in_xml + "\">") == 1);
  CHECK(count(render_junit("s", cases), ">" + in_xml + ":7</failure>") == 1);
  CHECK(render_findings_text(all, 1, false) ==
        shown + ":7: error r\n    t?[2J\n\n1 file: 1 error, 0 warnings, 0 notes\n");
  CHECK(count(render_findings_markdown(all, 1), "| " + shown + ":7 | t?\\[2J |") == 1);
  CHECK(count(render_findings_html(all, 1), in_xml + ":7") == 1);
}
