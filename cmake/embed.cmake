# cmake -Dfolder=DIR -Doutput=FILE.cpp -P embed.cmake: the files of a folder as string literals, by name. A raw literal may be
# no longer than 64 KiB for some compilers, so that a file is cut into pieces that the compiler joins.
file(GLOB files RELATIVE "${folder}" "${folder}/*")
list(SORT files)
set(rows "")
foreach(name IN LISTS files)
  file(READ "${folder}/${name}" text)
  string(LENGTH "${text}" length)
  set(pieces "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND pieces "R\"kvplan~(${piece})kvplan~\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND rows "    {\"${name}\", ${pieces}},\n")
endforeach()
file(WRITE "${output}.new" "// Made of ${folder} by cmake/embed.cmake; edit the files there.
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include \"emit/template.hpp\"

namespace kvplan::emit_detail {

std::string_view template_text(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> files[] = {
${rows}  };
  for (const auto& [file, text] : files) {
    if (file == name) return text;
  }
  throw std::logic_error(\"no template \" + std::string(name));
}

}  // namespace kvplan::emit_detail
")
file(RENAME "${output}.new" "${output}")
