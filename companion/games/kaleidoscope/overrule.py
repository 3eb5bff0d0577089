"""Later corrections by the table: a won word is refused, a refused one accepted (clauses 6.5, 6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.games.kaleidoscope import ending
from companion.games.kaleidoscope.actions import AcceptWord, RefuseWord
from companion.games.kaleidoscope.position import Board, Lifted, Phase, Position
from companion.games.kaleidoscope.refusals import refuse, require, require_seat

DECIDED_IN = (Phase.TURN, Phase.SHOWN, Phase.HELD, Phase.CAPITAL, Phase.OVER)
"""The phases in which the table may do so: all, even after the end, except while another decision is pending."""


def overrule_choices(position: Position) -> Iterator[Action]:
    """Every correction; any seat may report it."""
    for seat in position.seats:
        for board in position.boards:
            yield from (RefuseWord(seat, board.seat, number) for number in range(len(board.words)))
        yield from (AcceptWord(seat, number) for number in range(len(position.refused)))


def refuse_word(position: Position, action: RefuseWord) -> Position:
    """The position after a won word was refused; its cards go where they would have gone at once.

    Raises:
        Illegal: wrong moment or no such word (6.5), or no such seat (1.3).
    """
    require(position, action, *DECIDED_IN)
    require_seat(position, action.seat)
    require_seat(position, action.owner)
    board = position.boards[action.owner]
    if action.number not in range(len(board.words)):
        raise refuse("no-such-word")
    word = board.words[action.number]
    left = (*board.words[: action.number], *board.words[action.number + 1 :])
    after = replace(
        position.with_board(replace(board, words=left)),
        used=tuple(letter for letter in position.used if letter != capital_of(word)),
        accepted_words=tuple(each for each in position.accepted_words if each != word),
    )
    return ending.resumed(_given_back(after, action.owner, word))


def accept_word(position: Position, action: AcceptWord) -> Position:
    """The position after a refused word was accepted; it counts, and its cards stay where they are now.

    Raises:
        Illegal: wrong moment or no such refused word (6.6), or no such seat (1.3).
    """
    require(position, action, *DECIDED_IN)
    require_seat(position, action.seat)
    if action.number not in range(len(position.refused)):
        raise refuse("no-such-refusal")
    refused = position.refused[action.number]
    board = position.boards[refused.owner]
    return ending.resumed(
        replace(
            position.with_board(replace(board, granted=(*board.granted, refused.word))),
            refused=(*position.refused[: action.number], *position.refused[action.number + 1 :]),
            accepted_words=(*position.accepted_words, refused.word),
        )
    )


def capital_of(word: str) -> str:
    """The capital of a won word."""
    return word[0].upper()


def place_still_free(position: Position, word: str) -> Lifted | None:
    """The column from which the won word's capital was taken, if no other capital lies there yet; else None."""
    return next((each for each in position.lifted if each.capital == capital_of(word)), None)


def _given_back(position: Position, owner: int, word: str) -> Position:
    """Put a refused word's cards back.

    The small letters go under the stock; the capital goes to its column if that is still free, else among the face-down
    capitals. If the opponent had pointed the word out, its letters go back with the capital.
    """
    board, free = position.boards[owner], place_still_free(position, word)
    if free is None:
        return position.with_board(_under(board, word))
    after = replace(
        position.with_capital(free.column, free.capital),
        lifted=tuple(each for each in position.lifted if each != free),
    )
    return after.with_board(board.with_column(free.column, word[1:]) if free.pointed_out else _under(board, word))


def _under(board: Board, word: str) -> Board:
    return replace(board, stock=board.stock + len(word) - 1)
