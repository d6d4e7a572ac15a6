"""A bar where somebody can see it, and never a warning in a notebook."""

import importlib.util
import sys
import types
import warnings
from typing import Any

import pytest

from kvplan._progress import bar, progress


def test_without_anybody_to_see_it_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    assert bar(10, "plans") is None


def test_a_notebook_without_widgets_gets_a_bar_of_text_and_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    tqdm = pytest.importorskip("tqdm")
    monkeypatch.setitem(sys.modules, "ipykernel", types.ModuleType("ipykernel"))
    found = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *more: None if name == "ipywidgets" else found(name, *more))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shown: Any = bar(10, "plans")
    assert type(shown) is tqdm.tqdm
    shown.close()


def test_progress_yields_each_item_in_its_order() -> None:
    assert list(progress([3, 1, 2], "plans")) == [3, 1, 2]
