"""The end of a turn, of an interruption, and of the game (clauses 2.1, 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.kaleidoscope.position import Phase, Position, other


def next_turn(position: Position, after: int) -> Position:
    """The position at the beginning of the turn of the opponent of seat `after`."""
    return replace(handed_on(position, after), phase=Phase.TURN, resumes=Phase.TURN, held=None, late=False, judged=None)


def handed_on(position: Position, after: int) -> Position:
    """The same position with the turn given to the opponent of seat `after`, once an interruption is over."""
    return replace(position, turn=other(after), passed=False, declined=False)


def interrupted(position: Position, phase: Phase) -> Position:
    """The position in an interrupting phase; the current phase is resumed afterwards."""
    return replace(position, phase=phase, resumes=position.going_on)


def resumed(position: Position) -> Position:
    """The position after an interruption: the game is over, a capital is to be laid, or the interrupted phase goes
    on."""
    after = replace(position, judged=None)
    if _is_over(after):
        return interrupted(after, Phase.OVER)
    if after.due is not None:
        return interrupted(after, Phase.CAPITAL)
    return replace(after, phase=after.going_on, resumes=Phase.TURN)


def overflowed(position: Position, seat: int) -> Position:
    """The position after that seat needed a ninth place for discards and lost (clause 7.2)."""
    return resumed(replace(position, blocked=seat))


def _is_over(position: Position) -> bool:
    return (
        position.blocked is not None
        or any(board.won >= position.options.words_needed for board in position.boards)
        or all(board.no_more for board in position.boards)
    )
