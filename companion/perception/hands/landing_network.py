"""The landing-time network: when a hand landed, from the film of the crop about its palm.

It has two parts (`calibration/training/hands`). The first sees the crop in one frame and in some about it, the table at
rest, and where the arms of others lie, and makes a feature vector of these. The second sees the feature vectors of the
whole film and says of each frame how likely the hand landed then. So all frames count together, and what comes down
upon a hand is not taken for it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.perception.hands.crop import MM_PER_PX, Affine
from companion.perception.hands.crossing_network import Arm, draw_arms
from companion.perception.hands.landing import Probabilities
from companion.perception.network import Network, softmax

FILM_XY = (64, 96)
"""Width and height of the crop, pixels, in the scale of `hands.crop`."""
FRAME_OFFSETS = (-6, -1, 0, 1, 6)
"""Frames that are seen together with a frame; later ones are positive."""
CHANNELS = 3 * (len(FRAME_OFFSETS) + 1) + 1
"""Colours of these frames and of the table at rest, and a channel with the arms of others."""
FEATURES = 40
"""Length of a frame's feature vector."""
FILM_FRAMES = 96
"""Frames of a film, with the present one: a hand that others hid for long was there before."""
OLDER = 0.02
"""Above this probability that the hand landed before the frames that seemed enough, all frames are evaluated."""
NOT_LANDED_INDEX, BEFORE_FILM_INDEX = 0, FILM_FRAMES + 1
"""Where an answer has the probability that the hand has not landed, and that it landed before the film."""
FRAME_MODEL, FILM_MODEL = (Path(__file__).parents[1] / "models" / f"hand_{part}.onnx" for part in ("frame", "film"))
"""The files of both parts."""

Features = NDArray[np.float32]
"""(FEATURES,) float32, a frame's feature vector."""


class LandingTimeNetwork:
    """Holds both parts of the network.

    Args:
        frame_model, film_model: their ONNX files.

    Raises:
        cv2.error: a file is missing or broken.
    """

    def __init__(self, frame_model: Path = FRAME_MODEL, film_model: Path = FILM_MODEL) -> None:
        self._frame = Network(frame_model)
        self._film = Network(film_model)

    def features(self, seen: Pixels) -> Features:
        """The feature vector of a frame, (FEATURES,) float32. seen: (96, 64, CHANNELS) uint8, of `frame_input`."""
        return self._frame.of_picture(seen)[0]

    def probabilities(self, film: Sequence[Features]) -> Probabilities:
        """When the hand landed.

        Args:
            film: feature vectors, the present frame's first, up to `FILM_FRAMES`; before the film's first frame nothing
                changed.

        Returns:
            (FILM_FRAMES + 2,) float64 probabilities: not landed, landed 0, 1, 2 ... frames ago, landed before the film.
        """
        whole = np.stack([*film, *[film[-1]] * (FILM_FRAMES - len(film))])
        return softmax(self._film(np.ascontiguousarray(whole.T[None, :, :, None], np.float32))[0].astype(np.float64))


def frame_input(crops: Iterable[Pixels], settled: Pixels, others: Pixels) -> Pixels:
    """The input of the network's first part, (96, 64, CHANNELS) uint8.

    Args:
        crops: (96, 64, 3) uint8 BGR each, of the frames of `frame_indices`.
        settled: (96, 64, 3) uint8 BGR, the table at rest.
        others: (96, 64) uint8, of `draw_other_arms`.
    """
    return np.dstack([*crops, settled, others])


def frame_indices(ago: int, frames: int) -> tuple[int, ...]:
    """The frames, counted as frames ago, that are seen together with one; limited to the film of `frames` frames."""
    return tuple(min(max(ago - off, 0), frames - 1) for off in FRAME_OFFSETS)


def draw_other_arms(transform: Affine, others: Sequence[Arm]) -> Pixels:
    """(96, 64) uint8 drawing of where other arms lie in a crop; others in pixels of the picture."""
    return draw_arms(transform, others, FILM_XY, MM_PER_PX)


def landing_probabilities(
    features: Callable[[int], Features],
    probabilities: Callable[[Sequence[Features]], Probabilities],
    frames: int,
    enough: int,
) -> Generator[None, None, Probabilities]:
    """Evaluate the network in steps, one frame at a time, so that the next frame of the stream need not wait for all of
    them.

    Args:
        features: gives the feature vector of the frame a number of frames ago.
        probabilities: gives the network's answer to a film, as `LandingTimeNetwork.probabilities`.
        frames: number of frames there are, at most `FILM_FRAMES`.
        enough: number of frames that suffice unless the hand may have landed before them.

    Yields:
        None after each frame.

    Returns:
        (1 + N,) float64 probabilities: not landed, landed 0 to N - 1 frames ago; the last includes landings before.
    """
    film = list[Features]()
    for ago in range(frames):
        film.append(features(ago))
        yield
        if len(film) == enough and probabilities(film)[enough + 1 :].sum() < OLDER:
            break
    said = probabilities(film)
    return np.append(said[: len(film)], said[len(film) :].sum())
