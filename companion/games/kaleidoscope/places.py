"""The places of the table by name, and what should lie at each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.capabilities.open_pictures import UNREAD
from companion.core.capabilities.placed_cards import NOTHING, LaidPlace
from companion.core.scene import Scene, Thing
from companion.core.text import Text
from companion.core.units import PointMm
from companion.games.kaleidoscope import layout
from companion.games.kaleidoscope.kinds import CAPITAL_BACK, LETTER, SMALL_BACK, capital_face, small_face
from companion.games.kaleidoscope.names import cell_name, column_name, discard_name, stock_name
from companion.games.kaleidoscope.position import Phase, Position

WATCHED = 2
"""Number of free places of a column that are observed: when more letters are moved at once, the first two identify
them."""


@dataclass(frozen=True, slots=True)
class Capital:
    """The place of a column's capital."""

    column: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a small letter in a player's column; rows count from 0 next to the capital."""

    seat: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Pile:
    """One of a player's eight places for discards, 0 to 7."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Stock:
    """A player's stock."""

    seat: int


TablePlace = Capital | Cell | Pile | Stock

_KINDS: dict[str, type[Capital] | type[Cell] | type[Pile] | type[Stock]] = {
    "capital": Capital, "cell": Cell, "discard": Pile, "stock": Stock,
}  # fmt: skip
_WORDS = {kind: word for word, kind in _KINDS.items()}


def name_of(place: TablePlace) -> str:
    """The name of a place in scenes: "cell 0 3 1"."""
    numbers = (getattr(place, name) for name in place.__dataclass_fields__)
    return " ".join((_WORDS[type(place)], *map(str, numbers)))


def place_of(name: str) -> TablePlace:
    """The place with a name made by `name_of`."""
    word, *numbers = name.split()
    return _KINDS[word](*map(int, numbers))


def laid_out(position: Position) -> dict[str, LaidPlace]:
    """The expected face at every observed place; None where any face may lie."""
    return {name_of(place): LaidPlace(*_lies(position, place)) for place in _places(position)}


def depict(position: Position) -> Scene:
    """The expected table seen from above, including the won words and the remaining capitals."""
    things = [
        Thing(LETTER, face, name_of(place), xy_mm, turn_deg)
        for place in _places(position)
        for xy_mm, face, turn_deg in (_lies(position, place),)
        if face not in (None, NOTHING) and face is not None
    ]
    if _is_card_up(position):
        things.append(_turned_up(position))
    if position.unseen_capitals():
        things.append(Thing(LETTER, CAPITAL_BACK, "spare", layout.spare_mm(), 0.0))
    things += [
        Thing(LETTER, capital_face(word[:1].upper()), f"won {board.seat} {number}",
              layout.won_mm(board.seat, number), layout.turn_deg(board.seat))
        for board in position.boards
        for number, word in enumerate(board.words)
    ]  # fmt: skip
    return Scene(tuple(things), frozenset({LETTER}))


def thing_is_open(position: Position, thing: Thing) -> bool:
    """Whether pages may show a card at a place: a back, the letter that is laid there, and the card that has been
    turned up on a stock; what is still to come is seen by nobody. Of a letter that people are asked about nobody knows
    whether it is that one."""
    if thing.kind != LETTER or thing.face == NOTHING:
        return False
    if thing.face in (SMALL_BACK, CAPITAL_BACK):
        return True
    place = place_of(thing.name)
    if isinstance(place, Stock):
        turned_up = place.seat == position.turn and _is_card_up(position)
        return turned_up and (thing.face == UNREAD or position.held is None or thing.face == small_face(position.held))
    due = _lies(position, place)[1]
    return due is None or thing.face in (due, UNREAD)


def place_said(name: str) -> Text:
    """A place in words."""
    match place_of(name):
        case Capital(column):
            return column_name(column)
        case Cell(seat, column, row):
            return cell_name(seat, column, row)
        case Pile(seat, number):
            return discard_name(seat, number)
        case Stock(seat):
            return stock_name(seat)


def _turned_up(position: Position) -> Thing:
    """The card on top of the stock, from when it is turned up until it is placed or discarded."""
    seat = position.turn
    face = SMALL_BACK if position.held is None else small_face(position.held)
    return Thing(LETTER, face, name_of(Stock(seat)), layout.stock_mm(seat), layout.turn_deg(seat))


def _is_card_up(position: Position) -> bool:
    """Whether a card is turned up and neither placed nor discarded yet, even during an interruption."""
    return position.going_on in (Phase.SHOWN, Phase.HELD)


def _places(position: Position) -> Iterator[TablePlace]:
    yield from (Capital(column) for column in position.columns)
    for board in position.boards:
        for column, small in enumerate(board.columns):
            rows = min(layout.ROWS, len(small) + WATCHED)
            yield from (Cell(board.seat, column, row) for row in range(rows))
        yield from (Pile(board.seat, place) for place in range(layout.DISCARDS))
        yield Stock(board.seat)


def _lies(position: Position, place: TablePlace) -> tuple[PointMm, str | None, float]:
    """A place's centre, the face that should lie there, and its rotation.

    The face is None where a capital is to be laid, and on the stock of a player who turns up a card.
    """
    match place:
        case Capital(column):
            capital = position.capitals[column]
            face = None if capital is None else capital_face(capital)
            return layout.capital_mm(column, len(position.capitals)), face, 0.0
        case Cell(seat, column, row):
            small = position.boards[seat].columns[column]
            face = small_face(small[row]) if row < len(small) else NOTHING
            return layout.cell_mm(seat, column, row, len(position.capitals)), face, layout.turn_deg(seat)
        case Pile(seat, number):
            pile = position.boards[seat].discards[number]
            face = small_face(pile[-1]) if pile else NOTHING
            return layout.discard_mm(seat, number), face, layout.turn_deg(seat)
        case Stock(seat):
            face = SMALL_BACK if position.boards[seat].stock else NOTHING
            if seat == position.turn and _is_card_up(position):
                face = None
            return layout.stock_mm(seat), face, layout.turn_deg(seat)
