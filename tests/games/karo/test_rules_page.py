"""RULES.md, RULES.fr.md, their tests and the refusals name the same clauses, and every line that says a rule."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.karo.refusals import REFUSALS
from tests.games.rules_page import (
    check_clauses_are_numbered_once_and_in_order,
    check_every_clause_has_a_test,
    check_every_clause_names_its_source,
    clauses,
    page,
)

LAST_LINE = 331
RULES_SAID = (
    *(32, 37, 41, 45, 51, 52, 54, 62, 64, 66, 70, 74, 76, 78, 84, 86, 88, 92, 94, 96, 100, 106, 108, 112),
    *(116, 118, 120, 121, 122, 128, 130, 131, 137, 141, 161, 163, 165, 169, 173, 175, 177, 179, 185, 189, 195),
    *(203, 204, 206, 210, 212, 214, 216, 224, 228, 232, 234, 238, 240, 248, 250, 252, 254, 256, 260, 262, 264),
    *(266, 270, 276, 280, 284, 286, 290, 292, 294, 295, 296, 300, 302, 306),
)
"""Lines of the rule text that say a rule."""
NO_RULE: dict[range, str] = {
    range(1, 32): "collector",
    range(33, 36): "author",
    range(47, 51): "concept",
    range(56, 61): "titles",
    range(68, 69): "title",
    range(72, 73): "title",
    range(80, 83): "titles",
    range(90, 91): "title",
    range(98, 99): "title",
    range(114, 115): "title",
    range(126, 127): "picture",
    range(135, 136): "picture",
    range(139, 140): "title",
    range(143, 160): "picture",
    range(167, 168): "title",
    range(171, 172): "title",
    range(181, 184): "titles",
    range(187, 188): "title",
    range(191, 194): "picture",
    range(197, 202): "picture",
    range(208, 209): "title",
    range(218, 223): "titles",
    range(226, 227): "title",
    range(230, 231): "title",
    range(236, 237): "title",
    range(244, 247): "titles",
    range(268, 269): "title",
    range(274, 275): "title",
    range(288, 289): "title",
    range(298, 299): "title",
    range(304, 305): "title",
    range(308, 332): "imprint",
}
"""Lines of the rule text that say none, and what they are instead; lines in neither list are empty."""


def test_every_clause_has_a_test_of_its_name() -> None:
    check_every_clause_has_a_test("karo", Path(__file__).parent)


def test_clauses_are_numbered_once_and_in_order() -> None:
    check_clauses_are_numbered_once_and_in_order("karo")


def test_every_clause_names_its_source() -> None:
    check_every_clause_names_its_source("karo", LAST_LINE)


def test_every_refusal_names_a_clause_of_the_page() -> None:
    named = {clause for refusal in REFUSALS.values() for clause in refusal.clauses.values()}
    assert named <= set(clauses("karo"))


def named_lines() -> set[int]:
    """Every line that some clause names: "l. 29, 30" and "l. 52-59"."""
    found: set[int] = set()
    for group in re.findall(r"l\.\s((?:\d+(?:-\d+)?(?:,\s+)?)+)", page("karo")):
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", group):
            found.update(range(int(first), int(last or first) + 1))
    return found


def test_every_line_that_says_a_rule_is_named_by_a_clause() -> None:
    assert set(RULES_SAID) - named_lines() == set()
    assert not {line for lines in NO_RULE for line in lines} & set(RULES_SAID)


@pytest.mark.parametrize("ruling", range(1, 10))
def test_every_ruling_is_named_by_a_clause(ruling: int) -> None:
    assert re.search(rf"RULINGS {ruling}\b", page("karo"))


def test_the_french_page_has_the_same_clauses_and_sources() -> None:
    french = files("companion.games.karo").joinpath("RULES.fr.md").read_text(encoding="utf-8")
    pattern = r"^- \*\*(\d+\.\d+)\*\*"
    assert re.findall(pattern, french, flags=re.MULTILINE) == clauses("karo")
    headings = r"^## (\d+) "
    assert re.findall(headings, french, flags=re.MULTILINE) == re.findall(headings, page("karo"), flags=re.MULTILINE)

    def sources(text: str) -> list[list[str]]:
        return [
            re.findall(r"l\. [\d, ]*\d|RULINGS \d", " ".join(clause.split()))
            + ["reading"] * len(re.findall(r"our\sreading|notre\slecture", clause))
            for clause in re.split(pattern, text, flags=re.MULTILINE)[2::2]
        ]

    assert sources(french) == sources(page("karo"))
