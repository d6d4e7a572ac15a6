#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "kvplan/changeover.hpp"
#include "kvplan/error.hpp"

using namespace kvplan;

namespace {

/// A folder of its own that is the current one while a test runs.
class Here {
 public:
  Here() : before_(std::filesystem::current_path()) {
    std::string name = (std::filesystem::temp_directory_path() / "kvplan-proxy-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
    std::filesystem::current_path(folder_);
  }
  ~Here() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
    std::filesystem::remove_all(folder_, ignored);
  }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;
  static void write(const std::string& name, const std::string& text) {
    std::ofstream(name) << text;
  }

 private:
  std::filesystem::path before_;
  std::filesystem::path folder_;
};

std::int64_t tail_of(const std::string& name, const std::string& text) {
  Here::write(name, text);
  return ban_tail(parse_proxy(name)).high;
}

}  // namespace

TEST_CASE("a HAProxy file is one whatever it begins with") {
  const Here here;
  // inter 2s (HAProxy's default) for the first answer, rise 2: 2 + 1 × 2.
  CHECK(tail_of("a.cfg", "backend x\n  server a h:1 check\n  server b h:2 check\n") == 4);
  CHECK(parse_proxy("a.cfg").kind == "haproxy");
  CHECK(tail_of("b.cfg",
                "listen x\n  bind :80\n  default-server inter 5s rise 3\n"
                "  server a h:1 check\n  server b h:2 check\n") == 15);
  // downinter 10s until the first good answer, then twice fastinter 500ms.
  CHECK(tail_of("c.cfg",
                "defaults\n  default-server check inter 2s fastinter 500ms downinter 10s rise 3\n"
                "backend x\n  server a h:1\n  server b h:2\n") == 11);
  CHECK(tail_of("d.cfg", "backend x\n  server a h:1 check inter 3000 rise 1\n") == 3);  // ms
  CHECK(tail_of("e.cfg", "backend x\n  server a h:1\n") == 0);  // never asked, never left out
  // DEPLOYMENT.md 8: 1.0 s with inter 1s fastinter 500ms rise 1.
  CHECK(tail_of("f.cfg", "backend x\n  server a h:1 check inter 1s fastinter 500ms rise 1\n") == 1);
}

TEST_CASE("nginx: the servers of one upstream count, not the last words of the file") {
  const Here here;
  const std::string copies =
      "upstream vllm { server a:1 max_fails=3 fail_timeout=30s; server b:1; }\n";
  CHECK(tail_of("one.conf", copies + "server { location / { proxy_pass http://vllm; } }\n") == 31);
  const std::string others =
      copies + "upstream web { server c:1 max_fails=9 fail_timeout=1h; server d:1; }\n";
  Here::write("two.conf", others);
  CHECK_THROWS_WITH_AS((void)parse_proxy("two.conf"), doctest::Contains("found vllm, web"), Error);
  CHECK(ban_tail(parse_proxy("two.conf:vllm")).high == 31);
  CHECK(ban_tail(parse_proxy("two.conf:web")).high == 3601);
  CHECK_THROWS_WITH_AS((void)parse_proxy("two.conf:x"), doctest::Contains("one of vllm, web"),
                       Error);
  // ngx_http_upstream_module: with one server both parameters are ignored.
  CHECK(tail_of("lone.conf", "upstream vllm { server a:1 fail_timeout=1h; }\n") == 0);
  CHECK(tail_of("off.conf",
                "upstream vllm { server a:1 max_fails=0; server b:1 max_fails=0; }\n") == 0);
}

TEST_CASE("a file of a word's name does not hide the word") {
  const Here here;
  for (const char* word : {"none", "nginx", "haproxy"})
    Here::write(word, "upstream x { server a:1 fail_timeout=1h; server b:1; }\n");
  CHECK(ban_tail(parse_proxy("none")).high == 0);
  CHECK(ban_tail(parse_proxy("nginx")).high == 11);
  CHECK(ban_tail(parse_proxy("haproxy")).high == 4);
  CHECK(ban_tail(parse_proxy("./none")).high == 3601);
}
