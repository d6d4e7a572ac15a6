from typing import Any
import numpy as np
import pytest

import kvplan

STORY = "Qwen3.8-Flash-Next-NVFP4"


@pytest.fixture(scope="module")
def grid() -> Any:
    return kvplan.sweep(STORY, axes={"util": [0.74, 0.78], "kv_cache_dtype": ["fp8", "bfloat16"]})


def test_the_columns_are_the_plans_own_numbers(grid: kvplan.Sweep) -> None:
    copy = grid.layouts.index("replicated-2xtp1")
    assert list(grid.axes) == ["kv_cache_dtype", "gpu_memory_utilization"]
    assert grid.shape == (2, 2, len(grid.layouts))
    assert grid.num_blocks[0, :, copy].tolist() == [281, 408]
    assert grid.num_blocks[1, 1, copy] == 412
    assert grid.kv_cache_tokens[0, 0, copy] == 1_518_812


def test_the_arrays_are_views_that_cannot_be_written(grid: kvplan.Sweep) -> None:
    assert grid.num_blocks.dtype == np.int64
    assert not grid.num_blocks.flags.owndata
    with pytest.raises(ValueError):
        grid.num_blocks[0, 0, 0] = 1


def test_an_array_outlives_its_sweep() -> None:
    blocks = kvplan.sweep(STORY, axes={"util": np.array([0.74])}, kv_cache_dtype="fp8", layout="replicated").num_blocks
    assert blocks.tolist() == [[281]]


def test_a_frame_has_a_row_for_each_point_and_layout(grid: kvplan.Sweep) -> None:
    pandas = pytest.importorskip("pandas")
    frame = grid.to_frame()
    row = frame[(frame.layout == "replicated-2xtp1") & (frame.gpu_memory_utilization == 0.74)].iloc[0]
    assert len(frame) == grid.num_blocks.size
    assert (row.kv_cache_dtype, row.num_blocks) == ("fp8", 281)
    small = kvplan.sweep(STORY, axes={"util": [0.1]}).to_frame()
    assert not small.fits.any() and small.num_blocks.isna().all()
    assert isinstance(frame, pandas.DataFrame)


def test_an_axis_that_is_none_is_refused() -> None:
    with pytest.raises(kvplan.Error, match="--axis: expected util, weights or an option"):
        kvplan.sweep(STORY, axes={"colour": ["red"]})
