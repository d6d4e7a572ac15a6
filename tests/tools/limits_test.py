#!/usr/bin/env python3
"""What must hold whatever the input and the surroundings: sizes, depth, odd files, odd names, a full disk, signals, locales,
working directories, numbers of threads.

    tests/tools/limits_test.py --program build/dev/kvplan
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import own_program

ROOT = pathlib.Path(__file__).resolve().parents[2]
LLAMA = ROOT / "models" / "meta-llama--Meta-Llama-3.1-8B" / "config.json"
QWEN = ROOT / "models" / "Qwen--Qwen3-Next-80B-A3B-Instruct" / "config.json"
CONFIG = json.loads(LLAMA.read_text())
SHARE = ["--util", "0.74"]
LARGE = 2**53  # the largest integer that JSON keeps exactly
program = ""


def run(*arguments, **options):
    options.setdefault("cwd", ROOT)
    options.setdefault("stdout", subprocess.PIPE)
    done = subprocess.run([program, *map(str, arguments)], stderr=subprocess.PIPE, timeout=120, **options)
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode(errors="replace")


@contextlib.contextmanager
def open_folder(name):
    folder = os.open(name, os.O_RDONLY)
    try:
        yield folder
    finally:
        os.close(folder)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kvplan limits é ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        file = self.folder / name
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        return file

    def refused(self, *arguments, **options):
        """Exit 2, one line, nothing on stdout."""
        code, out, err = run(*arguments, **options)
        self.assertEqual((code, out), (2, ""), (arguments, err))
        self.assertEqual(len(err.splitlines()), 1, err[:500])
        return err


class Inputs(Case):
    def test_a_file_above_the_limit_is_refused_before_it_is_read(self):
        file = self.folder / "config.json"
        with file.open("wb") as out:
            out.truncate(300 << 20)
        self.assertIn("314572800 bytes", self.refused("--model", file, *SHARE))

    def test_deep_json_is_refused_wherever_json_is_read(self):
        deep = [("[" * 200_000 + "]" * 200_000), '{"a":' * 200_000 + "1" + "}" * 200_000, '{"text_config":' * 101 + "{}" + "}" * 101]
        for text in deep:
            file = self.write("deep.json", text)
            for arguments in (
                ["--model", file, *SHARE],
                ["--model", "Meta-Llama-3.1-8B", "--box", file],
                ["--model", "Meta-Llama-3.1-8B", "--calibration", file],
                ["check", "--policy", file],
                ["diff", "--model", "Meta-Llama-3.1-8B", "--lock", file],
                ["emit", "--plan", file, "--into", self.folder / "out"],
                ["lint", file],
                ["traffic", file],
            ):
                self.refused(*arguments)
        code, out, _ = run("batch", input=(deep[0] + "\n").encode())
        self.assertEqual((code, json.loads(out)["status"]), (0, 2))

    def test_brackets_inside_text_are_no_depth(self):
        file = self.write("config.json", {**CONFIG, "note": "[{" * 1000})
        self.assertEqual(run("--model", file, *SHARE)[0], 0)

    def test_deep_yaml_and_toml_and_aliases_without_end(self):
        bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
            f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10)
        )
        self.refused("check", "--policy", self.write("bomb.yaml", bomb))
        self.refused("lint", self.write("bomb.yml", bomb))
        self.refused("check", "--policy", self.write("deep.yaml", "a: " + "[" * 5000 + "]" * 5000))
        self.refused("check", "--policy", self.write("deep.toml", "a = " + "[" * 5000 + "]" * 5000))

    def test_of_a_name_given_twice_json_takes_the_last_and_yaml_refuses(self):
        twice = json.dumps(CONFIG)[:-1] + ', "num_hidden_layers": 16}'
        code, out, _ = run("--model", self.write("config.json", twice), *SHARE, "--format", "json")
        self.assertEqual(code, 0)
        self.assertEqual(json.loads(out)["model"]["layers"], [{"kind": "full_attention", "count": 16}])
        self.assertIn("line 2", self.refused("check", "--policy", self.write("twice.yaml", "model: a\nmodel: b\n")))

    def test_a_product_beyond_64_bits_names_the_file_and_the_number(self):
        for path in (LLAMA, QWEN):
            config = json.loads(path.read_text())
            named = 0
            for key, value in config.items():
                if type(value) is not int:
                    continue
                file = self.write("config.json", {**config, key: LARGE})
                code, _, err = run("--model", file, *SHARE)
                self.assertIn(code, (0, 1, 2, 4), err)
                if code == 2:
                    self.assertRegex(err, r"config\.json: /\w+: expected ")
                    named += f"/{key}: " in err and str(LARGE) in err
            self.assertGreater(named, 5)
        self.assertIn("--max-model-len", self.refused("--model", "Meta-Llama-3.1-8B", "--max-model-len", LARGE, *SHARE))
        line = json.dumps({"id": 1, "config": {**CONFIG, "hidden_size": LARGE}, "available_bytes": 2**34})
        answer = json.loads(run("batch", input=line.encode())[1])
        self.assertEqual(answer["status"], 2)
        self.assertIn("/hidden_size", answer["error"])

    def test_what_is_no_finite_number_is_refused(self):
        for value in ("nan", "inf", "-inf", "1e999", "0x1p-1", "0,74,"):
            self.refused("--model", "Meta-Llama-3.1-8B", "--util", value)
        for value in ("nan", "infGiB", "1e300GiB", "-1GiB", "9999999999GiB", "1 2GiB"):
            self.refused("--model", "Meta-Llama-3.1-8B", *SHARE, "--weights", value)
        text = json.dumps(CONFIG).replace(': 500000.0', ": Infinity").replace('"initializer_range": 0.02', '"initializer_range": NaN')
        self.assertIn("Infinity", text)
        self.assertEqual(run("--model", self.write("config.json", text), *SHARE)[0], 0)  # as Python's json writes them

    def test_what_is_no_file_is_said_to_be_none(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        loop = self.folder / "loop"
        loop.symlink_to(loop)
        socket_file = self.folder / "socket"
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(socket_file))
        for odd in (fifo, loop, socket_file, "/dev/zero", "/dev/null", self.folder, self.folder / ("x" * 300), "/" + "x/" * 3000):
            for arguments in (
                ["--model", odd, *SHARE],
                ["--model", "Meta-Llama-3.1-8B", "--box", odd],
                ["--model", "Meta-Llama-3.1-8B", "--calibration", odd],
                ["check", "--policy", odd],
                ["diff", "--model", "Meta-Llama-3.1-8B", "--lock", odd],
                ["emit", "--plan", odd, "--into", self.folder / "out"],
                ["lint", odd],
                ["traffic", odd],
                ["calibrate", odd],
            ):
                if arguments[0] != "lint" or odd != self.folder:  # lint reads folders
                    self.refused(*arguments)

    def test_a_folder_of_links_in_a_circle_and_of_odd_files(self):
        model = self.folder / "model"
        model.mkdir()
        shutil.copy(LLAMA, model / "config.json")
        (model / "self").symlink_to(model)
        (model / "a.safetensors").symlink_to(model / "a.safetensors")
        code, _, err = run("--model", model, *SHARE)
        self.assertIn(code, (0, 2), err)
        (model / "a.safetensors").unlink()
        os.mkfifo(model / "b.safetensors")
        self.refused("--model", model, *SHARE)

    def test_a_file_that_grows_while_it_is_read(self):
        file = self.folder / "start.log"
        file.write_text("INFO Available KV cache memory: 44.08 GiB\n")
        done = threading.Event()

        def grow():
            with file.open("a") as out:
                while not done.is_set():
                    out.write("INFO nothing to see\n" * 2000)
                    out.flush()

        writer = threading.Thread(target=grow)
        writer.start()
        try:
            for _ in range(5):
                self.assertIn(run("calibrate", file)[0], (0, 2, 4))
                if file.stat().st_size > 100 << 20:
                    break
        finally:
            done.set()
            writer.join()

    def test_a_file_cut_anywhere_is_refused(self):
        text = json.dumps(CONFIG)
        for end in range(0, len(text), 37):
            self.refused("--model", self.write("config.json", text[:end]), *SHARE)

    def test_names_with_spaces_and_beyond_ascii_and_lines(self):
        for name in ("mit Leerzeichen.json", "größe ÷ 模型.json", "-x.json", "$(touch x).json"):
            file = self.write(name, CONFIG)
            self.assertEqual(run("--model", file, *SHARE)[0], 0)
            code, _, _ = run("--model", name, *SHARE, cwd=self.folder) if not name.startswith("-") else (0, 0, 0)
            self.assertEqual(code, 0)
        raw = os.path.join(os.fsencode(self.folder), b"latin-\xe9.json")
        with open(raw, "w") as out:
            json.dump(CONFIG, out)
        done = subprocess.run([program, "--model", raw, *SHARE, "--format", "json"], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0)
        json.loads(done.stdout.decode())  # valid UTF-8 whatever the name
        self.refused("--model", self.folder / "two\nlines.json", *SHARE)

    def test_a_line_of_batch_without_end_costs_no_memory(self):
        line = b'{"id": 1, "x": "' + b"y" * (40 << 20) + b'"}\n'
        good = json.dumps({"id": 2, "config": CONFIG, "available_bytes": 2**36}).encode() + b"\n"
        code, out, _ = run("batch", input=line + good)
        answers = [json.loads(one) for one in out.splitlines()]
        self.assertEqual((code, [one["status"] for one in answers]), (0, [2, 0]))


    def test_blank_lines_do_not_end_batch(self):
        """More of them than are read at once."""
        good = json.dumps({"id": 2, "config": CONFIG, "available_bytes": 2**36}).encode() + b"\n"
        blank = (b" " * 1023 + b"\n") * (65 << 10)
        code, out, _ = run("batch", input=blank + good)
        self.assertEqual((code, [json.loads(line)["id"] for line in out.splitlines()]), (0, [2]))

    def test_who_waits_for_the_answer_to_a_line_gets_it(self):
        good = json.dumps({"id": 2, "config": CONFIG, "available_bytes": 2**36}).encode() + b"\n"
        with subprocess.Popen([program, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as batch:
            end = threading.Timer(60, batch.kill)
            end.start()
            for _ in range(3):
                batch.stdin.write(good)
                batch.stdin.flush()
                self.assertEqual(json.loads(batch.stdout.readline() or b"{}").get("status"), 0)
            end.cancel()
            batch.stdin.close()

    def test_standard_input_that_cannot_be_read(self):
        for arguments in (["batch"], ["calibrate", "-"]):
            with open_folder("/") as folder:
                self.assertIn("<stdin>: expected", self.refused(*arguments, stdin=folder))
            self.assertIn("<stdin>: expected", self.refused(*arguments, preexec_fn=lambda: os.close(0)))

    def test_standard_input_of_calibrate_has_the_limit_of_a_file(self):
        with open("/dev/zero", "rb") as zeros:
            self.assertIn("more than 268435456 bytes", self.refused("calibrate", "-", stdin=zeros))

    def test_a_file_of_batch_is_a_file(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        for odd in (fifo, "/dev/zero", "/dev/null", self.folder, self.folder / "none", "/proc/self/mem"):
            self.refused("batch", odd)

    def test_a_folder_of_models_that_is_not_there(self):
        self.refused("models", "--models", self.folder / "none")


PLAN = ["--model", "Meta-Llama-3.1-8B", *SHARE]
SIMULATE = ["traffic", "simulate", *PLAN, "--poisson", "1", "--requests", "5"]


class Options(Case):
    """`kvplan: --option: expected …, found …`, whatever the option."""

    def refused(self, *arguments, **options):
        err = super().refused(*arguments, **options)
        self.assertRegex(err, r"^kvplan: [^:]+: expected .+, found .+\n$")
        return err

    def refused_at(self, option, *arguments, **options):
        self.assertIn(f"kvplan: {option}: expected ", self.refused(*arguments, **options))

    def test_a_number_is_finite_and_in_its_range(self):
        for command, option, outside in (
            (["diff", *PLAN], "--allow", "1.1"),
            (["metrics", "localhost:1"], "--timeout", "601"),
            (["metrics", "localhost:1"], "--interval", "0"),
            (["doctor"], "--timeout", "0"),
            (["lint", ROOT / "examples"], "--longest-answer", "-1"),
            (["lint", ROOT / "examples"], "--restart", "-1"),
            (["changeover", *PLAN, "--from", "split"], "--rate", "-1"),
            (SIMULATE, "--prefill-tok-s", "-5"),
            (SIMULATE, "--all-reduce-us", "-100"),
            (SIMULATE, "--burstiness", "0"),
            (PLAN, "--fault-every", "-1"),
        ):
            for value in ("nan", "-nan", "inf", "-inf", "1e999", "0x1", "1,5", " 1", "1 ", outside):
                self.refused_at(option, *command, option, value)
        self.refused_at("--speed", *SIMULATE, "--speed", "inf")
        story = ROOT / "tests/golden/traffic/story.csv"
        for value in ("nan", "infms"):
            self.refused_at("--ttft", "traffic", story, "--ttft", value)

    def test_an_integer_is_decimal_and_in_its_range(self):
        for command, option, outside in (
            (PLAN, "--need-requests", "-1"),
            (PLAN, "--in-flight", "0"),
            (["metrics", "localhost:1"], "--readings", "101"),
            (["metrics", "localhost:1"], "--rounds", "-1"),
            (SIMULATE, "--hash-block", "0"),
            (SIMULATE, "--limit", "-1"),
            (SIMULATE, "--seed", "-1"),
            (SIMULATE, "--requests", "0"),
        ):
            for value in ("99999999999999999999", "-99999999999999999999", "0x10", " 5", "5 ", "+5", "5\n6", "1.5", "1e3", "nan", outside):
                self.refused_at(option, *command, option, value)
                if command == PLAN:
                    name = "KVPLAN_" + option[2:].upper().replace("-", "_")
                    self.refused_at(option, *command, env={**os.environ, name: value})

    def test_a_zero_in_front_makes_no_octal_number(self):
        self.assertEqual(*(run(*PLAN, "--need-requests", ten) for ten in ("010", "10")))

    def test_an_empty_value_is_none(self):
        plan = (
            "--model --models --box --util --kv-cache-memory-bytes --kv-cache-dtype --max-num-seqs --speculative-config --weights --service "
            "--headroom --calibration --free --need-requests --need-tokens --need-lengths --restart-seconds --fault-every --measured "
            "--layout --vllm-args --from --engine --format --output --trust --enforce-eager"
        ).split()
        cases = [(["--model=Meta-Llama-3.1-8B"], option) for option in plan if option != "--model"]
        cases += [(["doctor"], "--snapshot"), (["models"], "--dump"), (["calibrate", "x"], "--box"), (["check"], "--today"), ([], "--model")]
        for command, option in cases:
            self.assertEqual(self.refused(*command, f"{option}="), f"kvplan: {option}: expected a value, found nothing\n")
            if option != "--enforce-eager":
                self.assertEqual(self.refused(*command, option, ""), f"kvplan: {option}: expected a value, found nothing\n")

    def test_a_variable_that_is_empty_is_none(self):
        names = ("KVPLAN_HEADROOM", "KVPLAN_NEED_REQUESTS", "KVPLAN_ENFORCE_EAGER", "KVPLAN_BOX")
        self.assertEqual(run(*PLAN, env={**os.environ, **dict.fromkeys(names, "")}), run(*PLAN))

    def test_a_flag_is_true_or_false(self):
        for value in ("maybe", "2", "-1", "1e3", "yes", "99999999999999999999", "True\n"):
            self.refused_at("--enforce-eager", *PLAN, f"--enforce-eager={value}")
            self.refused_at("--no-enforce-eager", *PLAN, f"--no-enforce-eager={value}")
            self.refused_at("--enforce-eager", *PLAN, env={**os.environ, "KVPLAN_ENFORCE_EAGER": value})
            self.refused_at("--fail-on-warn", *PLAN, f"--fail-on-warn={value}")

    def test_of_a_flag_and_its_opposite_the_last_counts(self):
        def options(*flags, **env):
            return json.loads(run(*PLAN, "--format", "json", *flags, env={**os.environ, **env})[1])["engine"]["options"]["enable_prefix_caching"]

        for flags, on in (
            (["--enable-prefix-caching"], True),
            (["--no-enable-prefix-caching", "--enable-prefix-caching"], True),
            (["--enable-prefix-caching", "--no-enable-prefix-caching"], False),
            (["--enable-prefix-caching=0"], False),
            (["--no-enable-prefix-caching", "--enable-prefix-caching=1"], True),
        ):
            self.assertEqual(options(*flags), on, flags)
        self.assertEqual(options(KVPLAN_ENABLE_PREFIX_CACHING="1"), True)
        self.assertEqual(options("--no-enable-prefix-caching", KVPLAN_ENABLE_PREFIX_CACHING="1"), False)

    def test_what_the_command_line_lacks_or_has_too_much(self):
        for arguments, place in (
            ([*PLAN, "--nope"], "command line"),
            ([*PLAN, "two\nlines"], "command line"),
            ([*PLAN, "--util", "0.5"], "--util"),
            ([*PLAN, "--headroom"], "--headroom"),
            ([*PLAN, "--trust", "me"], "--trust"),
            (["metrics"], "urls"),
            (["emit", *PLAN], "--into"),
            (["report", *PLAN, "--changeover-from", "garbage"], "--changeover-from"),
        ):
            self.refused_at(place, *arguments)

    def test_a_day_is_one_of_the_calendar(self):
        policy = self.write("kvplan.toml", 'schema_version = 1\nmodel = "Meta-Llama-3.1-8B"\n')
        self.assertEqual(run("check", "--policy", policy, "--today", "2028-02-29")[0], 0)
        for day in ("0", "1999-99-99", "nan", "2027-02-29", "2026-00-10", "2026-12-31 "):
            self.refused_at("--today", "check", "--policy", policy, "--today", day)


class Outputs(Case):
    def test_no_room_behind_standard_output(self):
        with open("/dev/full", "w") as full:
            for arguments in (PLAN, ["sweep", *PLAN, "--axis", "util=0.5:0.9:0.0001"], ["models"]):
                code, _, err = run(*arguments, stdout=full)
                self.assertEqual(code, 2)
                self.assertIn("standard output", err)

    def test_a_file_that_does_not_fit_leaves_the_old_one(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # noqa: E731
        old = self.write("plan.json", "old")
        self.refused(*PLAN, "--output", f"json={old}", preexec_fn=limit)
        self.assertEqual(run("emit", *PLAN, "--into", self.folder / "out", preexec_fn=limit)[0], 2)
        self.assertEqual(old.read_text(), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["plan.json"])

    def test_a_folder_that_cannot_be_written_leaves_nothing(self):
        self.refused(*PLAN, "--output", f"json={self.folder}/none/plan.json")
        self.refused(*PLAN, "--output", f"json={self.folder}")
        self.refused(*PLAN, "--output", "json=/proc/plan.json")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_device_or_a_pipe_is_written_to_and_not_replaced(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
        code, _, err = run(*PLAN, "--output", f"json={pipe}", "--output", "json=/dev/null")
        self.assertEqual(code, 0, err)
        json.loads(reader.communicate(timeout=30)[0])
        self.assertTrue(pipe.is_fifo())
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        self.refused(*PLAN, "--output", "json=/dev/full")

    def test_a_link_stays_a_link_and_a_file_keeps_its_mode(self):
        file = self.write("there.json", "old")
        file.chmod(0o600)
        link = self.folder / "link.json"
        link.symlink_to("there.json")
        self.assertEqual(run(*PLAN, "--output", f"json={link}")[0], 0)
        self.assertTrue(link.is_symlink())
        json.loads(file.read_text())
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)

    def test_a_reader_that_leaves_ends_the_program_in_silence(self):
        sweep = subprocess.Popen(
            [program, "sweep", *PLAN, "--axis", "util=0.1:0.9:0.00001"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        )
        sweep.stdout.read(10)
        sweep.stdout.close()
        self.assertEqual(sweep.stderr.read(), b"")
        self.assertEqual(sweep.wait(timeout=60), -signal.SIGPIPE)
        sweep.stderr.close()

    def test_ctrl_c_leaves_no_half_file(self):
        """At many moments of a run the file is the old one or the new one, and nothing lies beside it."""
        file = self.write("plan.json", "old")
        for moment in range(12):
            file.write_text("old")
            running = subprocess.Popen([program, *PLAN, "--output", f"json={file}"], stdout=subprocess.DEVNULL, cwd=ROOT)
            time.sleep(moment * 0.002)
            running.send_signal(signal.SIGINT)
            running.wait(timeout=30)
            text = file.read_text()
            if text != "old":
                json.loads(text)
            self.assertEqual(os.listdir(self.folder), ["plan.json"])
        into = self.folder / "out"
        for moment in range(12):
            running = subprocess.Popen([program, "emit", *PLAN, "--into", into], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
            time.sleep(moment * 0.002)
            running.send_signal(signal.SIGINT)
            running.wait(timeout=30)
            self.assertIn(sorted(os.listdir(self.folder)), (["plan.json"], ["out", "plan.json"]))
            if into.exists():
                self.assertTrue((into / "README.md").exists())
                shutil.rmtree(into)


COMMANDS = [
    ["--model", "Qwen3-Next-80B-A3B-Instruct", *SHARE, "--service", "db=3.5GiB", "--headroom", "1.25GiB"],
    ["--model", "Meta-Llama-3.1-8B", *SHARE, "--format", "json"],
    ["explain", "--model", "Qwen3.8-Flash-Next-NVFP4", *SHARE],
    ["sweep", "--model", "Meta-Llama-3.1-8B", "--axis", "util=0.5:0.9:0.01", "--axis", "max_model_len=1k,8k,64k"],
    ["traffic", ROOT / "tests/golden/traffic/story.csv"],
    ["traffic", ROOT / "tests/golden/traffic/afternoon.csv", "--format", "json"],
    ["calibrate", ROOT / "tests/golden/logs/llama--util0.2-len8192.log", "--format", "json"],
    ["traffic", "simulate", "--model", "Meta-Llama-3.1-8B", *SHARE, "--poisson", "1.5", "--requests", "200"],
]


class Determinism(Case):
    def answers(self, **options):
        return [run(*command, **options) for command in COMMANDS]

    def setUp(self):
        super().setUp()
        self.expected = self.answers()
        for command, (code, out, err) in zip(COMMANDS, self.expected):
            self.assertIn(code, (0, 1), (command, err))
            self.assertTrue(out)

    def test_a_locale_with_a_decimal_comma_changes_nothing(self):
        if not shutil.which("localedef"):
            self.skipTest("no localedef")
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", self.folder / "de_DE.UTF-8"], capture_output=True)
        if not (self.folder / "de_DE.UTF-8" / "LC_NUMERIC").exists():  # a folder is made even of nothing
            self.skipTest(f"no locale could be made: {made.stderr.decode()}")
        environment = {**os.environ, "LOCPATH": str(self.folder), "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
        comma = "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.localeconv()['decimal_point'])"
        shown = subprocess.run([sys.executable, "-c", comma], env=environment, capture_output=True, text=True).stdout
        self.assertEqual(shown, ",\n")  # else this test shows nothing
        self.assertEqual(self.answers(env=environment), self.expected)

    def test_any_working_folder_also_one_that_is_gone(self):
        self.assertEqual(self.answers(cwd="/"), self.expected)
        gone = self.folder / "gone"
        script = 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"'
        for command, expected in zip(COMMANDS, self.expected):
            done = subprocess.run(["sh", "-c", script, "sh", gone, os.path.abspath(program), *map(str, command)], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), expected[:2], (command, done.stderr))

    def test_any_number_of_threads(self):
        vectors = (ROOT / "tests/golden/vllm-0.33/vectors.jsonl").read_bytes().splitlines()[:400]
        batch = ["batch", "--root", ROOT / "tests/golden/vllm-0.33"]
        sweep = ["sweep", "--model", "Qwen3-Next-80B-A3B-Instruct", "--axis", "util=0.3:0.9:0.01", "--axis", "max_num_seqs=1,16,256"]
        questions = b"\n".join(vectors)
        several = (run(*batch, input=questions), run(*sweep))
        self.assertEqual([one[0] for one in several], [0, 0])
        one_core = lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # noqa: E731
        self.assertEqual((run(*batch, input=questions, preexec_fn=one_core), run(*sweep, preexec_fn=one_core)), several)

    def test_no_threads_are_to_be_had(self):
        """A user who has one process already: none of the threads starts, and the answer is the same."""
        few = lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))  # noqa: E731
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}  # that starts a process of its own
        alone = {"preexec_fn": few, "env": environment}
        if os.getuid() == 0:  # whom no limit binds
            alone |= {"user": 64111, "group": 64111, "extra_groups": []}
        try:
            forked = subprocess.run(["sh", "-c", "true & wait"], **alone, cwd="/", capture_output=True).returncode
            subprocess.run([program, "--version"], **alone, cwd="/", capture_output=True)
        except PermissionError:
            self.skipTest("another user does not reach the program")
        self.assertNotEqual(forked, 0)  # else this test shows nothing
        vectors = b"\n".join((ROOT / "tests/golden/vllm-0.33/vectors.jsonl").read_bytes().splitlines()[:100])
        for command, options in (
            (["sweep", "--model", "Meta-Llama-3.1-8B", "--axis", "util=0.3:0.9:0.01", "--axis", "max_num_seqs=1,16,256"], {}),
            (["batch", "--root", ROOT / "tests/golden/vllm-0.33"], {"input": vectors}),
        ):
            expected = run(*command, **options)
            self.assertEqual(expected[0], 0)
            self.assertEqual(run(*command, **options, **alone), expected)

    def test_an_empty_environment(self):
        self.assertEqual(self.answers(env={}), self.expected)


if __name__ == "__main__":
    program = own_program.taken_from_arguments()
    own_program.run_tests()
