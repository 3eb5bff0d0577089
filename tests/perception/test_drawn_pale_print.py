"""Drawn cards whose colours a camera renders paler than they are, on tables darker than their paper: people read them
at a glance."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.games.plic_plac.eyes import drawn_cards
from companion.perception.cards.coarse_windows import AROUND_PX
from companion.perception.drawn.coarse import INSET_PX, print_of, prints_at
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import conclusions
from tests.drawn_cards_sweep import told
from tests.perception.card_pictures import PlacedPiece, Shot, in_picture, picture_of

CARDS = drawn_cards()
CLEAR = Shot(size_xy=(820, 616), px_per_mm=2.6, wood=False)
SIX_MM = [(x, y) for y in (-50.0, 50.0) for x in (-98.0, 0.0, 98.0)]
TABLE = (45, 35, 25)
PALE, GREY = 0.45, 0.5
WHITE, WASHED = 240.0, 0.25


def paler(picture: Pixels) -> Pixels:
    """Half of the contrast, and half of the colour."""
    logs = np.log(np.maximum(picture.astype(np.float32), 4.0) / 230.0)
    greys = logs.mean(axis=2, keepdims=True)
    return np.asarray(np.clip(200.0 * np.exp(PALE * (greys + GREY * (logs - greys))), 0, 255), np.uint8)


def on_dark(shot: Shot, laid: list[PlacedPiece], picture: Pixels) -> Pixels:
    """The same cards on a dark table."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for piece in laid:
        x, y = piece.xy_mm
        half = piece.art.width_mm / 2
        square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        cv2.fillPoly(mask, [np.round(in_picture(shot, square)).astype(np.int32)], 255)
    return np.where(mask[:, :, None] > 0, picture, np.array(TABLE, np.uint8))


@pytest.mark.parametrize("begin", range(0, len(CARDS.faces), 6))
def test_pale_colours_on_a_dark_table_hide_nothing(begin: int) -> None:
    faces = list(CARDS.faces[begin : begin + 6])
    laid = [PlacedPiece(face.art, xy, 0.0) for face, xy in zip(faces, SIX_MM[: len(faces)], strict=True)]
    picture = on_dark(CLEAR, laid, paler(picture_of(CLEAR, laid, np.random.default_rng(begin))))
    readings = DrawnCardReader(CARDS).read(picture)
    for face, piece in zip(faces, laid, strict=True):
        (where,) = in_picture(CLEAR, [piece.xy_mm])
        own = [each for each in readings if np.hypot(*(np.array(each.centre_xy_px) - where)) < 20]
        assert [told(conclusions(CARDS, each), face) for each in own] == ["right"], face.faces
        assert own[0].covered < 0.1, face.faces


@pytest.mark.parametrize("begin", range(0, len(CARDS.faces), 6))
def test_print_that_glare_has_washed_out_to_a_quarter_is_read(begin: int) -> None:
    faces = list(CARDS.faces[begin : begin + 6])
    laid = [PlacedPiece(face.art, xy, 0.0) for face, xy in zip(faces, SIX_MM[: len(faces)], strict=True)]
    picture = picture_of(CLEAR, laid, np.random.default_rng(begin)).astype(np.float32)
    washed = np.asarray(np.clip(WHITE - WASHED * (WHITE - picture), 0, 255), np.uint8)
    readings = DrawnCardReader(CARDS).read(on_dark(CLEAR, laid, washed))
    for face, piece in zip(faces, laid, strict=True):
        (where,) = in_picture(CLEAR, [piece.xy_mm])
        own = [each for each in readings if np.hypot(*(np.array(each.centre_xy_px) - where)) < 20]
        assert [told(conclusions(CARDS, each), face) for each in own] == ["right"], face.faces


def test_the_table_beside_a_card_changes_nothing_of_its_print() -> None:
    card = np.random.default_rng(1).uniform(60, 220, (30, 30)).astype(np.float32)
    inner = (30 - 2 * INSET_PX, 30 - 2 * INSET_PX)
    seen = [np.pad(card, AROUND_PX, constant_values=table) for table in (10.0, 250.0)]
    dark, bright = (prints_at(each, [(AROUND_PX + INSET_PX, AROUND_PX + INSET_PX)], inner)[0] for each in seen)
    np.testing.assert_allclose(dark, bright)
    np.testing.assert_allclose(dark, print_of(card))
