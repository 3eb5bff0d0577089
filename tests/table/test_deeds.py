"""What somebody did beside playing stays on the pages long enough to be read, and no longer."""

from __future__ import annotations

from companion.core.text import same
from companion.table.deeds import Deeds, after_action, and_done


def done(*words: str) -> Deeds:
    deeds: Deeds = ()
    for each in words:
        deeds = and_done(deeds, same(each))
    return deeds


def said(deeds: Deeds) -> list[str]:
    return [each.words.en for each in deeds]


def test_a_deed_outlives_two_actions_and_goes_with_the_third() -> None:
    deeds, stays = done("Ada took back"), list[int]()
    for _ in range(4):
        deeds = after_action(deeds)
        stays.append(len(deeds))
    assert stays == [1, 1, 0, 0]


def test_three_deeds_are_shown_the_oldest_makes_room() -> None:
    assert said(done("one", "two", "three", "four")) == ["two", "three", "four"]
