"""RULES.md, its tests and its refusals name the same clauses; the pages draw the pools that the rules lay."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from companion.games.plic_plac import layout, refusals
from companion.games.plic_plac.position import Phase
from tests.games.rules_page import (
    check_clauses_are_numbered_once_and_in_order,
    check_every_clause_has_a_test,
    check_every_clause_names_its_source,
    clauses,
)

FOLDER = "plic_plac"
LAST_LINE = 130


def test_every_clause_has_a_test_of_its_name() -> None:
    check_every_clause_has_a_test(FOLDER, Path(__file__).parent)


def test_clauses_are_numbered_once_and_in_order() -> None:
    check_clauses_are_numbered_once_and_in_order(FOLDER)


def test_every_clause_names_its_source() -> None:
    check_every_clause_names_its_source(FOLDER, LAST_LINE)


def test_every_refusal_names_a_clause_and_every_phase_has_words() -> None:
    named = {clause for clause, _, _ in refusals._REFUSALS.values()}
    assert named <= set(clauses(FOLDER))
    assert set(refusals.WAITS) == {phase.value for phase in Phase}


def test_pages_draw_the_pools_that_the_rules_lay() -> None:
    marks = files("companion.games.plic_plac").joinpath("marks.html").read_text(encoding="utf-8")
    block = re.search(r"set forms = (\{.*?\}) %\}", marks, flags=re.DOTALL)
    assert block is not None
    drawn = eval(block.group(1))
    assert drawn == {f"{form}{count}": list(rows) for (form, count), rows in layout._FORMS.items()}
