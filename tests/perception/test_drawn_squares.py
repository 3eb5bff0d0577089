"""Plic-Plac's square cards, read by the reader of drawn cards: every face, under any light, and a whole pool."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.core.capabilities.drawn_cards import DrawnFace
from companion.games.plic_plac.eyes import drawn_cards
from companion.games.plic_plac.layout import CARD_MM, cells, places_mm, pocket_mm
from companion.perception.cards.finder import SearchPicture
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.quads import Quad
from companion.perception.drawn.face_matcher import FaceMatcher
from companion.perception.drawn.face_templates import templates_of
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading, conclusions
from companion.perception.drawn.rows import rows_of
from tests.drawn_cards_sweep import sweep, told
from tests.perception.card_pictures import PlacedPiece, Shot, hand_over, harsh_shot, in_picture, picture_of

CARDS = drawn_cards()
BY_NAME = {face.faces[0]: face for face in CARDS.faces}
CLEAR = Shot(size_xy=(820, 616), px_per_mm=2.6, wood=False)
SIX_MM = [(x, y) for y in (-50.0, 50.0) for x in (-98.0, 0.0, 98.0)]
WARM, COLD = (0.45, 0.8, 1.0), (1.0, 0.86, 0.6)


@pytest.fixture(scope="module")
def reader() -> DrawnCardReader:
    return DrawnCardReader(CARDS)


def shown(face: DrawnFace, turn_deg: float = 0.0, xy_mm: tuple[float, float] = (0.0, 0.0)) -> PlacedPiece:
    return PlacedPiece(face.art, xy_mm, turn_deg)


def nearest(shot: Shot, lies: PlacedPiece, readings: tuple[DrawnReading, ...]) -> DrawnReading | None:
    """What was read within 10 mm of where a card lies."""
    (where,) = in_picture(shot, [lies.xy_mm])
    off = {float(np.hypot(*(np.array(each.centre_xy_px) - where))): each for each in readings}
    return off[min(off)] if off and min(off) < 10.0 * shot.px_per_mm else None


def results(reader: DrawnCardReader, shot: Shot, faces: list[DrawnFace], seed: int) -> list[str]:
    """The result for each of up to six faces in one picture, each with its own rotation; "stranger" for readings of
    no card."""
    rng = np.random.default_rng(seed)
    laid = [
        shown(face, float(rng.uniform(0, 360)), xy_mm) for face, xy_mm in zip(faces, SIX_MM[: len(faces)], strict=True)
    ]
    readings = reader.read(picture_of(shot, laid, rng))
    found = [(face, nearest(shot, lies, readings)) for face, lies in zip(faces, laid, strict=True)]
    strangers = ["stranger"] * (len(readings) - sum(each is not None for _, each in found))
    return ["missing" if each is None else told(conclusions(CARDS, each), face) for face, each in found] + strangers


def test_an_outline_is_always_compared_as_the_card_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames printed within frames resemble each other at any size, and glare on the motif weakens the right one."""
    face = BY_NAME["red heart"]
    lies = shown(face)
    picture = picture_of(CLEAR, [lies], np.random.default_rng(1))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    half = CARD_MM / 2
    corners = in_picture(CLEAR, [(-half, -half), (half, -half), (half, half), (-half, half)])
    matcher = FaceMatcher(templates_of(CARDS), CARDS.width_mm, CARDS.height_mm)
    nearness = matcher._nearness

    def weak(views: NDArray[np.float32]) -> NDArray[np.float32]:
        near = nearness(views)
        near[:, :4], near[0, 4:] = np.minimum(near[:, :4], 0.1), 0.3  # the card's own four turns come first
        return near

    monkeypatch.setattr(matcher, "_nearness", weak)
    found = matcher.from_quad(SearchPicture(picture, grey, Pyramid(grey)), Quad(np.asarray(corners, np.float64), 1.0))
    assert CARDS.faces.index(face) in [each.template for each in found]


SIXES = [list(CARDS.faces[begin : begin + 6]) for begin in range(0, len(CARDS.faces), 6)]


@pytest.mark.parametrize("faces", SIXES, ids=lambda faces: faces[0].faces[0])
def test_every_side_is_read_at_any_turn_in_warm_and_in_cold_light(
    reader: DrawnCardReader, faces: list[DrawnFace]
) -> None:
    for seed, cast in enumerate((WARM, COLD)):
        assert results(reader, replace(CLEAR, cast=cast), faces, seed) == ["right"] * len(faces)


@pytest.mark.parametrize("seed", range(5))
def test_harsh_light_blur_and_tilt(reader: DrawnCardReader, seed: int) -> None:
    rng = np.random.default_rng(900 + seed)
    faces = [CARDS.faces[int(each)] for each in rng.permutation(len(CARDS.faces))[:2]]
    shot = replace(harsh_shot(rng, (820, 616), 2.5), wood=False)
    assert results(reader, shot, faces, seed) == ["right"] * 2


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 180.0, 270.0])
def test_a_quarter_turn_changes_nothing(reader: DrawnCardReader, turn_deg: float) -> None:
    for name in ("green heart", "colour blue", "back"):
        (reading,) = reader.read(picture_of(CLEAR, [shown(BY_NAME[name], turn_deg + 3.0)], np.random.default_rng(2)))
        assert told(conclusions(CARDS, reading), BY_NAME[name]) == "right"


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(10))
def test_under_a_hand_nothing_wrong_is_said(reader: DrawnCardReader, seed: int) -> None:
    rng = np.random.default_rng(40 + seed)
    face = CARDS.faces[int(rng.integers(len(CARDS.faces)))]
    lies = shown(face, float(rng.uniform(0, 360)))
    readings = reader.read(picture_of(CLEAR, [lies], rng, [hand_over(lies, float(rng.uniform(0.4, 0.65)), rng)]))
    assert all(told(conclusions(CARDS, each), face) != "wrong" for each in readings)


@pytest.mark.whole
def test_a_whole_pool_with_some_turned_up_is_read_with_its_rows(reader: DrawnCardReader) -> None:
    """36 places, three cards taken, four turned up, two won and laid beside it; seen aslant."""
    rng = np.random.default_rng(5)
    shot = Shot(size_xy=(2028, 1520), px_per_mm=2.1, tilt_deg=18.0, tilt_toward_deg=120.0, shadow=0.6, noise=3.0)
    shot = replace(shot, wood=False)
    up = {3: "red star", 8: "colour red", 20: "violet circle", 35: "traitor"}
    taken = (0, 14, 15)
    laid: list[tuple[DrawnFace, PlacedPiece, tuple[int, int] | None]] = []
    for place, (xy_mm, cell) in enumerate(zip(places_mm("square", 36), cells("square", 36), strict=True)):
        if place not in taken:
            face = BY_NAME[up.get(place, "back")]
            turn_deg = float(rng.uniform(-4, 4)) + 90.0 * int(rng.integers(4))
            laid.append((face, shown(face, turn_deg, xy_mm), cell))
    for seat, name in ((1, "blue heart"), (4, "yellow cross")):
        laid.append((BY_NAME[name], shown(BY_NAME[name], 0.0, pocket_mm(seat)), None))
    readings = reader.read(picture_of(shot, [lies for _, lies, _ in laid], rng))
    assert len(readings) == len(laid)
    found = rows_of(readings, CARD_MM)
    for face, lies, cell in laid:
        reading = nearest(shot, lies, readings)
        assert reading is not None
        assert told(conclusions(CARDS, reading), face) == "right"
        assert found[readings.index(reading)] == cell


@pytest.mark.whole
def test_a_small_sweep_has_nothing_wrong() -> None:
    counts = sweep(1, 77, most=3, game="plic-plac")
    assert counts["cards"] >= 6
    assert counts["wrong"] == counts["half hidden wrong"] == counts["strangers wrong"] == 0
    assert counts["right"] >= 0.9 * counts["cards"]
