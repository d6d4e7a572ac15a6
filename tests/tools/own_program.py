"""The main program of a test of these folders: which kvplan it asks, and what it says at its end, which ./dev counts."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def taken_from_arguments() -> str:
    """--program, which unittest does not know and is taken away from it; the release's when left out."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "kvplan"))
    options, rest = parser.parse_known_args()
    sys.argv[1:] = rest
    return os.path.abspath(options.program)


def run_tests() -> None:
    """Runs the test cases of the script, and ends it."""
    result = unittest.main(exit=False).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
