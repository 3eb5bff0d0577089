"""What the journal of a match holds, as values: everything that happened, one entry after the other."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Action
from companion.core.partner_seats import PartnerRequest, PartnerSeat


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened.

    Attributes:
        source: who said so: "camera", "seat 2", "camera, seat 2", "table", "partner", "clock", "button 1".
        at_s: when, seconds since 1970 UTC.
    """

    source: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Played(Entry):
    """An action was carried out. evidence: what the camera saw of it; empty when people reported it."""

    action: Action
    evidence: Evidence = ()


@dataclass(frozen=True, slots=True)
class TakenBack(Entry):
    """Only the first `length` actions still count."""

    length: int


@dataclass(frozen=True, slots=True)
class Corrected(Entry):
    """Action `index` was another one, `action`; evidence: what the camera saw of it, as corrected."""

    index: int
    action: Action
    evidence: Evidence = ()


@dataclass(frozen=True, slots=True)
class NoteWritten(Entry):
    """The player at `seat` wrote `words`, the whole of that seat's note."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class SampleKept(Entry):
    """People said what a thing truly was. seen: the thing, as corrected. read_as: the face that was read."""

    seen: SeenThing
    read_as: str


@dataclass(frozen=True, slots=True)
class SeatGiven(Entry):
    """The partner plays `seat` from now on, as `how` says; None: people play it again."""

    seat: int
    how: PartnerSeat | None


@dataclass(frozen=True, slots=True)
class PartnerAsked(Entry):
    """The partner asks people to carry out a turn."""

    request: PartnerRequest
