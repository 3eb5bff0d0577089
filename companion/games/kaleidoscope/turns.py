"""What a player does in a turn (clauses 2 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.kaleidoscope import ending, falling, ways
from companion.games.kaleidoscope.actions import (
    Decline,
    Discard,
    LetterSeen,
    LetterTold,
    Move,
    Pass,
    PickUp,
    Place,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.pieces import SMALL
from companion.games.kaleidoscope.position import Board, Phase, Position, other
from companion.games.kaleidoscope.refusals import (
    clause_of,
    refuse,
    require,
    require_column,
    require_seat,
    require_turn,
)
from companion.games.kaleidoscope.setup import Outcomes


def turn_choices(position: Position) -> Iterator[Action]:
    """The four kinds of actions of a turn, passing, objecting to a pass, and running out of time (2.1, 2.7, 2.10)."""
    seat = position.turn
    own = position.boards[seat]
    if own.stock:
        yield TurnUp(seat)
    if own.begun:
        yield from ways.moves(position, seat)
        yield from ways.pick_ups(position, seat)
    if ways.may_pass(position, seat):
        yield Pass(seat)
    if position.passed:
        yield Decline(seat)
    yield from _run_out(position)


def letter_outcomes(position: Position) -> Outcomes:
    """Any unseen small letter may be turned up, with probabilities by their counts (clause 1.5)."""
    unseen = position.unseen_small()
    return tuple((LetterSeen(letter), count / unseen.total()) for letter, count in sorted(unseen.items()))


def told_choices(position: Position) -> Iterator[Action]:
    """For every seat, reporting which letter was turned up, with one example."""
    return (LetterTold(seat, min(position.unseen_small())) for seat in position.seats)


def held_choices(position: Position) -> Iterator[Action]:
    """Every place where the turned-up letter may go."""
    seat, letter = position.turn, position.held
    assert letter is not None
    if not position.late:
        yield from (Place(seat, column) for column in position.columns if ways.takes(position, seat, column, letter))
        yield from _run_out(position)
    yield from (Discard(seat, place) for place in _free_for(position.boards[seat], letter))


def turn_up(position: Position, action: TurnUp) -> Position:
    """The position after the player in turn turned up a card; its letter is to be reported.

    Raises:
        Illegal: wrong moment, not this seat's turn, or the stock is empty (2.2).
    """
    require(position, action, Phase.TURN)
    require_turn(position, action)
    if not position.boards[action.seat].stock:
        raise refuse("stock-empty", instead=ways.instead(position, action.seat), seats=(action.seat,))
    return replace(position, phase=Phase.SHOWN, passed=False)


def letter_seen(position: Position, action: LetterSeen) -> Position:
    """The position after the readers read the turned-up letter.

    Raises:
        Illegal: wrong moment (2.2), no such letter, or all cards of it lie face up elsewhere (1.2).
    """
    return _shown(position, action)


def letter_told(position: Position, action: LetterTold) -> Position:
    """The position after a player reported the turned-up letter.

    Raises:
        Illegal: as for `letter_seen`, or no such seat (1.3).
    """
    require_seat(position, action.seat)
    return _shown(position, action)


def _shown(position: Position, action: LetterSeen | LetterTold) -> Position:
    require(position, action, Phase.SHOWN)
    letter = action.letter
    if letter not in SMALL:
        raise refuse("no-such-small-letter")
    if not position.unseen_small()[letter]:
        raise refuse("letter-elsewhere")
    own = position.boards[position.turn]
    return replace(position.with_board(replace(own, stock=own.stock - 1, begun=True)), phase=Phase.HELD, held=letter)


def place(position: Position, action: Place) -> Position:
    """The position after the turned-up letter was placed at the end of a column; the turn ends.

    Raises:
        Illegal: wrong moment, not this seat's turn or no such column (2.3), time has run out (2.7), or a second joker
            (3.3).
    """
    require(position, action, Phase.HELD)
    require_turn(position, action)
    assert position.held is not None
    if position.late:
        raise refuse("too-late")
    return ending.next_turn(_placed(position, action.seat, action.column, position.held), action.seat)


def discard(position: Position, action: Discard) -> Position:
    """The position after the turned-up letter was discarded; a player without a place for it has lost (5.1 to 5.3).

    Raises:
        Illegal: wrong moment or not this seat's turn (5.1), or the letter belongs on another place (5.1, 5.2, 5.3).
    """
    require(position, action, Phase.HELD)
    require_turn(position, action)
    assert position.held is not None
    own = position.boards[action.seat]
    free = _free_for(own, position.held)
    if action.place not in free:
        raise _not_there(own, free, late=position.late)
    if action.place is None:
        return ending.overflowed(position, action.seat)
    after = position.with_board(falling.discarded(own, position.held, action.place))
    return ending.next_turn(after, action.seat)


def move(position: Position, action: Move) -> Position:
    """The position after letters were moved from one own column to another; the turn ends.

    Raises:
        Illegal: wrong moment, not this seat's turn, no such letters, or the same column (2.4); no letter turned up yet
            (2.9); no such column (2.3); a second joker (3.3).
    """
    require(position, action, Phase.TURN)
    require_turn(position, action)
    _require_begun(position, action.seat)
    require_column(position, action.column)
    own = position.boards[action.seat]
    small = own.columns[action.column]
    if not small:
        raise refuse("nothing-to-move", instead=ways.instead(position, action.seat))
    if not 1 <= action.count <= len(small):
        raise refuse("not-those-letters", most=len(small))
    if action.to == action.column:
        raise refuse("same-column")
    taken = position.with_board(own.with_column(action.column, small[: -action.count]))
    return ending.next_turn(_placed(taken, action.seat, action.to, small[-action.count :]), action.seat)


def pick_up(position: Position, action: PickUp) -> Position:
    """The position after a discard was stolen or taken back; the turn ends.

    Raises:
        Illegal: wrong moment, not this seat's turn, or no discard there (2.5, 2.6); no letter turned up yet (2.9); no
            such column (2.3) or seat (1.3); a second joker (3.3).
    """
    require(position, action, Phase.TURN)
    require_turn(position, action)
    _require_begun(position, action.seat)
    pile = _pile(position, action)
    owner = position.boards[action.owner]
    taken = position.with_board(owner.with_discard(action.place, pile[:-1]))
    return ending.next_turn(_placed(taken, action.seat, action.column, pile[-1]), action.seat)


def pass_on(position: Position, action: Pass) -> Position:
    """The position after a pass. The opponent agrees by playing on, or objects, unless nothing else was possible
    (2.10).

    Raises:
        Illegal: wrong moment, not this seat's turn, or the opponent has objected (2.10).
    """
    require(position, action, Phase.TURN)
    require_turn(position, action)
    if not ways.may_pass(position, action.seat):
        raise refuse("pass-declined", instead=ways.instead(position, action.seat), seats=(other(action.seat),))
    after = ending.next_turn(position, action.seat)
    return replace(after, passed=ways.can_act(position, action.seat))


def decline(position: Position, action: Decline) -> Position:
    """The position after the opponent objected to a pass: the turn goes back (2.10).

    Raises:
        Illegal: wrong moment, not this seat's turn, or there is no pass to object to (2.10).
    """
    require(position, action, Phase.TURN)
    require_turn(position, action)
    if not position.passed:
        raise refuse("nothing-passed", instead=ways.instead(position, action.seat))
    return replace(position, turn=other(action.seat), passed=False, declined=True)


def run_out(position: Position, action: RunOut) -> Position:
    """The position after the time ran out: the turn ends, but a turned-up letter must be discarded first.

    Raises:
        Illegal: wrong moment, not this seat's turn, the game has no time limit, or the time has run out already (2.7).
    """
    if position.phase is not Phase.HELD:
        require(position, action, Phase.TURN)
    require_turn(position, action)
    if not position.options.turn_s:
        raise refuse("no-clock", instead=ways.instead(position, action.seat))
    if position.late:
        raise refuse("too-late")
    return replace(position, late=True) if position.phase is Phase.HELD else ending.next_turn(position, action.seat)


def turn_time_s(position: Position) -> float | None:
    """Seconds that the turn may take; None while no time runs, as during a decision or before a letter is reported
    (2.7)."""
    runs = position.phase in (Phase.TURN, Phase.HELD) and not position.late and position.options.turn_s
    return float(position.options.turn_s) if runs else None


def is_same_turn(before: Position, after: Position) -> bool:
    """Whether the same turn goes on. After a won word the time begins anew, whoever's turn it is then."""
    return before.turn == after.turn and Phase.CAPITAL not in (before.phase, after.phase)


def _run_out(position: Position) -> Iterator[Action]:
    if position.options.turn_s:
        yield RunOut(position.turn)


def _require_begun(position: Position, seat: int) -> None:
    if not position.boards[seat].begun:
        raise refuse("first-turn")


def _pile(position: Position, action: PickUp) -> str:
    if action.owner not in position.seats:
        raise refuse("no-such-seat")
    discards = position.boards[action.owner].discards
    if action.place not in range(len(discards)) or not discards[action.place]:
        raise refuse("no-discard-there", clause=clause_of(action), instead=ways.instead(position, action.seat))
    return discards[action.place]


def _placed(position: Position, seat: int, column: int, letters: str) -> Position:
    """Add letters to the end of a column.

    Raises:
        Illegal: no such column (2.3), or a second joker (3.3).
    """
    require_column(position, column)
    if not ways.takes(position, seat, column, letters):
        raise refuse("two-jokers")
    own = position.boards[seat]
    return position.with_board(own.with_column(column, own.columns[column] + letters))


def _not_there(own: Board, free: tuple[int | None, ...], *, late: bool) -> Illegal:
    """The refusal of discarding a letter at a wrong place; it says where it may go."""
    if free == (None,):
        return refuse("no-place-left", instead=ways.NO_PLACE_LATE if late else ways.NO_PLACE)
    places = tuple(place for place in free if place is not None)
    code = "on-its-like" if own.discards[places[0]] else "on-a-free-place"
    return refuse(code, place=places[0] + 1)


def _free_for(board: Board, letter: str) -> tuple[int | None, ...]:
    """The places where a letter may be discarded: that of equal letters, else every free one; (None,) when all are
    full."""
    like = [place for place, pile in enumerate(board.discards) if pile[:1] == letter]
    free = [place for place, pile in enumerate(board.discards) if not pile]
    return tuple(like or free) or (None,)
