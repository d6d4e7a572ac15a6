#!/usr/bin/env python3
"""kvplan metrics and doctor against stub servers on loopback: good, slow, huge, redirecting, garbage, cut, proxied."""

from __future__ import annotations

import http.server
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

import own_program

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GOLDEN = ROOT / "tests" / "golden" / "metrics"
STREAMING = (GOLDEN / "running-16-streaming.prom").read_bytes()
WAITING = (GOLDEN / "running-160-nonstreaming-waiting.prom").read_bytes()
program = ""


class Stub:
    """A server on a free port; `answer(handler, n)` answers the n-th request to it."""

    def __init__(self, answer):
        self.requests = []
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                stub.requests.append((self.path, dict(self.headers)))
                try:
                    answer(self, len(stub.requests))
                except (BrokenPipeError, ConnectionResetError):
                    pass

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.name = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.name}/metrics"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def send(handler, body, status=200, length=None, headers=()):
    handler.send_response(status)
    for name, value in headers:
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body) if length is None else length))
    handler.end_headers()
    handler.wfile.write(body)


def good(body):
    return lambda handler, _: send(handler, body)


def run(*arguments, env=None):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, env=env)
    return done.returncode, done.stdout, done.stderr


def metrics(*arguments, env=None):
    code, out, err = run("metrics", "--format", "json", *arguments, env=env)
    return code, json.loads(out) if out else None, err


class Metrics(unittest.TestCase):
    def test_two_real_copies_are_added(self):
        with Stub(good(STREAMING)) as a, Stub(good(WAITING)) as b:
            code, answer, err = metrics(a.name, b.url)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(answer["schema_version"], 1)
        self.assertEqual([c["up"] for c in answer["copies"]], [True, True])
        self.assertEqual(answer["copies"][0]["url"], a.url)
        self.assertEqual(answer["copies"][0]["num_requests_running"], 16)
        self.assertEqual(answer["copies"][0]["kv_cache_tokens"], 65536)
        total = answer["total"]
        self.assertEqual(total["num_requests_running"], 49)
        self.assertEqual(total["num_requests_waiting"], 127)
        self.assertEqual(total["generation_tokens_total"], 79465)
        self.assertEqual(total["kv_cache_tokens"], 131072)
        self.assertAlmostEqual(total["kv_cache_usage_perc"], (48 + 156) / (511 + 511))

    def test_a_copy_that_is_down_is_named_and_fails(self):
        with Stub(good(STREAMING)) as up:
            with Stub(good(STREAMING)) as gone:
                pass
            code, answer, err = metrics(up.url, gone.url)
        self.assertEqual(code, 1)
        self.assertIn(gone.url, err)
        self.assertEqual(answer["missing"], [gone.url])
        self.assertFalse(answer["copies"][1]["up"])
        self.assertIsNone(answer["copies"][1]["num_requests_running"])
        self.assertEqual(answer["total"]["num_requests_running"], 16)

    def test_a_slow_copy_does_not_hold_up_the_answer(self):
        def slow(handler, _):
            time.sleep(20)

        with Stub(slow) as a, Stub(slow) as b, Stub(good(STREAMING)) as c:
            began = time.monotonic()
            code, answer, _ = metrics("--timeout", "1", a.url, b.url, c.url)
            took = time.monotonic() - began
        self.assertEqual(code, 1)
        self.assertLess(took, 15)  # the stubs sleep 20 s
        self.assertEqual(answer["missing"], [a.url, b.url])
        self.assertIn("1000 ms", answer["copies"][0]["error"])

    def test_an_endless_answer_is_cut_off(self):
        def huge(handler, _):
            handler.send_response(200)
            handler.end_headers()
            while True:
                handler.wfile.write(b"a 1\n" * 65536)

        with Stub(huge) as a:
            code, answer, _ = metrics(a.url)
        self.assertEqual(code, 1)
        self.assertEqual(answer["copies"][0]["error"], "an answer of more than 16 MiB")

    def test_garbage_and_errors_are_no_copy(self):
        cases = [
            (good(b"<html>502 Bad Gateway</html>\n"), "Prometheus text"),
            (good(bytes(range(256)) * 50), "Prometheus text"),
            (good(b""), "Prometheus text"),
            (good(b"node_load1 0.5\n"), "without an engine's metrics"),
            (lambda h, _: send(h, b"no", status=502), "HTTP 502"),
            (lambda h, _: send(h, STREAMING[:2000], length=len(STREAMING)), ""),
        ]
        for answer_with, reason in cases:
            with Stub(answer_with) as a:
                code, answer, _ = metrics("--timeout", "2", a.url)
            self.assertEqual(code, 1)
            self.assertIn(reason, answer["copies"][0]["error"])
            self.assertTrue(answer["copies"][0]["error"])

    def test_no_redirect_to_another_host_and_no_password_for_it(self):
        with Stub(good(STREAMING)) as other:
            with Stub(lambda h, _: send(h, b"", 302, headers=[("Location", other.url)])) as a:
                code, answer, err = metrics(f"http://user:geheim@{a.name}/metrics")
            self.assertEqual(other.requests, [])
        self.assertEqual(code, 1)
        self.assertIn("redirect", answer["copies"][0]["error"])
        self.assertNotIn("geheim", json.dumps(answer) + err)

    def test_a_redirect_inside_the_host_is_followed(self):
        def slash(handler, _):
            if handler.path == "/metrics":
                send(handler, b"", 307, headers=[("Location", "/metrics/")])
            else:
                send(handler, STREAMING)

        with Stub(slash) as a:
            code, answer, _ = metrics(a.name)
        self.assertEqual(code, 0)
        self.assertTrue(answer["copies"][0]["up"])

    def test_a_redirect_in_a_circle_ends(self):
        with Stub(lambda h, _: send(h, b"", 302, headers=[("Location", "/metrics")])) as a:
            code, _, _ = metrics(a.url)
            self.assertLess(len(a.requests), 10)
        self.assertEqual(code, 1)

    def test_the_proxy_of_the_environment_is_not_asked(self):
        with Stub(good(WAITING)) as proxy, Stub(good(STREAMING)) as a:
            code, answer, _ = metrics(a.url, env={"http_proxy": f"http://{proxy.name}", "PATH": "/usr/bin"})
            self.assertEqual(proxy.requests, [])
        self.assertEqual((code, answer["total"]["num_requests_running"]), (0, 16))

    def test_a_proxy_over_two_copies_is_noticed(self):
        other = WAITING.replace(b"process_start_time_seconds 1.79595956362e+09", b"process_start_time_seconds 1.79595999e+09")

        def turns(handler, n):
            send(handler, STREAMING if n % 2 else other)

        with Stub(turns) as a:
            code, answer, _ = metrics(a.url)
        self.assertEqual(code, 0)
        self.assertTrue(answer["copies"][0]["several_behind"])
        self.assertFalse(answer["copies"][0]["restarted"])
        self.assertIn("proxy", " ".join(answer["copies"][0]["notes"]))

    def test_a_restart_between_readings_is_said(self):
        later = STREAMING.replace(b"process_start_time_seconds 1.79595956362e+09", b"process_start_time_seconds 1.79595999e+09")
        with Stub(lambda h, n: send(h, STREAMING if n < 3 else later)) as a:
            code, answer, _ = metrics(a.url)
        self.assertEqual(code, 0)
        self.assertTrue(answer["copies"][0]["restarted"])

    def test_watch_shows_a_rate(self):
        def growing(handler, n):
            send(handler, b'vllm:generation_tokens_total{engine="0"} %d.0\n' % (1000 * n))

        with Stub(growing) as a:
            code, out, _ = run("metrics", "--watch", "--rounds", "2", "--interval", "0.1", a.url)
        self.assertEqual(code, 0)
        self.assertIn("tokens/s", out)

    def test_doctor_reads_the_running_engine(self):
        with tempfile.TemporaryDirectory() as folder, Stub(good(STREAMING)) as a:
            proc = pathlib.Path(folder, "proc")
            process = proc / "17"
            process.mkdir(parents=True)
            words = ["vllm", "serve", "tiny-llama", "--port", a.name.split(":")[1], "--api-key", "geheim",
                     "--kv-cache-memory-bytes", "536870912", "--max-model-len", "4096"]
            (process / "cmdline").write_bytes("\0".join(words).encode() + b"\0")
            (proc / "meminfo").write_text("MemTotal: 127601452 kB\nMemAvailable: 20971520 kB\n")
            saved = pathlib.Path(folder, "saved")
            code, out, err = run("doctor", "--proc", str(proc), "--save", str(saved), "--format", "json")
            twice, _, refused = run("doctor", "--proc", str(proc), "--save", str(saved))
            again, out_again, _ = run("doctor", "--snapshot", str(saved), "--format", "json")
            text = "".join(file.read_text() for file in saved.iterdir())
        self.assertEqual((code, again), (1, 1), err)
        self.assertEqual((twice, refused), (2, f"kvplan: --save: expected a folder that is new or empty, found files in {saved}\n"))
        finding = json.loads(out)["findings"][0]
        self.assertEqual(finding["id"], "kv_cache_memory_bytes")
        self.assertEqual(finding["severity"], "error")
        self.assertEqual((finding["declared"], finding["running"]), ("536870912", "268435456"))
        self.assertEqual(finding["bytes"], -268435456)
        self.assertNotIn("geheim", text + out)
        ids = [f["id"] for f in json.loads(out_again)["findings"]]
        self.assertEqual(ids, [f["id"] for f in json.loads(out)["findings"]])


class Alone(unittest.TestCase):
    """A static kvplan that is taken away from its kvplan-online."""

    def setUp(self):
        if not pathlib.Path(program).with_name("kvplan-online").exists():
            self.skipTest("this kvplan is not static")
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.alone = pathlib.Path(shutil.copy2(program, self.scratch.name))

    def metrics(self, source):
        done = subprocess.run([self.alone, "metrics", source], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def test_it_says_what_is_missing_and_reads_saved_files(self):
        code, out, err = self.metrics("http://127.0.0.1:9")
        self.assertEqual((code, out), (2, ""))
        self.assertRegex(err, "^kvplan: metrics: expected kvplan-online .*, found none.*\n$")
        self.assertEqual(self.metrics(GOLDEN / "running-16-streaming.prom")[0], 0)

    def test_what_another_user_put_there_is_not_run(self):
        if os.geteuid() != 0:
            self.skipTest("only root gives files away")
        planted = self.alone.with_name("kvplan-online")
        planted.write_text("#!/bin/sh\necho planted\n")
        planted.chmod(0o755)
        self.assertEqual(self.metrics("http://127.0.0.1:9")[1], "planted\n")
        os.chown(planted, 65534, 65534)
        self.assertEqual(self.metrics("http://127.0.0.1:9")[:2], (2, ""))


if __name__ == "__main__":
    program = own_program.taken_from_arguments()
    own_program.run_tests()
