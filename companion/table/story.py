"""The story of a match: for each action, who reported it and when."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.match import Match
from companion.table.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Line:
    """What goes with one action of the match.

    Attributes:
        source: "camera", "seat 2", "table".
        at_s: seconds since 1970 UTC.
        evidence: what the camera saw; empty when people reported it.
    """

    source: str
    at_s: float
    evidence: Evidence = ()


def lines_after_correction(
    lines: tuple[Line, ...], index: int, match: Match, source: str, at_s: float, evidence: Evidence
) -> tuple[Line, ...]:
    """The lines that go with `match` after its action `index` was replaced."""
    return (*lines[:index], Line(source, at_s, evidence), *lines[index + 1 : len(match.actions)])
