"""Lessons of the landing-time network: films of hands that land or hover.

    python -m calibration.training.hands.landing_lessons moments/m100.npz --first 100 --count 60

Rounds are simulated as for the hand verifier's lessons, with every frame and fewer cards that anybody wants. The file
holds for each hand, as `companion.perception.hands.landing_network` sees it: `settled` (N, 96, 64, 3), `film` (N,
FILMED, 96, 64, 3), the last frame first, and `others` (N, 96, 64) uint8; and `ago` (N,) float32, how many frames before
the last one it landed; `NOT_YET` for one that hovers.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random

import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.crossing_lessons import as_point, noisy_palm
from calibration.training.hands.finder_lessons import FRAME_S, lesson_arguments, rounds_under_camera
from calibration.training.hands.verifier_lessons import LOW_MM, Camera, simulated_round
from companion.core.mat import Mat
from companion.core.units import PointMm
from companion.perception.hands.crop import crop
from companion.perception.hands.landing_network import FILM_XY, draw_other_arms
from companion.simulator.draw import Painter
from companion.simulator.reach import Reach

FILMED = 56
"""Frames of a film, with the last one."""
FEWEST_HANDS, WITHIN_S = 3, 0.45
"""Hands of a round, at least, which land within about this time (seconds): one film shows many."""
WANTED_CARDS = (1, 2, 2, 3, 6)
"""Number of cards that somebody wants, drawn by lot: hands that lie over others are what is hard."""
MISSED = 0.1
"""Share of other lying hands that are not known to the network."""
SOON_S, LATE_S, LATE_SHARE = (0.25, 0.5), (0.25, 1.5), 0.25
"""How long after its landing a hand is asked about, seconds: a range; a later one for this share, as where arms were in
the way: then the landing may be before the film."""
SAME_MM = 12.0
"""Landings nearer together than this are at one place, millimetres."""
NOT_YET = -30.0
"""Stands for a hand that has not landed, frames."""
HOVERED_S = 0.15
"""A hand that has hovered for this long may seem to lie, seconds."""
Lesson = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], float]
"""`settled`, `film`, `others` and `ago` of one hand."""


def main() -> None:
    """Write the file; prints how many hands it holds."""
    target, seeds = lesson_arguments(__doc__)
    made = [each for seed in seeds for each in lessons(seed)]
    settled, film, others, ago = zip(*made, strict=True)
    landed = np.array(ago, np.float32)
    np.savez(target, settled=np.stack(settled), film=np.stack(film), others=np.stack(others), ago=landed)
    print(f"{target.name}: {len(made)} hands")


def lessons(seed: int) -> Iterator[Lesson]:
    """The lessons of the camera of a seed."""
    return rounds_under_camera(Random(f"moment {seed}"), seed, _filmed)


def _filmed(random: Random, painter: Painter, mat: Mat, first: int) -> Iterator[Lesson]:
    """The lessons of one round. first: number of its first frame."""
    world, sits = simulated_round(random, mat, FEWEST_HANDS, WITHIN_S, WANTED_CARDS)
    camera = Camera(painter, world)
    settled = camera.settled(first)
    begins_s = random.uniform(0, FRAME_S)
    asked: dict[int, list[tuple[Reach, float | None]]] = {}  # when it landed, if it has
    for reach in world.reaches:
        for landed_s, lies_s, until_s in landings(reach):
            later_s = random.uniform(*(LATE_S if random.random() < LATE_SHARE else SOON_S))
            frame = int((min(lies_s + later_s, until_s) - begins_s) / FRAME_S)
            asked.setdefault(frame, []).append((reach, landed_s))
        for since_s, ends_s in hovers(reach):
            asked_s = random.uniform(since_s + HOVERED_S, min(ends_s, since_s + LATE_S[1]))
            frame = int((asked_s - begins_s) / FRAME_S)
            asked.setdefault(frame, []).append((reach, None))
    film: dict[int, NDArray[np.uint8]] = {}
    for frame in sorted({n for last in asked for n in range(max(0, last - FILMED + 1), last + 1)}):
        now_s = begins_s + frame * FRAME_S
        world.advance(now_s - world.elapsed_s)
        film[frame] = camera.picture(first + frame + 1)
        for reach, when_s in asked.get(frame, ()):
            sits_px = camera.pixel((*sits[reach.owner], 0.0))
            way = camera.noisy_transform(random, camera.pixel(reach.palm_xyz_mm(now_s)), sits_px, FILM_XY)
            if way is not None:
                moments = [film[max(n, min(film))] for n in range(frame, frame - FILMED, -1)]
                pieces = np.stack([crop(each, way, FILM_XY) for each in moments])
                ago = NOT_YET if when_s is None else (now_s - when_s) / FRAME_S
                lie = [
                    (noisy_palm(random, camera, arm), as_point(camera.pixel((*sits[arm.owner], 0.0))))
                    for arm in world.snapshot().arms
                    if arm.owner != reach.owner and arm.palm_xyz_mm[2] < LOW_MM and random.random() > MISSED
                ]
                yield crop(settled, way, FILM_XY), pieces, draw_other_arms(way, lie), ago


def hovers(reach: Reach) -> Iterator[tuple[float, float]]:
    """From when until when a hand hovers, seconds, where that is longer than `HOVERED_S`."""
    now_s = reach.begins_s
    for each in reach.segments:
        if each.kind == "hover" and each.takes_s > HOVERED_S:
            yield now_s, now_s + each.takes_s
        now_s += each.takes_s


def landings(reach: Reach) -> Iterator[tuple[float, float, float]]:
    """Each time that a hand comes to lie: when it first landed at that place, and from when until when it lies there,
    seconds."""
    now_s, lay = reach.begins_s, list[tuple[float, PointMm]]()
    for before, each in zip(reach.segments, reach.segments[1:], strict=False):
        now_s += before.takes_s
        if before.kind == "slap" and each.kind == "lie":
            at = each.to_xyz_mm[:2]
            lay.append((now_s, at))
            first_s = next(since for since, there in lay if hypot(at[0] - there[0], at[1] - there[1]) < SAME_MM)
            yield first_s, now_s, now_s + each.takes_s


if __name__ == "__main__":
    main()
