#include "render/escape.hpp"

#include <doctest/doctest.h>

using namespace kvplan::render;

TEST_CASE("Markdown shows a text as it is") {
  CHECK(markdown_escaped("min_headroom: gb10-1 has 4.88 GiB left") ==
        "min_headroom: gb10-1 has 4.88 GiB left");
  CHECK(markdown_escaped("a|b") == "a\\|b");
  CHECK(markdown_escaped("<script>x</script>") == "&lt;script>x&lt;/script>");
  CHECK(markdown_escaped("[x](http://y)") == "\\[x\\](http://y)");
  CHECK(markdown_escaped("*bold* and _so_ on") == "\\*bold\\* and \\_so\\_ on");
  CHECK(markdown_escaped("`code` ~~x~~ \\") == "\\`code\\` \\~\\~x\\~\\~ \\\\");
  CHECK(markdown_escaped("&lt;") == "&amp;lt;");
  CHECK(markdown_escaped("one\ntwo") == "one two");
}

TEST_CASE("A line that would open a block does not") {
  CHECK(markdown_escaped("# not a heading") == "\\# not a heading");
  CHECK(markdown_escaped("> not a quote") == "&gt; not a quote");
  CHECK(markdown_escaped("---") == "\\---");
  CHECK(markdown_escaped("--util 0.84") == "--util 0.84");
}

TEST_CASE("A span of code holds backticks by longer ones around it") {
  CHECK(markdown_code("--util 0.84") == "`--util 0.84`");
  CHECK(markdown_code("a`b``c") == "``` a`b``c ```");
}
