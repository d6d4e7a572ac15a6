import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program():
    """The program kvplan of this source tree, where it was built."""
    for preset in ("release", "dev"):
        path = ROOT / "build" / preset / "kvplan"
        if path.exists():
            return path
    pytest.skip("neither build/release/kvplan nor build/dev/kvplan was built")
