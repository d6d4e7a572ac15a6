# The boxes are ARM: Debian's cross compiler, and qemu to run what it makes. Libraries and headers of theirs that the compiler
# does not bring lie in build/aarch64-root (`./dev` unpacks them there).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_STRIP aarch64-linux-gnu-strip)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)

set(root "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-root")
cmake_path(NORMAL_PATH root)
set(CMAKE_FIND_ROOT_PATH "${root}" /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH) # those of headers alone are the build machine's
include_directories(SYSTEM "${root}/usr/include" "${root}/usr/include/aarch64-linux-gnu")
# The distribution's Python, or another one of the boxes.
set(KVPLAN_BOX_PYTHON "${root}/usr/include" CACHE PATH "Holds python3.X and aarch64-linux-gnu/python3.X, as a box's /usr/include does")
include_directories(SYSTEM "${KVPLAN_BOX_PYTHON}")
file(GLOB Python_INCLUDE_DIR "${KVPLAN_BOX_PYTHON}/python3.*")
