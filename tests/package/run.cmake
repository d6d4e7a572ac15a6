# Installs kvplan into an empty prefix, then builds and runs the project in consumer/ against that prefix alone: with
# find_package, and with pkg-config where there is one. The dependencies of kvplan's own sources must not be needed.
set(prefix "${scratch}/prefix")
file(REMOVE_RECURSE "${scratch}")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_version what)
  string(STRIP "${output}" output)
  if(NOT output MATCHES "(^|[^0-9])${version}$")
    message(FATAL_ERROR "${what}: expected ${version}, found ${output}")
  endif()
  message("${what}: ${output}")
endfunction()

run("${CMAKE_COMMAND}" --install "${build}" --prefix "${prefix}")

file(GLOB_RECURSE exported "${prefix}/*.cmake" "${prefix}/*.pc")
foreach(file IN LISTS exported)
  file(READ "${file}" text)
  if(text MATCHES "nlohmann|Eigen|CLI11")
    message(FATAL_ERROR "${file}: names a dependency that only kvplan's own sources need")
  endif()
endforeach()

run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${scratch}/consumer" -G Ninja
  "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}"
  -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON)
run("${CMAKE_COMMAND}" --build "${scratch}/consumer")
run("${scratch}/consumer/consumer")
expect_version("find_package")

find_program(pkg_config pkg-config)
file(GLOB_RECURSE pc "${prefix}/*/kvplan.pc")
if(pkg_config)
  cmake_path(GET pc PARENT_PATH pc_dir)
  set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
  run("${pkg_config}" --cflags --libs kvplan)
  separate_arguments(pc_flags UNIX_COMMAND "${output}")
  separate_arguments(own_flags UNIX_COMMAND "${flags}")
  run("${compiler}" -std=c++20 ${own_flags} "${CMAKE_CURRENT_LIST_DIR}/consumer/main.cpp" ${pc_flags} -o "${scratch}/consumer-pc")
  run("${scratch}/consumer-pc")
  expect_version("pkg-config")
endif()

if(tools)
  run("${prefix}/bin/kvplan" --version)
  expect_version("kvplan --version")
  if(NOT IS_DIRECTORY "${prefix}/share/kvplan/models" OR NOT IS_DIRECTORY "${prefix}/share/kvplan/boxes")
    message(FATAL_ERROR "${prefix}/share/kvplan: expected the folders models and boxes")
  endif()
endif()
