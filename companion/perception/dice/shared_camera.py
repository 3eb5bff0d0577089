"""Estimates from all dice of a picture together where each top face should be, and which dice lean.

Let f be the focal length and p a die's place from the picture's middle, both in picture widths, and v the table's
upright in camera axes. Then the top face of a flat die is displaced from the die's middle by d = v_xy + p * v_z / f
radii. So d = tilt + pull * p, with one tilt (2-vector) and one pull for the whole picture. Neither is known; both are
marginalised over a grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TILT_GRID = np.linspace(-0.5, 0.5, 21)
"""Sines of the camera's tilt, along x and along y."""
TILT_SIGMAS = ((0.75, 0.09), (0.25, 0.22))
"""Prior over the tilt, a mixture of Gaussians (weight, standard deviation): cameras look straight down, or are set up
anyhow."""
PULL_GRID = np.linspace(0.5, 1.5, 9)
"""Picture widths over focal length: phones and Pi cameras have 0.65 to 1.3."""
PULL_MIDDLE, PULL_SIGMA = 0.95, 0.25
"""Prior over the pull: mean and standard deviation."""
LEANING_BEFORE = 0.1
"""Prior probability that a thrown die leans, set a little high: taking a leaning die for flat costs more than a
question."""
LEANING_OFF = (0.1, 0.75)
"""How far the top of a leaning die is displaced in addition, in radii: leaning by 6 to 48 degrees."""
ELSEWHERE = 1e-3
"""Density of a displacement that fits neither flat nor leaning dice."""
LEANING_LOGIT_WEIGHT = 0.8
"""Weight of the pose network's own logit of leaning, which partly rests on the same displacement."""
LEANING_LOGIT_BIAS = -0.85
"""The network's logit at the share of leaning dice that it was trained on."""


@dataclass(frozen=True, slots=True)
class SharedCamera:
    """What all dice of one picture tell about the camera.

    Attributes:
        places: (N, 2), from the picture's middle, in picture widths.
        displaced: (N, 2), top face relative to the die's middle, in radii.
        leaning_logits: (N,), the pose network's logits of leaning.
        sigma: standard error of `displaced`, in radii.
    """

    places: NDArray[np.float64]
    displaced: NDArray[np.float64]
    leaning_logits: NDArray[np.float64]
    sigma: float

    def leaning_probabilities(self) -> NDArray[np.float64]:
        """Return the posterior probability that each die leans, (N,) 0 to 1."""
        before, flat, lean = self._likelihoods()
        weight = before * np.prod(flat + lean, axis=0)
        return (weight * lean / (flat + lean)).sum(axis=(1, 2, 3)) / weight.sum()

    def expected_displacements(self) -> NDArray[np.float64]:
        """Return the displacement that each die would have if it lay flat, as expected from the other dice alone, (N,
        2) radii."""
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
        """The prior over cameras, (21, 21, 9), and each die's likelihood, flat and leaning, (N, 21, 21, 9)."""
        tilt = np.hypot(_TILT_X, _TILT_Y)
        before = np.zeros_like(tilt)
        for share, width in TILT_SIGMAS:
            before += share / width**2 * np.exp(-0.5 * (tilt / width) ** 2)
        before *= np.exp(-0.5 * ((_PULL - PULL_MIDDLE) / PULL_SIGMA) ** 2)
        wide = self.sigma**2 + _COARSE
        low, high = LEANING_OFF
        odds = (
            LEANING_BEFORE
            / (1 - LEANING_BEFORE)
            * np.exp(LEANING_LOGIT_WEIGHT * (self.leaning_logits - LEANING_LOGIT_BIAS))
        )
        flat = np.zeros((len(self.places), *tilt.shape))
        lean = np.zeros_like(flat)
        for i, ((x, y), (dx, dy)) in enumerate(zip(self.places, self.displaced, strict=True)):
            off = np.hypot(dx - _TILT_X - _PULL * x, dy - _TILT_Y - _PULL * y)
            flat[i] = np.exp(-0.5 * off**2 / wide) / (2 * np.pi * wide)
            inside = (off > low) & (off < high)
            lean[i] = odds[i] * np.where(inside, 1 / (2 * np.pi * np.maximum(off, low) * (high - low)), ELSEWHERE)
        return before, flat, lean


_TILT_X, _TILT_Y, _PULL = np.meshgrid(TILT_GRID, TILT_GRID, PULL_GRID, indexing="ij")
_COARSE = float((TILT_GRID[1] - TILT_GRID[0]) ** 2 + (0.3 * (PULL_GRID[1] - PULL_GRID[0])) ** 2) / 12
"""Variance added for the grid's step: uniform in tilt, and in pull at 0.3 widths from the picture's middle."""
