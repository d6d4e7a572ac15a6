# Each dependency is looked for on the system first and fetched at a pinned tag otherwise. Both ways end in the same target.
# FETCHCONTENT_SOURCE_DIR_<NAME> (EIGEN3, NLOHMANN_JSON, CLI11, DOCTEST, PYBIND11, BENCHMARK) takes a local copy instead of either.
include(FetchContent)

# A dependency that is only headers: its own build is never run, so it can neither install nor test anything of its own here.
#   kvplan_header_dependency(<package> TARGET <target> [VERSION <at least>] GIT <url> TAG <tag> INCLUDE <folder in the sources>)
function(kvplan_header_dependency package)
  cmake_parse_arguments(arg "" "TARGET;VERSION;GIT;TAG;INCLUDE" "" ${ARGN})
  if(TARGET ${arg_TARGET})
    return()
  endif()
  string(TOUPPER "${package}" upper)
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper})
    find_package(${package} ${arg_VERSION} CONFIG QUIET GLOBAL)
    if(TARGET ${arg_TARGET})
      message(STATUS "${package}: ${${package}_DIR} (${${package}_VERSION})")
      return()
    endif()
  endif()
  FetchContent_Declare(${package} GIT_REPOSITORY ${arg_GIT} GIT_TAG ${arg_TAG} GIT_SHALLOW ON SOURCE_SUBDIR no-build-of-its-own)
  FetchContent_MakeAvailable(${package})
  string(TOLOWER "${package}" lower)
  string(REPLACE "::" "_" name "kvplan_fetched_${arg_TARGET}")
  add_library(${name} INTERFACE)
  target_include_directories(${name} SYSTEM INTERFACE "${${lower}_SOURCE_DIR}/${arg_INCLUDE}")
  add_library(${arg_TARGET} ALIAS ${name})
  message(STATUS "${package}: ${${lower}_SOURCE_DIR} (fetched, ${arg_TAG})")
endfunction()

# A dependency that is built: its own CMake project is added.
macro(kvplan_built_dependency package target git tag)
  string(TOUPPER "${package}" upper)
  if(NOT TARGET ${target} AND NOT FETCHCONTENT_SOURCE_DIR_${upper})
    find_package(${package} CONFIG QUIET)
  endif()
  if(NOT TARGET ${target} AND NOT ${package}_FOUND) # found: under another name, maybe
    FetchContent_Declare(${package} GIT_REPOSITORY ${git} GIT_TAG ${tag} GIT_SHALLOW ON)
    FetchContent_MakeAvailable(${package})
  endif()
endmacro()

macro(kvplan_find_nlohmann_json)
  kvplan_header_dependency(nlohmann_json TARGET nlohmann_json::nlohmann_json VERSION 3.10
    GIT https://github.com/nlohmann/json.git TAG v3.11.3 INCLUDE include)
endmacro()

macro(kvplan_find_eigen)
  kvplan_header_dependency(Eigen3 TARGET Eigen3::Eigen VERSION 3.4
    GIT https://gitlab.com/libeigen/eigen.git TAG 3.4.0 INCLUDE .)
endmacro()

macro(kvplan_find_tomlplusplus)
  kvplan_header_dependency(tomlplusplus TARGET tomlplusplus::tomlplusplus VERSION 3.2
    GIT https://github.com/marzer/tomlplusplus.git TAG v3.4.0 INCLUDE include)
endmacro()

# Target kvplan_yaml_cpp: 0.7 and 0.8 name theirs differently; its archive for targets with the property KVPLAN_OWN_YAML_CPP, and
# for all that is cross-compiled. Without an archive there is no static program.
macro(kvplan_find_yaml_cpp)
  set(YAML_CPP_BUILD_TESTS OFF)
  set(YAML_CPP_BUILD_TOOLS OFF)
  set(YAML_CPP_INSTALL OFF)
  set(YAML_BUILD_SHARED_LIBS OFF)
  if(NOT TARGET kvplan_yaml_cpp)
    kvplan_built_dependency(yaml-cpp yaml-cpp https://github.com/jbeder/yaml-cpp.git 0.8.0)
    add_library(kvplan_yaml_cpp INTERFACE)
    set(yaml_cpp yaml-cpp)
    if(TARGET yaml-cpp::yaml-cpp)
      set(yaml_cpp yaml-cpp::yaml-cpp)
    endif()
    if(KVPLAN_STATIC_PROGRAM AND NOT yaml-cpp_SOURCE_DIR)
      find_library(KVPLAN_YAML_CPP_ARCHIVE libyaml-cpp.a)
      if(NOT KVPLAN_YAML_CPP_ARCHIVE)
        message(STATUS "No libyaml-cpp.a: kvplan is not linked statically, and starts slower")
        set(KVPLAN_STATIC_PROGRAM OFF PARENT_SCOPE)
      elseif(CMAKE_CROSSCOMPILING)
        set(yaml_cpp "${KVPLAN_YAML_CPP_ARCHIVE}")
      else()
        set(yaml_cpp "$<IF:$<BOOL:$<TARGET_PROPERTY:KVPLAN_OWN_YAML_CPP>>,${KVPLAN_YAML_CPP_ARCHIVE},${yaml_cpp}>")
      endif()
    endif()
    target_link_libraries(kvplan_yaml_cpp INTERFACE "${yaml_cpp}")
  endif()
endmacro()

macro(kvplan_find_cli11)
  kvplan_header_dependency(CLI11 TARGET CLI11::CLI11 VERSION 2.1
    GIT https://github.com/CLIUtils/CLI11.git TAG v2.4.2 INCLUDE include)
endmacro()

macro(kvplan_find_doctest)
  kvplan_header_dependency(doctest TARGET doctest::doctest
    GIT https://github.com/doctest/doctest.git TAG v2.4.11 INCLUDE .)
endmacro()

# The interpreter's own pybind11 before the system's: the module and its stubs are then the same on every distribution.
macro(kvplan_find_pybind11)
  if(NOT pybind11_DIR)
    execute_process(COMMAND "${Python_EXECUTABLE}" -m pybind11 --cmakedir
      OUTPUT_VARIABLE pybind11_DIR OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  kvplan_built_dependency(pybind11 pybind11::module https://github.com/pybind/pybind11.git v2.13.6)
endmacro()

macro(kvplan_find_benchmark)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  kvplan_built_dependency(benchmark benchmark::benchmark https://github.com/google/benchmark.git v1.8.3)
endmacro()
