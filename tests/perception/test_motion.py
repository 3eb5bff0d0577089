"""What counts as something that moves before the camera, and what as noise of its picture."""

from __future__ import annotations

import numpy as np
import pytest

from companion.perception.health.motion import LEAST_PIXELS, Motion
from companion.perception.health.small_picture import SmallPicture

GREY = 100


def picture(taken_s: float, off: int = 0, pixels: int = LEAST_PIXELS) -> SmallPicture:
    """An even picture of which some pixels are off by some grey levels."""
    low = np.full((48, 64), GREY, np.uint8)
    low.reshape(-1)[100 : 100 + pixels] += np.uint8(off)
    return SmallPicture(np.repeat(low[:, :, None], 3, 2), low, low, taken_s)


@pytest.mark.parametrize(("off", "moves"), [(0, False), (4, False), (7, True), (40, True)])
def test_what_compression_does_to_a_pixel_is_no_movement(off: int, moves: bool) -> None:
    motion = Motion()
    motion.update(picture(0.0))
    assert motion.update(picture(0.2, off)) is moves
    assert (motion.still_s == 0.0) is moves


def test_a_pixel_or_two_are_noise() -> None:
    motion = Motion()
    motion.update(picture(0.0))
    assert motion.update(picture(0.2, 40, LEAST_PIXELS - 1)) is False
