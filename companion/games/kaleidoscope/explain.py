"""Explains differences between the expected and the seen faces at places: every explanation that fits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.core.capabilities.placed_cards import NOTHING
from companion.core.game import Action
from companion.games.kaleidoscope import layout
from companion.games.kaleidoscope.actions import (
    Announce,
    CapitalSeen,
    Discard,
    LetterSeen,
    Move,
    PickUp,
    Place,
    Refuse,
    TurnUp,
)
from companion.games.kaleidoscope.kinds import CAPITAL_OF, SMALL_OF
from companion.games.kaleidoscope.places import WATCHED, Capital, Cell, Pile, Stock, laid_out, name_of, place_of
from companion.games.kaleidoscope.position import Phase, Position, other

Way = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class _News:
    """The differences between what was seen and what should lie on the table.

    Attributes:
        landed: small letters where none should lie, by place.
        gone: places whose expected card is missing.
        capitals: the capital seen instead, by column; "" for none.
        stocks: the small letter seen on a stock, by seat.
        unseen: names of places that are not visible now, or where an expected letter has not been seen yet.
    """

    landed: Mapping[Cell | Pile, str]
    gone: frozenset[Cell | Pile]
    capitals: Mapping[int, str]
    stocks: Mapping[int, str]
    unseen: frozenset[str]

    def is_unseen(self, place: Cell | Pile) -> bool:
        return name_of(place) in self.unseen


def happened(position: Position, changed: Mapping[str, str], unseen: Collection[str]) -> tuple[Way, ...]:
    """Every sequence of actions that explains the changes; empty when people must report, or more must be seen
    first.

    Args:
        changed: the new face by the name of its place.
        unseen: names of places that are not visible now.
    """
    news = _news(position, changed, unseen)
    match position.phase:
        case Phase.CAPITAL:
            return _one(_capitals(position, news)) or tuple(_words_taken(position, news))
        case Phase.TURN:
            return tuple(_turned(position, news))
        case Phase.SHOWN:
            return _one(_read(position, news)) or tuple(_words_taken(position, news))
        case Phase.HELD:
            return _one(_put(position, news)) or tuple(_words_taken(position, news))
        case Phase.JUDGED:
            return _one(_taken_off(position, news))
    return ()


def _news(position: Position, changed: Mapping[str, str], unseen: Collection[str]) -> _News:
    landed: dict[Cell | Pile, str] = {}
    gone: set[Cell | Pile] = set()
    capitals: dict[int, str] = {}
    stocks: dict[int, str] = {}
    due = {name: place.face for name, place in laid_out(position).items()}
    for name, face in changed.items():
        place = place_of(name)
        match place:
            case Capital(column):
                capitals[column] = CAPITAL_OF.get(face, "")
            case Stock(seat) if face in SMALL_OF:
                stocks[seat] = SMALL_OF[face]
            case Cell() | Pile() if due[name] != NOTHING:
                gone.add(place)
            case Cell() | Pile() if face in SMALL_OF:
                landed[place] = SMALL_OF[face]
    return _News(landed, frozenset(gone), capitals, stocks, frozenset(unseen))


def _capitals(position: Position, news: _News) -> Way:
    """Capitals laid into the gaps of the row, the first gap first (clauses 1.6, 4.1)."""
    unseen = set(position.unseen_capitals())
    found: list[Action] = []
    for column in (column for column in position.columns if position.capitals[column] is None):
        letter = news.capitals.get(column, "")
        if letter not in unseen:
            break
        unseen.discard(letter)
        found.append(CapitalSeen(column, letter))
    return tuple(found)


def _turned(position: Position, news: _News) -> Iterator[Way]:
    """What was done in a turn: a word taken off, or a letter turned up, moved, stolen or taken back."""
    seat = position.turn
    if not news.landed:
        yield from _words_taken(position, news)
        on_stock = news.stocks.get(seat, "")
        if not news.gone and not news.capitals and _may_turn_up(position, on_stock):
            yield TurnUp(seat), LetterSeen(on_stock)
        return
    column, letters = _laid_by(position, seat, news)
    if column is None:
        if len(news.landed) == 1 and not news.gone:
            ((place, letter),) = news.landed.items()
            if isinstance(place, Pile) and place.seat == seat and _may_turn_up(position, letter):
                yield TurnUp(seat), LetterSeen(letter), Discard(seat, place.place)
        return
    yield from _sources(position, news, column, letters)


def _sources(position: Position, news: _News, column: int, letters: str) -> Iterator[Way]:
    """Every possible source of the letters laid at the end of a column, provided that all places were visible."""
    seat = position.turn
    ways: list[Way] = []
    for start, small in enumerate(position.boards[seat].columns):
        for count in range(1, len(small) + 1) if start != column else ():
            cells = [Cell(seat, start, row) for row in range(len(small) - count, len(small))]
            if not _same_letters(small[-count:], letters, position, seat, column):
                continue
            if any(news.is_unseen(cell) for cell in cells):
                return  # a hand still hides the place
            if news.gone == frozenset(cells) and position.boards[seat].begun:
                ways.append((Move(seat, start, count, column),))
    if len(letters) == 1:
        for board in position.boards:
            for place, pile in enumerate(board.discards):
                if pile[-1:] != letters:
                    continue
                where = Pile(board.seat, place)
                if len(pile) == 1 and news.is_unseen(where):
                    return
                gone: frozenset[Cell | Pile] = frozenset({where}) if len(pile) == 1 else frozenset()
                if news.gone == gone and position.boards[seat].begun:
                    ways.append((PickUp(seat, board.seat, place, column),))
        if not news.gone and _may_turn_up(position, letters):
            ways.append((TurnUp(seat), LetterSeen(letters), Place(seat, column)))
    yield from ways


def _same_letters(moved: str, laid: str, position: Position, seat: int, column: int) -> bool:
    """Whether the moved letters match the laid ones; only the first `WATCHED` places of a column are observed."""
    begins = len(position.boards[seat].columns[column])
    return moved[: min(WATCHED, layout.ROWS - begins)] == laid


def _words_taken(position: Position, news: _News) -> Iterator[Way]:
    """A column was removed with its capital: its word was announced, in either player's turn (clauses 4.1, 4.8)."""
    if news.landed:
        return
    for board in position.boards:
        for column, small in enumerate(board.columns):
            cells = frozenset(Cell(board.seat, column, row) for row in range(min(layout.ROWS, len(small))))
            capital_gone = position.capitals[column] is not None and column in news.capitals
            if cells and capital_gone and cells == news.gone:
                yield (Announce(board.seat, column),)


def _read(position: Position, news: _News) -> Way:
    """Which letter was turned up, seen on the stock or already where it was put."""
    left, on_stock = position.unseen_small(), news.stocks.get(position.turn, "")
    if on_stock in left:
        return (LetterSeen(on_stock),)
    for letter in sorted(set(news.landed.values()) & left.keys()):
        put = _put_letter(position, news, letter)
        if put:
            return LetterSeen(letter), *put
    return ()


def _put(position: Position, news: _News) -> Way:
    """Where the turned-up letter was put.

    On a discard of the same letter nothing visibly changes; then the opponent's next turned-up card tells.
    """
    assert position.held is not None
    put = _put_letter(position, news, position.held)
    if put:
        return put
    own, place = position.boards[position.turn], position.boards[position.turn].place_for(position.held)
    if other(position.turn) in news.stocks and place is not None and own.discards[place]:
        return (Discard(position.turn, place),)
    return ()


def _put_letter(position: Position, news: _News, letter: str) -> Way:
    seat = position.turn
    if news.gone or list(news.landed.values()) != [letter]:
        return ()
    (place,) = news.landed
    match place:
        case Cell(owner, column, row) if owner == seat and row == len(position.boards[seat].columns[column]):
            return () if position.late else (Place(seat, column),)
        case Pile(owner, number) if owner == seat:
            return (Discard(seat, number),)
    return ()


def _taken_off(position: Position, news: _News) -> Way:
    """The doubted letters were removed (clause 6.2).

    For an announced word this says nothing, because the announcer removes the cards anyway.
    """
    judged = position.judged
    assert judged is not None
    small = position.boards[judged.owner].columns[judged.column]
    cells = frozenset(Cell(judged.owner, judged.column, row) for row in range(min(layout.ROWS, len(small))))
    taken = news.gone == cells and not news.landed and judged.why == "doubted"
    return (Refuse(judged.owner),) if taken else ()


def _laid_by(position: Position, seat: int, news: _News) -> tuple[int | None, str]:
    """The column of `seat` at whose end all new letters lie, and these letters; (None, "") when they lie otherwise."""
    cells = sorted(news.landed, key=lambda place: place.row if isinstance(place, Cell) else 0)
    columns = {place.column if isinstance(place, Cell) and place.seat == seat else None for place in cells}
    if len(columns) != 1 or None in columns:
        return None, ""
    (column,) = columns
    assert column is not None
    rows = [place.row for place in cells if isinstance(place, Cell)]
    begins = len(position.boards[seat].columns[column])
    if rows != list(range(begins, begins + len(rows))):
        return None, ""
    return column, "".join(news.landed[place] for place in cells)


def _may_turn_up(position: Position, letter: str) -> bool:
    return bool(position.boards[position.turn].stock) and letter in position.unseen_small()


def _one(way: Way) -> tuple[Way, ...]:
    return (way,) if way else ()
