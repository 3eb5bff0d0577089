"""Cues in time: every pattern whole, and cues that break off others."""

from __future__ import annotations

import pytest

from companion.core.clock import ManualClock
from companion.hardware.cues import Cue
from companion.hardware.patterns import PATTERNS
from companion.hardware.sequencer import Sequencer
from tests.hardware.devices import Written, played_out

SCORES = {
    Cue.READY: """
        0 light 1 0 120 0 | 0 sound 1 880 90 | 90 sound 1 0 0""",
    Cue.READ: """
        0 light 1 110 110 110 | 0 sound 1 660 60 | 60 sound 1 0 90 | 150 sound 1 0 0 | 150 light 1 0 120 0""",
    Cue.ASK: """
        0 light 1 150 70 0 | 0 sound 1 660 120 | 120 sound 1 880 120 | 240 light 1 0 0 0 | 240 sound 1 0 100
        340 light 1 150 70 0 | 340 sound 1 660 120 | 460 sound 1 880 120 | 580 light 1 0 0 0 | 580 sound 1 0 100
        680 sound 1 0 0""",
    Cue.CARRY_OUT: """
        0 light 1 0 0 160 | 0 sound 1 523 90 | 90 sound 1 784 140 | 230 sound 1 0 0 | 230 light 1 0 120 0""",
    Cue.REVEAL: """
        0 light 1 110 110 110 | 0 sound 1 440 150 | 150 light 1 0 0 0 | 150 sound 1 0 350
        500 light 1 110 110 110 | 500 sound 1 440 150 | 650 light 1 0 0 0 | 650 sound 1 0 350
        1000 light 1 110 110 110 | 1000 sound 1 880 500 | 1500 sound 1 0 0 | 1500 light 1 0 0 0""",
    Cue.FOUL: """
        0 light 1 200 0 0 | 0 sound 1 330 200 | 200 sound 1 220 400 | 600 sound 1 0 0 | 600 light 1 0 0 0""",
    Cue.KEEP: """
        0 light 1 0 120 0 | 0 sound 1 880 60 | 60 sound 1 1320 120 | 180 sound 1 0 0 | 180 light 1 0 0 0""",
    Cue.DISCARD: """
        0 light 1 0 0 160 | 0 sound 1 440 180 | 180 sound 1 0 0 | 180 light 1 0 0 0""",
    Cue.ALARM: """
        0 light 1 200 0 0 | 0 sound 1 1320 120 | 120 light 1 0 0 0 | 120 sound 1 880 120
        240 light 1 200 0 0 | 240 sound 1 1320 120 | 360 light 1 0 0 0 | 360 sound 1 880 120
        480 light 1 200 0 0 | 480 sound 1 1320 120 | 600 light 1 0 0 0 | 600 sound 1 880 120
        720 light 1 200 0 0 | 720 sound 1 1320 120 | 840 light 1 0 0 0 | 840 sound 1 880 120
        960 sound 1 0 0""",
    Cue.WON: """
        0 light 1 160 110 10 | 0 sound 1 523 150 | 150 light 1 0 0 0 | 150 sound 1 659 150
        300 light 1 160 110 10 | 300 sound 1 784 150 | 450 sound 1 1047 450
        900 light 1 0 0 0 | 900 sound 1 0 200 | 1100 light 1 160 110 10 | 1100 sound 1 0 200
        1300 light 1 0 0 0 | 1300 sound 1 0 200 | 1500 light 1 160 110 10 | 1500 sound 1 0 200
        1700 light 1 0 0 0 | 1700 sound 1 0 200 | 1900 light 1 160 110 10 | 1900 sound 1 0 200
        2100 sound 1 0 0 | 2100 light 1 0 120 0""",
}


def score(text: str) -> list[str]:
    return [each.strip() for line in text.strip().splitlines() for each in line.split("|")]


def playing(seats: int = 2) -> tuple[ManualClock, Written, Sequencer]:
    clock = ManualClock()
    written = Written(clock)
    return clock, written, Sequencer(clock, written, seats)


@pytest.mark.parametrize("cue", list(Cue), ids=lambda cue: cue.value)
def test_every_cue_at_a_seat_whole(cue: Cue) -> None:
    clock, written, sequencer = playing()
    sequencer.play(cue, 1)
    played_out(clock, sequencer)
    assert written.lines == score(SCORES[cue])


def test_no_two_cues_sound_alike() -> None:
    tunes = [tuple((step.hertz, step.ms) for step in pattern.steps) for pattern in PATTERNS.values()]
    assert len(set(tunes)) == len(tunes) == len(Cue)


def test_a_cue_for_everybody_shows_at_every_seat() -> None:
    clock, written, sequencer = playing(3)
    sequencer.play(Cue.DISCARD)
    played_out(clock, sequencer)
    assert written.lines == score("""
        0 light 0 0 0 160 | 0 light 1 0 0 160 | 0 light 2 0 0 160 | 0 sound 0,1,2 440 180
        180 sound 0,1,2 0 0 | 180 light 0 0 0 0 | 180 light 1 0 0 0 | 180 light 2 0 0 0""")


def test_the_light_of_the_turn_moves_on_and_comes_back_after_other_cues() -> None:
    clock, written, sequencer = playing()
    for cue, seat in ((Cue.READY, 0), (Cue.READY, 1), (Cue.FOUL, 1), (Cue.READY, None)):
        sequencer.play(cue, seat)
        played_out(clock, sequencer)
    lights = [line for line in written.lines if "light" in line]
    assert lights == score("""
        0 light 0 0 120 0 | 90 light 0 0 0 0 | 90 light 1 0 120 0
        180 light 1 200 0 0 | 780 light 1 0 120 0
        780 light 0 0 120 0 | 870 light 0 0 0 0 | 870 light 1 0 0 0""")


def test_a_new_cue_breaks_off_the_tones_of_the_old_one_and_its_lights_where_it_shows() -> None:
    clock, written, sequencer = playing()
    sequencer.play(Cue.ALARM)
    played_out(clock, sequencer, 0.3)
    written.lines.clear()
    sequencer.play(Cue.KEEP, 0)
    played_out(clock, sequencer)
    assert written.lines == score("""
        300 light 0 0 120 0 | 300 sound 0 880 60 | 360 light 1 0 0 0 | 360 sound 0 1320 120
        480 light 1 200 0 0 | 480 sound 0 0 0 | 480 light 0 0 0 0 | 600 light 1 0 0 0
        720 light 1 200 0 0 | 840 light 1 0 0 0""")


def test_a_seat_without_a_light_is_passed_over() -> None:
    clock, written, sequencer = playing(2)
    sequencer.play(Cue.KEEP, 5)
    played_out(clock, sequencer)
    assert written.lines == []


def test_after_an_absence_it_shows_what_is_lit() -> None:
    clock, written, sequencer = playing(2)
    sequencer.play(Cue.READY, 1)
    played_out(clock, sequencer)
    written.lines.clear()
    sequencer.show_again()
    assert written.lines == ["90 light 0 0 0 0", "90 light 1 0 120 0"]


def test_in_a_thread_it_plays_until_it_is_closed() -> None:
    _, written, sequencer = playing()
    sequencer.start()
    sequencer.play(Cue.READY, 1)
    sequencer.close()
    sequencer.due()
    assert written.lines[0] == "0 light 1 0 120 0"
