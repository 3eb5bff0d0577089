"""Ways into a game for the tests: scripted turns, and random whole games that reach every corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action, pick_chance
from companion.core.match import Match, begin
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import (
    Announce,
    Announced,
    Betray,
    CallBlockage,
    CardSeen,
    CardTold,
    Cut,
    DrawFirst,
    GiveUp,
    Pocket,
    PoolSeen,
    PoolTold,
    TakeSecret,
    TurnUp,
)
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.pieces import BY_FACE, Card
from companion.games.plic_plac.position import Phase
from companion.games.plic_plac.state import PlicPlac

ADA, BOB, CLEO, DINA = range(4)
SPECIALS = Options(specials=True)


def card(face: str) -> Card:
    return BY_FACE[face]


def begun(seats: int = 3, options: Options | None = None) -> PlicPlac:
    """Ada begins."""
    state = GAME.start(seats, options or Options())
    return state if seats == 1 else state.apply(DrawFirst(ADA))


def run(state: PlicPlac, actions: Sequence[Action]) -> PlicPlac:
    for action in actions:
        state = state.apply(action)
    return state


def told(state: PlicPlac, face: str) -> PlicPlac:
    """The eyes read the card that is turned up."""
    assert state.due is not None
    return state.apply(CardSeen(state.due, card(face)))


def announced(state: PlicPlac, what: Announced, place: int, face: str) -> PlicPlac:
    """Whose turn it is takes the card of a place, announces, and shows it."""
    seat = state.turn
    return told(run(state, [TakeSecret(seat, place), Announce(seat, what)]), face)


def turned(state: PlicPlac, place: int, face: str) -> PlicPlac:
    return told(state.apply(TurnUp(state.active, place)), face)


def plic_plac(state: PlicPlac, *cards: tuple[int, str]) -> PlicPlac:
    """Two cards are shown: a plic-plac was announced."""
    first, second = cards
    return turned(announced(state, "plic-plac", *first), *second)


def ploc(state: PlicPlac, *cards: tuple[int, str]) -> PlicPlac:
    """Three cards are shown: a plic-plac-ploc was announced."""
    first, *others = cards
    state = announced(state, "plic-plac-ploc", *first)
    for other in others:
        state = turned(state, *other)
    return state


def won(state: PlicPlac, *pairs: tuple[tuple[int, str], tuple[int, str]]) -> PlicPlac:
    """Turn after turn a plic-plac is won, and nobody cuts."""
    for pair in pairs:
        state = plic_plac(state, *pair)
        if state.phase is Phase.CUT:
            state = state.apply(Pocket(state.turn))
    return state


def refused(state: PlicPlac, action: Action) -> tuple[str, str]:
    """The code of the refusal, and its clause; the action must not be listed either."""
    assert action not in state.legal_actions()
    with pytest.raises(Illegal) as refusal:
        state.apply(action)
    return refusal.value.code.removeprefix("plic-plac."), refusal.value.clause


def with_pool(state: PlicPlac, faces: Sequence[str], winner: int = ADA) -> PlicPlac:
    """The same moment when only these cards are left, at the first places: the winner has all others."""
    left = {card(face) for face in faces}
    player = replace(state.players[winner], won=tuple(each for each in state.left() if each not in left))
    return replace(state.with_player(player), pool=tuple(range(len(faces))), remembered=())


SETUPS: tuple[tuple[int, Options], ...] = (
    (1, Options()),
    (1, SPECIALS),
    (2, Options(form="ring")),
    (3, SPECIALS),
    (4, Options(specials=True, form="peak")),
    (6, Options(form="as-laid")),
    (5, Options(specials=True, form="9, 9,9,9,4")),
)
CALLS_WRONGLY, CUTS, GIVES_UP, BETRAYS, TOLD, WRITTEN = 0.004, 0.4, 0.15, 0.5, 0.1, 0.5
"""Of the moments of a random game at which somebody could."""


@cache
def random_game(seats: int, options: Options, seed: int) -> Match:
    """A whole game. Games are kept: several tests look at the same ones."""
    random = Random(seed)
    match = begin(GAME, seats, options)
    while match.state.scores is None:
        assert isinstance(match.state, PlicPlac)
        match = match.play(_random_action(match.state, random))
    return match


def _random_action(state: PlicPlac, random: Random) -> Action:
    legal = state.legal_actions()
    calls = [action for action in legal if isinstance(action, CallBlockage)]
    if calls and random.random() < CALLS_WRONGLY:
        return random.choice(calls)
    outcomes = state.chance_outcomes()
    if outcomes:
        action = pick_chance(outcomes, random)
        if isinstance(action, CardSeen) and random.random() < TOLD:
            return CardTold(random.choice(state.seats), action.card.face)
        if isinstance(action, PoolSeen) and random.random() < WRITTEN:
            return PoolTold(random.choice(state.seats), "10,10,10,6")
        return action
    for kind, share in ((Cut, CUTS), (GiveUp, GIVES_UP), (Betray, BETRAYS)):
        found = [action for action in legal if isinstance(action, kind)]
        if found and random.random() < share:
            return random.choice(found)
    seat = state.actor.seat
    assert seat is not None
    return GAME.choose(state, seat, random)


def moments(match: Match) -> list[PlicPlac]:
    return [state for state in match.states if isinstance(state, PlicPlac)]
