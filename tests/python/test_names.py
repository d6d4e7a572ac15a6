"""Every public C++ name has its Python twin in kvplan.lib, or a reason in python/generate/reasons.py."""

from typing import Any
import inspect
import keyword
import pathlib
import sys

import pytest

from kvplan import lib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "generate"))

import headers  # noqa: E402
from bindings import INSTANCES  # noqa: E402
from reasons import NO_MEMBER, NO_TWIN  # noqa: E402

HEADERS = headers.read_headers(ROOT / "lib" / "include" / "kvplan")


def twin(name: Any) -> Any:
    name = name.replace("::", "")
    return name + "_" if keyword.iskeyword(name) else name


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: header.path.name)
def test_every_name_of_a_header_has_a_twin_or_a_reason(header: Any) -> None:
    assert [name for name in header.names() if name not in NO_TWIN and not hasattr(lib, twin(name))] == []


def test_no_reason_is_left_over() -> None:
    names = {name for header in HEADERS for name in header.names()}
    assert sorted(set(NO_TWIN) - names) == []
    assert [name for name in NO_TWIN if name != "unknown" and hasattr(lib, twin(name))] == []


def test_kinds_of_templates_are_there() -> None:
    assert [name for name in INSTANCES.values() if not hasattr(lib, name)] == []


def test_every_field_and_method_of_a_struct_is_there() -> None:
    structs = [s for header in HEADERS for s in header.structs if not s.is_template and s.name not in NO_TWIN]
    assert len(structs) > 150
    missing = []
    for struct in structs:
        there = getattr(lib, twin(struct.name))
        for member in [*struct.fields, *struct.methods]:
            skipped = getattr(member, "is_static", False) and member in struct.fields
            if not skipped and f"{struct.name}::{member.name}" not in NO_MEMBER and member.name != struct.name:
                if not hasattr(there, twin(member.name)):
                    missing.append(f"{struct.name}::{member.name}")
    assert missing == []


def test_every_value_of_an_enumeration_is_there() -> None:
    enums = [enum for header in HEADERS for enum in header.enums if enum.name not in NO_TWIN]
    assert len(enums) > 30
    for enum in enums:
        there = getattr(lib, twin(enum.name))
        assert [member.name for member in there] == [twin(name) for name, _ in enum.values]


def test_the_reader_reads_what_is_hard_to_read(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.hpp").write_text(
        """// About.
#pragma once
namespace kvplan {
struct Later;  // declared elsewhere
/// A pair.
struct Pair {
  double low = 0, high = 1;  ///< both
  std::map<std::string, std::vector<int>> parts = {};
  enum class Kind { a, b = 4 };  // inside
  [[nodiscard]] bool wide() const { return low < high; }
  friend bool operator==(const Pair&, const Pair&) = default;
 private:
  int hidden_ = 0;
};
template <class T>
T twice(T x) { return x; }
/// Reads.
[[nodiscard]] std::optional<Pair> read(std::string_view text,
                                       const std::map<int, int>& more = {});
}
"""
    )
    (header,) = headers.read_headers(tmp_path)
    (pair,) = header.structs
    assert [(f.name, f.type, f.default) for f in pair.fields] == [
        ("low", "double", "0"),
        ("high", "double", "1"),
        ("parts", "std::map<std::string, std::vector<int>>", "{}"),
    ]
    assert pair.fields[0].doc == "both" and pair.hides and pair.compares
    assert [enum.name for enum in header.enums] == ["Pair::Kind"]
    assert [value for value, _ in header.enums[0].values] == ["a", "b"]
    assert [(f.name, f.is_template) for f in header.functions] == [("twice", True), ("read", False)]
    read = header.functions[1]
    assert (read.returns, read.doc) == ("std::optional<Pair>", "Reads.")
    assert [(p.type, p.name, p.default) for p in read.parameters] == [
        ("std::string_view", "text", None),
        ("const std::map<int, int>&", "more", "{}"),
    ]


def test_every_function_says_what_it_does_or_what_it_takes() -> None:
    functions = [value for _, value in inspect.getmembers(lib, inspect.isbuiltin)]
    assert len(functions) > 150
    assert all("->" in (function.__doc__ or "") for function in functions)
