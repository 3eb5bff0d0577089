"""What taps lead to: one place after the other, in any order, longer ways, several actions for the same taps."""

from __future__ import annotations

from companion.core.capabilities.taps_board import Step, Taps, step_after

WAYS = {0: Taps(("A", "B")), 1: Taps(("A", "B", "C")), 2: Taps(("D", "E")), 3: Taps(("F",)), 4: Taps(("F", "A"))}


def test_only_places_that_lead_on_are_marked() -> None:
    assert step_after((), WAYS) == Step((), {"A": None, "D": None, "F": None}, ())
    assert step_after(("A",), WAYS).onward == {"B": None}
    assert step_after(("D",), WAYS) == Step(("D",), {"E": 2}, ())


def test_taps_that_may_go_on_are_confirmed() -> None:
    assert step_after(("A", "B"), WAYS) == Step(("A", "B"), {"C": 1}, (0,))
    assert step_after(("F",), WAYS) == Step(("F",), {"A": 4}, (3,))


def test_taps_that_lead_nowhere_count_as_none() -> None:
    for nowhere in (("Z",), ("A", "Z"), ("B",), ("A", "B", "C", "C")):
        assert step_after(nowhere, WAYS) == step_after((), WAYS)


def test_in_any_order_every_order_leads_to_the_same() -> None:
    ways = {0: Taps(("3", "3", "5"), in_any_order=True), 1: Taps(("5", "8"), in_any_order=True)}
    assert step_after((), ways).onward == {"3": None, "5": None, "8": None}
    assert step_after(("5",), ways).onward == {"3": None, "8": 1}
    assert step_after(("3", "5"), ways).onward == {"3": 0}
    assert step_after(("3", "3"), ways).onward == {"5": 0}


def test_what_asks_first_or_means_several_actions_is_never_sent_by_a_tap() -> None:
    ways = {0: Taps(("A",), asks_first=True), 1: Taps(("B",)), 2: Taps(("B",))}
    assert step_after((), ways).onward == {"A": None, "B": None}
    assert step_after(("A",), ways).complete == (0,)
    assert step_after(("B",), ways).complete == (1, 2)


def test_nothing_tapped_may_be_an_action_too() -> None:
    ways = {0: Taps((), in_any_order=True), 1: Taps(("A",), in_any_order=True)}
    assert step_after((), ways) == Step((), {"A": 1}, (0,))
