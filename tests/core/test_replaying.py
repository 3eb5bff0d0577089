"""An action put right in the middle of a match: what still fits stays, the rest is named."""

from __future__ import annotations

import pytest

from companion.core.entries import Corrected, Played, PutBack, TakenBack
from companion.core.errors import Illegal
from companion.core.match import replay
from companion.core.replaying import corrected
from companion.core.session_state import Dropped, _made_good, apply_entries, apply_entry, begin_session
from tests.core.toy import TOY, Keep, Options, Pass, Throw, Wish

ACTIONS = (Throw((2,)), Keep(0), Throw((1,)), Keep(1))


def test_what_follows_is_played_again() -> None:
    match = replay(TOY, 2, Options(rounds=1), ACTIONS)
    again = corrected(match, 0, Throw((1,)))
    assert (again.kept, again.dropped, again.stopped_at) == ((1, 2, 3), (), None)
    assert again.match.actions == (Throw((1,)), *ACTIONS[1:])
    assert again.match.state.scores == (11.0, 12.0)


def test_a_later_action_that_no_longer_fits_is_dropped_alone() -> None:
    wished = (Throw((2,)), Keep(0), Wish(1, "x"), Throw((1,)), Keep(1))
    match = replay(TOY, 2, Options(rounds=1), wished)
    again = corrected(match, 1, Wish(1, "y"))
    assert again.match.actions == (Throw((2,)), Wish(1, "y"))
    assert (again.kept, again.dropped, again.stopped_at) == ((), (2, 3, 4), 3)
    again = corrected(match, 0, Throw((1,)))
    assert (again.kept, again.dropped) == ((1, 2, 3, 4), ())
    twice = replay(TOY, 2, Options(rounds=1), (Throw((2,)), Wish(0, "a"), Wish(1, "b"), Keep(0), Throw((1,))))
    again = corrected(twice, 1, Wish(1, "c"))
    assert (again.kept, again.dropped, again.stopped_at) == ((3, 4), (2,), None)
    old = corrected(twice, 1, Wish(1, "c"), goes_on=False)
    assert (old.kept, old.dropped, old.stopped_at) == ((), (2, 3, 4), 2)


def test_after_chance_that_no_longer_fits_nothing_is_tried() -> None:
    match = replay(TOY, 3, Options(rounds=1), (Throw((2,)), Keep(0), Throw((1,)), Wish(2, "x"), Keep(1)))
    again = corrected(match, 1, Wish(0, "y"))
    assert (again.kept, again.dropped, again.stopped_at) == ((), (2, 3, 4), 2)


def test_an_action_that_did_not_happen_is_taken_out() -> None:
    match = replay(TOY, 2, Options(rounds=1), (Throw((2,)), Wish(1, "x"), Keep(0)))
    again = corrected(match, 1, None)
    assert (again.match.actions, again.dropped) == ((Throw((2,)), Keep(0)), ())


def test_what_the_rules_refuse_changes_nothing() -> None:
    match = replay(TOY, 2, Options(rounds=1), ACTIONS)
    with pytest.raises(Illegal):
        corrected(match, 1, Keep(1))
    with pytest.raises(IndexError):
        corrected(match, 4, None)
    with pytest.raises(IndexError):
        corrected(match, -1, None)


def test_dropped_actions_are_listed_until_something_is_played_for_each() -> None:
    start = begin_session(TOY, ("Ada", "Bob"), Options(rounds=2))
    actions = (Throw((2,)), Wish(0, "a"), Wish(1, "b"), Keep(0))
    before = apply_entries(start, [Played("table", 1.0, action) for action in actions])
    after = apply_entry(before, Corrected("table", 2.0, 0, None))
    gone = tuple(Dropped(before.match.states[number], actions[number]) for number in (3,))
    assert after.dropped == gone
    assert after.match.actions == (Wish(0, "a"), Wish(1, "b"))
    assert [line.at_s for line in after.lines] == [1.0, 1.0]
    assert apply_entry(after, Played("table", 3.0, Throw((1,)))).dropped == ()
    shorter = apply_entry(after, TakenBack("table", 3.0, 1))
    assert shorter.dropped == gone
    back = apply_entries(shorter, [PutBack("table", 4.0), PutBack("table", 5.0)])
    assert (back.match, back.lines, back.dropped) == (before.match, before.lines, ())


def test_the_same_action_played_again_takes_itself_from_the_list() -> None:
    actions = (Throw((2,)), Keep(0), Throw((1,)), Pass(1))
    start = apply_entries(begin_session(TOY, ("Ada", "Bob")), [Played("table", 1.0, each) for each in actions])
    after = apply_entry(start, Corrected("table", 2.0, 1, None))
    assert [each.action for each in after.dropped] == [Throw((1,)), Pass(1)]
    after = apply_entries(after, [Played("table", 3.0, Keep(0)), Played("table", 3.0, Throw((1,)))])
    assert after.dropped == ()


def test_each_action_takes_one_from_the_list_and_no_other() -> None:
    state = begin_session(TOY, ("Ada", "Bob")).match.state
    dropped = tuple(Dropped(state, Wish(seat, "a")) for seat in (0, 1, 2))
    assert _made_good(dropped, Wish(0, "a")) == dropped[1:]
    assert _made_good(dropped, Wish(1, "a")) == (dropped[0], dropped[2])
    assert _made_good(dropped, Keep(0)) == dropped[1:], "the oldest"
    assert _made_good((), Keep(0)) == ()
