// The colours of every picture, light and dark, from one place: a class name a meaning, so that a
// page, a plot and a timeline agree.
#pragma once

#include <string_view>

namespace kvplan::render {

/// CSS custom properties; contrast of text on its ground is above 4.5 : 1 in both schemes.
/// Series colours: Okabe and Ito's palette, which the colour-blind tell apart.
inline constexpr std::string_view palette_css =
    ":root{color-scheme:light dark;--ground:#ffffff;--text:#1c1e21;--dim:#5b616a;--line:#c9cdd3;"
    "--good:#0b6b3a;--bad:#a4161a;--c0:#0072b2;--c1:#b35900;--c2:#007a5e;--c3:#a3407f;"
    "--weights:#0072b2;--other:#56b4e9;--cache:#009e73;--system:#8d8d8d;--host:#b8a27a;"
    "--reclaimable:#d8c9a3;--service:#e69f00;--free:#eceff1}"
    "@media (prefers-color-scheme:dark){:root{--ground:#15181c;--text:#e8eaed;--dim:#a7adb5;"
    "--line:#444b54;--good:#6fd39b;--bad:#ff9a94;--c0:#6cb8e6;--c1:#f0a35e;--c2:#4fd0ae;"
    "--c3:#e39ac6;--weights:#3b8fc4;--other:#84c9ee;--cache:#3bbd95;--system:#8d8d8d;"
    "--host:#a08c66;--reclaimable:#7d7358;--service:#d9971a;--free:#2a2f36}}";

}  // namespace kvplan::render
