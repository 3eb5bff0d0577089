"""RULES.md, its tests and its refusals name the same clauses."""

from __future__ import annotations

from pathlib import Path

from companion.games.kaplan import refusals
from companion.games.kaplan.position import Phase
from tests.games.rules_page import (
    check_clauses_are_numbered_once_and_in_order,
    check_every_clause_has_a_test,
    check_every_clause_names_its_source,
    clauses,
)

LAST_LINE = 446


def test_every_clause_has_a_test_of_its_name() -> None:
    check_every_clause_has_a_test("kaplan", Path(__file__).parent)


def test_clauses_are_numbered_once_and_in_order() -> None:
    check_clauses_are_numbered_once_and_in_order("kaplan")


def test_every_clause_names_its_source() -> None:
    check_every_clause_names_its_source("kaplan", LAST_LINE)


def test_every_refusal_names_a_clause_and_every_phase_has_words() -> None:
    named = {clause for clause, _, _ in refusals._REFUSALS.values()}
    assert named <= set(clauses("kaplan"))
    assert set(refusals.WAITS) == {phase.value for phase in Phase}
