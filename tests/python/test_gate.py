"""A repository with a policy and the files it is about (examples/gate), broken in many ways: each is caught with the file and the
line that cause it, by how much it is missed, and the smallest change that meets it."""

import json
import pathlib
import shutil
import subprocess

import pytest

GATE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "gate"
UNITS = ("box-1/vllm-copy.service", "box-2/vllm-copy.service")
POLICY = "kvplan.toml"


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    shutil.copytree(GATE, folder)
    return folder


def replace(folder, files, old, new):
    for name in files:
        text = (folder / name).read_text()
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        (folder / name).write_text(text.replace(old, new))


def check(program, folder, *options):
    return subprocess.run(
        [program, "check", "--format", "json", "--today", "2026-11-29", *options],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def line_of(folder, name, text):
    return 1 + next(i for i, line in enumerate((folder / name).read_text().splitlines()) if text in line)


def test_the_repository_as_it_is_passes(program, repository):
    done = check(program, repository)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["verdict"] == "pass"
    assert [limit["id"] for limit in answer["limits"] if not limit["met"]] == []
    assert [finding for finding in answer["findings"] if finding["severity"] != "note"] == []


# What is broken; the limit that is missed and its line's text in the policy; what the text of it says; the smallest change,
# and the file and text of the line where that is to be made.
BROKEN = {
    "more requests than the cache holds": (
        ((POLICY,), "min_full_context_requests = 4", "min_full_context_requests = 6"),
        "min_full_context_requests", "missed by 2", "--util 0.75", (UNITS[0], "--gpu-memory-utilization"),
    ),
    "more tokens than the cache has": (
        ((POLICY,), "min_kv_cache_tokens = 1_000_000", "min_kv_cache_tokens = 1_518_813"),
        "min_kv_cache_tokens", "missed by 1", "--util 0.75", (UNITS[0], "--gpu-memory-utilization"),
    ),
    "a longer request than the engine takes": (
        ((POLICY,), "min_largest_request_tokens = 262_144", "min_largest_request_tokens = 300_000"),
        "min_largest_request_tokens", "missed by 37,856", "--max-model-len 300000", (UNITS[0], "ExecStart"),
    ),
    "a share that leaves too little": (
        ((*UNITS, POLICY), "0.74", "0.86"),
        "min_headroom", "missed by", "--util 0.83", (UNITS[0], "--gpu-memory-utilization"),
    ),
    "a service that needs more": (
        ((POLICY,), 'size = "5GiB"', 'size = "24GiB"'),
        "min_headroom", "missed by", "--util 0.68", (UNITS[0], "--gpu-memory-utilization"),
    ),
    "a layout that the policy does not allow": (
        (UNITS, "--kv-cache-dtype fp8", "--kv-cache-dtype fp8 --tensor-parallel-size 2"),
        "layouts", "split is recommended", None, None,
    ),
    "a proxy that bans a healthy copy": (
        (("nginx.conf",), "server 10.0.0.1:8000 max_fails=0", "server 10.0.0.1:8000 max_fails=3 fail_timeout=30s"),
        "max_lint", "nginx.conf:7: ban-outlasts-restart", "max_fails=0", None,
    ),
    "an option that the engine does not have": (
        ((UNITS[1],), "--shutdown-timeout 30", "--shutdown-timeout 30 --max-num-seps 8"),
        "max_lint", "box-2/vllm-copy.service:11: unknown-flag", "--max-num-seqs", None,
    ),
    "a copy with another cache than the policy says": (
        ((UNITS[1],), "--kv-cache-dtype fp8", "--kv-cache-dtype bfloat16"),
        "files", "box-2/vllm-copy.service:10: --kv-cache-dtype is bfloat16; the policy says fp8 (kvplan.toml:20)",
        "--kv-cache-dtype fp8", (UNITS[1], "--kv-cache-dtype"),
    ),
    "a copy without the option that the policy names": (
        (UNITS, "  --kv-cache-dtype fp8 \\\n", ""),
        "files", "--kv-cache-dtype is not given; the policy says fp8", "--kv-cache-dtype fp8", (UNITS[0], "ExecStart"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_caught_at_its_line(program, repository, what):
    (files, old, new), limit_id, says, change, change_at = BROKEN[what]
    replace(repository, files, old, new)
    done = check(program, repository)
    assert (done.returncode, done.stderr) == (1, "")
    (limit,) = [each for each in json.loads(done.stdout)["limits"] if each["id"] == limit_id]
    assert not limit["met"]
    assert limit["file"] == POLICY
    in_policy = "files = " if limit_id == "files" else f"{limit_id} = "
    assert limit["line"] == line_of(repository, POLICY, in_policy)
    assert says in limit["text"]
    if change is None:
        return
    assert limit["smallest_change"].startswith(change)
    if change_at is not None:
        name, text = change_at
        assert limit["change_at"] == {"file": name, "line": line_of(repository, name, text)}


@pytest.mark.parametrize("what", ["more requests than the cache holds", "a share that leaves too little"])
def test_the_smallest_change_meets_the_limit(program, repository, what):
    """And a hundredth less of it does not."""
    (files, old, new), limit_id, _, change, _ = BROKEN[what]
    replace(repository, files, old, new)
    given = json.loads(check(program, repository).stdout)
    (limit,) = [each for each in given["limits"] if each["id"] == limit_id]
    option, value = limit["smallest_change"].split()
    after = json.loads(check(program, repository, option, value).stdout)
    assert [each["met"] for each in after["limits"] if each["id"] == limit_id] == [True]
    now = 0.86 if "0.86" in new else 0.74
    share = float(value.split(",")[0])
    less = share - 0.01 if share > now else share + 0.01
    before = json.loads(check(program, repository, option, f"{less:.2f}").stdout)
    assert [each["met"] for each in before["limits"] if each["id"] == limit_id] == [False]


def test_a_start_that_the_engine_would_refuse(program, repository):
    done = check(program, repository, "--free", "80GiB")
    assert done.returncode == 1
    (limit,) = [each for each in json.loads(done.stdout)["limits"] if each["id"] == "start_up_fits"]
    assert not limit["met"]
    assert limit["line"] == line_of(repository, POLICY, "start_up_fits")
    assert limit["smallest_change"].startswith("--util 0.")
    assert limit["change_at"]["file"] == UNITS[0]


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ('size = "5GiB"', 'size = "5 parsecs"', 'size = "5 parsecs"', "expected a size"),
        ("min_kv_cache_tokens = 1_000_000", 'min_kv_cache_tokens = "many"', "min_kv_cache_tokens", "expected an integer"),
        ('max_lint = "warning"', 'max_lint = "some"', "max_lint", "expected one of none, note, warning, error"),
        ("Qwen3.8-Flash-Next-NVFP4", "Qwen3.8-Flash-Nxet", "model = ", "--model"),
        ('kv_cache_dtype = "fp8"', 'kv_cach_dtype = "fp8"', "kv_cach_dtype", "an option of the engine"),
    ],
)
def test_what_cannot_be_read_is_an_error_at_its_line(program, repository, old, new, line, expected):
    replace(repository, (POLICY,), old, new)
    done = check(program, repository)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert f"kvplan.toml: line {line_of(repository, POLICY, line)}" in done.stderr
    assert expected in done.stderr


IGNORE = '\n[[ignore]]\nrule = "ban-outlasts-restart"\nreason = "{reason}"\nuntil = {until}\n'


@pytest.mark.parametrize(("until", "code"), [("2026-11-29", 0), ("2026-11-28", 1)])
def test_a_rule_is_ignored_with_a_reason_until_its_day(program, repository, until, code):
    replace(repository, *BROKEN["a proxy that bans a healthy copy"][0])
    policy = repository / POLICY
    policy.write_text(policy.read_text() + IGNORE.format(reason="the proxy goes next week", until=until))
    done = check(program, repository)
    assert done.returncode == code
    (note,) = json.loads(done.stdout)["notes"]
    assert ("the proxy goes next week" in note) == (code == 0)


def test_an_ignore_without_a_reason_is_refused(program, repository):
    policy = repository / POLICY
    policy.write_text(policy.read_text() + IGNORE.format(reason=" ", until="2026-12-31"))
    done = check(program, repository)
    assert done.returncode == 2
    assert "expected a reason" in done.stderr


@pytest.mark.parametrize(
    "model",
    [
        'model = "box-1/vllm-copy.service"',
        'model = "launch.sh"',
        'model = "recipe.yaml"',
        'model = "compose.yaml"',
        'model = "vllm serve Qwen3.8-Flash-Next-NVFP4 --gpu-memory-utilization 0.74 --kv-cache-dtype fp8"',
    ],
)
def test_the_model_may_be_what_starts_it(program, tmp_path, model):
    """A unit, a script, a recipe, a compose file or a serve line: the plan is that of its options."""
    shutil.copytree(GATE / "box-1", tmp_path / "box-1")
    line = "vllm serve /srv/models/Qwen3.8-Flash-Next-NVFP4 --gpu-memory-utilization 0.74 --kv-cache-dtype fp8"
    (tmp_path / "launch.sh").write_text(f"#!/bin/sh\nexec {line}\n")
    (tmp_path / "recipe.yaml").write_text(
        "recipe_version: '1'\nname: copy\nmodel: /srv/models/Qwen3.8-Flash-Next-NVFP4\ncontainer: vllm-node\n"
        f"command: |\n  {line}\n"
    )
    words = json.dumps(["--model", *line.split()[2:]])
    (tmp_path / "compose.yaml").write_text(f"services:\n  vllm:\n    image: vllm/vllm-openai:v0.33.0\n    command: {words}\n")
    (tmp_path / POLICY).write_text(f"schema_version = 1\n{model}\n[limits]\nmin_kv_cache_tokens = 1_518_812\n")
    done = check(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    found = {limit["id"]: limit["found"] for limit in json.loads(done.stdout)["limits"]}
    assert found["min_kv_cache_tokens"] == 1518812
