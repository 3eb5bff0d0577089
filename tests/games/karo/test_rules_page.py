"""RULES.md, its tests and its refusals name the same clauses."""

from __future__ import annotations

from pathlib import Path

from companion.games.karo import refusals
from tests.games.rules_page import (
    check_clauses_are_numbered_once_and_in_order,
    check_every_clause_has_a_test,
    check_every_clause_names_its_source,
    clauses,
)

LAST_LINE = 331


def test_every_clause_has_a_test_of_its_name() -> None:
    check_every_clause_has_a_test("karo", Path(__file__).parent)


def test_clauses_are_numbered_once_and_in_order() -> None:
    check_clauses_are_numbered_once_and_in_order("karo")


def test_every_clause_names_its_source() -> None:
    check_every_clause_names_its_source("karo", LAST_LINE)


def test_every_refusal_names_a_clause_of_the_page() -> None:
    named = {clause for clause, _ in refusals._REFUSALS.values()} | set(refusals._CLAUSES_ELSEWHERE.values())
    assert named <= set(clauses("karo"))
    assert {code for _, code in refusals._CLAUSES_ELSEWHERE} <= set(refusals._REFUSALS)
