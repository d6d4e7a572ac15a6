# `cpack -G DEB` in a build folder: the program with its models, boxes, manual page and completions. Only libc is needed, by
# kvplan-online and of the version that it was linked with or later (KVPLAN_STATIC_PROGRAM).
if(NOT KVPLAN_BUILD_TOOLS)
  return()
endif()

set(CPACK_PACKAGE_NAME kvplan)
set(CPACK_PACKAGE_CONTACT "kvplan developers <kvplan@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_SOURCE_DIR}/build/packages")
set(CPACK_COMPONENTS_ALL program)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE libc ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(libc MATCHES "([0-9]+\\.[0-9]+)")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= ${CMAKE_MATCH_1})")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libcurl4) # `kvplan metrics` and `doctor` load it
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
include(CPack)
