from typing import Any
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program() -> Any:
    """The program kvplan of this source tree, where it was built."""
    for preset in ("dev", "release"):
        path = ROOT / "build" / preset / "kvplan"
        if path.exists():
            return path
    pytest.skip("neither build/dev/kvplan nor build/release/kvplan was built")
