"""Whole games of Leprechauns with buttons, lights and buzzers: what sounds is what the rules say, on every device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import rehearsing, wiring
from companion.core.clock import ManualClock, SystemClock
from companion.evening import Evening
from companion.games.leprechauns.actions import HandsStand, Signal, TakePrems
from companion.games.leprechauns.position import Phase
from companion.hardware.box_device import AWAY
from companion.hardware.cues import Cue, PlayedCue, RecordingCues
from companion.table.journal import Journal
from companion.table.opening import resume_session
from companion.table.session import Session
from firmware_bridge import table_box
from tests.hardware.instruments import BOX, INSTRUMENTS, PINS, BoxInstrument, LivingClock, tones_of
from tests.hardware.rounds import PressingPeople, RealTable, cues_by_the_rules, seen_by_camera, until

pytestmark = pytest.mark.whole

NAMES = ("Ada", "Basile", "Chloé")
SEED = 5
ROUNDS = 6


class Sitting:
    """A table of the product's own without a camera, with a device at work in its threads."""

    def __init__(self, address: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = SystemClock()
        self.folder = folder
        self.instrument: Any = INSTRUMENTS[address](clock, monkeypatch)
        self.evening: Evening = wiring.open_table(
            "leprechauns", "none://", folder, clock, names=NAMES, device=self.instrument.device
        )
        assert self.evening.match is not None
        self.session: Session = self.evening.match.session
        self.people = RealTable(self.session, self.instrument, SEED)
        if isinstance(self.instrument, BoxInstrument):
            until(lambda: self.instrument.device.box.seats is not None)

    def close(self) -> None:
        self.instrument.device.close()
        self.evening.close()

    @property
    def page(self) -> str:
        return str(self.evening.app.test_client().get("/").text).replace("\u00a0", " ")

    def journal_agrees(self) -> bool:
        """Whether whoever takes the match up from the journal has the same one."""
        with closing(Journal(self.folder / wiring.JOURNAL, ManualClock())) as journal:
            again = resume_session(journal, RecordingCues(), self.session.game)
        return again is not None and again.match == self.session.match

    def is_at(self, phase: Phase, round_: int) -> bool:
        state: Any = self.session.match.state
        return (state.phase, state.round) == (phase, round_)


@pytest.fixture
def sitting(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sitting]:
    monkeypatch.setattr(table_box, "REOPEN_S", 0.02)
    with closing(Sitting(request.param, tmp_path, monkeypatch)) as made:
        yield made


@pytest.mark.parametrize("sitting", [PINS, BOX], indirect=True)
def test_a_game_without_a_camera_is_played_with_buttons_and_sounds_as_the_rules_say(sitting: Sitting) -> None:
    session, instrument = sitting.session, sitting.instrument
    sitting.people.play(lambda: True)
    match = session.match
    assert instrument.played == cues_by_the_rules(match, [False] * len(match.actions))
    assert instrument.heard() == tones_of(instrument.played)
    buttons = [type(action) for action in sitting.people.by_button]
    assert buttons.count(TakePrems) == 1
    assert buttons.count(Signal) == buttons.count(HandsStand) == ROUNDS
    told = [line.source for line in session.state.lines]
    assert [action for action, who in zip(match.actions, told, strict=True) if who.startswith("button")] == (
        sitting.people.by_button
    )
    assert sitting.journal_agrees()
    assert session.page(None).hardware is None


@pytest.mark.parametrize("sitting", [PINS, BOX], indirect=True)
def test_what_is_pulled_in_the_middle_of_a_round_is_said_and_the_game_goes_on_and_hears_it_again(
    sitting: Sitting,
) -> None:
    session, instrument, people = sitting.session, sitting.instrument, sitting.people
    people.play(lambda: not sitting.is_at(Phase.HANDS, 2))
    assert session.page(None).hardware is None
    instrument.leave()
    people.away = True
    people.play(lambda: session.page(None).hardware is None or not sitting.is_at(Phase.JUDGING, 2))
    told = session.page(None).hardware
    assert told is not None
    assert told == AWAY if isinstance(instrument, BoxInstrument) else "no longer answer" in told.en
    assert told.fr in sitting.page
    people.play(lambda: not sitting.is_at(Phase.SIGNAL, 3))
    pressed = len(people.by_button)
    instrument.come_back()
    people.away = False
    if isinstance(instrument, BoxInstrument):
        until(lambda: session.page(None).hardware is None)
        holder = session.match.state.actor.seat
        until(lambda: [instrument.lit(seat) for seat in range(3)] == [seat == holder for seat in range(3)])
    people.play(lambda: True)
    match = session.match
    assert session.page(None).hardware is None
    assert instrument.played == cues_by_the_rules(match, [False] * len(match.actions)), "asked for all the same"
    assert instrument.heard() == people.to_be_heard(), "and none of it made up for"
    assert people.unheard
    assert len(people.by_button) - pressed == 2 * (ROUNDS - 2), "the signal, and that the hands stand"
    assert sitting.journal_agrees()


@pytest.mark.parametrize("sitting", [PINS, BOX], indirect=True)
def test_prems_goes_to_whose_button_went_down_first(sitting: Sitting) -> None:
    """Clauses 1.8 and 2.6. The second press comes before anybody has acted on the first, and means nothing any more."""
    instrument, session = sitting.instrument, sitting.session
    for seat in (2, 0, 1):
        instrument.finger(seat)
    until(lambda: len(session.match.actions) > 0)
    until(lambda: instrument.device.sequencer.due() is None)
    assert session.match.actions == (TakePrems(2),)
    assert [line.source for line in session.state.lines] == ["button 2"]
    assert session.page(None).notice is None
    instrument.finger(2)
    until(lambda: len(session.match.actions) > 1 or session.match.state.chance_outcomes() != ())


class Rehearsed:
    """A table that the product's own rehearsal lays, under a camera, with a device on a clock that is moved."""

    def __init__(self, address: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = LivingClock()
        self.instrument: Any = INSTRUMENTS[address](clock, monkeypatch)
        monkeypatch.setattr(self.instrument.device, "listen", self.instrument.device.attach)
        clock.live = self.instrument.step
        self.simulation = rehearsing.rehearse(
            "leprechauns", CAMERA, folder, clock, seed=SEED, seats=2, device=self.instrument.device
        )
        rehearsal = self.simulation.rehearsal
        people = PressingPeople(rehearsal.people.world, rehearsal.session, rehearsal.people.players, Random(SEED))
        people.with_buttons(self.instrument, clock.wait_s)
        self.people = rehearsal.people = people
        self.session = rehearsal.session
        clock.wait_s(1.0)  # a box is found

    def play(self) -> None:
        rehearsal = self.simulation.rehearsal
        while not rehearsal.over or self.instrument.device.sequencer.due() is not None:
            rehearsal.step()
        rehearsal.clock.wait_s(1.0)

    def close(self) -> None:
        self.instrument.device.close()
        self.simulation.source.close()
        self.simulation.journal.close()


CAMERA = "rendered://?width=1640&height=1232&fps=5&seed=3"


def without_questions(cues: list[PlayedCue]) -> list[PlayedCue]:
    return [each for each in cues if each.cue is not Cue.ASK]


def test_a_game_under_a_camera_sounds_as_the_rules_say_and_the_same_on_both_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, heard, matches = [], [], []
    for address in (PINS, BOX):
        folder = tmp_path / address.partition(":")[0]
        folder.mkdir()
        with closing(Rehearsed(address, folder, monkeypatch)) as table:
            table.play()
            session, instrument = table.session, table.instrument
            verdict = table.simulation.rehearsal.verdict()
            assert verdict.over
            assert verdict.wrong == ()
            saw = seen_by_camera(session)
            assert sum(saw) >= 12
            assert without_questions(instrument.played) == cues_by_the_rules(session.match, saw)
            assert len(table.people.by_button) == 1 + 2 * ROUNDS
            played.append(instrument.played)
            heard.append(instrument.heard())
            matches.append(session.match.actions)
    assert matches[0] == matches[1]
    assert played[0] == played[1]
    assert heard[0] == heard[1]
    assert tones_of(played[0]) == heard[0]
