"""Whose moment it is: what the table waits for, and the refusals of actions out of turn."""

from __future__ import annotations

from companion.core.game import Action, SeatAction
from companion.core.text import Text, seat_name
from companion.games.plic_plac import actions
from companion.games.plic_plac.position import CARDS_OF, Phase, Position
from companion.games.plic_plac.refusals import refuse

_WAITS = {
    Phase.POOL: Text(fr="de savoir où les cartes sont posées", en="to hear where the cards lie"),
    Phase.FIRST: Text(fr="de savoir qui commence", en="to hear who begins"),
    Phase.TAKE: Text(fr="que {who} prenne une carte secrète", en="{who} to take a secret card"),
    Phase.SECRET: Text(fr="que {who} annonce ou passe", en="{who} to announce or pass"),
    Phase.TURN: Text(fr="que {who} retourne une autre carte de la cagnotte", en="{who} to turn up a card of the pool"),
    Phase.SHOWN: Text(fr="de savoir quelle carte {who} montre", en="to hear which card {who} shows"),
    Phase.TRAITOR: Text(fr="de savoir si {who} se sert du traître", en="to hear whether {who} uses the traitor"),
    Phase.CUT: Text(fr="que le plic-plac de {who} soit empoché ou coupé", en="{who}'s plic-plac to be won or cut"),
    Phase.BLOCKED: Text(fr="que {who} choisisse la dernière carte", en="{who} to choose the last card"),
}
"""What the table waits for, by phase, while a game is played."""
_UNCUT = Text(fr="que {who} empoche son plic-plac", en="{who} to win the plic-plac")
"""What the table waits for after a plic-plac that nobody may cut."""

_CLAUSES: dict[type[Action], str] = {
    actions.PoolSeen: "1.7",
    actions.PoolTold: "1.7",
    actions.DrawFirst: "1.6",
    actions.TakeSecret: "2.1",
    actions.Announce: "2.2",
    actions.Pass: "2.3",
    actions.TurnUp: "4.1",
    actions.CardSeen: "4.1",
    actions.CardTold: "4.1",
    actions.GiveUp: "5.4",
    actions.Pocket: "4.2",
    actions.Cut: "6.1",
    actions.Betray: "8.4",
    actions.LeaveTraitor: "8.5",
    actions.CallBlockage: "7.2",
    actions.WinOne: "7.3",
}
"""For each kind of action, the clause about it."""
_ANYBODY = (actions.PoolTold, actions.CardTold)
"""Actions that any seat may make, even one that is out."""


def clause_of(position: Position, action: Action) -> str:
    """The clause about an action, which can depend on the current attempt."""
    if isinstance(action, actions.TurnUp | actions.CardSeen | actions.CardTold):
        if position.cutter is not None:
            return "6.2"
        return "5.1" if position.announced == "plic-plac-ploc" else "4.1"
    if isinstance(action, actions.GiveUp) and position.cutter is not None:
        return "6.6"
    if isinstance(action, actions.Announce) and action.seat != position.turn:
        return "2.5" if action.what == "plic-plac" else "2.7"
    return _CLAUSES[type(action)]


def waits(position: Position) -> Text:
    """What the table waits for; the game must not be over."""
    said = _UNCUT if position.phase is Phase.CUT and not position.cutters else _WAITS[position.phase]
    who = position.caller if position.phase is Phase.BLOCKED else position.active
    assert who is not None
    return said.filled(who=seat_name(who))


def require_playing(position: Position, action: Action) -> None:
    """Check that the game goes on and that the acting seat plays.

    Raises:
        Illegal: the game is over (7.3, 7.6, 7.7, 9.2), there is no such seat (1.3), or the player is out (7.4).
    """
    if position.phase is Phase.OVER:
        raise refuse("over", clause=_end_clause(position))
    if not isinstance(action, SeatAction):
        return
    if action.seat not in position.seats:
        raise refuse("no-such-seat")
    if position.players[action.seat].out and not isinstance(action, _ANYBODY):
        raise refuse("is-out", seats=(action.seat,))


def require(position: Position, action: Action, phase: Phase) -> None:
    """Check that the game goes on, the seat plays, and the table is in `phase`.

    Raises:
        Illegal: as for `require_playing`; the announcement is already made (2.6); the plic-plac is cut already (6.5) or
            cannot be cut (5.5); or it is the wrong moment (see `clause_of`).
    """
    require_playing(position, action)
    if position.phase is phase:
        return
    if isinstance(action, actions.Announce) and action.seat == position.turn and position.announced is not None:
        raise refuse("announced-already", waits=waits(position))
    if isinstance(action, actions.Cut) and action.seat != position.active:
        if position.cutter is not None:
            raise refuse("cut-already", seats=(position.cutter,))
        if position.announced == "plic-plac-ploc":
            raise refuse("ploc-uncut", seats=(position.turn,))
    raise refuse("moment", clause=clause_of(position, action), waits=waits(position))


def require_seat(position: Position, action: SeatAction, wanted: int) -> None:
    """Check that `wanted` is the acting seat.

    Raises:
        Illegal: it is another player's turn or cut (see `clause_of`).
    """
    if action.seat == wanted:
        return
    clause = clause_of(position, action)
    raise refuse("not-your-turn" if wanted == position.turn else "not-your-cut", clause=clause, seats=(wanted,))


def _end_clause(position: Position) -> str:
    """The clause by which the game has ended."""
    if position.caller is not None:
        return "7.3"
    if len(position.pool) < CARDS_OF["plic-plac"]:
        return "7.6"
    return "7.7" if not position.playing else "9.2"
