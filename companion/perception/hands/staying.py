"""Whether a hand that had landed lies there still: the piece about its palm is held against how it was then.

A small network (`calibration/training/hands`) sees that piece as it was soon after the hand had landed, as it is now,
as it was a little before, and of the table at rest; and where the arms of others lie, for what these changed is no
sign of its having moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.camera.arrays import Pixels
from companion.perception.hands.crossing import Arm, drawn
from companion.perception.hands.piece import MM_PER_PX, PIECE_XY, Way, cut
from companion.perception.network import Network

BEFORE = 8
"""As it was so many frames ago."""
CHANNELS = 3 * 4 + 1
MODEL = Path(__file__).parents[1] / "models" / "hand_staying.onnx"


class StayingLook:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def look(self, piece: Pixels) -> float:
        """Logit that the hand lies there no more. piece: (80, 48, CHANNELS), of `piece`."""
        return float(self._net.of_picture(piece).item())


def piece(then: Pixels, now: Pixels, before: Pixels, settled: Pixels, way: Way, others: Sequence[Arm]) -> Pixels:
    """What the network sees, (80, 48, CHANNELS).

    then, now, before, settled: pictures (H, W, 3): soon after it had landed, the present one, the one `BEFORE` frames
    ago, and of the table at rest. way: of the piece about its palm. others: the arms that lie now.
    """
    return np.dstack(
        [*(cut(each, way) for each in (then, now, before, settled)), drawn(way, others, PIECE_XY, MM_PER_PX)]
    )
