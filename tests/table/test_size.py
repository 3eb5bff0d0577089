"""A journal stays small: pictures lie beside the entries, once each, and only those of the last matches are kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.core.clock import ManualClock
from companion.core.evidence import Evidence, SeenThing
from companion.core.scene import Thing
from companion.hardware.cues import RecordingCues
from companion.perception.overlay import crop_jpeg
from companion.table.journal import Journal
from companion.table.opening import open_session, resumed
from tests.core.toy import TOY, Keep, Options, Throw

MOST_CROP_BYTES = 24_000
"""Of noise, the picture that compresses worst."""


def play(journal: Journal, jpeg: bytes) -> int:
    session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=9), ("Ada", "Bob"))
    seen: Evidence = (SeenThing(Thing("die", "1"), 0.9, jpeg),)
    session.play(Throw((1,)), "camera", seen)
    session.play(Keep(0), "camera", seen)
    return session.number


def test_a_picture_is_kept_once_and_never_in_the_entries(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock())
    play(journal, bytes(50_000))
    assert [len(str(row.body)) < 300 for row in journal.entries(1)] == [True, True]
    journal.close()
    assert (tmp_path / "journal.sqlite").stat().st_size < 100_000


def test_only_the_last_matches_keep_their_pictures_and_what_was_corrected_stays(tmp_path: Path) -> None:
    journal, record = Journal(tmp_path / "journal.sqlite", ManualClock()), None
    for number in range(23):
        play(journal, bytes([number]) * 10)
        if number == 0:
            record = journal.matches()[0][0]
            resumed(journal, RecordingCues(), TOY, record).correct_reading(0, 0, "2", "table")
    kept = [
        len(resumed(journal, RecordingCues(), TOY, each).evidence(1)[0].crop_jpeg) for each, *_ in journal.matches()
    ]
    assert kept == [10, 0, *[10] * 21]  # the last two began after the last were dropped
    assert record is not None
    journal.close()


def test_a_picture_behind_a_reading_is_small_whatever_the_camera() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (3000, 4000, 3), np.uint8)
    assert len(crop_jpeg(noise)) < MOST_CROP_BYTES
