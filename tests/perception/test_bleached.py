"""Bleached pictures: print that has paled with its paper is read, and nothing is read twice."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.games.kaplan.eyes import symbol_cards
from companion.games.plic_plac.eyes import drawn_cards
from companion.perception.cards.bleached import GAMMA, deepened, is_bleached, with_bleached
from companion.perception.cards.reader import CardReader
from companion.perception.drawn.enlarged import SmallCardReader
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading, conclusions
from companion.perception.eyes import Area
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


def test_what_is_white_and_no_card_that_was_read_is_looked_at_again() -> None:
    picture = np.full((480, 640, 3), 200, np.uint8)
    asked: list[Sequence[Area] | None] = []

    def read(seen: Pixels, areas: Sequence[Area] | None) -> list[DrawnReading]:
        asked.append(areas)
        return []

    assert with_bleached(picture, None, read, lambda each: True) == []
    assert asked == [None], "nothing is white"
    picture[100:300, 200:400] = 255
    with_bleached(picture, None, read, lambda each: True)
    (again,) = asked[-1] or ()
    assert again == pytest.approx((200, 100, 400, 300), abs=16)
    with_bleached(picture, [(0.0, 0.0, 150.0, 480.0)], read, lambda each: True)
    assert asked[-1] == [(0.0, 0.0, 150.0, 480.0)], "what is white lies outside of the area"


def test_cards_that_were_read_are_not_looked_at_again() -> None:
    laid = [PlacedPiece(face.art, xy, 0.0) for face, xy in zip(DECK.faces[:6], SIX_MM, strict=True)]
    plain = picture_of(SHOT, laid, np.random.default_rng(1))
    picture = np.asarray(np.minimum(255, plain * 1.15), np.uint8)
    assert is_bleached(picture)
    seen = list[Pixels]()
    reader = DrawnCardReader(DECK)

    def read(exposure: Pixels, areas: Sequence[Area] | None) -> list[DrawnReading]:
        seen.append(exposure)
        return reader.read_exposure(exposure, areas)

    assert len(with_bleached(picture, None, read, lambda each: True)) == 6
    assert len(seen) == 1


def test_what_is_not_believed_is_left_out() -> None:
    faces = list(DECK.faces[:6])
    picture = bleached(SHOT, [PlacedPiece(face.art, xy, 0.0) for face, xy in zip(faces, SIX_MM, strict=True)], 0)
    reader = DrawnCardReader(DECK)
    at_once = len(reader.read_exposure(picture))
    assert len(with_bleached(picture, None, reader.read_exposure, lambda each: False)) == at_once
    assert len(with_bleached(picture, None, reader.read_exposure, lambda each: True)) == len(faces) > at_once


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


def test_small_cards_are_read_through_the_same_reader() -> None:
    laid = [PlacedPiece(DECK.faces[0].art, (0.0, 0.0), 0.0)]
    assert len(SmallCardReader(DECK).read(bleached(SHOT, laid, 3))) == 1


def test_a_card_that_is_legible_all_over_is_not_hidden_by_odd_colours() -> None:
    faces = list(DECK.faces[:6])
    laid = [PlacedPiece(face.art, xy, 0.0) for face, xy in zip(faces, SIX_MM, strict=True)]
    plain = picture_of(SHOT, laid, np.random.default_rng(4)).astype(np.float32)
    grey = plain.mean(axis=2, keepdims=True)
    gaudy = np.clip(150 + 4.0 * (grey + 1.5 * (plain - grey) - 190), 0, 255).astype(np.uint8)
    readings = DrawnCardReader(DECK).read(gaudy)
    assert len(readings) == len(faces)
    assert all(reading.settled and reading.covered < 0.2 for reading in readings)
