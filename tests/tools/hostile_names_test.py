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
import shutil
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


if __name__ == "__main__":
    program = own_program.taken_from_arguments()
    own_program.run_tests()
