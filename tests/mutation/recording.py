"""Which test enters which function of companion/, and how long it takes: a mutant meets only the tests that enter it.

`coverage` traces each test under a context of its own; lines become functions, which later edits seldom rename. One
line of JSON is written for each test file, so that a recording that was broken off goes on, and only a changed file is
recorded again.
"""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage
import pytest

ROOMS = ("core", "table", "perception", "web")
"""Folders of tests/ whose tests bite: those of the rooms that mutants change, and of the pages that show them."""
COMPLETE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
LEFT_OUT = "browser"
"""Test files with this in their name start a browser."""


@dataclass(frozen=True, slots=True)
class RecordedTest:
    """One test as it ran on code without a mutant.

    Attributes:
        node: pytest's name for it.
        cpu_s: processor time, its fixtures included.
        functions: what it entered, "companion/table/journal.py::Journal.append".
    """

    node: str
    cpu_s: float
    functions: frozenset[str]

    @property
    def file(self) -> str:
        """Its file, from the checkout."""
        return self.node.partition("::")[0]


def function_spans(tree: ast.Module) -> Iterator[tuple[str, int, int]]:
    """Name, first and last line of each function and method; what is nested in one belongs to it."""
    todo: list[tuple[str, ast.stmt]] = [("", each) for each in tree.body]
    while todo:
        owner, node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield owner + node.name, node.body[0].lineno, node.end_lineno or node.lineno
        elif isinstance(node, ast.ClassDef):
            todo += [(f"{owner}{node.name}.", each) for each in node.body]


class Recorder:
    """A plugin of pytest: appends to `target` what each test file's tests entered.

    Args:
        root: the copy of the checkout in which pytest runs.
        target: file of JSON lines.
    """

    def __init__(self, root: Path, target: Path) -> None:
        self._root, self._target = root, target
        self._spans: dict[str, list[tuple[str, int, int]]] = {}
        self._failed: set[str] = set()
        self._begin_file()

    def _begin_file(self) -> None:
        self._coverage = coverage.Coverage(
            data_file=None, include=[f"{self._root}/companion/*"], config_file=False, messages=False
        )
        self._cpu_s: dict[str, float] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, None]:
        """Trace one test; write its file's line after the last of them."""
        self._coverage.start()
        self._coverage.switch_context(item.nodeid)
        began_s = time.process_time()
        yield
        self._cpu_s[item.nodeid] = round(time.process_time() - began_s, 3)
        self._coverage.stop()
        if nextitem is None or nextitem.path != item.path:
            self._write(item.path)
            self._begin_file()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out what fails or is skipped on good code."""
        if not report.passed:
            self._failed.add(report.nodeid)

    def _write(self, path: Path) -> None:
        entered: dict[str, set[str]] = {node: set() for node in self._cpu_s}
        data = self._coverage.get_data()
        for measured in sorted(each for each in data.measured_files() if each.endswith(".py")):  # a page is none
            name = Path(measured).relative_to(self._root).as_posix()
            if name not in self._spans:
                self._spans[name] = list(function_spans(ast.parse(Path(measured).read_text(encoding="utf-8"))))
            contexts = data.contexts_by_lineno(measured)
            for function, first, last in self._spans[name]:
                for line in range(first, last + 1):
                    for node in contexts.get(line, ()):
                        if node in entered:
                            entered[node].add(f"{name}::{function}")
        tests = [[node, self._cpu_s[node], sorted(own)] for node, own in entered.items() if node not in self._failed]
        known = {"file": path.relative_to(self._root).as_posix(), "sha": digest(path), "tests": tests}
        with self._target.open("a", encoding="utf-8") as out:
            out.write(json.dumps(known) + "\n")


def digest(path: Path) -> str:
    """A short name for what a file holds."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def test_files(root: Path) -> list[Path]:
    """The test files whose tests bite, room by room."""
    return [
        path
        for room in ROOMS
        for path in sorted((root / "tests" / room).rglob("test_*.py"))
        if LEFT_OUT not in path.name
    ]


def record(root: Path, target: Path) -> list[RecordedTest]:
    """Record every test file that `target` does not know as it stands in `root`, and return all tests."""
    known = _lines(target)
    missing = [path for path in test_files(root) if known.get(_name(root, path), {}).get("sha") != digest(path)]
    if missing:
        print(f"recording {len(missing)} test files", flush=True)
        command = [sys.executable, "-m", "tests.mutation.recording", str(root), str(target), *map(str, missing)]
        finished = subprocess.run(command, cwd=root, check=False).returncode in COMPLETE
        known = _lines(target)
        if finished:  # what wrote nothing has no test
            with target.open("a", encoding="utf-8") as out:
                for path in missing:
                    if known.get(_name(root, path), {}).get("sha") != digest(path):
                        out.write(json.dumps({"file": _name(root, path), "sha": digest(path), "tests": []}) + "\n")
    return [
        RecordedTest(node, cpu_s, frozenset(functions))
        for path in test_files(root)
        for node, cpu_s, functions in known.get(_name(root, path), {}).get("tests", ())
    ]


def _name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _lines(target: Path) -> dict[str, dict[str, Any]]:
    """The last line of each test file."""
    if not target.exists():
        return {}
    return {line["file"]: line for line in map(json.loads, target.read_text(encoding="utf-8").splitlines())}


if __name__ == "__main__":
    tree, written, *files = sys.argv[1:]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    sys.exit(pytest.main([*options, *files], plugins=[Recorder(Path(tree), Path(written))]))
