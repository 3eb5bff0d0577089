"""A simulated player: it knows the words, looks for the shortest one, and occasionally bluffs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.core.game import Action
from companion.games.kaleidoscope import judgement, ways
from companion.games.kaleidoscope.actions import (
    Accept,
    Announce,
    Discard,
    Doubt,
    Move,
    NoMore,
    Pass,
    PickUp,
    Place,
    PointOut,
    Refuse,
    TurnUp,
)
from companion.games.kaleidoscope.judgement import written
from companion.games.kaleidoscope.position import Phase, other
from companion.games.kaleidoscope.state import Kaleidoscope

ANNOUNCES, POINTS_OUT, DOUBTS = 0.97, 0.5, 0.3
"""Probabilities of noticing an own word, an opponent's word, and an opponent's column that no word begins with.
Assumed."""
TRIES_IT_ON = 0.02
"""Probability of placing a letter where no word begins with the column. Assumed."""
PICKS_UP = 0.35
"""Probability of taking a discard that makes a longer start rather than a new letter. Assumed."""
LONG = 3
"""Fewest letters of a start that is worth a turn without winning a word."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A possible action, and what then stands in the column where the letters are laid."""

    action: Action
    pattern: str


def choose(state: Kaleidoscope, seat: int, random: Random) -> Action:
    """One action for the player whom the table waits for, chosen from what everybody sees and from `random`."""
    if state.phase is Phase.JUDGED:
        assert state.judged is not None
        return Accept(seat) if state.judged.known else Refuse(seat)
    if state.phase is Phase.HELD:
        return _put(state, seat, random)
    said = _said(state, seat, random)
    if said is not None:
        return said
    found = list(_ways(state, seat)) if state.boards[seat].begun else []
    winning = [way for way in found if _wins(state, way.pattern)]
    if winning:
        return min(winning, key=lambda way: len(way.pattern)).action
    own = state.boards[seat]
    if own.stock and random.random() >= PICKS_UP:
        return TurnUp(seat)
    longer = [way for way in found if isinstance(way.action, PickUp) and len(way.pattern) >= LONG]
    if longer:
        return max(longer, key=lambda way: len(way.pattern)).action
    if own.stock:
        return TurnUp(seat)
    if not own.no_more:
        return NoMore(seat)
    return Pass(seat) if ways.may_pass(state, seat) else _anything(state, seat)


def _anything(state: Kaleidoscope, seat: int) -> Action:
    """Move or pick up any letter, because the opponent declined a pass."""
    return next(iter((*ways.pick_ups(state, seat), *ways.moves(state, seat))))


def _said(state: Kaleidoscope, seat: int, random: Random) -> Action | None:
    """Announce or point out a word, or doubt a column; None when nothing is noticed."""
    for column in state.columns:
        own, theirs = written(state, seat, column), written(state, other(seat), column)
        if _wins(state, own) and random.random() < ANNOUNCES:
            return Announce(seat, column)
        if _wins(state, theirs) and random.random() < POINTS_OUT:
            return PointOut(seat, column)
        laid = state.boards[other(seat)].columns[column]
        if laid and not judgement.is_start(state, theirs) and random.random() < DOUBTS:
            return Doubt(seat, column)
    return None


def _ways(state: Kaleidoscope, seat: int) -> Iterator[_Way]:
    """Every move or pick-up after which some word still begins with the column."""
    own = state.boards[seat]
    starts = [written(state, seat, column) for column in state.columns]
    for column, small in enumerate(own.columns):
        for count in range(1, len(small) + 1):
            for to in state.columns:
                pattern = starts[to] + small[-count:]
                if to != column and judgement.is_start(state, pattern):
                    yield _Way(Move(seat, column, count, to), pattern)
    for board in state.boards:
        for place, pile in enumerate(board.discards):
            for column in state.columns if pile else ():
                pattern = starts[column] + pile[-1]
                if judgement.is_start(state, pattern):
                    yield _Way(PickUp(seat, board.seat, place, column), pattern)


def _put(state: Kaleidoscope, seat: int, random: Random) -> Action:
    """Put the turned-up letter where it makes a word, else the longest start, else on the discards."""
    assert state.held is not None
    places = [action for action in state.legal_actions() if isinstance(action, Place)]
    found = [_Way(action, written(state, seat, action.column) + state.held) for action in places]
    starts = [way for way in found if judgement.is_start(state, way.pattern)]
    winning = [way for way in starts if _wins(state, way.pattern)]
    if winning:
        return random.choice(winning).action
    if starts:
        return max(starts, key=lambda way: (len(way.pattern), random.random())).action
    if found and random.random() < TRIES_IT_ON:
        return random.choice(found).action
    return next(action for action in state.legal_actions() if isinstance(action, Discard))


def _wins(state: Kaleidoscope, pattern: str) -> bool:
    return len(pattern) >= max(2, state.options.letters_needed) and judgement.is_word(state, pattern)
