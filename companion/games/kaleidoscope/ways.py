"""What a player can do with letters in a turn, as actions and in words (clauses 2.2 to 2.6)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.text import Text
from companion.games.kaleidoscope.actions import Move, PickUp
from companion.games.kaleidoscope.judgement import written
from companion.games.kaleidoscope.pieces import has_too_many_jokers
from companion.games.kaleidoscope.position import Phase, Position


def takes(position: Position, seat: int, column: int, letters: str) -> bool:
    """Whether letters may be placed at the end of a column. They need not make a start: the opponent may doubt them."""
    return not has_too_many_jokers(written(position, seat, column) + letters)


def moves(position: Position, seat: int) -> Iterator[Move]:
    """Every move of letters between own columns (clause 2.4)."""
    for column, small in enumerate(position.boards[seat].columns):
        for count in range(1, len(small) + 1):
            yield from (
                Move(seat, column, count, to)
                for to in position.columns
                if to != column and takes(position, seat, to, small[-count:])
            )


def pick_ups(position: Position, seat: int) -> Iterator[PickUp]:
    """Every discard that can be stolen or taken back (clauses 2.5, 2.6)."""
    for board in position.boards:
        for place, pile in enumerate(board.discards):
            if pile:
                columns = (column for column in position.columns if takes(position, seat, column, pile[-1]))
                yield from (PickUp(seat, board.seat, place, column) for column in columns)


def can_act(position: Position, seat: int) -> bool:
    """Whether at least one of the four kinds of actions of a turn is possible."""
    return bool(_actions_said(position, seat))


def may_pass(position: Position, seat: int) -> bool:
    """Whether the player in turn may pass: not after the opponent's objection, unless nothing else is possible
    (2.10)."""
    return not position.declined or not can_act(position, seat)


def things_to_do(position: Position, seat: int) -> Text:
    """Advice on what the player in turn can do: "turn up a letter, or steal a letter"."""
    ways = _actions_said(position, seat)
    if not ways:
        ways = [PASS]
    if not position.boards[seat].stock and not position.boards[seat].no_more:
        ways.append(NO_MORE)
    return either(ways)


def instead(position: Position, seat: int) -> Text:
    """Advice on what `seat` can do now instead of what was refused."""
    if position.phase is Phase.TURN and position.turn == seat:
        return things_to_do(position, seat)
    if position.phase is Phase.HELD and position.turn == seat:
        return PUT_LATE if position.late else PUT
    return WAIT


def either(ways: list[Text]) -> Text:
    """Several pieces of advice joined into one: "a, b, or c". `ways` must not be empty."""
    *firsts, last = ways
    if not firsts:
        return last
    return Text(
        fr=f"{', '.join(each.fr for each in firsts)}, ou {last.fr}",
        en=f"{', '.join(each.en for each in firsts)}, or {last.en}",
    )


def _actions_said(position: Position, seat: int) -> list[Text]:
    own = position.boards[seat]
    ways = [TURN_UP] if own.stock else []
    if not own.begun:
        return ways
    owners = {action.owner for action in pick_ups(position, seat)}
    possible = (
        (MOVE, any(True for _ in moves(position, seat))),
        (STEAL, bool(owners - {seat})),
        (BACK, seat in owners),
    )
    return ways + [said for said, can in possible if can]


TURN_UP = Text(fr="retournez une lettre", en="turn up a letter")
MOVE = Text(fr="déplacez des lettres", en="move letters")
STEAL = Text(fr="volez une lettre", en="steal a letter")
BACK = Text(fr="reprenez une lettre rejetée", en="take back a discard")
PASS = Text(fr="passez", en="pass")
NO_MORE = Text(fr="dites que vous ne voyez plus de mot", en="say that you find no more words")
PUT = Text(fr="placez ou rejetez la lettre retournée", en="place or discard the letter that was turned up")
PUT_LATE = Text(fr="rejetez la lettre retournée", en="discard the letter that was turned up")
WAIT = Text(fr="attendez votre tour", en="wait for your turn")
NO_PLACE_LATE = Text(fr="dites qu'il n'y a plus de place", en="say that no place is left")
NO_PLACE = Text(
    fr="placez celle-ci, ou dites qu'il n'y a plus de place", en="place this one, or say that no place is left"
)
