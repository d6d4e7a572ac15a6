// What moves the answer most as a picture: a bar for each input, from the tokens at one end of it
// to those at the other, the widest on top.
#pragma once

#include <span>
#include <string>

#include "kvplan/sensitivity.hpp"

namespace kvplan::render {

/// The rows that move anything.
[[nodiscard]] std::vector<Sensitivity> that_move(std::span<const Sensitivity> rows);
/// An <svg> element; "" where nothing moves.
/// @param now  tokens of the plan as it is
/// @param id   unlike any other on the page
[[nodiscard]] std::string sensitivity_picture(std::span<const Sensitivity> rows, Tokens now,
                                              const std::string& id);

}  // namespace kvplan::render
