"""`make mutants`: changes companion/ in one small way at a time, and names the changes that no test notices.

    python -m tests.mutation --only watchers/board --limit 20

It works on a copy of the checkout in a temporary folder. What was found stands in build/mutants: a run that was broken
off goes on, a mutant that was killed is tried again when its file changes, one that survived when a test changes, too.
Mutants that are no loss stand with their reason in tests/mutation/reviewed.toml. Leaves with 1 when another
one survives.

Why this and not cosmic-ray or mutmut: mutmut leaves constants of modules alone, and cosmic-ray adds 1 to them, which no
tuned number feels. Operators of our own in cosmic-ray would be as long as `mutants.py`; choosing the tests that reach a
mutant, the sample and the reviewed list would come on top, since it runs one command for all mutants.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, chosen
from tests.mutation.reaching import reaching
from tests.mutation.recording import RecordedTest, digest, record

ROOT = Path(__file__).resolve().parents[2]
STATE = ROOT / "build" / "mutants"
REVIEWED = Path(__file__).with_name("reviewed.toml")
NOT_COPIED = (".git", ".venv", "build", "dist", "*.egg-info", ".*_cache", ".hypothesis", "__pycache__")
PRELOADED = ("companion", "cv2", "flask", "hypothesis.strategies", "PIL.Image", "pydantic")
"""Imported once, and not by each mutant's process; companion before numpy, which it keeps on one thread."""
OURS = ("companion", "calibration", "deckmaking", "firmware_bridge", "tests")
TESTS_S = 6.0
"""Processor time of the tests that one mutant meets at most, those of `reaching` from the first on."""
CPU_FACTOR, CPU_MORE_S = 3, 60
"""A mutant that takes this many times what its tests took, and this much more, runs in circles."""
WALL_FACTOR = 10
"""The same on the clock, for one that waits for ever: a busy machine is slow."""
KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one mutant: `verdict`, of which state of the code (`known_by`), in how many seconds."""

    mutant: str
    verdict: str
    known_by: str
    took_s: float


def main(arguments: Sequence[str]) -> int:
    """Try the mutants that are not known yet, and list what survived. Returns 1 when one that nobody reviewed did."""
    asked = _parser().parse_args(arguments)
    STATE.mkdir(parents=True, exist_ok=True)
    mutants = [each for each in chosen(ROOT) if asked.only in each.name][: asked.limit]
    if asked.list:
        print("\n".join(each.name for each in mutants))
        return 0
    if asked.afresh:
        shutil.rmtree(STATE)
        STATE.mkdir()
    for name in PRELOADED:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
        outcomes = _try_all(tree, mutants, record(tree, STATE / "tests.jsonl"), reviewed())
    return _report(mutants, outcomes)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Try mutants of the product.")
    parser.add_argument("--only", default="", help="those whose name holds this")
    parser.add_argument("--limit", type=int, help="at most this number of them")
    parser.add_argument("--list", action="store_true", help="name them and try none")
    parser.add_argument("--afresh", action="store_true", help="forget what was found before")
    return parser


def reviewed() -> dict[str, str]:
    """Mutants that may survive, and why: a mutant's name, or the name of a constant for all that it may become."""
    return {each["mutant"]: each["why"] for each in tomllib.loads(REVIEWED.read_text(encoding="utf-8"))["reviewed"]}


def is_reviewed(mutant: Mutant, reasons: Iterable[str]) -> bool:
    """Whether a reviewed name is this mutant's, or its constant's."""
    own = {mutant.name, f"{mutant.file}::{mutant.place}"} if mutant.is_constant else {mutant.name}
    return any(each in own for each in reasons)


def _try_all(
    tree: Path, mutants: list[Mutant], tests: list[RecordedTest], reasons: dict[str, str]
) -> dict[str, Outcome]:
    """Try what is not known, telling each as it comes. Returns the last outcome of each mutant."""
    written = STATE / "outcomes.jsonl"
    lines = written.read_text(encoding="utf-8").splitlines() if written.exists() else []
    outcomes = {each.mutant: each for each in (Outcome(**json.loads(line)) for line in lines)}
    all_tests = "".join(digest(path) for path in sorted((tree / "tests").rglob("*.py")))
    for number, mutant in enumerate(mutants, start=1):
        source, before = digest(tree / mutant.file), outcomes.get(mutant.name)
        if before is not None and before.known_by in (source, source + _short(all_tests)):
            continue
        began_s = time.monotonic()
        verdict = try_mutant(tree, mutant, reaching(tree, mutant, tests))
        took_s = round(time.monotonic() - began_s, 1)
        known_by = source + _short(all_tests) if verdict == SURVIVED else source
        outcomes[mutant.name] = Outcome(mutant.name, verdict, known_by, took_s)
        with written.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(outcomes[mutant.name])) + "\n")
        note = ", as reviewed" if verdict == SURVIVED and is_reviewed(mutant, reasons) else ""
        print(f"{number}/{len(mutants)} {verdict}{note} in {took_s} s: {mutant.name}", flush=True)
    return outcomes


def try_mutant(tree: Path, mutant: Mutant, tests: list[RecordedTest]) -> str:
    """Run the tests that reach a mutant, until the first fails. Returns the verdict; the tree is as it was after."""
    met, cpu_s = list[RecordedTest](), 0.0
    for test in tests:
        if not met or cpu_s + test.cpu_s <= TESTS_S:
            met.append(test)
            cpu_s += test.cpu_s
    path = tree / mutant.file
    good = path.read_bytes()
    try:
        _replace(path, mutant.applied(good))
        first = [each.node for each in met if each.file == met[0].file]  # most die here, and no other file is imported
        rest = [each.node for each in met if each.file != met[0].file]
        ended = _ended(tree, [first, rest], cpu_s)
        if ended == pytest.ExitCode.USAGE_ERROR:  # a test bears another name now, or nothing can be imported
            ended = _ended(tree, [sorted({each.file for each in met})], cpu_s)
    finally:
        _replace(path, good)
    if ended is None:
        return TIMED_OUT
    return SURVIVED if ended == pytest.ExitCode.OK else KILLED


def _replace(path: Path, source: bytes) -> None:
    """Write a module so that Python compiles it anew: two versions of one second and one size look alike to it."""
    path.write_bytes(source)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def _ended(tree: Path, batches: list[list[str]], cpu_s: float) -> int | None:
    """How pytest ended, None when it took too long."""
    most_s = int(CPU_FACTOR * cpu_s + CPU_MORE_S)
    process = multiprocessing.get_context("fork").Process(target=_test, args=(tree, batches, most_s))
    process.start()
    process.join(WALL_FACTOR * most_s)
    if process.is_alive():
        process.kill()
        process.join()
    return None if process.exitcode in (-signal.SIGKILL, -signal.SIGXCPU) else process.exitcode


def _test(tree: Path, batches: list[list[str]], most_s: int) -> None:
    """Run tests in a process of their own, which has what others made and imports all of ours from the tree; batch
    after batch, until one fails."""
    resource.setrlimit(resource.RLIMIT_CPU, (most_s, most_s))
    for name in [each for each in sys.modules if each.partition(".")[0] in OURS]:
        del sys.modules[name]
    sys.path[:] = [str(tree), *(each for each in sys.path if each and Path(each).resolve() != ROOT)]
    os.chdir(tree)
    with Path(os.devnull).open("w") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    options = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not whole"]
    for batch in filter(None, batches):
        ended = pytest.main([*options, *batch])
        if ended != pytest.ExitCode.OK:
            os._exit(ended)
    os._exit(pytest.ExitCode.OK)


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _report(mutants: list[Mutant], outcomes: dict[str, Outcome]) -> int:
    """Print what became of the mutants, the survivors and what the reviewed list says too much of."""
    reasons, names = reviewed(), {each.name for each in mutants}
    known = [(each, outcomes[each.name]) for each in mutants]
    survivors = [each for each, outcome in known if outcome.verdict == SURVIVED]
    unreviewed = [each.name for each in survivors if not is_reviewed(each, reasons)]
    idle = [each for each in reasons if not any(is_reviewed(mutant, [each]) for mutant in survivors)]
    counted = Counter(outcome.verdict for _, outcome in known)
    took_s = sum(outcome.took_s for _, outcome in known)
    print(
        f"{len(known)} mutants in {took_s / 60:.0f} min: {counted[KILLED]} killed, {counted[TIMED_OUT]} timed out, "
        f"{counted[SURVIVED]} survived, {len(unreviewed)} of them not reviewed"
    )
    for name in unreviewed:
        print(f"survived: {name}")
    if len(names) == len(chosen(ROOT)):
        for name in idle:
            print(f"reviewed, and killed or gone: {name}")
    return 1 if unreviewed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
