#!/usr/bin/env python3
"""Every file of `kvplan emit` passes its own validator: nginx, HAProxy, systemd, Prometheus, shellcheck, docker-compose, Python.

For one box, a copy on each, a split over two (mp and ray), HAProxy and nginx, and for names that mean something to a shell, to YAML and to a unit
file. Usage: validators.py --program build/dev/kvplan
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from common import LOOPBACK, ROOT, STORY, Checks, Emitted, missing_programs, run, tail

HOSTILE = "-x $(touch /tmp/kvplan-was-here) `id` 'a' \"b\" \\ %n {{x}} #y: |\nExecStart=/bin/false\n\u2028z"

SETS = {
    "one box, haproxy": ["--box", "gb10", "--model", "Meta-Llama-3.1-8B", "--util", "0.5"],
    "one box, nginx, bytes": ["--box", "gb10", "--model", "Meta-Llama-3.1-8B", "--util", "0.5", "--proxy", "nginx", "--cache-by", "bytes"],
    "copies, haproxy": [*STORY, "--cap", "12", "--old-unit", "vllm-split", "--old-unit", "vllm-split-worker@2"],
    "copies, nginx": [*STORY, "--cap", "12", "--proxy", "nginx", "--old-unit", "vllm-split", "--old-unit", "nginx"],
    "copies, nginx with a ban": [*STORY, "--proxy", "nginx", "--nginx-ban", "1"],
    "split, mp": [*STORY, "--layout", "split", "--interface", "enp1s0f0np0"],
    "split, ray": [*STORY, "--layout", "split", "--split-backend", "ray", "--proxy", "nginx"],
    "hostile names": [*STORY, f"--served-model-name={HOSTILE}", f"--serve-model={HOSTILE}", f"--image={HOSTILE}", f"--serve-arg=--chat-template={HOSTILE}"],
    "hostile names, split": [*STORY, "--layout", "split", "--split-backend", "ray", f"--served-model-name={HOSTILE}", f"--serve-model={HOSTILE}"],
}


def shell_files(emitted):
    scripts = [file for file in emitted.files("*") if file.read_bytes().startswith(b"#!/bin/sh")]
    return [*scripts, *emitted.files("copy-*.conf", "kvplan-common.sh")]


def check_shell(check, name, emitted):
    files = shell_files(emitted)
    code, text = run("shellcheck", "--severity=style", *files)
    check(f"{name}: shellcheck", code == 0 and len(files) >= 10, *tail(text))
    for file in files:
        code, text = run("sh", "-n", file)
        check(f"{name}: sh -n {file.name}", code == 0, text)


def check_proxy(check, name, emitted):
    if (file := emitted.etc / "haproxy.cfg").exists():
        code, text = run("haproxy", "-c", "-f", file)
        check(f"{name}: haproxy -c, no warning", code == 0 and "WARNING" not in text and "ALERT" not in text, *tail(text))
    if (file := emitted.etc / "nginx.conf").exists():
        code, text = run("nginx", "-t", "-c", file)
        check(f"{name}: nginx -t, no warning", code == 0 and "[warn]" not in text and "[emerg]" not in text, *tail(text))


def check_units(check, name, emitted):
    units = sorted(emitted.units.iterdir())
    code, text = run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units)
    # Of the machine's own units nothing is our fault; of ours a warning is one.
    ours = [line for line in text.splitlines() if any(unit.name in line for unit in units)]
    check(f"{name}: systemd-analyze verify, no warning", code == 0 and not ours and len(units) >= 5, *(ours or tail(text)))


def check_monitoring(check, name, emitted):
    folder = emitted.set / "monitoring"
    code, text = run("promtool", "check", "config", "--lint=all", "--lint-fatal", "prometheus.yml", cwd=folder)
    check(f"{name}: promtool check config", code == 0, *tail(text))
    code, text = run("promtool", "check", "rules", "--lint=all", "--lint-fatal", "kvplan.rules.yml", cwd=folder)
    check(f"{name}: promtool check rules", code == 0, *tail(text))


def check_compose(check, name, emitted):
    for file in emitted.files("compose.yaml"):
        code, text = run("docker-compose", "-f", file, "config", "-q", env=os.environ | {"HF_HOME": "/tmp"})
        # It warns of a variable without a value: the key is one on purpose.
        check(f"{name}: docker-compose config {file.parent.name}", code == 0 and "is not set" not in text, *tail(text))


def check_python(check, name, emitted):
    file = emitted.set / "all/bin/kvplan-tool-test"
    try:
        compile(file.read_text(encoding="utf-8"), file, "exec")
        check(f"{name}: Python", True)
    except SyntaxError as error:
        check(f"{name}: Python", False, error)


def check_set(program, folder, name, arguments):
    check = Checks()
    addresses = [] if "--box" in arguments else LOOPBACK
    emitted = Emitted(program, folder, *addresses, *arguments)
    for one in (check_proxy, check_units, check_monitoring, check_compose, check_shell, check_python):
        one(check, name, emitted)
    again = run(*emitted.command, cwd=ROOT)
    check(f"{name}: written once more, nothing changes", again[0] == 0, *tail(again[1]))
    return check, emitted


def hostile_plan(folder):
    """A plan file whose boxes, services and model have names that mean something elsewhere."""
    plan = json.loads((ROOT / "tests/cli/emit/plan-file.json").read_text(encoding="utf-8"))
    names = [HOSTILE + str(i) for i in range(2)]
    plan["model"]["name"] = HOSTILE
    for box, copy, name in zip(plan["boxes"], plan["layouts"][0]["per_copy"], names):
        box["name"] = name
        box["services"] = [{"name": HOSTILE, "bytes": 1}]
        copy["boxes"] = [name]
    file = folder / "hostile-plan.json"
    file.write_text(json.dumps(plan), encoding="utf-8")
    return file


def launched_words(emitted, launcher):
    """What the launcher would start, word by word."""
    shower = emitted.folder / "show"
    shower.write_text("#!/bin/sh\nfor word; do printf '%s\\0' \"$word\"; done\n", encoding="utf-8")
    shower.chmod(0o755)
    done = subprocess.run(["sh", emitted.etc / launcher], env=os.environ | {"KVPLAN_VLLM": str(shower)}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, timeout=20, check=True)
    return done.stdout.decode().split("\0")[:-1]


def check_hostile(check, emitted):
    """The name arrives as it was given, in every format, and nothing of it was run."""
    words = launched_words(emitted, "launch-copy-1.sh")
    check("the launcher gets the name whole", f"--served-model-name={HOSTILE}" in words, words)
    check("a path that begins with a dash is no option", words[:2] == ["serve", "./" + HOSTILE], words[:3])
    check("a further option stays one word", f"--chat-template={HOSTILE}" in words, words)
    code, text = run("docker-compose", "-f", emitted.set / "box-1/compose.yaml", "config", env=os.environ | {"HF_HOME": "/tmp"})
    check("compose reads it", code == 0, *tail(text))
    unit = (emitted.units / "kvplan-copy-1.service").read_text(encoding="utf-8").split("\n")
    check("the unit has one ExecStart", sum(line.startswith("ExecStart=") for line in unit) == 1, *unit)
    conf = emitted.etc / "copy-1.conf"
    shown = subprocess.run(["sh", "-c", '. "$1"; printf "%s\\0%s\\0%s" "$model" "$model_json" "$probe"', "sh", conf], stdout=subprocess.PIPE, check=True)
    model, model_json, probe = shown.stdout.decode().split("\0")
    check("the settings hold the name", model == HOSTILE and json.loads(model_json) == HOSTILE and json.loads(probe)["model"] == HOSTILE, shown.stdout)
    check("nothing was run", not pathlib.Path("/tmp/kvplan-was-here").exists())


def check_values(check, emitted):
    """Values of the plan stand where they work: each box its own share, the cap, the patience."""
    first, second = (launched_words(emitted, f"launch-copy-{n}.sh") for n in (1, 2))
    for words, share in ((first, "0.74"), (second, "0.78")):
        for word in (f"--gpu-memory-utilization={share}", "--max-model-len=262144", "--kv-cache-dtype=fp8", "--max-num-seqs=12",
                     '--speculative-config={"method":"mtp","num_speculative_tokens":4}'):
            check(f"launched with {word}", word in words, words)
    text = (emitted.set / "proxy/haproxy.cfg").read_text(encoding="utf-8")
    for part in ("balance leastconn", "option httpchk GET /health", " maxconn 12 ", "timeout queue 300s"):
        check(f"haproxy.cfg has {part!r}", part in text)
    # The longest prefill on top of --answer-seconds (1800), in whole minutes: the literal figure is emit_test.cpp's.
    patience = int(text.split("timeout server ")[1].split("s")[0])
    check("the proxy outlasts the longest prefill and answer", patience > 1800 + 262144 // 575 and patience % 60 == 0, patience)
    for unit in (1, 2):
        text = (emitted.units / f"kvplan-copy-{unit}.service").read_text(encoding="utf-8")
        for part in ("Restart=always", "TimeoutStopSec=150", "StartLimitIntervalSec=0", "TimeoutStartSec=2160"):
            check(f"copy {unit}: {part}", f"\n{part}\n" in text)
        check(f"copy {unit}: no Conflicts", "\nConflicts=" not in text)
    everything = "".join(file.read_text(encoding="utf-8") for file in emitted.files("*"))
    check("nothing listens on all interfaces", "0.0.0.0" not in everything and "[::]" not in everything)


RULE_TEST = """
rule_files: [kvplan.rules.yml]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - {series: 'vllm:num_requests_running{job="kvplan-copies",model_name="m",copy="1"}', values: '3+0x60'}
      - {series: 'vllm:num_requests_running{job="kvplan-copies",model_name="m",copy="2"}', values: '4+0x60'}
      - {series: 'vllm:kv_cache_usage_perc{job="kvplan-copies",model_name="m",copy="1"}', values: '0.2+0x60'}
      - {series: 'vllm:kv_cache_usage_perc{job="kvplan-copies",model_name="m",copy="2"}', values: '0.97+0x60'}
      - {series: 'vllm:request_success_total{job="kvplan-copies",model_name="m",copy="1"}', values: '0+60x60'}
      - {series: 'vllm:request_success_total{job="kvplan-copies",model_name="m",copy="2"}', values: '0+60x60'}
      - {series: 'haproxy_backend_http_responses_total{job="kvplan-proxy",proxy="copies",code="2xx"}', values: '0+PROXIEDx60'}
      - {series: 'up{job="kvplan-copies",copy="1",box="a"}', values: '1+0x60'}
      - {series: 'up{job="kvplan-copies",copy="2",box="b"}', values: '1+0x30 0+0x30'}
    promql_expr_test:
      - {expr: 'kvplan:requests_running:sum', eval_time: 40m, exp_samples: [{labels: 'kvplan:requests_running:sum{model_name="m"}', value: 7}]}
      - {expr: 'kvplan:kv_cache_usage:max', eval_time: 40m, exp_samples: [{labels: 'kvplan:kv_cache_usage:max{model_name="m"}', value: 0.97}]}
      - {expr: 'kvplan:copies_up:sum', eval_time: 40m, exp_samples: [{labels: 'kvplan:copies_up:sum', value: 1}]}
      - {expr: 'count(ALERTS{alertname="KvplanCopyAway",alertstate="firing",copy="2"})', eval_time: 40m, exp_samples: [{labels: '{}', value: 1}]}
      - {expr: 'count(ALERTS{alertname="KvplanCacheFull",alertstate="firing",copy="2"})', eval_time: 40m, exp_samples: [{labels: '{}', value: 1}]}
      - {expr: 'count(ALERTS{alertname="KvplanModelAway",alertstate="firing"}) or vector(0)', eval_time: 40m, exp_samples: [{labels: '{}', value: 0}]}
      - {expr: 'count(ALERTS{alertname="KvplanClientPastProxy",alertstate="firing"}) or vector(0)', eval_time: 40m, exp_samples: [{labels: '{}', value: EXPECTED}]}
"""


def check_alerts(check, emitted):
    """The rules add and the alerts fire, by promtool's own evaluation: 120 requests a minute finished, of which the proxy saw all, or 60."""
    for proxied, expected in ((120, 0), (60, 1)):
        file = emitted.set / "monitoring" / f"test-{proxied}.yml"
        file.write_text(RULE_TEST.replace("PROXIED", str(proxied)).replace("EXPECTED", str(expected)), encoding="utf-8")
        code, text = run("promtool", "test", "rules", file.name, cwd=file.parent)
        check(f"sums and alerts, {proxied} a minute through the proxy", code == 0, *tail(text))


def snapshot(folder):
    return {file.relative_to(folder): (file.read_bytes(), file.stat().st_mode) for file in sorted(folder.rglob("*")) if file.is_file()}


def check_writing(check, program, scratch):
    """Whole or not at all; nothing of others overwritten without a word; a plan file gives the same as its plan."""
    folder = scratch / "writing"
    folder.mkdir()
    target = folder / "set"

    def emit(*arguments, into=target, plan=None):
        source = ["--plan", plan] if plan else STORY
        return run(program, "emit", "--into", into, *source, *LOOPBACK, *arguments, cwd=ROOT)

    code, text = emit("--dry-run")
    check("--dry-run writes nothing", code == 0 and not target.exists() and "new\tproxy/haproxy.cfg" in text, *tail(text))
    code, text = emit("--diff")
    check("--diff writes nothing", code == 0 and not target.exists() and "+++ proxy/haproxy.cfg" in text, *tail(text))
    check("it writes", emit()[0] == 0)
    before = snapshot(target)
    check("scripts are executable, settings are not", before[pathlib.Path("changeover.sh")][1] & 0o777 == 0o755 and
          before[pathlib.Path("all/copy-1.conf")][1] & 0o777 == 0o644)
    plan = folder / "plan.json"
    plan.write_text(run(program, *STORY, "--format", "json", cwd=ROOT)[1], encoding="utf-8")
    check("a plan file gives the same files", emit(into=folder / "from-file", plan=plan)[0] == 0 and snapshot(folder / "from-file") == before)

    code, text = emit("--port", "9000")
    check("files that differ are not overwritten", code == 2 and snapshot(target) == before and "--force" in text, *tail(text))
    code, text = emit("--port", "9000", "--diff")
    check("--diff shows the change", code == 0 and "-    bind 127.0.0.1:8000" in text and "+    bind 127.0.0.1:9000" in text and snapshot(target) == before,
          *tail(text))
    code, text = emit("--port", "9000", "--force")
    check("--force overwrites", code == 0 and b"bind 127.0.0.1:9000" in (target / "proxy/haproxy.cfg").read_bytes(), *tail(text))

    (target / "back.sh").unlink()
    (target / "back.sh").mkdir()
    before = snapshot(target)
    code, text = emit("--port", "9001", "--force")
    check("a folder in the place of a file: nothing is written", code == 2 and snapshot(target) == before, *tail(text))
    (target / "back.sh").rmdir()
    (target / "all").rename(target / "other")
    (target / "all").write_text("a file in the place of a folder", encoding="utf-8")
    before = snapshot(target)
    code, text = emit("--port", "9001", "--force")
    check("a file in the place of a folder: what was written is taken back", code == 2 and snapshot(target) == before, *tail(text))
    check("nothing is left beside the folder", sorted(file.name for file in folder.iterdir()) == ["from-file", "plan.json", "set"],
          *folder.iterdir())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    program = parser.parse_args().program.resolve()
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    check = Checks()
    missing = missing_programs("haproxy", "nginx", "systemd-analyze", "promtool", "shellcheck", "docker-compose")
    if not check("the validators are installed (./dev test does it)", not missing, *missing):
        return check.done()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="kvplan-emit-"))
    scratch.chmod(0o755)
    try:
        sets = SETS | {f"hostile boxes, {proxy}": ["--plan", hostile_plan(scratch), "--proxy", proxy] for proxy in ("haproxy", "nginx")}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = {name: pool.submit(check_set, program, scratch / str(i), name, arguments)
                       for i, (name, arguments) in enumerate(sets.items())}
        done = {name: result.result() for name, result in results.items()}
        for one, _ in done.values():
            check.passed += one.passed
            check.failed += one.failed
        check_hostile(check, done["hostile names"][1])
        check_values(check, done["copies, haproxy"][1])
        check_alerts(check, done["copies, haproxy"][1])
        check_writing(check, program, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return check.done()


if __name__ == "__main__":
    sys.exit(main())
