"""Hands on chests: who may slap which, who was first, whom the table waits for (clauses 3.1 to 3.6, 3.10 to 3.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.text import Text, seat_names
from companion.games.leprechauns.actions import FirstHand, HandsStand, NoChest, Slap
from companion.games.leprechauns.clauses import FAULT_CLAUSES
from companion.games.leprechauns.names import FAULTS
from companion.games.leprechauns.pieces import ActionKind, Fault
from companion.games.leprechauns.position import Hand, Phase, Position
from companion.games.leprechauns.refusals import refuse, require


def forbidden(position: Position) -> int | None:
    """The number that may not be slapped; None when there is none, or when all chests have that number (clause 4.5)."""
    if not position.playing(ActionKind.FORBIDDEN) or position.action is None:
        return None
    number = position.action.number
    return None if all(turned.value == number for turned in position.turned) else number


def neighbours(position: Position, seat: int) -> frozenset[int]:
    """The seats on the left and on the right of `seat`."""
    count = len(position.players)
    return frozenset({(seat + 1) % count, (seat - 1) % count})


def slap_fault(position: Position, slap: Slap) -> str | None:
    """The code of the refusal of a slap; None when it is legal."""
    played = has_played(position, slap.seat)
    if played is not None:
        return played
    if slap.on == slap.seat:
        return "own-chest"
    if position.playing(ActionKind.NEIGHBOUR) and slap.on not in neighbours(position, slap.seat):
        return "not-neighbour"
    if position.turned_by(slap.on).value == forbidden(position):
        return "forbidden-number"
    if slap.tie and not position.hands:
        return "tie-alone"
    return None if position.options.shared else _held(position, slap)


def has_played(position: Position, seat: int) -> str | None:
    """The refusal code for another slap by this player; None when the player may still slap."""
    player = position.players[seat]
    if player.out is not None:
        return "is-out"
    if position.hand_of(seat) is not None:
        return "gift-won" if player.tried else "hand-lies"
    return "said-none" if player.no_chest else None


def _held(position: Position, slap: Slap) -> str | None:
    """The refusal code for a slap on a chest that takes only one hand; None when it is legal."""
    on_it = [hand for hand in position.hands if hand.on == slap.on]
    if any(position.players[hand.seat].out for hand in on_it):
        return "chest-lost"
    if any(hand.settled for hand in on_it):
        return "settled"
    return "held" if on_it and not slap.tie else None


def slap_choices(position: Position, seat: int) -> Iterator[Slap]:
    """Every legal slap of the seat."""
    for on in position.seats:
        for tie in (False, True):
            if slap_fault(position, Slap(seat, on, tie)) is None:
                yield Slap(seat, on, tie)


def free_chests(position: Position, seat: int) -> tuple[int, ...]:
    """Owners of the chests that the seat may still slap, not counting ties."""
    return tuple(slap.on for slap in slap_choices(position, seat) if not slap.tie)


def slap(position: Position, action: Slap) -> Position:
    """The position after a hand landed on a chest.

    Raises:
        Illegal: not the moment for slaps (3.1), or the slap is not allowed (3.2 to 3.6, 3.10, 3.11, 4.4 to 4.6, or the
            clause of the player's fault).
    """
    require(position, Phase.HANDS, action)
    fault = slap_fault(position, action)
    if fault is not None:
        raise _slap_refused(position, action, fault)
    return replace(position, hands=(*position.hands, Hand(action.seat, action.on, _rank(position, action))))


def _slap_refused(position: Position, slap: Slap, code: str) -> Illegal:
    """The refusal of a slap; if the player may still slap, the sentence names the remaining chests."""
    if code == "is-out":
        return out_refused(position, slap.seat, code)
    on_it = [hand for hand in position.hands if hand.on == slap.on]
    holder = next((hand.seat for hand in on_it if hand.settled or position.players[hand.seat].out), None)
    if holder is None:
        holder = on_it[0].seat if on_it else slap.on
    return refuse(
        code,
        who=(slap.seat,),
        owner=(slap.on,),
        holder=(holder,),
        value=position.turned_by(slap.on).value,
        advice=advice(position, slap.seat),
    )


def out_refused(position: Position, seat: int, code: str) -> Illegal:
    """The refusal because the player at `seat` is out for the round; it names the fault and its clause."""
    fault = position.players[seat].out
    assert fault is not None
    return refuse(code, clause=FAULT_CLAUSES[fault], who=(seat,), why=FAULTS[fault])


def advice(position: Position, seat: int) -> Text:
    """What a player who has not slapped yet can do; every choice it names is legal."""
    free = free_chests(position, seat)
    if free:
        said = Text(fr="tapez un coffre encore libre ({free})", en="slap a chest that is still free ({free})")
        return said.filled(free=seat_names(free))
    return Text(fr="dites que votre main n'est sur aucun coffre", en="say that your hand is on no chest")


def _rank(position: Position, slap: Slap) -> int:
    """The rank of a new hand: after all hands so far, or in a tie that of the hand it ties with."""
    if not slap.tie:
        return max(len(position.hands), *(hand.rank for hand in position.hands), 0) + 1
    on_it = [hand for hand in position.hands if hand.on == slap.on and not position.options.shared]
    return (on_it or position.hands[-1:])[0].rank


def no_chest(position: Position, action: NoChest) -> Position:
    """The position after a player slapped no chest: too late if one was left (3.13), otherwise without fault (3.11).

    Raises:
        Illegal: wrong moment (3.11), or the player has played (3.6, 3.11, 4.6) or is out (the fault's clause).
    """
    require(position, Phase.HANDS, action)
    seat = action.seat
    played = has_played(position, seat)
    if played == "is-out":
        raise out_refused(position, seat, played)
    if played is not None:
        raise refuse(played, who=(seat,))
    late = Fault.LATE if free_chests(position, seat) else None
    return position.with_player(replace(position.players[seat], no_chest=True, out=late))


def contested(position: Position) -> tuple[int, ...]:
    """Owners of chests that several hands claim though only one hand may hold them."""
    if position.options.shared:
        return ()
    on = [hand.on for hand in position.hands if position.players[hand.seat].out is None]
    return tuple(sorted({owner for owner in on if on.count(owner) > 1}))


def first_hand(position: Position, action: FirstHand) -> Position:
    """The position after a chest's owner decided whose hand was first; the other hands are removed.

    Raises:
        Illegal: wrong moment, the chest is not contested, or that hand does not claim it (3.4).
    """
    require(position, Phase.HANDS, action)
    if action.seat not in contested(position):
        raise refuse("no-contest", who=(action.seat,))
    choices = tuple(first_choices(position, action.seat))
    if action not in choices:
        raise refuse("not-claiming", who=(action.hand,), hands=tuple(choice.hand for choice in choices))
    hands = tuple(
        replace(hand, settled=True) if hand.seat == action.hand else hand
        for hand in position.hands
        if hand.on != action.seat or hand.seat == action.hand or position.players[hand.seat].out is not None
    )
    return replace(position, hands=hands)


def first_choices(position: Position, owner: int) -> Iterator[FirstHand]:
    """Every hand on the chest of `owner` that may be declared the first."""
    for hand in position.hands:
        if hand.on == owner and position.players[hand.seat].out is None:
            yield FirstHand(owner, hand.seat)


def still_to_play(position: Position) -> tuple[int, ...]:
    """Seats that may still slap a chest or declare that they slap none."""
    return tuple(seat for seat in position.seats if has_played(position, seat) is None)


def waiting(position: Position) -> tuple[int, ...]:
    """Seats that the table waits for, because a chest is left that they may slap (clause 3.13)."""
    return tuple(seat for seat in still_to_play(position) if free_chests(position, seat))


def all_lie(position: Position) -> bool:
    """Whether everybody has played and no chest has more hands than allowed."""
    return not contested(position) and not waiting(position)


def hand_choices(position: Position) -> Iterator[Action]:
    """Every action that may happen while hands land, except reports of faults."""
    for owner in contested(position):
        yield from first_choices(position, owner)
    for seat in still_to_play(position):
        yield from slap_choices(position, seat)
        yield NoChest(seat)
    if all_lie(position):
        yield HandsStand(position.holder)
