"""Whether something is a word: what the lexicon says and what the table has accepted (clauses 3.1 to 3.3, 6.4)."""

from __future__ import annotations

from companion.games.kaleidoscope import lexicon
from companion.games.kaleidoscope.pieces import JOKER, has_too_many_jokers, pattern
from companion.games.kaleidoscope.position import Position


def written(position: Position, seat: int, column: int) -> str:
    """What stands in a player's column, in small letters including its capital; a missing capital is left out."""
    return pattern(position.capitals[column] or "", position.boards[seat].columns[column])


def is_start(position: Position, pattern: str) -> bool:
    """Whether, at this table, some word begins with `pattern`."""
    if has_too_many_jokers(pattern):
        return False
    accepted = (*position.accepted_words, *position.accepted_starts)
    return lexicon.begins_word(pattern) or any(_fits(pattern, each[: len(pattern)]) for each in accepted)


def is_word(position: Position, pattern: str) -> bool:
    """Whether, at this table, `pattern` is a word, of any length."""
    if has_too_many_jokers(pattern):
        return False
    return lexicon.is_word(pattern) or any(_fits(pattern, word) for word in position.accepted_words)


def _fits(pattern: str, word: str) -> bool:
    """Whether two patterns are equal, where a joker in either matches any letter."""
    pairs = zip(pattern, word, strict=False)
    return len(pattern) == len(word) and all(one == other or JOKER in (one, other) for one, other in pairs)
