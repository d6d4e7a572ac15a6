# Numbers: vLLM 0.33 itself on these configs, but for the fp8 one, which is twice the first.
from typing import Any
import json
import pathlib

import kvplan

ROOT = pathlib.Path(__file__).resolve().parents[2]
LLAMA = "models/meta-llama--Meta-Llama-3.1-8B/config.json"
NEXT = "models/Qwen--Qwen3-Next-80B-A3B-Instruct/config.json"

QUESTIONS = [
    {"id": "llama", "config": LLAMA, "options": {}, "platform": "gb10", "available_bytes": 68719476736},
    {"id": "fp8", "config": LLAMA, "options": {"kv_cache_dtype": "fp8"}, "available_bytes": 68719476736},
    {"id": "next", "config": NEXT, "options": {}, "platform": "h100", "available_bytes": 53687091200},
]


def figures(answers: Any) -> Any:
    return [(answer["id"], answer["status"], answer["num_blocks"], answer["tokens"]) for answer in answers]


EXPECTED = [("llama", 0, 32768, 524288), ("fp8", 0, 65536, 1048576), ("next", 0, 3792, 2137742)]


def test_answers_come_in_the_order_of_the_questions() -> None:
    answers = kvplan.batch(QUESTIONS, root=ROOT)
    assert figures(answers) == EXPECTED
    assert [answer["max_concurrency"] for answer in answers] == [4.0, 8.0, 8.154838709677419]


def test_lines_and_text_are_questions_too() -> None:
    lines = [json.dumps(question) for question in QUESTIONS]
    assert figures(kvplan.batch(lines, root=ROOT)) == EXPECTED
    assert figures(kvplan.batch("\n".join(lines) + "\n\n", root=str(ROOT))) == EXPECTED
    assert kvplan.batch([]) == []


def test_many_questions_keep_their_order() -> None:
    many = [{**QUESTIONS[i % 3], "id": i} for i in range(200)]
    answers = kvplan.batch(many, root=ROOT)
    assert [answer["id"] for answer in answers] == list(range(200))
    assert [answer["num_blocks"] for answer in answers[:3]] == [32768, 65536, 3792]


def test_what_does_not_fit_and_what_is_wrong_are_answers() -> None:
    poor = {**QUESTIONS[0], "available_bytes": 1000000000}
    acme = {**QUESTIONS[0], "config": {"model_type": "acme", "architectures": ["AcmeForCausalLM"]}}
    answers = kvplan.batch([poor, "{", acme, QUESTIONS[0]], root=ROOT)
    assert [answer["status"] for answer in answers] == [1, 2, 4, 0]
    assert answers[0]["fits"] is False
    assert answers[0]["num_blocks"] is None
    assert answers[1]["error"]
    assert "acme" in answers[2]["error"]
