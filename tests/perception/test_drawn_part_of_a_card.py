"""Things that look like a part of one of our cards, and show something else where the rest of it would be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.games.kaleidoscope.eyes import drawn_cards
from companion.perception.drawn.enlarged import SmallCardReader
from tests.perception.card_pictures import PlacedPiece, Shot, picture_of

CARDS = drawn_cards()
BY_NAME = {face.faces[0]: face for face in CARDS.faces}
SHOT = Shot(size_xy=(400, 300), px_per_mm=4.0, wood=False)


def of(name: str) -> Pixels:
    return picture_of(SHOT, [PlacedPiece(BY_NAME[name].art, (0.0, 0.0), 0.0)], np.random.default_rng(1))


@pytest.mark.parametrize("grey", [False, True])
def test_half_of_a_letter_beside_half_of_another_is_none(grey: bool) -> None:
    picture = of("H")
    picture[:, 200:] = of("o")[:, 200:]
    if grey:
        picture = np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    assert SmallCardReader(CARDS).read(picture) == ()
