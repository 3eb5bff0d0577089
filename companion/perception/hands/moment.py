"""When a hand landed: a small network looks at the film of the piece of the picture about it.

It has two parts (`calibration/training/hands`). One sees the piece in a frame and in some about it, the table as it
was before anybody reached in, and where the arms of others lie, and makes a few numbers of that. The other one is
shown these numbers of the whole film, frame by frame, and says of each frame how likely the hand came down then. So
all that was seen counts together, and what comes down upon a hand is not taken for it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.perception.hands.crossing import Arm, drawn
from companion.perception.hands.landing import Shares
from companion.perception.hands.piece import MM_PER_PX, Way
from companion.perception.network import Network, softmax

FILM_XY = (64, 96)
"""The piece, of the scale of `hands.piece`."""
ABOUT = (-6, -1, 0, 1, 6)
"""What is seen of a frame: itself and these others, later ones are positive."""
CHANNELS = 3 * (len(ABOUT) + 1) + 1
FEATURES = 40
"""The numbers that are made of a frame."""
KEPT = 96
"""Frames of which it may be told, with the present one: a hand that others hid for long was there before."""
OLDER = 0.02
"""Where it is as likely that a hand landed before the frames that seemed enough, all are looked at."""
NOT_YET_AT, BEFORE_AT = 0, KEPT + 1
"""Where in an answer it says that the hand has not landed, and that it did so before the film."""
FRAME_MODEL, FILM_MODEL = (Path(__file__).parents[1] / "models" / f"hand_{part}.onnx" for part in ("frame", "film"))

Features = NDArray[np.float32]


class MomentLook:
    """Holds the network. Raises cv2.error when a model file is missing or broken."""

    def __init__(self, frame_model: Path = FRAME_MODEL, film_model: Path = FILM_MODEL) -> None:
        self._frame = Network(frame_model)
        self._film = Network(film_model)

    def features(self, seen: Pixels) -> Features:
        """(FEATURES,) what is made of a frame. seen: (96, 64, CHANNELS), of `about`."""
        return self._frame.of_picture(seen)[0]

    def shares(self, film: Sequence[Features]) -> Shares:
        """(KEPT + 2,) how likely the hand has not landed, landed so many frames ago each, and did before the film.

        film: of its frames, the present one first, up to `KEPT`; before its first one nothing changed.
        """
        whole = np.stack([*film, *[film[-1]] * (KEPT - len(film))])
        return softmax(self._film(np.ascontiguousarray(whole.T[None, :, :, None], np.float32))[0].astype(np.float64))


def about(pieces: Iterable[Pixels], settled: Pixels, others: Pixels) -> Pixels:
    """What the network sees of a frame, (96, 64, CHANNELS).

    pieces: (96, 64, 3) each, of its `moments`; settled: of the table at rest. others: (96, 64), where other arms lie,
    of `lying`.
    """
    return np.dstack([*pieces, settled, others])


def moments(ago: int, frames: int) -> tuple[int, ...]:
    """The frames that are seen with one, as so many ago; beyond the film's ends these."""
    return tuple(min(max(ago - off, 0), frames - 1) for off in ABOUT)


def lying(way: Way, others: Sequence[Arm]) -> Pixels:
    """(96, 64) where other arms lie in a piece from there."""
    return drawn(way, others, FILM_XY, MM_PER_PX)


def dating(
    features: Callable[[int], Features], shares: Callable[[Sequence[Features]], Shares], frames: int, enough: int
) -> Generator[None, None, Shares]:
    """How likely a hand has not landed, and did so many frames ago each; before the film counts as in its first frame.

    One frame is looked at at a time, so that the next one of the stream need not wait for all of them. Gives (N,), of
    the last frames where it hardly landed before them.

    features: what is made of so many frames ago, of which there are `frames`, at most `KEPT`. shares: what is said of
    a film. enough: so many of them may do.
    """
    film = list[Features]()
    for ago in range(frames):
        film.append(features(ago))
        yield
        if len(film) == enough and shares(film)[enough + 1 :].sum() < OLDER:
            break
    said = shares(film)
    return np.append(said[: len(film)], said[len(film) :].sum())
