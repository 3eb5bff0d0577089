"""Ways into a game for the tests: scripted rounds, and random whole games that reach every corner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action, pick_chance
from companion.core.match import Match, begin
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import (
    CallFoul,
    ChestTold,
    Designate,
    FoulSeen,
    HandsStand,
    Judge,
    NoChest,
    Signal,
    Slap,
    TakePrems,
    TurnAction,
)
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionCard, ActionKind
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns

ADA, BOB, CLEO, DINA, EMIL, FLO = range(6)
PLAIN = Options(action_cards=False)
FOUL_SHARE = 0.04
"""Of the moments of a random game at which somebody could be at fault."""


def run(state: Leprechauns, actions: Sequence[Action]) -> Leprechauns:
    for action in actions:
        state = state.apply(action)
    return state


def turned_up(
    values: Sequence[int], options: Options = PLAIN, action: ActionKind | None = None, number: int | None = None
) -> Leprechauns:
    """The first moment for hands: Ada holds PREM'S, and seat n has turned up `values[n]`."""
    state = run(GAME.start(len(values), options), [TakePrems(ADA)])
    if action is not None:
        state = state.apply(TurnAction(ActionCard(action, number)))
    return run(state, [Signal(ADA), *(ChestTold(seat, value) for seat, value in enumerate(values))])


def with_action(
    values: Sequence[int], action: ActionKind, number: int | None = None, edition: str = "boxed", **options: object
) -> Leprechauns:
    """The first moment for hands of a round with an action card."""
    return turned_up(values, Options(edition=edition, **options), action, number)  # type: ignore[arg-type]


def slapped(state: Leprechauns, *on: int | None) -> Leprechauns:
    """Seat n slaps the chest of `on[n]`, or none, in the order of the seats, and the hands stand."""
    for seat, owner in enumerate(on):
        if seat in [player.seat for player in state.players if player.out is None]:
            state = state.apply(NoChest(seat) if owner is None else Slap(seat, owner))
    return state.apply(HandsStand(state.holder))


def tried(state: Leprechauns, *right: bool) -> Leprechauns:
    """One formula after the other is judged; who names the next names the first that can be named."""
    for verdict in right:
        if state.phase is Phase.NAMING:
            assert state.chooser is not None
            state = state.apply(next(a for a in state.legal_actions() if isinstance(a, Designate)))
        performer = state.performer
        while state.phase is Phase.JUDGING and state.performer == performer:
            seat = state.actor.seat
            assert seat is not None
            state = state.apply(Judge(seat, verdict))
    return state


def refused(state: Leprechauns, action: Action) -> tuple[str, str]:
    """The code of the refusal, and its clause; the action must not be listed either."""
    assert action not in state.legal_actions()
    with pytest.raises(Illegal) as refusal:
        state.apply(action)
    return refusal.value.code.removeprefix("leprechauns."), refusal.value.clause


def kinds(state: Leprechauns, seat: int) -> set[str]:
    """The kinds of action, calls of faults apart, that a seat may do now."""
    found = (a for a in state.legal_actions() if getattr(a, "seat", None) == seat and not isinstance(a, CallFoul))
    return {type(action).__name__ for action in found}


SETUPS: tuple[tuple[int, Options], ...] = (
    (2, Options()),
    (3, Options("print")),
    (4, Options("boxed", "own", "one", judges="vote")),
    (5, Options("print", "own", "by-age", judges="vote")),
    (6, Options()),
    (6, Options("print", shared=True)),
    (4, Options("boxed", needed="by-age", shared=True, judges="vote")),
    (3, Options("boxed", action_cards=False)),
    (5, Options("print", judges="vote")),
    (4, Options("print")),
)


@cache
def random_game(seats: int, options: Options, seed: int) -> Match:
    """A whole game; most formulas are right, faults are rare. Games are kept: several tests look at the same ones."""
    random = Random(seed)
    match = begin(GAME, seats, options)
    while match.state.scores is None:
        assert isinstance(match.state, Leprechauns)
        match = match.play(_random_action(match.state, random))
    return match


def _random_action(state: Leprechauns, random: Random) -> Action:
    outcomes = state.chance_outcomes()
    if outcomes:
        return pick_chance(outcomes, random)
    legal = state.legal_actions()
    fouls = [action for action in legal if isinstance(action, CallFoul | FoulSeen)]
    if fouls and random.random() < FOUL_SHARE:
        return random.choice(fouls)
    usual = [action for action in legal if not isinstance(action, CallFoul | FoulSeen)]
    if not any(isinstance(action, Judge) for action in usual):
        frequent = [a for a in usual if not isinstance(a, NoChest) and not getattr(a, "tie", False)]
        return random.choice(frequent if frequent and random.random() < 0.85 else usual)
    seat = random.choice([action.seat for action in usual if isinstance(action, Judge)])
    return Judge(seat, random.random() < 0.75)
