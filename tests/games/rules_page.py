"""What every game's RULES.md must keep: clauses in order, each with its source, each with a test of its name."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

_CLAUSE = r"^- \*\*(\d+\.\d+)\*\*"


def page(key: str) -> str:
    return files(f"companion.games.{key}").joinpath("RULES.md").read_text(encoding="utf-8")


def clauses(key: str) -> list[str]:
    """The numbers of the clauses ("3.12"), in the order of the page."""
    return re.findall(_CLAUSE, page(key), flags=re.MULTILINE)


def check_every_clause_has_a_test(key: str, folder: Path) -> None:
    """A test of clause 3.12 is called `test_3_12_...`."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    tested = {f"{part}.{clause}" for part, clause in re.findall(r"^def test_(\d+)_(\d+)_", tests, flags=re.MULTILINE)}
    assert tested == set(clauses(key))


def check_clauses_are_numbered_once_and_in_order(key: str) -> None:
    numbers = [tuple(map(int, clause.split("."))) for clause in clauses(key)]
    assert numbers == sorted(set(numbers))
    for part in {part for part, _ in numbers}:
        assert [n for p, n in numbers if p == part] == list(range(1, sum(p == part for p, _ in numbers) + 1))


def check_every_clause_names_its_source(key: str, last_line: int) -> None:
    """`last_line` is the length of the rule text."""
    for text in re.split(r"^- \*\*", page(key), flags=re.MULTILINE)[1:]:
        assert re.search(r"\(.*(l\. \d+|RULINGS \d|our reading)", text, flags=re.DOTALL), text
        assert all(int(line) <= last_line for line in re.findall(r"l\. (\d+)", text)), text
