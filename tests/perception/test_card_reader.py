"""The card reader on drawn pictures: names, faces, verdicts, and what is no card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.art import Art, Polygon, rectangle
from companion.games.kaplan.art import art
from companion.games.kaplan.deck import deck
from companion.games.kaplan.eyes import cards_of, symbol_cards
from companion.perception.cards.eye import card_eye
from companion.perception.cards.reader import CardReader
from companion.perception.cards.verdict import UNKNOWN, AskedDraw, Verdict, verdict
from tests.perception.card_pictures import PlacedPiece, Shot, hand_over, harsh_shot, in_picture, picture_of, placed

SMALL_XY = (820, 616)
CARDS = symbol_cards()
CLEAR = Shot(size_xy=SMALL_XY, px_per_mm=4.0, wood=False)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(CARDS)


def shown(ident: int, turn_deg: float = 0.0, xy_mm: tuple[float, float] = (0.0, 0.0)) -> PlacedPiece:
    return PlacedPiece(CARDS.draw_side(ident), xy_mm, turn_deg)


@pytest.mark.parametrize("turn_deg", [0.0, 33.0, 90.0, 141.0, 180.0, 270.0, 300.0])
def test_a_card_is_named_at_any_turn_and_its_corners_lie_right(reader: CardReader, turn_deg: float) -> None:
    lies = shown(17, turn_deg, (10.0, -6.0))
    (reading,) = reader.read(picture_of(CLEAR, [lies], np.random.default_rng(3)))
    assert (reading.face, reading.ident) == ("draw", 17)
    assert reading.colours == tuple(window.colour.value for window in deck().card(17).windows)
    assert reading.header == deck().card(17).metal.value
    corners = in_picture(CLEAR, [placed(lies, x, y) for x, y in ((-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44))])
    assert np.abs(reading.corners_px - corners).max() < 0.5 * CLEAR.px_per_mm


@pytest.mark.parametrize("seed", range(6))
def test_harsh_light_blur_and_tilt(reader: CardReader, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shot = replace(harsh_shot(rng, SMALL_XY, 3.2), wood=False)
    ident = int(rng.integers(1, 121))
    (reading,) = reader.read(picture_of(shot, [shown(ident, float(rng.uniform(0, 360)))], rng))
    assert reading.ident == ident
    assert reading.confidence > 0.999


@pytest.mark.parametrize("seed", range(4))
def test_a_third_under_a_hand_is_right_or_unknown(reader: CardReader, seed: int) -> None:
    rng = np.random.default_rng(seed)
    lies = shown(40 + seed, 20.0)
    readings = reader.read(picture_of(CLEAR, [lies], rng, [hand_over(lies, 0.3, rng)]))
    assert {reading.ident for reading in readings} <= {40 + seed, None}


def test_cards_that_cover_each_other(reader: CardReader) -> None:
    laid = [shown(5, 10.0, (-60.0, 0.0)), shown(6, 80.0, (-8.0, 10.0)), shown(7, 200.0, (60.0, -14.0))]
    readings = reader.read(picture_of(replace(CLEAR, px_per_mm=3.0), laid, np.random.default_rng(1)))
    assert [reading.ident for reading in readings] == [5, 6, 7]


def test_the_reading_side_is_recognised_and_nothing_is_told(reader: CardReader) -> None:
    lies = PlacedPiece(CARDS.read_side(30), (0.0, 0.0), 25.0)
    (reading,) = reader.read(picture_of(CLEAR, [lies], np.random.default_rng(2)))
    assert (reading.face, reading.ident, reading.guess, reading.colours, reading.header) == ("read",) + (None,) * 4
    assert reading.cell_shares.size == 0


@pytest.mark.parametrize("seed", range(4))
def test_a_reading_side_is_not_passed_over_beside_a_card_that_was_found(reader: CardReader, seed: int) -> None:
    rng = np.random.default_rng(400 + seed)
    shot = replace(harsh_shot(rng, SMALL_XY, 2.6), wood=False, tilt_deg=8.0)
    back = PlacedPiece(CARDS.read_side(70 + seed), (60.0, 5.0), float(rng.uniform(0, 360)))
    alone = reader.read(picture_of(shot, [back], np.random.default_rng(seed)))
    beside = reader.read(picture_of(shot, [back, shown(50 + seed, 70.0, (-60.0, 0.0))], np.random.default_rng(seed)))
    assert [each.face for each in beside] == ["draw", *(each.face for each in alone)]


def test_what_is_no_card(reader: CardReader) -> None:
    phone = Art(70.0, 140.0, 8.0, False, "#101010", (rectangle((0.0, 0.0), 64.0, 120.0, "#e8f0ff"),))
    paper = Art(90.0, 60.0, 0.1, False, "#ffffff", tuple(
        Polygon(((-40.0, y), (40.0, y)), stroke="#222222", stroke_mm=0.8) for y in range(-24, 25, 6)))  # fmt: skip
    things = [
        PlacedPiece(art("sarcophagus", "K"), (-70.0, -30.0), 15.0),
        PlacedPiece(art("sarcophagus", "eye"), (-70.0, 60.0), 80.0),
        PlacedPiece(art("bet", "square"), (-20.0, 60.0), 0.0),
        PlacedPiece(phone, (10.0, 0.0), 8.0),
        PlacedPiece(paper, (80.0, -20.0), 30.0),
    ]
    shot = replace(CLEAR, px_per_mm=3.0)
    assert reader.read(picture_of(shot, things, np.random.default_rng(8))) == ()
    assert reader.read(np.full((616, 820, 3), 127, np.uint8)) == ()


def draw_of(ident: int, position: int, cell: int) -> AskedDraw:
    window = deck().card(ident).windows[position - 1]
    symbol = window.cells[cell].symbol
    return AskedDraw(window.colour.value, position, symbol.shape.value, symbol.fill.value)


@pytest.mark.whole
def test_an_unknown_deck_is_read_from_its_face_alone() -> None:
    cards = cards_of(None)
    shot = replace(CLEAR, px_per_mm=6.0)
    (reading,) = CardReader(cards).read(picture_of(shot, [shown(61, 170.0)], np.random.default_rng(4)))
    card = deck().card(61)
    assert (reading.ident, reading.header) == (None, card.metal.value)
    assert reading.colours == tuple(window.colour.value for window in card.windows)
    told = [verdict(cards, reading, draw_of(61, position, cell)) for position in (1, 2, 3) for cell in range(24)]
    true = [Verdict(bool(cell.holds), cell.holds) for window in card.windows for cell in window.cells]
    assert all(mine.keep in (None, right.keep) for mine, right in zip(told, true, strict=True))
    assert sum(mine.keep is not None for mine in told) > 60
    other = AskedDraw(card.windows[1].colour.value, 1, "hexagon", "solid")
    assert verdict(cards, reading, other) == Verdict(False, None)


def test_a_known_card_has_the_deck_s_verdict(reader: CardReader) -> None:
    (reading,) = reader.read(picture_of(CLEAR, [shown(99)], np.random.default_rng(6)))
    for draw in deck().words:
        asked = AskedDraw(draw.colour.value, draw.position, draw.symbol.shape.value, draw.symbol.fill.value)
        holds = deck().card(99).holds(draw)
        assert verdict(CARDS, reading, asked) == Verdict(bool(holds), holds)
    nobody = replace(reading, ident=None, colours=None)
    assert verdict(CARDS, nobody, asked) == UNKNOWN


def test_where_nothing_changed_no_card_is_read_again(reader: CardReader) -> None:
    shot = replace(CLEAR, px_per_mm=3.0)
    picture = picture_of(shot, [shown(12, 0.0, (-60.0, 0.0)), shown(99, 30.0, (60.0, 0.0))], np.random.default_rng(9))
    (x, y), *_ = in_picture(shot, [(60.0, 0.0)])
    changed = (x - 150, y - 150, x + 150, y + 150)
    assert [each.ident for each in reader.read(picture, [changed])] == [99]
    assert [each.ident for each in reader.read(picture)] == [12, 99]


def test_where_a_change_shows_no_card_all_is_read(reader: CardReader) -> None:
    picture = picture_of(CLEAR, [shown(12, 0.0, (-40.0, 0.0))], np.random.default_rng(9))
    assert reader.read(picture, [(700.0, 500.0, 760.0, 560.0)]) == ()
    assert [each.thing.name for each in card_eye(reader)(picture, [(700.0, 500.0, 760.0, 560.0)])] == ["12"]


def test_the_eye_says_face_and_name(reader: CardReader) -> None:
    laid = [shown(12, 0.0, (-45.0, 0.0)), PlacedPiece(CARDS.read_side(13), (45.0, 0.0), 0.0)]
    seen = card_eye(reader)(picture_of(replace(CLEAR, px_per_mm=3.0), laid, np.random.default_rng(9)))
    assert [(s.thing.kind, s.thing.face, s.thing.name, s.thing.xy_mm) for s in seen] == [
        ("card", "draw", "12", None),
        ("card", "read", "", None),
    ]
