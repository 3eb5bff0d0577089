"""What the rules forbid, each with its clause and a sentence that says what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.games.karo.refused import boards, moments, turns

REFUSALS = moments.REFUSALS | turns.DISCS | turns.TILES | boards.REFUSALS


def refuse(code: str, rules: str = "four-circles", **values: object) -> Illegal:
    """The refusal called `code` in the game `rules`, its words filled in, ready to be raised."""
    refusal = REFUSALS[code]
    words = refusal.words.filled(**values) if values else refusal.words
    return Illegal(f"karo.{code}", words, refusal.clauses[rules])


def wrong_moment(code: str, rules: str, waits_for: str) -> Illegal:
    """The refusal of something that is tried too early or too late, with what the table waits for instead."""
    return refuse(code, rules, do=moments.TO_DO[waits_for])
