"""Words that are announced, pointed out or doubted, and what the table decides (clauses 4, 6, 7.1, 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.core.game import Action
from companion.games.kaleidoscope import ending, judgement
from companion.games.kaleidoscope.actions import Accept, Announce, Doubt, NoMore, PointOut, Refuse
from companion.games.kaleidoscope.judgement import written
from companion.games.kaleidoscope.position import Judged, Phase, Position, other
from companion.games.kaleidoscope.refusals import refuse, require, require_column, require_seat


def word_choices(position: Position) -> Iterator[Action]:
    """What anybody may say in anybody's turn. Whether the lexicon knows it, the list does not tell (clause 3.5)."""
    for seat in position.seats:
        yield from (Announce(seat, column) for column in position.columns if _is_long(position, seat, column))
        theirs = position.boards[other(seat)]
        yield from (PointOut(seat, column) for column in position.columns if _is_long(position, theirs.seat, column))
        yield from (Doubt(seat, column) for column, small in enumerate(theirs.columns) if small)
        if not position.boards[seat].no_more:
            yield NoMore(seat)


def judge_choices(position: Position) -> Iterator[Action]:
    """What the table decides, anybody may say."""
    for seat in position.seats:
        yield Accept(seat)
        yield Refuse(seat)


def announce(position: Position, action: Announce) -> Position:
    return _said(position, action.seat, action.seat, action.column, "announced")


def point_out(position: Position, action: PointOut) -> Position:
    return _said(position, action.seat, other(action.seat), action.column, "pointed-out")


def doubt(position: Position, action: Doubt) -> Position:
    _require_talk(position, action.seat, action.column)
    owner = other(action.seat)
    if not position.boards[owner].columns[action.column]:
        raise refuse("nothing-to-doubt")
    known = judgement.is_start(position, written(position, owner, action.column))
    return replace(position, phase=Phase.JUDGED, judged=Judged("doubted", owner, action.column, known))


def accept(position: Position, action: Accept) -> Position:
    """The table accepts it: a word is won, a doubt changes nothing."""
    judged = _judged(position, action.seat)
    pattern = written(position, judged.owner, judged.column)
    still = tuple(each for each in position.refused_starts if not pattern.startswith(each))
    after = replace(position, phase=Phase.TURN, judged=None, refused_starts=still)
    if judged.why != "doubted":
        return _won(replace(after, accepted_words=(*after.accepted_words, pattern)), judged.owner, judged.column)
    return after if judged.known else replace(after, accepted_starts=(*after.accepted_starts, pattern))


def refuse_it(position: Position, action: Refuse) -> Position:
    """The table does not accept it: its letters go under the stock, unless the player never said so (4.5, 6.2)."""
    judged = _judged(position, action.seat)
    after = replace(position, phase=Phase.TURN, judged=None)
    if judged.known:
        pattern = written(position, judged.owner, judged.column)
        after = replace(after, refused_starts=(*after.refused_starts, pattern))
    if judged.why == "pointed-out":
        return after
    after = _taken_off(after, judged.owner, judged.column)
    return ending.next_turn(after, judged.owner) if judged.why == "announced" else after


def no_more(position: Position, action: NoMore) -> Position:
    """When both find no more words, the game is over (clause 7.3)."""
    require(position, Phase.TURN)
    require_seat(position, action.seat)
    if position.boards[action.seat].no_more:
        raise refuse("said-already", seats=(action.seat,))
    after = position.with_board(replace(position.boards[action.seat], no_more=True))
    return ending.by_words(after) if all(board.no_more for board in after.boards) else after


def _said(position: Position, seat: int, owner: int, column: int, why: Literal["announced", "pointed-out"]) -> Position:
    """A column is said to be a word: won if the lexicon knows it, else the table decides (clauses 4.1, 4.4, 4.5)."""
    _require_talk(position, seat, column)
    if not _is_long(position, owner, column):
        raise refuse("too-short", shortest=position.options.shortest)
    if judgement.is_word(position, written(position, owner, column)):
        return _won(position, owner, column)
    return replace(position, phase=Phase.JUDGED, judged=Judged(why, owner, column, known=False))


def _won(position: Position, owner: int, column: int) -> Position:
    """The word is taken away with its capital, and the opponent's turn comes after the next one (clauses 4.1, 4.3)."""
    capital = position.capitals[column]
    assert capital is not None
    board = position.boards[owner]
    words = (*board.words, written(position, owner, column))
    after = position.with_board(replace(board.with_column(column, ""), words=words, no_more=False))
    after = replace(after.with_capital(column, None), used=(*position.used, capital))
    after = ending.next_turn(after, owner)
    if len(words) >= position.options.words_to_win:
        return ending.by_words(after)
    return replace(after, phase=Phase.CAPITAL)


def _taken_off(position: Position, owner: int, column: int) -> Position:
    """The small letters of a column go under their player's stock (clause 6.2)."""
    board = position.boards[owner]
    stock = board.stock + len(board.columns[column])
    return position.with_board(replace(board.with_column(column, ""), stock=stock))


def _judged(position: Position, seat: int) -> Judged:
    require(position, Phase.JUDGED)
    require_seat(position, seat)
    assert position.judged is not None
    return position.judged


def _require_talk(position: Position, seat: int, column: int) -> None:
    require(position, Phase.TURN)
    require_seat(position, seat)
    require_column(position, column)


def _is_long(position: Position, seat: int, column: int) -> bool:
    return bool(position.boards[seat].columns[column]) and (
        len(written(position, seat, column)) >= position.options.shortest
    )
