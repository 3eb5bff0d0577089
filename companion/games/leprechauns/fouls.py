"""Faults: who may be accused of what by whom, and the consequences (clauses 3.7 to 3.10, 3.12, 3.13, 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.leprechauns.actions import CallFoul, FoulSeen
from companion.games.leprechauns.clauses import FAULT_CLAUSES
from companion.games.leprechauns.gifts import with_gifts
from companion.games.leprechauns.hands import contested, forbidden, out_refused, still_to_play, waiting
from companion.games.leprechauns.pieces import BREAKS, SEEN_FROM_ABOVE, ActionKind, Fault
from companion.games.leprechauns.position import Phase, Position
from companion.games.leprechauns.refusals import WAITS, refuse, wrong_moment

FOUL_PHASES = (Phase.HANDS, Phase.NAMING, Phase.JUDGING)
"""The phases in which hands lie on chests."""
_WITHOUT_A_HAND = (Fault.NOT_NEIGHBOUR, Fault.FORBIDDEN)
"""Faults of hands that landed where they may not, and therefore hold no chest (clause 3.10)."""


def foul_fault(position: Position, hand: int, fault: Fault) -> str | None:
    """The code of the refusal of an accusation; None when the player may have committed the fault."""
    never = _never(position, fault)
    if never is not None:
        return never
    if position.players[hand].out is not None:
        return "out-already"
    kind = BREAKS.get(fault)
    if kind is not None and not position.playing(kind):
        return "not-this-round"
    if fault is Fault.FORBIDDEN and forbidden(position) is None:
        return "no-effect"
    if fault is Fault.LATE or fault in _WITHOUT_A_HAND:
        return _fault_of_a_landing(position, hand, fault)
    return _fault_of_a_hand(position, hand)


def _never(position: Position, fault: Fault) -> str | None:
    """The refusal code of a fault that nobody can commit in this game, because none of its cards asks for it; else
    None."""
    if fault in BREAKS and not position.options.action_cards:
        return "no-card-now"
    return "no-such-fault" if fault is Fault.FORBIDDEN and position.options.edition == "boxed" else None


def _fault_of_a_landing(position: Position, hand: int, fault: Fault) -> str | None:
    """The refusal code for a fault of landing in a wrong place or too late; None when it is possible."""
    if position.phase is not Phase.HANDS:
        return "hands-stood"
    if fault is not Fault.LATE:
        return None if position.hand_of(hand) is None else "hand-lies-well"
    if hand not in still_to_play(position):
        return "has-played"
    return None if hand in waiting(position) else "nothing-left"


def _fault_of_a_hand(position: Position, hand: int) -> str | None:
    """The refusal code for a fault that only a hand on a chest can commit; None when it is possible."""
    player = position.players[hand]
    if position.hand_of(hand) is None:
        return "no-hand"
    if not player.tried:
        return None
    return "gift-won" if position.playing(ActionKind.GIFT) and player.prize is not None else "judged"


def foul_choices(position: Position) -> Iterator[Action]:
    """Every fault that another player may report or the camera may see now."""
    if position.phase not in FOUL_PHASES:
        return
    waited_for = waiting(position) if position.phase is Phase.HANDS else ()
    for hand in position.seats:
        for fault in Fault:
            if foul_fault(position, hand, fault) is not None:
                continue
            if fault in SEEN_FROM_ABOVE:
                yield FoulSeen(hand, fault)
            for seat in position.seats:
                if seat != hand and (fault is not Fault.LATE or seat not in waited_for):
                    yield CallFoul(seat, hand, fault)


def check_call(position: Position, action: CallFoul) -> None:
    """Check that the caller may report this fault.

    Raises:
        Illegal: it is the caller's own fault (3.12), or a late caller accuses another of being late (3.13).
    """
    if action.seat == action.hand:
        raise refuse("own-foul", who=(action.seat,))
    if action.fault is Fault.LATE and position.phase is Phase.HANDS and action.seat in waiting(position):
        raise refuse("late-caller", who=(action.seat,))


def check_seen(action: FoulSeen) -> None:
    """Check that a camera above the table can recognize this fault.

    Raises:
        Illegal: it cannot (3.12).
    """
    if action.fault not in SEEN_FROM_ABOVE:
        raise refuse("cannot-be-seen")


def put_out(position: Position, action: CallFoul | FoulSeen) -> Position:
    """The position after the accused player is out for this round.

    Raises:
        Illegal: the game is over (7.1), no hands lie on chests, or the player cannot have committed the fault (the
            fault's clause, see `FAULT_CLAUSES`).
    """
    hand, fault = action.hand, action.fault
    if position.phase is Phase.OVER:
        raise wrong_moment(position, action)
    if position.phase not in FOUL_PHASES and _never(position, fault) is None:
        waits = WAITS[position.phase.value]
        raise refuse("no-hands-now", clause=FAULT_CLAUSES[fault], waits=waits)
    code = foul_fault(position, hand, fault)
    if code is not None:
        raise _foul_refused(position, hand, fault, code)
    after = position.with_player(replace(position.players[hand], out=fault))
    lain = position.hand_of(hand)
    if lain is not None and lain.on in contested(position):  # the contested hand held no chest yet
        return with_gifts(replace(after, hands=tuple(each for each in position.hands if each.seat != hand)))
    if position.phase is Phase.HANDS or lain is None:
        return after
    return after.with_turned(replace(position.turned_by(lain.on), told_to=frozenset()))


def _foul_refused(position: Position, hand: int, fault: Fault, code: str) -> Illegal:
    if code == "out-already":
        return out_refused(position, hand, code)
    return refuse(code, clause=FAULT_CLAUSES[fault], who=(hand,))
