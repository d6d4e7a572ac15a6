#!/usr/bin/env python3
"""Names that somebody chose (models, services, boxes, files, options) stay names in everything that is written: scripts that run,
HTML, SVG, SARIF, CSV, workflow commands.

    tests/tools/hostile_names_test.py --program build/dev/kvplan
"""

from __future__ import annotations

import csv
import html.parser
import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree

import own_program

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIG = ROOT / "models" / "meta-llama--Meta-Llama-3.1-8B" / "config.json"
program = ""

# Each leaves a file `pwned` in the working folder where a shell runs a part of it.
HOSTILE = [
    "a b",
    "it's; touch pwned; echo '",
    'say "x"; touch pwned; "',
    "$(touch pwned)",
    "`touch pwned`",
    "x; touch pwned",
    "x && touch pwned",
    "x | touch pwned",
    "x > pwned",
    "x\ntouch pwned\n",
    "x\r\ntouch pwned",
    "${IFS}touch${IFS}pwned",
    "\\$(touch pwned)",
    "'\"'$(touch pwned)'\"'",
    "--help",
    "-rf",
    "%i%h",
    "~/x",
    "*",
    "größe 模型",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]>--><b>",
    "=1+1",
    "@{model}",
]
DUMP = '#!/usr/bin/python3\nimport json, os, sys\nopen(os.environ["DUMP"], "a").write(json.dumps(sys.argv[1:]) + "\\n")\n'


def run(*arguments, **options):
    options.setdefault("cwd", ROOT)
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, timeout=120, **options)
    return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kvplan-hostile-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def nothing_ran(self):
        self.assertEqual([file for file in self.folder.rglob("pwned")], [])
        self.assertFalse((ROOT / "pwned").exists())


class Scripts(Case):
    """The emitted scripts, run by sh with a stand-in for vllm that writes down what it was given."""

    def launched(self, emitted, name):
        """The arguments of every start, from every launch script of every box."""
        dump = self.folder / "dump"
        dump.unlink(missing_ok=True)
        vllm = self.folder / "vllm"
        vllm.write_text(DUMP)
        vllm.chmod(0o755)
        work = self.folder / "work"
        work.mkdir(exist_ok=True)
        environment = {"PATH": "/usr/bin:/bin", "KVPLAN_VLLM": str(vllm), "DUMP": str(dump), "KVPLAN_KEY_FILE": "/nonexistent"}
        scripts = sorted(emitted.rglob("launch-*.sh"))
        self.assertTrue(scripts, name)
        for script in scripts:
            subprocess.run(["sh", script], cwd=work, env=environment, capture_output=True, timeout=30, stdin=subprocess.DEVNULL)
        return [json.loads(line) for line in dump.read_text().splitlines()] if dump.exists() else []

    def check_syntax(self, emitted):
        for file in emitted.rglob("*"):
            if not file.is_file():
                continue
            first = file.read_bytes()[:12]
            if file.suffix == ".sh" or first.startswith(b"#!/bin/sh"):
                done = subprocess.run(["sh", "-n", file], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, (file, done.stderr))

    def emit(self, *arguments):
        into = self.folder / "out"
        shutil.rmtree(into, ignore_errors=True)
        code, _, err = run("emit", "--model", "Meta-Llama-3.1-8B", "--util", "0.74", "--into", into, *arguments)
        if code == 2:
            self.assertEqual(len(err.splitlines()), 1, err)
            self.assertFalse(into.exists())
            return None
        self.assertEqual(code, 0, err)
        return into

    def test_what_vllm_is_given_is_one_word_whatever_its_name(self):
        written = 0
        for option, long_name in (("--serve-model", None), ("--served-model-name", "--served-model-name"), ("--serve-arg", None)):
            for name in HOSTILE:
                emitted = self.emit(f"{option}={name}")
                if emitted is None:
                    continue  # refused: that is safe as well
                written += 1
                self.check_syntax(emitted)
                starts = self.launched(emitted, name)
                self.nothing_ran()
                self.assertTrue(starts, (option, name))
                for words in starts:
                    held = [word for word in words if word in (name, f"./{name}", f"{long_name}={name}")]  # "./": no option
                    self.assertTrue(held, (option, name, words))
        self.assertGreater(written, len(HOSTILE))

    def test_names_of_services_boxes_and_models_in_a_plan_file(self):
        _, text, _ = run("--model", "Meta-Llama-3.1-8B", "--util", "0.74", "--service", "pg=1GiB", "--format", "json")
        written = 0
        for name in HOSTILE:
            for place in ("model", "box", "service", "option"):
                plan = json.loads(text)
                if place == "model":
                    plan["model"]["name"] = name
                elif place == "option":
                    plan["engine"]["options"]["kv_cache_dtype"] = name
                elif place == "service":
                    for box in plan["boxes"]:
                        for service in box["services"]:
                            service["name"] = name
                else:
                    old = plan["boxes"][0]["name"]
                    plan = json.loads(json.dumps(plan).replace(json.dumps(old), json.dumps(name)))
                file = self.folder / "plan.json"
                file.write_text(json.dumps(plan))
                into = self.folder / "out"
                shutil.rmtree(into, ignore_errors=True)
                proxy = "nginx" if place in ("box", "option") else "haproxy"
                code, _, err = run("emit", "--plan", file, "--into", into, "--proxy", proxy)
                self.assertIn(code, (0, 2), err)
                if code == 0:
                    written += 1
                    self.check_syntax(into)
                    self.launched(into, name)
                    self.nothing_ran()
        self.assertGreater(written, len(HOSTILE))

    def test_emitted_paths_stay_below_the_folder(self):
        for name in ("../x", "/etc/x", "a/../../x", "..", "."):
            emitted = self.emit(f"--served-model-name={name}")
            self.assertEqual(sorted(set(os.listdir(self.folder)) - {"out", "dump", "vllm", "work"}), [])
            if emitted:
                for file in emitted.rglob("*"):
                    self.assertFalse(file.is_symlink())


class Emitting(Case):
    """What a plan from elsewhere, or a link in the folder, may make of the files."""

    def plan(self, change=lambda plan: None):
        _, text, _ = run("--model", "Meta-Llama-3.1-8B", "--util", "0.74", "--service", "pg=1GiB", "--format", "json")
        plan = json.loads(text)
        change(plan)
        file = self.folder / "plan.json"
        file.write_text(json.dumps(plan))
        return file

    def refused(self, *arguments):
        into = self.folder / "out"
        code, out, err = run("emit", "--into", into, *arguments)
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), (arguments, out, err))
        return err

    def test_a_plan_opens_no_copy_to_the_network_and_runs_no_code_of_others(self):
        network = ["--host=0.0.0.0", "--ho=::", "--port=22", "--api_key=x", "-tp=2"]
        code = ["--model=evil/repo", "--trust-remote-code", "--middleware=evil.M", "--tool-parser-plugin=/tmp/evil.py", "evil/repo"]
        for word in network + code:
            file = self.plan(lambda plan: plan["engine"].update(arguments=[word]))
            expected = "an option that a plan decides (--serve-arg for another)"
            self.assertEqual(self.refused("--plan", file), f'kvplan: {file}: /engine/arguments/0: expected {expected}, found "{word}"\n')
            self.assertFalse((self.folder / "out").exists())

    def test_no_serve_arg_undoes_what_the_files_set(self):
        whole = ["--host=0.0.0.0", "--host", "--port=22", "--api_key=x", "--model=a/b", "--device-memory-utilization=1"]
        for word in [*whole, "--hos=::", "-tp=2", "-n2"]:
            err = self.refused("--model", "Meta-Llama-3.1-8B", "--util", "0.74", f"--serve-arg={word}")
            self.assertTrue(err.startswith("kvplan: --serve-arg: expected an option that the files do not set: --"), err)

    def test_a_linked_folder_is_not_followed(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        into = self.folder / "out"
        for linked in (into / "proxy", into / "all" / "bin"):
            linked.parent.mkdir(parents=True)
            linked.symlink_to(elsewhere)
            for force in ([], ["--force"], ["--dry-run"]):
                err = self.refused("--plan", self.plan(), *force)
                self.assertEqual(err, f"kvplan: {linked}: expected a folder, or nothing, found a link\n")
            self.assertEqual(list(elsewhere.iterdir()), [])
            shutil.rmtree(into)

    def test_a_folder_that_was_linked_itself_is_taken(self):
        (self.folder / "real").mkdir()
        (self.folder / "out").symlink_to("real")
        code, _, err = run("emit", "--plan", self.plan(), "--into", self.folder / "out")
        self.assertEqual(code, 0, err)
        self.assertTrue((self.folder / "real" / "README.md").is_file())

    def test_an_error_while_writing_is_the_only_line(self):
        (self.folder / "out").write_text("a file")
        self.refused("--plan", self.plan())
        with open("/dev/full", "w") as full:
            done = subprocess.run([program, "emit", "--plan", self.plan(), "--into", self.folder / "other"],
                                  stdout=full, stderr=subprocess.PIPE, timeout=60, cwd=ROOT)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1), done.stderr)

    def test_a_signal_while_writing_leaves_nothing_beside(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            place = self.folder / number.name
            place.mkdir()
            no_core = lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # noqa: E731
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT, "preexec_fn": no_core}
            running = subprocess.Popen([program, "emit", "--plan", self.plan(), "--into", place / "out"], **quiet)
            while running.poll() is None and not os.listdir(place):
                pass
            running.send_signal(number)
            running.wait(timeout=30)
            self.assertEqual(os.listdir(place), ["out"], number)

    def test_yaml_holds_only_what_yaml_may_hold(self):
        for name in ("a\x7fb", "a\x9b2Jb", "a\x1b[2Jb", "a\u2028b"):
            def named(plan):
                plan["model"]["name"] = name
                old = json.dumps(plan["boxes"][0]["name"])
                plan.update(json.loads(json.dumps(plan).replace(old, json.dumps(name))))

            into = self.folder / "out"
            shutil.rmtree(into, ignore_errors=True)
            code, _, err = run("emit", "--plan", self.plan(named), "--into", into)
            self.assertEqual(code, 0, err)
            for file in into.rglob("*.y*ml"):
                bare = re.findall("[^\\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", file.read_text())
                self.assertEqual(bare, [], (file, name))


class Tags(html.parser.HTMLParser):
    """What elements and attributes a page has."""

    def __init__(self):
        super().__init__()
        self.tags, self.handlers, self.scripts, self.links = set(), [], [], []
        self.inside = None

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.inside = tag
        self.handlers += [name for name, _ in attributes if name.startswith("on")]
        self.links += [value for name, value in attributes if name in ("src", "href") and value]

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts.append(data)


class Pages(Case):
    def model(self, name):
        folder = self.folder / "models" / re.sub("[/\0]", "_", name)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(CONFIG, folder / "config.json")
        return folder

    def test_html_and_markdown_and_svg_hold_no_element_of_a_name(self):
        plain = Tags()
        code, page, err = run("report", "--model", self.model("plain"), "--util", "0.74", "--service", "db=1GiB", "--format", "html")
        self.assertEqual(code, 0, err)
        plain.feed(page)
        for name in HOSTILE:
            if "\n" in name or "\r" in name or "=" in name or "@" in name:
                service = "db"
            else:
                service = name
            code, page, err = run("report", "--model", self.model(name), "--util", "0.74", f"--service={service}=1GiB", "--format", "html")
            if code == 2:
                self.assertEqual(len(err.splitlines()), 1, (name, err))
                continue
            tags = Tags()
            tags.feed(page)
            self.assertEqual((tags.tags, tags.handlers, tags.links), (plain.tags, plain.handlers, plain.links), name)
            self.assertEqual(len(tags.scripts), len(plain.scripts), name)

    def test_a_chart_is_well_formed_whatever_its_classes_are_called(self):
        charts = 0
        for name in HOSTILE:
            file = self.folder / "points.csv"
            cell = '"' + name.replace('"', '""') + '"'
            file.write_text("concurrency,output_tok_s,class\n" + "".join(f"{n},{40 * n},{cell}\n" for n in (1, 2, 4)))
            code, svg, err = run("traffic", file, "--format", "svg")
            if code == 2:
                self.assertEqual(len(err.splitlines()), 1, (name, err))
                continue  # a name with a line break: CSV's rows are lines
            self.assertEqual(code, 0, (name, err))
            elements = list(xml.etree.ElementTree.fromstring(svg).iter())
            drawn = {element.tag.split("}")[-1] for element in elements}
            self.assertTrue({"svg", "circle", "polyline", "text"} <= drawn, (name, drawn))
            self.assertIn(name.strip().replace("\r", "\ufffd"), [element.text for element in elements])
            self.assertFalse(drawn & {"script", "img", "b", "a", "foreignObject"}, name)
            charts += 1
        self.assertGreaterEqual(charts, len(HOSTILE) - 2)

    def test_csv_cells_are_one_cell(self):
        for name in HOSTILE:
            code, text, _ = run("compare", "--model", self.model(name), "--util", "0.74", "--format", "csv")
            if code in (0, 1):
                rows = list(csv.reader(io.StringIO(text)))
                self.assertEqual({len(row) for row in rows}, {len(rows[0])}, name)


SCRIPT = "#!/bin/sh\nvllm serve m --gpu-memory-utilization 0.98 --host 0.0.0.0\n"


class Findings(Case):
    def test_sarif_paths_stay_inside_the_repository(self):
        repository = self.folder / "repository"
        (repository / "a b").mkdir(parents=True)
        outside = self.folder / "outside.sh"
        for file in (outside, repository / "a b" / "größe.sh", repository / "plain.sh"):
            file.write_text(SCRIPT)
        (repository / "link.sh").symlink_to(outside)
        given = ["../outside.sh", outside, "a b/größe.sh", repository / "plain.sh", "./plain.sh", "a b/../../outside.sh", "link.sh"]
        uris = []
        for file in given:
            code, text, err = run("lint", file, "--format", "sarif", cwd=repository)
            self.assertIn(code, (0, 1), err)
            for result in json.loads(text)["runs"][0]["results"]:
                for place in result.get("locations", []):
                    uris.append(place["physicalLocation"]["artifactLocation"]["uri"])
        self.assertTrue(uris)
        for uri in uris:
            path = urllib.parse.unquote(uri)
            self.assertFalse(path.startswith(("/", "file:")), uri)
            self.assertNotIn("..", path.split("/"), uri)
            self.assertNotIn(" ", uri)

    def test_a_file_name_adds_no_workflow_command_and_no_line(self):
        name = "x\n::error::pwned\n.sh"
        (self.folder / name).write_text(SCRIPT)
        for form in ("github", "text", "csv", "gitlab", "junit", "tap", "sarif", "json"):
            code, text, err = run("lint", name, "--format", form, cwd=self.folder)
            self.assertIn(code, (0, 1, 2), err)
            if form in ("github", "tap"):
                self.assertFalse([line for line in text.splitlines() if line.startswith("::error::pwned")], form)
            if form == "junit" and code != 2:
                xml.etree.ElementTree.fromstring(text)
            if code == 2:
                self.assertEqual(len(err.splitlines()), 1, err)


class Shown(Case):
    """Names of others on a terminal, in a log and in a table: no control character, no line of their own, all UTF-8."""

    VERDICT = "FITS: all is well"
    NAME = f"b1\n\n{VERDICT}\x1b[2J\x1b]0;pwn\x07\x9b31m\x7f"

    def clean(self, text, *why):
        self.assertEqual(re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text), [], why)
        self.assertFalse([line for line in text.splitlines() if line.startswith(self.VERDICT)], why)

    def test_a_class_of_a_measurement(self):
        file = self.folder / "t.csv"
        file.write_text("concurrency,output_tok_s,class\n" + "".join(f"{n},{40 * n},a\x1b]0;pwn\x07\x9b\x7fb\n" for n in (1, 2, 4)))
        for form in ("text", "markdown", "csv"):
            code, text, err = run("traffic", file, "--format", form)
            self.assertEqual(code, 0, err)
            self.clean(text, form)
            self.assertIn("a?" + ("\\]" if form == "markdown" else "]") + "0;pwn???b", text)

    def test_a_box(self):
        box = json.loads((ROOT / "boxes" / "gb10.json").read_text())
        box["name"] = self.NAME
        file = self.folder / "box.json"
        file.write_text(json.dumps(box))
        common = ["--model", "Meta-Llama-3.1-8B", "--util", "0.74", "--box", file]
        for arguments in ([], ["fit"], ["compare"], ["changeover", "--from", "none", "--to", "single"]):
            for form in ("text", "markdown", "csv"):
                _, text, _ = run(*arguments, *common, "--format", form)  # no verdict where a command has no such format
                self.clean(text, arguments, form)
                if not arguments and form != "csv":  # which does not name boxes
                    self.assertIn("FITS: all is well?", text, form)
        code, text, err = run("explain", *common)
        self.assertEqual(code, 0, err)
        self.clean(text)
        self.assertIn("b1??FITS: all is well?[2J?]0;pwn??31m?", text)

    def test_a_command_line_that_doctor_reads(self):
        snapshot = self.folder / "snapshot"
        shutil.copytree(ROOT / "tests" / "golden" / "snapshot", snapshot)
        (snapshot / "cmdline-18").write_bytes(b"vllm\0serve\0m\0--port\08009\0--chat-template=x\x1b[2J\n" + self.VERDICT.encode() + b"\x7f\xff\0")
        for form in ("text", "markdown", "csv"):
            _, text, err = run("doctor", "--snapshot", snapshot, "--format", form)
            self.clean(text, form, err)
            if form == "text":
                words = " ".join(text.split())
                self.assertIn(f"--chat-template=x?[2J?{self.VERDICT}?\ufffd", words)

    def test_a_file_with_findings(self):
        name = os.fsencode(str(self.folder)) + b"/\xff\x1b[2J\x7f.sh"
        with open(name, "w") as file:
            file.write(SCRIPT)
        for form in ("text", "markdown", "csv", "github", "tap", "junit", "html", "gitlab", "sarif", "json"):
            done = subprocess.run([program, "lint", name, "--format", form], capture_output=True, timeout=60, cwd=ROOT)
            self.assertIn(done.returncode, (0, 1), (form, done.stderr))
            self.clean(done.stdout.decode().replace("\x7f", "" if form in ("junit", "html") else "\x7f"), form)
            if form != "sarif":  # a URI, percent-encoded
                self.assertIn("\ufffd", done.stdout.decode(), form)

    def test_no_cell_of_csv_is_a_formula(self):
        file = self.folder / "t.csv"
        for name in ("=1+1", '=HYPERLINK("http://x")', "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3"):
            cell = '"' + name.replace('"', '""') + '"'
            file.write_text("concurrency,output_tok_s,class\n" + "".join(f"{n},{40 * n},{cell}\n" for n in (1, 2, 4)))
            code, text, err = run("traffic", file, "--format", "csv")
            self.assertEqual(code, 0, err)
            self.assertEqual({row[0] for row in csv.reader(io.StringIO(text))}, {"class", "'" + name})

    def test_a_key_in_a_query_is_not_shown(self):
        asked = ("http://127.0.0.1:1/metrics?token=secret&x=secret", "?token=***&x=***")
        refused = ("ftp://u:secret@h/x?token=secret", "ftp://h/x?token=***:")
        for url, said in (asked, refused):
            for form in ("text", "json", "csv", "markdown", "html"):
                code, text, err = run("metrics", url, "--timeout", "1", "--format", form)
                self.assertIn(code, (1, 2))
                self.assertNotIn("=secret", text + err)
                self.assertNotIn("u:secret", text + err)
                self.assertTrue(said in err or "libcurl" in err, err)


if __name__ == "__main__":
    program = own_program.taken_from_arguments()
    own_program.run_tests()
