"""What the tests of the emitted files share: emitting a set, staging it as install.sh does, free ports, counting checks."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

STORY = ["--model", "Qwen3.8-Flash-Next-NVFP4", "--util", "0.74,0.78", "--kv-cache-dtype", "fp8", "--speculative-config", "mtp:4",
         "--service", "postgres=2GiB"]
LOOPBACK = ["--address", "127.0.0.1", "--address", "127.0.0.1"]


class Checks:
    """Named checks; the last line is what ./dev test counts."""

    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, name, good, *details):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {name}", *details, sep="\n    ", flush=True)
        return bool(good)

    def done(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


def run(*command, **options):
    """Standard output and error together, and the exit code."""
    options.setdefault("timeout", 120)
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="backslashreplace", check=False, **options)
    return done.returncode, done.stdout


def missing_programs(*names):
    return [name for name in names if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]


def free_ports(count):
    """So many free ports in a row."""
    for _ in range(200):
        with socket.socket() as first:
            first.bind(("127.0.0.1", 0))
            base = first.getsockname()[1]
        held = []
        try:
            for port in range(base, base + count):
                held.append(socket.socket())
                held[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                held[-1].bind(("127.0.0.1", port))
            return base
        except (OSError, OverflowError):
            continue
        finally:
            for one in held:
                one.close()
    raise SystemExit("no free ports")


class Emitted:
    """A set that was emitted into FOLDER/set and installed, both boxes, into FOLDER/etc and FOLDER/units."""

    def __init__(self, program, folder, *arguments, ports=True):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)  # the proxies' workers run as other users
        self.set, self.etc, self.units, self.run = (self.folder / name for name in ("set", "etc", "units", "run"))
        self.base = free_ports(5) if ports else 0
        moved = ["--port", self.base, "--status-port", self.base + 1, "--copy-port", self.base + 2, "--master-port", self.base + 4] if ports else []
        self.command = [program, "emit", "--into", self.set, "--config-dir", self.etc, "--run-dir", self.run, "--key-file", self.etc / "api.key",
                        *moved, *arguments]
        code, text = run(*self.command, cwd=ROOT)
        if code != 0:
            raise SystemExit(f"{' '.join(map(str, self.command))}: {code}\n{text}")
        proxy = self.run / "proxy"
        proxy.mkdir(parents=True)
        proxy.chmod(0o777)
        for box in sorted(self.set.glob("box-*")):
            code, text = run("sh", self.set / "install.sh", box.name[4:], env=os.environ | {"KVPLAN_ETC": str(self.etc), "KVPLAN_UNITS": str(self.units)})
            if code != 0:
                raise SystemExit(f"install.sh: {text}")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.base}"

    def files(self, *patterns):
        return sorted(file for pattern in patterns for file in self.set.rglob(pattern) if file.is_file())


def tail(text, lines=25):
    return text.splitlines()[-lines:]


def say(*words):
    print(*words, flush=True)
    sys.stdout.flush()
