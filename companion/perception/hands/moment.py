"""When a hand landed: a small network looks at how the piece of the picture about it changed.

The network (`calibration/hands`) sees the hand as it lies now, the table as it was before anybody reached in, and some
frames about one moment; it says how many frames before or after that moment the hand came down. It is asked about some
moments, and once more about those near to what it said.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Pixels
from companion.perception.hands.landing import SOON_ASKED, Landing
from companion.perception.hands.piece import Way, cut

ABOUT = (-12, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 12)
"""The frames that it sees, from the moment that it is asked about; later ones are positive."""
CHANNELS = 3 * (2 + len(ABOUT))
REACH = 5
"""It says to a frame when a hand landed that did so within so many frames of that moment."""
ANSWERS = 2 * REACH + 3
"""The first is that it landed before these frames, the last that it did so after them."""
LATER = -(REACH + 1)
"""A hand that has not landed yet will do so as many frames from now, or later."""
KEPT = 96
"""Frames of which it may be asked, with the present one: a hand that others hid for long was there before."""
EVERY, NEARER = 8, (-2, 0, 2)
"""It is asked about each so many frames; then about these, from where it seems to have landed."""
OFTENER = 5.0
"""In its lessons it was asked about moments near to the landing so many times as often as they come by chance."""
INDEPENDENT = 0.6
"""Answers about moments near to one another are not independent; so much of each counts."""
SURE = 0.97
"""How surely a hand landed within the span that is told."""
NEAR, FINE = 2, 0.5
"""Where it did so within so many frames of the likeliest one, their mean is as near as this, beyond half a frame."""
SOON = (4, 8, 12, 16, 24, 32)
"""A hand is dated as of so many frames after looks from its seat first saw it lie, `SOON_ASKED` times. It may have
hovered then: what has not landed yet is asked of later moments, and of some after it was told to have landed."""
MODEL = Path(__file__).parents[1] / "models" / "hand_moment.onnx"

Shares = NDArray[np.float64]


class MomentLook:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def ask(self, seen: Pixels) -> Shares:
        """(ANSWERS,) how likely each answer is. seen: (80, 48, CHANNELS), of `about`."""
        self._net.setInput(np.ascontiguousarray(seen.transpose(2, 0, 1)[None], np.float32) / np.float32(255))
        said = np.asarray(self._net.forward(), np.float64)[0]
        shares = np.exp(said - said.max())
        return np.asarray(shares / shares.sum())


def colours(now: Pixels, settled: Pixels, way: Way) -> Pixels:
    """The piece as it is now and as it was before anybody reached in, (80, 48, 6)."""
    return np.dstack([cut(now, way), cut(settled, way)])


def about(coloured: Pixels, piece_of: Callable[[int], Pixels], ago: int, frames: int) -> Pixels:
    """What the network sees of the moment so many frames ago, (80, 48, CHANNELS).

    coloured: of `colours`. piece_of: the piece, (80, 48, 3), so many frames ago, of which there are `frames`.
    """
    return np.dstack([coloured, *(piece_of(int(np.clip(ago - off, 0, frames - 1))) for off in ABOUT)])


def dating(ask: Callable[[int], Shares], frames: int) -> Generator[None, None, Landing]:
    """When a hand landed, at last; one question at a time, so that the next frame need not wait for all of them.

    ask: what the network says of so many frames ago, of which there are `frames`.
    """
    logs = np.zeros(1 + frames)  # not yet, and so many frames ago
    for ago in range(EVERY // 2, frames, EVERY):
        logs += _logs(ask(ago), ago, frames)
        yield
    best = max(0, int(logs.argmax()) - 1)
    for ago in sorted({min(max(best + off, 0), frames - 1) for off in NEARER}):
        logs += _logs(ask(ago), ago, frames)
        yield
    shares = np.exp(logs - logs.max())
    return landed_in(shares / shares.sum())


def dating_soon(
    dated: Callable[[int], Generator[None, None, Landing]], since: int, told: int
) -> Generator[None, None, list[Landing]]:
    """When a hand landed that was first seen to lie so many frames ago: as if asked soon after that, of some moments.

    dated: dates as of so many frames ago, in frames before then. told: when it landed by what was told. Gives frames
    before now, of the first moments after which no one says that it has not landed.
    """
    found = list[Landing]()
    moments = {since - soon for soon in SOON} | {told - soon for soon in SOON[:SOON_ASKED]}
    for then in sorted((each for each in moments if each >= 0), reverse=True):
        landing = yield from dated(then)
        if landing.ago >= 0:
            found.append(Landing(then + landing.ago, landing.within))
        else:
            found.clear()
        if len(found) == SOON_ASKED:
            break
    return found


def _logs(shares: Shares, ago: int, frames: int) -> Shares:
    """(1 + frames,) how far an answer speaks for its not having landed, and for each frame, in natural logs."""
    before = ago - np.concatenate([[LATER], np.arange(frames)]) + REACH + 1
    at = np.clip(before, 0, ANSWERS - 1)
    usual = np.full(ANSWERS, OFTENER)
    # What is before or after may be in any of those frames.
    usual[[0, -1]] = [max(1, np.count_nonzero(at == end)) for end in (0, ANSWERS - 1)]
    return np.asarray(INDEPENDENT * np.log(np.maximum(shares / usual, 1e-4))[at])


def landed_in(shares: Shares) -> Landing:
    """When a hand landed; `LATER` ago if it has not yet.

    shares: how likely it has not, and how likely it landed so many frames ago each.
    """
    if shares[0] > shares[1:].sum():
        return Landing(float(LATER), FINE)
    shares = shares[1:] / shares[1:].sum()
    best = int(shares.argmax())
    near = slice(max(0, best - NEAR), best + NEAR + 1)
    if shares[near].sum() >= SURE:
        return Landing(float(np.average(np.arange(len(shares))[near], weights=shares[near])), FINE)
    return _span(shares)


def _span(shares: Shares) -> Landing:
    """The shortest run of frames that is sure enough."""
    total = np.concatenate([[0.0], np.cumsum(shares)])
    runs = [
        (last - first, first, last)
        for first in range(len(shares))
        if (last := int(np.searchsorted(total, total[first] + SURE))) <= len(shares)
    ]
    _, first, last = min(runs, default=(len(shares), 0, len(shares)))
    here = shares[first:last] / shares[first:last].sum()
    ago = float(here @ np.arange(first, last))
    return Landing(ago, max(ago - first, last - 1 - ago, 0.0))
