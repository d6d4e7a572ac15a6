import pathlib
import re

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_version_is_the_one_in_version_hpp() -> None:
    header = (ROOT / "lib/include/kvplan/version.hpp").read_text(encoding="utf-8")
    assert kvplan.version == re.search(r'version = "([^"]+)"', header)[1]
    assert kvplan.__version__ == kvplan.version
