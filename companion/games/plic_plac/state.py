"""The game's state as the house uses it: who acts, which actions are legal, and what they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self, cast

from companion.core.actors import CHANCE, OVER, Actor, at_seat
from companion.core.game import Action
from companion.games.plic_plac import actions, attempts, blockage, setup, turns
from companion.games.plic_plac.position import Phase, Position
from companion.games.plic_plac.refusals import refuse

_PLAY: dict[type[Action], Callable[[Position, Any], Position]] = {
    actions.PoolSeen: setup.pool_seen,
    actions.PoolTold: setup.pool_told,
    actions.DrawFirst: setup.draw_first,
    actions.TakeSecret: turns.take_secret,
    actions.Announce: turns.announce,
    actions.Pass: turns.pass_on,
    actions.TurnUp: turns.turn_up,
    actions.CardSeen: turns.card_seen,
    actions.CardTold: turns.card_told,
    actions.GiveUp: turns.give_up,
    actions.Pocket: attempts.pocket,
    actions.Cut: attempts.cut,
    actions.Betray: attempts.betray,
    actions.LeaveTraitor: attempts.leave_traitor,
    actions.CallBlockage: blockage.call_blockage,
    actions.WinOne: blockage.win_one,
}

_SEATS_CHOOSE: dict[Phase, Callable[[Position], Iterator[Action]]] = {
    Phase.POOL: setup.pool_choices,
    Phase.TAKE: turns.take_choices,
    Phase.SECRET: turns.secret_choices,
    Phase.TURN: turns.turn_choices,
    Phase.SHOWN: turns.told_choices,
    Phase.TRAITOR: attempts.traitor_choices,
    Phase.CUT: attempts.cut_choices,
    Phase.BLOCKED: blockage.last_choices,
}

_CHANCE_DRAWS: dict[Phase, Callable[[Position], setup.Outcomes]] = {
    Phase.POOL: setup.pool_outcomes,
    Phase.FIRST: setup.first_outcomes,
    Phase.SHOWN: turns.card_outcomes,
}


@dataclass(frozen=True, slots=True)
class PlicPlac(Position):
    """The state of one moment of a game of Plic-Plac."""

    @property
    def actor(self) -> Actor:
        if self.phase in _CHANCE_DRAWS:
            return CHANCE
        seat = awaited(self)
        return OVER if seat is None else at_seat(seat)

    def legal_actions(self) -> tuple[Action, ...]:
        choose = _SEATS_CHOOSE.get(self.phase)
        drawn = tuple(action for action, _ in self.chance_outcomes())
        chosen = () if choose is None else tuple(choose(self))
        return (*drawn, *chosen, *blockage.blockage_choices(self))

    def chance_outcomes(self) -> setup.Outcomes:
        draws = _CHANCE_DRAWS.get(self.phase)
        return () if draws is None else draws(self)

    def apply(self, action: Action) -> Self:
        play = _PLAY.get(type(action))
        if play is None:
            raise refuse("no-such-action")
        return cast(Self, play(self, action))


def awaited(position: Position) -> int | None:
    """The seat that the table waits for; None while it waits for chance and when the game is over."""
    if position.phase in (*_CHANCE_DRAWS, Phase.OVER):
        return None
    if position.phase is Phase.BLOCKED:
        return position.caller
    return position.active if position.phase in (Phase.TURN, Phase.TRAITOR) else position.turn


def awaited_seats(position: Position) -> frozenset[int]:
    """The seats that the table waits for: everybody while the cards are laid and lots are drawn."""
    if position.phase in (Phase.POOL, Phase.FIRST):
        return frozenset(position.seats)
    seat = awaited(position)
    return frozenset({position.active if seat is None else seat})
