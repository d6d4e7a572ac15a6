from typing import Any
import pickle

import pytest

import kvplan
from kvplan import Blocks, Bytes, Tokens


def test_a_size_shows_itself_in_gib_and_below_one_gib_in_bytes() -> None:
    assert repr(Bytes(71 * 2**30)) == "Bytes(71.00 GiB)"
    assert str(Bytes(71 * 2**30)) == "71.00 GiB"
    assert repr(Bytes(40_943_616)) == "Bytes(40,943,616 B)"
    assert repr(Bytes(-3 * 2**30)) == "Bytes(-3.00 GiB)"


def test_tokens_and_blocks_show_their_count() -> None:
    assert repr(Tokens(759406)) == "Tokens(759,406)"
    assert repr(Blocks(281)) == "Blocks(281)"


@pytest.mark.parametrize("unit", [Bytes, Tokens, Blocks])
def test_a_unit_behaves_as_a_number_of_its_own_kind(unit: Any) -> None:
    assert int(unit(7)) == 7
    assert unit(7) == unit(7)
    assert unit(7) != unit(8)
    assert unit(7) < unit(8) <= unit(8)
    assert unit(3) + unit(4) == unit(7)
    assert unit(3) - unit(4) == unit(-1)
    assert hash(unit(7)) == hash(unit(7))
    assert len({unit(7), unit(7), unit(8)}) == 2
    assert unit(1) and not unit(0)
    assert pickle.loads(pickle.dumps(unit(7))) == unit(7)


@pytest.mark.parametrize("other", [Tokens(1), Blocks(1), 1, 1.0, "1"])
def test_bytes_mix_with_nothing_else(other: Any) -> None:
    with pytest.raises(TypeError):
        Bytes(1) + other
    with pytest.raises(TypeError):
        other + Bytes(1)
    with pytest.raises(TypeError):
        Bytes(1) < other
    assert Bytes(1) != other


@pytest.mark.parametrize("value", [Tokens(1), Bytes(1), 1.5, "1"])
def test_a_unit_is_made_of_whole_numbers_alone(value: Any) -> None:
    with pytest.raises(TypeError):
        Bytes(value)


def test_a_unit_never_turns_into_a_number_silently() -> None:
    with pytest.raises(TypeError):
        range(Bytes(3))
    with pytest.raises(TypeError):
        float(Tokens(3))


def test_a_sum_beyond_64_bits_is_an_error() -> None:
    with pytest.raises(OverflowError):
        Bytes(2**63 - 1) + Bytes(1)


@pytest.mark.parametrize(
    "text, count",
    [("71GiB", 76235669504), ("5.5 GiB", 5905580032), ("128GB", 128000000000), ("512MiB", 536870912), ("1000", 1000)],
)
def test_sizes_are_read_as_people_write_them(text: Any, count: Any) -> None:
    assert kvplan.parse_size(text) == Bytes(count)


@pytest.mark.parametrize("text", ["", "71G", "GiB", "-1GiB", "71 gib", "nan"])
def test_anything_else_is_no_size(text: Any) -> None:
    with pytest.raises(kvplan.Error) as caught:
        kvplan.parse_size(text)
    assert caught.value.kind == "invalid"
    assert caught.value.file == "size"
    assert caught.value.found == f'"{text}"'
