"""One camera for all dice of a picture: where each top face is expected, and which dice lean.

With f the focal length and p a die's place from the picture's middle, both in picture widths, and v the table's
upright in camera axes, the top face of a flat die stands off the die's middle by d = v_xy + p * v_z / f radii. So
d = a + b p with one a (the camera's tilt) and one b for the whole picture. Neither is known; both are summed over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TILT_GRID = np.linspace(-0.5, 0.5, 21)  # sine of the camera's tilt, along x and along y
TILT_SIGMAS = ((0.75, 0.09), (0.25, 0.22))  # share and width: cameras look straight down, or are set down anyhow
PULL_GRID = np.linspace(0.5, 1.5, 9)  # widths over focal length: phones and Pi cameras have 0.65 to 1.3
PULL_MIDDLE, PULL_SIGMA = 0.95, 0.25
LEANING_BEFORE = 0.1  # of thrown dice, and a few more: a leaning die taken for flat costs more than a question
LEANING_OFF = (0.1, 0.75)  # how far a leaning die's top is pushed aside, radii: leaning by 6 to 48 degrees
ELSEWHERE = 1e-3  # density of a displacement that neither fits
LOOK_WEIGHT = 0.8  # of the network's own opinion, which knows part of the same
LOOK_BEFORE = -0.85  # its log odds at the share of leaning dice that it was trained on


@dataclass(frozen=True, slots=True)
class DiceOfOneCamera:
    """What the dice of one picture say together.

    places (N, 2): from the picture's middle, in picture widths. displaced (N, 2): top face off the die's middle,
    radii. looks (N,): the pose network's log odds of leaning. sigma: the error of `displaced`, radii.
    """

    places: NDArray[np.float64]
    displaced: NDArray[np.float64]
    looks: NDArray[np.float64]
    sigma: float

    def leaning_shares(self) -> NDArray[np.float64]:
        """Probability that each die leans, (N,)."""
        before, flat, lean = self._likelihoods()
        weight = before * np.prod(flat + lean, axis=0)
        return (weight * lean / (flat + lean)).sum(axis=(1, 2, 3)) / weight.sum()

    def expected(self) -> NDArray[np.float64]:
        """Displacement (N, 2) that each die would have lying flat, told by the other dice alone."""
        before, flat, lean = self._likelihoods()
        both = flat + lean
        expected = []
        for i, place in enumerate(self.places):
            weight = before * np.prod(np.delete(both, i, axis=0), axis=0)
            weight = weight / weight.sum()
            pull = float((weight * _PULL).sum())
            expected.append([float((weight * _TILT_X).sum()), float((weight * _TILT_Y).sum())] + pull * place)
        return np.array(expected).reshape(-1, 2)

    def _likelihoods(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Prior (21, 21, 9) over cameras, and for each die the density of what is seen, flat and leaning."""
        tilt = np.hypot(_TILT_X, _TILT_Y)
        before = np.zeros_like(tilt)
        for share, width in TILT_SIGMAS:
            before += share / width**2 * np.exp(-0.5 * (tilt / width) ** 2)
        before *= np.exp(-0.5 * ((_PULL - PULL_MIDDLE) / PULL_SIGMA) ** 2)
        wide = self.sigma**2 + _COARSE
        low, high = LEANING_OFF
        odds = LEANING_BEFORE / (1 - LEANING_BEFORE) * np.exp(LOOK_WEIGHT * (self.looks - LOOK_BEFORE))
        flat = np.zeros((len(self.places), *tilt.shape))
        lean = np.zeros_like(flat)
        for i, ((x, y), (dx, dy)) in enumerate(zip(self.places, self.displaced, strict=True)):
            off = np.hypot(dx - _TILT_X - _PULL * x, dy - _TILT_Y - _PULL * y)
            flat[i] = np.exp(-0.5 * off**2 / wide) / (2 * np.pi * wide)
            inside = (off > low) & (off < high)
            lean[i] = odds[i] * np.where(inside, 1 / (2 * np.pi * np.maximum(off, low) * (high - low)), ELSEWHERE)
        return before, flat, lean


_TILT_X, _TILT_Y, _PULL = np.meshgrid(TILT_GRID, TILT_GRID, PULL_GRID, indexing="ij")
# the grid's own coarseness: variance of a uniform step in tilt, and in pull at a third of a width from the middle
_COARSE = float((TILT_GRID[1] - TILT_GRID[0]) ** 2 + (0.3 * (PULL_GRID[1] - PULL_GRID[0])) ** 2) / 12
