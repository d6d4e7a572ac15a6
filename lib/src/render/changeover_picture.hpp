// The picture of a changeover inside of a page.
#pragma once

#include <string>

#include "kvplan/changeover.hpp"

namespace kvplan::render {

/// An <svg> element in the page's colours. @param id  unlike any other on the page
[[nodiscard]] std::string changeover_picture(const Changeover& change, const std::string& id);

}  // namespace kvplan::render
