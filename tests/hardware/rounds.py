"""Whole games of Leprechauns whose people have a button each: they press where a button says it, and use a phone for
the rest. What should sound follows from the rules alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from random import Random

from companion.core.capabilities import offers
from companion.core.capabilities.buttons import ButtonPress, WantsButtons
from companion.core.game import Action, pick_chance
from companion.core.match import Match
from companion.games.leprechauns.actions import CallFoul, FoulSeen, Signal
from companion.games.leprechauns.state import awaited
from companion.hardware.cues import Cue, PlayedCue
from companion.rehearsal.people import People
from companion.table import codec
from companion.table.session import Session
from tests.hardware.instruments import Instrument, tones_of

PATIENCE_S = 20.0
LOOK_S = 0.002


def until(happened: Callable[[], bool]) -> None:
    """Wait for a state that nothing tells of."""
    never = threading.Event()
    for _ in range(round(PATIENCE_S / LOOK_S)):
        if happened():
            return
        never.wait(LOOK_S)
    raise AssertionError("it never happened")


def button_for(session: Session, action: Action) -> int | None:
    """The seat whose button says this action now; None: it is said with a phone."""
    game, seat = offers(session.game, WantsButtons), getattr(action, "seat", None)
    assert game is not None
    if seat is None or game.pressed(session.match.state, ButtonPress(seat, 0.0)) != action:
        return None
    return int(seat)


def next_action(session: Session, random: Random) -> tuple[Action, str]:
    """What is done next at a table without a camera, and who tells it."""
    match = session.match
    outcomes = match.state.chance_outcomes()
    if outcomes:
        return pick_chance(outcomes, random), "table"
    seat = match.state.actor.seat
    assert seat is not None
    return match.game.choose(match.state, seat, random), f"seat {seat}"


class RealTable:
    """People at a table whose device works in its own threads. They wait for the end of each cue before they go on.

    Attributes:
        away: whether the device is not there: then everything is told with phones, and nothing is heard.
        unheard: numbers of the cues that were played meanwhile.
        by_button: what was said with a button.
    """

    def __init__(self, session: Session, instrument: Instrument, seed: int) -> None:
        self.session, self._instrument, self._random = session, instrument, Random(seed)
        self.away = False
        self.unheard: set[int] = set()
        self.by_button: list[Action] = []

    def play(self, while_: Callable[[], bool]) -> None:
        """Go on with the match as long as it is not over, and `while_` says so."""
        while self.session.match.state.scores is None and while_():
            self._act(*next_action(self.session, self._random))

    def _act(self, action: Action, source: str) -> None:
        length, cues = len(self.session.match.actions), len(self._instrument.played)
        button = None if self.away else button_for(self.session, action)
        if button is not None:
            self._instrument.finger(button)
            self.by_button.append(action)
        elif source == "table":
            self.session.play(action, source)
        else:
            self.session.play_at_seat(int(source.split()[1]), codec.to_json(action))
        until(lambda: len(self.session.match.actions) > length and len(self._instrument.played) > cues)
        if self.away:
            self.unheard |= set(range(cues, len(self._instrument.played)))
        until(lambda: self._instrument.device.sequencer.due() is None)
        until(lambda: self.away or len(self._instrument.heard()) == len(self.to_be_heard()))

    def to_be_heard(self) -> list[int]:
        """The tones of all cues but those that were played while the device was away."""
        return tones_of(cue for index, cue in enumerate(self._instrument.played) if index not in self.unheard)


class PressingPeople(People):
    """The people of a rehearsal, with a button each. They wait until what sounds has sounded."""

    def with_buttons(self, instrument: Instrument, wait_s: Callable[[float], None]) -> None:
        self.instrument, self._wait_s = instrument, wait_s
        self.by_button: list[Action] = []

    def step(self, now_s: float) -> None:
        if self.instrument.device.sequencer.due() is None:
            super().step(now_s)

    def _play(self, action: Action, source: str, now_s: float) -> None:
        button = button_for(self._session, action)
        if button is None:
            super()._play(action, source, now_s)
            return
        length = len(self._session.match.actions)
        self.instrument.finger(button)
        self.by_button.append(action)
        for _ in range(100):
            if len(self._session.match.actions) > length:
                match = self._session.match
                self._put_right(match.game.depict(match.state))
                return
            self._wait_s(0.01)
        raise AssertionError(f"nobody heard the button of seat {button}")


def cues_by_the_rules(match: Match, by_camera: Sequence[bool]) -> list[PlayedCue]:
    """What has to be played at a table where nobody does anything amiss.

    The signal (clause 2.3) and a fault that is called (3.12) are for everybody, and so is the end (7.1). After all else
    a cue goes to the seat that the table waits for, or to all where cards are to come: another one where the camera saw
    what happened than where people told it.
    """
    found = []
    for index, action in enumerate(match.actions):
        after = match.states[index + 1]
        waits = awaited(after)  # type: ignore[arg-type]
        if isinstance(action, Signal):
            found.append(PlayedCue(Cue.REVEAL, None))
        elif isinstance(action, CallFoul | FoulSeen):
            found.append(PlayedCue(Cue.FOUL, None))
        elif after.scores is not None:
            found.append(PlayedCue(Cue.WON, None))
        else:
            found.append(PlayedCue(Cue.READ if by_camera[index] else Cue.READY, waits[0] if waits else None))
    return found


def seen_by_camera(session: Session) -> list[bool]:
    """Of each action, whether the camera reported it."""
    return [bool(session.evidence(index)) for index in range(len(session.match.actions))]
