"""Words that are announced, pointed out or doubted, and what the table decides of them (clauses 4, 6.1 to 6.4, 7.3)."""

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
"""When a word may be announced, pointed out or doubted: at any moment but while the table decides (clause 4.8)."""


def word_choices(position: Position) -> Iterator[Action]:
    """What anybody may say in anybody's turn. Whether the lexicon knows it, the list does not tell (clause 3.5)."""
    for seat in position.seats:
        theirs = other(seat)
        yield from (Announce(seat, column) for column in position.columns if _is_long(position, seat, column))
        yield from (PointOut(seat, column) for column in position.columns if _is_long(position, theirs, column))
        yield from (Doubt(seat, column) for column in position.columns if _is_begun(position, theirs, column))


def no_more_choices(position: Position) -> Iterator[Action]:
    """Who may say that there are no more words to be found (clause 7.3)."""
    return (NoMore(board.seat) for board in position.boards if not board.no_more)


def judge_choices(position: Position) -> Iterator[Action]:
    """What the table decides, anybody may say."""
    for seat in position.seats:
        yield Accept(seat)
        yield Refuse(seat)


def announce(position: Position, action: Announce) -> Position:
    return _said(position, action, action.seat, "announced")


def point_out(position: Position, action: PointOut) -> Position:
    return _said(position, action, other(action.seat), "pointed-out")


def doubt(position: Position, action: Doubt) -> Position:
    _require_talk(position, action)
    owner = other(action.seat)
    if not position.boards[owner].columns[action.column]:
        raise refuse("nothing-to-doubt", column=action.column + 1)
    known = judgement.is_start(position, written(position, owner, action.column))
    return _asked(position, Judged("doubted", owner, action.column, known))


def accept(position: Position, action: Accept) -> Position:
    """The table accepts it: a word is won, a doubt changes nothing."""
    judged = _judged(position, action)
    pattern = written(position, judged.owner, judged.column)
    if judged.why != "doubted":
        after = replace(position, accepted_words=(*position.accepted_words, pattern))
        return _won(after, judged.owner, judged.column, judged.why)
    if not judged.known:
        position = replace(position, accepted_starts=(*position.accepted_starts, pattern))
    return ending.resumed(position)


def refuse_it(position: Position, action: Refuse) -> Position:
    """The table does not accept it: its letters go under the stock, unless the player never said so (4.5, 6.2)."""
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
    """When both find no more words, the game is over (clause 7.3)."""
    require(position, action, Phase.TURN)
    require_seat(position, action.seat)
    if position.boards[action.seat].no_more:
        raise refuse("said-already", instead=ways.instead(position, action.seat), seats=(action.seat,))
    return ending.resumed(position.with_board(replace(position.boards[action.seat], no_more=True)))


def _said(
    position: Position, action: Announce | PointOut, owner: int, why: Literal["announced", "pointed-out"]
) -> Position:
    """A column is said to be a word: won if the lexicon knows it, else the table decides (clauses 4.1, 4.4, 4.5)."""
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
    """The table is asked."""
    return replace(ending.interrupted(position, Phase.JUDGED), judged=judged)


def _won(position: Position, owner: int, column: int, why: str) -> Position:
    """The word is taken away with its capital, and another capital is to be laid (clauses 4.1, 4.3, 4.8)."""
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
    """Announcing ends the own turn, and changes nothing of the opponent's. A card that is turned up is put down
    first, and with it the turn ends (clause 4.8)."""
    ends = owner == position.turn and position.going_on is Phase.TURN
    return ending.handed_on(position, owner) if ends else position


def _taken_off(position: Position, owner: int, column: int) -> Position:
    """The small letters of a column go under their player's stock (clause 6.2)."""
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
    """Whether small letters and their capital lie there."""
    return position.capitals[column] is not None and bool(position.boards[seat].columns[column])


def _is_long(position: Position, seat: int, column: int) -> bool:
    """Whether it is as long as a word must be that is won."""
    return _is_begun(position, seat, column) and (
        len(written(position, seat, column)) >= position.options.letters_needed
    )
