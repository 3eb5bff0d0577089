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
from companion.core.game import Action, Game, State
from companion.core.match import Match, begin
from companion.core.partner_seats import PartnerSeats
from companion.core.replaying import corrected

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
class Dropped:
    """An action that no longer fitted after a correction, and the state in which it was played."""

    state: State
    action: Action


@dataclass(frozen=True, slots=True)
class Before:
    """A match, the circumstances of its actions, and what was dropped, as they were before an undo or a correction."""

    match: Match
    lines: tuple[Line, ...]
    dropped: tuple[Dropped, ...] = ()


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
        dropped: what the last correction dropped and nothing has been played for since, oldest first.
    """

    match: Match
    names: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    notes: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    partner_seats: PartnerSeats = field(default_factory=PartnerSeats)
    before: tuple[Before, ...] = ()
    dropped: tuple[Dropped, ...] = ()


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
            moved = _moved(state, state.match.play(action), lines, before=())
            return replace(moved, dropped=_made_good(state.dropped, action))
        case TakenBack(_, _, length):
            shorter = state.match.back_to(length)
            before = state.before if length == len(state.lines) else _kept(state)
            return _moved(state, shorter, state.lines[:length], before)
        case PutBack():
            if not state.before:
                raise IndexError("there is nothing to put back")
            *earlier, last = state.before
            return replace(_moved(state, last.match, last.lines, tuple(earlier)), dropped=last.dropped)
        case Corrected():
            return _corrected(state, entry)
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


def _corrected(state: SessionState, entry: Corrected) -> SessionState:
    """The state after a correction: the lines of the actions that stay keep their circumstances."""
    match = state.match
    again = corrected(match, entry.index, entry.action, goes_on=entry.goes_on)
    new = () if entry.action is None else (Line(entry.source, entry.at_s, entry.evidence),)
    lines = (*state.lines[: entry.index], *new, *(state.lines[number] for number in again.kept))
    dropped = tuple(Dropped(match.states[number], match.actions[number]) for number in again.dropped)
    return replace(_moved(state, again.match, lines, _kept(state)), dropped=dropped)


def _made_good(dropped: tuple[Dropped, ...], action: Action) -> tuple[Dropped, ...]:
    """What is left of the dropped actions once `action` was played: it stands for the same one, or for the oldest."""
    same = next((number for number, each in enumerate(dropped) if each.action == action), 0)
    return (*dropped[:same], *dropped[same + 1 :])


def _kept(state: SessionState) -> tuple[Before, ...]:
    """What can be put back once the present match has been changed."""
    return (*state.before, Before(state.match, state.lines, state.dropped))[-MOST_PUT_BACK:]


def _moved(state: SessionState, match: Match, lines: tuple[Line, ...], before: tuple[Before, ...]) -> SessionState:
    """The state with another match; the partner's request belonged to the old one and is dropped."""
    seats = state.partner_seats.asking(None)
    return replace(state, match=match, lines=lines, partner_seats=seats, before=before)
