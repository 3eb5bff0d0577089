"""What a whole game comes to, worked out anew from its actions alone, another way than the rules do."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from companion.core.game import Action
from companion.core.match import Match
from companion.games.plic_plac.actions import (
    Announce,
    Betray,
    CallBlockage,
    CardSeen,
    CardTold,
    Cut,
    DrawFirst,
    GiveUp,
    LeaveTraitor,
    Pass,
    Pocket,
    TakeSecret,
    TurnUp,
    WinOne,
)

Words = tuple[str, ...]
"""A card as the words of its face: ("red", "star"), ("colour", "blue"), ("null",)."""


@dataclass
class Table:
    """The table as kept with pencil and paper. heaps: what each seat has won; up: what lies face up; called: who has
    called a blockage during a cut; blocked: cards that could be won were left when one was called rightly."""

    seats: int
    left: set[Words]
    heaps: list[list[Words]] = field(default_factory=list)
    plocs: int = 0
    turn: int = 0
    out: set[int] = field(default_factory=set)
    wanted: int = 0
    up: list[Words] = field(default_factory=list)
    cut_by: int | None = None
    named: Words = ()
    lying: dict[int, Words] = field(default_factory=dict)
    place: int = -1
    called: list[int] = field(default_factory=list)
    blocked: bool = False


def fit(one: Words, other: Words) -> bool:
    """Normal cards have two words, colour cards begin with one of their own; the others have a single word."""
    if len(one) < 2 or len(other) < 2:
        return False
    if one[0] == "colour" or other[0] == "colour":
        return (one[0] == "colour") != (other[0] == "colour") and (one[1] == other[0] or other[1] == one[0])
    return one[0] == other[0] or one[1] == other[1]


def chain(cards: list[Words]) -> bool:
    """Some order in which each fits the next."""
    a, b, c = cards
    return any(all(fit(*pair) for pair in pairwise(order)) for order in ((a, b, c), (b, a, c), (a, c, b)))


def scores(match: Match) -> tuple[float, ...]:
    """The scores that the game should have come to."""
    shapes = ("circle", "square", "triangle", "star", "heart", "cross")
    cards: set[Words] = {
        (c, s) for c in ("red", "orange", "yellow", "green", "blue", "violet") for s in shapes
    }  # fmt: skip
    if match.options.specials:
        cards |= {("null",), ("traitor",), ("colour", "red"), ("colour", "blue")}
    table = Table(match.seats, cards, [[] for _ in range(match.seats)])
    for action in match.actions:
        _note(table, action)
    if match.seats > 1:
        return tuple(float(len(heap)) for heap in table.heaps)
    return (0.0 if table.blocked or any(len(card) > 1 for card in table.left) else float(table.plocs),)


def _note(table: Table, action: Action) -> None:
    match action:
        case DrawFirst():
            table.turn = action.first
        case Announce():
            table.wanted = 2 if action.what == "plic-plac" else 3
        case TakeSecret() | TurnUp():
            table.place = action.place
        case CardSeen():
            _comes_up(table, tuple(action.card.face.split()))
        case CardTold():
            _comes_up(table, tuple(action.face.split()))
        case Betray():
            card = tuple(action.card.face.split())
            table.heaps[action.owner].remove(card)
            table.left.discard(("traitor",))
            table.left.add(card)
            table.up[-1] = table.lying[table.place] = card
            _weigh(table)
        case LeaveTraitor():
            _weigh(table)
        case Cut():
            table.cut_by, table.wanted, table.named = action.seat, 3, table.lying[action.place]
        case Pocket():
            _win(table, table.turn, table.up)
        case GiveUp():
            _fail(table)
        case Pass():
            _next(table, table.turn)
        case WinOne():
            table.heaps[action.seat].append(tuple(action.card.face.split()))
            table.left.discard(tuple(action.card.face.split()))
        case CallBlockage():
            _called(table, action.seat)


def _called(table: Table, seat: int) -> None:
    if table.cut_by is not None:
        table.called.append(seat)
    elif any(fit(one, other) for one in table.left for other in table.left if one != other):
        table.out.add(seat)
        if seat == table.turn:
            _next(table, seat)
    else:
        table.blocked = any(len(card) > 1 for card in table.left)


def _comes_up(table: Table, card: Words) -> None:
    table.up.append(card)
    table.lying[table.place] = card
    holders = [n for n, heap in enumerate(table.heaps) if heap and n != _acting(table)]
    if card != ("traitor",) or not holders:
        _weigh(table)


def _acting(table: Table) -> int:
    return table.turn if table.cut_by is None else table.cut_by


def _weigh(table: Table) -> None:
    tried = table.up if table.cut_by is None else [table.named, *table.up[2:]]
    if len(tried) < table.wanted:
        return
    if table.wanted == 3:
        if chain(tried):
            table.plocs += 1
            _win(table, _acting(table), tried)
        else:
            _fail(table)
    elif not fit(*tried):
        _next(table, table.turn)
    else:
        others = [seat for seat in range(table.seats) if seat != table.turn and seat not in table.out]
        if not others or len(table.left) < 4:
            _win(table, table.turn, tried)


def _fail(table: Table) -> None:
    if table.cut_by is not None:
        _win(table, table.turn, table.up[:2])
    else:
        _next(table, table.turn)


def _win(table: Table, seat: int, cards: list[Words]) -> None:
    table.heaps[seat] += cards
    table.left -= set(cards)
    _next(table, seat)


def _next(table: Table, after: int) -> None:
    table.up, table.cut_by, table.wanted = [], None, 0
    called, table.called = table.called, []
    if len(table.left) > 1:
        for seat in called:  # a blockage that was called during the cut
            if any(fit(one, other) for one in table.left for other in table.left if one != other):
                table.out.add(seat)
            else:
                break
    for step in range(1, table.seats + 1):
        if (after + step) % table.seats not in table.out:
            table.turn = (after + step) % table.seats
            return
