#include "render/escape.hpp"

#include <doctest/doctest.h>

#include "render/printable.hpp"
#include "render/text_page.hpp"

using kvplan::printable;
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

TEST_CASE("What is printed is one line of UTF-8 without control characters") {
  CHECK(printable("größe 漢 🙂") == "größe 漢 🙂");
  CHECK(printable("a\x1b]0;pwn\x07"
                  "b") == "a?]0;pwn?b");
  CHECK(printable("a\n\t\r\x7f"
                  "b") == "a????b");
  CHECK(printable("a\xc2\x80\xc2\x9f\xc2\xa0") == "a??\xc2\xa0");
  CHECK(printable("\xff.sh") == "\xEF\xBF\xBD.sh");
  CHECK(printable("\xc2") == "\xEF\xBF\xBD");
  CHECK(printable("") == "");
  CHECK(valid_utf8("a\n\xff") == "a\n\xEF\xBF\xBD");
}

TEST_CASE("A name on a page for a terminal adds no line and no colour") {
  const std::string name = "b1\n\nFITS: all is well\x1b[2J\xff";
  const std::string shown = "b1??FITS: all is well?[2J\xEF\xBF\xBD";
  TextPage page(true);
  page.line(name);
  page.line({{"verdict", Style::good}, {" of " + name}});
  page.wrapped("- ", name);
  CHECK(page.table({{"box", "size"}, {name, "1"}}));
  CHECK(std::move(page).text() == shown + "\n\x1b[1;32mverdict\x1b[0m of " + shown + "\n- " +
                                      shown + "\n\x1b[1m  box" + std::string(25, ' ') +
                                      "size\x1b[0m\n  " + shown + "     1\n");
}

TEST_CASE("Markdown, XML and CSV hold no control character and no byte that is no UTF-8") {
  CHECK(markdown_escaped("a\x1b[2J\xc2\x9b\xff") == "a?\\[2J?\xEF\xBF\xBD");
  CHECK(markdown_code("a\x1b"
                      "b\nc\xff") == "`a?b c\xEF\xBF\xBD`");
  CHECK(xml_escaped("\x1b<\xff>") == "\xEF\xBF\xBD&lt;\xEF\xBF\xBD&gt;");
  CHECK(csv_cell("a\x1b]0;pwn\x07"
                 "b\nc\xff") == "a?]0;pwn?b?c\xEF\xBF\xBD");
}

TEST_CASE("A cell of CSV is no formula, and a number stays one") {
  CHECK(csv_cell("=1+1") == "'=1+1");
  CHECK(csv_cell("=HYPERLINK(\"http://x\",\"y\")") ==
        "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
  CHECK(csv_cell("@SUM(A1)") == "'@SUM(A1)");
  CHECK(csv_cell("+cmd") == "'+cmd");
  CHECK(csv_cell("--util 0.84") == "'--util 0.84");
  CHECK(csv_cell("-1+2") == "'-1+2");
  CHECK(csv_cell("\t=1") == "?=1");
  CHECK(csv_cell("\r=1") == "?=1");
  for (const char* plain : {"-1", "+2.5", "-3e-4", "0.74", "gb10-1", "a=b", ""}) {
    CHECK(csv_cell(plain) == plain);
  }
}
