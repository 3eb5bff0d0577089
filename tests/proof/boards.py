"""KARO's boards as they are played, drawn near what their reader was taught and beyond it, some under a hand."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.training.boards.lessons import drawn_tables
from calibration.training.boards.played import played_position
from calibration.training.boards.truth import truth_of
from companion.camera.arrays import Pixels
from companion.games.karo.expected import likely
from companion.perception.boards.reader import BoardReader
from tests.proof.claims import AROUND, FAR, NEAR, RIGHT, UNKNOWN, WRONG, Claim, crop_of

READER = "karo"
FIRST = 660_000
"""No lesson and no calibration begins here; seeds are counted on from it."""
SIZE_PX = (1024, 768)
BLURRED_PX, SMALLER = (2.5, 4.5), (0.25, 0.4)
"""Of pictures that are far: standard deviation of a blur, and factors by which others are shrunk."""
HELD = "under a hand"


def drawn(pictures: int, first: int) -> Iterator[Claim]:
    """What the reader says of drawn boards: of `pictures` like those it was taught on, and of as many that are not.

    Of a board of which a hand hides something, saying nothing is right. first: the seed of the first picture.
    """
    reader = BoardReader(likely=likely)
    for where in (NEAR, FAR):
        for _, picture, layout, _ in drawn_tables(FIRST + first, pictures, None, SIZE_PX, board=played_position):
            truth = truth_of(layout)
            seen = picture if where == NEAR else _worse(picture, np.random.default_rng([first, len(layout.tiles)]))
            reading = reader.read(seen)
            true = HELD if truth["occluded"] else truth["board"]
            said = reading.text or ("" if reading.guess is None or reading.occluded else f"{reading.guess}?")
            wanted = None if truth["occluded"] else truth["board"]
            result = RIGHT if reading.text == wanted else UNKNOWN if reading.text is None else WRONG
            sure = reading.confidence if said and wanted is not None else None
            crop = crop_of(seen, (seen.shape[1] / 2, seen.shape[0] / 2), seen.shape[0] / 2 / AROUND)
            yield Claim(READER, where, true, said, result, reading.guess == wanted, sure, crop)


def _worse(picture: Pixels, rng: np.random.Generator) -> Pixels:
    """A picture out of focus, or of few pixels."""
    if rng.random() < 0.5:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(*BLURRED_PX))), np.uint8)
    share = float(rng.uniform(*SMALLER))
    return np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
