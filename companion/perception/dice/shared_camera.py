"""Estimates from all dice of a picture together from where the camera looks at the table, and with it which dice lie
flat, and whether the face that the camera sees of each is its top or a side.

Seen from 63 degrees aside, a side of a die looks as its top does from above. But the faces of a die stand at fixed
angles to each other: once it is known how the seen face is turned (`Turned`), six directions are left in which the
table's upright may point, and several dice seldom share another one than the true.

Let f be the focal length and p a die's place from the picture's middle, both in picture widths, and v the table's
upright, a unit vector, in camera axes. Then the picture shows the upright at the die at v_xy + p * v_z / f, and so it
does the top face of a flat die, from the die's middle, in radii. Tilt v_xy and pull 1 / f are not known; both are
marginalised over a grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.face import unfolded
from companion.perception.dice.sides import SIDES

TILT_STEP, MOST_TILT = radians(3.5), radians(84.0)
"""Step and end of the grid of the camera's tilts, along x and along y: even in angles, because the sines of steep
cameras lie close together."""
KNOWN_ERROR, KNOWN_SHARE = 0.04, 0.15
"""Standard error of an upright that a mat tells, in radii, and as a share of its length: the focal length is not
known exactly."""
TILT_SIGMAS = ((0.65, 0.09), (0.2, 0.22), (0.15, 0.6))
"""Prior over the tilt, a mixture of Gaussians (weight, standard deviation): cameras look straight down, are set up
anyhow, or stand at the side."""
UPRIGHT_SIGMA = 0.1
"""Standard error, along x and along y, of the mean upright that the view network tells of a picture's dice: they stand
on the same table in the same light, so that their errors are alike. It is larger where their uprights differ."""
UPRIGHT_SHARES = ((1.0, 0.65), (0.85, 0.2), (0.7, 0.1), (0.55, 0.05))
"""What share of the upright's length it tells, and how often: on tables that it was not taught it sees dice too much
from above, and still from the right side (`calibration.training.dice.uprights`)."""
LEVEL_SHARE, AROUND_SHARE = 0.815, 0.18
"""Share of cameras that hang level, as the view network takes all to do, and of others, of which it tells how far aside
they are and not to which side; of the rest it tells nothing."""
LEAST_ASIDE = 0.2
"""Sine of the tilt below which no side is meant."""
SIGMA_ASIDE = 0.06
"""How much the standard error of a displacement grows with the sine of the angle that a die is seen from, in radii."""
PULL_GRID = np.linspace(0.5, 1.5, 5)
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
NEAR_SINE = 0.2
"""How far apart, in sines of tilt, cameras count as about the same."""
ELSEWHERE = 0.6
"""Density of a displacement that fits neither flat nor leaning dice."""
LEANING_LOGIT_WEIGHT = 0.8
"""Weight of the pose network's own logit of leaning, which partly rests on the same displacement."""
LEANING_LOGIT_BIAS = -0.85
"""The network's logit at the share of leaning dice that it was trained on."""
LEANING_LOGIT_ASIDE = 6.0
"""How much that logit rises with the square of that sine, because it was taught on cameras from about above."""
BETWEEN_FACES = radians(63.4349)
"""Angle between the normals of neighbouring faces."""
LEAST_FACING = 0.04
"""Square of the least cosine between a seen face and the line of sight."""
SIDE_SIGMA = 0.04
"""Standard error of the angle between the seen face and the table's upright, rad, where that face is a side, besides
that of the face."""
ERROR_SCALE = 1.5
"""By how much larger than `Turned.error` the displacement's errors are on tables that the network was not taught."""
FREEDOM = 8.0
"""Degrees of freedom of the displacement's error, as the network was taught to tell it."""
MOST_SIGMAS = 4.5
"""Standard errors beyond which it is as good as impossible."""
SIDES_LIMIT = 0.97
"""`Turned.agreement` beyond which nothing more is learnt: the sides are known to 3 degrees at best."""
STEEP_SINE = sin(radians(45.0))
"""Sine of the tilt from which on tops can hardly be read."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a picture's dice tell of its camera, and it of them; N dice.

    Attributes:
        top, side, leaning: (N,) probabilities, 0 to 1, that a die lies flat and the seen face is its top; that it lies
            flat and the seen face is one of its sides; that it leans.
        steep: probability, 0 to 1, that the camera looks from more than 45 degrees aside.
        tops: (N, 2) displacement of each top from its die's middle, radii, if it lies flat, for the likeliest camera.
        expected: (N, 2) the same, as expected from the other dice alone; as `tops` for a single one.
    """

    top: NDArray[np.float64]
    side: NDArray[np.float64]
    leaning: NDArray[np.float64]
    steep: float
    tops: NDArray[np.float64]
    expected: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SharedCamera:
    """The dice of one picture.

    Attributes:
        places: (N, 2), from the picture's middle, in picture widths.
        displaced: (N, 2), the seen face relative to the die's middle, in radii.
        leaning_logits: (N,), the pose network's logits of leaning.
        sigma: standard error of `displaced`, in radii, seen from above.
        uprights: (N, 2), the table's upright as each die tells it by how it is seen (`ViewEstimator`); None: not
            known.
        turned: (N, 3), error, side and agreement of each die (`Turned`); None: `sigma` is the error, and nothing is
            known of the sides.
        measured: whether the uprights are those that a mat tells, and not the view network.
    """

    places: NDArray[np.float64]
    displaced: NDArray[np.float64]
    leaning_logits: NDArray[np.float64]
    sigma: float
    uprights: NDArray[np.float64] | None = None
    turned: NDArray[np.float64] | None = None
    measured: bool = False

    def told(self) -> Told:
        """Weigh all cameras."""
        before = self._before()
        likely = before > NEARLY_IMPOSSIBLE * before.max()
        cameras, before = _CAMERAS[:, likely], before[likely]
        top, side, lean = self._likelihoods(likely)
        each = top + side + lean
        weight = before * np.prod(each, axis=0)
        weight /= weight.sum()
        shares = [(weight * part / each).sum(axis=1) for part in (top, side, lean)]
        best = _around_likeliest(cameras, weight)
        alone = len(self.places) == 1
        others = [best if alone else _around_likeliest(cameras, weight / own) for own in each]
        return Told(
            top=shares[0],
            side=shares[1],
            leaning=shares[2],
            steep=float(weight[np.hypot(*cameras[:2]) >= STEEP_SINE].sum()),
            tops=np.array([_at(best, place) for place in self.places]).reshape(-1, 2),
            expected=np.array([_at(*pair) for pair in zip(others, self.places, strict=True)]).reshape(-1, 2),
        )

    def _before(self) -> NDArray[np.float64]:
        """The probability of each of _CAMERAS, (K,), before the dice's faces are looked at: how usual it is, and how
        well it fits the uprights."""
        if self.uprights is None or not len(self.uprights):
            return _USUAL
        if self.measured:
            pairs = zip(self.uprights, self.places, strict=True)
            off = [((_at(_CAMERAS, place).T - up) ** 2).sum(axis=1) / _known_variance(up) for up, place in pairs]
            return np.asarray(_ANY * np.exp(-0.5 * np.mean(off, axis=0)), np.float64)
        up, place = self.uprights.mean(axis=0), self.places.mean(axis=0)
        spread = self.uprights.var(axis=0).mean() / len(self.uprights)
        sigma = float(np.sqrt(UPRIGHT_SIGMA**2 + spread))
        return np.asarray(_USUAL * _view_density(up, _at(_CAMERAS, place), sigma), np.float64)

    def _likelihoods(
        self, likely: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Each die's likelihood under the `likely` cameras, (K,): lying flat with the seen face on top, or with one of
        its sides; and leaning; (N, L) each."""
        cameras = _CAMERAS[:, likely]
        low, high = LEANING_OFF
        shape = (len(self.places), cameras.shape[1])
        top, side, lean = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        for i, (place, (dx, dy)) in enumerate(zip(self.places, self.displaced, strict=True)):
            at_x, at_y = _at(cameras, place)
            aside = at_x**2 + at_y**2
            usual_logit = LEANING_LOGIT_BIAS + LEANING_LOGIT_ASIDE * aside
            odds = _ODDS_BEFORE * np.exp(LEANING_LOGIT_WEIGHT * (self.leaning_logits[i] - usual_logit))
            sigma = self.sigma if self.turned is None else ERROR_SCALE * float(self.turned[i, 0])
            wide = sigma**2 + _COARSE + SIGMA_ASIDE**2 * aside
            off = np.hypot(dx - at_x, dy - at_y)
            facing = np.sqrt(max(LEAST_FACING, 1 - dx**2 - dy**2))  # of a steradian, what appears as area
            top[i] = facing * _bell(off**2, wide) / (1 + odds)
            ring = facing / (2 * np.pi * np.maximum(off, low) * (high - low))
            lean[i] = odds / (1 + odds) * np.where((off > low) & (off < high), ring, ELSEWHERE)
            if self.turned is not None:
                polar = np.sqrt(sigma**2 / facing**2 + SIDE_SIGMA**2 + TILT_STEP**2 / 12)
                own = _side_density(self.displaced[i], self.turned[i, 1:], cameras, place, polar)
                side[i] = (1 - LEANING_BEFORE) * own
        return top, side, lean


def _around_likeliest(cameras: NDArray[np.float64], weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of the cameras, (3, L), near the one of most weight, (3,): others may be likely far from it, and what
    lies between is not."""
    best = cameras[:, int(np.argmax(weight))]
    near = weight * (np.hypot(cameras[0] - best[0], cameras[1] - best[1]) < NEAR_SINE)
    return np.asarray(cameras @ (near / near.sum()), np.float64)


def _at(camera: NDArray[np.float64], place: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table's upright as it appears at a place, (2, ...): its parts along the picture's x and y.

    Args:
        camera: (3, ...), tilt along x and y, and pull.
        place: (2,) picture widths from the picture's middle.
    """
    tilt_x, tilt_y, pull = camera
    pull = pull * np.sqrt(np.maximum(0.0, 1 - tilt_x**2 - tilt_y**2))
    return np.stack([tilt_x + pull * place[0], tilt_y + pull * place[1]])


def _known_variance(upright: NDArray[np.float64]) -> float:
    return float(KNOWN_ERROR**2 + KNOWN_SHARE**2 * (upright @ upright) + _COARSE)


def _view_density(told: NDArray[np.float64], at: NDArray[np.float64], sigma: float) -> NDArray[np.float64]:
    """The density, (K,), with which the view network tells an upright, (2,), that appears at `at`, (2, K), when its
    standard error is `sigma`."""
    length, aside = np.hypot(*at), float(np.hypot(*told))
    ring = np.sqrt(2 * pi) * sigma * 2 * pi * max(aside, LEAST_ASIDE)
    density = np.full(at.shape[1], (1 - LEVEL_SHARE - AROUND_SHARE) / pi)
    for share, weight in UPRIGHT_SHARES:
        off = (told[0] - share * at[0]) ** 2 + (told[1] - share * at[1]) ** 2
        density += weight * LEVEL_SHARE * np.exp(-0.5 * off / sigma**2) / (2 * pi * sigma**2)
        density += weight * AROUND_SHARE * np.exp(-0.5 * ((aside - share * length) / sigma) ** 2) / ring
    return density


def _bell(off_squared: NDArray[np.float64], variance: NDArray[np.float64]) -> NDArray[np.float64]:
    """The density of a Student's distribution in the plane, of FREEDOM degrees: now and then an error is far larger."""
    return np.asarray((1 + off_squared / (FREEDOM * variance)) ** (-(FREEDOM + 2) / 2) / (2 * pi * variance))


def _side_density(
    displaced: NDArray[np.float64], sides: NDArray[np.float64], cameras: NDArray[np.float64],
    place: NDArray[np.float64], sigma: float,
) -> NDArray[np.float64]:  # fmt: skip
    """The density with which one of the five sides around a seen face points along the upright (L,), of 1 / steradian.

    Args:
        displaced: (2,) the seen face, as in `SharedCamera`.
        sides: (2,) turn, rad, and agreement of its sides.
        cameras: (3, L), tilt along x and y, and pull.
        place: (2,) of the die, picture widths from the picture's middle.
        sigma: standard error of the angle between the seen face and the upright, rad.
    """
    upright = np.stack([*cameras[:2], -np.sqrt(np.maximum(0.0, 1 - cameras[0] ** 2 - cameras[1] ** 2))])
    along = (_normal(displaced, cameras[2] * place[:, None]) * upright).sum(axis=0).clip(-1, 1)
    apart = np.arccos(along) - BETWEEN_FACES
    near = np.abs(apart) < MOST_SIGMAS * sigma
    density = np.zeros(len(along))
    across = (_at(cameras[:, near], place).T - along[near, None] * displaced) @ unfolded(displaced).T
    turn, agreement = sides
    concentration = _concentration(min(float(agreement), SIDES_LIMIT))
    around = np.exp(concentration * (np.cos(SIDES * (np.arctan2(across[:, 1], across[:, 0]) - turn)) - 1))
    around *= SIDES / (2 * pi) / _bessel(concentration)
    polar = np.exp(-0.5 * (apart[near] / sigma) ** 2) / (sigma * np.sqrt(2 * pi)) / sin(BETWEEN_FACES)
    density[near] = polar * around
    return density


def _normal(displaced: NDArray[np.float64], slope: NDArray[np.float64]) -> NDArray[np.float64]:
    """The normals, in camera axes, (3, L), of a face that a die shows at `displaced`, (2,) radii from its middle, if it
    lies at `slope`, (2, L) focal lengths from the picture's middle: the third part is that along the line of sight."""
    far, along = 1 + (slope**2).sum(axis=0), displaced @ slope
    ahead = -(along + np.sqrt(np.maximum(0.0, along**2 + far * (1 - displaced @ displaced)))) / far
    return np.stack([displaced[0] + slope[0] * ahead, displaced[1] + slope[1] * ahead, ahead])


def _concentration(agreement: float) -> float:
    """The concentration of a von Mises distribution by the length of its mean; Best and Fisher (1981), within 1 %."""
    if agreement < 0.53:
        return 2 * agreement + agreement**3 + 5 / 6 * agreement**5
    if agreement < 0.85:
        return -0.4 + 1.39 * agreement + 0.43 / (1 - agreement)
    return 1 / (agreement**3 - 4 * agreement**2 + 3 * agreement)


def _bessel(concentration: float) -> float:
    """exp(-x) * I0(x), the normalisation of a von Mises distribution."""
    return float(np.i0(concentration) * np.exp(-concentration))


def _cameras() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """All cameras, (3, K): tilt along x and along y, as sines, and pull; how usual each of them is, (K,), where every
    tilt is as likely; and how usual it is, (K,), as cameras are set up."""
    steps = int(MOST_TILT / TILT_STEP)
    along = np.arange(-steps, steps + 1) * TILT_STEP
    x, y, pull = np.stack(np.meshgrid(along, along, PULL_GRID, indexing="ij")).reshape(3, -1)
    angle = np.maximum(1e-9, np.hypot(x, y))
    kept = angle <= MOST_TILT
    x, y, pull, angle = x[kept], y[kept], pull[kept], angle[kept]
    sine = np.sin(angle)
    usual = sum(share / width**2 * np.exp(-0.5 * (sine / width) ** 2) for share, width in TILT_SIGMAS)
    any_tilt = sine * np.cos(angle) / angle * np.exp(-0.5 * ((pull - PULL_MIDDLE) / PULL_SIGMA) ** 2)
    return np.stack([x * sine / angle, y * sine / angle, pull]), any_tilt, np.asarray(usual * any_tilt)


_CAMERAS, _ANY, _USUAL = _cameras()
_ODDS_BEFORE = LEANING_BEFORE / (1 - LEANING_BEFORE)
_COARSE = float(TILT_STEP**2 + (0.3 * (PULL_GRID[1] - PULL_GRID[0])) ** 2) / 12
"""Variance added for the grid's step: uniform in tilt, and in pull at 0.3 widths from the picture's middle."""
