#!/usr/bin/env python3
"""kvplan completion in the three shells themselves, and kvplan man through groff."""

from __future__ import annotations

import pathlib
import subprocess
import tempfile
import unittest

import own_program

program = ""


def kvplan(*arguments: str) -> str:
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


class Completion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "kvplan"

    def run_in(self, shell: list[str], code: str, before: str = "") -> list[str]:
        self.file.write_text(kvplan("completion", shell[0]), encoding="utf-8")
        result = subprocess.run([*shell, "-c", f"{before}source {self.file}\n{code}"], capture_output=True, text=True, check=False)
        self.assertEqual(result.stderr, "")
        return result.stdout.splitlines()

    def bash(self, *words: str) -> list[str]:
        quoted = " ".join(f"'{word}'" for word in words)
        return self.run_in(
            ["bash", "--norc"],
            f'COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _kvplan; printf "%s\\n" "${{COMPREPLY[@]}}"',
        )

    def test_bash_completes_commands_options_and_values(self):
        self.assertEqual(self.bash("kvplan", "swe"), ["sweep"])
        self.assertEqual(self.bash("kvplan", "--kv-cache-d"), ["--kv-cache-dtype"])
        self.assertEqual(self.bash("kvplan", "sweep", "--ax"), ["--axis"])
        self.assertEqual(self.bash("kvplan", "emit", "--proxy", ""), ["haproxy", "nginx"])
        self.assertEqual(self.bash("kvplan", "traffic", "sim"), ["simulate"])
        self.assertEqual(self.bash("kvplan", "traffic", "simulate", "--poi"), ["--poisson"])

    def test_fish_completes_commands_options_and_values(self):
        def completed(line: str) -> list[str]:
            return [row.split("\t")[0] for row in self.run_in(["fish", "--no-config"], f"complete -C '{line}'")]

        self.assertEqual(completed("kvplan swe"), ["sweep"])
        self.assertEqual(completed("kvplan sweep --ax"), ["--axis"])
        self.assertEqual(completed("kvplan emit --proxy "), ["haproxy", "nginx"])
        self.assertEqual(completed("kvplan traffic sim"), ["simulate"])

    def test_zsh_gives_arguments_their_help_and_values(self):
        def arguments(*words: str) -> list[str]:
            return self.run_in(
                ["zsh", "-f"],
                "_arguments() { print -rl -- $@ }\n_describe() { print -rl -- $commands }\n"
                f"words=({' '.join(words)}); CURRENT={len(words)}; _kvplan",
                before="compdef() { : }\n",  # of compinit, which writes into a home folder
            )

        rows = arguments("kvplan", "emit", "x")
        self.assertIn("*--proxy[haproxy or nginx]:value:(haproxy nginx)", rows)
        self.assertIn("sweep:a grid over any of the inputs, as CSV or JSON", arguments("kvplan", "s"))


class ManualPage(unittest.TestCase):
    def test_it_is_set_without_a_warning_and_has_every_option(self):
        page = kvplan("man")
        result = subprocess.run(
            ["groff", "-k", "-man", "-ww", "-Tutf8", "-P-cbou"], input=page, capture_output=True, text=True, check=True
        )
        self.assertEqual(result.stderr, "")
        for option in ("--gpu-memory-utilization", "--need-longest", "--axis", "--poisson"):
            self.assertIn(option, result.stdout)


if __name__ == "__main__":
    program = own_program.taken_from_arguments()
    own_program.run_tests()
