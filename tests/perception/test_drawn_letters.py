"""Kaléidoscope's letters as the reader of drawn cards sees them: every front, which way up, and a whole table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.core.capabilities.drawn_cards import DrawnFace
from companion.games.kaleidoscope.eyes import drawn_cards
from companion.games.kaleidoscope.kinds import CAPITAL_BACK, SMALL_BACK
from companion.games.kaleidoscope.layout import (
    CARD_MM,
    NORTH,
    SOUTH,
    capital_mm,
    cell_mm,
    discard_mm,
    spare_mm,
    stock_mm,
    turn_deg,
)
from companion.games.leprechauns.eyes import drawn_cards as leprechauns_cards
from companion.perception.cards.finder import Spot
from companion.perception.drawn.enlarged import SmallCardReader, enlarged, times_enlarged
from companion.perception.drawn.reading import DrawnReading, conclusions
from tests.drawn_cards_sweep import MOST_OFF_DEG, off_deg, sweep, told
from tests.perception.card_pictures import PlacedPiece, Shot, hand_over, harsh_shot, in_picture, picture_of, placed

CARDS = drawn_cards()
BY_NAME = {face.faces[0]: face for face in CARDS.faces}
FRONTS = [face for face in CARDS.faces if face.up]
CLEAR = Shot(size_xy=(820, 616), px_per_mm=1.8, wood=False)
"""As a camera 60 to 70 cm above the table sees it."""
NINE_MM = [(x, y) for y in (-60.0, 0.0, 60.0) for x in (-70.0, 0.0, 70.0)]
PlaceState = list[tuple[DrawnFace, PlacedPiece]]


@pytest.fixture(scope="module")
def reader() -> SmallCardReader:
    return SmallCardReader(CARDS)


def strewn(faces: Sequence[DrawnFace], rng: np.random.Generator) -> PlaceState:
    """Up to nine cards, each turned in its own way."""
    places = NINE_MM[: len(faces)]
    return [
        (face, PlacedPiece(face.art, xy, float(rng.uniform(0, 360)))) for face, xy in zip(faces, places, strict=True)
    ]


def results(shot: Shot, laid: PlaceState, readings: Sequence[DrawnReading]) -> list[str]:
    """The result for each card; "askew" where only its direction is wrong, "stranger" for readings of no card."""
    found, left = [], list(readings)
    for face, lies in laid:
        where, top = in_picture(shot, [lies.xy_mm, placed(lies, 0.0, -1.0)])
        mine = [each for each in left if np.hypot(*(each.centre_xy_px - where)) < 6.0 * shot.px_per_mm]
        result = "missing" if not mine else told(conclusions(CARDS, mine[0]), face)
        up_deg = float(np.degrees(np.arctan2(top[0] - where[0], where[1] - top[1])))
        askew = result == "right" and off_deg(face, mine[0], up_deg) > MOST_OFF_DEG
        found.append("askew" if askew else result)
        left = [each for each in left if each not in mine[:1]]
    return found + ["stranger"] * len(left)


NINES = [list(FRONTS[begin::6]) for begin in range(6)]


@pytest.mark.parametrize("faces", NINES, ids=lambda faces: "".join(face.faces[0][0] for face in faces))
def test_every_front_is_read_with_its_direction(reader: SmallCardReader, faces: list[DrawnFace]) -> None:
    rng = np.random.default_rng(7)
    laid = strewn(faces, rng)
    readings = reader.read(picture_of(CLEAR, [lies for _, lies in laid], rng))
    assert results(CLEAR, laid, readings) == ["right"] * 9


@pytest.mark.parametrize("name", ["u", "n", "d", "p", "b", "q", "N", "Z", "M", "W", "O", "joker", "JOKER"])
def test_upside_down_it_is_no_other_letter(reader: SmallCardReader, name: str) -> None:
    laid = [(BY_NAME[name], PlacedPiece(BY_NAME[name].art, (0.0, 0.0), 180.0))]
    (reading,) = reader.read(picture_of(replace(CLEAR, size_xy=(400, 300)), [laid[0][1]], np.random.default_rng(3)))
    assert told(conclusions(CARDS, reading), BY_NAME[name]) == "right"
    assert abs(reading.up_deg - 180.0) < 3.0


@pytest.mark.parametrize("way_deg", [0.0, 45.0, 90.0, 179.0, 270.0, 359.0])
def test_directions_count_clockwise_from_up(reader: SmallCardReader, way_deg: float) -> None:
    shot = replace(CLEAR, size_xy=(400, 300))
    (reading,) = reader.read(
        picture_of(shot, [PlacedPiece(BY_NAME["S"].art, (0.0, 0.0), way_deg)], np.random.default_rng(1))
    )
    assert 0.0 <= reading.up_deg < 360.0
    assert abs((reading.up_deg - way_deg + 180.0) % 360.0 - 180.0) < 2.0


@pytest.mark.parametrize("name", [CAPITAL_BACK, SMALL_BACK])
def test_backs_are_no_letters(reader: SmallCardReader, name: str) -> None:
    shot = replace(CLEAR, size_xy=(400, 300))
    (reading,) = reader.read(
        picture_of(shot, [PlacedPiece(BY_NAME[name].art, (0.0, 0.0), 30.0)], np.random.default_rng(1))
    )
    assert not reading.is_up
    assert told(conclusions(CARDS, reading), BY_NAME[name]) == "right"


@pytest.mark.parametrize("seed", range(4))
def test_harsh_light_blur_and_tilt(reader: SmallCardReader, seed: int) -> None:
    rng = np.random.default_rng(500 + seed)
    laid = strewn([FRONTS[int(each)] for each in rng.permutation(len(FRONTS))[:9]], rng)
    shot = replace(harsh_shot(rng, (820, 616), 2.0), wood=False)
    found = results(shot, laid, reader.read(picture_of(shot, [lies for _, lies in laid], rng)))
    assert set(found) <= {"right", "unknown", "missing"}
    assert found.count("right") >= 8


@pytest.mark.parametrize("seed", range(12))
def test_half_hidden_it_is_unknown_rather_than_wrong(reader: SmallCardReader, seed: int) -> None:
    rng = np.random.default_rng(60 + seed)
    shot = replace(CLEAR, size_xy=(400, 300))
    ((face, lies),) = strewn([FRONTS[int(rng.integers(len(FRONTS)))]], rng)
    lies = replace(lies, xy_mm=(0.0, 0.0))
    readings = reader.read(picture_of(shot, [lies], rng, [hand_over(lies, float(rng.uniform(0.4, 0.65)), rng)]))
    assert all(told(conclusions(CARDS, each), face) != "wrong" for each in readings)


def test_a_whole_table_in_the_midst_of_a_game(reader: SmallCardReader) -> None:
    """Nine capitals, twenty small letters towards both players, discards, stocks, and the spare capitals."""
    rng = np.random.default_rng(5)
    shot = Shot(size_xy=(1640, 1232), px_per_mm=1.75, tilt_deg=6.0, tilt_toward_deg=120.0, shadow=0.7, noise=3.0)
    shot = replace(shot, wood=False)
    here: list[tuple[str, tuple[float, float], float]] = []
    here += [(name, capital_mm(column, 9), 0.0) for column, name in enumerate("SCTMNPUDX")]
    for seat, columns in ((NORTH, ("ou", "h", "are", "", "", "")), (SOUTH, ("onge", "", "rai", "i", "", "p"))):
        for column, letters in enumerate(columns):
            here += [(name, cell_mm(seat, column, row, 9), turn_deg(seat)) for row, name in enumerate(letters)]
        here += [("w", discard_mm(seat, 0), turn_deg(seat)), ("joker", discard_mm(seat, 3), turn_deg(seat))]
        here.append((SMALL_BACK, stock_mm(seat), turn_deg(seat)))
    here += [("n", discard_mm(SOUTH, 1), 0.0), (CAPITAL_BACK, spare_mm(), 0.0)]
    laid = [
        (BY_NAME[name], PlacedPiece(BY_NAME[name].art, xy_mm, way + float(rng.uniform(-4, 4))))
        for name, xy_mm, way in here
    ]
    readings = reader.read(picture_of(shot, [lies for _, lies in laid], rng))
    assert len([each for each in readings if each.is_up]) == 9 + 20
    assert results(shot, laid, readings) == ["right"] * len(laid)


def test_what_is_read_is_in_true_millimetres(reader: SmallCardReader) -> None:
    shot = replace(CLEAR, size_xy=(400, 300))
    picture = picture_of(shot, [PlacedPiece(BY_NAME["R"].art, (10.0, 5.0), 20.0)], np.random.default_rng(2))
    (reading,) = reader.read(picture)
    half = CARD_MM / 2
    own = np.array([[[-half, -half], [half, -half], [half, half], [-half, half]]])
    assert np.allclose(cv2.perspectiveTransform(own, reading.to_picture)[0], reading.corners_px)
    sides = np.linalg.norm(reading.corners_px - np.roll(reading.corners_px, -1, axis=0), axis=1)
    assert np.abs(sides / (CARD_MM * shot.px_per_mm) - 1).max() < 0.08
    near, far = (Spot(shot.to_picture() @ _shifted(x), 15.0) for x in (5.0, 60.0))
    (same,) = reader.read(picture, spot=near)
    assert same.likeliest() == reading.likeliest()
    assert reader.read(picture, spot=far) == ()


def _shifted(x_mm: float) -> np.ndarray:
    return np.array([[1.0, 0.0, x_mm], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


def test_large_cards_are_looked_at_as_they_are() -> None:
    cards = leprechauns_cards()
    assert times_enlarged(cards) == 1.0
    assert enlarged(cards) is cards
    assert enlarged(CARDS) is enlarged(CARDS)


@pytest.mark.whole
def test_a_small_sweep_has_nothing_wrong() -> None:
    counts = sweep(1, 77, most=3, game="kaleidoscope")
    assert counts["cards"] >= 6
    assert counts["wrong"] == counts["half hidden wrong"] == counts["strangers wrong"] == 0
    assert counts["right"] >= 0.9 * counts["cards"]
