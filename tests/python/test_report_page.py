"""The capacity report in a real browser: it loads nothing, fits wide and narrow pages, light and dark, and an
accessibility checker (axe-core) finds nothing serious."""

from typing import Any
import json
import pathlib
import re
import shutil
import subprocess

import axe_core_python
import pytest

AXE = pathlib.Path(axe_core_python.__file__).with_name("axe.min.js")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]
STORY = "--model Qwen3.8-Flash-Next-NVFP4 --util 0.74 --kv-cache-dtype fp8 --service postgres=5GiB --need-requests 4"
CHECK = """
axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'best-practice']}).then(found => {
  const serious = found.violations.filter(v => v.impact === 'serious' || v.impact === 'critical');
  document.body.innerHTML = '<pre>RESULT ' + JSON.stringify({
    overflow: overflow, passes: found.passes.length,
    serious: serious.map(v => v.id + ': ' + v.nodes.map(n => n.target).join(' '))}) + ' END</pre>';
});
"""


@pytest.fixture
def page(program: pathlib.Path, tmp_path: pathlib.Path) -> Any:
    done = subprocess.run([program, "report", *STORY.split()], capture_output=True, text=True, check=True)
    file = tmp_path / "report.html"
    file.write_text(done.stdout)
    return file


def test_the_page_stands_alone(page: Any) -> None:
    text = page.read_text()
    assert "<script" not in text
    assert not re.search(r"(src|href)\s*=|url\(|@import", text)
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == 3
    assert all("<title" in picture and "<desc" in picture for picture in pictures)


@pytest.mark.parametrize("width", [380, 1100])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_in_a_browser(page: Any, tmp_path: pathlib.Path, width: Any, scheme: Any) -> None:
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("no chromium in this distribution's packages (Debian's is installed by ./dev test)")
    text = page.read_text()
    checked = tmp_path / "checked.html"
    measure = "const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;"
    checked.write_text(text.replace("</body>", f"<script>{AXE.read_text()}</script><script>{measure}{CHECK}</script></body>"))
    dark = ["--blink-settings=preferredColorScheme=0"] if scheme == "dark" else ["--blink-settings=preferredColorScheme=1"]
    done = subprocess.run(
        [chromium, *FLAGS, *dark, f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width},900",
         "--virtual-time-budget=20000", "--dump-dom", checked.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )  # fmt: skip
    result = json.loads(re.search(r"RESULT (.*?) END", done.stdout, re.DOTALL).group(1).replace("&gt;", ">"))
    assert result["passes"] > 10
    assert result["serious"] == []
    assert result["overflow"] <= 0
