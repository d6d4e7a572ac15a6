"""The capacity report in a real browser: it loads nothing, fits wide and narrow pages, light and dark, and an
accessibility checker (axe-core) finds nothing serious."""

from typing import Any
import json
import os
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
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "report"
CHECK = """
axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'best-practice']}).then(found => {
  const serious = found.violations.filter(v => v.impact === 'serious' || v.impact === 'critical');
  document.body.innerHTML = '<pre>RESULT ' + JSON.stringify({
    overflow: overflow, passes: found.passes.length,
    serious: serious.map(v => v.id + ': ' + v.nodes.map(n => n.target).join(' '))}) + ' END</pre>';
});
"""


@pytest.fixture
def page(program: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    subprocess.run([EXAMPLE / "make.sh", tmp_path], env={**os.environ, "KVPLAN": str(program)}, check=True)
    return tmp_path / "story.html"


@pytest.mark.parametrize("name", ["story.html", "story.md"])
def test_the_example_is_what_its_command_writes(page: pathlib.Path, name: str) -> None:
    """Byte for byte: a number that moves is seen here. examples/report/make.sh examples/report writes them anew."""
    assert (page.parent / name).read_bytes() == (EXAMPLE / name).read_bytes()


def test_the_page_stands_alone(page: Any) -> None:
    text = page.read_text()
    assert "<script" not in text
    assert not re.search(r"(src|href)\s*=|url\(|@import", text)
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    # Memory, utilization, lengths, what moves it, two classes of traffic, the changeover.
    assert len(pictures) == 7
    assert all("<title" in picture and "<desc" in picture for picture in pictures)


def seen(page: pathlib.Path, tmp_path: pathlib.Path, width: int, scheme: str) -> Any:
    """What the browser measures of a page: how far it overflows, and what axe finds serious."""
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
    return json.loads(re.search(r"RESULT (.*?) END", done.stdout, re.DOTALL).group(1).replace("&gt;", ">"))


@pytest.mark.parametrize("width", [380, 1100])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_in_a_browser(page, tmp_path, width, scheme):
    result = seen(page, tmp_path, width, scheme)
    assert result["passes"] > 10
    assert result["serious"] == []
    assert result["overflow"] <= 0


@pytest.mark.parametrize(
    "command",
    [
        "check --policy examples/gate/kvplan.toml --util 0.86",
        "lint tests/golden/incidents/5-share-too-large",
        "compare --model Qwen3.8-Flash-Next-NVFP4 --util 0.74 --util 0.78",
        "traffic examples/traffic/story.csv",
        "changeover --model Qwen3.8-Flash-Next-NVFP4 --util 0.74 --kv-cache-dtype fp8 --from split --to replicated",
    ],
)
def test_the_pages_of_other_commands_in_a_browser(program, tmp_path, command):
    page = tmp_path / "page.html"
    words = [program, *command.split(), "--format", "html"]
    page.write_text(subprocess.run(words, cwd=EXAMPLE.parents[1], capture_output=True, text=True, check=False).stdout)
    result = seen(page, tmp_path, 380, "light")
    assert result["passes"] > 5
    assert (result["serious"], result["overflow"]) == ([], 0)
