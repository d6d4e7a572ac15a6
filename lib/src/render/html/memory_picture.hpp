// The memory of each box as a stack: every ledger row a part, what is not known a hatched end.
#pragma once

#include <span>
#include <string>

#include "kvplan/budget.hpp"

namespace kvplan::render {

/// An <svg> element. @param id  unlike any other on the page
[[nodiscard]] std::string memory_picture(std::span<const Ledger> ledgers, const std::string& id);

}  // namespace kvplan::render
