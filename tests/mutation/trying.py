"""Runs the tests that reach a mutant against it, in a process that is forked for it.

All that the tests import is imported once. Most mutants are put in place of what was imported: the changed function's
code, the constant in each module that knows it. Where that will not do (another constant or a default was made of it),
the process imports everything again, the changed file with it.
"""

from __future__ import annotations

import ast
import gc
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType

import cv2
import pytest

from tests.mutation.mutants import Mutant
from tests.mutation.reaching import modules_that_know
from tests.mutation.recording import RecordedTest

OURS = ("companion", "calibration", "deckmaking", "firmware_bridge", "tests")
OPTIONS = ("-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")
TESTS_S = 45.0
"""Processor time of the tests that one mutant meets at most, those of `reaching` from the first on."""
CPU_FACTOR, CPU_MORE_S = 3, 60
"""A mutant that takes this many times what its tests took, and this much more, runs in circles."""
WALL_FACTOR = 10
"""The same on the clock, for one that waits for ever: a busy machine is slow."""
KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"


def import_all(tree: Path, tests: list[RecordedTest]) -> None:
    """Import the tests and all they need from the copy of the checkout, and stay there."""
    cv2.setNumThreads(1)  # a process that is forked has no others
    _forget_ours()
    sys.path[:] = [str(tree), *(each for each in sys.path if each and not (Path(each) / "companion").is_dir())]
    os.chdir(tree)
    with _silence():
        pytest.main([*OPTIONS, "--collect-only", *sorted({each.file for each in tests})])


def try_mutant(tree: Path, mutant: Mutant, tests: list[RecordedTest]) -> str:
    """Run the tests that reach a mutant, until the first fails. Returns the verdict; the tree is as it was after."""
    met, cpu_s = list[RecordedTest](), 0.0
    for test in tests:
        if not met or cpu_s + test.cpu_s <= TESTS_S:
            met.append(test)
            cpu_s += test.cpu_s
    path = tree / mutant.file
    good = path.read_bytes()
    # Most die in the first file, and where everything is imported again no other is.
    first = [each.node for each in met if each.file == met[0].file]
    rest = [each.node for each in met if each.file != met[0].file]
    try:
        _replace(path, mutant.applied(good))
        ended = _ended(tree, mutant, [first, rest], cpu_s)
        if ended == pytest.ExitCode.USAGE_ERROR:  # a test bears another name now, or nothing can be imported
            ended = _ended(tree, None, [sorted({each.file for each in met})], cpu_s)
    finally:
        _replace(path, good)
    return TIMED_OUT if ended is None else SURVIVED if ended == pytest.ExitCode.OK else KILLED


def _replace(path: Path, source: bytes) -> None:
    """Write a module so that Python compiles it anew: two versions of one second and one size look alike to it."""
    path.write_bytes(source)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def _ended(tree: Path, mutant: Mutant | None, batches: list[list[str]], cpu_s: float) -> int | None:
    """How pytest ended, None when it took too long. mutant: None to import all anew."""
    most_s = int(CPU_FACTOR * cpu_s + CPU_MORE_S)
    process = multiprocessing.get_context("fork").Process(target=_test, args=(tree, mutant, batches, most_s))
    process.start()
    process.join(WALL_FACTOR * most_s)
    if process.is_alive():
        process.kill()
        process.join()
    return None if process.exitcode in (-signal.SIGKILL, -signal.SIGXCPU) else process.exitcode


def _test(tree: Path, mutant: Mutant | None, batches: list[list[str]], most_s: int) -> None:
    """Run tests batch after batch, until one fails, and leave with pytest's answer."""
    used_s = int(sum(os.times()[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (used_s + most_s, used_s + most_s))
    with _silence():
        if mutant is None or not (_set_constant if mutant.is_constant else _set_code)(tree, mutant):
            _forget_ours()
        for batch in filter(None, batches):
            ended = pytest.main([*OPTIONS, *batch])
            if ended != pytest.ExitCode.OK:
                os._exit(ended)
        os._exit(pytest.ExitCode.OK)


def _set_code(tree: Path, mutant: Mutant) -> bool:
    """Let each function object of a mutant's function run the changed code. Returns whether there was one."""
    path = tree / mutant.file
    whole = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    (changed,) = [code for code in _codes(whole) if code.co_qualname == mutant.place]
    functions = [
        each
        for each in gc.get_objects()
        if isinstance(each, FunctionType)
        and each.__code__.co_qualname == mutant.place
        and Path(each.__code__.co_filename) == path
    ]
    if any(each.__code__.co_freevars != changed.co_freevars for each in functions):
        return False
    for each in functions:
        each.__code__ = changed
    return bool(functions)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are nested in it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _set_constant(tree: Path, mutant: Mutant) -> bool:
    """Give a constant its new value wherever it is known. Returns False where something else was made of it."""
    known = modules_that_know(tree, mutant)
    for name in known or ():
        if name in sys.modules:
            setattr(sys.modules[name], mutant.place, ast.literal_eval(mutant.after))
    return known is not None


def _forget_ours() -> None:
    for name in [each for each in sys.modules if each.partition(".")[0] in OURS]:
        del sys.modules[name]


@contextmanager
def _silence() -> Iterator[None]:
    """Nothing is printed meanwhile, by whatever means."""
    sys.stdout.flush()
    kept = [os.dup(stream) for stream in (1, 2)]
    with Path(os.devnull).open("w") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    try:
        yield
    finally:
        sys.stdout.flush()
        for stream, old in zip((1, 2), kept, strict=True):
            os.dup2(old, stream)
            os.close(old)
