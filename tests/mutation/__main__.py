"""`make mutants`: changes companion/ in one small way at a time, and names the changes that no test notices.

    python -m tests.mutation --only watchers/board --limit 20

It works on a copy of the checkout in a temporary folder. What was found stands in build/mutants: a run that was broken
off goes on, a mutant that was killed is tried again when its file changes, one that survived when a test changes, too.
Mutants that are no loss stand with their reason in tests/mutation/reviewed.toml and are not tried. Leaves with 1 when
one survives.

Why this and not cosmic-ray or mutmut: mutmut leaves constants of modules alone, and cosmic-ray adds 1 to them, which no
tuned number feels. Operators of our own in cosmic-ray would be as long as `mutants.py`; choosing the tests that reach a
mutant, the sample and the reviewed list would come on top, since it runs one command for all mutants, and its workers
start Python and import everything anew for each, which takes longer than most tests.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutation.mutants import Mutant, chosen, possible
from tests.mutation.reaching import reaching
from tests.mutation.recording import RecordedTest, digest, record
from tests.mutation.trying import KILLED, SURVIVED, TIMED_OUT, import_all, try_mutant

ROOT = Path(__file__).resolve().parents[2]
STATE = ROOT / "build" / "mutants"
REVIEWED = Path(__file__).with_name("reviewed.toml")
NOT_COPIED = (".git", ".venv", "build", "dist", "*.egg-info", ".*_cache", ".hypothesis", "__pycache__")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one mutant: `verdict`, of which state of the code (`known_by`), in how many seconds."""

    mutant: str
    verdict: str
    known_by: str
    took_s: float


def main(arguments: Sequence[str]) -> int:
    """Try the mutants that are not known yet, and list what survived. Returns 1 when one did."""
    asked, reasons = _parser().parse_args(arguments), reviewed()
    every, there = chosen(ROOT), {name for each in possible(ROOT) for name in names_of(each)}
    for name in reasons:
        if name not in there:
            print(f"reviewed, and no mutant any more: {name}")
    every = [each for each in every if reasons.keys().isdisjoint(names_of(each))]
    mutants = [each for each in every if asked.only in each.name][: asked.limit]
    if asked.list:
        print("\n".join(each.name for each in mutants))
        return 0
    if asked.afresh:
        shutil.rmtree(STATE, ignore_errors=True)
    STATE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
        tests = record(tree, STATE / "tests.jsonl")
        import_all(tree, tests)
        outcomes = _try_all(tree, mutants, tests)
    return _report([outcomes[each.name] for each in mutants])


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


def names_of(mutant: Mutant) -> set[str]:
    """What a mutant is called in `reviewed`: its name, and its constant's."""
    return {mutant.name, f"{mutant.file}::{mutant.place}"} if mutant.is_constant else {mutant.name}


def _try_all(tree: Path, mutants: list[Mutant], tests: list[RecordedTest]) -> dict[str, Outcome]:
    """Try what is not known, telling each as it comes. Returns the last outcome of each mutant."""
    written = STATE / "outcomes.jsonl"
    lines = written.read_text(encoding="utf-8").splitlines() if written.exists() else []
    outcomes = {each.mutant: each for each in (Outcome(**json.loads(line)) for line in lines)}
    of_tests = _short("".join(digest(path) for path in sorted((tree / "tests").rglob("*.py"))))
    for number, mutant in enumerate(mutants, start=1):
        source, before = digest(tree / mutant.file), outcomes.get(mutant.name)
        if before is not None and before.known_by in (source, source + of_tests):
            continue
        began_s = time.monotonic()
        verdict = try_mutant(tree, mutant, reaching(tree, mutant, tests))
        took_s = round(time.monotonic() - began_s, 1)
        known_by = source + of_tests if verdict == SURVIVED else source
        outcomes[mutant.name] = Outcome(mutant.name, verdict, known_by, took_s)
        with written.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(outcomes[mutant.name])) + "\n")
        print(f"{number}/{len(mutants)} {verdict} in {took_s} s: {mutant.name}", flush=True)
    return outcomes


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _report(known: list[Outcome]) -> int:
    """Print what became of the mutants, and the survivors. Returns 1 when there is one."""
    counted, took_s = Counter(each.verdict for each in known), sum(each.took_s for each in known)
    verdicts = ", ".join(f"{counted[verdict]} {verdict}" for verdict in (KILLED, TIMED_OUT, SURVIVED))
    print(f"{len(known)} mutants in {took_s / 60:.0f} min: {verdicts}")
    survivors = [each.mutant for each in known if each.verdict == SURVIVED]
    print("".join(f"survived: {name}\n" for name in survivors), end="")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
