"""Lessons of the hand verifier: hands that lie where they seem to, and those that do not or are somebody else's.

    python -m calibration.training.hands.verifier_lessons second/q100.npz --first 100 --count 60

Rounds are simulated as for the hand finder's lessons, but filmed. The file holds `pieces` (N, 80, 48, CHANNELS) uint8,
inputs as `companion.perception.hands.verifier` makes them, `lies` (N,) bool, and `kind` (N,) uint8, of `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin
from random import Random

import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.film_columns import EVERY
from calibration.training.hands.finder_lessons import (
    DRAWN_XY,
    FRAME_S,
    MOST_HANDS,
    jittered,
    lesson_arguments,
    on_ellipse,
    random_card_art,
    rounds_under_camera,
)
from companion.core.mat import Mat
from companion.core.scene import Scene, Thing
from companion.core.units import PointMm
from companion.perception.hands.crop import CROP_XY, Affine, palm_transform
from companion.perception.hands.finder import INPUT_XY, network_size
from companion.perception.hands.verifier import FRAMES_AGO, verifier_input
from companion.simulator.draw import Painter
from companion.simulator.hand_motions import Manner, random_look, random_reach
from companion.simulator.lamp import Lamp
from companion.simulator.reach import PointXyz
from companion.simulator.world import World

MANNERS: tuple[Manner, ...] = (
    "plain", "plain", "plain", "plain", "pause", "pause", "feint", "feint", "shy", "shy", "away", "elsewhere",
    "slide", "hop",
)  # fmt: skip
"""How a hand slaps, drawn with equal probability; `companion.simulator.hand_motions` describes each."""
KINDS = (
    "lies", "in the air", "another's, and own lies elsewhere", "in the air over another's", "another's",
    "has left", "elsewhere")  # fmt: skip
"""What is true of the hand that a lesson asks about; only the first is "yes"."""
ASK_PROBABILITY = (0.25, 0.35, 0.12, 0.9, 0.12, 0.5, 0.02)
"""Probability, by kind, that a possible question becomes a lesson."""
ASK_PROBABILITY_AT_FIRST, FIRST_MOMENTS = 0.7, 8
"""That of a hand that lies for fewer than this many pictures: as it is right after the landing."""
LANDED, LIES = 2, 3
"""Pictures in which a hand has not moved: after the first number it has come to lie, after the second it has lain for
as long as a referee would wait."""
LOW_MM, HIGH_MM = 1.0, 15.0
"""A hand below the first height lies, one above the second is in the air, millimetres."""
STAYS_MM, APART_MM, OVER_MM, LEFT_MM, ELSEWHERE_MM = 12.0, 45.0, 60.0, 28.0, 90.0
"""Distances on the table, millimetres: a hand has not moved; an own hand lies apart from another's; a hand hovers over
another's; a hand has left; a hand is not on a card."""
OFF_MM = 7.0
"""Standard deviation of the tracker's error of a palm's place, millimetres."""
TAIL_S = 0.7
"""A film goes on for this long after the last hand has settled, seconds."""
SITS_MM = (610.0, 520.0)
"""Half axes of the ellipse on which players sit, millimetres."""
SIMULTANEOUS = 0.4
"""Share of hands that land within a tenth of a second of another one."""
PointPx = NDArray[np.float64]
"""(2,) float64, pixels of the networks' input."""


@dataclass(frozen=True, slots=True)
class _Question:
    """Whether the hand of `owner` lies at `xy_px`.

    Attributes:
        owner: of the hand.
        xy_px: a palm's middle.
        kind: number of the truth, of `KINDS`.
        probability: that the question becomes a lesson.
    """

    owner: str
    xy_px: PointPx
    kind: int
    probability: float


def main() -> None:
    """Write the file; prints how many lessons of each kind it holds."""
    target, seeds = lesson_arguments(__doc__)
    made = [each for seed in seeds for each in lessons(seed)]
    kinds = np.array([kind for _, kind in made], np.uint8)
    np.savez(target, pieces=np.stack([seen_then for seen_then, _ in made]), lies=kinds == 0, kind=kinds)
    print(target.name, dict(zip(KINDS, np.bincount(kinds, minlength=len(KINDS)).tolist(), strict=True)))


def lessons(seed: int) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """The lessons of the camera of a seed: inputs, (80, 48, CHANNELS) uint8, and numbers of `KINDS`."""
    return rounds_under_camera(Random(f"second {seed}"), seed, _filmed)


def _filmed(random: Random, painter: Painter, mat: Mat, first: int) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """The lessons of one round. first: number of its first frame."""
    world, sits = simulated_round(random, mat)
    camera = Camera(painter, world)
    sits_px = {owner: camera.pixel((*at, 0.0)) for owner, at in sits.items()}
    ends_s = max(reach.settles_s for reach in world.reaches) + TAIL_S
    settled = camera.settled(first)
    begins_s = min(reach.begins_s for reach in world.reaches)
    world.advance(max(0.0, begins_s - 0.1 + random.uniform(0, 0.13) - world.elapsed_s))
    film: list[NDArray[np.uint8]] = []
    lain: dict[str, tuple[int, PointMm]] = {}
    stood: dict[str, PointXyz] = {}
    cards = [laid.xy_mm for laid in world.snapshot().things]
    while world.elapsed_s < ends_s:
        film.append(camera.picture(first + len(film) + 1))
        palms = {arm.owner: arm.palm_xyz_mm for arm in world.snapshot().arms}
        for owner, (x, y, z) in palms.items():
            moments, at = lain.pop(owner, (0, (x, y)))
            if z < LOW_MM:
                lain[owner] = (moments + 1, at) if hypot(x - at[0], y - at[1]) < STAYS_MM else (1, (x, y))
                if lain[owner][0] >= LIES:
                    stood[owner] = (x, y, z)
        moments_ago = [film[max(0, len(film) - 1 - ago // EVERY)] for ago in (0, *FRAMES_AGO)]
        for each in _questions(palms, lain, stood, cards, camera.pixel) if len(film) > 2 else ():
            if random.random() > each.probability:
                continue
            way = camera.noisy_transform(random, each.xy_px, sits_px[each.owner])
            if way is not None:
                yield verifier_input(moments_ago, settled, way), each.kind
        world.advance(EVERY * FRAME_S)


class Camera:
    """Draws a simulated world in the networks' input size.

    Attributes:
        px_per_mm: scale of the pictures at the mat's middle.
    """

    def __init__(self, painter: Painter, world: World) -> None:
        self._painter, self._world = painter, world
        self.px_per_mm = float(np.hypot(*(self.pixel((100, 0, 0)) - self.pixel((0, 0, 0))))) / 100

    def pixel(self, at_mm: PointXyz) -> PointPx:
        """(2,) float64 pixels of a point of the world (millimetres)."""
        at = self._painter.optics.project(np.array([at_mm]))[0]
        return np.asarray((at + 0.5) * INPUT_XY[0] / DRAWN_XY[0] - 0.5)

    def picture(self, number: int) -> NDArray[np.uint8]:
        """(240, 320, 3) uint8 picture of the world as it is now. number: the frame's, which seeds its noise."""
        return network_size(self._painter.picture(replace(self._world.snapshot(), revision=number), number))

    def settled(self, number: int) -> NDArray[np.uint8]:
        """The same without any arms."""
        return network_size(self._painter.picture(replace(self._world.snapshot(), revision=number, arms=()), number))

    def noisy_transform(
        self, random: Random, palm_px: PointPx, sits_px: PointPx, size_xy: tuple[int, int] = CROP_XY
    ) -> Affine | None:
        """The transform of the crop about where a palm seems to be, with the tracker's error.

        Args:
            random: draws the error.
            palm_px, sits_px: the palm's middle and where the player sits, (2,) pixels.
            size_xy: size of the crop.

        Returns:
            The transform; None where that is beside the picture.
        """
        x, y = palm_px + np.array([random.gauss(0, OFF_MM), random.gauss(0, OFF_MM)]) * self.px_per_mm
        if not (0 < x < INPUT_XY[0] - 1 and 0 < y < INPUT_XY[1] - 1):
            return None
        return palm_transform((float(x), float(y)), (float(sits_px[0]), float(sits_px[1])), self.px_per_mm, size_xy)


def simulated_round(
    random: Random, mat: Mat, fewest: int = 2, within_s: float = 0.9, wanted: Sequence[int] = ()
) -> tuple[World, dict[str, PointMm]]:
    """A table on which up to six hands slap, hover and lift, many at once.

    Args:
        random: draws everything.
        mat: the mat that lies on the table.
        fewest: hands, at least.
        within_s: time within which they land, about, seconds.
        wanted: numbers of cards that somebody may want, one drawn by lot; with few cards hands hide each other. All
            cards where empty.

    Returns:
        The world, and by owner about where each player sits, millimetres.
    """
    world = World(random_card_art, mat)
    angle, far = random.uniform(0, 2 * pi), random.uniform(0.2, 0.9)
    world.switch_lamp(Lamp(shadow_xy=(far * cos(angle), far * sin(angle))))
    seats, turned = random.randint(fewest, MOST_HANDS), random.uniform(0, 2 * pi)
    goals = [on_ellipse(turned + 2 * pi * n / seats, random.uniform(0.3, 1.1), (205.0, 125.0)) for n in range(seats)]
    spare = [on_ellipse(turned + 2 * pi * n / seats, 1.0, (330.0, 218.0)) for n in range(seats)]
    cards = (
        Thing("card", str(random.randrange(10**6)), f"card {n}", at, random.uniform(0, 360))
        for n, at in enumerate((*goals, *spare))
    )
    world.arrange(Scene(tuple(cards), frozenset({"card"})))
    if wanted:
        goals = random.sample(goals, min(seats, random.choice(wanted)))
    sits: dict[str, PointMm] = {}
    before_s: float | None = None
    for seat in random.sample(range(seats), seats):
        straight = turned + 2 * pi * seat / seats
        person = on_ellipse(straight + random.uniform(-0.1, 0.1), random.uniform(0.95, 1.1), SITS_MM)
        sits[f"seat {seat}"] = on_ellipse(straight + random.uniform(-0.05, 0.05), 1.0, SITS_MM)
        aside, length = random.choice((-1, 1)) * random.uniform(90, 200), float(np.hypot(*person))
        shoulder = person[0] + aside * person[1] / length, person[1] - aside * person[0] / length
        goal, other = (jittered(random, random.choice(goals)) for _ in range(2))
        lands_s = 1.2 + random.uniform(0, within_s)
        if before_s is not None and random.random() < SIMULTANEOUS:
            lands_s = before_s + random.uniform(-0.1, 0.1)
        before_s = lands_s
        of, manner = random_look(random), random.choice(MANNERS)
        world.reach(random_reach(random, f"seat {seat}", of, shoulder, goal, lands_s, manner, other))
    return world, sits


def _questions(
    palms: Mapping[str, PointXyz], lain: Mapping[str, tuple[int, PointMm]], stood: Mapping[str, PointXyz],
    cards: Sequence[PointMm], pixel: Callable[[PointXyz], PointPx],
) -> Iterator[_Question]:  # fmt: skip
    """What may be asked about one picture."""
    for owner, at in palms.items():
        moments = lain.get(owner, (0, at[:2]))[0]
        if moments >= LIES:
            yield _Question(
                owner, pixel(at), 0, ASK_PROBABILITY_AT_FIRST if moments < FIRST_MOMENTS else ASK_PROBABILITY[0]
            )
        elif at[2] > HIGH_MM:
            yield _Question(owner, pixel(at), 1, ASK_PROBABILITY[1])
        if owner in stood and (at[2] > HIGH_MM or hypot(stood[owner][0] - at[0], stood[owner][1] - at[1]) > LEFT_MM):
            yield _Question(owner, pixel(stood[owner]), 5, ASK_PROBABILITY[5])
        for card in cards:
            if hypot(card[0] - at[0], card[1] - at[1]) > ELSEWHERE_MM:
                yield _Question(owner, pixel((*card, 0.0)), 6, ASK_PROBABILITY[6])
        for other, there in palms.items():
            if other == owner or lain.get(other, (0,))[0] < LANDED:
                continue
            apart = hypot(there[0] - at[0], there[1] - at[1])
            kind = None
            if moments:
                kind = 2 if apart > APART_MM else None
            elif at[2] > HIGH_MM:
                kind = 3 if apart < OVER_MM else 4
            if kind is not None:
                yield _Question(owner, pixel(there), kind, ASK_PROBABILITY[kind])


if __name__ == "__main__":
    main()
