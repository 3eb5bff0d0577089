"""The clause of RULES.md for an action or a fault, in the edition that is played."""

from __future__ import annotations

from companion.core.game import Action
from companion.games.leprechauns import actions
from companion.games.leprechauns.pieces import ActionKind, Fault
from companion.games.leprechauns.position import Position

FAULT_CLAUSES = {
    Fault.LIFTED: "3.7",
    Fault.UNCOVERED: "3.8",
    Fault.TWO_HANDS: "3.9",
    Fault.PALM: "4.2",
    Fault.WRONG_HAND: "4.3",
    Fault.NOT_NEIGHBOUR: "4.4",
    Fault.FORBIDDEN: "4.5",
    Fault.LATE: "3.13",
}
"""For each fault, the clause that it breaks."""

ACTION_CLAUSES: dict[type[Action], str] = {
    actions.PlayAs: "5.9",
    actions.TakePrems: "1.8",
    actions.TurnAction: "2.2",
    actions.Signal: "2.3",
    actions.ChestSeen: "2.3",
    actions.ChestTold: "2.3",
    actions.Slap: "3.1",
    actions.NoChest: "3.11",
    actions.FirstHand: "3.4",
    actions.CallFoul: "3.12",
    actions.FoulSeen: "3.12",
    actions.HandsStand: "3.11",
    actions.Designate: "5.6",
    actions.Judge: "5.3",
    actions.Exchange: "4.7",
    actions.KeepChest: "4.7",
    actions.Discard: "4.12",
    actions.PassPrems: "6.2",
}
"""For each kind of action, the clause that says when it may happen."""

OF_ACTION_CARDS = (actions.TurnAction, actions.Exchange, actions.KeepChest, actions.Discard)
"""Actions that never happen in a game without action cards (clause 2.5)."""


def action_clause(position: Position, action: Action) -> str:
    """The clause that says when the action may happen in this round."""
    if isinstance(action, actions.Discard):
        return discard_clause(position)
    return ACTION_CLAUSES[type(action)]


def exchange_clause(position: Position) -> str:
    """The clause about whom this edition exchanges with, and about ties."""
    return "4.8" if position.options.edition == "boxed" else "4.9"


def discard_clause(position: Position) -> str:
    """The clause about giving up chests: odd ones in an odd-number round, else even ones."""
    return "4.13" if position.playing(ActionKind.ODD) else "4.12"
