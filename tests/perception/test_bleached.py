"""Bleached pictures: print that has paled with its paper is read, and nothing is read twice."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.games.kaplan.eyes import symbol_cards
from companion.games.plic_plac.eyes import drawn_cards
from companion.perception.cards.bleached import GAMMA, deepened, exposures, is_bleached
from companion.perception.cards.reader import CardReader
from companion.perception.drawn.enlarged import SmallCardReader
from companion.perception.drawn.reader import DrawnCardReader, agreed
from companion.perception.drawn.reading import CONFIDENT, conclusions
from tests.drawn_cards_sweep import told
from tests.perception.card_pictures import PlacedPiece, Shot, in_picture, picture_of

DECK, KAPLAN = drawn_cards(), symbol_cards()
PALE = 0.08
"""What is left of the contrast of bleached print."""
DARK = (70, 60, 50)
SIX_MM = [(x, y) for y in (-50.0, 50.0) for x in (-98.0, 0.0, 98.0)]
SHOT = Shot(size_xy=(820, 616), px_per_mm=2.6, wood=False)
NEAR = Shot(size_xy=(1000, 750), px_per_mm=5.0, wood=False)


def bleached(shot: Shot, laid: list[PlacedPiece], seed: int) -> Pixels:
    """Cards on a dark table whose print is nearly as bright as their paper, which is white."""
    plain = picture_of(shot, laid, np.random.default_rng(seed))
    pale = 255 * np.minimum(1.0, plain / np.percentile(plain, 99.0)) ** PALE
    mask = np.zeros(plain.shape[:2], np.uint8)
    for piece in laid:
        (x, y), w, h = piece.xy_mm, piece.art.width_mm / 2, piece.art.height_mm / 2
        corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
        cv2.fillPoly(mask, [np.round(in_picture(shot, corners)).astype(np.int32)], 255)
    return np.where(mask[:, :, None] > 0, np.round(pale), np.array(DARK)).astype(np.uint8)


def test_a_picture_without_white_is_seen_once() -> None:
    picture = np.full((60, 80, 3), 200, np.uint8)
    assert not is_bleached(picture)
    assert len(list(exposures(picture))) == 1


def test_a_white_corner_is_bleached_and_is_seen_deeper_the_second_time() -> None:
    picture = np.full((60, 80, 3), 200, np.uint8)
    picture[:20, :20] = 255
    first, second = exposures(picture)
    assert (first == picture).all()
    assert (second[:20, :20] == 255).all()
    assert second[40, 40, 0] == round(255 * (200 / 255) ** GAMMA)


def test_deepening_multiplies_contrast() -> None:
    pale, paper = (np.full((4, 4, 3), value, np.uint8) for value in (235, 250))
    contrast = np.log(250 / 235)
    assert np.log(deepened(paper)[0, 0, 0] / deepened(pale)[0, 0, 0]) == pytest.approx(GAMMA * contrast, rel=0.05)


@pytest.mark.parametrize("begin", range(0, 30, 6))
def test_cards_whose_print_has_paled_are_read(begin: int) -> None:
    faces = list(DECK.faces[begin : begin + 6])
    laid = [PlacedPiece(face.art, xy, 0.0) for face, xy in zip(faces, SIX_MM, strict=True)]
    picture = bleached(SHOT, laid, begin)
    readings = DrawnCardReader(DECK).read(picture)
    for face, piece in zip(faces, laid, strict=True):
        (where,) = in_picture(SHOT, [piece.xy_mm])
        own = [each for each in readings if np.hypot(*(np.array(each.centre_xy_px) - where)) < 20]
        assert [told(conclusions(DECK, each), face) for each in own] == ["right"], face.faces
    assert len(readings) == len(faces)
    assert len(DrawnCardReader(DECK).read_exposure(picture)) < len(faces), "it takes the second look"


@pytest.mark.parametrize("ident", [1, 60, 118])
def test_a_card_of_kaplans_whose_print_has_paled_is_named(ident: int) -> None:
    laid = [PlacedPiece(KAPLAN.draw_side(ident), (0.0, 0.0), 0.0)]
    (reading,) = CardReader(KAPLAN).read(bleached(NEAR, laid, ident))
    assert reading.ident == ident


def test_exposures_that_differ_leave_a_card_undecided() -> None:
    laid = [PlacedPiece(face.art, xy, 0.0) for face, xy in zip(DECK.faces[:2], SIX_MM[:2], strict=True)]
    one, other = DrawnCardReader(DECK).read(picture_of(SHOT, laid, np.random.default_rng(1)))
    assert one.likeliest() != other.likeliest()
    assert agreed(one, one).shares.max() >= CONFIDENT
    assert agreed(one, other).shares.max() < CONFIDENT


def test_small_cards_are_read_through_the_same_reader() -> None:
    laid = [PlacedPiece(DECK.faces[0].art, (0.0, 0.0), 0.0)]
    assert len(SmallCardReader(DECK).read(bleached(SHOT, laid, 3))) == 1
