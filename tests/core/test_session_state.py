"""The one reducer: every kind of entry, and that it leads where live play, undo and correction lead."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.entries import (
    Corrected,
    Entry,
    NoteWritten,
    PartnerAsked,
    Played,
    PutBack,
    SampleKept,
    SeatGiven,
    TakenBack,
)
from companion.core.errors import Illegal
from companion.core.evidence import SeenThing
from companion.core.match import replay
from companion.core.partner_seats import PartnerRequest, PartnerSeat
from companion.core.scene import Thing
from companion.core.session_state import Line, SessionState, apply_entries, apply_entry, begin_session
from companion.core.text import same
from tests.core.toy import TOY, Keep, Options, Pass, Throw, Wish

NAMES = ("Ada", "Bob")
SEEN = (SeenThing(Thing("die", "1"), 0.9, b"crop"),)


def start() -> SessionState:
    return begin_session(TOY, NAMES, Options(rounds=2))


def played(*actions: object) -> list[Entry]:
    return [Played(f"seat {n}", float(n), action) for n, action in enumerate(actions)]  # type: ignore[arg-type]


THREE = played(Throw((1,)), Keep(0), Throw((2,)))


def test_an_action_has_its_line() -> None:
    after = apply_entry(start(), Played("camera", 5.0, Throw((1,)), SEEN))
    assert after.match.actions == (Throw((1,)),)
    assert after.lines == (Line("camera", 5.0, SEEN),)


def test_an_action_that_is_refused_changes_nothing() -> None:
    before = start()
    with pytest.raises(Illegal):
        apply_entry(before, Played("seat 0", 1.0, Keep(0)))
    assert before == start()


def test_what_is_taken_back_is_gone_with_its_lines() -> None:
    after = apply_entries(start(), [*THREE, TakenBack("table", 9.0, 1)])
    assert after.match.actions == (Throw((1,)),)
    assert len(after.lines) == 1
    with pytest.raises(IndexError):
        apply_entry(after, TakenBack("table", 9.0, 2))


def test_a_correction_keeps_what_still_holds_and_its_lines() -> None:
    after = apply_entries(start(), [*THREE, Corrected("table", 9.0, 0, Throw((2,)), SEEN)])
    assert after.match.actions == (Throw((2,)), Keep(0), Throw((2,)))
    assert after.lines == (Line("table", 9.0, SEEN), Line("seat 1", 1.0), Line("seat 2", 2.0))
    with pytest.raises(IndexError):
        apply_entry(after, Corrected("table", 9.0, 3, Throw((2,))))


def test_notes_and_samples_leave_the_match_alone() -> None:
    before = apply_entries(start(), THREE)
    noted = apply_entries(before, [NoteWritten("seat 1", 3.0, 1, "é"), NoteWritten("seat 1", 4.0, 1, "lune")])
    assert noted.notes == {1: "lune"}
    assert replace(noted, notes=before.notes) == before
    assert apply_entry(before, SampleKept("table", 3.0, SEEN[0], "2")) == before


def test_what_the_partner_asked_for_holds_until_the_match_moves() -> None:
    how, request = PartnerSeat("casual", 3.0), PartnerRequest(Keep(0), same("good"))
    entries = [
        SeatGiven("table", 1.0, 0, how),
        Played("camera", 2.0, Throw((1,))),
        PartnerAsked("partner", 3.0, request),
    ]
    asked = apply_entries(start(), entries)
    assert asked.partner_seats.seats == {0: how}
    assert asked.partner_seats.request == request
    assert apply_entry(asked, NoteWritten("seat 1", 4.0, 1, "x")).partner_seats.request == request
    for moved in (Played("seat 0", 4.0, Keep(0)), TakenBack("table", 4.0, 0), Corrected("table", 4.0, 0, Throw((2,)))):
        assert apply_entry(asked, moved).partner_seats.request is None
    assert apply_entry(asked, SeatGiven("table", 4.0, 0, None)).partner_seats.seats == {}


def test_undos_and_corrections_are_put_back_one_by_one_until_an_action_is_played() -> None:
    before = apply_entries(start(), THREE)
    corrected = apply_entry(before, Corrected("table", 9.0, 0, Throw((2,)), SEEN))
    shorter = apply_entry(corrected, TakenBack("table", 9.0, 1))
    assert apply_entry(shorter, TakenBack("table", 9.5, 1)).before == shorter.before, "that takes nothing back"
    back = apply_entry(shorter, PutBack("table", 10.0))
    assert (back.match, back.lines) == (corrected.match, corrected.lines)
    back = apply_entry(back, PutBack("table", 11.0))
    assert back == before
    with pytest.raises(IndexError):
        apply_entry(back, PutBack("table", 12.0))
    with pytest.raises(IndexError):
        apply_entries(shorter, [Played("camera", 10.0, Keep(0)), PutBack("table", 11.0)])


def test_so_many_can_be_put_back_and_no_more() -> None:
    state = start()
    for turn in range(53):
        state = apply_entry(state, Played("camera", turn, Throw((1,)))) if turn == 0 else state
        state = apply_entry(state, Corrected("table", turn, 0, Throw((1 + turn % 2,))))
    assert len(state.before) == 50


def test_an_unknown_kind_of_entry_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="Entry is no kind"):
        apply_entry(start(), Entry("table", 1.0))


@given(
    st.lists(st.sampled_from(["throw", "keep", "pass", "wish", "back", "correct", "put back"]), max_size=30),
    st.randoms(),
)
def test_any_road_leads_to_the_match_that_its_actions_make(kinds: list[str], random: object) -> None:
    """Whatever was taken back and corrected in between: the actions that stand make the states that stand."""
    state, turns = start(), 0
    for kind in kinds:
        turns += 1
        actor = state.match.state.actor.seat
        entry: Entry = {
            "throw": Played("camera", turns, Throw((1 + turns % 2,))),
            "keep": Played("seat", turns, Keep(actor or 0)),
            "pass": Played("seat", turns, Pass(actor or 0)),
            "wish": Played("seat", turns, Wish(turns % 2, "gold")),
            "put back": PutBack("table", turns),
            "back": TakenBack("table", turns, max(0, len(state.match.actions) - 1 - turns % 3)),
            "correct": Corrected("table", turns, turns % max(1, len(state.match.actions)), Throw((1 + turns % 2,))),
        }[kind]
        try:
            state = apply_entry(state, entry)
        except (Illegal, IndexError):
            continue
        assert len(state.lines) == len(state.match.actions)
        assert state.match == replay(TOY, 2, Options(rounds=2), state.match.actions)
