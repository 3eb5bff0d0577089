"""Checks that every action goes through first: the phase, the seat, the turn."""

from __future__ import annotations

from companion.core.game import Action, SeatAction
from companion.core.text import seat_name
from companion.games.kaplan import actions
from companion.games.kaplan.position import Phase, Player, Position
from companion.games.kaplan.refusals import WAITS, refuse

IN_PLAY = frozenset({Phase.THROW, Phase.DICE, Phase.BETS, Phase.LETTER, Phase.CLUE, Phase.ALLIANCES})
"""The phases between choosing the first player and the end."""

CLAUSES: dict[type[Action], str] = {
    actions.DrawColour: "2.3",
    actions.CardPassed: "2.12",
    actions.SortedByHand: "2.12",
    actions.DrawSymbol: "2.4",
    actions.SpotSeen: "2.16",
    actions.LayOut: "2.5",
    actions.CoverCards: "2.8",
    actions.ChooseFamily: "2.9",
    actions.FirstPlayer: "2.11",
    actions.Throw: "3.1",
    actions.UseDice: "3.2",
    actions.Bet: "4.1",
    actions.TurnLetter: "4.9",
    actions.LetterSeen: "4.9",
    actions.TakeBack: "5.5",
    actions.Pass: "4.2",
    actions.ChooseClue: "6.1",
    actions.Ally: "9.2",
    actions.StayAlone: "9.2",
    actions.Announce: "7.1",
    actions.Reveal: "7.8",
    actions.ConfirmNumber: "8.8",
    actions.JudgeWord: "8.7",
}
"""For each kind of action, the clause that says when it may happen; a refusal of the wrong moment names it."""


def moment(position: Position, action: Action, *phases: Phase) -> None:
    """Check that the table waits for one of `phases`.

    Raises:
        Illegal: it waits for something else (the clause of `action`, see `CLAUSES`).
    """
    if position.phase not in phases:
        code = "over" if position.phase is Phase.OVER else "moment"
        raise refuse(code, clause=CLAUSES[type(action)], waits=WAITS[position.phase.value])


def player(position: Position, seat: int) -> Player:
    """The player at `seat`.

    Raises:
        Illegal: nobody sits there (2.1).
    """
    if seat not in position.seats:
        raise refuse("no-seat", number=seat + 1, seats=len(position.players))
    return position.players[seat]


def own_turn(position: Position, action: SeatAction, *phases: Phase) -> Player:
    """The player who acts, checked to be the one in turn.

    Raises:
        Illegal: nobody sits there (2.1), the table waits for something else (the clause of `action`), or it is another
            player's turn (2.11).
    """
    found = player(position, action.seat)
    moment(position, action, *phases)
    if action.seat != position.turn:
        assert position.turn is not None
        raise refuse("not-your-turn", who=seat_name(action.seat), turn=seat_name(position.turn))
    return found


def with_dice(position: Position) -> None:
    """Check that this game uses dice.

    Raises:
        Illegal: it is played without dice (3.8).
    """
    if not position.options.dice:
        raise refuse("without-dice")


def own_deck(position: Position, clause: str) -> None:
    """Check that the table plays with a deck of its own, whose cards people must report.

    Raises:
        Illegal: the deck is the printed one, which the companion knows (`clause`).
    """
    if position.options.deck == "printed":
        raise refuse("known-deck", clause=clause)
