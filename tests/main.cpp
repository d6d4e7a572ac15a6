#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "source_dir.hpp"

std::filesystem::path kvplan::tests::source_dir() { return KVPLAN_SOURCE_DIR; }
