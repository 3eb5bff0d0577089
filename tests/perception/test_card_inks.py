"""Colours of windows and metals of headers, and when they are left open."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.drawing.sprite import MARGIN_PX, sprite
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.inks import SCALE, STOPS_MM, Inks
from companion.perception.cards.judge import INKS_SURE

CARDS = symbol_cards()


def flat_card(index: int) -> NDArray[np.uint8]:
    """A draw side from straight above, as `Inks.top_view` makes it."""
    face = sprite(CARDS.draw_side(CARDS.known[index].ident), 4 * SCALE)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, :3]
    size = (round(CARDS.width_mm * SCALE), round(CARDS.height_mm * SCALE))
    return np.asarray(cv2.resize(np.ascontiguousarray(face), size, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("index", [0, 11, 47, 83, 119])
def test_metal_and_colours_of_a_clear_card(index: int) -> None:
    inks, card = Inks(CARDS), CARDS.known[index]
    header, header_sure = inks.header(flat_card(index))
    colours, colours_sure = inks.window_colours(flat_card(index))
    assert (header, colours) == (card.header, tuple(colour for colour, _ in card.windows))
    assert min(header_sure, colours_sure) >= INKS_SURE


def test_a_header_of_two_metals_is_not_sure() -> None:
    seen = flat_card(0)
    other = next(colour for name, colour in CARDS.headers if name != CARDS.known[0].header)
    x = round((STOPS_MM[-2] - 2 + CARDS.width_mm / 2) * SCALE)
    y = round((CARDS.header_xy_mm[1] - CARDS.header_mm[1] / 2 + CARDS.height_mm / 2) * SCALE)
    seen[y : y + round(CARDS.header_mm[1] * SCALE), x:] = [int(other[at : at + 2], 16) for at in (5, 3, 1)]
    assert Inks(CARDS).header(seen)[1] < INKS_SURE
