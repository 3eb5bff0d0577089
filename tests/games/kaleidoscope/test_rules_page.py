"""RULES.md, its tests and its refusals name the same clauses."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from companion.games.kaleidoscope import refusals
from companion.games.kaleidoscope.position import Phase
from tests.games.rules_page import (
    check_clauses_are_numbered_once_and_in_order,
    check_every_clause_has_a_test,
    check_every_clause_names_its_source,
    clauses,
    page,
)

FOLDER = "kaleidoscope"
LAST_LINE = 144
NO_RULE: dict[range, str] = {
    range(1, 12): "titles",
    range(14, 15): "material",
    range(18, 19): "duration",
    range(21, 25): "difficulty",
    range(26, 29): "titles",
    range(32, 35): "pictures",
    range(36, 40): "pictures",
    range(41, 44): "pictures",
    range(45, 50): "pictures",
    range(51, 52): "empty",
    range(53, 54): "empty",
    range(60, 61): "empty",
    range(62, 67): "pictures",
    range(68, 69): "empty",
    range(70, 73): "titles",
    range(74, 75): "empty",
    range(76, 77): "empty",
    range(78, 84): "pictures",
    range(85, 90): "pictures",
    range(91, 96): "pictures",
    range(97, 98): "empty",
    range(99, 104): "pictures",
    range(105, 110): "pictures",
    range(111, 112): "empty",
    range(113, 117): "advice",
    range(118, 119): "empty",
    range(120, 125): "pictures",
    range(126, 127): "empty",
    range(128, 129): "empty",
    range(130, 131): "empty",
    range(132, 133): "empty",
    range(134, 141): "duration, name, titles",
    range(142, 145): "wishes",
}
"""Lines of the rule text that say no rule, and what they are instead."""


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


def named_lines() -> set[int]:
    """Every line that some clause names: "l. 29, 30" and "l. 52-59"."""
    found: set[int] = set()
    for group in re.findall(r"l\. ((?:\d+(?:-\d+)?(?:, )?)+)", page(FOLDER)):
        for part in re.findall(r"(\d+)(?:-(\d+))?", group):
            first, last = int(part[0]), int(part[1] or part[0])
            found.update(range(first, last + 1))
    return found


def test_every_line_that_says_a_rule_is_named_by_a_clause() -> None:
    silent = {line for lines in NO_RULE for line in lines}
    rules = set(range(1, LAST_LINE + 1)) - silent
    assert len(rules) == 43
    assert rules - named_lines() == set()


def test_the_french_page_has_the_same_clauses_and_sources() -> None:
    french = files("companion.games.kaleidoscope").joinpath("RULES.fr.md").read_text(encoding="utf-8")
    pattern = r"^- \*\*(\d+\.\d+)\*\*"
    assert re.findall(pattern, french, flags=re.MULTILINE) == clauses(FOLDER)
    assert re.findall(r"^## (\d+) ", french, flags=re.MULTILINE) == re.findall(
        r"^## (\d+) ", page(FOLDER), flags=re.MULTILINE
    )

    def sources(text: str) -> list[list[str]]:
        return [
            re.findall(r"l\. [\d, -]*\d|RULINGS [\d, ]*\d", clause)
            + ["reading"] * len(re.findall("our reading|notre lecture", clause))
            for clause in re.split(pattern, text, flags=re.MULTILINE)[2::2]
        ]

    assert sources(french) == sources(page(FOLDER))
