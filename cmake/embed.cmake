# cmake -Dfolder=DIR -Doutput=FILE.cpp -Dtable=NAME -P embed.cmake: the files of a folder as string literals by name, in the
# table kvplan::embedded::NAME (lib/src/embedded.hpp). A raw literal may be no longer than 64 KiB for some compilers, so that a
# file is cut into pieces that the compiler joins.
file(GLOB files RELATIVE "${folder}" "${folder}/*")
list(REMOVE_ITEM files .gitkeep)
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
#include \"embedded.hpp\"

namespace kvplan::embedded {
namespace {

constexpr File files[] = {
${rows}};

}  // namespace

const std::span<const File> ${table}{files};

}  // namespace kvplan::embedded
")
file(RENAME "${output}.new" "${output}")
