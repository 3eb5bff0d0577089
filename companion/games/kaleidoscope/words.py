"""Words that are announced, pointed out or doubted, and the table's decisions (clauses 4, 6.1 to 6.4, 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.core.game import Action
from companion.games.kaleidoscope import ending, judgement, ways
from companion.games.kaleidoscope.actions import Accept, Announce, Doubt, NoMore, PointOut, Refuse
from companion.games.kaleidoscope.judgement import written
from companion.games.kaleidoscope.position import Judged, Lifted, Phase, Position, RefusedWord, other
from companion.games.kaleidoscope.refusals import refuse, require, require_column, require_seat

TALKED_IN = (Phase.TURN, Phase.SHOWN, Phase.HELD, Phase.CAPITAL)
"""The phases in which a word may be announced, pointed out or doubted: all except during a decision (clause 4.8)."""


def word_choices(position: Position) -> Iterator[Action]:
    """Everything that either player may say at any time. The list does not reveal what the lexicon knows (clause
    3.5)."""
    for seat in position.seats:
        theirs = other(seat)
        yield from (Announce(seat, column) for column in position.columns if _is_long(position, seat, column))
        yield from (PointOut(seat, column) for column in position.columns if _is_long(position, theirs, column))
        yield from (Doubt(seat, column) for column in position.columns if _is_begun(position, theirs, column))


def no_more_choices(position: Position) -> Iterator[Action]:
    """Every player who may still declare to find no more words (clause 7.3)."""
    return (NoMore(board.seat) for board in position.boards if not board.no_more)


def judge_choices(position: Position) -> Iterator[Action]:
    """Both decisions of the table; any seat may report them."""
    for seat in position.seats:
        yield Accept(seat)
        yield Refuse(seat)


def announce(position: Position, action: Announce) -> Position:
    """The position after a player announced an own column as a word.

    Raises:
        Illegal: wrong moment, no capital there, or too short (4.1); no such seat (1.3) or column (2.3).
    """
    return _said(position, action, action.seat, "announced")


def point_out(position: Position, action: PointOut) -> Position:
    """The position after a player pointed out an opponent's column as a word.

    Raises:
        Illegal: wrong moment or too short (4.4), no capital there (4.1); no such seat (1.3) or column (2.3).
    """
    return _said(position, action, other(action.seat), "pointed-out")


def doubt(position: Position, action: Doubt) -> Position:
    """The position after a player doubted an opponent's column; the table decides.

    Raises:
        Illegal: wrong moment or no letter there (6.1), no capital there (4.1); no such seat (1.3) or column (2.3).
    """
    _require_talk(position, action)
    owner = other(action.seat)
    if not position.boards[owner].columns[action.column]:
        raise refuse("nothing-to-doubt", column=action.column + 1)
    known = judgement.is_start(position, written(position, owner, action.column))
    return _asked(position, Judged("doubted", owner, action.column, known))


def accept(position: Position, action: Accept) -> Position:
    """The position after the table accepted: a word is won, a doubted column stays.

    Raises:
        Illegal: nothing is to be decided (4.5), or no such seat (1.3).
    """
    judged = _judged(position, action)
    pattern = written(position, judged.owner, judged.column)
    if judged.why != "doubted":
        after = replace(position, accepted_words=(*position.accepted_words, pattern))
        return _won(after, judged.owner, judged.column, judged.why)
    if not judged.known:
        position = replace(position, accepted_starts=(*position.accepted_starts, pattern))
    return ending.resumed(position)


def refuse_it(position: Position, action: Refuse) -> Position:
    """The position after the table refused: the column's letters go under the stock, unless its owner had said
    nothing (4.5, 6.2).

    Raises:
        Illegal: nothing is to be decided (4.5), or no such seat (1.3).
    """
    judged = _judged(position, action)
    if judged.why == "pointed-out":
        return ending.resumed(position)
    pattern = written(position, judged.owner, judged.column)
    after = _taken_off(position, judged.owner, judged.column)
    if judged.why == "announced":
        after = replace(after, refused=(*after.refused, RefusedWord(judged.owner, pattern)))
        after = _spoken(after, judged.owner)
    return ending.resumed(after)


def no_more(position: Position, action: NoMore) -> Position:
    """The position after a player declared to find no more words; when both have, the game is over.

    Raises:
        Illegal: wrong moment or declared already (7.3), or no such seat (1.3).
    """
    require(position, action, Phase.TURN)
    require_seat(position, action.seat)
    if position.boards[action.seat].no_more:
        raise refuse("said-already", instead=ways.instead(position, action.seat), seats=(action.seat,))
    return ending.resumed(position.with_board(replace(position.boards[action.seat], no_more=True)))


def _said(
    position: Position, action: Announce | PointOut, owner: int, why: Literal["announced", "pointed-out"]
) -> Position:
    """A column is said to be a word: it is won if known, else the table decides (clauses 4.1, 4.4, 4.5)."""
    _require_talk(position, action)
    column = action.column
    if not _is_long(position, owner, column):
        raise refuse(
            "too-short" if why == "announced" else "too-short-to-point-out",
            shortest=position.options.letters_needed,
            column=column + 1,
        )
    if judgement.is_word(position, written(position, owner, column)):
        return _won(position, owner, column, why)
    return _asked(position, Judged(why, owner, column, known=False))


def _asked(position: Position, judged: Judged) -> Position:
    """Ask the table for a decision."""
    return replace(ending.interrupted(position, Phase.JUDGED), judged=judged)


def _won(position: Position, owner: int, column: int, why: str) -> Position:
    """Take the word away with its capital; another capital is to be laid (clauses 4.1, 4.3, 4.8)."""
    capital = position.capitals[column]
    assert capital is not None
    board = position.boards[owner]
    words = (*board.words, written(position, owner, column))
    after = position.with_board(replace(board.with_column(column, ""), words=words, no_more=False))
    after = replace(
        after.with_capital(column, None),
        used=(*position.used, capital),
        lifted=(*position.lifted, Lifted(column, capital, why == "pointed-out")),
    )
    return ending.resumed(_spoken(after, owner))


def _spoken(position: Position, owner: int) -> Position:
    """End the turn of a player who announced in their own turn; an opponent's turn is not affected.

    A card that is turned up must be put down first, which ends the turn anyway (clause 4.8).
    """
    ends = owner == position.turn and position.going_on is Phase.TURN
    return ending.handed_on(position, owner) if ends else position


def _taken_off(position: Position, owner: int, column: int) -> Position:
    """Put the small letters of a column under their player's stock (clause 6.2)."""
    board = position.boards[owner]
    stock = board.stock + len(board.columns[column])
    return position.with_board(replace(board.with_column(column, ""), stock=stock))


def _judged(position: Position, action: Accept | Refuse) -> Judged:
    require(position, action, Phase.JUDGED)
    require_seat(position, action.seat)
    assert position.judged is not None
    return position.judged


def _require_talk(position: Position, action: Announce | PointOut | Doubt) -> None:
    require(position, action, *TALKED_IN)
    require_seat(position, action.seat)
    require_column(position, action.column)
    if position.capitals[action.column] is None:
        raise refuse("no-capital-yet", column=action.column + 1)


def _is_begun(position: Position, seat: int, column: int) -> bool:
    """Whether the column has its capital and small letters of that player."""
    return position.capitals[column] is not None and bool(position.boards[seat].columns[column])


def _is_long(position: Position, seat: int, column: int) -> bool:
    """Whether the column has enough letters to be won as a word."""
    return _is_begun(position, seat, column) and (
        len(written(position, seat, column)) >= position.options.letters_needed
    )
