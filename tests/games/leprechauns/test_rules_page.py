"""RULES.md, its French version, its tests, its refusals and the rule text name the same clauses."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.leprechauns.actions import ACTIONS
from companion.games.leprechauns.clauses import ACTION_CLAUSES, FAULT_CLAUSES
from companion.games.leprechauns.pieces import Fault
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.refusal_words import REFUSALS
from companion.games.leprechauns.refusals import WAITS
from tests.games.rules_page import (
    check_clauses_are_numbered_once_and_in_order,
    check_every_clause_has_a_test,
    check_every_clause_names_its_source,
    clauses,
)

LAST_LINE = 421
WITH_A_RULE = (
    *(34, 35, 36, 42, 46),  # the box, the aim, setting up
    *(68, 70, 72, 74, 78, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106),  # a round
    *(110, 114, 118, 122, 126, 130, 134),  # the action cards of the box
    *(138, 142, 144),  # the end, and the variants
    *(*range(148, 173), 174, 176, *range(182, 223), 224, 228, 232, 236),  # words on cards
    *(240, *range(242, 257, 2), 258, 260, 262),  # the reminder and PREM'S of the sheets
    *(*range(266, 291), 292, 294, *range(300, 341), 342, 343, 345),  # words on cards
    *(*range(348, 356), *range(357, 405), 408, *range(410, 422)),  # chests and action cards of the sheets
)
"""Lines of the rule text that say a rule, or what a card says; the numbers that are missing are empty lines."""
WITHOUT_A_RULE = {
    "publisher": range(1, 28),
    "heading": (28, 32, 40, 44, 48, 66, 108, 136, 140),
    "story": (30,),
    "caption": (52, 56, 60, 64),
}
"""The other lines, by what they are."""


def page(name: str) -> str:
    return files("companion.games.leprechauns").joinpath(name).read_text(encoding="utf-8")


def lines_named(text: str) -> set[int]:
    """Every line of the rule text that is given as a source: "l. 84", "l. 92-98, 410"."""
    found: set[int] = set()
    for group in re.findall(r"l\. (\d+(?:-\d+)?(?:,\s+\d+(?:-\d+)?)*)", text):
        for part in re.split(r",\s+", group):
            first, _, last = part.partition("-")
            found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_clause_has_a_test_of_its_name() -> None:
    check_every_clause_has_a_test("leprechauns", Path(__file__).parent)


def test_clauses_are_numbered_once_and_in_order() -> None:
    check_clauses_are_numbered_once_and_in_order("leprechauns")


def test_every_clause_names_its_source() -> None:
    check_every_clause_names_its_source("leprechauns", LAST_LINE)


@pytest.mark.parametrize("name", ["RULES.md", "RULES.fr.md"])
def test_every_line_of_the_text_that_says_a_rule_is_named_by_a_clause(name: str) -> None:
    named = lines_named(page(name))
    assert set(WITH_A_RULE) <= named, sorted(set(WITH_A_RULE) - named)
    assert not named & {line for lines in WITHOUT_A_RULE.values() for line in lines}
    assert max(named) == LAST_LINE


@pytest.mark.parametrize("ruling", range(1, 9))
def test_every_ruling_is_named_by_a_clause(ruling: int) -> None:
    for name in ("RULES.md", "RULES.fr.md"):
        assert re.search(rf"RULINGS {ruling}\b", page(name)), name


def test_the_french_page_has_the_same_clauses_with_the_same_sources() -> None:
    def sources(name: str) -> list[tuple[str, set[int], set[str], bool]]:
        parts = re.split(r"^- \*\*(\d+\.\d+)\*\* ", page(name), flags=re.MULTILINE)[1:]
        found = zip(parts[::2], parts[1::2], strict=True)
        own = r"our\s+reading|notre\s+lecture"
        return [
            (number, lines_named(text), set(re.findall(r"RULINGS \d+", text)), bool(re.search(own, text)))
            for number, text in found
        ]

    assert sources("RULES.fr.md") == sources("RULES.md")
    heads = [re.findall(r"^## (\d) ", page(name), flags=re.MULTILINE) for name in ("RULES.md", "RULES.fr.md")]
    assert heads[0] == heads[1] == list("1234567")


def test_every_refusal_names_a_clause_and_every_phase_action_and_fault_has_one() -> None:
    known = set(clauses("leprechauns"))
    assert {clause for clause, _, _ in REFUSALS.values()} - {""} <= known
    assert {*ACTION_CLAUSES.values(), *FAULT_CLAUSES.values()} <= known
    assert set(ACTION_CLAUSES) == set(ACTIONS)
    assert set(FAULT_CLAUSES) == set(Fault)
    assert set(WAITS) == {phase.value for phase in Phase} - {"over"}
