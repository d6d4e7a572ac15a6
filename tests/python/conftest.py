from typing import Any
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program() -> Any:
    """The program kvplan: that of the build which ctest tests, else one of this source tree."""
    built = [ROOT / "build" / preset / "kvplan" for preset in ("dev", "release")]
    for path in [pathlib.Path(os.environ["KVPLAN_PROGRAM"])] if "KVPLAN_PROGRAM" in os.environ else built:
        if path.exists():
            return path
    pytest.skip("neither KVPLAN_PROGRAM nor build/dev/kvplan nor build/release/kvplan is there")
