"""A second look at a hand that seems to have landed: does it lie there, and is it that player's?

A small network (`calibration/training/hands`) sees the piece of the picture about the palm, turned so that the player
sits below: as it is now, as it was before anybody reached in, and how it came to be so. The first look says where
hands are and follows them; this one says of one of them whether that is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.camera.arrays import Pixels
from companion.perception.hands.piece import Way, cut
from companion.perception.network import Network

AGO = (8, 16, 24, 32, 48)
"""The moments before, in frames."""
CHANNELS = 3 * (2 + len(AGO))
MODEL = Path(__file__).parents[1] / "models" / "hand_second.onnx"


class SecondLook:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def look(self, piece: Pixels) -> float:
        """Logit that the hand lies there and is that player's. piece: (80, 48, CHANNELS), of `piece`."""
        return float(self._net.of_picture(piece).item())


def piece(moments: Sequence[Pixels], settled: Pixels, way: Way) -> Pixels:
    """What the network sees, (80, 48, CHANNELS): colours now, of the settled table, and of `AGO`.

    moments: pictures (H, W, 3), now and as long ago as `AGO` says.
    """
    now, *before = moments
    return np.dstack([cut(each, way) for each in (now, settled, *before)])
