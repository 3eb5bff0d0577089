"""A journal stays small: pictures lie beside the entries, once each, and only those of the last matches are kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion import catalog
from companion.core.clock import ManualClock
from companion.core.evidence import Evidence, SeenThing
from companion.core.kit import random_match
from companion.core.scene import Thing
from companion.hardware.cues import RecordingCues
from companion.perception.overlay import crop_jpeg
from companion.table.film_pictures import FILM_PREFIX, MOST_BYTES, FilmPictures
from companion.table.journal import Journal
from companion.table.opening import open_session, resumed
from tests.core.toy import TOY, Keep, Options, Throw

MOST_MATCH_BYTES = 2_000_000
"""Of a match of Kaplan, with all its pictures."""
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


@pytest.mark.whole
def test_a_long_match_with_a_picture_of_noise_for_each_action_takes_less_than_two_megabytes(tmp_path: Path) -> None:
    """Eight players of Kaplan, pictures that compress worst, and a power cut in the middle."""
    clock, random = ManualClock(1e9), np.random.default_rng(7)
    journal = Journal(tmp_path / "journal.sqlite", clock)
    match = random_match(catalog.game("kaplan"), 8, seed=3)
    names = ("Ada", "Bob", "Zoë", "Max", "Eve", "Ida", "Leo", "Mia")
    session = open_session(journal, RecordingCues(), match.game, 8, match.options, names)
    for number, action in enumerate(match.actions):
        clock.wait_s(3.0)
        crop = crop_jpeg(random.integers(0, 256, (120, 160, 3), np.uint8))
        session.pictures.show(random.integers(0, 256, (60, 80, 3), np.uint8).repeat(8, 0).repeat(8, 1))
        session.play(action, "camera", (SeenThing(Thing("die", "1"), 0.9, crop),))
        if number == len(match.actions) // 2:
            session = resumed(journal, RecordingCues(), match.game, journal.matches()[0][0])
    pictures = journal.pictures(1)
    film = [len(data) for name, data in pictures.items() if name.startswith(FILM_PREFIX)]
    last = session.state.lines[-1].evidence[0].crop_jpeg
    journal.close()
    assert (tmp_path / "journal.sqlite").stat().st_size <= MOST_MATCH_BYTES
    assert last in pictures.values()
    assert len(film) >= 8
    assert sum(film) <= MOST_BYTES


def test_the_pictures_of_a_film_are_spread_over_the_match() -> None:
    kept, random = FilmPictures(), np.random.default_rng(7)
    picture, names = random.integers(0, 256, (384, 512, 3), np.uint8), set[str]()
    for second in range(200):
        kept, added, dropped = kept.with_picture(second, picture)
        names = (names | added.keys()) - set(dropped)
    moments = sorted(int(name.removeprefix(FILM_PREFIX)) // 1000 for name in names)
    assert len(moments) >= 3
    assert {name for name, _ in kept.sizes} == names
    gaps = np.diff([0, *moments, 200])
    assert gaps.max() <= 2 * kept.every
