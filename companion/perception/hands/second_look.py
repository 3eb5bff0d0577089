"""A second look at a hand that seems to have landed: does it lie there, and is it that player's?

A small network (`calibration/hands`) sees the piece of the picture about the palm, turned so that the player sits
below: as it is now, as it was before anybody reached in, and how it came to be so. The first look says where hands
are and follows them; this one says of one of them whether that is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Pixels
from companion.perception.hands.tracks import PointPx

AGO = (8, 16, 24, 32, 48)
"""The moments before, in frames."""
PIECE_XY, MM_PER_PX = (48, 80), 3.5
BEYOND_MM = 70.0
"""The piece reaches so far beyond the palm; the rest of it is towards the player."""
CHANNELS = 6 + len(AGO)
MODEL = Path(__file__).parents[1] / "models" / "hand_second.onnx"


class SecondLook:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def look(self, piece: Pixels) -> float:
        """Logit that the hand lies there and is that player's. piece: (80, 48, CHANNELS), of `piece`."""
        self._net.setInput(np.ascontiguousarray(piece.transpose(2, 0, 1)[None], np.float32) / np.float32(255))
        return float(self._net.forward().item())


def piece(
    moments: Sequence[Pixels], settled: Pixels, palm_xy: PointPx, sits_xy: PointPx, px_per_mm: float
) -> NDArray[np.uint8]:
    """What the network sees, (80, 48, CHANNELS): colours now, colours of the settled table, and greys of `AGO`.

    moments: pictures (H, W, 3), now and as long ago as `AGO` says. palm_xy, sits_xy: where the palm's middle is and
    where the player sits, pixels of these.
    """
    down = np.subtract(sits_xy, palm_xy)
    down = down / (np.hypot(*down) or 1.0)
    ways = np.array([[down[1], down[0]], [-down[0], down[1]]]) * (px_per_mm * MM_PER_PX)
    middle = np.array([PIECE_XY[0] / 2 - 0.5, BEYOND_MM / MM_PER_PX - 0.5])
    matrix = np.column_stack([ways, palm_xy - ways @ middle])
    now, *before = moments
    pictures = (now, settled, *(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in before))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.dstack(
        [cv2.warpAffine(each, matrix, PIECE_XY, flags=flags, borderMode=cv2.BORDER_REPLICATE) for each in pictures]
    )
