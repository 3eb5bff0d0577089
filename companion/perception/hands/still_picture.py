"""Hands in a single picture of an unknown table: from which side they reach in, and on which card they lie.

Only the picture itself is known: the colours of the table are those that are found all over it. A patch of other
colours that comes in from the picture's edge and is as wide there as an arm may be is an arm; its far end is the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Quad

Side = Literal["north", "east", "south", "west"]
"""Side of the picture; north is the top."""
Mask = NDArray[np.uint8]
"""(H, W) uint8, 0 or 1."""
Colours = NDArray[np.intp]
"""(H, W) number of each pixel's quantised colour."""

WORKING_WIDTH_PX = 480
"""Wider pictures are scaled down to this width."""
STEPS_LAB = (16, 5, 5)
"""Quantisation of L, a and b (8 bits each)."""
SIZES_LAB = [255 // step + 1 for step in STEPS_LAB]
"""Number of quantised values of L, a and b."""
ARM_COLOUR = 0.005
"""Least share of an arm, beside the cards, for a colour to be the arm's."""
CELLS = (8, 6)
"""The picture is divided into this many cells across and down."""
IN_CELL = 0.01
"""A colour is in a cell when it has more than this share of its pixels."""
ALL_OVER = 0.2
"""The table's colours are in more than this share of the cells; an arm that reaches across is in a sixth of them."""
SHORTEST_SHARE = 0.25
"""A hand and its arm reach in by at least this share of the picture's shorter side."""
NARROWEST_SHARE, WIDEST_SHARE = 0.03, 0.6
"""Width of an arm where it comes in, as a share of the side that it comes in from: at least and at most."""
ON_CARD = 0.2
"""Least share of a card that a hand hides when it lies on it."""
REACH_CARDS = 1.6
"""Length of a hand's end, in card widths."""


@dataclass(frozen=True, slots=True)
class StillHand:
    """A hand in a single picture.

    Attributes:
        xy: the middle of the hand, pixels.
        side: of the picture, where its arm comes in.
        card: number of the card it lies on, or None.
    """

    xy: tuple[float, float]
    side: Side
    card: int | None


def hands_in(picture: Pixels, cards: Sequence[Quad] = ()) -> tuple[StillHand, ...]:
    """All hands that reach into a picture.

    Args:
        picture: (H, W, 3) uint8 BGR.
        cards: (4, 2) corners of each card, pixels.
    """
    share = min(1.0, WORKING_WIDTH_PX / picture.shape[1])
    size = (round(picture.shape[1] * share), round(picture.shape[0] * share))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    colours = _colours(small)
    other = _not_table(colours)
    quads = [np.asarray(quad, np.float64) * share for quad in cards]
    count, labels, _, _ = cv2.connectedComponentsWithStats(other, connectivity=8)
    found = []
    for label in range(1, count):
        hand = _hand(np.asarray(labels == label, np.uint8), colours, quads, share)
        if hand is not None:
            found.append(hand)
    return tuple(found)


def _colours(picture: Pixels) -> Colours:
    """(H, W) number of each pixel's quantised colour."""
    soft = cv2.bilateralFilter(picture, 5, 25, 3)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB) // np.array(STEPS_LAB, np.uint8)
    return np.asarray(np.ravel_multi_index([lab[:, :, n].astype(np.intp) for n in range(3)], SIZES_LAB), np.intp)


def _not_table(colour: Colours) -> Mask:
    """1 where the picture has colours that are not found all over it, else 0."""
    height, width = colour.shape
    cell_y = np.minimum(np.arange(height) * CELLS[1] // height, CELLS[1] - 1)
    cell_x = np.minimum(np.arange(width) * CELLS[0] // width, CELLS[0] - 1)
    cell = cell_y[:, None] * CELLS[0] + cell_x[None, :]
    cells = CELLS[0] * CELLS[1]
    counts = np.bincount((colour * cells + cell).ravel(), minlength=int(np.prod(SIZES_LAB)) * cells).reshape(-1, cells)
    everywhere = (counts > IN_CELL * height * width / cells).mean(axis=1) > ALL_OVER
    table = everywhere.reshape(SIZES_LAB).astype(np.uint8)
    # A colour next to one of the table's in light is the table's, too: in shade and in glare.
    wide = table.copy()
    wide[1:] |= table[:-1]
    wide[:-1] |= table[1:]
    other = (wide.ravel()[colour] == 0).astype(np.uint8)
    opened = cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)


def _hand(mask: Mask, colours: Colours, cards: Sequence[Quad], share: float) -> StillHand | None:
    """The hand of one patch of other colours, or None where the patch is no arm."""
    height, width = mask.shape
    sides: dict[Side, Mask] = {"north": mask[1], "east": mask[:, -2], "south": mask[-2], "west": mask[:, 1]}
    lengths: dict[Side, int] = {side: int(np.count_nonzero(run)) for side, run in sides.items()}
    side = max(lengths, key=lambda each: lengths[each])
    across = width if side in ("north", "south") else height
    if not NARROWEST_SHARE * across <= lengths[side] <= WIDEST_SHARE * across:
        return None
    if mask[1, 1] or mask[1, -2] or mask[-2, 1] or mask[-2, -2]:  # what fills a corner of the picture is the floor
        return None
    at = float(np.mean(np.flatnonzero(sides[side])))
    entry = {"north": (at, 0.0), "east": (width - 1.0, at), "south": (at, height - 1.0), "west": (0.0, at)}[side]
    y, x = np.nonzero(mask)
    far = np.hypot(x - entry[0], y - entry[1])
    if far.max() < SHORTEST_SHARE * min(width, height):
        return None
    long = REACH_CARDS * _width(cards) if cards else 0.45 * float(far.max())
    end = far > far.max() - long
    middle = (float(np.mean(x[end])), float(np.mean(y[end])))
    return StillHand(
        (middle[0] / share, middle[1] / share), side, _under(_arm_only(mask, colours, cards), cards, middle, long)
    )


def _arm_only(mask: Mask, colours: Colours, cards: Sequence[Quad]) -> Mask:
    """The patch without what a card that it touches shows of itself: colours that the arm has nowhere else."""
    beside = mask.copy()
    for quad in cards:
        cv2.fillPoly(beside, [np.round(quad).astype(np.int32)], 0)
    counts = np.bincount(colours[beside > 0], minlength=int(np.prod(SIZES_LAB)))
    return mask & (counts > ARM_COLOUR * max(1, int(counts.sum())))[colours].astype(np.uint8)


def _width(cards: Sequence[Quad]) -> float:
    return float(np.median([min(hypot(*(quad[1] - quad[0])), hypot(*(quad[2] - quad[1]))) for quad in cards]))


def _under(mask: Mask, cards: Sequence[Quad], middle: tuple[float, float], long: float) -> int | None:
    """The card that the hand's end hides most."""
    end = np.zeros_like(mask)
    cv2.circle(end, (round(middle[0]), round(middle[1])), max(1, round(0.7 * long)), 1, cv2.FILLED)
    shares = []
    for quad in cards:
        card = np.zeros_like(mask)
        cv2.fillPoly(card, [np.round(quad).astype(np.int32)], 1)
        shares.append(float(np.count_nonzero(card & mask & end)) / max(1, int(np.count_nonzero(card))))
    best = max(range(len(shares)), key=lambda n: shares[n], default=None)
    return None if best is None or shares[best] < ON_CARD else best
