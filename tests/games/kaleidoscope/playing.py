"""Ways into a game for the tests: rows of capitals, columns that are laid already, random whole games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action, pick_chance
from companion.core.match import Match, begin
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import (
    Accept,
    AcceptWord,
    Announce,
    CapitalSeen,
    CapitalTold,
    Decline,
    Doubt,
    LetterSeen,
    LetterTold,
    NoMore,
    Pass,
    PointOut,
    Refuse,
    RefuseWord,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.layout import NORTH as NORTH
from companion.games.kaleidoscope.layout import SOUTH as SOUTH
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope

LONG, SHORT, CHILDREN = Options(), Options(length="short"), Options(length="children", turn_s=0)
ROW = "SCHAWIEPM"


def begun(row: str = ROW, options: Options = LONG) -> Kaleidoscope:
    """These capitals lie there, and North is to begin."""
    state = GAME.start(2, options)
    return run(state, [CapitalSeen(column, letter) for column, letter in enumerate(row[: options.columns])])


def run(state: Kaleidoscope, actions: Sequence[Action]) -> Kaleidoscope:
    for action in actions:
        state = state.apply(action)
    return state


def laid(
    state: Kaleidoscope, seat: int, columns: Mapping[int, str], discards: Sequence[str] = ()
) -> Kaleidoscope:  # fmt: skip
    """The same moment with these letters of a player's stock in columns and discards."""
    board = state.boards[seat]
    for column, letters in columns.items():
        board = board.with_column(column, letters)
    for place, letters in enumerate(discards):
        board = board.with_discard(place, letters)
    stock = board.stock - len(board.letters()) + len(state.boards[seat].letters())
    both = state.with_board(replace(board, begun=True, stock=stock))
    return both.with_board(replace(both.boards[1 - seat], begun=True))


def turned_up(state: Kaleidoscope, letter: str) -> Kaleidoscope:
    """Whose turn it is turns up that letter."""
    return run(state, [TurnUp(state.turn), LetterSeen(letter)])


def refused(state: Kaleidoscope, action: Action) -> tuple[str, str]:
    """The code of the refusal, and its clause; the action must not be listed either."""
    assert action not in state.legal_actions()
    with pytest.raises(Illegal) as refusal:
        state.apply(action)
    return refusal.value.code.removeprefix("kaleidoscope."), refusal.value.clause


GAMES: tuple[tuple[Options, int], ...] = tuple(
    (options, seed) for options in (LONG, SHORT, CHILDREN) for seed in range(5)
)
OFTEN = ((Doubt, 0.03), (Announce, 0.05), (PointOut, 0.05), (RunOut, 0.03), (Pass, 0.02), (NoMore, 0.004),
         (Decline, 0.3), (RefuseWord, 0.01), (AcceptWord, 0.02))  # fmt: skip
"""At how many of the moments of a random game at which somebody could, whether it makes sense or not."""
TOLD, OVERRULES = 0.1, 0.2


@cache
def random_game(options: Options, seed: int) -> Match:
    """A whole game. Games are kept: several tests look at the same ones."""
    random = Random(seed)
    match = begin(GAME, 2, options)
    while match.state.scores is None:
        assert isinstance(match.state, Kaleidoscope)
        match = match.play(_random_action(match.state, random))
    return match


def _random_action(state: Kaleidoscope, random: Random) -> Action:
    outcomes = state.chance_outcomes()
    if outcomes:
        return _told(pick_chance(outcomes, random), random)
    for kind, share in OFTEN:
        found = [action for action in state.legal_actions() if isinstance(action, kind)]
        if found and random.random() < share:
            return random.choice(found)
    seat = state.actor.seat
    assert seat is not None
    if state.phase is Phase.JUDGED and random.random() < OVERRULES:
        return random.choice([Accept(seat), Refuse(seat)])
    return GAME.choose(state, seat, random)


def _told(action: Action, random: Random) -> Action:
    """Now and then people say what came up."""
    if random.random() < TOLD:
        if isinstance(action, LetterSeen):
            return LetterTold(random.randrange(2), action.letter)
        if isinstance(action, CapitalSeen):
            return CapitalTold(random.randrange(2), action.column, action.letter)
    return action


def moments(match: Match) -> list[Kaleidoscope]:
    return [state for state in match.states if isinstance(state, Kaleidoscope)]
