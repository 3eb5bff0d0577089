"""Films of matches: what is in them, for whom, that one is made at a time and bounded; a match that runs has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask

from companion import catalog
from companion.camera.arrays import Pixels
from companion.core.clock import RELEASED_S, ManualClock
from companion.core.errors import Illegal
from companion.core.kit import random_match
from companion.drawing.film_picture import SIZE_PX, FilmScene, film_picture
from companion.table.films import MOST_KEPT, MOST_PICTURES, FilmPlan, Films
from companion.table.journal import Journal
from companion.table.past import EVENING_GAP_S, Past
from companion.table.session import Session
from companion.table.statistics import STATISTICS_FILE, Statistics
from companion.web import LookingBack, Manner, create_app
from companion.web.film_scenes import HOLD_FIRST, HOLD_LAST, chosen_steps
from tests.web.conftest import browser, for_test, host_code, table_screen
from tests.web.test_looking_back import DAY_S, played, short_match

Works = list[Callable[[], None]]
WHOLE = pytest.mark.whole
OTHERS = ("kaleidoscope", "kaplan", "karo", "leprechauns")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(RELEASED_S + 30 * DAY_S)


@pytest.fixture
def journal(tmp_path: Path, clock: ManualClock) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite", clock)
    yield journal
    journal.close()


@pytest.fixture
def works() -> Works:
    """What was begun beside whoever asked, until a test does it."""
    return []


@pytest.fixture
def films(tmp_path: Path, works: Works) -> Films:
    return Films(tmp_path / "films", begin=works.append)


def app_for(session: Session, journal: Journal, films: Films, clock: ManualClock, manner: Manner = "home") -> Flask:
    past = Past(journal, clock)
    looking_back = LookingBack(past, Statistics(past, films._folder.parent / STATISTICS_FILE), films)
    return for_test(create_app(session, manner=manner, clock=clock, looking_back=looking_back))


def pictures_of(webm: bytes, folder: Path) -> list[Pixels]:
    (folder / "read.webm").write_bytes(webm)
    reader, found = cv2.VideoCapture(str(folder / "read.webm"), cv2.CAP_FFMPEG), list[Pixels]()
    while True:
        there, picture = reader.read()
        if not there:
            return found
        found.append(np.asarray(picture, np.uint8))


def plain(colour: int, count: int = 3) -> FilmPlan:
    return FilmPlan(count, lambda: (np.full((64, 96, 3), colour, np.uint8) for _ in range(count)))


@pytest.mark.parametrize("key", ["plic-plac", *(pytest.param(key, marks=WHOLE) for key in OTHERS)])
def test_a_match_without_camera_becomes_a_film_of_its_boards(
    key: str, journal: Journal, films: Films, works: Works, clock: ManualClock, tmp_path: Path
) -> None:
    match = short_match(key, seed=5)
    phone = browser(app_for(played(journal, match.game, match), journal, films, clock))
    assert "Faire le film" in phone.get("/history/1/film/0").text
    assert phone.get("/history/1/film/0.webm").status_code == 404
    phone.post("/history/1/film/0")
    assert "Le film se prépare : 0 %" in phone.get("/history/1/film/0/now").text
    (work,) = works
    work()
    assert "<video" in phone.get("/history/1/film/0").text
    answer = phone.get("/history/1/film/0.webm")
    assert answer.mimetype == "video/webm"
    shown = pictures_of(answer.data, tmp_path)
    assert len(shown) == min(MOST_PICTURES, len(match.actions) + HOLD_FIRST + HOLD_LAST)
    assert shown[0].shape == (SIZE_PX[1], SIZE_PX[0], 3)
    assert np.abs(shown[0].astype(int) - shown[len(match.actions) // 2]).max() > 50
    part = phone.get("/history/1/film/0.webm", headers={"Range": "bytes=0-99"})
    assert (part.status_code, len(part.data)) == (206, 100)  # Safari plays nothing else
    assert 'href="/history/1/film/0"' in phone.get("/history/1").text


def test_a_match_that_runs_has_no_film_whoever_asks(
    journal: Journal, films: Films, works: Works, clock: ManualClock
) -> None:
    match = short_match("plic-plac", seed=5)
    app = app_for(played(journal, match.game, match, upto=9), journal, films, clock)
    for phone in (browser(app, 0), browser(app), table_screen(app)):
        for whole in (0, 1):
            assert phone.get(f"/history/1/film/{whole}").status_code == 404
            assert phone.get(f"/history/1/film/{whole}.webm").status_code == 404
            assert phone.post(f"/history/1/film/{whole}").status_code == 404
    assert works == []


@WHOLE
def test_a_film_is_gone_when_the_match_goes_on(
    journal: Journal, films: Films, works: Works, clock: ManualClock
) -> None:
    match = short_match("plic-plac", seed=5)
    session = played(journal, match.game, match)
    phone = browser(app_for(session, journal, films, clock))
    phone.post("/history/1/film/0")
    works.pop()()
    session.undo("table")
    assert phone.get("/history/1/film/0.webm").status_code == 404
    session.play(match.actions[-1], "table")
    assert phone.get("/history/1/film/0.webm").status_code == 404  # it may have ended otherwise: another film


@WHOLE
def test_an_evening_is_all_its_matches_and_the_running_one_is_not_in_it(
    journal: Journal, films: Films, works: Works, clock: ManualClock, tmp_path: Path
) -> None:
    lengths = []
    for key in ("plic-plac", "kaleidoscope"):
        match = short_match(key, seed=5)
        played(journal, match.game, match)
        lengths.append(len(match.actions))
        clock.wait_s(1800)
    clock.wait_s(EVENING_GAP_S)
    other = short_match("plic-plac", seed=6)
    played(journal, other.game, other)
    running = played(journal, other.game, other, upto=3)
    phone = browser(app_for(running, journal, films, clock))
    page = phone.get("/history/1/film/1").text
    assert "Plic-Plac (partie 1)" in page
    assert "Kaléidoscope (partie 2)" in page
    assert "partie 3" not in page
    assert 'href="/history/1/film/1"' in phone.get("/history/1").text
    assert 'href="/history/3/film/1"' not in phone.get("/history/3").text  # alone that evening
    phone.post("/history/2/film/1")
    works.pop()()
    shown = pictures_of(phone.get("/history/1/film/1.webm").data, tmp_path)
    assert len(shown) == sum(lengths) + 2 * (HOLD_FIRST + HOLD_LAST)


def test_in_a_cafe_an_evening_shows_a_seat_its_own_match_alone(
    journal: Journal, films: Films, clock: ManualClock
) -> None:
    match = short_match("plic-plac", seed=5)
    played(journal, match.game, match)
    app = app_for(played(journal, match.game, match), journal, films, clock, "cafe")
    seat = browser(app, 0)
    assert "(partie 1)" not in seat.get("/history/2/film/1").text
    assert browser(app).get("/history/2/film/0").status_code == 403
    assert "(partie 1)" in table_screen(app).get("/history/2/film/1").text
    assert host_code(app) is not None


@WHOLE
def test_the_host_erases_a_film_and_statistics_take_all_films_with_them(
    journal: Journal, films: Films, works: Works, clock: ManualClock
) -> None:
    match = short_match("plic-plac", seed=5)
    app = app_for(played(journal, match.game, match), journal, films, clock)
    host, guest = browser(app, 0), browser(app)
    for erase in ("/history/1/film/0/erase", "/statistics/erase"):
        host.post("/history/1/film/0")
        works.pop()()
        assert guest.post(erase).status_code == 403
        assert host.get("/history/1/film/0.webm").status_code == 200
        host.post(erase)
        assert host.get("/history/1/film/0.webm").status_code == 404
        assert list(films._folder.iterdir()) == []


def test_a_film_in_the_making_is_given_up_when_it_is_erased(films: Films, works: Works) -> None:
    films.make("one", plain(9))
    films.erase("one")
    works.pop()()
    assert films.made("one") is None
    assert films.failure("one") is None
    assert films.making is None
    assert list(films._folder.iterdir()) == []


def test_one_film_at_a_time(films: Films, works: Works) -> None:
    films.make("one", plain(9))
    films.make("one", plain(9))
    assert len(works) == 1
    with pytest.raises(Illegal, match="film"):
        films.make("two", plain(9))
    works.pop()()
    films.make("two", plain(9))
    works.pop()()
    assert films.made("one") is not None
    assert films.made("two") is not None


def test_what_cannot_be_made_is_said_and_leaves_nothing(films: Films, works: Works) -> None:
    def broken() -> Iterator[Pixels]:
        yield np.zeros((64, 96, 3), np.uint8)
        raise ValueError

    films.make("one", FilmPlan(2, broken))
    works.pop()()
    failure = films.failure("one")
    assert failure is not None
    assert "n'a pas pu" in failure.fr
    assert films.making is None
    assert list(films._folder.iterdir()) == []
    films.make("one", plain(9))
    assert films.failure("one") is None


def test_only_the_last_films_stay_and_what_a_killed_program_left_goes(films: Films, works: Works) -> None:
    for number in range(MOST_KEPT + 2):
        films.make(f"f{number}", plain(number))
        works.pop()()
    (films._folder / "left.part.webm").write_bytes(b"half")
    Films(films._folder)
    assert len(list(films._folder.iterdir())) == MOST_KEPT
    assert films.made(f"f{MOST_KEPT + 1}") is not None


@pytest.mark.parametrize("lengths", [[3], [278], [1, 1], [400] * 5, [30] * 60])
def test_a_film_is_never_too_long(lengths: list[int]) -> None:
    chosen = chosen_steps(lengths)
    assert [(steps[0], steps[-1]) for steps in chosen] == [(0, length) for length in lengths]
    count = sum(len(steps) - 1 + HOLD_FIRST + HOLD_LAST for steps in chosen)
    assert count <= max(MOST_PICTURES, len(lengths) * (1 + HOLD_FIRST + HOLD_LAST))
    if sum(lengths) < MOST_PICTURES // 2:
        assert [len(steps) for steps in chosen] == [length + 1 for length in lengths]


def test_a_picture_has_room_for_eight_long_names_and_the_cameras_picture() -> None:
    rows = tuple((f"Barthélemy de la Tour-Saint-Étienne {seat}", "12 en main", seat == 3) for seat in range(8))
    board, photo = np.full((400, 500, 3), 90, np.uint8), np.full((384, 512, 3), (10, 200, 30), np.uint8)
    scene = FilmScene("Le Mot de Kaplan", "12/278", "mot " * 60, rows, board, photo)
    picture = film_picture(scene)
    assert picture.shape == (720, 1280, 3)
    assert (picture[300, 400] == (10, 200, 30)).all()


def test_pictures_are_those_of_the_moment_and_kept_as_pages_showed_them(journal: Journal, clock: ManualClock) -> None:
    """Each picture at rest goes with the action that it led to; after an undo it goes with that action."""
    match = random_match(catalog.game("karo"), 2, seed=5)
    session = played(journal, match.game, match, upto=0)
    for number, action in enumerate(match.actions):
        clock.wait_s(1)
        if number in (2, 5):
            session.pictures.show(np.full((90, 120, 3), 40 * number, np.uint8))
        session.play(action, "table")
    past = Past(journal, clock).match(1)
    assert past is not None

    def level(step: int) -> int | None:
        data = past.photo(step)
        return None if data is None else round(float(cv2.imdecode(np.frombuffer(data, np.uint8), 1).mean()))

    assert [level(step) for step in (0, 2, 3, 5, 6, past.steps)] == [
        None,
        None,
        *[pytest.approx(80, abs=2)] * 2,
        *[pytest.approx(200, abs=2)] * 2,
    ]


def test_what_is_veiled_on_pages_is_veiled_in_what_is_kept(journal: Journal, clock: ManualClock) -> None:
    """Plic-Plac hides the table: a picture in which nothing was read is one colour for good, after the end too."""
    match = short_match("plic-plac", seed=5)
    session = played(journal, match.game, match, upto=0)
    noise = np.random.default_rng(3).integers(0, 256, (300, 400, 3), np.uint8)
    for number, action in enumerate(match.actions):
        clock.wait_s(1)
        if number == 4:
            session.pictures.show(noise)
        session.play(action, "table")
    past = Past(journal, clock).match(1)
    assert past is not None
    kept = past.photo(past.steps)
    assert kept is not None
    assert cv2.imdecode(np.frombuffer(kept, np.uint8), 1).std(axis=(0, 1)).max() < 2


def test_a_film_that_is_downloaded_is_a_webm(films: Films, works: Works) -> None:
    films.make("one", plain(9))
    works.pop()()
    path = films.made("one")
    assert path is not None
    assert b"webm" in BytesIO(path.read_bytes()).read(64)
