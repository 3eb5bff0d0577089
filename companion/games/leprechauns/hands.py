"""Hands on chests: who may slap which, who was first, who is out (clauses 3.1 to 3.12, 4.1 to 4.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.games.leprechauns.actions import CallFoul, FirstHand, FoulSeen, HandsStand, NoChest, Slap
from companion.games.leprechauns.pieces import BREAKS, SEEN_FROM_ABOVE, ActionKind, Fault
from companion.games.leprechauns.position import Hand, Phase, Position
from companion.games.leprechauns.refusals import refuse, require

FOUL_PHASES = (Phase.HANDS, Phase.NAMING, Phase.JUDGING)
"""While hands lie on chests."""
_WITHOUT_A_HAND = (Fault.NOT_NEIGHBOUR, Fault.FORBIDDEN)
"""Faults of hands that land where they may not, and so hold no chest."""


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
    player = position.players[slap.seat]
    on_it = [hand for hand in position.hands if hand.on == slap.on]
    if player.out is not None:
        return "is-out"
    if position.hand_of(slap.seat) is not None or player.no_chest:
        return "hand-lies"
    if slap.on == slap.seat:
        return "own-chest"
    if position.playing(ActionKind.NEIGHBOUR) and slap.on not in neighbours(position, slap.seat):
        return "not-neighbour"
    if position.turned_by(slap.on).value == forbidden(position):
        return "forbidden-number"
    if slap.tie and not position.hands:
        return "tie-alone"
    if on_it and not position.options.shared:
        if not slap.tie:
            return "held"
        if any(hand.settled or position.players[hand.seat].out for hand in on_it):
            return "settled"
    return None


def slap_choices(position: Position, seat: int) -> Iterator[Slap]:
    """Every slap that the rules allow the seat now."""
    for on in position.seats:
        for tie in (False, True):
            if slap_fault(position, Slap(seat, on, tie)) is None:
                yield Slap(seat, on, tie)


def slap(position: Position, action: Slap) -> Position:
    require(position, Phase.HANDS)
    if action.seat not in position.seats or action.on not in position.seats:
        raise refuse("no-such-action")
    fault = slap_fault(position, action)
    if fault is not None:
        value = position.turned_by(action.on).value
        holder = next((hand.seat for hand in position.hands if hand.on == action.on), action.on)
        raise refuse(fault, seats=(action.seat,), holder=(holder,), owner=(action.on,), value=value)
    return replace(position, hands=(*position.hands, Hand(action.seat, action.on, _rank(position, action))))


def _rank(position: Position, slap: Slap) -> int:
    """After all hands so far or, in a tie, that of the hand it ties with."""
    if not slap.tie:
        return max(len(position.hands), *(hand.rank for hand in position.hands), 0) + 1
    on_it = [hand for hand in position.hands if hand.on == slap.on and not position.options.shared]
    return (on_it or position.hands[-1:])[0].rank


def no_chest(position: Position, action: NoChest) -> Position:
    require(position, Phase.HANDS)
    if action.seat not in waiting(position, certain=False):
        raise refuse("hand-lies", seats=(action.seat,))
    return position.with_player(replace(position.players[action.seat], no_chest=True))


def contested(position: Position) -> tuple[int, ...]:
    """Owners of chests that several hands claim, where only one may hold them."""
    if position.options.shared:
        return ()
    on = [hand.on for hand in position.hands if position.players[hand.seat].out is None]
    return tuple(sorted({owner for owner in on if on.count(owner) > 1}))


def first_hand(position: Position, action: FirstHand) -> Position:
    require(position, Phase.HANDS)
    if action.seat not in contested(position):
        raise refuse("no-contest")
    if action not in tuple(first_choices(position, action.seat)):
        raise refuse("not-claiming", seats=(action.hand,))
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


def waiting(position: Position, *, certain: bool = True) -> tuple[int, ...]:
    """Seats whose hand is still to land: those that a chest is left for or, when not `certain`, all of them."""
    return tuple(
        player.seat
        for player in position.players
        if player.out is None
        and not player.no_chest
        and position.hand_of(player.seat) is None
        and (not certain or any(not each.tie for each in slap_choices(position, player.seat)))
    )


def all_lie(position: Position) -> bool:
    """Whether everybody has played and every chest has at most as many hands as it may."""
    return not contested(position) and not waiting(position)


def hand_choices(position: Position) -> Iterator[Action]:
    """All that may happen while hands land, faults apart."""
    for owner in contested(position):
        yield from first_choices(position, owner)
    for seat in waiting(position, certain=False):
        yield from slap_choices(position, seat)
        yield NoChest(seat)
    if all_lie(position):
        yield HandsStand(position.holder)


def foul_fault(position: Position, hand: int, fault: Fault) -> str | None:
    """The code of the refusal of an accusation; None when the player may have committed it."""
    player = position.players[hand]
    kind = BREAKS.get(fault)
    if player.out is not None:
        return "out-already"
    if kind is not None and not position.playing(kind):
        return "not-this-round"
    if fault is Fault.FORBIDDEN and forbidden(position) is None:
        return "not-this-round"
    if fault in _WITHOUT_A_HAND:
        if position.hand_of(hand) is not None or position.phase is not Phase.HANDS:
            return "hand-lies-well"
    elif position.hand_of(hand) is None or player.tried:
        return "no-hand"
    return None


def foul_choices(position: Position) -> Iterator[Action]:
    """Every fault that may be called by somebody else, or seen from above."""
    if position.phase not in FOUL_PHASES:
        return
    for hand in position.seats:
        for fault in Fault:
            if foul_fault(position, hand, fault) is not None:
                continue
            if fault in SEEN_FROM_ABOVE:
                yield FoulSeen(hand, fault)
            yield from (CallFoul(seat, hand, fault) for seat in position.seats if seat != hand)


def check_call(position: Position, action: CallFoul) -> None:
    """Raises `Illegal` for a call that its caller may not make."""
    if action.seat not in position.seats:
        raise refuse("no-such-action")
    if action.seat == action.hand:
        raise refuse("own-foul", seats=(action.seat,))


def check_seen(action: FoulSeen) -> None:
    """Raises `Illegal` for a fault that no eye above the table can tell."""
    if action.fault not in SEEN_FROM_ABOVE:
        raise refuse("cannot-be-seen")


def put_out(position: Position, hand: int, fault: Fault) -> Position:
    """The player is out for this round. Raises `Illegal` where that cannot be."""
    if position.phase not in FOUL_PHASES:
        raise refuse("no-hands-now")
    if hand not in position.seats:
        raise refuse("no-such-action")
    code = foul_fault(position, hand, fault)
    if code is not None:
        raise refuse(code, seats=(hand,))
    after = position.with_player(replace(position.players[hand], out=fault))
    lain = position.hand_of(hand)
    if lain is not None and lain.on in contested(position):  # it held nothing yet
        return replace(after, hands=tuple(each for each in position.hands if each.seat != hand))
    if position.phase is Phase.HANDS or lain is None:
        return after
    return after.with_turned(replace(position.turned_by(lain.on), told_to=frozenset()))
