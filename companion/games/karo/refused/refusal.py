"""A refusal before its blanks are filled in: by which clause of each game, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """One way to act against the rules.

    Attributes:
        clauses: the clause of each game in which it can be met.
        words: what is refused, and what to do.
    """

    clauses: Mapping[str, str]
    words: Text


def everywhere(clause: str, *, fr: str, en: str) -> Refusal:
    """A refusal by a clause that all three games share."""
    return Refusal(dict.fromkeys(("four-circles", "movers-hoppers", "clear-out"), clause), Text(fr=fr, en=en))


def by_game(
    *, fr: str, en: str, circles: str | None = None, hoppers: str | None = None, clearing: str | None = None
) -> Refusal:
    """A refusal by clauses of the games themselves: Four Circles, Movers & Hoppers, Clear Out."""
    clauses = {"four-circles": circles, "movers-hoppers": hoppers, "clear-out": clearing}
    return Refusal({game: clause for game, clause in clauses.items() if clause is not None}, Text(fr=fr, en=en))
