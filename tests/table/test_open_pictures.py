"""What pages see of the table: nothing that went back, nothing in a hand, nothing while hands move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import catalog
from companion.camera.arrays import Pixels
from companion.core.clock import ManualClock
from companion.core.evidence import SeenThing
from companion.core.game import Game
from companion.core.scene import Thing
from companion.games.plic_plac.actions import Announce, CardSeen, DrawFirst, GiveUp, TakeSecret, TurnUp
from companion.games.plic_plac.pieces import BY_FACE
from companion.hardware.cues import RecordingCues
from companion.perception.eyes import Sighting
from companion.perception.veil import STAYS, VEIL_BGR
from companion.table.journal import Journal
from companion.table.open_pictures import Part, _is_unmoved, part_of, square
from companion.table.opening import open_session
from companion.table.session import Session

CLOTH, CARD, SECRET = 90, 200, 250
Open = Callable[[str, int], Session]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    def begin(key: str, seats: int) -> Session:
        clock, game = ManualClock(), catalog.game(key)
        journal = Journal(tmp_path / f"{key}.sqlite", clock)
        return open_session(journal, RecordingCues(), game, seats, game.options(), ("Ada", "Bob", "Cléo")[:seats])

    return begin


def table() -> Pixels:
    return np.full((240, 320, 3), CLOTH, np.uint8)


def with_card(picture: Pixels, x: int, y: int, level: int = CARD) -> Pixels:
    laid = picture.copy()
    laid[y - 20 : y + 20, x - 20 : x + 20] = level
    return laid


def part(x: int, y: int, name: str = "1", face: str = "draw") -> Part:
    return square(Thing("card", face, name), (float(x), float(y)), 20.0)


def shown(session: Session) -> Pixels:
    assert session.live.picture_jpeg is not None
    picture = cv2.imdecode(np.frombuffer(session.live.picture_jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(picture, np.uint8)


def is_veiled(picture: Pixels, x: int, y: int) -> bool:
    return bool(np.abs(picture[y - 10 : y + 10, x - 10 : x + 10].astype(int) - VEIL_BGR).max() < 12)


def test_what_was_read_and_is_open_is_seen_and_nothing_else(opened: Open) -> None:
    session = opened("kaplan", 3)
    laid = with_card(with_card(table(), 100, 100), 200, 100)
    session.pictures.show(laid, [part(100, 100), part(200, 100, "", "read")])
    picture = shown(session)
    assert not is_veiled(picture, 100, 100)
    assert is_veiled(picture, 200, 100)
    assert is_veiled(picture, 40, 200)


def test_a_card_that_is_held_up_over_an_open_one_is_not_seen(opened: Open) -> None:
    session = opened("kaplan", 3)
    laid = with_card(with_card(table(), 100, 100), 220, 100)
    read = [part(100, 100), part(220, 100, "2")]
    session.pictures.show(laid, read)
    held = laid.copy()
    held[110:160, 90:140] = SECRET  # its reading side covers a corner of the open card
    held[150:240, 100:120] = 150  # the arm behind it
    session.pictures.show(held, read)
    picture = shown(session)
    assert np.abs(picture[82:118, 82:118].astype(int) - CARD).max() < 12  # as it was without the hand
    assert is_veiled(picture, 130, 150)
    assert not is_veiled(picture, 220, 100)
    assert session.pictures.crop(held, read[0]) is None
    assert session.pictures.cut(held, read[0]) == b""
    session.pictures.show(laid, read)
    assert not is_veiled(shown(session), 100, 100)


@pytest.mark.parametrize("taken_for", [None, "read", "nothing"])
def test_a_place_under_a_hand_is_shown_as_it_was_whatever_is_read_there(opened: Open, taken_for: str | None) -> None:
    session = opened("kaplan", 3)
    laid = with_card(table(), 100, 100)
    session.pictures.show(laid, [part(100, 100)], takes_away=False)
    held = laid.copy()
    held[90:130, 60:320] = SECRET
    told = [] if taken_for is None else [part(100, 100, face=taken_for)]
    session.pictures.show(held, told, takes_away=False)
    assert np.abs(shown(session)[90:110, 90:110].astype(int) - CARD).max() < 12
    for _ in range(STAYS + 1):  # the hand has gone, and what it left there is not open
        session.pictures.show(with_card(table(), 100, 100, SECRET), [part(100, 100, face="read")], takes_away=False)
    assert is_veiled(shown(session), 100, 100)


@pytest.mark.parametrize("read_as", [None, "", "6"])
def test_a_die_under_a_hand_is_shown_as_it_was_whatever_is_read_there(opened: Open, read_as: str | None) -> None:
    session = opened("kaplan", 3)
    laid = with_card(table(), 100, 100)
    rings: list[str] = []

    def die(face: str) -> Part:
        def ring(picture: Pixels, part: Part) -> Pixels:
            rings.append(face)
            return picture

        return replace(square(Thing("die", face), (100.0, 100.0), 20.0), ring=ring)

    session.pictures.show(laid, [die("6")])
    held = laid.copy()
    held[90:130, 60:320] = SECRET
    session.pictures.show(held, [] if read_as is None else [die(read_as)])
    assert np.abs(shown(session)[90:110, 90:110].astype(int) - CARD).max() < 12
    assert rings == ["6", "6"]
    session.pictures.show(table())  # taken away, and the hand is gone
    assert is_veiled(shown(session), 100, 100)


@pytest.mark.parametrize(("off", "stays"), [(0, True), (4, True), (8, False)])
def test_a_card_that_is_read_a_tenth_of_its_size_aside_has_not_moved(opened: Open, off: int, stays: bool) -> None:
    session = opened("kaplan", 3)
    session.pictures.show(with_card(table(), 100, 100), [part(100, 100)])
    session.pictures.show(with_card(table(), 100 + off, 100), [part(100 + off, 100)])
    is_as_it_was = bool(np.abs(shown(session)[90:110, 81:84].astype(int) - CARD).max() < 30)
    assert is_as_it_was == stays


def test_a_thing_of_another_kind_in_the_same_place_is_another(opened: Open) -> None:
    session = opened("kaplan", 3)
    session.pictures.show(with_card(table(), 100, 100), [part(100, 100)])
    die = square(Thing("die", "draw", "1"), (100.0, 100.0), 20.0)
    session.pictures.show(with_card(table(), 100, 100, SECRET), [die])
    assert is_veiled(shown(session), 100, 100)


def test_what_has_corners_is_shown_within_them() -> None:
    corners = ((1.0, 2.0), (5.0, 2.0), (5.0, 9.0), (1.0, 9.0))
    seen = Sighting(Thing("card", "draw"), 0.9, (3.0, 5.5), 4.0, (), corners_px=corners)
    assert part_of(seen).outline_px.tolist() == [list(each) for each in corners]


def test_a_question_shows_a_thing_where_pages_show_it(opened: Open) -> None:
    session = opened("kaplan", 3)
    large = np.repeat(np.repeat(with_card(table(), 100, 100), 5, axis=0), 5, axis=1)
    session.pictures.show(large, [square(Thing("card", ""), (500.0, 500.0), 100.0)])
    asked = [square(Thing("card", "draw"), (500.0 + off, 500.0), 100.0) for off in (0.0, 7.0)]  # as a hand comes nearer
    first, second = (session.pictures.crop(large, each) for each in asked)
    assert first is not None
    assert first == second
    assert session.pictures.cut(large, asked[1]) != session.pictures.cut(large, asked[0])


def test_a_card_that_lies_across_another_is_not_seen(opened: Open) -> None:
    session = opened("kaplan", 3)
    laid = with_card(table(), 100, 100)
    session.pictures.show(laid, [part(100, 100)])
    across = laid.copy()
    across[112:118, 100:118] = SECRET
    session.pictures.show(across, [part(100, 100)])
    assert np.abs(shown(session)[82:118, 82:118].astype(int) - CARD).max() < 12


def test_a_card_that_comes_with_something_over_it_is_not_seen(opened: Open) -> None:
    session = opened("kaplan", 3)
    session.pictures.show(table(), [])
    held = with_card(table(), 100, 100)
    held[110:160, 90:140] = SECRET
    held[150:240, 100:120] = 150
    session.pictures.show(held, [part(100, 100)])
    assert is_veiled(shown(session), 95, 95)


def test_what_has_long_lain_there_belongs_to_the_table(opened: Open) -> None:
    session = opened("kaplan", 3)
    laid = with_card(table(), 100, 100)
    session.pictures.show(table(), [])
    laid[60:110, 60:90] = 30  # a cup's saucer under its edge
    for _ in range(4):
        session.pictures.show(laid, [part(100, 100)])
    assert not is_veiled(shown(session), 110, 110)


@pytest.mark.parametrize("key", ["kaplan", "plic-plac", "leprechauns", "kaleidoscope"])
def test_no_whole_picture_leaves_a_table_with_secrets(opened: Open, key: str) -> None:
    game: Game = catalog.game(key)
    session = opened(key, min(game.seats))
    assert not session.pictures.whole
    session.pictures.show(np.random.default_rng(1).integers(0, 255, (240, 320, 3)).astype(np.uint8))
    assert is_veiled(shown(session), 160, 120)


def test_a_board_without_secrets_is_seen_whole(opened: Open) -> None:
    session = opened("karo", 2)
    session.pictures.show(with_card(table(), 100, 100))
    assert abs(int(shown(session)[200, 200].mean()) - CLOTH) < 4


def evidence(face: str, place: int) -> tuple[SeenThing, ...]:
    return (SeenThing(Thing("card", face, f"place {place}"), 1.0, f"crop of {face}".encode()),)


def test_cards_that_went_back_are_seen_by_nobody(opened: Open) -> None:
    session = opened("plic-plac", 2)
    session.play(DrawFirst(0), "seat 0")
    session.play(TakeSecret(0, 7), "seat 0")
    session.play(Announce(0, "plic-plac-ploc"), "seat 0")
    session.play(CardSeen(7, BY_FACE["green star"]), "camera", evidence("green star", 7))
    assert session.seen_jpeg(3, 0) == b"crop of green star"
    picture = with_card(table(), 100, 100)
    session.pictures.show(picture, [square(Thing("card", "green star", "place 7"), (100.0, 100.0), 20.0)])
    assert not is_veiled(shown(session), 100, 100)
    session.play(TurnUp(0, 8), "seat 0")
    session.play(CardSeen(8, BY_FACE["green cross"]), "camera", evidence("green cross", 8))
    session.play(GiveUp(0), "seat 0")  # both are turned down again
    assert session.seen_jpeg(3, 0) is None
    assert session.seen_jpeg(5, 0) is None
    assert is_veiled(shown(session), 100, 100)  # at once, whatever still lies there
    session.undo("seat 0")
    assert session.seen_jpeg(3, 0) == b"crop of green star"


@pytest.mark.parametrize(
    ("kind", "corners", "shift_px", "unmoved"),
    [("card", 4, 0.0, True), ("card", 4, 30.0, False), ("die", 4, 0.0, False), ("card", 32, 0.0, False)],
)
def test_a_thing_is_unmoved_if_one_of_its_kind_has_the_same_outline(
    kind: str, corners: int, shift_px: float, unmoved: bool
) -> None:
    turns = np.linspace(0.0, 2 * np.pi, corners, endpoint=False)
    outline = 50.0 * np.column_stack([np.cos(turns), np.sin(turns)]) + shift_px
    before = square(Thing("card", "sun"), (0.0, 0.0), 50.0)
    before = replace(before, outline_px=50.0 * np.array([[1, 0], [0, 1], [-1, 0], [0, -1]], np.float64))
    assert _is_unmoved(before, Part(Thing(kind, "moon"), outline)) is unmoved
