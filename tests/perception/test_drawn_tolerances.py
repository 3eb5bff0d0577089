"""How much of a drawn card must be in sight, how large it must look, and how alike bare table must be."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.perception.drawn.bare_table import TableColours, _even
from companion.perception.drawn.place_state import Lying
from companion.perception.drawn.placed_reader import PlacedCardReader
from companion.perception.drawn.reader import _is_seen

WIDTH_MM, HEIGHT_MM = 60.0, 90.0
TABLE = np.full((200, 3), np.log(120.0), np.float32)
"""Logarithms of the colours of an even grey table."""


@pytest.mark.parametrize(("outline", "seen"), [(0.42, False), (0.56, True)])
def test_a_card_a_third_of_which_is_hidden_is_seen_and_a_cube_with_a_letter_is_not(outline: float, seen: bool) -> None:
    reading: Any = SimpleNamespace(covered=0.33, outline=outline, shown=1.0)
    assert _is_seen(reading) is seen


@pytest.mark.parametrize(("larger", "lies"), [(1.0, True), (1.03, True), (1.06, False), (0.94, False)])
def test_a_card_that_is_held_over_the_table_does_not_lie_there(larger: float, lies: bool) -> None:
    """500 mm under the camera, what is held 30 mm over the table looks 1.06 times as large."""
    reader: Any = SimpleNamespace(_size_mm=(WIDTH_MM, HEIGHT_MM), _near_mm=20.0)
    half = np.array([WIDTH_MM, HEIGHT_MM]) / 2 * larger
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    reading: Any = SimpleNamespace(corners_px=corners.astype(np.float64))
    assert PlacedCardReader._lies_at(reader, np.eye(3), reading) is lies


@pytest.mark.parametrize(("darker", "even"), [(0.0, True), (0.07, True), (0.15, False)])
def test_what_is_a_seventh_darker_than_the_table_is_not_bare(darker: float, even: bool) -> None:
    assert _even(TABLE - np.float32(darker), TABLE - np.float32(darker), TABLE) is even


@pytest.mark.parametrize(("hidden", "bare"), [(0.0, True), (0.5, True), (0.7, False)])
def test_nothing_is_said_of_a_place_whose_surroundings_known_cards_hide(hidden: float, bare: bool) -> None:
    colours = TableColours(WIDTH_MM, HEIGHT_MM)
    place: Any = SimpleNamespace(xy_mm=(0.0, 0.0), known=None, around=np.full_like(colours._ring, np.log(120.0)))
    lying = SimpleNamespace(lies=Lying.NOTHING, reading=None)
    places = [SimpleNamespace(xy_mm=(100.0 * n, 0.0), known=lying, around=None, card_to_place=None) for n in (1, 2, 3)]

    def shown(whose: Any, _: Any, points_mm: Any) -> Any:
        seen = np.full((len(points_mm), 3), np.log(120.0), np.float32)
        if whose is place and points_mm is colours._ring:
            seen[: round(hidden * len(seen))] = np.nan
        return seen

    colours._shown = shown  # type: ignore[method-assign]
    place.around = np.full((len(colours._ring), 3), np.log(120.0), np.float32)
    assert colours.is_bare(place, [place, *places]) is bare
