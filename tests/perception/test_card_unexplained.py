"""Where more cards may lie: what makes the finder search on, and what lets it stop."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.perception.cards.unexplained import textured_mask, unexplained_mask

TABLE, PAPER, INK = 70, 220, 30


def table(cards: list[tuple[int, int]]) -> NDArray[np.uint8]:
    """A small picture with cards of 42 x 60 pixels, checkered as if by symbols, their top left corners given."""
    picture = np.full((240, 320), TABLE, np.uint8)
    for x, y in cards:
        rows, columns = np.mgrid[:60, :42]
        picture[y : y + 60, x : x + 42] = np.where((rows // 3 + columns // 3) % 2, PAPER, INK)
    return picture


def found(x: int, y: int) -> NDArray[np.float64]:
    return np.array([[x, y], [x + 42, y], [x + 42, y + 60], [x, y + 60]], np.float64)


def test_without_a_card_anything_may_be_anywhere() -> None:
    assert unexplained_mask(textured_mask(table([])), [], 1) is None


def test_nothing_is_left_when_all_are_found() -> None:
    left = unexplained_mask(textured_mask(table([(40, 50), (200, 90)])), [found(40, 50), found(200, 90)], 1)
    assert left is not None
    assert not left.any()


def test_a_card_that_was_not_found_is_left() -> None:
    left = unexplained_mask(textured_mask(table([(40, 50), (200, 90)])), [found(40, 50)], 1)
    assert left is not None
    assert left[90:150, 200:242].all()
    assert not left[50:110, 40:82].any()


def test_a_line_on_the_mat_is_no_card() -> None:
    picture = table([(40, 50)])
    picture[10:13, :] = PAPER
    left = unexplained_mask(textured_mask(picture), [found(40, 50)], 1)
    assert left is not None
    assert not left.any()
