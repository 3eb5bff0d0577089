"""The state of a session, and the reducer `apply_entry` that leads from each state to the next.

Live play, undo, correction, seats of the partner and resuming a match from its journal all go through `apply_entry`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from types import MappingProxyType
from typing import Any

from companion.core.entries import (
    Corrected,
    Entry,
    NoteWritten,
    PartnerAsked,
    Played,
    PutBack,
    SampleKept,
    SeatGiven,
    TakenBack,
)
from companion.core.evidence import Evidence
from companion.core.game import Game
from companion.core.match import Match, begin
from companion.core.partner_seats import PartnerSeats

MOST_PUT_BACK = 50
"""Undos and corrections in a row that can be taken back: more than any table takes back by mistake."""


@dataclass(frozen=True, slots=True)
class Line:
    """The circumstances of one action of the match.

    Attributes:
        source, at_s: as in `Entry`.
        evidence: what the camera saw; empty when people reported it.
    """

    source: str
    at_s: float
    evidence: Evidence = ()


@dataclass(frozen=True, slots=True)
class Before:
    """A match, and the circumstances of its actions, as they were before an undo or a correction."""

    match: Match
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SessionState:
    """The state that a session's journal leads to.

    Attributes:
        match: the match so far.
        names: the players' names, by seat.
        lines: the circumstances of each action of the match, in order.
        notes: each seat's private note, by seat.
        partner_seats: the seats that the partner plays, and what it asks for.
        before: what can be put back, the latest last: one for each undo and correction since an action was played.
    """

    match: Match
    names: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    notes: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    partner_seats: PartnerSeats = field(default_factory=PartnerSeats)
    before: tuple[Before, ...] = ()


def begin_session(game: Game, names: tuple[str, ...], options: Any = None) -> SessionState:
    """The first state; `options` None means the game's defaults. Raises `Illegal` for an impossible set-up."""
    return SessionState(begin(game, len(names), options), names)


def apply_entry(state: SessionState, entry: Entry) -> SessionState:
    """The state after `entry`; `state` itself is unchanged.

    Raises:
        Illegal: the rules refuse the entry's action.
        IndexError: the entry names an action that the match does not have, or nothing can be put back.
        TypeError: there is no such kind of entry.
    """
    match entry:
        case Played(source, at_s, action, evidence):
            lines = (*state.lines, Line(source, at_s, evidence))
            return _moved(state, state.match.play(action), lines, before=())
        case TakenBack(_, _, length):
            shorter = state.match.back_to(length)
            before = state.before if length == len(state.lines) else _kept(state)
            return _moved(state, shorter, state.lines[:length], before)
        case PutBack():
            if not state.before:
                raise IndexError("there is nothing to put back")
            *earlier, last = state.before
            return _moved(state, last.match, last.lines, tuple(earlier))
        case Corrected(source, at_s, index, action, evidence):
            if not 0 <= index < len(state.match.actions):
                raise IndexError(f"there is no action {index}")
            corrected, _ = state.match.corrected(index, action)
            after = state.lines[index + 1 : len(corrected.actions)]
            return _moved(state, corrected, (*state.lines[:index], Line(source, at_s, evidence), *after), _kept(state))
        case NoteWritten(_, _, seat, words):
            return replace(state, notes=MappingProxyType({**state.notes, seat: words}))
        case SeatGiven(_, _, seat, how):
            return replace(state, partner_seats=state.partner_seats.gave(seat, how))
        case PartnerAsked(_, _, request):
            return replace(state, partner_seats=state.partner_seats.asking(request))
        case SampleKept():
            return state
    raise TypeError(f"{type(entry).__name__} is no kind of entry")


def apply_entries(state: SessionState, entries: Iterable[Entry]) -> SessionState:
    """The state after all of `entries`, in order. Raises as `apply_entry`."""
    return reduce(apply_entry, entries, state)


def _kept(state: SessionState) -> tuple[Before, ...]:
    """What can be put back once the present match has been changed."""
    return (*state.before, Before(state.match, state.lines))[-MOST_PUT_BACK:]


def _moved(state: SessionState, match: Match, lines: tuple[Line, ...], before: tuple[Before, ...]) -> SessionState:
    """The state with another match; the partner's request belonged to the old one and is dropped."""
    seats = state.partner_seats.asking(None)
    return replace(state, match=match, lines=lines, partner_seats=seats, before=before)
