"""Estimates from all dice of a picture together where each top face should be, and which dice lean.

From far aside the nearest side of a die is easily taken for its top; how the table around the dice is seen tells then
where the tops are.

Let f be the focal length and p a die's place from the picture's middle, both in picture widths, and v the table's
upright in camera axes. Then the top face of a flat die is displaced from the die's middle by d = v_xy + p * v_z / f
radii. So d = tilt + pull * p, with one tilt (2-vector) and one pull for the whole picture. Neither is known; both are
marginalised over a grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TILT_GRID = np.linspace(-0.8, 0.8, 33)
"""Sines of the camera's tilt, along x and along y, up to 53 degrees: farther aside nothing is read."""
TILT_SIGMAS = ((0.7, 0.09), (0.2, 0.22), (0.1, 0.5))
"""Prior over the tilt, a mixture of Gaussians (weight, standard deviation): cameras look straight down, are set up
anyhow, or stand at the side."""
UPRIGHT_SIGMA = 0.2
"""Standard error, along x and along y, of the mean upright that the view network tells of a picture's dice, as above:
they stand on the same table in the same light, so that their errors are alike."""
LEVEL_SHARE = 0.7
"""Share of cameras that hang level, as the view network takes all to do; of the others it tells how far aside they are,
and not to which side."""
LEAST_ASIDE = 0.2
"""Sine of the tilt below which no side is meant."""
SIGMA_ASIDE = 0.06
"""How much the standard error of a displacement grows with the sine of the angle that a die is seen from, in radii."""
PULL_GRID = np.linspace(0.5, 1.5, 9)
"""Picture widths over focal length: phones and Pi cameras have 0.65 to 1.3."""
PULL_MIDDLE, PULL_SIGMA = 0.95, 0.25
"""Prior over the pull: mean and standard deviation."""
LEANING_BEFORE = 0.1
"""Prior probability that a thrown die leans, set a little high: taking a leaning die for flat costs more than a
question."""
LEANING_OFF = (0.1, 0.75)
"""How far the top of a leaning die is displaced in addition, in radii: leaning by 6 to 48 degrees."""
NEARLY_IMPOSSIBLE = 1e-4
"""Share of the likeliest camera's probability below which a camera is not weighed."""
ELSEWHERE = 1e-3
"""Density of a displacement that fits neither flat nor leaning dice."""
LEANING_LOGIT_WEIGHT = 0.8
"""Weight of the pose network's own logit of leaning, which partly rests on the same displacement."""
LEANING_LOGIT_BIAS = -0.85
"""The network's logit at the share of leaning dice that it was trained on."""
LEANING_LOGIT_ASIDE = 6.0
"""How much that logit rises with the square of that sine, because it was taught on cameras from about above."""


@dataclass(frozen=True, slots=True)
class SharedCamera:
    """What all dice of one picture tell about the camera.

    Attributes:
        places: (N, 2), from the picture's middle, in picture widths.
        displaced: (N, 2), top face relative to the die's middle, in radii.
        leaning_logits: (N,), the pose network's logits of leaning.
        sigma: standard error of `displaced`, in radii, seen from above.
        uprights: (N, 2), the table's upright as each die tells it by how it is seen (`View.upright_xy`); None: not
            known.
    """

    places: NDArray[np.float64]
    displaced: NDArray[np.float64]
    leaning_logits: NDArray[np.float64]
    sigma: float
    uprights: NDArray[np.float64] | None = None

    def leaning_probabilities(self) -> NDArray[np.float64]:
        """Return the posterior probability that each die leans, (N,) 0 to 1."""
        before = self._before()
        flat, lean = self._likelihoods(likely := _likely(before))
        weight = before[likely] * np.prod(flat + lean, axis=0)
        return np.asarray((weight * lean / (flat + lean)).sum(axis=1) / weight.sum(), np.float64)

    def expected_displacements(self) -> NDArray[np.float64]:
        """Return the displacement that each die would have if it lay flat, as expected from the other dice alone, (N,
        2) radii."""
        before = self._before()
        flat, lean = self._likelihoods(likely := _likely(before))
        both = flat + lean
        expected = []
        for i, place in enumerate(self.places):
            weight = before[likely] * np.prod(np.delete(both, i, axis=0), axis=0)
            tilt_x, tilt_y, pull = _CAMERAS[:, likely] @ (weight / weight.sum())
            expected.append([tilt_x, tilt_y] + pull * place)
        return np.array(expected).reshape(-1, 2)

    def evidence(self) -> float:
        """Return how well cameras and leaning dice explain where the tops are, as a natural logarithm; only to compare
        it for other tops of the same dice. Several dice show the camera, so that all are alike before; for a single one
        the usual cameras are likelier."""
        before = self._as_told() if len(self.places) > 1 else self._before()
        flat, lean = self._likelihoods(likely := _likely(before))
        return float(np.log((before[likely] * np.prod(flat + lean, axis=0)).sum()))

    def upright_displacements(self) -> NDArray[np.float64]:
        """Return the displacement that each die would have if it lay flat, as the uprights alone tell it, (N, 2)
        radii."""
        uprights = np.zeros((0, 2)) if self.uprights is None else self.uprights
        if not len(uprights):
            return PULL_MIDDLE * self.places
        return np.asarray(uprights.mean(axis=0) + PULL_MIDDLE * (self.places - self.places.mean(axis=0)), np.float64)

    def _before(self) -> NDArray[np.float64]:
        """The probability of each of _CAMERAS, (K,), before the dice's tops are looked at."""
        return np.asarray(_USUAL * self._as_told(), np.float64)

    def _as_told(self) -> NDArray[np.float64]:
        """How well each of _CAMERAS fits the uprights, (K,)."""
        if self.uprights is None or not len(self.uprights):
            return _USUAL_PULL
        (up_x, up_y), (x, y) = self.uprights.mean(axis=0), self.places.mean(axis=0)
        tilt_x, tilt_y, pull = _CAMERAS
        at_x, at_y = tilt_x + pull * x, tilt_y + pull * y
        level = np.exp(-0.5 * ((up_x - at_x) ** 2 + (up_y - at_y) ** 2) / UPRIGHT_SIGMA**2)
        aside = float(np.hypot(up_x, up_y))
        around = np.exp(-0.5 * ((np.hypot(at_x, at_y) - aside) / UPRIGHT_SIGMA) ** 2)
        ring = UPRIGHT_SIGMA / max(aside, LEAST_ASIDE) / np.sqrt(2 * np.pi)
        return np.asarray(_USUAL_PULL * (LEVEL_SHARE * level + (1 - LEVEL_SHARE) * ring * around), np.float64)

    def _likelihoods(self, likely: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Each die's likelihood, flat and leaning, (N, L), under the `likely` cameras, (K,)."""
        tilt_x, tilt_y, pull = _CAMERAS[:, likely]
        low, high = LEANING_OFF
        flat = np.zeros((len(self.places), len(pull)))
        lean = np.zeros_like(flat)
        for i, ((x, y), (dx, dy)) in enumerate(zip(self.places, self.displaced, strict=True)):
            at_x, at_y = tilt_x + pull * x, tilt_y + pull * y
            aside = at_x**2 + at_y**2
            usual_logit = LEANING_LOGIT_BIAS + LEANING_LOGIT_ASIDE * aside
            odds = _ODDS_BEFORE * np.exp(LEANING_LOGIT_WEIGHT * (self.leaning_logits[i] - usual_logit))
            wide = self.sigma**2 + _COARSE + SIGMA_ASIDE**2 * aside
            off = np.hypot(dx - at_x, dy - at_y)
            flat[i] = np.exp(-0.5 * off**2 / wide) / (2 * np.pi * wide) / (1 + odds)
            ring = 1 / (2 * np.pi * np.maximum(off, low) * (high - low))
            lean[i] = odds / (1 + odds) * np.where((off > low) & (off < high), ring, ELSEWHERE)
        return flat, lean


def _likely(before: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The cameras that are not as good as impossible before the dice are looked at, (K,)."""
    return np.asarray(before > NEARLY_IMPOSSIBLE * before.max(), np.bool_)


def _cameras() -> NDArray[np.float64]:
    """All cameras that are weighed: tilt along x and along y, and pull, (3, K)."""
    every = np.stack(np.meshgrid(TILT_GRID, TILT_GRID, PULL_GRID, indexing="ij")).reshape(3, -1)
    return np.asarray(every[:, np.hypot(every[0], every[1]) <= TILT_GRID[-1]], np.float64)


_CAMERAS = _cameras()
_USUAL_PULL = np.exp(-0.5 * ((_CAMERAS[2] - PULL_MIDDLE) / PULL_SIGMA) ** 2)
_USUAL = np.array(
    sum(
        share / width**2 * np.exp(-0.5 * (np.hypot(_CAMERAS[0], _CAMERAS[1]) / width) ** 2)
        for share, width in TILT_SIGMAS
    )
)
_ODDS_BEFORE = LEANING_BEFORE / (1 - LEANING_BEFORE)
_COARSE = float((TILT_GRID[1] - TILT_GRID[0]) ** 2 + (0.3 * (PULL_GRID[1] - PULL_GRID[0])) ** 2) / 12
"""Variance added for the grid's step: uniform in tilt, and in pull at 0.3 widths from the picture's middle."""
