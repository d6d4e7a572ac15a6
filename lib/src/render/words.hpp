// Words and numbers that text, Markdown and explanation share, so that they say the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kvplan/report.hpp"
#include "render/text_page.hpp"

namespace kvplan::render {

/// "FITS", "DOES NOT FIT", and what it is about, on one line.
[[nodiscard]] std::string verdict(const Report& report);
/// What was planned: model, engine, cache dtype, context.
[[nodiscard]] std::string subject(const Report& report);

/// "71.83" or "7.50 (7.20 to 7.90)": GiB without the unit.
[[nodiscard]] std::string band_gib(const Band& band);
/// "5 to 13 min", "20 min", "not known".
[[nodiscard]] std::string minutes(const std::optional<SecondsBand>& seconds);
[[nodiscard]] std::string value_text(const Value& value);
/// The value of an input: "262,144", "0.740", "fp8"; GiB where its name ends in _bytes.
[[nodiscard]] std::string input_text(const std::string& input, const Value& value);
/// "need_requests 5 or more: split" for one flip.
[[nodiscard]] std::string flip_text(const Flip& flip);
/// A flip as an option to paste: "--max-model-len 131072"; nothing where no option sets its input.
[[nodiscard]] std::optional<std::string> flip_flag(const Flip& flip);

/// The models beside this one, one sentence each.
[[nodiscard]] std::vector<std::string> beside_lines(const Report& report);
/// The inputs that move the recommended layout's cache most, and what to measure next.
[[nodiscard]] std::vector<std::string> movers(const Report& report);

/// Bytes of the pool for each printed token: what one token really costs at this length.
[[nodiscard]] std::optional<double> effective_bytes_per_token(const CopyPlan& copy);

/// The layouts side by side.
[[nodiscard]] Rows layout_rows(const Report& report);
/// Rows of the ledgers that are assumed, fitted or inferred, one sentence each.
[[nodiscard]] std::vector<std::string> assumptions(const Report& report);
/// The check, the tightest moment, the order of several engines and the wait after a stop, of the
/// shown layout's boxes; nothing where a start has nothing to decide.
[[nodiscard]] std::vector<std::string> startup_lines(const Report& report);
/// The layout whose memory is shown: the recommended one, else the first.
[[nodiscard]] const LayoutPlan& shown_layout(const Report& report);

}  // namespace kvplan::render
