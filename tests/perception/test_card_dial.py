"""Cards in a ring and pawns in its middle."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.kaplan import layout
from companion.games.kaplan.art import art
from companion.games.kaplan.deck import Draw, deck
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.dial import placed_on_board
from companion.perception.cards.pawns import PawnReader
from companion.perception.cards.reader import CardReader
from companion.perception.cards.verdict import AskedDraw
from tests.perception.card_pictures import Picture, PlacedPiece, Shot, picture_of

CARDS = symbol_cards()
SHOT = Shot(size_xy=(2028, 1520), px_per_mm=2.7, tilt_deg=6, tilt_toward_deg=40, wood=False)
TURN_DEG = 9.0
DRAW = list(deck().words)[200]
ASKED = AskedDraw(DRAW.colour.value, DRAW.position, DRAW.symbol.shape.value, DRAW.symbol.fill.value)


def dial_of(draw: Draw, swapped: tuple[int, int]) -> tuple[Picture, list[int]]:
    """A dial with its 18 cards, two of them swapped, and its pawns."""
    laid = deck().layout(draw)
    letters = list(laid.letters)
    one, other = (place - 1 for place in swapped)
    letters[one], letters[other] = letters[other], letters[one]
    pieces = [PlacedPiece(art("dial", "dial"), (0.0, 0.0), TURN_DEG)]
    for place, ident in enumerate(letters, 1):
        pieces.append(on_dial(ident, layout.CROWN_MM, layout.place_deg(place)))
    beside: dict[object, int] = {}
    for _, ident in laid.clues:
        metal = deck().card(ident).metal
        beside[metal] = beside.get(metal, 0) + 1
        pieces.append(on_dial(ident, layout.SHIELD_MM, layout.clue_deg(metal, beside[metal])))
    pieces.append(PlacedPiece(art("colour-pawn", f"{draw.colour.value}:{draw.position}"), (0.5, 0.0), 12.0))
    pieces.append(
        PlacedPiece(art("symbol-pawn", f"{draw.symbol.shape.value}:{draw.symbol.fill.value}"), (0.0, 1.0), -20.0)
    )
    return picture_of(SHOT, pieces, np.random.default_rng(5)), letters


def on_dial(ident: int, radius_mm: float, turn_deg: float) -> PlacedPiece:
    xy_mm = layout.turned_mm((0.0, -radius_mm), turn_deg + TURN_DEG)
    return PlacedPiece(CARDS.draw_side(ident), xy_mm, turn_deg + TURN_DEG)


@pytest.fixture(scope="module")
def dial() -> tuple[Picture, list[int]]:
    return dial_of(DRAW, (3, 7))


@pytest.mark.whole
def test_swapped_cards_are_told_with_and_without_the_draw(dial: tuple[Picture, list[int]]) -> None:
    picture, letters = dial
    readings = CardReader(CARDS).read(picture)
    for asked in (ASKED, None):
        placed = placed_on_board(CARDS, readings, asked)
        crown = [(each.place, each.reading.ident, each.ok) for each in placed if each.place.isdigit()]
        assert crown == [(str(n), ident, n not in (3, 7)) for n, ident in enumerate(letters, 1)]
        assert sorted((each.place, each.ok) for each in placed if not each.place.isdigit()) == [
            (metal, True) for metal in ("copper", "gold", "silver") for _ in range(2)
        ]


@pytest.mark.whole
def test_a_handful_is_no_dial() -> None:
    pieces = [PlacedPiece(CARDS.draw_side(n), (x, y), 40.0 * n) for n, (x, y) in
              enumerate(((-100, -60), (0, -60), (100, -60), (-100, 60), (0, 60), (100, 60)), 1)]  # fmt: skip
    shot = Shot(size_xy=(1640, 1232), px_per_mm=3.5, wood=False)
    readings = CardReader(CARDS).read(picture_of(shot, pieces, np.random.default_rng(2)))
    assert len(readings) == 6
    assert placed_on_board(CARDS, readings, None) == ()


def test_pawns_one_on_the_other() -> None:
    reader = PawnReader(CARDS)
    told = 0
    for nth in (0, 60, 130, 200, 260, 383):
        draw = list(deck().words)[nth]
        pieces = [
            PlacedPiece(art("colour-pawn", f"{draw.colour.value}:{draw.position}"), (0.0, 0.0), 70.0),
            PlacedPiece(art("symbol-pawn", f"{draw.symbol.shape.value}:{draw.symbol.fill.value}"), (1.0, 0.0), 3.0),
        ]
        shot = Shot(size_xy=(820, 616), px_per_mm=4.0, wood=False)
        seen = reader.read(picture_of(shot, pieces, np.random.default_rng(nth)), ())
        names = {"colour": {"colour": draw.colour.value, "position": draw.position},
                 "symbol": {"shape": draw.symbol.shape.value, "fill": draw.symbol.fill.value}}  # fmt: skip
        assert all(dict(pawn.names) == names[pawn.kind] for pawn in seen)
        told += len(seen)
    assert told >= 8
