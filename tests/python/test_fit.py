# Expected numbers: tests/lib/fit_test.cpp and tests/cli/fit/story-074, worked out there by hand.
import json

import kvplan

STORY = "Qwen3.8-Flash-Next-NVFP4"


def test_the_storys_services_make_the_share_074() -> None:
    found = kvplan.fit(
        STORY,
        kv_cache_dtype="fp8",
        util=0.78,
        services={"databases": "3GiB", "site-builds": "2GiB"},
        layout="replicated",
    )
    assert found.met
    assert [box.utilization for box in found.boxes] == [0.74, 0.74]
    assert found.boxes[0].services == kvplan.Bytes(5 * 2**30)
    assert found.boxes[0].safer == "kv_cache_memory_bytes"
    assert json.loads(found.to_json())["layout_id"] == found.layout.layout.id() == "replicated-2xtp1"
    assert "0.74" in str(found)


def test_a_need_that_no_share_holds_is_an_answer_and_no_error() -> None:
    found = kvplan.fit(STORY, kv_cache_dtype="fp8", need_requests=400)
    assert not found.met
    assert "of 400 requests" in found.lacking
    assert found.boxes[0].least is None
