"""RULES.md, its tests and its refusals name the same clauses."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from companion.games.leprechauns import refusals
from companion.games.leprechauns.position import Phase

PAGE = files("companion.games.leprechauns").joinpath("RULES.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^- \*\*(\d+\.\d+)\*\*", PAGE, flags=re.MULTILINE)
LAST_LINE = 420


def test_every_clause_has_a_test_of_its_name() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    tested = {f"{part}.{clause}" for part, clause in re.findall(r"^def test_(\d+)_(\d+)_", tests, flags=re.MULTILINE)}
    assert tested == set(CLAUSES)


def test_clauses_are_numbered_once_and_in_order() -> None:
    numbers = [tuple(map(int, clause.split("."))) for clause in CLAUSES]
    assert numbers == sorted(set(numbers))
    for part in {part for part, _ in numbers}:
        assert [n for p, n in numbers if p == part] == list(range(1, sum(p == part for p, _ in numbers) + 1))


def test_every_clause_names_its_source() -> None:
    for text in re.split(r"^- \*\*", PAGE, flags=re.MULTILINE)[1:]:
        assert re.search(r"\(.*(l\. \d+|RULINGS \d|our reading)", text, flags=re.DOTALL), text
        assert all(int(line) <= LAST_LINE for line in re.findall(r"l\. (\d+)", text)), text


def test_every_refusal_names_a_clause_and_every_phase_has_words() -> None:
    named = {clause for clause, _, _ in refusals._REFUSALS.values()}
    assert named <= set(CLAUSES)
    assert set(refusals.WAITS) == {phase.value for phase in Phase}
