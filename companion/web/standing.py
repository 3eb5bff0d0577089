"""How a match that is over has ended, in lines: for its page, its picture and its film."""

from __future__ import annotations

from companion.table.past import PastMatch
from companion.table.statistics import winners_of
from companion.web.words import number


def rows_of(past: PastMatch) -> tuple[tuple[str, str, bool], ...]:
    """Name, score, and whether the player won, the highest score first."""
    scores, won = past.scores or (), winners_of(past)
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return tuple((past.names[seat], number(scores[seat]), seat in won) for seat in order)
