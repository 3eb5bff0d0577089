"""Lessons of the hand finder: pictures of simulated rounds of slaps, with what each hand does then.

    python -m calibration.training.hands.finder_lessons lessons/h1.npz --first 1000 --count 400

Cards are blank ones of any colour: what lies on the table is not to be learnt. The file holds `pictures` (N, 3, 240,
320, 3) uint8, each picture and those `FRAMES_BACK` frames before, and `hands` (N, `MOST_HANDS`, 6) float32: x and y of
the palm's middle (pixels), cosine and sine of the direction from there to the shoulder in the picture, height of the
hand over the table (mm), share of it that no other arm hides; -1 where there is no hand.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.art import Art, Circle, Shape, rectangle
from companion.core.mat import TABLE_MAT, Mat
from companion.core.scene import Scene, Thing
from companion.core.units import PointMm
from companion.perception.hands.finder import FRAMES_BACK, INPUT_XY, network_size
from companion.simulator.bodies import Arm
from companion.simulator.draw import Painter
from companion.simulator.hand_motions import Manner, random_look, random_reach
from companion.simulator.lamp import Lamp
from companion.simulator.optics import Optics
from companion.simulator.options import RenderedOptions
from companion.simulator.pile import visible_shares
from companion.simulator.world import World

DRAWN_XY = (640, 480)
"""Size of the pictures that the simulator draws, pixels."""
FRAME_S = 1 / 60
"""Seconds from frame to frame."""
MOST_HANDS = 6
"""Hands of a round, at most."""
MOMENTS = 8
"""Lessons of a round; half of them about a landing or a departure, where there is most to learn."""
LANDING_S = 0.1
"""These are at most this many seconds from it."""
ROUNDS = 3
"""Rounds under one camera."""
MANNERS: tuple[Manner, ...] = ("plain", "plain", "plain", "pause", "feint", "shy", "away", "elsewhere", "slide", "hop")
"""How a hand slaps, drawn with equal probability; `companion.simulator.hand_motions` describes each."""
NO_MAT = Mat(60.0, 60.0, "4X4_50", (), (-20.0, -20.0, 20.0, 20.0))
"""Stands for a table without a mat."""
Truths = NDArray[np.float32]
"""(MOST_HANDS, 6) float32, as above."""
Lesson = TypeVar("Lesson")
"""What a generator of lessons yields."""


def main() -> None:
    """Write the file."""
    target, seeds = lesson_arguments(__doc__)
    made = [lessons(seed) for seed in seeds]
    np.savez(target, pictures=np.concatenate([p for p, _ in made]), hands=np.concatenate([h for _, h in made]))


def lesson_arguments(doc: str | None) -> tuple[Path, range]:
    """Parse the command line of a lesson generator.

    Args:
        doc: the module's docstring, for `--help`.

    Returns:
        The file to write, whose folder is made, and the seeds of the cameras.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("--first", type=int, default=100, help="seed of the first camera")
    parser.add_argument("--count", type=int, default=60, help=f"cameras; each films {ROUNDS} rounds")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.target.parent.mkdir(parents=True, exist_ok=True)
    return asked.target, range(asked.first, asked.first + asked.count)


def lessons(seed: int) -> tuple[NDArray[np.uint8], Truths]:
    """The lessons of the camera of a seed: (N, 3, 240, 320, 3) uint8 pictures and (N, MOST_HANDS, 6) float32 hands."""
    random = Random(f"lessons {seed}")
    mat, painter = random_table(random, seed)
    pictures, truths = [], []
    for number in range(ROUNDS):
        world = _acted(random, mat)
        latest = max(reach.settles_s for reach in world.reaches) + 0.4
        moments = [random.uniform(0.7, latest) for _ in range(MOMENTS // 2)]
        moments += [random.choice(world.reaches).settles_s + random.uniform(-LANDING_S, LANDING_S) for _ in moments]
        for at, moment in enumerate(sorted(moments)):
            moment = max(moment, world.elapsed_s + FRAMES_BACK[-1] * FRAME_S)
            seen_then = []
            for back in (*FRAMES_BACK[::-1], 0):
                world.advance(moment - back * FRAME_S - world.elapsed_s)
                frame = 100 * number + 8 * at + back
                seen_then.append(network_size(painter.picture(replace(world.snapshot(), revision=frame), frame)))
            pictures.append(np.stack(seen_then[::-1]))
            truths.append(ground_truth(painter.optics, world.snapshot().arms))
    return np.stack(pictures), np.stack(truths)


def rounds_under_camera(
    random: Random, seed: int, filmed: Callable[[Random, Painter, Mat, int], Iterator[Lesson]]
) -> Iterator[Lesson]:
    """The lessons of all rounds under the camera of a seed.

    Args:
        random: draws camera and rounds.
        seed: of the camera.
        filmed: gives the lessons of one round; its last argument is the number of the round's first frame.
    """
    mat, painter = random_table(random, seed)
    for number in range(ROUNDS):
        yield from filmed(random, painter, mat, 1000 * number)


def random_table(random: Random, seed: int) -> tuple[Mat, Painter]:
    """A mat, or none, and a camera somewhere over it."""
    options = RenderedOptions(
        width=DRAWN_XY[0], height=DRAWN_XY[1], tilt_deg=random.uniform(-14, 16), turn_deg=random.uniform(-180, 180),
        height_mm=random.uniform(680, 860), lens=random.uniform(-0.06, 0.0), light=random.uniform(0.6, 1.15),
        shadow=0.0 if random.random() < 0.1 else random.uniform(0.2, 1.0), cast=random.uniform(-0.6, 0.7), blur=0.2,
        noise=random.uniform(0.8, 4.0), seed=seed,
    )  # fmt: skip
    mat = TABLE_MAT if random.random() < 0.6 else NO_MAT
    return mat, Painter(options, mat, random_card_art, *DRAWN_XY)


def random_card_art(kind: str, face: str) -> Art:
    """A card that looks like no other. kind, face: seed of its colours and shapes."""
    random = Random(f"{kind} {face}")

    def colour() -> str:
        pale = random.random() < 0.5
        return "#" + "".join(f"{random.randint(150 if pale else 10, 250 if pale else 150):02x}" for _ in range(3))

    shapes: list[Shape] = []
    for _ in range(random.randint(2, 7)):
        at = random.uniform(-22, 22), random.uniform(-36, 36)
        if random.random() < 0.5:
            shapes.append(Circle(at, random.uniform(3, 18), fill=colour()))
        else:
            shapes.append(rectangle(at, random.uniform(4, 50), random.uniform(3, 20), colour()))
    return Art(63.0, 88.0, 0.3, False, colour(), tuple(shapes))


def _acted(random: Random, mat: Mat) -> World:
    """A table on which up to six hands slap, hover and lift within a second or so."""
    world = World(random_card_art, mat)
    angle, far = random.uniform(0, 2 * pi), random.uniform(0.2, 0.9)
    world.switch_lamp(Lamp(shadow_xy=(far * cos(angle), far * sin(angle))))
    seats, turned = random.randint(2, MOST_HANDS), random.uniform(0, 2 * pi)
    goals = [on_ellipse(turned + 2 * pi * n / seats, random.uniform(0.2, 1.2), (205.0, 125.0)) for n in range(seats)]
    spare = [on_ellipse(turned + 2 * pi * n / seats, 1.0, (330.0, 218.0)) for n in range(seats)]
    world.arrange(
        Scene(
            tuple(
                Thing("card", str(random.randrange(10**6)), f"card {n}", at, random.uniform(0, 360))
                for n, at in enumerate((*goals, *spare))
            ),
            frozenset({"card"}),
        )
    )
    for seat in range(seats):
        at_rad = turned + 2 * pi * seat / seats + random.uniform(-0.2, 0.2)
        sits = on_ellipse(at_rad, random.uniform(0.95, 1.1), (610.0, 520.0))
        aside, length = random.choice((-1, 1)) * random.uniform(60, 210), float(np.hypot(*sits))
        shoulder = sits[0] + aside * sits[1] / length, sits[1] - aside * sits[0] / length
        goal, other = (jittered(random, random.choice(goals)) for _ in range(2))
        lands_s = 1.2 + random.choice((0.0, 0.0, 1.0)) * random.uniform(0, 1.0) + random.uniform(0, 0.4)
        of, manner = random_look(random), random.choice(MANNERS)
        world.reach(random_reach(random, f"seat {seat}", of, shoulder, goal, lands_s, manner, other))
    return world


def on_ellipse(angle: float, far: float, half_axes_mm: PointMm) -> PointMm:
    """A point on an ellipse about the mat's middle, millimetres.

    Args:
        angle: radians.
        far: 1 on the ellipse, less within.
        half_axes_mm: half axes of the ellipse.
    """
    return far * half_axes_mm[0] * cos(angle), far * half_axes_mm[1] * sin(angle)


def jittered(random: Random, at: PointMm) -> PointMm:
    """A point near another: 18 mm of standard deviation in x and in y."""
    return at[0] + random.gauss(0, 18), at[1] + random.gauss(0, 18)


def ground_truth(optics: Optics, arms: tuple[Arm, ...]) -> Truths:
    """(MOST_HANDS, 6) float32, as above. arms: those later in order lie above."""
    found = np.full((MOST_HANDS, 6), -1, np.float32)
    for number, (arm, share) in enumerate(zip(arms, visible_shares(optics.camera, arms), strict=True)):
        x, y, z = arm.palm_xyz_mm
        palm, shoulder = optics.project(np.array([(x, y, z), (*arm.shoulder_xy_mm, z)]))
        way_rad = np.arctan2(shoulder[1] - palm[1], shoulder[0] - palm[0])
        at = (palm + 0.5) * INPUT_XY[0] / DRAWN_XY[0] - 0.5
        found[number] = (*at, np.cos(way_rad), np.sin(way_rad), z, share)
    return found


if __name__ == "__main__":
    main()
