"""RULES.md, its tests and its refusals name the same clauses; the pages draw the pools that the rules lay."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from companion.games.plic_plac import GAME, refusals, turn_order
from companion.games.plic_plac.position import Phase
from tests.games.rules_page import (
    check_clauses_are_numbered_once_and_in_order,
    check_every_clause_has_a_test,
    check_every_clause_names_its_source,
    clauses,
    page,
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
    assert named - {""} <= set(clauses(FOLDER))  # what is no action of this game is no matter of its rules
    assert set(turn_order._CLAUSES.values()) <= set(clauses(FOLDER))
    assert set(turn_order._CLAUSES) == set(GAME.actions)
    assert set(turn_order._WAITS) == set(Phase) - {Phase.OVER}


SAYS_NO_RULE = {
    range(1, 19): "menu",
    range(20, 24): "facts",
    range(26, 29): "heading",
    range(30, 32): "heading",
    range(33, 36): "picture",
    range(37, 40): "heading",
    range(41, 47): "picture",
    range(52, 54): "heading",
    range(55, 58): "advice",
    range(61, 63): "heading",
    range(65, 67): "heading",
    range(70, 72): "heading",
    range(75, 77): "heading",
    range(80, 82): "heading",
    range(85, 87): "heading",
    range(89, 91): "heading",
    range(92, 94): "heading",
    range(97, 99): "heading",
    range(100, 105): "heading",
    range(106, 112): "heading",
    range(116, 118): "heading",
    range(119, 131): "picture",
}
"""Lines of the rule text that carry no rule; every other one does."""


def lines_named(text: str) -> set[int]:
    """ "l. 47-50" and "l. 91, 95" name all their lines."""
    found: set[int] = set()
    for numbers in re.findall(r"l\. ([0-9]+(?:-[0-9]+)?(?:, [0-9]+(?:-[0-9]+)?)*)", text):
        for each in numbers.split(", "):
            first, _, last = each.partition("-")
            found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_line_that_says_a_rule_is_named_by_a_clause() -> None:
    without = {line for lines in SAYS_NO_RULE for line in lines}
    rules = set(range(1, LAST_LINE + 1)) - without
    assert lines_named(page(FOLDER)) == rules
    assert len(without) == sum(map(len, SAYS_NO_RULE))


def test_every_ruling_about_this_game_is_named_by_a_clause() -> None:
    named = {int(each) for each in re.findall(r"RULINGS ([0-9]+)", page(FOLDER))}
    assert named == set(range(1, 8))


def _sources(text: str) -> dict[str, list[str]]:
    """The lines and rulings that each clause names, in their order."""
    parts = re.split(r"^- \*\*(\d+\.\d+)\*\* ", text, flags=re.MULTILINE)[1:]
    clauses_of = zip(parts[::2], parts[1::2], strict=True)
    return {number: re.findall(r"l\. [0-9][0-9, -]*[0-9]|l\. [0-9]|RULINGS [0-9]", each) for number, each in clauses_of}


def test_the_french_rules_have_the_same_clauses_and_sources() -> None:
    french = files(f"companion.games.{FOLDER}").joinpath("RULES.fr.md").read_text(encoding="utf-8")
    assert _sources(french) == _sources(page(FOLDER))
    assert " ".join(french.split()).count("notre lecture") == " ".join(page(FOLDER).split()).count("our reading")
    headings = [re.findall(r"^## (\d+) \S", text, flags=re.MULTILINE) for text in (french, page(FOLDER))]
    assert headings[0] == headings[1]
    words = [set(re.findall(r"`[^`]+`", text)) for text in (french, page(FOLDER))]
    assert words[0] == words[1]
