"""The journal's entries as values: everything that happened in a match, in order."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Action
from companion.core.partner_seats import PartnerRequest, PartnerSeat


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened.

    Attributes:
        source: who reported it: "camera", "seat 2", "camera, seat 2", "table", "host", "partner", "clock", "button 1".
        at_s: when, seconds since 1970-01-01 UTC as the machine's clock had it then; nothing is decided by it.
    """

    source: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Played(Entry):
    """An action was carried out; `evidence` is what the camera saw of it, empty when people reported it."""

    action: Action
    evidence: Evidence = ()


@dataclass(frozen=True, slots=True)
class TakenBack(Entry):
    """An undo: only the first `length` actions still count."""

    length: int


@dataclass(frozen=True, slots=True)
class Corrected(Entry):
    """A correction: action number `index`, from 0, is replaced by `action`; `evidence` is corrected likewise.

    Attributes:
        action: None: the action did not happen.
        goes_on: as in `replaying.corrected`; False in journals of schemas 1 and 2.
    """

    index: int
    action: Action | None
    evidence: Evidence = ()
    goes_on: bool = True


@dataclass(frozen=True, slots=True)
class PutBack(Entry):
    """The last undo or correction that nothing has followed is itself taken back: the match is as before it."""


@dataclass(frozen=True, slots=True)
class NoteWritten(Entry):
    """The player at `seat` wrote a note; `words` is its whole text, replacing the previous one."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class SampleKept(Entry):
    """A labelled sample was kept: `seen` is the thing as people corrected it, `read_as` the face that was read."""

    seen: SeenThing
    read_as: str


@dataclass(frozen=True, slots=True)
class SeatGiven(Entry):
    """The partner plays `seat` from now on, as `how` says; None: people play it from now on."""

    seat: int
    how: PartnerSeat | None


@dataclass(frozen=True, slots=True)
class PartnerAsked(Entry):
    """The partner asks people to carry out a turn."""

    request: PartnerRequest
