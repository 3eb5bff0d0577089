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
    """The number that may not be slapped; None when there is none, or when nothing else lies there (clause 4.5)."""
    if not position.playing(ActionKind.FORBIDDEN) or position.action is None:
        return None
    number = position.action.number
    return None if all(turned.value == number for turned in position.turned) else number


def neighbours(position: Position, seat: int) -> frozenset[int]:
    """The players on the left and on the right."""
    count = len(position.players)
    return frozenset({(seat + 1) % count, (seat - 1) % count})


def slap_fault(position: Position, slap: Slap) -> str | None:
    """The code of the refusal of a slap; None when it may be."""
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
    """The code of the refusal of another slap of a player; None when the player may still slap."""
    player = position.players[seat]
    if player.out is not None:
        return "is-out"
    if position.hand_of(seat) is not None:
        return "gift-won" if player.tried else "hand-lies"
    return "said-none" if player.no_chest else None


def _held(position: Position, slap: Slap) -> str | None:
    """The code of the refusal of a slap on a chest that takes one hand; None when it may be."""
    on_it = [hand for hand in position.hands if hand.on == slap.on]
    if any(position.players[hand.seat].out for hand in on_it):
        return "chest-lost"
    if any(hand.settled for hand in on_it):
        return "settled"
    return "held" if on_it and not slap.tie else None


def slap_choices(position: Position, seat: int) -> Iterator[Slap]:
    """Every slap that the rules allow the seat now."""
    for on in position.seats:
        for tie in (False, True):
            if slap_fault(position, Slap(seat, on, tie)) is None:
                yield Slap(seat, on, tie)


def free_chests(position: Position, seat: int) -> tuple[int, ...]:
    """Owners of the chests that the seat may still slap, ties apart."""
    return tuple(slap.on for slap in slap_choices(position, seat) if not slap.tie)


def slap(position: Position, action: Slap) -> Position:
    require(position, Phase.HANDS, action)
    fault = slap_fault(position, action)
    if fault is not None:
        raise _slap_refused(position, action, fault)
    return replace(position, hands=(*position.hands, Hand(action.seat, action.on, _rank(position, action))))


def _slap_refused(position: Position, slap: Slap, code: str) -> Illegal:
    """Where the player may still slap, the sentence says which chests are left."""
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
    """A refusal because the player is out: it names the fault, and the clause of it."""
    fault = position.players[seat].out
    assert fault is not None
    return refuse(code, clause=FAULT_CLAUSES[fault], who=(seat,), why=FAULTS[fault])


def advice(position: Position, seat: int) -> Text:
    """What a player whose hand is still to come can do: each choice that is named is legal."""
    free = free_chests(position, seat)
    if free:
        said = Text(fr="tapez un coffre encore libre ({free})", en="slap a chest that is still free ({free})")
        return said.filled(free=seat_names(free))
    return Text(fr="dites que votre main n'est sur aucun coffre", en="say that your hand is on no chest")


def _rank(position: Position, slap: Slap) -> int:
    """After all hands so far or, in a tie, that of the hand it ties with."""
    if not slap.tie:
        return max(len(position.hands), *(hand.rank for hand in position.hands), 0) + 1
    on_it = [hand for hand in position.hands if hand.on == slap.on and not position.options.shared]
    return (on_it or position.hands[-1:])[0].rank


def no_chest(position: Position, action: NoChest) -> Position:
    """A player has slapped no chest: late where one was left (clause 3.13), else without fault (clause 3.11)."""
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
    """Owners of chests that several hands claim, where only one may hold them."""
    if position.options.shared:
        return ()
    on = [hand.on for hand in position.hands if position.players[hand.seat].out is None]
    return tuple(sorted({owner for owner in on if on.count(owner) > 1}))


def first_hand(position: Position, action: FirstHand) -> Position:
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
    for hand in position.hands:
        if hand.on == owner and position.players[hand.seat].out is None:
            yield FirstHand(owner, hand.seat)


def still_to_play(position: Position) -> tuple[int, ...]:
    """Seats that may still slap a chest or say that they slap none."""
    return tuple(seat for seat in position.seats if has_played(position, seat) is None)


def waiting(position: Position) -> tuple[int, ...]:
    """Seats whose hand the table waits for: a chest is left that they may slap (clause 3.13)."""
    return tuple(seat for seat in still_to_play(position) if free_chests(position, seat))


def all_lie(position: Position) -> bool:
    """Whether everybody has played and every chest has at most as many hands as it may."""
    return not contested(position) and not waiting(position)


def hand_choices(position: Position) -> Iterator[Action]:
    """All that may happen while hands land, faults apart."""
    for owner in contested(position):
        yield from first_choices(position, owner)
    for seat in still_to_play(position):
        yield from slap_choices(position, seat)
        yield NoChest(seat)
    if all_lie(position):
        yield HandsStand(position.holder)
