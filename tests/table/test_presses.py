"""Buttons at the seats: a game that wants presses gets them, others hear nothing; what is unplugged is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.capabilities.buttons import ButtonPress, WantsButtons
from companion.core.clock import ManualClock, SystemClock
from companion.core.errors import NotSaved
from companion.core.game import Action, State
from companion.core.text import Text
from companion.games.leprechauns import GAME as LEPRECHAUNS
from companion.games.leprechauns.actions import CallFoul, ChestTold, Signal, Slap, TakePrems
from companion.games.leprechauns.options import Options as Choices
from companion.games.leprechauns.pieces import Fault
from companion.hardware.box_device import BoxDevice
from companion.hardware.cues import Cue, PlayedCue, RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.session import Session
from firmware_bridge.simulated import SimulatedBox
from tests.core.toy import TOY, Keep, Options, Throw, Toy, ToyState
from tests.small_disk import fill, make_room, small_disk

AWAY = Text(fr="La boîte est loin.", en="The box is away.")


class ToyWithButtons(Toy):
    """Pressing keeps the coin, early or not; a press of the third seat means nothing."""

    def pressed(self, state: State, press: ButtonPress) -> Action | None:
        assert isinstance(state, ToyState)
        return None if press.seat == 2 else Keep(press.seat)


@pytest.fixture
def buttons(journal: Journal, cues: RecordingCues) -> Session:
    session = open_session(journal, cues, ToyWithButtons(), 3, Options(rounds=1), ("Ada", "Bob", "Cleo"))
    cues.listen(session.button_pressed, session.tell_hardware)
    return session


def test_a_press_is_played_and_written_down_as_one(buttons: Session, cues: RecordingCues, journal: Journal) -> None:
    buttons.play(Throw((2,)), "camera")
    cues.press(ButtonPress(0, 12.5))
    assert buttons.match.actions == (Throw((2,)), Keep(0))
    assert [entry.source for entry in journal.entries(buttons.number)] == ["camera", "button 0"]
    assert cues.played[-1] == PlayedCue(Cue.READY, None)


def test_a_press_that_the_rules_forbid_is_told_and_changes_nothing(buttons: Session, cues: RecordingCues) -> None:
    cues.press(ButtonPress(1, 12.5))
    assert buttons.match.actions == ()
    notice = buttons.page(None).notice
    assert notice is not None
    assert notice.en == "Not now; wait."


@pytest.mark.parametrize("seat", [2, 3, 7])
def test_a_press_that_means_nothing_is_not_heard(buttons: Session, cues: RecordingCues, seat: int) -> None:
    revision = buttons.revision
    cues.press(ButtonPress(seat, 12.5))
    assert (buttons.revision, buttons.match.actions, cues.played) == (revision, (), [])


def test_a_game_that_wants_no_presses_hears_none(session: Session) -> None:
    assert not isinstance(TOY, WantsButtons)
    revision = session.revision
    session.button_pressed(ButtonPress(0, 12.5))
    assert session.revision == revision


def test_what_is_unplugged_is_on_every_page_until_it_is_plugged_in(buttons: Session, cues: RecordingCues) -> None:
    assert buttons.page(None).hardware is None
    cues.tell(AWAY)
    revision = buttons.revision
    cues.tell(AWAY)
    assert buttons.revision == revision
    assert [buttons.page(viewer).hardware for viewer in (None, 0, 2)] == [AWAY] * 3
    buttons.play(Throw((2,)), "camera")  # the match goes on, and it is still unplugged
    assert buttons.page(0).hardware == AWAY
    cues.tell(None)
    assert buttons.page(None).hardware is None


def test_a_button_of_the_table_box_acts_in_the_match(journal: Journal) -> None:
    """From the contact to the journal: the device's own code, its line, the driver's thread, the session."""
    clock = SystemClock()
    simulated = SimulatedBox(3, clock.now_s)
    device = BoxDevice(simulated.open_port, clock)
    session = open_session(journal, device, ToyWithButtons(), 3, Options(rounds=1), ("Ada", "Bob", "Cleo"))
    session.play(Throw((2,)), "camera")
    device.listen(session.button_pressed, session.tell_hardware)
    revision = session.revision
    simulated.press(0)
    assert session.wait(revision, 20.0) > revision
    device.close()
    assert session.match.actions == (Throw((2,)), Keep(0))


def test_a_press_that_the_disk_does_not_take_did_not_happen_and_may_be_pressed_again(tmp_path: Path) -> None:
    """From the contact on; the disk is full for real."""
    with small_disk(tmp_path / "disk") as disk:
        clock = SystemClock()
        simulated, journal = SimulatedBox(3, clock.now_s), Journal(disk / "journal.sqlite", clock)
        device = BoxDevice(simulated.open_port, clock)
        session = open_session(journal, device, ToyWithButtons(), 3, Options(rounds=1), ("Ada", "Bob", "Cleo"))
        session.play(Throw((2,)), "camera")
        device.listen(session.button_pressed, session.tell_hardware)
        fill(disk)
        with pytest.raises(NotSaved):
            session.write_note(0, "lune " * 5000)
        revision = session.revision
        simulated.press(0)
        while session.page(None).notice is None:
            revision = session.wait(revision, 20.0)
        page = session.page(None)
        assert session.match.actions == (Throw((2,)),)
        assert [trouble.en for trouble in page.troubles if trouble.en.startswith("Not saved: the disk is full")]
        make_room(disk)
        while len(session.match.actions) < 2:
            simulated.press(0)  # again until it is heard: sooner than 20 ms after the first it would be the same press
            session.wait(session.revision, 0.1)
        device.close()
        again = resume_session(Journal(disk / "journal.sqlite", ManualClock()), RecordingCues(), session.game)
        assert again is not None
        assert again.match == session.match
        assert session.page(None).troubles == ()
        journal.close()


def test_a_press_is_taken_up_after_a_restart_like_any_action(buttons: Session, journal_path: Path) -> None:
    buttons.play(Throw((2,)), "camera")
    buttons.button_pressed(ButtonPress(0, 1.0))
    again = resume_session(Journal(journal_path, ManualClock()), RecordingCues(), buttons.game)
    assert again is not None
    assert again.match == buttons.match


def test_the_signal_given_with_a_button_is_heard_by_the_whole_table(journal: Journal, cues: RecordingCues) -> None:
    session = open_session(journal, cues, LEPRECHAUNS, 3, Choices(action_cards=False), ("Ada", "Bob", "Cleo"))
    cues.listen(session.button_pressed, session.tell_hardware)
    cues.press(ButtonPress(1, 12.5))  # the youngest
    cues.press(ButtonPress(0, 13.0))  # not for this seat to say
    cues.press(ButtonPress(1, 14.0))
    assert session.match.actions == (TakePrems(1), Signal(1))
    assert cues.played == [PlayedCue(Cue.READY, 1), PlayedCue(Cue.REVEAL, None)]


def test_a_fault_that_is_called_sounds_like_one(journal: Journal, cues: RecordingCues) -> None:
    session = open_session(journal, cues, LEPRECHAUNS, 2, Choices(action_cards=False), ("Ada", "Bob"))
    for action in (TakePrems(0), Signal(0), ChestTold(0, 3), ChestTold(1, 5), Slap(0, 1)):
        session.play(action, "seat 0")
    session.play(CallFoul(1, 0, Fault.LIFTED), "seat 1")
    assert cues.played[-1] == PlayedCue(Cue.FOUL, None)
