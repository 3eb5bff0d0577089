"""The story of a match: for each action, who reported it and when."""

from __future__ import annotations

from dataclasses import dataclass

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
