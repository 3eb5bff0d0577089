"""Reads the colours of windows and the colours of headers, relative to the card's own white beside them."""

from __future__ import annotations

from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.core.capabilities.symbol_cards import SymbolCards

Light = NDArray[np.float64]
"""Light as shares, 0 to 1, float64."""

SCALE = 2.0
"""Pixels per mm of the top view in which colours are read."""
GAMMA = 2.2
"""Approximate gamma of pictures."""
WHITE_OFF_MM = 0.8
"""White is read this far outside of a window: in the middle of the narrowest gap."""
FAINT = 0.06
"""A frame that absorbs a smaller share of the light was bleached by glare, or is covered by paper."""
COLOUR_SPREAD = 0.006
"""Scale, in cosine distance, by which a frame's colour strays from its ink's in poor light."""
METAL_SPREAD = 0.1
"""Standard deviation of a header's colour from its ink's, as shares of light."""
STOPS_MM = (-22.0, -17.0, -12.0, 12.0, 17.0, 22.0)
"""Where headers are read, from their middle: between their name and their bars."""


class Inks:
    """Reads colours of cards of one kind.

    Args:
        cards: the deck, with its inks and headers.
    """

    def __init__(self, cards: SymbolCards) -> None:
        self._cards = cards
        self.colours = tuple(name for name, _ in cards.inks)
        self.headers = tuple(name for name, _ in cards.headers)
        self._frames = np.array([_taken(_light(frame)) for _, frame in cards.inks])
        self._headers = np.array([_light(colour) for _, colour in cards.headers])

    def top_view(self, picture: NDArray[np.uint8], to_picture: Points) -> NDArray[np.uint8]:
        """Rectify a card at `SCALE` pixels per mm, (H, W, 3) uint8 BGR.

        Args:
            picture: (H, W, 3) uint8 BGR.
            to_picture: (3, 3), the card's mm to pixels.
        """
        size = (round(self._cards.width_mm * SCALE), round(self._cards.height_mm * SCALE))
        x, y = (np.array(size) - 1) / 2
        to_mm = np.array([[1 / SCALE, 0, -x / SCALE], [0, 1 / SCALE, -y / SCALE], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(picture, to_picture @ to_mm, size, flags=flags), np.uint8)

    def window_colours(self, seen: NDArray[np.uint8]) -> tuple[tuple[str, ...], float]:
        """Return the windows' colours from the top down, all different, and the probability that they are right.

        The argument is a card as from `top_view`.
        """
        costs = np.array([self._window_costs(seen, nth) for nth in range(len(self._cards.windows_xy_mm))])
        orders = list(permutations(range(len(self.colours)), len(costs)))
        total = np.array([sum(costs[nth, colour] for nth, colour in enumerate(order)) for order in orders])
        odds = np.exp(-(total - total.min()) / COLOUR_SPREAD)
        best = int(np.argmin(total))
        return tuple(self.colours[colour] for colour in orders[best]), float(odds[best] / odds.sum())

    def header(self, seen: NDArray[np.uint8]) -> tuple[str, float]:
        """Return which header it is and the probability that it is right.

        The argument is a card as from `top_view`.
        """
        x_mm, y_mm = self._cards.header_xy_mm
        half_mm = self._cards.header_mm[1] / 2
        bands = np.array([self._at(seen, x_mm + stop, y_mm) for stop in STOPS_MM])
        whites = np.array([self._at(seen, x_mm + stop, y_mm + half_mm + WHITE_OFF_MM) for stop in STOPS_MM])
        # Relative to the white beside each point: a shadow's edge may run along the header.
        given = bands / np.maximum(whites, 1e-3)
        each = np.linalg.norm(given[:, None] - self._headers, axis=2)
        cost = np.linalg.norm(np.median(given, axis=0) - self._headers, axis=1)
        odds = np.exp(-((cost**2) - (cost.min() ** 2)) / (2 * METAL_SPREAD**2))
        best = int(np.argmin(cost))
        # Where some points show another header, a reflection or a hand disturbs, and the odds are not reliable.
        agreeing = float((each.argmin(axis=1) == best).mean())
        return self.headers[best], min(float(odds[best] / odds.sum()), agreeing)

    def _window_costs(self, seen: NDArray[np.uint8], nth: int) -> Light:
        """Cosine distance of each colour from a window's frame, (colours,); the median over points around it."""
        (x_mm, y_mm), (width_mm, height_mm) = self._cards.windows_xy_mm[nth], self._cards.window_mm
        middle_mm = self._cards.frame_mm / 2
        frames, whites = [], []
        for side in (-1, 1):
            for step in np.linspace(-0.44, 0.44, 9):
                x, y = x_mm + step * width_mm, y_mm + side * height_mm / 2
                frames.append(self._at(seen, x, y - side * middle_mm))
                whites.append(self._at(seen, x, y + side * WHITE_OFF_MM))
            for step in np.linspace(-0.35, 0.35, 4):
                x, y = x_mm + side * width_mm / 2, y_mm + step * height_mm
                frames.append(self._at(seen, x - side * middle_mm, y))
                whites.append(self._at(seen, x + side * WHITE_OFF_MM, y))
        taken = 1 - np.array(frames) / np.maximum(np.array(whites), 1e-3)
        strong = np.linalg.norm(taken, axis=1) > FAINT
        if not strong.any():
            return np.zeros(len(self.colours))
        direction = taken[strong] / np.linalg.norm(taken[strong], axis=1)[:, None]
        return np.asarray(1 - np.median(direction @ self._frames.T, axis=0), np.float64)

    def _at(self, seen: NDArray[np.uint8], x_mm: float, y_mm: float) -> Light:
        height, width = seen.shape[:2]
        x = min(max(round((x_mm + self._cards.width_mm / 2) * SCALE - 0.5), 0), width - 1)
        y = min(max(round((y_mm + self._cards.height_mm / 2) * SCALE - 0.5), 0), height - 1)
        return (seen[y, x].astype(np.float64) / 255) ** GAMMA


def _light(colour: str) -> Light:
    """Blue, green and red light that an ink "#rrggbb" reflects, 0 to 1."""
    return (np.array([int(colour[at : at + 2], 16) for at in (5, 3, 1)]) / 255) ** GAMMA


def _taken(light: Light) -> Light:
    """The direction (unit vector) of the light that an ink absorbs: blur makes it weaker and keeps the direction."""
    taken = 1 - light
    return np.asarray(taken / np.linalg.norm(taken), np.float64)
