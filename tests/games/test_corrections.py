"""Every line of whole random games can be corrected by somebody, and every correction leads where its actions lead."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import catalog
from companion.core.correcting import alternatives, may_correct, may_foresee
from companion.core.entries import Corrected, Entry, Played, PutBack
from companion.core.errors import Illegal
from companion.core.game import Action, ChanceAction
from companion.core.kit import random_match
from companion.core.match import Match, begin
from companion.core.session_state import SessionState, apply_entries, apply_entry, begin_session
from companion.table.entries_json import SCHEMA, entry_from_json, entry_to_json

SEATS = {"karo": 2, "plic-plac": 3, "kaplan": 3, "kaleidoscope": 2, "leprechauns": 4}
SEEDS = 3
ONLY_TAKEN_OUT = {
    "kaleidoscope": {"LetterSeen"},
    "kaplan": {"UseDice"},
    "karo": set[str](),
    "leprechauns": {"Signal", "HandsStand", "TurnAction"},
    "plic-plac": set[str](),
}
"""What may have been the only thing possible, so that it can be taken out but not changed: docs/correcting.md."""

GAMES = pytest.mark.parametrize("key", sorted(SEATS))
CHOICE = st.floats(0.0, 1.0, exclude_max=True)


@cache
def played(key: str, seed: int) -> SessionState:
    game = catalog.game(key)
    match = random_match(game, SEATS[key], seed=seed)
    start = begin_session(game, ("",) * SEATS[key], match.options)
    return apply_entries(start, [Played(f"line {n}", float(n), action) for n, action in enumerate(match.actions)])


def chosen(match: Match, index: int, choice: float) -> Action | None:
    """One of all that anybody may correct action `index` to; None takes it out."""
    viewers = (None, *range(match.seats))
    all_of_them = [each.action for viewer in viewers for each in alternatives(match, index, viewer)]
    return (*all_of_them, None)[int(choice * (len(all_of_them) + 1))]


def by_hand(match: Match, index: int, action: Action | None) -> tuple[Action, ...]:
    """The actions that stand after a correction, found by playing the whole match anew."""
    now = begin(match.game, match.seats, match.options)
    for earlier in match.actions[:index]:
        now = now.play(earlier)
    now = now if action is None else now.play(action)
    for later in match.actions[index + 1 :]:
        try:
            now = now.play(later)
        except Illegal:
            if isinstance(later, ChanceAction):
                break
    return now.actions


@GAMES
@settings(max_examples=12)
@given(seed=st.integers(0, SEEDS - 1), where=CHOICE, choice=CHOICE)
@pytest.mark.whole
def test_a_correction_leads_where_its_actions_lead(key: str, seed: int, where: float, choice: float) -> None:
    before = played(key, seed)
    index = int(where * len(before.match.actions))
    action = chosen(before.match, index, choice)
    entry = Corrected("table", 9.0, index, action)
    try:
        after = apply_entry(before, entry)
    except Illegal:
        assert not may_foresee(before.match, index), "offered, so that the list tells nothing: Plic-Plac's cards"
        return
    assert after.match.actions == by_hand(before.match, index, action)
    assert len(after.lines) == len(after.match.actions)
    assert len(after.match.actions) + len(after.dropped) == len(before.match.actions) - (action is None)
    back = apply_entry(after, PutBack("table", 10.0))
    assert (back.match, back.lines, back.dropped) == (before.match, before.lines, before.dropped)
    assert resumed(before, [entry]) == after


def resumed(before: SessionState, entries: list[Entry]) -> SessionState:
    """The state after `entries` went to the journal and came back."""
    game = before.match.game
    bodies = [(*entry_to_json(each), each) for each in entries]
    again = [
        entry_from_json(game, kind, each.source, each.at_s, SCHEMA, json.loads(json.dumps(body)))
        for kind, body, each in bodies
    ]
    return apply_entries(before, again)


@GAMES
@pytest.mark.whole
def test_an_action_corrected_to_itself_changes_nothing(key: str) -> None:
    before = played(key, 1)
    length = len(before.match.actions)
    for index in range(0, length, max(1, length // 12)):
        after = apply_entry(before, Corrected("table", 9.0, index, before.match.actions[index]))
        assert after.match.states == before.match.states
        assert after.dropped == ()
        assert after.lines[:index] + after.lines[index + 1 :] == before.lines[:index] + before.lines[index + 1 :]


@GAMES
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.whole
def test_every_line_can_be_corrected_by_somebody(key: str, seed: int) -> None:
    match = played(key, seed).match
    viewers = (None, *range(match.seats))
    lines = range(len(match.actions))
    assert [n for n in lines if not any(may_correct(match, n, viewer) for viewer in viewers)] == []
    unchanged = Counter(
        type(match.actions[n]).__name__ for n in lines if not any(alternatives(match, n, each) for each in viewers)
    )
    assert set(unchanged) <= ONLY_TAKEN_OUT[key]
    for number in lines:
        offered = [each.words for each in alternatives(match, number, getattr(match.actions[number], "seat", None))]
        assert len(set(offered)) == len(offered), "two answers with the same words"
