"""A table without a fault, with hands, shadows and lamps: how often there is an alarm all the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np

from companion.camera.condition import Condition
from companion.perception.health.camera_health import STILL_S
from companion.perception.health.mat_place import LEAST_MARKERS
from companion.perception.rectify import markers_in
from companion.simulator.bodies import Side
from companion.simulator.hand_motions import random_look, random_reach
from companion.simulator.lamp import Lamp, Shade
from tests.camera_faults.film import FPS, Filmed


def run_well(seed: int, seconds: float) -> tuple[int, int, Counter[str]]:
    """A table with hands, shadows and lamps: settled frames, those with a false alarm, and all alarms. That the mat is
    covered is true where its markers are seen as soon as the hands and arms are left out of the picture."""
    film = Filmed(seed)
    random, settled, alarmed, said = film.random, 0, 0, Counter[str]()
    for number in range(int(seconds * FPS)):
        if number % (3 * FPS) == FPS:
            disturb(film, random)
        condition = film.step()
        if film.health.still_s >= STILL_S:
            settled += 1
            if condition is not Condition.WELL:
                under_hands = condition is Condition.MAT_COVERED and is_covered_by_hands(film)
                alarmed += not under_hands
                said[f"{condition.value}, by hands" if under_hands else condition.value] += 1
    return settled, alarmed, said


def is_covered_by_hands(film: Filmed) -> bool:
    """Whether too few of the mat's markers are seen, and enough without the hands and arms, under the same light."""
    seen, clear = (source.small().pixels for source in (film.source, film.without_hands()))
    return len(markers_in(seen)) < LEAST_MARKERS <= len(markers_in(clear))


def disturb(film: Filmed, random: Random) -> None:
    """Somebody reaches over the table, rests a hand on it, leans into the light, or switches a lamp."""
    world, what = film.world, random.randrange(6)
    owner = f"seat {random.randrange(4)}"
    if what <= 1:
        angle = random.uniform(0, 2 * np.pi)
        shoulder = (650 * np.cos(angle), 500 * np.sin(angle))
        to = (random.uniform(-380, 380), random.uniform(-260, 260))
        world.reach(random_reach(random, owner, random_look(random), shoulder, to, world.elapsed_s + 1.0))
    elif what == 2:
        side: Side = random.choice(("north", "east", "south", "west"))
        world.put_hand(owner, side, (random.uniform(-390, 390), random.uniform(-270, 270)))
    elif what == 3:
        for each in range(4):
            world.remove_hand(f"seat {each}")
    elif what == 4:
        edge = random.uniform(-0.3, 0.8), random.uniform(0.1, 0.6), random.uniform(0.2, 0.6)
        shade = Shade(random.uniform(0, 360), *edge)
        world.switch_lamp(Lamp(shade=shade))
    else:
        slope = (random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3))
        away = (random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8))
        world.switch_lamp(Lamp(random.uniform(0.6, 1.5), random.uniform(-0.5, 0.5), away, slope))
