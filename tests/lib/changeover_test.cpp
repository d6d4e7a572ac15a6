// The story's change, and the rules of the steps.
#include "kvplan/changeover.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include <algorithm>

#include "kvplan/error.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

const Report& two_boxes() {
  static const Report report = plan(story(0.74));
  return report;
}

ChangeoverQuestion to_copies() {
  ChangeoverQuestion question;
  question.from = "split";
  question.to = "replicated";
  question.proxy = parse_proxy("nginx:max_fails=3,fail_timeout=30s");
  return question;
}

std::vector<std::string> ids_of(const Changeover& change) {
  std::vector<std::string> ids;
  for (const ChangeoverStep& step : change.steps) ids.push_back(step.id);
  return ids;
}

bool same(const SecondsBand& band, std::int64_t low, std::int64_t high) {
  return band.low == low && band.high == high;
}

bool avoids(const Changeover& change, const std::string& id) {
  return std::ranges::find(change.avoidable, id, &Avoidable::id) != change.avoidable.end();
}

std::string refusal(const ChangeoverQuestion& question) {
  try {
    (void)changeover(two_boxes(), question);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the story: 11 minutes without the model, then up to 30 seconds of 502 and a second") {
  ChangeoverQuestion question = to_copies();
  question.start = SecondsBand{660, 660};
  question.stop = {0, 0};
  question.memory = {0, 0};
  const Changeover change = changeover(two_boxes(), question);
  CHECK(same(change.without, 660, 660));
  CHECK(same(change.tail, 0, 31));
  CHECK(same(change.with_part, 0, 0));
  CHECK(avoids(change, "no_ban"));
  CHECK(avoids(change, "reload_proxy"));
  CHECK(avoids(change, "active_check"));
}

TEST_CASE("from the facts alone the story's 11 minutes lie in the band of the change") {
  const Changeover change = changeover(two_boxes(), to_copies());
  // stop 1 to 17 s, memory 0 to 180 s, a copy 300 to 780 s
  CHECK(same(change.without, 301, 977));
  CHECK(same(change.with_part, 0, 480));  // the second copy, as much slower as starts differ
  CHECK(ids_of(change) == std::vector<std::string>{"check_way_back", "stop", "memory_back", "start",
                                                   "completion", "proxy_ban", "others", "tool_test",
                                                   "metrics"});
}

TEST_CASE("without a ban, or with the proxy reloaded, nothing follows the outage") {
  ChangeoverQuestion question = to_copies();
  question.proxy = parse_proxy("nginx:max_fails=0");
  CHECK(same(changeover(two_boxes(), question).tail, 0, 0));
  question.proxy = parse_proxy("haproxy:inter=1s,rise=1");
  CHECK(same(changeover(two_boxes(), question).tail, 0, 1));
  question = to_copies();
  question.proxy_reloaded = true;
  const Changeover change = changeover(two_boxes(), question);
  CHECK(change.tail.high <= 1);
  CHECK(!avoids(change, "no_ban"));
}

TEST_CASE("vLLM's own nginx page bans a copy for hours") {
  CHECK(same(ban_tail(parse_proxy("nginx:max_fails=3,fail_timeout=10000s")), 0, 10001));
  CHECK(same(ban_tail(parse_proxy("nginx")), 0, 11));  // nginx's defaults: 1 failure, 10 s
  CHECK(same(ban_tail(parse_proxy("none")), 0, 0));
}

TEST_CASE("one copy restarts while the other serves: nothing without, a part for the while") {
  ChangeoverQuestion question = to_copies();
  question.from = "replicated";
  question.to = "";
  question.restart_copy = 2;
  question.requests_a_minute = 26.5;  // the story's afternoon: 26 to 27 over both copies
  question.copy_requests_a_minute = 13.25;
  question.start = SecondsBand{660, 660};
  question.drain = {0, 0};
  question.stop = {1, 1};
  question.memory = {0, 0};
  const Changeover change = changeover(two_boxes(), question);
  CHECK(same(change.without, 0, 0));
  CHECK(same(change.tail, 0, 0));
  CHECK(same(change.with_part, 663, 663));  // out and in again by a reload of a second each
  REQUIRE(change.phases.size() == 1);
  CHECK(change.phases[0].serving == 1);
  CHECK(change.phases[0].of == 2);
  CHECK(change.phases[0].requests_held == 2);  // of the plan's 2 × 2
  CHECK(change.phases[0].waiting == 146);      // 13.25 a minute too many, 663 seconds
  const auto start = std::ranges::find(change.steps, "start", &ChangeoverStep::id);
  CHECK(start->boxes == std::vector<std::string>{"gb10-2"});
  CHECK(ids_of(change) == std::vector<std::string>{"check_way_back", "take_out", "drain", "stop",
                                                   "memory_back", "start", "completion", "put_back",
                                                   "tool_test", "metrics"});
}

TEST_CASE("back to the split: the model is away for the split's own start") {
  ChangeoverQuestion question = to_copies();
  std::swap(question.from, question.to);
  const Changeover change = changeover(two_boxes(), question);
  CHECK(same(change.without, 1201, 1397));  // 20 minutes, and stop and memory
  CHECK(same(change.with_part, 0, 0));
}

TEST_CASE("a new build of the same layout goes copy by copy") {
  ChangeoverQuestion question = to_copies();
  question.from = "replicated";
  const Changeover change = changeover(two_boxes(), question);
  CHECK(same(change.without, 0, 0));
  CHECK(std::ranges::count(ids_of(change), "start") == 2);
  CHECK(std::ranges::count(ids_of(change), "put_back") == 2);
}

TEST_CASE("each step waits for what must be true first, and steps follow one another") {
  ChangeoverQuestion question = to_copies();
  question.old_units = {"old.service", "old-watchdog.timer"};
  const Changeover change = changeover(two_boxes(), question);
  CHECK(change.steps.front().text == "systemctl disable --now old.service old-watchdog.timer");
  const auto start = std::ranges::find(change.steps, "start", &ChangeoverStep::id);
  CHECK(start->requires_first.front() ==
        "MemAvailable is at least 90.1 GiB on gb10-1, 90.1 GiB on gb10-2 (its share, which the "
        "engine checks)");
  SecondsBand before{0, 0};
  for (const ChangeoverStep& step : change.steps) {
    CHECK(step.start.low == before.low);
    CHECK(step.start.high == before.high);
    CHECK(step.start.low <= step.start.high);
    before = step.end;
  }
  CHECK(change.steps.back().serving == 2);
}

TEST_CASE("what cannot be is refused in one line") {
  ChangeoverQuestion question = to_copies();
  question.to = "pipeline";
  CHECK(
      refusal(question).starts_with("--to: expected a layout of these boxes (replicated-2xtp1, "));
  question.to = "";
  CHECK(refusal(question) ==
        "--to: expected a layout, or --restart-copy in its place, found neither");
  question.from = "replicated";
  question.restart_copy = 3;
  CHECK(refusal(question) == "--restart-copy: expected a copy of 1 to 2, found 3");
  for (const char* text : {"apache", "nginx:max_fails=x", "none:x", ""}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)parse_proxy(text), Error);
  }
}

TEST_CASE("a proxy's times and counts are of a sane size") {
  CHECK(parse_proxy("haproxy:inter=2m,rise=3").check_seconds == 360);
  CHECK(parse_proxy("haproxy:inter=1500ms,rise=1").check_seconds == 2);
  CHECK_THROWS_WITH_AS((void)parse_proxy("haproxy:inter=1000000000h,rise=1000000000h"),
                       "--proxy: expected inter as a time up to 1e9 seconds, found \"1000000000h\"",
                       Error);
  CHECK_THROWS_WITH_AS((void)parse_proxy("haproxy:inter=1s,rise=2s"),
                       "--proxy: expected rise as a whole number up to 1e9, found \"2s\"", Error);
  CHECK_THROWS_WITH_AS((void)parse_proxy("nginx:max_fails=1000000001"),
                       "--proxy: expected max_fails as a whole number up to 1e9, found "
                       "\"1000000001\"",
                       Error);
}

TEST_CASE("a proxy's setting that was typed is one of its own") {
  CHECK(parse_proxy("haproxy:inter 1s rise 3").check_seconds == 3);
  CHECK(parse_proxy("nginx:max_fails=2 fail_timeout=7s").fail_timeout_seconds == 7);
  for (const char* setting : {"foo=1", "max_fail=3", "max_fails", "max_fails=3,30s"}) {
    CAPTURE(setting);
    CHECK_THROWS_WITH_AS((void)parse_proxy(std::string("nginx:") + setting),
                         doctest::Contains("--proxy: expected max_fails=… or fail_timeout=…"),
                         Error);
  }
  CHECK_THROWS_AS((void)parse_proxy("haproxy:fail_timeout=1s"), Error);
}

TEST_CASE("the picture is whole, loads nothing and escapes names") {
  PlanRequest request = story(0.74);
  request.boxes[0].name = "<script>&\"";
  const Report report = plan(request);
  const std::string picture = render_svg(changeover(report, to_copies()));
  CHECK(picture.starts_with("<svg "));
  CHECK(picture.ends_with("</svg>\n"));
  CHECK(picture.find("<script") == std::string::npos);
  CHECK(picture.find("&lt;script&gt;") != std::string::npos);
  CHECK(picture.find("href") == std::string::npos);
  CHECK(picture.find("url(") == std::string::npos);
}

TEST_CASE("four copies become two pairs while something always serves") {
  PlanRequest request = story(0.74);
  request.boxes.assign(4, find_box("gb10", tests::source_dir() / "boxes"));
  number_boxes(request.boxes);
  request.utilization.assign(4, 0.74);
  ChangeoverQuestion question = to_copies();
  question.from = "replicated-4xtp1";
  question.to = "mixed-2xtp2";
  question.drain = {0, 0};
  question.stop = {0, 0};
  question.memory = {0, 0};
  const Changeover change = changeover(plan(request), question);
  CHECK(same(change.without, 0, 0));
  CHECK(same(change.with_part, 2 * 1202, 2 * 1202));  // out, 20 minutes, in; two pairs
  REQUIRE(change.phases.size() == 2);
  CHECK(change.phases[0].serving == 2);  // of four copies
  CHECK(change.phases[0].of == 4);
  CHECK(change.phases[0].requests_held == 4);
  CHECK(change.phases[1].serving == 1);  // of two pairs
  CHECK(change.phases[1].of == 2);
  CHECK(change.phases[1].requests_held == 23);
}

TEST_CASE("the first start of a layout is an outage of one start") {
  ChangeoverQuestion question = to_copies();
  question.from = "none";
  const Changeover change = changeover(two_boxes(), question);
  CHECK(same(change.without, 300, 780));
  CHECK(change.from == "none");
  CHECK(change.going_back.empty());
}

TEST_CASE("a proxy's file is read as the proxy reads it") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "kvplan-proxy-test";
  fs::create_directories(folder);
  const auto read = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return parse_proxy((folder / name).string());
  };
  const auto seconds = [&](const std::string& name, const std::string& text) {
    return ban_tail(read(name, text)).high;
  };
  // The first line is the section's; default-server counts; 5 s, then two answers 5 s apart.
  CHECK(seconds("a.cfg",
                "listen copies\n  bind :80\n  default-server inter 5s rise 3\n"
                "  server a 10.0.0.1:8000 check\n  server b 10.0.0.2:8000 check\n") == 15);
  CHECK(seconds("b.cfg", "backend copies\n  server a 10.0.0.1:8000 check inter 2s rise 2\n") == 4);
  // Down it is asked every 10 s; then once more after 1 s.
  CHECK(seconds("c.cfg",
                "backend copies\n"
                "  server a 10.0.0.1:8000 check inter 2s fastinter 1s downinter 10s rise 2\n") ==
        11);
  const std::string copies =
      "upstream copies {\n  server 10.0.0.1:8000 max_fails=3 fail_timeout=5s;\n"
      "  server 10.0.0.2:8000 max_fails=3 fail_timeout=7s;\n}\n";
  CHECK(seconds("a.conf", "# max_fails=9 fail_timeout=1h\n" + copies) == 8);  // the slower, and 1 s
  CHECK_THROWS_WITH_AS(
      (void)read("b.conf", copies + "upstream other {\n  server 10.0.0.9:80 fail_timeout=1h;\n}\n"),
      doctest::Contains("expected one upstream or backend, or FILE:NAME, found copies, other"),
      Error);
  CHECK(ban_tail(parse_proxy((folder / "b.conf").string() + ":copies")).high == 8);
  CHECK_THROWS_WITH_AS((void)read("notes.txt", "max_fails=3\n"),
                       doctest::Contains("expected an upstream of nginx or a backend of HAProxy"),
                       Error);
  fs::remove_all(folder);
}

TEST_CASE("a file whose name is a word of --proxy does not stand for it") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "kvplan-proxy-word";
  const fs::path before = fs::current_path();
  fs::create_directories(folder);
  std::ofstream(folder / "none") << "upstream c {\n  server a:1;\n}\n";
  fs::current_path(folder);
  const ProxyRule rule = parse_proxy("none");
  fs::current_path(before);
  fs::remove_all(folder);
  CHECK(rule.kind == "none");
}
