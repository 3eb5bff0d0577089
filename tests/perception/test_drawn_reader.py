"""The reader of drawn cards: what cards say, what remains of them under a hand, and what is no card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.art import Art, rectangle
from companion.core.capabilities.drawn_cards import DrawnFace
from companion.games.kaplan.eyes import symbol_cards
from companion.games.leprechauns.action_art import prems
from companion.games.leprechauns.eyes import drawn_cards
from companion.perception.cards.finder import Spot
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading, conclusions
from tests.drawn_cards_sweep import sweep, told
from tests.perception.card_pictures import PlacedPiece, Shot, hand_over, harsh_shot, in_picture, picture_of, placed

CARDS = drawn_cards()
SMALL_XY = (820, 616)
CLEAR = Shot(size_xy=SMALL_XY, px_per_mm=3.4, wood=False)


@pytest.fixture(scope="module")
def reader() -> DrawnCardReader:
    return DrawnCardReader(CARDS)


def face_of(kind: str, name: str) -> DrawnFace:
    return next(each for each in CARDS.faces if each.kind == kind and name in each.faces)


def shown(face: DrawnFace, turn_deg: float = 0.0, xy_mm: tuple[float, float] = (0.0, 0.0)) -> PlacedPiece:
    return PlacedPiece(face.art, xy_mm, turn_deg)


def only(readings: tuple[DrawnReading, ...], face: DrawnFace) -> DrawnReading:
    """The one card that was found, which says all that the side says."""
    (reading,) = readings
    assert told(conclusions(CARDS, reading), face) == "right"
    return reading


def test_no_two_sides_are_drawn_alike() -> None:
    assert len({face.art for face in CARDS.faces}) == len(CARDS.faces)


def test_all_that_is_printed_is_known() -> None:
    chests = [face for face in CARDS.faces if face.kind == "chest" and face.up]
    assert len(chests) == 60
    actions = {name for face in CARDS.faces if face.kind == "action" and face.up for name in face.faces}
    assert len({name for name in actions if name.startswith("boxed")}) == 6
    assert len({name for name in actions if name.startswith("print")}) == 7 + 10


@pytest.mark.parametrize("turn_deg", [0.0, 33.0, 90.0, 180.0, 250.0])
def test_a_chest_is_read_at_any_turn_and_its_corners_lie_right(reader: DrawnCardReader, turn_deg: float) -> None:
    lies = shown(face_of("chest", "17"), turn_deg, (10.0, -6.0))
    reading = only(reader.read(picture_of(CLEAR, [lies], np.random.default_rng(3))), face_of("chest", "17"))
    corners = in_picture(CLEAR, [placed(lies, x, y) for x, y in ((-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44))])
    assert np.abs(reading.corners_px - corners).max() < 0.6 * CLEAR.px_per_mm
    assert reading.covered < 0.05


@pytest.mark.parametrize("seed", range(6))
def test_harsh_light_blur_and_tilt(reader: DrawnCardReader, seed: int) -> None:
    rng = np.random.default_rng(600 + seed)
    shot = replace(harsh_shot(rng, SMALL_XY, 3.0), wood=False)
    face = CARDS.faces[int(rng.integers(len(CARDS.faces)))]
    only(reader.read(picture_of(shot, [shown(face, float(rng.uniform(0, 360)))], rng)), face)


@pytest.mark.parametrize("kind", ["chest", "action"])
def test_a_back_is_recognised(reader: DrawnCardReader, kind: str) -> None:
    face = face_of(kind, "back")
    readings = reader.read(picture_of(CLEAR, [shown(face, 25.0)], np.random.default_rng(2)))
    said = conclusions(CARDS, only(readings, face))
    assert (said.kind, said.up) == (kind, False)


def test_of_a_half_covered_card_what_remains_is_told(reader: DrawnCardReader) -> None:
    # Chests 2 and 41 have the same value and the same lower motif; their upper ones are hidden.
    face = face_of("chest", "2")
    hand = np.array([(-60.0, -21.0), (25.0, -21.0), (25.0, 7.0), (-60.0, 7.0)])
    (reading,) = reader.read(picture_of(CLEAR, [shown(face)], np.random.default_rng(1), [hand]))
    said = conclusions(CARDS, reading)
    assert (said.kind, said.tells["value"], said.tells["motifs"]) == ("chest", 2, [None, "sign:thumb"])
    assert abs(reading.covered - 0.285) < 0.15


def test_motifs_that_a_hand_hides_are_not_guessed(reader: DrawnCardReader) -> None:
    """Chests 5 and 42 have the same value and the same lower motif."""
    face = face_of("chest", "5")
    hand = np.array([(-60.0, -21.5), (26.0, -21.5), (26.0, 7.5), (-60.0, 7.5)])
    for reading in reader.read(picture_of(CLEAR, [shown(face)], np.random.default_rng(1), [hand])):
        said = conclusions(CARDS, reading)
        assert said.tells["motifs"] in ([None, "animal:duck"], [None, None])
        assert said.tells["value"] in (None, 5)


@pytest.mark.parametrize("seed", range(4))
def test_under_a_hand_nothing_wrong_is_said(reader: DrawnCardReader, seed: int) -> None:
    rng = np.random.default_rng(seed)
    face = CARDS.faces[int(rng.integers(60))]
    lies = shown(face, float(rng.uniform(0, 360)))
    readings = reader.read(picture_of(CLEAR, [lies], rng, [hand_over(lies, 0.55, rng)]))
    assert all(told(conclusions(CARDS, each), face) != "wrong" for each in readings)


def test_cards_that_cover_each_other(reader: DrawnCardReader) -> None:
    faces = [face_of("chest", "5"), face_of("action", "boxed gift"), face_of("chest", "56")]
    laid = [
        shown(faces[0], 10.0, (-64.0, 0.0)),
        shown(faces[1], 80.0, (-8.0, 10.0)),
        shown(faces[2], 200.0, (60.0, -14.0)),
    ]
    readings = reader.read(picture_of(replace(CLEAR, px_per_mm=3.0), laid, np.random.default_rng(1)))
    assert [told(conclusions(CARDS, each), face) for each, face in zip(readings, faces, strict=True)] == ["right"] * 3


def test_what_is_no_card_of_the_deck(reader: DrawnCardReader) -> None:
    phone = Art(70.0, 140.0, 8.0, False, "#101010", (rectangle((0.0, 0.0), 64.0, 120.0, "#e8f0ff"),))
    things = [
        PlacedPiece(prems(), (-80.0, -30.0), 15.0),
        PlacedPiece(symbol_cards().draw_side(17), (0.0, 30.0), 80.0),
        PlacedPiece(phone, (80.0, 0.0), 8.0),
    ]
    shot = replace(CLEAR, px_per_mm=2.8)
    assert reader.read(picture_of(shot, things, np.random.default_rng(8))) == ()
    assert reader.read(np.full((616, 820, 3), 127, np.uint8)) == ()


def test_on_a_known_table_cards_are_looked_for_in_one_spot_alone(reader: DrawnCardReader) -> None:
    shot = replace(CLEAR, px_per_mm=2.8)
    laid = [shown(face_of("chest", "8"), 5.0, (-60.0, 0.0)), shown(face_of("chest", "9"), 5.0, (60.0, 0.0))]
    picture = picture_of(shot, laid, np.random.default_rng(4))
    spot = Spot(shot.to_picture() @ np.array([[1.0, 0.0, 50.0], [0.0, 1.0, 10.0], [0.0, 0.0, 1.0]]), 40.0)
    only(reader.read(picture, spot=spot), face_of("chest", "9"))


def test_what_is_unlikely_to_be_there_needs_more_to_be_told(reader: DrawnCardReader) -> None:
    """Among the chests of an edition, one that is not of it is still possible."""
    (reading,) = reader.read(picture_of(CLEAR, [shown(face_of("chest", "2"))], np.random.default_rng(1)))
    number = CARDS.faces.index(face_of("chest", "2"))
    others = [n for n in range(60) if n != number]
    assert reading.among(others).likeliest() == number
    assert reading.among([number]).shares[number] > 0.999


@pytest.mark.whole
def test_a_small_sweep_has_nothing_wrong() -> None:
    counts = sweep(1, 77, most=3)
    assert counts["cards"] >= 8
    assert counts["wrong"] == counts["half hidden wrong"] == 0
    assert counts["right"] >= 0.9 * counts["cards"]
