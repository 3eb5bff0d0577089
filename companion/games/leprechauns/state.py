"""The game's state as the house uses it: who acts, which actions are legal, and what they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self, cast

from companion.core.actors import CHANCE, OVER, Actor, at_seat
from companion.core.game import Action
from companion.games.leprechauns import actions, fouls, gifts, hands, performing, settling, setup
from companion.games.leprechauns.position import Phase, Position
from companion.games.leprechauns.refusals import refuse

_PLAY: dict[type[Action], Callable[[Position, Any], Position]] = {
    actions.PlayAs: setup.play_as,
    actions.TakePrems: setup.take_prems,
    actions.TurnAction: setup.turn_action,
    actions.Signal: setup.signal,
    actions.ChestSeen: setup.chest_seen,
    actions.ChestTold: setup.chest_told,
    actions.Slap: lambda position, slap: gifts.with_gifts(hands.slap(position, slap)),
    actions.NoChest: hands.no_chest,
    actions.FirstHand: lambda position, said: gifts.with_gifts(hands.first_hand(position, said)),
    actions.CallFoul: performing.call_foul,
    actions.FoulSeen: performing.foul_seen,
    actions.HandsStand: performing.hands_stand,
    actions.Designate: performing.designate,
    actions.Judge: performing.judge,
    actions.Exchange: settling.exchange,
    actions.KeepChest: settling.keep_chest,
    actions.Discard: settling.discard,
    actions.PassPrems: settling.pass_prems,
}

SEAT_FIELDS = ("seat", "owner", "on", "hand", "performer", "partner", "to")
"""Fields of actions that contain a seat."""

_SEATS_CHOOSE: dict[Phase, Callable[[Position], Iterator[Action]]] = {
    Phase.AGES: setup.age_choices,
    Phase.YOUNGEST: setup.youngest_choices,
    Phase.SIGNAL: setup.signal_choices,
    Phase.HANDS: hands.hand_choices,
    Phase.NAMING: performing.naming_choices,
    Phase.JUDGING: performing.judging_choices,
    Phase.EXCHANGE: settling.exchange_choices,
    Phase.DISCARD: settling.discard_choices,
    Phase.PASS_PREMS: settling.pass_choices,
}

_CHANCE_DRAWS: dict[Phase, Callable[[Position], setup.Outcomes]] = {
    Phase.ACTION: setup.action_outcomes,
    Phase.REVEAL: setup.chest_outcomes,
}


@dataclass(frozen=True, slots=True)
class Leprechauns(Position):
    """The state of one moment of a game of Leprechauns."""

    @property
    def actor(self) -> Actor:
        if self.phase is Phase.OVER:
            return OVER
        return CHANCE if self.phase in _CHANCE_DRAWS else at_seat(_awaited(self)[0])

    def legal_actions(self) -> tuple[Action, ...]:
        choose = _SEATS_CHOOSE.get(self.phase)
        drawn = tuple(action for action, _ in self.chance_outcomes())
        chosen = () if choose is None else tuple(choose(self))
        return (*drawn, *chosen, *fouls.foul_choices(self))

    def chance_outcomes(self) -> setup.Outcomes:
        draws = _CHANCE_DRAWS.get(self.phase)
        return () if draws is None else draws(self)

    def apply(self, action: Action) -> Self:
        play = _PLAY.get(type(action))
        if play is None:
            raise refuse("no-such-action")
        stranger = next(_strangers(self, action), None)
        if stranger is not None:
            raise refuse("no-such-seat", number=stranger + 1)
        return cast(Self, play(self, action))


def _strangers(position: Position, action: Action) -> Iterator[int]:
    """Seats that the action names but that do not exist."""
    named = (getattr(action, field, 0) for field in SEAT_FIELDS)
    return (seat for seat in named if seat not in position.seats)


def awaited(position: Position) -> tuple[int, ...]:
    """All seats that the table waits for; empty while it waits for chance and when the game is over."""
    return () if position.phase in (*_CHANCE_DRAWS, Phase.OVER) else _awaited(position)


def must_act(position: Position) -> tuple[int, ...]:
    """All seats that must act now; at the signal everybody turns up a chest."""
    return tuple(position.seats) if position.phase is Phase.REVEAL else awaited(position)


def _awaited(position: Position) -> tuple[int, ...]:
    if position.phase is Phase.HANDS:
        return hands.contested(position) or hands.waiting(position) or (position.holder,)
    found: dict[Phase, Callable[[], tuple[int, ...]]] = {
        Phase.AGES: lambda: tuple(player.seat for player in position.players if player.child is None),
        Phase.YOUNGEST: lambda: tuple(position.seats),
        Phase.NAMING: lambda: () if position.chooser is None else (position.chooser,),
        Phase.JUDGING: lambda: performing.still_to_judge(position),
        Phase.EXCHANGE: lambda: tuple(seat for seat in [settling.exchanger(position)] if seat is not None),
        Phase.DISCARD: lambda: position.owing,
    }
    return found.get(position.phase, lambda: (position.holder,))()
